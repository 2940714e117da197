//! Cycles and forcing chains from one source, found statement by statement.

use super::{CANDIDATES, Cause, Link, Links, Statement, off_of, on_of};
use crate::marks::Marks;

const ROOT: u32 = u32::MAX;

#[derive(Clone, Copy)]
struct Node {
    statement: Statement,
    cause: Cause,
    parent: u32,
}

/// A search from one source. The grid does not change, so that each statement follows from one other.
pub struct SourceSearch<'m> {
    marks: &'m Marks,
    links: Links,
    nodes: Vec<Node>,
    seen: [bool; 2 * CANDIDATES],
}

impl<'m> SourceSearch<'m> {
    pub fn new(marks: &'m Marks, links: Links) -> SourceSearch<'m> {
        SourceSearch { marks, links, nodes: Vec::new(), seen: [false; 2 * CANDIDATES] }
    }

    fn begin(&mut self, source: Statement) {
        self.nodes.clear();
        self.seen.fill(false);
        self.seen[source.index()] = true;
        self.nodes.push(Node { statement: source, cause: Cause::Assumption, parent: ROOT });
    }

    fn add(&mut self, statement: Statement, cause: Cause, parent: u32) -> u32 {
        self.nodes.push(Node { statement, cause, parent });
        self.nodes.len() as u32 - 1
    }

    /// Calls `visit` with the cycles from a source in the order of discovery, up to a number of statements, until it returns
    /// something. `is_useful` tells whether a
    /// candidate that is on, as the nth one after the source, or off, before the nth one, can be in such a cycle.
    pub fn cycles<T>(
        &mut self,
        source: Statement,
        most: u32,
        is_useful: impl Fn(u32, Statement) -> bool,
        mut visit: impl FnMut(&[Link]) -> Option<T>,
    ) -> Option<T> {
        self.begin(source);
        let (marks, links) = (self.marks, self.links);
        let mut on: Vec<u32> = vec![0];
        let mut counter = 0;
        while !on.is_empty() && counter + 2 <= most {
            counter += 2;
            let mut off: Vec<u32> = Vec::new();
            for parent in on.drain(..) {
                for &(statement, cause) in off_of(marks, self.nodes[parent as usize].statement, links, 0).as_slice() {
                    if is_useful(counter / 2, statement) && !self.has_ancestor(parent, statement) {
                        off.push(self.add(statement, cause, parent));
                    }
                }
            }
            for parent in off {
                for &(statement, cause) in on_of(marks, self.nodes[parent as usize].statement, links).as_slice() {
                    if statement == source && counter >= 4 {
                        let last = self.add(statement, cause, parent);
                        if let Some(found) = visit(&self.walk(last)) {
                            return Some(found);
                        }
                    }
                    if !self.seen[statement.index()] && is_useful(counter / 2, statement) {
                        self.seen[statement.index()] = true;
                        on.push(self.add(statement, cause, parent));
                    }
                }
            }
        }
        None
    }

    /// Returns the shortest chain from a source to its opposite, from its end to the source. `is_useful` tells whether a statement can be
    /// in such a chain.
    pub fn chain(&mut self, source: Statement, is_useful: impl Fn(Statement) -> bool) -> Option<Vec<Link>> {
        if !is_useful(source) {
            return None;
        }
        self.begin(source);
        let (marks, links) = (self.marks, self.links);
        let (mut on, mut off) = if source.is_on() { (vec![0], vec![]) } else { (vec![], vec![0]) };
        while !on.is_empty() || !off.is_empty() {
            for parent in std::mem::take(&mut on) {
                let from = self.nodes[parent as usize].statement;
                for &(statement, cause) in off_of(marks, from, links, 0).as_slice() {
                    if let Some(last) = self.follow(source, (statement, cause), parent, &is_useful, &mut off) {
                        return Some(self.walk(last));
                    }
                }
            }
            for parent in std::mem::take(&mut off) {
                let from = self.nodes[parent as usize].statement;
                for &(statement, cause) in on_of(marks, from, links).as_slice() {
                    if let Some(last) = self.follow(source, (statement, cause), parent, &is_useful, &mut on) {
                        return Some(self.walk(last));
                    }
                }
            }
        }
        None
    }

    /// Adds a useful statement to a queue the first time that it is found; returns it if it is the opposite of the source.
    fn follow(
        &mut self,
        source: Statement,
        (statement, cause): (Statement, Cause),
        parent: u32,
        is_useful: &impl Fn(Statement) -> bool,
        queue: &mut Vec<u32>,
    ) -> Option<u32> {
        if statement == source.opposite() {
            return Some(self.add(statement, cause, parent));
        }
        if !std::mem::replace(&mut self.seen[statement.index()], true) && is_useful(statement) {
            queue.push(self.add(statement, cause, parent));
        }
        None
    }

    fn has_ancestor(&self, node: u32, statement: Statement) -> bool {
        let mut node = self.nodes[node as usize];
        loop {
            if node.statement == statement {
                return true;
            }
            match node.parent {
                ROOT => return false,
                parent => node = self.nodes[parent as usize],
            }
        }
    }

    /// Returns the statements from a node back to the source.
    fn walk(&self, last: u32) -> Vec<Link> {
        let mut links = Vec::new();
        let mut index = last;
        loop {
            let node = self.nodes[index as usize];
            let parent = (node.parent != ROOT).then(|| self.nodes[node.parent as usize].statement);
            links.push(Link { statement: node.statement, cause: node.cause, parents: parent.into_iter().collect() });
            match node.parent {
                ROOT => return links,
                parent => index = parent,
            }
        }
    }
}
