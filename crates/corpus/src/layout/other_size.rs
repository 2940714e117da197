//! Grids of other sizes than 9×9, which are recognised only to name their size in the reason of the reject.

use super::{
    defect::Defect,
    grid_rows::{BRACKETS, SEPARATORS},
};
use solver::grid::CELLS;

/// The common sizes: the number of cells in a row. Values from 10 on are written as numbers or letters.
const SIZES: [usize; 8] = [4, 6, 8, 10, 12, 15, 16, 25];

/// Returns the defect of a field that is a grid of another size, with or without separators between its cells.
pub fn defect(field: &[u8]) -> Option<Defect> {
    let text = field.trim_ascii();
    let is_separator = |byte: &u8| SEPARATORS.contains(byte) || BRACKETS.contains(byte);
    let words: Vec<_> = text.split(is_separator).filter(|word| !word.is_empty()).collect();
    let compact: Vec<_> = if let [word] = *words { word.chunks(1).collect() } else { Vec::new() };
    // Separators between all cells, no separators, and separators between rows.
    let joined: Vec<_> = words.iter().flat_map(|word| word.chunks(1)).collect();
    let size = [words, compact, joined].into_iter().find_map(|cells| size_of(&cells))?;
    let cells = size * size;
    let reason = format!("{cells} cells instead of 81 (a {size}×{size} grid? Only 9×9 is read)");
    Some(Defect::new(reason, field.len().min(cells.min(CELLS))))
}

/// Returns the size of a grid with these cells.
fn size_of(cells: &[&[u8]]) -> Option<usize> {
    SIZES.into_iter().find(|&size| size * size == cells.len() && cells.iter().all(|cell| is_cell(cell, size)))
}

/// Returns true for a blank, and for a number or a letter that may be a value in a grid of this size.
fn is_cell(cell: &[u8], size: usize) -> bool {
    match cell {
        [b'.' | b'0' | b'*' | b'_' | b'-' | b'x' | b'X' | b'?'] => true,
        [byte @ b'1'..=b'9'] => usize::from(byte - b'0') <= size,
        [byte] => size > 9 && byte.is_ascii_alphabetic(),
        [tens @ b'1'..=b'9', ones @ b'0'..=b'9'] => usize::from(10 * (tens - b'0') + ones - b'0') <= size,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_size_is_recognised_in_every_form() {
        let reason = |field: &str| defect(field.as_bytes()).map(|defect| defect.reason.into_owned());
        for size in SIZES {
            let wanted = format!("{0} cells instead of 81 (a {size}×{size} grid? Only 9×9 is read)", size * size);
            let digits = if size > 9 { "0123456789abcdef" } else { "0123" };
            let cells: String = digits.chars().cycle().take(size * size).collect();
            let spaced = cells.chars().map(String::from).collect::<Vec<_>>().join(" ");
            let numbers: Vec<_> = (0..size * size).map(|cell| (cell % (size + 1)).to_string()).collect();
            for field in [cells.clone(), cells.to_uppercase(), spaced, numbers.join(","), ".".repeat(size * size)] {
                assert_eq!(reason(&field), Some(wanted.clone()), "{field}");
            }
        }
        for field in ["a maze of words!", "9876543210987654", &".".repeat(49), "", "5"] {
            assert_eq!(reason(field), None, "{field}");
        }
    }
}
