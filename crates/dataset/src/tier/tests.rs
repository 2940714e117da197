use grid::{Shape, Symmetry, box_of, column_of, random::SplitMix64, row_of, simd::Simd};
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

/// An independent implementation with plain sets of candidates, which applies random subsets of all possible
/// deductions.
mod oracle {
    use super::*;

    type Candidates = [[bool; 9]; 81];

    fn units() -> Vec<Vec<usize>> {
        let of =
            |unit: fn(usize) -> usize| (0..9).map(move |n| (0..81).filter(|&cell| unit(cell) == n).collect::<Vec<_>>());
        of(row_of).chain(of(column_of)).chain(of(box_of)).collect()
    }

    fn removals(state: &Candidates, techniques: usize, units: &[Vec<usize>]) -> Vec<(usize, usize)> {
        let mut removals = Vec::new();
        for unit in units {
            for value in 0..9 {
                let places: Vec<usize> = unit.iter().copied().filter(|&cell| state[cell][value]).collect();
                for &cell in &places {
                    if state[cell].iter().filter(|&&candidate| candidate).count() == 1 {
                        removals.extend(unit.iter().filter(|&&peer| peer != cell).map(|&peer| (peer, value)));
                    }
                }
                if techniques >= 2 && places.len() == 1 {
                    removals.extend((0..9).filter(|&other| other != value).map(|other| (places[0], other)));
                }
                for other in units.iter().filter(|&other| techniques >= 3 && other != unit) {
                    if !places.is_empty() && places.iter().all(|cell| other.contains(cell)) {
                        let rest = other.iter().filter(|cell| !unit.contains(cell));
                        removals.extend(rest.map(|&cell| (cell, value)));
                    }
                }
            }
        }
        removals.retain(|&(cell, value)| state[cell][value]);
        removals
    }

    pub(super) fn highest(puzzle: &Grid, random: &mut SplitMix64) -> Option<Tier> {
        let units = units();
        for techniques in 1..=3 {
            let mut state = [[true; 9]; 81];
            for cell in (0..81).filter(|&cell| puzzle.get(cell) != 0) {
                state[cell] = std::array::from_fn(|value| value + 1 == usize::from(puzzle.get(cell)));
            }
            loop {
                let removals = removals(&state, techniques, &units);
                if removals.is_empty() {
                    break;
                }
                let sure = random.below(removals.len() as u64) as usize;
                for (n, (cell, value)) in removals.into_iter().enumerate() {
                    if n == sure || random.below(2) == 0 {
                        state[cell][value] = false;
                    }
                }
            }
            let left = state.map(|cell| cell.iter().filter(|&&candidate| candidate).count());
            let has_place = |unit: &Vec<usize>, value: usize| unit.iter().any(|&cell| state[cell][value]);
            let lost = units.iter().any(|unit| (0..9).any(|value| !has_place(unit, value)));
            if left.contains(&0) || lost {
                return None;
            }
            if left == [1; 81] {
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
