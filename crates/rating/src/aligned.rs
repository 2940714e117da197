//! Aligned pair and triplet exclusion: combinations of candidates that cells which see all of a few cells exclude (6.2, 7.5).

use super::{
    board::Board,
    step::Step,
    technique::Technique,
    units::{PEERS_IN_ORDER, digits_of},
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
}

impl Cells<'_> {
    fn of(board: &Board, k: u32) -> Cells<'_> {
        let cells = &board.marks.cells;
        let [none, single, two, three] = board.marks.by_count();
        let excluders = if k == 2 { two } else { two | three };
        let several = ALL_CELLS & !none & !single;
        let base = members(several)
            .filter(|&cell| PEER_SETS[cell] & single == 0 && PEER_SETS[cell] & excluders != 0)
            .collect::<Vec<_>>();
        let base_set = base.iter().fold(0, |set, cell| set | 1 << cell);
        Cells { cells, excluders, base, base_set }
    }

    /// Returns the cells that may exclude combinations of these cells; `None` if there are fewer than two.
    fn common(&self, cells: &[usize]) -> Option<CellSet> {
        let common = cells.iter().fold(self.excluders, |common, &cell| common & PEER_SETS[cell]);
        (common & common.wrapping_sub(1) != 0).then_some(common)
    }

    /// Replaces `masks` with the candidates of these cells.
    fn set_masks(&self, masks: &mut Vec<u16>, excluders: CellSet) {
        masks.clear();
        masks.extend(members(excluders).map(|cell| self.cells[cell]));
    }
}

pub fn aligned_pair(board: &Board) -> Option<Step> {
    let cells = Cells::of(board, 2);
    let mut masks = Vec::new();
    (1..cells.base.len()).find_map(|second| {
        (0..second).find_map(|first| {
            let pair = [cells.base[first], cells.base[second]];
            let excluders = cells.common(&pair)?;
            cells.set_masks(&mut masks, excluders);
            let see = PEER_SETS[pair[0]] >> pair[1] & 1 == 1;
            let [first_left, second_left] = allowed_pairs(cells.cells, pair, see, &masks, 0);
            step(Technique::AlignedPair, cells.cells, &[(pair[0], first_left), (pair[1], second_left)])
        })
    })
}

/// Returns the digits of each of two cells that are in an allowed combination. `third` is the digit of a third cell, as a
/// mask, or 0.
fn allowed_pairs(cells: &[u16; 81], pair: [usize; 2], see: bool, excluders: &[u16], third: u16) -> [u16; 2] {
    let mut allowed = [0; 2];
    for digit in digits_of(cells[pair[0]]) {
        let own = 1 << digit;
        let mut excluded = if see { own } else { 0 };
        for mask in excluders {
            let rest = mask & !(own | third);
            if rest == 0 {
                excluded = u16::MAX;
            } else if rest.is_power_of_two() {
                excluded |= rest;
            }
        }
        let others = cells[pair[1]] & !excluded;
        allowed[1] |= others;
        if others != 0 {
            allowed[0] |= own;
        }
    }
    allowed
}

/// Returns the first three cells that remove something.
pub fn aligned_triplet(board: &Board) -> Option<Step> {
    let cells = Cells::of(board, 3);
    let mut masks = Vec::new();
    (1..cells.base.len()).find_map(|second| {
        (0..second).find_map(|first| {
            let pair = [cells.base[first], cells.base[second]];
            cells.common(&pair)?;
            let near = PEER_SETS[pair[0]] | PEER_SETS[pair[1]];
            let thirds = cells.excluders & cells.base_set & near & !(1 << pair[0] | 1 << pair[1]);
            let of_first = PEERS_IN_ORDER[pair[0]].iter();
            let of_second = PEERS_IN_ORDER[pair[1]].iter().filter(|&&cell| PEER_SETS[pair[0]] >> cell & 1 == 0);
            let in_order = of_first.chain(of_second).map(|&cell| cell as usize);
            in_order.filter(|cell| thirds >> cell & 1 == 1).find_map(|third| triplet(&cells, pair, third, &mut masks))
        })
    })
}

fn triplet(cells: &Cells<'_>, pair: [usize; 2], third: usize, masks: &mut Vec<u16>) -> Option<Step> {
    let [first, second] = pair;
    let excluders = cells.common(&[first, second, third])?;
    cells.set_masks(masks, excluders);
    let sees = |a: usize, b: usize| PEER_SETS[a] >> b & 1 == 1;
    let mut allowed = [0; 3];
    for digit in digits_of(cells.cells[third]) {
        let own = 1 << digit;
        let mut left = *cells.cells;
        if sees(first, third) {
            left[first] &= !own;
        }
        if sees(second, third) {
            left[second] &= !own;
        }
        let [of_first, of_second] = allowed_pairs(&left, pair, sees(first, second), masks, own);
        allowed[0] |= of_first;
        allowed[1] |= of_second;
        if of_first != 0 {
            allowed[2] |= own;
        }
    }
    let left = [(first, allowed[0]), (second, allowed[1]), (third, allowed[2])];
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
