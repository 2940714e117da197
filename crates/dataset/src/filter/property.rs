//! The properties of a puzzle that an expression may name.

use corpus::{
    error::{Error, Result},
    layout::Schema,
};
use grid::text::Notation;
use rating::Tenths;

use crate::difficulty::Fact;

/// The names in an expression that stand for properties of the puzzle, unless the corpus has such a column, besides the
/// [facts](Fact) about its difficulty.
const PROPERTY_NAMES: [&str; 7] = [CLUES, "solutions", "conflicting", "minimal", TECHNIQUE, "automorphisms", "line"];

/// The name of the number of givens.
pub const CLUES: &str = "clues";

/// The name of the only property that is a text.
pub const TECHNIQUE: &str = "technique";

pub const RATINGS: [&str; 3] = ["se_rating", "se_pearl", "se_diamond"];

/// Returns true if a name stands for a property of the puzzle, unless the corpus has such a column.
pub fn is_property(name: &str) -> bool {
    PROPERTY_NAMES.contains(&name) || RATINGS.contains(&name) || Fact::named(name).is_some()
}

/// Returns the rating that is at least this number, at most 20.
pub fn tenths_above(number: f64) -> Tenths {
    Tenths((number * 10.0).ceil().clamp(0.0, 200.0) as u8)
}

/// The properties of a puzzle of any shape.
const OF_EVERY_SHAPE: [&str; 5] = [CLUES, "solutions", "conflicting", "minimal", "line"];

/// Checks that puzzles in a notation have the properties that are computed. Returns an error that lists those that they
/// have.
pub fn check_properties<'a>(computed: impl Iterator<Item = &'a str>, notation: Notation) -> Result<()> {
    if notation.has_ratings() {
        return Ok(());
    }
    let has_forms = !notation.has_candidates() && notation.shape.has_canonical_forms();
    let with_forms = has_forms.then_some("automorphisms");
    let known: Vec<&str> = OF_EVERY_SHAPE.into_iter().chain(with_forms).collect();
    let mut unknown = computed.filter(|name| !known.contains(name));
    unknown.next().map_or(Ok(()), |name| {
        let [kind, known] = [notation.kind(), known.join(", ")];
        Err(Error::Usage(format!("{name} is no property of puzzles of {kind}; theirs are {known}")))
    })
}

/// Returns the index of the column with this name; `None` for a property of the puzzle.
pub fn column(name: &str, schema: &Schema) -> Result<Option<usize>> {
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
