//! Numbers of results.

/// Returns a number as results have it; `i64::MAX` for a larger one.
pub fn int64(number: impl TryInto<i64>) -> i64 {
    number.try_into().unwrap_or(i64::MAX)
}
