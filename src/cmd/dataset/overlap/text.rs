//! What is shared, in words and as a table.

use std::path::Path;

use corpus::{
    numbers::{count, plural, share},
    reader::Corpus,
    terminal,
};
use dataset::{Equality, Notion, Overlap, Pair, SharedRows};

pub struct Names {
    pub train: String,
    pub test: String,
    /// How `dataset split` makes sets of such puzzles that share nothing.
    pub split_by: Equality,
}

impl Names {
    pub fn of(train: &Corpus, test: &Path) -> Names {
        let has_classes = Equality::SolutionClass.check_corpus(train).is_ok();
        let split_by = if has_classes { Equality::SolutionClass } else { Equality::Solution };
        let train = match &train.files[..] {
            [one] => one.display().to_string(),
            [one, rest @ ..] => format!("{} and {} more", one.display(), plural(rest.len() as u64, "file")),
            [] => String::new(),
        };
        Names { train, test: test.display().to_string(), split_by }
    }
}

pub fn sentence(names: &Names, notion: Notion, shared: &SharedRows, overlap: &Overlap) -> String {
    let how = match notion {
        Notion::Equal(Equality::Puzzle) => "cell by cell",
        Notion::Equal(Equality::Class) => "up to isomorphism",
        Notion::Equal(Equality::Solution) => "by its solution",
        Notion::Equal(Equality::SolutionClass) => "by its solution, up to isomorphism",
        Notion::Superset => "with more givens or with fewer, up to isomorphism",
    };
    let Names { train, test, .. } = names;
    let in_train = plural(overlap.train.puzzles, "puzzle");
    let in_test = plural(compared(notion, overlap), "puzzle");
    let rows = count(shared.rows);
    let distinct = count(shared.distinct);
    let part = part(shared.rows, overlap.test.puzzles);
    format!("{part} of {test} is in {train} ({in_train}): {rows} of {in_test}, {how}; {distinct} distinct")
}

pub fn report(names: &Names, overlap: &Overlap) -> String {
    let Names { train, test, .. } = names;
    let [in_train, in_test] = [&overlap.train, &overlap.test].map(|counts| plural(counts.puzzles, "puzzle"));
    let mut lines = vec![format!("{test}: {in_test}; {train}: {in_train}"), String::new()];
    lines.extend(table(overlap));
    lines.extend([String::new(), conclusion(names, overlap)]);
    lines.extend(notes(names, overlap));
    lines.iter().map(|line| format!("{}\n", terminal::escape(line))).collect()
}

fn table(overlap: &Overlap) -> Vec<String> {
    let header = ["by", "shared", "of", "share", "distinct", "first (test line = training line)"];
    let mut rows = vec![header.map(String::from)];
    for (notion, shared) in &overlap.shared {
        let of = compared(*notion, overlap);
        let share = if of == 0 { "–".into() } else { share(shared.rows, of) };
        let first = shared.first.iter().map(|pair| pair_text(pair, overlap)).collect::<Vec<_>>().join(", ");
        let more = if shared.rows > shared.first.len() as u64 { ", …" } else { "" };
        let by = notion.name().to_string();
        rows.push([by, count(shared.rows), count(of), share, count(shared.distinct), first + more]);
    }
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: [usize; 5] = std::array::from_fn(width);
    let line = |[by, shared, of, share, distinct, first]: &[String; 6]| {
        let [a, b, c, d, e] = widths;
        format!("{by:<a$}  {shared:>b$}  {of:>c$}  {share:>d$}  {distinct:>e$}  {first}").trim_end().to_string()
    };
    rows.iter().map(line).collect()
}

/// Returns "5 = 3", or "5 = a.csv:3" if the training set has several files.
fn pair_text((test, train): &Pair, overlap: &Overlap) -> String {
    let file = overlap.train.files.get(train.file()).map_or(String::new(), |file| format!("{file}:"));
    format!("{} = {file}{}", test.line(), train.line())
}

pub fn compared(notion: Notion, overlap: &Overlap) -> u64 {
    match overlap.test.unique {
        Some(unique) if notion.is_of_solutions() => unique,
        _ => overlap.test.puzzles,
    }
}

/// Says how much of a test set is shared.
fn part(rows: u64, puzzles: u64) -> &'static str {
    match rows {
        0 => "none",
        _ if rows == puzzles => "all",
        _ => "a part",
    }
}

fn conclusion(Names { train, test, .. }: &Names, overlap: &Overlap) -> String {
    let by = |words: &'static str| {
        let shared = overlap.shared.iter().filter(|(_, shared)| part(shared.rows, overlap.test.puzzles) == words);
        let names: Vec<_> = shared.map(|(notion, _)| notion.name()).collect();
        (!names.is_empty()).then(|| (words, names.join(", ")))
    };
    let mut parts = ["all", "a part", "none"].into_iter().filter_map(by);
    let (words, names) = parts.next().expect("there is a notion");
    let rest: String = parts.map(|(words, names)| format!("; {words} of it by {names}")).collect();
    format!("{words} of {test} is in {train} by {names}{rest}")
}

/// Returns what the counts leave out, and which way round supersets are.
pub fn notes(Names { train, test, split_by }: &Names, overlap: &Overlap) -> Vec<String> {
    let mut notes = Vec::new();
    let without =
        [&overlap.train, &overlap.test].map(|counts| counts.puzzles - counts.unique.unwrap_or(counts.puzzles));
    if without != [0, 0] {
        let of_solutions = overlap.shared.iter().filter(|(notion, _)| notion.is_of_solutions());
        let names = of_solutions.map(|(notion, _)| notion.name()).collect::<Vec<_>>().join(", ");
        let [in_train, in_test] = without.map(|number| plural(number, "puzzle"));
        notes.push(format!(
            "left out by {names}, without exactly one solution: {in_test} of {test}, {in_train} of {train}"
        ));
    }
    for (_, shared) in overlap.shared.iter().filter(|(notion, shared)| *notion == Notion::Superset && shared.rows > 0) {
        let [more, fewer] = [shared.with_more_givens, shared.with_fewer_givens].map(count);
        notes.push(format!(
            "superset, of {test}: {more} with all givens of a puzzle of {train} and more, {fewer} with a part of its givens; \
             equal givens count by class only"
        ));
    }
    if overlap.shared.iter().any(|(_, shared)| shared.rows > 0) {
        notes.push(format!("`dataset split --by {}` makes sets that share nothing", split_by.name()));
    }
    notes
}
