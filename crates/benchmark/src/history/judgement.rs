//! The history as a whole: every series analysed, every change found, and what is known about each.

use std::collections::{BTreeMap, BTreeSet};

use corpus::{
    error::{Error, Result},
    numbers::plural,
    terminal,
};
use serde::Serialize;

use super::{
    Blessing, Change, CompareCounts, Entry, Finding, LeftOut, Order, Point, Series, State, Stored, StrategyRun,
    count_findings::count_findings,
};
use crate::compare::Rules;

/// The probability that one analysis of all series finds a change where there is none.
const ALPHA: f64 = 0.001;
/// If at least this share of the judged strategies changed at the same commits, the machine is perhaps the cause.
const COMMON_SHARE: f64 = 0.5;

#[derive(Clone, Debug)]
pub struct Options {
    /// The rules for counts.
    pub rules: Rules,
    /// The smallest change of a latency that is reported, as a share.
    pub min_change: f64,
    /// Only this strategy.
    pub strategy: Option<String>,
    /// Only works with a corpus of this name or path.
    pub corpus: Option<String>,
    /// The number of commits before the newest that must have runs.
    pub required: usize,
    /// True if known changes for the worse that nobody blessed decide the verdict, too.
    pub fails_on_open: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            rules: Rules::default(),
            min_change: 0.025,
            strategy: None,
            corpus: None,
            required: 0,
            fails_on_open: false,
        }
    }
}

/// What was run: corpora with columns and limits.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Work {
    pub id: String,
    /// The paths of the corpora.
    pub corpora: Vec<String>,
    pub puzzles: u64,
    /// The indices of the first and of the last commit with its runs.
    #[serde(skip)]
    pub begins: usize,
    #[serde(skip)]
    pub ends: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    Pass,
    /// A change for the worse that is new, or that nobody blessed if such changes decide.
    Regressed,
    /// Two runs of one commit have different counts.
    Wrong,
    /// There is nothing to judge.
    Unjudged,
}

/// A history that is judged.
#[derive(Debug)]
pub struct History {
    pub order: Order,
    pub entries: Vec<Entry>,
    pub works: Vec<Work>,
    pub findings: Vec<Finding>,
    pub series: Vec<Series>,
    /// Strategies whose counts differ between two runs of one commit.
    pub contradictions: Vec<String>,
    pub required: usize,
    fails_on_open: bool,
}

impl History {
    /// Judges the runs of a store in an order. `compare` tells how the counts of two runs differ. Returns an error if no run has the
    /// strategy or the corpus of the options.
    pub fn judge(stored: Stored, mut order: Order, options: &Options, compare: &CompareCounts<'_>) -> Result<History> {
        let Stored { entries, blessings, .. } = stored;
        order.set_newest(&entries);
        let mut history = History {
            works: works(&entries, &order, options)?,
            order,
            entries,
            findings: Vec::new(),
            series: Vec::new(),
            contradictions: Vec::new(),
            required: options.required,
            fails_on_open: options.fails_on_open,
        };
        history.require_strategy(options.strategy.as_deref())?;
        for work in &history.works {
            let names = history.strategies(work).into_iter();
            for name in names.filter(|name| options.strategy.as_ref().is_none_or(|only| only == name)) {
                let mut runs = runs(&history.order, &history.entries, work, &name);
                history.series.extend(series(&runs, &name, work));
                runs.retain(|run| !run.entry.is_dirty());
                let (findings, contradictions) = count_findings(&runs, &history.order, &options.rules, compare);
                history.findings.extend(findings);
                history.contradictions.extend(contradictions);
            }
        }
        history.judge_latencies(&blessings, options.min_change);
        history.add_blessings(&blessings);
        history.add_contexts();
        history.sort_findings();
        Ok(history)
    }

    fn require_strategy(&self, wanted: Option<&str>) -> Result<()> {
        let has = |name: &str| self.works.iter().any(|work| self.strategies(work).iter().any(|own| own == name));
        match wanted.filter(|name| !has(name)) {
            Some(name) => Err(Error::Usage(format!("--strategy {name}: no run of this history has this strategy"))),
            None => Ok(()),
        }
    }

    /// Finds the changes of all series.
    fn judge_latencies(&mut self, blessings: &[Blessing], min_change: f64) {
        self.series.iter_mut().for_each(Series::mark_busy);
        let alpha = ALPHA / self.judged().max(1) as f64;
        for series in &mut self.series {
            let blessed = blessings.iter().filter(|blessing| blessing.covers(&series.strategy, &series.work));
            let blessed = blessed.filter_map(|blessing| self.order.index_of(&blessing.commit)).max();
            self.findings.extend(series.judge(&self.order, alpha, min_change, blessed));
        }
    }

    /// Returns the number of series of latencies with enough points to be judged.
    pub fn judged(&self) -> usize {
        self.series.iter().filter(|series| series.is_judged()).count()
    }

    pub fn verdict(&self) -> Verdict {
        let decides = |finding: &Finding| finding.is_open_regression() && (finding.is_new || self.fails_on_open);
        if !self.contradictions.is_empty() {
            Verdict::Wrong
        } else if self.order.newest.is_none() || self.commits_before_newest() < self.required {
            Verdict::Unjudged
        } else if self.findings.iter().any(decides) {
            Verdict::Regressed
        } else {
            Verdict::Pass
        }
    }

    /// Returns the number of commits with runs that can be judged.
    pub fn commits_run(&self) -> usize {
        let is_judged = |&commit: &usize| self.runs_at(commit).any(|entry| !entry.is_dirty());
        (0..self.order.commits.len()).filter(is_judged).count()
    }

    pub fn commits_before_newest(&self) -> usize {
        self.commits_run().saturating_sub(1)
    }

    /// Returns how a strategy is named: with its corpora if there are several works.
    pub fn named(&self, strategy: &str, work: &str) -> String {
        match self.works.iter().find(|own| own.id == work) {
            Some(own) if self.works.len() > 1 => format!("{strategy} on {}", own.corpora.join(" ")),
            _ => strategy.into(),
        }
    }

    /// Returns the findings that are not minor.
    pub fn main_findings(&self) -> impl Iterator<Item = &Finding> {
        self.findings.iter().filter(|finding| finding.state != State::Minor)
    }

    /// Returns the runs of a commit, by its index in the order.
    pub fn runs_at(&self, commit: usize) -> impl Iterator<Item = &Entry> {
        self.order.commits[commit].runs.iter().map(|&run| &self.entries[run])
    }

    /// Returns the strategies of a work in the order of its newest run.
    pub fn strategies(&self, work: &Work) -> Vec<String> {
        let runs = self.order.runs(&self.entries).rev().filter(|(_, entry)| entry.work == work.id);
        let mut names: Vec<String> = Vec::new();
        for strategy in runs.flat_map(|(_, entry)| &entry.strategies).map(|own| &own.locked.strategy) {
            if !names.contains(strategy) {
                names.push(strategy.clone());
            }
        }
        names
    }

    /// Returns the classes of machines, the one with the most points first.
    pub fn classes(&self) -> Vec<&str> {
        let mut points: BTreeMap<&str, usize> = BTreeMap::new();
        for series in &self.series {
            *points.entry(&series.class).or_default() += series.points.len();
        }
        let mut classes: Vec<&str> = points.keys().copied().collect();
        classes.sort_by_key(|class| std::cmp::Reverse(points[class]));
        classes
    }

    /// Describes a class by its newest run.
    pub fn describe_class(&self, class: &str) -> String {
        let is_of = |entry: &&Entry| entry.machine.class.as_deref() == Some(class);
        let Some(entry) = self.entries.iter().filter(is_of).max_by_key(|entry| &entry.started) else {
            return format!("class {class}");
        };
        let machine = &entry.machine.machine;
        let processor = machine.cpu.as_deref().or(machine.cpu_id.as_deref()).unwrap_or("an unknown processor");
        let name = entry.machine.name.as_deref().unwrap_or(processor);
        let threads = plural(entry.threads as u64, "thread");
        terminal::escape(&format!("class {class}: {name}, {threads}, {}", entry.simd)).into_owned()
    }

    fn add_blessings(&mut self, blessings: &[Blessing]) {
        for finding in &mut self.findings {
            let covers = |blessing: &&Blessing| {
                let blessed = self.order.index_of(&blessing.commit);
                blessing.covers(&finding.strategy, &finding.work)
                    && blessed.is_some_and(|blessed| blessed >= finding.range.near)
            };
            finding.blessed = blessings.iter().find(covers).map(|blessing| blessing.reason.clone());
        }
    }

    /// Adds to each change of a latency what else changed at the same commits.
    fn add_contexts(&mut self) {
        let contexts: Vec<Vec<String>> = self.findings.iter().map(|finding| self.context(finding)).collect();
        for (finding, context) in self.findings.iter_mut().zip(contexts) {
            finding.context.extend(context);
        }
    }

    fn context(&self, finding: &Finding) -> Vec<String> {
        if finding.is_of_counts() {
            return Vec::new();
        }
        let mut context = Vec::new();
        if let Change::Latency { class, .. } = &finding.change {
            let is_with_counts = |other: &&Finding| {
                other.is_of_counts()
                    && other.strategy == finding.strategy
                    && other.work == finding.work
                    && (finding.range.after + 1..=finding.range.up_to).contains(&other.range.near)
            };
            context.extend(self.findings.iter().find(is_with_counts).map(|_| "the counts changed, too".to_string()));
            context.extend(self.is_common(finding, class));
        }
        let is_of = |entry: &&Entry| entry.work == finding.work && entry.strategy(&finding.strategy).is_some();
        let before = self.runs_at(finding.range.after).filter(is_of).last();
        let after = self.runs_at(finding.range.up_to).find(is_of);
        if let (Some(before), Some(after)) = (before, after) {
            context.extend(after.changed_conditions(before, &finding.strategy));
        }
        context
    }

    /// Says how many strategies of the class changed at the same commits, if at least half of them did.
    fn is_common(&self, finding: &Finding, class: &str) -> Option<String> {
        let judged = self
            .series
            .iter()
            .filter(|series| series.is_judged() && series.class == class && series.work == finding.work);
        let judged = judged.count();
        let is_like = |other: &&Finding| {
            matches!(&other.change, Change::Latency { class: own, .. } if own == class)
                && other.work == finding.work
                && other.state == finding.state
                && other.range.after < finding.range.up_to
                && finding.range.after < other.range.up_to
        };
        let changed = self.findings.iter().filter(is_like).count();
        let is_common = judged > 1 && changed > 1 && changed as f64 >= COMMON_SHARE * judged as f64;
        is_common.then(|| format!("in {changed} of {judged} strategies: perhaps the machine or the compiler"))
    }

    /// New findings first; then by kind, and the newest first.
    fn sort_findings(&mut self) {
        let rank = |finding: &Finding| {
            let is_new = finding.is_new && finding.is_open_regression();
            (!is_new, !finding.is_of_counts(), finding.state, std::cmp::Reverse(finding.range.near))
        };
        self.findings.sort_by_key(rank);
    }
}

/// Returns the works of the runs of an order, the newest first. Returns an error if none of them has the corpus of the options.
fn works(entries: &[Entry], order: &Order, options: &Options) -> Result<Vec<Work>> {
    let mut works: BTreeMap<String, Work> = BTreeMap::new();
    let mut wanted_works = BTreeSet::new();
    for (commit, entry) in order.runs(entries) {
        let files = &entry.conditions.corpora;
        if options.corpus.as_ref().is_none_or(|wanted| entry.has_corpus(wanted)) {
            wanted_works.insert(&entry.work);
        }
        let work = works.entry(entry.work.clone()).or_insert_with(|| Work {
            id: entry.work.clone(),
            corpora: files.iter().map(|file| file.path.clone()).collect(),
            puzzles: files.iter().map(|file| file.puzzles).sum(),
            begins: commit,
            ends: commit,
        });
        work.ends = commit;
    }
    let mut works: Vec<Work> = works.into_values().collect();
    works.sort_by_key(|work| std::cmp::Reverse(work.begins));
    let Some(wanted) = &options.corpus else { return Ok(works) };
    let known: BTreeSet<String> = works.iter().map(|work| work.corpora.join(" ")).collect();
    works.retain(|work| wanted_works.contains(&work.id));
    if works.is_empty() {
        return Err(Error::Usage(format!(
            "--corpus {wanted}: no run has this corpus, only {}",
            Vec::from_iter(known).join(", ")
        )));
    }
    Ok(works)
}

/// Returns the runs of a strategy over a work, in order.
fn runs<'a>(order: &'a Order, entries: &'a [Entry], work: &Work, strategy: &str) -> Vec<StrategyRun<'a>> {
    let runs = order.runs(entries).filter(|(_, entry)| entry.work == work.id);
    runs.filter_map(|(commit, entry)| Some(StrategyRun { commit, entry, own: entry.strategy(strategy)? })).collect()
}

/// Returns the series of a strategy: one for each class of machines that it was measured on.
fn series(runs: &[StrategyRun<'_>], strategy: &str, work: &Work) -> Vec<Series> {
    let mut by_class: BTreeMap<&str, Series> = BTreeMap::new();
    for &StrategyRun { commit, entry, own } in runs {
        let (Some(class), Some(latency)) = (&entry.machine.class, own.latency) else { continue };
        let series = by_class.entry(class).or_insert_with(|| Series {
            class: class.clone(),
            work: work.id.clone(),
            strategy: strategy.into(),
            amortised: own.amortised,
            ..Series::default()
        });
        let left_out = entry.is_dirty().then_some(LeftOut::Dirty);
        let stats::RunValue { ln_ratio, ln_control } = latency.value;
        series.points.push(Point { commit, ln_ratio, ln_control, left_out, ln_level: None });
    }
    by_class.into_values().collect()
}
