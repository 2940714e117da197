//! What is grouped.

/// An item of a fixed number of 64-bit words, which are written to disk as they are.
pub trait Item: Copy + Ord {
    /// Returns the words.
    fn words(&self) -> &[u64];

    /// Returns the item with these words.
    fn of_words(words: impl Iterator<Item = u64>) -> Self;
}

impl Item for u64 {
    fn words(&self) -> &[u64] {
        std::slice::from_ref(self)
    }

    fn of_words(mut words: impl Iterator<Item = u64>) -> u64 {
        words.next().expect("an item has all its words")
    }
}

impl<const N: usize> Item for [u64; N] {
    fn words(&self) -> &[u64] {
        self
    }

    fn of_words(mut words: impl Iterator<Item = u64>) -> [u64; N] {
        std::array::from_fn(|_| words.next().expect("an item has all its words"))
    }
}
