//! The scores of predictions, as text for the terminal.

use corpus::{
    numbers::{count, plural, share},
    score::{
        Change, Comparison, Share,
        summary::{Group, ModelSummary, StratumSummary, Summary},
    },
    terminal::wrapped,
};

use super::table::{Column, Table, render};

/// Strata with fewer rows say little.
const FEW: u64 = 30;

/// The width to which sentences are broken, if the terminal has none.
const TEXT_WIDTH: usize = 100;

/// Renders the summary, in tables of at most `width` characters; 0 is no limit.
pub fn text(summary: &Summary, width: usize) -> String {
    let mut tables = vec![overview(summary), verdicts(summary)];
    let mut keys: Vec<&str> = Vec::new();
    let strata = || summary.models.iter().flat_map(|model| &model.strata);
    strata().for_each(|stratum| {
        if !keys.contains(&&*stratum.by) {
            keys.push(&stratum.by);
        }
    });
    tables.extend(keys.iter().map(|key| strata_table(summary, key)));
    let mut text = render(&tables, width);
    let line = if width == 0 { TEXT_WIDTH } else { width };
    let mut add = |sentence: String| text.push_str(&format!("\n{}\n", wrapped(&sentence, line)));
    if strata().any(|stratum| stratum.group.rows < FEW) {
        add(format!("* fewer than {FEW} predictions: the interval says more than the share"));
    }
    for model in &summary.models {
        presets(model, summary).into_iter().for_each(&mut add);
        pass_at(model, summary).into_iter().for_each(&mut add);
    }
    summary.models.iter().filter_map(|model| meaning(summary, model)).for_each(&mut add);
    summary.comparisons.iter().map(comparison).for_each(&mut add);
    text
}

fn percent(rate: f64) -> String {
    format!("{:.1}", 100.0 * rate)
}

fn optional_percent(rate: Option<f64>) -> String {
    rate.map_or("-".into(), percent)
}

/// Returns the ends of an interval in percent.
fn interval(share: &Share) -> String {
    format!("{}–{}", percent(share.low), percent(share.high))
}

/// Returns the table of shares, a row for each model.
fn overview(summary: &Summary) -> Table {
    let columns = [
        Column::kept("model"),
        Column::ranked("predictions", 3),
        Column::kept("solved %"),
        Column::kept("95 % interval"),
        Column::kept("= label %"),
        Column::ranked("cells %", 2),
        Column::kept("blanks %"),
        Column::ranked("dup", 1),
    ];
    let row = |model: &ModelSummary| [vec![model.name.clone(), count(model.all.rows)], shares(&model.all)].concat();
    Table::new(&columns, summary.models.iter().map(row))
}

/// Returns the cells of the shares of a group.
fn shares(group: &Group) -> Vec<String> {
    vec![
        percent(group.solved.rate),
        interval(&group.solved),
        percent(group.exact.rate),
        optional_percent(group.cells.micro),
        optional_percent(group.blanks.micro),
        group.mean_dup.map_or("-".into(), |mean| format!("{mean:.2}")),
    ]
}

/// Returns the table of verdicts, a row for each model.
fn verdicts(summary: &Summary) -> Table {
    let columns = [
        Column::kept("verdict"),
        Column::kept("exact"),
        Column::kept("valid_other"),
        Column::kept("conflict"),
        Column::kept("givens_changed"),
        Column::kept("incomplete"),
        Column::kept("malformed"),
        Column::kept("missing"),
    ];
    let names = columns.iter().skip(1).map(|column| column.name).collect::<Vec<_>>();
    let row = |model: &ModelSummary| {
        let counts = names.iter().map(|name| count(model.all.verdicts[name]));
        [model.name.clone()].into_iter().chain(counts).collect()
    };
    Table::new(&columns, summary.models.iter().map(row))
}

/// Returns the table of the strata of a key, a row for each value and model.
fn strata_table(summary: &Summary, key: &str) -> Table {
    let columns = [
        Column::kept("stratum"),
        Column::kept("N"),
        Column::kept("solved %"),
        Column::kept("95 % interval"),
        Column::kept("= label %"),
        Column::ranked("cells %", 2),
        Column::kept("blanks %"),
        Column::ranked("dup", 1),
    ];
    let of_key = |stratum: &&StratumSummary| stratum.by == key;
    let row = |(model, stratum): (&ModelSummary, &StratumSummary)| {
        let model = if summary.models.len() > 1 { format!(" {}", model.name) } else { String::new() };
        let mark = if stratum.group.rows < FEW { " *" } else { "" };
        let name = format!("{key} {}{model}{mark}", stratum.value);
        [vec![name, count(stratum.group.rows)], shares(&stratum.group)].concat()
    };
    let mut rows: Vec<(&ModelSummary, &StratumSummary)> = Vec::new();
    for model in &summary.models {
        rows.extend(model.strata.iter().filter(of_key).map(|stratum| (model, stratum)));
    }
    Table::new(&columns, rows.into_iter().map(row))
}

/// Returns the name of a model before a number, if there are several models.
fn of_model(model: &ModelSummary, summary: &Summary) -> String {
    if summary.models.len() > 1 { format!("{}: ", model.name) } else { String::new() }
}

/// Returns a line for each preset: the numbers with all digits.
fn presets(model: &ModelSummary, summary: &Summary) -> Vec<String> {
    let line = |(name, numbers): (&String, &serde_json::Value)| {
        let numbers = numbers.as_object().into_iter().flatten().map(|(measure, number)| format!("{measure} {number}"));
        format!("{}{name}: {}", of_model(model, summary), numbers.collect::<Vec<_>>().join(", "))
    };
    model.all.presets.iter().map(line).collect()
}

fn pass_at(model: &ModelSummary, summary: &Summary) -> Vec<String> {
    let line = |pass: &corpus::score::PassAt| {
        let value = pass.value.map_or("no puzzle has as many samples".into(), |value| format!("{} %", percent(value)));
        let few = match pass.too_few {
            0 => String::new(),
            few => format!("; {} with fewer samples are left out", plural(few, "puzzle")),
        };
        format!("{}pass@{}: {value} ({}{few})", of_model(model, summary), pass.k, plural(pass.puzzles, "puzzle"))
    };
    model.pass_at.iter().map(line).collect()
}

/// Returns a sentence about what a paper would have printed, and what it hides.
fn meaning(summary: &Summary, model: &ModelSummary) -> Option<String> {
    let (name, puzzles, group) = (of_model(model, summary), &summary.puzzles, &model.all);
    let several = puzzles.several_solutions.count;
    if several > 0 {
        let lines = puzzles.several_solutions.first.join(", ");
        return Some(format!(
            "{name}{} of the puzzles have several solutions (line {lines}{}); against the labels {} %, by the rules {} %",
            share(several, puzzles.counted),
            if several > puzzles.several_solutions.first.len() as u64 { ", …" } else { "" },
            percent(group.exact.rate),
            percent(group.solved.rate)
        ));
    }
    let (cells, blanks) = (group.cells.micro?, group.blanks.micro?);
    (group.cells.of > group.blanks.of && cells < 1.0).then(|| {
        format!(
            "{name}over all cells {} % are right, but {} of the cells are givens; over blanks {} %, and {} % of the puzzles are solved",
            percent(cells),
            share(group.cells.of - group.blanks.of, group.cells.of),
            percent(blanks),
            percent(group.solved.rate)
        )
    })
}

/// Returns the sentence about two models.
fn comparison(compared: &Comparison) -> String {
    let Comparison { base, other, difference, low, high, .. } = compared;
    let units = if compared.units < compared.puzzles {
        format!(", resampling {} of isomorphic puzzles", plural(compared.units, "class").replace("classs", "classes"))
    } else {
        String::new()
    };
    let test = compared.p.map_or(String::new(), |p| {
        let [only_base, only_other] = [compared.only_base, compared.only_other].map(count);
        format!("; {only_base} only by {base}, {only_other} only by {other}: p = {p:.3} by McNemar's exact test")
    });
    let verdict = match compared.change() {
        Change::Better => format!("{other} is better"),
        Change::Worse => format!("{other} is worse"),
        Change::NotShown => "a difference is not shown".into(),
    };
    format!(
        "{verdict}: it solves {:+.1} % of the puzzles compared with {base} (95 % interval {:+.1} to {:+.1}{units}){test}",
        100.0 * difference,
        100.0 * low,
        100.0 * high
    )
}
