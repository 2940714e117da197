//! Tests of all strategies.

mod candidates;
mod numbers;
mod oracle;
mod profile;
mod solve;
mod trace;

use std::{collections::HashSet, fs, ops::Range, sync::atomic::AtomicBool, time::Duration};

use grid::{AnyGrid, CELLS, Shape, random::SplitMix64, simd::Simd};
use sudoku_bench_solver::strategy::{
    Answer, End, Entry, Kernels, Lanes, Limits, MAX_KEPT_SOLUTIONS, Outcome, PuzzleKind, REGISTRY, Solutions, Stop,
    Strategy, find,
};

use oracle::{ORACLES, Oracle, peers};

const FULL: &str = "812753649943682175675491283154237896369845721287169534521974368438526917796318452";
const INKALA: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

/// The heights and widths of boxes; one of a shape for Latin squares.
const BOXES: [[usize; 2]; 10] = [[2, 2], [2, 3], [3, 2], [1, 7], [2, 4], [3, 3], [2, 5], [3, 4], [4, 4], [5, 5]];

fn shapes() -> impl Iterator<Item = Shape> {
    BOXES.into_iter().map(|[height, width]| Shape::new(height, width).unwrap())
}

fn grid(text: &str) -> AnyGrid {
    let cells: Vec<u8> = text.chars().map(|cell| cell.to_digit(36).unwrap_or(0) as u8).collect();
    AnyGrid::new(Shape::of_cells(text.len()).unwrap(), cells).unwrap()
}

fn build(entry: &Entry) -> Box<dyn Strategy> {
    entry.build(Shape::NINE, Simd::detect()).unwrap()
}

/// Solves a puzzle with the strategy of a name.
fn search(name: &str, puzzle: &AnyGrid, limits: &Limits, max_solutions: u64) -> (Outcome, Vec<AnyGrid>) {
    let mut strategy = find(name).unwrap().build(PuzzleKind::of(puzzle), Simd::detect()).unwrap();
    solve(&mut *strategy, puzzle, limits, max_solutions)
}

/// Returns the size of a block that fills the lanes of the wide kernel of `lanes`, and gives half of them to a second puzzle.
fn wide_block(simd: Simd) -> usize {
    Lanes::new(simd).kernels().wide.lanes * 3 / 2
}

fn solve(
    strategy: &mut dyn Strategy,
    puzzle: &AnyGrid,
    limits: &Limits,
    max_solutions: u64,
) -> (Outcome, Vec<AnyGrid>) {
    let mut solutions = Solutions::new(max_solutions);
    let outcome = strategy.solve(puzzle, limits, &mut solutions);
    assert_eq!(solutions.found().min(MAX_KEPT_SOLUTIONS as u64), solutions.kept().len() as u64);
    (outcome, solutions.kept().to_vec())
}

fn solve_block(
    lanes: &mut Lanes,
    puzzles: &[AnyGrid],
    limits: &Limits,
    max_solutions: u64,
) -> Vec<(Outcome, Vec<AnyGrid>)> {
    let mut answers: Vec<_> = puzzles.iter().map(|_| Answer::new(max_solutions)).collect();
    lanes.solve_block(puzzles, limits, &mut answers);
    answers.into_iter().map(|answer| (answer.outcome, answer.solutions.kept().to_vec())).collect()
}

/// Returns a full grid: that of 9×9 above, or the pattern of another shape.
fn full(shape: Shape) -> AnyGrid {
    if shape == Shape::NINE { grid(FULL) } else { AnyGrid::new(shape, shape.pattern()).unwrap() }
}

/// Returns the numbers below `count` in another order, in which those of a group of `size` stay together.
fn shuffled(random: &mut SplitMix64, count: usize, size: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    (0..count).for_each(|i| order.swap(i, i / size * size + random.below(size as u64) as usize));
    order
}

/// Returns puzzles of a shape with a number of clues from this range. Some have several solutions, and some none, because a clue
/// was changed.
fn puzzles_of(shape: Shape, seed: u64, clues: Range<u64>) -> impl Iterator<Item = AnyGrid> {
    let mut random = SplitMix64(seed);
    let (full, side) = (full(shape), shape.side());
    std::iter::repeat_with(move || {
        // Relabel, and swap rows within bands and columns within stacks.
        let label = shuffled(&mut random, side, side);
        let rows = shuffled(&mut random, side, shape.box_height());
        let columns = shuffled(&mut random, side, shape.box_width());
        let value = |cell: usize| full.cells()[rows[cell / side] * side + columns[cell % side]];
        let cells: Vec<u8> = (0..shape.cells()).map(|cell| label[usize::from(value(cell)) - 1] as u8 + 1).collect();
        let mut puzzle = AnyGrid::new(shape, cells).unwrap();
        let keep = clues.start + random.below(clues.end - clues.start);
        let mut random_cell = || random.below(shape.cells() as u64) as usize;
        while puzzle.clues() as u64 > keep {
            puzzle.set(random_cell(), 0);
        }
        let cell = random_cell();
        if random.below(4) == 0 {
            let is_free = |value: &u8| !peers(shape, cell).any(|peer| puzzle.cells()[peer] == *value);
            if let Some(value) = (1..=side as u8).filter(is_free).nth(random.below(3) as usize) {
                puzzle.set(cell, value);
            }
        }
        puzzle
    })
}

/// Returns puzzles of 9×9.
fn puzzles(seed: u64, clues: Range<u64>) -> impl Iterator<Item = AnyGrid> {
    puzzles_of(Shape::NINE, seed, clues)
}

fn valid_puzzles(seed: u64, clues: Range<u64>) -> impl Iterator<Item = AnyGrid> {
    puzzles(seed, clues).filter(|puzzle| !puzzle.has_conflict())
}

#[test]
fn names_are_unique_and_valid_in_files_and_tags() {
    let names: HashSet<_> = REGISTRY.iter().map(|entry| &*entry.name).collect();
    let aliases: HashSet<_> = REGISTRY.iter().flat_map(|entry| entry.aliases).copied().collect();
    assert_eq!(names.len(), REGISTRY.len());
    assert_eq!(aliases.len(), REGISTRY.iter().map(|entry| entry.aliases.len()).sum::<usize>());
    assert!(names.is_disjoint(&aliases));
    for name in names {
        assert!(name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-'), "{name}");
        assert_eq!(find(name).unwrap().name, name);
        assert_eq!(find(&name.to_uppercase()).unwrap().name, name);
    }
    assert!(shapes().all(|shape| REGISTRY.iter().any(|entry| (entry.default_for)(shape))));
    assert!(REGISTRY.iter().all(|entry| shapes().all(|shape| (entry.solves)(shape) || !(entry.default_for)(shape))));
    assert!(find("all").is_none(), "`all` is a keyword of the command line");
}

/// `tests/data/counts.csv` comes from independent implementations. The first rows have no guesses and no depths; the others are
/// the searches of up to 20,000 nodes.
#[test]
fn counts_equal_the_reference_counts() {
    let table = fs::read_to_string("../../tests/data/counts.csv").unwrap();
    let rows: Vec<&str> = table.lines().skip(1).collect();
    assert_eq!(rows.len(), 1176);
    for row in rows {
        let fields: Vec<&str> = row.split(',').collect();
        let &[puzzle, name, max_solutions, ..] = &fields[..] else { panic!("{row}") };
        let (outcome, solutions) = search(name, &grid(puzzle), &Limits::NONE, max_solutions.parse().unwrap());
        let Outcome { nodes, guesses, backtracks, max_depth, .. } = outcome;
        let counts = [solutions.len() as u64, nodes, backtracks, guesses, max_depth.into()];
        for (expected, count) in fields[3..].iter().zip(counts) {
            assert!(expected.is_empty() || *expected == count.to_string(), "{row}: {outcome:?}");
        }
    }
}

#[test]
fn all_counters_equal_the_oracles_counters() {
    for shape in shapes() {
        let cells = shape.cells() as u64;
        let count = if shape == Shape::NINE { 150 } else { (2000 / cells).clamp(3, 60) };
        for oracle in ORACLES.iter().filter(|oracle| (find(oracle.name).unwrap().solves)(shape)) {
            let mut strategy = find(oracle.name).unwrap().build(shape, Simd::detect()).unwrap();
            let mut random = SplitMix64(11);
            let puzzles = puzzles_of(shape, 5, cells * 2 / 7..cells * 3 / 4);
            for puzzle in puzzles.filter(|puzzle| !puzzle.has_conflict()).take(count as usize) {
                // The oracle takes long for large shapes; of 9×9, a third of the searches have a small limit.
                let nodes = match shape == Shape::NINE {
                    true if random.below(3) == 0 => random.below(400),
                    true => 4000,
                    false => random.below(20_000 / cells),
                };
                let limits = Limits { nodes, ..Limits::NONE };
                for max_solutions in [1, 2, 30] {
                    let found = solve(&mut *strategy, &puzzle, &limits, max_solutions);
                    let context = format!("{} {puzzle} {limits:?} {max_solutions}", oracle.name);
                    assert_eq!(found, oracle.solve(&puzzle, &limits, max_solutions as usize), "{context}");
                }
            }
        }
    }
}

/// Strategies whose searches are the same, choice by choice.
const SAME_SEARCHES: [[&str; 2]; 1] = [["dlx", "dancing-cells"]];

#[test]
fn another_data_structure_changes_no_choice() {
    for (shape, names) in shapes().flat_map(|shape| SAME_SEARCHES.map(|names| (shape, names))) {
        let mut strategies = names.map(|name| find(name).unwrap().build(shape, Simd::detect()).unwrap());
        let cells = shape.cells() as u64;
        let puzzles = puzzles_of(shape, 6, cells / 5..cells * 3 / 4).filter(|puzzle| !puzzle.has_conflict());
        for puzzle in puzzles.take(if shape == Shape::NINE { 300 } else { 20 }) {
            for (nodes, max_solutions) in [(0, 1), (7, 2), (25, 2), (3000, 1), (3000, 2), (3000, 100)] {
                let limits = Limits { nodes, ..Limits::NONE };
                let [links, cells] = strategies.each_mut().map(|strategy| {
                    let answer = solve(&mut **strategy, &puzzle, &limits, max_solutions);
                    let profile = strategy.profile().unwrap();
                    let refuted = profile.refuted_by_depth().map(Vec::from_iter);
                    (answer, profile.nodes_by_depth().to_vec(), refuted)
                });
                assert_eq!(links, cells, "{names:?} {puzzle} {limits:?} {max_solutions}");
            }
        }
    }
}

/// The first puzzles have at most 55 blanks, so a search backtracks long before the largest limit. The others have many dead ends,
/// where a search that counts nodes in advance may exceed its limit.
#[test]
fn a_node_limit_stops_at_exactly_that_node() {
    let difficult = [
        ("812.5...9943.821.5675..12.31542.7.96...8457212..1695345.1...3..4.8...917796.18452", 17),
        ("4.1.6....3.....2........8..15.2.....6......1....9......2.7.8..........43.7.......", 112),
    ];
    for oracle in ORACLES {
        let mut strategy = find(oracle.name).unwrap().build(Shape::NINE, Simd::detect()).unwrap();
        let mut random = SplitMix64(13);
        let every_limit = |puzzle: AnyGrid| (0..120).map(move |nodes| (puzzle.clone(), nodes));
        let cases = valid_puzzles(77, 26..34).take(4).flat_map(every_limit);
        let cases = cases.chain(difficult.iter().map(|&(text, nodes)| (grid(text), nodes)));
        for (puzzle, nodes) in
            cases.chain(valid_puzzles(99, 20..62).take(3000).map(|puzzle| (puzzle, random.below(60))))
        {
            let limits = Limits { nodes, ..Limits::NONE };
            let found = solve(&mut *strategy, &puzzle, &limits, 2);
            assert!(found.0.nodes <= nodes);
            assert_eq!(found, oracle.solve(&puzzle, &limits, 2), "{} {puzzle} {nodes}", oracle.name);
        }
    }
}

#[test]
fn counter_identities_hold_and_strategies_agree() {
    for shape in shapes() {
        let count = if shape == Shape::NINE { 400 } else { 20 };
        let cells = shape.cells() as u64;
        let least = if shape.side() > 9 { cells * 2 / 3 } else { cells / 3 };
        let puzzles = puzzles_of(shape, 2, least..cells * 3 / 4).filter(|puzzle| !puzzle.has_conflict());
        let entries: Vec<_> = REGISTRY.iter().filter(|entry| entry.complete && (entry.solves)(shape)).collect();
        let mut strategies: Vec<_> = entries.iter().map(|entry| entry.build(shape, Simd::detect()).unwrap()).collect();
        for puzzle in puzzles.take(count) {
            for max_solutions in [1, 2, 100] {
                check_strategies(&entries, &mut strategies, &puzzle, max_solutions);
            }
        }
    }
}

fn check_strategies(entries: &[&Entry], strategies: &mut [Box<dyn Strategy>], puzzle: &AnyGrid, max_solutions: u64) {
    let limits = Limits { nodes: if puzzle.shape().side() > 9 { 2000 } else { 100_000 }, ..Limits::NONE };
    let blanks = (puzzle.cells().len() - puzzle.clues()) as u64;
    let mut answers = Vec::new();
    for (entry, strategy) in entries.iter().zip(strategies) {
        let (outcome, mut solutions) = solve(&mut **strategy, puzzle, &limits, max_solutions);
        assert!(solutions.iter().all(|solution| solution.is_solution_of(puzzle)), "{} {puzzle}", entry.name);
        assert!(outcome.guesses <= outcome.nodes && u64::from(outcome.max_depth) <= blanks);
        if outcome.end != End::Complete {
            assert_eq!(outcome.nodes, limits.nodes, "{} {puzzle}", entry.name);
            continue;
        }
        let path = outcome.nodes - outcome.backtracks;
        let cut_short = solutions.len() as u64 == max_solutions;
        // Propagation of a strategy without a profile fills cells as well, so its path is shorter.
        let is_path = if cut_short { path == blanks || !entry.keeps_profile && path <= blanks } else { path == 0 };
        assert!(is_path, "{} {puzzle} {max_solutions} {outcome:?}", entry.name);
        solutions.sort_by(|a, b| a.cells().cmp(b.cells()));
        answers.push(solutions);
    }
    assert!(answers.windows(2).all(|pair| pair[0].len() == pair[1].len()), "{puzzle} {max_solutions}");
    // Exhausted searches find the same solutions; others may find different ones first.
    if answers.iter().all(|answer| (answer.len() as u64) < max_solutions) {
        assert!(answers.windows(2).all(|pair| pair[0] == pair[1]), "{puzzle} {max_solutions}");
    }
}

#[test]
fn strategies_that_learn_stop_at_exactly_the_node_of_their_limit() {
    let puzzles = [grid(INKALA), AnyGrid::empty(Shape::new(2, 3).unwrap())];
    for (name, puzzle) in LEARNERS.into_iter().flat_map(|name| puzzles.iter().map(move |puzzle| (name, puzzle))) {
        let (all, solutions) = search(name, puzzle, &Limits::NONE, 30);
        for nodes in 0..=all.nodes + 1 {
            let (outcome, found) = search(name, puzzle, &Limits { nodes, ..Limits::NONE }, 30);
            if nodes >= all.nodes {
                assert_eq!((outcome, &found), (all, &solutions), "{name} {puzzle} {nodes}");
            } else {
                assert_eq!((outcome.end, outcome.nodes), (End::NodeLimit, nodes), "{name} {puzzle}");
                let path = outcome.nodes.checked_sub(outcome.backtracks).expect("only assignments are undone");
                assert!(path <= outcome.max_depth.into() && solutions.starts_with(&found), "{name} {puzzle} {nodes}");
            }
        }
    }
}

/// Nodes, guesses, backtracks and the largest depth.
#[test]
fn edge_cases_have_the_reference_counts() {
    let empty = |height, width| AnyGrid::empty(Shape::new(height, width).unwrap());
    // The first row has no place for 1.
    let no_place = grid(&format!("{:.<81}", "...4567891"));
    let cases = [(empty(2, 2), u64::MAX), (empty(1, 4), u64::MAX), (empty(3, 3), 1), (no_place, 1)];
    let expected = [
        ("mac", [[616, 311, 616, 8], [1216, 623, 1216, 9], [48, 48, 0, 48], [2, 1, 2, 1]]),
        ("mac-static", [[568, 287, 568, 7], [1096, 575, 1096, 8], [181, 135, 133, 48], [2, 1, 2, 1]]),
        ("norvig", [[568, 287, 568, 7], [1120, 575, 1120, 8], [47, 47, 0, 47], [0; 4]]),
        ("sat", [[1226, 1226, 1226, 7], [2820, 2820, 2820, 8], [43, 43, 3, 40], [0; 4]]),
        ("learning", [[287, 287, 287, 7], [575, 575, 575, 7], [45, 45, 0, 45], [0; 4]]),
        ("dlx", [[2156, 287, 2156, 16], [4744, 575, 4744, 16], [81, 45, 0, 81], [0; 4]]),
    ];
    for (name, counts) in expected {
        for ((puzzle, max_solutions), counts) in cases.iter().zip(counts) {
            let (outcome, _) = search(name, puzzle, &Limits::NONE, *max_solutions);
            let Outcome { nodes, guesses, backtracks, max_depth, .. } = outcome;
            assert_eq!([nodes, guesses, backtracks, max_depth.into()], counts, "{name} {puzzle}");
        }
    }
}

/// With minimum remaining values, forward checking fills naked singles first too, as nodes without an alternative.
#[test]
fn mac_has_the_guesses_of_forward_checking() {
    for shape in shapes().filter(|shape| shape.side() <= 9) {
        let cells = shape.cells() as u64;
        let puzzles = puzzles_of(shape, 6, cells * 2 / 7..cells * 3 / 4).filter(|puzzle| !puzzle.has_conflict());
        for puzzle in puzzles.take(60) {
            for max_solutions in [1, 2, 30] {
                let [mac, forward_checking] = ["mac", "forward-checking"].map(|name| {
                    let (outcome, solutions) = search(name, &puzzle, &Limits::NONE, max_solutions);
                    (outcome.guesses, solutions)
                });
                assert_eq!(mac, forward_checking, "{puzzle} {max_solutions}");
            }
        }
    }
}

#[test]
fn a_workspace_is_reusable_after_a_time_limit() {
    let limits = Limits { time: Some(Duration::from_millis(1)), ..Limits::NONE };
    for entry in REGISTRY.iter().filter(|entry| entry.complete) {
        let mut strategy = build(entry);
        let (outcome, _) = solve(&mut *strategy, &AnyGrid::empty(Shape::NINE), &limits, u64::MAX);
        assert_eq!(outcome.end, End::TimeLimit, "{}", entry.name);
        let mut fresh = build(entry);
        let again = solve(&mut *strategy, &grid(INKALA), &Limits::NONE, 2);
        assert_eq!(again, solve(&mut *fresh, &grid(INKALA), &Limits::NONE, 2), "{}", entry.name);
    }
}

#[test]
fn a_search_stops_when_the_flag_is_set() {
    let stop = AtomicBool::new(true);
    let limits = Limits { stop: Stop::from(&stop), ..Limits::NONE };
    for entry in REGISTRY.iter().filter(|entry| entry.complete) {
        let mut strategy = build(entry);
        let (outcome, _) = solve(&mut *strategy, &AnyGrid::empty(Shape::NINE), &limits, u64::MAX);
        assert_eq!(outcome.end, End::TimeLimit, "{}", entry.name);
        assert!(outcome.nodes <= 2048, "{}: {} nodes", entry.name, outcome.nodes);
    }
}

#[test]
fn a_stopped_block_has_no_answers_of_the_block_before() {
    let stop = AtomicBool::new(true);
    let limits = Limits { stop: Stop::from(&stop), ..Limits::NONE };
    let mut lanes = find("lanes").unwrap().build(Shape::NINE, Simd::detect()).unwrap();
    let mut answers: Vec<_> = (0..1500).map(|_| Answer::new(u64::MAX)).collect();
    lanes.solve_block(&vec![grid(FULL); 1500], &Limits::NONE, &mut answers);
    lanes.solve_block(&vec![AnyGrid::empty(Shape::NINE); 1500], &limits, &mut answers);
    assert!(answers.iter().all(|answer| answer.outcome.end == End::TimeLimit));
}

#[test]
fn a_full_grid_takes_no_node() {
    for entry in REGISTRY {
        let (outcome, solutions) = solve(&mut *build(entry), &grid(FULL), &Limits { nodes: 0, ..Limits::NONE }, 2);
        assert_eq!((outcome.end, outcome.nodes, outcome.max_depth), (End::Complete, 0, 0), "{}", entry.name);
        assert_eq!(solutions, [grid(FULL)], "{}", entry.name);
    }
}

/// Fills naked singles until nothing changes; an error is a contradiction.
fn naked_singles(puzzle: &AnyGrid) -> Result<AnyGrid, ()> {
    let shape = puzzle.shape();
    let mut grid = puzzle.clone();
    loop {
        let mut changed = false;
        for cell in (0..shape.cells()).filter(|&cell| puzzle.cells()[cell] == 0) {
            let held = |value: &u8| peers(shape, cell).any(|peer| grid.cells()[peer] == *value);
            let free: Vec<u8> = (1..=shape.side() as u8).filter(|value| !held(value)).collect();
            match (grid.cells()[cell], &free[..]) {
                (_, []) => return Err(()),
                (0, [value]) => {
                    grid.set(cell, *value);
                    changed = true;
                }
                _ => {}
            }
        }
        if !changed {
            return if grid.has_conflict() { Err(()) } else { Ok(grid) };
        }
    }
}

#[test]
fn elimination_stops_at_the_fixpoint_of_naked_singles() {
    let mut ends = HashSet::new();
    for shape in shapes() {
        let cells = shape.cells() as u64;
        let count = if shape == Shape::NINE { 1000 } else { 20 };
        let puzzles = puzzles_of(shape, 3, cells * 2 / 7..cells * 3 / 4).filter(|puzzle| !puzzle.has_conflict());
        for puzzle in puzzles.take(count) {
            let (outcome, solutions) = search("elimination", &puzzle, &Limits::NONE, 2);
            let (end, solved) = match naked_singles(&puzzle) {
                Err(()) => (End::Complete, vec![]),
                Ok(grid) if grid.clues() == shape.cells() => (End::Complete, vec![grid]),
                Ok(grid) => (End::Stalled { cells_left: (shape.cells() - grid.clues()) as u16 }, vec![]),
            };
            assert_eq!((outcome.end, &solutions), (end, &solved), "{puzzle}");
            assert_eq!((outcome.nodes, outcome.guesses, outcome.backtracks, outcome.max_depth), (0, 0, 0, 0));
            ends.insert((shape == Shape::NINE, end != End::Complete, solved.len()));
        }
    }
    assert_eq!(ends.len(), 6, "solved, contradictory and stalled puzzles");
}

/// Strategies that learn: no independent implementation learns the same.
const LEARNERS: [&str; 2] = ["sat", "learning"];

#[test]
fn every_complete_strategy_but_those_that_learn_has_an_oracle() {
    let oracles: HashSet<_> = ORACLES.iter().map(|Oracle { name, .. }| *name).chain(LEARNERS).collect();
    let complete: HashSet<_> = REGISTRY.iter().filter(|entry| entry.complete).map(|entry| &*entry.name).collect();
    assert_eq!(oracles, complete);
}

#[test]
fn every_instruction_set_gives_the_same_answers() {
    let puzzles: Vec<AnyGrid> = valid_puzzles(9, 17..40).take(100).collect();
    let limits = Limits { nodes: 2000, ..Limits::NONE };
    for entry in REGISTRY {
        let answers = |simd: Simd| {
            let mut strategy = entry.build(Shape::NINE, simd).unwrap();
            puzzles.iter().map(|puzzle| solve(&mut *strategy, puzzle, &limits, 2)).collect::<Vec<_>>()
        };
        let scalar = answers(Simd::Scalar);
        for simd in Simd::available() {
            assert!(answers(simd) == scalar, "{} with {simd}", entry.name);
        }
    }
}

/// Tests every width that this processor has, on a block in which lanes finish at different times and that is large enough
/// for every wide kernel.
#[test]
fn every_width_of_lanes_gives_the_same_answers() {
    let size = Simd::available().map(wide_block).max().unwrap();
    let puzzles: Vec<AnyGrid> = valid_puzzles(8, 17..40).take(size).collect();
    let mut dlx = find("dlx").unwrap().build(Shape::NINE, Simd::Scalar).unwrap();
    for (max_solutions, nodes) in [(1, u64::MAX), (2, u64::MAX), (30, u64::MAX), (50, 40)] {
        let limits = Limits { nodes, ..Limits::NONE };
        let block = |simd: Simd| {
            let mut lanes = Lanes::new(simd);
            let answers = solve_block(&mut lanes, &puzzles, &limits, max_solutions);
            let Kernels { wide, narrow } = lanes.kernels();
            assert!(wide.sweeps > 0 && narrow.sweeps > 0, "{simd}: both kernels run");
            answers
        };
        let scalar = block(Simd::Scalar);
        for simd in Simd::available().filter(|&simd| simd != Simd::Scalar) {
            assert_eq!(block(simd), scalar, "{simd}");
        }
        for (puzzle, (outcome, solutions)) in puzzles.iter().zip(&scalar) {
            let (other, found) = solve(&mut *dlx, puzzle, &Limits::NONE, max_solutions);
            match outcome.end {
                End::Complete => assert_eq!((other.end, found.len()), (End::Complete, solutions.len()), "{puzzle}"),
                _ => assert!(solutions.len() <= found.len() && outcome.nodes == nodes, "{puzzle}"),
            }
            assert!(solutions.iter().all(|solution| solution.is_solution_of(puzzle)));
            if solutions.len() < max_solutions as usize && outcome.end == End::Complete {
                let all: HashSet<_> = found.iter().collect();
                assert!(solutions.iter().all(|solution| all.contains(solution)));
            }
        }
    }
}

/// On a processor with BITALG, no other test runs the code for AVX-512 without it.
#[test]
#[cfg(target_arch = "x86_64")]
fn kernels_without_bitalg_give_the_same_answers() {
    // The hard puzzle with each of its cells cleared in turn. The larger block is filled up with blank puzzles, so that it
    // starts in the wide kernel.
    let mut puzzles = vec![grid(INKALA); CELLS];
    puzzles.iter_mut().enumerate().for_each(|(cell, puzzle)| puzzle.set(cell, 0));
    for simd in Simd::available().filter(|simd| matches!(simd, Simd::Avx512 | Simd::Avx512Vl)) {
        let mut lanes = Lanes::without_bitalg(simd);
        for size in [CELLS, wide_block(simd)] {
            puzzles.resize(size, AnyGrid::empty(Shape::NINE));
            let limits = Limits { nodes: 200, ..Limits::NONE };
            let expected = solve_block(&mut Lanes::new(Simd::Scalar), &puzzles, &limits, 2);
            assert_eq!(solve_block(&mut lanes, &puzzles, &limits, 2), expected, "{simd}, {size} puzzles");
        }
        let Kernels { wide, narrow } = lanes.kernels();
        assert!(wide.sweeps > 0 && narrow.sweeps > 0, "{simd}: both kernels run");
    }
}

/// The first size is too small for the wide kernel, the second just fills its lanes, and the others give lanes to further
/// puzzles. The narrow kernel solves the last puzzles of large blocks.
#[test]
fn both_kernels_of_lanes_have_the_counts_of_the_oracle() {
    let with_conflicts = puzzles_with_conflicts();
    let mut puzzles: Vec<AnyGrid> = puzzles(41, 18..34).take(900).collect();
    puzzles.extend_from_slice(&with_conflicts[..100]);
    let limits = Limits { nodes: 300, ..Limits::NONE };
    let expected: Vec<_> = puzzles.iter().map(|puzzle| oracle::lanes::solve(puzzle, &limits, 3)).collect();
    for simd in Simd::available() {
        let mut lanes = Lanes::new(simd);
        let Kernels { wide, .. } = lanes.kernels();
        for size in [7, wide.lanes, wide_block(simd), 1000] {
            for (puzzles, expected) in puzzles.chunks(size).zip(expected.chunks(size)) {
                let mut answers: Vec<_> = puzzles.iter().map(|_| Answer::new(3)).collect();
                let before = lanes.kernels();
                lanes.solve_block(puzzles, &limits, &mut answers);
                let after = lanes.kernels();
                let is_wide = puzzles.len() >= wide.lanes;
                assert_eq!(after.wide.sweeps > before.wide.sweeps, is_wide, "{simd}: {}", puzzles.len());
                assert!(after.narrow.sweeps > before.narrow.sweeps, "{simd}: {}", puzzles.len());
                for ((puzzle, expected), answer) in puzzles.iter().zip(expected).zip(answers) {
                    let found = (answer.outcome, answer.solutions.kept().to_vec());
                    assert_eq!(&found, expected, "{simd}, blocks of {size}: {puzzle}");
                }
            }
        }
    }
}

#[test]
fn blocks_and_single_puzzles_have_the_same_answers() {
    let size = wide_block(Simd::detect());
    let of_givens: Vec<AnyGrid> = valid_puzzles(21, 24..50).take(size).collect();
    let of_candidates = candidates::random_puzzles(23).take(size).collect();
    for (entry, puzzles) in REGISTRY.iter().flat_map(|entry| [(entry, &of_givens), (entry, &of_candidates)]) {
        let kind = PuzzleKind::of(&puzzles[0]);
        let [mut together, mut alone] = [(); 2].map(|()| entry.build(kind, Simd::detect()).unwrap());
        let limits = Limits { nodes: 200, ..Limits::NONE };
        let mut answers: Vec<_> = puzzles.iter().map(|_| Answer::new(3)).collect();
        together.solve_block(puzzles, &limits, &mut answers);
        for (puzzle, answer) in puzzles.iter().zip(&answers) {
            let single = solve(&mut *alone, puzzle, &limits, 3);
            assert_eq!(single, (answer.outcome, answer.solutions.kept().to_vec()), "{} {puzzle}", entry.name);
            assert!(answer.latency > Duration::ZERO, "{}", entry.name);
        }
    }
}

#[test]
fn an_empty_block_is_allowed() {
    for entry in REGISTRY {
        build(entry).solve_block(&[], &Limits::NONE, &mut []);
    }
}

#[test]
fn lanes_sees_that_norvigs_impossible_puzzle_has_no_solution() {
    let puzzle = grid(".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........");
    let mut lanes = find("lanes").unwrap().build(Shape::NINE, Simd::detect()).unwrap();
    let (outcome, solutions) = solve(&mut *lanes, &puzzle, &Limits::NONE, u64::MAX);
    assert_eq!((outcome.end, outcome.guesses, solutions.len()), (End::Complete, 0, 0));
}

#[test]
fn strategies_that_accept_conflicts_reject_them_quickly() {
    let conflicts = ["55", "5........5", "5.........5", "123456789.......1", "12345678.........9........9"];
    let puzzles: Vec<_> = conflicts.iter().map(|text| grid(&format!("{text:.<81}"))).collect();
    let random = puzzles_with_conflicts();
    let mut accepting = Vec::new();
    for entry in REGISTRY {
        let mut strategy = build(entry);
        if strategy.accepts_conflicts() {
            accepting.push(&*entry.name);
            for puzzle in puzzles.iter().chain(&random).filter(|puzzle| puzzle.has_conflict()) {
                let (outcome, solutions) = solve(&mut *strategy, puzzle, &Limits::NONE, u64::MAX);
                assert_eq!((outcome.end, solutions.len()), (End::Complete, 0), "{} {puzzle}", entry.name);
                assert!(outcome.nodes <= 4, "{} {puzzle}", entry.name);
            }
        }
    }
    assert_eq!(accepting, ["lanes"]);
}

fn puzzles_with_conflicts() -> Vec<AnyGrid> {
    let mut random = SplitMix64(4);
    let change = |mut puzzle: AnyGrid| {
        puzzle.set(random.below(81) as usize, 1 + random.below(9) as u8);
        puzzle
    };
    puzzles(31, 2..40).take(2000).map(change).filter(AnyGrid::has_conflict).collect()
}
