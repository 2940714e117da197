//! A row of `puzzles.csv`, read back.

use std::str::{self, FromStr};

use super::{Detail, Sample};

/// The columns of the file.
const HEADER_COLUMNS: usize = 11;
/// The header of the file.
pub const HEADER: &str = "puzzle,line,clues,strategy,status,solutions,nodes,guesses,backtracks,max_depth,latency_ns\n";

/// A row of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PuzzleRow<'a> {
    /// The puzzle's name as it is written, which may be in quotes.
    pub puzzle: &'a str,
    /// The line of the corpus.
    pub line: u64,
    /// Givens.
    pub clues: u64,
    /// The strategy's name.
    pub strategy: &'a str,
    /// What it made of the puzzle.
    pub sample: Sample,
    /// All columns but the last, without the comma behind them.
    pub counts: &'a [u8],
}

impl<'a> PuzzleRow<'a> {
    /// Reads a row without its line end; from the right, as only the first column may be quoted.
    ///
    /// # Errors
    ///
    /// Which column is not what it should be.
    pub fn parse(row: &'a [u8]) -> Result<PuzzleRow<'a>, String> {
        let text = str::from_utf8(row).map_err(|_| "is no text")?;
        let mut fields = text.rsplitn(HEADER_COLUMNS, ',');
        let latency_ns = parse(fields.next(), "latency_ns")?;
        let sample = Sample {
            latency_ns,
            max_depth: parse(fields.next(), "max_depth")?,
            backtracks: parse(fields.next(), "backtracks")?,
            guesses: parse(fields.next(), "guesses")?,
            nodes: parse(fields.next(), "nodes")?,
            solutions: parse(fields.next(), "solutions")?,
            status: parse(fields.next(), "status")?,
            detail: Detail::None,
        };
        let strategy = fields.next().ok_or("has no strategy")?;
        let clues = parse(fields.next(), "clues")?;
        let line = parse(fields.next(), "line")?;
        let puzzle = fields.next().ok_or("has no puzzle")?;
        let counts = &row[..text.rfind(',').unwrap_or(0)];
        Ok(PuzzleRow { puzzle, line, clues, strategy, sample, counts })
    }
}

fn parse<T: FromStr>(field: Option<&str>, column: &str) -> Result<T, String> {
    let field = field.ok_or_else(|| format!("has no {column}"))?;
    field.parse().map_err(|_| format!("has {field:?} as its {column}"))
}
