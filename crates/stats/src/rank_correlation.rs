//! Do two strategies agree on which puzzles are hard? Spearman's rank correlation of their costs, and the overlap of the hardest 1 %.
//!
//! Costs are counted in bins: no puzzle is kept, and the memory depends on the pairs of bins that occur. All sums are integers, so
//! neither the order of the puzzles nor the machine changes a result.
//!
//! C. Spearman, "The Proof and Measurement of Association between Two Things", American Journal of Psychology 15, 1904.

use std::mem;

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

/// The number of puzzles in each pair of bins: a hash table with open addressing.
///
/// ```
/// use sudoku_bench_stats::rank_correlation::{PairCounts, bin};
///
/// let mut counts = PairCounts::default();
/// [(10, 300), (20, 200), (30, 100)].iter().for_each(|&(x, y)| counts.add(bin(x), bin(y)));
/// assert_eq!(counts.agreement().rho, Some(-1.0));
/// ```
#[derive(Clone, Debug, Default)]
pub struct PairCounts {
    /// The pair in the upper bits and its puzzles in the lower [`COUNT_BITS`]; 0 if the slot is free. Their number is 0 or a power of two.
    slots: Vec<u64>,
    used: usize,
}

const COUNT_BITS: u32 = 40;
const BIN_BITS: u32 = 12;
const FIRST_SLOTS: usize = 64;

/// How far two strategies agree on the puzzles that both answered.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Agreement {
    pub puzzles: u64,
    /// Spearman's ρ; `None` if a strategy has the same cost for all puzzles.
    pub rho: Option<f64>,
    /// `None` for fewer than 100 puzzles.
    pub hardest: Option<Hardest>,
}

/// The hardest 1 % for each of two strategies: the puzzles of its highest bins, as many bins as hold at least 1 %.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hardest {
    pub puzzles: [u64; 2],
    /// The puzzles among the hardest for both.
    pub both: u64,
}

impl PairCounts {
    /// Counts a puzzle.
    #[inline]
    pub fn add(&mut self, x: u16, y: u16) {
        if self.used * 4 >= self.slots.len() * 3 {
            self.grow();
        }
        self.add_puzzles(u64::from(x) << BIN_BITS | u64::from(y), 1);
    }

    #[inline]
    fn add_puzzles(&mut self, pair: u64, puzzles: u64) {
        // 2⁶⁴ ÷ the golden ratio spreads neighbouring pairs: Knuth, TAOCP 3, 6.4.
        let hash = pair.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32;
        let mask = self.slots.len() - 1;
        let mut index = hash as usize & mask;
        while self.slots[index] != 0 {
            if self.slots[index] >> COUNT_BITS == pair {
                self.slots[index] += puzzles;
                return;
            }
            index = (index + 1) & mask;
        }
        self.slots[index] = pair << COUNT_BITS | puzzles;
        self.used += 1;
    }

    #[cold]
    fn grow(&mut self) {
        let larger = vec![0; FIRST_SLOTS.max(2 * self.slots.len())];
        let slots = mem::replace(&mut self.slots, larger);
        self.used = 0;
        pairs(&slots).for_each(|([x, y], puzzles)| self.add_puzzles((x << BIN_BITS | y) as u64, puzzles));
    }

    pub fn agreement(&self) -> Agreement {
        let mut sides = [vec![0; BINS], vec![0; BINS]];
        for (bins, puzzles) in pairs(&self.slots) {
            sides.iter_mut().zip(bins).for_each(|(side, bin)| side[bin] += puzzles);
        }
        let total = sides[0].iter().sum();
        let [x, y] = sides.each_ref().map(|side| ranks(side, total));
        let products: i128 = pairs(&self.slots).map(|([a, b], puzzles)| i128::from(puzzles) * x[a] * y[b]).sum();
        let squares = sum_of_squares(&x, &sides[0]) as f64 * sum_of_squares(&y, &sides[1]) as f64;
        let rho = (squares > 0.0).then(|| products as f64 / squares.sqrt());
        let hardest = (total >= MIN_PUZZLES_OF_HARDEST).then(|| self.hardest(&sides, total.div_ceil(100)));
        Agreement { puzzles: total, rho, hardest }
    }

    fn hardest(&self, sides: &[Vec<u64>; 2], at_least: u64) -> Hardest {
        let [(first_x, of_x), (first_y, of_y)] = sides.each_ref().map(|side| highest(side, at_least));
        let in_both = pairs(&self.slots).filter(|([x, y], _)| *x >= first_x && *y >= first_y);
        Hardest { puzzles: [of_x, of_y], both: in_both.map(|(_, puzzles)| puzzles).sum() }
    }
}

/// Returns the pairs of bins that hold puzzles, with their number.
fn pairs(slots: &[u64]) -> impl Iterator<Item = ([usize; 2], u64)> {
    slots.iter().filter(|&&slot| slot != 0).map(|slot| {
        let pair = (slot >> COUNT_BITS) as usize;
        ([pair >> BIN_BITS, pair % (1 << BIN_BITS)], slot % (1 << COUNT_BITS))
    })
}

impl Hardest {
    /// Returns the puzzles in both as a share of the smaller.
    pub fn overlap(&self) -> f64 {
        self.both as f64 / self.puzzles[0].min(self.puzzles[1]) as f64
    }

    /// Returns the mean overlap of strategies with nothing in common, of `puzzles` in all.
    pub fn chance(&self, puzzles: u64) -> f64 {
        self.puzzles[0].max(self.puzzles[1]) as f64 / puzzles as f64
    }
}

/// Returns, for the puzzles of each bin, twice their rank less the mean of all ranks. Ties have their mean rank.
fn ranks(side: &[u64], total: u64) -> Vec<i128> {
    let mut lower = 0;
    let rank = |&puzzles: &u64| {
        let before = lower;
        lower += i128::from(puzzles);
        before + lower - i128::from(total)
    };
    side.iter().map(rank).collect()
}

fn sum_of_squares(ranks: &[i128], side: &[u64]) -> i128 {
    ranks.iter().zip(side).map(|(rank, &puzzles)| rank * rank * i128::from(puzzles)).sum()
}

/// Returns the lowest of the highest bins that together hold at least so many puzzles, and how many they hold.
fn highest(side: &[u64], at_least: u64) -> (usize, u64) {
    let mut held = 0;
    let reaches = |(_, puzzles): &(usize, &u64)| {
        held += **puzzles;
        held >= at_least
    };
    let lowest = side.iter().enumerate().rev().find(reaches).map_or(0, |(bin, _)| bin);
    (lowest, held)
}

#[cfg(test)]
mod tests {
    use grid::random::SplitMix64;

    use super::*;

    /// Spearman's ρ of the costs themselves, as it is defined.
    fn exact(costs: &[(u64, u64)]) -> f64 {
        let rank = |of: fn(&(u64, u64)) -> u64, cost: u64| {
            let lower = costs.iter().filter(|pair| of(pair) < cost).count();
            let same = costs.iter().filter(|pair| of(pair) == cost).count();
            lower as f64 + (same as f64 + 1.0) / 2.0 - (costs.len() as f64 + 1.0) / 2.0
        };
        let ranks: Vec<_> = costs.iter().map(|&(x, y)| (rank(|pair| pair.0, x), rank(|pair| pair.1, y))).collect();
        let sum = |product: fn(&(f64, f64)) -> f64| ranks.iter().map(product).sum::<f64>();
        sum(|(x, y)| x * y) / (sum(|(x, _)| x * x) * sum(|(_, y)| y * y)).sqrt()
    }

    fn counts(costs: &[(u64, u64)]) -> PairCounts {
        let mut counts = PairCounts::default();
        costs.iter().for_each(|&(x, y)| counts.add(bin(x), bin(y)));
        counts
    }

    #[test]
    fn bins_are_narrow_and_in_order() {
        assert_eq!([0, 127, 128, 129, 130, 255, 256, 259, 260].map(bin), [0, 127, 128, 128, 129, 191, 192, 192, 193]);
        assert_eq!(usize::from(bin(u64::MAX)), BINS - 1);
        for exponent in 7..64 {
            assert_eq!(bin(1 << exponent), bin((1 << exponent) - 1) + 1, "2 to the power of {exponent}");
        }
    }

    #[test]
    fn binned_costs_have_the_correlation_of_the_costs() {
        let mut random = SplitMix64(1);
        for spread in [1, 4, 60, 5000, 1 << 40] {
            let mut cost = || random.below(spread);
            let costs: Vec<_> = (0..1500).map(|_| (cost(), cost())).map(|(x, y)| (x, x / 2 + y)).collect();
            let agreement = counts(&costs).agreement();
            assert_eq!(agreement.puzzles, 1500);
            match agreement.rho {
                Some(rho) => assert!((rho - exact(&costs)).abs() < 0.0014, "{rho} {}", exact(&costs)),
                None => assert_eq!(spread, 1),
            }
        }
    }

    #[test]
    fn the_hardest_are_whole_bins_of_either_strategy() {
        // The last three puzzles are the hardest of the first strategy; for the second, the last thirty are equally hard.
        let costs: Vec<_> = (0..300).map(|n| (if n < 297 { 5 } else { n - 290 }, (n / 3).min(90))).collect();
        let hardest = counts(&costs).agreement().hardest.unwrap();
        assert_eq!(hardest, Hardest { puzzles: [3, 30], both: 3 });
        assert_eq!((hardest.overlap(), hardest.chance(300)), (1.0, 0.1));
        assert_eq!(counts(&costs[201..]).agreement().hardest, None);
        assert_eq!(PairCounts::default().agreement(), Agreement { puzzles: 0, rho: None, hardest: None });
    }
}
