//! Writes generated puzzles to an output.

use std::{path::PathBuf, sync::atomic::Ordering};

use solver::simd::Simd;

use super::{Generated, Generator, Target};
use crate::{
    dataset::Observer,
    error::Result,
    layout::{Field, Schema, by_extension, default_layout},
    pass::Threads,
    writer::{Edit, OutputSpec, RowOutput, text_of},
};

/// Batches in flight for each thread.
const BATCHES_PER_THREAD: usize = 4;

/// What to generate.
#[derive(Clone, Debug)]
pub struct Generation {
    /// Which puzzles.
    pub target: Target,
    /// How many puzzles.
    pub count: usize,
    /// The seed of the random numbers.
    pub seed: u64,
    /// Threads that generate.
    pub threads: usize,
    /// The instruction set, which the processor must have.
    pub simd: Simd,
}

/// How a generation ended.
#[derive(Debug)]
pub struct Written {
    /// `Ok(true)` if all puzzles are written, `Ok(false)` if the observer stopped it.
    pub ended: Result<bool>,
    /// The temporary name of an incomplete output.
    pub part: Option<PathBuf>,
}

impl Generation {
    /// Generates puzzles and writes them with their solutions, as CSV unless the output says otherwise. The order does not
    /// depend on the number of threads.
    ///
    /// # Errors
    ///
    /// Returns an error if the target is impossible.
    pub fn write(&self, output: &OutputSpec, observer: &mut Observer<'_>) -> Result<Written> {
        // Returns the error of an impossible target before an output is created.
        self.generator()?;
        let threads = Threads::new(self.threads, || self.generator())?;
        let mut output = output.clone();
        output.layout = output.layout.or_else(|| by_extension(output.path.as_deref()?)).or(Some(default_layout()));
        let names = ["puzzle", "solution"].map(String::from).into();
        let schema = Schema { layout: default_layout().name, names, solution: Some(1), ..Schema::default() };
        let mut target = RowOutput::begin(&output, &schema, &Edit::Layout)?;
        let mut left = self.count;
        let blank = target.blank();
        let stop = observer.stop;
        let batches =
            (0..self.count.div_ceil(self.target.batch()) as u64).take_while(|_| !stop.load(Ordering::Relaxed));
        let searches = observer.searches.clone();
        let work = |generator: &mut Result<Generator>, thread: usize, number| {
            let turn = searches.as_ref().map(|searches| searches.turn(thread, 0));
            turn.iter().for_each(|turn| turn.begin_number(number * self.target.batch() as u64 + 1));
            let batch = generator.as_mut().map_or(None, |generator| generator.batch_until(number, stop));
            // A stopped search stays in the progress: the message after the stop names it.
            turn.iter().filter(|_| batch.is_some()).for_each(|turn| turn.end(&[]));
            batch
        };
        let mut stopped = false;
        let made = threads.run(BATCHES_PER_THREAD, batches, work, |batch: Option<Vec<Generated>>| {
            stopped |= batch.is_none();
            let batch = batch.filter(|_| !stopped).unwrap_or_default();
            let wanted = left.min(batch.len());
            for made in &batch[..wanted] {
                let fields = [text_of(&made.puzzle, blank), text_of(&made.solution, b'.')];
                target.fields(&fields.map(Field::from))?;
            }
            target.flush()?;
            left -= wanted;
            (observer.progress)(wanted, 0);
            Ok(())
        });
        let complete = made.is_ok() && left == 0;
        let (part, closed) = target.close(complete);
        // The first error is the cause.
        Ok(Written { ended: made.and(closed).map(|()| complete), part })
    }

    fn generator(&self) -> Result<Generator> {
        Generator::new(self.target.clone(), self.seed, self.simd)
    }
}
