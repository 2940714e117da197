//! The solutions and the minimality of puzzles, many at once.

use std::sync::atomic::AtomicBool;

use grid::{CellSet, Grid, members, simd::Simd};
use solver::strategy::Stop;

use super::{
    technique::{self, Technique},
    unavoidable,
    uniqueness::Uniqueness,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Solutions<G = Grid> {
    Conflict,
    /// No solution; the givens do not conflict.
    None,
    One(G),
    Several,
}

impl<G> Solutions<G> {
    /// Returns true if there is exactly one.
    pub(crate) fn is_one(&self) -> bool {
        matches!(self, Solutions::One(_))
    }

    /// Returns the number of solutions: 0, 1, or 2 for several.
    pub fn count(&self) -> usize {
        match self {
            Solutions::Conflict | Solutions::None => 0,
            Solutions::One(_) => 1,
            Solutions::Several => 2,
        }
    }
}

/// The workspace of a thread.
pub struct Facts<'a>(Uniqueness<'a>);

impl<'a> Facts<'a> {
    /// Creates a workspace for an instruction set, which the processor must have.
    pub fn new(simd: Simd) -> Facts<'a> {
        Facts(Uniqueness::new(simd))
    }

    /// Ends the searches soon after `stop` is set. Their results must then not be used.
    pub fn until(self, stop: &'a AtomicBool) -> Facts<'a> {
        Facts(self.0.until(stop))
    }

    pub fn stop(&self) -> Stop<'a> {
        self.0.stop()
    }

    pub fn is_stopped(&self) -> bool {
        self.0.is_stopped()
    }

    pub fn solutions(&mut self, puzzles: &[Grid]) -> Vec<Solutions> {
        puzzles.iter().for_each(|puzzle| self.0.ask(*puzzle));
        self.0.answers().zip(puzzles).map(classify).collect()
    }

    /// Returns the technique that each puzzle needs; `None` for a puzzle without exactly one solution.
    pub fn techniques(&mut self, puzzles: &[Grid]) -> Vec<Option<Technique>> {
        let mut techniques: Vec<_> = puzzles.iter().map(technique::highest).collect();
        // A puzzle that is finished without a search has exactly one solution.
        let searched: Vec<_> =
            (0..puzzles.len()).filter(|&index| techniques[index] == Some(Technique::Search)).collect();
        let solutions = self.solutions(&searched.iter().map(|&index| puzzles[index]).collect::<Vec<_>>());
        for (index, solutions) in searched.into_iter().zip(solutions) {
            techniques[index] = solutions.is_one().then_some(Technique::Search);
        }
        techniques
    }

    /// Returns whether each puzzle is minimal: it has one solution, and needs every given for it. `solutions` has the
    /// solutions of each puzzle.
    pub fn minimal(&mut self, puzzles: &[Grid], solutions: &[Solutions]) -> Vec<bool> {
        let chunks = puzzles.chunks(CHUNK).zip(solutions.chunks(CHUNK));
        chunks.flat_map(|(puzzles, solutions)| self.minimal_chunk(puzzles, solutions)).collect()
    }

    /// Returns the number of givens of each puzzle, each of which alone is not needed for its one solution; `None` for
    /// a puzzle without exactly one. `solutions` has the solutions of each puzzle.
    pub fn redundant(&mut self, puzzles: &[Grid], solutions: &[Solutions]) -> Vec<Option<u64>> {
        let chunks = puzzles.chunks(CHUNK).zip(solutions.chunks(CHUNK));
        chunks.flat_map(|(puzzles, solutions)| self.redundant_chunk(puzzles, solutions)).collect()
    }

    fn redundant_chunk(&mut self, puzzles: &[Grid], solutions: &[Solutions]) -> Vec<Option<u64>> {
        let doubtful: Vec<CellSet> = puzzles.iter().zip(solutions).map(|(puzzle, of)| doubtful(puzzle, of)).collect();
        for (puzzle, &cells) in puzzles.iter().zip(&doubtful) {
            members(cells).for_each(|cell| self.0.ask_given(puzzle, cell));
        }
        let mut needed = self.0.needed();
        let mut redundant = |cells: CellSet| needed.by_ref().take(cells.count_ones() as usize).filter(|is| !is).count();
        let counts: Vec<u64> = doubtful.into_iter().map(|cells| redundant(cells) as u64).collect();
        counts.into_iter().zip(solutions).map(|(count, of)| of.is_one().then_some(count)).collect()
    }

    /// Tests one doubtful given of each puzzle, then two more, then four more and so on, until one is found that is not
    /// needed.
    fn minimal_chunk(&mut self, puzzles: &[Grid], solutions: &[Solutions]) -> Vec<bool> {
        let mut minimal: Vec<bool> = solutions.iter().map(|solutions| matches!(solutions, Solutions::One(_))).collect();
        let mut doubtful: Vec<CellSet> =
            puzzles.iter().zip(solutions).map(|(puzzle, of)| doubtful(puzzle, of)).collect();
        for count in (0..).map(|round| 1 << round) {
            let open: Vec<usize> = (0..puzzles.len()).filter(|&index| minimal[index] && doubtful[index] != 0).collect();
            if open.is_empty() || self.0.is_stopped() {
                break;
            }
            for &index in &open {
                members(doubtful[index]).take(count).for_each(|cell| self.0.ask_given(&puzzles[index], cell));
            }
            let mut needed = self.0.needed();
            for index in open {
                for cell in members(doubtful[index]).take(count) {
                    minimal[index] &= needed.next().expect("every question has an answer");
                    doubtful[index] &= !(1 << cell);
                }
            }
        }
        minimal
    }
}

/// Returns what is known about a puzzle after a search for two solutions.
fn classify((found, puzzle): (&[Grid], &Grid)) -> Solutions {
    match found {
        [] if puzzle.has_conflict() => Solutions::Conflict,
        [] => Solutions::None,
        [one] => Solutions::One(*one),
        _ => Solutions::Several,
    }
}

/// Puzzles to test for minimality together: enough to keep all lanes busy, and few enough for the cache.
const CHUNK: usize = 512;

/// Returns the givens that may not be needed. A given is known to be needed if it is the only given in an unavoidable
/// set that is easy to find.
fn doubtful(puzzle: &Grid, solutions: &Solutions) -> CellSet {
    let Solutions::One(solution) = solutions else { return 0 };
    let givens = puzzle.filled();
    givens & !unavoidable::needed(solution, givens)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(text: &str) -> Grid {
        Grid::parse(text.as_bytes()).unwrap()
    }

    #[test]
    fn solutions_and_minimality() {
        let inkala = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
        let solved = "812753649943682175675491283154237896369845721287169534521974368438526917796318452";
        let more = format!("81{}", &inkala[2..]);
        let puzzles = [inkala, &more, &inkala.replacen('8', ".", 1), &inkala.replacen("36", "33", 1), solved];
        let puzzles = puzzles.map(grid);
        let mut facts = Facts::new(Simd::detect());
        let solutions = facts.solutions(&puzzles);
        assert_eq!(solutions.iter().map(Solutions::count).collect::<Vec<_>>(), [1, 1, 2, 0, 1]);
        assert_eq!((solutions[0], solutions[3]), (Solutions::One(grid(solved)), Solutions::Conflict));
        assert_eq!(facts.minimal(&puzzles, &solutions), [true, false, false, false, false]);
        let redundant = facts.redundant(&puzzles, &solutions);
        let one_by_one = |index: usize| {
            let puzzle = puzzles[index];
            let without = members(puzzle.filled()).map(|cell| {
                let mut rest = puzzle;
                rest.set(cell, 0);
                rest
            });
            let solutions = facts.solutions(&without.collect::<Vec<_>>());
            Some(solutions.iter().filter(|solutions| solutions.is_one()).count() as u64)
        };
        let [minimal, one_more, full] = [0, 1, 4].map(one_by_one);
        assert_eq!(redundant, [minimal, one_more, None, None, full]);
        assert_eq!((minimal, full), (Some(0), Some(81)));
        assert_eq!(facts.solutions(&[grid(&inkala.replace("4..", "4.3"))]), [Solutions::None]);
    }
}
