//! Arrow values as objects of Python and arrays of NumPy.

use arrow_array::{
    Array, ArrowPrimitiveType,
    cast::AsArray,
    types::{Float64Type, Int64Type},
};
use arrow_schema::DataType;
use pyo3::{
    IntoPyObjectExt,
    exceptions::PyTypeError,
    prelude::*,
    types::{PyByteArray, PyList},
};

/// Returns a number as results have it; `i64::MAX` for a larger one.
pub fn int64(number: impl TryInto<i64>) -> i64 {
    number.try_into().unwrap_or(i64::MAX)
}

/// Returns the value in a row; `None` for a null.
pub fn value<'py>(py: Python<'py>, array: &dyn Array, row: usize) -> PyResult<Bound<'py, PyAny>> {
    if array.is_null(row) {
        return Ok(py.None().into_bound(py));
    }
    match array.data_type() {
        DataType::LargeUtf8 => array.as_string::<i64>().value(row).into_bound_py_any(py),
        DataType::Boolean => array.as_boolean().value(row).into_bound_py_any(py),
        DataType::Int64 => array.as_primitive::<Int64Type>().value(row).into_bound_py_any(py),
        DataType::Float64 => array.as_primitive::<Float64Type>().value(row).into_bound_py_any(py),
        other => Err(PyTypeError::new_err(format!("a column of {other} has no values in Python"))),
    }
}

pub fn list<'py>(py: Python<'py>, array: &dyn Array) -> PyResult<Bound<'py, PyList>> {
    PyList::new(py, (0..array.len()).map(|row| value(py, array, row)).collect::<PyResult<Vec<_>>>()?)
}

/// Returns the values as an array of NumPy: strings as objects; nulls as `None`, or as NaN among numbers, which then are floats.
pub fn numpy_array<'py>(py: Python<'py>, array: &dyn Array) -> PyResult<Bound<'py, PyAny>> {
    match array.data_type() {
        DataType::Int64 => numbers::<Int64Type>(py, array, "int64", |number| number as f64),
        DataType::Float64 => numbers::<Float64Type>(py, array, "float64", |number| number),
        data_type => {
            let is_boolean = *data_type == DataType::Boolean && array.null_count() == 0;
            let dtype = if is_boolean { "bool" } else { "object" };
            py.import("numpy")?.call_method1("array", (list(py, array)?, dtype))
        }
    }
}

fn numbers<'py, T: ArrowPrimitiveType>(
    py: Python<'py>,
    array: &dyn Array,
    dtype: &str,
    as_float: impl Fn(T::Native) -> f64,
) -> PyResult<Bound<'py, PyAny>> {
    let array = array.as_primitive::<T>();
    let from_bytes = |bytes: &[u8], dtype: &str| {
        py.import("numpy")?.call_method1("frombuffer", (PyByteArray::new(py, bytes), dtype))
    };
    if array.null_count() == 0 {
        return from_bytes(array.values().inner().as_slice(), dtype);
    }
    let floats = array.iter().flat_map(|number| number.map_or(f64::NAN, &as_float).to_ne_bytes());
    from_bytes(&floats.collect::<Vec<u8>>(), "float64")
}
