//! Scores all predictions: reads the rows, grades them in parallel, and adds up the counts.

use std::{
    borrow::Cow,
    collections::BTreeMap,
    path::Path,
    sync::{
        OnceLock,
        atomic::{AtomicBool, Ordering},
        mpsc,
    },
};

use grid::text::{Notation, was_grid};

use super::{
    answer::Answer,
    cells::{parse, unknown_symbol},
    comparison::{Comparison, Pairs},
    extract::{Question, RULES, Rule},
    grader::{Counts, Graded, GradedBlock, Options, Plan},
    output::ScoredRows,
    preset::Preset,
    problem::solution_finder,
    row::Row,
    rows::{Joined, Rows},
    stratum::Key,
    tally::{Samples, Tally},
    verdict::{Grade, Verdict},
};
use corpus::error::{Error, Result};
use dataset::{Observer, facts::Facts};
use pass::{FirstRows, Rejected, Threads};
use stats::pass_at_k;

pub const BLOCK: usize = 512;
/// Blocks in flight for each thread.
const AHEAD: usize = 4;
const WORST_ROWS: usize = 5;
/// Malformed and missing predictions to which all rules are applied, in order to name a better one.
const TRIED_WITH_RULES: u64 = 20;
/// Characters of a wrong prediction that are kept.
const SHOWN_CHARS: usize = 2000;
/// The most strata of a key: more are no groups.
const MAX_STRATA: usize = 1000;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    pub model: usize,
    pub line: u64,
    pub verdict: Verdict,
    pub puzzle: Vec<u8>,
    pub label: Option<Vec<u8>>,
    /// The cells of the prediction; any number.
    pub cells: Vec<u8>,
    pub cells_right: u16,
    /// The number of the sample, from 1.
    pub sample: usize,
    /// The beginning of the prediction.
    pub text: String,
}

/// The predictions of a model that messages name.
#[derive(Clone, Debug, Default)]
pub struct NamedPredictions {
    /// Malformed ones, each with the reason.
    pub malformed: FirstRows,
    /// Missing ones in rows that have a field for them.
    pub missing: FirstRows,
    /// Those that are the puzzle itself.
    pub puzzles: FirstRows,
    /// A rule that finds a grid in a malformed or missing one, and the line of it.
    pub better_rule: Option<(&'static str, u64)>,
}

/// The chance that one of k samples solves a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct PassAt {
    pub k: u64,
    /// The mean over puzzles with at least k samples; `None` if there are none.
    pub value: Option<f64>,
    /// The number of puzzles with at least k samples.
    pub puzzles: u64,
    /// The number of puzzles with fewer.
    pub too_few: u64,
}

#[derive(Debug)]
pub struct Scores {
    /// How the grids are written.
    pub notation: Notation,
    pub names: Vec<String>,
    pub presets: Vec<&'static Preset>,
    pub keys: Vec<Key>,
    /// The steps of each model.
    pub steps: Vec<Vec<u64>>,
    /// True if solutions were not counted.
    pub unique: bool,
    pub counts: Counts,
    pub joined: Joined,
    pub rejected: Rejected,
    /// For each model, the chance that one of k samples solves a puzzle.
    pub pass_at: Vec<Vec<PassAt>>,
    /// The first model compared with each of the others.
    pub comparisons: Vec<Comparison>,
    pub wrong: Vec<Wrong>,
    /// For each model, the wrong predictions with the fewest right cells, without malformed ones.
    pub worst: Vec<Vec<Wrong>>,
    pub named: Vec<NamedPredictions>,
}

/// Scores predictions; `None` if the observer stops it. `notice` gets a line on the columns of each file. Returns an error
/// if a file cannot be read, if no row has a puzzle, or if predictions cannot be joined to puzzles.
pub fn score(options: &Options, notice: fn(&str), observer: &mut Observer<'_>) -> Result<Option<Scores>> {
    let mut rows = Rows::open(&options.files, observer.stop)?;
    rows.notes.iter().for_each(|note| notice(note));
    let names: Vec<String> = options.files.models.iter().map(|model| model.name.clone()).collect();
    let schema = rows.base.schema().clone();
    let key = |text: &String| Key::parse(text, &schema.names, rows.notation);
    let keys = options.by.iter().map(key).collect::<Result<Vec<_>>>()?;
    let mut output =
        options.output.as_ref().map(|spec| ScoredRows::begin(spec, &rows, &names, &options.extract)).transpose()?;
    let path = rows.base.path().display().to_string();
    let plan = Plan {
        options,
        notation: rows.notation,
        columns: rows.columns.clone(),
        keys,
        id: rows.id,
        steps: OnceLock::new(),
        path,
    };
    let mut sums = AllSums::new(&plan);
    let added = add_all(&plan, &mut rows, &mut output, &mut sums, observer);
    let is_stopped = observer.stop.load(Ordering::Relaxed);
    let added = if is_stopped { Ok(()) } else { added.and_then(|()| sums.check()) };
    let closed = output.map_or(Ok(()), |output| output.close(added.is_ok() && !is_stopped));
    added.and(closed)?;
    Ok((!is_stopped).then(|| sums.finish(names, rows.joined)))
}

fn add_all(
    plan: &Plan<'_>,
    rows: &mut Rows<'_>,
    output: &mut Option<ScoredRows>,
    sums: &mut AllSums<'_>,
    observer: &mut Observer<'_>,
) -> Result<()> {
    let threads = Threads::new(plan.options.threads, || solution_finder(plan.options.simd))?;
    let (used, unused) = mpsc::channel();
    let mut blocks = Blocks { plan, rows, unused, stop: observer.stop, failed: Ok(()) };
    let work =
        |finder: &mut Facts<'_>, _: usize, (rows, bytes): (Vec<Row>, u64)| (plan.grade_block(finder, rows), bytes);
    threads.run(AHEAD, &mut blocks, work, |(block, bytes): (GradedBlock, u64)| {
        if let Some(output) = output {
            block.rows.iter().try_for_each(|row| output.puzzle(row))?;
        }
        (observer.progress)(block.rows.len(), bytes);
        // Nobody takes them once all rows are read.
        let _ = used.send(sums.add(block)?);
        Ok(())
    })?;
    blocks.failed
}

/// The rows in blocks, each with the bytes up to its end.
struct Blocks<'r, 'a> {
    plan: &'r Plan<'r>,
    rows: &'r mut Rows<'a>,
    /// Rows that are no longer needed.
    unused: mpsc::Receiver<Vec<Graded>>,
    stop: &'r AtomicBool,
    failed: Result<()>,
}

impl Blocks<'_, '_> {
    fn read(&mut self) -> Result<Vec<Row>> {
        let mut block = Vec::with_capacity(BLOCK);
        while block.len() < BLOCK
            && let Some(row) = self.rows.next_row()?
        {
            block.push(row);
        }
        // They are known once the first row is.
        self.plan.steps.get_or_init(|| self.rows.steps.clone());
        Ok(block)
    }
}

impl Iterator for Blocks<'_, '_> {
    type Item = (Vec<Row>, u64);

    fn next(&mut self) -> Option<(Vec<Row>, u64)> {
        self.unused.try_iter().flatten().for_each(|row| self.rows.recycle(row.row));
        if self.stop.load(Ordering::Relaxed) {
            return None;
        }
        match self.read() {
            Ok(block) if block.is_empty() => None,
            Ok(block) => Some((block, self.rows.base.bytes())),
            Err(error) => {
                self.failed = Err(error);
                None
            }
        }
    }
}

struct AllSums<'p> {
    plan: &'p Plan<'p>,
    counts: Counts,
    rejected: Rejected,
    /// The first model with each of the others.
    pairs: Vec<Pairs>,
    wrong: Vec<Wrong>,
    worst: Vec<Vec<Wrong>>,
    named: Vec<NamedPredictions>,
}

impl<'p> AllSums<'p> {
    fn new(plan: &'p Plan<'p>) -> AllSums<'p> {
        let models = plan.options.files.models.len();
        AllSums {
            plan,
            counts: Counts::default(),
            rejected: Rejected::default(),
            pairs: (1..models).map(|_| Pairs::default()).collect(),
            wrong: Vec::new(),
            worst: vec![Vec::new(); models],
            named: vec![NamedPredictions::default(); models],
        }
    }

    fn check(&self) -> Result<()> {
        if self.counts.puzzles.puzzles > 0 {
            return Ok(());
        }
        let first = self.rejected.first.first();
        let first = first.map_or(String::new(), |first| format!(": line {}: {}", first.line, first.reason));
        Err(Error::malformed(Path::new(&self.plan.path), 0, format!("has no puzzle{first}")))
    }

    fn add(&mut self, block: GradedBlock) -> Result<Vec<Graded>> {
        self.rejected.add(&block.rejects);
        self.counts.merge(block.counts);
        self.check_strata()?;
        for row in &block.rows {
            for (pairs, model) in self.pairs.iter_mut().zip(1..) {
                pairs.add(row.class, [solved_samples(row, 0), solved_samples(row, model)]);
            }
            self.add_wrong(row);
        }
        Ok(block.rows)
    }

    fn check_strata(&self) -> Result<()> {
        let mut values: BTreeMap<usize, usize> = BTreeMap::new();
        self.counts.strata.keys().for_each(|(key, _)| *values.entry(*key).or_default() += 1);
        match values.iter().find(|(_, values)| **values > MAX_STRATA) {
            None => Ok(()),
            Some((key, _)) => Err(Error::Usage(format!(
                "--by {}: more than {MAX_STRATA} different values; group them by a condition, such as '{0} < 10'",
                self.plan.options.by[*key]
            ))),
        }
    }

    /// Keeps wrong predictions that are among the first or the worst.
    fn add_wrong(&mut self, row: &Graded) {
        for (model, grades) in row.grades.iter().enumerate() {
            if grades.iter().all(|grade| grade.verdict.is_solved()) {
                continue;
            }
            let answers = row.row.answers(model, &self.plan.columns, self.plan.notation.shape);
            for (sample, grade) in grades.iter().enumerate().filter(|(_, grade)| !grade.verdict.is_solved()) {
                if let Some(answer) = answers.get(sample) {
                    self.name(row, model, grade, answer);
                }
                self.add_wrong_sample(row, (model, sample), grade, answers.get(sample));
            }
        }
    }

    /// Counts a prediction that messages name. An id without a row has a message of its own.
    fn name(&mut self, row: &Graded, model: usize, grade: &Grade, answer: &Answer<'_>) {
        let Plan { options, notation, .. } = self.plan;
        let NamedPredictions { malformed, missing, puzzles, better_rule } = &mut self.named[model];
        let line = row.row.line_of(model, answer);
        let text = &*answer.text;
        let problem = answer.problem(&row.problem);
        let question = problem.question();
        match grade.verdict {
            _ if grade.is_puzzle => puzzles.add(|| line.to_string()),
            Verdict::Malformed => malformed.add(|| {
                let answer = options.extract.extract(text, &question).unwrap_or_default();
                format!("line {line}, {}", malformed_reason(answer, *notation))
            }),
            Verdict::Missing => missing.add(|| line.to_string()),
            _ => return,
        }
        if better_rule.is_none() && malformed.count + missing.count + puzzles.count <= TRIED_WITH_RULES {
            *better_rule = rule_for(text, &question).map(|rule| (rule, line));
        }
    }

    fn add_wrong_sample(
        &mut self,
        row: &Graded,
        (model, sample): (usize, usize),
        grade: &Grade,
        answer: Option<&Answer<'_>>,
    ) {
        let worst = &mut self.worst[model];
        let is_worst = ![Verdict::Missing, Verdict::Malformed].contains(&grade.verdict)
            && (worst.len() < WORST_ROWS || worst.last().is_some_and(|last| grade.cells_right < last.cells_right));
        let is_kept = self.wrong.len() < self.plan.options.keep_wrong;
        if !is_kept && !is_worst {
            return;
        }
        let extract = &self.plan.options.extract;
        let problem = answer.map_or(Cow::Borrowed(&row.problem), |answer| answer.problem(&row.problem));
        let question = problem.question();
        let text = answer.map_or("", |answer| &answer.text);
        let line = answer.map_or(row.row.row.line, |answer| row.row.line_of(model, answer));
        let answer = extract.extract(text, &question).unwrap_or_default();
        let wrong = Wrong {
            model,
            line,
            verdict: grade.verdict,
            puzzle: problem.puzzle.clone(),
            label: problem.label.clone(),
            cells: extract.cells(answer, &question),
            cells_right: grade.cells_right,
            sample: sample + 1,
            text: text.chars().take(SHOWN_CHARS).collect(),
        };
        if is_worst {
            worst.push(wrong.clone());
            worst.sort_by_key(|wrong| (wrong.cells_right, wrong.line));
            worst.truncate(WORST_ROWS);
        }
        if is_kept {
            self.wrong.push(wrong);
        }
    }

    fn finish(self, names: Vec<String>, joined: Joined) -> Scores {
        let pass_at =
            |tally: &Tally| self.plan.options.pass_at.iter().map(|&k| mean_pass_at(k, tally.samples())).collect();
        let shape = self.plan.notation.shape;
        let compared = self.pairs.iter().zip(&names[1..]).map(|(pairs, other)| pairs.compare(&names[0], other, shape));
        Scores {
            notation: self.plan.notation,
            unique: self.plan.options.unique,
            comparisons: compared.collect(),
            names,
            presets: self.plan.options.presets.clone(),
            keys: self.plan.keys.clone(),
            steps: self.plan.steps.get().cloned().unwrap_or_default(),
            joined,
            rejected: self.rejected,
            pass_at: self.counts.models.iter().map(pass_at).collect(),
            counts: self.counts,
            wrong: self.wrong,
            worst: self.worst,
            named: self.named,
        }
    }
}

/// Returns how many samples of a model are solved, of how many.
fn solved_samples(row: &Graded, model: usize) -> (u32, u32) {
    let grades = &row.grades[model];
    (grades.iter().filter(|grade| grade.verdict.is_solved()).count() as u32, grades.len() as u32)
}

/// Returns the first rule that finds an answer in a text, besides the default.
fn rule_for(text: &str, question: &Question<'_>) -> Option<&'static str> {
    let finds_answer =
        |rule: &&Rule| (rule.extract)(text, question).is_some_and(|answer| question.may_be_answer(answer));
    RULES[1..].iter().find(finds_answer).map(|rule| rule.name)
}

fn malformed_reason(text: &str, notation: Notation) -> String {
    let cells = parse(text, notation);
    let shown: String = text.chars().take(20).collect();
    let more = if shown.len() < text.len() { "…" } else { "" };
    let reason = match cells.len() {
        _ if was_grid(text.as_bytes()) => "a grid that became a number; write it as text".into(),
        length if length != notation.shape.cells() => format!("{length} cells instead of {}", notation.shape.cells()),
        _ => unknown_symbol(notation),
    };
    format!("{shown:?}{more}: {reason}")
}

/// Returns the mean over puzzles, each with how many of how many samples solve it.
fn mean_pass_at(k: u64, samples: impl Iterator<Item = Samples>) -> PassAt {
    let mut all: Vec<(u64, u64)> = samples.map(|samples| (samples.solved.into(), samples.all.into())).collect();
    // Sums of floating-point numbers depend on their order.
    all.sort_unstable();
    let values: Vec<f64> = all.iter().filter_map(|&(right, samples)| pass_at_k(right, samples, k)).collect();
    let mean = values.iter().sum::<f64>() / values.len().max(1) as f64;
    PassAt {
        k,
        value: (!values.is_empty()).then_some(mean),
        puzzles: values.len() as u64,
        too_few: (all.len() - values.len()) as u64,
    }
}
