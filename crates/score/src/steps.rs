//! The steps of models that compute in steps: what share is solved at each, and where a model halts.

use serde::Serialize;
use stats::{Share, UnitSums};

use super::{
    answer::Answer,
    preset::Part,
    verdict::{Grade, Verdict},
};

/// What the answer at a step is.
#[derive(Clone, Copy, Debug)]
pub struct StepGrade {
    step: u64,
    is_solved: bool,
    is_exact: bool,
    compute: Option<f64>,
    /// True if the model would halt; `None` if it does not say.
    halts: Option<bool>,
}

impl StepGrade {
    /// Returns the grade of an answer; `None` without a step.
    pub fn new(answer: &Answer<'_>, grade: &Grade) -> Option<StepGrade> {
        let place = answer.place.as_ref()?;
        Some(StepGrade {
            step: place.step?,
            is_solved: grade.verdict.is_solved(),
            is_exact: grade.verdict == Verdict::Exact,
            compute: place.compute,
            halts: place.q_halt.map(|logit| logit >= 0.0),
        })
    }
}

/// The sums of the predictions at one step, which may be the last of each, or that at which it halts.
#[derive(Clone, Copy, Debug, Default)]
struct StepSum {
    solved: UnitSums,
    /// Predictions that are solved for the first time.
    first: u64,
    /// Predictions that are not solved, but were at an earlier step.
    lost: u64,
    /// Predictions for which halting is right.
    halting: Part,
    /// The sums of steps and of compute, and of how many predictions they are.
    steps: Part,
    compute: Part,
}

impl StepSum {
    /// Adds the samples of a puzzle, each with its answers up to the step; `is_new` tells whether the last of them is of this step.
    fn add(&mut self, samples: &[&[StepGrade]], is_new: impl Fn(&StepGrade) -> bool) {
        let mut solved = 0;
        for answers in samples {
            let Some((last, before)) = answers.split_last() else { continue };
            let was_solved = before.iter().any(|answer| answer.is_solved);
            solved += u64::from(last.is_solved);
            self.first += u64::from(last.is_solved && !was_solved && is_new(last));
            self.lost += u64::from(!last.is_solved && was_solved);
            self.halting.add(last.halts.and_then(|halts| Part::whole(halts == last.is_exact)).unwrap_or_default());
            self.steps.add(Part { right: last.step as f64, of: 1.0 });
            self.compute.add(last.compute.map(|compute| Part { right: compute, of: 1.0 }).unwrap_or_default());
        }
        self.solved.add(solved, samples.len() as u64);
    }

    /// Returns the summary, with intervals of the confidence that the quantile `z` of the normal distribution stands for.
    fn summary(&self, z: f64) -> StepSummary {
        StepSummary {
            step: self.steps.share(),
            solved: self.solved.share(z),
            first: self.first,
            lost: self.lost,
            halting_accuracy: self.halting.mean(),
            mean_compute: self.compute.mean(),
        }
    }

    fn merge(&mut self, other: &StepSum) {
        self.solved.merge(&other.solved);
        self.first += other.first;
        self.lost += other.lost;
        self.halting.add(other.halting);
        self.steps.add(other.steps);
        self.compute.add(other.compute);
    }
}

/// The sums of the predictions of a model at all its steps.
#[derive(Clone, Debug, Default)]
pub struct StepSums {
    by_step: Vec<StepSum>,
    last: StepSum,
    halted: StepSum,
}

impl StepSums {
    /// Adds the answers to a puzzle, for each sample in the order of the steps. `steps` are all steps of the model.
    pub fn add(&mut self, samples: &[Vec<StepGrade>], steps: &[u64]) {
        self.by_step.resize_with(steps.len(), StepSum::default);
        for (sum, &step) in self.by_step.iter_mut().zip(steps) {
            let up_to = |answers: &Vec<StepGrade>| answers.partition_point(|answer| answer.step <= step);
            let samples: Vec<_> = samples.iter().map(|answers| &answers[..up_to(answers)]).collect();
            sum.add(&samples, |answer| answer.step == step);
        }
        let all: Vec<_> = samples.iter().map(|answers| &answers[..]).collect();
        self.last.add(&all, |_| true);
        let halt = |answers: &[StepGrade]| answers.iter().position(|answer| answer.halts == Some(true));
        let until_halt = |answers: &&[StepGrade]| halt(answers).map_or(answers.len(), |halt| halt + 1);
        let halted: Vec<_> = all.iter().map(|answers| &answers[..until_halt(answers)]).collect();
        self.halted.add(&halted, |_| true);
    }

    pub fn merge(&mut self, other: &StepSums) {
        self.by_step.resize_with(self.by_step.len().max(other.by_step.len()), StepSum::default);
        self.by_step.iter_mut().zip(&other.by_step).for_each(|(sum, other)| sum.merge(other));
        self.last.merge(&other.last);
        self.halted.merge(&other.halted);
    }

    /// Returns the summary; `None` without steps. `z` is the quantile of the normal distribution for the intervals.
    pub fn summary(&self, steps: &[u64], z: f64) -> Option<StepsSummary> {
        let at = |(sum, &step): (&StepSum, &u64)| StepSummary { step: step as f64, ..sum.summary(z) };
        let by_step: Vec<_> = self.by_step.iter().zip(steps).map(at).collect();
        (!by_step.is_empty()).then(|| StepsSummary {
            last: self.last.summary(z),
            halted: self.last.halting.mean().map(|_| self.halted.summary(z)),
            by_step,
        })
    }
}

/// At which steps the numbers of a model hold, and what they are at other steps.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StepsSummary {
    /// The predictions at their last steps.
    pub last: StepSummary,
    /// The predictions at the steps at which they halt first; `None` if nothing says when they halt.
    pub halted: Option<StepSummary>,
    pub by_step: Vec<StepSummary>,
}

/// The predictions at a step, each of the last step of its sample up to this one.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StepSummary {
    /// The step, or the mean step of predictions at steps of their own.
    pub step: f64,
    pub solved: Share,
    /// Predictions that are solved for the first time.
    pub first: u64,
    /// Predictions that are not solved, but were at an earlier step.
    pub lost: u64,
    /// The share of predictions that would halt if they are exact, and else go on.
    pub halting_accuracy: Option<f64>,
    pub mean_compute: Option<f64>,
}
