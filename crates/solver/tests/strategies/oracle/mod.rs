//! Literal, slow implementations of the strategies' rules, for any shape: all state is recomputed from the grid at every
//! node.

pub mod lanes;

use std::cmp::Reverse;

use grid::{AnyGrid, CELLS, Candidates, Shape};
use sudoku_bench_solver::strategy::{End, Limits, Outcome};

/// A literal implementation of a strategy.
pub struct Oracle {
    pub name: &'static str,
    rule: Rule,
}

enum Rule {
    /// A search over assignments of values to blanks.
    Tree {
        /// Returns the alternatives of the next choice point as (cell, value), in order.
        choices: fn(&Board) -> Vec<(usize, u8)>,
        /// Fills in what follows from an assignment. Returns false if it is to be undone at once.
        propagate: fn(&mut Board) -> bool,
    },
    /// Any other rule.
    Solve(fn(&AnyGrid, &Limits, usize) -> (Outcome, Vec<AnyGrid>)),
}

pub const ORACLES: &[Oracle] = &[
    Oracle { name: "naive", rule: Rule::Tree { choices: first_blank, propagate: |_| true } },
    Oracle { name: "fc-static", rule: Rule::Tree { choices: first_blank, propagate: Board::is_hopeful } },
    Oracle { name: "fc-mrv", rule: Rule::Tree { choices: mrv, propagate: Board::is_hopeful } },
    Oracle { name: "forward-checking", rule: Rule::Tree { choices: mrv_degree_lcv, propagate: Board::is_hopeful } },
    Oracle { name: "mac", rule: Rule::Tree { choices: mrv_degree_lcv, propagate: |board| board.fill_forced(mrv) } },
    Oracle { name: "mac-static", rule: Rule::Tree { choices: first_blank, propagate: |board| board.fill_forced(mrv) } },
    Oracle { name: "norvig", rule: Rule::Tree { choices: mrv, propagate: |board| board.fill_forced(smallest_item) } },
    Oracle { name: "dlx", rule: Rule::Tree { choices: smallest_item, propagate: |_| true } },
    Oracle { name: "dancing-cells", rule: Rule::Tree { choices: smallest_item, propagate: |_| true } },
    Oracle { name: "lanes", rule: Rule::Solve(lanes::solve) },
];

impl Oracle {
    pub fn solve(&self, puzzle: &AnyGrid, limits: &Limits, max_solutions: usize) -> (Outcome, Vec<AnyGrid>) {
        let (choices, propagate) = match self.rule {
            Rule::Tree { choices, propagate } => (choices, propagate),
            Rule::Solve(solve) => return solve(puzzle, limits, max_solutions),
        };
        let outcome = Outcome::ZERO;
        let mut search = TreeSearch { choices, propagate, limits, max_solutions, outcome, solutions: Vec::new() };
        let peers = (0..puzzle.shape().cells()).map(|cell| peers(puzzle.shape(), cell).collect()).collect();
        let mut board = Board { grid: puzzle.without_candidates(), peers, allowed: puzzle.candidates().copied() };
        if propagate(&mut board) {
            search.visit(&mut board, 0);
        }
        (search.outcome, search.solutions)
    }
}

struct TreeSearch<'a> {
    choices: fn(&Board) -> Vec<(usize, u8)>,
    propagate: fn(&mut Board) -> bool,
    limits: &'a Limits<'a>,
    max_solutions: usize,
    outcome: Outcome,
    solutions: Vec<AnyGrid>,
}

impl TreeSearch<'_> {
    /// Returns true if the whole search stops.
    fn visit(&mut self, board: &mut Board, depth: u16) -> bool {
        if board.grid.clues() == board.grid.shape().cells() {
            self.solutions.push(board.grid.clone());
            return self.solutions.len() == self.max_solutions;
        }
        let choices = (self.choices)(board);
        let before = board.grid.clone();
        for (i, &(cell, value)) in choices.iter().enumerate() {
            if self.outcome.nodes == self.limits.nodes {
                self.outcome.end = End::NodeLimit;
                return true;
            }
            self.outcome.nodes += 1;
            self.outcome.guesses += u64::from(i + 1 < choices.len());
            self.outcome.max_depth = self.outcome.max_depth.max(depth + 1);
            board.grid.set(cell, value);
            if (self.propagate)(board) && self.visit(board, depth + 1) {
                return true;
            }
            board.grid.clone_from(&before);
            self.outcome.backtracks += 1;
        }
        false
    }
}

/// A grid, the peers of its cells, and the candidates that were given.
struct Board {
    grid: AnyGrid,
    peers: Vec<Vec<usize>>,
    allowed: Option<[Candidates; CELLS]>,
}

impl Board {
    fn get(&self, cell: usize) -> u8 {
        self.grid.cells()[cell]
    }

    fn blanks(&self) -> impl Iterator<Item = usize> {
        (0..self.peers.len()).filter(|&cell| self.get(cell) == 0)
    }

    fn blank_peers(&self, cell: usize) -> impl Iterator<Item = usize> {
        self.peers[cell].iter().copied().filter(|&peer| self.get(peer) == 0)
    }

    fn candidates(&self, cell: usize) -> Vec<u8> {
        let is_held = |value: &u8| self.peers[cell].iter().any(|&peer| self.get(peer) == *value);
        let is_allowed = |value: &u8| self.allowed.is_none_or(|allowed| allowed[cell] >> (value - 1) & 1 == 1);
        (1..=self.grid.shape().side() as u8).filter(|value| is_allowed(value) && !is_held(value)).collect()
    }

    fn is_hopeful(&mut self) -> bool {
        self.blanks().all(|cell| !self.candidates(cell).is_empty())
    }

    /// Makes each choice that has a single alternative. Returns false at one that has none.
    fn fill_forced(&mut self, choices: fn(&Board) -> Vec<(usize, u8)>) -> bool {
        while self.blanks().next().is_some() {
            match choices(self)[..] {
                [] => return false,
                [(cell, value)] => self.grid.set(cell, value),
                _ => break,
            }
        }
        true
    }
}

pub fn peers(shape: Shape, cell: usize) -> impl Iterator<Item = usize> {
    let side = shape.side();
    let row_of = move |cell: usize| cell / side;
    let column_of = move |cell: usize| cell % side;
    let box_of = move |cell: usize| (row_of(cell) / shape.box_height(), column_of(cell) / shape.box_width());
    (0..shape.cells()).filter(move |&other| {
        let shares_line = row_of(other) == row_of(cell) || column_of(other) == column_of(cell);
        other != cell && (shares_line || box_of(other) == box_of(cell))
    })
}

fn first_blank(board: &Board) -> Vec<(usize, u8)> {
    let cell = board.blanks().next().expect("a blank is left");
    board.candidates(cell).into_iter().map(|value| (cell, value)).collect()
}

fn mrv(board: &Board) -> Vec<(usize, u8)> {
    fewest_candidates(board, false)
}

fn mrv_degree_lcv(board: &Board) -> Vec<(usize, u8)> {
    fewest_candidates(board, true)
}

fn fewest_candidates(board: &Board, degree_and_lcv: bool) -> Vec<(usize, u8)> {
    let key = |&cell: &usize| {
        let degree = if degree_and_lcv { board.blank_peers(cell).count() } else { 0 };
        (board.candidates(cell).len(), Reverse(degree), cell)
    };
    let cell = board.blanks().min_by_key(key).expect("a blank is left");
    let mut values = board.candidates(cell);
    if degree_and_lcv {
        let candidates_of_peers: Vec<Vec<u8>> = board.blank_peers(cell).map(|peer| board.candidates(peer)).collect();
        values.sort_by_key(|value| candidates_of_peers.iter().filter(|all| all.contains(value)).count());
    }
    values.into_iter().map(|value| (cell, value)).collect()
}

fn smallest_item(board: &Board) -> Vec<(usize, u8)> {
    let shape = board.grid.shape();
    let mut items: Vec<Vec<(usize, u8)>> = vec![Vec::new(); 4 * shape.cells()];
    let mut covered = vec![false; items.len()];
    for cell in 0..shape.cells() {
        let items_of = |value: u8| {
            let [row, column] = [cell / shape.side(), cell % shape.side()];
            let boxes_in_a_row = shape.side() / shape.box_width();
            let r#box = row / shape.box_height() * boxes_in_a_row + column / shape.box_width();
            let in_unit = |kind: usize, unit: usize| kind * shape.cells() + unit * shape.side() + value as usize - 1;
            [cell, in_unit(1, row), in_unit(2, column), in_unit(3, r#box)]
        };
        match board.get(cell) {
            0 => {
                for value in board.candidates(cell) {
                    items_of(value).into_iter().for_each(|item| items[item].push((cell, value)));
                }
            }
            value => items_of(value).into_iter().for_each(|item| covered[item] = true),
        }
    }
    let open = items.into_iter().zip(covered).filter(|(_, covered)| !covered).map(|(options, _)| options);
    open.min_by_key(Vec::len).expect("an item is left")
}
