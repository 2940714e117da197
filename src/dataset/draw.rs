//! What is drawn at random for a puzzle of a corpus: the same for the same seed, whatever is before and behind it.

use crate::{grid::Grid, isomorph::Symmetry, random::SplitMix64};

/// Random isomorphs of a puzzle, each with the image of its solution, if it has one. The random numbers are those of this
/// seed for this place in the corpus.
pub fn images(
    puzzle: &Grid,
    solution: Option<&Grid>,
    (seed, place): (u64, u64),
    count: usize,
) -> Vec<(Grid, Option<Grid>)> {
    let mut random = SplitMix64::piece(seed, place);
    let mut image = |_| {
        let symmetry = Symmetry::random(&mut random);
        (symmetry.apply(puzzle), solution.map(|solution| symmetry.apply(solution)))
    };
    (0..count).map(&mut image).collect()
}

/// The parts of a corpus that is split at random.
#[derive(Clone, Debug)]
pub struct Parts {
    /// The share of each part; they sum up to 1.
    pub shares: Vec<f64>,
    /// The random numbers.
    pub seed: u64,
}

impl Parts {
    /// The part, from 0, of the puzzle at a place.
    pub fn of_place(&self, place: u64) -> usize {
        self.part(SplitMix64::piece(self.seed, place))
    }

    /// The part, from 0, of all puzzles of a class, told by its [key](crate::isomorph::Canonical::key).
    pub fn of_class(&self, key: u128) -> usize {
        self.part(SplitMix64(SplitMix64(self.seed).next() ^ key as u64 ^ (key >> 64) as u64))
    }

    fn part(&self, mut random: SplitMix64) -> usize {
        let at = random.next() as f64 / 2f64.powi(64);
        let ends = self.shares.iter().scan(0.0, |end, share| {
            *end += share;
            Some(*end)
        });
        ends.take(self.shares.len() - 1).filter(|end| at >= *end).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_have_their_shares() {
        let parts = Parts { shares: vec![0.8, 0.15, 0.05], seed: 3 };
        for part in
            [|parts: &Parts, n: u64| parts.of_place(n), |parts: &Parts, n: u64| parts.of_class(u128::from(n) << 70 | 1)]
        {
            let mut counts = [0i32; 3];
            (0..100_000).for_each(|n| counts[part(&parts, n)] += 1);
            // Five standard deviations are 633 at most.
            let expected = [80_000, 15_000, 5_000];
            assert!(counts.iter().zip(expected).all(|(n, wanted)| (n - wanted).abs() < 633), "{counts:?}");
        }
        let other = Parts { seed: 4, ..parts.clone() };
        assert!((0..1000).any(|n| parts.of_place(n) != other.of_place(n)));
    }
}
