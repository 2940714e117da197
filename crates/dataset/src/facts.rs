//! The solutions and the minimality of puzzles of any shape.
//!
//! Puzzles that `lanes` solves are solved many at once, all others one by one.

use std::sync::atomic::AtomicBool;

use grid::{ALL_VALUES, AnyGrid, CELLS, CellSet, Grid, Shape, members, simd::Simd};
use solver::strategy::{End, Limits, Solutions as Found, Strategy, build_for_few_solutions};

use crate::{
    tier::{self, Tier},
    unavoidable,
    uniqueness::Uniqueness,
};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Solutions {
    Conflict,
    /// No solution; the givens do not conflict.
    None,
    One(AnyGrid),
    /// At least this many, from 2 on.
    Several(u64),
    /// A limit of the search was reached before the second solution.
    Unknown,
}

impl Solutions {
    /// Returns true if there is exactly one.
    pub(crate) fn is_one(&self) -> bool {
        matches!(self, Solutions::One(_))
    }

    /// Returns the solution, if there is exactly one.
    pub fn only(&self) -> Option<&AnyGrid> {
        match self {
            Solutions::One(solution) => Some(solution),
            _ => None,
        }
    }

    /// Returns the number of solutions: 0, 1, or 2 for several; `None` if it is unknown.
    pub fn count(&self) -> Option<usize> {
        match self {
            Solutions::Conflict | Solutions::None => Some(0),
            Solutions::One(_) => Some(1),
            Solutions::Several(_) => Some(2),
            Solutions::Unknown => None,
        }
    }
}

/// The workspace of a thread.
pub struct Facts<'a> {
    lanes: Uniqueness<'a>,
    /// The search for the puzzles that `lanes` does not solve, and their shape.
    search: Option<(Shape, Box<dyn Strategy>)>,
    /// The limits of this search.
    max_solutions: u64,
    max_nodes: u64,
}

impl<'a> Facts<'a> {
    /// Creates a workspace for an instruction set, which the processor must have.
    pub fn new(simd: Simd) -> Facts<'a> {
        Facts { lanes: Uniqueness::new(simd), search: None, max_solutions: 2, max_nodes: u64::MAX }
    }

    /// Ends the searches soon after `stop` is set. Their results must then not be used.
    pub fn until(self, stop: &'a AtomicBool) -> Facts<'a> {
        Facts { lanes: self.lanes.until(stop), ..self }
    }

    /// Counts up to `max_solutions` solutions, and gives up after `max_nodes` nodes, where puzzles are solved one by one.
    pub fn counting(self, max_solutions: u64, max_nodes: u64) -> Facts<'a> {
        Facts { max_solutions, max_nodes, ..self }
    }

    pub fn is_stopped(&self) -> bool {
        self.lanes.is_stopped()
    }

    pub fn solutions(&mut self, puzzles: &[impl AsRef<AnyGrid>]) -> Vec<Solutions> {
        if puzzles.iter().any(|puzzle| puzzle.as_ref().nine().is_none()) {
            let [solutions, nodes] = [self.max_solutions, self.max_nodes];
            return puzzles.iter().map(|puzzle| self.search(puzzle.as_ref(), solutions, nodes)).collect();
        }
        puzzles.iter().for_each(|puzzle| self.lanes.ask(puzzle.as_ref().clone()));
        self.lanes.answers().zip(puzzles).map(|(found, puzzle)| classify(found, puzzle.as_ref())).collect()
    }

    fn search(&mut self, puzzle: &AnyGrid, max_solutions: u64, max_nodes: u64) -> Solutions {
        if puzzle.has_conflict() {
            return Solutions::Conflict;
        }
        let shape = puzzle.shape();
        let search = self.search.take().filter(|(known, _)| *known == shape);
        let (_, strategy) = self.search.insert(search.unwrap_or_else(|| (shape, build_for_few_solutions(shape))));
        let mut found = Found::new(max_solutions);
        let limits = Limits { nodes: max_nodes, stop: self.lanes.stop(), ..Limits::NONE };
        let outcome = strategy.solve(puzzle, &limits, &mut found);
        match (found.found(), outcome.end) {
            (2.., _) => Solutions::Several(found.found()),
            (0, End::Complete) => Solutions::None,
            (_, End::Complete) => Solutions::One(found.kept()[0].clone()),
            _ => Solutions::Unknown,
        }
    }

    /// Returns the highest tier of techniques that each puzzle needs; `None` for a puzzle without exactly one solution, and for
    /// those of shapes without [ratings](Shape::has_ratings). `solutions` has the solutions of each puzzle, if they are known.
    pub fn tiers(&mut self, puzzles: &[impl AsRef<AnyGrid>], solutions: Option<&[Solutions]>) -> Vec<Option<Tier>> {
        let Some(nines) = nines(puzzles) else { return vec![None; puzzles.len()] };
        let mut tiers: Vec<_> = nines.iter().map(tier::highest).collect();
        // A puzzle that is finished without a search has exactly one solution.
        let searched: Vec<_> = (0..nines.len()).filter(|&index| tiers[index] == Some(Tier::Search)).collect();
        let found = match solutions {
            Some(solutions) => searched.iter().map(|&index| solutions[index].clone()).collect(),
            None => self.solutions(&searched.iter().map(|&index| puzzles[index].as_ref()).collect::<Vec<_>>()),
        };
        for (index, solutions) in searched.into_iter().zip(found) {
            tiers[index] = solutions.is_one().then_some(Tier::Search);
        }
        tiers
    }

    /// Returns whether each puzzle is minimal: it has one solution, and needs every given for it. `solutions` has the
    /// solutions of each puzzle. A puzzle of candidates is minimal if each value that is no candidate would, as one, lead to
    /// other solutions.
    pub fn minimal(&mut self, puzzles: &[impl AsRef<AnyGrid>], solutions: &[Solutions]) -> Vec<bool> {
        let Some(nines) = nines(puzzles) else {
            let pairs = puzzles.iter().zip(solutions);
            return pairs.map(|(puzzle, of)| of.is_one() && self.needs_all(puzzle.as_ref())).collect();
        };
        let chunks = nines.chunks(CHUNK).zip(solutions.chunks(CHUNK));
        chunks.flat_map(|(puzzles, solutions)| self.minimal_chunk(puzzles, solutions)).collect()
    }

    /// Returns whether a puzzle with one solution has several without any one of its givens, or with any other candidate.
    fn needs_all(&mut self, puzzle: &AnyGrid) -> bool {
        let mut has_several = |rest: AnyGrid| matches!(self.search(&rest, 2, u64::MAX), Solutions::Several(_));
        if let Some(candidates) = puzzle.candidates() {
            let values = (0..CELLS).flat_map(|cell| {
                members(CellSet::from(ALL_VALUES & !candidates[cell])).map(move |digit| (cell, digit))
            });
            return values.into_iter().all(|(cell, digit)| {
                let mut more = *candidates;
                more[cell] |= 1 << digit;
                has_several(AnyGrid::of_candidates(more))
            });
        }
        let mut given = (0..puzzle.cells().len()).filter(|&cell| puzzle.cells()[cell] > 0);
        given.all(|cell| {
            let mut rest = puzzle.clone();
            rest.set(cell, 0);
            has_several(rest)
        })
    }

    /// Returns the number of givens of each puzzle, each of which alone is not needed for its one solution; `None` for
    /// a puzzle without exactly one, and for those of shapes without [ratings](Shape::has_ratings). `solutions` has the solutions
    /// of each puzzle.
    pub fn redundant(&mut self, puzzles: &[impl AsRef<AnyGrid>], solutions: &[Solutions]) -> Vec<Option<u64>> {
        let Some(nines) = nines(puzzles) else { return vec![None; puzzles.len()] };
        let chunks = nines.chunks(CHUNK).zip(solutions.chunks(CHUNK));
        chunks.flat_map(|(puzzles, solutions)| self.redundant_chunk(puzzles, solutions)).collect()
    }

    fn redundant_chunk(&mut self, puzzles: &[Grid], solutions: &[Solutions]) -> Vec<Option<u64>> {
        let doubtful: Vec<CellSet> = puzzles.iter().zip(solutions).map(|(puzzle, of)| doubtful(puzzle, of)).collect();
        for (puzzle, &cells) in puzzles.iter().zip(&doubtful) {
            members(cells).for_each(|cell| self.lanes.ask_given(puzzle, cell));
        }
        let mut needed = self.lanes.needed();
        let mut redundant = |cells: CellSet| needed.by_ref().take(cells.count_ones() as usize).filter(|is| !is).count();
        let counts: Vec<u64> = doubtful.into_iter().map(|cells| redundant(cells) as u64).collect();
        counts.into_iter().zip(solutions).map(|(count, of)| of.is_one().then_some(count)).collect()
    }

    /// Tests one doubtful given of each puzzle, then two more, then four more and so on, until one is found that is not
    /// needed.
    fn minimal_chunk(&mut self, puzzles: &[Grid], solutions: &[Solutions]) -> Vec<bool> {
        let mut minimal: Vec<bool> = solutions.iter().map(Solutions::is_one).collect();
        let mut doubtful: Vec<CellSet> =
            puzzles.iter().zip(solutions).map(|(puzzle, of)| doubtful(puzzle, of)).collect();
        for count in (0..).map(|round| 1 << round) {
            let open: Vec<usize> = (0..puzzles.len()).filter(|&index| minimal[index] && doubtful[index] != 0).collect();
            if open.is_empty() || self.lanes.is_stopped() {
                break;
            }
            for &index in &open {
                members(doubtful[index]).take(count).for_each(|cell| self.lanes.ask_given(&puzzles[index], cell));
            }
            let mut needed = self.lanes.needed();
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

/// Returns the grids of puzzles that `lanes` solves; `None` if it does not solve all.
fn nines(puzzles: &[impl AsRef<AnyGrid>]) -> Option<Vec<Grid>> {
    puzzles.iter().map(|puzzle| puzzle.as_ref().nine().copied()).collect()
}

/// Returns what is known about a puzzle after a search for two solutions.
fn classify(found: &[AnyGrid], puzzle: &AnyGrid) -> Solutions {
    match found {
        [] if puzzle.has_conflict() => Solutions::Conflict,
        [] => Solutions::None,
        [one] => Solutions::One(one.clone()),
        several => Solutions::Several(several.len() as u64),
    }
}

/// Puzzles to test for minimality together: enough to keep all lanes busy, and few enough for the cache.
const CHUNK: usize = 512;

/// Returns the givens that may not be needed. A given is known to be needed if it is the only given in an unavoidable
/// set that is easy to find.
fn doubtful(puzzle: &Grid, solutions: &Solutions) -> CellSet {
    let Some(solution) = solutions.only().and_then(AnyGrid::nine) else { return 0 };
    let givens = puzzle.filled();
    givens & !unavoidable::needed(solution, givens)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nine(text: &str) -> AnyGrid {
        Grid::parse(text.as_bytes()).unwrap().into()
    }

    fn four(text: &str) -> AnyGrid {
        let cells: Vec<u8> = text.bytes().map(|byte| if byte == b'.' { 0 } else { byte - b'0' }).collect();
        AnyGrid::new(Shape::of_cells(16).unwrap(), cells).unwrap()
    }

    /// Returns how many givens can be left out, each alone.
    fn redundant_one_by_one(facts: &mut Facts<'_>, puzzle: &AnyGrid) -> usize {
        let filled = (0..puzzle.cells().len()).filter(|&cell| puzzle.cells()[cell] > 0);
        let without = filled.map(|cell| {
            let mut rest = puzzle.clone();
            rest.set(cell, 0);
            rest
        });
        let solutions = facts.solutions(&without.collect::<Vec<_>>());
        solutions.iter().filter(|solutions| solutions.is_one()).count()
    }

    #[test]
    fn solutions_and_minimality_of_nine() {
        let inkala = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
        let solved = "812753649943682175675491283154237896369845721287169534521974368438526917796318452";
        let more = format!("81{}", &inkala[2..]);
        let puzzles = [inkala, &more, &inkala.replacen('8', ".", 1), &inkala.replacen("36", "33", 1), solved];
        let puzzles = puzzles.map(nine);
        let mut facts = Facts::new(Simd::detect());
        let solutions = facts.solutions(&puzzles);
        assert_eq!(solutions.iter().map(Solutions::count).collect::<Vec<_>>(), [1, 1, 2, 0, 1].map(Some));
        assert_eq!((&solutions[0], &solutions[3]), (&Solutions::One(nine(solved)), &Solutions::Conflict));
        assert_eq!(facts.minimal(&puzzles, &solutions), [true, false, false, false, false]);
        let redundant = facts.redundant(&puzzles, &solutions);
        let one_by_one = [0, 1, 4].map(|index| redundant_one_by_one(&mut facts, &puzzles[index]) as u64);
        assert_eq!(redundant, [Some(one_by_one[0]), Some(one_by_one[1]), None, None, Some(one_by_one[2])]);
        assert_eq!((one_by_one[0], one_by_one[2]), (0, 81));
        assert_eq!(facts.solutions(&[nine(&inkala.replace("4..", "4.3"))]), [Solutions::None]);
    }

    #[test]
    fn solutions_and_minimality_of_four() {
        let puzzles =
            ["1234341221434321", "................", "11..............", "1.......2..3.4..", "1.3...12.1.33..."]
                .map(four);
        let mut facts = Facts::new(Simd::detect()).counting(1000, 10_000);
        let solutions = facts.solutions(&puzzles);
        assert_eq!(solutions[..3], [Solutions::One(puzzles[0].clone()), Solutions::Several(288), Solutions::Conflict]);
        let minimal = facts.minimal(&puzzles, &solutions);
        let one_by_one = puzzles.iter().zip(&solutions);
        let one_by_one = one_by_one.map(|(puzzle, of)| of.is_one() && redundant_one_by_one(&mut facts, puzzle) == 0);
        assert_eq!(minimal, one_by_one.collect::<Vec<_>>());
        let mut short = Facts::new(Simd::detect()).counting(2, 3);
        assert_eq!(short.solutions(&puzzles[1..2]), [Solutions::Unknown]);
    }

    /// A puzzle of candidates is minimal if each other candidate adds a solution.
    #[test]
    fn minimality_of_candidates() {
        let mut facts = Facts::new(Simd::detect());
        let mut is_minimal = |candidates| {
            let puzzles = [AnyGrid::of_candidates(candidates)];
            let solutions = facts.solutions(&puzzles);
            (solutions[0].is_one(), facts.minimal(&puzzles, &solutions)[0])
        };
        let solution = solver::solve(&Grid::EMPTY).unwrap();
        let mut candidates = solution.cells().map(|value| 1 << (value - 1));
        assert_eq!(is_minimal(candidates), (true, false));
        for cell in 0..CELLS {
            for digit in 0..9 {
                let before = candidates[cell];
                candidates[cell] |= 1 << digit;
                if !is_minimal(candidates).0 {
                    candidates[cell] = before;
                }
            }
        }
        assert_eq!(is_minimal(candidates), (true, true));
        assert_eq!(is_minimal([ALL_VALUES; CELLS]), (false, false));
    }
}
