//! A history as Markdown, for the summary of a workflow and for a comment.

use std::fmt::Write;

use super::sentences::{Sentences, headline, notes, scope};
use crate::{
    history::{Finding, History, Verdict},
    reporter::{table::escape_markdown as escape, verdict::truncate},
};

/// Renders a history as Markdown, at most 60,000 bytes. The first line is an HTML comment that identifies the document, so that a program
/// can replace its earlier comment. New findings are listed; known ones are collapsed.
pub fn history_markdown(history: &History) -> String {
    let work = history.works.first().map_or("", |work| &work.id[..8]);
    let mark = match history.verdict() {
        Verdict::Pass => "✅",
        Verdict::Regressed | Verdict::Wrong => "❌",
        Verdict::Unjudged => "❔",
    };
    let mut text = format!("<!-- sudoku-bench history: {work} -->\n{mark} **{}**\n", escape(&headline(history)));
    let _ = writeln!(text, "\n{}", escape(&scope(history)));
    let (new, known): (Vec<&Finding>, Vec<&Finding>) = history.main_findings().partition(|finding| finding.is_new);
    text += &list(&new, history);
    if !known.is_empty() {
        let _ = writeln!(text, "\n<details><summary>{} known</summary>", known.len());
        text += &list(&known, history);
        text += "\n</details>\n";
    }
    for note in notes(history) {
        let _ = writeln!(text, "\n{}", escape(&note));
    }
    truncate(text)
}

fn list(findings: &[&Finding], history: &History) -> String {
    let mut text = if findings.is_empty() { String::new() } else { "\n".into() };
    for finding in findings {
        let Sentences { label, head, detail } = Sentences::of(finding, history);
        let _ = writeln!(text, "- **{label}**: {}. {}", escape(&head), escape(&detail));
    }
    text
}
