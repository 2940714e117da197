//! What a preset is, and the sums of what its measures find in each row.

use std::collections::BTreeMap;

use grid::Shape;

use crate::verdict::{Grade, Truth};

/// The way in which existing code scores predictions.
#[derive(Debug)]
pub struct Preset {
    pub name: &'static str,
    pub about: &'static str,
    /// The code: repositories and files.
    pub source: &'static str,
    pub measures: &'static [Measure],
}

impl Preset {
    pub fn parts(&self, row: &Scored<'_>) -> Vec<Option<Part>> {
        self.measures.iter().map(|measure| (measure.part)(row)).collect()
    }
}

#[derive(Debug)]
pub struct Measure {
    pub name: &'static str,
    /// Returns what a row adds to it; `None` if the row does not take part.
    pub part: fn(&Scored<'_>) -> Option<Part>,
    pub average: Average,
    /// 100 for a number in percent, else 1.
    pub scale: f64,
}

impl Measure {
    /// A measure whose number is the mean of the shares of all rows.
    pub const fn new(name: &'static str, part: fn(&Scored<'_>) -> Option<Part>) -> Measure {
        Measure { name, part, average: Average::Macro, scale: 1.0 }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Average {
    /// The sum of what is right over the sum of what there is.
    Micro,
    /// The mean of the shares of all rows.
    Macro,
    /// The same, apart for each number of givens.
    MacroByGivens,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Part {
    pub right: f64,
    pub of: f64,
}

impl Part {
    /// Returns the part of a row that is right or wrong as a whole.
    pub fn whole(is_right: bool) -> Option<Part> {
        Some(Part { right: f64::from(u8::from(is_right)), of: 1.0 })
    }

    pub fn share(self) -> f64 {
        self.mean().unwrap_or(0.0)
    }

    pub(crate) fn mean(self) -> Option<f64> {
        (self.of > 0.0).then(|| self.right / self.of)
    }

    pub(crate) fn add(&mut self, other: Part) {
        self.right += other.right;
        self.of += other.of;
    }
}

#[derive(Clone, Copy)]
pub struct Scored<'a> {
    pub truth: Truth<'a>,
    /// The cells whose labels do not count; `None` if all count.
    pub mask: Option<&'a [bool]>,
    /// The prediction as it is, for code that takes the answer from it.
    pub raw: &'a str,
    pub text: &'a str,
    /// The cells in it, of any number.
    pub cells: &'a [u8],
    pub grade: Grade,
}

impl Scored<'_> {
    pub fn shape(&self) -> Shape {
        self.truth.shape
    }

    /// Returns the cells whose labels count among those of a kind, and how many of them are right. Without a label, there is none.
    pub(crate) fn right_cells(&self, is_of_kind: impl Fn(u8) -> bool) -> Option<Part> {
        let label = self.truth.label?;
        let counts = |&cell: &usize| is_of_kind(self.truth.puzzle[cell]) && self.mask.is_none_or(|mask| !mask[cell]);
        let counted: Vec<usize> = (0..label.len()).filter(counts).collect();
        let right = counted.iter().filter(|&&cell| self.is_board() && self.cells[cell] == label[cell]).count();
        Some(Part { right: right as f64, of: counted.len() as f64 })
    }

    /// Returns true if the prediction has as many cells as the puzzle.
    pub fn is_board(&self) -> bool {
        self.cells.len() == self.truth.puzzle.len()
    }

    /// Returns the label as digits; `None` if it is not known, or if it has values of two digits.
    pub(crate) fn label_digits(&self) -> Option<String> {
        let label = self.truth.label.filter(|_| self.shape().side() <= 9)?;
        Some(label.iter().map(|&cell| char::from(b'0' + cell)).collect())
    }

    /// Returns how many blanks an answer fills with the value of the label; the answer has a character for each cell, and
    /// misses some at the end if it is short.
    pub(crate) fn blanks_right_in(&self, answer: &[char]) -> Option<Part> {
        let label = self.label_digits()?;
        let cells = self.truth.puzzle.iter().zip(label.chars()).enumerate();
        let blanks = cells.filter(|(_, (given, _))| **given == 0);
        let right = blanks.filter(|(cell, (_, label))| answer.get(*cell) == Some(label)).count();
        Some(Part { right: right as f64, of: f64::from(self.truth.blanks()) })
    }
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sum {
    pub(crate) part: Part,
    /// The sum of the shares of each row.
    pub(crate) shares: f64,
    pub(crate) rows: u64,
}

impl Sum {
    pub(crate) fn add(&mut self, part: Part) {
        self.part.add(part);
        self.shares += part.share();
        self.rows += 1;
    }

    pub(crate) fn merge(&mut self, other: &Sum) {
        self.part.add(other.part);
        self.shares += other.shares;
        self.rows += other.rows;
    }
}

/// The sums of all measures of a preset, each by a key: empty, or the number of givens.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sums(Vec<BTreeMap<String, Sum>>);

impl Sums {
    pub fn add(&mut self, preset: &Preset, givens: usize, parts: &[Option<Part>]) {
        self.0.resize_with(preset.measures.len(), BTreeMap::new);
        for ((sums, measure), part) in self.0.iter_mut().zip(preset.measures).zip(parts) {
            let Some(part) = *part else { continue };
            let key = if measure.average == Average::MacroByGivens { format!("{givens:02}") } else { String::new() };
            sums.entry(key).or_default().add(part);
        }
    }

    pub fn merge(&mut self, other: &Sums) {
        self.0.resize_with(self.0.len().max(other.0.len()), BTreeMap::new);
        for (sums, other) in self.0.iter_mut().zip(&other.0) {
            other.iter().for_each(|(key, sum)| sums.entry(key.clone()).or_default().merge(sum));
        }
    }

    /// Returns the numbers, in the order of the measures, with their names.
    pub fn numbers(&self, preset: &Preset) -> Vec<(String, f64)> {
        let numbers = |(sums, measure): (&BTreeMap<String, Sum>, &Measure)| {
            sums.iter().map(|(key, sum)| number_of(key, sum, measure)).collect::<Vec<_>>()
        };
        self.0.iter().zip(preset.measures).flat_map(numbers).collect()
    }
}

fn number_of(key: &str, sum: &Sum, measure: &Measure) -> (String, f64) {
    let mean = match measure.average {
        Average::Micro => sum.part.share(),
        Average::Macro | Average::MacroByGivens => sum.shares / sum.rows.max(1) as f64,
    };
    (if key.is_empty() { measure.name.into() } else { key.into() }, mean * measure.scale)
}
