//! Tables of results: record batches that the descriptions of columns fill.

use std::sync::Arc;

use arrow_array::{
    ArrayRef, RecordBatch,
    builder::{BooleanBuilder, Float64Builder, Int64Builder, LargeStringBuilder},
};
use corpus::layout::{ColumnSpec, ColumnType, Value};
use pyo3::{PyResult, exceptions::PyRuntimeError};
use pyo3_arrow::export::Arro3RecordBatch;

/// A table for Python, all of whose columns may have nulls.
pub type Batch = Arro3RecordBatch;

pub struct BatchBuilder<R> {
    columns: Vec<(ColumnSpec<R>, Builder)>,
}

enum Builder {
    Integers(Int64Builder),
    Floats(Float64Builder),
    Booleans(BooleanBuilder),
    Texts(LargeStringBuilder),
}

impl<R: 'static> BatchBuilder<R> {
    pub fn new(columns: impl IntoIterator<Item = ColumnSpec<R>>) -> BatchBuilder<R> {
        BatchBuilder::with_capacity(columns, 0)
    }

    /// Creates a builder with memory for a number of rows.
    fn with_capacity(columns: impl IntoIterator<Item = ColumnSpec<R>>, rows: usize) -> BatchBuilder<R> {
        let builder = |column: &ColumnSpec<R>| match column.column_type {
            ColumnType::Integer | ColumnType::Unsigned => Builder::Integers(Int64Builder::with_capacity(rows)),
            ColumnType::Float => Builder::Floats(Float64Builder::with_capacity(rows)),
            ColumnType::Boolean => Builder::Booleans(BooleanBuilder::with_capacity(rows)),
            _ => Builder::Texts(LargeStringBuilder::with_capacity(rows, 0)),
        };
        let with_builder = |column| {
            let builder = builder(&column);
            (column, builder)
        };
        BatchBuilder { columns: columns.into_iter().map(with_builder).collect() }
    }

    /// Adds rows; `None` is a row of nulls.
    pub fn extend(&mut self, rows: &[Option<R>]) {
        for (column, builder) in &mut self.columns {
            for row in rows {
                builder.push(row.as_ref().map_or(Value::Missing, |row| column.value(row)));
            }
        }
    }

    pub fn finish(self) -> PyResult<Batch> {
        batch(self.arrays())
    }

    /// Returns the columns with their names.
    pub fn arrays(self) -> Vec<(String, ArrayRef)> {
        self.columns.into_iter().map(|(column, builder)| (column.name, builder.finish())).collect()
    }
}

pub fn batch(columns: Vec<(String, ArrayRef)>) -> PyResult<Batch> {
    let batch = RecordBatch::try_from_iter_with_nullable(columns.into_iter().map(|(name, array)| (name, array, true)));
    batch.map(Batch::from).map_err(|error| PyRuntimeError::new_err(error.to_string()))
}

/// Returns the table of some rows.
pub fn batch_of<R: 'static>(columns: impl IntoIterator<Item = ColumnSpec<R>>, rows: &[Option<R>]) -> PyResult<Batch> {
    let mut batch = BatchBuilder::with_capacity(columns, rows.len());
    batch.extend(rows);
    batch.finish()
}

impl Builder {
    fn push(&mut self, value: Value<'_>) {
        match (self, value) {
            (Builder::Integers(column), Value::Integer(number)) => column.append_value(int64(number)),
            (Builder::Floats(column), Value::Float(number)) => column.append_value(number),
            (Builder::Booleans(column), Value::Boolean(is_true)) => column.append_value(is_true),
            (Builder::Texts(column), Value::Text(text)) => column.append_value(text),
            (Builder::Integers(column), _) => column.append_null(),
            (Builder::Floats(column), _) => column.append_null(),
            (Builder::Booleans(column), _) => column.append_null(),
            (Builder::Texts(column), _) => column.append_null(),
        }
    }

    fn finish(self) -> ArrayRef {
        match self {
            Builder::Integers(mut column) => Arc::new(column.finish()),
            Builder::Floats(mut column) => Arc::new(column.finish()),
            Builder::Booleans(mut column) => Arc::new(column.finish()),
            Builder::Texts(mut column) => Arc::new(column.finish()),
        }
    }
}

/// Returns a number as results have it; `i64::MAX` for a larger one.
#[inline]
pub fn int64(number: impl TryInto<i64>) -> i64 {
    number.try_into().unwrap_or(i64::MAX)
}
