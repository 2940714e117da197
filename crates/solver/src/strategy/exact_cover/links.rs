//! Dancing links.

use super::lists::{List, Lists};

/// Circular lists, each doubly linked in ascending order. The first links are those of the items: the heads of the lists.
pub struct Links<const NODES: usize> {
    up: [u16; NODES],
    down: [u16; NODES],
}

impl<const NODES: usize> Lists for Links<NODES> {
    const PUTS_BACK: bool = true;

    fn new() -> Self {
        Links { up: [0; NODES], down: [0; NODES] }
    }

    fn clear(&mut self, heads: usize) {
        self.up[..heads].iter_mut().zip(0..).for_each(|(up, item)| *up = item);
    }

    #[inline(always)]
    fn append(&mut self, node: usize, list: List) {
        let last = self.up[usize::from(list.item)];
        self.up[node] = last;
        self.down[usize::from(last)] = node as u16;
        self.up[usize::from(list.item)] = node as u16;
    }

    fn close(&mut self, heads: usize) {
        for (item, &last) in self.up[..heads].iter().enumerate() {
            self.down[usize::from(last)] = item as u16;
        }
    }

    #[inline(always)]
    fn remove(&mut self, node: usize, _: List) {
        let up = self.up[node];
        let down = self.down[node];
        self.down[usize::from(up)] = down;
        self.up[usize::from(down)] = up;
    }

    #[inline(always)]
    fn put_back(&mut self, node: usize) {
        let up = self.up[node];
        let down = self.down[node];
        self.down[usize::from(up)] = node as u16;
        self.up[usize::from(down)] = node as u16;
    }

    #[inline(always)]
    fn bounds(&self, list: List) -> (u16, u16) {
        (self.down[usize::from(list.item)], list.item)
    }

    #[inline(always)]
    fn node(&self, position: u16) -> u16 {
        position
    }

    #[inline(always)]
    fn after(&self, position: u16) -> u16 {
        self.down[usize::from(position)]
    }
}
