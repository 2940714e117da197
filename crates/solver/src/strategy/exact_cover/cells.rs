//! Dancing cells.

use super::lists::{List, Lists};

/// Sparse sets: the places of an item hold its options in any order. The options that are left come first.
pub struct Cells<const NODES: usize> {
    nodes: [u16; NODES],
    /// The index of each node in its list.
    indices: [u8; NODES],
}

impl<const NODES: usize> Cells<NODES> {
    #[inline(always)]
    fn set(&mut self, list: List, index: usize, node: u16) {
        // Less than 32, so that the place needs no check.
        self.nodes[list.start + index % 32] = node;
        self.indices[usize::from(node)] = index as u8;
    }
}

impl<const NODES: usize> Lists for Cells<NODES> {
    const PUTS_BACK: bool = false;

    fn new() -> Self {
        Cells { nodes: [0; NODES], indices: [0; NODES] }
    }

    #[inline(always)]
    fn append(&mut self, node: usize, list: List) {
        self.set(list, list.size, node as u16);
    }

    #[inline(always)]
    fn remove(&mut self, node: usize, list: List) {
        let index = usize::from(self.indices[node]);
        let last = self.nodes[list.start + list.size];
        self.set(list, index, last);
        self.set(list, list.size, node as u16);
    }

    #[inline(always)]
    fn bounds(&self, list: List) -> (u16, u16) {
        (list.start as u16, (list.start + list.size) as u16)
    }

    #[inline(always)]
    fn node(&self, position: u16) -> u16 {
        self.nodes[usize::from(position)]
    }

    #[inline(always)]
    fn after(&self, position: u16) -> u16 {
        position + 1
    }

    #[inline(always)]
    fn sort(&mut self, list: List) {
        self.nodes[list.start..list.start + list.size].sort_unstable();
        (0..list.size).for_each(|index| self.set(list, index, self.nodes[list.start + index]));
    }
}
