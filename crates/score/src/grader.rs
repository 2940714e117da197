//! Grades the predictions of a block of rows.

use std::{
    collections::BTreeMap,
    hash::{DefaultHasher, Hasher},
    sync::OnceLock,
};

use grid::{
    simd::Simd,
    text::{DefectKind, Notation},
};
use serde::Serialize;

use super::{
    answer::Answer,
    columns::{Columns, FieldOf},
    extract::Extract,
    preset::Preset,
    problem::{PredictionScore, Problem, class_of},
    puzzle_scores::PuzzleScores,
    row::Row,
    rows::Files,
    steps::StepSums,
    stratum::Key,
    tally::Tally,
    verdict::Grade,
    vote::VoteRule,
};
use corpus::{reader::Reject, writer::OutputSpec};
use dataset::facts::{Facts, Solutions};
use pass::FirstRows;

/// What is scored, and how.
#[derive(Clone, Debug)]
pub struct Options {
    pub files: Files,
    pub extract: Extract,
    pub presets: Vec<&'static Preset>,
    /// Columns, properties and conditions by which rows are counted apart.
    pub by: Vec<String>,
    /// Numbers of samples of which one must solve the puzzle.
    pub pass_at: Vec<u64>,
    /// True if all puzzles are known to have one solution, so that solutions are not counted.
    pub unique: bool,
    pub keep_wrong: usize,
    pub threads: usize,
    pub simd: Simd,
    pub output: Option<OutputSpec>,
}

#[derive(Debug)]
pub struct Graded {
    pub row: Row,
    pub problem: Problem,
    /// The grades of each model's predictions; one of a missing prediction.
    pub grades: Vec<Vec<Grade>>,
    /// The key of its class of isomorphs, if models are compared.
    pub class: u128,
    /// The key that predictions of the same puzzle share: of its id or of its cells.
    pub key: u64,
}

#[derive(Clone, Debug, Default, Serialize)]
pub struct PuzzleCounts {
    #[serde(rename = "rows")]
    pub puzzles: u64,
    /// Puzzles whose number of solutions is known.
    pub counted: u64,
    #[serde(rename = "several_solutions")]
    pub several: FirstRows,
    pub unsolvable: FirstRows,
    pub labelled: u64,
    pub label_wrong: FirstRows,
    pub unreadable: FirstRows,
}

impl PuzzleCounts {
    pub fn add(&mut self, problem: &Problem, line: u64) {
        let line = || line.to_string();
        self.puzzles += 1;
        self.counted += u64::from(problem.found.is_some());
        self.labelled += u64::from(problem.is_labelled);
        match &problem.found {
            Some(Solutions::Several(_)) => self.several.add(line),
            Some(Solutions::None | Solutions::Conflict) => self.unsolvable.add(line),
            _ => {}
        }
        if problem.label_wrong {
            self.label_wrong.add(line);
        }
    }

    pub fn merge(&mut self, other: PuzzleCounts) {
        self.puzzles += other.puzzles;
        self.counted += other.counted;
        self.labelled += other.labelled;
        self.several.append(other.several);
        self.unsolvable.append(other.unsolvable);
        self.label_wrong.append(other.label_wrong);
        self.unreadable.append(other.unreadable);
    }
}

/// A stratum: the index of its key, and its value.
pub type Stratum = (usize, String);

#[derive(Clone, Debug, Default)]
pub struct Counts {
    pub puzzles: PuzzleCounts,
    pub models: Vec<Tally>,
    /// For each model, its votes by each rule, in the order of [`VoteRule::ALL`].
    pub votes: Vec<Vec<Tally>>,
    pub steps: Vec<StepSums>,
    pub strata: BTreeMap<Stratum, Vec<Tally>>,
}

impl Counts {
    pub fn merge(&mut self, other: Counts) {
        self.puzzles.merge(other.puzzles);
        merge_all(&mut self.models, &other.models);
        self.votes.resize_with(self.votes.len().max(other.votes.len()), Vec::new);
        self.votes.iter_mut().zip(&other.votes).for_each(|(votes, other)| merge_all(votes, other));
        self.steps.resize_with(self.steps.len().max(other.steps.len()), StepSums::default);
        self.steps.iter_mut().zip(&other.steps).for_each(|(steps, other)| steps.merge(other));
        other
            .strata
            .iter()
            .for_each(|(stratum, tallies)| merge_all(self.strata.entry(stratum.clone()).or_default(), tallies));
    }
}

fn merge_all(tallies: &mut Vec<Tally>, others: &[Tally]) {
    tallies.resize_with(tallies.len().max(others.len()), Tally::default);
    tallies.iter_mut().zip(others).for_each(|(tally, other)| tally.merge(other));
}

pub struct Plan<'a> {
    pub options: &'a Options,
    pub notation: Notation,
    pub columns: Columns,
    pub keys: Vec<Key>,
    /// The column of the ids.
    pub id: Option<usize>,
    /// The steps of each model.
    pub steps: OnceLock<Vec<Vec<u64>>>,
    pub path: String,
}

pub struct GradedBlock {
    pub rows: Vec<Graded>,
    pub rejects: Vec<Reject>,
    pub counts: Counts,
}

impl Plan<'_> {
    /// Grades rows; `finder` is the workspace of a thread.
    pub fn grade_block(&self, finder: &mut Facts<'_>, rows: Vec<Row>) -> GradedBlock {
        let mut graded = Vec::with_capacity(rows.len());
        let mut rejects = Vec::new();
        for row in rows {
            match self.read(row) {
                Ok(row) => graded.push(row),
                Err(reject) => rejects.push(reject),
            }
        }
        // Puzzles that are known to have one solution, and have a label, are not solved.
        let is_known = |problem: &Problem| self.options.unique && problem.label.is_some();
        let problems = graded.iter_mut().map(|row: &mut Graded| &mut row.problem);
        let asked = problems.filter(|problem| !problem.puzzle.is_empty() && !is_known(problem));
        Problem::find_solutions(finder, asked);
        let models = self.options.files.models.len();
        let mut counts = Counts {
            models: vec![Tally::default(); models],
            votes: vec![vec![Tally::default(); VoteRule::ALL.len()]; models],
            steps: vec![StepSums::default(); models],
            ..Counts::default()
        };
        graded.iter_mut().for_each(|row| self.grade(row, &mut counts));
        GradedBlock { rows: graded, rejects, counts }
    }

    fn read(&self, row: Row) -> Result<Graded, Reject> {
        let problem = match &row.row.defect {
            // Where the prediction is in the same row, it is what cannot be read.
            Some(_) if self.columns.prediction.is_some() => Problem::unreadable(self.notation),
            Some(defect) => return Err(self.reject(&row, &defect.reason, defect.at, defect.kind)),
            None => {
                let fields = &row.row.fields;
                let text = |field: &Option<FieldOf>| field.as_ref().map(|field| field.text(fields)).unwrap_or_default();
                let problem = Problem::parse(&text(&self.columns.puzzle), &text(&self.columns.label), self.notation);
                let problem = problem.map_err(|reason| self.reject(&row, &reason, 0, DefectKind::Other))?;
                match row.transform {
                    Some(transform) => problem.image(&transform.inverse()),
                    None => problem,
                }
            }
        };
        let key = key_of(self.id.map_or(&*problem.puzzle, |id| row.row.field(id)));
        Ok(Graded { row, problem, grades: Vec::new(), class: 0, key })
    }

    fn reject(&self, row: &Row, reason: &str, at: usize, kind: DefectKind) -> Reject {
        let text = row.row.fields.iter().map(String::from_utf8_lossy).collect::<Vec<_>>().join(",");
        Reject {
            file: self.path.as_str().into(),
            line: row.row.line,
            column: at as u64 + 1,
            kind,
            reason: reason.into(),
            text: text.chars().take(200).collect(),
            puzzles_before: 0,
        }
    }

    fn grade(&self, row: &mut Graded, counts: &mut Counts) {
        counts.puzzles.add(&row.problem, row.row.row.line);
        if let Some(defect) = &row.row.row.defect {
            counts.puzzles.unreadable.add(|| format!("{} ({})", row.row.row.line, defect.reason));
        }
        if self.options.files.models.len() > 1 && !row.problem.puzzle.is_empty() {
            row.class = class_of(&row.problem.puzzle, self.notation.shape);
        }
        let strata: Vec<Stratum> = self
            .keys
            .iter()
            .enumerate()
            .filter(|_| !row.problem.puzzle.is_empty())
            .map(|(index, key)| (index, key.value(&row.row.row, &row.problem.puzzle, self.notation.shape)))
            .collect();
        for model in 0..row.row.models() {
            let mut answers = row.row.answers(model, &self.columns, self.notation.shape);
            if answers.is_empty() {
                answers.to_mut().push(Answer::default());
            }
            let Options { extract, presets, files, .. } = self.options;
            let scores = PuzzleScores::new(&row.problem, &answers, files.gathering.vote, extract, presets);
            scores.samples.iter().for_each(|score| self.count(score, (model, row.key), &strata, counts));
            row.grades.push(scores.samples.iter().map(|score| score.grade).collect());
            row.row.keep_last(model);
            if files.gathering.vote {
                let votes = VoteRule::ALL.into_iter().zip(&mut counts.votes[model]);
                votes.for_each(|(rule, tally)| tally.add(&scores.vote(&row.problem, rule), &[], row.key));
            }
            let steps = self.steps.get().map_or(&[][..], |steps| &steps[model]);
            if !steps.is_empty() {
                counts.steps[model].add(&scores.steps, steps);
            }
        }
    }

    /// Counts a prediction of a model for the puzzle with a key.
    fn count(&self, score: &PredictionScore, (model, key): (usize, u64), strata: &[Stratum], counts: &mut Counts) {
        let presets = &self.options.presets;
        counts.models[model].add(score, presets, key);
        for stratum in strata {
            let tallies = counts.strata.entry(stratum.clone()).or_default();
            tallies.resize_with(tallies.len().max(model + 1), Tally::default);
            tallies[model].add(score, presets, key);
        }
    }
}

/// Returns the key of an id, or of the cells of a puzzle.
pub fn key_of(text: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(text);
    hasher.finish()
}
