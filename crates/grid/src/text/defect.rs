//! Why a row or a field cannot be used.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::Shape;

/// Why a row or a field cannot be used, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Defect {
    pub kind: DefectKind,
    /// The reason, as a clause without a full stop.
    pub reason: Cow<'static, str>,
    /// Byte of the row or field at which the defect shows, from 0.
    pub at: usize,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DefectKind {
    #[default]
    Other,
    /// A grid that became an integer and lost one to three zeros, which can be restored.
    LostZeros,
    /// A grid that became another number, which cannot be restored.
    LostCells,
    Candidates,
    /// A grid, and other text after it.
    Surplus,
}

impl DefectKind {
    /// Returns true if the field is a grid that became a number.
    pub fn is_number(self) -> bool {
        matches!(self, DefectKind::LostZeros | DefectKind::LostCells)
    }
}

impl Defect {
    pub fn new(reason: impl Into<Cow<'static, str>>, at: usize) -> Defect {
        Defect { kind: DefectKind::Other, reason: reason.into(), at }
    }

    /// Returns the defect of a grid with other text after it.
    pub fn surplus(at: usize) -> Defect {
        Defect { kind: DefectKind::Surplus, ..Defect::new("text after the grid", at) }
    }

    /// Returns the defect of a grid of a shape where another number of cells is wanted.
    pub fn wrong_shape(found: Shape, wanted: usize, at: usize) -> Defect {
        let [cells, side] = [found.cells(), found.side()];
        Defect::new(format!("{cells} cells instead of {wanted} ({side}×{side}? --shape {side} reads it)"), at)
    }
}
