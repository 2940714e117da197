//! What `score` returns, for its class in Python.

use std::collections::{BTreeMap, BTreeSet};

use corpus::layout::{ColumnSpec, ColumnType, Value};
use grid::Shape;
use pass::FirstRows;
use pyo3::{prelude::*, types::PyBool};
use score::{
    BLOCK, PredictionScore, PuzzleCounts, ScoredPrediction, StepsSummary, Tally, Verdict, VoteRule,
    preset::{Part, Preset},
    scored_columns,
    summary::{Group, Puzzles},
};
use serde_json::json;

use crate::{
    arguments::{check_length, from_json, named},
    batch::{Batch, batch_of},
};

/// A prediction. There may be millions of them, so this is small.
#[derive(Clone)]
pub struct ScoredRow {
    /// The key that predictions of the same puzzle share.
    pub key: u64,
    /// The number of the sample, from 1.
    pub sample: u32,
    pub scored: ScoredPrediction,
    /// What it adds to each measure of the preset; empty without one.
    pub parts: Box<[Option<Part>]>,
}

/// The scores of the predictions of a model.
#[pyclass(module = "sudoku_bench._native", frozen)]
pub struct Scores {
    pub shape: Shape,
    pub preset: Option<&'static Preset>,
    /// The quantile of the normal distribution for the intervals.
    pub z: f64,
    /// A row for each prediction; `None` for padding, and where there is no puzzle.
    pub rows: Vec<Option<ScoredRow>>,
    /// Where the rows of each puzzle begin, and where the last end.
    pub starts: Vec<usize>,
    /// The cells of all puzzles; blanks for padding, and where there is no puzzle.
    pub puzzles: Vec<u8>,
    /// The votes of the samples by each rule, a row for each puzzle; none if each puzzle has one answer.
    pub votes: [Vec<Option<ScoredRow>>; 2],
    pub steps: Option<StepsSummary>,
    pub counts: PuzzleCounts,
    pub rejected: FirstRows,
}

/// The columns of scores in Python: those of files, and the value.
pub fn columns() -> Vec<ColumnSpec<ScoredRow>> {
    let about = "the number of the sample of its puzzle, from 1";
    let sample = ColumnSpec::new("sample", ColumnType::Integer, about, |row: &ScoredRow| u64::from(row.sample).into());
    let scored = scored_columns().into_iter().map(|column| column.of_part(|row: &ScoredRow| Some(&row.scored)));
    let mut columns: Vec<_> = [sample].into_iter().chain(scored).collect();
    let about = "1 if the puzzle is solved, else 0; or what the prediction adds to the last measure of the preset";
    columns.push(ColumnSpec::new("value", ColumnType::Float, about, |row: &ScoredRow| row.value().into()));
    columns
}

#[pymethods]
impl Scores {
    fn rows(&self) -> PyResult<Batch> {
        batch_of(columns(), &self.rows)
    }

    fn summary<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let mut all = Tally::default();
        // Sums of floating-point numbers depend on their order; this one is that of the command line.
        for rows in self.rows.chunks(BLOCK) {
            let mut block = Tally::default();
            rows.iter().flatten().for_each(|row| block.add(&row.score(), self.preset.as_slice(), row.key));
            all.merge(&block);
        }
        let mut summary = json!(self.group(&all));
        summary["steps"] = json!(self.steps);
        summary["side"] = self.shape.side().into();
        summary["puzzles"] = json!(Puzzles { counts: self.counts.clone(), rejected: self.rejected.count });
        from_json(py, &summary)
    }

    fn vote(&self, rule: &str) -> PyResult<Scores> {
        let rule = named("rule", rule, &VoteRule::ALL, VoteRule::name)?;
        let votes = VoteRule::ALL.iter().zip(&self.votes).find(|(other, _)| **other == rule);
        let rows = votes.map(|(_, rows)| rows).filter(|rows| !rows.is_empty()).unwrap_or(&self.rows).clone();
        let starts = (0..=rows.len()).collect();
        let (puzzles, counts, rejected) = (self.puzzles.clone(), self.counts.clone(), self.rejected.clone());
        let votes = [vec![], vec![]];
        let Scores { shape, z, ref steps, .. } = *self;
        Ok(Scores { shape, preset: None, z, rows, starts, puzzles, votes, steps: steps.clone(), counts, rejected })
    }

    fn by(&self, keys: &Bound<'_, PyAny>) -> PyResult<Batch> {
        let keys = read_keys(keys)?;
        check_length(self.puzzle_count(), "keys", keys.len())?;
        let mut strata: BTreeMap<Key, Tally> = BTreeMap::new();
        for (puzzle, key) in keys.into_iter().enumerate() {
            for row in self.samples(puzzle).iter().flatten() {
                strata.entry(key.clone()).or_default().add(&row.score(), self.preset.as_slice(), row.key);
            }
        }
        let has_texts = strata.keys().any(|key| matches!(key, Key::Text(_)));
        let strata: Vec<_> =
            strata.into_iter().map(|(key, tally)| Some(Stratum { key, group: self.group(&tally) })).collect();
        batch_of(strata_columns(has_texts, &strata), &strata)
    }

    /// Returns how many predictions have each verdict.
    fn verdicts(&self) -> Vec<(&'static str, usize)> {
        let count = |verdict| self.rows.iter().flatten().filter(|row| row.scored.grade.verdict == verdict).count();
        Verdict::ALL.into_iter().map(|verdict| (verdict.name(), count(verdict))).collect()
    }
}

impl Scores {
    pub fn puzzle_count(&self) -> usize {
        self.starts.len() - 1
    }

    /// Returns the cells of a puzzle; `None` for padding, and where there is no puzzle.
    pub fn puzzle(&self, puzzle: usize) -> Option<&[u8]> {
        let cells = self.shape.cells();
        self.samples(puzzle)[0].as_ref().map(|_| &self.puzzles[puzzle * cells..][..cells])
    }

    /// Returns the rows of a puzzle.
    pub fn samples(&self, puzzle: usize) -> &[Option<ScoredRow>] {
        &self.rows[self.starts[puzzle]..self.starts[puzzle + 1]]
    }

    fn group(&self, tally: &Tally) -> Group {
        Group::new(tally, self.preset.as_slice(), self.z)
    }
}

impl ScoredRow {
    /// Returns true if the prediction solves the puzzle.
    pub fn is_solved(&self) -> bool {
        self.scored.grade.verdict.is_solved()
    }

    fn score(&self) -> PredictionScore {
        let parts = if self.parts.is_empty() { Vec::new() } else { vec![self.parts.to_vec()] };
        self.scored.score(parts)
    }

    fn value(&self) -> Option<f64> {
        match self.parts.last() {
            Some(part) => part.map(|part| part.share()),
            None => Some(f64::from(u8::from(self.is_solved()))),
        }
    }
}

struct Stratum {
    key: Key,
    group: Group,
}

/// Returns the columns of strata: keys are numbers, or texts if any is one.
fn strata_columns(has_texts: bool, strata: &[Option<Stratum>]) -> Vec<ColumnSpec<Stratum>> {
    let key_type = if has_texts { ColumnType::Text } else { ColumnType::Integer };
    let key = ColumnSpec::new("key", key_type, "", move |stratum: &Stratum| match &stratum.key {
        Key::Null => Value::Missing,
        Key::Number(number) if has_texts => number.to_string().into(),
        Key::Number(number) => (*number).into(),
        Key::Text(text) => text.as_str().into(),
    });
    let count = |name: &str, count: fn(&Group, &str) -> u64| {
        let own = name.to_string();
        ColumnSpec::new(name, ColumnType::Integer, "", move |stratum: &Stratum| count(&stratum.group, &own).into())
    };
    let share = |name, share: fn(&Group) -> Option<f64>| {
        ColumnSpec::new(name, ColumnType::Float, "", move |stratum: &Stratum| share(&stratum.group).into())
    };
    let mut columns = vec![key, count("rows", |group, _| group.rows)];
    columns.extend(Verdict::ALL.map(|verdict| count(verdict.name(), |group, name| group.verdicts[name])));
    columns.extend([
        share("solved", |group| Some(group.solved.rate)),
        share("solved_low", |group| Some(group.solved.low)),
        share("solved_high", |group| Some(group.solved.high)),
        share("valid", |group| Some(group.valid.rate)),
        share("cells_accuracy", |group| group.cells.micro),
        share("blanks_accuracy", |group| group.blanks.micro),
        share("mean_dup", |group| group.mean_dup),
    ]);
    columns.extend(preset_columns(strata));
    columns
}

/// Returns a column for each number of the preset.
fn preset_columns(strata: &[Option<Stratum>]) -> impl Iterator<Item = ColumnSpec<Stratum>> {
    let presets = strata.iter().flatten().flat_map(|stratum| &stratum.group.presets);
    let numbers = presets.flat_map(|(preset, numbers)| {
        let numbers = numbers.as_object().into_iter().flat_map(|numbers| numbers.keys());
        numbers.map(move |number| (preset.clone(), number.clone()))
    });
    let column = |(preset, number): (String, String)| {
        let name = format!("{}_{number}", preset.replace('-', "_"));
        ColumnSpec::new(name, ColumnType::Float, "", move |stratum: &Stratum| {
            stratum.group.presets[&preset][&number].as_f64().into()
        })
    };
    numbers.collect::<BTreeSet<_>>().into_iter().map(column)
}

/// What rows are grouped by. Numbers come before texts.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    Null,
    Number(i64),
    Text(String),
}

fn read_keys(keys: &Bound<'_, PyAny>) -> PyResult<Vec<Key>> {
    // Arrow, Polars and pandas, NumPy.
    let as_list = ["to_pylist", "to_list", "tolist"].into_iter().find(|name| keys.hasattr(*name).unwrap_or(false));
    let keys = as_list.map_or_else(|| Ok(keys.clone()), |name| keys.call_method0(name))?;
    let key = |key: PyResult<Bound<'_, PyAny>>| {
        let key = key?;
        if key.is_none() {
            return Ok(Key::Null);
        }
        match key.extract::<i64>() {
            Ok(number) if !key.is_instance_of::<PyBool>() => Ok(Key::Number(number)),
            _ => Ok(Key::Text(key.str()?.to_string())),
        }
    };
    keys.try_iter()?.map(key).collect()
}
