//! The page of scores: the answer, the shares of every stratum with their intervals, and wrong predictions as grids.

use corpus::{
    numbers::{count, plural, share},
    score::{
        Change, Comparison, Scores, Wrong,
        summary::{Group, ModelSummary, Summary},
    },
    stats::Share,
};
use serde::Serialize;

use super::{
    super::scores::{comparison, keys, meaning, preset_numbers, strata_of, verdict_names},
    document::Document,
    escaped, html, json, script,
};

const SCRIPTS: [&str; 2] = [include_str!("dom.js"), include_str!("scores.js")];
const STYLE: &str = include_str!("page.css");

/// Heights and widths of the plot of shares, in units of its view box.
const ROW: usize = 24;
const LABEL: usize = 250;
const PLOT: usize = 600;

/// The data of the page.
#[derive(Serialize)]
struct Data<'a> {
    side: usize,
    box_height: usize,
    box_width: usize,
    wrong: Vec<WrongRow<'a>>,
}

/// A wrong prediction.
#[derive(Serialize)]
struct WrongRow<'a> {
    model: &'a str,
    line: u64,
    verdict: &'static str,
    puzzle: &'a [u8],
    label: Option<&'a [u8]>,
    cells: &'a [u8],
}

/// Renders the scores as an HTML page.
pub fn scores_html(scores: &Scores, summary: &Summary) -> String {
    let models: Vec<&str> = summary.models.iter().map(|model| &*model.name).collect();
    let data = Data {
        side: scores.shape.side(),
        box_height: scores.shape.box_height(),
        box_width: scores.shape.box_width(),
        wrong: scores.wrong.iter().map(|wrong| WrongRow::new(wrong, &models)).collect(),
    };
    let mut sections = vec!["answer", "verdicts"];
    let mut main = answer(summary) + &verdicts(summary);
    if summary.models.iter().any(|model| !model.strata.is_empty()) {
        sections.push("strata");
        main += &strata(summary);
    }
    if !scores.wrong.is_empty() {
        sections.push("wrong-rows");
        main += &wrong_rows(scores, summary, &models);
    }
    let side = summary.side;
    Document {
        title: format!("{} – scores", models.join(", ")),
        header: format!("<p>{} of {side}×{side}</p>", plural(summary.puzzles.counts.puzzles, "puzzle")),
        sections,
        summary: "answer",
        main,
        footer: "Made by sudoku-bench; SCORING.md defines every number.".into(),
        data: json(&data),
        library: "",
        script: script(&SCRIPTS),
        style: STYLE.into(),
    }
    .html()
}

impl<'a> WrongRow<'a> {
    fn new(wrong: &'a Wrong, models: &[&'a str]) -> WrongRow<'a> {
        WrongRow {
            model: models[wrong.model],
            line: wrong.line,
            verdict: wrong.verdict.name(),
            puzzle: &wrong.puzzle,
            label: wrong.label.as_deref(),
            cells: &wrong.cells,
        }
    }
}

/// Renders the share of solved puzzles of each model as a plot, with what it means, and the comparison of models.
fn answer(summary: &Summary) -> String {
    let rows: Vec<Row<'_>> =
        summary.models.iter().enumerate().map(|(index, model)| Row::of(&model.name, index, &model.all)).collect();
    let sentences = summary.models.iter().filter_map(|model| meaning(summary, model));
    let meanings: String = sentences.map(|sentence| format!("<p>{}</p>", escaped(&sentence))).collect();
    let compared: String = summary.comparisons.iter().map(verdict).collect();
    let presets: String = summary.models.iter().flat_map(preset_rows).collect();
    let presets = match presets.as_str() {
        "" => presets,
        rows => format!("<h3>What other scorers print</h3><dl>{rows}</dl>"),
    };
    format!(
        "<section id=\"answer\"><h2>Solved</h2>\n<p>The share of the puzzles that are solved, by the label or by another \
         solution, with its 95 % interval.</p>{}{compared}{meanings}{presets}</section>\n",
        plot(&rows)
    )
}

fn preset_rows(model: &ModelSummary) -> Vec<String> {
    let row = |(name, numbers): (&String, &serde_json::Value)| {
        let text = format!("{}: {}", model.name, preset_numbers(numbers));
        format!("<dt>{}</dt><dd>{}</dd>", escaped(name), escaped(&text))
    };
    model.all.presets.iter().map(row).collect()
}

fn verdict(compared: &Comparison) -> String {
    let class = match compared.change() {
        Change::Better => "pass",
        Change::Worse => "regressed",
        Change::NotShown => "inconclusive",
    };
    format!("<p class=\"verdict {class}\">{}</p>", escaped(&comparison(compared)))
}

/// Renders the table of verdicts.
fn verdicts(summary: &Summary) -> String {
    let names = verdict_names();
    let header: Vec<&str> = ["model", "predictions"].into_iter().chain(names.iter().copied()).collect();
    let rows: Vec<Vec<String>> = summary.models.iter().map(|model| verdicts_row(model, &names)).collect();
    format!("<section id=\"verdicts\"><h2>Verdicts</h2>\n{}</section>\n", html::table(&header, &rows))
}

fn verdicts_row(model: &ModelSummary, names: &[&str]) -> Vec<String> {
    let counts = names.iter().map(|name| {
        let number = model.all.verdicts[name];
        format!("{} ({})", count(number), share(number, model.all.rows))
    });
    [model.name.clone(), count(model.all.rows)].into_iter().chain(counts).collect()
}

/// Renders the shares of the strata of each key.
fn strata(summary: &Summary) -> String {
    let plots: String = keys(summary).into_iter().map(|key| stratum_plot(summary, key)).collect();
    let legend: String = summary
        .models
        .iter()
        .enumerate()
        .map(|(index, model)| format!("<li class=\"m{}\">{}</li>", index % 8, escaped(&model.name)))
        .collect();
    format!("<section id=\"strata\"><h2>Strata</h2>\n<ul class=\"models\">{legend}</ul>{plots}</section>\n")
}

fn stratum_plot(summary: &Summary, key: &str) -> String {
    let of_key = strata_of(summary, key).into_iter();
    let rows: Vec<Row<'_>> =
        of_key.map(|(model, stratum)| Row::of(&stratum.value, colour_of(summary, model), &stratum.group)).collect();
    format!("<h3>{}</h3>{}", escaped(key), plot(&rows))
}

/// Returns the index of a model, which is that of its colour.
fn colour_of(summary: &Summary, model: &ModelSummary) -> usize {
    summary.models.iter().position(|other| other.name == model.name).unwrap_or(0)
}

/// A row of a plot.
struct Row<'g> {
    name: String,
    colour: usize,
    rows: u64,
    solved: &'g Share,
}

impl Row<'_> {
    fn of<'g>(name: &str, colour: usize, group: &'g Group) -> Row<'g> {
        Row { name: name.into(), colour, rows: group.rows, solved: &group.solved }
    }

    /// Draws the row at an index of the plot.
    fn svg(&self, index: usize) -> String {
        let y = index * ROW + ROW / 2;
        let solved = self.solved;
        let name: String = self.name.chars().take(24).collect();
        format!(
            "<g class=\"m{}\"><text x=\"{}\" y=\"{}\" text-anchor=\"end\">{} <tspan class=\"tick\">N = {}</tspan></text>\
             <line x1=\"{:.1}\" x2=\"{:.1}\" y1=\"{y}\" y2=\"{y}\" class=\"interval\"/>\
             <circle cx=\"{:.1}\" cy=\"{y}\" r=\"5\"/>\
             <text x=\"{}\" y=\"{}\">{:.1} %</text></g>",
            self.colour % 8,
            LABEL - 10,
            y + 5,
            escaped(&name),
            count(self.rows),
            x_of(solved.low),
            x_of(solved.high),
            x_of(solved.rate),
            LABEL + PLOT + 12,
            y + 5,
            100.0 * solved.rate
        )
    }
}

/// Returns the x coordinate of a share.
fn x_of(rate: f64) -> f64 {
    LABEL as f64 + rate * PLOT as f64
}

/// Draws shares with their intervals, one below the other.
fn plot(rows: &[Row<'_>]) -> String {
    let bottom = rows.len() * ROW;
    let width = LABEL + PLOT + 90;
    let grid: String = (0..=4)
        .map(|quarter| {
            let at = x_of(f64::from(quarter) / 4.0);
            let percent = 25 * quarter;
            format!(
                "<line x1=\"{at}\" x2=\"{at}\" y1=\"0\" y2=\"{bottom}\" class=\"gridline\"/>\
                 <text x=\"{at}\" y=\"{}\" text-anchor=\"middle\" class=\"tick\">{percent} %</text>",
                bottom + 16
            )
        })
        .collect();
    let rows: String = rows.iter().enumerate().map(|(index, row)| row.svg(index)).collect();
    let height = bottom + 22;
    format!(
        "<svg viewBox=\"0 0 {width} {height}\" class=\"shares\" role=\"img\" aria-label=\"shares of solved puzzles\">{grid}{rows}</svg>"
    )
}

/// Renders the choice of a wrong prediction, and the place of its grid.
fn wrong_rows(scores: &Scores, summary: &Summary, models: &[&str]) -> String {
    let options: String = scores
        .wrong
        .iter()
        .enumerate()
        .map(|(index, wrong)| {
            let model = if models.len() > 1 { format!(", {}", models[wrong.model]) } else { String::new() };
            let text = format!("line {}: {}{model}", wrong.line, wrong.verdict.name());
            format!("<option value=\"{index}\">{}</option>", escaped(&text))
        })
        .collect();
    let all: u64 = summary.models.iter().map(|model| model.all.rows - model.all.solved.count).sum();
    let shown = scores.wrong.len() as u64;
    let which = if shown < all {
        format!("the first {} of {}", count(shown), count(all))
    } else {
        format!("all {}", count(all))
    };
    format!(
        "<section id=\"wrong-rows\"><h2>Wrong rows</h2>\n<p>Givens are bold; marked cells are wrong, with the right value in \
         the corner: {which}.</p><div class=\"controls\"><label>Row <select id=\"row\">{options}</select></label>\
         <button type=\"button\" id=\"previous\">Previous</button><button type=\"button\" id=\"next\">Next</button></div>\
         <div id=\"grid\" aria-live=\"polite\"></div></section>\n"
    )
}
