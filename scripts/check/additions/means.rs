//! `export/means.txt`: the mean latency of each benchmark. Only for scripts/check/edit-lists.

use super::series::{Series, thousandths};

/// Returns the content of the file.
pub fn text(series: &[Series<'_>]) -> String {
    series.iter().map(|series| format!("{} {}\n", series.name, thousandths(series.latency_ns.mean))).collect()
}
