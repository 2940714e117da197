//! The HTML report: one file that a browser opens from the disk, without any network.
//!
//! The page has its script, its style, and the figures as pictures and as data in it. A content-security policy allows nothing
//! else: no network, no other script. Everything that came from a puzzle file is escaped, and the script writes it as text. The figures
//! hold sums over all puzzles and a few named puzzles, so the size of the page does not depend on the corpus.

mod document;
mod history;
mod html;
mod results;
mod scores;
mod several_runs;
mod summary;
mod views;

use grid::text::{Alphabet, Notation};
use serde::Serialize;

use document::Document;
pub use history::history_html;
pub use scores::scores_html;
pub use summary::origin;

use super::svg::escaped;
use crate::figures::{NamedPuzzle, Report, View};

/// The switch of colours.
const THEME_BUTTON: &str = "<button type=\"button\" id=\"theme\" hidden>Dark colours</button>";

/// The scripts, in the order in which they are run.
const SCRIPTS: [&str; 8] = [
    include_str!("format.js"),
    include_str!("state.js"),
    include_str!("dom.js"),
    include_str!("puzzles.js"),
    include_str!("read.js"),
    include_str!("sort.js"),
    include_str!("page.js"),
    include_str!("main.js"),
];

#[derive(Serialize)]
struct Data<'a> {
    views: &'a [View],
    puzzles: &'a [NamedPuzzle],
    reasons: &'a [String],
    strategies: Vec<&'a str>,
    /// The command that runs a puzzle again, which it reads from standard input.
    rerun: String,
    #[serde(flatten)]
    written: WrittenGrids,
}

/// How the page writes the grids of the puzzles: as the corpus does.
#[derive(Serialize)]
struct WrittenGrids {
    side: usize,
    box_height: usize,
    box_width: usize,
    words: Vec<String>,
    /// What stands between two cells of a puzzle in one line.
    separator: &'static str,
}

impl WrittenGrids {
    fn of(Notation { shape, alphabet }: Notation) -> WrittenGrids {
        WrittenGrids {
            side: shape.side(),
            box_height: shape.box_height(),
            box_width: shape.box_width(),
            words: (0..=shape.side() as u8).map(|value| alphabet.word(value)).collect(),
            separator: if alphabet == Alphabet::Numbers { " " } else { "" },
        }
    }
}

pub fn html(report: &Report) -> String {
    let strategies: Vec<&str> = report.record.manifest.strategies.iter().map(|strategy| &*strategy.name).collect();
    let data = Data {
        views: &report.views,
        puzzles: &report.puzzles,
        reasons: &report.reasons,
        rerun: rerun(report, &strategies),
        strategies,
        written: WrittenGrids::of(report.record.manifest.notation),
    };
    // The first view, which shows the answer as a picture, comes before the tables.
    let (first, others) = report.views.split_at(report.views.len().min(1));
    let names = first.iter().map(|view| view.name).chain(["summary"]).chain(others.iter().map(|view| view.name));
    Document {
        title: summary::title(report),
        header: format!("{THEME_BUTTON}{}", summary::lead(report)),
        sections: names.collect(),
        summary: "summary",
        main: [
            summary::headline(report),
            views::sections(first, &report.puzzles),
            summary::section(report),
            views::sections(others, &report.puzzles),
        ]
        .concat(),
        footer: summary::footer(report),
        data: json(&data),
        script: script(&SCRIPTS),
    }
    .html()
}

/// Returns the command that runs a puzzle from standard input with the options of the reported run.
fn rerun(report: &Report, strategies: &[&str]) -> String {
    let limits = &report.record.manifest.limits;
    let solutions = match limits.max_solutions {
        Some(1) => String::new(),
        Some(solutions) => format!(" --max-solutions {solutions}"),
        None => " --max-solutions all".into(),
    };
    let nodes = limits.nodes.map_or(String::new(), |nodes| format!(" --node-limit {nodes}"));
    let time = limits.time_ns.map_or(String::new(), |ns| format!(" --time-limit {ns}ns"));
    let notation = notation_arguments(report.record.manifest.notation);
    format!("sudoku-bench run -{notation} --strategy {}{solutions}{nodes}{time}", strategies.join(","))
}

/// Returns the arguments that say how puzzles are written, which standard input needs.
fn notation_arguments(notation: Notation) -> String {
    let Notation { shape, alphabet } = notation;
    if notation.is_default() {
        return String::new();
    }
    format!(" --shape {}x{} --alphabet {}", shape.box_height(), shape.box_width(), alphabet.name())
}

/// Joins scripts, which find the data as `report`.
fn script(scripts: &[&str]) -> String {
    let strict = |script: &&str| script.strip_prefix("\"use strict\";\n").expect("every script is strict").to_string();
    let scripts: String = scripts.iter().map(strict).collect();
    format!("\"use strict\";\nconst report = JSON.parse(document.getElementById(\"data\").textContent);\n{scripts}")
}

/// Returns JSON that may stand in a script element: no text of a puzzle file can end the element.
fn json(data: &impl Serialize) -> String {
    let json = serde_json::to_string(data).expect("plain data");
    json.replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026")
}

#[cfg(test)]
mod tests;
