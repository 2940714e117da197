//! The notations of a puzzle in a field.

#![no_main]

use grid::{AnyGrid, Grid, text::Notation};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    for spaces_are_blanks in [false, true] {
        let mut grid = AnyGrid::from(Grid::EMPTY);
        match Notation::default().read(data, spaces_are_blanks, &mut grid) {
            Ok(()) => assert_eq!(Notation::default().parse(grid.to_string().as_bytes()), Ok(grid)),
            Err(defect) => {
                assert!(defect.at <= data.len(), "{defect:?}");
                assert!(!defect.reason.is_empty() && defect.reason.len() < 1000, "{defect:?}");
            }
        }
    }
    if let Ok(grid) = Grid::parse(data) {
        assert_eq!(Notation::default().parse(data), Ok(grid.into()));
    }
});
