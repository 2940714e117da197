//! Counts of predictions.

use rustc_hash::FxHashMap;
use serde::Serialize;

use super::{
    preset::{Part, Preset, Sum, Sums},
    problem::PredictionScore,
    verdict::Verdict,
};
use stats::Share;

/// The predictions of a puzzle.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Samples {
    pub all: u32,
    exact: u32,
    pub solved: u32,
    valid: u32,
}

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
    /// The predictions of each puzzle, by its key.
    samples: FxHashMap<u64, Samples>,
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

impl Samples {
    fn merge(&mut self, other: Samples) {
        self.all += other.all;
        self.exact += other.exact;
        self.solved += other.solved;
        self.valid += other.valid;
    }
}

impl Tally {
    /// Adds a prediction for the puzzle with a key.
    pub fn add(&mut self, score: &PredictionScore, presets: &[&Preset], puzzle: u64) {
        let grade = &score.grade;
        self.rows += 1;
        let exact = u32::from(grade.verdict == Verdict::Exact);
        let solved = u32::from(grade.verdict.is_solved());
        let valid = u32::from(grade.is_valid());
        self.samples.entry(puzzle).or_default().merge(Samples { all: 1, exact, solved, valid });
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
        other.samples.iter().for_each(|(puzzle, samples)| self.samples.entry(*puzzle).or_default().merge(*samples));
    }

    /// Returns true if a puzzle has several predictions.
    pub fn has_samples(&self) -> bool {
        (self.samples.len() as u64) < self.rows
    }

    pub(crate) fn samples(&self) -> impl Iterator<Item = Samples> {
        self.samples.values().copied()
    }

    pub fn count(&self, verdict: Verdict) -> u64 {
        self.verdicts[index(verdict)]
    }

    /// Returns the share of solved predictions, with an interval that takes those of a puzzle together; `z` is the quantile of the
    /// normal distribution for it.
    pub fn solved(&self, z: f64) -> Share {
        self.share(|samples| samples.solved, z)
    }

    /// Returns the share of predictions that are full and break no rule, like [`Tally::solved`]. Their givens may be changed.
    pub fn valid(&self, z: f64) -> Share {
        self.share(|samples| samples.valid, z)
    }

    /// Returns the share of predictions that are the label, like [`Tally::solved`].
    pub fn exact(&self, z: f64) -> Share {
        self.share(|samples| samples.exact, z)
    }

    fn share(&self, count: fn(&Samples) -> u32, z: f64) -> Share {
        Share::of_units(self.samples.values().map(|samples| (count(samples).into(), samples.all.into())), z)
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
