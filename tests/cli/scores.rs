//! Scores in the summary, compared with scores computed from `puzzles.csv`.

use super::*;

/// The limits of a run.
pub struct Limits {
    pub nodes: Option<f64>,
    pub ns: Option<f64>,
}

#[test]
fn scores_agree_with_the_rows() {
    let scratch = Scratch::new();
    let fixed = ["datasets/edge-cases.csv", "--strategy", "fc-mrv,naive,dlx,elimination,lanes", "--rounds", "2"];
    let ran = scratch.run(&[&fixed[..], &["--node-limit", "2000"]].concat()).exits(0);
    for status in ["solved", "unsolvable", "invalid", "stalled", "node-limit"] {
        assert!(has(&ran, status), "{status}");
    }
    check(&ran, &Limits { nodes: Some(2000.0), ns: None });

    let limits = ["--time-limit", "20ms", "--node-limit", "100000000", "--force"];
    let ran = scratch.run(&[&fixed[..], &limits].concat()).exits(0);
    assert!(has(&ran, "time-limit") && has(&ran, "stalled"));
    check(&ran, &Limits { nodes: Some(1e8), ns: Some(20e6) });

    let ran = scratch.run(&[&fixed[..], &["--time-limit", "20ms", "--force"]].concat()).exits(0);
    check(&ran, &Limits { nodes: None, ns: Some(20e6) });
}

#[test]
fn scores_without_a_limit_have_no_penalties() {
    let scratch = Scratch::new();
    let corpus = scratch.corpus("two.txt", format!("{EASY}\n{INKALA}\n"));
    let ran = scratch.run(&[&corpus, "--strategy", "elimination,dlx"]).exits(0);
    check(&ran, &Limits { nodes: None, ns: None });
    let summary = ran.rows("summary.csv");
    assert_eq!(["par2_nodes", "par10_nodes", "vbs_gap"].map(|column| summary[0].get(column)), [""; 3]);
    assert!(ran.stdout().contains("\nelimination   ≥ "), "{}", ran.stdout());
    assert!(ran.stdout().contains("\nvirtual best  "), "{}", ran.stdout());
    let note = "both strategies answered 1 of 2 puzzles: common totals in summary.csv\n";
    assert!(ran.stdout().ends_with(note), "{}", ran.stdout());
    // The virtual best is not printed for a single strategy.
    let ran = scratch.run(&[&corpus, "--strategy", "dlx", "--force"]).exits(0);
    assert!(!ran.stdout().contains("virtual best"), "{}", ran.stdout());
    check(&ran, &Limits { nodes: None, ns: None });
}

fn has(ran: &Ran, status: &str) -> bool {
    ran.rows("puzzles.csv").iter().any(|row| row.get("status") == status)
}

/// Computes every score from `puzzles.csv` and compares it with the summary.
#[track_caller]
pub fn check(ran: &Ran, limits: &Limits) {
    let (rows, summary, json) = (ran.rows("puzzles.csv"), ran.rows("summary.csv"), ran.json("summary.json"));
    let puzzles: Vec<&[Row]> = rows.chunks(summary.len()).filter(|rows| rows[0].get("status") != "invalid").collect();
    let best = [2.0, 10.0].map(|k| mean(puzzles.iter().map(|rows| best_cost(rows, k, limits.ns))));
    assert_close(number(&json["virtual_best"]["par2_ns"]), best[0], 1, "virtual best");
    assert_close(number(&json["virtual_best"]["par10_ns"]), best[1], 1, "virtual best");
    let answered = puzzles.iter().filter(|rows| rows.iter().any(is_answer)).count();
    assert_eq!(json["virtual_best"]["answered"], answered);
    for (strategy, row) in summary.iter().enumerate() {
        let own = |column: &str| row.get(column).parse::<f64>().ok();
        let name = row.get("strategy");
        let cost =
            |column: &str, k: f64, limit| mean(puzzles.iter().map(|rows| par(&rows[strategy], column, k, limit)));
        let par2 = cost("latency_ns", 2.0, limits.ns).unwrap();
        assert_close(own("par2_ns"), Some(par2), 1, name);
        assert_close(own("par10_ns"), cost("latency_ns", 10.0, limits.ns), 1, name);
        let failed = puzzles.iter().any(|rows| ["stalled", "wrong"].contains(&rows[strategy].get("status")));
        let unknown = |limit: Option<f64>| failed && limit.is_none();
        for (column, k) in [("par2_nodes", 2.0), ("par10_nodes", 10.0)] {
            assert_close(own(column), cost("nodes", k, limits.nodes).filter(|_| !unknown(limits.nodes)), 3, name);
        }
        assert_six_digits(own("vbs_gap"), best[0].map(|best| par2 / best).filter(|_| !unknown(limits.ns)), name);
        check_leads(row, strategy, &puzzles);
        check_ratios(row, strategy, &puzzles);
        check_common(row, strategy, &puzzles);
        for column in row.header.iter().skip(1) {
            assert_eq!(number(&json["strategies"][strategy][column]), own(column), "{name} {column}");
        }
    }
}

fn check_leads(row: &Row, strategy: usize, puzzles: &[&[Row]]) {
    let (mut unique, mut wins, mut ties) = (0, 0, 0);
    for rows in puzzles.iter().filter(|rows| is_answer(&rows[strategy])) {
        let own = rows[strategy].number("latency_ns");
        let others = rows.iter().enumerate().filter(|(other, row)| *other != strategy && is_answer(row));
        let others: Vec<u64> = others.map(|(_, row)| row.number("latency_ns")).collect();
        unique += u64::from(others.is_empty());
        let slower = |other: &u64| *other as f64 > own as f64 * 1.01;
        let fastest = others.iter().copied().min().unwrap_or(own).min(own);
        if others.iter().all(slower) {
            wins += 1;
        } else if own as f64 <= fastest as f64 * 1.01 {
            ties += 1;
        }
    }
    assert_eq!(["unique", "wins", "ties"].map(|column| row.number(column)), [unique, wins, ties]);
}

fn check_ratios(row: &Row, strategy: usize, puzzles: &[&[Row]]) {
    /// 99.5 % quantiles of Student's t distribution, from 2 degrees of freedom, copied from a table.
    const TABLE: [f64; 15] =
        [9.925, 5.841, 4.604, 4.032, 3.707, 3.499, 3.355, 3.250, 3.169, 3.106, 3.055, 3.012, 2.977, 2.947, 2.921];
    let [found, low, high] =
        ["geomean_speedup", "geomean_low", "geomean_high"].map(|column| row.get(column).parse::<f64>().ok());
    let both = puzzles.iter().filter(|rows| is_answer(&rows[0]) && is_answer(&rows[strategy]));
    let ratios = both.map(|rows| rows[0].number("latency_ns") as f64 / rows[strategy].number("latency_ns") as f64);
    let logarithms: Vec<f64> = ratios.map(f64::ln).collect();
    let mean = mean(logarithms.iter().copied().map(Some));
    assert_six_digits(found, mean.map(f64::exp), row.get("strategy"));
    let n = logarithms.len();
    let (Some(mean), 3..) = (mean, n) else {
        return assert_eq!((low, high), (None, None));
    };
    let squares: f64 = logarithms.iter().map(|ln| (ln - mean).powi(2)).sum();
    let error = (squares / (n - 1) as f64 / n as f64).sqrt();
    // The table has four digits. Beyond it, t is between 2.58 and 2.92.
    let (t, off) = TABLE.get(n - 3).map_or((2.75, 0.07), |&t| (t, 2e-4));
    for (end, sign) in [(low, -1.0), (high, 1.0)] {
        let end = end.unwrap();
        let (near, far) = [1.0 - off, 1.0 + off].map(|by| (mean + sign * t * by * error).exp()).into();
        assert!(end >= f64::min(near, far) * 0.99999 && end <= f64::max(near, far) * 1.00001, "{end} {t}");
    }
}

fn check_common(row: &Row, strategy: usize, puzzles: &[&[Row]]) {
    let common = || puzzles.iter().filter(|rows| rows.iter().all(is_answer)).map(|rows| &rows[strategy]);
    assert_eq!(row.number("common_puzzles"), common().count() as u64);
    for (column, summed) in
        [("nodes", "common_nodes"), ("backtracks", "common_backtracks"), ("latency_ns", "common_ns")]
    {
        assert_eq!(row.number(summed), common().map(|row| row.number(column)).sum::<u64>(), "{summed}");
    }
}

fn is_answer(row: &Row) -> bool {
    ["solved", "unsolvable"].contains(&row.get("status"))
}

fn par(row: &Row, column: &str, k: f64, limit: Option<f64>) -> Option<f64> {
    let own = row.number(column) as f64;
    Some(if is_answer(row) { own } else { k * limit.unwrap_or(own) })
}

/// Returns the cost of the fastest answer, or else the smallest penalty of a strategy with a known limit.
fn best_cost(rows: &[Row], k: f64, limit: Option<f64>) -> Option<f64> {
    let cost = |row: &&Row| par(row, "latency_ns", k, limit).unwrap();
    let fastest = rows.iter().filter(|row| is_answer(row)).map(|row| cost(&row)).reduce(f64::min);
    let limited = rows.iter().filter(|row| row.get("status").ends_with("limit") || limit.is_some());
    fastest.or_else(|| limited.map(|row| cost(&row)).reduce(f64::min))
}

/// Returns the mean, or `None` if there are no values or a value is missing.
fn mean(values: impl Iterator<Item = Option<f64>>) -> Option<f64> {
    let values: Option<Vec<f64>> = values.collect();
    values.filter(|values| !values.is_empty()).map(|values| values.iter().sum::<f64>() / values.len() as f64)
}

fn number(value: &serde_json::Value) -> Option<f64> {
    value.as_f64()
}

/// Asserts that `found` is `expected` rounded to this many decimals.
#[track_caller]
fn assert_close(found: Option<f64>, expected: Option<f64>, digits: i32, label: &str) {
    let (Some(a), Some(b)) = (found, expected) else {
        return assert_eq!(found, expected, "{label}");
    };
    let half = 0.5 * 10f64.powi(-digits);
    assert!((a - b).abs() <= half + b.abs() * 1e-9, "{label}: {a} is not {b}");
}

/// Asserts that `found` is `expected` rounded to six significant digits.
#[track_caller]
fn assert_six_digits(found: Option<f64>, expected: Option<f64>, label: &str) {
    let (Some(a), Some(b)) = (found, expected) else {
        return assert_eq!(found, expected, "{label}");
    };
    assert!((a / b - 1.0).abs() <= 5.1e-6, "{label}: {a} is not {b}");
}
