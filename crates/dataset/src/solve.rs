//! The rows of a corpus with the solutions of its puzzles.

use serde::{Deserialize, Serialize};
use solver::strategy::MAX_KEPT_SOLUTIONS;

use super::{BlockRows, Correctness, CorrectnessCounts, Observer, RowPass, RowPassResult};
use corpus::{
    error::Result,
    layout::{ColumnType, Field},
    reader::Puzzle,
    writer::Edit,
};
use pass::{Detail, FirstRows, Options, Sample, SolvedBlock, Status, Worker};

/// The text for a row that is not a puzzle, in place of a solution, so that every row of the corpus has its line.
pub const REJECTED_ROW: &str = "rejected";

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SolutionRows {
    /// Writes a row for each of the first [`MAX_KEPT_SOLUTIONS`] solutions.
    pub all: bool,
    /// Writes only the column `solution`, with the status if there is no solution, and [`REJECTED_ROW`] for a row that
    /// is not a puzzle.
    pub only: bool,
}

pub struct Solved {
    pub reshaped: RowPassResult,
    pub tally: Tally,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Tally {
    /// Puzzles by status, in the order of [`Status::ALL`].
    statuses: [u64; Status::ALL.len()],
    /// Puzzles that are known to have several solutions, even if the search reached a limit after the second.
    pub several: FirstRows,
    /// The same puzzles by status, in the order of [`Status::ALL`].
    several_by_status: [u64; Status::ALL.len()],
    /// The solutions of the corpus, if they are checked.
    pub solutions: CorrectnessCounts,
    /// Puzzles with [`MAX_KEPT_SOLUTIONS`] solutions or more, if all are written.
    pub truncated: u64,
    pub wrong: FirstRows,
    pub wrong_solutions: FirstRows,
}

impl Tally {
    pub fn of(&self, status: Status) -> u64 {
        self.statuses[status as usize]
    }

    pub fn several_of(&self, status: Status) -> u64 {
        self.several_by_status[status as usize]
    }

    pub fn puzzles(&self) -> u64 {
        self.statuses.iter().sum()
    }

    fn add(&mut self, other: Tally) {
        self.statuses.iter_mut().zip(other.statuses).for_each(|(sum, count)| *sum += count);
        self.several.append(other.several);
        self.several_by_status.iter_mut().zip(other.several_by_status).for_each(|(sum, count)| *sum += count);
        self.solutions.append(&other.solutions);
        self.truncated += other.truncated;
        self.wrong_solutions.append(other.wrong_solutions);
        self.wrong.append(other.wrong);
    }
}

const COLUMNS: [(&str, ColumnType); 3] =
    [("solution", ColumnType::OptionalText), ("status", ColumnType::Text), ("solutions", ColumnType::Integer)];

impl RowPass {
    /// Adds the columns `solution`, `status` and `solutions` with the answers of the strategy of the options, as CSV unless
    /// the output says otherwise. The threads are those of the options.
    pub fn solve(&self, options: &Options, rows: SolutionRows, observer: &mut Observer<'_>) -> Result<Solved> {
        let edit = if rows.only { Edit::Replace(vec!["solution".into()]) } else { Edit::Append(COLUMNS.into()) };
        let mut tally = Tally::default();
        let work = |solved: &SolvedBlock, worker: &Worker<'_>, written: &mut BlockRows<'_>| {
            written.reserve();
            write(solved, worker, rows, written);
            count(solved, rows.all, self.corpus.extras.solutions)
        };
        let reshaped = self.run_solved(edit, options, observer, work, &mut tally, Tally::add)?;
        Ok(Solved { reshaped, tally })
    }
}

fn write(solved: &SolvedBlock, worker: &Worker<'_>, form: SolutionRows, rows: &mut BlockRows<'_>) {
    let mut rejects = solved.block.rejects.iter().filter(|_| form.only).peekable();
    for (index, (puzzle, sample)) in solved.block.puzzles.iter().zip(&solved.samples).enumerate() {
        while let Some(reject) = rejects.next_if(|reject| reject.puzzles_before <= index) {
            rows.add_rejected(reject, &[REJECTED_ROW.as_bytes().into()]);
        }
        // A wrong answer is not written as a solution.
        let solutions = if sample.status == Status::Wrong { &[] } else { worker.last_solutions(index) };
        if solutions.is_empty() {
            write_row(puzzle, sample, None, form, rows);
        }
        for grid in solutions.iter().take(if form.all { usize::MAX } else { 1 }) {
            match grid.nine() {
                Some(nine) => write_row(puzzle, sample, Some(&nine.text(b'0')), form, rows),
                None => {
                    let text = rows.text(grid);
                    write_row(puzzle, sample, Some(&text), form, rows);
                }
            }
        }
    }
    rejects.for_each(|reject| rows.add_rejected(reject, &[REJECTED_ROW.as_bytes().into()]));
}

#[inline(always)]
fn write_row(puzzle: &Puzzle, sample: &Sample, solution: Option<&[u8]>, form: SolutionRows, rows: &mut BlockRows<'_>) {
    let status = Field::from(sample.status.name().as_bytes());
    if form.only {
        return rows.add(puzzle, &[solution.map_or(status, Field::from)]);
    }
    let mut count = itoa::Buffer::new();
    let solutions = count.format(sample.solutions).as_bytes();
    rows.add(puzzle, &[Field::from(solution.unwrap_or_default()), status, Field::from(solutions)]);
}

/// Counts the puzzles of a block. `all` is true if all solutions that were found are written, `checks` if the solutions of
/// the corpus are checked.
fn count(solved: &SolvedBlock, all: bool, checks: bool) -> Tally {
    let mut tally = Tally::default();
    for (index, (puzzle, sample)) in solved.block.puzzles.iter().zip(&solved.samples).enumerate() {
        let &Sample { status, solutions, detail, .. } = sample;
        tally.statuses[status as usize] += 1;
        tally.truncated += u64::from(all && solutions >= MAX_KEPT_SOLUTIONS as u64);
        if solutions > 1 && status != Status::Wrong {
            tally.several.add(|| puzzle.location());
            tally.several_by_status[status as usize] += 1;
        }
        if checks {
            tally.solutions.add(match &puzzle.solution {
                // Any other solution was found by the search, or was checked.
                Some(_) if solved.has_wrong_solution(index) => {
                    Correctness::of(puzzle.solution.as_ref(), &puzzle.givens, false)
                }
                Some(_) if solutions > 1 => Correctness::OneOfSeveral,
                Some(_) => Correctness::Right,
                None => Correctness::Missing,
            });
        }
        if let (Status::Wrong, Detail::Wrong(fault)) = (status, detail) {
            tally.wrong.add(|| format!("{}: {fault}", puzzle.location()));
        }
    }
    solved.add_wrong_solutions(&mut tally.wrong_solutions);
    tally
}
