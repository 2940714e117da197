//! The sentences about a history, which every form of it shares.

use corpus::numbers::{self, plural};

use crate::{
    compare::{CountChanges, Counter},
    history::{Change, ChangedGroups, Commit, FEWEST_POINTS, Finding, History, LeftOut, State, Verdict, Work},
    record::json_name,
    reporter::verdict::{delta, describe_moves, inert},
};

/// Maximum number of changed puzzles whose lines are named.
const MAX_LINES: usize = 3;
/// Longer subjects are cut.
const MAX_SUBJECT_CHARS: usize = 40;

/// What is said about a finding.
pub struct Sentences {
    /// Whether it is new, and how it is judged.
    pub label: String,
    /// What changed, and where.
    pub head: String,
    /// How much, and what else is known.
    pub detail: String,
}

impl Sentences {
    pub fn of(finding: &Finding, history: &History) -> Sentences {
        let name = history.named(&finding.strategy, &finding.work);
        let strategy = inert(&name);
        let head = match &finding.change {
            Change::Counts { counts, .. } => format!("{strategy}: {} {}", sums(counts), at(finding, history)),
            Change::Latency { change, .. } => format!("{strategy}: {} {}", percent(*change), at(finding, history)),
            Change::Drift { change, .. } => {
                let since = history.order.commits[finding.range.near].short_id();
                format!("{strategy}: drift of {} since {since}, over several commits", percent(*change))
            }
        };
        let detail = match &finding.change {
            Change::Counts { counts, groups } => Some(puzzles(counts, *groups)),
            Change::Latency { before, after, p, .. } => {
                Some(format!("from {before:.3} to {after:.3} × control, p = {p:.0e}"))
            }
            Change::Drift { .. } => None,
        };
        let blessed = finding.blessed.as_ref().map(|reason| format!("blessed: \"{}\"", inert(reason)));
        let context = finding.context.iter().map(|context| inert(context));
        let detail: Vec<String> = detail.into_iter().chain(context).chain(blessed).collect();
        let label = format!("{}, {}", news(finding), json_name(&finding.state));
        Sentences { label, head, detail: detail.join("; ") }
    }
}

/// Says in one word whether a finding is new, known or blessed.
pub fn news(finding: &Finding) -> &'static str {
    match (finding.is_new, &finding.blessed) {
        (_, Some(_)) => "blessed",
        (true, None) => "new",
        (false, None) => "known",
    }
}

fn sums(counts: &CountChanges) -> String {
    let sum = |(name, base, current): (&str, u64, u64)| {
        let both = numbers::before_and_after(base, current);
        (base != current).then(|| format!("{name} {both} ({})", delta(base, current)))
    };
    let counters = Counter::ALL.map(|counter| (counter.name(), counter.of(&counts.base), counter.of(&counts.current)));
    let solved = ("solved", counts.base.solved, counts.current.solved);
    let changed: Vec<String> = counters.into_iter().chain([solved]).filter_map(sum).collect();
    if changed.is_empty() { "changed rows with the same sums".into() } else { changed.join(", ") }
}

fn puzzles(counts: &CountChanges, groups: Option<ChangedGroups>) -> String {
    if let Some(ChangedGroups { at_least, first, last }) = groups {
        return format!("at least {} changed, among puzzles {first} to {last}", plural(at_least, "puzzle"));
    }
    if counts.moves.is_none() {
        return "which puzzles changed is not stored".into();
    }
    let lines: Vec<String> = counts.largest.iter().take(MAX_LINES).map(|change| change.line.to_string()).collect();
    let more = if counts.largest.len() > MAX_LINES { ", …" } else { "" };
    let word = if lines.len() == 1 { "line" } else { "lines" };
    format!("{}: {word} {}{more}", describe_moves(counts), lines.join(", "))
}

/// Says where a change lies.
fn at(finding: &Finding, history: &History) -> String {
    let commits = &history.order.commits;
    let range = finding.range;
    let after = commits[range.after].short_id();
    let up_to = commits[range.up_to].short_id();
    let near = named(&commits[range.near]);
    match finding.is_of_counts() {
        // Two runs of one commit may be of two versions of an engine.
        true if range.up_to - range.after <= 1 => format!("at {near}"),
        true => format!("at one of the {} commits after {after} up to {near}", range.up_to - range.after),
        false if range.up_to == range.near => format!("near {near}, after {after}"),
        false => format!("near {near}, after {after}, up to {up_to}"),
    }
}

/// Returns the id and the subject of a commit.
pub fn named(commit: &Commit) -> String {
    let subject = inert(&commit.subject);
    match subject.char_indices().nth(MAX_SUBJECT_CHARS) {
        _ if subject.is_empty() => commit.short_id().into(),
        Some((end, _)) => format!("{} \"{}…\"", commit.short_id(), &subject[..end]),
        None => format!("{} \"{subject}\"", commit.short_id()),
    }
}

fn percent(change: f64) -> String {
    let sign = if change < 0.0 { '−' } else { '+' };
    format!("{sign}{:.1} %", 100.0 * change.abs())
}

/// Says which commits the history has, and which runs are not in it.
pub fn scope(history: &History) -> String {
    let order = &history.order;
    let run = history.commits_run() as u64;
    let [first, last] = [order.commits.first(), order.commits.last()].map(|commit| commit.map_or("", Commit::short_id));
    let all = order.commits.len() as u64;
    let (commits, run) = match order.commits.iter().any(Commit::is_in_git) {
        true => (plural(all, "commit"), format!(", {} with runs", numbers::count(run))),
        false => (plural(all, "run"), String::new()),
    };
    let left_out = order.left_out.iter().map(|(which, &runs)| format!("{} {which}", plural(runs as u64, "run")));
    let left_out = left_out.collect::<Vec<_>>().join(" and ");
    let left_out = if left_out.is_empty() { left_out } else { format!(" ({left_out} left out)") };
    format!("history of {}: {commits} from {first} to {last}{run}{left_out}", order.name)
}

/// Says the verdict in a sentence, and what it covers.
pub fn headline(history: &History) -> String {
    let judged = match (history.judged(), history.series.len()) {
        (_, 0) => "no latencies were measured".into(),
        (0, _) => "no latency has enough runs to be judged".into(),
        (judged, all) => format!("judged the latencies of {judged} of {}", plural_series(all)),
    };
    let open = || history.findings.iter().filter(|finding| finding.is_open_regression());
    let new = open().filter(|finding| finding.is_new).count() as u64;
    let known = open().count() as u64 - new;
    let news = if new > 0 {
        format!("{} for the worse", plural(new, "new change"))
    } else {
        "no new change for the worse".into()
    };
    let known = if known > 0 { format!(", {known} known and not blessed") } else { String::new() };
    match history.verdict() {
        Verdict::Unjudged if history.order.newest.is_none() => {
            "unjudged: no commit in this order has a run that can be judged".into()
        }
        Verdict::Unjudged => {
            let before = history.commits_before_newest();
            format!("unjudged: {before} commits before the newest have runs, of {} required", history.required)
        }
        Verdict::Wrong => format!("wrong: {}", history.contradictions.join("; ")),
        Verdict::Regressed => format!("regressed: {news}{known}, {judged}"),
        Verdict::Pass if history.findings.iter().any(Finding::is_of_counts) => format!("pass: {news}{known}, {judged}"),
        Verdict::Pass => format!("pass: every count is the same{known}, {judged}"),
    }
}

fn plural_series(series: usize) -> String {
    if series == 1 { "1 series".into() } else { format!("{series} series") }
}

/// Returns what a reader must know besides the findings, each as a sentence.
pub fn notes(history: &History) -> Vec<String> {
    let mut notes = history.order.warnings.clone();
    for class in history.classes() {
        let series = || history.series.iter().filter(|series| series.class == class);
        let most = series().map(|series| series.judged().count()).max().unwrap_or(0);
        if most < FEWEST_POINTS {
            let more = FEWEST_POINTS - most;
            notes.push(format!("class {class}: {}, latencies need {more} more", plural(most as u64, "run")));
        }
        let left_out = |why| series().map(move |series| series.left_out(why)).max().unwrap_or(0);
        for (why, reason) in [(LeftOut::Busy, "the machine was busy"), (LeftOut::Dirty, "tracked files were changed")] {
            if left_out(why) > 0 {
                notes.push(format!("class {class}: {} left out: {reason}", plural(left_out(why) as u64, "run")));
            }
        }
    }
    let suspicious = history.series.iter().filter(|series| series.is_suspicious);
    notes.extend(suspicious.map(|series| {
        format!("{}: the newest runs are slower, but too few; up to 2 more runs of this commit decide", series.strategy)
    }));
    // Corpora that are run side by side do not replace each other.
    let replaced = history.works.windows(2).filter(|works| works[1].ends < works[0].begins);
    notes.extend(replaced.map(|works| work_changed(&works[0], history)));
    notes.extend(next_step(history));
    notes
}

fn work_changed(work: &Work, history: &History) -> String {
    let at = history.order.commits[work.begins].short_id();
    format!("another corpus, or other limits, from {at} on: {}", inert(&work.corpora.join(" ")))
}

/// Names the command that looks closer at the newest regression of a latency.
fn next_step(history: &History) -> Option<String> {
    let is_latency = |finding: &&Finding| matches!(finding.change, Change::Latency { .. });
    let regressed = history.findings.iter().filter(|finding| finding.state == State::Regressed && finding.is_new);
    let finding = regressed.filter(is_latency).max_by_key(|finding| finding.range.near)?;
    let [old, new] = [finding.range.after, finding.range.near].map(|commit| history.order.commits[commit].short_id());
    let strategy = &finding.strategy;
    Some(format!("next: sudoku-bench ab OLD NEW CORPUS --strategy {strategy}, with the builds of {old} and {new}"))
}
