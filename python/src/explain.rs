//! `explain`: the steps of a person, or of the search of a strategy, as a table. Its rows are the lines of JSON of the command line.

use std::sync::atomic::AtomicBool;

use benchmark::reporter::SearchSteps;
use corpus::{
    error::{Error, Result},
    layout::{self, ColumnSpec, ColumnType},
    reader::{Block, Puzzle},
};
use grid::{Shape, simd::Simd, text::Notation};
use pyo3::{exceptions::PyValueError, prelude::*};
use rating::explain::{Given, json_lines};
use serde_json::{Value, json};
use solver::strategy::{Entry, Limits, PuzzleKind, REGISTRY, Strategy};

use crate::{
    arguments::{number, strategy, threads},
    batch::{Batch, BatchBuilder},
    interruptible,
    rows::{CorpusArguments, CorpusInput, Rows},
    se_rating::tenths,
};

/// Puzzles in a block: few, as some take long.
const BLOCK: usize = 16;

#[pyfunction]
pub fn explain<'py>(
    py: Python<'py>,
    corpus: CorpusArguments<'py>,
    up_to: Option<f64>,
    strategy: Option<&str>,
    node_limit: i128,
    threads: Option<i128>,
) -> PyResult<Batch> {
    let corpus = CorpusInput::open(corpus)?;
    let up_to = up_to.map(tenths).transpose()?;
    let nodes = number("node_limit", node_limit, 0..=u64::MAX)?;
    let traced = strategy.map(traced).transpose()?;
    let threads = self::threads(threads)?;
    interruptible::run(py, |stop| {
        let rows = corpus.read(stop)?;
        let limits = Limits { nodes, stop: stop.into(), ..Limits::NONE };
        match traced {
            Some(entry) => {
                let kind = PuzzleKind { shape: rows.shape(), has_candidates: rows.notation == Notation::CANDIDATES };
                let build = || entry.build(kind, Simd::detect()).map_err(Error::start);
                let lines = |search: &mut Box<dyn Strategy>, puzzle: &Puzzle| {
                    SearchSteps::of(&puzzle.givens, &mut **search, &limits).json_lines(puzzle.line)
                };
                table(&rows, search_columns(), threads, build, stop, lines)
            }
            None => {
                rows.check_shape("explain without a strategy", Shape::has_ratings)?;
                let lines = |(): &mut (), puzzle: &Puzzle| {
                    let given = Given::from(puzzle.nine());
                    json_lines(&given, puzzle.line, &rating::explain::explain(&given, up_to, stop))
                };
                table(&rows, columns(), threads, || Ok(()), stop, lines)
            }
        }
    })
}

/// Returns the entry that keeps a trace of its searches.
fn traced(name: &str) -> PyResult<Entry> {
    strategy(name)?.traced().ok_or_else(|| {
        let names = REGISTRY.iter().filter(|entry| entry.build_traced.is_some()).map(|entry| &*entry.name);
        let names = names.collect::<Vec<_>>().join(", ");
        PyValueError::new_err(format!("strategy: {name} does not tell its steps; choose one of {names}"))
    })
}

/// Returns the table of the lines of JSON of all puzzles.
fn table<W: Send>(
    rows: &Rows,
    columns: Vec<ColumnSpec<Value>>,
    threads: usize,
    build: impl FnMut() -> Result<W>,
    stop: &AtomicBool,
    lines: impl Fn(&mut W, &Puzzle) -> String + Sync,
) -> PyResult<Batch> {
    let mut batch = BatchBuilder::new(columns);
    let work = |workspace: &mut W, block: Block| {
        let parse = |line: &str| serde_json::from_str(line).expect("it is JSON");
        let values = |puzzle| lines(workspace, puzzle).lines().map(|line| Some(parse(line))).collect::<Vec<_>>();
        Ok(block.puzzles.iter().map(values).collect())
    };
    let mut line = 0;
    rows.map(BLOCK, threads, build, stop, work, |values| {
        line += 1;
        batch.extend(&values.unwrap_or_else(|| vec![Some(json!({"line": line, "status": "rejected"}))]));
    })?;
    batch.finish()
}

fn column(name: &str, column_type: ColumnType, about: &'static str, pointer: &'static str) -> ColumnSpec<Value> {
    ColumnSpec::new(name, column_type, about, move |line: &Value| match line.pointer(pointer) {
        None | Some(Value::Null) => layout::Value::Missing,
        Some(Value::String(text)) => text.as_str().into(),
        Some(Value::Number(number)) => match number.as_i64() {
            Some(integer) if column_type == ColumnType::Integer => integer.into(),
            _ => number.as_f64().into(),
        },
        Some(list) => list.to_string().into(),
    })
}

const LINE: &str = "the number of the puzzle's row, from 1";
const STEP: &str = "the number of the step, from 1";

/// Returns the columns of the steps of a person.
pub fn columns() -> Vec<ColumnSpec<Value>> {
    use ColumnType::{Float, Integer, Text};
    vec![
        column("line", Integer, LINE, "/line"),
        column("step", Integer, STEP, "/step"),
        column("technique", Text, "its name", "/technique"),
        column("rating", Float, "its rating on Sudoku Explainer's scale", "/rating"),
        column("conclusion", Text, "what the step places or removes, such as `r4c5 = 3` or `r4c56 ≠ 3`", "/conclusion"),
        column("reason", Text, "why, as a sentence", "/reason"),
        column("cell", Text, "the cell that gets a value; empty if none does", "/placed/cell"),
        column("value", Integer, "its value", "/placed/value"),
        column("cells", Text, "the cells of the pattern, as a list in JSON", "/cells"),
        column("values", Text, "the values of the pattern, as a list in JSON", "/values"),
        column("eliminations", Text, "what it removes: `cell` and `values` of each, in JSON", "/eliminations"),
        column("chains", Text, "the links of chains, in JSON, as the command line has them", "/chains"),
        column("grid", Text, "the cells after the step", "/grid"),
        column("candidates", Text, "the candidates after the step, as a list of texts in JSON", "/candidates"),
        column(
            "status",
            Text,
            "empty for a step; else why there are no more: `above-limit` or `stuck`, or no steps: `no-solution`, `several-solutions`, `full` or `rejected`",
            "/status",
        ),
    ]
}

/// Returns the columns of the steps of a search.
pub fn search_columns() -> Vec<ColumnSpec<Value>> {
    use ColumnType::{Integer, Text};
    vec![
        column("line", Integer, LINE, "/line"),
        column("step", Integer, STEP, "/step"),
        column(
            "action",
            Text,
            "`guess` (a node while an untried alternative is left), `assign` (any other node), `single` (follows from the assignments before, and is no node) or `undo` (takes back a node, with the singles that followed from it)",
            "/action",
        ),
        column("cell", Text, "the cell, as `r4c5`", "/cell"),
        column("value", Integer, "its value", "/value"),
        column("depth", Integer, "the number of nodes on the path, with this one", "/depth"),
        column(
            "status",
            Text,
            "empty for a step; else why there is none: `unsolvable`, `invalid`, `node-limit`, `solved` (no blanks) or `rejected`",
            "/status",
        ),
    ]
}
