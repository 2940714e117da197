//! The candidates of a grid by number, and the links between them.

use super::{
    CANDIDATES, Links, Statement,
    graph::{Graph, Set},
    on_of,
};
use crate::{
    marks::Marks,
    units::{PLACES, UNITS, digits_of},
};
use grid::CELLS;

pub struct Candidates {
    /// The candidates in ascending order.
    pub all: Vec<u16>,
    /// The number of each candidate: its index in `all`.
    numbers: [u16; CANDIDATES],
}

impl Candidates {
    pub fn of(marks: &Marks) -> Candidates {
        let mut all = Vec::with_capacity(256);
        let mut numbers = [u16::MAX; CANDIDATES];
        for cell in 0..CELLS {
            for digit in digits_of(marks.cells[cell]) {
                numbers[9 * cell + digit] = all.len() as u16;
                all.push((9 * cell + digit) as u16);
            }
        }
        Candidates { all, numbers }
    }

    pub fn number(&self, statement: Statement) -> usize {
        self.numbers[statement.candidate()].into()
    }

    /// Returns the graph of the links. Its nodes have the numbers of the candidates.
    pub fn graph<const W: usize>(&self, marks: &Marks, links: Links) -> Graph<W> {
        let mut of_cells = [Set::<W>::EMPTY; CELLS];
        let mut of_units = [[Set::<W>::EMPTY; UNITS]; 9];
        for (node, &candidate) in self.all.iter().enumerate() {
            let (cell, digit) = (usize::from(candidate) / 9, usize::from(candidate) % 9);
            of_cells[cell].insert(node);
            PLACES[cell].iter().for_each(|place| of_units[digit][place.unit as usize].insert(node));
        }
        let mut graph = Graph::default();
        graph.weak.reserve(self.all.len());
        for (node, &candidate) in self.all.iter().enumerate() {
            let (cell, digit) = (usize::from(candidate) / 9, usize::from(candidate) % 9);
            let mut weak = if links.weak_cells { of_cells[cell] } else { Set::EMPTY };
            PLACES[cell].iter().for_each(|place| weak.union(&of_units[digit][place.unit as usize]));
            weak.remove(node);
            graph.weak.push(weak);
        }
        graph.strong.resize(self.all.len(), Set::EMPTY);
        for (node, &candidate) in self.all.iter().enumerate() {
            let off = Statement::of(candidate.into(), false);
            on_of(marks, off, links).as_slice().iter().for_each(|&(on, _)| graph.strong[node].insert(self.number(on)));
        }
        graph
    }
}
