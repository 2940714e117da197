//! `dataset generate --shape` and `--holes`.

use std::ops::RangeInclusive;

use corpus::{
    error::{Error, Result},
    numbers,
};
use dataset::generate::{MAX_MINIMAL_SIDE, PROOF_NODES, ShapeGeneration, ShapeTarget};
use grid::{Shape, text::Alphabet};

use super::{Args, conclude};
use crate::cli::Exit;
use crate::{
    cli::{
        choices,
        values::{parse_range, parse_shape},
    },
    cmd::{
        files,
        long_search::LongSearch,
        progress::{Counts, Extent},
        row_pass::{observed, output},
    },
};

/// Puzzles of other shapes than 9×9, and puzzles with several solutions.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Other shapes")]
pub struct OtherShapeArgs {
    /// Shape of the puzzles, from 4×4 to 25×25: the side, or the rows and columns of a box, such as 2x3; boxes of one row, as in 1x9,
    /// make Latin squares. Up to 16×16 every clue is needed; above, a clue also stays if to prove that it is not needed takes over
    /// 10,000 nodes. Puzzles of 9×9 need another option that says which [default: 9]
    #[arg(long, value_name = "SHAPE", value_parser = parse_shape)]
    shape: Option<Shape>,

    /// How values are written [default: 1-9A]
    #[arg(long, value_name = "NAME", value_parser = choices::alphabet(), ignore_case = true)]
    alphabet: Option<Alphabet>,

    /// Number of cells to blank in a random full grid, such as 40 or 35..45: puzzles may have several solutions, and the column
    /// `solution` has the full grid
    #[arg(long, value_name = "N|A..B", value_parser = parse_range)]
    holes: Option<RangeInclusive<usize>>,

    /// Let the numbers of blanks in any two rows, columns or boxes differ by one at most
    #[arg(long, requires = "holes")]
    balanced: bool,
}

impl OtherShapeArgs {
    /// Returns true if the options ask for anything but puzzles of 9×9 with one solution. Returns [`Error::Usage`] if such
    /// puzzles should be in an alphabet.
    pub fn is_meant(&self) -> Result<bool> {
        let is_meant = self.holes.is_some() || self.shape.is_some_and(|shape| shape != Shape::NINE);
        if self.alphabet.is_some() && !is_meant {
            return usage!("--alphabet is for other shapes than 9×9, and for --holes; leave it out");
        }
        Ok(is_meant)
    }
}

pub fn run(args: Args) -> Result<Exit> {
    check(&args)?;
    let OtherShapeArgs { shape, alphabet, holes, balanced } = args.other_shape;
    let target = holes.map_or(ShapeTarget::OneSolution, |number| ShapeTarget::Holes { number, balanced });
    let generation = ShapeGeneration {
        shape: shape.unwrap_or(Shape::NINE),
        target,
        alphabet: alphabet.unwrap_or(Alphabet::FromOne),
        count: args.count,
        time: args.time,
        seed: args.seed,
        threads: args.machine.threads(),
    };
    let output = output(args.output)?;
    files::check_outputs(output.path.as_slice(), None, &[])?;
    let puzzles = args.count as u64;
    let extent = args.time.map_or(Extent::Puzzles(puzzles), |time| Extent::Found(puzzles, Some(time)));
    let counts = Counts::new(extent, std::slice::from_ref(&output));
    let advice = args.time.is_none().then_some("--time 10m ends with the puzzles found so far");
    let searches = LongSearch::of_generation(generation.threads, advice);
    let written = observed(searches, counts, |observer| generation.write(&output, observer))?;
    print_how_to_read(generation.shape);
    conclude(written, args.count, || "give more --time".into())
}

/// Prints the option that reads puzzles of a shape, if their size does not tell it.
fn print_how_to_read(shape: Shape) {
    if Shape::of_cells(shape.cells()) != Some(shape) {
        let [height, width] = [shape.box_height(), shape.box_width()];
        message!("the size of these puzzles does not tell their shape: read them with --shape {height}x{width}");
    }
}

fn check(args: &Args) -> Result<()> {
    let side = args.other_shape.shape.map_or(9, Shape::side);
    let has_holes = args.other_shape.holes.is_some();
    let given = args.order.given().or(args.kind.given());
    Err(Error::Usage(match given {
        None => return Ok(()),
        Some("--minimal") if !has_holes && side <= MAX_MINIMAL_SIDE => return Ok(()),
        Some("--minimal") if !has_holes => {
            let nodes = numbers::count(PROOF_NODES);
            format!(
                "--minimal: puzzles of {side}×{side} may have clues that are not needed, as a proof ends after {nodes} nodes; \
                 leave it out"
            )
        }
        Some(option) if has_holes => {
            format!("{option} cannot be used with --holes: puzzles with holes may have several solutions")
        }
        Some(option) => format!("{option} is for puzzles of 9×9 only; leave out {option} or --shape"),
    }))
}
