//! The assignments of a search in their order, and which of them were taken back.

#![warn(missing_docs)]

use super::outcome::Outcome;

/// What a search tells about its assignments. `()` listens to nothing and costs nothing.
pub(super) trait Observer: Default + Send + 'static {
    fn clear(&mut self) {}

    /// A node behind a path of `before` nodes, which assigns a value to a cell.
    fn add_node(&mut self, _before: usize, _is_guess: bool, _assigned: impl FnOnce() -> (usize, u8)) {}

    /// An assignment that follows from those before.
    fn add_single(&mut self, _cell: usize, _value: u8) {}

    fn trace(&self) -> Option<&SearchTrace> {
        None
    }
}

impl Observer for () {}

/// What a step of a search does with a value of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// A node while an untried alternative is left at the same choice point.
    Guess,
    /// Any other node.
    Assign,
    /// An assignment that is no node, because it follows from those before: a naked or hidden single.
    Single,
    /// Takes back a node, with the singles that followed from it.
    Undo,
}

impl Action {
    /// Returns the name in every output.
    pub fn name(self) -> &'static str {
        match self {
            Action::Guess => "guess",
            Action::Assign => "assign",
            Action::Single => "single",
            Action::Undo => "undo",
        }
    }
}

/// A step of a search: an assignment, or the undoing of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchStep {
    /// What is done.
    pub action: Action,
    /// The cell, from 0 in row-major order.
    pub cell: u16,
    /// Its value, from 1.
    pub value: u8,
    /// The number of nodes on the path, with this one; also for the undoing of the node.
    pub depth: u16,
}

/// The assignments of one search, in the order in which the strategy makes them. It takes eight bytes for each.
///
/// ```
/// use grid::{Grid, Shape, simd::Simd};
/// use sudoku_bench_solver::strategy::{self, Action, Limits, Solutions};
///
/// let puzzle = Grid::parse(b"8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..").unwrap();
/// let mut dlx = strategy::find("dlx").unwrap().traced().unwrap().build(Shape::NINE, Simd::detect())?;
/// let outcome = dlx.solve(&puzzle.into(), &Limits::NONE, &mut Solutions::new(1));
/// let steps = dlx.trace().unwrap().steps(&outcome);
/// assert_eq!(steps.iter().filter(|step| step.action == Action::Guess).count() as u64, outcome.guesses);
/// assert_eq!(steps.iter().filter(|step| step.action == Action::Undo).count() as u64, outcome.backtracks);
/// # Ok::<(), strategy::StartError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct SearchTrace {
    assignments: Vec<SearchStep>,
}

impl Observer for SearchTrace {
    fn clear(&mut self) {
        self.assignments.clear();
    }

    fn add_node(&mut self, before: usize, is_guess: bool, assigned: impl FnOnce() -> (usize, u8)) {
        let action = if is_guess { Action::Guess } else { Action::Assign };
        let (cell, value) = assigned();
        self.assignments.push(SearchStep { action, cell: cell as u16, value, depth: before as u16 + 1 });
    }

    fn add_single(&mut self, cell: usize, value: u8) {
        let depth = self.assignments.last().map_or(0, |last| last.depth);
        self.assignments.push(SearchStep { action: Action::Single, cell: cell as u16, value, depth });
    }

    fn trace(&self) -> Option<&SearchTrace> {
        Some(self)
    }
}

impl SearchTrace {
    /// Returns the steps of the search that ended like this: the assignments, and each undoing before the next assignment, or at the end.
    pub fn steps(&self, outcome: &Outcome) -> Vec<SearchStep> {
        let mut steps = Vec::with_capacity(self.assignments.len());
        let mut path: Vec<SearchStep> = Vec::new();
        for &step in &self.assignments {
            if step.action != Action::Single {
                let kept = path.len().min(usize::from(step.depth) - 1);
                steps.extend(path.drain(kept..).rev().map(undone));
                path.push(step);
            }
            steps.push(step);
        }
        let on_path = (outcome.nodes - outcome.backtracks) as usize;
        steps.extend(path.drain(on_path..).rev().map(undone));
        steps
    }
}

/// Returns the undoing of a node.
fn undone(node: SearchStep) -> SearchStep {
    SearchStep { action: Action::Undo, ..node }
}
