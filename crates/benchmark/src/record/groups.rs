//! The puzzles of a run in groups, each with a summary of its own: by file, or by what a row of the corpus says.

use std::{collections::BTreeMap, sync::atomic::AtomicBool};

use corpus::{
    error::{Error, Result},
    layout::Schema,
    reader::{Block, Corpus, Extras, Puzzle, TableRow},
};
use score::{Key, summary::compare_values};

use super::{
    Conditions, PuzzleRecord, Results, Summary, Totals,
    run_corpus::{NEVER_STOPPED, can_read_again, check_unchanged, required_run_corpus},
};

/// The key that groups the puzzles by their files, unless a column has this name.
const FILE: &str = "file";
/// Maximum number of groups: more are no overview, and each holds a histogram for each strategy.
const MAX_GROUPS: usize = 100;

/// Groups of results, in the order of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Groups {
    /// What tells the groups apart: a key of `--by`, or `run`.
    pub by: String,
    pub summaries: Vec<(String, Summary)>,
}

impl Groups {
    /// Checks the keys of a run before it begins, by the first block of its corpus, unless this can be read only once.
    pub fn check_keys(corpus: &Corpus, keys: &[String]) -> Result<()> {
        if keys.is_empty() || !corpus.files.iter().all(|path| can_read_again(path)) {
            return Ok(());
        }
        let corpus = Corpus { sample: None, shard: None, notice: None, ..corpus.clone() };
        let Some(Ok(block)) = corpus.blocks_until(&NEVER_STOPPED).next() else { return Ok(()) };
        keys.iter().try_for_each(|key| key_of(key, &block.schema).map(drop))
    }

    /// Reads the corpus of a run again, and sums up the puzzles of each group: by `file`, or by a column, `clues`, `technique` or an
    /// expression, as `score` does. Returns an error if the corpus is not there or has changed, if it has no such column, or if there
    /// are too many groups.
    pub fn of_run(results: &Results, by: &str, stop: &AtomicBool) -> Result<Groups> {
        let conditions = Conditions::of(&results.manifest);
        let extras = Extras { solutions: false, rows: true, digests: true };
        let corpus = Corpus { extras, ..required_run_corpus(&conditions)? };
        let mut rows = results.rows()?;
        let mut record = PuzzleRecord::default();
        let mut is_left = rows.next(&mut record)?;
        let mut groups: BTreeMap<String, Totals> = BTreeMap::new();
        let mut blocks = corpus.blocks_until(stop);
        for block in &mut blocks {
            let block = block?;
            let key = key_of(by, &block.schema)?;
            for puzzle in &block.puzzles {
                if is_left && is_record_of(&record, puzzle) {
                    let empty = || Totals::new(&results.manifest.strategies, &results.manifest.limits);
                    let value = value_of(key.as_ref(), &block, puzzle, &conditions.corpora[0].path);
                    groups.entry(value).or_insert_with(empty).add(&record.samples);
                    is_left = rows.next(&mut record)?;
                }
            }
            check_number(by, groups.len())?;
        }
        if !results.manifest.interrupted {
            check_unchanged(&blocks, &conditions)?;
        }
        if is_left {
            let reason =
                "is not found in the corpus; did the run use an option such as --layout, which results do not record?";
            return Err(Error::Changed(format!("the puzzle of line {} {reason}", record.line)));
        }
        let reference = results.manifest.reference.as_deref();
        let mut summaries: Vec<_> =
            groups.into_iter().map(|(value, totals)| (value, totals.summary(reference))).collect();
        summaries.sort_by(|(one, _), (other, _)| compare_values(one, other));
        Ok(Groups { by: by.into(), summaries })
    }
}

fn check_number(by: &str, groups: usize) -> Result<()> {
    if groups <= MAX_GROUPS {
        return Ok(());
    }
    let advice = format!("group them by a condition, such as '{by} < 10'");
    Err(Error::Usage(format!("--by {by}: more than {MAX_GROUPS} different values; {advice}")))
}

/// Returns true if a record is that of a puzzle. A sample, a shard or an interrupted run has only some puzzles of the corpus.
fn is_record_of(record: &PuzzleRecord, puzzle: &Puzzle) -> bool {
    let is_in_file = puzzle.file.as_ref().is_none_or(|file| record.puzzle.starts_with(&**file));
    record.line == puzzle.line && record.clues == puzzle.givens.clues() as u64 && is_in_file
}

/// Returns the key of a column, a property or an expression; `None` if the puzzles are grouped by their files.
fn key_of(by: &str, schema: &Schema) -> Result<Option<Key>> {
    let is_column = schema.names.iter().any(|name| name == by);
    if by == FILE && !is_column { Ok(None) } else { Key::parse(by, &schema.names, schema.notation).map(Some) }
}

fn value_of(key: Option<&Key>, block: &Block, puzzle: &Puzzle, only_file: &str) -> String {
    let Some(key) = key else { return puzzle.file.as_deref().unwrap_or(only_file).to_string() };
    let fields = block.schema.fields(block.row(puzzle)).iter().collect();
    let row = TableRow { line: puzzle.line, fields, defect: None };
    key.value(&row, puzzle.givens.cells(), puzzle.givens.shape())
}
