//! Writes generated puzzles to an output.

use std::{
    collections::HashSet,
    fs,
    path::PathBuf,
    sync::{
        atomic::{AtomicBool, Ordering},
        mpsc::{self, Receiver, RecvTimeoutError},
    },
    thread,
    time::{Duration, Instant},
};

use solver::simd::Simd;

use super::{Batch, Made, Maker, Order, Target};
use crate::{
    dataset::{
        Observer, class_key,
        se_rating::{RATING_COLUMNS, rating_texts},
    },
    error::{Error, Result, no_thread},
    layout::{Field, Schema, by_extension, default_layout},
    pass::Threads,
    writer::{Edit, OutputSpec, RowOutput, text_of},
};

/// Batches in flight for each thread.
const BATCHES_PER_THREAD: usize = 4;

/// Time between two looks at the clock and at the request to stop.
const WATCH_INTERVAL: Duration = Duration::from_millis(20);

/// What to generate.
#[derive(Clone, Debug)]
pub struct Generation {
    /// Which puzzles.
    pub target: Target,
    /// What they must fit besides.
    pub order: Order,
    /// How many puzzles.
    pub count: usize,
    /// The time after which fewer puzzles are enough.
    pub time: Option<Duration>,
    /// The seed of the random numbers.
    pub seed: u64,
    /// Threads that generate.
    pub threads: usize,
    /// The instruction set, which the processor must have.
    pub simd: Simd,
}

/// Why a generation ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// All puzzles are written.
    Complete,
    /// The time is over.
    TimeOver,
    /// There are no more puzzles.
    Exhausted,
    /// The observer stopped it.
    Stopped,
}

/// What a generation wrote.
#[derive(Debug)]
pub struct Written {
    /// How it ended.
    pub ended: Result<Ended>,
    /// The puzzles written.
    pub found: usize,
    /// The puzzles generated up to the last one written, whether they fit or not.
    pub tried: u64,
    /// The temporary name of an incomplete output.
    pub part: Option<PathBuf>,
}

impl Generation {
    /// Generates puzzles and writes those that fit with their solutions, and their ratings if they have to be rated, as CSV
    /// unless the output says otherwise. The order does not depend on the number of threads. The observer's progress gets the
    /// number of puzzles written, and of those tried so far.
    ///
    /// # Errors
    ///
    /// Returns an error if the target is impossible.
    pub fn write(&self, output: &OutputSpec, observer: &mut Observer<'_>) -> Result<Written> {
        let over = AtomicBool::new(false);
        // Returns the error of an impossible target before an output is created.
        Maker::new(self, &over)?;
        let threads = Threads::new(self.threads, || Maker::new(self, &over))?;
        let mut rows = Rows::begin(self, output)?;
        let stop = observer.stop;
        let deadline = self.time.map(|time| Instant::now() + time);
        let made = thread::scope(|scope| {
            let (_work, goes_on) = mpsc::channel();
            let watch = || watch(goes_on, deadline, stop, &over);
            let watching = thread::Builder::new().name("deadline".into()).spawn_scoped(scope, watch);
            watching.map_err(|error| Error::System { action: "watch the time".into(), source: no_thread(error) })?;
            self.make(&threads, &over, &mut rows, observer)
        });
        let ended = match rows.left {
            0 => Ended::Complete,
            _ if stop.load(Ordering::Relaxed) => Ended::Stopped,
            _ if over.load(Ordering::Relaxed) => Ended::TimeOver,
            _ => Ended::Exhausted,
        };
        Ok(rows.close(made, ended))
    }

    /// Makes puzzles until there are enough, or until `over` is set.
    fn make(
        &self,
        threads: &Threads<Result<Maker<'_>>>,
        over: &AtomicBool,
        rows: &mut Rows,
        observer: &mut Observer<'_>,
    ) -> Result<()> {
        let batches = (0..self.batches()).take_while(|_| !over.load(Ordering::Relaxed));
        let (searches, first) = (observer.searches.clone(), |batch: u64| batch * self.target.batch() as u64 + 1);
        let work = |maker: &mut Result<Maker>, thread: usize, number| {
            let turn = searches.as_ref().map(|searches| searches.turn(thread, 0));
            turn.iter().for_each(|turn| turn.begin_number(first(number)));
            let batch = maker.as_mut().map_or(None, |maker| maker.batch(number));
            // A stopped search stays in the progress: the message after the stop names it.
            turn.iter().filter(|_| batch.is_some()).for_each(|turn| turn.end(0, Duration::ZERO));
            batch
        };
        let mut stopped = false;
        threads.run(BATCHES_PER_THREAD, batches, work, |batch: Option<Batch>| {
            stopped |= batch.is_none();
            let written = rows.add(batch.filter(|_| !stopped).unwrap_or_default())?;
            if rows.left == 0 {
                over.store(true, Ordering::Relaxed);
            }
            (observer.progress)(written, rows.tried);
            Ok(())
        })
    }

    /// Returns the number of batches that are enough.
    fn batches(&self) -> u64 {
        let is_each_whole = self.order.fits_all() && self.target.batches().is_none();
        let enough = is_each_whole.then(|| self.count.div_ceil(self.target.batch()) as u64);
        enough.or(self.target.batches()).unwrap_or(u64::MAX)
    }
}

/// Sets `over` when the time is up or `stop` is set, until the sender of `goes_on` is dropped.
fn watch(goes_on: Receiver<()>, deadline: Option<Instant>, stop: &AtomicBool, over: &AtomicBool) {
    while goes_on.recv_timeout(WATCH_INTERVAL) == Err(RecvTimeoutError::Timeout) {
        if stop.load(Ordering::Relaxed) || deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            over.store(true, Ordering::Relaxed);
        }
    }
}

/// The rows of the output.
struct Rows {
    output: RowOutput,
    blank: u8,
    left: usize,
    found: usize,
    tried: u64,
    /// The classes of the puzzles so far, and of the one whose variations they are; `None` if puzzles are not compared.
    classes: Option<HashSet<u128>>,
}

impl Rows {
    fn begin(generation: &Generation, output: &OutputSpec) -> Result<Rows> {
        let mut spec = output.clone();
        spec.layout = spec.layout.or_else(|| by_extension(spec.path.as_deref()?)).or(Some(default_layout()));
        let ratings = RATING_COLUMNS.iter().filter(|_| generation.order.rates());
        let names = ["puzzle", "solution"].iter().chain(ratings).map(|name| name.to_string()).collect();
        let schema = Schema { layout: default_layout().name, names, solution: Some(1), ..Schema::default() };
        let output = RowOutput::begin(&spec, &schema, &Edit::Layout)?;
        let classes = match &generation.target {
            Target::Near(neighbourhood) => Some(HashSet::from([class_key(&(*neighbourhood.puzzle()).into())])),
            _ => None,
        };
        let blank = output.blank();
        Ok(Rows { output, blank, left: generation.count, found: 0, tried: 0, classes })
    }

    /// Writes the puzzles of a batch, and returns their number.
    fn add(&mut self, batch: Batch) -> Result<usize> {
        let before = self.found;
        self.tried += batch.tried as u64;
        for made in &batch.made {
            if self.left > 0 && self.is_another(made) {
                self.write(made)?;
                self.left -= 1;
                self.found += 1;
            }
        }
        self.output.flush()?;
        Ok(self.found - before)
    }

    /// Returns true if no puzzle before is isomorphic to this one, or if puzzles are not compared.
    fn is_another(&mut self, made: &Made) -> bool {
        self.classes.as_mut().is_none_or(|classes| classes.insert(class_key(&made.generated.puzzle.into())))
    }

    fn write(&mut self, made: &Made) -> Result<()> {
        let texts = made.rating.as_ref().map(|rating| rating_texts(rating, None));
        let grids = [text_of(&made.generated.puzzle, self.blank), text_of(&made.generated.solution, b'.')];
        let ratings = texts.iter().flatten().map(|text| Field::from(text.as_bytes()));
        let fields: Vec<Field> = grids.iter().map(|grid| Field::from(&grid[..])).chain(ratings).collect();
        self.output.fields(&fields)
    }

    /// Closes the output. It is complete if the generation was neither stopped nor in vain.
    fn close(self, made: Result<()>, ended: Ended) -> Written {
        let is_vain = self.found == 0 && ended != Ended::Stopped;
        let complete = made.is_ok() && ended != Ended::Stopped && !is_vain;
        let (mut part, closed) = self.output.close(complete);
        if is_vain && made.is_ok() {
            part = part.filter(|part| fs::remove_file(part).is_err());
        }
        // The first error is the cause.
        Written { ended: made.and(closed).map(|()| ended), found: self.found, tried: self.tried, part }
    }
}
