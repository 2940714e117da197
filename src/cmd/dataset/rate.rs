//! `sudoku-bench dataset rate`.

use std::process::ExitCode;

use sudoku_bench::{
    dataset::technique,
    error::Result,
    grid::Grid,
    layout::free_name,
    reader::{Block, BlockSize},
    record::Status,
    strategy::{Answer, End, Entry, Limits, Strategy},
    writer::Edit,
};

use super::{Change, Shape};
use crate::cli::Rate;

pub fn run(args: Rate) -> Result<ExitCode> {
    let (entries, simd) = (args.strategy, args.shape.machine.simd);
    let mut shape = Shape { edit: Edit::Columns, ..Shape::resolve(args.shape)? };
    shape.added = names(&entries);
    // Ctrl-C waits for the blocks in flight, and a puzzle may take long.
    shape.corpus.block_size = BlockSize::default();
    let limits = Limits { nodes: args.limits.node_limit.unwrap_or(u64::MAX), time: args.limits.time_limit };
    let solutions = args.limits.max_solutions.unwrap_or(1);
    let build = || Rater {
        strategies: entries.iter().map(|entry| entry.build(simd).expect("a native strategy starts")).collect(),
        limits,
        solutions,
        answers: Vec::new(),
    };
    shape.change(build, |rater, block| Ok(rater.rate(block)))
}

/// The columns: what a puzzle is, and what each strategy made of it.
fn names(entries: &[Entry]) -> Vec<String> {
    let mut names = vec!["clues".to_string(), "technique".into()];
    for entry in entries {
        // A name of an expression has no hyphen.
        let name = entry.name.replace('-', "_");
        let all = ["status", "solutions", "guesses", "nodes", "backtracks"].map(|what| format!("{name}_{what}"));
        all.iter().for_each(|name| names.push(free_name(name, &names)));
    }
    names
}

/// A thread's workspace.
struct Rater {
    strategies: Vec<Box<dyn Strategy>>,
    limits: Limits,
    solutions: u64,
    answers: Vec<Answer>,
}

impl Rater {
    fn rate(&mut self, block: &Block) -> Vec<Change> {
        let mut rated: Vec<Vec<String>> = block.puzzles.iter().map(|puzzle| known(&puzzle.givens)).collect();
        let is_sound = |place: &usize| !block.puzzles[*place].givens.has_conflict();
        let sound: Vec<usize> = (0..rated.len()).filter(is_sound).collect();
        let puzzles: Vec<Grid> = sound.iter().map(|&place| block.puzzles[place].givens).collect();
        while self.answers.len() < puzzles.len() {
            self.answers.push(Answer::new(self.solutions));
        }
        for strategy in &mut self.strategies {
            let answers = &mut self.answers[..puzzles.len()];
            strategy.solve_block(&puzzles, &self.limits, answers);
            let mut answers = sound.iter().zip(answers).peekable();
            for (place, rated) in rated.iter_mut().enumerate() {
                match answers.next_if(|(sound, _)| **sound == place) {
                    Some((_, answer)) => rated.extend(told(answer)),
                    None => rated.extend([Status::Invalid.name(), "0", "0", "0", "0"].map(String::from)),
                }
            }
        }
        rated.into_iter().map(Change::Add).collect()
    }
}

fn known(puzzle: &Grid) -> Vec<String> {
    let technique = technique::highest(puzzle).map_or("", |technique| technique.name());
    vec![puzzle.clues().to_string(), technique.into()]
}

fn told(answer: &Answer) -> [String; 5] {
    let (outcome, found) = (&answer.outcome, answer.solutions.found());
    let status = match outcome.end {
        End::Complete if found > 0 => Status::Solved,
        End::Complete => Status::Unsolvable,
        End::Stalled { .. } => Status::Stalled,
        End::NodeLimit => Status::NodeLimit,
        End::TimeLimit => Status::TimeLimit,
    };
    [
        status.to_string(),
        found.to_string(),
        outcome.guesses.to_string(),
        outcome.nodes.to_string(),
        outcome.backtracks.to_string(),
    ]
}
