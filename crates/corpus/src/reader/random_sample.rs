//! A uniform sample of a stream of unknown length.

use grid::random::SplitMix64;

#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct RandomSample {
    /// Puzzles to draw; a smaller corpus is taken whole.
    pub size: usize,
    /// Seed of the random numbers. The same seed draws the same puzzles from the same corpus, on every machine and in every
    /// version.
    pub seed: u64,
}

/// Draws a uniform sample of a stream of items.
///
/// Algorithm R: Jeffrey S. Vitter, "Random sampling with a reservoir", ACM TOMS 11 (1), 1985.
pub struct Reservoir<T> {
    size: usize,
    random: SplitMix64,
    seen: u64,
    drawn: Vec<(u64, T)>,
}

impl<T> Reservoir<T> {
    pub fn new(sample: RandomSample) -> Reservoir<T> {
        Reservoir { size: sample.size, random: SplitMix64(sample.seed), seen: 0, drawn: Vec::new() }
    }

    pub fn offer(&mut self, item: T) {
        self.offer_with(|| item);
    }

    /// Offers an item to the sample; `item` is called only if the item is kept.
    pub fn offer_with(&mut self, item: impl FnOnce() -> T) {
        let number = self.seen;
        self.seen += 1;
        if self.drawn.len() < self.size {
            self.drawn.push((number, item()));
        } else {
            let index = self.random.below(self.seen);
            if index < self.size as u64 {
                self.drawn[index as usize] = (number, item());
            }
        }
    }

    /// Returns the sample in stream order.
    pub fn into_drawn(mut self) -> impl Iterator<Item = T> {
        self.drawn.sort_unstable_by_key(|&(number, _)| number);
        self.drawn.into_iter().map(|(_, item)| item)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draw(size: usize, seed: u64, of: u32) -> Vec<u32> {
        let mut reservoir = Reservoir::new(RandomSample { size, seed });
        (0..of).for_each(|n| reservoir.offer(n));
        reservoir.into_drawn().collect()
    }

    #[test]
    fn a_sample_is_reproducible_ordered_and_uniform() {
        assert_eq!(draw(10, 7, 1000), draw(10, 7, 1000));
        assert_ne!(draw(10, 7, 1000), draw(10, 8, 1000));
        assert_eq!(draw(5, 1, 3), [0, 1, 2]);
        assert!(draw(50, 3, 1000).is_sorted());
        // Each tenth of the stream is expected 2,000 times; five standard deviations are 212.
        let mut tenths = [0i32; 10];
        (0..1000).flat_map(|seed| draw(20, seed, 200)).for_each(|n| tenths[n as usize / 20] += 1);
        assert!(tenths.iter().all(|n| (n - 2000).abs() < 212), "{tenths:?}");
    }
}
