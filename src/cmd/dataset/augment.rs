//! `sudoku-bench dataset augment`.

use std::process::ExitCode;

use sudoku_bench::{dataset::draw, error::Result, reader::Extras, writer::Edit};

use super::{Change, Shape};
use crate::cli::Augment;

pub fn run(args: Augment) -> Result<ExitCode> {
    let (seed, images, keep) = (args.seed, args.images, !args.only_images);
    let mut shape = Shape { edit: Edit::Cells, ..Shape::resolve(args.shape)? };
    // A solution that is none could not be transformed along.
    shape.corpus.extras = Extras { solutions: true, ..shape.corpus.extras };
    let mut place = 0;
    shape.run(
        || (),
        |(), block| Ok(vec![(); block.puzzles.len()]),
        |puzzle, ()| {
            place += 1;
            Ok(Change::Images {
                keep,
                images: draw::images(&puzzle.givens, puzzle.solution.as_ref(), (seed, place - 1), images),
            })
        },
    )
}
