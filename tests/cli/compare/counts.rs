//! Verdicts on counts and answers.

use super::*;

#[test]
fn identical_counts_pass() {
    let scratch = Scratch::new();
    let base = baseline(&scratch);
    let again = results(&scratch, "again", &[scratch.path("corpus.txt").to_str().unwrap(), "--strategy", STRATEGIES]);
    let ran = compare(&base, &again, &["--counters", "exact"], 0);
    assert!(ran.stdout().starts_with("pass: every count is the same"), "{}", ran.stdout());
    let json = ran.json("compare.json");
    assert_eq!((&json["verdict"], &json["schema_version"]), (&"pass".into(), &1.into()));
    let moves = serde_json::json!({"up": 0, "down": 0, "other": 0, "same": PUZZLES});
    assert!(json["strategies"].as_array().unwrap().iter().all(|strategy| strategy["moves"] == moves));
    assert_eq!(ran.rows("compare.csv").len(), 0, "only changed rows are listed");
    compare(&again, &again, &["--counters", "exact"], 0);
}

#[test]
fn an_increase_is_a_regression_with_its_largest_changes() {
    let scratch = Scratch::new();
    let [base, current] = changed(&scratch, |row| match row.number("line") {
        4 if row.get("strategy") == "dlx" => row.add("nodes", 7),
        6 if row.get("strategy") == "dlx" => row.add("nodes", -2),
        8 if row.get("strategy") == "dlx" => row.add("max_depth", 1),
        _ => {}
    });
    let ran = compare(&base, &current, &[], 3);
    let json = ran.json("compare.json");
    let dlx = &json["strategies"][0];
    assert_eq!(dlx["moves"], serde_json::json!({"up": 1, "down": 1, "other": 1, "same": PUZZLES - 3}));
    assert_eq!(json["strategies"][1]["counters"], "same");
    let nodes = |side: &str| dlx[side]["nodes"].as_u64().unwrap();
    assert_eq!(nodes("current"), nodes("base") + 5);
    let violation = format!("dlx: nodes {} → {}, where no increase is allowed", nodes("base"), nodes("current"));
    assert!(ran.stdout().starts_with("regressed: dlx: more nodes\n"), "{}", ran.stdout());
    assert_eq!(ran.stdout().matches(&violation).count(), 1, "{}", ran.stdout());
    says(&ran, "1 puzzle up, 1 down, 1 otherwise changed, 27 same");
    let text = read(&scratch.path("corpus.txt")).lines().nth(3).unwrap().to_string();
    assert_eq!(dlx["largest"][0]["text"], *text);
    let line = ran.stdout().lines().find(|line| line.contains("line 4:")).unwrap().to_string();
    assert!(line.contains("nodes ") && line.ends_with(&text), "{line}");
    let rows = ran.rows("compare.csv");
    assert_eq!(rows.iter().map(|row| row.get("line")).collect::<Vec<_>>(), ["4", "6", "8"]);
    assert_eq!(rows[0].number("current_nodes"), rows[0].number("base_nodes") + 7);
    // An advisory comparison never fails.
    compare(&base, &current, &["--advisory"], 0);
}

#[test]
fn a_decrease_is_an_improvement_unless_counts_are_exact() {
    let scratch = Scratch::new();
    let [base, current] = changed(&scratch, |row| {
        if row.is("fc-mrv", 5) {
            row.add("backtracks", -1);
        }
    });
    says(&compare(&base, &current, &[], 0), "fc-mrv: the baseline is out of date");
    let ran = compare(&base, &current, &["--counters", "exact"], 3);
    says(&ran, "where no change is allowed");
    assert_eq!(ran.json("compare.json")["strategies"][1]["moves"]["down"], 1);
}

/// Rows may change if their sums are unchanged, unless the policy is exact.
#[test]
fn changed_rows_with_the_same_sums_fail_only_if_exact() {
    let scratch = Scratch::new();
    let [base, current] = changed(&scratch, |row| match row.number("line") {
        3 => row.add("nodes", 1),
        9 => row.add("nodes", -1),
        _ => {}
    });
    assert_eq!(compare(&base, &current, &[], 0).json("compare.json")["strategies"][0]["counters"], "changed");
    says(
        &compare(&base, &current, &["--counters", "exact"], 3),
        "rows changed with the same sums, where no change is allowed",
    );
}

#[test]
fn the_twenty_largest_changes_are_listed() {
    let scratch = Scratch::new();
    // The sizes of the changes grow with the line; the last two are equal. Directions alternate.
    let [base, current] = changed(&scratch, |row| {
        let line = row.number("line") as i64;
        if row.get("strategy") == "dlx" && line <= 25 {
            row.add("nodes", if line % 2 == 1 { line.min(24) } else { -line.min(24) });
        }
    });
    let ran = compare(&base, &current, &[], 3);
    let json = ran.json("compare.json");
    let largest = json["strategies"][0]["largest"].as_array().unwrap();
    let sizes: Vec<u64> = largest
        .iter()
        .map(|c| c["current"]["nodes"].as_u64().unwrap().abs_diff(c["base"]["nodes"].as_u64().unwrap()))
        .collect();
    assert_eq!(largest.len(), 20);
    let lines: Vec<_> = largest.iter().take(3).map(|change| change["line"].as_u64().unwrap()).collect();
    assert_eq!(lines, [24, 25, 23], "changes of equal size are in corpus order");
    assert!(sizes.is_sorted_by(|a, b| a >= b), "{sizes:?}");
    assert!(largest.iter().all(|change| change["text"].as_str().unwrap().len() == 81));
    assert_eq!(ran.rows("compare.csv").len(), 25, "compare.csv lists every change");
}

#[test]
fn any_increase_from_zero_exceeds_a_percentage() {
    let scratch = Scratch::new();
    let base = results(&scratch, "base", &[&scratch.corpus("easy.txt", EASY), "--strategy", "elimination,dlx"]);
    let current = copy(&scratch, &base, "current", |row| row.add("guesses", i64::from(row.is("elimination", 1))));
    says(&compare(&base, &current, &["--limit", "*.*=900%"], 3), "guesses 0 → 1, over the limit *.*=900%");
    compare(&base, &current, &["--limit", "*.*=900%,elimination.guesses=1"], 0);
    // A strategy without nodes in the baseline has no ratio.
    assert_eq!(compare(&current, &base, &[], 0).json("compare.json")["geomean_nodes"], 1.0);
}

#[test]
fn limits_take_precedence() {
    let scratch = Scratch::new();
    let base = baseline(&scratch);
    // 1,000 nodes in total, so that percentages are round numbers.
    let base = copy(&scratch, &base, "thousand", |row| {
        for count in ["nodes", "guesses", "backtracks"] {
            row.set(count, if row.is("dlx", 1) { 1000 } else { 0 });
        }
    });
    let current = copy(&scratch, &base, "current", |row| row.add("nodes", i64::from(row.is("dlx", 1))));
    let code = |limit, code| compare(&base, &current, &["--limit", limit], code);
    code("dlx.nodes=0%,*.backtracks=1%|500000", 3);
    code("dlx.nodes=0.1%", 0);
    code("dlx.nodes=0.09%", 3);
    code("dlx.nodes=5%|1000", 3);
    code("dlx.nodes=1001", 0);
    code("*.nodes=1%,dlx.nodes=0%", 3);
    code("fc-mrv.nodes=1%", 3);
    says(&code("*.nodes=1%", 0), "pass: counts changed as allowed");
    let ran = compare(&base, &current, &["--limit", "lanes.nodes=1%"], 2);
    assert!(ran.stderr().contains("no strategy lanes is compared, only dlx, fc-mrv"), "{}", ran.stderr());
    let ran = compare(&base, &current, &["--limit", "dlx.nodes"], 2);
    assert!(ran.stderr().contains("is not like dlx.nodes=0%"), "{}", ran.stderr());
}

/// Wrong and missing answers take precedence over counts.
#[test]
fn wrong_and_missing_answers_take_precedence() {
    let scratch = Scratch::new();
    let base = baseline(&scratch);
    let mut number = 0;
    let mut edited = |status: &str, solutions: u64, nodes: i64| {
        number += 1;
        copy(&scratch, &base, &format!("current-{number}"), |row| {
            if row.is("dlx", 2) {
                row.set("status", status);
                row.set("solutions", solutions);
                row.add("nodes", nodes);
            }
        })
    };
    let wrong = edited("wrong", 1, 5);
    says(&compare(&base, &wrong, &[], 5), "wrong: dlx: 1 puzzle wrong, 1 puzzle no longer answered\n");
    compare(&base, &wrong, &["--advisory"], 5);
    compare(&base, &wrong, &["--limit", "*.*=100%"], 5);
    compare(&wrong, &base, &[], 0);
    compare(&wrong, &wrong, &[], 5);
    for status in ["stalled", "node-limit"] {
        let lost = edited(status, 0, -5);
        says(&compare(&base, &lost, &[], 5), "dlx: 1 puzzle no longer answered");
        compare(&lost, &base, &["--limit", "*.*=100%"], 0);
    }
    for contradiction in [edited("unsolvable", 0, 0), edited("solved", 2, 0)] {
        says(&compare(&base, &contradiction, &[], 5), "dlx: 1 puzzle answered differently than in the baseline");
        compare(&contradiction, &base, &[], 5);
    }
}

/// The counts of a search that reached a time limit depend on the machine.
#[test]
fn rows_with_a_time_limit_are_left_out() {
    let scratch = Scratch::new();
    let base = baseline(&scratch);
    let limited = |row: &mut Row| {
        row.set("status", "time-limit");
        row.set("solutions", 0);
        row.set("nodes", 1_000_000);
    };
    let one = copy(&scratch, &base, "one", |row| {
        if row.is("dlx", 2) {
            limited(row)
        }
    });
    for (base, current) in [(&base, &one), (&one, &base), (&one, &one)] {
        let ran = compare(base, current, &["--counters", "exact"], 0);
        says(&ran, "1 puzzle left out because of a time limit");
        assert!(ran.read("compare.md").contains("1 puzzle left out because of a time limit"));
    }
    // A slower machine and a longer search cannot be distinguished.
    let known = compare(&one, &base, &["--fail-on-inconclusive"], 0);
    says(&known, "pass: every count is the same, 1 row left out");
    let unknown = compare(&base, &one, &["--fail-on-inconclusive"], 3);
    says(&unknown, "inconclusive: dlx: time limit hit\n");
    says(&unknown, "dlx: 1 puzzle answered in the baseline hit the time limit");
    assert_eq!(unknown.json("compare.json")["strategies"][0]["timed_out"], 1);
    // A strategy without remaining rows is inconclusive.
    let gone = copy(&scratch, &base, "gone", |row| {
        if row.get("strategy") == "dlx" {
            limited(row)
        }
    });
    let ran = compare(&base, &gone, &["--fail-on-inconclusive"], 3);
    says(&ran, "every puzzle hit a time limit");
    assert_eq!(ran.json("compare.json")["strategies"][0]["counters"], "left-out");
    let all = copy(&scratch, &base, "all", limited);
    refuses(&base, &all, &[], 4, "nothing to compare: no strategy was run on a puzzle");
}

/// A comparison of no puzzles must not pass.
#[test]
fn puzzles_without_any_search_are_not_compared() {
    let scratch = Scratch::new();
    let corpus = scratch.corpus("conflicts.txt", format!("11{}\n", ".".repeat(79)));
    let mut runs = ["base", "current"].map(|name| scratch.path(name));
    for out in &mut runs {
        scratch.run(&[&corpus, "--strategy", "dlx", "--out", out.to_str().unwrap()]).exits(4);
    }
    refuses(&runs[0], &runs[1], &[], 4, "nothing to compare");
    let lock = scratch.path("lock.json");
    refuses(&lock, &runs[1], &["--bless"], 4, "no counts to lock");
    assert!(!lock.exists());
}
