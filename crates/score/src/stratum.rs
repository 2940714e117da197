//! Strata: groups of rows that are counted apart.

use grid::Shape;

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

const LINE: &str = "line";

#[derive(Clone, Debug)]
pub struct Key {
    pub text: String,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    Column(usize),
    Clues,
    Tier,
    /// Whether an expression holds; its names, each with the index of its column.
    Condition(Filter, Vec<(String, Option<usize>)>),
}

impl Key {
    /// Parses a key: a column of `names`, `clues`, `technique`, or an expression of these and `line`.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Usage`] if a name is neither a column nor one of these.
    pub fn parse(text: &str, names: &[String]) -> Result<Key> {
        let column = |name: &str| index_of_name(names.iter().map(String::as_bytes), name);
        let kind = match (column(text), text) {
            (Some(index), _) => Kind::Column(index),
            (None, CLUES) => Kind::Clues,
            (None, TECHNIQUE) => Kind::Tier,
            (None, _) => {
                let filter = Filter::parse(text).map_err(|error| {
                    // The next lines point at the place.
                    let error = error.to_string();
                    Error::Usage(format!("--by {text}: {}", error.lines().next().unwrap_or_default()))
                })?;
                let of_filter: Vec<_> = filter.names().map(|name| (name.to_string(), column(name))).collect();
                if let Some((name, _)) = of_filter.iter().find(is_unknown) {
                    return Err(Error::Usage(format!(
                        "--by: no column is named {name}; the columns are {}, and the properties clues, technique, line",
                        names.join(", ")
                    )));
                }
                Kind::Condition(filter, of_filter)
            }
        };
        Ok(Key { text: text.into(), kind })
    }

    /// Returns the group of a row: the value of the column or property, or whether the condition holds.
    pub fn value(&self, row: &TableRow, puzzle: &[u8], shape: Shape) -> String {
        match &self.kind {
            Kind::Column(index) => of_column(row, *index),
            Kind::Clues => clues(puzzle),
            Kind::Tier => technique_of(puzzle, shape),
            Kind::Condition(filter, columns) => {
                let holds = filter.holds(&mut |name| {
                    let column = columns.iter().find(|(known, _)| known == name).and_then(|(_, index)| *index);
                    match (column, name) {
                        (Some(index), _) => Some(of_column(row, index)).filter(|text| !text.is_empty()),
                        (None, CLUES) => Some(clues(puzzle)),
                        (None, TECHNIQUE) => Some(technique_of(puzzle, shape)),
                        _ => Some(row.line.to_string()),
                    }
                });
                if holds { "yes".into() } else { "no".into() }
            }
        }
    }
}

fn is_unknown((name, index): &&(String, Option<usize>)) -> bool {
    index.is_none() && ![CLUES, TECHNIQUE, LINE].contains(&name.as_str())
}

fn of_column(row: &TableRow, index: usize) -> String {
    String::from_utf8_lossy(row.field(index)).trim().into()
}

fn clues(puzzle: &[u8]) -> String {
    puzzle.iter().filter(|&&cell| cell > 0).count().to_string()
}

/// Returns the technique that a puzzle of 9×9 needs; `none` for a conflict and for other shapes.
fn technique_of(puzzle: &[u8], shape: Shape) -> String {
    grid(puzzle, shape).and_then(|grid| tier::highest(&grid)).map_or("none", Tier::name).into()
}
