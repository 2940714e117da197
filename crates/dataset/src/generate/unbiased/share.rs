//! The share of a full grid that each minimal puzzle has.

use grid::CELLS;

pub const MAX_CLUES: usize = 32;

/// Minimum share of a success, out of [`WHOLE`].
const MIN_SHARE: u128 = WHOLE / 4;

/// A probability of 1.
const WHOLE: u128 = 1 << 64;

/// C(81, n) / C(81, [`MAX_CLUES`]) for every number of clues, out of [`WHOLE`].
pub static KEEP_PROBABILITY: [u128; MAX_CLUES + 1] = {
    let mut kept = [WHOLE; MAX_CLUES + 1];
    let mut clues = MAX_CLUES;
    while clues > 0 {
        kept[clues - 1] = kept[clues] * clues as u128 / (CELLS - clues + 1) as u128;
        clues -= 1;
    }
    kept
};

/// Returns the share of a minimal puzzle with this many clues whose trial was followed to its end.
pub fn share(clues: usize) -> u128 {
    KEEP_PROBABILITY[clues].max(MIN_SHARE)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers of ways to choose 26 and 32 of 81 cells.
    #[test]
    fn the_probability_of_keeping_offsets_the_probability_of_finding() {
        let ways = |clues: u32| (0..clues).fold(1.0, |ways, n| ways * f64::from(81 - n) / f64::from(n + 1));
        for (clues, &kept) in KEEP_PROBABILITY.iter().enumerate() {
            let expected = ways(clues as u32) / ways(MAX_CLUES as u32);
            assert!((kept as f64 / WHOLE as f64 / expected - 1.0).abs() < 1e-9 || expected < 1e-9, "{clues}");
            assert!(share(clues) >= kept && share(clues) >= MIN_SHARE && share(clues) <= WHOLE);
        }
        assert_eq!((KEEP_PROBABILITY[MAX_CLUES], share(MAX_CLUES), share(26)), (WHOLE, WHOLE, MIN_SHARE));
    }
}
