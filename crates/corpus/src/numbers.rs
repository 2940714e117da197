//! Numbers formatted for people.

pub use grid::numbers::{count, plural};

/// Formats a duration in nanoseconds with three digits and a unit: "14.2 µs".
pub fn duration(ns: f64) -> String {
    let (value, unit) = match ns {
        ns if ns < 999.5 => (ns, "ns"),
        ns if ns < 999.5e3 => (ns / 1e3, "µs"),
        ns if ns < 999.5e6 => (ns / 1e6, "ms"),
        ns => (ns / 1e9, "s"),
    };
    format!("{} {unit}", three_digits(value))
}

/// Formats a long time roughly, with one unit: "40 s", "29 min", "18 h", "3 days".
pub fn about(time: std::time::Duration) -> String {
    let seconds = time.as_secs_f64();
    let (value, unit) = match seconds {
        seconds if seconds < 99.5 => (seconds, "s"),
        seconds if seconds < 99.5 * 60.0 => (seconds / 60.0, "min"),
        seconds if seconds < 47.5 * 3600.0 => (seconds / 3600.0, "h"),
        seconds => (seconds / 86_400.0, "days"),
    };
    format!("{} {unit}", count(value.round() as u64))
}

/// Formats a number with thousands separators; below 1,000 with one decimal.
pub fn number(value: f64) -> String {
    if value < 999.95 { format!("{value:.1}") } else { count(value.round() as u64) }
}

/// Formats a number with three significant digits: with all digits from 1,000, with four decimals below 0.1.
pub fn three_digits(value: f64) -> String {
    match value {
        value if value < 0.0995 => rounded(value, 4),
        value if value < 9.995 => rounded(value, 2),
        value if value < 99.95 => rounded(value, 1),
        value if value >= 1e9 => format!("{value:.1e}"),
        value => count(value.round() as u64),
    }
}

/// Formats a number with this many decimals. Halves are rounded up, as the script in the page of a report does; `format!`
/// would round them to the even digit.
fn rounded(value: f64, decimals: usize) -> String {
    let scale = 10f64.powi(decimals as i32);
    format!("{:.decimals$}", (value * scale).round() / scale)
}

/// Formats a count before and after a change: "12 → 1,300", or "12" if it is the same.
pub fn before_and_after(before: u64, after: u64) -> String {
    if before == after { count(after) } else { format!("{} → {}", count(before), count(after)) }
}

/// Formats a share as a percentage. Only an empty share is "0 %", and only the whole is "100 %".
pub fn share(part: u64, all: u64) -> String {
    match 100.0 * part as f64 / all as f64 {
        _ if part == all => "100 %".into(),
        _ if part == 0 => "0 %".into(),
        percent if percent < 0.1 => "< 0.1 %".into(),
        percent if percent > 99.9 => "> 99.9 %".into(),
        percent => format!("{percent:.1} %"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_formatted_for_people() {
        let durations = [1.0, 999.0, 999.6, 14_210.0, 3_100_000.0, 2_000_000_000.0, 3.6e12].map(duration);
        assert_eq!(durations, ["1.00 ns", "999 ns", "1.00 µs", "14.2 µs", "3.10 ms", "2.00 s", "3,600 s"]);
        assert_eq!(
            [0.04, 4.604, 33.33, 12345.6, 5.67e24].map(three_digits),
            ["0.0400", "4.60", "33.3", "12,346", "5.7e24"]
        );
        let halves = [3_615.0, 3_625.0, 12_250.0, 12_750.0, 999_500.0].map(duration);
        assert_eq!(halves, ["3.62 µs", "3.63 µs", "12.3 µs", "12.8 µs", "1.00 ms"]);
        assert_eq!([0, 999, 1000, 1234567].map(count), ["0", "999", "1,000", "1,234,567"]);
        assert_eq!([(7, 7), (12, 1300)].map(|(before, after)| before_and_after(before, after)), ["7", "12 → 1,300"]);
        assert_eq!([0.04, 64.0, 999.96, 1234.5].map(number), ["0.0", "64.0", "1,000", "1,235"]);
        let times = [0.4, 99.0, 100.0, 5_940.0, 5_970.0, 170_000.0, 171_000.0, 1e9];
        let times = times.map(|seconds| about(std::time::Duration::from_secs_f64(seconds)));
        assert_eq!(times, ["0 s", "99 s", "2 min", "99 min", "2 h", "47 h", "2 days", "11,574 days"]);
        assert_eq!([(0, 9), (1, 3), (9, 9)].map(|(part, all)| share(part, all)), ["0 %", "33.3 %", "100 %"]);
        assert_eq!([1, 999, 9_990].map(|part| share(part, 1_000_001)), ["< 0.1 %", "< 0.1 %", "1.0 %"]);
        assert_eq!([999_999, 1_000_000].map(|part| share(part, 1_000_001)), ["> 99.9 %"; 2]);
        assert_eq!(plural(1, "row") + &plural(1000, "row"), "1 row1,000 rows");
    }
}
