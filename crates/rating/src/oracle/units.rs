//! Units and sets for the oracle, in the orders of its searches.

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Box,
    Column,
    Row,
}

pub use Kind::{Box, Column, Row};

/// A unit: its kind, and its number from the left and from the top.
#[derive(Clone, Copy)]
pub struct Unit(pub Kind, pub usize);

/// The digits of a cell, or the positions of a digit in a unit.
pub type Set = [bool; 9];

impl Unit {
    pub fn cell(self, position: usize) -> usize {
        match self {
            Unit(Box, index) => 27 * (index / 3) + 3 * (index % 3) + 9 * (position / 3) + position % 3,
            Unit(Column, index) => 9 * position + index,
            Unit(Row, index) => 9 * index + position,
        }
    }

    pub fn contains(self, cell: usize) -> bool {
        match self {
            Unit(Box, index) => cell / 27 * 3 + cell % 9 / 3 == index,
            Unit(Column, index) => cell % 9 == index,
            Unit(Row, index) => cell / 9 == index,
        }
    }

    pub fn crosses(self, other: Unit) -> bool {
        (0..9).any(|position| other.contains(self.cell(position)))
    }
}

/// All units in the order of these kinds.
pub fn units(kinds: [Kind; 3]) -> impl Iterator<Item = Unit> {
    kinds.into_iter().flat_map(|kind| (0..9).map(move |index| Unit(kind, index)))
}

/// All pairs of a unit and another that crosses it, in the order in which digits of the former are locked into the latter.
pub fn crossing_pairs() -> Vec<(Unit, Unit)> {
    let mut pairs = Vec::new();
    for (kind, other_kind) in [(Box, Column), (Box, Row), (Column, Box), (Row, Box)] {
        for unit in (0..9).map(|index| Unit(kind, index)) {
            for other in (0..9).map(|index| Unit(other_kind, index)) {
                if unit.crosses(other) {
                    pairs.push((unit, other));
                }
            }
        }
    }
    pairs
}

pub fn see(cell: usize, other: usize) -> bool {
    let same_row = cell / 9 == other / 9;
    let same_column = cell % 9 == other % 9;
    let same_box = cell / 27 == other / 27 && cell % 9 / 3 == other % 9 / 3;
    cell != other && (same_row || same_column || same_box)
}

/// The cells that a cell sees: those in its box by position, then the others in its row, then the others in its column.
pub fn house(cell: usize) -> Vec<usize> {
    let mut house = Vec::new();
    for unit in units([Box, Row, Column]).filter(|unit| unit.contains(cell)) {
        for other in (0..9).map(|position| unit.cell(position)) {
            if other != cell && !house.contains(&other) {
                house.push(other);
            }
        }
    }
    house
}

pub fn size(set: &Set) -> usize {
    set.iter().filter(|&&has| has).count()
}

pub fn union(sets: &[Set]) -> Set {
    std::array::from_fn(|member| sets.iter().any(|set| set[member]))
}

pub fn intersection(sets: &[Set]) -> Set {
    std::array::from_fn(|member| sets.iter().all(|set| set[member]))
}

pub fn outside(set: &Set, other: &Set) -> Set {
    std::array::from_fn(|member| set[member] && !other[member])
}

pub fn first(set: &Set) -> usize {
    (0..9).find(|&member| set[member]).expect("the set is not empty")
}

/// All subsets of 0 to 8 with `k` members, in increasing order of the number whose bit i is set for each member i.
pub fn subsets(k: usize) -> Vec<Set> {
    let all = (0..512).map(|number| std::array::from_fn(|member| number >> member & 1 == 1));
    all.filter(|subset| size(subset) == k).collect()
}

/// The union of the chosen sets if each has at least two members and all together have `k`.
pub fn tuple(sets: &[Set; 9], chosen: &Set, k: usize) -> Option<Set> {
    let mut tuple = Vec::new();
    for index in (0..9).filter(|&index| chosen[index]) {
        if size(&sets[index]) < 2 {
            return None;
        }
        tuple.push(sets[index]);
    }
    let union = union(&tuple);
    (size(&union) == k).then_some(union)
}
