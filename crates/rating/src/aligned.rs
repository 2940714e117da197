//! Aligned pair and triplet exclusion: combinations of candidates that cells which see all of a few cells exclude (6.2, 7.5).

use super::{
    board::{Board, Changed},
    step::Step,
    technique::Technique,
    units::{digits_of, peers_in_order},
};
use grid::{ALL_CELLS, CellSet, PEER_SETS, members};

/// The cells that may be aligned, and the cells that may exclude combinations of them.
struct Cells<'b> {
    cells: &'b [u16; 81],
    /// Cells with few enough candidates to exclude a combination.
    excluders: CellSet,
    /// Cells that see such a cell, and no cell with one candidate, ascending.
    base: Vec<usize>,
    base_set: CellSet,
    /// Cells that changed. Combinations of other cells with other excluders remove nothing, as before.
    changed: CellSet,
}

impl Cells<'_> {
    fn of(board: &Board, k: u32, changed: Changed) -> Cells<'_> {
        let cells = &board.marks.cells;
        let [none, single, two, three] = board.marks.by_count();
        let excluders = if k == 2 { two } else { two | three };
        let several = ALL_CELLS & !none & !single;
        let base = members(several)
            .filter(|&cell| PEER_SETS[cell] & single == 0 && PEER_SETS[cell] & excluders != 0)
            .collect::<Vec<_>>();
        let base_set = base.iter().fold(0, |set, cell| set | 1 << cell);
        Cells { cells, excluders, base, base_set, changed: changed.cells() }
    }

    /// Returns the excluders that see both cells; `None` if there are fewer than two.
    fn common(&self, pair: [usize; 2]) -> Option<CellSet> {
        let common = self.excluders & PEER_SETS[pair[0]] & PEER_SETS[pair[1]];
        has_several(common).then_some(common)
    }

    /// Returns true if one of the excluders or of the cells changed.
    fn any_changed(&self, excluders: CellSet, cells: &[usize]) -> bool {
        cells.iter().fold(excluders, |all, &cell| all | 1 << cell) & self.changed != 0
    }

    /// Replaces `masks` with the candidates of these cells.
    fn set_masks(&self, masks: &mut Vec<u16>, excluders: CellSet) {
        masks.clear();
        masks.extend(members(excluders).map(|cell| self.cells[cell]));
    }
}

fn has_several(cells: CellSet) -> bool {
    cells & cells.wrapping_sub(1) != 0
}

pub fn aligned_pair(board: &Board, changed: Changed) -> Option<Step> {
    let cells = Cells::of(board, 2, changed);
    let mut masks = Vec::new();
    (1..cells.base.len()).find_map(|second| {
        (0..second).find_map(|first| {
            let pair = [cells.base[first], cells.base[second]];
            let excluders = cells.common(pair).filter(|common| cells.any_changed(*common, &pair))?;
            cells.set_masks(&mut masks, excluders);
            let see = PEER_SETS[pair[0]] >> pair[1] & 1 == 1;
            let mut allowed = [0; 2];
            allow_pairs(&mut allowed, pair.map(|cell| cells.cells[cell]), see, &masks, 0);
            step(Technique::AlignedPair, cells.cells, &[(pair[0], allowed[0]), (pair[1], allowed[1])])
        })
    })
}

/// Adds to `allowed` the digits of two cells that are in an allowed combination. `third` is the digit of a third cell, as a mask, or 0.
/// Returns true if there is such a combination.
fn allow_pairs(allowed: &mut [u16; 2], pair: [u16; 2], see: bool, excluders: &[u16], third: u16) -> bool {
    let mut is_allowed = false;
    for digit in digits_of(pair[0]) {
        let own = 1 << digit;
        // This digit and all digits of the second cell are known to be allowed.
        if is_allowed && allowed[0] & own != 0 && pair[1] & !allowed[1] == 0 {
            continue;
        }
        let mut excluded = if see { own } else { 0 };
        for mask in excluders {
            let rest = mask & !(own | third);
            if rest == 0 {
                excluded = u16::MAX;
            } else if rest.is_power_of_two() {
                excluded |= rest;
            }
        }
        let others = pair[1] & !excluded;
        allowed[1] |= others;
        if others != 0 {
            allowed[0] |= own;
            is_allowed = true;
        }
    }
    is_allowed
}

/// Returns the first three cells that remove something.
pub fn aligned_triplet(board: &Board, changed: Changed) -> Option<Step> {
    let cells = Cells::of(board, 3, changed);
    let mut masks = Vec::new();
    (1..cells.base.len()).find_map(|second| {
        (0..second).find_map(|first| {
            let pair = [cells.base[first], cells.base[second]];
            let common = cells.common(pair)?;
            let near = PEER_SETS[pair[0]] | PEER_SETS[pair[1]];
            let mut thirds = cells.excluders & cells.base_set & near & !(1 << pair[0] | 1 << pair[1]);
            if !cells.any_changed(common, &pair) {
                thirds &= cells.changed;
            }
            let of_first = peers_in_order(pair[0], thirds);
            let of_second = peers_in_order(pair[1], thirds & !PEER_SETS[pair[0]]);
            of_first.chain(of_second).find_map(|third| {
                let excluders = common & PEER_SETS[third];
                if !has_several(excluders) || !cells.any_changed(excluders, &[pair[0], pair[1], third]) {
                    return None;
                }
                cells.set_masks(&mut masks, excluders);
                triplet(&cells, pair, third, &masks)
            })
        })
    })
}

fn triplet(cells: &Cells<'_>, pair: [usize; 2], third: usize, masks: &[u16]) -> Option<Step> {
    let [first, second] = pair;
    let sees = |a: usize, b: usize| PEER_SETS[a] >> b & 1 == 1;
    let (mut of_pair, mut of_third) = ([0; 2], 0);
    for digit in digits_of(cells.cells[third]) {
        let own = 1 << digit;
        let left = pair.map(|cell| cells.cells[cell] & !(if sees(cell, third) { own } else { 0 }));
        if allow_pairs(&mut of_pair, left, sees(first, second), masks, own) {
            of_third |= own;
        }
    }
    let left = [(first, of_pair[0]), (second, of_pair[1]), (third, of_third)];
    step(Technique::AlignedTriplet, cells.cells, &left)
}

/// Returns the step that leaves these digits in these cells, if it removes something.
fn step(technique: Technique, cells: &[u16; 81], left: &[(usize, u16)]) -> Option<Step> {
    let mut removed = [0; 9];
    for &(cell, allowed) in left {
        digits_of(cells[cell] & !allowed).for_each(|digit| removed[digit] |= 1 << cell);
    }
    let pattern = left.iter().fold(0, |set: CellSet, (cell, _)| set | 1 << cell);
    let digits = left.iter().fold(0, |digits, (cell, _)| digits | cells[*cell]);
    let is_found = removed.iter().any(|&cells| cells != 0);
    is_found.then(|| Step::remove(technique, removed).with_pattern(pattern, digits))
}
