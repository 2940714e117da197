//! What holds for every step of every puzzle.

use super::{NO_LIMIT, PUZZLES, Puzzle, XYZ_WING, path, ratings};
use crate::{Board, IdleThreads, Marks, Rater, Step, units::PLACES};
use grid::{Grid, Shape, Symmetry, members, random::SplitMix64};

#[test]
fn steps_keep_the_solution_and_lead_to_it() {
    let mut rater = Rater::default();
    for puzzle in PUZZLES.iter() {
        let steps = path(&mut rater, &puzzle.puzzle, NO_LIMIT).expect("a path");
        let mut board = Board::of(&puzzle.puzzle);
        for step in &steps {
            keeps_the_solution(step, puzzle);
            board.apply(step);
            views_agree(&board.marks);
            counts_agree(&board);
        }
        assert_eq!(board.grid, puzzle.solution);
    }
}

fn keeps_the_solution(step: &Step, puzzle: &Puzzle) {
    let digit_of = |cell: usize| puzzle.solution.get(cell) as usize - 1;
    if let Some(placed) = step.placed {
        assert_eq!(placed.digit as usize, digit_of(placed.cell as usize), "{} {step:?}", puzzle.puzzle);
    }
    for (digit, &cells) in step.removed.iter().enumerate() {
        assert!(members(cells).all(|cell| digit_of(cell) != digit), "{} {step:?}", puzzle.puzzle);
    }
}

/// The candidates by cell, by digit and by unit are the same.
fn views_agree(marks: &Marks) {
    for (cell, places) in PLACES.iter().enumerate() {
        for digit in 0..9 {
            let is_candidate = marks.cells[cell] >> digit & 1 == 1;
            assert_eq!(marks.digits[digit] >> cell & 1 == 1, is_candidate);
            for place in places {
                let positions = marks.positions[digit][place.unit as usize];
                assert_eq!(positions >> place.position & 1 == 1, is_candidate);
            }
        }
    }
}

/// What the board counts from step to step is what a new board of the same grid and candidates counts.
fn counts_agree(board: &Board) {
    let counted = Board::with_marks(&board.grid, board.marks.clone());
    assert_eq!(board.blanks, counted.blanks);
    assert_eq!(board.empty, counted.empty);
    assert_eq!(board.placed, counted.placed);
    assert_eq!(board.naked, counted.naked);
    assert_eq!(board.hidden, counted.hidden);
    assert_eq!(board.almost_full, counted.almost_full);
}

/// Techniques remember what they found on the grids before, and idle threads help. A new rater on a new board, without them, takes the
/// same steps, also from 9 on.
#[test]
fn neither_memory_nor_idle_threads_change_a_step() {
    let idle = IdleThreads::new(2);
    let mut rater = Rater::default().helped_by(&idle);
    for puzzle in [
        "6.....2...9...1..5..8.3..4......2..15..6..9....7.9.....7...3..2...4..5....6.7..8.",
        "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
    ] {
        let mut board = Board::of(&Grid::parse(puzzle.as_bytes()).expect("a puzzle"));
        while !board.is_solved() {
            let mut new_board = Board::with_marks(&board.grid, board.marks.clone());
            let step = rater.next_step(&mut board, NO_LIMIT).expect("a step");
            let new_step = Rater::default().next_step(&mut new_board, NO_LIMIT).expect("a step");
            assert_eq!(step, new_step, "{puzzle} {}", board.grid);
            board.apply(&step);
        }
    }
}

#[test]
fn isomorphs_have_the_same_ratings_up_to_xyz_wings() {
    let mut random = SplitMix64(2);
    let mut rater = Rater::default();
    for Puzzle { puzzle, .. } in PUZZLES.iter().step_by(PUZZLES.len() / 200) {
        let image = Symmetry::random(Shape::NINE, &mut random).apply_to_nine(puzzle);
        let of_puzzle = path(&mut rater, puzzle, XYZ_WING).map(|steps| ratings(&steps));
        let of_image = path(&mut rater, &image, XYZ_WING).map(|steps| ratings(&steps));
        assert_eq!(of_image, of_puzzle, "{puzzle} {image}");
    }
}
