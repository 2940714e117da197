//! What one thread does with one block.

use std::{
    collections::VecDeque,
    hint::black_box,
    mem,
    panic::{AssertUnwindSafe, catch_unwind},
    time::{Duration, Instant},
};

use super::{Options, check, control};
use crate::{
    error::{Error, Result},
    grid::Grid,
    reader::Block,
    record::{ControlTurn, Sample, SolvedBlock, Turn, Usage},
    strategy::{Answer, Strategy},
};

/// Blocks whose workspaces are kept.
const RETIRED: usize = 16;

/// A thread's own workspaces: one of every strategy, built once.
pub struct Worker<'a> {
    options: &'a Options,
    strategies: Vec<Box<dyn Strategy>>,
    /// Those of earlier blocks.
    retired: VecDeque<Vec<Box<dyn Strategy>>>,
    /// Whether all of them bear with givens that conflict, so that only unsolved puzzles are looked at for them.
    trusting: bool,
    /// The puzzles of a block that can be solved, and the place of each in the block.
    puzzles: Vec<Grid>,
    places: Vec<usize>,
    /// A strategy's answers to these puzzles.
    answers: Vec<Answer>,
    /// The first solution of every sample of a block.
    first: Vec<Option<Grid>>,
    /// A solution of every puzzle of a block that was found good.
    good: Vec<Option<Grid>>,
}

/// The solutions that one strategy found in a block.
#[derive(Clone, Copy)]
pub struct FoundSolutions<'a> {
    places: &'a [usize],
    answers: &'a [Answer],
}

impl<'a> FoundSolutions<'a> {
    /// Those of the puzzle at a place of the block; at most [`Solutions::KEPT`](crate::strategy::Solutions::KEPT).
    pub fn of(&self, place: usize) -> &'a [Grid] {
        // Mostly, all puzzles of a block can be solved, so that a puzzle's place is that of its answer.
        let answer = match self.places.get(place) {
            Some(&same) if same == place => Some(place),
            _ => self.places.binary_search(&place).ok(),
        };
        answer.map_or(&[], |answer| self.answers[answer].solutions.kept())
    }
}

fn build(options: &Options) -> Result<Vec<Box<dyn Strategy>>> {
    options.strategies.iter().map(|entry| entry.build(options.simd)).collect()
}

impl<'a> Worker<'a> {
    /// Builds the workspaces.
    ///
    /// # Errors
    ///
    /// Fails if a strategy fails to start.
    pub fn new(options: &'a Options) -> Result<Worker<'a>> {
        let strategies = build(options)?;
        Ok(Worker {
            options,
            trusting: strategies.iter().all(|strategy| strategy.accepts_conflicts()),
            strategies,
            retired: VecDeque::new(),
            puzzles: Vec::new(),
            places: Vec::new(),
            answers: Vec::new(),
            first: Vec::new(),
            good: Vec::new(),
        })
    }

    /// Lets every strategy, and the control, solve the whole block, one after the other, in an order that rotates with
    /// block and round; the answers are checked after each turn, outside the clock, and between strategies at the end.
    ///
    /// # Errors
    ///
    /// Fails if a strategy fails to start when its workspace is rebuilt: for this block, or after a panic.
    pub fn solve(&mut self, block: Block, round: u32, started: Instant, number: usize) -> Result<SolvedBlock> {
        if self.options.renew {
            self.renew()?;
        }
        let n = self.strategies.len();
        let mut samples = vec![Sample::INVALID; block.puzzles.len() * n];
        self.load(&block);
        // One strategy has no other to be held against.
        let compared = if n > 1 { block.puzzles.len() } else { 0 };
        self.first.clear();
        self.first.resize(compared * n, None);
        self.good.clear();
        self.good.resize(compared, None);
        let (mut turns, mut control) = (vec![Turn::default(); n], None);
        let takers = n + usize::from(self.options.control);
        for slot in 0..takers {
            let taker = ((slot as u64 + block.index + u64::from(round)) % takers as u64) as usize;
            let (start, before) = (started.elapsed(), Usage::of_this_thread());
            let turn = || Turn { slot, worker: number, start, usage: Usage::of_this_thread().since(before) };
            if taker == n {
                let latencies = self.run_control();
                control = Some(ControlTurn { turn: turn(), latencies });
                continue;
            }
            let panicked = self.take_turn(taker)?;
            turns[taker] = turn();
            self.judge(&block, taker, &panicked, &mut samples);
        }
        for (samples, first) in samples.chunks_mut(n).zip(self.first.chunks(n)) {
            check::compare(samples, first, self.options.max_solutions);
        }
        Ok(SolvedBlock { block, samples, turns, control })
    }

    /// What the strategy that took the last turn has found.
    pub fn found(&self) -> FoundSolutions<'_> {
        FoundSolutions { places: &self.places, answers: &self.answers }
    }

    /// Makes samples of a strategy's answers; it panicked at some of the puzzles.
    fn judge(&mut self, block: &Block, strategy: usize, panicked: &[usize], samples: &mut [Sample]) {
        for (i, &place) in self.places.iter().enumerate() {
            let (answer, at) = (&self.answers[i], place * self.strategies.len() + strategy);
            samples[at] = match panicked.contains(&i) {
                false if self.is_invalid(i) => Sample::INVALID,
                false => check::judge(&block.puzzles[place], answer, self.good.get_mut(place).unwrap_or(&mut None)),
                true => Sample::PANICKED,
            };
            if let Some(first) = self.first.get_mut(at) {
                *first = answer.solutions.kept().first().copied();
            }
        }
    }

    /// Takes the puzzles of a block whose givens do not conflict, or all of them.
    fn load(&mut self, block: &Block) {
        self.places.clear();
        self.puzzles.clear();
        for (place, puzzle) in block.puzzles.iter().enumerate() {
            if self.trusting || !puzzle.givens.has_conflict() {
                self.places.push(place);
                self.puzzles.push(puzzle.givens);
            }
        }
        while self.answers.len() < self.puzzles.len() {
            self.answers.push(Answer::new(self.options.max_solutions));
        }
    }

    /// Whether a puzzle has no solution because its givens conflict, even if a limit kept the strategy from seeing it.
    fn is_invalid(&self, i: usize) -> bool {
        self.trusting && self.answers[i].solutions.found() == 0 && self.puzzles[i].has_conflict()
    }

    /// Builds the workspaces anew, elsewhere. Where in memory they are makes some strategies faster or slower by some
    /// percent; this way, it is not the same luck in every block. Those of some blocks before are kept, as a new one would
    /// else be where an old one was.
    fn renew(&mut self) -> Result<()> {
        let old = mem::replace(&mut self.strategies, build(self.options)?);
        self.retired.truncate(RETIRED - 1);
        self.retired.push_front(old);
        Ok(())
    }

    /// Runs the control on the puzzles, and takes the time of each.
    fn run_control(&self) -> Vec<Duration> {
        let timed = |puzzle: &Grid| {
            let start = Instant::now();
            black_box(control::search(puzzle.cells()));
            start.elapsed()
        };
        self.puzzles.iter().map(timed).collect()
    }

    /// Lets a strategy answer the puzzles, and returns the indices of those at which it panicked.
    fn take_turn(&mut self, strategy: usize) -> Result<Vec<usize>> {
        let Worker { options, strategies, puzzles, answers, .. } = self;
        let answers = &mut answers[..puzzles.len()];
        let mut attempt = |puzzles: &[Grid], answers: &mut [Answer]| {
            let workspace = &mut strategies[strategy];
            let solved = catch_unwind(AssertUnwindSafe(|| workspace.solve_block(puzzles, &options.limits, answers)));
            if solved.is_err() {
                // Whatever state it is in, it is not used again.
                *workspace = options.strategies[strategy].build(options.simd)?;
                answers.iter_mut().for_each(|answer| answer.solutions.clear());
            }
            Ok::<_, Error>(solved.is_ok())
        };
        let mut panicked = Vec::new();
        if !attempt(puzzles, answers)? {
            // Solve the block again, puzzle by puzzle, to find out which ones cause the panic.
            for (i, (puzzle, answer)) in puzzles.chunks(1).zip(answers.chunks_mut(1)).enumerate() {
                if !attempt(puzzle, answer)? {
                    panicked.push(i);
                }
            }
        }
        Ok(panicked)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{
        Arc,
        atomic::{AtomicUsize, Ordering::SeqCst},
    };

    use super::*;
    use crate::{
        reader::Puzzle,
        record::Status,
        runner::{Runner, control_digest},
        simd::Simd,
        strategy::{self, Build, Entry, Limits, Outcome, Solutions},
    };

    /// Panics at the puzzle with one given, and finds every other unsolvable.
    struct Touchy;

    impl Strategy for Touchy {
        fn solve(&mut self, puzzle: &Grid, _: &Limits, _: &mut Solutions) -> Outcome {
            assert_ne!(puzzle.clues(), 1);
            Outcome::ZERO
        }
    }

    fn entry(name: &'static str, build: Build) -> Entry {
        Entry { name: name.into(), about: "".into(), complete: true, default: false, amortised: false, build }
    }

    fn options(entry: Entry, renew: bool) -> Options {
        Options {
            strategies: vec![entry],
            max_solutions: 1,
            limits: Limits::NONE,
            threads: 1,
            simd: Simd::Scalar,
            control: true,
            renew,
        }
    }

    /// A block of puzzles with these numbers of clues.
    fn block(clues: &[usize]) -> Block {
        let puzzle = |clues: &usize| {
            let mut givens = Grid::EMPTY;
            (0..*clues).for_each(|cell| givens.set(cell, cell as u8 + 1));
            Puzzle { id: None, file: None, line: 1, givens, solution: None, row: 0..0 }
        };
        Block { puzzles: clues.iter().map(puzzle).collect(), ..Block::default() }
    }

    #[test]
    fn a_panic_costs_one_puzzle() {
        let options = options(entry("touchy", Build::Native(|_| Box::new(Touchy))), true);
        let mut worker = Worker::new(&options).unwrap();
        let solved = worker.solve(block(&[0, 1, 2, 1]), 0, Instant::now(), 0).unwrap();
        let statuses: Vec<_> = solved.samples.iter().map(|sample| sample.status).collect();
        assert_eq!(statuses, [Status::Unsolvable, Status::Wrong, Status::Unsolvable, Status::Wrong]);
        assert_eq!(solved.samples[1], Sample::PANICKED);
        assert_eq!(solved.control.unwrap().latencies.len(), 4);
    }

    #[test]
    fn a_strategy_known_at_run_time_runs() {
        let name = String::from("late-dlx");
        let late = Entry {
            name: name.clone().into(),
            build: Build::Dynamic(Arc::new(|simd| strategy::find("dlx").unwrap().build(simd))),
            ..entry("", Build::Native(|_| Box::new(Touchy)))
        };
        let options = options(late, true);
        let solved = Worker::new(&options).unwrap().solve(block(&[3]), 0, Instant::now(), 0).unwrap();
        assert_eq!((solved.samples[0].status, solved.samples[0].solutions), (Status::Solved, 1));
        assert_eq!(options.strategies[0].name, name);
    }

    /// A strategy that panics at puzzles with one clue and starts this many times.
    fn starts(times: usize) -> Entry {
        let left = AtomicUsize::new(times);
        let start = move |_| match left.fetch_update(SeqCst, SeqCst, |left| left.checked_sub(1)) {
            Ok(_) => Ok(Box::new(Touchy) as Box<dyn Strategy>),
            Err(_) => Err(Error::Strategy { name: "flaky".into(), reason: "no more starts".into() }),
        };
        entry("flaky", Build::Dynamic(Arc::new(start)))
    }

    #[test]
    fn a_strategy_that_fails_to_start_is_an_error() {
        let message = "cannot start strategy flaky: no more starts";
        let solve = |starts: Entry, renew, clues| {
            let options = options(starts, renew);
            let mut worker = Worker::new(&options)?;
            worker.solve(block(&[clues]), 0, Instant::now(), 0)
        };
        assert_eq!(Runner::new(&options(starts(0), false)).err().unwrap().to_string(), message);
        assert_eq!(solve(starts(1), true, 0).unwrap_err().to_string(), message, "renewed for the block");
        assert_eq!(solve(starts(1), false, 1).unwrap_err().to_string(), message, "rebuilt after a panic");
        assert!(solve(starts(1), false, 0).is_ok());
    }

    /// What was measured beside one control cannot be compared with what was measured beside another.
    #[test]
    fn the_control_is_never_changed() {
        let digest = "1257604f2e87138a15d47a78ed600c502959abeec66a18f4bf8126f7f03a4493";
        assert_eq!(control_digest(), digest, "src/control.rs is frozen: a new control is a new file");
    }

    #[test]
    fn the_control_costs_about_the_same_for_every_puzzle() {
        assert_eq!(control::search(Grid::EMPTY.cells()), control::MOST_NODES);
        let easy = ".1.7..6.99436.21756.549128315423.896369.457212871.953452197436843.52.917.963184.2";
        let easy = Grid::parse(easy.replace('.', "0").as_bytes()).unwrap();
        assert_eq!(control::search(easy.cells()), 81 - easy.clues() as u32);
    }
}
