//! Solves many puzzles together with `lanes`, to find those with one solution.

use std::sync::atomic::AtomicBool;

use grid::{AnyGrid, Grid, simd::Simd};
use solver::strategy::{Answers, Candidate, Lanes, Limits, Stop, Strategy};

pub struct Uniqueness<'a> {
    stop: Stop<'a>,
    lanes: Lanes,
    puzzles: Vec<AnyGrid>,
    /// For each puzzle without one of its givens: this given.
    givens: Vec<Candidate>,
    solutions: Answers,
    one_solution: Answers,
}

impl<'a> Uniqueness<'a> {
    /// Creates a workspace for an instruction set, which the processor must have.
    pub fn new(simd: Simd) -> Uniqueness<'a> {
        Uniqueness::up_to(2, simd)
    }

    /// Creates a workspace that looks for up to `max_solutions` solutions of every puzzle, in place of two.
    pub fn up_to(max_solutions: usize, simd: Simd) -> Uniqueness<'a> {
        Uniqueness {
            stop: Stop::NEVER,
            lanes: Lanes::new(simd),
            puzzles: Vec::new(),
            givens: Vec::new(),
            solutions: Answers::new(max_solutions as u64),
            one_solution: Answers::new(1),
        }
    }

    /// Ends the searches of [`Uniqueness::answers`] soon after `stop` is set. Their solutions must then not be used.
    pub fn until(self, stop: &'a AtomicBool) -> Uniqueness<'a> {
        Uniqueness { stop: stop.into(), ..self }
    }

    pub fn stop(&self) -> Stop<'a> {
        self.stop
    }

    pub fn is_stopped(&self) -> bool {
        self.stop.is_requested()
    }

    /// Adds a puzzle to the next block of [`Uniqueness::answers`].
    pub(crate) fn ask(&mut self, puzzle: impl Into<AnyGrid>) {
        self.puzzles.push(puzzle.into());
    }

    /// Looks for two solutions of every puzzle that was added, or for the number of [`Uniqueness::up_to`], and returns
    /// those found, in the order of the puzzles.
    pub fn answers(&mut self) -> impl Iterator<Item = &[AnyGrid]> {
        let answers = self.solutions.resized(self.puzzles.len());
        self.lanes.solve_block(&self.puzzles, &Limits { stop: self.stop, ..Limits::NONE }, answers);
        self.puzzles.clear();
        answers.iter().map(|answer| answer.solutions.kept())
    }

    /// Adds a given of a puzzle with one solution to the next block of [`Uniqueness::needed`].
    pub(crate) fn ask_given(&mut self, puzzle: &Grid, cell: usize) {
        let mut rest = *puzzle;
        rest.set(cell, 0);
        self.puzzles.push(rest.into());
        self.givens.push(Candidate { cell, value: puzzle.get(cell) });
    }

    /// Returns for every given that was added whether its puzzle has several solutions without it. The search looks for
    /// a solution with another value, which takes less time than looking for two.
    pub fn needed(&mut self) -> impl Iterator<Item = bool> {
        let answers = self.one_solution.resized(self.puzzles.len());
        self.lanes.solve_without(&self.puzzles, &self.givens, answers);
        self.puzzles.clear();
        self.givens.clear();
        answers.iter().map(|answer| answer.solutions.found() > 0)
    }
}
