use std::collections::HashMap;

use super::{
    braid::has_braid,
    oracle::{self, LiteralState},
    *,
};
use grid::{Grid, Shape, Symmetry, members, random::SplitMix64};

struct Classic {
    id: &'static str,
    puzzle: Grid,
    solution: Grid,
}

fn classics() -> Vec<Classic> {
    let rows = include_str!("../../../../datasets/classics.csv").lines().skip(1);
    let classic = |row: &'static str| {
        let mut fields = row.split(',');
        let id = fields.next().unwrap();
        let mut grid = || Grid::parse(fields.next().unwrap().as_bytes()).unwrap();
        Classic { id, puzzle: grid(), solution: grid() }
    };
    rows.map(classic).collect()
}

/// The facts of a classic, computed by another program; those that need one solution are empty if there are several.
fn known() -> HashMap<&'static str, Vec<&'static str>> {
    let rows = include_str!("classics_facts.csv").lines().skip(1);
    rows.map(|row| row.split_once(',').unwrap()).map(|(id, facts)| (id, facts.split(',').collect())).collect()
}

fn closed(puzzle: &Grid) -> State {
    let mut state = State::of(puzzle);
    state.close().unwrap();
    state
}

#[test]
fn facts_of_the_classics() {
    let known = known();
    let classics = classics();
    assert_eq!((classics.len(), known.len()), (132, 132));
    for Classic { id, puzzle, solution } in classics {
        let &[clues, cands, clues_brt, cands_brt, depth, b, size, count] = &known[id][..] else { panic!("{id}") };
        let before = CandidateCounts::of(&State::of(&puzzle));
        let after = CandidateCounts::of(&closed(&puzzle));
        let counts =
            [before.decided, before.candidates, after.decided, after.candidates].map(|count| count.to_string());
        assert_eq!(counts, [clues, cands, clues_brt, cands_brt], "{id}");
        if depth.is_empty() {
            continue;
        }
        assert_eq!(te_depth(&puzzle, &solution).to_string(), depth, "{id}");
        let Backdoors { size: found_size, count: found_count } = backdoors(&puzzle, &solution);
        assert_eq!([found_size.to_string(), found_count.to_string()], [size, count], "{id}");
        // Empty if the depth is not 0 or 1, and `>12` if the rating is larger than 12.
        if !b.is_empty() {
            let wanted = b.parse().map_or(MAX_BRAID + 1, |b: u8| b.min(MAX_BRAID + 1));
            assert_eq!(b_rating(&puzzle, &solution, MAX_BRAID), wanted, "{id}");
        }
    }
}

#[test]
fn isomorphs_have_the_same_facts() {
    let mut random = SplitMix64(7);
    for Classic { id, puzzle, solution } in
        classics().into_iter().step_by(9).filter(|classic| classic.id != "article-4")
    {
        let symmetry = Symmetry::random(Shape::NINE, &mut random);
        let grids = [(puzzle, solution), (symmetry.apply_to_nine(&puzzle), symmetry.apply_to_nine(&solution))];
        let facts = grids.map(|(puzzle, solution)| {
            let depth = te_depth(&puzzle, &solution);
            let rating = (depth < 2).then(|| b_rating(&puzzle, &solution, 5));
            let counts = [State::of(&puzzle), closed(&puzzle)].map(|state| CandidateCounts::of(&state));
            (depth, rating, backdoors(&puzzle, &solution), counts, GivenCounts::of(&puzzle))
        });
        assert_eq!(facts[0], facts[1], "{id}");
    }
}

/// Decides candidates at random, right and wrong ones, until the grid is solved or there is a contradiction.
#[test]
fn singles_are_those_of_the_oracle() {
    let mut random = SplitMix64(3);
    let mut ends = [0, 0];
    for Classic { id, puzzle, .. } in classics().iter().cycle().take(400) {
        let mut state = State::of(puzzle);
        let mut oracle = LiteralState::of(puzzle);
        let is_contradiction = loop {
            let closed = state.close();
            assert_eq!(closed, oracle.close(), "{id}");
            if closed.is_err() || state.is_solved() {
                break closed.is_err();
            }
            assert_eq!((state.open(), state.decided()), (oracle.open(), oracle.decided()), "{id}");
            assert_eq!(state.singles(), Ok([0; 9]), "{id}");
            let open = state.open();
            let cells: Vec<_> = (0..9).flat_map(|digit| members(open[digit]).map(move |cell| (digit, cell))).collect();
            let (digit, cell) = cells[random.below(cells.len() as u64) as usize];
            if random.below(3) == 0 {
                state.decide(digit, cell);
                oracle.decide(digit, cell);
            } else {
                state.rule_out(digit, 1 << cell);
                oracle.rule_out(digit, cell);
            }
        };
        ends[usize::from(is_contradiction)] += 1;
    }
    assert!(ends[0] > 50 && ends[1] > 50, "{ends:?}");
}

#[test]
fn short_cuts_do_not_change_the_depth() {
    for Classic { id, puzzle, solution } in classics().iter().filter(|classic| classic.id != "article-4").step_by(3) {
        let depth = te_depth(puzzle, solution);
        for smaller in 0..=depth.min(2) {
            let mut state = State::of(puzzle);
            assert_eq!(oracle::close(&mut state, smaller), Ok(()), "{id}");
            assert_eq!(state.is_solved(), smaller == depth, "{id} {smaller}");
        }
    }
}

/// Among the candidates of some classics, whatever the rating of the puzzle.
#[test]
fn braids_are_those_of_the_oracle() {
    let mut found = [0, 0];
    for Classic { id, puzzle, .. } in classics().iter().step_by(7) {
        let mut state = State::of(puzzle);
        let mut oracle = LiteralState::of(puzzle);
        assert_eq!((state.close(), oracle.close()), (Ok(()), Ok(())));
        let open = state.open();
        let candidates = (0..9).flat_map(|digit| members(open[digit]).map(move |cell| (digit, cell)));
        for candidate in candidates.step_by(3) {
            for singles in 0..=3 {
                let wanted = oracle.has_braid(candidate, singles);
                assert_eq!(has_braid(&state, candidate, singles as u8), wanted, "{id} {candidate:?} {singles}");
                found[usize::from(wanted)] += 1;
            }
        }
    }
    assert!(found[0] > 100 && found[1] > 100, "{found:?}");
}

#[test]
fn counts_of_givens() {
    let Classic { puzzle, solution, .. } = &classics()[0];
    let full = GivenCounts::of(solution);
    assert_eq!((full.unit_max, full.unit_var, full.digit_min), (9, 0.0, 9));
    let GivenCounts { unit_max, unit_var, digit_min } = GivenCounts::of(puzzle);
    let mean = puzzle.clues() as f64 / 9.0;
    let givens = grid::UNITS.map(|unit| f64::from((puzzle.filled() & unit).count_ones()));
    let wanted: f64 = givens.iter().map(|givens| (givens - mean).powi(2)).sum();
    assert!((unit_var - wanted).abs() < 1e-9 && unit_max == 6 && digit_min == 2, "{unit_max} {unit_var} {digit_min}");
    let empty = GivenCounts::of(&Grid::EMPTY);
    assert_eq!((empty.unit_max, empty.unit_var, empty.digit_min), (0, 0.0, 0));
}
