//! Keeps the rows of a corpus for which an expression holds.

use grid::{AnyGrid, canonical, simd::Simd};
use rating::{End, Rater, Rating, Tenths};

use super::{
    check::{NumberColumns, check_technique},
    expression::Filter,
    property::{CLUES, RATINGS, TECHNIQUE, check_properties, column, tenths_above},
};
use crate::{
    BlockRows, Observer, RowPass, RowPassResult,
    difficulty::{Fact, PuzzleFacts},
    facts::{Facts, Solutions},
    tier::Tier,
};
use corpus::{error::Result, layout::Field, reader::Block, writer::Edit};

impl RowPass {
    /// Keeps the rows for which an expression holds. Its names are columns of the corpus, and `clues`, `solutions`,
    /// `conflicting`, `minimal`, `technique`, `automorphisms`, `line`, `se_rating`, `se_pearl`, `se_diamond` and the
    /// names of [`Fact::ALL`]. The pass ends with [`Error::Usage`](corpus::error::Error::Usage) if a name is neither a
    /// column nor one of these, if `technique` is compared with something that is no technique, or if an expression
    /// compares a column with numbers that holds nothing but text.
    pub fn filter(&self, filter: &Filter, simd: Simd, observer: &mut Observer<'_>) -> Result<RowPassResult> {
        let stop = observer.stop;
        let work = |solver: &mut Solver<'_>, block: &Block, rows: &mut BlockRows<'_>| {
            let wanted = BlockFilter::new(filter, block)?.wanted(solver);
            let wanted = block.puzzles.iter().zip(wanted).filter(|(_, wanted)| *wanted);
            wanted.for_each(|(puzzle, _)| rows.add(puzzle, &[]));
            Ok(())
        };
        self.run_checked(
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

/// What searches find of a puzzle, as far as the expression asks for it.
#[derive(Clone, Default)]
struct Searched {
    solutions: Option<Solutions>,
    redundant: Option<u64>,
    minimal: bool,
    tier: Option<Tier>,
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
        let computed = columns.iter().filter(|(_, column)| column.is_none()).map(|(name, _)| *name);
        check_properties(computed, block.schema.notation)?;
        Ok(BlockFilter { filter, block, columns, highest_rating: filter.highest_number(&RATINGS).map(tenths_above) })
    }

    fn wanted(&self, Solver { facts, rater }: &mut Solver<'_>) -> Vec<bool> {
        let searched = self.search(facts).into_iter().enumerate();
        // After a stop, the rows of the block are not used.
        let searched = searched.take_while(|_| !facts.is_stopped());
        searched.map(|(index, searched)| self.holds_searched(index, &searched, rater)).collect()
    }

    /// Returns whether the expression holds for a puzzle whose properties are known.
    fn holds_searched(&self, index: usize, searched: &Searched, rater: &mut Rater<'_>) -> bool {
        let mut rating = None;
        let puzzle = &self.block.puzzles[index].givens;
        let solution = searched.solutions.as_ref().and_then(Solutions::only);
        let only = solution.and_then(AnyGrid::nine);
        let facts = puzzle.nine().map(|puzzle| PuzzleFacts::of(puzzle, only, searched.redundant));
        self.holds(index, |name| match name {
            "solutions" => searched.solutions.as_ref()?.count().map(|count| count.to_string()),
            TECHNIQUE => searched.tier.map(|tier| tier.name().into()),
            "minimal" => Some(u8::from(searched.minimal).to_string()),
            name if RATINGS.contains(&name) => {
                solution.filter(|solution| *solution != puzzle)?;
                let puzzle = puzzle.nine()?;
                let rating = rating.get_or_insert_with(|| rater.rate(puzzle, self.highest_rating));
                Some(self.rating_value(name, rating))
            }
            name => facts.as_ref()?.value(Fact::named(name)?).map(|value| value.to_string()),
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
    fn search(&self, facts: &mut Facts<'_>) -> Vec<Searched> {
        let mut searched = vec![Searched::default(); self.block.puzzles.len()];
        let of_facts = Fact::ALL.into_iter().filter(|fact| fact.needs_solution()).map(Fact::name);
        let needs_solutions =
            of_facts.chain(RATINGS).chain(["solutions", "minimal"]).any(|name| self.uses_property(name));
        if !needs_solutions && !self.uses_property(TECHNIQUE) {
            return searched;
        }
        let open: Vec<usize> =
            (0..searched.len()).take_while(|_| !facts.is_stopped()).filter(|index| self.needs_search(*index)).collect();
        let puzzles: Vec<&AnyGrid> = open.iter().map(|&index| &self.block.puzzles[index].givens).collect();
        let found = needs_solutions.then(|| facts.solutions(&puzzles));
        if self.uses_property(TECHNIQUE) {
            let tiers = facts.tiers(&puzzles, found.as_deref());
            open.iter().zip(tiers).for_each(|(&index, tier)| searched[index].tier = tier);
        }
        let Some(found) = found else { return searched };
        if self.uses_property(Fact::Redundant.name()) {
            let redundant = facts.redundant(&puzzles, &found);
            open.iter().zip(redundant).for_each(|(&index, redundant)| searched[index].redundant = redundant);
        }
        if self.uses_property("minimal") {
            let minimal = facts.minimal(&puzzles, &found);
            open.iter().zip(minimal).for_each(|(&index, minimal)| searched[index].minimal = minimal);
        }
        open.iter().zip(found).for_each(|(&index, found)| searched[index].solutions = Some(found));
        searched
    }

    /// Returns true if a name of the expression is this property, and no column.
    fn uses_property(&self, wanted: &str) -> bool {
        self.columns.iter().any(|(name, column)| *name == wanted && column.is_none())
    }

    fn needs_search(&self, index: usize) -> bool {
        let mut asked = false;
        self.holds(index, |_| {
            asked = true;
            None
        });
        asked
    }

    /// Returns whether the expression holds for a puzzle; `searched` has the properties that need a search.
    fn holds(&self, index: usize, mut searched: impl FnMut(&str) -> Option<String>) -> bool {
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
                CLUES => Some(puzzle.givens.clues().to_string()),
                "line" => Some(puzzle.line.to_string()),
                "automorphisms" => canonical(&puzzle.givens).map(|form| form.automorphisms.to_string()),
                "conflicting" => Some(u8::from(puzzle.givens.has_conflict()).to_string()),
                name => match Fact::named(name).filter(|fact| !fact.needs_solution()) {
                    Some(fact) => {
                        let facts = PuzzleFacts::of(puzzle.givens.nine()?, None, None);
                        facts.value(fact).map(|value| value.to_string())
                    }
                    None => searched(name),
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
