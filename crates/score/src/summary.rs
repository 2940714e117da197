//! The summary of scores as data: what `--json` prints.

use std::{cmp::Ordering, collections::BTreeMap};

use serde::Serialize;
use serde_json::{Map, Value};

use super::{
    comparison::Comparison,
    grader::PuzzleCounts,
    preset::{Preset, Sums},
    scores::{PassAt, Scores},
    steps::StepsSummary,
    tally::{Accuracy, Tally},
    verdict::Verdict,
    vote::VoteRule,
};
use dataset::tier::Tier;
use pass::FirstRows;
use stats::{Share, Z_95};

#[derive(Debug, Serialize)]
pub struct Summary {
    pub side: usize,
    pub puzzles: Puzzles,
    pub models: Vec<ModelSummary>,
    /// The first model compared with each of the others.
    pub comparisons: Vec<Comparison>,
}

#[derive(Debug, Serialize)]
pub struct Puzzles {
    /// Those of rows that are puzzles.
    #[serde(flatten)]
    pub counts: PuzzleCounts,
    pub rejected: u64,
}

#[derive(Debug, Serialize)]
pub struct ModelSummary {
    pub name: String,
    #[serde(flatten)]
    pub all: Group,
    /// The chance that one of k samples solves a puzzle.
    pub pass_at: Vec<PassAt>,
    /// The votes of the samples; none if they were not asked for.
    pub votes: Vec<VoteSummary>,
    /// `None` if predictions have no steps.
    pub steps: Option<StepsSummary>,
    /// Puzzles without a prediction, if predictions are joined by an id.
    pub missing_ids: FirstRows,
    /// Predictions without a puzzle.
    pub surplus_ids: FirstRows,
    pub strata: Vec<StratumSummary>,
}

/// The votes of all puzzles by a rule.
#[derive(Debug, Serialize)]
pub struct VoteSummary {
    pub rule: &'static str,
    #[serde(flatten)]
    pub group: Group,
}

#[derive(Debug, Serialize)]
pub struct StratumSummary {
    pub by: String,
    /// The value; `yes` or `no` for a condition.
    pub value: String,
    #[serde(flatten)]
    pub group: Group,
}

#[derive(Debug, Serialize)]
pub struct Group {
    /// The predictions, missing ones included.
    pub rows: u64,
    pub verdicts: BTreeMap<&'static str, u64>,
    /// True if a puzzle has several predictions.
    #[serde(skip)]
    pub has_samples: bool,
    pub solved: Share,
    pub exact: Share,
    pub valid: Share,
    pub cells: Accuracy,
    pub blanks: Accuracy,
    /// The mean number of values that a unit has twice.
    pub mean_dup: Option<f64>,
    pub presets: Map<String, Value>,
}

impl Group {
    /// Summarizes counts, with intervals of the confidence that the quantile `z` of the normal distribution stands for.
    pub fn new(tally: &Tally, presets: &[&'static Preset], z: f64) -> Group {
        Group {
            rows: tally.rows,
            verdicts: Verdict::ALL.into_iter().map(|verdict| (verdict.name(), tally.count(verdict))).collect(),
            has_samples: tally.has_samples(),
            solved: tally.solved(z),
            exact: tally.exact(z),
            valid: tally.valid(z),
            cells: tally.cells(),
            blanks: tally.blanks(),
            mean_dup: tally.mean_duplicates(),
            presets: presets.iter().zip(&tally.presets).map(preset_numbers).collect(),
        }
    }
}

fn preset_numbers((preset, sums): (&&Preset, &Sums)) -> (String, Value) {
    let numbers = sums.numbers(preset).into_iter().map(|(name, number)| (name, Value::from(number)));
    (preset.name.to_string(), Value::Object(numbers.collect()))
}

impl Summary {
    pub fn new(scores: &Scores) -> Summary {
        Summary {
            side: scores.notation.shape.side(),
            puzzles: Puzzles { counts: scores.counts.puzzles.clone(), rejected: scores.rejected.count },
            models: (0..scores.names.len()).map(|model| ModelSummary::new(scores, model)).collect(),
            comparisons: scores.comparisons.clone(),
        }
    }
}

impl VoteSummary {
    /// Summarizes the votes of a model by each rule; none without votes.
    fn all(votes: &[Tally]) -> Vec<VoteSummary> {
        let votes = VoteRule::ALL.into_iter().zip(votes).filter(|(_, tally)| tally.rows > 0);
        votes.map(|(rule, tally)| VoteSummary { rule: rule.name(), group: Group::new(tally, &[], Z_95) }).collect()
    }
}

impl ModelSummary {
    fn new(scores: &Scores, model: usize) -> ModelSummary {
        let of_model = scores.counts.strata.iter().filter_map(|(key, tallies)| Some((key, tallies.get(model)?)));
        let mut strata: Vec<_> = of_model.collect();
        strata.sort_by(|((key, one), _), ((other_key, other), _)| key.cmp(other_key).then(compare_values(one, other)));
        ModelSummary {
            name: scores.names[model].clone(),
            all: Group::new(&scores.counts.models[model], &scores.presets, Z_95),
            pass_at: scores.pass_at[model].clone(),
            votes: VoteSummary::all(&scores.counts.votes[model]),
            steps: scores.counts.steps[model].summary(scores.steps.get(model).map_or(&[], |steps| steps), Z_95),
            missing_ids: scores.joined.missing[model].clone(),
            surplus_ids: scores.joined.surplus[model].clone(),
            strata: strata
                .into_iter()
                .map(|((key, value), tally)| StratumSummary {
                    by: scores.keys[*key].text.clone(),
                    value: value.clone(),
                    group: Group::new(tally, &scores.presets, Z_95),
                })
                .collect(),
        }
    }
}

/// Compares two values of a key: numbers by their size, techniques by their difficulty; other texts come after both.
pub fn compare_values(one: &str, other: &str) -> Ordering {
    rank(one).total_cmp(&rank(other)).then(one.cmp(other))
}

fn rank(value: &str) -> f64 {
    let technique = || Tier::ALL.iter().position(|tier| tier.name() == value).map(|index| index as f64);
    value.parse().ok().or_else(technique).unwrap_or(f64::INFINITY)
}
