//! `sudoku-bench dataset sample`.

use std::process::ExitCode;

use sudoku_bench::{
    error::Result,
    layout::Schema,
    reader::{Puzzle, Reservoir, Subset},
    runner::{PassEnd, Threads},
};

use super::{Shape, shape::Sink};
use crate::{
    cli::Sample,
    cmd::{interrupt, progress::Progress},
};

/// A row that was drawn.
struct Drawn {
    row: Box<[u8]>,
    puzzle: Puzzle,
}

pub fn run(args: Sample) -> Result<ExitCode> {
    let mut reservoir = Reservoir::new(Subset { size: args.size, seed: args.seed });
    let shape = Shape::resolve(args.shape)?;
    let stop = interrupt::catch()?;
    let mut sink = Sink::begin(&shape)?;
    let mut progress = Progress::new(&shape.corpus.files, 1);
    let mut schema = None;
    let ended = Threads::new(1, || ())?.map(
        &mut shape.corpus.blocks_until(stop),
        |(), _, block| block,
        |block| {
            sink.rejected(&block)?;
            progress.add(block.puzzles.len(), block.bytes);
            for puzzle in &block.puzzles {
                reservoir.offer_with(|| Drawn { row: block.row(puzzle).into(), puzzle: puzzle.clone() });
                schema.get_or_insert_with(|| block.schema.clone());
            }
            Ok(())
        },
    );
    progress.finish();
    // A part of a corpus would not be a sample of it.
    let complete = matches!(ended, Ok(PassEnd::Complete));
    let schema: Option<std::sync::Arc<Schema>> = schema.filter(|_| complete);
    let written = schema.map_or(Ok(()), |schema| {
        let target = &mut sink.open(&schema)?[0];
        reservoir.into_drawn().try_for_each(|drawn| target.row(&drawn.row, &drawn.puzzle, &[]))
    });
    sink.end(written.and(ended))
}
