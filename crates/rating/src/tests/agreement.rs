//! The rater and the oracle, step by step.

use std::collections::BTreeMap;

use super::{NO_LIMIT, PUZZLES, XYZ_WING, hint_of};
use crate::{Board, Rater, Step, Technique, oracle::PlainBoard};
use grid::{Grid, set_of};

/// The ratings up to 4.4 in tenths, without direct claiming (1.9): a puzzle has no such step.
const RATINGS: [u8; 17] = [10, 12, 15, 17, 20, 23, 25, 26, 28, 30, 32, 34, 36, 38, 40, 42, 44];

#[test]
fn the_rater_takes_the_steps_of_the_oracle() {
    let mut rater = Rater::default();
    let mut compared = BTreeMap::new();
    for puzzle in PUZZLES.iter().map(|puzzle| puzzle.puzzle) {
        let mut board = Board::of(&puzzle);
        let mut plain = PlainBoard::of(&puzzle);
        while !board.is_solved() {
            let step = rater.next_step(&mut board, NO_LIMIT).expect("a step");
            let taken = hint_of(&step);
            match plain.first_hint() {
                Some(hint) => {
                    assert_eq!(taken, hint, "{puzzle} {}", board.grid);
                    *compared.entry(hint.rating).or_insert(0) += 1;
                }
                None => assert!(taken.rating > XYZ_WING.0, "{puzzle} {} {taken:?}", board.grid),
            }
            board.apply(&step);
            plain.apply(&taken);
        }
    }
    for rating in RATINGS {
        assert!(compared.contains_key(&rating), "no step of {rating} tenths");
    }
}

/// In a puzzle, a direct pointing or a hidden single of the same digit is found first: a row that keeps the digit in one box
/// and another that has one position outside the box leave the last box of the band no position outside the third row.
/// So that box has no position here.
#[test]
fn direct_claiming_agrees_without_a_solution() {
    let removed = set_of(&[3, 4, 5, 6, 7, 8, 13, 14, 15, 16, 17, 24, 25, 26]);
    let step = Step::remove(Technique::Claiming, [removed, 0, 0, 0, 0, 0, 0, 0, 0]);
    let mut board = Board::of(&Grid::EMPTY);
    let mut plain = PlainBoard::of(&Grid::EMPTY);
    board.apply(&step);
    plain.apply(&hint_of(&step));
    let hint = plain.first_hint().expect("a hint");
    assert_eq!(hint.rating, 19);
    assert_eq!(hint.placed, Some((12, 0)));
    let step = Rater::default().next_step(&mut board, XYZ_WING).expect("a step");
    assert_eq!(hint_of(&step), hint);
}
