//! The columns of puzzles, labels and predictions in files of many origins.

use std::borrow::Cow;

use csv::ByteRecord;
use serde_json::Value;

use super::cells::shape_in;
use corpus::{
    error::{Error, Result},
    layout::PUZZLE_NAMES,
    reader::{Column, Table, indices_of_names},
};

/// Names of columns, besides those of corpora, in the files of known programs: d1, Dream, HRM's arrays.
const MORE_PUZZLE_NAMES: [&str; 3] = ["input", "inputs", "prompt"];
const LABEL_NAMES: [&str; 8] =
    ["solution", "solutions", "label", "labels", "ground_truth", "gold", "target", "targets"];
const PREDICTION_NAMES: [&str; 15] = [
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
];
/// Names of labels in some files, and of predictions in others.
const EITHER_NAMES: [&str; 2] = ["answer", "output"];

/// Shorter numbers are no grids.
const MIN_GRID_CHARS: usize = 16;

/// A column, or a member of the JSON objects in a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldOf {
    pub index: usize,
    key: Option<String>,
}

impl FieldOf {
    pub fn name(&self, names: &[String]) -> String {
        let column = names.get(self.index).map_or("", String::as_str);
        self.key.as_ref().map_or(column.into(), |key| format!("{column}.{key}"))
    }

    /// Returns the text of the field in a row; empty if there is none.
    pub fn text<'r>(&self, fields: &'r ByteRecord) -> Cow<'r, str> {
        let field = fields.get(self.index).unwrap_or_default();
        match &self.key {
            // Nearly all fields are valid, and checking that alone is faster.
            None => str::from_utf8(field).map_or_else(|_| String::from_utf8_lossy(field), Cow::Borrowed),
            Some(key) => member(field, key).map_or(Cow::Borrowed(""), Cow::Owned),
        }
    }
}

fn member(field: &[u8], key: &str) -> Option<String> {
    let object: Value = serde_json::from_slice(field).ok()?;
    Some(match object.get(key)? {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        value => value.to_string(),
    })
}

#[derive(Clone, Debug, Default)]
pub struct Columns {
    pub puzzle: Option<FieldOf>,
    pub label: Option<FieldOf>,
    pub prediction: Option<FieldOf>,
}

/// The columns that the user names; `None` finds one by its name.
#[derive(Clone, Debug, Default)]
pub struct NamedColumns {
    pub puzzle: Option<Column>,
    pub label: Option<Column>,
    pub prediction: Option<Column>,
    /// The column with the number of the sample.
    pub sample: Option<String>,
    /// The column with the step.
    pub step: Option<String>,
    /// The column with the transform from the puzzle to the isomorph that is in the row; never found by its name.
    pub inverse: Option<String>,
}

impl Columns {
    /// Finds the columns of a file with puzzles and labels, as the user names them, by known names, or by the first row.
    /// Returns an error if a named column does not exist.
    pub fn of_corpus(table: &Table<'_>, named: &NamedColumns) -> Result<Columns> {
        let mut finder = Finder { table, taken: Vec::new() };
        let puzzle = finder.find(named.puzzle.as_ref(), |finder| Ok(finder.puzzle()))?;
        let label = finder.find(named.label.as_ref(), |finder| Ok(finder.label(&[&LABEL_NAMES, &EITHER_NAMES])))?;
        Ok(Columns { puzzle, label, prediction: None })
    }

    /// Finds the columns of a file with the predictions of a model and ids, whose index is `id`, and perhaps puzzles. A
    /// column with the name of the model comes first. Returns an error if several columns may be the prediction, or none.
    pub fn of_predictions(
        table: &Table<'_>,
        named: Option<&Column>,
        model: &str,
        id: Option<usize>,
    ) -> Result<Columns> {
        let mut finder = Finder { table, taken: id.into_iter().collect() };
        let mut puzzle = None;
        let mut prediction = finder.find(named, |finder| Ok(finder.only_column()))?;
        if named.is_some() || prediction.is_none() {
            puzzle = finder.find(None, |finder| Ok(finder.puzzle()))?;
            let names: [&[&str]; 4] = [&[model], &PREDICTION_NAMES, &EITHER_NAMES, &LABEL_NAMES];
            let by_name = if prediction.is_none() { finder.only_of(&names)? } else { None };
            prediction = prediction.or(by_name).or_else(|| finder.only_grid());
        }
        Ok(Columns { puzzle, label: None, prediction: Some(prediction.ok_or_else(|| finder.no_prediction())?) })
    }

    /// Finds the columns of a file that has puzzles, labels and predictions. Returns an error if several columns may be the
    /// prediction, or none.
    pub fn of_all(table: &Table<'_>, named: &NamedColumns, model: &str, id: Option<usize>) -> Result<Columns> {
        let mut finder = Finder { table, taken: id.into_iter().collect() };
        let puzzle = finder.find(named.puzzle.as_ref(), |finder| Ok(finder.puzzle()))?;
        let predictions: [&[&str]; 2] = [&[model], &PREDICTION_NAMES];
        let mut prediction = finder.find(named.prediction.as_ref(), |finder| finder.only_of(&predictions))?;
        let mut label = finder.find(named.label.as_ref(), |finder| Ok(finder.label(&[&LABEL_NAMES])))?;
        // An answer is the label if the prediction has a name of its own, and the prediction if the label has.
        let either = finder.all_of(&EITHER_NAMES);
        match (&prediction, &label, &*either) {
            (None, Some(_), [only]) => prediction = Some(only.clone()),
            (Some(_), None, [only]) => label = Some(only.clone()),
            (None, ..) if either.is_empty() && finder.all_of(&LABEL_NAMES).is_empty() => {
                prediction = finder.only_grid();
            }
            _ => {}
        }
        Ok(Columns { puzzle, label, prediction: Some(prediction.ok_or_else(|| finder.no_prediction())?) })
    }
}

struct Finder<'t, 'a> {
    table: &'t Table<'a>,
    /// The columns that are found.
    taken: Vec<usize>,
}

impl Finder<'_, '_> {
    fn names(&self) -> &[String] {
        &self.table.schema().names
    }

    /// Returns the column that the user names, or else the one that `search` finds, and takes it.
    fn find(
        &mut self,
        named: Option<&Column>,
        search: impl FnOnce(&Self) -> Result<Option<FieldOf>>,
    ) -> Result<Option<FieldOf>> {
        let found = match named {
            Some(column) => Some(self.named(column)?),
            None => search(self)?,
        };
        self.taken.extend(found.iter().filter(|field| field.key.is_none()).map(|field| field.index));
        Ok(found)
    }

    /// Finds a column that the user names: a column, or `column.key` for a member of its JSON objects.
    fn named(&self, column: &Column) -> Result<FieldOf> {
        let name = column.to_string();
        match (column.index_in(self.names()), name.split_once('.')) {
            (Some(index), _) => Ok(FieldOf { index, key: None }),
            (None, Some((outer, key))) => {
                let index = self.table.column(outer).or_else(|_| self.table.column(&name))?;
                Ok(FieldOf { index, key: Some(key.into()) })
            }
            (None, None) => Ok(FieldOf { index: self.table.column(&name)?, key: None }),
        }
    }

    fn free(&self) -> impl Iterator<Item = usize> + Clone {
        (0..self.names().len()).filter(|index| !self.taken.contains(index))
    }

    fn only_column(&self) -> Option<FieldOf> {
        only(self.free().map(|index| FieldOf { index, key: None }))
    }

    /// Finds the column of puzzles: one with a known name, and a grid in the first row if there are several; without names,
    /// one with a grid.
    fn puzzle(&self) -> Option<FieldOf> {
        let first = &self.table.first()?.fields;
        let has_grid = |field: &FieldOf| shape_in(&field.text(first)).is_some();
        let every = Finder { table: self.table, taken: Vec::new() };
        let names = || PUZZLE_NAMES.iter().chain(&MORE_PUZZLE_NAMES).flat_map(|name| every.all_of(&[name]));
        let known = { names() }.find(has_grid).or_else(|| { names() }.next());
        let columns = (0..first.len()).map(|index| FieldOf { index, key: None });
        let has_names = self.table.has_names();
        known.or_else(|| { columns }.find(|field| !has_names && has_grid(field)))
    }

    /// Returns the only column that has a grid in the first row.
    fn only_grid(&self) -> Option<FieldOf> {
        let first = &self.table.first()?.fields;
        let fields = self.free().map(|index| FieldOf { index, key: None });
        only(fields.filter(|field| shape_in(&field.text(first)).is_some()))
    }

    /// Finds the column of labels: the first with a known name whose first value is not the number of solutions.
    fn label(&self, names: &[&[&str]]) -> Option<FieldOf> {
        let first = &self.table.first()?.fields;
        let is_count = |field: &FieldOf| {
            let text = field.text(first);
            let is_number = text.trim().parse::<f64>().is_ok() && text.len() < MIN_GRID_CHARS;
            is_number || text.trim().is_empty() && field.name(self.names()) == "solutions"
        };
        names.iter().copied().flatten().flat_map(|name| self.all_of(&[name])).find(|field| !is_count(field))
    }

    /// Returns the only column with one of the first names of which there is a column.
    fn only_of(&self, names: &[&[&str]]) -> Result<Option<FieldOf>> {
        let found = names.iter().map(|names| self.all_of(names)).find(|found| !found.is_empty()).unwrap_or_default();
        match &found[..] {
            [first, second, ..] => Err(Error::Usage(format!(
                "{}: the columns {} and {} may be the predictions; name one with --prediction-column",
                self.table.path().display(),
                first.name(self.names()),
                second.name(self.names())
            ))),
            found => Ok(found.first().cloned()),
        }
    }

    fn no_prediction(&self) -> Error {
        let path = self.table.path().display();
        let names = self.names().join(", ");
        Error::Usage(format!(
            "{path}: name the column of the predictions with --prediction-column; the columns are {names}"
        ))
    }

    /// Finds the columns with one of these names, or else those with such a name after the last dot, or else such members of JSON
    /// objects.
    fn all_of(&self, names: &[&str]) -> Vec<FieldOf> {
        let columns = self.free().map(|index| (index, self.names()[index].as_bytes()));
        let found = indices_of_names(columns, names).into_iter().map(|index| FieldOf { index, key: None });
        let found: Vec<FieldOf> = found.collect();
        let Some(first) = self.table.first().filter(|_| found.is_empty()) else { return found };
        let is_object = |index: &usize| first.field(*index).starts_with(b"{");
        let objects = || self.free().filter(is_object);
        let members = names.iter().flat_map(|name| objects().map(move |index| (index, *name)));
        let members = members.filter(|(index, name)| member(first.field(*index), name).is_some());
        members.map(|(index, name)| FieldOf { index, key: Some(name.into()) }).collect()
    }
}

fn only<T>(mut items: impl Iterator<Item = T>) -> Option<T> {
    items.next().filter(|_| items.next().is_none())
}
