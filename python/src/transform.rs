//! `transform`.

use std::{borrow::Cow, sync::Arc};

use arrow_array::{ArrayRef, LargeStringArray};
use grid::{AnyGrid, Symmetry, text::Alphabet};
use pyo3::{exceptions::PyValueError, prelude::*};
use pyo3_arrow::export::Arro3Array;

use crate::{
    arguments::{check_length, exception},
    input::Input,
    interruptible,
    rows::{CorpusArguments, CorpusInput},
};

#[pyfunction]
pub fn transform<'py>(
    py: Python<'py>,
    grids: CorpusArguments<'py>,
    transforms: &Bound<'py, PyAny>,
    inverse: bool,
) -> PyResult<Arro3Array> {
    let grids = CorpusInput::open(grids)?;
    let transforms = Input::open("transforms", transforms, None)?;
    let images: LargeStringArray = interruptible::run(py, |stop| {
        let (rows, transforms) = (grids.read(stop)?, transforms.read(stop)?);
        let all = 0..rows.puzzles.len();
        check_length(all.len(), "transforms", transforms.len())?;
        rows.as_corpus().check_givens("transform").map_err(exception)?;
        let rows_and_texts = rows.puzzles.any_grids(all.clone(), rows.notation).zip(transforms.texts(all)).enumerate();
        let image = |(row, (grid, text))| image(row, grid, text, inverse, rows.alphabet());
        rows_and_texts.map(image).collect::<PyResult<_>>()
    })?;
    Ok(Arro3Array::from(Arc::new(images) as ArrayRef))
}

/// Returns the image of the grid in a row; `None` without a grid or a transform.
fn image(
    row: usize,
    grid: Option<AnyGrid>,
    transform: Option<Cow<'_, [u8]>>,
    inverse: bool,
    alphabet: Alphabet,
) -> PyResult<Option<String>> {
    let (Some(grid), Some(text)) = (grid, transform.as_deref().map(String::from_utf8_lossy)) else { return Ok(None) };
    let transform = Symmetry::parse(&text, grid.shape());
    let transform = transform.map_err(|reason| PyValueError::new_err(format!("transforms: row {row}: {reason}")))?;
    let transform = if inverse { transform.inverse() } else { transform };
    Ok(Some(alphabet.text(&transform.apply(&grid))))
}
