//! The line on standard error that shows how far a command is. Every command draws its progress with it.

use std::{fmt, time::Duration};

use corpus::numbers;
use indicatif::{ProgressBar, ProgressStyle};

use super::console;

/// The steps of a full bar.
const STEPS: u64 = 1000;
/// The time from which the time left is estimated.
const ESTIMATE_AFTER: Duration = Duration::from_secs(2);

/// A line with a bar. It is removed when it is dropped.
pub struct ProgressLine(ProgressBar);

impl ProgressLine {
    /// Creates a line, which is shown only if the user wants progress and standard error is a terminal.
    pub fn new() -> ProgressLine {
        ProgressLine::of(console::new_bar(STEPS))
    }

    /// Creates a line that is never shown.
    pub fn hidden() -> ProgressLine {
        ProgressLine::of(ProgressBar::hidden())
    }

    fn of(bar: ProgressBar) -> ProgressLine {
        console::set_bar(bar.clone());
        ProgressLine(bar)
    }

    pub fn is_hidden(&self) -> bool {
        self.0.is_hidden()
    }

    /// Draws a bar and a text, or a spinner and the text if the fraction of the work that is done is unknown.
    pub fn draw(&self, fraction: Option<f64>, text: String) {
        let template = if fraction.is_some() { "{bar:15} {wide_msg}" } else { "{spinner} {wide_msg}" };
        self.0.set_style(ProgressStyle::with_template(template).expect("the template is valid"));
        self.0.set_position((fraction.unwrap_or(0.0) * STEPS as f64) as u64);
        self.0.set_message(text);
        self.0.tick();
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        console::clear_bar();
    }
}

/// The amount of work in all.
#[derive(Clone, Copy, Debug)]
pub struct Total {
    pub number: u64,
    pub is_estimate: bool,
}

impl fmt::Display for Total {
    /// Writes "≈49,158", or "49,158" for an exact total.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let about = if self.is_estimate { "≈" } else { "" };
        write!(f, "{about}{}", numbers::count(self.number))
    }
}

/// Returns the text of a line: "1,203 of ≈49,158 puzzles, 0.7 a second, 18 h left". `left` is "18 h", if it is known.
pub fn describe(done: u64, total: Option<Total>, unit: &str, elapsed: Duration, left: Option<String>) -> String {
    let of = total.map_or(String::new(), |total| format!(" of {}", Total { number: total.number.max(done), ..total }));
    let rate = numbers::number(done as f64 / elapsed.as_secs_f64().max(1e-3));
    let left = left.map_or(String::new(), |left| format!(", {left} left"));
    format!("{}{of}{unit}, {rate} a second{left}", numbers::count(done))
}

/// Returns the text of a search: "12 of 100 puzzles found, 34,567 tried, 40 found a minute, 2 m left".
pub fn describe_yield(found: u64, wanted: u64, tried: u64, elapsed: Duration, left: Option<String>) -> String {
    let left = left.map_or(String::new(), |left| format!(", {left} left"));
    let rate = numbers::number(60.0 * found as f64 / elapsed.as_secs_f64().max(1e-3));
    let [found, wanted, tried] = [found, wanted, tried].map(numbers::count);
    format!("{found} of {wanted} puzzles found, {tried} tried, {rate} found a minute{left}")
}

/// Returns the time that is left after a fraction of the work; `None` before it can be estimated.
pub fn time_left(elapsed: Duration, fraction: f64) -> Option<Duration> {
    let seconds = elapsed.as_secs_f64() * (1.0 / fraction - 1.0);
    Duration::try_from_secs_f64(seconds).ok().filter(|_| elapsed > ESTIMATE_AFTER)
}
