//! Puzzles whose givens are a part of those of another puzzle, up to isomorphism.
//!
//! An isomorphism of two puzzles with one solution each maps one solution to the other. So every puzzle is moved into the
//! canonical form of its solution, where it is a set of cells, and the sets in the same solution are compared, one of the
//! two under all automorphisms of the solution. Nearly all solutions have one automorphism.

use std::{collections::HashMap, sync::atomic::AtomicBool};

use corpus::error::Result;
use grid::{AnyGrid, CellSet, Grid, SolutionForm, members};

use super::{
    givens_sets::{GivensSet, first_around, first_within},
    shared::SharedRows,
};
use crate::{classes::Classes, forms::CanonicalForms, keys::key, location::Location};

/// A set of givens and its row: the upper and the lower half of the set, then the [`Location`].
type GivensRow = [u64; 3];

pub(super) struct CanonicalGivens {
    class: u128,
    givens: CellSet,
    /// The canonical solution, if it has several automorphisms.
    symmetric: Option<Box<AnyGrid>>,
}

impl CanonicalGivens {
    pub fn of(forms: &CanonicalForms) -> CanonicalGivens {
        let solution = &forms.solution;
        CanonicalGivens {
            class: key(&solution.grid),
            givens: forms.puzzle.grid.nine().map_or(0, Grid::filled),
            symmetric: (solution.automorphisms > 1).then(|| Box::new(solution.grid.clone())),
        }
    }
}

/// The puzzles of both corpora by the class of their solution.
pub(super) struct Supersets {
    rows: Classes<3>,
    /// The canonical solutions with several automorphisms, by the key of their class: at most 560,151 of them exist.
    symmetric: HashMap<u128, AnyGrid>,
}

impl Supersets {
    pub fn new(rows: Classes<3>) -> Supersets {
        Supersets { rows, symmetric: HashMap::new() }
    }

    pub fn push(&mut self, CanonicalGivens { class, givens, symmetric }: CanonicalGivens, row: Location) -> Result<()> {
        if let Some(solution) = symmetric {
            self.symmetric.insert(class, *solution);
        }
        self.rows.push(class, [(givens >> 64) as u64, givens as u64, row.0])
    }

    /// Compares the puzzles; `None` if `stop` is set before the end.
    pub fn shared(self, stop: &AtomicBool, mut shared: SharedRows) -> Result<Option<SharedRows>> {
        let Supersets { mut rows, symmetric } = self;
        let mut train: Vec<GivensSet> = Vec::new();
        let done = rows.groups_until(stop, |class, rows| {
            train.clear();
            let rows = || rows.iter().map(givens_and_row);
            train.extend(rows().filter(|(_, row)| !row.is_test()));
            train.dedup_by_key(|(givens, _)| *givens);
            if train.is_empty() {
                return Ok(());
            }
            let mut automorphisms = None;
            let mut found = Found::default();
            for (givens, row) in rows().filter(|(_, row)| row.is_test()) {
                if found.givens != Some(givens) {
                    let automorphisms = automorphisms.get_or_insert_with(|| {
                        symmetric.get(&class).and_then(|solution| Some((solution, SolutionForm::of(solution)?)))
                    });
                    found = Found::of(givens, &images(automorphisms.as_ref(), givens), &train);
                    shared.distinct += u64::from(found.first().is_some());
                }
                found.add(row, &mut shared)?;
            }
            Ok(())
        })?;
        Ok(done.map(|_| shared))
    }
}

fn givens_and_row(&[high, low, row]: &GivensRow) -> (CellSet, Location) {
    (CellSet::from(high) << 64 | CellSet::from(low), Location(row))
}

/// Returns the images of a set of givens under the automorphisms of a canonical solution; `None` has the identity only.
fn images(automorphisms: Option<&(&AnyGrid, SolutionForm)>, givens: CellSet) -> Vec<CellSet> {
    let Some((solution, form)) = automorphisms else { return vec![givens] };
    let mut puzzle = Grid::EMPTY;
    members(givens).for_each(|cell| puzzle.set(cell, solution.cells()[cell]));
    let mut images: Vec<CellSet> = form.images(&puzzle).map(|image| image.filled()).collect();
    images.sort_unstable();
    images.dedup();
    images
}

/// The training rows that a set of givens of the test set is compared with.
#[derive(Default)]
struct Found {
    /// The set; `None` before the first.
    givens: Option<CellSet>,
    fewer: Option<Location>,
    more: Option<Location>,
}

impl Found {
    fn of(givens: CellSet, images: &[CellSet], train: &[GivensSet]) -> Found {
        Found {
            givens: Some(givens),
            fewer: images.iter().filter_map(|image| first_within(train, *image)).min(),
            more: images.iter().filter_map(|image| first_around(train, *image)).min(),
        }
    }

    fn first(&self) -> Option<Location> {
        self.fewer.into_iter().chain(self.more).min()
    }

    /// Adds a test row with these givens to the result.
    fn add(&self, row: Location, shared: &mut SharedRows) -> Result<()> {
        let Some(first) = self.first() else { return Ok(()) };
        shared.with_more_givens += u64::from(self.fewer.is_some());
        shared.with_fewer_givens += u64::from(self.more.is_some());
        shared.push(row, first)
    }
}
