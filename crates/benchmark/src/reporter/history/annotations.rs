//! Annotations of GitHub Actions for the new findings of a history.

use super::sentences::Sentences;
use crate::{
    history::{Finding, History},
    reporter::verdict::annotation,
};

/// Maximum number of annotations; GitHub shows at most ten per step.
const MAX_ANNOTATIONS: usize = 8;

pub fn history_annotations(history: &History) -> String {
    let wrong = history.contradictions.iter().map(|text| annotation("error", "sudoku-bench history", text));
    let new = history.findings.iter().filter(|finding| finding.is_new && finding.is_open_regression());
    let annotate = |finding: &Finding| {
        let Sentences { head, detail, .. } = Sentences::of(finding, history);
        annotation("error", "sudoku-bench history", &format!("{head}; {detail}"))
    };
    wrong.chain(new.map(annotate)).take(MAX_ANNOTATIONS).collect()
}
