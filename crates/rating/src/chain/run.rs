//! What follows from one assumption: statements with several parents, on candidates that disappear as it goes on.

use super::{CANDIDATES, Cause, Link, Links, Statement, off_of, on_of};
use crate::{
    marks::Marks,
    step::Step,
    units::{PLACES, UNIT_CELLS, digits_of},
};
use grid::CellSet;
use solver::strategy::Stop;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    pub links: Links,
    /// True if candidates that are off disappear.
    pub dynamic: bool,
    /// Which techniques are applied to the candidates that are left, once no link goes on: 0 for none, up to 5.
    pub level: u8,
}

/// A candidate that another technique removes.
pub struct Deduction {
    pub off: Statement,
    /// The nodes of the candidates that had to go before.
    pub parents: Vec<u16>,
    /// The step, if it is a chain.
    pub nested: Option<Step>,
}

/// Returns the deductions of the first rule of a level that has any, from the grid before an assumption and what is left after it.
pub type Deduce = fn(Start<'_>, &Marks, u8, &Run) -> Vec<Deduction>;

/// A grid in which assumptions are made.
#[derive(Clone, Copy)]
pub struct Start<'m> {
    pub marks: &'m Marks,
    pub empty: &'m [u8; 27],
    pub placed: &'m [u8; 9],
    /// Finds what other techniques remove. They may be chains, whose searches begin with runs again.
    pub deduce: Deduce,
    /// Ends the search early; its result is then not used.
    pub stop: Stop<'m>,
}

const NONE: u16 = u16::MAX;

#[derive(Clone, Copy, Debug)]
struct Node {
    statement: Statement,
    cause: Cause,
    first_parent: u32,
    parents: u16,
    /// The number of statements on the longest way to the assumption.
    height: u16,
    /// The step of another technique that it comes from.
    nested: u16,
    /// The number of statements that it follows from, with itself; 0 if it is not known yet.
    ancestors: u16,
}

#[derive(Clone, Debug)]
pub struct Run {
    nodes: Vec<Node>,
    parents: Vec<u16>,
    /// The node of each statement.
    at: [u16; 2 * CANDIDATES],
    /// The nodes that are off, and those that are on, in the order in which they were found.
    lists: [Vec<u16>; 2],
    sets: [[CellSet; 9]; 2],
    /// Two nodes that contradict each other: the one that is on, and the one that is off.
    pub contradiction: Option<[u16; 2]>,
    /// Steps of other techniques.
    nested: Vec<Step>,
}

impl Default for Run {
    fn default() -> Run {
        Run {
            nodes: Vec::new(),
            parents: Vec::new(),
            at: [NONE; 2 * CANDIDATES],
            lists: [Vec::new(), Vec::new()],
            sets: [[0; 9]; 2],
            contradiction: None,
            nested: Vec::new(),
        }
    }
}

impl Run {
    pub fn search(&mut self, start: Start<'_>, assumption: Statement, rules: Rules) {
        self.clear();
        let mut left = start.marks.clone();
        let node = self.node(assumption, Cause::Assumption, &[]);
        self.list(node);
        // The statements of the lists before these were looked at.
        let mut looked_at = [0; 2];
        loop {
            if let Some(&node) = self.lists[1].get(looked_at[1]) {
                looked_at[1] += 1;
                self.follow_on(node, &left, rules);
            } else if let Some(&node) = self.lists[0].get(looked_at[0]) {
                looked_at[0] += 1;
                self.follow_off(node, start.marks, &mut left, rules);
            } else if rules.level == 0 || !self.advance(start, &left, rules) {
                return;
            }
            if self.contradiction.is_some() {
                return;
            }
        }
    }

    fn clear(&mut self) {
        for list in &mut self.lists {
            list.clear();
        }
        self.at.fill(NONE);
        self.nodes.clear();
        self.parents.clear();
        self.sets = [[0; 9]; 2];
        self.contradiction = None;
        self.nested.clear();
    }

    fn node(&mut self, statement: Statement, cause: Cause, parents: &[u16]) -> u16 {
        let first_parent = self.parents.len() as u32;
        self.parents.extend_from_slice(parents);
        let height = parents.iter().map(|&parent| self.nodes[parent as usize].height).max().unwrap_or(0) + 1;
        let parents = parents.len() as u16;
        self.nodes.push(Node { statement, cause, first_parent, parents, height, nested: NONE, ancestors: 0 });
        self.nodes.len() as u16 - 1
    }

    fn list(&mut self, node: u16) {
        let statement = self.nodes[node as usize].statement;
        self.at[statement.index()] = node;
        self.lists[usize::from(statement.is_on())].push(node);
        self.sets[usize::from(statement.is_on())][statement.digit()] |= 1 << statement.cell();
    }

    fn follow_on(&mut self, node: u16, left: &Marks, rules: Rules) {
        off_of(left, self.nodes[node as usize].statement, rules.links, |off, cause| {
            let on = self.at[off.opposite().index()];
            if on != NONE {
                let off = self.node(off, cause, &[node]);
                self.contradiction = Some([on, off]);
                return Some(());
            }
            if self.at[off.index()] == NONE {
                let off = self.node(off, cause, &[node]);
                self.list(off);
            }
            None
        });
    }

    fn follow_off(&mut self, node: u16, before: &Marks, left: &mut Marks, rules: Rules) {
        let statement = self.nodes[node as usize].statement;
        let found = on_of(left, statement, rules.links);
        let mut parents = Vec::new();
        for &(on, cause) in found.as_slice() {
            let off = self.at[on.opposite().index()];
            let is_contradiction = off != NONE;
            if !is_contradiction && self.at[on.index()] != NONE {
                continue;
            }
            parents.clear();
            parents.push(node);
            if rules.dynamic {
                self.gone(statement, cause, before, left, &mut parents);
            }
            let on = self.node(on, cause, &parents);
            if is_contradiction {
                self.contradiction = Some([on, off]);
                break;
            }
            self.list(on);
        }
        if rules.dynamic {
            left.remove(statement.cell(), statement.digit());
        }
    }

    /// Adds the nodes of the candidates that were in a cell, or the positions that were in a unit, and are no more.
    pub fn gone(&self, statement: Statement, cause: Cause, before: &Marks, left: &Marks, parents: &mut Vec<u16>) {
        let (cell, digit) = (statement.cell(), statement.digit());
        let mut add = |statement: Statement| {
            let node = self.at[statement.index()];
            if node != NONE {
                parents.push(node);
            }
        };
        let kind = match cause {
            Cause::Assumption | Cause::Advanced => return,
            Cause::Cell => {
                digits_of(before.cells[cell] & !left.cells[cell])
                    .for_each(|other| add(Statement::new(cell, other, false)));
                return;
            }
            Cause::Box => 0,
            Cause::Column => 1,
            Cause::Row => 2,
        };
        let unit = PLACES[cell][kind].unit as usize;
        let gone = before.positions[digit][unit] & !left.positions[digit][unit];
        digits_of(gone).for_each(|at| add(Statement::new(UNIT_CELLS[unit][at] as usize, digit, false)));
    }

    pub fn off_node(&self, cell: usize, digit: usize) -> Option<u16> {
        let node = self.at[Statement::new(cell, digit, false).index()];
        (node != NONE).then_some(node)
    }

    /// Applies other techniques. Returns true if they found something.
    fn advance(&mut self, start: Start<'_>, left: &Marks, rules: Rules) -> bool {
        let deductions = (start.deduce)(start, left, rules.level, self);
        let mut is_found = false;
        for deduction in deductions {
            if self.at[deduction.off.index()] != NONE {
                continue;
            }
            let node = self.node(deduction.off, Cause::Advanced, &deduction.parents);
            if let Some(nested) = deduction.nested {
                self.nodes[node as usize].nested = self.nested.len() as u16;
                self.nested.push(nested);
            }
            self.list(node);
            is_found = true;
        }
        is_found
    }

    /// Returns the nodes that are off, or on, in the order in which they were found.
    pub fn listed(&self, on: bool) -> &[u16] {
        &self.lists[usize::from(on)]
    }

    pub fn set(&self, on: bool) -> &[CellSet; 9] {
        &self.sets[usize::from(on)]
    }

    pub fn statement(&self, node: u16) -> Statement {
        self.nodes[node as usize].statement
    }

    /// Returns the node of a statement that is in the lists.
    pub fn at(&self, statement: Statement) -> u16 {
        self.at[statement.index()]
    }

    /// Returns a lower bound of [`Run::ancestors`].
    pub fn height(&self, node: u16) -> u32 {
        let node = &self.nodes[node as usize];
        u32::from(node.height.max(node.ancestors))
    }

    /// Returns what [`Run::ancestors`] is more than [`Run::height`], and makes them equal.
    pub fn ancestors_above_height(&mut self, node: u16) -> u32 {
        let height = self.height(node);
        self.ancestors(node) - height
    }

    /// Returns the number of statements that a node follows from, with itself.
    fn ancestors(&mut self, node: u16) -> u32 {
        if self.nodes[node as usize].ancestors == 0 {
            let mut count = 0;
            self.walk(node, |_| count += 1);
            self.nodes[node as usize].ancestors = count;
        }
        u32::from(self.nodes[node as usize].ancestors)
    }

    /// Calls `visit` with a node and all that it follows from, breadth first, each statement once.
    fn walk(&self, node: u16, mut visit: impl FnMut(&Node)) {
        let mut seen = [0u64; (2 * CANDIDATES).div_ceil(64)];
        let mut is_new = |statement: Statement| {
            let word = &mut seen[statement.index() / 64];
            let bit = 1 << (statement.index() % 64);
            let is_new = *word & bit == 0;
            *word |= bit;
            is_new
        };
        is_new(self.nodes[node as usize].statement);
        let mut queue = Vec::with_capacity(64);
        queue.push(node);
        let mut done = 0;
        while done < queue.len() {
            let node = &self.nodes[queue[done] as usize];
            done += 1;
            visit(node);
            let first = node.first_parent as usize;
            for &parent in &self.parents[first..first + usize::from(node.parents)] {
                if is_new(self.nodes[parent as usize].statement) {
                    queue.push(parent);
                }
            }
        }
    }

    /// Returns a node and all that it follows from, breadth first.
    pub fn links(&self, node: u16) -> Vec<Link> {
        let mut links = Vec::new();
        self.walk(node, |node| {
            let first = node.first_parent as usize;
            let parents = self.parents[first..first + usize::from(node.parents)].iter();
            let parents = parents.map(|&parent| self.nodes[parent as usize].statement).collect();
            links.push(Link { statement: node.statement, cause: node.cause, parents });
        });
        links
    }

    /// Calls `visit` with the nested steps that a node follows from, breadth first.
    pub fn nested(&self, node: u16, mut visit: impl FnMut(&Step)) {
        if self.nested.is_empty() {
            return;
        }
        self.walk(node, |node| {
            if node.nested != NONE {
                visit(&self.nested[usize::from(node.nested)]);
            }
        });
    }
}
