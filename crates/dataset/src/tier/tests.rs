use grid::{ALL_CELLS, Shape, Symmetry, members, random::SplitMix64, simd::Simd};
use solver::strategy::{self, End, Limits, Solutions};

use super::*;

/// Returns puzzles for every technique, and some without a solution: the classics with some cells of the solution
/// filled in, some of them with a given changed or removed.
fn puzzles(random: &mut SplitMix64) -> Vec<Grid> {
    let rows = include_str!("../../../../datasets/classics.csv").lines().skip(1);
    rows.flat_map(|row| {
        let [puzzle, solution] = [1, 2].map(|n| Grid::parse(row.split(',').nth(n).unwrap().as_bytes()).unwrap());
        [0, 0, 2, 4, 6, 9].map(|more| {
            let mut grid = puzzle;
            for _ in 0..more {
                let cell = random.below(81) as usize;
                grid.set(cell, solution.get(cell));
            }
            if random.below(4) == 0 {
                grid.set(random.below(81) as usize, random.below(10) as u8);
            }
            grid
        })
    })
    .collect()
}

/// An independent implementation, which applies random subsets of all possible deductions.
mod oracle {
    use super::*;

    /// The cells of each value that are left.
    type Candidates = [CellSet; 9];

    fn has_one_candidate(state: &Candidates, cell: usize) -> bool {
        state.iter().filter(|cells| *cells >> cell & 1 == 1).count() == 1
    }

    /// Returns what the techniques remove: of each deduction, a value and the cells that lose it.
    fn removals(state: &Candidates, techniques: usize) -> Vec<(usize, CellSet)> {
        let mut removals = Vec::new();
        for (unit, value) in UNITS.iter().flat_map(|unit| (0..9).map(move |value| (unit, value))) {
            let places = state[value] & unit;
            let naked = members(places).filter(|&cell| has_one_candidate(state, cell));
            removals.extend(naked.map(|cell| (value, unit & !(1 << cell))));
            if techniques >= 2 && places.is_power_of_two() {
                removals.extend((0..9).filter(|&other| other != value).map(|other| (other, places)));
            }
            if techniques >= 3 && places != 0 {
                let others = UNITS.iter().filter(|&other| places & !other == 0);
                removals.extend(others.map(|other| (value, other & !unit)));
            }
        }
        removals.retain(|&(value, cells)| state[value] & cells != 0);
        removals
    }

    pub(super) fn highest(puzzle: &Grid, random: &mut SplitMix64) -> Option<Tier> {
        for techniques in 1..=3 {
            let may_be = |cell: usize, value: usize| [0, value + 1].contains(&puzzle.get(cell).into());
            let cells_of = |value| (0..81).filter(|&cell| may_be(cell, value)).fold(0, |cells, cell| cells | 1 << cell);
            let mut state: Candidates = std::array::from_fn(cells_of);
            loop {
                let removals = removals(&state, techniques);
                if removals.is_empty() {
                    break;
                }
                let sure = random.below(removals.len() as u64) as usize;
                for (n, (value, cells)) in removals.into_iter().enumerate() {
                    if n == sure || random.below(2) == 0 {
                        state[value] &= !cells;
                    }
                }
            }
            let left = state.iter().fold(0, |left, cells| left | cells);
            if left != ALL_CELLS || UNITS.iter().any(|unit| state.iter().any(|cells| cells & unit == 0)) {
                return None;
            }
            if (0..81).all(|cell| has_one_candidate(&state, cell)) {
                return Some(Tier::ALL[techniques]);
            }
        }
        Some(Tier::Search)
    }
}

#[test]
fn neither_the_order_of_deductions_nor_a_symmetry_matters() {
    let mut random = SplitMix64(1);
    let mut seen = [0; 5];
    for puzzle in puzzles(&mut random) {
        let found = highest(&puzzle);
        assert_eq!(found, oracle::highest(&puzzle, &mut random), "{puzzle}");
        let image = Symmetry::random(Shape::NINE, &mut random).apply_to_nine(&puzzle);
        assert_eq!(found, highest(&image), "{puzzle} and {image}");
        // No puzzle is a full grid.
        seen[found.map_or(0, |technique| technique as usize)] += 1;
    }
    assert!(seen.iter().all(|&times| times > 20), "{seen:?}");
}

#[test]
fn elimination_solves_exactly_the_naked_single_puzzles() {
    let mut elimination = strategy::find("elimination").unwrap().build(Shape::NINE, Simd::detect()).unwrap();
    for puzzle in puzzles(&mut SplitMix64(2)).iter().filter(|puzzle| !puzzle.has_conflict()) {
        let mut solutions = Solutions::new(2);
        let outcome = elimination.solve(&(*puzzle).into(), &Limits::NONE, &mut solutions);
        let solved = outcome.end == End::Complete && solutions.found() == 1;
        assert_eq!(solved, highest(puzzle) == Some(Tier::NakedSingle), "{puzzle}");
    }
}

#[test]
fn full_and_empty_grids() {
    let full = "123456789456789123789123456234567891567891234891234567345678912678912345912345678";
    let mut full = Grid::parse(full.as_bytes()).unwrap();
    assert_eq!(highest(&full), Some(Tier::None));
    (0..9).for_each(|cell| full.set(cell, 0));
    assert_eq!(highest(&full), Some(Tier::NakedSingle));
    full.set(80, 1);
    assert_eq!((highest(&full), highest(&Grid::EMPTY)), (None, Some(Tier::Search)));
}
