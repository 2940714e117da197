//! `lanes` for puzzles that are given as candidates.

use std::{mem, slice};

use super::{BlockSearch, Excluded, Job};
use crate::strategy::{Answer, Limits, Outcome, Solutions, Strategy};
use grid::{AnyGrid, CELLS, Candidates, Grid, simd::Simd};

/// The workspace of the strategy `lanes` for puzzles of 9×9 that are given as candidates.
///
/// ```
/// use grid::{AnyGrid, ALL_VALUES, CELLS, simd::Simd};
/// use sudoku_bench_solver::strategy::{CandidateLanes, Limits, Solutions, Strategy};
///
/// let mut candidates = [ALL_VALUES; CELLS];
/// candidates[3] = 0;
/// let mut solutions = Solutions::new(10);
/// let puzzle = AnyGrid::of_candidates(candidates);
/// CandidateLanes::new(Simd::detect()).solve(&puzzle, &Limits::NONE, &mut solutions);
/// assert_eq!(solutions.found(), 0);
/// ```
///
/// # Panics
///
/// Panics at a puzzle that was not given as candidates.
pub struct CandidateLanes {
    search: BlockSearch,
    givens: Vec<Grid>,
    candidates: Vec<[Candidates; CELLS]>,
    answers: Vec<Answer>,
}

impl CandidateLanes {
    /// Creates a workspace for an instruction set.
    ///
    /// # Panics
    ///
    /// Panics if this processor does not have the instruction set.
    pub fn new(simd: Simd) -> CandidateLanes {
        let search = BlockSearch::new(simd);
        CandidateLanes { search, givens: Vec::new(), candidates: Vec::new(), answers: Vec::new() }
    }

    fn load(&mut self, puzzles: &[AnyGrid], answers: &[Answer<AnyGrid>]) {
        let candidates = puzzles.iter().map(|puzzle| *puzzle.candidates().expect("a puzzle given as candidates"));
        self.candidates.clear();
        self.candidates.extend(candidates);
        // The candidates hold the givens too.
        self.givens.resize(puzzles.len(), Grid::EMPTY);
        self.answers.clear();
        self.answers.extend(answers.iter().map(|answer| Answer::new(answer.solutions.max())));
    }
}

impl Strategy<AnyGrid> for CandidateLanes {
    fn solve(&mut self, puzzle: &AnyGrid, limits: &Limits, solutions: &mut Solutions<AnyGrid>) -> Outcome {
        let empty = Solutions::new(solutions.max());
        let mut answer = Answer { solutions: mem::replace(solutions, empty), ..Answer::new(1) };
        self.solve_block(slice::from_ref(puzzle), limits, slice::from_mut(&mut answer));
        *solutions = answer.solutions;
        answer.outcome
    }

    fn accepts_conflicts(&self) -> bool {
        true
    }

    fn solve_block(&mut self, puzzles: &[AnyGrid], limits: &Limits, answers: &mut [Answer<AnyGrid>]) {
        self.load(puzzles, answers);
        let excluded = Excluded::AllBut(&self.candidates);
        self.search.run(Job { puzzles: &self.givens, excluded, limits, answers: &mut self.answers });
        for (found, answer) in self.answers.iter().zip(answers) {
            copy(&found.solutions, &mut answer.solutions);
            answer.outcome = found.outcome;
            answer.latency = found.latency;
        }
    }
}

fn copy(found: &Solutions, solutions: &mut Solutions<AnyGrid>) {
    solutions.clear();
    for &solution in found.kept() {
        solutions.add(solution.into());
    }
    solutions.add_uncollected(found.found() - found.kept().len() as u64);
}
