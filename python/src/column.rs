//! A column of a result.

use std::sync::Arc;

use arrow_array::ArrayRef;
use arrow_schema::Field;
use pyo3::{
    exceptions::{PyIndexError, PyValueError},
    prelude::*,
    types::{PyCapsule, PyIterator, PyList, PySlice, PyTuple},
};
use pyo3_arrow::{
    error::PyArrowResult,
    ffi::{to_array_pycapsules, to_schema_pycapsule},
};

use crate::{
    values::{list, numpy_array, value},
    view::{View, ViewColumn},
};

/// A column of a result: numbers, strings or booleans, or None where there is no value.
///
/// It is an Arrow array: `pyarrow.array(column)`, `polars.Series(column)`, `pandas.Series(column)` and `numpy.asarray(column)` take it,
/// and so do all functions of this package. In NumPy, strings are objects, and numbers with nulls are floats with NaN.
#[pyclass(module = "sudoku_bench", frozen)]
pub struct Column {
    array: ArrayRef,
}

impl Column {
    pub fn new(array: ArrayRef) -> Column {
        Column { array }
    }

    fn field(&self) -> Arc<Field> {
        Arc::new(Field::new("", self.array.data_type().clone(), true))
    }
}

/// What selects values or rows.
#[derive(FromPyObject)]
pub enum Index<'py> {
    Number(isize),
    Slice(Bound<'py, PySlice>),
}

/// Returns the index from 0 of a number that may count from the end.
pub fn row_of(number: isize, rows: usize) -> PyResult<usize> {
    let row = if number < 0 { number.checked_add_unsigned(rows) } else { Some(number) };
    let row = row.and_then(|row| usize::try_from(row).ok()).filter(|row| *row < rows);
    row.ok_or_else(|| PyIndexError::new_err(format!("there is no row {number}: there are {rows}")))
}

/// Returns the first row of a slice, and the number of rows.
///
/// # Errors
///
/// Returns a `ValueError` if it leaves out rows in between.
pub fn rows_of(slice: &Bound<'_, PySlice>, rows: usize) -> PyResult<(usize, usize)> {
    let indices = slice.indices(rows.try_into()?)?;
    match indices.step {
        1 => Ok((indices.start as usize, indices.slicelength)),
        _ => Err(PyValueError::new_err("a slice has all rows between its ends: leave out the step")),
    }
}

#[pymethods]
impl Column {
    /// Return the values as a list.
    fn to_pylist<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        list(py, &self.array)
    }

    /// The number of nulls.
    #[getter]
    fn null_count(&self) -> usize {
        self.array.null_count()
    }

    #[pyo3(signature = (dtype=None, copy=None))]
    fn __array__<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<&Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if copy == Some(false) {
            return Err(PyValueError::new_err("a column is copied to NumPy: leave out copy=False"));
        }
        let array = numpy_array(py, &self.array)?;
        dtype.map_or(Ok(array.clone()), |dtype| array.call_method1("astype", (dtype,)))
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyArrowResult<Bound<'py, PyTuple>> {
        to_array_pycapsules(py, self.field(), &self.array, requested_schema)
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyArrowResult<Bound<'py, PyCapsule>> {
        to_schema_pycapsule(py, self.field().as_ref())
    }

    fn __len__(&self) -> usize {
        self.array.len()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, index: Index<'py>) -> PyResult<Bound<'py, PyAny>> {
        match index {
            Index::Number(number) => value(py, &self.array, row_of(number, self.array.len())?),
            Index::Slice(slice) => {
                let (first, rows) = rows_of(&slice, self.array.len())?;
                Ok(Bound::new(py, Column::new(self.array.slice(first, rows)))?.into_any())
            }
        }
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.to_pylist(py)?.try_iter()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(View::new(String::new(), vec![ViewColumn::new(py, "", &self.array)?], self.array.len()).text())
    }
}
