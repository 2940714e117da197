//! `sudoku-bench dataset augment`.

use std::process::ExitCode;

use sudoku_bench::{error::Result, isomorph::Symmetry, random::SplitMix64, reader::Wanted, writer::Edit};

use super::{Change, Shape};
use crate::cli::Augment;

pub fn run(args: Augment) -> Result<ExitCode> {
    let (seed, images, keep) = (args.seed, args.images, !args.only_images);
    let mut shape = Shape { edit: Edit::Cells, ..Shape::resolve(args.shape)? };
    // A solution that is none could not be transformed along.
    shape.corpus.wanted = Wanted { solutions: true, ..shape.corpus.wanted };
    let mut place = 0;
    shape.run(
        || (),
        |(), block| Ok(vec![(); block.puzzles.len()]),
        |puzzle, ()| {
            // Each puzzle has numbers of its own, whatever is before it.
            let mut random = SplitMix64::piece(seed, place);
            place += 1;
            let mut image = |_| {
                let symmetry = Symmetry::random(&mut random);
                (symmetry.apply(&puzzle.givens), puzzle.solution.map(|solution| symmetry.apply(&solution)))
            };
            Ok(Change::Images { keep, images: (0..images).map(&mut image).collect() })
        },
    )
}
