//! A result with columns.

use std::sync::Arc;

use arrow_array::{ArrayRef, RecordBatch, StructArray};
use arrow_schema::{Field, FieldRef};
use corpus::numbers;
use pyo3::{
    exceptions::PyKeyError,
    prelude::*,
    sync::PyOnceLock,
    types::{PyCapsule, PyTuple},
};
use pyo3_arrow::{
    error::PyArrowResult,
    ffi::{ArrayIterator, to_array_pycapsules, to_schema_pycapsule, to_stream_pycapsule},
};

use crate::{
    column::{Column, Index, row_of, rows_of},
    values::value,
    view::{View, ViewColumn},
};

/// A table: `table["name"]` is a column, `table[0]` a row, `table[:5]` a table of some rows.
///
/// Rows are named tuples, and a loop over the table is a loop over its rows. The table is an Arrow record batch without a copy:
/// `polars.DataFrame(table)`, `pandas.DataFrame.from_arrow(table)`, `pyarrow.table(table)`, `duckdb.sql("FROM table")`. Also
/// `pandas.DataFrame(table)`, which is slower, as it reads row by row, and `dict(table)`, which has the columns.
#[pyclass(module = "sudoku_bench", frozen, subclass)]
pub struct Table {
    batch: RecordBatch,
    /// The class of the rows, once there is one.
    row: PyOnceLock<Py<PyAny>>,
}

impl Table {
    pub fn new(batch: RecordBatch) -> Table {
        Table { batch, row: PyOnceLock::new() }
    }

    fn field(&self) -> FieldRef {
        Arc::new(Field::new_struct("", self.batch.schema().fields().clone(), false))
    }

    fn as_struct(&self) -> ArrayRef {
        Arc::new(StructArray::from(self.batch.clone()))
    }

    /// Returns the table as it is shown.
    pub fn view(&self, py: Python<'_>) -> PyResult<View> {
        let (rows, columns) = (self.batch.num_rows(), self.batch.num_columns());
        let title = format!("{}, {}", numbers::plural(rows as u64, "row"), numbers::plural(columns as u64, "column"));
        let schema = self.batch.schema();
        let named = schema.fields().iter().zip(self.batch.columns());
        let shown = named.map(|(field, array)| ViewColumn::new(py, field.name(), array)).collect::<PyResult<_>>()?;
        Ok(View::new(title, shown, rows))
    }

    fn row_class<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let class = self.row.get_or_try_init(py, || {
            let named_tuple = py.import("collections")?.getattr("namedtuple")?;
            Ok::<_, PyErr>(named_tuple.call1(("Row", self.columns()))?.unbind())
        })?;
        Ok(class.bind(py).clone())
    }

    fn row<'py>(&self, py: Python<'py>, row: usize) -> PyResult<Bound<'py, PyAny>> {
        let values = self.batch.columns().iter().map(|column| value(py, column, row)).collect::<PyResult<Vec<_>>>()?;
        self.row_class(py)?.call1(PyTuple::new(py, values)?)
    }
}

/// What selects a column or rows.
#[derive(FromPyObject)]
enum Key<'py> {
    Name(String),
    Rows(Index<'py>),
}

#[pymethods]
impl Table {
    /// The names of the columns.
    #[getter]
    fn columns(&self) -> Vec<String> {
        self.batch.schema().fields().iter().map(|field| field.name().clone()).collect()
    }

    /// The number of rows.
    #[getter]
    fn num_rows(&self) -> usize {
        self.batch.num_rows()
    }

    /// The number of columns.
    #[getter]
    fn num_columns(&self) -> usize {
        self.batch.num_columns()
    }

    /// Return the names of the columns, so that `dict(table)` has the columns.
    fn keys(&self) -> Vec<String> {
        self.columns()
    }

    fn __len__(&self) -> usize {
        self.batch.num_rows()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, key: Key<'py>) -> PyResult<Bound<'py, PyAny>> {
        match key {
            Key::Name(name) => match self.batch.column_by_name(&name) {
                Some(column) => Ok(Bound::new(py, Column::new(Arc::clone(column)))?.into_any()),
                None => {
                    let names = self.columns().join(", ");
                    Err(PyKeyError::new_err(format!("no column is named {name:?}; there are {names}")))
                }
            },
            Key::Rows(Index::Number(number)) => self.row(py, row_of(number, self.batch.num_rows())?),
            Key::Rows(Index::Slice(slice)) => {
                let (first, rows) = rows_of(&slice, self.batch.num_rows())?;
                Ok(Bound::new(py, Table::new(self.batch.slice(first, rows)))?.into_any())
            }
        }
    }

    fn __iter__<'py>(slf: &Bound<'py, Table>) -> PyResult<Bound<'py, PyAny>> {
        let builtins = slf.py().import("builtins")?;
        let rows = builtins.call_method1("range", (slf.get().batch.num_rows(),))?;
        builtins.call_method1("map", (slf.getattr("__getitem__")?, rows))
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyArrowResult<Bound<'py, PyTuple>> {
        to_array_pycapsules(py, self.field(), &self.as_struct(), requested_schema)
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyArrowResult<Bound<'py, PyCapsule>> {
        let reader = ArrayIterator::new([Ok(self.as_struct())].into_iter(), self.field());
        to_stream_pycapsule(py, Box::new(reader), requested_schema)
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyArrowResult<Bound<'py, PyCapsule>> {
        to_schema_pycapsule(py, self.batch.schema().as_ref())
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.view(py)?.text())
    }

    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.view(py)?.html())
    }
}
