//! Parses the values of arguments.

use std::{fmt, ops::RangeInclusive, str::FromStr, time::Duration};

use dataset::PartSizes;
use rating::Tenths;

use super::number::{parse_number, parse_positive, parse_tenths};

/// Parses the sizes of the parts of a corpus: shares with a sum of 1 or 100, or numbers of rows, one of which may be `rest`.
pub fn parse_part_sizes(text: &str) -> Result<PartSizes, String> {
    const WANTED: &str = "write shares such as 0.9/0.05/0.05 or 80/20, or numbers of rows such as rest/1000";
    let parts: Vec<&str> = text.split('/').collect();
    let numbers: Vec<f64> = parts.iter().filter(|part| **part != REST).map_while(|part| part.parse().ok()).collect();
    let rests = parts.iter().filter(|part| **part == REST).count();
    if numbers.len() + rests < parts.len() || rests > 1 {
        return Err(WANTED.into());
    }
    if !(2..=usize::from(u16::MAX)).contains(&parts.len())
        || !numbers.iter().all(|number| *number > 0.0 && number.is_finite())
    {
        return Err("write 2 to 65,535 sizes, each above 0".into());
    }
    let sum: f64 = numbers.iter().sum();
    if rests == 0 && ((sum - 1.0).abs() < 1e-9 || (sum - 100.0).abs() < 1e-7) {
        return Ok(PartSizes::Shares(numbers.into_iter().map(|share| share / sum).collect()));
    }
    let rows = |part: &&str| if *part == REST { Ok(None) } else { part.parse().map(Some) };
    let rows: Result<_, _> = parts.iter().map(rows).collect();
    rows.map(PartSizes::Rows).map_err(|_| match rests {
        0 => format!("the shares sum up to {sum}, and not to 1 or 100; {WANTED}"),
        _ => format!("`rest` is for numbers of rows, and not for shares; {WANTED}"),
    })
}

/// Stands for the size of the part that gets all other rows.
const REST: &str = "rest";

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rounds {
    Number(u32),
    Auto,
}

impl FromStr for Rounds {
    type Err = String;

    fn from_str(text: &str) -> Result<Rounds, String> {
        match text {
            "auto" => Ok(Rounds::Auto),
            // A number does not begin with a letter.
            _ if text.starts_with(char::is_alphabetic) => Err("write auto, or a whole number".into()),
            number => parse_positive(number).map(Rounds::Number),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MaxRejects {
    Rows(u64),
    Percent(f64),
}

impl MaxRejects {
    /// The default. Fewer than [`MaxRejects::MIN_REJECTS`] rejects may exceed this share.
    pub const DEFAULT: MaxRejects = MaxRejects::Percent(10.0);
    /// [`MaxRejects::DEFAULT`] always applies from this number of rejects on. It applies to fewer rejects only if they
    /// seem to have a common cause: most of the rows are rejected, or puzzles became numbers.
    pub const MIN_REJECTS: u64 = 10;

    pub fn allows(self, rejected: u64, rows: u64) -> bool {
        match self {
            MaxRejects::Rows(most) => rejected <= most,
            MaxRejects::Percent(most) => rejected as f64 * 100.0 <= rows as f64 * most,
        }
    }
}

impl FromStr for MaxRejects {
    type Err = String;

    fn from_str(text: &str) -> Result<MaxRejects, String> {
        match text.strip_suffix('%') {
            None => parse_number(text).map(MaxRejects::Rows),
            Some(percent) => match percent.trim().parse() {
                Ok(percent) if (0.0..=100.0).contains(&percent) => Ok(MaxRejects::Percent(percent)),
                _ => Err("write a percentage from 0% to 100%, or a number of rows".into()),
            },
        }
    }
}

impl fmt::Display for MaxRejects {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MaxRejects::Rows(rows) => write!(f, "{rows}"),
            MaxRejects::Percent(percent) => write!(f, "{percent}%"),
        }
    }
}

pub fn parse_blank(text: &str) -> Result<u8, String> {
    match text.as_bytes() {
        [byte] if grid::value_of(*byte) == Some(0) => Ok(*byte),
        _ => Err("the blanks are 0 . * _ - x X ? and the space".into()),
    }
}

pub fn parse_bytes(text: &str) -> Result<usize, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let factor = match text[digits.len()..].to_ascii_uppercase().trim_end_matches("IB").trim_end_matches('B') {
        "" => 1,
        "K" => 1 << 10,
        "M" => 1 << 20,
        "G" => 1 << 30,
        _ => return Err("write bytes such as 500M or 2G".into()),
    };
    let number: usize = digits.trim().parse().map_err(|_| "write bytes such as 500M or 2G")?;
    number.checked_mul(factor).filter(|&bytes| bytes > 0).ok_or_else(|| "must be at least 1 and fit into memory".into())
}

pub fn parse_range(text: &str) -> Result<RangeInclusive<usize>, String> {
    match text.split_once("..") {
        Some((low, high)) => Ok(parse_clues(low)?..=parse_clues(high.trim_start_matches('='))?),
        None => parse_clues(text).map(|clues| clues..=clues),
    }
}

fn parse_clues(text: &str) -> Result<usize, String> {
    text.trim().parse::<usize>().map_err(|_| "write 25 or 22..28".to_string())
}

/// Parses ratings: one, or a range of which an end may be left out.
pub fn parse_ratings(text: &str) -> Result<RangeInclusive<Tenths>, String> {
    let end = |text: &str, open: u8| if text.is_empty() { Ok(Tenths(open)) } else { parse_tenths(text) };
    let Some((low, high)) = text.split_once("..") else { return parse_tenths(text).map(|rating| rating..=rating) };
    let range = end(low.trim(), u8::MIN)?..=end(high.trim_start_matches('=').trim(), u8::MAX)?;
    if range.is_empty() { Err(format!("{} to {} is an empty range", range.start(), range.end())) } else { Ok(range) }
}

pub fn parse_solutions(text: &str) -> Result<u64, String> {
    match text {
        "all" => Ok(u64::MAX),
        number => parse_positive(number).map_err(|error| format!("{error}, or `all`")),
    }
}

pub fn parse_delimiter(text: &str) -> Result<u8, String> {
    match text.as_bytes() {
        b"tab" | b"\\t" => Ok(b'\t'),
        [byte] if byte.is_ascii() && !byte.is_ascii_alphanumeric() && !b"\"\r\n".contains(byte) => Ok(*byte),
        _ => Err("must be a single character such as `,` or `;`, or `tab`".into()),
    }
}

/// The longest time that an option accepts. With much longer times, the system could not represent a deadline.
const MAX_TIME: Duration = Duration::from_secs(100 * 365 * 24 * 60 * 60);

/// Parses a time, which is not 0.
pub fn parse_time(text: &str) -> Result<Duration, String> {
    match humantime::parse_duration(text) {
        Ok(Duration::ZERO) => Err("must be longer than 0".into()),
        Ok(time) if time > MAX_TIME => Err("must be 100 years at most".into()),
        Ok(time) => Ok(time),
        Err(error) => Err(format!("{error}; write a time as 2s, 500ms or 1m 30s")),
    }
}

/// Parses a percentage, with or without its sign.
pub fn parse_percent(text: &str) -> Result<f64, String> {
    let percent = text.strip_suffix('%').unwrap_or(text).parse().map_err(|_| "must be a number")?;
    if (0.0..=1000.0).contains(&percent) { Ok(percent) } else { Err("must be from 0 to 1000".into()) }
}
