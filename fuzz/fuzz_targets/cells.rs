//! The notations of a puzzle in a field.

#![no_main]

use grid::{
    Grid,
    text::{parse_cells, read_cells},
};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    for spaces_are_blanks in [false, true] {
        let mut grid = Grid::EMPTY;
        match read_cells(data, spaces_are_blanks, &mut grid) {
            Ok(()) => assert_eq!(parse_cells(grid.to_string().as_bytes()), Some(grid)),
            Err(defect) => {
                assert!(defect.at <= data.len(), "{defect:?}");
                assert!(!defect.reason.is_empty() && defect.reason.len() < 1000, "{defect:?}");
            }
        }
    }
    if let Ok(grid) = Grid::parse(data) {
        assert_eq!(parse_cells(data), Some(grid));
    }
});
