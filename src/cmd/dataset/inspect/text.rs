//! The description of a corpus as text.

use std::fmt::Write;

use corpus::{
    layout::{Schema, TextProfile},
    numbers::{self, count, plural},
    reader::FileSummary,
    terminal,
};
use dataset::{
    Correctness,
    audit::{CountedSolutions, MAX_COUNTED_SOLUTIONS, Report},
};
use grid::text::Notation;
use pass::PassEnd;

/// Maximum width of a bar of the histogram, in characters: its line has 80.
const BAR_WIDTH: u64 = 38;

pub fn text(files: &[FileSummary], report: &Report, ended: &PassEnd) -> String {
    let mut text = String::new();
    for file in files {
        let _ = writeln!(text, "{}", terminal::escape(&file.path));
        line(&mut text, "rows", &rows(file));
        if let Some(schema) = &file.schema {
            line(&mut text, "layout", &layout(schema));
            line(&mut text, "line ends", &line_ends(&file.profile));
        }
        file.notes.iter().for_each(|note| line(&mut text, "note", note));
    }
    if files.len() > 1 {
        let _ = writeln!(text, "all {} files", files.len());
    }
    match ended {
        PassEnd::Complete => {}
        PassEnd::Stopped => text.push_str("  interrupted: this describes the puzzles examined before\n"),
        PassEnd::Failed(_) => text.push_str("  not read to the end: this describes the part that was read\n"),
    }
    if !report.notation.is_default() {
        let Notation { shape, alphabet } = report.notation;
        let [side, height, width] = [shape.side(), shape.box_height(), shape.box_width()];
        let name = alphabet.name();
        line(&mut text, "shape", &format!("{side}×{side}, boxes of {height}×{width}, alphabet {name}"));
    }
    facts(&mut text, report);
    columns(&mut text, report);
    let clues = report.clues.iter().map(|(clues, &puzzles)| (clues.to_string(), puzzles));
    histogram(&mut text, "clues", &clues.collect::<Vec<_>>());
    if let Some(ratings) = &report.ratings {
        let ratings = ratings.puzzles.iter().map(|(&rating, &puzzles)| (ratings.text(rating), puzzles));
        histogram(&mut text, "rating (ER)", &ratings.collect::<Vec<_>>());
    }
    text + &meaning(report)
}

fn line(text: &mut String, label: &str, value: &str) {
    let _ = writeln!(text, "  {label:<22}{}", terminal::escape(value));
}

fn rows(file: &FileSummary) -> String {
    let rejected = if file.rejects > 0 { format!(", {} rejected", plural(file.rejects, "row")) } else { String::new() };
    format!("{}{rejected}, {}", plural(file.puzzles, "puzzle"), plural(file.bytes, "byte"))
}

fn layout(schema: &Schema) -> String {
    let header = if schema.header.is_some() { " with a header" } else { "" };
    let role = |index: usize| match index {
        _ if index == schema.puzzle && schema.names[index] != "puzzle" => " = puzzle",
        _ if Some(index) == schema.solution && schema.names[index] != "solution" => " = solution",
        _ => "",
    };
    let column = |(index, name): (usize, &String)| format!("{name}{}", role(index));
    let columns: Vec<_> = schema.names.iter().enumerate().map(column).collect();
    format!("{}{header}: {}", schema.layout, columns.join(", "))
}

fn line_ends(profile: &TextProfile) -> String {
    let ends = match (profile.lf, profile.crlf) {
        (lf, 0) if profile.carriage_returns => format!("CR ({})", count(lf)),
        (_, 0) => "LF".into(),
        (0, _) => "CRLF".into(),
        (lf, crlf) => format!("mixed: {} LF, {} CRLF", count(lf), count(crlf)),
    };
    let mut all = vec![ends];
    all.extend(profile.unterminated.then(|| "none at the end".into()));
    all.extend(profile.byte_order_mark.then(|| "byte order mark".into()));
    all.extend((profile.comments > 0).then(|| plural(profile.comments, "comment")));
    all.extend((profile.empty > 0).then(|| plural(profile.empty, "empty line")));
    all.join(", ")
}

fn facts(text: &mut String, report: &Report) {
    let blank = |(character, puzzles): (&char, &u64)| format!("{character:?} in {}", count(*puzzles));
    let mut blanks: Vec<_> = report.blanks.iter().map(blank).collect();
    blanks.extend((report.mixed_blanks > 0).then(|| format!("several in one: {}", count(report.mixed_blanks))));
    line(text, "blanks", &if blanks.is_empty() { "none".into() } else { blanks.join(", ") });
    let isomorphisms = report.isomorphisms.as_ref();
    let solutions = report.counted.as_ref().map_or(String::new(), solution_counts);
    for (label, puzzles, always, detail, first) in [
        ("one solution", Some(report.unique), true, "", &[][..]),
        ("several solutions", Some(report.several_solutions), false, &*solutions, &report.first_several),
        ("no solution", Some(report.no_solution), false, "", &report.first_unsolved),
        ("more than 1 M nodes", Some(report.unknown), false, "", &report.first_unknown),
        ("conflicting givens", Some(report.conflicting), false, "", &report.first_conflicts),
        ("minimal", report.minimal, true, "", &[]),
        ("symmetric", isomorphisms.map(|found| found.symmetric), false, "", &[]),
    ] {
        if let Some(puzzles) = puzzles.filter(|&puzzles| puzzles > 0 || always) {
            let more = if first.is_empty() { "" } else { "; first: " };
            let first = first.join(", ");
            let share = share(puzzles, report.puzzles);
            line(text, label, &format!("{}{share}{detail}{more}{first}", count(puzzles)));
        }
    }
    line(text, "exact duplicates", &groups(report.exact_duplicates, &report.first_duplicates));
    if let Some(found) = isomorphisms {
        line(text, "isomorphic duplicates", &groups(found.isomorphic_duplicates, &found.first_isomorphs));
        line(text, "up to isomorphism", &format!("{} distinct", plural(found.classes, "puzzle")));
        if report.unique > 0 {
            line(text, "", &format!("{} distinct", plural(found.solution_classes, "solution")));
        }
    }
    if !report.skipped.is_empty() {
        line(text, "skipped", &report.skipped.iter().map(|section| section.name()).collect::<Vec<_>>().join(", "));
    }
}

/// Says how the columns agree with the puzzles.
fn columns(text: &mut String, report: &Report) {
    for claims in report.claims.values() {
        let label = format!("column {}", claims.column);
        let first = if claims.wrong > 0 { "; first wrong: " } else { "" };
        let right = count(claims.right);
        let wrong = count(claims.wrong);
        let first_wrong = claims.first_wrong.join(", ");
        line(text, &label, &format!("{right} right, {wrong} wrong{first}{first_wrong}"));
    }
    if let Some(difficulty) = report.difficulty.as_ref().filter(|difficulty| difficulty.is_function_of_clues) {
        line(text, &format!("column {}", difficulty.column), "difficulty is a function of clues");
    }
    if !report.solutions.is_empty() {
        let first = if report.first_wrong.is_empty() { "" } else { "; first wrong: " };
        line(text, "solution column", &format!("{}{first}{}", report.solutions.text(), report.first_wrong.join(", ")));
    }
}

/// Returns the numbers of solutions of the puzzles with several, as an addition to their number.
fn solution_counts(&CountedSolutions { fewest, most }: &CountedSolutions) -> String {
    let at_least = |solutions: u64| {
        let bound = if solutions == MAX_COUNTED_SOLUTIONS { "at least " } else { "" };
        format!("{bound}{}", count(solutions))
    };
    match fewest == most {
        true => format!(", {} each", at_least(most)),
        false => format!(", {} to {} each", count(fewest), at_least(most)),
    }
}

/// Says what it means for scores if puzzles have other solutions than the solution column.
fn meaning(report: &Report) -> String {
    let several = report.solutions.of(Correctness::OneOfSeveral);
    if report.counted.is_none() || several == 0 {
        return String::new();
    }
    let puzzles = plural(report.puzzles, "puzzle");
    let have = if several == 1 { "has" } else { "have" };
    format!(
        "{} of {puzzles} {have} other solutions than the solution column, so a score against\n\
         this column may call right answers wrong. `sudoku-bench score` accepts all.\n",
        count(several)
    )
}

/// Returns the share of the puzzles in parentheses; an empty text if the share is zero.
fn share(part: u64, all: u64) -> String {
    match part {
        0 => String::new(),
        _ if part == all => " (all)".into(),
        _ => format!(" ({})", numbers::share(part, all)),
    }
}

fn groups(duplicates: u64, first: &[Vec<String>]) -> String {
    let shown: usize = first.iter().map(|group| group.len() - 1).sum();
    let first: Vec<_> = first.iter().map(|group| group.join(" = ")).collect();
    let more = if duplicates as usize > shown && shown > 0 { ", …" } else { "" };
    let colon = if first.is_empty() { "" } else { ": " };
    format!("{}{colon}{}{more}", count(duplicates), first.join(", "))
}

fn histogram(text: &mut String, label: &str, counts: &[(String, u64)]) {
    let most = counts.iter().map(|(_, puzzles)| *puzzles).max().unwrap_or(1);
    let width = counts.iter().map(|(value, _)| value.len()).max().unwrap_or(0).max(2);
    for (index, (value, puzzles)) in counts.iter().enumerate() {
        let label = if index == 0 { label } else { "" };
        // Every bar is visible.
        let bar = "█".repeat((puzzles * BAR_WIDTH).div_ceil(most) as usize);
        line(text, label, &format!("{value:>width$}  {:>12}  {bar}", count(*puzzles)));
    }
}
