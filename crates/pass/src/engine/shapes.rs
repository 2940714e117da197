//! The shapes of grids that an engine takes.

use grid::Shape;
use serde::{Deserialize, Deserializer, de};

use super::words::Words;

const ANY: &str = "any";

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shapes {
    /// All shapes, from 4×4 to 25×25.
    Any,
    Only(Vec<Shape>),
}

impl Default for Shapes {
    fn default() -> Shapes {
        Shapes::Only(vec![Shape::default()])
    }
}

impl<'de> Deserialize<'de> for Shapes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Shapes, D::Error> {
        let refused = "write shapes = \"any\", or a list such as [\"9\", \"16\", \"2x3\"]";
        let list = match Words::deserialize(deserializer) {
            Ok(Words::One(word)) if word == ANY => return Ok(Shapes::Any),
            Ok(Words::List(list)) if !list.is_empty() => list,
            _ => return Err(de::Error::custom(refused)),
        };
        let shape = |text: &String| text.parse().map_err(|error| de::Error::custom(format!("shape {text:?}: {error}")));
        list.iter().map(shape).collect::<Result<_, D::Error>>().map(Shapes::Only)
    }
}

impl Shapes {
    pub fn contain(&self, shape: Shape) -> bool {
        match self {
            Shapes::Any => true,
            Shapes::Only(shapes) => shapes.contains(&shape),
        }
    }

    /// Returns the shapes for a test: these, or some of all.
    pub(super) fn to_test(&self) -> Vec<Shape> {
        let of_box = |[height, width]: [usize; 2]| Shape::new(height, width).expect("a shape");
        match self {
            Shapes::Any => [[2, 2], [2, 3], [1, 7], [3, 3], [4, 4], [5, 5]].map(of_box).into(),
            Shapes::Only(shapes) => shapes.clone(),
        }
    }
}

/// Returns a shape as a description names it: its side, or the rows and columns of a box.
pub(super) fn name_of(shape: Shape) -> String {
    match Shape::of_cells(shape.cells()) == Some(shape) {
        true => shape.side().to_string(),
        false => format!("{}x{}", shape.box_height(), shape.box_width()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_stands_for_its_shape() {
        for name in ["4", "6", "9", "16", "25", "3x2", "2x8", "1x7", "7x1"] {
            assert_eq!(name_of(name.parse().unwrap()), name);
        }
    }
}
