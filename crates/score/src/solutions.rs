//! How many solutions puzzles have.

use std::sync::atomic::AtomicBool;

use dataset::facts::Solutions;
use grid::{AnyGrid, Shape, simd::Simd};
use solver::strategy::{Answer, Answers, End, Limits, Strategy, fastest};

use super::problem::Problem;

/// The nodes after which the solutions of a puzzle are unknown.
const MAX_NODES: u64 = 100_000;

/// The solutions that are looked for, to tell one from several.
const MAX_SOLUTIONS: u64 = 2;

pub struct Solver<'a> {
    simd: Simd,
    limits: Limits<'a>,
    /// The fastest strategy for the shape of the last problems.
    fastest: Option<(Shape, Box<dyn Strategy>)>,
    answers: Answers,
}

impl<'a> Solver<'a> {
    /// Creates a workspace for an instruction set, which the processor must have.
    pub fn new(simd: Simd) -> Solver<'a> {
        let limits = Limits { nodes: MAX_NODES, ..Limits::NONE };
        Solver { simd, limits, fastest: None, answers: Answers::new(MAX_SOLUTIONS) }
    }

    /// Ends the searches soon after `stop` is set. Their results must then not be used.
    pub fn until(self, stop: &'a AtomicBool) -> Solver<'a> {
        Solver { limits: Limits { stop: stop.into(), ..self.limits }, ..self }
    }

    pub fn solve<'p>(&mut self, shape: Shape, problems: impl IntoIterator<Item = &'p mut Problem>) {
        let mut open = Vec::new();
        let mut puzzles = Vec::new();
        for problem in problems {
            match AnyGrid::new(shape, &problem.puzzle[..]).filter(|puzzle| !puzzle.has_conflict()) {
                Some(puzzle) => {
                    open.push(problem);
                    puzzles.push(puzzle);
                }
                None => problem.set_found(Some(Solutions::None)),
            }
        }
        if self.fastest.as_ref().is_none_or(|(known, _)| *known != shape) {
            let built = fastest(shape).build(shape, self.simd).expect("a strategy of the registry always starts");
            self.fastest = Some((shape, built));
        }
        let (_, strategy) = self.fastest.as_mut().expect("it was built");
        let answers = self.answers.resized(puzzles.len());
        strategy.solve_block(&puzzles, &self.limits, answers);
        for (problem, answer) in open.into_iter().zip(answers) {
            problem.set_found(solutions_of(answer));
        }
    }
}

/// Returns what an answer says; `None` if the search did not end.
fn solutions_of(answer: &Answer) -> Option<Solutions<Vec<u8>>> {
    let is_complete = answer.outcome.end == End::Complete;
    is_complete.then(|| match answer.solutions.kept() {
        [] => Solutions::None,
        [one] => Solutions::One(one.cells().to_vec()),
        _ => Solutions::Several,
    })
}
