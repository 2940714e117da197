//! Formats a value of a Parquet column as text.

use std::{
    io::Write,
    time::{Duration, UNIX_EPOCH},
};

use parquet::{
    basic::{ConvertedType, LogicalType, TimeUnit},
    data_type::{ByteArray, FixedLenByteArray, Int96},
    schema::types::ColumnDescriptor,
};

/// Maximum bytes of a decimal, and its digits.
const MAX_DECIMAL: usize = 32;
const MAX_SCALE: usize = 76;
/// Seconds from 1970 to the year 10000, the first that does not have four digits.
const YEAR_10000: u64 = 253_402_300_800;
const SECONDS_OF_400_YEARS: i64 = 146_097 * 24 * 60 * 60;

/// The meaning of the numbers or bytes of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// Plain numbers or bytes.
    Plain,
    /// Unsigned integers.
    Unsigned,
    /// Decimals as integers, with this number of digits after the point.
    Decimal(usize),
    /// Days since 1970.
    Date,
    /// Time since midnight, with this number of digits after the second.
    Time(u32),
    /// Time since 1970.
    Timestamp {
        /// The number of digits after the second.
        digits: u32,
        /// True for a moment, in UTC; false for the time of a clock in an unknown zone.
        utc: bool,
    },
    /// Half-precision numbers of IEEE 754.
    Half,
    /// UUIDs, RFC 9562.
    Uuid,
}

impl Meaning {
    /// Returns the meaning of a column, from its logical type or its older converted type.
    pub fn of(column: &ColumnDescriptor) -> Meaning {
        use ConvertedType as Old;
        let scale = usize::try_from(column.type_scale()).unwrap_or(0);
        match (column.logical_type_ref(), column.converted_type()) {
            (Some(LogicalType::Integer(integer)), _) if !integer.is_signed => Meaning::Unsigned,
            (Some(LogicalType::Time(time)), _) => Meaning::Time(digits(&time.unit)),
            (Some(LogicalType::Timestamp(time)), _) => {
                Meaning::Timestamp { digits: digits(&time.unit), utc: time.is_adjusted_to_u_t_c }
            }
            (Some(LogicalType::Float16), _) => Meaning::Half,
            (Some(LogicalType::Uuid), _) => Meaning::Uuid,
            (Some(LogicalType::Date), _) | (_, Old::DATE) => Meaning::Date,
            (Some(LogicalType::Decimal(_)), _) | (_, Old::DECIMAL) if scale <= MAX_SCALE => Meaning::Decimal(scale),
            (_, Old::UINT_8 | Old::UINT_16 | Old::UINT_32 | Old::UINT_64) => Meaning::Unsigned,
            (_, Old::TIME_MILLIS) => Meaning::Time(3),
            (_, Old::TIME_MICROS) => Meaning::Time(6),
            (_, Old::TIMESTAMP_MILLIS) => Meaning::Timestamp { digits: 3, utc: true },
            (_, Old::TIMESTAMP_MICROS) => Meaning::Timestamp { digits: 6, utc: true },
            _ => Meaning::Plain,
        }
    }
}

fn digits(unit: &TimeUnit) -> u32 {
    match unit {
        TimeUnit::MILLIS => 3,
        TimeUnit::MICROS => 6,
        TimeUnit::NANOS => 9,
    }
}

/// A value of the `parquet` crate.
pub trait Value {
    /// Appends the value to `text`.
    fn push(&self, meaning: Meaning, text: &mut Vec<u8>);

    /// Returns true if the value is a string in JSON, not a number or a boolean.
    fn is_string(_meaning: Meaning) -> bool {
        false
    }
}

impl Value for bool {
    fn push(&self, _: Meaning, text: &mut Vec<u8>) {
        text.extend_from_slice(if *self { b"true" } else { b"false" });
    }
}

impl Value for i32 {
    fn push(&self, meaning: Meaning, text: &mut Vec<u8>) {
        let unsigned = meaning == Meaning::Unsigned;
        let value = if unsigned { i64::from(self.cast_unsigned()) } else { i64::from(*self) };
        value.push(if unsigned { Meaning::Plain } else { meaning }, text);
    }

    fn is_string(meaning: Meaning) -> bool {
        i64::is_string(meaning)
    }
}

impl Value for i64 {
    fn push(&self, meaning: Meaning, text: &mut Vec<u8>) {
        let moment = match meaning {
            Meaning::Unsigned => return push_integer(self.cast_unsigned(), text),
            Meaning::Decimal(scale) => return push_decimal(i128::from(*self), scale, text),
            Meaning::Date => self.checked_mul(24 * 60 * 60).and_then(|seconds| moment(seconds, 0)),
            Meaning::Time(digits) | Meaning::Timestamp { digits, .. } => moment(*self, digits),
            Meaning::Plain | Meaning::Half | Meaning::Uuid => None,
        };
        let Some(moment) = moment else { return push_integer(*self, text) };
        let (date, time) = moment.split_once('T').unwrap_or((&moment, ""));
        text.extend_from_slice(match meaning {
            Meaning::Date => date.as_bytes(),
            Meaning::Time(_) => time.trim_end_matches('Z').as_bytes(),
            Meaning::Timestamp { utc: false, .. } => moment.trim_end_matches('Z').as_bytes(),
            _ => moment.as_bytes(),
        });
    }

    fn is_string(meaning: Meaning) -> bool {
        matches!(meaning, Meaning::Date | Meaning::Time(_) | Meaning::Timestamp { .. })
    }
}

impl Value for Int96 {
    fn push(&self, _: Meaning, text: &mut Vec<u8>) {
        self.to_micros().push(Meaning::Timestamp { digits: 6, utc: true }, text);
    }

    fn is_string(_: Meaning) -> bool {
        true
    }
}

impl Value for f32 {
    fn push(&self, _: Meaning, text: &mut Vec<u8>) {
        push_float(*self, f64::from(*self), text);
    }
}

impl Value for f64 {
    fn push(&self, _: Meaning, text: &mut Vec<u8>) {
        push_float(*self, *self, text);
    }
}

impl Value for ByteArray {
    fn push(&self, meaning: Meaning, text: &mut Vec<u8>) {
        let bytes = self.data();
        match (meaning, <[u8; 2]>::try_from(bytes), <[u8; 16]>::try_from(bytes)) {
            (Meaning::Half, Ok(half), _) => shortest_half(u16::from_le_bytes(half)).push(meaning, text),
            (Meaning::Uuid, _, Ok(uuid)) => push_uuid(u128::from_be_bytes(uuid), text),
            (Meaning::Decimal(scale), ..) if bytes.len() <= 16 => push_decimal(big_endian(bytes), scale, text),
            (Meaning::Decimal(scale), ..) if bytes.len() <= MAX_DECIMAL => {
                let is_negative = bytes[0] >= 0x80;
                push_digits(is_negative, magnitude_digits(bytes, is_negative), scale, text);
            }
            _ => push_text(bytes, text),
        }
    }

    fn is_string(meaning: Meaning) -> bool {
        !matches!(meaning, Meaning::Decimal(_) | Meaning::Half)
    }
}

impl Value for FixedLenByteArray {
    fn push(&self, meaning: Meaning, text: &mut Vec<u8>) {
        let bytes: &ByteArray = self;
        bytes.push(meaning, text);
    }

    fn is_string(meaning: Meaning) -> bool {
        ByteArray::is_string(meaning)
    }
}

/// Appends bytes as text. Bytes that are not UTF-8 are written as `\xFF`, as DuckDB does.
fn push_text(bytes: &[u8], text: &mut Vec<u8>) {
    for chunk in bytes.utf8_chunks() {
        text.extend_from_slice(chunk.valid().as_bytes());
        for byte in chunk.invalid() {
            write!(text, "\\x{byte:02X}").expect("writing to memory cannot fail");
        }
    }
}

fn push_integer(value: impl itoa::Integer, text: &mut Vec<u8>) {
    text.extend_from_slice(itoa::Buffer::new().format(value).as_bytes());
}

/// Appends the fewest digits that identify the number, with an exponent if most digits would be zeros.
fn push_float(value: impl std::fmt::Display + std::fmt::LowerExp, size: f64, text: &mut Vec<u8>) {
    let plain = size == 0.0 || !size.is_finite() || (1e-5..1e16).contains(&size.abs());
    let written = if plain { write!(text, "{value}") } else { write!(text, "{value:e}") };
    written.expect("writing to memory cannot fail");
}

fn push_decimal(value: i128, scale: usize, text: &mut Vec<u8>) {
    push_digits(value < 0, value.unsigned_abs().to_string(), scale, text);
}

fn push_digits(is_negative: bool, digits: String, scale: usize, text: &mut Vec<u8>) {
    let digits = format!("{digits:0>0$}", scale + 1);
    let (whole, fraction) = digits.split_at(digits.len() - scale);
    let sign = if is_negative { "-" } else { "" };
    let point = if scale > 0 { "." } else { "" };
    [sign, whole, point, fraction].iter().for_each(|part| text.extend_from_slice(part.as_bytes()));
}

fn push_uuid(value: u128, text: &mut Vec<u8>) {
    let digits = format!("{value:032x}");
    let parts = [&digits[..8], &digits[8..12], &digits[12..16], &digits[16..20], &digits[20..]];
    text.extend_from_slice(parts.join("-").as_bytes());
}

/// Parses at most 16 bytes in big-endian order; the first has the sign.
fn big_endian(bytes: &[u8]) -> i128 {
    let negative = bytes.first().is_some_and(|first| *first >= 0x80);
    bytes.iter().fold(if negative { -1 } else { 0 }, |value, byte| value << 8 | i128::from(*byte))
}

/// Returns the decimal digits of a number of any length in big-endian order, without its sign.
fn magnitude_digits(bytes: &[u8], is_negative: bool) -> String {
    // Multiplies the digits so far by 256 and adds a byte; a negative number is one more than its inverted bits.
    let mut digits = vec![0_u8];
    bytes.iter().for_each(|byte| multiply_and_add(&mut digits, 256, if is_negative { !byte } else { *byte }));
    multiply_and_add(&mut digits, 1, u8::from(is_negative));
    digits.iter().rev().map(|digit| char::from(b'0' + digit)).collect::<String>().trim_start_matches('0').into()
}

/// Multiplies a number in decimal digits, the lowest first, and adds to it.
fn multiply_and_add(digits: &mut Vec<u8>, factor: u32, byte: u8) {
    let mut carry = u32::from(byte);
    for digit in digits.iter_mut() {
        carry += u32::from(*digit) * factor;
        *digit = (carry % 10) as u8;
        carry /= 10;
    }
    while carry > 0 {
        digits.push((carry % 10) as u8);
        carry /= 10;
    }
}

/// Returns the number with the fewest digits that only this half-precision number is nearest to: 6.7, not 6.6992188.
fn shortest_half(bits: u16) -> f32 {
    let size = bits & 0x7fff;
    let number = half_precision(bits);
    if size == 0 || !number.is_finite() {
        return number;
    }
    let exact = half_precision(size);
    let below = exact - (exact - half_precision(size - 1)) / 2.0;
    // The largest number has no neighbour above it.
    let above = exact + (half_precision(size.min(0x7bfe) + 1) - half_precision(size.min(0x7bfe))) / 2.0;
    let rounded = (0..6).map(|digits| format!("{exact:.digits$e}").parse().unwrap_or(exact));
    rounded.into_iter().find(|number| below < *number && *number < above).unwrap_or(exact).copysign(number)
}

fn half_precision(bits: u16) -> f32 {
    let exponent = i32::from(bits >> 10 & 31);
    let fraction = f32::from(bits & 1023) / 1024.0;
    let size = match exponent {
        0 => fraction * 2f32.powi(-14),
        31 if fraction == 0.0 => f32::INFINITY,
        31 => f32::NAN,
        _ => (1.0 + fraction) * 2f32.powi(exponent - 15),
    };
    if bits >> 15 == 1 { -size } else { size }
}

/// Formats a time in units after or before 1970 as in RFC 3339; returns `None` before the year 1 and after 9999.
fn moment(value: i64, digits: u32) -> Option<String> {
    let unit = 10_i64.pow(digits);
    let seconds = value.div_euclid(unit);
    let nanoseconds = u32::try_from(value.rem_euclid(unit)).ok()? * 10_u32.pow(9 - digits);
    // `humantime` knows no time before 1970. The calendar repeats itself every 400 years.
    let moved_years = if seconds < 0 { 2000 } else { 0 };
    let moved = u64::try_from(seconds + moved_years / 400 * SECONDS_OF_400_YEARS).ok()?;
    let time = UNIX_EPOCH.checked_add(Duration::new(moved, nanoseconds)).filter(|_| moved < YEAR_10000)?;
    let text = match digits {
        0 => humantime::format_rfc3339_seconds(time).to_string(),
        3 => humantime::format_rfc3339_millis(time).to_string(),
        6 => humantime::format_rfc3339_micros(time).to_string(),
        _ => humantime::format_rfc3339_nanos(time).to_string(),
    };
    let (year, rest) = text.split_once('-')?;
    let year = year.parse::<i64>().ok()? - moved_years;
    (year > 0).then(|| format!("{year:04}-{rest}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(value: impl Value, meaning: Meaning) -> String {
        let mut text = Vec::new();
        value.push(meaning, &mut text);
        String::from_utf8(text).unwrap()
    }

    #[test]
    fn numbers_have_the_fewest_digits() {
        assert_eq!(text(-7_i32, Meaning::Plain), "-7");
        assert_eq!(text(-1_i32, Meaning::Unsigned), "4294967295");
        assert_eq!(text(-1_i64, Meaning::Unsigned), "18446744073709551615");
        assert_eq!(text(i64::MIN, Meaning::Plain), "-9223372036854775808");
        assert_eq!(text(0.1_f32, Meaning::Plain), "0.1");
        assert_eq!(text(-2.0_f64, Meaning::Plain), "-2");
        assert_eq!(text(1e300_f64, Meaning::Plain), "1e300");
        assert_eq!(text(2.5e-9_f64, Meaning::Plain), "2.5e-9");
        assert_eq!(text(f64::NAN, Meaning::Plain), "NaN");
        assert_eq!(text(0.0_f64, Meaning::Plain), "0");
    }

    #[test]
    fn decimals_have_a_point() {
        assert_eq!(text(-5_i64, Meaning::Decimal(2)), "-0.05");
        assert_eq!(text(12345_i32, Meaning::Decimal(2)), "123.45");
        assert_eq!(text(12345_i32, Meaning::Decimal(0)), "12345");
        assert_eq!(text(ByteArray::from(vec![0xff, 0x00]), Meaning::Decimal(1)), "-25.6");
        assert_eq!(text(ByteArray::from(vec![0x01, 0x00]), Meaning::Decimal(1)), "25.6");
        let wide = |bytes: &[u8], scale| text(ByteArray::from(bytes.to_vec()), Meaning::Decimal(scale));
        let power = [&[1][..], &[0; 17]].concat();
        assert_eq!(wide(&power, 0), "87112285931760246646623899502532662132736");
        assert_eq!(wide(&power, 40), "8.7112285931760246646623899502532662132736");
        assert_eq!(wide(&[[0xff; 31].as_slice(), &[0]].concat(), 2), "-2.56");
        assert_eq!(wide(&[0; 32], 2), "0.00");
        assert_eq!(wide(&[[0; 31].as_slice(), &[7]].concat(), 0), "7");
    }

    #[test]
    fn times_are_formatted_as_rfc_3339() {
        assert_eq!(text(19_783_i32, Meaning::Date), "2024-03-01");
        assert_eq!(text(-1_i32, Meaning::Date), "1969-12-31");
        assert_eq!(text(-141_427_i32, Meaning::Date), "1582-10-15");
        assert_eq!(text(-719_162_i32, Meaning::Date), "0001-01-01");
        assert_eq!(text(-719_163_i32, Meaning::Date), "-719163");
        assert_eq!(text(3_661_007_i32, Meaning::Time(3)), "01:01:01.007");
        let stamp = |value: i64, digits, utc| text(value, Meaning::Timestamp { digits, utc });
        assert_eq!(stamp(1_000_000_001, 9, true), "1970-01-01T00:00:01.000000001Z");
        assert_eq!(stamp(1001, 3, false), "1970-01-01T00:00:01.001");
        assert_eq!(stamp(i64::MAX, 3, true), i64::MAX.to_string());
        assert_eq!(stamp(-1, 3, true), "1969-12-31T23:59:59.999Z");
        assert_eq!(stamp(i64::MIN, 3, true), i64::MIN.to_string());
        assert_eq!(text(i64::MAX, Meaning::Date), i64::MAX.to_string());
        assert_eq!(text(Int96::from(vec![0, 0, 2_440_589]), Meaning::Plain), "1970-01-02T00:00:00.000000Z");
    }

    #[test]
    fn bytes_are_formatted_by_meaning() {
        assert_eq!(text(ByteArray::from("8..5"), Meaning::Plain), "8..5");
        assert_eq!(text(ByteArray::from("é\0".as_bytes().to_vec()), Meaning::Plain), "é\0");
        assert_eq!(text(ByteArray::from(b"a\xff\xc3b\x00".to_vec()), Meaning::Plain), "a\\xFF\\xC3b\0");
        assert_eq!(text(ByteArray::from(vec![0x00, 0xbe]), Meaning::Half), "-1.5");
        assert_eq!(text(ByteArray::from(vec![0x00, 0x7c]), Meaning::Half), "inf");
        let half = |bits: u16| text(ByteArray::from(bits.to_le_bytes().to_vec()), Meaning::Half);
        assert_eq!(
            [0x46b3, 0xc6b3, 0x2e66, 0x3555, 0x7bff, 0x0001, 0x8000].map(half),
            ["6.7", "-6.7", "0.1", "0.3333", "65500", "6e-8", "-0"]
        );
        let uuid = ByteArray::from((0..16).collect::<Vec<u8>>());
        assert_eq!(text(FixedLenByteArray::from(uuid), Meaning::Uuid), "00010203-0405-0607-0809-0a0b0c0d0e0f");
    }
}
