//! `dataset inspect` of a corpus of another shape than 9×9.

use std::path::PathBuf;

use corpus::{
    error::Result,
    numbers::{count, plural},
    reader::Corpus,
    terminal,
};
use dataset::{MAX_COUNTED_SOLUTIONS, ShapeAudit, audit_shape};
use pass::FirstRows;

use super::{
    Args,
    text::{histogram, line, share},
};
use crate::{
    cli::Exit,
    cmd::{long_search::LongSearch, print, print_json, print_message, progress::Counts, row_pass::observed},
};

pub fn run(args: &Args, mut corpus: Corpus) -> Result<Exit> {
    if !args.skip.is_empty() || args.ratings.is_some() {
        return usage!("--skip and --ratings are for corpora of 9×9");
    }
    corpus.extras.solutions = true;
    let counts = Counts::of_files(&corpus.files, Some(1), &[]);
    let threads = args.machine.threads();
    let searches = LongSearch::of_blocks("inspect", threads);
    let audit = observed(searches, counts, |observer| audit_shape(&corpus, threads, observer))?;
    if args.json {
        print_json(serde_json::to_string_pretty(&audit))?
    } else {
        print(&text(&corpus.files, &audit))?
    }
    if !audit.complete {
        return Ok(Exit::Interrupted);
    }
    if args.strict && audit.is_bad() {
        print_message("the corpus has defects (--strict makes them an error)");
        return Ok(Exit::Error);
    }
    Ok(Exit::Success)
}

fn text(files: &[PathBuf], audit: &ShapeAudit) -> String {
    let mut text =
        files.iter().map(|path| format!("{}\n", terminal::escape(&path.display().to_string()))).collect::<String>();
    let ShapeAudit { side, box_height, box_width, alphabet, .. } = audit;
    let rejected = counted(&audit.rejected, "rejected").map_or(String::new(), |rejected| format!(", {rejected}"));
    line(&mut text, "rows", &format!("{}{rejected}", plural(audit.puzzles, "puzzle")));
    line(&mut text, "shape", &format!("{side}×{side}, boxes of {box_height}×{box_width}, alphabet {alphabet}"));
    let column = |name: &Option<String>| name.clone().unwrap_or_else(|| "none".into());
    let columns = format!("puzzles {}, solutions {}", column(&audit.puzzle_column), column(&audit.solution_column));
    line(&mut text, "columns", &columns);
    if !audit.complete {
        text.push_str("  interrupted: this describes the puzzles examined before\n");
    }
    solutions(&mut text, audit);
    let clues: Vec<_> = audit.clues.iter().map(|(clues, &puzzles)| (clues.to_string(), puzzles)).collect();
    histogram(&mut text, "clues", &clues);
    text + &meaning(audit)
}

fn solutions(text: &mut String, audit: &ShapeAudit) {
    line(text, "one solution", &format!("{}{}", count(audit.one_solution), share(audit.one_solution, audit.puzzles)));
    let several = &audit.several_solutions;
    if several.count > 0 {
        let numbers = match (audit.fewest_of_several, audit.most_of_several) {
            (MAX_COUNTED_SOLUTIONS, _) => format!("at least {} each", count(MAX_COUNTED_SOLUTIONS)),
            (fewest, MAX_COUNTED_SOLUTIONS) => {
                format!("{} to at least {} each", count(fewest), count(MAX_COUNTED_SOLUTIONS))
            }
            (fewest, most) if fewest == most => format!("{} each", count(most)),
            (fewest, most) => format!("{} to {} each", count(fewest), count(most)),
        };
        let share = share(several.count, audit.puzzles);
        line(
            text,
            "several solutions",
            &format!("{}{share}, {numbers}; first: {}", count(several.count), first(several)),
        );
    }
    let others = [
        ("no solution", &audit.no_solution),
        ("conflicting givens", &audit.conflicting),
        ("more than 1 M nodes", &audit.unknown),
    ];
    for (label, puzzles) in others.into_iter().filter(|(_, puzzles)| puzzles.count > 0) {
        line(text, label, &rows(puzzles));
    }
    line(text, "exact duplicates", &rows(&audit.duplicates));
    let found = &audit.solutions;
    if audit.solution_column.is_some() {
        let mut parts = vec![format!("{} the only one", count(found.only))];
        parts.extend((found.one_of_several > 0).then(|| format!("{} one of several", count(found.one_of_several))));
        parts.extend((found.unknown > 0).then(|| format!("{} perhaps not the only one", count(found.unknown))));
        parts.extend(counted(&found.wrong, "wrong"));
        parts.extend((found.missing > 0).then(|| format!("{} missing", count(found.missing))));
        line(text, "solution column", &parts.join(", "));
    }
}

fn meaning(audit: &ShapeAudit) -> String {
    match audit.solutions.one_of_several {
        0 => String::new(),
        several => format!(
            "{} of {} {} other solutions than the solution column, so a score against\n\
             this column may call right answers wrong. `sudoku-bench score` accepts all.\n",
            count(several),
            plural(audit.puzzles, "puzzle"),
            if several == 1 { "has" } else { "have" }
        ),
    }
}

fn rows(rows: &FirstRows) -> String {
    let more = if rows.count > 0 { format!("; first: {}", first(rows)) } else { String::new() };
    format!("{}{more}", count(rows.count))
}

/// Returns the number of rows with a word for them, and the first row; `None` if there are none.
fn counted(rows: &FirstRows, what: &str) -> Option<String> {
    (rows.count > 0).then(|| format!("{} {what} (first: {})", count(rows.count), first(rows)))
}

fn first(rows: &FirstRows) -> String {
    rows.first.first().cloned().unwrap_or_default()
}
