//! One thread's work on one block.

use std::{
    collections::VecDeque,
    hint::black_box,
    mem,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};

use super::{
    check, control,
    options::Options,
    progress::{Progress, TurnProgress},
};
use crate::{
    error::{Error, Result},
    grid::Grid,
    reader::Block,
    record::{Clock, EngineError, Sample, SolvedBlock, Turn, Usage},
    strategy::{Answer, Answers, Build, End, Limits, Strategy},
};

/// The number of earlier blocks whose workspaces are kept allocated.
const RETIRED: usize = 16;

/// One thread's workspaces, one per strategy, and its buffers.
pub struct Worker<'a> {
    options: &'a Options,
    strategies: Vec<Box<dyn Strategy>>,
    /// The workspaces of earlier blocks.
    retired: VecDeque<Vec<Box<dyn Strategy>>>,
    /// True if every strategy accepts conflicting givens, so that only puzzles without a solution are checked for
    /// conflicts.
    accepts_conflicts: bool,
    /// The puzzles of the block that the strategies solve.
    puzzles: Vec<Grid>,
    /// The index in the block of each of these puzzles.
    places: Vec<usize>,
    /// The answers of one strategy to these puzzles.
    answers: Answers,
    /// The first solution of every sample of the block; empty if there is only one strategy.
    first: Vec<Option<Grid>>,
    /// A checked solution of every puzzle of the block; empty if there is only one strategy.
    checked: Vec<Option<Grid>>,
    /// The messages of other programs that gave no answer in the block.
    engine_errors: Vec<EngineError>,
}

/// One pass over a corpus.
#[derive(Clone, Copy)]
pub struct Pass<'a> {
    /// The number of passes before it.
    pub round: u32,
    /// Measures the start of every turn.
    pub clock: Clock,
    /// Setting this flag stops the pass.
    pub stop: &'a AtomicBool,
    /// Counts the searches.
    pub progress: Option<&'a Progress>,
}

/// The solutions that one strategy found in a block.
#[derive(Clone, Copy)]
pub struct FoundSolutions<'a> {
    places: &'a [usize],
    answers: &'a [Answer],
}

impl<'a> FoundSolutions<'a> {
    /// Returns the solutions of the puzzle with this index in the block; at most
    /// [`Solutions::KEPT`](crate::strategy::Solutions::KEPT).
    pub fn of(&self, place: usize) -> &'a [Grid] {
        // Usually every puzzle of the block is solved, and a puzzle and its answer have the same index.
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
    /// Returns an error if a strategy fails to start.
    pub fn new(options: &'a Options) -> Result<Worker<'a>> {
        let strategies = build(options)?;
        Ok(Worker {
            options,
            accepts_conflicts: strategies.iter().all(|strategy| strategy.accepts_conflicts()),
            strategies,
            retired: VecDeque::new(),
            puzzles: Vec::new(),
            places: Vec::new(),
            answers: Answers::new(options.max_solutions),
            first: Vec::new(),
            checked: Vec::new(),
            engine_errors: Vec::new(),
        })
    }

    /// Solves a block with every strategy, one after the other, in an order that rotates with block and round. Outside the
    /// clock, the answers are checked after each turn, and compared between strategies at the end.
    ///
    /// `number` is the number of this thread. Once the pass is stopped, the method returns soon, and its result must not be
    /// used.
    ///
    /// # Errors
    ///
    /// Returns an error if a strategy fails to start when its workspace is rebuilt: for this block, or after a panic.
    pub fn solve(&mut self, block: Block, pass: &Pass<'_>, number: usize) -> Result<SolvedBlock> {
        let &Pass { round, clock, stop, progress } = pass;
        if self.options.renew {
            self.renew()?;
        }
        let n = self.strategies.len();
        if let Some(progress) = progress {
            progress.begin(&block);
        }
        let mut samples = vec![Sample::INVALID; block.puzzles.len() * n];
        self.load(&block);
        // A single strategy is compared with no other.
        let compared = if n > 1 { block.puzzles.len() } else { 0 };
        self.first.clear();
        self.first.resize(compared * n, None);
        self.checked.clear();
        self.checked.resize(compared, None);
        let mut turns = vec![Turn::default(); n];
        for slot in (0..n).take_while(|_| !stop.load(Ordering::Relaxed)) {
            // The index may come from another program, and be any number.
            let rotation = block.index.wrapping_add(u64::from(round)).wrapping_add(slot as u64);
            let strategy = (rotation % n as u64) as usize;
            let (start, before) = (clock.elapsed(), Usage::of_this_thread());
            let counter = progress.map(|progress| progress.turn(number, strategy));
            let (panicked, control) = self.take_turn(strategy, stop, counter.as_ref())?;
            let usage = Usage::of_this_thread().since(before);
            turns[strategy] = Turn { slot, worker: number, start, usage, control };
            self.check(&block, strategy, &panicked, &mut samples);
        }
        for (samples, first) in samples.chunks_mut(n).zip(self.first.chunks(n)) {
            check::compare(samples, first, self.options.max_solutions);
        }
        let found = self.found();
        let wrong_solutions = check::wrong_solutions(&block, |place, solution| found.of(place).contains(solution));
        let mut engine_errors = mem::take(&mut self.engine_errors);
        engine_errors.sort_unstable_by_key(|error| error.place);
        Ok(SolvedBlock { block, samples, turns, wrong_solutions, engine_errors })
    }

    /// Returns the solutions found by the strategy that took the last turn.
    pub fn found(&self) -> FoundSolutions<'_> {
        FoundSolutions { places: &self.places, answers: self.answers.as_slice() }
    }

    /// Returns the first solution that a strategy found of a puzzle of the last block, whether it passed the checks or not.
    pub fn first_solution(&self, place: usize, strategy: usize) -> Option<Grid> {
        let first = self.first.get(place * self.strategies.len() + strategy).copied();
        // The solutions of a single strategy are not copied.
        first.unwrap_or_else(|| self.found().of(place).first().copied())
    }

    /// Checks a strategy's answers and writes its samples. `panicked` has the indices of the puzzles at which the
    /// strategy panicked.
    fn check(&mut self, block: &Block, strategy: usize, panicked: &[usize], samples: &mut [Sample]) {
        for (i, &place) in self.places.iter().enumerate() {
            let (answer, at) = (&self.answers.as_slice()[i], place * self.strategies.len() + strategy);
            samples[at] = if panicked.contains(&i) {
                Sample::PANICKED
            } else if self.is_invalid(i) {
                Sample::INVALID
            } else {
                check::sample(&block.puzzles[place], answer, self.checked.get_mut(place).unwrap_or(&mut None))
            };
            if let Some(first) = self.first.get_mut(at) {
                *first = answer.solutions.kept().first().copied();
            }
            if let (End::Failed, Some(message)) = (answer.outcome.end, &answer.message) {
                self.engine_errors.push(EngineError { place: at, message: message.clone() });
            }
        }
    }

    /// Copies the puzzles of a block: all of them, or only those without conflicts.
    fn load(&mut self, block: &Block) {
        self.places.clear();
        self.puzzles.clear();
        for (place, puzzle) in block.puzzles.iter().enumerate() {
            if self.accepts_conflicts || !puzzle.givens.has_conflict() {
                self.places.push(place);
                self.puzzles.push(puzzle.givens);
            }
        }
    }

    /// Returns true if the givens of a puzzle conflict, even if the strategy hit a limit before it noticed.
    fn is_invalid(&self, i: usize) -> bool {
        self.accepts_conflicts && self.answers.as_slice()[i].solutions.found() == 0 && self.puzzles[i].has_conflict()
    }

    /// Rebuilds the workspaces at other addresses. The address of a workspace changes some strategies' speed by a few
    /// percent; rebuilding varies it from block to block. The workspaces of some earlier blocks stay allocated, as a
    /// new one would otherwise reuse an old one's address.
    fn renew(&mut self) -> Result<()> {
        let mut old = Vec::with_capacity(self.strategies.len());
        for (entry, strategy) in self.options.strategies.iter().zip(&mut self.strategies) {
            // What another program does does not depend on the addresses of this one.
            if let Build::Native(build) = entry.build {
                old.push(mem::replace(strategy, build(self.options.simd)));
            }
        }
        self.retired.truncate(RETIRED - 1);
        self.retired.push_front(old);
        Ok(())
    }

    /// Solves the puzzles with one strategy. Returns the indices of those at which it panicked, and the readings of the
    /// control. `counter` counts the searches as they end.
    fn take_turn(
        &mut self,
        strategy: usize,
        stop: &AtomicBool,
        counter: Option<&TurnProgress<'_>>,
    ) -> Result<(Vec<usize>, Vec<Duration>)> {
        let Worker { options, strategies, puzzles, answers, .. } = self;
        let (entry, workspace) = (&options.strategies[strategy], &mut strategies[strategy]);
        let limits = Limits { stop: Some(stop), ..options.limits };
        let mut attempt = |puzzles: &[Grid], answers: &mut [Answer]| {
            counter.inspect(|counter| counter.begin());
            let solved = catch_unwind(AssertUnwindSafe(|| workspace.solve_block(puzzles, &limits, answers)));
            if solved.is_err() {
                // The state of the workspace is unknown after a panic.
                *workspace = entry.build(options.simd)?;
                answers.iter_mut().for_each(Answer::clear);
            }
            if solved.is_ok() || answers.len() == 1 {
                counter.inspect(|counter| counter.end(answers));
            }
            Ok::<_, Error>(solved.is_ok())
        };
        let answers = answers.resized(puzzles.len());
        let mut readings = Vec::with_capacity(control::READINGS);
        let mut read_control = |done: usize| {
            if options.control {
                read_control(puzzles, control::due(done, puzzles.len()), &mut readings);
            }
        };
        if entry.amortised {
            read_control(puzzles.len() / 2);
            let solved = attempt(puzzles, answers)?;
            read_control(puzzles.len());
            if solved {
                return Ok((Vec::new(), readings));
            }
        }
        // After a panic in the block, this finds the puzzles that cause it.
        let mut panicked = Vec::new();
        for (i, (puzzle, answer)) in puzzles.chunks(1).zip(answers.chunks_mut(1)).enumerate() {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            if !attempt(puzzle, answer)? {
                panicked.push(i);
            }
            read_control(i + 1);
        }
        Ok((panicked, readings))
    }
}

/// Runs the control until there are this many readings.
fn read_control(puzzles: &[Grid], due: usize, readings: &mut Vec<Duration>) {
    while readings.len() < due {
        let puzzle = &puzzles[control::chosen(readings.len(), puzzles.len())];
        let start = Instant::now();
        black_box(control::search(puzzle.cells()));
        readings.push(start.elapsed());
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
        reader::{Corpus, Puzzle},
        record::Status,
        runner::{Runner, control_digest},
        simd::Simd,
        strategy::{self, Build, Entry, Outcome, Solutions},
    };

    /// Panics at puzzles with one clue, and reports every other as unsolvable.
    struct Touchy;

    impl Strategy for Touchy {
        fn solve(&mut self, puzzle: &Grid, _: &Limits, _: &mut Solutions) -> Outcome {
            assert_ne!(puzzle.clues(), 1);
            Outcome::ZERO
        }
    }

    fn entry(name: &'static str, build: Build) -> Entry {
        Entry {
            name: name.into(),
            about: "".into(),
            complete: true,
            default: false,
            amortised: false,
            build,
            external: None,
        }
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

    fn pass() -> Pass<'static> {
        static NEVER: AtomicBool = AtomicBool::new(false);
        Pass { round: 0, clock: Clock::start(), stop: &NEVER, progress: None }
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

    /// Fails at every puzzle, and says why.
    struct Failing;

    impl Strategy for Failing {
        fn solve(&mut self, _: &Grid, _: &Limits, _: &mut Solutions) -> Outcome {
            Outcome { end: End::Failed, ..Outcome::ZERO }
        }

        fn solve_block(&mut self, puzzles: &[Grid], limits: &Limits, answers: &mut [Answer]) {
            for (puzzle, answer) in puzzles.iter().zip(answers) {
                answer.outcome = self.solve(puzzle, limits, &mut answer.solutions);
                answer.message = Some("it fails".into());
            }
        }
    }

    #[test]
    fn a_panic_has_nothing_of_the_strategy_before() {
        let mut options = options(entry("failing", Build::Native(|_| Box::new(Failing))), false);
        options.strategies.push(entry("touchy", Build::Native(|_| Box::new(Touchy))));
        let solved = Worker::new(&options).unwrap().solve(block(&[1]), &pass(), 0).unwrap();
        assert_eq!(solved.samples[1], Sample::PANICKED);
        let failed: Vec<_> = solved.engine_errors.iter().map(|error| error.place).collect();
        assert_eq!(failed, [0]);
    }

    #[test]
    fn a_panic_costs_one_puzzle() {
        let options = options(entry("touchy", Build::Native(|_| Box::new(Touchy))), true);
        let mut worker = Worker::new(&options).unwrap();
        let solved = worker.solve(block(&[0, 1, 2, 1]), &pass(), 0).unwrap();
        let statuses: Vec<_> = solved.samples.iter().map(|sample| sample.status).collect();
        assert_eq!(statuses, [Status::Unsolvable, Status::Wrong, Status::Unsolvable, Status::Wrong]);
        assert_eq!(solved.samples[1], Sample::PANICKED);
        assert_eq!(solved.turns[0].control.len(), control::READINGS);
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
        let solved = Worker::new(&options).unwrap().solve(block(&[3]), &pass(), 0).unwrap();
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
            worker.solve(block(&[clues]), &pass(), 0)
        };
        assert_eq!(Runner::new(&options(starts(0), false)).err().unwrap().to_string(), message);
        assert!(solve(starts(1), true, 0).is_ok(), "another program is not renewed");
        assert_eq!(solve(starts(1), false, 1).unwrap_err().to_string(), message, "rebuilt after a panic");
        assert!(solve(starts(1), false, 0).is_ok());
        let options = options(starts(1), true);
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("one-clue.txt");
        std::fs::write(&path, format!("1{}\n", ".".repeat(80))).unwrap();
        let corpus = Corpus { files: vec![path], ..Corpus::default() };
        let run = Runner::new(&options).unwrap().run(&mut corpus.blocks(), 0, |_| Ok(()));
        assert_eq!(run.unwrap_err().to_string(), message, "in the middle of a run");
    }

    #[test]
    fn the_control_is_unchanged() {
        let digest = "d37ab650d2240640fd5d3204a93a425423b5b6fb82799fcf0d88eaf13745ccd2";
        assert_eq!(control_digest(), digest, "src/runner/control.rs is frozen: latencies are compared relative to it");
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
    fn the_control_makes_a_bounded_number_of_nodes() {
        assert_eq!(control::search(Grid::EMPTY.cells()), control::MOST_NODES);
        let easy = ".1.7..6.99436.21756.549128315423.896369.457212871.953452197436843.52.917.963184.2";
        let easy = Grid::parse(easy.replace('.', "0").as_bytes()).unwrap();
        assert_eq!(control::search(easy.cells()), 81 - easy.clues() as u32);
    }
}
