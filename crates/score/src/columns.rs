//! The columns of puzzles, labels and predictions in files of many origins.

use std::borrow::Cow;

use csv::ByteRecord;
use serde_json::Value;

use super::cells::shape_in;
use corpus::{
    error::{Error, Result},
    layout::PUZZLE_NAMES,
    reader::{Column, Table},
};

/// Names of columns, besides those of corpora, in the files of known programs: d1, Dream, HRM's arrays.
const OTHER_PUZZLE_NAMES: [&str; 3] = ["input", "inputs", "prompt"];
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

#[derive(Clone, Debug, Default)]
pub struct NamedColumns {
    pub puzzle: Option<Column>,
    pub label: Option<Column>,
    pub prediction: Option<Column>,
}

impl Columns {
    /// Finds the columns of a file with puzzles and labels, as the user names them, by known names, or by the first row.
    ///
    /// # Errors
    ///
    /// Returns an error if a named column does not exist.
    pub fn of_corpus(table: &Table<'_>, named: &NamedColumns) -> Result<Columns> {
        let finder = Finder { table };
        let puzzle = finder.named_or(&named.puzzle, |finder| finder.puzzle())?;
        let taken = indices(&[&puzzle]);
        let names = LABEL_NAMES.iter().chain(&EITHER_NAMES);
        let label = finder.named_or(&named.label, |finder| { names }.find_map(|name| finder.of_name(name, &taken)))?;
        Ok(Columns { puzzle, label, prediction: None })
    }

    /// Finds the columns of a file with the predictions of a model and ids, whose index is `id`, and perhaps puzzles. A column
    /// with the name of the model comes first.
    ///
    /// # Errors
    ///
    /// Returns an error if several columns may be the prediction, or none.
    pub fn of_predictions(
        table: &Table<'_>,
        named: Option<&Column>,
        model: &str,
        id: Option<usize>,
    ) -> Result<Columns> {
        let finder = Finder { table };
        if let Some(column) = named {
            let prediction = Some(finder.named(column)?);
            return Ok(Columns { puzzle: finder.puzzle(), label: None, prediction });
        }
        let others = || (0..finder.names().len()).filter(|index| Some(*index) != id);
        let only = { others() }.next().filter(|_| others().count() == 1).map(|index| FieldOf { index, key: None });
        let puzzle = if only.is_none() { finder.puzzle() } else { None };
        let mut taken = indices(&[&puzzle]);
        taken.extend(id);
        let names: Vec<&str> =
            [model].into_iter().chain(PREDICTION_NAMES).chain(EITHER_NAMES).chain(LABEL_NAMES).collect();
        let known = || names.iter().find_map(|name| finder.of_name(name, &taken));
        let prediction = only.or_else(known).or_else(|| finder.only_grid(&taken));
        Ok(Columns { puzzle, label: None, prediction: Some(prediction.ok_or_else(|| finder.no_prediction())?) })
    }

    /// Finds the columns of a file that has puzzles, labels and predictions.
    ///
    /// # Errors
    ///
    /// Returns an error if several columns may be the prediction, or none.
    pub fn of_all(table: &Table<'_>, named: &NamedColumns, model: &str, id: Option<usize>) -> Result<Columns> {
        let finder = Finder { table };
        let puzzle = finder.named_or(&named.puzzle, |finder| finder.puzzle())?;
        let mut taken = indices(&[&puzzle]);
        taken.extend(id);
        let names: Vec<&str> = [model].into_iter().chain(PREDICTION_NAMES).collect();
        let find = |names: &[&str], taken: &[usize]| names.iter().find_map(|name| finder.of_name(name, taken));
        let mut prediction = finder.named_or(&named.prediction, |_| find(&names, &taken))?;
        taken.extend(indices(&[&prediction]));
        let mut label = finder.named_or(&named.label, |_| find(&LABEL_NAMES, &taken))?;
        taken.extend(indices(&[&label]));
        // An answer is the label if the prediction has a name of its own, and the prediction if the label has.
        let either = finder.all_of(&EITHER_NAMES, &taken);
        match (&prediction, &label, &*either) {
            (None, Some(_), [only]) => prediction = Some(only.clone()),
            (Some(_), None, [only]) => label = Some(only.clone()),
            (None, ..) if either.is_empty() && finder.all_of(&LABEL_NAMES, &taken).is_empty() => {
                prediction = finder.only_grid(&taken);
            }
            _ => {}
        }
        Ok(Columns { puzzle, label, prediction: Some(prediction.ok_or_else(|| finder.no_prediction())?) })
    }
}

fn indices(fields: &[&Option<FieldOf>]) -> Vec<usize> {
    let fields = fields.iter().filter_map(|field| field.as_ref());
    fields.filter(|field| field.key.is_none()).map(|field| field.index).collect()
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

    fn named_or(
        &self,
        named: &Option<Column>,
        find: impl FnOnce(&Finder<'_, '_>) -> Option<FieldOf>,
    ) -> Result<Option<FieldOf>> {
        match named {
            Some(column) => self.named(column).map(Some),
            None => Ok(find(self)),
        }
    }

    /// Finds the column of puzzles: one with a known name, and a grid in the first row if there are several; without names,
    /// one with a grid.
    fn puzzle(&self) -> Option<FieldOf> {
        let first = &self.table.first()?.fields;
        let has_grid = |field: &FieldOf| shape_in(&field.text(first)).is_some();
        let names = || PUZZLE_NAMES.iter().chain(&OTHER_PUZZLE_NAMES).filter_map(|name| self.of_name(name, &[]));
        let known = { names() }.find(has_grid).or_else(|| { names() }.next());
        let columns = (0..first.len()).map(|index| FieldOf { index, key: None });
        let has_names = self.table.has_names();
        known.or_else(|| { columns }.find(|field| !has_names && has_grid(field)))
    }

    /// Returns the only column that has a grid in the first row.
    fn only_grid(&self, taken: &[usize]) -> Option<FieldOf> {
        let first = &self.table.first()?.fields;
        let free = (0..self.names().len()).filter(|index| !taken.contains(index));
        let fields = free.map(|index| FieldOf { index, key: None });
        let mut grids = fields.filter(|field| shape_in(&field.text(first)).is_some());
        grids.next().filter(|_| grids.next().is_none())
    }

    fn no_prediction(&self) -> Error {
        let path = self.table.path().display();
        let names = self.names().join(", ");
        Error::Usage(format!(
            "{path}: name the column of the predictions with --prediction-column; the columns are {names}"
        ))
    }

    fn all_of(&self, names: &[&str], taken: &[usize]) -> Vec<FieldOf> {
        names.iter().filter_map(|name| self.of_name(name, taken)).collect()
    }

    /// Finds a column of this name, one whose name ends with a dot and this name, or a member of JSON objects.
    fn of_name(&self, wanted: &str, taken: &[usize]) -> Option<FieldOf> {
        let free = || self.names().iter().enumerate().filter(|(index, _)| !taken.contains(index));
        let whole = free().find(|(_, name)| name.eq_ignore_ascii_case(wanted));
        let column = whole.or_else(|| free().find(|(_, name)| has_last_part(name, wanted)));
        if let Some((index, _)) = column {
            return Some(FieldOf { index, key: None });
        }
        let first = &self.table.first()?.fields;
        free()
            .find(|&(index, _)| {
                let field = first.get(index).unwrap_or_default();
                field.starts_with(b"{") && member(field, wanted).is_some()
            })
            .map(|(index, _)| FieldOf { index, key: Some(wanted.into()) })
    }
}

fn has_last_part(name: &str, wanted: &str) -> bool {
    name.rsplit('.').next().is_some_and(|part| part.eq_ignore_ascii_case(wanted))
}
