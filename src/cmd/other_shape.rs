//! `solve PUZZLE` for puzzles of other shapes than 9×9, and of candidates.

use std::{
    fmt::Write,
    ops::RangeInclusive,
    path::{Path, PathBuf},
    sync::atomic::Ordering,
};

use corpus::error::{Error, Result};
use grid::{
    AnyGrid, Shape,
    text::{Alphabet, NotationOverride},
};
use pass::{Options, Status};
use solver::strategy::{End, Limits, Outcome, Solutions, Strategy};

use super::{
    interrupt, is_stdio, long_search::NODE_LIMIT, print, print_message, puzzle_arguments, suited::check_strategies,
};
use crate::cli::Exit;

/// The length of a text of digits and dots that is meant as a puzzle: some cells less than the smallest has.
const FEWEST_CELLS: usize = 12;
/// The lengths of texts that are meant as puzzles of 9×9, which have an error of their own.
const NEARLY_NINE: RangeInclusive<usize> = 70..=90;
/// The most characters of a puzzle that an error repeats.
const SHOWN: usize = 40;

/// Returns true if an argument is a puzzle of another shape than 9×9 or of candidates, unless a file has this name, or if the user says how
/// puzzles are said.
pub fn is_meant(arguments: &[PathBuf], said: NotationOverride) -> bool {
    let is_other = |text: &str| match NotationOverride::default().parse(text) {
        Ok((grid, _)) => !is_nine(&grid) || grid.candidates().is_some(),
        Err(_) => has_many_cells(text) || looks_like_cells(text),
    };
    let texts = arguments.iter().filter(|argument| !argument.exists() && !is_stdio(argument));
    let mut texts = texts.filter_map(|argument| argument.to_str());
    let is_said = said.alphabet.is_some() || said.shape.is_some_and(|shape| shape != Shape::NINE);
    texts.any(|text| is_said || is_other(text))
}

/// Returns true for a text of digits, blanks and separators that is too long for a number, and not nearly a puzzle of 9×9.
fn looks_like_cells(text: &str) -> bool {
    let is_cell = |byte: u8| byte.is_ascii_digit() || b".*_-?, |+\n".contains(&byte);
    text.len() >= FEWEST_CELLS && !NEARLY_NINE.contains(&text.len()) && text.bytes().all(is_cell)
}

fn is_nine(grid: &AnyGrid) -> bool {
    grid.shape().cells() == Shape::NINE.cells()
}

/// Returns true for a text with as many characters as a grid above 9×9 has cells: an argument that is meant as a puzzle.
fn has_many_cells(text: &str) -> bool {
    !text.contains('/') && Shape::of_cells(text.chars().count()).is_some_and(|shape| shape.side() > 9)
}

/// Solves the puzzles, and prints their solutions: grids for a person, or rows.
pub fn solve(arguments: &[PathBuf], said: NotationOverride, options: &Options, are_for_reader: bool) -> Result<Exit> {
    let puzzles = arguments.iter().map(|argument| parse(argument, said)).collect::<Result<Vec<_>>>()?;
    let strategies = puzzles.iter().map(|(puzzle, _)| strategy_for(puzzle, options)).collect::<Result<Vec<_>>>()?;
    let stop = interrupt::catch()?;
    let limits = Limits { stop: stop.into(), ..options.limits };
    if !are_for_reader {
        print("puzzle,solution,status,solutions\n")?;
    }
    for (index, ((puzzle, alphabet), mut strategy)) in puzzles.iter().zip(strategies).enumerate() {
        let mut solutions = Solutions::new(options.max_solutions);
        let outcome = match puzzle.conflict() {
            Some(_) => Outcome::ZERO,
            None => strategy.solve(puzzle, &limits, &mut solutions),
        };
        if stop.load(Ordering::Relaxed) {
            print_message(NODE_LIMIT);
            return Ok(Exit::Interrupted);
        }
        let gap = if index > 0 { "\n" } else { "" };
        print(&match are_for_reader {
            true => format!("{gap}{}", text_of(puzzle, *alphabet, &solutions, outcome.end)),
            false => row_of(puzzle, *alphabet, &solutions, &outcome),
        })?;
    }
    Ok(Exit::Success)
}

fn strategy_for(puzzle: &AnyGrid, options: &Options) -> Result<Box<dyn Strategy<AnyGrid>>> {
    let entry = &options.strategies[0];
    check_strategies(&options.strategies, puzzle.shape())?;
    Ok(match puzzle.candidates() {
        Some(_) => entry.build_for_candidates(options.simd).map_err(Error::start)?,
        None => entry.build_for(puzzle.shape()).map_err(Error::start)?,
    })
}

fn parse(argument: &Path, said: NotationOverride) -> Result<(AnyGrid, Alphabet)> {
    let name = argument.display();
    if argument.exists() || is_stdio(argument) {
        return usage!("{name} is no puzzle; name either files or puzzles");
    }
    let text = argument.to_str().unwrap_or_default();
    let parsed = said.parse(text).map(|(grid, notation)| (grid, notation.alphabet));
    parsed.map_err(|reason| Error::Usage(format!("{} is no puzzle: {reason}", beginning(text))))
}

fn beginning(text: &str) -> String {
    let line: String = text.chars().take(SHOWN).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.chars().count() > SHOWN { line + "…" } else { line }
}

/// Returns the first solution as a grid, and what the search found out about others.
fn text_of(puzzle: &AnyGrid, alphabet: Alphabet, solutions: &Solutions<AnyGrid>, end: End) -> String {
    if let Some(conflict) = puzzle.conflict() {
        let [first, second] = conflict.cell_names();
        return format!("no solution: {first} and {second} are both {}\n", alphabet.word(conflict.value));
    }
    let grid = solutions.kept().first().map(|grid| drawn(grid, alphabet)).unwrap_or_default();
    format!("{grid}{}", puzzle_arguments::remark(solutions.found(), solutions.max(), end))
}

pub fn drawn(grid: &AnyGrid, alphabet: Alphabet) -> String {
    let shape = grid.shape();
    let width = if alphabet == Alphabet::Numbers && shape.side() > 9 { 2 } else { 1 };
    let cells = |cells: &[u8]| {
        cells.iter().fold(String::new(), |mut text, &value| {
            write!(text, "{:>width$} ", alphabet.word(value)).expect("writing to memory cannot fail");
            text
        })
    };
    let row = |row: &[u8]| {
        let boxes: Vec<String> = row.chunks(shape.box_width()).map(cells).collect();
        boxes.join("| ").trim_end().to_string() + "\n"
    };
    let band = |band: &[u8]| band.chunks(shape.side()).map(row).collect::<String>();
    let boxes = vec!["-".repeat(shape.box_width() * (width + 1)); shape.side() / shape.box_width()].join("+-");
    // A row has no space at its end.
    let border = boxes[..boxes.len() - 1].to_string() + "\n";
    let bands: Vec<String> = grid.cells().chunks(shape.side() * shape.box_height()).map(band).collect();
    bands.join(&border)
}

fn row_of(puzzle: &AnyGrid, alphabet: Alphabet, solutions: &Solutions<AnyGrid>, outcome: &Outcome) -> String {
    let found = solutions.found();
    let status = if puzzle.has_conflict() { Status::Invalid } else { Status::of(outcome, found) };
    let solution = solutions.kept().first().map(|grid| alphabet.text(grid)).unwrap_or_default();
    format!("{},{solution},{status},{found}\n", alphabet.text(puzzle))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grids_are_drawn_with_the_boxes_of_their_shape() {
        let draw = |text: &str| {
            NotationOverride::default().parse(text).map(|(grid, notation)| drawn(&grid, notation.alphabet))
        };
        assert_eq!(draw("1234341221434321").unwrap(), "1 2 | 3 4\n3 4 | 1 2\n----+----\n2 1 | 4 3\n4 3 | 2 1\n");
        let six = draw("123456456123231564564231312645645312").unwrap();
        assert_eq!(six.lines().nth(2), Some("------+------"));
        let numbers = draw(&["16"; 256].join(" ")).unwrap();
        assert!(numbers.starts_with("16 16 16 16 | 16 16"));
    }
}
