//! Writes generated puzzles to an output.

use std::{collections::HashSet, sync::atomic::AtomicBool, time::Duration};

use grid::{simd::Simd, text::Notation};

use super::{
    Made, Maker, Order, Target,
    batches::{self, Batches, Rows, Written},
};
use crate::{
    Observer, class_key,
    se_rating::{RATING_COLUMNS, rating_texts},
};
use corpus::{
    error::Result,
    layout::Field,
    writer::{OutputSpec, RowOutput, text_of},
};
use pass::Threads;

#[derive(Clone, Debug)]
pub struct Generation {
    pub target: Target,
    pub order: Order,
    pub count: usize,
    /// The time after which fewer puzzles are enough.
    pub time: Option<Duration>,
    pub seed: u64,
    pub threads: usize,
    /// The instruction set, which the processor must have.
    pub simd: Simd,
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
        let ratings = if self.order.rates() { &RATING_COLUMNS[..] } else { &[] };
        let output = batches::begin(output, Notation::default(), ratings)?;
        let blank = output.blank();
        let mut classes = self.first_classes();
        let rows = Rows::new(output, self.count, |output: &mut RowOutput, made: Made| {
            let key = || class_key(&made.generated.puzzle.into());
            let is_wanted = classes.as_mut().is_none_or(|classes| classes.insert(key()));
            if is_wanted {
                write(output, &made, blank)?;
            }
            Ok(is_wanted)
        });
        let batches = Batches { number: self.batches(), size: self.target.batch(), time: self.time, over: &over };
        let make = |maker: &mut Result<Maker>, number| maker.as_mut().map_or(None, |maker| maker.batch(number));
        batches.write(&threads, make, rows, observer)
    }

    /// Returns the classes of puzzles that are not wanted: that of the puzzle whose variations are generated, and later those of
    /// the variations so far. Returns `None` if puzzles are not compared.
    fn first_classes(&self) -> Option<HashSet<u128>> {
        match &self.target {
            Target::Near(neighbourhood) => Some(HashSet::from([class_key(&(*neighbourhood.puzzle()).into())])),
            _ => None,
        }
    }

    fn batches(&self) -> u64 {
        let is_each_whole = self.order.fits_all() && self.target.batches().is_none();
        let enough = is_each_whole.then(|| self.count.div_ceil(self.target.batch()) as u64);
        enough.or(self.target.batches()).unwrap_or(u64::MAX)
    }
}

fn write(output: &mut RowOutput, made: &Made, blank: u8) -> Result<()> {
    let texts = made.rating.as_ref().map(|rating| rating_texts(rating, None));
    let grids = [text_of(&made.generated.puzzle, blank), text_of(&made.generated.solution, b'.')];
    let ratings = texts.iter().flatten().map(|text| Field::from(text.as_bytes()));
    let fields: Vec<Field> = grids.iter().map(|grid| Field::from(&grid[..])).chain(ratings).collect();
    output.fields(&fields)
}
