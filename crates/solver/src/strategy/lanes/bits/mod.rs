//! Vectors with a bit for each lane.

#[cfg(target_arch = "x86_64")]
pub mod x86;

pub const MAX_WORDS: usize = 8;

/// A vector with a bit for each lane, and the operations on all lanes at once that the kernels need.
///
/// The first vector is made from an [`Available`](grid::simd::Available) instruction set, all others from vectors. So a
/// vector exists only if the processor has the instructions of its operations.
pub trait Bits: Copy {
    const WORDS: usize;

    /// Returns a vector in which every word is `word`.
    fn splat(self, word: u64) -> Self;
    /// Returns the first words of a slice as a vector.
    fn load(self, words: &[u64]) -> Self;
    /// Writes the words to the beginning of a slice.
    fn store(self, words: &mut [u64]);
    /// Returns the words, followed by zeros.
    fn words(self) -> [u64; MAX_WORDS];

    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    fn xor(self, other: Self) -> Self;
    fn without(self, other: Self) -> Self;
    fn shift_left(self, by: u32) -> Self;
    fn shift_right(self, by: u32) -> Self;

    #[inline(always)]
    fn not(self) -> Self {
        self.splat(u64::MAX).without(self)
    }

    #[inline(always)]
    fn and3(self, b: Self, c: Self) -> Self {
        self.and(b).and(c)
    }

    #[inline(always)]
    fn or3(self, b: Self, c: Self) -> Self {
        self.or(b).or(c)
    }

    #[inline(always)]
    fn xor3(self, b: Self, c: Self) -> Self {
        self.xor(b).xor(c)
    }

    /// The bits that at least two of the three have.
    #[inline(always)]
    fn majority(self, b: Self, c: Self) -> Self {
        self.and(b).or(c.and(self.or(b)))
    }

    #[inline(always)]
    fn or_and(self, b: Self, c: Self) -> Self {
        self.or(b.and(c))
    }

    #[inline(always)]
    fn without2(self, b: Self, c: Self) -> Self {
        self.without(b.or(c))
    }

    #[inline(always)]
    fn without_both(self, b: Self, c: Self) -> Self {
        self.without(b.and(c))
    }

    #[inline(always)]
    fn or_xor(self, b: Self, c: Self) -> Self {
        self.or(b.xor(c))
    }

    #[inline(always)]
    fn or_not(self, b: Self) -> Self {
        b.without(self).not()
    }

    #[inline(always)]
    fn and_or_not(self, b: Self, c: Self) -> Self {
        self.without(c.without(b))
    }

    /// `self & !b`, or `c` where `self` and `b` are equal: a step of a comparison of numbers.
    #[inline(always)]
    fn exceeds(self, b: Self, c: Self) -> Self {
        self.majority(b.not(), c)
    }

    #[inline(always)]
    fn select(self, b: Self, c: Self) -> Self {
        self.and(b).or(c.without(self))
    }

    /// Swaps the high bits of every group of `2 · by` bits in `a` with the low bits in `b`. `low` has the low bits.
    #[inline(always)]
    fn swap(a: Self, b: Self, by: u32, low: Self) -> (Self, Self) {
        if by >= 8 {
            // The compiler finds the instructions that choose among whole bytes.
            return (low.select(a, b.shift_left(by)), low.select(a.shift_right(by), b));
        }
        let swapped = a.shift_right(by).xor(b).and(low);
        (a.xor(swapped.shift_left(by)), b.xor(swapped))
    }
}

/// Vectors without vector instructions.
#[derive(Clone, Copy)]
pub struct Words<const N: usize>([u64; N]);

impl<const N: usize> Words<N> {
    pub const ZERO: Words<N> = Words([0; N]);

    /// Returns a function of each word and the word beside it. (The compiler does not inline closures of `array::from_fn`
    /// and `map` everywhere.)
    #[inline(always)]
    fn zip(mut self, other: Self, function: impl Fn(u64, u64) -> u64) -> Self {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word = function(*word, other);
        }
        self
    }
}

impl<const N: usize> Bits for Words<N> {
    const WORDS: usize = N;

    #[inline(always)]
    fn splat(self, word: u64) -> Self {
        Words([word; N])
    }

    #[inline(always)]
    fn load(self, words: &[u64]) -> Self {
        Words(*words.first_chunk().expect("a whole vector"))
    }

    #[inline(always)]
    fn store(self, words: &mut [u64]) {
        words[..N].copy_from_slice(&self.0);
    }

    #[inline(always)]
    fn words(self) -> [u64; MAX_WORDS] {
        let mut words = [0; MAX_WORDS];
        self.store(&mut words);
        words
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }

    #[inline(always)]
    fn shift_left(self, by: u32) -> Self {
        self.zip(self, |word, _| word << by)
    }

    #[inline(always)]
    fn shift_right(self, by: u32) -> Self {
        self.zip(self, |word, _| word >> by)
    }
}
