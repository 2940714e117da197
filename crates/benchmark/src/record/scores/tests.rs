use Status::{NodeLimit, Solved, Stalled, TimeLimit, Unsolvable, Wrong};
use pass::Status;

use super::*;
use crate::record::{Summary, Totals, strategies_named};

const INVALID: (Status, u64, u64) = (Status::Invalid, 0, 0);
const NONE: LimitsManifest = LimitsManifest { max_solutions: None, nodes: None, time_ns: None };
const TIME: LimitsManifest = LimitsManifest { time_ns: Some(5000), ..NONE };
const NODES: LimitsManifest = LimitsManifest { nodes: Some(900), ..NONE };

fn summary(limits: LimitsManifest, puzzles: &[[(Status, u64, u64); 3]]) -> Summary {
    let strategies = strategies_named(&["naive", "dlx", "elimination"]);
    let mut totals = Totals::new(&strategies, &limits);
    for puzzle in puzzles {
        let sample = |(status, nodes, latency_ns)| Sample {
            status,
            nodes,
            latency_ns,
            backtracks: nodes / 2,
            ..Sample::INVALID
        };
        totals.add(&puzzle.map(sample));
    }
    totals.summary(Some("naive"))
}

fn of<T>(summary: &Summary, column: impl Fn(&StrategySummary) -> T) -> Vec<T> {
    summary.strategies.iter().map(column).collect()
}

const PUZZLES: [[(Status, u64, u64); 3]; 6] = [
    // dlx leads, 4 times as fast as naive; elimination is a fifth behind.
    [(Solved, 100, 4000), (Solved, 10, 1000), (Solved, 0, 1200)],
    INVALID_PUZZLE,
    // naive and dlx are within 1 % of each other.
    [(Unsolvable, 20, 1010), (Unsolvable, 8, 1000), (Stalled, 0, 100)],
    // dlx alone.
    [(NodeLimit, 900, 300), (Solved, 30, 2000), (Stalled, 0, 100)],
    // No strategy answers.
    [(NodeLimit, 900, 400), (NodeLimit, 900, 3000), (Stalled, 0, 100)],
    // naive and elimination lead, dlx is a ninth behind.
    [(Solved, 40, 900), (Solved, 8, 1000), (Solved, 0, 905)],
];
const INVALID_PUZZLE: [(Status, u64, u64); 3] = [INVALID; 3];

#[test]
fn leads_are_counted() {
    let found = of(&summary(NODES, &PUZZLES), |s| (s.unique, s.wins, s.ties));
    assert_eq!(found, [(0, 0, 2), (1, 2, 1), (0, 0, 1)]);
}

#[test]
fn par_in_nodes_multiplies_the_node_limit() {
    let found = of(&summary(NODES, &PUZZLES), |s| (s.par2_nodes, s.par10_nodes, s.par_nodes_lower_bound));
    // 100 + 20 + 40 and two limits: 160 + 2 · 2 · 900 = 3760 and 160 + 2 · 10 · 900 = 18160, of five puzzles.
    assert_eq!(found[0], (Some(752.0), Some(3632.0), false));
    // 10 + 8 + 30 + 8 and one limit: 56 + 1800 = 1856, 56 + 9000 = 9056.
    assert_eq!(found[1], (Some(371.2), Some(1811.2), false));
    // Three were not answered: 3 · 1800 = 5400, 3 · 9000 = 27000.
    assert_eq!(found[2], (Some(1080.0), Some(5400.0), false));
}

#[test]
fn without_a_time_limit_par_in_time_is_a_lower_bound() {
    let summary = summary(NODES, &PUZZLES);
    let found = of(&summary, |s| (s.par2_ns, s.par10_ns, s.par_ns_lower_bound));
    // 4000 + 1010 + 900 = 5910, and k times 300 + 400.
    assert_eq!(found[0], (Some((5910.0 + 1400.0) / 5.0), Some((5910.0 + 7000.0) / 5.0), true));
    // 1000 + 1000 + 2000 + 1000 = 5000, and k times 3000.
    assert_eq!(found[1], (Some(2200.0), Some(7000.0), true));
    // The virtual best answers where any strategy does. Elsewhere its penalty is the limit, not the time of the
    // failure: 1000 + 1000 + 2000 + 900 = 4900, and k times 400.
    let best = VirtualBest { answered: 4, par2_ns: Some(5700.0 / 5.0), par10_ns: Some(8900.0 / 5.0) };
    assert_eq!(summary.virtual_best, best);
    // 7310 / 5700 and 11000 / 5700; a strategy that stalls at once does not come close to the virtual best.
    assert_eq!(of(&summary, |s| s.vbs_gap), [Some(1.28246), Some(1.92982), None]);
}

#[test]
fn par_in_time_multiplies_the_time_limit() {
    let puzzles = [
        [(Solved, 100, 4000), (Solved, 10, 1000), (Stalled, 0, 100)],
        [(TimeLimit, 700, 5100), (Solved, 30, 2000), (Wrong, 0, 0)],
        [(TimeLimit, 800, 5100), (TimeLimit, 50, 5050), (Stalled, 0, 100)],
    ];
    let summary = summary(TIME, &puzzles);
    let found = of(&summary, |s| (s.par2_ns, s.par10_ns, s.par_ns_lower_bound));
    // 4000 + 2 · 2 · 5000 = 24000, 4000 + 2 · 10 · 5000 = 104000, of three puzzles.
    assert_eq!(found[0], (Some(8000.0), Some(34666.7), false));
    // 3000 + 10000, 3000 + 50000.
    assert_eq!(found[1], (Some(4333.3), Some(17666.7), false));
    assert_eq!(found[2], (Some(10000.0), Some(50000.0), false));
    // The best is dlx throughout: 24000 / 13000, 1, 30000 / 13000.
    assert_eq!(summary.virtual_best, VirtualBest { answered: 2, par2_ns: found[1].0, par10_ns: found[1].1 });
    assert_eq!(of(&summary, |s| s.vbs_gap), [Some(1.84615), Some(1.0), Some(2.30769)]);
    // In nodes there is no limit. 100 + 2 · (700 + 800) = 3100, 100 + 10 · 1500 = 15100; 40 + 100, 40 + 500.
    let found = of(&summary, |s| (s.par2_nodes, s.par10_nodes, s.par_nodes_lower_bound));
    assert_eq!(found[..2], [(Some(1033.333), Some(5033.333), true), (Some(46.667), Some(180.0), true)]);
    assert_eq!(found[2], (None, None, true), "nodes that were not made have no multiple");
}

#[test]
fn a_puzzle_that_all_strategies_fail_has_no_cost_without_a_limit() {
    let summary = summary(NONE, &[[(Wrong, 5, 100), (Wrong, 6, 90), (Stalled, 0, 80)], PUZZLES[0]]);
    assert_eq!(summary.virtual_best, VirtualBest { answered: 1, par2_ns: None, par10_ns: None });
    assert_eq!(of(&summary, |s| s.vbs_gap), [None; 3]);
    assert_eq!(of(&summary, |s| s.par2_nodes), [None; 3]);
}

#[test]
fn ratios_cover_puzzles_that_the_first_strategy_answered_too() {
    let found = of(&summary(NODES, &PUZZLES), |s| (s.geomean_speedup, s.geomean_low, s.geomean_high));
    assert_eq!(found[0], (Some(1.0), Some(1.0), Some(1.0)));
    // 4, 1.01 and 0.9, not the puzzle that only dlx answered: the cube root of 3.636.
    assert_eq!(found[1].0, Some(1.53771));
    // Logarithms 1.38629, 0.00995, -0.10536, their mean 0.43029; distances 0.95600, -0.42034, -0.53566; squares
    // 0.91394 + 0.17669 + 0.28693 = 1.37756; s = √(1.37756 / 2) = 0.82993; t = 9.92484 for two degrees of freedom:
    // 9.92484 · 0.82993 / √3 = 4.75556; exp(0.43029 - 4.75556) = 0.0132300, exp(0.43029 + 4.75556) = 178.727.
    assert_eq!((found[1].1, found[1].2), (Some(0.01323), Some(178.727)));
    // 4000 / 1200 and 900 / 905: the square root of 3.3149, and two ratios are too few for an interval.
    assert_eq!(found[2], (Some(1.82069), None, None));
}

#[test]
fn common_totals_cover_puzzles_that_all_strategies_answered() {
    let totals = |s: &StrategySummary| [s.common_puzzles, s.common_nodes, s.common_backtracks, s.common_ns];
    // The first puzzle and the last.
    let expected = [[2, 140, 70, 4900], [2, 18, 9, 2000], [2, 0, 0, 2105]];
    assert_eq!(of(&summary(NODES, &PUZZLES), totals), expected);
}

#[test]
fn puzzles_that_are_not_run_are_not_scored() {
    let summary = summary(TIME, &[INVALID_PUZZLE]);
    assert_eq!(summary.virtual_best, VirtualBest { answered: 0, par2_ns: None, par10_ns: None });
    for s in &summary.strategies {
        assert_eq!((s.par2_ns, s.par10_nodes, s.vbs_gap, s.geomean_speedup), (None, None, None, None));
        assert_eq!((s.unique, s.wins, s.ties, s.common_puzzles), (0, 0, 0, 0));
    }
}
