//! The page of scores: the answer, the shares of every stratum with their intervals, and wrong predictions as grids.

use std::borrow::Cow;

use corpus::{
    numbers::{count, plural, share},
    terminal::escape,
};
use score::{
    Change, Comparison, Scores, Wrong,
    summary::{Group, ModelSummary, Summary},
};
use serde::Serialize;
use stats::Share;

use super::{
    super::scores::{
        comparison, keys, meaning, notes, overview, pass_at_line, preset_numbers, step_lines, steps_table, strata_of,
        verdict_names,
    },
    THEME_BUTTON, WrittenGrids,
    document::Document,
    escaped, html, json, script, views,
};
use crate::{
    figures::{Axis, Colour, Curve, Curves, Figure, Interval, Intervals, Line, Plot, Table, Unit},
    reporter::svg,
};

const SCRIPTS: [&str; 4] =
    [include_str!("state.js"), include_str!("dom.js"), include_str!("scores.js"), include_str!("main.js")];

/// Longer names are cut in a plot.
const MAX_NAME_CHARS: usize = 24;

#[derive(Serialize)]
struct Data<'a> {
    #[serde(flatten)]
    written: WrittenGrids,
    wrong: Vec<WrongRow<'a>>,
}

#[derive(Serialize)]
struct WrongRow<'a> {
    model: &'a str,
    line: u64,
    sample: usize,
    verdict: &'static str,
    puzzle: &'a [u8],
    label: Option<&'a [u8]>,
    cells: &'a [u8],
    text: Cow<'a, str>,
}

pub fn scores_html<'s>(scores: &'s Scores, summary: &'s Summary) -> String {
    let models: Vec<_> = summary.models.iter().map(|model| escape(&model.name)).collect();
    let row = |wrong: &'s Wrong| WrongRow {
        model: &models[wrong.model],
        line: wrong.line,
        sample: wrong.sample,
        verdict: wrong.verdict.name(),
        puzzle: &wrong.puzzle,
        label: wrong.label.as_deref(),
        cells: &wrong.cells,
        text: escape(&wrong.text),
    };
    let data = Data { written: WrittenGrids::of(scores.notation), wrong: scores.wrong.iter().map(row).collect() };
    let mut sections = vec!["answer", "verdicts"];
    let mut main = answer(scores, summary) + &verdicts(summary);
    if let Some(table) = steps_table(summary) {
        sections.push("steps");
        main += &steps(summary, &html::table(&table.names(), table.rows()));
    }
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
        header: format!("{THEME_BUTTON}<p>{} of {side}×{side}</p>", plural(summary.puzzles.counts.puzzles, "puzzle")),
        sections,
        summary: "answer",
        main,
        footer: "Made by sudoku-bench; SCORING.md defines every number.".into(),
        data: json(&data),
        script: script(&SCRIPTS),
    }
    .html()
}

/// Renders the share of solved predictions of each model as a plot and with the other shares, what they mean, the comparison of models,
/// and what a reader must know.
fn answer(scores: &Scores, summary: &Summary) -> String {
    let rows =
        summary.models.iter().enumerate().map(|(index, model)| interval(&model.name, index, &model.all)).collect();
    let compared: String = summary.comparisons.iter().map(|compared| verdict(compared, summary)).collect();
    let pass_at =
        summary.models.iter().flat_map(|model| model.pass_at.iter().map(|pass| pass_at_line(model, summary, pass)));
    let steps = summary.models.iter().flat_map(|model| step_lines(model, summary));
    let meanings = summary.models.iter().filter_map(|model| meaning(summary, model));
    let sentences: String =
        pass_at.chain(steps).chain(meanings).map(|sentence| paragraph("meaning", &sentence)).collect();
    let class = |note: &str| if note.starts_with("warning: ") { "warning" } else { "notes" };
    let notes: String = notes(scores).iter().map(|note| paragraph(class(note), note)).collect();
    let presets: String = summary.models.iter().flat_map(preset_rows).collect();
    let presets = match presets.as_str() {
        "" => presets,
        rows => format!("<h3>What other scorers print</h3><dl>{rows}</dl>"),
    };
    let table = overview(summary);
    format!(
        "<section id=\"answer\"><h2>Solved</h2>\n<p>The share of the {} that are solved, by the label or by another \
         solution, with its 95 % interval.</p>{}{compared}{sentences}{}{notes}{presets}</section>\n",
        if has_samples(summary) { "predictions" } else { "puzzles" },
        plot(rows),
        html::table(&table.names(), table.rows())
    )
}

fn has_samples(summary: &Summary) -> bool {
    summary.models.iter().any(|model| model.all.has_samples)
}

fn paragraph(class: &str, text: &str) -> String {
    format!("<p class=\"{class}\">{}</p>", escaped(text))
}

fn preset_rows(model: &ModelSummary) -> Vec<String> {
    let row = |(name, numbers): (&String, &serde_json::Value)| {
        let text = format!("{}: {}", model.name, preset_numbers(numbers));
        format!("<dt>{}</dt><dd>{}</dd>", escaped(name), escaped(&text))
    };
    model.all.presets.iter().map(row).collect()
}

fn verdict(compared: &Comparison, summary: &Summary) -> String {
    let class = match compared.change() {
        Change::Better => "pass",
        Change::Worse => "regressed",
        Change::NotShown | Change::TooFew => "inconclusive",
    };
    paragraph(&format!("verdict {class}"), &comparison(compared, summary))
}

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

/// Renders the share of solved predictions at each step as curves, and `table`.
fn steps(summary: &Summary, table: &str) -> String {
    let at = |model: &'_ ModelSummary| model.steps.iter().flat_map(|steps| steps.by_step.clone()).collect::<Vec<_>>();
    let mut x: Vec<f64> = summary.models.iter().flat_map(at).map(|at| at.step).collect();
    x.sort_by(f64::total_cmp);
    x.dedup();
    let curve = |(index, model): (usize, &ModelSummary)| {
        let by_step = at(model);
        let share = |value: fn(&Share) -> f64| {
            let at = |step: &f64| by_step.iter().find(|at| at.step == *step).map(|at| value(&at.solved));
            x.iter().map(at).collect::<Vec<_>>()
        };
        let band = Some((share(|solved| solved.low), share(|solved| solved.high)));
        Curve { name: model.name.clone(), colour: Colour::Palette(index), y: share(|solved| solved.rate), band }
    };
    let curves = summary.models.iter().enumerate().map(curve).collect();
    let figure = Figure {
        choices: Vec::new(),
        caption: String::new(),
        x: Axis::linear("step", Unit::Count, x.iter().copied()),
        y: Axis::linear("solved", Unit::Share, [0.0, 1.0]),
        plot: Plot::Curves(Curves { x, line: Line::Dots, curves }),
        table: Table::default(),
    };
    format!(
        "<section id=\"steps\"><h2>Steps</h2>\n<p>The share of predictions that are solved at the last step up to each, with its 95 % \
         interval.</p><div class=\"chart\" role=\"img\" aria-label=\"shares of solved predictions by step\">{}</div>{table}</section>\n",
        svg::inline(&figure)
    )
}

fn strata(summary: &Summary) -> String {
    let plots: String = keys(summary).into_iter().map(|key| stratum_plot(summary, key)).collect();
    let models = summary.models.iter().enumerate();
    let legend: String = models
        .map(|(index, model)| format!("<li>{} {}</li>", views::swatch(Colour::Palette(index)), escaped(&model.name)))
        .collect();
    format!("<section id=\"strata\"><h2>Strata</h2>\n<ul class=\"legend\">{legend}</ul>{plots}</section>\n")
}

fn stratum_plot(summary: &Summary, key: &str) -> String {
    let colour_of =
        |model: &ModelSummary| summary.models.iter().position(|other| other.name == model.name).unwrap_or(0);
    let of_key = strata_of(summary, key).into_iter();
    let rows = of_key.map(|(model, stratum)| interval(&stratum.value, colour_of(model), &stratum.group));
    format!("<h3>{}</h3>{}", escaped(key), plot(rows.collect()))
}

/// Returns the share of solved predictions of a group with its interval.
fn interval(name: &str, model: usize, group: &Group) -> Interval {
    let name: String = name.chars().take(MAX_NAME_CHARS).collect();
    Interval {
        name: format!("{name}, N = {}", count(group.rows)),
        colour: Colour::Palette(model),
        value: Some(group.solved.rate),
        low: Some(group.solved.low),
        high: Some(group.solved.high),
        unchanged: None,
        label: format!("{:.1} %", 100.0 * group.solved.rate),
    }
}

/// Draws shares with their intervals, one below the other.
fn plot(rows: Vec<Interval>) -> String {
    let figure = Figure {
        choices: Vec::new(),
        caption: String::new(),
        x: Axis::linear("solved", Unit::Share, [0.0, 1.0]),
        y: Axis::runs("", &[]),
        plot: Plot::Intervals(Intervals { rows }),
        table: Table::default(),
    };
    let svg = svg::inline(&figure);
    format!("<div class=\"chart\" role=\"img\" aria-label=\"shares of solved predictions\">{svg}</div>")
}

/// Renders the choice of a wrong prediction, and the place of its grid.
fn wrong_rows(scores: &Scores, summary: &Summary, models: &[Cow<'_, str>]) -> String {
    let options: String = scores
        .wrong
        .iter()
        .enumerate()
        .map(|(index, wrong)| {
            let model = if models.len() > 1 { format!(", {}", models[wrong.model]) } else { String::new() };
            let sample = if has_samples(summary) { format!(", sample {}", wrong.sample) } else { String::new() };
            let text = format!("line {}{sample}: {}{model}", wrong.line, wrong.verdict.name());
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
