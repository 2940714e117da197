//! The ratings of named puzzles, and the steps that solve them as a person would take them.

use std::{collections::HashMap, sync::atomic::AtomicBool};

use corpus::error::Result;
use grid::Grid;
use pass::Threads;
use rating::explain::{self, Explanation, Given, NoPath, Taken};
use rating::{End, Tenths};

use super::extremes::{NamedPuzzle, SolutionPath};
use crate::record::RatingOptions;

/// The most puzzles that have a path, to bound the size of a report.
const MAX_PATHS: usize = 4000;
const PUZZLES_AHEAD: usize = 8;

/// The reasons of steps: their ratings and techniques, and why they follow. Each is held once, as most steps are singles.
#[derive(Default)]
struct Reasons {
    texts: Vec<String>,
    indices: HashMap<String, usize>,
}

impl Reasons {
    fn index_of(&mut self, text: String) -> usize {
        let Reasons { texts, indices } = self;
        *indices.entry(text).or_insert_with_key(|text| {
            texts.push(text.clone());
            texts.len() - 1
        })
    }
}

/// Adds the paths to the puzzles whose cells are known, and returns the reasons of the steps. After a stop, paths are missing.
pub fn add_paths(puzzles: &mut [NamedPuzzle], options: &RatingOptions, stop: &AtomicBool) -> Result<Vec<String>> {
    let mut reasons = Reasons::default();
    let threads = Threads::new(options.threads, || ())?;
    let grids = puzzles.iter().enumerate().take(MAX_PATHS).filter_map(|(index, puzzle)| {
        let grid = Grid::parse(puzzle.givens.as_ref()?.as_bytes()).ok()?;
        Some((index, grid))
    });
    let grids: Vec<(usize, Grid)> = grids.collect();
    let work = |(): &mut (), _: usize, (index, grid): (usize, Grid)| (index, path_of(&grid, options.up_to, stop));
    threads.run(PUZZLES_AHEAD, grids.into_iter(), work, |(index, told)| {
        let Told { ratings, steps, end } = told;
        let steps = steps.into_iter().map(|(conclusion, reason)| (conclusion, reasons.index_of(reason))).collect();
        puzzles[index].path = Some(SolutionPath { ratings, steps, end });
        Ok(())
    })?;
    Ok(reasons.texts)
}

/// A path with the texts of its reasons.
#[derive(Default)]
struct Told {
    ratings: String,
    /// The conclusion and the reason of each step.
    steps: Vec<(String, String)>,
    end: String,
}

fn path_of(puzzle: &Grid, up_to: Tenths, stop: &AtomicBool) -> Told {
    let Explanation { rating, steps, .. } = match explain::explain(&Given::from(puzzle), Some(up_to), stop) {
        Ok(explanation) => explanation,
        Err(reason) => return Told { ratings: unrated(reason).into(), ..Told::default() },
    };
    let end = match rating.end {
        End::AboveLimit => format!("The next step is rated above {up_to}."),
        End::Stuck => "No technique goes on from here.".into(),
        End::Solved | End::Stopped => String::new(),
    };
    Told { ratings: explain::headline(&rating, Some(up_to)), steps: steps.iter().map(tell_step).collect(), end }
}

fn tell_step(Taken { step, .. }: &Taken) -> (String, String) {
    (step.conclusion(), format!("{} {}: {}", step.tenths(), step.technique.name(), step.reason()))
}

fn unrated(reason: NoPath) -> &'static str {
    match reason {
        NoPath::NoSolution => "No rating: the puzzle has no solution",
        NoPath::SeveralSolutions => "No rating: the puzzle has several solutions",
        NoPath::Full => "No rating: the puzzle has no blanks",
        NoPath::Stopped => "",
    }
}

#[cfg(test)]
mod tests {
    use grid::simd::Simd;

    use super::*;

    const POINTING: &str = "........1.......2...3..4.........3......1..5..46..78.....3.9..6.1....4..2........";

    fn named(givens: &str) -> NamedPuzzle {
        NamedPuzzle { name: "1".into(), line: 1, clues: 17, givens: Some(givens.into()), samples: vec![], path: None }
    }

    #[test]
    fn a_path_ends_with_the_solution_or_says_why_not() {
        let mut puzzles = [named(POINTING), named(POINTING), named(&POINTING.replacen('1', ".", 1))];
        let options = RatingOptions { up_to: Tenths(26), threads: 2, simd: Simd::detect() };
        let stop = AtomicBool::new(false);
        let reasons = add_paths(&mut puzzles, &options, &stop).unwrap();
        let [first, second, several] = puzzles.map(|puzzle| puzzle.path.unwrap());
        assert!(first.ratings.starts_with("ER 2.6, EP 2.6, ED 2.6; ") && first.end.is_empty(), "{first:?}");
        let (conclusion, reason) = &first.steps[0];
        assert_eq!(conclusion, "r79c8 ≠ 1");
        assert!(reasons[*reason].starts_with("2.6 pointing: "), "{}", reasons[*reason]);
        assert_eq!(first, second, "reasons are shared");
        assert!(reasons.len() <= first.steps.len(), "equal reasons are held once");
        assert_eq!((several.ratings, several.steps.len()), ("No rating: the puzzle has several solutions".into(), 0));
        let mut limited = [named(POINTING)];
        add_paths(&mut limited, &RatingOptions { up_to: Tenths(15), ..options }, &stop).unwrap();
        assert_eq!(limited[0].path.as_ref().unwrap().end, "The next step is rated above 1.5.");
    }
}
