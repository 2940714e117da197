//! Snapshots of the table and the Markdown, one case for each verdict. `INSTA_UPDATE=always cargo test` updates them.

use pass::{Counts, Status};

use super::*;
use crate::compare::{
    ChangeTally, Comparison, Context, LatencyChange, LatencyVerdict, MachineChange, PuzzleCounts, Rules, Verdict,
};

const PUZZLE: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

/// Sums over 100 solved puzzles.
fn sums(nodes: u64, backtracks: u64) -> Counts {
    Counts { puzzles: 100, solved: 100, nodes, guesses: backtracks / 2, backtracks, ..Counts::default() }
}

fn unchanged() -> CountChanges {
    let moves = Some(ChangeTally { same: 100, ..ChangeTally::default() });
    CountChanges { base: sums(12_345, 6_789), current: sums(12_345, 6_789), moves, ..CountChanges::of_no_rows() }
}

fn one_puzzle_changed(nodes: u64, backtracks: u64, moves: ChangeTally) -> CountChanges {
    let counts = |nodes, backtracks| {
        let status = Status::Solved;
        PuzzleCounts { status, solutions: 1, nodes, guesses: backtracks / 2, backtracks, max_depth: 61 }
    };
    let change = PuzzleChange {
        puzzle: "inkala".into(),
        line: 7,
        text: Some(PUZZLE.into()),
        base: counts(1_345, 789),
        current: counts(nodes - 11_000, backtracks - 6_000),
    };
    CountChanges {
        current: sums(nodes, backtracks),
        same: false,
        moves: Some(moves),
        largest: vec![change],
        ..unchanged()
    }
}

fn latency(ratio: f64, half_width: f64, verdict: LatencyVerdict) -> LatencyChange {
    LatencyChange {
        ratio,
        typical_ns: Some([2_974.0, 2_974.0 * ratio]),
        low: Some(ratio - half_width),
        high: Some(ratio + half_width),
        floor: 0.02,
        max_floor: 0.05,
        hidden: None,
        noise: 0.004,
        machine: Some(MachineChange { control_ratio: 1.01, control_range: 0.4 }),
        blocks_left_out: 0,
        verdict,
        more_rounds: None,
    }
}

fn same_latency() -> LatencyChange {
    latency(1.001, 0.004, LatencyVerdict::Unchanged)
}

/// A comparison of `dlx` with these changes and of an unchanged `naive`.
fn comparison(counts: CountChanges, latency: LatencyChange) -> Comparison {
    let context = Context {
        base: "results/main".into(),
        current: "results/branch".into(),
        corpora: vec!["datasets/classics.csv".into()],
        ..Context::default()
    };
    let names = ["dlx", "naive"].map(String::from);
    let counts = vec![counts, unchanged()];
    Comparison::new(context, &names, counts, vec![Some(latency), Some(same_latency())], &Rules::default())
}

#[track_caller]
fn rendered(comparison: &Comparison, verdict: Verdict) -> String {
    assert_eq!(comparison.verdict, verdict);
    let narrow = verdict_table(comparison, 80);
    assert!(narrow.lines().all(|line| line.chars().count() <= 80 || line.ends_with(PUZZLE)), "{narrow}");
    format!(
        "{}\n=== within 80 columns\n{}\n=== within 120 columns\n{}\n=== Markdown\n{}",
        verdict_table(comparison, 0),
        narrow,
        verdict_table(comparison, 120),
        markdown(comparison)
    )
}

#[test]
fn pass() {
    insta::assert_snapshot!(rendered(&comparison(unchanged(), same_latency()), Verdict::Pass));
}

#[test]
fn regressed() {
    let counts = one_puzzle_changed(12_445, 6_889, ChangeTally { longer: 1, same: 99, ..ChangeTally::default() });
    let comparison = comparison(counts, latency(1.105, 0.01, LatencyVerdict::Regressed));
    insta::assert_snapshot!(rendered(&comparison, Verdict::Regressed));
}

#[test]
fn improved() {
    let counts = one_puzzle_changed(12_245, 6_689, ChangeTally { shorter: 1, same: 99, ..ChangeTally::default() });
    let comparison = comparison(counts, latency(0.91, 0.01, LatencyVerdict::Improved));
    insta::assert_snapshot!(rendered(&comparison, Verdict::Pass));
}

/// A latency that cannot be compared does not pass.
#[test]
fn different_searches() {
    let context = Context { different_searches: vec!["dlx".into()], ..Context::default() };
    let comparison = Comparison::new(context, &["dlx".into()], vec![unchanged()], vec![None], &Rules::default());
    assert_eq!(headline(&comparison), "inconclusive: dlx: latency not comparable");
    let note = "\ndlx: different searches finished in every block\n";
    assert!(verdict_table(&comparison, 0).contains(note), "{}", verdict_table(&comparison, 0));
    assert!(annotations(&comparison, false).contains("different searches"));
}

#[test]
fn inconclusive() {
    let inconclusive = LatencyChange { more_rounds: Some(18), ..latency(1.03, 0.02, LatencyVerdict::Inconclusive) };
    let base = Counts { puzzles: 98, solved: 98, ..sums(12_000, 6_500) };
    let moves = ChangeTally { same: 98, ..ChangeTally::default() };
    let counts = CountChanges {
        base,
        current: base,
        left_out: 2,
        timed_out: 1,
        moves: Some(moves),
        ..CountChanges::of_no_rows()
    };
    insta::assert_snapshot!(rendered(&comparison(counts, inconclusive), Verdict::Inconclusive));
}

/// Neither a change nor its absence is certain after one round, or two.
#[test]
fn few_rounds() {
    let few = LatencyChange { low: None, high: None, ..latency(1.08, 0.0, LatencyVerdict::Inconclusive) };
    let mut comparison = comparison(unchanged(), few);
    comparison.strategies[1].latency = Some(few);
    assert_eq!(headline(&comparison), "inconclusive: dlx, naive: latency needs 3 rounds");
    let notice = "latency inconclusive, needs 3 rounds";
    assert_eq!(annotations(&comparison, false).matches(notice).count(), 2, "{}", annotations(&comparison, false));
    comparison.latency_advisory = vec!["an interval needs 3 rounds, and a run has 1".into()];
    comparison.verdict = Verdict::Pass;
    insta::assert_snapshot!(rendered(&comparison, Verdict::Pass));
}

/// The measured latencies include the machine's change of speed.
#[test]
fn a_correction_of_the_measured_latencies_is_explained() {
    let corrected = LatencyChange { typical_ns: Some([1000.0, 1400.0]), ..same_latency() };
    let note = |latency| verdict_table(&comparison(unchanged(), latency), 0).contains("as measured");
    assert!(note(corrected) && !note(same_latency()));
}

/// Improvements are named; the other latencies are unchanged.
#[test]
fn a_pass_says_what_is_known_of_latencies() {
    let improved = latency(0.91, 0.01, LatencyVerdict::Improved);
    let sentence =
        "pass: every count is the same, dlx is faster (× 0.910), every other latency is unchanged (within 0.5 %)";
    assert_eq!(headline(&comparison(unchanged(), improved)), sentence);
}

#[test]
fn changes_are_in_percent_if_that_shows_them() {
    assert_eq!([(7, 7), (0, 5), (200, 100)].map(|(base, current)| delta(base, current)), ["~", "+5", "−50.00 %"]);
    assert_eq!([delta(2_613_644, 2_613_645), delta(12_345, 12_445)], ["+1", "+0.81 %"]);
}

#[test]
fn wrong() {
    let current = Counts { solved: 98, stalled: 1, wrong: 1, ..sums(12_345, 6_789) };
    let counts = CountChanges { current, lost: 2, ..unchanged() };
    let mut comparison = comparison(counts, LatencyChange { blocks_left_out: 1, ..same_latency() });
    comparison.latency_advisory = vec!["different processors, or unknown ones: Some CPU and Other".into()];
    comparison.left_out = vec!["lanes".into()];
    insta::assert_snapshot!(rendered(&comparison, Verdict::Wrong));
}

#[test]
fn advice_replaces_rounds_out_of_reach() {
    let latency = latency(1.03, 0.02, LatencyVerdict::Inconclusive);
    insta::assert_snapshot!(rendered(&comparison(unchanged(), latency), Verdict::Inconclusive));
    let of_builds = verdict_table(&comparison(unchanged(), LatencyChange { machine: None, ..latency }), 0);
    assert!(!of_builds.contains("--threads") && of_builds.contains("idle machine"), "{of_builds}");
    let reachable = verdict_table(&comparison(unchanged(), LatencyChange { more_rounds: Some(9), ..latency }), 0);
    assert!(!reachable.contains("idle machine") && reachable.contains("about 9 more rounds"), "{reachable}");
}

#[test]
fn a_floor_that_hides_changes_is_explained() {
    let blind = LatencyChange {
        floor: 0.17,
        hidden: Some(0.17),
        noise: 0.11,
        ..latency(1.03, 0.02, LatencyVerdict::Inconclusive)
    };
    let text = |latency| verdict_table(&comparison(unchanged(), latency), 0);
    let of_runs = text(blind);
    let cause = "dlx: the machine changed speed by 40 % during the runs: a change under 17.0 % could not be seen";
    assert!(of_runs.contains(cause) && of_runs.contains("`sudoku-bench ab`"), "{of_runs}");
    let of_builds = text(LatencyChange { machine: None, ..blind });
    assert!(
        of_builds.contains("two runs of the same build would differ by 11.0 %: a change under 17.0 %"),
        "{of_builds}"
    );
    // The floor is low enough, so the noise within the runs is not the cause.
    let lasting = LatencyChange { floor: 0.02, ..blind };
    let of_same_speed = text(lasting);
    assert!(of_same_speed.contains("two runs of the same build differ, however many rounds"), "{of_same_speed}");
    let slower = lasting.machine.map(|machine| MachineChange { control_ratio: 0.8, ..machine });
    let of_other_speed = text(LatencyChange { machine: slower, ..lasting });
    assert!(of_other_speed.contains("the machine changed speed by 25 % between the runs"), "{of_other_speed}");
}
