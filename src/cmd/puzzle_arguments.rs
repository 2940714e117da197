//! Puzzles that are arguments of `solve`, in place of files.

use std::{
    io::{self, Write},
    path::{Path, PathBuf},
};

use corpus::{
    error::{Error, Result},
    numbers::count,
};
use grid::{Conflict, Grid, text::Alphabet};
use pass::Options;
use solver::strategy::{End, Solutions};
use tempfile::NamedTempFile;

use super::{files, other_shape};

/// Returns the texts of the puzzles if all arguments are puzzles, or `None` if none is. Returns [`Error::Usage`] if there are
/// both puzzles and files.
pub fn puzzles(arguments: &[PathBuf]) -> Result<Option<Vec<String>>> {
    let puzzles: Vec<String> = arguments.iter().filter_map(|argument| puzzle(argument)).collect();
    if puzzles.is_empty() {
        return Ok(None);
    }
    let Some(file) = arguments.iter().find(|argument| puzzle(argument).is_none()) else { return Ok(Some(puzzles)) };
    files::check_inputs([file])?;
    let file = file.display();
    usage!("{file} is no puzzle; name either files or puzzles, or write the puzzles into a file, a puzzle a line")
}

/// Returns the puzzle that an argument is: 81 cells, perhaps with white space between them, unless a file has this name.
fn puzzle(argument: &Path) -> Option<String> {
    let text = argument.to_str().filter(|_| !argument.exists())?;
    let cells = text.split_ascii_whitespace().collect::<String>();
    // A blank may also be a space.
    [text, &cells].into_iter().find(|text| Grid::parse(text.as_bytes()).is_ok()).map(String::from)
}

pub fn to_file(puzzles: &[String]) -> Result<NamedTempFile> {
    write_temporary(puzzles)
        .map_err(|source| Error::System { action: "write the puzzles to a temporary file".into(), source })
}

fn write_temporary(puzzles: &[String]) -> io::Result<NamedTempFile> {
    let mut file = NamedTempFile::new()?;
    file.write_all((puzzles.join("\n") + "\n").as_bytes())?;
    Ok(file)
}

/// Solves the puzzles, and prints the solution of each as nine lines for a person.
pub fn print_solutions(puzzles: &[String], options: &Options) -> Result<()> {
    for (i, puzzle) in puzzles.iter().enumerate() {
        let gap = if i > 0 { "\n" } else { "" };
        let puzzle = Grid::parse(puzzle.as_bytes()).expect("the texts are puzzles");
        super::print(&format!("{gap}{}", solution(&puzzle, options)?))?;
    }
    Ok(())
}

fn solution(puzzle: &Grid, options: &Options) -> Result<String> {
    if let Some(conflict) = puzzle.conflict() {
        return Ok(conflict_text(&conflict));
    }
    let mut strategy = options.strategies[0].build(options.simd).map_err(|error| Error::Usage(error.to_string()))?;
    let mut solutions = Solutions::new(options.max_solutions);
    let end = strategy.solve(puzzle, &options.limits, &mut solutions).end;
    Ok(solution_text(&solutions, end))
}

pub fn conflict_text(conflict: &Conflict) -> String {
    format!("no solution: {conflict}\n")
}

/// Returns the first solution as nine lines, and what the search found out about others.
pub fn solution_text(solutions: &Solutions, end: End) -> String {
    let grid =
        solutions.kept().first().map(|&grid| other_shape::drawn(&grid.into(), Alphabet::FromOne)).unwrap_or_default();
    format!("{grid}{}", remark(solutions.found(), solutions.max(), end))
}

/// Returns a line about the number of solutions; empty if the search looked for one only.
pub fn remark(found: u64, max: u64, end: End) -> String {
    match (found, end) {
        (0, End::Complete) => "no solution\n".into(),
        (0, _) => "no solution was found before the limit of the search\n".into(),
        (1, End::Complete) if max > 1 => "the only solution\n".into(),
        (1, End::Complete) => String::new(),
        (1, _) => "the limit of the search was reached before a second solution was excluded\n".into(),
        (found, End::Complete) if found < max => format!("one of {} solutions\n", count(found)),
        (found, _) => format!("one of at least {} solutions\n", count(found)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_remark_says_only_what_is_known() {
        assert_eq!([remark(1, 2, End::Complete), remark(1, 1, End::Complete)], ["the only solution\n", ""]);
        assert_eq!(remark(2, 2, End::Complete), "one of at least 2 solutions\n");
        assert_eq!(remark(2, u64::MAX, End::Complete), "one of 2 solutions\n");
        assert_eq!(remark(0, 2, End::Complete), "no solution\n");
        assert!(remark(0, 2, End::NodeLimit).contains("limit") && remark(1, 2, End::TimeLimit).contains("limit"));
    }
}
