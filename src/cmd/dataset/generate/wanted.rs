//! What is asked of the puzzles.

use std::{
    fs,
    ops::RangeInclusive,
    path::{Path, PathBuf},
    sync::Arc,
};

use corpus::error::{Error, Result};
use dataset::generate::{ClueSymmetry, Generation, Neighbourhood, Order, Target, check_option};
use grid::{
    CELLS, CellSet, Grid, Shape,
    text::{Alphabet, Notation},
};
use rating::{Technique, Tenths};

use crate::cli::{
    choices, first_given,
    number::parse_positive,
    values::{parse_range, parse_ratings},
};

#[derive(clap::Args, Debug)]
pub struct WantedArgs {
    #[command(flatten)]
    kind: KindArgs,

    #[command(flatten)]
    order: OrderArgs,

    #[command(flatten)]
    shape: ShapeArgs,
}

#[derive(clap::Args, Debug)]
struct KindArgs {
    /// Generate puzzles with this many clues, such as 25 or 22..28; not all of them may be needed, unless --minimal is given too
    #[arg(long, value_name = "N|A..B", value_parser = parse_range)]
    clues: Option<RangeInclusive<usize>>,

    /// Generate puzzles in which every clue is needed; puzzles with few clues are too frequent
    #[arg(long)]
    minimal: bool,

    /// Generate minimal puzzles, each equally likely; far slower
    #[arg(long, conflicts_with_all = ["clues", "minimal"])]
    unbiased_minimal: bool,
}

/// Puzzles made to order. Any of these options makes puzzles minimal unless `--clues` is given.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Order")]
struct OrderArgs {
    /// Only puzzles with these ratings of Sudoku Explainer (ER), such as 4.5..5.5, 9.0.., ..2.0 or 7.1; adds columns with ratings
    #[arg(long, value_name = "A..B", value_parser = parse_ratings)]
    se: Option<RangeInclusive<Tenths>>,

    /// Only puzzles whose solution on Sudoku Explainer's scale takes a step of this technique, such as xy-wing; adds the same columns
    #[arg(long, value_name = "NAME", value_parser = choices::technique(), hide_possible_values = true)]
    technique: Option<Technique>,

    /// Symmetry of the cells with clues. No clues of symmetric cells can be left out together; with --minimal, no single clue
    /// can be left out either
    #[arg(long, value_name = "NAME", value_parser = choices::symmetry())]
    symmetry: Option<ClueSymmetry>,

    /// Clues in exactly these cells: a file with a grid, or 81 characters, where values, X and # are clues; with --minimal, all are needed
    #[arg(long, value_name = "FILE", conflicts_with_all = ["clues", "unbiased_minimal", "symmetry", "like"])]
    pattern: Option<PathBuf>,

    /// Variations of this puzzle, with some clues removed and as many others added; minimal if PUZZLE is, or with --minimal
    #[arg(long, value_name = "PUZZLE", conflicts_with_all = ["clues", "unbiased_minimal", "symmetry"])]
    like: Option<String>,

    /// Maximum number of clues that --like removes, from 1 to 3; each more takes far longer
    #[arg(long, default_value_t = 2, value_name = "N", value_parser = parse_positive::<usize>, requires = "like")]
    distance: usize,
}

/// Puzzles of other shapes than 9×9, and puzzles with several solutions.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Other shapes")]
struct ShapeArgs {
    /// Shape of the puzzles, from 4×4 to 25×25: the side, or the rows and columns of a box, such as 2x3. Boxes of one row, as in 1x9,
    /// make Latin squares. Puzzles of other shapes than 9×9 are minimal; above 16×16, a clue also stays if 10,000 nodes do not show
    /// that it can be left out. For 9×9, another option, such as --clues, says which puzzles to generate [default: 9]
    #[arg(long, value_name = "SHAPE")]
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

impl WantedArgs {
    pub fn notation(&self) -> Notation {
        let ShapeArgs { shape, alphabet, .. } = self.shape;
        Notation { shape: shape.unwrap_or_default(), alphabet: alphabet.unwrap_or(Alphabet::FromOne) }
    }

    pub fn may_fit_nothing(&self) -> bool {
        self.order.se.is_some() || self.order.technique.is_some() || self.order.pattern.is_some()
    }

    /// Returns the target. `given` are the options of the command.
    pub fn target(&self, seed: u64, given: &[String]) -> Result<Target> {
        self.check(given)?;
        let WantedArgs { kind, order, shape } = self;
        if let Some(number) = shape.holes.clone() {
            return Ok(Target::Holes { number, balanced: shape.balanced });
        }
        if let Some(pattern) = &order.pattern {
            return read_pattern(pattern).map(Target::Pattern);
        }
        if let Some(puzzle) = &order.like {
            let puzzle = read_puzzle(puzzle)?;
            return Ok(Target::Near(Arc::new(Neighbourhood::new(puzzle, order.distance, seed)?)));
        }
        let symmetry = order.symmetry.unwrap_or(ClueSymmetry::None);
        Ok(match &kind.clues {
            _ if kind.unbiased_minimal => Target::UnbiasedMinimal,
            Some(clues) => Target::Clues(symmetry, clues.clone()),
            None => Target::Minimal(symmetry),
        })
    }

    pub fn order(&self, target: &Target) -> Order {
        let is_near_minimal = matches!(target, Target::Near(neighbourhood) if neighbourhood.is_minimal);
        let minimal = !target.is_minimal() && (self.kind.minimal || is_near_minimal);
        Order { minimal, rating: self.order.se.clone(), technique: self.order.technique }
    }

    fn check(&self, given: &[String]) -> Result<()> {
        let WantedArgs { kind, order, shape } = self;
        let puzzle_shape = self.notation().shape;
        let order_option = first_given(given, &["--se", "--technique", "--symmetry", "--pattern", "--like"]);
        let kind_option = first_given(given, &["--clues", "--unbiased-minimal", "--minimal"]);
        let option = order_option.or(kind_option);
        option.map_or(Ok(()), |option| check_option(option, puzzle_shape, shape.holes.is_some()))?;
        let has_symmetry = order.symmetry.is_some_and(|symmetry| symmetry != ClueSymmetry::None);
        let reason = if kind.minimal && kind.clues.is_some() && order_option.is_none() {
            "--minimal cannot be used with --clues, except together with --se, --technique or --symmetry"
        } else if kind.unbiased_minimal && has_symmetry {
            "--unbiased-minimal cannot be used with --symmetry: symmetric puzzles would be too rare"
        } else if option.is_none() && shape.holes.is_none() && puzzle_shape.is_classic() {
            "say which puzzles to generate: --clues, --minimal, --unbiased-minimal, --holes, --se, --technique, --symmetry, \
             --pattern, --like, or another --shape than 9"
        } else {
            return Ok(());
        };
        Err(Error::Usage(reason.into()))
    }
}

pub fn remedy(generation: &Generation) -> String {
    let Order { minimal, rating, technique } = &generation.order;
    let has_symmetry = matches!(
        generation.target,
        Target::Clues(symmetry, _) | Target::Minimal(symmetry) if symmetry != ClueSymmetry::None
    );
    let options = [
        (rating.is_some(), "widen --se"),
        (technique.is_some(), "leave out --technique"),
        (*minimal && !matches!(generation.target, Target::Near(_)), "leave out --minimal"),
        (matches!(generation.target, Target::Clues(..)), "widen --clues"),
        (has_symmetry, "leave out --symmetry"),
        (matches!(generation.target, Target::Pattern(_)), "add cells to the pattern"),
        (matches!(generation.target, Target::Near(_)), "raise --distance"),
        (generation.time.is_some(), "give more --time"),
    ];
    options.into_iter().filter(|(applies, _)| *applies).map(|(_, remedy)| remedy).collect::<Vec<_>>().join(", or ")
}

fn read_puzzle(text: &str) -> Result<Grid> {
    let cells: String = text.split_ascii_whitespace().collect();
    let puzzle = Grid::parse(text.as_bytes()).or_else(|_| Grid::parse(cells.as_bytes()));
    puzzle.map_err(|error| Error::Usage(format!("--like {text}: {error}; write a puzzle with 81 characters")))
}

/// Reads the cells with clues: a file, or 81 characters.
fn read_pattern(pattern: &Path) -> Result<CellSet> {
    let name = pattern.to_string_lossy();
    let text = match pattern.exists() {
        true => fs::read_to_string(pattern).map_err(Error::io(pattern, "read"))?,
        false => name.to_string(),
    };
    parse_pattern(&text).ok_or_else(|| {
        Error::Usage(format!(
            "--pattern {name}: neither a file with a grid nor 81 characters: 1 to 9, X or # for clues, or . 0 _"
        ))
    })
}

/// Parses a grid with white space and lines between its cells, or without.
fn parse_pattern(text: &str) -> Option<CellSet> {
    let rows = text.lines().filter(|line| !line.contains('+'));
    let cells = rows.flat_map(str::chars).filter(|c| !c.is_whitespace() && *c != '|');
    let cells: Vec<bool> = cells.map(is_clue).collect::<Option<_>>()?;
    let all = cells.iter().enumerate().fold(0, |all, (cell, &is_clue)| all | CellSet::from(is_clue) << cell);
    (cells.len() == CELLS).then_some(all)
}

fn is_clue(character: char) -> Option<bool> {
    match character {
        '1'..='9' | 'X' | 'x' | '#' => Some(true),
        '.' | '0' | '_' | '-' | '*' | '?' => Some(false),
        _ => None,
    }
}
