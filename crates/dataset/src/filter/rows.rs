//! Keeps the rows of a corpus for which an expression holds.

use grid::{CELLS, Grid, Shape, any_shape, simd::Simd};
use rating::{End, Rater, Rating, Tenths};

use super::{
    Filter,
    check::{NumberColumns, check_technique},
};
use crate::{
    BlockRows, Observer, RowPass, RowPassResult,
    difficulty::{Fact, PuzzleFacts},
    facts::{Facts, Solutions},
    other_facts::OtherFacts,
    technique::{self, Technique},
};
use corpus::{
    error::{Error, Result},
    layout::{Field, Schema},
    reader::Block,
    writer::Edit,
};

/// The names in an expression that stand for properties of the puzzle, unless the corpus has such a column, besides the
/// [facts](Fact) about its difficulty.
const PROPERTY_NAMES: [&str; 7] = ["clues", "solutions", "conflicting", "minimal", TECHNIQUE, "automorphisms", "line"];

/// The name of the only property that is a text.
pub(super) const TECHNIQUE: &str = "technique";

pub(super) const RATINGS: [&str; 3] = ["se_rating", "se_pearl", "se_diamond"];

/// Returns true if a name stands for a property of the puzzle, unless the corpus has such a column.
pub(super) fn is_property(name: &str) -> bool {
    PROPERTY_NAMES.contains(&name) || RATINGS.contains(&name) || Fact::named(name).is_some()
}

impl RowPass {
    /// Keeps the rows for which an expression holds. Its names are columns of the corpus, and `clues`, `solutions`,
    /// `conflicting`, `minimal`, `technique`, `automorphisms`, `line`, `se_rating`, `se_pearl`, `se_diamond` and the names of
    /// [`Fact::ALL`].
    ///
    /// # Errors
    ///
    /// The pass ends with [`Error::Usage`] if a name is neither a column nor one of these, if `technique` is compared
    /// with something that is no technique, or if an expression compares a column with numbers that holds nothing but
    /// text.
    pub fn filter(&self, filter: &Filter, simd: Simd, observer: &mut Observer<'_>) -> Result<RowPassResult> {
        let stop = observer.stop;
        let work = |solver: &mut Solver<'_>, block: &Block, rows: &mut BlockRows<'_>| {
            let wanted = BlockFilter::new(filter, block)?.wanted(solver);
            block.puzzles.iter().zip(wanted).filter(|(_, wanted)| *wanted).for_each(|(puzzle, _)| rows.keep(puzzle));
            Ok(())
        };
        self.run_watched(
            Edit::None,
            observer,
            || Solver { facts: Facts::new(simd).until(stop), rater: Rater::default().until(stop) },
            work,
            &mut NumberColumns::new(filter, self.corpus.notice),
        )
    }
}

/// The workspace of a thread.
struct Solver<'a> {
    facts: Facts<'a>,
    rater: Rater<'a>,
}

#[derive(Clone, Copy, Default)]
struct Solved {
    solutions: Option<usize>,
    only_solution: Option<Grid>,
    redundant: Option<u64>,
    minimal: bool,
    technique: Option<Technique>,
}

struct BlockFilter<'a> {
    filter: &'a Filter,
    block: &'a Block,
    columns: Vec<(&'a str, Option<usize>)>,
    highest_rating: Option<Tenths>,
}

impl<'a> BlockFilter<'a> {
    fn new(filter: &'a Filter, block: &'a Block) -> Result<BlockFilter<'a>> {
        let columns = filter.names().map(|name| Ok((name, column(name, &block.schema)?)));
        let columns: Vec<_> = columns.collect::<Result<_>>()?;
        if columns.contains(&(TECHNIQUE, None)) {
            check_technique(filter)?;
        }
        let notation = block.schema.notation;
        if !notation.is_default() {
            check_any_shape(&columns, notation.shape)?;
        }
        Ok(BlockFilter { filter, block, columns, highest_rating: filter.highest_number(&RATINGS).map(tenths_above) })
    }

    fn wanted(&self, Solver { facts, rater }: &mut Solver<'_>) -> Vec<bool> {
        let notation = self.block.schema.notation;
        if !notation.is_default() {
            return self.wanted_of_other_shape(OtherFacts::new(notation.shape, facts.stop()));
        }
        let solved = self.solve(facts).into_iter().enumerate();
        // After a stop, the rows of the block are not used.
        let solved = solved.take_while(|_| !facts.is_stopped());
        solved.map(|(index, solved)| self.holds_solved(index, solved, rater)).collect()
    }

    /// Returns for each puzzle of another shape than 9×9 whether the expression holds.
    fn wanted_of_other_shape(&self, mut facts: OtherFacts<'_>) -> Vec<bool> {
        let puzzles = self.block.puzzles.iter().map(|puzzle| &puzzle.givens).enumerate();
        let holds = |(index, puzzle)| {
            self.holds(index, |name| match name {
                "solutions" => Some(facts.solutions(puzzle).count().to_string()),
                _ => Some(u8::from(facts.is_minimal(puzzle)).to_string()),
            })
        };
        puzzles.map(holds).collect()
    }

    /// Returns whether the expression holds for a puzzle whose properties are known.
    fn holds_solved(&self, index: usize, solved: Solved, rater: &mut Rater<'_>) -> bool {
        let mut rating = None;
        let puzzle = self.block.puzzles[index].nine();
        let difficulty = PuzzleFacts::of(puzzle, solved.only_solution.as_ref(), solved.redundant);
        self.holds(index, |name| match name {
            "solutions" => solved.solutions.map(|count| count.to_string()),
            TECHNIQUE => solved.technique.map(|technique| technique.name().into()),
            "minimal" => Some(u8::from(solved.minimal).to_string()),
            name if RATINGS.contains(&name) => {
                solved.only_solution.filter(|_| puzzle.clues() < CELLS)?;
                let rating = rating.get_or_insert_with(|| rater.rate(puzzle, self.highest_rating));
                Some(self.rating_value(name, rating))
            }
            name => Fact::named(name).and_then(|fact| difficulty.value(fact)).map(|value| value.to_string()),
        })
    }

    /// Returns a rating as a number. One above the highest that the expression tells apart is a little more than that.
    fn rating_value(&self, name: &str, rating: &Rating) -> String {
        let above = || Tenths(self.highest_rating.unwrap_or_default().0 + 1);
        let known = match name {
            "se_rating" => (rating.end != End::AboveLimit).then_some(rating.rating),
            "se_pearl" => rating.pearl,
            _ => rating.diamond,
        };
        known.unwrap_or_else(above).to_string()
    }

    /// Solves the puzzles for which the expression depends on the solutions, all at once.
    fn solve(&self, facts: &mut Facts<'_>) -> Vec<Solved> {
        let mut solved = vec![Solved::default(); self.block.puzzles.len()];
        let needs_solution = Fact::ALL.iter().any(|fact| fact.needs_solution() && self.uses_property(fact.name()))
            || RATINGS.iter().any(|name| self.uses_property(name));
        if !needs_solution && !["solutions", "minimal", TECHNIQUE].into_iter().any(|wanted| self.uses_property(wanted))
        {
            return solved;
        }
        let open: Vec<usize> =
            (0..solved.len()).take_while(|_| !facts.is_stopped()).filter(|index| self.needs_solver(*index)).collect();
        let puzzles: Vec<_> = open.iter().map(|&index| *self.block.puzzles[index].nine()).collect();
        let needs_solutions = needs_solution || self.uses_property("solutions") || self.uses_property("minimal");
        let found = needs_solutions.then(|| facts.solutions(&puzzles));
        if self.uses_property(TECHNIQUE) {
            let techniques = match &found {
                Some(found) => techniques(&puzzles, found),
                None => facts.techniques(&puzzles),
            };
            open.iter().zip(techniques).for_each(|(&index, technique)| solved[index].technique = technique);
        }
        let Some(found) = found else { return solved };
        for (&index, found) in open.iter().zip(&found) {
            solved[index].solutions = Some(found.count());
            solved[index].only_solution = found.only().copied();
        }
        if self.uses_property(Fact::Redundant.name()) {
            let redundant = facts.redundant(&puzzles, &found);
            open.iter().zip(redundant).for_each(|(&index, redundant)| solved[index].redundant = redundant);
        }
        if self.uses_property("minimal") {
            open.iter()
                .zip(facts.minimal(&puzzles, &found))
                .for_each(|(&index, minimal)| solved[index].minimal = minimal);
        }
        solved
    }

    /// Returns true if a name of the expression is this property, and no column.
    fn uses_property(&self, wanted: &str) -> bool {
        self.columns.iter().any(|(name, column)| *name == wanted && column.is_none())
    }

    fn needs_solver(&self, index: usize) -> bool {
        let mut asked = false;
        self.holds(index, |_| {
            asked = true;
            None
        });
        asked
    }

    /// Returns whether the expression holds for a puzzle; `solved` has the properties that need a solver.
    fn holds(&self, index: usize, mut solved: impl FnMut(&str) -> Option<String>) -> bool {
        let block = self.block;
        let puzzle = &self.block.puzzles[index];
        let mut fields: Option<Vec<Field<'_>>> = None;
        self.filter.holds(&mut |name| {
            let column = self.columns.iter().find(|(known, _)| *known == name).and_then(|(_, column)| *column);
            if let Some(column) = column {
                let fields = fields.get_or_insert_with(|| block.schema.fields(block.row(puzzle)));
                let field = fields.get(column).map(|field| field.trim_ascii()).filter(|field| !field.is_empty());
                let text = field.map(|field| String::from_utf8_lossy(field).into_owned());
                return if RATINGS.contains(&name) { text.map(rating_number) } else { text };
            }
            match name {
                "clues" => Some(puzzle.givens.clues().to_string()),
                "line" => Some(puzzle.line.to_string()),
                "automorphisms" => any_shape::canonical(&puzzle.givens).map(|form| form.automorphisms.to_string()),
                "conflicting" => Some(u8::from(puzzle.givens.has_conflict()).to_string()),
                name => match Fact::named(name).filter(|fact| !fact.needs_solution()) {
                    Some(fact) => PuzzleFacts::of(puzzle.nine(), None, None).value(fact).map(|value| value.to_string()),
                    None => solved(name),
                },
            }
        })
    }
}

/// Returns the number for a rating as `rate` writes it: 9.5 for `~9.5`, and a little more than 7.5 for `>7.5`.
fn rating_number(text: String) -> String {
    match (text.strip_prefix('~'), text.strip_prefix('>')) {
        (Some(number), _) => number.to_string(),
        (_, Some(limit)) => format!("{limit}5"),
        _ => text,
    }
}

/// Returns the rating that is at least this number, at most 20.
fn tenths_above(number: f64) -> Tenths {
    Tenths((number * 10.0).ceil().clamp(0.0, 200.0) as u8)
}

/// The properties of a puzzle of any shape.
const ANY_SHAPE: [&str; 5] = ["clues", "solutions", "conflicting", "minimal", "line"];

/// Checks that the properties in an expression are defined for a shape other than 9×9.
fn check_any_shape(columns: &[(&str, Option<usize>)], shape: Shape) -> Result<()> {
    let with_forms = any_shape::has_canonical_forms(shape).then_some("automorphisms");
    let known: Vec<&str> = ANY_SHAPE.into_iter().chain(with_forms).collect();
    columns.iter().find(|(name, column)| column.is_none() && !known.contains(name)).map_or(Ok(()), |(name, _)| {
        let [side, known] = [shape.side().to_string(), known.join(", ")];
        Err(Error::Usage(format!("{name} is no property of puzzles of {side}×{side}; theirs are {known}")))
    })
}

/// Returns the technique that each puzzle needs, without another search: the solutions are known.
fn techniques(puzzles: &[Grid], found: &[Solutions]) -> Vec<Option<Technique>> {
    puzzles.iter().zip(found).map(|(puzzle, found)| technique::highest(puzzle).filter(|_| found.is_one())).collect()
}

/// Returns the index of the column with this name; `None` for a property of the puzzle.
pub(super) fn column(name: &str, schema: &Schema) -> Result<Option<usize>> {
    let column = schema.index_of(name);
    // In many corpora, a column `solutions` holds grids, which are not compared with numbers.
    let column = column.filter(|index| Some(*index) != schema.solution || !is_property(name));
    if column.is_none() && !is_property(name) {
        let names = schema.names.join(", ");
        let computed =
            PROPERTY_NAMES.into_iter().chain(RATINGS).chain(Fact::ALL.map(Fact::name)).collect::<Vec<_>>().join(", ");
        return Err(Error::Usage(format!(
            "no column is named {name}; the columns are {names}, and the properties {computed}"
        )));
    }
    Ok(column)
}
