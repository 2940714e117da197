//! How grids are written: what the arguments `shape` and `alphabet` say, and what the grids themselves show.

use grid::{
    Shape,
    text::{Alphabet, Notation, NotationOverride},
};
use pyo3::{
    exceptions::{PyTypeError, PyValueError},
    prelude::*,
    types::{PyInt, PyString},
};

use crate::{arguments::as_keywords, grids::Grids};

/// Rows from which the shape and the alphabet are known.
const HEAD_ROWS: usize = 4096;

/// The argument `shape`: a side, such as 16, or the rows and columns of a box, such as "2x3".
#[derive(Clone, Copy)]
pub struct ShapeArgument(pub Shape);

impl<'py> FromPyObject<'_, 'py> for ShapeArgument {
    type Error = PyErr;

    fn extract(argument: Borrowed<'_, 'py, PyAny>) -> PyResult<ShapeArgument> {
        if !argument.is_instance_of::<PyInt>() && !argument.is_instance_of::<PyString>() {
            let message =
                "shape: write the side as an int, such as 16, or the rows and columns of a box, such as \"2x3\"";
            return Err(PyTypeError::new_err(message));
        }
        let text = argument.str()?.to_string();
        let refused = |reason| PyValueError::new_err(format!("shape: {text:?} is no shape; {reason}"));
        text.parse().map(ShapeArgument).map_err(refused)
    }
}

#[derive(Clone, Copy)]
pub struct AlphabetArgument(pub Alphabet);

impl<'py> FromPyObject<'_, 'py> for AlphabetArgument {
    type Error = PyErr;

    fn extract(argument: Borrowed<'_, 'py, PyAny>) -> PyResult<AlphabetArgument> {
        let Ok(name) = argument.cast::<PyString>().map(|name| name.to_string()) else {
            return Err(PyTypeError::new_err("alphabet: write its name as a str, such as \"0-9A\""));
        };
        let alphabet = Alphabet::ALL.into_iter().find(|alphabet| alphabet.name().eq_ignore_ascii_case(&name));
        alphabet.map(AlphabetArgument).ok_or_else(|| {
            let names = Alphabet::ALL.map(Alphabet::name).join(", ");
            PyValueError::new_err(format!("alphabet: {name:?} is none of {names}"))
        })
    }
}

pub fn notation_override(shape: Option<ShapeArgument>, alphabet: Option<AlphabetArgument>) -> NotationOverride {
    NotationOverride { shape: shape.map(|shape| shape.0), alphabet: alphabet.map(|alphabet| alphabet.0) }
}

/// Returns how the grids of an argument are said. As in files, the grids are 9×9 if one of the first rows is, and else
/// of the shape of the first grid. Returns a `ValueError` if several alphabets fit, or if no grid is written as the
/// user says.
pub fn find(name: &str, grids: &Grids, said: NotationOverride) -> PyResult<Notation> {
    let refused = |reason: &str| PyValueError::new_err(format!("{name}: {}", as_keywords(reason)));
    if let Some(width) = grids.width() {
        return of_numbers(width, said).map_err(|reason| refused(&reason));
    }
    if said == (NotationOverride { shape: Some(Shape::default()), alphabet: None }) {
        return Ok(Notation::default());
    }
    let first = grids.texts(0..grids.len().min(HEAD_ROWS)).flatten();
    let texts: Vec<String> = first.map(|text| String::from_utf8_lossy(&text).into_owned()).collect();
    let found = said.notation_of(&texts).map_err(|reason| refused(&reason))?;
    let has_texts = texts.iter().any(|text| !text.trim().is_empty());
    if let Some(found) = found {
        return Ok(found);
    }
    match said.shape {
        _ if !has_texts => Ok(of_nothing(said)),
        _ if said.alphabet == Some(Alphabet::Candidates) => {
            Err(refused("no row holds candidates, which are 729 characters; leave out alphabet"))
        }
        Some(shape) if !shape.is_classic() => {
            Err(refused(&format!("no row is a grid of {0}×{0}; leave out shape", shape.side())))
        }
        _ => Ok(Notation::default()),
    }
}

/// Returns the notation of grids that are numbers: the shape counts, and the alphabet is that of the results.
fn of_numbers(width: usize, said: NotationOverride) -> Result<Notation, String> {
    if said.alphabet == Some(Alphabet::Candidates) {
        return Err("candidates are strings of 729 characters, and these are numbers; leave out alphabet".into());
    }
    let shape = said.shape.or_else(|| Shape::of_cells(width));
    match shape {
        Some(shape) if shape.cells() != width => Err(format!(
            "the rows have {width} numbers, and a grid of {0}×{0} has {1} cells",
            shape.side(),
            shape.cells()
        )),
        Some(shape) => Ok(of_nothing(NotationOverride { shape: Some(shape), ..said })),
        // No row is a puzzle.
        None => Ok(Notation::default()),
    }
}

/// Returns the notation of grids whose content shows nothing.
fn of_nothing(NotationOverride { shape, alphabet }: NotationOverride) -> Notation {
    if alphabet == Some(Alphabet::Candidates) {
        return Notation::CANDIDATES;
    }
    match shape.filter(|shape| !shape.is_classic()) {
        Some(shape) => Notation { shape, alphabet: alphabet.unwrap_or_default() },
        None => Notation::default(),
    }
}
