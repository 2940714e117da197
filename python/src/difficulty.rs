//! The columns of `rate` about the difficulty of puzzles.

use std::sync::Arc;

use arrow_array::{
    ArrayRef,
    builder::{Float64Builder, Int64Builder},
};
use corpus::layout::ColumnType;
use dataset::difficulty::{DifficultyColumns, Fact, Morphs, Value};
use pyo3::{PyResult, exceptions::PyValueError};
use solver::strategy::Entry;

use crate::{
    arguments::{check_distinct, number},
    values::int64,
};

/// Isomorphs of a puzzle, at most, as on the command line.
const MAX_MORPHS: u64 = 1_000_000;

/// Returns the columns that the arguments ask for.
pub fn columns_of(facts: &[String], morphs: Option<i128>, seed: i128) -> PyResult<DifficultyColumns> {
    let mut chosen = Vec::new();
    for name in facts {
        match Fact::named(name) {
            Some(fact) => chosen.push(fact),
            None if name == "all" => chosen.extend(Fact::ALL),
            None => {
                let names = Fact::ALL.map(Fact::name).join(", ");
                return Err(PyValueError::new_err(format!("facts: no fact is named {name:?}; there are all, {names}")));
            }
        }
    }
    check_distinct("facts", &chosen.iter().map(|fact| fact.name()).collect::<Vec<_>>())?;
    let seed = number("seed", seed, 0..=u64::MAX)?;
    let count = morphs.map(|count| number("morphs", count, 1..=MAX_MORPHS)).transpose()?;
    Ok(DifficultyColumns { facts: chosen, morphs: count.map(|count| Morphs { count: count as usize, seed }) })
}

pub struct NumberColumn {
    name: String,
    numbers: Numbers,
}

enum Numbers {
    Integers(Int64Builder),
    Floats(Float64Builder),
}

impl NumberColumn {
    pub fn all(columns: &DifficultyColumns, strategies: &[Entry]) -> Vec<NumberColumn> {
        let column = |(name, column_type)| match column_type {
            ColumnType::Float => NumberColumn { name, numbers: Numbers::Floats(Float64Builder::new()) },
            _ => NumberColumn { name, numbers: Numbers::Integers(Int64Builder::new()) },
        };
        columns.columns(strategies).into_iter().map(column).collect()
    }

    pub fn push(&mut self, value: Option<Value>) {
        match (&mut self.numbers, value) {
            (Numbers::Integers(column), Some(Value::Integer(number))) => column.append_value(int64(number)),
            (Numbers::Floats(column), Some(Value::Float(number))) => column.append_value(number),
            (Numbers::Integers(column), _) => column.append_null(),
            (Numbers::Floats(column), _) => column.append_null(),
        }
    }

    pub fn finish(self) -> (String, ArrayRef) {
        match self.numbers {
            Numbers::Integers(mut column) => (self.name, Arc::new(column.finish())),
            Numbers::Floats(mut column) => (self.name, Arc::new(column.finish())),
        }
    }
}
