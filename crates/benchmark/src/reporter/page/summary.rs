//! The beginning of the page: the answer, the tables of the strategies, warnings, and what was run on what.

use corpus::{
    numbers::{count, plural},
    reader::FileSummary,
};

use super::{escaped, html, results, several_runs};
use crate::{
    figures::{Report, Several, run_names},
    record::{Groups, Manifest},
    reporter::{self, correlation_summary, correlation_tables, export, summary, warnings},
};

/// Returns the title of the page: the names of the corpora, and those of the runs if there are several.
pub fn title(report: &Report) -> String {
    let paths = report.record.manifest.corpora.iter().map(|file| file.path.as_str());
    let corpus = export::corpus(paths);
    match &run_names(&report.paths)[..] {
        [_, _, ..] if report.side_by_side().is_some() => format!("{} runs side by side", report.paths.len()),
        [base, current] => format!("{current} against {base}: {corpus}"),
        [_, _, ..] => format!("{} runs: {corpus}", report.paths.len()),
        _ => format!("{corpus} – sudoku-bench"),
    }
}

pub fn lead(report: &Report) -> String {
    let manifest = &report.record.manifest;
    let puzzles = report.record.summary.strategies.first().map_or(0, |strategy| strategy.counts.puzzles);
    let strategies = manifest.strategies.len() as u64;
    let strategies = if strategies == 1 { "1 strategy".into() } else { format!("{strategies} strategies") };
    let rounds = match manifest.rounds_complete {
        0 => "an unfinished round".into(),
        rounds => plural(u64::from(rounds), "round"),
    };
    let which = match &run_names(&report.paths)[..] {
        [first, .., last] => {
            let first = escaped(first);
            let last = escaped(last);
            let is_pair = matches!(report.several, Some(Several::Pair(_)));
            let baseline = if is_pair { &format!(" The baseline is {first}.") } else { "" };
            format!("{baseline} From the summary down, the page shows {last}.")
        }
        _ => String::new(),
    };
    let shape = if manifest.notation.is_default() {
        String::new()
    } else {
        format!(" of {0}×{0}", manifest.notation.shape.side())
    };
    let minute: String = manifest.started.chars().take("2000-01-01T00:00".len()).collect();
    format!(
        "<p>{}{shape}, {strategies}, {rounds}, {} UTC.{which}</p>",
        plural(puzzles, "puzzle"),
        escaped(&minute.replace('T', " "))
    )
}

pub fn section(report: &Report) -> String {
    let summary = &report.record.summary;
    let warning = |warning: &String| format!("<p class=\"warning\">Warning: {}</p>", escaped(warning));
    let interrupted = report.record.manifest.interrupted.then(|| "the run was interrupted".to_string());
    let wrong = summary.wrong();
    let wrong = (wrong > 0).then(|| format!("{} WRONG; failures.csv has the reasons", plural(wrong, "answer")));
    let warnings: String = wrong.iter().chain(&interrupted).chain(&warnings(&report.record)).map(warning).collect();
    let is_empty = report.views.iter().all(|view| view.name != "latency");
    let nothing =
        if is_empty { "<p class=\"warning\">No search finished, so there are no latencies to draw.</p>" } else { "" };
    let more = [Some(summary::table(summary::DETAIL_COLUMNS, summary, None)), summary::scores(summary)];
    let more: String = more.iter().flatten().map(|table| html::table(&table.names(), table.rows())).collect();
    let notes: String = summary::notes(summary).iter().map(|note| format!("<li>{}</li>", escaped(note))).collect();
    let notes = if notes.is_empty() { notes } else { format!("<ul class=\"notes\">{notes}</ul>") };
    format!(
        "<section id=\"summary\"><h2>Summary</h2>\n{}{}{warnings}{nothing}{notes}{}\
         <details><summary>More numbers, and the scores of solver competitions</summary>{more}{}</details>\
         {}{}</section>\n",
        results::table(summary),
        groups(&report.groups[usize::from(report.side_by_side().is_some())..]),
        agreement(report),
        results::definitions(),
        html::descriptions(&conditions(report)),
        changes(report),
    )
}

/// Renders the answer of the page: which strategy is the fastest, or what the runs change against the first.
pub fn headline(report: &Report) -> String {
    if let Some(reason) = report.side_by_side() {
        let side_by_side = "<p class=\"headline\">The runs are shown side by side.</p>";
        return format!("{side_by_side}<p>{}.</p>{}", escaped(reason), groups(&report.groups[..1]));
    }
    if report.several.is_none() {
        return format!("<p class=\"headline\">{}</p>", escaped(&reporter::headline(&report.record)));
    }
    several_runs::beginning(report)
}

/// Renders a table for each way of grouping the puzzles.
fn groups(groups: &[Groups]) -> String {
    let table = |groups: &Groups| {
        let table = summary::groups_table(groups);
        format!("<h3>By {}</h3>{}", escaped(&groups.by), html::table(&table.names(), table.rows()))
    };
    groups.iter().map(table).collect()
}

/// Renders how far the strategies agree on which puzzles are hard; empty if the costs of no two can be ranked.
fn agreement(report: &Report) -> String {
    let Report { correlations, record, .. } = report;
    if correlations.iter().all(|pair| pair.agreement.rho.is_none()) {
        return String::new();
    }
    let summary = escaped(&correlation_summary(correlations, &record.manifest.strategies));
    let tables = correlation_tables(correlations, &record.manifest.strategies);
    let tables: String = tables.iter().map(|table| html::table(&table.names(), table.rows())).collect();
    format!("<h3>Do the strategies agree on what is hard?</h3><p>{summary}</p>{tables}")
}

/// Renders the puzzles whose counts changed most, if two runs are compared.
fn changes(report: &Report) -> String {
    match &report.changes {
        changes if changes.rows.is_empty() => String::new(),
        changes => format!("<h3>The largest changes of counts</h3>{}", html::table(&changes.header, &changes.rows)),
    }
}

fn conditions(report: &Report) -> Vec<(&'static str, String)> {
    let manifest = &report.record.manifest;
    let machine = &manifest.machine;
    let cpu = machine.cpu.clone().unwrap_or_else(|| machine.arch.clone());
    let subset = manifest
        .sample
        .map(|subset| format!("{} at random, seed {}", plural(subset.size as u64, "puzzle"), subset.seed));
    let revision =
        manifest.tool.git_revision.as_ref().map_or(String::new(), |revision| format!(", revision {revision}"));
    vec![
        ("results", report.paths.join(", ")),
        ("corpus", manifest.corpora.iter().map(corpus).collect::<Vec<_>>().join("; ")),
        ("grids", if manifest.notation.is_default() { String::new() } else { manifest.notation.to_string() }),
        ("sample", subset.unwrap_or_default()),
        ("limits", limits(manifest)),
        ("machine", format!("{cpu}, {} for this process, {}", plural(machine.cpus as u64, "processor"), machine.os)),
        ("threads", format!("{}, instruction set {}", manifest.threads, manifest.simd)),
        ("time", format!("{} to {}", manifest.started, manifest.finished)),
        (
            "program",
            format!(
                "sudoku-bench {}{revision}, {}, profile {}",
                manifest.tool.version, manifest.tool.rustc, manifest.tool.profile
            ),
        ),
        ("command line", format!("sudoku-bench {}", manifest.command_line.join(" "))),
    ]
}

/// Returns where figures come from, for their captions: how many puzzles of which corpus, the machine and the program.
pub fn origin(report: &Report) -> String {
    let manifest = &report.record.manifest;
    let machine = &manifest.machine;
    let cpu = machine.cpu.as_deref().unwrap_or(&machine.arch);
    let corpus = export::corpus(manifest.corpora.iter().map(|file| file.path.as_str()));
    let puzzles = report.record.summary.strategies.first().map_or(0, |strategy| strategy.counts.run());
    let rounds = plural(manifest.rounds_complete.into(), "round");
    format!("n = {} of {corpus}, {rounds}; {cpu}; sudoku-bench {}.", plural(puzzles, "puzzle"), manifest.tool.version)
}

fn corpus(file: &FileSummary) -> String {
    let digest = file.sha256.as_ref().map_or(String::new(), |digest| format!(", SHA-256 {digest}"));
    let rejects = if file.rejects > 0 { format!(", {} rejected", plural(file.rejects, "row")) } else { String::new() };
    format!("{}, {}{rejects}{digest}", file.path, plural(file.puzzles, "puzzle"))
}

fn limits(manifest: &Manifest) -> String {
    let limits = &manifest.limits;
    let solutions = limits.max_solutions.map_or("all solutions".into(), |n| plural(n, "solution"));
    let nodes = limits.nodes.map(|nodes| format!("{} nodes", count(nodes)));
    let time = limits.time_ns.map(|ns| corpus::numbers::duration(ns as f64));
    [Some(solutions), nodes, time].into_iter().flatten().collect::<Vec<_>>().join(", ")
}

pub fn footer(report: &Report) -> String {
    let limits = if report.views.is_empty() {
        ""
    } else {
        "All numbers are over all puzzles; only curves are drawn with fewer points. "
    };
    format!("{limits}FORMAT.md and METHODOLOGY.md of sudoku-bench define every value.")
}
