//! Grids that became numbers in a spreadsheet or another program, and lost leading zeros or most of their digits. Also the
//! marks by which spreadsheets keep digits as text.

use std::ops::RangeInclusive;

use super::defect::{Defect, DefectKind};
use crate::CELLS;

/// Digits of an integer to which leading zeros can be added.
const PADDED_DIGITS: RangeInclusive<usize> = 78..=80;
/// The fewest digits of an integer that was probably a grid: more than 21 leading blanks are rare.
const MIN_DIGITS: usize = 60;

/// Returns the defect of a field that is a number and was probably a grid.
pub fn defect(field: &[u8]) -> Option<Defect> {
    let field = field.trim_ascii();
    let (found, lost) = if is_integer(field) {
        (format!("{} digits", field.len()), "leading zeros are lost")
    } else if is_float(field) {
        ("a floating-point number".into(), "all digits after the 17th are lost")
    } else {
        return None;
    };
    let kind = if padded(field).is_some() { DefectKind::LostZeros } else { DefectKind::LostCells };
    let taken = "the column was taken for numbers";
    let reason = format!("{found} instead of 81 cells: {taken}, and {lost}; read it as text where the file was made");
    Some(Defect { kind, reason: reason.into(), at: 0 })
}

/// Returns true if a field is a number and was probably a grid.
pub fn was_grid(field: &[u8]) -> bool {
    let field = field.trim_ascii();
    is_integer(field) || is_float(field)
}

/// Returns true if 81 characters are an integer of 79 digits with `.0` after it, which is not a grid.
#[inline]
pub fn is_float_of_81_characters(text: &[u8; CELLS]) -> bool {
    text.ends_with(b".0") && is_float(text)
}

/// Returns the 81 cells of an integer that has lost up to three leading zeros.
pub fn padded(field: &[u8]) -> Option<Vec<u8>> {
    let digits = field.trim_ascii();
    let is_integer = PADDED_DIGITS.contains(&digits.len()) && digits.iter().all(u8::is_ascii_digit);
    is_integer.then(|| [&b"000"[..CELLS - digits.len()], digits].concat())
}

/// Returns the text in a field that a spreadsheet has marked as text: `="004…"` or `'004…`.
pub fn spreadsheet_text(field: &[u8]) -> Option<&[u8]> {
    let field = field.trim_ascii();
    let quoted = || field.strip_prefix(b"=\"")?.strip_suffix(b"\"");
    quoted().or_else(|| field.strip_prefix(b"'"))
}

/// Returns true for an integer that was probably a grid with blanks: only such a grid has zeros to lose.
fn is_integer(text: &[u8]) -> bool {
    let is_number = text.first() != Some(&b'0') && text.iter().all(u8::is_ascii_digit);
    is_number && (MIN_DIGITS..CELLS).contains(&text.len()) && text.contains(&b'0')
}

/// Returns true for a number such as `4.3e78`, or an integer with a decimal point.
fn is_float(text: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(text) else { return false };
    text.split_once('.').is_some_and(is_integral) || text.split_once(['e', 'E']).is_some_and(has_exponent)
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns true for the parts of a number without a fraction that may have been a grid.
fn is_integral((integer, fraction): (&str, &str)) -> bool {
    (MIN_DIGITS..=CELLS).contains(&integer.len()) && is_digits(integer) && fraction.bytes().all(|byte| byte == b'0')
}

/// Returns true for the parts of a number with an exponent that may have been a grid.
fn has_exponent((mantissa, exponent): (&str, &str)) -> bool {
    let exponent: Option<usize> = exponent.strip_prefix('+').unwrap_or(exponent).parse().ok();
    exponent.is_some_and(|exponent| (MIN_DIGITS - 1..CELLS).contains(&exponent))
        && is_digits(&mantissa.replacen(['.', ','], "", 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_were_grids_are_recognised() {
        let reason = |field: &str| defect(field.as_bytes()).map(|defect| defect.reason.into_owned());
        let kind = |field: &str| defect(field.as_bytes()).map(|defect| defect.kind);
        let integer = format!("43{}", "0".repeat(77));
        for field in ["4.3e78", "4.3E+78", "4,3E+78", "8e80", &format!("{integer}.0"), &format!("{integer}.")] {
            assert!(reason(field).unwrap().starts_with("a floating-point number"), "{field}");
        }
        assert!(reason(&integer).unwrap().starts_with("79 digits instead of 81 cells: the column was taken"));
        assert_eq!(kind(&integer), Some(DefectKind::LostZeros));
        assert_eq!([&integer[..77], "4.3e78"].map(kind), [Some(DefectKind::LostCells); 2]);
        for field in ["4.3", "1e3", "4.3e90", &"1".repeat(80), &integer[..40], "43e7x", &format!("{integer}.5")] {
            assert_eq!(reason(field), None, "{field}");
        }
    }
}
