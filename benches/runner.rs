//! Measures the overhead of the runner and the record per sample: clock, check, row, digest, histogram. Unix only.
//!
//! ```text
//! cargo bench --bench runner
//! ```
//!
//! A strategy that returns a fixed solution takes no time, so the whole run is overhead. The difference between a run
//! with four such strategies and a run with one excludes the cost of reading. Times are the processor time of all
//! threads, the smallest of nine runs, because disturbances only add to it.

use std::{path::Path, sync::atomic::AtomicBool};

use benchmark::{
    record::{Destination, RunOptions},
    session::measure,
};
use corpus::reader::Corpus;
use grid::{AnyGrid, Grid};
use nix::sys::resource::{UsageWho, getrusage};
use pass::{self, Options};
use solver::strategy::{Build, End, Entry, Limits, Outcome, REGISTRY, Solutions, Strategy};

const FULL: &str = "812753649943682175675491283154237896369845721287169534521974368438526917796318452";
const PUZZLES: usize = 300_000;

/// A strategy that returns a fixed solution: every puzzle of this benchmark is `FULL` with some blanks.
struct FixedSolution(AnyGrid);

impl Strategy for FixedSolution {
    fn solve(&mut self, _: &AnyGrid, _: &Limits, solutions: &mut Solutions) -> Outcome {
        solutions.add(self.0.clone());
        Outcome { end: End::Complete, nodes: 12_345, guesses: 123, backtracks: 12_289, max_depth: 56 }
    }
}

fn fixed_solution(name: &'static str) -> Entry {
    let build = Build::Native(|_, _| Box::new(FixedSolution(Grid::parse(FULL.as_bytes()).expect("a grid").into())));
    Entry { name: name.into(), build, ..REGISTRY[0].clone() }
}

fn main() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let corpus = directory.path().join("corpus.csv");
    let blanked = |n: usize| FULL.char_indices().map(move |(i, c)| if (i * 7 + n).is_multiple_of(3) { '.' } else { c });
    let row = |n: usize| format!("{n},{},{FULL}\n", blanked(n).collect::<String>());
    let text = String::from("id,puzzle,solution\n") + &(0..PUZZLES).map(row).collect::<String>();
    std::fs::write(&corpus, text).expect("a file");
    let mut one = f64::MAX;
    let mut four = f64::MAX;
    for _ in 0..9 {
        one = one.min(cost(&corpus, 1));
        four = four.min(cost(&corpus, 4));
    }
    println!("{:.0} ns per sample", (four - one) / (3 * PUZZLES) as f64);
}

/// Returns the processor time of a run, in nanoseconds.
fn cost(corpus: &Path, strategies: usize) -> f64 {
    let out = tempfile::tempdir().expect("a temporary directory");
    let corpus = Corpus { files: vec![corpus.into()], ..Corpus::default() };
    let strategies = ["a", "b", "c", "d"].into_iter().take(strategies).map(fixed_solution).collect();
    let options = RunOptions::new(corpus, Options::new(strategies));
    let progress = pass::Progress::new(options.pass.strategies.len(), 1).into();
    let before = processor_time();
    let directory = Destination::new(out.path(), &[]).create(false).expect("a directory");
    measure(&options, &directory, &AtomicBool::new(false), &progress, &mut |_| ()).expect("a record");
    processor_time() - before
}

fn processor_time() -> f64 {
    let usage = getrusage(UsageWho::RUSAGE_SELF).expect("the processor time");
    let times = [usage.user_time(), usage.system_time()];
    times.iter().map(|time| time.tv_sec() as f64 * 1e9 + time.tv_usec() as f64 * 1e3).sum()
}
