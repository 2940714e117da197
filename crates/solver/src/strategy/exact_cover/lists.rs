//! The interface between the search and the data structure that holds the options that are left.

/// The list of an item: the options of the item that are left.
#[derive(Clone, Copy)]
pub struct List {
    pub item: u16,
    /// The index of the list's first place in an array with a place for every option of every item.
    pub start: usize,
    /// The number of options.
    pub size: usize,
}

/// The lists of all items. An option is in each of its four lists as another *node*.
///
/// A list is read from its first position to its end, in an order that the data structure chooses. It can be read while options are
/// removed from other lists. A method that a data structure does not need does nothing.
pub trait Lists: Send + 'static {
    /// Whether [`Lists::put_back`] must be called; if not, the sizes of the lists are enough.
    const PUTS_BACK: bool;

    fn new() -> Self;

    /// Empties the lists of the first `_heads` items.
    fn clear(&mut self, _heads: usize) {}

    /// Appends a node, larger than those in the list.
    fn append(&mut self, node: usize, list: List);

    /// Ends the lists of the first `_heads` items, when all nodes are appended.
    fn close(&mut self, _heads: usize) {}

    /// Removes a node from its list, which is given as it is without the node.
    fn remove(&mut self, node: usize, list: List);

    /// Puts a node back into its list. The node that was removed last comes first.
    fn put_back(&mut self, _node: usize) {}

    /// Returns the first position of a list and its end.
    fn bounds(&self, list: List) -> (u16, u16);

    /// Returns the node at a position.
    fn node(&self, position: u16) -> u16;

    /// Returns the position behind a position.
    fn after(&self, position: u16) -> u16;

    /// Brings a list into ascending order, if it is in another.
    fn sort(&mut self, _list: List) {}
}
