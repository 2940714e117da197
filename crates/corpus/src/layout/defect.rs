//! Why a row or a field cannot be used.

use std::borrow::Cow;

/// Why a row or a field cannot be used, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Defect {
    /// The reason, as a clause without a full stop.
    pub reason: Cow<'static, str>,
    /// Byte of the row or field at which the defect shows, from 0.
    pub at: usize,
}

impl Defect {
    /// Creates a defect.
    pub fn new(reason: impl Into<Cow<'static, str>>, at: usize) -> Defect {
        Defect { reason: reason.into(), at }
    }
}
