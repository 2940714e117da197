//! Conflict-driven clause learning: the solver BatSat, a port of MiniSat 2.2, on the extended encoding.
//!
//! Inês Lynce and Joël Ouaknine, "Sudoku as a SAT problem", ISAIM 2006. The order of the variables and clauses is part of the
//! definition, and so is the version of the solver: together they fix every count.
//!
//! 1. There is a variable for each candidate of a blank that no given peer holds: blanks in row-major order, values ascending.
//! 2. The groups are, as the items of `dlx`, the candidates of each cell and those of each value in each row, column and box, except the groups
//!    that a given fills.
//! 3. The clauses: at least one variable of each group is true; then, group by group, no two are.
//! 4. A decision sets a variable to true.
//! 5. After a solution, a clause excludes it.

use std::{borrow::Cow, cell::Cell};

use batsat::{Callbacks, Lit, Solver, SolverInterface, SolverOpts, Theory, TheoryArg, lbool};
use grid::{AnyGrid, Shape, Units, Values};

use super::{
    entry::{Build, Entry, every_shape, no_shape},
    groups::{Groups, candidate},
    interface::Strategy,
    limits::{Limits, Meter},
    outcome::Outcome,
    solutions::Solutions,
};

pub(super) const SAT: Entry = Entry {
    name: Cow::Borrowed("sat"),
    aliases: &["cdcl"],
    about: Cow::Borrowed("conflict-driven clause learning, on the extended encoding"),
    complete: true,
    solves: every_shape,
    takes_candidates: true,
    default_for: no_shape,
    amortised: false,
    keeps_profile: false,
    row_major: false,
    proof_work: |outcome| outcome.backtracks,
    build: Build::Native(|shape, _| Box::new(Sat::new(shape))),
    build_traced: None,
    external: None,
};

struct Sat {
    units: Units,
    numbers: Groups,
    candidates: Vec<Values>,
    variables: Vec<Variable>,
    /// The variables of each group; `None` if a given fills it.
    groups: Vec<Option<Vec<Lit>>>,
}

/// A candidate, and the literal that makes it the value of its cell.
struct Variable {
    literal: Lit,
    cell: usize,
    value: u8,
}

impl Strategy for Sat {
    fn solve(&mut self, puzzle: &AnyGrid, limits: &Limits, solutions: &mut Solutions) -> Outcome {
        let is_stopped = Cell::new(false);
        let mut counts =
            Counts { outcome: Outcome::ZERO, levels: 0, meter: Meter::start(limits), is_stopped: &is_stopped };
        let mut solver = self.load(puzzle, &is_stopped);
        while solver.solve_limited_preserving_trail_th(&mut counts, &[]) == lbool::TRUE {
            let is_true = |variable: &&Variable| solver.value_lit(variable.literal) == lbool::TRUE;
            let chosen: Vec<&Variable> = self.variables.iter().filter(is_true).collect();
            if solutions.add(puzzle.filled_with(chosen.iter().map(|variable| (variable.cell, variable.value)))) {
                break;
            }
            solver.pop_model(&mut counts);
            let mut others: Vec<Lit> = chosen.iter().map(|variable| !variable.literal).collect();
            solver.add_clause_reuse(&mut others);
        }
        counts.outcome
    }
}

impl Sat {
    fn new(shape: Shape) -> Sat {
        Sat {
            units: Units::new(shape),
            numbers: Groups::new(shape),
            candidates: vec![0; shape.cells()],
            variables: Vec::new(),
            groups: vec![None; 4 * shape.cells()],
        }
    }

    /// Returns a solver with the variables and clauses of a puzzle.
    fn load<'s>(&mut self, puzzle: &AnyGrid, is_stopped: &'s Cell<bool>) -> Solver<StopFlag<'s>> {
        let mut solver = Solver::new(SolverOpts::default(), StopFlag(is_stopped));
        self.set_groups(puzzle, &mut solver);
        let mut clause = Vec::new();
        let groups = self.groups.iter().flatten();
        for group in groups.clone() {
            clause.clone_from(group);
            solver.add_clause_reuse(&mut clause);
        }
        for group in groups {
            for (index, &one) in group.iter().enumerate() {
                for &other in &group[index + 1..] {
                    clause.clear();
                    clause.extend([!one, !other]);
                    solver.add_clause_reuse(&mut clause);
                }
            }
        }
        solver
    }

    /// Makes the variables, and lists those of each group.
    fn set_groups(&mut self, puzzle: &AnyGrid, solver: &mut Solver<StopFlag<'_>>) {
        self.units.set_candidates(puzzle, &mut self.candidates);
        self.variables.clear();
        self.groups.fill(Some(Vec::new()));
        for (cell, &given) in puzzle.cells().iter().enumerate() {
            if given > 0 {
                for place in self.numbers.of(candidate(cell, given)) {
                    self.groups[usize::from(place.group)] = None;
                }
            }
        }
        for cell in 0..puzzle.cells().len() {
            let mut candidates = self.candidates[cell];
            while candidates != 0 {
                let value = candidates.trailing_zeros() as u8 + 1;
                candidates &= candidates - 1;
                let literal = Lit::new(solver.new_var(lbool::TRUE, true), true);
                self.variables.push(Variable { literal, cell, value });
                for place in self.numbers.of(candidate(cell, value)) {
                    self.groups[usize::from(place.group)].as_mut().expect("no given fills it").push(literal);
                }
            }
        }
    }
}

/// Counts the decisions of the solver, as a theory that adds nothing to the clauses.
struct Counts<'a> {
    outcome: Outcome,
    levels: usize,
    meter: Meter<'a>,
    is_stopped: &'a Cell<bool>,
}

impl Theory for Counts<'_> {
    fn final_check(&mut self, _: &mut TheoryArg<'_>) {}

    /// Counts a decision as a node and a guess, because another candidate is left in the cell. At a limit, the solver makes one more
    /// decision before it stops, which does not count.
    fn create_level(&mut self) {
        self.levels += 1;
        if self.outcome.nodes == self.meter.pause
            && let Some(limit) = self.meter.stop(self.outcome.nodes)
        {
            self.outcome.end = limit;
            self.is_stopped.set(true);
        }
        if !self.is_stopped.get() {
            self.outcome.add_node(true, self.levels);
        }
    }

    fn pop_levels(&mut self, count: usize) {
        self.levels -= count;
        if !self.is_stopped.get() {
            self.outcome.backtracks += count as u64;
        }
    }

    fn n_levels(&self) -> usize {
        self.levels
    }

    fn explain_propagation(&mut self, _: Lit) -> &[Lit] {
        unreachable!("nothing was propagated")
    }
}

/// Set when the solver must stop.
struct StopFlag<'a>(&'a Cell<bool>);

impl Callbacks for StopFlag<'_> {
    fn stop(&self) -> bool {
        self.0.get()
    }
}
