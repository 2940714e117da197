//! The columns that say which sample an answer is, at which step, and for which isomorph of the puzzle.

use std::path::Path;

use corpus::{
    error::{Error, Result},
    layout::index_of_name,
    reader::{Table, TableRow},
};
use grid::{Shape, Symmetry};

use super::{answer::Place, columns::NamedColumns};

const STEP_NAMES: [&str; 4] = ["step", "iteration", "loop", "denoising_step"];
const COMPUTE_NAMES: [&str; 3] = ["compute", "flops", "tokens"];
/// Integers up to here are exact as floating-point numbers.
const MAX_INTEGER: f64 = 9_007_199_254_740_992.0;

/// How the answers to each puzzle are brought together.
#[derive(Clone, Debug, Default)]
pub struct Gathering {
    /// True if the samples of each puzzle vote.
    pub vote: bool,
    /// Answers at later steps do not count.
    pub at_step: Option<u64>,
    /// Answers that took more compute do not count.
    pub at_compute: Option<f64>,
    /// True if the rows of answers are kept.
    pub keeps_fields: bool,
}

impl Gathering {
    /// Returns true if the user asks for what needs all answers to a puzzle.
    pub(crate) fn is_asked(&self, columns: &NamedColumns) -> bool {
        self.vote || columns.sample.is_some() || columns.step.is_some() || columns.inverse.is_some()
    }

    /// Returns true if an answer counts.
    pub fn takes(&self, place: &Place) -> bool {
        let is_early = self.at_step.is_none_or(|most| place.step.is_some_and(|step| step <= most));
        is_early && self.at_compute.is_none_or(|most| place.compute.is_some_and(|compute| compute <= most))
    }
}

/// The indices of the columns of a file, as far as it has them.
#[derive(Clone, Debug, Default)]
pub struct PlaceColumns {
    sample: Option<usize>,
    pub step: Option<usize>,
    compute: Option<usize>,
    q_halt: Option<usize>,
    pub transform: Option<usize>,
}

impl PlaceColumns {
    /// Finds the columns, as the user names them, or by known names if the first row has numbers there. Returns an error if a file of
    /// predictions lacks the sample or the step that the user names, or what a limit needs.
    pub fn find(
        table: &Table<'_>,
        columns: &NamedColumns,
        gathering: &Gathering,
        has_predictions: bool,
    ) -> Result<PlaceColumns> {
        let index = |name: &str| index_of_name(table.schema().names.iter().map(String::as_bytes), name);
        let has_number = |index: &usize| table.first().is_some_and(|row| parse_number(row.field(*index)).is_some());
        let known = |names: &[&str]| names.iter().find_map(|name| index(name)).filter(has_number);
        let column = |named: &Option<String>, names: &[&str]| match named {
            Some(name) if has_predictions => table.column(name).map(Some),
            _ => Ok(known(names)),
        };
        let step = column(&columns.step, &STEP_NAMES)?;
        let sample = column(&columns.sample, &["sample"])?.filter(|_| step.is_some() || gathering.is_asked(columns));
        let compute = step.and_then(|_| known(&COMPUTE_NAMES));
        let q_halt = step.and_then(|_| known(&["q_halt"]));
        let limits = [
            ("--at-step", gathering.at_step.is_some() && step.is_none(), "steps; name it with --step"),
            ("--at-compute", gathering.at_compute.is_some() && compute.is_none(), "steps and one of compute"),
        ];
        if let Some((option, _, what)) = limits.into_iter().find(|(_, lacks, _)| *lacks && has_predictions) {
            return Err(Error::Usage(format!("{option}: {} has no column of {what}", table.path().display())));
        }
        let transform = columns.inverse.as_deref().and_then(index);
        Ok(PlaceColumns { sample, step, compute, q_halt, transform })
    }

    fn are_found(&self) -> bool {
        [self.sample, self.step, self.transform].iter().any(Option::is_some)
    }

    /// Returns the columns with what they have: "steps in column step".
    pub fn notes(&self, names: &[String]) -> impl Iterator<Item = String> {
        let found = [
            ("samples", self.sample),
            ("steps", self.step),
            ("compute", self.compute),
            ("halting", self.q_halt),
            ("transforms", self.transform),
        ];
        found.into_iter().filter_map(|(what, index)| Some(format!("{what} in column {}", names.get(index?)?)))
    }

    /// Reads the place of the answers in a row of a file, whose columns have these names; `None` if the file does not say. Returns an
    /// error if a field is no number, or no transform of the shape.
    pub fn read(&self, path: &Path, names: &[String], row: &TableRow, shape: Shape) -> Result<Option<Place>> {
        if !self.are_found() {
            return Ok(None);
        }
        let reader = FieldReader { path, names, row };
        let step = reader.integer(self.step)?;
        if let (Some(index), None, None) = (self.step, step, &row.defect) {
            return Err(reader.error(index, "each answer needs its step"));
        }
        let transform = reader.field(self.transform).map(|(index, text)| {
            let parsed = Symmetry::parse(&text, shape);
            parsed.map_err(|reason| reader.error(index, &reason))
        });
        Ok(Some(Place {
            line: row.line,
            sample: reader.integer(self.sample)?,
            step,
            compute: reader.number(self.compute)?,
            q_halt: reader.number(self.q_halt)?,
            transform: transform.transpose()?,
            fields: None,
        }))
    }
}

struct FieldReader<'a> {
    path: &'a Path,
    names: &'a [String],
    row: &'a TableRow,
}

impl FieldReader<'_> {
    /// Returns the text of a column that is there, unless the field is empty or the row cannot be read.
    fn field(&self, index: Option<usize>) -> Option<(usize, String)> {
        let field = self.row.field(index?).trim_ascii();
        let is_read = self.row.defect.is_none() && !field.is_empty();
        is_read.then(|| (index.unwrap_or_default(), String::from_utf8_lossy(field).into_owned()))
    }

    fn number(&self, index: Option<usize>) -> Result<Option<f64>> {
        let Some((index, text)) = self.field(index) else { return Ok(None) };
        let number = parse_number(text.as_bytes());
        number.map(Some).ok_or_else(|| self.error(index, &format!("{text:?} is no number")))
    }

    fn integer(&self, index: Option<usize>) -> Result<Option<u64>> {
        let Some(number) = self.number(index)? else { return Ok(None) };
        if number.fract() != 0.0 || !(0.0..=MAX_INTEGER).contains(&number) {
            return Err(self.error(index.unwrap_or_default(), &format!("{number} is no whole number from 0 on")));
        }
        Ok(Some(number as u64))
    }

    fn error(&self, index: usize, reason: &str) -> Error {
        let column = self.names.get(index).map_or("", String::as_str);
        Error::malformed(self.path, self.row.line, format!("column {column}: {reason}"))
    }
}

fn parse_number(field: &[u8]) -> Option<f64> {
    str::from_utf8(field).ok()?.trim().parse().ok().filter(|number: &f64| !number.is_nan())
}
