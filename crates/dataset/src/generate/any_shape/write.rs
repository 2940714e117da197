//! Writes generated puzzles of any shape to an output.

use std::{sync::atomic::AtomicBool, time::Duration};

use grid::{
    AnyGrid, Shape,
    text::{Alphabet, Notation},
};

use super::{ShapeGenerated, ShapeGenerator, ShapeTarget};
use crate::{
    Observer,
    generate::batches::{self, Batch, Batches, Rows, Written},
};
use corpus::{
    error::{Error, Result},
    layout::Field,
    writer::{OutputSpec, RowOutput},
};
use pass::Threads;

/// The side up to which a batch has many puzzles, and their number.
const SMALL_SIDE: usize = 9;
const SMALL_BATCH: usize = 64;

#[derive(Clone, Debug)]
pub struct ShapeGeneration {
    pub shape: Shape,
    pub target: ShapeTarget,
    pub alphabet: Alphabet,
    pub count: usize,
    /// The time after which fewer puzzles are enough.
    pub time: Option<Duration>,
    pub seed: u64,
    pub threads: usize,
}

impl ShapeGeneration {
    /// Generates puzzles and writes them with the full grids that they were made from, as CSV unless the output says otherwise. The
    /// rows do not depend on the number of threads. The observer's progress gets the number of puzzles written.
    ///
    /// # Errors
    ///
    /// Returns an error if the target is impossible, or if the output cannot hold grids of the shape in the alphabet.
    pub fn write(&self, output: &OutputSpec, observer: &mut Observer<'_>) -> Result<Written> {
        let over = AtomicBool::new(false);
        let generator = || ShapeGenerator::new(self.shape, self.target.clone(), self.seed, &over);
        // Returns the error of an impossible target before an output is created.
        generator()?;
        self.check(output)?;
        let threads = Threads::new(self.threads, generator)?;
        let notation = Notation { shape: self.shape, alphabet: self.alphabet };
        let output = batches::begin(output, notation, &[])?;
        let blank = output.blank();
        let rows = Rows::new(output, self.count, |output: &mut RowOutput, made: ShapeGenerated| {
            let fields = [self.text_of(&made.puzzle, blank), self.text_of(&made.solution, b'.')];
            output.fields(&fields.map(Field::from))?;
            Ok(true)
        });
        let size = if self.shape.side() > SMALL_SIDE { 1 } else { SMALL_BATCH };
        let number = self.count.div_ceil(size) as u64;
        let batches = Batches { number, size, time: self.time, over: &over };
        let make = |generator: &mut Result<ShapeGenerator>, number: u64| {
            let generator = generator.as_mut().ok()?;
            let numbers = number * size as u64..(number + 1) * size as u64;
            let made = numbers.map(|number| generator.puzzle(number)).collect::<Option<Vec<_>>>()?;
            Some(Batch { tried: made.len(), made })
        };
        batches.write(&threads, make, rows, observer)
    }

    /// Checks that grids can be written in the alphabet, and that the blank of an output is a blank in it.
    fn check(&self, output: &OutputSpec) -> Result<()> {
        if self.alphabet == Alphabet::Candidates {
            return Err(Error::Usage("puzzles are generated as givens: leave out --alphabet candidates".into()));
        }
        let side = self.shape.side();
        match output.blank.filter(|&blank| !self.alphabet.is_blank(blank, side)) {
            None => Ok(()),
            Some(blank) => Err(Error::Usage(format!(
                "--blank {:?} is no blank of {side}×{side} in the alphabet {}; leave it out for a dot",
                char::from(blank),
                self.alphabet.name()
            ))),
        }
    }

    fn text_of(&self, grid: &AnyGrid, blank: u8) -> Vec<u8> {
        let text = self.alphabet.text(grid).into_bytes();
        text.into_iter().map(|byte| if byte == b'.' { blank } else { byte }).collect()
    }
}
