//! What a page of several runs begins with: for two runs the verdict and its tables, for more the findings of their history.

use super::{escaped, html};
use crate::{
    compare::Comparison,
    figures::{Report, Several},
    history::{Finding, History},
    record::json_name,
    reporter::{
        history::{Sentences, headline, notes, scope},
        verdict,
    },
};

/// Renders the beginning; empty for runs that are neither compared nor a history.
pub fn beginning(report: &Report) -> String {
    match &report.several {
        Some(Several::Pair(comparison)) => pair(comparison),
        Some(Several::History(history)) => findings(history),
        Some(Several::SideBySide(_)) | None => String::new(),
    }
}

/// Renders the verdict on two runs, and the tables of `compare`.
fn pair(comparison: &Comparison) -> String {
    let all: Vec<_> = comparison.strategies.iter().collect();
    let tables = verdict::tables(comparison, &all, true);
    let tables: String = tables.iter().map(|table| html::table(&table.names(), table.rows())).collect();
    let headline = escaped(&verdict::headline(comparison));
    format!("<p class=\"verdict {}\">{headline}</p>{tables}", json_name(&comparison.verdict))
}

/// Renders the verdict on a history, its findings, and its notes.
pub fn findings(history: &History) -> String {
    let item = |finding: &Finding| {
        let Sentences { label, head, detail } = Sentences::of(finding, history);
        format!("<li><b>{label}</b>: {}. {}</li>", escaped(&head), escaped(&detail))
    };
    let items: String = history.main_findings().map(item).collect();
    let list = if items.is_empty() { items } else { format!("<ul>{items}</ul>") };
    let notes = notes(history).into_iter().map(|note| format!("<li>{}</li>", escaped(&note)));
    format!(
        "<p class=\"verdict {}\">{}</p><p>{}.</p>{list}<ul class=\"notes\">{}</ul>",
        json_name(&history.verdict()),
        escaped(&headline(history)),
        escaped(&scope(history)),
        notes.collect::<String>()
    )
}
