//! Counts of predictions.

use serde::Serialize;

use super::{
    preset::{Part, Preset, Sum, Sums},
    problem::PredictionScore,
    verdict::Verdict,
};
use stats::Share;

/// The counts of the predictions of one model, of all rows or of a stratum.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// The number of predictions, missing ones included.
    pub rows: u64,
    /// The predictions of each verdict, in the order of [`Verdict::ALL`].
    verdicts: [u64; Verdict::ALL.len()],
    cells: Sum,
    blanks: Sum,
    /// The sum of the values that units have twice, and the number of predictions in it.
    duplicates: (u64, u64),
    pub presets: Vec<Sums>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Accuracy {
    pub right: u64,
    pub of: u64,
    /// Right cells over all cells; `None` without cells.
    pub micro: Option<f64>,
    #[serde(rename = "macro")]
    pub macro_mean: Option<f64>,
}

impl From<&Sum> for Accuracy {
    fn from(Sum { part, shares, rows }: &Sum) -> Accuracy {
        Accuracy {
            right: part.right as u64,
            of: part.of as u64,
            micro: mean_of(part.right, part.of as u64),
            macro_mean: mean_of(*shares, *rows),
        }
    }
}

fn mean_of(sum: f64, of: u64) -> Option<f64> {
    (of > 0).then(|| sum / of as f64)
}

/// Adds the right cells of a prediction, if there are cells to count.
fn add_cells(sum: &mut Sum, right: u16, of: u16) {
    if of > 0 {
        sum.add(Part { right: right.into(), of: of.into() });
    }
}

impl Tally {
    pub fn add(&mut self, score: &PredictionScore, presets: &[&Preset]) {
        let grade = &score.grade;
        self.rows += 1;
        self.verdicts[index(grade.verdict)] += 1;
        add_cells(&mut self.cells, grade.cells_right, score.cells);
        add_cells(&mut self.blanks, grade.blanks_right, score.blanks);
        if let Some(dup) = grade.dup {
            self.duplicates.0 += u64::from(dup);
            self.duplicates.1 += 1;
        }
        self.presets.resize_with(self.presets.len().max(score.parts.len()), Sums::default);
        for ((sums, preset), parts) in self.presets.iter_mut().zip(presets).zip(&score.parts) {
            sums.add(preset, score.givens, parts);
        }
    }

    pub fn merge(&mut self, other: &Tally) {
        self.rows += other.rows;
        self.verdicts.iter_mut().zip(other.verdicts).for_each(|(count, other)| *count += other);
        self.cells.merge(&other.cells);
        self.blanks.merge(&other.blanks);
        self.duplicates.0 += other.duplicates.0;
        self.duplicates.1 += other.duplicates.1;
        self.presets.resize_with(self.presets.len().max(other.presets.len()), Sums::default);
        self.presets.iter_mut().zip(&other.presets).for_each(|(sums, other)| sums.merge(other));
    }

    pub fn count(&self, verdict: Verdict) -> u64 {
        self.verdicts[index(verdict)]
    }

    pub fn solved(&self) -> Share {
        Share::new(self.count(Verdict::Exact) + self.count(Verdict::ValidOther), self.rows)
    }

    pub fn exact(&self) -> Share {
        Share::new(self.count(Verdict::Exact), self.rows)
    }

    pub fn cells(&self) -> Accuracy {
        Accuracy::from(&self.cells)
    }

    pub fn blanks(&self) -> Accuracy {
        Accuracy::from(&self.blanks)
    }

    /// Returns the mean number of values that a unit has twice, over predictions that are not malformed.
    pub(crate) fn mean_duplicates(&self) -> Option<f64> {
        let (sum, rows) = self.duplicates;
        (rows > 0).then(|| sum as f64 / rows as f64)
    }
}

fn index(verdict: Verdict) -> usize {
    Verdict::ALL.iter().position(|other| *other == verdict).expect("all are listed")
}
