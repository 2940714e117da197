//! Do two strategies agree on which puzzles are hard? Spearman's rank correlation of their costs, and the overlap of the hardest 1 %.
//!
//! Costs are counted in bins: no puzzle is kept, and the memory depends on the pairs of bins that occur. All sums are integers, so
//! neither the order of the puzzles nor the machine changes a result.
//!
//! C. Spearman, "The Proof and Measurement of Association between Two Things", American Journal of Psychology 15, 1904.

use rustc_hash::FxHashMap;

/// Lower costs have a bin each.
const FIRST_SHARED_BIN: u64 = 128;
/// Bins from a power of two to the next: each is at most 1.6 % wide.
const BINS_PER_OCTAVE: u64 = 64;
const BINS: usize = 3776;

/// With fewer puzzles, the hardest 1 % is less than a puzzle.
const MIN_PUZZLES_OF_HARDEST: u64 = 100;

/// Returns the bin of a cost. Bins have the order of their costs.
pub fn bin(cost: u64) -> u16 {
    if cost < FIRST_SHARED_BIN {
        return cost as u16;
    }
    let exponent = u64::from(cost.ilog2());
    let within_octave = (cost >> (exponent - 6)) % BINS_PER_OCTAVE;
    (FIRST_SHARED_BIN + BINS_PER_OCTAVE * (exponent - 7) + within_octave) as u16
}

/// The number of puzzles in each pair of bins.
#[derive(Clone, Debug, Default)]
pub struct PairCounts(FxHashMap<(u16, u16), u64>);

/// How far two strategies agree on the puzzles that both answered.
#[derive(Clone, Copy, Debug)]
pub struct Agreement {
    pub puzzles: u64,
    /// Spearman's ρ; `None` if a strategy has the same cost for all puzzles.
    pub rho: Option<f64>,
    /// `None` for fewer than 100 puzzles.
    pub hardest: Option<Hardest>,
}

/// The hardest 1 % for each of two strategies: the puzzles of its highest bins, as many bins as hold at least 1 %.
#[derive(Clone, Copy, Debug)]
pub struct Hardest {
    pub puzzles: [u64; 2],
    /// The puzzles among the hardest for both.
    pub both: u64,
}

impl PairCounts {
    /// Counts a puzzle.
    #[inline]
    pub fn add(&mut self, x: u16, y: u16) {
        // Faster than an entry, which makes room for a new pair first.
        match self.0.get_mut(&(x, y)) {
            Some(puzzles) => *puzzles += 1,
            None => _ = self.0.insert((x, y), 1),
        }
    }

    pub fn agreement(&self) -> Agreement {
        let mut by_bin = [vec![0; BINS], vec![0; BINS]];
        for (&(x, y), puzzles) in &self.0 {
            by_bin[0][usize::from(x)] += puzzles;
            by_bin[1][usize::from(y)] += puzzles;
        }
        let total = by_bin[0].iter().sum();
        let [one, other] = by_bin.map(|by_bin| Side::new(&by_bin, total));
        let mut products = 0;
        let mut both = 0;
        for (&(x, y), &puzzles) in &self.0 {
            let [x, y] = [x, y].map(usize::from);
            products += i128::from(puzzles) * one.ranks[x] * other.ranks[y];
            both += if x >= one.first_hardest && y >= other.first_hardest { puzzles } else { 0 };
        }
        let squares = one.squares as f64 * other.squares as f64;
        let hardest = Hardest { puzzles: [one.hardest, other.hardest], both };
        Agreement {
            puzzles: total,
            rho: (squares > 0.0).then(|| products as f64 / squares.sqrt()),
            hardest: (total >= MIN_PUZZLES_OF_HARDEST).then_some(hardest),
        }
    }
}

/// The puzzles as one of the strategies ranks them.
#[derive(Default)]
struct Side {
    /// For each bin, twice the difference between the mean rank of its puzzles and the mean of all ranks.
    ranks: Vec<i128>,
    /// The sum over all puzzles of the squares of `ranks`.
    squares: i128,
    /// The lowest bin of the hardest 1 %, and the number of puzzles from there on.
    first_hardest: usize,
    hardest: u64,
}

impl Side {
    fn new(by_bin: &[u64], total: u64) -> Side {
        let mut side = Side::default();
        let mut lower = 0;
        for (bin, &puzzles) in by_bin.iter().enumerate() {
            if total - lower >= total.div_ceil(100) {
                (side.first_hardest, side.hardest) = (bin, total - lower);
            }
            let rank = 2 * i128::from(lower) + i128::from(puzzles) - i128::from(total);
            side.ranks.push(rank);
            side.squares += rank * rank * i128::from(puzzles);
            lower += puzzles;
        }
        side
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bins_are_in_order_and_at_most_a_64th_wide() {
        let costs = [0, 127, 128, 129, 130, 255, 256, 259, 260, u64::MAX];
        assert_eq!(costs.map(bin), [0, 127, 128, 128, 129, 191, 192, 192, 193, BINS as u16 - 1]);
    }
}
