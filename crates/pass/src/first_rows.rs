//! The number of rows with something to report, and the first of them.

use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct FirstRows {
    pub count: u64,
    /// The first rows: each with its location, and what there is to say about it.
    pub first: Vec<String>,
}

impl FirstRows {
    const MAX_ROWS_DESCRIBED: usize = 3;

    /// Adds a row; `describe` is called only for the first rows.
    pub fn add(&mut self, describe: impl FnOnce() -> String) {
        self.count += 1;
        if self.first.len() < Self::MAX_ROWS_DESCRIBED {
            self.first.push(describe());
        }
    }

    pub fn append(&mut self, other: FirstRows) {
        self.count += other.count;
        self.first.extend(other.first);
        self.first.truncate(Self::MAX_ROWS_DESCRIBED);
    }

    /// Returns the first rows in one line: "line 2, line 7, line 9, …".
    pub fn text(&self) -> String {
        let more = if self.count > self.first.len() as u64 { ", …" } else { "" };
        format!("{}{more}", self.first.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_rows_are_described_and_all_are_counted() {
        let rows = |lines: std::ops::Range<u64>| {
            let mut rows = FirstRows::default();
            lines.for_each(|line| rows.add(|| format!("line {line}")));
            rows
        };
        let mut all = rows(2..4);
        assert_eq!((all.count, &*all.text()), (2, "line 2, line 3"));
        all.append(rows(7..10));
        assert_eq!((all.count, &*all.text()), (5, "line 2, line 3, line 7, …"));
    }
}
