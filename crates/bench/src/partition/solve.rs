//! Solves the lines of a partition.

use std::{
    fs::File,
    io::{BufRead, BufReader, Write},
    sync::atomic::AtomicBool,
};

use corpus::{
    error::{Error, Result},
    pass::{FoundSolutions, Options, PassEnd, Runner, SolvedBlock, Status},
    reader::Corpus,
    writer::STANDARD_OUTPUT,
};

use super::{
    copy::{LineRange, Partition},
    plan::Plan,
};

/// The status of a row that is not a puzzle, in an output with a status for every row.
pub const REJECTED: &str = "rejected";

/// The columns of the rows with their SQL types.
const COLUMNS: &str = "file INT, line BIGINT, solution STRING, status STRING, solutions BIGINT, text STRING";

/// Solves the lines of a partition with the strategy of the options, and writes rows of tab-separated columns: the
/// index of the file in the plan, the line number, the solution, the status, the number of solutions, and the line
/// itself. A line that is not a puzzle has the status `rejected`. Lines without content have no row.
///
/// Without input lines, only the plan is checked: each file must begin with puzzles. The output is then the names of
/// the columns with their SQL types.
///
/// Returns false if it was interrupted: `stop` was set before the end.
///
/// # Errors
///
/// Returns an error if the strategy fails to start, or the rows of a file may span lines.
pub fn solve(
    plan: &Plan,
    corpus: &Corpus,
    options: &Options,
    (input, mut output): (impl BufRead, impl Write),
    stop: &AtomicBool,
) -> Result<bool> {
    let runner = Runner::new(options)?;
    let mut partition = Partition::open(plan, corpus, input)?;
    if partition.is_empty() {
        partition.check_heads()?;
        writeln!(output, "{COLUMNS}").and_then(|()| output.flush()).map_err(Error::io(STANDARD_OUTPUT, "write"))?;
        return Ok(true);
    }
    while let Some(range) = partition.next()? {
        let Some(answers) = answers(&runner, &partition, &range, stop)? else { return Ok(false) };
        write(&range, answers, &mut output)?;
    }
    output.flush().map_err(Error::io(STANDARD_OUTPUT, "write"))?;
    Ok(true)
}

/// What is written about a line.
struct Solved {
    line: u64,
    /// The solution, the status, and the number of solutions, with tabs between them.
    answer: String,
}

/// Solves the puzzles of a range. Returns the answers in the order of the lines; `None` if it was interrupted.
fn answers(
    runner: &Runner<'_>,
    partition: &Partition<'_, impl BufRead>,
    range: &LineRange,
    stop: &AtomicBool,
) -> Result<Option<Vec<Solved>>> {
    let corpus = partition.corpus(range);
    let mut blocks = corpus.blocks_until(stop);
    let mut answers = Vec::new();
    let end = runner.map(
        &mut blocks,
        0,
        |solved, found| of_block(&solved, found),
        |block| {
            answers.extend(block);
            Ok(())
        },
    )?;
    match end {
        PassEnd::Complete => {}
        PassEnd::Stopped => return Ok(None),
        PassEnd::Failed(error) => return Err(partition.renamed(error, range)),
    }
    partition.check_layout(blocks.schema().as_deref(), range)?;
    answers.sort_unstable_by_key(|solved| solved.line);
    Ok(Some(answers))
}

fn of_block(solved: &SolvedBlock, found: FoundSolutions<'_>) -> Vec<Solved> {
    let puzzles = solved.block.puzzles.iter().zip(&solved.samples).enumerate();
    let answered = puzzles.map(|(index, (puzzle, sample))| {
        // A wrong answer is not written as a solution.
        let solution = found.of(index).grids().into_iter().next().filter(|_| sample.status != Status::Wrong);
        let solution = solution.map_or(String::new(), |solution| solution.to_string());
        Solved { line: puzzle.line, answer: format!("{solution}\t{}\t{}", sample.status, sample.solutions) }
    });
    let rejected = solved.block.rejects.iter();
    let rejected = rejected.map(|reject| Solved { line: reject.line, answer: format!("\t{REJECTED}\t") });
    answered.chain(rejected).collect()
}

/// Writes the rows of a range.
fn write(range: &LineRange, answers: Vec<Solved>, output: &mut impl Write) -> Result<()> {
    let mut answers = answers.into_iter().peekable();
    let copy = File::open(&range.path).map_err(Error::io(&range.path, "read"))?;
    let lines = BufReader::new(copy).split(b'\n').skip(range.before as usize).take(range.lines as usize);
    for (line, text) in (range.first..).zip(lines) {
        let text = text.map_err(Error::io(&range.path, "read"))?;
        if let Some(Solved { answer, .. }) = answers.next_if(|solved| solved.line == line) {
            write!(output, "{}\t{line}\t{answer}\t", range.file)
                .and_then(|()| output.write_all(&text))
                .and_then(|()| output.write_all(b"\n"))
                .map_err(Error::io(STANDARD_OUTPUT, "write"))?;
        }
    }
    Ok(())
}
