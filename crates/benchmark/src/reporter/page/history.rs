//! The page of a history: the findings, and the curves of all runs.

use super::{
    Data, SCRIPTS, THEME_BUTTON, WrittenGrids, document::Document, escaped, json, script, several_runs, views,
};
use crate::{figures, history::History};

/// Renders the page of a history.
pub fn history_html(history: &History) -> String {
    let views = [figures::history_view(history)];
    let data = Data {
        views: &views,
        puzzles: &[],
        reasons: &[],
        strategies: Vec::new(),
        rerun: String::new(),
        written: WrittenGrids::of(grid::text::Notation::default()),
    };
    let corpora = history.works.iter().flat_map(|work| &work.corpora).map(String::as_str);
    let findings = several_runs::findings(history);
    Document {
        title: format!("History of {}: {}", history.order.name, crate::reporter::export::corpus(corpora)),
        header: THEME_BUTTON.into(),
        sections: vec!["findings", views[0].name],
        summary: "findings",
        main: format!(
            "<section id=\"findings\"><h2>Findings</h2>{findings}</section>\n{}",
            views::sections(&views, &[])
        ),
        footer: escaped("FORMAT.md and METHODOLOGY.md of sudoku-bench define every value."),
        data: json(&data),
        script: script(&SCRIPTS),
    }
    .html()
}
