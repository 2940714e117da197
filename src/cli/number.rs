//! Numbers on the command line: `1000000`, `1_000_000`, `1,000,000`, `1e6`, `1M`, `10k`.

use rating::Tenths;

const SUFFIXES: [(char, u32); 4] = [('k', 3), ('K', 3), ('M', 6), ('G', 9)];

pub fn parse_number(text: &str) -> Result<u64, String> {
    let number = text.replace('_', "");
    let (number, exponent) = split_exponent(if has_thousands(&number) { number.replace(',', "") } else { number });
    scaled(&number, exponent).ok_or_else(|| "write a whole number such as 1000000, 1_000_000, 1e6, 1M or 10k".into())
}

pub fn parse_positive<N: TryFrom<u64>>(text: &str) -> Result<N, String> {
    match parse_number(text)? {
        0 => Err("must be at least 1".into()),
        number => N::try_from(number).map_err(|_| "is too large".into()),
    }
}

/// Parses a rating: a number with at most one decimal.
pub fn parse_tenths(text: &str) -> Result<Tenths, String> {
    let (whole, tenth) = text.split_once('.').unwrap_or((text, "0"));
    let is_one_digit = tenth.len() == 1 && tenth.bytes().all(|byte| byte.is_ascii_digit());
    let whole: Option<u8> = whole.parse().ok().filter(|whole| (1..=20).contains(whole) && is_one_digit);
    whole
        .map(|whole| Tenths(10 * whole + (tenth.as_bytes()[0] - b'0')))
        .ok_or("a rating is from 1.0 to 20.0, with one decimal".into())
}

/// Returns true if commas separate thousands.
fn has_thousands(text: &str) -> bool {
    let mut groups = text.split(',');
    groups.next().is_some_and(|first| (1..=3).contains(&first.len())) && groups.all(|group| group.len() == 3)
}

/// Splits a number into its digits, which may have a decimal point, and its power of ten.
fn split_exponent(mut number: String) -> (String, Option<u32>) {
    if let Some((_, power)) = SUFFIXES.iter().find(|(suffix, _)| number.ends_with(*suffix)) {
        number.pop();
        return (number, Some(*power));
    }
    match number.split_once(['e', 'E']) {
        Some((digits, exponent)) => (digits.into(), exponent.trim_start_matches('+').parse().ok()),
        None => (number, Some(0)),
    }
}

/// Returns `digits` times ten to the power of `exponent`, if it is a whole number.
fn scaled(digits: &str, exponent: Option<u32>) -> Option<u64> {
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let fraction = fraction.trim_end_matches('0');
    let zeros = exponent?.checked_sub(u32::try_from(fraction.len()).ok()?)?;
    let digits = format!("{whole}{fraction}");
    // `parse` also accepts a sign.
    let number: u64 = digits.parse().ok().filter(|_| digits.bytes().all(|byte| byte.is_ascii_digit()))?;
    number.checked_mul(10u64.checked_pow(zeros)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_whole_and_may_be_short() {
        for (text, number) in [
            ("0", 0),
            ("1000000", 1_000_000),
            ("1_000_000", 1_000_000),
            ("1,000,000", 1_000_000),
            ("1e6", 1_000_000),
            ("1E+6", 1_000_000),
            ("1.5e3", 1500),
            ("2.50k", 2500),
            ("10k", 10_000),
            ("3M", 3_000_000),
            ("18446744073709551615", u64::MAX),
        ] {
            assert_eq!(parse_number(text), Ok(number), "{text}");
        }
        for text in
            ["", "x", "1.5", "1e", "e6", "-1", "+1", "1e-1", "1,00", "1,0000", "1.25k1", "18446744073709551616", "1e20"]
        {
            assert!(parse_number(text).is_err(), "{text}");
        }
        assert_eq!(parse_positive::<u16>("0"), Err("must be at least 1".into()));
        assert_eq!(parse_positive::<u16>("70k"), Err("is too large".into()));
    }
}
