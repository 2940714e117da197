//! Writes generated puzzles to an output. Threads make batches, which are written in order until there are enough puzzles, or until
//! the time is over.

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

use corpus::{
    error::{Error, Result, no_thread},
    layout::{ColumnSpec, Field, Schema, by_extension, default_layout},
    writer::{Edit, OutputSpec, RowOutput},
};
use grid::text::Notation;
use pass::Threads;
use rating::Rating;

use super::{
    generation::Generation,
    generator::{Batch, Generator, Made},
    target::Target,
};
use crate::{
    Observer, class_key,
    se_rating::{RatingForm, rating_columns},
};

const BATCHES_PER_THREAD: usize = 4;

/// Time between two looks at the clock and at the request to stop.
const WATCH_INTERVAL: Duration = Duration::from_millis(20);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    Complete,
    TimeOver,
    Exhausted,
    Stopped,
}

#[derive(Debug)]
pub struct GenerationResult {
    pub ended: Result<Ended>,
    pub found: usize,
    /// The puzzles generated up to the last one written, whether they fit or not.
    pub tried: u64,
    /// The temporary name of an incomplete output.
    pub part: Option<PathBuf>,
}

impl Generation {
    /// Generates puzzles and writes those that fit with the full grids that they were made from, and their ratings if
    /// they have to be rated, as CSV unless the output says otherwise. The rows do not depend on the number of threads.
    /// The observer's progress gets the number of puzzles written, and of those tried so far. Returns an error if no
    /// such puzzles are generated, if the output cannot hold their grids, or if no thread can be started.
    pub fn write(&self, output: &OutputSpec, observer: &mut Observer<'_>) -> Result<GenerationResult> {
        // Set when no more batches are needed; batches in work end soon then.
        let over = AtomicBool::new(false);
        let threads = Threads::try_new(self.threads, || Generator::new(self, &over))?;
        let mut rows = Rows::new(self, self.begin(output)?);
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

    /// Begins the output: as CSV unless `spec` says otherwise.
    fn begin(&self, spec: &OutputSpec) -> Result<RowOutput> {
        self.check_blank(spec)?;
        let mut spec = spec.clone();
        spec.layout = spec.layout.or_else(|| by_extension(spec.path.as_deref()?)).or(Some(default_layout()));
        let ratings = rating_columns(RatingForm::Text { up_to: None });
        let ratings = ratings.iter().filter(|_| self.order.rates()).map(|column| &*column.name);
        let names = ["puzzle", "solution"].into_iter().chain(ratings).map(String::from).collect();
        let notation = self.notation;
        let schema = Schema { layout: default_layout().name, names, solution: Some(1), notation, ..Schema::default() };
        RowOutput::begin(&spec, &schema, &Edit::Layout)
    }

    /// Checks that the blank of an output is a blank in the notation. A space is one in the usual notation only.
    fn check_blank(&self, output: &OutputSpec) -> Result<()> {
        let Notation { shape, alphabet } = self.notation;
        let side = shape.side();
        let is_blank = |blank: u8| alphabet.is_blank(blank, side) || blank == b' ' && self.notation.is_default();
        match output.blank.filter(|&blank| !is_blank(blank)) {
            None => Ok(()),
            Some(blank) => Err(Error::Usage(format!(
                "--blank {:?} is no blank of {side}×{side} in the alphabet {}; leave it out for a dot",
                char::from(blank),
                alphabet.name()
            ))),
        }
    }

    /// Makes batches until there are enough puzzles, or until `over` is set.
    fn make(
        &self,
        threads: &Threads<Generator<'_>>,
        over: &AtomicBool,
        rows: &mut Rows<'_>,
        observer: &mut Observer<'_>,
    ) -> Result<()> {
        let numbers = (0..self.batches()).take_while(|_| !over.load(Ordering::Relaxed));
        let size = self.batch() as u64;
        let searches = observer.searches.clone();
        let work = |generator: &mut Generator<'_>, thread: usize, number| {
            let turn = searches.as_ref().map(|searches| searches.turn(thread, 0));
            turn.iter().for_each(|turn| turn.begin_number(number * size + 1));
            let batch = generator.batch(number);
            // A stopped search stays in the progress: the message after the stop names it.
            turn.iter().filter(|_| batch.is_some()).for_each(|turn| turn.end(0, Duration::ZERO));
            batch
        };
        let mut stopped = false;
        threads.run(BATCHES_PER_THREAD, numbers, work, |batch| {
            stopped |= batch.is_none();
            let written = batch.filter(|_| !stopped).map_or(Ok(0), |batch| rows.add(batch))?;
            if rows.left == 0 {
                over.store(true, Ordering::Relaxed);
            }
            (observer.progress)(written, rows.tried);
            Ok(())
        })
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

struct Rows<'a> {
    generation: &'a Generation,
    output: RowOutput,
    ratings: [ColumnSpec<Rating>; 4],
    /// The classes of puzzles that are not wanted: that of the puzzle whose variations are generated, and those of the variations so
    /// far. `None` if puzzles are not compared.
    classes: Option<HashSet<u128>>,
    left: usize,
    found: usize,
    tried: u64,
}

impl<'a> Rows<'a> {
    fn new(generation: &'a Generation, output: RowOutput) -> Rows<'a> {
        let classes = match &generation.target {
            Target::Near(neighbourhood) => Some(HashSet::from([class_key(&neighbourhood.puzzle.into())])),
            _ => None,
        };
        let ratings = rating_columns(RatingForm::Text { up_to: None });
        Rows { generation, output, ratings, classes, left: generation.count, found: 0, tried: 0 }
    }

    /// Writes the wanted puzzles of a batch, and returns their number.
    fn add(&mut self, batch: Batch) -> Result<usize> {
        let before = self.found;
        self.tried += batch.tried as u64;
        for made in batch.made {
            if self.left > 0 && self.is_wanted(&made) {
                self.write(&made)?;
                self.left -= 1;
                self.found += 1;
            }
        }
        self.output.flush()?;
        Ok(self.found - before)
    }

    fn is_wanted(&mut self, made: &Made) -> bool {
        self.classes.as_mut().is_none_or(|classes| classes.insert(class_key(&made.generated.puzzle)))
    }

    fn write(&mut self, made: &Made) -> Result<()> {
        let notation = self.generation.notation;
        let blank = self.output.blank();
        let text = |grid, blank| notation.text(grid).replace('.', char::from(blank).encode_utf8(&mut [0; 4]));
        let grids = [text(&made.generated.puzzle, blank), text(&made.generated.solution, b'.')];
        let ratings = made.rating.iter().flat_map(|rating| ColumnSpec::fields(&self.ratings, rating));
        let fields: Vec<Field> = grids.iter().map(|grid| Field::from(grid.as_bytes())).chain(ratings).collect();
        self.output.fields(&fields)
    }

    /// Closes the output. It is complete if the generation was neither stopped nor in vain.
    fn close(self, made: Result<()>, ended: Ended) -> GenerationResult {
        let is_vain = self.found == 0 && ended != Ended::Stopped;
        let complete = made.is_ok() && ended != Ended::Stopped && !is_vain;
        let (mut part, closed) = self.output.close(complete);
        if is_vain && made.is_ok() {
            part = part.filter(|part| fs::remove_file(part).is_err());
        }
        // The first error is the cause.
        GenerationResult { ended: made.and(closed).map(|()| ended), found: self.found, tried: self.tried, part }
    }
}
