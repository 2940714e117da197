//! The highest technique that a puzzle needs, of a fixed ladder.
//!
//! The state is the set of candidates of every cell: a given has its value alone, a blank starts with all nine. A
//! technique removes candidates:
//!
//! * naked single: the only candidate of a cell is removed from the cell's peers. This is all that the strategy
//!   `elimination` does.
//! * hidden single: where a unit has only one cell left for a value, that cell's other candidates are removed.
//! * locked candidates: where all cells that a unit has left for a value are also in another unit, the value is removed
//!   from the rest of the other. "Pointing" when the first is a box and the other a row or column, "claiming" when it is
//!   the other way round.
//!
//! A solver that always goes back to the simplest technique that makes progress takes to one only when all simpler ones
//! have come to a fixpoint, so the highest that it uses is the lowest k for which the first k techniques finish the
//! puzzle. That does not depend on the order of deductions: every deduction is monotone (with fewer candidates it leaves
//! no candidate that it would have removed with more, or else a cell or a value in a unit has nothing left, which is a
//! contradiction, less than everything), and monotone deductions that only remove have one greatest common fixpoint,
//! whatever their order. Nor does it change when the grid is transposed, or its bands, rows or values are exchanged: the
//! techniques treat all alike.
//!
//! The terms are those of Sudopedia, "Solving technique".

use std::fmt;

use crate::grid::{CELLS, Grid, are_peers, box_of, column_of, row_of};

/// A rung of the ladder, from the simplest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Technique {
    /// A cell has one candidate left. A grid without a blank is here, too: there is nothing lower.
    NakedSingle,
    /// A value has one place left in a unit.
    HiddenSingle,
    /// A value's places in a unit are all in another.
    LockedCandidates,
    /// The three do not finish the puzzle: it has several solutions, or wants more techniques or a search.
    Search,
}

impl Technique {
    /// All of them, from the simplest.
    pub const ALL: [Technique; 4] =
        [Technique::NakedSingle, Technique::HiddenSingle, Technique::LockedCandidates, Technique::Search];

    /// Its name in files and expressions.
    pub const fn name(self) -> &'static str {
        match self {
            Technique::NakedSingle => "naked-single",
            Technique::HiddenSingle => "hidden-single",
            Technique::LockedCandidates => "locked-candidates",
            Technique::Search => "search",
        }
    }
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The highest technique that a puzzle needs.
///
/// `None` where the givens conflict, or the techniques meet a contradiction: a cell without a candidate, or a unit
/// without a place for a value. Such a puzzle has no solution; one that has none may also be found to need
/// [`Technique::Search`], as the techniques do not see everything.
///
/// ```
/// use sudoku_bench::{dataset::technique::{self, Technique}, grid::Grid};
///
/// let puzzle = Grid::parse(b"8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..").unwrap();
/// assert_eq!(technique::highest(&puzzle), Some(Technique::Search));
/// ```
pub fn highest(puzzle: &Grid) -> Option<Technique> {
    let mut state = State::of(puzzle);
    let mut highest = Technique::NakedSingle;
    loop {
        state.naked_singles()?;
        if state.fixed == EVERYWHERE {
            return Some(highest);
        }
        if state.hidden_singles()? {
            highest = highest.max(Technique::HiddenSingle);
        } else if state.locked_candidates() {
            highest = Technique::LockedCandidates;
        } else {
            return Some(Technique::Search);
        }
    }
}

/// A set of cells: bit `i` stands for cell `i`.
type Cells = u128;

/// All cells.
const EVERYWHERE: Cells = (1 << CELLS) - 1;

/// The peers of every cell.
static PEERS: [Cells; CELLS] = {
    let mut peers = [0; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let mut other = 0;
        while other < CELLS {
            peers[cell] |= (are_peers(cell, other) as Cells) << other;
            other += 1;
        }
        cell += 1;
    }
    peers
};

/// The nine rows, the nine columns and the nine boxes.
static UNITS: [Cells; 27] = {
    let mut units = [0; 27];
    let mut cell = 0;
    while cell < CELLS {
        units[row_of(cell)] |= 1 << cell;
        units[9 + column_of(cell)] |= 1 << cell;
        units[18 + box_of(cell)] |= 1 << cell;
        cell += 1;
    }
    units
};

/// The 54 pairs of a row or column and a box that have three cells in common: the cells that only the first has, those of
/// both, and those that only the box has.
static INTERSECTIONS: [[Cells; 3]; 54] = {
    let mut intersections = [[0; 3]; 54];
    let (mut line, mut n) = (0, 0);
    while line < 18 {
        let mut r#box = 18;
        while r#box < 27 {
            let both = UNITS[line] & UNITS[r#box];
            if both != 0 {
                intersections[n] = [UNITS[line] ^ both, both, UNITS[r#box] ^ both];
                n += 1;
            }
            r#box += 1;
        }
        line += 1;
    }
    assert!(n == 54);
    intersections
};

/// The candidates that are left.
struct State {
    /// The cells that each value can still go to.
    places: [Cells; 9],
    /// The cells whose only candidate has been removed from their peers.
    fixed: Cells,
}

impl State {
    fn of(puzzle: &Grid) -> State {
        let mut givens = [0; 10];
        puzzle.cells().iter().enumerate().for_each(|(cell, &value)| givens[usize::from(value)] |= 1 << cell);
        State { places: std::array::from_fn(|value| givens[0] | givens[value + 1]), fixed: 0 }
    }

    /// Removes the only candidates of cells from their peers until nothing changes; `None` when a cell has none left.
    fn naked_singles(&mut self) -> Option<()> {
        loop {
            let (one, two) = self.places.iter().fold((0, 0), |(one, two), places| (one | places, two | one & places));
            if one != EVERYWHERE {
                return None;
            }
            let singles = one & !two & !self.fixed;
            if singles == 0 {
                return Some(());
            }
            for places in &mut self.places {
                // Two peers among them remove each other's value, which the next round sees.
                let peers = cells(singles & *places).fold(0, |peers, cell| peers | PEERS[cell]);
                *places &= !peers;
            }
            self.fixed |= singles;
        }
    }

    /// Leaves no other candidate where a value has its only place in a unit, and says whether any was there; `None` when
    /// a value has no place in a unit.
    fn hidden_singles(&mut self) -> Option<bool> {
        let mut progress = false;
        for value in 0..9 {
            let mut hidden = 0;
            for unit in &UNITS {
                let places = self.places[value] & unit;
                if places == 0 {
                    return None;
                }
                if places & (places - 1) == 0 {
                    hidden |= places & !self.fixed;
                }
            }
            progress |= hidden != 0;
            for other in (0..9).filter(|&other| other != value) {
                self.places[other] &= !hidden;
            }
        }
        Some(progress)
    }

    /// Removes a value from the rest of a unit when its places in another are all in both, and says whether any was
    /// there.
    fn locked_candidates(&mut self) -> bool {
        let mut progress = false;
        for places in &mut self.places {
            for &[line, both, r#box] in &INTERSECTIONS {
                let (in_line, in_box) = (*places & line != 0, *places & r#box != 0);
                if in_line != in_box && *places & both != 0 {
                    *places &= !(line | r#box);
                    progress = true;
                }
            }
        }
        progress
    }
}

/// The cells of a set, in ascending order.
fn cells(mut set: Cells) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let cell = set.trailing_zeros() as usize;
        (set != 0).then(|| set &= set - 1).map(|()| cell)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        random::SplitMix64,
        simd::Simd,
        strategy::{self, End, Limits, Solutions},
    };

    /// Puzzles of every rung, and some without a solution: the classics with some cells of the solution filled in, and now
    /// and then a given changed or removed.
    fn puzzles(random: &mut SplitMix64) -> Vec<Grid> {
        let rows = include_str!("../../datasets/classics.csv").lines().skip(1);
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

    /// The ladder with plain sets of candidates and nothing shared with the other: all deductions that there are, of which
    /// a random part is made at a time.
    mod oracle {
        use super::*;

        type Candidates = [[bool; 9]; 81];

        fn units() -> Vec<Vec<usize>> {
            let of = |unit: fn(usize) -> usize| {
                (0..9).map(move |n| (0..81).filter(|&cell| unit(cell) == n).collect::<Vec<_>>())
            };
            of(row_of).chain(of(column_of)).chain(of(box_of)).collect()
        }

        /// What the first `techniques` remove.
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

        pub(super) fn highest(puzzle: &Grid, random: &mut SplitMix64) -> Option<Technique> {
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
                    return Some(Technique::ALL[techniques - 1]);
                }
            }
            Some(Technique::Search)
        }
    }

    #[test]
    fn deductions_in_any_order_lead_to_the_same_rung() {
        let mut random = SplitMix64(1);
        let mut seen = [0; 5];
        for puzzle in puzzles(&mut random) {
            let found = highest(&puzzle);
            assert_eq!(found, oracle::highest(&puzzle, &mut random), "{puzzle}");
            seen[found.map_or(4, |technique| technique as usize)] += 1;
        }
        assert!(seen.iter().all(|&times| times > 20), "{seen:?}");
    }

    #[test]
    fn elimination_solves_what_needs_naked_singles_only() {
        let mut elimination = (strategy::find("elimination").unwrap().new)(Simd::detect());
        for puzzle in puzzles(&mut SplitMix64(2)).iter().filter(|puzzle| !puzzle.has_conflict()) {
            let mut solutions = Solutions::new(2);
            let outcome = elimination.solve(puzzle, &Limits::NONE, &mut solutions);
            let solved = outcome.end == End::Complete && solutions.found() == 1;
            assert_eq!(solved, highest(puzzle) == Some(Technique::NakedSingle), "{puzzle}");
        }
    }

    #[test]
    fn a_puzzle_keeps_its_rung_when_it_is_transposed_reordered_and_relabelled() {
        let mut random = SplitMix64(3);
        let shuffled = |random: &mut SplitMix64, n: usize| {
            let mut order: Vec<usize> = (0..n).collect();
            (1..n).rev().for_each(|i| order.swap(i, random.below(i as u64 + 1) as usize));
            order
        };
        for puzzle in puzzles(&mut random) {
            let lines = |random: &mut SplitMix64| -> Vec<usize> {
                let bands = shuffled(random, 3);
                bands.iter().flat_map(|band| shuffled(random, 3).into_iter().map(move |line| 3 * band + line)).collect()
            };
            let (rows, columns, values) = (lines(&mut random), lines(&mut random), shuffled(&mut random, 9));
            let mut other = Grid::EMPTY;
            for cell in (0..81).filter(|&cell| puzzle.get(cell) != 0) {
                let (row, column) = (rows[cell / 9], columns[cell % 9]);
                other.set(9 * column + row, values[usize::from(puzzle.get(cell)) - 1] as u8 + 1);
            }
            assert_eq!(highest(&puzzle), highest(&other), "{puzzle} and {other}");
        }
    }

    fn grid(text: &str) -> Grid {
        Grid::parse(text.split_whitespace().collect::<String>().as_bytes()).unwrap()
    }

    const FULL: &str = "123456789 456789123 789123456 234567891 567891234 891234567 345678912 678912345 912345678";

    #[test]
    fn a_full_grid_needs_nothing_and_an_empty_one_a_search() {
        let mut full = grid(FULL);
        assert_eq!(highest(&full), Some(Technique::NakedSingle));
        (0..9).for_each(|cell| full.set(cell, 0));
        assert_eq!(highest(&full), Some(Technique::NakedSingle));
        assert_eq!(highest(&Grid::EMPTY), Some(Technique::Search));
    }

    #[test]
    fn contradictions_are_no_rung() {
        let mut conflict = grid(FULL);
        conflict.set(80, 1);
        assert_eq!(highest(&conflict), None);
        let mut two = Grid::EMPTY;
        two.set(0, 5);
        two.set(8, 5);
        assert_eq!(highest(&two), None);
        // A cell without a candidate.
        assert_eq!(highest(&grid(&format!(".12345678 9{}", ".".repeat(71)))), None);
        // The first box has no place for a 1, and each of its blanks has candidates.
        let rows = "......... 234...... ...1..... 1........".to_owned() + &".".repeat(45);
        let mut lost = grid(&rows);
        lost.set(0, 5);
        [(1, 4), (2, 7)].iter().for_each(|&(column, row)| lost.set(9 * row + column, 1));
        assert_eq!(highest(&lost), None);
    }

    #[test]
    fn the_only_place_in_a_unit_is_found() {
        // Rows 2 and 3 and columns 2 and 3 have their 1, so the first box has only its first cell left.
        let mut state = State::of(&grid(
            "......... ...1..... ......1.. .1....... ......... ......... ..1...... ......... .........",
        ));
        state.naked_singles().unwrap();
        assert_eq!(state.hidden_singles(), Some(true));
        assert!((1..9).all(|value| state.places[value] & 1 == 0) && state.places[0] & 1 == 1);
    }

    #[test]
    fn pointing_and_claiming_remove_the_rest_of_the_other_unit() {
        let places = |text: &str| {
            let mut state = State::of(&grid(&format!("{text}{}", ".".repeat(81 - text.len()))));
            state.naked_singles().unwrap();
            assert!(state.locked_candidates());
            state.places[0]
        };
        // The first box has its 1 in the first row, so the row's other cells have none.
        let pointing = places(".........234......567");
        assert_eq!(pointing & UNITS[0], 0b111);
        // The first row has its 1 in the first box, so the box's other cells have none.
        let claiming = places("...234567");
        assert_eq!(claiming & UNITS[18], 0b111);
    }
}
