//! A random number generator with the same output on every machine and in every version. A generator of a dependency
//! could change with its next version, and with it samples and verdicts.

/// The generator of Guy L. Steele Jr., Doug Lea and Christine H. Flood, "Fast splittable pseudorandom number
/// generators", OOPSLA 2014.
///
/// ```
/// use sudoku_bench_grid::random::SplitMix64;
///
/// let mut random = SplitMix64(1234567);
/// assert_eq!([random.next_u64(), random.next_u64()], [6457827717110365317, 3203168211198807973]);
/// ```
#[derive(Clone, Debug)]
pub struct SplitMix64(pub u64);

/// The step from state to state.
const GAMMA: u64 = 0x9e37_79b9_7f4a_7c15;

impl SplitMix64 {
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(GAMMA);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// Returns a number below `bound`, with a bias of at most `bound / 2⁶⁴`.
    #[inline]
    pub fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.next_u64()) * u128::from(bound)) >> 64) as u64
    }

    /// Returns a generator at the start of a piece. The sequence of all 2⁶⁴ numbers is divided into pieces of 2³²
    /// numbers; the seed determines where the first piece begins, and the other pieces follow it.
    pub fn piece(seed: u64, piece: u64) -> SplitMix64 {
        let start = SplitMix64(SplitMix64(seed).next_u64() ^ (piece >> 32)).next_u64();
        SplitMix64(start.wrapping_add((piece << 32).wrapping_mul(GAMMA)))
    }

    /// Shuffles items; all orders are equally likely (Richard Durstenfeld, "Algorithm 235: Random
    /// permutation", 1964).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u64 + 1) as usize);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_adjacent() {
        let mut first = SplitMix64::piece(5, 0);
        first.0 = first.0.wrapping_add(GAMMA.wrapping_mul(1 << 32));
        assert_eq!(first.next_u64(), SplitMix64::piece(5, 1).next_u64());
        assert_ne!(SplitMix64::piece(5, 0).next_u64(), SplitMix64::piece(6, 0).next_u64());
    }

    /// 24 orders of four, 6,000 draws: the 0.999 quantile of chi-square with 23 degrees of freedom is 49.7.
    #[test]
    fn all_orders_are_equally_likely() {
        let mut random = SplitMix64(3);
        let mut counts = std::collections::BTreeMap::new();
        for _ in 0..6000 {
            let mut items = [0, 1, 2, 3];
            random.shuffle(&mut items);
            *counts.entry(items).or_insert(0.0) += 1.0;
        }
        assert_eq!(counts.len(), 24);
        let distance: f64 = counts.values().map(|count: &f64| (count - 250.0).powi(2) / 250.0).sum();
        assert!(distance < 49.7, "{distance}");
    }
}
