//! What follows from one assumption: statements with several parents, on candidates that disappear as it goes on.

use super::{CANDIDATES, Cause, Link, Links, Statement, nested::NestedSteps, off_of, on_of};
use crate::{
    idle::IdleThreads,
    marks::{Marks, Removed},
    step::Step,
    units::{PLACES, UNIT_CELLS, digits_of},
};
use grid::{CellSet, members};
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

/// Returns the deductions of the first rule of a level that has any, from the grid before an assumption and the run after it.
pub type Deduce = fn(Start<'_>, u8, &Run) -> Vec<Deduction>;

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
    /// Threads that help with the search.
    pub idle: Option<&'m IdleThreads>,
    /// What searches within this search found before.
    pub nested: &'m NestedSteps,
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
    /// The rules of the last search.
    pub rules: Option<Rules>,
    /// The candidates that are left.
    pub left: Marks,
    /// The number of nodes of each list that were followed.
    looked_at: [usize; 2],
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
            rules: None,
            left: Marks::from_digits([0; 9]),
            looked_at: [0; 2],
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
    /// Searches with these rules, unless that is done: from the assumption, or from the end of the last search.
    pub fn make(&mut self, start: Start<'_>, assumption: Statement, rules: Rules) {
        match self.rules {
            None => self.search(start, assumption, rules),
            Some(last) if last != rules => self.go_on(start, rules),
            Some(_) => {}
        }
    }

    fn search(&mut self, start: Start<'_>, assumption: Statement, rules: Rules) {
        self.clear();
        self.left.clone_from(start.marks);
        let node = self.node(assumption, Cause::Assumption, 0);
        self.list(node);
        self.go_on(start, rules);
    }

    /// Continues a search that ended, with more rules.
    fn go_on(&mut self, start: Start<'_>, rules: Rules) {
        self.rules = Some(rules);
        while self.contradiction.is_none() {
            if let Some(&node) = self.lists[1].get(self.looked_at[1]) {
                self.looked_at[1] += 1;
                self.follow_on(node, rules);
            } else if let Some(&node) = self.lists[0].get(self.looked_at[0]) {
                self.looked_at[0] += 1;
                self.follow_off(node, start.marks, rules);
            } else if rules.level == 0 || !self.advance(start, rules) {
                return;
            }
        }
    }

    /// Removes candidates from those that are left. Returns true if the run would be the same without them: it does not mention them,
    /// and their cells and units keep two candidates or are as before the assumption. `before` is that grid, without them.
    pub fn stays_without(&mut self, removed: &Removed, before: &Marks) -> bool {
        let is_mentioned = |digit: usize| (self.sets[0][digit] | self.sets[1][digit]) & removed[digit] != 0;
        if (0..9).any(is_mentioned) {
            return false;
        }
        for (digit, &cells) in removed.iter().enumerate() {
            members(cells).for_each(|cell| self.left.remove(cell, digit));
        }
        let left = &self.left;
        let is_same = |before: u16, left: u16| before == left || left.count_ones() >= 2;
        (0..9).all(|digit| {
            members(removed[digit]).all(|cell| {
                let mut units = PLACES[cell].iter().map(|place| place.unit as usize);
                is_same(before.cells[cell], left.cells[cell])
                    && units.all(|unit| is_same(before.positions[digit][unit], left.positions[digit][unit]))
            })
        })
    }

    fn clear(&mut self) {
        self.looked_at = [0; 2];
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

    /// Adds a node, whose parents are the last of all.
    fn node(&mut self, statement: Statement, cause: Cause, first_parent: usize) -> u16 {
        let parents = &self.parents[first_parent..];
        let height = parents.iter().map(|&parent| self.nodes[parent as usize].height).max().unwrap_or(0) + 1;
        let parents = parents.len() as u16;
        let first_parent = first_parent as u32;
        self.nodes.push(Node { statement, cause, first_parent, parents, height, nested: NONE, ancestors: 0 });
        self.nodes.len() as u16 - 1
    }

    /// Adds a node with one parent.
    fn child(&mut self, statement: Statement, cause: Cause, parent: u16) -> u16 {
        self.parents.push(parent);
        self.node(statement, cause, self.parents.len() - 1)
    }

    fn list(&mut self, node: u16) {
        let statement = self.nodes[node as usize].statement;
        self.at[statement.index()] = node;
        self.lists[usize::from(statement.is_on())].push(node);
        self.sets[usize::from(statement.is_on())][statement.digit()] |= 1 << statement.cell();
    }

    fn follow_on(&mut self, node: u16, rules: Rules) {
        let statement = self.nodes[node as usize].statement;
        let digit = statement.digit();
        // What is off stays as it is, but may contradict what is on.
        let skipped = self.sets[0][digit] & !self.sets[1][digit];
        for &(off, cause) in off_of(&self.left, statement, rules.links, skipped).as_slice() {
            let on = self.at[off.opposite().index()];
            if on != NONE {
                let off = self.child(off, cause, node);
                self.contradiction = Some([on, off]);
                return;
            }
            if self.at[off.index()] == NONE {
                let off = self.child(off, cause, node);
                self.list(off);
            }
        }
    }

    fn follow_off(&mut self, node: u16, before: &Marks, rules: Rules) {
        let statement = self.nodes[node as usize].statement;
        for &(on, cause) in on_of(&self.left, statement, rules.links).as_slice() {
            let off = self.at[on.opposite().index()];
            let is_contradiction = off != NONE;
            if !is_contradiction && self.at[on.index()] != NONE {
                continue;
            }
            let mut parents = std::mem::take(&mut self.parents);
            let first_parent = parents.len();
            parents.push(node);
            if rules.dynamic {
                self.gone(statement, cause, before, &mut parents);
            }
            self.parents = parents;
            let on = self.node(on, cause, first_parent);
            if is_contradiction {
                self.contradiction = Some([on, off]);
                break;
            }
            self.list(on);
        }
        if rules.dynamic {
            self.left.remove(statement.cell(), statement.digit());
        }
    }

    /// Adds the nodes of the candidates that were in a cell, or the positions that were in a unit, and are no more.
    pub fn gone(&self, statement: Statement, cause: Cause, before: &Marks, parents: &mut Vec<u16>) {
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
                digits_of(before.cells[cell] & !self.left.cells[cell])
                    .for_each(|other| add(Statement::new(cell, other, false)));
                return;
            }
            Cause::Box => 0,
            Cause::Column => 1,
            Cause::Row => 2,
        };
        let unit = PLACES[cell][kind].unit as usize;
        let gone = before.positions[digit][unit] & !self.left.positions[digit][unit];
        digits_of(gone).for_each(|at| add(Statement::new(UNIT_CELLS[unit][at] as usize, digit, false)));
    }

    pub fn off_node(&self, cell: usize, digit: usize) -> Option<u16> {
        let node = self.at[Statement::new(cell, digit, false).index()];
        (node != NONE).then_some(node)
    }

    /// Applies other techniques. Returns true if they found something.
    fn advance(&mut self, start: Start<'_>, rules: Rules) -> bool {
        let deductions = (start.deduce)(start, rules.level, self);
        let mut is_found = false;
        for deduction in deductions {
            if self.at[deduction.off.index()] != NONE {
                continue;
            }
            let first_parent = self.parents.len();
            self.parents.extend_from_slice(&deduction.parents);
            let node = self.node(deduction.off, Cause::Advanced, first_parent);
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
