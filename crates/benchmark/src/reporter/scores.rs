//! The scores of predictions, as text for the terminal.

use corpus::{
    numbers::{count, plural, share, three_digits},
    terminal::{escape, wrapped},
};
use pass::FirstRows;
use score::{
    Change, Comparison, MIN_UNITS, NamedPredictions, PuzzleCounts, Scores, StepSummary, Verdict,
    summary::{Group, ModelSummary, StratumSummary, Summary},
};
use stats::Share;

use super::table::{Column, Table, render};

/// Strata with fewer rows say little.
const SMALL_STRATUM: u64 = 30;

/// A verdict says so if more than one in this many predictions is malformed or missing.
const MANY_OF: u64 = 20;

/// The width to which sentences are broken, if the terminal has none.
const TEXT_WIDTH: usize = 100;

const SHARES: [Column; 7] = [
    Column::kept("solved %"),
    Column::kept("95 % interval"),
    Column::ranked("valid %", 0),
    Column::kept("= label %"),
    Column::ranked("cells %", 2),
    Column::kept("blanks %"),
    Column::ranked("dup", 1),
];

const STEP_COLUMNS: [Column; 7] = [
    Column::kept("step"),
    Column::kept("solved %"),
    Column::kept("95 % interval"),
    Column::kept("first"),
    Column::kept("lost"),
    Column::ranked("halting %", 1),
    Column::ranked("compute", 2),
];

/// Returns what a reader of scores must know: warnings about the puzzles, and about the predictions of each model.
pub fn notes(scores: &Scores) -> Vec<String> {
    let puzzles = &scores.counts.puzzles;
    let mut notes: Vec<String> =
        warnings_on_puzzles(puzzles).iter().map(|warning| format!("warning: {warning}")).collect();
    let open = puzzles.puzzles - puzzles.counted - puzzles.unreadable.count;
    if open > 0 && !scores.unique {
        let open = plural(open, "puzzle");
        notes.push(format!("warning: the solutions of {open} were not counted: the search took too long"));
    }
    notes.extend((0..scores.names.len()).flat_map(|model| notes_on_model(scores, model)));
    notes
}

/// Returns what is wrong with puzzles and labels.
pub fn warnings_on_puzzles(puzzles: &PuzzleCounts) -> Vec<String> {
    let warnings = [
        (&puzzles.label_wrong, "with a label that is no solution"),
        (&puzzles.unsolvable, "without a solution"),
        (&puzzles.unreadable, "that cannot be read: their predictions are malformed, and their blanks are not counted"),
    ];
    let warnings = warnings.iter().filter(|(rows, _)| rows.count > 0);
    warnings.map(|(rows, what)| format!("{} {what}: {}", plural(rows.count, "row"), lines(rows))).collect()
}

fn lines(rows: &FirstRows) -> String {
    format!("line{} {}", if rows.count == 1 { "" } else { "s" }, rows.text())
}

fn notes_on_model(scores: &Scores, model: usize) -> Vec<String> {
    let name = &scores.names[model];
    let NamedPredictions { malformed, missing, puzzles, better_rule } = &scores.named[model];
    let [without, surplus] = [&scores.joined.missing[model], &scores.joined.surplus[model]];
    let note = |rows: &FirstRows, noun, what, which: String| {
        (rows.count > 0).then(|| format!("{name}: {} {what}: {which}", plural(rows.count, noun)))
    };
    let are = if puzzles.count == 1 { "is the puzzle itself" } else { "are the puzzle itself" };
    let mut notes: Vec<_> = [
        note(without, "puzzle", "without a prediction", without.text()),
        note(surplus, "id", "without a puzzle", surplus.text()),
        note(malformed, "prediction", "malformed", malformed.text()),
        note(missing, "prediction", "missing", lines(missing)),
        note(puzzles, "prediction", are, lines(puzzles)),
    ]
    .into_iter()
    .flatten()
    .collect();
    let tally = &scores.counts.models[model];
    if 2 * (tally.count(Verdict::Missing) + tally.count(Verdict::Malformed)) > tally.rows {
        let advice = better_rule.map_or("is the answer where --extract looks for it?".into(), |(rule, line)| {
            format!("--extract {rule} finds a grid in line {line}")
        });
        notes.push(format!("warning: {name}: most predictions are missing or malformed; {advice}"));
    }
    let worst = scores.worst[model].iter().map(|wrong| format!("{} ({})", wrong.line, wrong.verdict.name()));
    let worst: Vec<_> = worst.collect();
    if !worst.is_empty() {
        notes.push(format!("{name}: the fewest right cells are in lines {}", worst.join(", ")));
    }
    notes
}

/// Renders the summary, in tables of at most `width` characters; 0 is no limit.
pub fn text(summary: &Summary, width: usize) -> String {
    let mut tables = vec![overview(summary), verdicts(summary)];
    tables.extend(steps_table(summary));
    tables.extend(keys(summary).into_iter().map(|key| strata_table(summary, key)));
    let mut text = render(&tables, width);
    let line = if width == 0 { TEXT_WIDTH } else { width };
    let mut strata = summary.models.iter().flat_map(|model| &model.strata);
    if strata.any(|stratum| stratum.group.rows < SMALL_STRATUM) {
        text.push_str(&format!("* fewer than {SMALL_STRATUM} predictions: the interval says more than the share\n"));
    }
    let numbers = summary.models.iter().flat_map(|model| {
        let pass_at = model.pass_at.iter().map(|pass| pass_at_line(model, summary, pass));
        presets(model, summary).into_iter().chain(pass_at).chain(step_lines(model, summary)).collect::<Vec<_>>()
    });
    let meanings = summary.models.iter().filter_map(|model| meaning(summary, model));
    let compared = summary.comparisons.iter().map(|compared| comparison(compared, summary));
    for paragraph in [numbers.collect::<Vec<_>>(), meanings.collect(), compared.collect()] {
        let lines = paragraph.iter().map(|sentence| format!("\n{}", wrapped(&escape(sentence), line)));
        text.extend(lines.chain((!paragraph.is_empty()).then(|| "\n".into())));
    }
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

pub(super) fn overview(summary: &Summary) -> Table {
    let columns = [&[Column::kept("model"), Column::ranked("predictions", 3)], &SHARES[..]].concat();
    let has_labels = summary.puzzles.counts.labelled > 0;
    let row = |(name, group): (String, &Group)| [vec![name, count(group.rows)], shares(group, has_labels)].concat();
    Table::new(&columns, with_votes(summary).map(row))
}

/// Returns the predictions of each model, and its votes, with their names.
fn with_votes(summary: &Summary) -> impl Iterator<Item = (String, &Group)> {
    summary.models.iter().flat_map(|model| {
        let votes = model.votes.iter().map(|vote| (format!("{}, vote by {}", model.name, vote.rule), &vote.group));
        [(model.name.clone(), &model.all)].into_iter().chain(votes)
    })
}

/// Returns the cells of the shares of a group; without labels, no prediction is one.
fn shares(group: &Group, has_labels: bool) -> Vec<String> {
    vec![
        percent(group.solved.rate),
        interval(&group.solved),
        percent(group.valid.rate),
        if has_labels { percent(group.exact.rate) } else { "-".into() },
        optional_percent(group.cells.micro),
        optional_percent(group.blanks.micro),
        group.mean_dup.map_or("-".into(), |mean| format!("{mean:.2}")),
    ]
}

pub(super) fn verdict_names() -> [&'static str; Verdict::ALL.len()] {
    Verdict::ALL.map(Verdict::name)
}

/// Returns the predictions at each step; `None` without steps.
pub(super) fn steps_table(summary: &Summary) -> Option<Table> {
    let of_model = |model: &ModelSummary| {
        let name = if summary.models.len() > 1 { format!("{} ", model.name) } else { String::new() };
        let steps = model.steps.iter().flat_map(|steps| &steps.by_step);
        let row = |at: &StepSummary| {
            vec![
                format!("{name}{}", at.step),
                percent(at.solved.rate),
                interval(&at.solved),
                count(at.first),
                count(at.lost),
                optional_percent(at.halting_accuracy),
                at.mean_compute.map_or("-".into(), three_digits),
            ]
        };
        steps.map(row).collect::<Vec<_>>()
    };
    let rows: Vec<_> = summary.models.iter().flat_map(of_model).collect();
    (!rows.is_empty()).then(|| Table::new(&STEP_COLUMNS, rows.into_iter()))
}

/// Returns sentences that say at which steps the numbers of a model hold, and what is solved where it halts.
pub(super) fn step_lines(model: &ModelSummary, summary: &Summary) -> Vec<String> {
    let Some(steps) = &model.steps else { return Vec::new() };
    let name = of_model(model, summary);
    let at = |at: &StepSummary| {
        let compute = at.mean_compute.map(|mean| format!(", with a mean compute of {}", three_digits(mean)));
        let step = if at.step.fract() == 0.0 { at.step.to_string() } else { three_digits(at.step) };
        format!("on average step {step}{}", compute.unwrap_or_default())
    };
    let last = format!("{name}all shares are those at the last step of each prediction, {}", at(&steps.last));
    let halted = steps.halted.as_ref().map(|halted| {
        format!(
            "{name}at the first step at which it halts, {}, {} % are solved (95 % interval {}); halting is right for {} % of the last steps",
            at(halted),
            percent(halted.solved.rate),
            interval(&halted.solved),
            optional_percent(steps.last.halting_accuracy)
        )
    });
    [last].into_iter().chain(halted).collect()
}

fn verdicts(summary: &Summary) -> Table {
    let names = verdict_names();
    let columns: Vec<Column> = ["verdict"].into_iter().chain(names).map(Column::kept).collect();
    let row = |(model, group): (String, &Group)| {
        let counts = names.iter().map(|name| count(group.verdicts[name]));
        [model].into_iter().chain(counts).collect()
    };
    Table::new(&columns, with_votes(summary).map(row))
}

fn strata_table(summary: &Summary, key: &str) -> Table {
    let columns = [&[Column::kept("stratum"), Column::kept("N")], &SHARES[..]].concat();
    let row = |(model, stratum): (&ModelSummary, &StratumSummary)| {
        let model = if summary.models.len() > 1 { format!(" {}", model.name) } else { String::new() };
        let mark = if stratum.group.rows < SMALL_STRATUM { " *" } else { "" };
        let name = format!("{key} {}{model}{mark}", stratum.value);
        [vec![name, count(stratum.group.rows)], shares(&stratum.group, summary.puzzles.counts.labelled > 0)].concat()
    };
    Table::new(&columns, strata_of(summary, key).into_iter().map(row))
}

/// Returns the keys of the strata, each once.
pub(super) fn keys(summary: &Summary) -> Vec<&str> {
    let mut keys: Vec<&str> = Vec::new();
    for stratum in summary.models.iter().flat_map(|model| &model.strata) {
        if !keys.contains(&&*stratum.by) {
            keys.push(&stratum.by);
        }
    }
    keys
}

/// Returns the strata of a key, with the models of a stratum one after the other.
pub(super) fn strata_of<'s>(summary: &'s Summary, key: &str) -> Vec<(&'s ModelSummary, &'s StratumSummary)> {
    let of_key = |stratum: &&StratumSummary| stratum.by == key;
    let of_model = |model: &'s ModelSummary| model.strata.iter().filter(of_key).map(move |stratum| (model, stratum));
    let mut all: Vec<_> = summary.models.iter().flat_map(of_model).collect();
    let order: Vec<&str> = all.iter().map(|(_, stratum)| &*stratum.value).collect();
    all.sort_by_key(|(_, stratum)| order.iter().position(|value| *value == stratum.value));
    all
}

/// Returns the name of a model before a number, if there are several models.
fn of_model(model: &ModelSummary, summary: &Summary) -> String {
    if summary.models.len() > 1 { format!("{}: ", model.name) } else { String::new() }
}

/// Returns a line for each preset: the numbers with all digits.
fn presets(model: &ModelSummary, summary: &Summary) -> Vec<String> {
    let name = of_model(model, summary);
    let presets = model.all.presets.iter();
    presets.map(|(preset, numbers)| format!("{name}{preset}: {}", preset_numbers(numbers))).collect()
}

pub(super) fn preset_numbers(numbers: &serde_json::Value) -> String {
    let numbers = numbers.as_object().into_iter().flatten();
    // The measures of a number of givens are named by it.
    let givens = |measure: &str| if measure.parse::<u8>().is_ok() { " givens" } else { "" };
    let numbers: Vec<_> = numbers.map(|(measure, number)| format!("{measure}{} {number}", givens(measure))).collect();
    if numbers.is_empty() { "no number: it is for grids of up to 9×9 with labels".into() } else { numbers.join(", ") }
}

pub(super) fn pass_at_line(model: &ModelSummary, summary: &Summary, pass: &score::PassAt) -> String {
    let value = pass.value.map_or("no puzzle has as many samples".into(), |value| format!("{} %", percent(value)));
    let few = match pass.too_few {
        0 => String::new(),
        few => format!("; {} with fewer samples are left out", plural(few, "puzzle")),
    };
    format!("{}pass@{}: {value} ({}{few})", of_model(model, summary), pass.k, plural(pass.puzzles, "puzzle"))
}

/// Returns a sentence about what a paper would have printed, and what it hides.
pub(super) fn meaning(summary: &Summary, model: &ModelSummary) -> Option<String> {
    let name = of_model(model, summary);
    let puzzles = &summary.puzzles.counts;
    let group = &model.all;
    let several = puzzles.several.count;
    if several > 0 {
        let labels = if puzzles.labelled > 0 {
            format!("against the labels {} %, ", percent(group.exact.rate))
        } else {
            String::new()
        };
        let which = if puzzles.counted < puzzles.puzzles { "puzzles whose solutions were counted" } else { "puzzles" };
        return Some(format!(
            "{name}{} of the {which} have several solutions (line{} {}); {labels}by the rules {} %",
            share(several, puzzles.counted),
            if several == 1 { "" } else { "s" },
            puzzles.several.text(),
            percent(group.solved.rate)
        ));
    }
    let cells = group.cells.micro?;
    let blanks = group.blanks.micro?;
    (cells - blanks > 0.005).then(|| {
        format!(
            "{name}over all cells {} % are right, but {} of the cells are givens; over blanks {} %, and {} % of the {} are solved",
            percent(cells),
            share(group.cells.of - group.blanks.of, group.cells.of),
            percent(blanks),
            percent(group.solved.rate),
            if group.has_samples { "predictions" } else { "puzzles" }
        )
    })
}

/// Returns a sentence about the change, and the models of which many predictions are no grids.
pub(super) fn comparison(compared: &Comparison, summary: &Summary) -> String {
    let of_model = |model: &&ModelSummary| [&compared.base, &compared.other].contains(&&model.name);
    let no_grids = summary.models.iter().filter(of_model).filter_map(|model| {
        let group = &model.all;
        let no_grids = group.verdicts[Verdict::Malformed.name()] + group.verdicts[Verdict::Missing.name()];
        let are_many = no_grids * MANY_OF > group.rows;
        are_many.then(|| {
            format!("{} of the predictions of {} are malformed or missing", share(no_grids, group.rows), model.name)
        })
    });
    [change(compared)].into_iter().chain(no_grids).collect::<Vec<_>>().join("; ")
}

fn change(compared: &Comparison) -> String {
    let Comparison { base, other, difference, low, high, .. } = compared;
    let units = units(compared);
    let (over, test) = (over(compared, &units), test(compared));
    match compared.change() {
        _ if !compared.differ => format!("{base} and {other} solve the same puzzles"),
        Change::TooFew => format!(
            "{base} and {other} need more puzzles: {units} cannot show a difference, and {MIN_UNITS} are the fewest that can"
        ),
        Change::Better => format!(
            "{other} is better: of 100 predictions, it solves {} more than {base} (95 % interval{over} {} to {}){test}",
            percent(*difference),
            percent(*low),
            percent(*high)
        ),
        Change::Worse => format!(
            "{other} is worse: of 100 predictions, it solves {} fewer than {base} (95 % interval{over} {} to {}){test}",
            percent(-difference),
            percent(-high),
            percent(-low)
        ),
        Change::NotShown => format!(
            "no difference is shown between {base} and {other}: of 100 predictions, {other} solves from {} fewer to {} more (95 % \
             interval{over}){test}",
            percent((-low).max(0.0)),
            percent(high.max(0.0))
        ),
    }
}

/// Returns how many units are resampled: classes of isomorphic puzzles, or different puzzles if the shape has no canonical forms.
fn units(compared: &Comparison) -> String {
    match (compared.are_classes, compared.units) {
        (true, 1) => "1 class of isomorphic puzzles".into(),
        (true, units) => format!("{} classes of isomorphic puzzles", count(units)),
        (false, units) => plural(units, "different puzzle"),
    }
}

fn over(compared: &Comparison, units: &str) -> String {
    if compared.units < compared.puzzles { format!(" over {units}") } else { String::new() }
}

/// Returns what McNemar's test says, if there is one.
fn test(compared: &Comparison) -> String {
    let Some(p) = compared.p else { return String::new() };
    let [more_base, more_other] = [compared.more_base, compared.more_other].map(count);
    let Comparison { base, other, .. } = compared;
    let p = if p < 0.001 { "p < 0.001".into() } else { format!("p = {p:.3}") };
    let test = format!("{p} by McNemar's exact test");
    if compared.units < compared.puzzles {
        return format!("; {base} does better in {more_base} of them, {other} in {more_other}: {test}");
    }
    format!("; {more_base} are solved by {base} alone, {more_other} by {other} alone: {test}")
}
