//! A figure as data: what is drawn on which axes, and the table behind it. SVG and CSV render it. Serialised, it has what the
//! script of the HTML report reads.

use serde::{Serialize, Serializer};

use super::axis::Axis;

/// A view of a report: figures of one kind, of which the reader chooses one.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct View {
    /// Short name, for addresses and file names.
    pub name: &'static str,
    #[serde(skip)]
    pub title: &'static str,
    /// The figures; each has the same names of choices, with other values. The first is shown first.
    pub figures: Vec<Figure>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Figure {
    /// What distinguishes the figure from the others of its view: names and values, such as `cost` and `nodes`.
    pub choices: Vec<Choice>,
    #[serde(skip)]
    pub caption: String,
    pub x: Axis,
    pub y: Axis,
    pub plot: Plot,
    #[serde(skip)]
    pub table: Table,
}

pub type Choice = (&'static str, String);

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Plot {
    Curves(Curves),
    Density(Density),
    Intervals(Intervals),
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Curves {
    /// The values of x, ascending.
    pub x: Vec<f64>,
    #[serde(skip)]
    pub line: Line,
    /// In the order of the legend.
    pub curves: Vec<Curve>,
}

/// Groups with fewer puzzles are drawn lightly, and the line is broken there.
pub const MIN_DRAWN_GROUP: u64 = 5;

/// How neighbouring points of a curve are connected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    Straight,
    /// By steps: each value holds up to the next x.
    Steps,
    /// By straight lines with a dot at each point.
    Dots,
    /// As [`Line::Dots`]; each point is a group of so many puzzles.
    Groups(Vec<u64>),
}

impl Line {
    /// Returns true if the point with this index is a group of few puzzles.
    pub fn is_small_group(&self, index: usize) -> bool {
        matches!(self, Line::Groups(puzzles) if puzzles.get(index).is_some_and(|&puzzles| puzzles < MIN_DRAWN_GROUP))
    }
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Curve {
    pub name: String,
    /// The same for a strategy in every figure.
    #[serde(skip)]
    pub colour: Colour,
    /// A value for each x; `None` where there is none.
    pub y: Vec<Option<f64>>,
    /// The lower and upper end of a band around the curve, for each x.
    #[serde(skip)]
    pub band: Option<Band>,
}

impl Curve {
    pub(super) fn changes(&self) -> bool {
        let mut values = self.y.iter().flatten();
        let first = values.next();
        values.any(|value| Some(value) != first)
    }
}

/// The lower and the upper end of a band, for each x.
pub type Band = (Vec<Option<f64>>, Vec<Option<f64>>);

/// The colour of a curve: an index into the palette of the renderer, or neutral.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    Palette(usize),
    /// Grey, for curves that are not strategies.
    Neutral,
}

/// Counts of puzzles in cells of the plane.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Density {
    /// Width and height of a cell, as a factor on a logarithmic axis.
    pub step: f64,
    /// The cells that are not empty, sorted. Each has the powers of `step` at which it begins on both axes, and its
    /// puzzles.
    #[serde(rename = "columns", serialize_with = "serialize_columns")]
    pub cells: Vec<(i32, i32, u64)>,
    #[serde(skip)]
    pub guides: Vec<Guide>,
    pub extremes: Vec<Extreme>,
}

/// Serialises cells by column, which takes a third of the bytes. A column is its horizontal index, the vertical index
/// of its first cell, and the number of puzzles in this cell and in each cell above it; cells in between may be empty.
fn serialize_columns<S: Serializer>(cells: &[(i32, i32, u64)], serializer: S) -> Result<S::Ok, S::Error> {
    /// A longer run of empty cells takes more bytes than a new column.
    const GAP: i32 = 6;
    let is_near = |cell: &(i32, i32, u64), next: &(i32, i32, u64)| cell.0 == next.0 && next.1 - cell.1 <= GAP;
    serializer.collect_seq(cells.chunk_by(is_near).map(column_of))
}

/// Returns the first position of a column, and the counts from there on.
fn column_of(cells: &[(i32, i32, u64)]) -> Vec<i64> {
    let (x, first, _) = cells[0];
    let mut column = vec![i64::from(x), i64::from(first)];
    for &(_, y, count) in cells {
        column.resize((y - first) as usize + 2, 0);
        column.push(count as i64);
    }
    column
}

/// The line y = `factor` · x.
#[derive(Clone, Debug, PartialEq)]
pub struct Guide {
    pub factor: f64,
    pub label: String,
    /// True for the line that the others are multiples of; it is drawn solid.
    pub is_main: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Extreme {
    /// Index in the list of named puzzles.
    pub puzzle: usize,
    #[serde(skip)]
    pub how: String,
    pub x: f64,
    pub y: f64,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Intervals {
    #[serde(skip)]
    pub rows: Vec<Interval>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Interval {
    pub name: String,
    pub colour: Colour,
    /// The estimate; `None` if it is beyond every value.
    pub value: Option<f64>,
    /// The lower end of the interval; `None` if there is no interval.
    pub low: Option<f64>,
    /// The upper end of the interval; `None` if there is no interval, or if it has no end.
    pub high: Option<f64>,
    /// The range in which a ratio counts as unchanged; `None` for a value that is no ratio.
    pub unchanged: Option<(f64, f64)>,
    /// The text beside the row; empty for none.
    pub label: String,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    pub header: Vec<String>,
    pub rows: Vec<Vec<String>>,
}

impl Table {
    pub fn new<'a>(header: impl IntoIterator<Item = &'a str>, rows: impl IntoIterator<Item = Vec<String>>) -> Table {
        Table { header: header.into_iter().map(String::from).collect(), rows: rows.into_iter().collect() }
    }
}

impl View {
    /// Returns a title for a figure of this view: that of the view, and the values of the choices.
    pub fn title_of(&self, figure: &Figure) -> String {
        let choices: Vec<_> = figure.choices.iter().map(|(_, value)| value.as_str()).collect();
        if choices.is_empty() { self.title.into() } else { format!("{}: {}", self.title, choices.join(", ")) }
    }

    /// Returns a file name for a figure of this view, without an ending: the view and the values of the choices.
    pub fn file_name(&self, figure: &Figure) -> String {
        let names = figure.choices.iter().map(|(_, value)| value.as_str());
        let name = [self.name].into_iter().chain(names).collect::<Vec<_>>().join("-");
        name.replace(|c: char| !c.is_ascii_alphanumeric(), "-")
    }
}

/// Returns the colour of a strategy: the same in every report if the strategy is registered.
pub fn colour(strategies: &[String], index: usize) -> Colour {
    let registry = solver::strategy::REGISTRY;
    let registered = |name: &str| registry.iter().position(|entry| entry.name == name);
    Colour::Palette(registered(&strategies[index]).unwrap_or_else(|| {
        let unknown = strategies[..index].iter().filter(|name| registered(name).is_none());
        registry.len() + unknown.count()
    }))
}
