//! A history on the terminal.

use corpus::terminal;

use super::sentences::{Sentences, headline, news, notes, scope};
use crate::{
    history::{Finding, History, LeftOut, Series, State},
    record::json_name,
    reporter::table::{Column, Table, render},
};

/// Maximum number of commits that a curve shows: the newest.
const CURVE_COMMITS: usize = 40;
const LEVELS: [char; 7] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇'];
const INDENT: usize = 19;

/// Renders a history; `width` is that of the terminal, or 0 for no limit. With `all`, minor changes are listed too.
pub fn history_text(history: &History, width: usize, all: bool) -> String {
    let mut text = format!("{}\n{}\n", terminal::wrapped(&scope(history), width), headline(history));
    let shown: Vec<&Finding> = history.findings.iter().filter(|finding| all || finding.state != State::Minor).collect();
    if !shown.is_empty() {
        text.push('\n');
    }
    for finding in shown {
        let Sentences { head, detail, .. } = Sentences::of(finding, history);
        text += &indented(&format!("{:<8} {:<9}", news(finding), json_name(&finding.state)), &head, width);
        if !detail.is_empty() {
            text += &indented("", &detail, width);
        }
    }
    for class in history.classes() {
        let series: Vec<&Series> = history.series.iter().filter(|series| series.class == class).collect();
        text += &format!("\n{}\n", terminal::wrapped(&history.describe_class(class), width));
        text += &render(&[series_table(&series, history)], width);
    }
    let notes = notes(history);
    if !notes.is_empty() {
        text.push('\n');
    }
    for note in notes {
        text += &format!("{}\n", terminal::wrapped(&note, width));
    }
    text
}

/// Puts a sentence behind a label, its later lines below the first.
fn indented(label: &str, sentence: &str, width: usize) -> String {
    let width = if width == 0 { 0 } else { width.saturating_sub(INDENT).max(30) };
    let lines = terminal::wrapped(sentence, width);
    let mut text = String::new();
    for (index, line) in lines.lines().enumerate() {
        let label = if index == 0 { label } else { "" };
        text += format!("{label:<INDENT$}{line}").trim_end();
        text.push('\n');
    }
    text
}

fn series_table(series: &[&Series], history: &History) -> Table {
    let columns = [
        Column::kept("strategy"),
        Column::kept("points"),
        Column::kept("level"),
        Column::ranked("noise", 2),
        Column::ranked("last commits", 1),
    ];
    let row = |series: &&Series| {
        let name = history.named(&series.strategy, &series.work);
        let level = series.level().map_or("–".into(), |level| format!("× {level:.3}"));
        let noise = series.noise.map_or("–".into(), |noise| format!("{:.1} %", 100.0 * noise));
        vec![name, series.judged().count().to_string(), level, noise, curve(series)]
    };
    Table::new(&columns, series.iter().map(row))
}

/// Returns a character for each of the newest commits that were run: higher is slower. A commit whose runs are all left out is a dot.
fn curve(series: &Series) -> String {
    let mut commits: Vec<usize> = series.points.iter().map(|point| point.commit).collect();
    commits.dedup();
    let shown = &commits[commits.len().saturating_sub(CURVE_COMMITS)..];
    let newest: Vec<Option<f64>> = shown.iter().map(|&commit| series.ln_ratio_at(commit)).collect();
    let least = newest.iter().flatten().copied().fold(f64::INFINITY, f64::min);
    let most = newest.iter().flatten().copied().fold(f64::NEG_INFINITY, f64::max);
    let height = |value: f64| {
        let share = if most > least { (value - least) / (most - least) } else { 0.5 };
        LEVELS[(share * (LEVELS.len() - 1) as f64).round() as usize]
    };
    newest.iter().map(|value| value.map_or('·', height)).collect()
}

impl Series {
    fn level(&self) -> Option<f64> {
        Some(self.judged().last()?.ln_level?.exp())
    }

    pub(super) fn left_out(&self, why: LeftOut) -> usize {
        self.points.iter().filter(|point| point.left_out == Some(why)).count()
    }
}
