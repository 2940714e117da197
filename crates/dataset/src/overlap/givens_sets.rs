//! Searches many sets of givens for those that are within a set, or around it.
//!
//! Sorted sets are an implicit binary trie: the sets that begin with the same cells are neighbours. A search leaves a branch
//! as soon as the cells that its sets have in common exclude all of them.

use grid::CellSet;

use crate::location::Location;

/// A set of givens in a solution, and the first training row that has it. Slices of these are sorted by set.
pub(super) type GivensSet = (CellSet, Location);

/// Returns the first row whose set is a part of `set`, but not all of it.
pub(super) fn first_within(sets: &[GivensSet], set: CellSet) -> Option<Location> {
    first(sets, set, &|other| other & !set)
}

/// Returns the first row whose set has all of `set`, and more.
pub(super) fn first_around(sets: &[GivensSet], set: CellSet) -> Option<Location> {
    first(sets, set, &|other| set & !other)
}

/// Returns the first row with a set, other than `set`, for which `excluding` returns no cell. `excluding` returns the cells
/// that exclude a set; whether a cell is one of them depends on this cell only.
fn first(sets: &[GivensSet], set: CellSet, excluding: &impl Fn(CellSet) -> CellSet) -> Option<Location> {
    let (lowest, row) = *sets.first()?;
    let (highest, _) = *sets.last()?;
    if lowest == highest {
        return (lowest != set && excluding(lowest) == 0).then_some(row);
    }
    // The highest cell in which the sets differ.
    let branch = (lowest ^ highest).ilog2();
    let in_common: CellSet = !0 << branch << 1;
    if excluding(lowest) & in_common != 0 {
        return None;
    }
    let (without, with) = sets.split_at(sets.partition_point(|(other, _)| other >> branch & 1 == 0));
    let rows = [first(without, set, excluding), first(with, set, excluding)];
    rows.into_iter().flatten().min()
}

#[cfg(test)]
mod tests {
    use grid::random::SplitMix64;

    use super::*;

    #[test]
    fn the_trie_finds_what_a_scan_finds() {
        let mut random = SplitMix64(1);
        // Sets of few cells are often parts of others.
        for (cells, number) in [(3, 2), (8, 100), (81, 100)] {
            let mut set =
                || (0..cells).fold(0, |set: CellSet, _| set | u128::from(random.below(2)) << random.below(cells));
            let mut rows: Vec<_> = (0..number).map(|line| (set(), Location(line))).collect();
            rows.sort_unstable();
            let mut sets = rows.clone();
            sets.dedup_by_key(|(set, _)| *set);
            for wanted in (0..200).map(|_| set()).chain([0, !0]) {
                let scan = |is_found: &dyn Fn(CellSet) -> bool| {
                    rows.iter().filter(|(set, _)| *set != wanted && is_found(*set)).map(|(_, row)| *row).min()
                };
                assert_eq!(first_within(&sets, wanted), scan(&|set| set & wanted == set));
                assert_eq!(first_around(&sets, wanted), scan(&|set| set & wanted == wanted));
            }
        }
        assert_eq!(first_within(&[], 1), None);
    }
}
