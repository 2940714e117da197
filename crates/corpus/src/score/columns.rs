//! The columns of puzzles, labels and predictions in files of many origins.

use std::borrow::Cow;

use csv::ByteRecord;
use serde_json::Value;

use super::cells::shape_in;
use crate::{
    error::{Error, Result},
    layout::PUZZLE_NAMES,
    reader::{Column, Table},
};

/// Names of columns, besides those of corpora, in the files of known programs: d1, Dream, HRM's arrays.
const OTHER_PUZZLE_NAMES: [&str; 3] = ["input", "inputs", "prompt"];
const LABEL_NAMES: [&str; 10] =
    ["solution", "solutions", "label", "labels", "ground_truth", "gold", "target", "targets", "answer", "output"];
const PREDICTION_NAMES: [&str; 17] = [
    "prediction",
    "predictions",
    "predicted",
    "predict",
    "pred",
    "preds",
    "generation",
    "generations",
    "final_board",
    "response",
    "responses",
    "completion",
    "completions",
    "model_answer",
    "model_output",
    "output",
    "answer",
];

/// A column, or a member of the JSON objects in a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldOf {
    /// The index of the column.
    pub index: usize,
    /// The key of the member.
    key: Option<String>,
}

impl FieldOf {
    /// Returns the text of the field in a row; empty if there is none.
    pub fn text<'r>(&self, fields: &'r ByteRecord) -> Cow<'r, str> {
        let field = fields.get(self.index).unwrap_or_default();
        match &self.key {
            None => String::from_utf8_lossy(field),
            Some(key) => member(field, key).map_or(Cow::Borrowed(""), Cow::Owned),
        }
    }
}

/// Returns a member of a JSON object as text.
fn member(field: &[u8], key: &str) -> Option<String> {
    let object: Value = serde_json::from_slice(field).ok()?;
    Some(match object.get(key)? {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        value => value.to_string(),
    })
}

/// The columns of a file.
#[derive(Clone, Debug, Default)]
pub struct Columns {
    /// The puzzles.
    pub puzzle: Option<FieldOf>,
    /// The labels.
    pub label: Option<FieldOf>,
    /// The predictions.
    pub prediction: Option<FieldOf>,
}

/// The columns that the user names.
#[derive(Clone, Debug, Default)]
pub struct NamedColumns {
    /// The puzzles.
    pub puzzle: Option<Column>,
    /// The labels.
    pub label: Option<Column>,
    /// The predictions.
    pub prediction: Option<Column>,
}

impl Columns {
    /// Finds the columns of a table as the user names them, by known names, or by the first row. With the
    /// name of a model, one of them must be its prediction: a column of that name comes before other known names. `id` is the
    /// index of the id column.
    ///
    /// # Errors
    ///
    /// Returns an error if a named column does not exist, or if several columns may be the prediction.
    pub fn find(table: &Table<'_>, named: &NamedColumns, model: Option<&str>, id: Option<usize>) -> Result<Columns> {
        let finder = Finder { table };
        let puzzle = match &named.puzzle {
            Some(column) => Some(finder.named(column)?),
            None => finder.puzzle(model.is_some()),
        };
        let mut taken: Vec<usize> =
            puzzle.iter().filter(|field| field.key.is_none()).map(|field| field.index).collect();
        taken.extend(id);
        let label = match &named.label {
            Some(column) => Some(finder.named(column)?),
            None => finder.known(&LABEL_NAMES, &taken),
        };
        let mut columns = Columns { puzzle, label, prediction: None };
        if let Some(model) = model {
            taken.extend(columns.label.iter().filter(|field| field.key.is_none()).map(|field| field.index));
            columns.prediction = Some(match &named.prediction {
                Some(column) => finder.named(column)?,
                None => finder.prediction(model, &taken)?,
            });
        }
        // A label is of no use without its puzzle.
        columns.label = columns.label.filter(|_| columns.puzzle.is_some());
        Ok(columns)
    }
}

struct Finder<'t, 'a> {
    table: &'t Table<'a>,
}

impl Finder<'_, '_> {
    fn names(&self) -> &[String] {
        &self.table.schema().names
    }

    /// Finds a column that the user names: a column, or `column.key` for a member of its JSON objects.
    fn named(&self, column: &Column) -> Result<FieldOf> {
        let name = match column {
            Column::Number(number) if number.get() <= self.names().len() => {
                return Ok(FieldOf { index: number.get() - 1, key: None });
            }
            Column::Number(number) => number.to_string(),
            Column::Name(name) => name.clone(),
        };
        match (self.table.column(&name), name.split_once('.')) {
            (Err(error), Some((outer, key))) => {
                let index = self.table.column(outer).map_err(|_| error)?;
                Ok(FieldOf { index, key: Some(key.into()) })
            }
            (index, _) => Ok(FieldOf { index: index?, key: None }),
        }
    }

    /// Finds the column of puzzles: one whose first field is a grid. A file with one column has predictions, if it has any.
    fn puzzle(&self, with_prediction: bool) -> Option<FieldOf> {
        let first = &self.table.first()?.fields;
        if with_prediction && self.names().len() == 1 {
            return None;
        }
        let has_grid = |field: &FieldOf| shape_in(&field.text(first)).is_some();
        let names = PUZZLE_NAMES.iter().chain(&OTHER_PUZZLE_NAMES);
        let known = names.filter_map(|name| self.of_name(name, &[])).find(has_grid);
        let columns = (0..first.len()).map(|index| FieldOf { index, key: None });
        let has_names = self.names().iter().any(|name| self.is_known(name));
        known.or_else(|| { columns }.find(|field| !has_names && has_grid(field)))
    }

    fn is_known(&self, name: &str) -> bool {
        let known = PUZZLE_NAMES.iter().chain(&OTHER_PUZZLE_NAMES).chain(&LABEL_NAMES).chain(&PREDICTION_NAMES);
        { known }.any(|known| known.eq_ignore_ascii_case(name))
    }

    fn prediction(&self, model: &str, taken: &[usize]) -> Result<FieldOf> {
        let names: Vec<&str> = [model].into_iter().chain(PREDICTION_NAMES).collect();
        if let Some(known) = self.known(&names, taken) {
            return Ok(known);
        }
        let left: Vec<usize> = (0..self.names().len()).filter(|index| !taken.contains(index)).collect();
        match *left {
            [index] => Ok(FieldOf { index, key: None }),
            _ => {
                let (path, names) = (self.table.path().display(), self.names().join(", "));
                Err(Error::Usage(format!(
                    "{path}: name the column of the predictions with --prediction-column; the columns are {names}"
                )))
            }
        }
    }

    /// Finds the first of these names that a column has.
    fn known(&self, names: &[&str], taken: &[usize]) -> Option<FieldOf> {
        names.iter().find_map(|name| self.of_name(name, taken))
    }

    /// Finds a column of this name, one whose name ends with a dot and this name, or a member of JSON objects.
    fn of_name(&self, wanted: &str, taken: &[usize]) -> Option<FieldOf> {
        let free = || self.names().iter().enumerate().filter(|(index, _)| !taken.contains(index));
        let last_part = |name: &str| name.rsplit('.').next().is_some_and(|part| part.eq_ignore_ascii_case(wanted));
        let whole = free().find(|(_, name)| name.eq_ignore_ascii_case(wanted));
        let column = whole.or_else(|| free().find(|(_, name)| last_part(name)));
        if let Some((index, _)) = column {
            return Some(FieldOf { index, key: None });
        }
        let first = &self.table.first()?.fields;
        let holds = |&(index, _): &(usize, &String)| {
            let field = first.get(index).unwrap_or_default();
            field.starts_with(b"{") && member(field, wanted).is_some()
        };
        free().find(holds).map(|(index, _)| FieldOf { index, key: Some(wanted.into()) })
    }
}
