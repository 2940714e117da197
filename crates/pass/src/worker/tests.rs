use std::sync::{
    Arc,
    atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst},
};

use grid::simd::Simd;
use sha2::{Digest, Sha256};
use solver::strategy::{self, Build, Entry, Outcome, Solutions, StartError};

use super::*;
use crate::{Runner, Status};
use corpus::{
    digest::hex,
    reader::{Corpus, Puzzle},
};

/// Panics at puzzles with one clue, and reports every other as unsolvable.
struct Touchy;

impl Strategy for Touchy {
    fn solve(&mut self, puzzle: &AnyGrid, _: &Limits, _: &mut Solutions) -> Outcome {
        assert_ne!(puzzle.clues(), 1);
        Outcome::ZERO
    }
}

fn entry(name: &'static str, build: Build) -> Entry {
    Entry { name: name.into(), build, ..strategy::find("naive").unwrap() }
}

fn options(entry: Entry, rebuild_per_block: bool) -> Options {
    Options { simd: Simd::Scalar, control: true, rebuild_per_block, ..Options::new(vec![entry]) }
}

fn pass() -> Pass<'static> {
    Pass { round: 0, clock: Clock::start(), stop: Stop::NEVER, progress: None }
}

fn block(clues: &[usize]) -> Block {
    let puzzle = |clues: &usize| {
        let mut givens = Grid::EMPTY;
        (0..*clues).for_each(|cell| givens.set(cell, cell as u8 + 1));
        Puzzle { id: None, file: None, line: 1, givens: givens.into(), solution: None, row: 0..0 }
    };
    Block { puzzles: clues.iter().map(puzzle).collect(), ..Block::default() }
}

struct Failing;

impl Strategy for Failing {
    fn solve(&mut self, _: &AnyGrid, _: &Limits, _: &mut Solutions) -> Outcome {
        Outcome { end: End::Failed, ..Outcome::ZERO }
    }

    fn solve_block(&mut self, puzzles: &[AnyGrid], limits: &Limits, answers: &mut [Answer]) {
        for (puzzle, answer) in puzzles.iter().zip(answers) {
            answer.outcome = self.solve(puzzle, limits, &mut answer.solutions);
            answer.message = Some("it fails".into());
        }
    }
}

#[test]
fn a_panic_has_nothing_of_the_strategy_before() {
    let mut options = options(entry("failing", Build::Native(|_, _| Box::new(Failing))), false);
    options.strategies.push(entry("touchy", Build::Native(|_, _| Box::new(Touchy))));
    let solved = Worker::new(&options).unwrap().solve(block(&[1]), &pass(), 0).unwrap();
    assert_eq!(solved.samples[1], Sample::PANICKED);
    let failed: Vec<_> = solved.engine_errors.iter().map(|error| error.index).collect();
    assert_eq!(failed, [0]);
}

#[test]
fn a_panic_costs_one_puzzle() {
    let options = options(entry("touchy", Build::Native(|_, _| Box::new(Touchy))), true);
    let mut worker = Worker::new(&options).unwrap();
    let solved = worker.solve(block(&[0, 1, 2, 1]), &pass(), 0).unwrap();
    let statuses: Vec<_> = solved.samples.iter().map(|sample| sample.status).collect();
    assert_eq!(statuses, [Status::Unsolvable, Status::Wrong, Status::Unsolvable, Status::Wrong]);
    assert_eq!(solved.samples[1], Sample::PANICKED);
    assert_eq!(solved.turns[0].control.len(), control::READINGS);
}

#[test]
fn a_pass_that_is_stopped_before_the_first_turn_has_no_answers() {
    let options = options(entry("touchy", Build::Native(|_, _| Box::new(Touchy))), false);
    let stop = AtomicBool::new(true);
    let mut block = block(&[3]);
    block.puzzles[0].solution = Some(Grid::EMPTY.into());
    let mut worker = Worker::new(&options).unwrap();
    let solved = worker.solve(block, &Pass { stop: Stop::from(&stop), ..pass() }, 0).unwrap();
    assert_eq!(solved.samples, [Sample::INVALID]);
    assert!(worker.last_solutions(0).is_empty());
}

/// A strategy that panics at puzzles with one clue and starts this many times.
fn starts(times: usize) -> Entry {
    let left = AtomicUsize::new(times);
    let start = move |_, _| match left.fetch_update(SeqCst, SeqCst, |left| left.checked_sub(1)) {
        Ok(_) => Ok(Box::new(Touchy) as Box<dyn Strategy>),
        Err(_) => Err(StartError { name: "flaky".into(), reason: "no more starts".into() }),
    };
    entry("flaky", Build::Dynamic(Arc::new(start)))
}

#[test]
fn a_strategy_that_fails_to_start_is_an_error() {
    let message = "cannot start strategy flaky: no more starts";
    let solve = |starts: Entry, rebuild_per_block, clues| {
        let options = options(starts, rebuild_per_block);
        let mut worker = Worker::new(&options)?;
        worker.solve(block(&[clues]), &pass(), 0)
    };
    assert_eq!(Runner::new(&options(starts(0), false), None, Clock::start()).err().unwrap().to_string(), message);
    assert!(solve(starts(1), true, 0).is_ok(), "another program is not renewed");
    assert_eq!(solve(starts(1), false, 1).unwrap_err().to_string(), message, "rebuilt after a panic");
    assert!(solve(starts(1), false, 0).is_ok());
    let options = options(starts(1), true);
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("one-clue.txt");
    std::fs::write(&path, format!("1{}\n", ".".repeat(80))).unwrap();
    let corpus = Corpus { files: vec![path], ..Corpus::default() };
    let run = Runner::new(&options, None, Clock::start()).unwrap().map(&mut corpus.blocks(), 0, |_, _| (), |()| Ok(()));
    assert_eq!(run.unwrap_err().to_string(), message, "in the middle of a run");
}

/// Puzzles of every difficulty: each of the classics with all numbers of its blanks filled with the solution, from the first.
/// The control reaches its limit in some, and has to take back wrong values in others.
fn partly_solved_classics() -> Vec<Grid> {
    let rows = include_str!("../../../../datasets/classics.csv").lines().skip(1);
    let puzzle_and_solution = |row: &str| {
        let mut fields = row.split(',').skip(1).map(|field| Grid::parse(field.as_bytes()).unwrap());
        (fields.next().unwrap(), fields.next().unwrap())
    };
    let steps = |(puzzle, solution): (Grid, Grid)| {
        let blanks: Vec<_> = (0..81).filter(|&cell| puzzle.get(cell) == 0).collect();
        let fill = move |mut grid: Grid, &cell: &usize| {
            grid.set(cell, solution.get(cell));
            grid
        };
        (0..=blanks.len()).map(|n| blanks[..n].iter().fold(puzzle, fill)).collect::<Vec<_>>()
    };
    rows.map(puzzle_and_solution).flat_map(steps).collect()
}

/// Latencies are compared with those of stored runs beside the same version of the control.
#[test]
fn a_control_that_searches_in_another_way_has_another_version() {
    let puzzles = partly_solved_classics();
    let nodes: Vec<_> = puzzles.iter().map(|puzzle| control::search(puzzle.cells())).collect();
    let read: Vec<_> = (0..control::READINGS).map(|reading| nodes[control::chosen(reading, nodes.len())]).collect();
    let digest = hex(&Sha256::digest(nodes.iter().flat_map(|nodes| nodes.to_le_bytes()).collect::<Vec<_>>()));
    let digest_of_version_1 = "ca3499803c50c486cffc05bdb48ed52d8f3c18330a010acfb1f6003090b0e042";
    assert_eq!(
        (control::VERSION, read, &*digest),
        (1, vec![32, 32, 22, 32, 32, 32, 20, 25, 7, 32, 30, 24, 3, 22, 9, 26], digest_of_version_1)
    );
}

#[test]
fn the_readings_of_the_control_are_evenly_spaced() {
    let due = |n: usize| (0..=n).map(|done| control::due(done, n)).collect::<Vec<_>>();
    assert_eq!((due(0), due(1), due(3)), (vec![0], vec![0, 16], vec![0, 5, 10, 16]));
    assert!(due(512).windows(2).all(|pair| pair[1] - pair[0] <= 1) && due(512).ends_with(&[15, 16]));
    let chosen = |n| (0..control::READINGS).map(|reading| control::chosen(reading, n)).collect::<Vec<_>>();
    assert_eq!(chosen(40), [0, 2, 5, 7, 10, 12, 15, 17, 20, 22, 25, 27, 30, 32, 35, 37]);
    assert_eq!(chosen(2), [[0; 8], [1; 8]].concat());
}

#[test]
fn profiles_are_kept_on_request_and_nodes_by_depth_in_the_first_round() {
    let mut options = options(strategy::find("dlx").unwrap(), false);
    options.strategies.extend(["lanes", "naive"].map(|name| strategy::find(name).unwrap()));
    let plain = Worker::new(&options).unwrap().solve(block(&[0, 9]), &pass(), 0).unwrap();
    assert!(plain.nodes_by_depth.is_empty() && plain.samples.iter().all(|sample| sample.profile.is_none()));
    options.profile = true;
    let mut worker = Worker::new(&options).unwrap();
    let first = worker.solve(block(&[0, 9]), &pass(), 0).unwrap();
    let second = worker.solve(block(&[0, 9]), &Pass { round: 1, ..pass() }, 0).unwrap();
    assert!(second.nodes_by_depth.is_empty());
    for (index, (sample, nodes)) in first.samples.iter().zip(&first.nodes_by_depth).enumerate() {
        assert_eq!(second.samples[index].profile, sample.profile);
        let has_profile = index % 3 != 1;
        assert_eq!(nodes.iter().sum::<u64>(), if has_profile { sample.nodes } else { 0 });
        assert_eq!(sample.profile.map(|fields| fields.first_backtracks), has_profile.then_some(sample.backtracks));
        assert_eq!(
            Sample { latency_ns: 0, profile: None, ..*sample },
            Sample { latency_ns: 0, ..plain.samples[index] }
        );
    }
}
