//! The values of facts and of summaries of proofs.

use std::fmt;

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    Integer(u64),
    /// The value of a column of floating-point numbers, with at most three decimals.
    Float(f64),
}

impl Value {
    pub(super) fn integer(number: impl Into<u64>) -> Value {
        Value::Integer(number.into())
    }

    /// Returns a floating-point number, rounded to three decimals.
    pub(super) fn rounded(number: f64) -> Value {
        Value::Float((number * 1000.0).round() / 1000.0)
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Integer(number) => number.fmt(f),
            Value::Float(number) => number.fmt(f),
        }
    }
}
