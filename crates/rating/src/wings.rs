//! XY-wing and XYZ-wing (4.2, 4.4).

use super::{board::Board, step::Step, technique::Technique, units::peers_in_order};
use grid::{CellSet, PEER_SETS, members};

/// Returns the first wing that removes something, whose pivot has `size` candidates: 2 or 3.
pub fn wing(board: &Board, size: u32) -> Option<Step> {
    let by_count = board.marks.by_count();
    let bivalue = by_count[2];
    let pivots = by_count[size as usize];
    members(pivots).find_map(|pivot| wing_of(board, pivot, bivalue & PEER_SETS[pivot], size))
}

/// Returns the first wing of a pivot; its wings are among `bivalue`.
fn wing_of(board: &Board, pivot: usize, bivalue: CellSet, size: u32) -> Option<Step> {
    let cells = &board.marks.cells;
    // Both wings leave the pivot one candidate.
    let is_wing = |&cell: &usize| (cells[pivot] & !cells[cell]).count_ones() == 1;
    let wings: Vec<usize> = peers_in_order(pivot, bivalue).filter(is_wing).collect();
    let common = if size == 2 { 0 } else { 1 };
    for &first in &wings {
        for &second in &wings {
            let union = cells[pivot] | cells[first] | cells[second];
            let shared = cells[pivot] & cells[first] & cells[second];
            if union.count_ones() != 3 || shared.count_ones() != common {
                continue;
            }
            let digit = (cells[first] & cells[second]).trailing_zeros() as usize;
            let pattern = 1 << pivot | 1 << first | 1 << second;
            let of_pivot = if size == 2 { CellSet::MAX } else { PEER_SETS[pivot] };
            let seen = PEER_SETS[first] & PEER_SETS[second] & of_pivot & !pattern;
            let mut removed = [0; 9];
            removed[digit % 9] = board.marks.digits[digit % 9] & seen;
            if removed[digit % 9] != 0 {
                let technique = if size == 2 { Technique::XyWing } else { Technique::XyzWing };
                return Some(Step::remove(technique, removed).with_pattern(pattern, union));
            }
        }
    }
    None
}
