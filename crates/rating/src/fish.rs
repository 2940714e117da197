//! X-wing, swordfish and jellyfish (3.2, 3.8, 5.2).

use super::{
    board::Board,
    marks::Marks,
    sets::SmallMasks,
    step::Step,
    technique::Technique,
    units::{COLUMNS, ROWS, UNIT_SETS, digits_of},
};

/// Lines whose positions of a digit lie in as many cross lines.
pub struct Fish {
    pub digit: usize,
    /// The first unit of the kind of the lines.
    pub kind: usize,
    /// The lines.
    pub base: u16,
    /// The cross lines.
    pub cover: u16,
    /// Where the digit is removed: in the cross lines outside the lines.
    pub removed: u128,
}

/// Returns the first fish of `k` lines of a kind, and one of these digits, that removes something. The sets of lines come
/// first, then the digits.
pub fn fish_of_kind(marks: &Marks, placed: &[u8; 9], k: usize, kind: usize, digits: u16) -> Option<Fish> {
    let found = digits_of(digits).filter(|&digit| placed[digit] as usize + 2 * k <= 9);
    found.filter_map(|digit| fish_of_digit(marks, k, kind, digit, Some)).min_by_key(|fish| (fish.base, fish.digit))
}

/// Returns the first result of `find` over the fish of a digit that remove something.
pub fn fish_of_digit<T>(
    marks: &Marks,
    k: usize,
    kind: usize,
    digit: usize,
    mut find: impl FnMut(Fish) -> Option<T>,
) -> Option<T> {
    let across = COLUMNS + ROWS - kind;
    let lines = &marks.positions[digit][kind..kind + 9];
    SmallMasks::of(lines.iter().copied(), k).find(k, |base, cover| {
        let removed = marks.digits[digit] & lines_of(across, cover) & !lines_of(kind, base);
        if removed != 0 { find(Fish { digit, kind, base, cover, removed }) } else { None }
    })
}

pub fn lines_of(kind: usize, lines: u16) -> u128 {
    digits_of(lines).fold(0, |cells, line| cells | UNIT_SETS[kind + line])
}

pub fn fish(board: &Board, k: usize, digits: u16) -> Option<Step> {
    let technique = [Technique::XWing, Technique::Swordfish, Technique::Jellyfish][k - 2];
    let kinds = [COLUMNS, ROWS].into_iter();
    let fish = kinds.filter_map(|kind| fish_of_kind(&board.marks, &board.placed, k, kind, digits)).next()?;
    let mut removed = [0; 9];
    removed[fish.digit] = fish.removed;
    let pattern = board.marks.digits[fish.digit] & lines_of(fish.kind, fish.base);
    let units = u32::from(fish.base) << fish.kind;
    Some(Step::remove(technique, removed).with_pattern(pattern, 1 << fish.digit).in_units(units))
}
