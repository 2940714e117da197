//! Entries, and the merge of sorted entries.

use std::{
    cmp::Reverse,
    collections::{BinaryHeap, binary_heap::PeekMut},
};

use corpus::error::Result;

/// A key, its upper half first, and an item of `WORDS` words. Entries are ordered by key, then by item. With a `u128` key, an entry
/// of one word would take 32 bytes instead of 24.
pub type Entry<const WORDS: usize> = ([u64; 2], [u64; WORDS]);

/// Calls `f` with the entries of sorted sources, in order.
pub fn merge<const WORDS: usize, S: Iterator<Item = Result<Entry<WORDS>>>>(
    mut sources: Vec<S>,
    mut f: impl FnMut(Entry<WORDS>) -> Result<()>,
) -> Result<()> {
    let mut heads = BinaryHeap::with_capacity(sources.len());
    for (at, source) in sources.iter_mut().enumerate() {
        if let Some(entry) = source.next() {
            heads.push(Reverse((entry?, at)));
        }
    }
    while let Some(mut head) = heads.peek_mut() {
        let Reverse((entry, at)) = *head;
        f(entry)?;
        match sources[at].next() {
            Some(entry) => *head = Reverse((entry?, at)),
            None => drop(PeekMut::pop(head)),
        }
    }
    Ok(())
}
