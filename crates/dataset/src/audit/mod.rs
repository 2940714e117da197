//! The audit of a corpus: solves every puzzle, tests it for minimality, finds duplicates and checks the solutions.

mod claim;
mod difficulty;
mod finding;
mod options;

use std::{collections::BTreeMap, sync::atomic::AtomicBool};

use serde::{Serialize, Serializer, ser::Error as _};

use crate::{
    CorrectnessCounts, Observer,
    classes::Classes,
    facts::Solutions,
    location::{Location, Locator},
};
pub use claim::{Claims, Property};
use claim::{MAX_ROWS_SHOWN, add_first};
use corpus::{
    error::Result,
    layout::Schema,
    reader::{Block, Corpus, FileSummary, Puzzle},
};
pub use difficulty::Difficulty;
pub use finding::MAX_COUNTED_SOLUTIONS;
use finding::{Class, Examiner, Finding};
use grid::text::Notation;
pub use options::{AuditOptions, Section};
use pass::{PassEnd, Rejected, Threads};
use rating::Tenths;

/// Blocks in flight for each thread.
const AHEAD: usize = 4;

pub struct Inspection {
    pub report: Report,
    /// The files. Their puzzles and rejects are counted as in the report; all else covers the part that was read.
    pub files: Vec<FileSummary>,
    pub rejected: Rejected,
    pub ended: PassEnd,
}

/// Describes a corpus, whose [`Extras::rows`](corpus::reader::Extras::rows) must be set.
pub fn inspect(corpus: &Corpus, options: &AuditOptions, observer: &mut Observer<'_>) -> Result<Inspection> {
    let skipped = options.skipped(corpus.notation);
    let mut audit = Audit::new(options, corpus.notation, &skipped);
    let mut rejected = Rejected::default();
    let threads = Threads::new(options.threads, || Examiner::new(options, &skipped, observer.stop))?;
    let threads = threads.with_progress(observer.searches.clone());
    let mut blocks = corpus.blocks_until(observer.stop);
    let work = |examiner: &mut Examiner<'_>, _: usize, block: Block| (examiner.examine(&block), block);
    let ended = threads.map(&mut blocks, work, |(findings, block)| {
        audit.add(&block, findings)?;
        rejected.add(&block.rejects);
        observer.block(&block);
        Ok(())
    })?;
    let report = audit.finish()?;
    Ok(Inspection { files: examined(blocks.files(), &report), report, rejected, ended })
}

/// Describes the puzzles of blocks in memory, whose rows must have their text. If `stop` is set, the report is of a
/// part of them. `notation` says how all of them are written. Returns an error if the system refuses memory or threads.
pub fn inspect_blocks(
    notation: Notation,
    blocks: impl Iterator<Item = Block>,
    options: &AuditOptions,
    stop: &AtomicBool,
) -> Result<Report> {
    let skipped = options.skipped(notation);
    let mut audit = Audit::new(options, notation, &skipped);
    let threads = Threads::new(options.threads, || Examiner::new(options, &skipped, stop))?;
    let work = |examiner: &mut Examiner<'_>, _: usize, block: Block| (examiner.examine(&block), block);
    threads.run(AHEAD, blocks, work, |(findings, block)| audit.add(&block, findings))?;
    audit.finish()
}

/// Reduces the row counts of the files to the rows in the report, because files are read ahead.
fn examined(mut files: Vec<FileSummary>, report: &Report) -> Vec<FileSummary> {
    let mut puzzles = report.puzzles;
    let mut rejects = report.rejected;
    for file in &mut files {
        file.puzzles = file.puzzles.min(puzzles);
        file.rejects = file.rejects.min(rejects);
        puzzles -= file.puzzles;
        rejects -= file.rejects;
    }
    files
}

struct Audit {
    report: Report,
    exact: Classes,
    /// The locations of the puzzles of each class, each with half of its exact key, which tells equal puzzles from isomorphs.
    classes: Classes<2>,
    solutions: Classes,
    locator: Locator,
}

/// The description of a corpus; the fields are the keys of the JSON form.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Report {
    /// How the grids are written.
    #[serde(flatten)]
    pub notation: Notation,
    pub puzzles: u64,
    /// Rows that do not hold a puzzle.
    pub rejected: u64,
    pub clues: BTreeMap<usize, u64>,
    /// Puzzles with one solution and blanks, by their rating on Sudoku Explainer's scale, in ascending order; `None` if it was
    /// not asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ratings: Option<Ratings>,
    pub blanks: BTreeMap<char, u64>,
    /// Puzzles with several blank characters.
    pub mixed_blanks: u64,
    pub unique: u64,
    pub several_solutions: u64,
    /// The numbers of their solutions; `None` if there are no such puzzles, or if only two solutions were looked for.
    #[serde(flatten, serialize_with = "with_all_keys")]
    pub counted: Option<CountedSolutions>,
    /// Puzzles without a solution whose givens do not conflict.
    pub no_solution: u64,
    /// Puzzles of which a limit of the search was reached before the second solution.
    pub unknown: u64,
    pub conflicting: u64,
    /// Puzzles with one solution that need every given for it; `None` if skipped.
    pub minimal: Option<u64>,
    pub exact_duplicates: u64,
    /// The isomorphisms between puzzles; `None` if skipped.
    #[serde(flatten, serialize_with = "with_all_keys")]
    pub isomorphisms: Option<Isomorphisms>,
    pub skipped: Vec<Section>,
    /// The solutions of the corpus by correctness; empty if it has no solution column.
    pub solutions: CorrectnessCounts,
    /// How often the columns that claim a property of the puzzle are right.
    pub claims: BTreeMap<Property, Claims>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difficulty: Option<Difficulty>,
    /// The first rows with wrong or malformed solutions, as file and line.
    pub first_wrong: Vec<String>,
    /// The first puzzles with several solutions, as file and line.
    pub first_several: Vec<String>,
    /// The first puzzles without a solution.
    pub first_unsolved: Vec<String>,
    /// The first puzzles whose number of solutions is unknown.
    pub first_unknown: Vec<String>,
    /// The first puzzles whose givens conflict: file, line, and two equal givens in one unit.
    pub first_conflicts: Vec<String>,
    /// The first groups of duplicates, as file and line.
    pub first_duplicates: Vec<Vec<String>>,
}

/// Writes the keys of `T` in every report, each with null if there is no value.
fn with_all_keys<T: Default + Serialize, S: Serializer>(
    value: &Option<T>,
    serializer: S,
) -> std::result::Result<S::Ok, S::Error> {
    match value {
        Some(value) => value.serialize(serializer),
        None => {
            let keys = serde_json::to_value(T::default()).map_err(S::Error::custom)?;
            serializer.collect_map(keys.as_object().into_iter().flatten().map(|(key, _)| (key, ())))
        }
    }
}

/// How many solutions the puzzles have that have several.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CountedSolutions {
    #[serde(rename = "fewest_of_several")]
    pub fewest: u64,
    /// At most [`MAX_COUNTED_SOLUTIONS`].
    #[serde(rename = "most_of_several")]
    pub most: u64,
}

impl CountedSolutions {
    /// Returns the numbers with that of another puzzle.
    fn with(counted: Option<CountedSolutions>, several: u64) -> CountedSolutions {
        let CountedSolutions { fewest, most } = counted.unwrap_or(CountedSolutions { fewest: several, most: several });
        CountedSolutions { fewest: fewest.min(several), most: most.max(several) }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ratings {
    /// The highest rating that is told apart.
    pub up_to: Tenths,
    /// The number of puzzles of each rating; those above the limit have [`Tenths::MAX`].
    pub puzzles: BTreeMap<Tenths, u64>,
}

impl Ratings {
    /// Returns a rating as text; `>7.5` above the limit.
    pub fn text(&self, rating: Tenths) -> String {
        if rating == Tenths::MAX { format!(">{}", self.up_to) } else { rating.to_string() }
    }
}

impl Serialize for Ratings {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        serializer.collect_map(self.puzzles.iter().map(|(&rating, puzzles)| (self.text(rating), puzzles)))
    }
}

#[derive(Clone, Debug, Default, Serialize)]
pub struct Isomorphisms {
    /// Puzzles that a symmetry other than the identity maps to themselves.
    pub symmetric: u64,
    /// Puzzles that are isomorphic to an earlier one with other cells.
    pub isomorphic_duplicates: u64,
    pub classes: u64,
    /// Solutions of the unique puzzles that are distinct up to isomorphism.
    pub solution_classes: u64,
    /// The first groups of isomorphs, as file and line; of equal puzzles, only the first is in a group.
    pub first_isomorphs: Vec<Vec<String>>,
}

impl Audit {
    fn new(options: &AuditOptions, notation: Notation, skipped: &[Section]) -> Audit {
        let has = |section| !skipped.contains(&section);
        let report = Report {
            notation,
            minimal: has(Section::Minimal).then_some(0),
            isomorphisms: has(Section::Classes).then(Isomorphisms::default),
            ratings: options.ratings.map(|up_to| Ratings { up_to, puzzles: BTreeMap::new() }),
            skipped: skipped.to_vec(),
            ..Report::default()
        };
        Audit {
            report,
            exact: new_classes(options),
            classes: new_classes(options),
            solutions: new_classes(options),
            locator: Locator::new(false),
        }
    }

    /// Adds a block; blocks come in corpus order.
    fn add(&mut self, block: &Block, findings: Vec<Finding>) -> Result<()> {
        self.report.rejected += block.rejects.len() as u64;
        for (puzzle, finding) in block.puzzles.iter().zip(findings) {
            let location = self.locator.of(puzzle);
            self.exact.push(finding.exact, [location.0])?;
            if let Some(class) = finding.class {
                self.add_class(class, location.0, finding.exact)?;
            }
            self.report.add(puzzle, &finding, &block.schema, || self.locator.text(location));
        }
        Ok(())
    }

    fn add_class(&mut self, class: Class, item: u64, exact: u128) -> Result<()> {
        self.classes.push(class.key, [item, exact as u64])?;
        if let Some(solution) = class.solution {
            self.solutions.push(solution, [item])?;
        }
        let isomorphisms = &mut self.report.isomorphisms;
        isomorphisms.iter_mut().for_each(|found| found.symmetric += u64::from(class.automorphisms > 1));
        Ok(())
    }

    fn finish(self) -> Result<Report> {
        let Audit { mut report, exact, classes, solutions, locator } = self;
        report.difficulty.iter_mut().for_each(Difficulty::decide);
        let mut duplicates = First::default();
        let distinct = exact.groups(|items| {
            duplicates.offer(items.as_flattened());
            Ok(())
        })?;
        let mut isomorphs = First::default();
        report.exact_duplicates = report.puzzles - distinct;
        if let Some(found) = &mut report.isomorphisms {
            found.classes = classes.groups(|items| {
                isomorphs.offer(&first_distinct(items));
                Ok(())
            })?;
            found.solution_classes = solutions.groups(|_| Ok(()))?;
            found.isomorphic_duplicates = distinct - found.classes;
        }
        let locations = |first: First| {
            let texts = |items: &Vec<u64>| items.iter().map(|&item| locator.text(Location(item))).collect();
            first.groups.iter().map(texts).collect()
        };
        report.first_duplicates = locations(duplicates);
        if let Some(found) = &mut report.isomorphisms {
            found.first_isomorphs = locations(isomorphs);
        }
        Ok(report)
    }
}

/// Returns the first items of a class, without repeated puzzles: as many as reports show.
fn first_distinct(items: &[[u64; 2]]) -> Vec<u64> {
    let mut first: Vec<[u64; 2]> = Vec::new();
    for &[item, exact] in items {
        if first.len() < MAX_ROWS_SHOWN && first.iter().all(|[_, known]| *known != exact) {
            first.push([item, exact]);
        }
    }
    first.into_iter().map(|[item, _]| item).collect()
}

fn new_classes<const WORDS: usize>(options: &AuditOptions) -> Classes<WORDS> {
    Classes::new(options.memory / 3, options.temporary.clone())
}

impl Report {
    fn add(&mut self, puzzle: &Puzzle, finding: &Finding, schema: &Schema, location: impl Fn() -> String) {
        self.puzzles += 1;
        *self.clues.entry(finding.clues).or_default() += 1;
        if let Some((ratings, rating)) = self.ratings.as_mut().zip(finding.rating) {
            *ratings.puzzles.entry(rating).or_default() += 1;
        }
        finding.blanks.iter().for_each(|&byte| *self.blanks.entry(byte.into()).or_default() += 1);
        self.mixed_blanks += u64::from(finding.blanks.len() > 1);
        *match &finding.solutions {
            Solutions::One(_) => &mut self.unique,
            Solutions::Several(_) => &mut self.several_solutions,
            Solutions::None => &mut self.no_solution,
            Solutions::Conflict => &mut self.conflicting,
            Solutions::Unknown => &mut self.unknown,
        } += 1;
        self.minimal.iter_mut().for_each(|minimal| *minimal += u64::from(finding.minimal));
        self.add_first_rows(puzzle, &finding.solutions, &location);
        for &(property, column, is_right) in &finding.stated {
            let claims = self.claims.entry(property).or_insert_with(|| Claims::of_column(&schema.names[column]));
            claims.add(is_right, &location);
        }
        if let Some((column, value)) = &finding.difficulty {
            let difficulty = self.difficulty.get_or_insert_with(|| Difficulty::new(&schema.names[*column]));
            difficulty.add(finding.clues, value);
        }
        if let Some(correctness) = finding.correctness {
            self.solutions.add(correctness);
            if correctness.is_bad() {
                add_first(&mut self.first_wrong, &location);
            }
        }
    }

    fn add_first_rows(&mut self, puzzle: &Puzzle, solutions: &Solutions, location: impl Fn() -> String) {
        let is_counted = !self.notation.is_default();
        match solutions {
            Solutions::Several(several) => {
                add_first(&mut self.first_several, location);
                self.counted = is_counted.then(|| CountedSolutions::with(self.counted, *several));
            }
            Solutions::Conflict => {
                let conflict = puzzle.givens.conflict().map_or(String::new(), |conflict| conflict.to_string());
                add_first(&mut self.first_conflicts, || format!("{}: {conflict}", location()));
            }
            Solutions::None => add_first(&mut self.first_unsolved, location),
            Solutions::Unknown => add_first(&mut self.first_unknown, location),
            Solutions::One(_) => {}
        }
    }

    /// Returns true if a row is not a puzzle, a puzzle is known not to have exactly one solution, two puzzles are equal or known
    /// to be isomorphic, or a solution of the corpus is wrong.
    pub fn is_bad(&self) -> bool {
        self.rejected > 0
            || self.unique + self.unknown < self.puzzles
            || self.exact_duplicates > 0
            || self.isomorphisms.as_ref().is_some_and(|found| found.isomorphic_duplicates > 0)
            || self.solutions.bad() > 0
    }
}

/// The groups that come first in the corpus, by their second item.
#[derive(Default)]
struct First {
    groups: Vec<Vec<u64>>,
}

impl First {
    fn offer(&mut self, items: &[u64]) {
        if items.len() < 2 {
            return;
        }
        let index = self.groups.partition_point(|group| group[1] < items[1]);
        if index < MAX_ROWS_SHOWN {
            self.groups.insert(index, items[..items.len().min(MAX_ROWS_SHOWN)].to_vec());
            self.groups.truncate(MAX_ROWS_SHOWN);
        }
    }
}
