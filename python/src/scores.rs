//! `Scores`: what `score` returns.

use std::{collections::BTreeMap, sync::Arc};

use arrow_array::{ArrayRef, BooleanArray, Float64Array, Int64Array, LargeStringArray, RecordBatch};
use corpus::numbers;
use grid::Shape;
use pyo3::{exceptions::PyValueError, prelude::*, types::PyBool};
use score::{
    BLOCK, PredictionScore, PuzzleCounts, Tally, Verdict,
    preset::Preset,
    summary::{Group, Puzzles},
};
use serde_json::{Value, json};

use crate::{
    arguments::{batch, from_json},
    table::Table,
    values::int64,
    view::{View, ViewColumn},
};

pub struct ScoredRow {
    pub score: PredictionScore,
    /// The cells of the puzzle.
    pub puzzle: Vec<u8>,
    pub has_label: bool,
    pub label_wrong: bool,
    /// How many solutions the puzzle has, 2 for several; `None` if it is not known.
    pub solutions: Option<u8>,
}

/// The scores of the predictions of a model: a table with a row for each prediction, with nulls for padding and for rows that are not
/// puzzles.
///
/// Its columns are:
///
/// - verdict: missing, malformed, incomplete, givens_changed, conflict, exact or valid_other
/// - cells_right, blanks_right: int64, the cells with the value of the label; null without a label
/// - cells, blanks: int64, the number of cells, and of those that are blank in the puzzle
/// - changed: int64, the givens that have another value; null if the prediction is missing or malformed
/// - dup: int64, the values that a row, column or box has twice; null likewise
/// - solutions: int64, the number of solutions of the puzzle, 2 for several
/// - label_wrong: whether the label is no solution
/// - value: float64, 1 if the puzzle is solved, else 0; or what the prediction adds to the last measure of the preset
#[pyclass(module = "sudoku_bench", frozen, extends = Table)]
pub struct Scores {
    pub shape: Shape,
    pub preset: Option<&'static Preset>,
    /// The quantile of the normal distribution for the intervals.
    pub z: f64,
    /// A row for each prediction; `None` for padding, and where there is no puzzle.
    pub rows: Vec<Option<ScoredRow>>,
    pub counts: PuzzleCounts,
    pub rejected: u64,
}

#[pymethods]
impl Scores {
    /// The summary of all rows, a dict with keys of `score --json`: rows, verdicts, solved and exact (each with count, rate,
    /// low and high), cells and blanks (right, of, micro, macro), mean_dup, presets, side and puzzles. Rows in it are
    /// numbered from 1.
    #[getter]
    fn summary<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let mut all = Tally::default();
        // Sums of floating-point numbers depend on their order; this one is that of the command line.
        for rows in self.rows.chunks(BLOCK) {
            let mut block = Tally::default();
            rows.iter().flatten().for_each(|row| block.add(&row.score, self.preset.as_slice()));
            all.merge(&block);
        }
        let mut summary = json!(Group::new(&all, self.preset.as_slice(), self.z));
        summary["side"] = self.shape.side().into();
        summary["puzzles"] = json!(Puzzles { counts: self.counts.clone(), rejected: self.rejected });
        from_json(py, &summary)
    }

    /// Count the predictions apart for each of some keys.
    ///
    /// Args:
    ///     keys: n numbers, strings or nulls, such as ratings.
    ///
    /// Returns:
    ///     A table with a row for each key: key, rows, the number of each verdict, solved with its interval
    ///     (solved_low, solved_high), exact, cells_accuracy, blanks_accuracy, mean_dup, and the numbers of the preset.
    ///
    /// Raises:
    ///     ValueError: if there are not as many keys as predictions.
    fn by(&self, keys: &Bound<'_, PyAny>) -> PyResult<Table> {
        let keys = read_keys(keys)?;
        if keys.len() != self.rows.len() {
            let message = format!("there are {} predictions, but {} keys", self.rows.len(), keys.len());
            return Err(PyValueError::new_err(message));
        }
        let mut strata: BTreeMap<Key, Tally> = BTreeMap::new();
        for (key, row) in keys.into_iter().zip(&self.rows) {
            if let Some(row) = row {
                strata.entry(key).or_default().add(&row.score, self.preset.as_slice());
            }
        }
        Ok(Table::new(self.strata(&strata)?))
    }

    fn __repr__(&self) -> String {
        self.view().text()
    }

    fn _repr_html_(&self) -> String {
        self.view().html()
    }
}

impl ScoredRow {
    /// Returns true if the prediction solves the puzzle.
    pub fn is_solved(&self) -> bool {
        self.score.grade.verdict.is_solved()
    }
}

impl Scores {
    fn rows_batch(&self) -> PyResult<RecordBatch> {
        let number = |value: &dyn Fn(&ScoredRow) -> Option<i64>| -> ArrayRef {
            Arc::new(self.rows.iter().map(|row| value(row.as_ref()?)).collect::<Int64Array>())
        };
        let labelled = |row: &ScoredRow, count: u16| Some(i64::from(count)).filter(|_| row.has_label);
        let cells = self.shape.cells();
        let blanks = |row: &ScoredRow| int64(cells - row.score.givens);
        let verdict = |row: &Option<ScoredRow>| Some(row.as_ref()?.score.grade.verdict.name());
        let label_wrong = |row: &Option<ScoredRow>| Some(row.as_ref()?.label_wrong);
        let value = |row: &Option<ScoredRow>| self.value(&row.as_ref()?.score);
        let rows = || self.rows.iter();
        let columns: [(&str, ArrayRef); 10] = [
            ("verdict", Arc::new(rows().map(verdict).collect::<LargeStringArray>())),
            ("cells_right", number(&|row| labelled(row, row.score.grade.cells_right))),
            ("cells", number(&|_| Some(int64(cells)))),
            ("blanks_right", number(&|row| labelled(row, row.score.grade.blanks_right))),
            ("blanks", number(&|row| Some(blanks(row)))),
            ("changed", number(&|row| row.score.grade.changed.map(i64::from))),
            ("dup", number(&|row| row.score.grade.dup.map(i64::from))),
            ("solutions", number(&|row| row.solutions.map(i64::from))),
            ("label_wrong", Arc::new(rows().map(label_wrong).collect::<BooleanArray>())),
            ("value", Arc::new(rows().map(value).collect::<Float64Array>())),
        ];
        batch(columns)
    }

    /// Returns the object of Python, whose table has a row for each prediction.
    pub fn into_python(self, py: Python<'_>) -> PyResult<Py<Scores>> {
        let table = Table::new(self.rows_batch()?);
        Py::new(py, PyClassInitializer::from(table).add_subclass(self))
    }

    /// Returns how many predictions have each verdict.
    fn view(&self) -> View {
        let verdicts = Verdict::ALL.into_iter().map(|verdict| {
            let has_verdict = |row: &&ScoredRow| row.score.grade.verdict == verdict;
            (verdict.name(), self.rows.iter().flatten().filter(has_verdict).count() as u64)
        });
        let (names, counts): (Vec<_>, Vec<_>) = verdicts.filter(|(_, count)| *count > 0).unzip();
        let columns = vec![
            ViewColumn::of_cells("verdict", false, names.into_iter().map(String::from).collect()),
            ViewColumn::of_cells("predictions", true, counts.into_iter().map(numbers::count).collect()),
        ];
        let solved = self.rows.iter().flatten().filter(|row| row.is_solved()).count();
        let [solved, all] = [solved, self.rows.len()].map(|number| numbers::count(number as u64));
        View::new(format!("{solved} of {all} solved"), columns, 0)
    }

    fn value(&self, score: &PredictionScore) -> Option<f64> {
        match score.parts.first() {
            Some(parts) => parts.last().copied().flatten().map(|part| part.share()),
            None => Some(f64::from(u8::from(score.grade.verdict.is_solved()))),
        }
    }

    fn strata(&self, strata: &BTreeMap<Key, Tally>) -> PyResult<RecordBatch> {
        let groups: Vec<Group> =
            strata.values().map(|tally| Group::new(tally, self.preset.as_slice(), self.z)).collect();
        let count = |value: &dyn Fn(&Group) -> u64| -> ArrayRef {
            Arc::new(groups.iter().map(|group| int64(value(group))).collect::<Int64Array>())
        };
        let share = |value: &dyn Fn(&Group) -> Option<f64>| -> ArrayRef {
            Arc::new(groups.iter().map(value).collect::<Float64Array>())
        };
        let mut columns = vec![("key".to_string(), key_column(strata)), ("rows".into(), count(&|group| group.rows))];
        for verdict in Verdict::ALL.map(Verdict::name) {
            columns.push((verdict.into(), count(&|group| group.verdicts[verdict])));
        }
        columns.extend([
            ("solved".to_string(), share(&|group| Some(group.solved.rate))),
            ("solved_low".into(), share(&|group| Some(group.solved.low))),
            ("solved_high".into(), share(&|group| Some(group.solved.high))),
            ("cells_accuracy".into(), share(&|group| group.cells.micro)),
            ("blanks_accuracy".into(), share(&|group| group.blanks.micro)),
            ("mean_dup".into(), share(&|group| group.mean_dup)),
        ]);
        let Some(preset) = self.preset else { return batch(columns) };
        let numbers = |group: &Group| group.presets[preset.name].clone();
        let mut names: Vec<String> = groups.iter().filter_map(|group| keys_of(&numbers(group))).flatten().collect();
        names.sort();
        names.dedup();
        for name in names {
            let column = share(&|group| numbers(group).get(&name).and_then(Value::as_f64));
            columns.push((format!("{}_{name}", preset.name.replace('-', "_")), column));
        }
        batch(columns)
    }
}

fn keys_of(object: &Value) -> Option<Vec<String>> {
    Some(object.as_object()?.keys().cloned().collect())
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

/// Returns the keys as a column of numbers, or of strings if any is one.
fn key_column(strata: &BTreeMap<Key, Tally>) -> ArrayRef {
    let number = |key: &Key| if let Key::Number(number) = key { Some(*number) } else { None };
    let text = |key: &Key| match key {
        Key::Null => None,
        Key::Number(number) => Some(number.to_string()),
        Key::Text(text) => Some(text.clone()),
    };
    match strata.keys().any(|key| matches!(key, Key::Text(_))) {
        false => Arc::new(strata.keys().map(number).collect::<Int64Array>()),
        true => Arc::new(strata.keys().map(text).collect::<LargeStringArray>()),
    }
}
