//! A step as a person would tell it: in sentences, with cells as r1c1.

use super::{
    Cause, Link, Statement, Step, Technique,
    units::{COLUMNS, ROWS, UNITS, digits_of},
};
use grid::{CellSet, Shape, column_of, members, row_of};

/// Returns the name of a cell: `r4c5` is row 4, column 5.
///
/// ```
/// assert_eq!(sudoku_bench_rating::cell_name(31), "r4c5");
/// ```
pub fn cell_name(cell: usize) -> String {
    grid::cell_name(cell, Shape::default().side())
}

/// Returns the names of cells, those of a row or a column together: `r4c56`.
fn cell_names(cells: CellSet) -> String {
    let mut names = Vec::new();
    let mut left = cells;
    while left != 0 {
        let first = left.trailing_zeros() as usize;
        let together = |same: fn(usize) -> usize| {
            members(left).filter(|&cell| same(cell) == same(first)).fold(0, |set: CellSet, cell| set | 1 << cell)
        };
        let in_row = together(row_of);
        let in_column = together(column_of);
        let is_row = in_row.count_ones() >= in_column.count_ones();
        let chosen = if is_row { in_row } else { in_column };
        let number = |part: fn(usize) -> usize| {
            let mut numbers: Vec<usize> = members(chosen).map(|cell| part(cell) + 1).collect();
            numbers.dedup();
            numbers.iter().map(usize::to_string).collect::<String>()
        };
        names.push(format!("r{}c{}", number(row_of), number(column_of)));
        left &= !chosen;
    }
    names.join(" ")
}

/// Returns digits, 0 to 8, as text: "3 and 7".
fn digit_names(digits: u16) -> String {
    list(digits_of(digits).map(|digit| (digit + 1).to_string()).collect(), "and")
}

/// Returns "a, b and c".
fn list(mut items: Vec<String>, last: &str) -> String {
    match items.pop() {
        None => String::new(),
        Some(item) if items.is_empty() => item,
        Some(item) => format!("{} {last} {item}", items.join(", ")),
    }
}

fn unit_name(unit: usize) -> String {
    match unit {
        0..COLUMNS => format!("box {}", unit + 1),
        COLUMNS..ROWS => format!("column {}", unit - COLUMNS + 1),
        _ => format!("row {}", unit - ROWS + 1),
    }
}

fn unit_names(units: u32) -> Vec<String> {
    (0..UNITS).filter(|unit| units >> unit & 1 == 1).map(unit_name).collect()
}

impl Statement {
    /// Returns the statement as text: "r4c5 = 3" or "r4c5 ≠ 3".
    pub fn text(self) -> String {
        let sign = if self.is_on() { '=' } else { '≠' };
        format!("{} {sign} {}", cell_name(self.cell()), self.digit() + 1)
    }
}

impl Step {
    /// Returns what the step places and removes: "r4c5 = 3" or "r4c56 ≠ 3, r4c7 ≠ 8".
    pub fn conclusion(&self) -> String {
        if let Some(placed) = self.placed {
            return Statement::new(placed.cell as usize, placed.digit as usize, true).text();
        }
        let removed = self.removed.iter().enumerate().filter(|(_, cells)| **cells != 0);
        removed.map(|(digit, &cells)| format!("{} ≠ {}", cell_names(cells), digit + 1)).collect::<Vec<_>>().join(", ")
    }

    /// Returns why the step follows, as a sentence without its end.
    pub fn reason(&self) -> String {
        let cells = cell_names(self.cells);
        let digits = digit_names(self.digits);
        let units = unit_names(self.units);
        let unit = units.first().map_or("", |unit| unit);
        let placed = self.placed.map_or(0, |placed| placed.digit + 1);
        use Technique::*;
        match self.technique {
            LastCell => format!("{unit} has no other blank"),
            HiddenSingleBox | HiddenSingleLine => format!("{placed} has no other place in {unit}"),
            NakedSingle => "the cell has no other candidate".into(),
            DirectPointing | DirectClaiming | Pointing | Claiming => self.locked(),
            NakedPair | NakedTriplet | NakedQuad => format!("{digits} fill {cells}, which have no other candidates"),
            HiddenPair | HiddenTriplet | HiddenQuad | DirectHiddenPair | DirectHiddenTriplet => {
                format!("{digits} have no other places in {unit} than {cells}")
            }
            XWing | Swordfish | Jellyfish => self.fish(),
            XyWing | XyzWing => {
                format!("whichever of {digits} the pivot of {cells} has, one of these cells has the removed digit")
            }
            UniqueLoop1 | UniqueLoop2 | UniqueLoop3 | UniqueLoop4 => {
                format!("if {cells} had {digits} only, these could be exchanged: there would be two solutions")
            }
            Bug1 | Bug2 | Bug3 | Bug4 => {
                format!(
                    "without the other candidates of {cells}, every blank would have two: there would be two solutions or none"
                )
            }
            AlignedPair | AlignedTriplet => {
                format!("cells that see {cells} exclude every combination with the removed candidates")
            }
            XCycle | YCycle | Cycle => format!("{}, and the other way round", self.chain()),
            XChain | Chain => self.chain(),
            Nishio | Contradiction => self.contradiction(),
            CellChains | DynamicCellChains | UnitChains | DynamicUnitChains | DoubleChain => self.common(),
        }
    }

    fn fish(&self) -> String {
        let across = if self.units >> ROWS != 0 { "columns" } else { "rows" };
        let units = list(unit_names(self.units), "and");
        let digit = digit_names(self.digits);
        format!("in {units}, {digit} lies in as many {across}: {}", cell_names(self.cells))
    }

    fn locked(&self) -> String {
        let digit = digit_names(self.digits);
        let mut units = unit_names(self.units);
        // The pattern is what the units have in common; boxes come first.
        if matches!(self.technique, Technique::Claiming | Technique::DirectClaiming) {
            units.reverse();
        }
        match &units[..] {
            [unit, other] => format!("in {unit}, {digit} lies in {other} only: {}", cell_names(self.cells)),
            _ => String::new(),
        }
    }

    /// The statements of a chain, each with the one that follows.
    fn chain(&self) -> String {
        let links = self.links.first().map_or(&[][..], |links| links);
        let statements: Vec<String> = links.iter().rev().map(|link| link.statement.text()).collect();
        let source = links.last().and_then(|link| link.parents.first()).map(|source| source.text());
        source.into_iter().chain(statements).collect::<Vec<_>>().join(" → ")
    }

    /// An assumption leads to two statements that exclude each other.
    fn contradiction(&self) -> String {
        let assumption = self.links.iter().flatten().find(|link| link.cause == Cause::Assumption);
        let ends: Vec<String> = self.links.iter().filter_map(|links| Some(links.first()?.statement.text())).collect();
        let assumption = assumption.map_or(String::new(), |link| link.statement.text());
        format!("from {assumption} would follow {}", list(ends, "and"))
    }

    /// Several assumptions, one of which is right, lead to the same statement.
    fn common(&self) -> String {
        let assumptions = self.links.iter().filter_map(|links| {
            let assumption = links.iter().find(|link| link.cause == Cause::Assumption)?;
            Some(assumption.statement.text())
        });
        format!("it follows from each of {}, one of which is right", list(assumptions.collect(), "and"))
    }

    /// Returns the links of a chain with several parts, a line for each: a statement, and what it follows from.
    pub fn link_lines(&self) -> Vec<String> {
        let is_path = matches!(
            self.technique,
            Technique::XCycle | Technique::YCycle | Technique::Cycle | Technique::XChain | Technique::Chain
        );
        let parts = self.links.iter().filter(|_| !is_path);
        parts.flat_map(|links| in_order(links)).map(link_line).collect()
    }
}

/// Returns the links of a part of a chain, each after those that it follows from.
pub fn in_order(links: &[Link]) -> Vec<&Link> {
    let mut ordered: Vec<&Link> = Vec::with_capacity(links.len());
    let mut left: Vec<&Link> = links.iter().rev().collect();
    while !left.is_empty() {
        let is_open = |statement: &Statement| left.iter().any(|link| link.statement == *statement);
        let (ready, rest): (Vec<&Link>, Vec<&Link>) = left.iter().partition(|link| !link.parents.iter().any(is_open));
        // Statements that follow from each other would be an error of the search; they are told as they are.
        if ready.is_empty() {
            ordered.extend(rest);
            break;
        }
        ordered.extend(ready);
        left = rest;
    }
    ordered
}

fn link_line(link: &Link) -> String {
    let parents: Vec<String> = link.parents.iter().map(|parent| parent.text()).collect();
    let statement = link.statement.text();
    let because = match link.cause {
        Cause::Assumption => return format!("if {statement}"),
        Cause::Cell => "in the cell",
        Cause::Box => "in the box",
        Cause::Row => "in the row",
        Cause::Column => "in the column",
        Cause::Advanced => "by another technique",
    };
    format!("  {statement} {because}, as {}", list(parents, "and"))
}
