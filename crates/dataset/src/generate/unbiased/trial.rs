//! A random order of removal, followed from its end: the first cells of a trial are the last to be removed.

use grid::{CellSet, members, set_of};

use super::share::{KEEP_PROBABILITY, MAX_CLUES, share};

/// The cells that are removed last, in reverse order of removal.
pub struct Trial {
    cells: [u8; MAX_CLUES],
    /// The fewest clues with which the puzzle is kept.
    fewest: usize,
    question: Question,
}

/// The next question about the puzzle of the first clues.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Question {
    /// Do the first clues, this many, give one solution?
    First(usize),
    /// Do they still, without the clue in this cell?
    Without(usize, usize),
    /// Do the first clues, this many, give one solution? All of them are known to be needed.
    Last(usize),
    /// No question: a puzzle with this many clues was found.
    Found(usize),
    /// No question: the trial has no puzzle.
    Over,
}

impl Trial {
    /// Creates a trial of an order of cells, with the random number that decides whether a puzzle is kept.
    pub fn new(cells: [u8; MAX_CLUES], lot: u64) -> Trial {
        let fewest = (0..MAX_CLUES).find(|&clues| (u128::from(lot) * share(clues)) >> 64 < KEEP_PROBABILITY[clues]);
        let fewest = fewest.unwrap_or(MAX_CLUES);
        Trial { cells, fewest, question: Question::First(MAX_CLUES) }
    }

    /// Returns the set of the first `count` cells.
    pub fn clues(&self, count: usize) -> CellSet {
        set_of(&self.cells[..count])
    }

    pub fn asked(&self) -> CellSet {
        match self.question {
            Question::First(count) | Question::Last(count) | Question::Found(count) => self.clues(count),
            Question::Without(count, cell) => self.clues(count) & !(1 << cell),
            Question::Over => 0,
        }
    }

    /// Continues with the answer: whether the puzzle has one solution.
    pub fn take(&mut self, unique: bool) {
        self.question = match (self.question, unique) {
            // The minimal puzzle has more than [`MAX_CLUES`] clues.
            (Question::First(MAX_CLUES), false) => Question::Over,
            // The puzzle that is left would not be kept.
            (Question::First(count), true) if count < self.fewest => Question::Over,
            (Question::Without(..), true) => Question::Over,
            (Question::Last(count), true) => Question::Found(count),
            (question, _) => question,
        };
    }

    pub fn is_over(&self) -> bool {
        self.question == Question::Over
    }

    /// Finds the next question with the known unavoidable sets, or returns the number of clues of the minimal puzzle.
    pub fn advance(&mut self, sets: &[CellSet]) -> Option<usize> {
        match self.question {
            Question::Over => return None,
            Question::Found(count) => return Some(count),
            _ => {}
        }
        let count = self.needed(sets);
        self.question = if count > MAX_CLUES {
            Question::Over
        } else if count < self.fewest {
            Question::First(self.fewest - 1)
        } else if let Some(cell) = self.doubtful(count, sets) {
            Question::Without(count, cell)
        } else {
            Question::Last(count)
        };
        None
    }

    /// Returns the number of first cells that are necessary to hit every known set.
    fn needed(&self, sets: &[CellSet]) -> usize {
        let mut count = 0;
        let mut clues = 0;
        for set in sets {
            while set & clues == 0 {
                let Some(&cell) = self.cells.get(count) else { return MAX_CLUES + 1 };
                clues |= 1 << cell;
                count += 1;
            }
        }
        count
    }

    /// Returns a cell of the first `count` without which the others still hit every known set.
    fn doubtful(&self, count: usize, sets: &[CellSet]) -> Option<usize> {
        let clues = self.clues(count);
        let needed = sets.iter().map(|set| set & clues).filter(|hit| hit.is_power_of_two());
        members(clues & !needed.fold(0, |needed, hit| needed | hit)).next()
    }
}

#[cfg(test)]
mod tests {
    use grid::{AnyGrid, Grid, random::SplitMix64, simd::Simd};

    use super::*;
    use crate::{
        generate::{ClueSymmetry, Target, search::masked, tests::make_nine},
        unavoidable::difference,
        uniqueness::Uniqueness,
    };

    fn outcome(cells: &[u8], lot: u64, solution: &Grid, uniqueness: &mut Uniqueness) -> Option<usize> {
        let mut trial = Trial::new(cells[..MAX_CLUES].try_into().unwrap(), lot);
        let mut sets = Vec::new();
        loop {
            uniqueness.ask(masked(solution, trial.asked()));
            let solutions = uniqueness.answers().next().unwrap();
            let others = solutions.iter().filter_map(AnyGrid::nine);
            sets.extend(others.map(|other| difference(other, solution)).filter(|&set| set != 0));
            trial.take(solutions.len() == 1);
            match trial.advance(&sets) {
                None if trial.is_over() => return None,
                None => {}
                found => return found,
            }
        }
    }

    /// A minimal puzzle is found if its clues come first, in any order, and is then kept with the expected probability, which
    /// depends on the number of clues: two puzzles for each number.
    #[test]
    fn a_trial_finds_the_puzzle_of_its_first_cells() {
        let mut random = SplitMix64(1);
        let mut uniqueness = Uniqueness::new(Simd::detect());
        let mut tested = [0; 82];
        for made in make_nine(Target::Minimal(ClueSymmetry::None), 6, 512) {
            let [puzzle, solution] = [&made.puzzle, &made.solution].map(|grid| grid.nine().unwrap());
            tested[puzzle.clues()] += 1;
            if tested[puzzle.clues()] > 2 {
                continue;
            }
            let (mut clues, mut others): (Vec<u8>, Vec<u8>) =
                (0..81).partition(|&cell| puzzle.get(usize::from(cell)) != 0);
            random.shuffle(&mut clues);
            random.shuffle(&mut others);
            let count = clues.len();
            let cells = [clues, others].concat();
            let bound = ((KEEP_PROBABILITY[count] << 64) / share(count)).min(1 << 64) - 1;
            let mut outcome = |cells: &[u8], lot| outcome(cells, lot, solution, &mut uniqueness);
            assert_eq!(outcome(&cells, 0), Some(count));
            assert_eq!(outcome(&cells, bound as u64), Some(count));
            if bound < u128::from(u64::MAX) {
                assert_eq!(outcome(&cells, bound as u64 + 1), None);
            }
            // With another cell before the last clue, that cell is not needed, unless it can replace the last clue.
            let mut later = cells.clone();
            later.swap(count - 1, count);
            assert!(outcome(&later, 0).is_none_or(|found| found == count));
        }
    }
}
