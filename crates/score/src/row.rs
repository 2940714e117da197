//! A row to score: a puzzle with the predictions of every model.

use std::borrow::Cow;

use corpus::reader::TableRow;
use grid::{Shape, Symmetry};

use super::{answer::Answer, columns::Columns};

#[derive(Debug)]
pub struct Row {
    pub row: TableRow,
    /// The transform from the puzzle that is scored to the one in the row.
    pub transform: Option<Symmetry>,
    /// True if the predictions of the first model are in the row.
    pub(crate) is_own: bool,
    /// True if the predictions of the first model were in the row, and have their lines.
    pub(crate) has_lines: bool,
    /// The predictions of the models in other files, or of all if rows are gathered; any number of samples each.
    pub(crate) predictions: Vec<Vec<Answer<'static>>>,
}

impl Row {
    pub fn models(&self) -> usize {
        usize::from(self.is_own) + self.predictions.len()
    }

    pub fn answers(&self, model: usize, columns: &Columns, shape: Shape) -> Cow<'_, [Answer<'_>]> {
        let other = if self.is_own { model.checked_sub(1) } else { Some(model) };
        if let Some(other) = other {
            return Cow::Borrowed(&self.predictions[other]);
        }
        let field = columns.prediction.as_ref().expect("the predictions are in the row");
        let text = field.text(&self.row.fields);
        if !is_list(&text) {
            return Cow::Owned(vec![Answer { text, place: None }]);
        }
        samples(&text, shape).into_iter().map(|text| Answer { text: text.into(), place: None }).collect()
    }

    /// Keeps the last answer of each sample of a model.
    pub(crate) fn keep_last(&mut self, model: usize) {
        let Some(answers) = self.predictions.get_mut(model).filter(|_| !self.is_own) else { return };
        answers.reverse();
        answers.dedup_by(|before, last| before.is_of_sample(last));
        answers.reverse();
    }

    /// Returns the line of an answer: its own if the puzzle has several rows, and else that of the puzzle.
    pub fn line_of(&self, model: usize, answer: &Answer<'_>) -> u64 {
        let own = answer.place.as_ref().filter(|_| self.has_lines && model == 0).map(|place| place.line);
        own.filter(|line| *line > 0).unwrap_or(self.row.line)
    }

    /// Adds the answers of another row of the same puzzle.
    pub(crate) fn merge(&mut self, other: Row) {
        self.predictions.iter_mut().zip(other.predictions).for_each(|(answers, more)| answers.extend(more));
    }
}

fn is_list(text: &str) -> bool {
    text.starts_with("[\"")
}

/// Returns the samples in a field: the texts in a JSON list of texts, unless they are the rows or the cells of one grid, or
/// else the whole field.
pub fn samples(text: &str, shape: Shape) -> Vec<String> {
    if is_list(text)
        && let Ok(texts) = serde_json::from_str::<Vec<String>>(text)
    {
        let are_rows = texts.len() == shape.side() && texts.iter().all(|text| text.chars().count() <= 3 * shape.side());
        let are_cells = texts.len() == shape.cells() && texts.iter().all(|text| text.len() <= 2);
        if !are_rows && !are_cells {
            return texts;
        }
    }
    vec![text.into()]
}
