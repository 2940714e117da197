//! Grids as Arrow lists of integers.

use arrow_array::{
    Array, ArrayRef, ArrowPrimitiveType,
    cast::AsArray,
    types::{Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type, UInt32Type, UInt64Type},
};
use arrow_schema::DataType;

use crate::{batch::int64, cells::CellRows};

/// Returns true if the type is a list of integers, or of lists of them.
pub fn is_list_of_integers(data_type: &DataType) -> bool {
    item_of(data_type).is_some_and(|item| item.is_integer() || is_list_of_integers(item))
}

/// Returns true if the type is a list of floating-point numbers, or of lists of them.
pub fn is_list_of_floats(data_type: &DataType) -> bool {
    item_of(data_type).is_some_and(|item| item.is_floating() || is_list_of_floats(item))
}

fn item_of(data_type: &DataType) -> Option<&DataType> {
    match data_type {
        DataType::FixedSizeList(item, _) | DataType::List(item) | DataType::LargeList(item) => Some(item.data_type()),
        _ => None,
    }
}

/// Returns the rows of an array of lists, whose numbers are values plus `offset`.
pub fn read(array: &dyn Array, offset: i64) -> CellRows {
    let mut rows = CellRows::default();
    let mut numbers = Vec::new();
    for row in 0..array.len() {
        if array.is_null(row) {
            rows.push_null();
            continue;
        }
        push_numbers(&item(array, row), &mut numbers);
        rows.push(numbers.drain(..), offset);
    }
    rows
}

fn item(array: &dyn Array, row: usize) -> ArrayRef {
    match array.data_type() {
        DataType::FixedSizeList(..) => array.as_fixed_size_list().value(row),
        DataType::LargeList(_) => array.as_list::<i64>().value(row),
        _ => array.as_list::<i32>().value(row),
    }
}

/// Adds the integers of an array, or of its lists.
pub fn push_numbers(array: &ArrayRef, numbers: &mut Vec<Option<i64>>) {
    match array.data_type() {
        DataType::Int8 => push::<Int8Type>(array, numbers),
        DataType::Int16 => push::<Int16Type>(array, numbers),
        DataType::Int32 => push::<Int32Type>(array, numbers),
        DataType::Int64 => push::<Int64Type>(array, numbers),
        DataType::UInt8 => push::<UInt8Type>(array, numbers),
        DataType::UInt16 => push::<UInt16Type>(array, numbers),
        DataType::UInt32 => push::<UInt32Type>(array, numbers),
        DataType::UInt64 => push::<UInt64Type>(array, numbers),
        _ => {
            (0..array.len()).filter(|&row| array.is_valid(row)).for_each(|row| push_numbers(&item(array, row), numbers))
        }
    }
}

fn push<T: ArrowPrimitiveType<Native: TryInto<i64>>>(array: &ArrayRef, numbers: &mut Vec<Option<i64>>) {
    numbers.extend(array.as_primitive::<T>().iter().map(|item| item.map(int64)));
}
