//! Items with their keys, and the merge of sorted ones.

use std::{
    cmp::Reverse,
    collections::{BinaryHeap, binary_heap::PeekMut},
};

use corpus::error::Result;

/// An item of a fixed number of 64-bit words, which are written to disk as they are.
pub trait Item: Copy + Ord {
    fn words(&self) -> &[u64];

    fn of_words(words: impl Iterator<Item = u64>) -> Self;
}

impl Item for u64 {
    fn words(&self) -> &[u64] {
        std::slice::from_ref(self)
    }

    fn of_words(mut words: impl Iterator<Item = u64>) -> u64 {
        words.next().expect("an item has all its words")
    }
}

impl<const N: usize> Item for [u64; N] {
    fn words(&self) -> &[u64] {
        self
    }

    fn of_words(mut words: impl Iterator<Item = u64>) -> [u64; N] {
        std::array::from_fn(|_| words.next().expect("an item has all its words"))
    }
}

/// A key, its upper half first, and an item: ordered by key, then by item. With a `u128`, an item of 8 bytes would take 32.
pub type Entry<I> = ([u64; 2], I);

/// Bytes of an entry, in memory and on disk.
pub const fn entry_bytes<I: Item>() -> usize {
    size_of::<Entry<I>>()
}

/// Calls `f` with the entries of sorted sources, in order.
pub fn merge<I: Item, S: Iterator<Item = Result<Entry<I>>>>(
    mut sources: Vec<S>,
    mut f: impl FnMut(Entry<I>) -> Result<()>,
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
