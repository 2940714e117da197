//! Grades the predictions of a block of rows.

use std::collections::BTreeMap;

use solver::{
    any_shape,
    grid::{Grid, Shape},
    simd::Simd,
};

use super::{
    Options,
    cells::{UNKNOWN, parse, puzzle_in},
    columns::Columns,
    preset::Scored,
    rows::Row,
    stratum::Key,
    tally::Tally,
    verdict::{Grade, Truth, Verdict},
};
use crate::{
    dataset::{
        class_key,
        facts::{Facts, Solutions},
    },
    layout::DefectKind,
    pass::FirstRows,
    reader::Reject,
};

/// The nodes after which the solutions of a puzzle that is not 9×9 are unknown.
const MAX_NODES: u64 = 1_000_000;

/// How many solutions a puzzle has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// None.
    None,
    /// This one only.
    One(Vec<u8>),
    /// Several.
    Several,
    /// It was not asked, or the search took too long.
    Unknown,
}

impl Found {
    /// Returns the number, 2 for several; `None` if it is not known.
    pub fn count(&self) -> Option<u8> {
        match self {
            Found::None => Some(0),
            Found::One(_) => Some(1),
            Found::Several => Some(2),
            Found::Unknown => None,
        }
    }
}

/// A puzzle whose predictions are graded.
#[derive(Debug)]
pub struct Graded {
    /// Its row, with its predictions.
    pub row: Row,
    /// The cells; empty if the row could not be read.
    pub puzzle: Vec<u8>,
    /// The label: that of the corpus, or else the only solution.
    pub label: Option<Vec<u8>>,
    /// True if the label of the corpus is no solution.
    pub label_wrong: bool,
    /// Its solutions.
    pub found: Found,
    /// The grades of each model's predictions; one of a missing prediction.
    pub grades: Vec<Vec<Grade>>,
    /// The key of its class of isomorphs, if models are compared.
    pub class: u128,
}

/// Counts of puzzles.
#[derive(Clone, Debug, Default)]
pub struct PuzzleCounts {
    /// Puzzles.
    pub puzzles: u64,
    /// Puzzles whose number of solutions is known.
    pub counted: u64,
    /// Puzzles with several solutions.
    pub several: FirstRows,
    /// Puzzles without a solution.
    pub unsolvable: FirstRows,
    /// Puzzles whose label is no solution.
    pub label_wrong: FirstRows,
    /// Puzzles with a label of the corpus.
    pub labelled: u64,
}

impl PuzzleCounts {
    fn merge(&mut self, other: PuzzleCounts) {
        self.puzzles += other.puzzles;
        self.counted += other.counted;
        self.labelled += other.labelled;
        self.several.append(other.several);
        self.unsolvable.append(other.unsolvable);
        self.label_wrong.append(other.label_wrong);
    }
}

/// A stratum: the index of its key, and its value.
pub type Stratum = (usize, String);

/// The counts of a block, or of all.
#[derive(Clone, Debug, Default)]
pub struct Counts {
    /// Counts of puzzles.
    pub puzzles: PuzzleCounts,
    /// The counts of each model.
    pub models: Vec<Tally>,
    /// The counts of each model in each stratum.
    pub strata: BTreeMap<Stratum, Vec<Tally>>,
}

impl Counts {
    /// Adds the counts of another block.
    pub fn merge(&mut self, other: Counts) {
        self.puzzles.merge(other.puzzles);
        merge_all(&mut self.models, &other.models);
        other
            .strata
            .iter()
            .for_each(|(stratum, tallies)| merge_all(self.strata.entry(stratum.clone()).or_default(), tallies));
    }
}

fn merge_all(tallies: &mut Vec<Tally>, others: &[Tally]) {
    tallies.resize_with(tallies.len().max(others.len()), Tally::default);
    tallies.iter_mut().zip(others).for_each(|(tally, other)| tally.merge(other));
}

/// What the grading of a block needs, on every thread.
pub struct Plan<'a> {
    pub options: &'a Options,
    pub shape: Shape,
    pub columns: &'a Columns,
    pub keys: &'a [Key],
    /// The path of the file of the puzzles.
    pub path: &'a str,
}

/// A graded block.
pub struct GradedBlock {
    pub rows: Vec<Graded>,
    pub rejects: Vec<Reject>,
    pub counts: Counts,
}

/// The workspace of a thread.
pub struct Grader<'a> {
    facts: Facts<'a>,
}

impl<'a> Grader<'a> {
    pub fn new(simd: Simd) -> Grader<'a> {
        Grader { facts: Facts::new(simd) }
    }

    /// Grades the predictions of rows.
    pub fn grade(&mut self, plan: &Plan<'_>, rows: Vec<Row>) -> GradedBlock {
        let (mut graded, mut rejects) = (Vec::with_capacity(rows.len()), Vec::new());
        for row in rows {
            match plan.read(row) {
                Ok(row) => graded.push(row),
                Err(reject) => rejects.push(reject),
            }
        }
        self.solve(plan, &mut graded);
        let mut counts =
            Counts { models: vec![Tally::default(); plan.options.files.models.len()], ..Counts::default() };
        graded.iter_mut().for_each(|row| plan.grade(row, &mut counts));
        GradedBlock { rows: graded, rejects, counts }
    }

    /// Finds the solutions of puzzles, unless they are known to have one and have a label.
    fn solve(&mut self, plan: &Plan<'_>, rows: &mut [Graded]) {
        let is_known = |row: &Graded| plan.options.unique && row.label.is_some();
        let is_asked = |row: &Graded| !row.puzzle.is_empty() && !is_known(row);
        let mut asked: Vec<&mut Graded> = rows.iter_mut().filter(|row| is_asked(row)).collect();
        if plan.shape == Shape::NINE {
            let grids: Vec<Grid> = asked.iter().map(|row| grid(&row.puzzle)).collect();
            let found = self.facts.solutions(&grids);
            for (row, found) in asked.into_iter().zip(found) {
                row.found = match found {
                    Solutions::Conflict | Solutions::None => Found::None,
                    Solutions::One(solution) => Found::One(solution.cells().to_vec()),
                    Solutions::Several => Found::Several,
                };
            }
        } else {
            for row in &mut asked {
                let solutions = any_shape::solutions(plan.shape, &row.puzzle, 2, MAX_NODES);
                row.found = match solutions.as_deref() {
                    None => Found::Unknown,
                    Some([]) => Found::None,
                    Some([one]) => Found::One(one.to_vec()),
                    Some(_) => Found::Several,
                };
            }
        }
    }
}

/// Returns the grid of 81 cells.
fn grid(cells: &[u8]) -> Grid {
    Grid::of(cells.try_into().expect("there are 81"))
}

impl Plan<'_> {
    /// Reads the puzzle and the label of a row.
    fn read(&self, row: Row) -> Result<Graded, Reject> {
        let empty = |row| Graded {
            row,
            puzzle: Vec::new(),
            label: None,
            label_wrong: false,
            found: Found::Unknown,
            grades: Vec::new(),
            class: 0,
        };
        if let Some(defect) = &row.row.defect {
            // Where the prediction is in the same row, it is what cannot be read.
            if self.columns.prediction.is_some() {
                return Ok(empty(row));
            }
            return Err(self.reject(&row, &defect.reason, defect.at, defect.kind));
        }
        let field = self.columns.puzzle.as_ref().map(|field| field.text(&row.row.fields)).unwrap_or_default();
        let Some(puzzle) = puzzle_in(&field, self.shape) else {
            let (side, found) = (self.shape.side(), parse(&field, self.shape));
            let reason = match found.len() {
                0 => "the field of the puzzle is empty".into(),
                length if length != self.shape.cells() => {
                    format!("{length} cells instead of {} ({side}×{side})", self.shape.cells())
                }
                _ => format!("a symbol is neither a value from 1 to {side} nor a blank"),
            };
            return Err(self.reject(&row, &reason, 0, DefectKind::Other));
        };
        let text = self.columns.label.as_ref().map(|field| field.text(&row.row.fields)).unwrap_or_default();
        let label = if text.trim().is_empty() { None } else { Some(parse(&text, self.shape)) };
        let is_full = |label: &Vec<u8>| {
            label.len() == self.shape.cells() && !label.iter().any(|cell| [0, UNKNOWN].contains(cell))
        };
        let truth = Truth { shape: self.shape, puzzle: &puzzle, label: None };
        let label_wrong = label.as_ref().is_some_and(|label| !truth.is_solution(label));
        Ok(Graded { label: label.filter(is_full), label_wrong, puzzle, ..empty(row) })
    }

    fn reject(&self, row: &Row, reason: &str, at: usize, kind: DefectKind) -> Reject {
        let text = row.row.fields.iter().map(String::from_utf8_lossy).collect::<Vec<_>>().join(",");
        Reject {
            file: self.path.into(),
            line: row.row.line,
            column: at as u64 + 1,
            kind,
            reason: reason.into(),
            text: text.chars().take(200).collect(),
            puzzles_before: 0,
        }
    }

    /// Grades the predictions of a puzzle, and counts them.
    fn grade(&self, row: &mut Graded, counts: &mut Counts) {
        self.count_puzzle(row, &mut counts.puzzles);
        if let (None, false, Found::One(solution)) = (&row.label, row.label_wrong, &row.found) {
            row.label = Some(solution.clone());
        }
        if self.options.files.models.len() > 1 && !row.puzzle.is_empty() {
            row.class = class(&row.puzzle, self.shape);
        }
        let strata: Vec<Stratum> = self
            .keys
            .iter()
            .enumerate()
            .filter(|_| !row.puzzle.is_empty())
            .map(|(index, key)| (index, key.value(&row.row.row, &row.puzzle, self.shape)))
            .collect();
        let models = row.row.predictions.len();
        let mut graded = Vec::with_capacity(models);
        for (model, texts) in row.row.predictions.iter().enumerate() {
            let missing = [String::new()];
            let texts = if texts.is_empty() { &missing[..] } else { texts };
            let grades: Vec<Grade> =
                texts.iter().map(|text| self.grade_text(row, text, model, &strata, counts)).collect();
            graded.push(grades);
        }
        row.grades = graded;
    }

    fn count_puzzle(&self, row: &Graded, counts: &mut PuzzleCounts) {
        let line = || row.row.row.line.to_string();
        counts.puzzles += 1;
        counts.counted += u64::from(row.found.count().is_some());
        counts.labelled += u64::from(row.label.is_some() || row.label_wrong);
        match row.found {
            Found::Several => counts.several.add(line),
            Found::None => counts.unsolvable.add(line),
            _ => {}
        }
        if row.label_wrong {
            counts.label_wrong.add(line);
        }
    }

    /// Grades a prediction, and adds it to the counts of its model and strata.
    fn grade_text(&self, row: &Graded, text: &str, model: usize, strata: &[Stratum], counts: &mut Counts) -> Grade {
        if row.puzzle.is_empty() {
            let grade =
                Grade { verdict: Verdict::Malformed, cells_right: 0, blanks_right: 0, changed: None, dup: None };
            counts.models[model].add(&grade, self.shape.cells() as u16, 0);
            return grade;
        }
        let truth = Truth { shape: self.shape, puzzle: &row.puzzle, label: row.label.as_deref() };
        let text = self.options.extract.extract(text, self.shape).unwrap_or_default();
        let cells = parse(text, self.shape);
        let grade = truth.grade(Some(&cells));
        let (all, blanks) = if row.label.is_some() { (self.shape.cells() as u16, truth.blanks()) } else { (0, 0) };
        let scored = Scored { truth, text, cells: &cells, grade };
        let presets = &self.options.presets;
        counts.models[model].add(&grade, all, blanks);
        counts.models[model].add_presets(presets, &scored);
        for stratum in strata {
            let tallies = counts.strata.entry(stratum.clone()).or_default();
            tallies.resize_with(tallies.len().max(model + 1), Tally::default);
            tallies[model].add(&grade, all, blanks);
            tallies[model].add_presets(presets, &scored);
        }
        grade
    }
}

/// Returns the key of the class of isomorphs of a puzzle; of the puzzle itself, if it is not 9×9.
fn class(puzzle: &[u8], shape: Shape) -> u128 {
    if shape == Shape::NINE {
        return class_key(&grid(puzzle));
    }
    key(puzzle)
}

/// Returns a key of cells of any shape.
pub fn key(cells: &[u8]) -> u128 {
    use sha2::{Digest, Sha256};
    Sha256::digest(cells).iter().take(16).fold(0, |key, &byte| key << 8 | u128::from(byte))
}
