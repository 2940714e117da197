//! A history as JSON; FORMAT.md defines the keys.

use serde::Serialize;
use serde_json::{Value, json};

use crate::{
    history::{Commit, Finding, History, Series, Verdict, Work},
    record::{SCHEMA_VERSION, json_text},
};

/// The version of the analysis, as METHODOLOGY.md describes it.
const ALGORITHM: u32 = 1;

#[derive(Serialize)]
struct Document<'a> {
    schema_version: u32,
    algorithm: u32,
    verdict: Verdict,
    /// The commits in order.
    order: Vec<Value>,
    works: &'a [Work],
    judged: usize,
    /// The series with too few points.
    unjudged: Vec<Value>,
    contradictions: &'a [String],
    findings: &'a [Finding],
    series: &'a [Series],
}

pub fn history_json(history: &History) -> Vec<u8> {
    let commit =
        |Commit { id, subject, runs }: &Commit| json!({"commit": id, "subject": subject, "run": !runs.is_empty()});
    let unjudged = history.series.iter().filter(|series| !series.is_judged()).map(|series| {
        let Series { class, work, strategy, .. } = series;
        json!({"class": class, "work": work, "strategy": strategy, "points": series.judged().count()})
    });
    json_text(&Document {
        schema_version: SCHEMA_VERSION,
        algorithm: ALGORITHM,
        verdict: history.verdict(),
        order: history.order.commits.iter().map(commit).collect(),
        works: &history.works,
        judged: history.judged(),
        unjudged: unjudged.collect(),
        contradictions: &history.contradictions,
        findings: &history.findings,
        series: &history.series,
    })
}
