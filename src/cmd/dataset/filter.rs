//! `sudoku-bench dataset filter`.

use std::{borrow::Cow, process::ExitCode};

use sudoku_bench::{
    dataset::{
        facts::{Facts, Solutions},
        filter::{Filter, Value},
        technique,
    },
    error::{Error, Result},
    isomorph,
    layout::Schema,
    reader::Block,
};

use super::{Change, Shape};
use crate::cli::FilterArgs;

/// The names that are no columns.
const COMPUTED: [&str; 6] = ["clues", "solutions", "minimal", "technique", "automorphisms", "line"];

pub fn run(args: FilterArgs) -> Result<ExitCode> {
    let (filter, simd) = (args.expression, args.shape.machine.simd);
    let shape = Shape::resolve(args.shape)?;
    shape.change(|| Facts::new(simd), |facts, block| changes(&filter, facts, block))
}

/// What of a block stays.
fn changes(filter: &Filter, facts: &mut Facts, block: &Block) -> Result<Vec<Change>> {
    let columns = columns(filter, &block.schema)?;
    let solved = solve(filter, &columns, facts, block);
    let change = |(place, solved): (usize, &Solved)| {
        let holds = ask(filter, &columns, block, place, |name| match name {
            "solutions" => solved.solutions.map_or(Value::Missing, |count| Value::Number(count as f64)),
            _ => Value::Number(f64::from(u8::from(solved.minimal))),
        });
        if holds { Change::Keep } else { Change::Drop }
    };
    Ok(solved.iter().enumerate().map(change).collect())
}

/// What only a solver can say of a puzzle.
#[derive(Clone, Default)]
struct Solved {
    solutions: Option<usize>,
    minimal: bool,
}

/// Solves the puzzles of a block for which the expression asks for it, all at once.
fn solve(filter: &Filter, columns: &[(&str, Option<usize>)], facts: &mut Facts, block: &Block) -> Vec<Solved> {
    let mut solved = vec![Solved::default(); block.puzzles.len()];
    let is_asked = |wanted: &str| columns.iter().any(|(name, column)| *name == wanted && column.is_none());
    if !is_asked("solutions") && !is_asked("minimal") {
        return solved;
    }
    // Mostly, most rows can be told without a solver.
    let is_open = |&place: &usize| {
        let mut asked = false;
        ask(filter, columns, block, place, |_| {
            asked = true;
            Value::Missing
        });
        asked
    };
    let open: Vec<usize> = (0..solved.len()).filter(is_open).collect();
    let puzzles: Vec<_> = open.iter().map(|&place| block.puzzles[place].givens).collect();
    let found = facts.solutions(&puzzles);
    open.iter().zip(&found).for_each(|(&place, found)| solved[place].solutions = Some(found.count()));
    if is_asked("minimal") {
        let unique: Vec<_> = (0..open.len()).filter(|&i| matches!(found[i], Solutions::One(_))).collect();
        let puzzles: Vec<_> = unique.iter().map(|&i| puzzles[i]).collect();
        unique.iter().zip(facts.minimal(&puzzles)).for_each(|(&i, minimal)| solved[open[i]].minimal = minimal);
    }
    solved
}

/// The names of an expression, with the columns that they are.
fn columns<'f>(filter: &'f Filter, schema: &Schema) -> Result<Vec<(&'f str, Option<usize>)>> {
    let column = |name: &'f str| {
        // In many corpora, a column named solutions holds grids, which nobody compares with a number.
        let column = schema.names.iter().position(|column| column.eq_ignore_ascii_case(name));
        let column = column.filter(|place| Some(*place) != schema.solution || !COMPUTED.contains(&name));
        if column.is_none() && !COMPUTED.contains(&name) {
            let names = schema.names.join(", ");
            let computed = COMPUTED.join(", ");
            return Err(Error::Usage(format!("no column is named {name}; there are {names}, and there is {computed}")));
        }
        Ok((name, column))
    };
    filter.names().map(column).collect()
}

/// Whether the expression holds for a puzzle; `solved` says what only a solver can.
fn ask(
    filter: &Filter,
    columns: &[(&str, Option<usize>)],
    block: &Block,
    place: usize,
    mut solved: impl FnMut(&str) -> Value,
) -> bool {
    let puzzle = &block.puzzles[place];
    let mut fields: Option<Vec<Cow<'_, [u8]>>> = None;
    filter.holds(&mut |name| {
        let column = columns.iter().find(|(asked, _)| *asked == name).and_then(|(_, column)| *column);
        if let Some(column) = column {
            let fields = fields.get_or_insert_with(|| block.schema.fields(block.row(puzzle)));
            return match fields.get(column).map(|field| field.trim_ascii()) {
                None | Some(b"") => Value::Missing,
                Some(field) => Value::Text(String::from_utf8_lossy(field).into_owned()),
            };
        }
        match name {
            "clues" => Value::Number(puzzle.givens.clues() as f64),
            "line" => Value::Number(puzzle.line as f64),
            "automorphisms" => Value::Number(isomorph::canonical(&puzzle.givens).automorphisms as f64),
            "technique" => {
                technique::highest(&puzzle.givens).map_or(Value::Missing, |highest| Value::Text(highest.name().into()))
            }
            name => solved(name),
        }
    })
}
