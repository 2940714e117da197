//! Strata: groups of rows that are counted apart.

use grid::{Shape, text::Notation};

use super::cells::grid;
use corpus::{
    error::{Error, Result},
    layout::index_of_name,
    reader::TableRow,
};
use dataset::{
    filter::{CLUES, Filter, TECHNIQUE},
    tier::{self, Tier},
};

/// Returns a property of a row, with the cells of its puzzle.
type Property = fn(&TableRow, &[u8], Shape) -> String;

/// The properties that a key may name, unless a column has this name.
static PROPERTIES: [(&str, Property); 3] = [
    (CLUES, |_, puzzle, _| puzzle.iter().filter(|&&cell| cell > 0).count().to_string()),
    // A puzzle with a conflict has no technique.
    (TECHNIQUE, |_, puzzle, shape| {
        grid(puzzle, shape).and_then(|grid| tier::highest(&grid)).map_or("none", Tier::name).into()
    }),
    ("line", |row, _, _| row.line.to_string()),
];

#[derive(Clone, Debug)]
pub struct Key {
    pub text: String,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    Value(Source),
    /// Whether an expression holds; its names, each with where its value comes from.
    Condition(Filter, Vec<(String, Source)>),
}

#[derive(Clone, Copy, Debug)]
enum Source {
    Column(usize),
    Property(Property),
}

impl Key {
    /// Parses a key of puzzles in a notation: a column of `names`, `clues`, `technique`, `line`, or an expression of these.
    /// Returns [`Error::Usage`] if a name is neither a column nor one of these, or if such puzzles have no technique.
    pub fn parse(text: &str, names: &[String], notation: Notation) -> Result<Key> {
        let source = |name: &str| Source::named(name, names, notation);
        let kind = match source(text)? {
            Some(source) => Kind::Value(source),
            None => {
                let filter = Filter::parse(text).map_err(|error| {
                    // The next lines point at the place.
                    let error = error.to_string();
                    Error::Usage(format!("--by {text}: {}", error.lines().next().unwrap_or_default()))
                })?;
                let of_name = |name: &str| match source(name)? {
                    Some(source) => Ok((name.to_string(), source)),
                    None => Err(Error::Usage(format!(
                        "--by: no column is named {name}; the columns are {}, and the properties {}",
                        names.join(", "),
                        PROPERTIES.map(|(name, _)| name).join(", ")
                    ))),
                };
                let of_filter = filter.names().map(of_name).collect::<Result<_>>()?;
                Kind::Condition(filter, of_filter)
            }
        };
        Ok(Key { text: text.into(), kind })
    }

    /// Returns the group of a row: the value of the column or property, or whether the condition holds.
    pub fn value(&self, row: &TableRow, puzzle: &[u8], shape: Shape) -> String {
        match &self.kind {
            Kind::Value(source) => source.value(row, puzzle, shape),
            Kind::Condition(filter, sources) => {
                let holds = filter.holds(&mut |name| {
                    let (_, source) = sources.iter().find(|(known, _)| known == name)?;
                    Some(source.value(row, puzzle, shape)).filter(|text| !text.is_empty())
                });
                if holds { "yes".into() } else { "no".into() }
            }
        }
    }
}

impl Source {
    /// Returns the column or the property with a name. Returns an error for a property that puzzles in the notation do not have.
    fn named(name: &str, names: &[String], notation: Notation) -> Result<Option<Source>> {
        if let Some(index) = index_of_name(names.iter().map(String::as_bytes), name) {
            return Ok(Some(Source::Column(index)));
        }
        if name == TECHNIQUE && !notation.has_ratings() {
            let kind = notation.kind();
            return Err(Error::Usage(format!(
                "--by: technique is no property of puzzles of {kind}; use clues or line"
            )));
        }
        let property = PROPERTIES.iter().find(|(known, _)| *known == name);
        Ok(property.map(|(_, property)| Source::Property(*property)))
    }

    fn value(self, row: &TableRow, puzzle: &[u8], shape: Shape) -> String {
        match self {
            Source::Column(index) => String::from_utf8_lossy(row.field(index)).trim().into(),
            Source::Property(property) => property(row, puzzle, shape),
        }
    }
}
