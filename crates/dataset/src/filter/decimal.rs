//! Decimal numbers, compared exactly: as 64-bit floats, 9007199254740993 would equal 9007199254740992.

use std::cmp::Ordering;

/// Maximum length of a number in characters. A longer text, such as a grid of 81 digits, is not a number.
const MAX_LENGTH: usize = 40;

/// Maximum number of digits of an exponent. With a longer exponent, an identifier such as `0e1234567890` is not a number.
const MAX_EXPONENT_DIGITS: usize = 3;

#[derive(Clone, Copy, Debug)]
pub(super) struct Decimal<'a> {
    negative: bool,
    whole: &'a [u8],
    fraction: &'a [u8],
    exponent: isize,
}

impl<'a> Decimal<'a> {
    /// Parses `17`, `-2.5`, `+.5` or `1e6`, with white space around it. Returns `None` if the text is no number of at most
    /// 40 characters.
    pub(super) fn parse(text: &'a str) -> Option<Decimal<'a>> {
        let text = text.trim();
        let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
        let (digits, exponent) = unsigned.split_once(['e', 'E']).unwrap_or((unsigned, "0"));
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let has_digits = !(whole.is_empty() && fraction.is_empty()) && is_digits(whole) && is_digits(fraction);
        let exponent_digits = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
        let has_exponent = is_digits(exponent_digits) && exponent_digits.len() <= MAX_EXPONENT_DIGITS;
        if text.len() > MAX_LENGTH || !has_digits || !has_exponent {
            return None;
        }
        Some(Decimal {
            negative: text.starts_with('-'),
            whole: whole.as_bytes(),
            fraction: fraction.as_bytes(),
            exponent: exponent.parse().ok()?,
        })
    }

    pub(super) fn is_zero(self) -> bool {
        self.significant().next().is_none()
    }

    pub(super) fn order(self, other: Decimal<'a>) -> Ordering {
        match (self.sign(), other.sign()) {
            (left, right) if left != right => left.cmp(&right),
            (0, _) => Ordering::Equal,
            (1, _) => self.size(other),
            _ => other.size(self),
        }
    }

    /// Returns -1, 0 or 1 for a negative number, zero and a positive number.
    fn sign(self) -> i8 {
        match (self.is_zero(), self.negative) {
            (true, _) => 0,
            (_, true) => -1,
            _ => 1,
        }
    }

    /// Compares the absolute values of two numbers other than zero.
    fn size(self, other: Decimal<'a>) -> Ordering {
        let longest = self.significant().count().max(other.significant().count());
        let digits = |number: Self| number.significant().chain(std::iter::repeat(b'0')).take(longest);
        self.magnitude().cmp(&other.magnitude()).then_with(|| digits(self).cmp(digits(other)))
    }

    fn significant(self) -> impl Iterator<Item = u8> {
        self.whole.iter().chain(self.fraction).copied().skip_while(|digit| *digit == b'0')
    }

    /// Returns the position of the first significant digit, relative to the decimal point: 1 for 1 to 9, 2 for 10 to 99, 0
    /// for 0.1 to 0.9.
    fn magnitude(self) -> isize {
        let digits = self.whole.len() + self.fraction.len();
        let leading_zeros = digits - self.significant().count();
        self.exponent + self.whole.len().cast_signed() - leading_zeros.cast_signed()
    }
}

fn is_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(left: &str, right: &str) -> Ordering {
        Decimal::parse(left).unwrap().order(Decimal::parse(right).unwrap())
    }

    #[test]
    fn numbers_are_compared_exactly() {
        let ascending = "-1e400 -12 -3.5 -0.1 0 1e-400 0.05 .5 9 10 9007199254740992 \
            9007199254740993 9007199254740993.5 1e400 2e400";
        let ascending: Vec<&str> = ascending.split_whitespace().collect();
        for (index, left) in ascending.iter().enumerate() {
            for (other, right) in ascending.iter().enumerate() {
                assert_eq!(order(left, right), index.cmp(&other), "{left} {right}");
            }
        }
    }

    #[test]
    fn a_number_has_many_spellings() {
        for equal in [
            ["7", "007"],
            ["-0", "0.00"],
            ["1.5", "01.50"],
            ["1e2", "100"],
            ["1.", "+1"],
            ["0.1", "1E-1"],
            [" 2", "2 "],
        ] {
            assert_eq!(order(equal[0], equal[1]), Ordering::Equal, "{equal:?}");
        }
    }

    #[test]
    fn identifiers_and_grids_are_texts() {
        let grid = "1".repeat(81);
        for text in ["", ".", "-", "e5", "1e", "1e+", "1_0", "nan", "inf", "--1", "1.2.3", "0e1234", "12 3", &grid] {
            assert!(Decimal::parse(text).is_none(), "{text}");
        }
    }
}
