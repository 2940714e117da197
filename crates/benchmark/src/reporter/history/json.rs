//! A history as JSON; FORMAT.md defines the keys.

use serde::Serialize;

use crate::{
    history::{Finding, History, Series, Work},
    record::{SCHEMA_VERSION, json_text},
};

/// The version of the analysis, as METHODOLOGY.md describes it.
const ALGORITHM: u32 = 1;

#[derive(Serialize)]
struct Document<'a> {
    schema_version: u32,
    algorithm: u32,
    verdict: &'static str,
    /// The commits in order.
    order: Vec<OrderedCommit<'a>>,
    works: &'a [Work],
    judged: usize,
    unjudged: Vec<Unjudged<'a>>,
    contradictions: &'a [String],
    findings: &'a [Finding],
    series: &'a [Series],
}

#[derive(Serialize)]
struct OrderedCommit<'a> {
    commit: &'a str,
    subject: &'a str,
    run: bool,
}

/// A series with too few points.
#[derive(Serialize)]
struct Unjudged<'a> {
    class: &'a str,
    work: &'a str,
    strategy: &'a str,
    points: usize,
}

pub fn history_json(history: &History) -> Vec<u8> {
    let commits = history.order.commits.iter();
    let unjudged = history.series.iter().filter(|series| !series.is_judged());
    json_text(&Document {
        schema_version: SCHEMA_VERSION,
        algorithm: ALGORITHM,
        verdict: history.verdict().name(),
        order: commits
            .map(|commit| OrderedCommit { commit: &commit.id, subject: &commit.subject, run: !commit.runs.is_empty() })
            .collect(),
        works: &history.works,
        judged: history.judged(),
        unjudged: unjudged
            .map(|series| Unjudged {
                class: &series.class,
                work: &series.work,
                strategy: &series.strategy,
                points: series.judged().count(),
            })
            .collect(),
        contradictions: &history.contradictions,
        findings: &history.findings,
        series: &history.series,
    })
}
