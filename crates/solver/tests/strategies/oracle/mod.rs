//! Literal, slow implementations of the strategies' rules: all state is recomputed from the grid at every
//! node.

pub mod lanes;

use sudoku_bench_solver::{
    grid::{CELLS, Grid, PEERS, box_of, column_of, row_of},
    strategy::{End, Limits, Outcome},
};

/// A literal implementation of a strategy.
pub struct Oracle {
    /// The name of the strategy.
    pub name: &'static str,
    rule: Rule,
}

enum Rule {
    /// A search over assignments of values to blanks.
    Tree {
        /// Returns the alternatives of the next choice point as (cell, value), in order.
        choices: fn(&Grid) -> Vec<(usize, u8)>,
        /// True if an assignment is undone as soon as a blank has no candidate.
        looks_ahead: bool,
    },
    /// Any other rule.
    Custom(fn(&Grid, &Limits, usize) -> (Outcome, Vec<Grid>)),
}

pub const ORACLES: &[Oracle] = &[
    Oracle { name: "naive", rule: Rule::Tree { choices: |grid| first_blank(grid), looks_ahead: false } },
    Oracle { name: "fc-static", rule: Rule::Tree { choices: |grid| first_blank(grid), looks_ahead: true } },
    Oracle { name: "fc-mrv", rule: Rule::Tree { choices: |grid| fewest_candidates(grid, false), looks_ahead: true } },
    Oracle {
        name: "forward-checking",
        rule: Rule::Tree { choices: |grid| fewest_candidates(grid, true), looks_ahead: true },
    },
    Oracle { name: "dlx", rule: Rule::Tree { choices: smallest_item, looks_ahead: false } },
    Oracle { name: "lanes", rule: Rule::Custom(lanes::solve) },
];

impl Oracle {
    /// Returns the outcome and the solutions of a search that stops at `max_solutions` solutions.
    pub fn solve(&self, puzzle: &Grid, limits: &Limits, max_solutions: usize) -> (Outcome, Vec<Grid>) {
        let (choices, looks_ahead) = match self.rule {
            Rule::Tree { choices, looks_ahead } => (choices, looks_ahead),
            Rule::Custom(solve) => return solve(puzzle, limits, max_solutions),
        };
        let outcome = Outcome::ZERO;
        let mut search = TreeSearch { choices, looks_ahead, limits, max_solutions, outcome, solutions: Vec::new() };
        if !(looks_ahead && search.is_hopeless(puzzle)) {
            search.visit(&mut puzzle.clone(), 0);
        }
        (search.outcome, search.solutions)
    }
}

struct TreeSearch<'a> {
    choices: fn(&Grid) -> Vec<(usize, u8)>,
    looks_ahead: bool,
    limits: &'a Limits<'a>,
    max_solutions: usize,
    outcome: Outcome,
    solutions: Vec<Grid>,
}

impl TreeSearch<'_> {
    /// Returns true if the whole search stops.
    fn visit(&mut self, grid: &mut Grid, depth: u8) -> bool {
        if grid.clues() == CELLS {
            self.solutions.push(*grid);
            return self.solutions.len() == self.max_solutions;
        }
        let choices = (self.choices)(grid);
        for (i, &(cell, value)) in choices.iter().enumerate() {
            if self.outcome.nodes == self.limits.nodes {
                self.outcome.end = End::NodeLimit;
                return true;
            }
            self.outcome.nodes += 1;
            self.outcome.guesses += u64::from(i + 1 < choices.len());
            self.outcome.max_depth = self.outcome.max_depth.max(depth + 1);
            grid.set(cell, value);
            let hopeless = self.looks_ahead && self.is_hopeless(grid);
            if !hopeless && self.visit(grid, depth + 1) {
                return true;
            }
            grid.set(cell, 0);
            self.outcome.backtracks += 1;
        }
        false
    }

    fn is_hopeless(&self, grid: &Grid) -> bool {
        blanks(grid).any(|cell| candidates(grid, cell).is_empty())
    }
}

fn blanks(grid: &Grid) -> impl Iterator<Item = usize> {
    (0..CELLS).filter(|&cell| grid.get(cell) == 0)
}

fn candidates(grid: &Grid, cell: usize) -> Vec<u8> {
    let held = |value: &u8| PEERS[cell].iter().any(|&peer| grid.get(peer as usize) == *value);
    (1..=9).filter(|value| !held(value)).collect()
}

fn blank_peers(grid: &Grid, cell: usize) -> impl Iterator<Item = usize> {
    PEERS[cell].iter().map(|&peer| peer as usize).filter(|&peer| grid.get(peer) == 0)
}

fn first_blank(grid: &Grid) -> Vec<(usize, u8)> {
    let cell = blanks(grid).next().expect("a blank is left");
    candidates(grid, cell).into_iter().map(|value| (cell, value)).collect()
}

fn fewest_candidates(grid: &Grid, degree_and_lcv: bool) -> Vec<(usize, u8)> {
    let key = |&cell: &usize| {
        let degree = if degree_and_lcv { blank_peers(grid, cell).count() } else { 0 };
        (candidates(grid, cell).len(), 20 - degree, cell)
    };
    let cell = blanks(grid).min_by_key(key).expect("a blank is left");
    let mut values = candidates(grid, cell);
    if degree_and_lcv {
        values.sort_by_key(|value| {
            blank_peers(grid, cell).filter(|&peer| candidates(grid, peer).contains(value)).count()
        });
    }
    values.into_iter().map(|value| (cell, value)).collect()
}

/// Returns the options of the smallest uncovered item.
fn smallest_item(grid: &Grid) -> Vec<(usize, u8)> {
    let mut items: Vec<Vec<(usize, u8)>> = vec![Vec::new(); 324];
    let mut covered = [false; 324];
    for cell in 0..CELLS {
        let item = |value: u8| {
            let value = value as usize - 1;
            [cell, 81 + row_of(cell) * 9 + value, 162 + column_of(cell) * 9 + value, 243 + box_of(cell) * 9 + value]
        };
        match grid.get(cell) {
            0 => {
                for value in candidates(grid, cell) {
                    item(value).into_iter().for_each(|item| items[item].push((cell, value)));
                }
            }
            value => item(value).into_iter().for_each(|item| covered[item] = true),
        }
    }
    let open = items.into_iter().zip(covered).filter(|(_, covered)| !covered).map(|(options, _)| options);
    open.min_by_key(Vec::len).expect("an item is left")
}
