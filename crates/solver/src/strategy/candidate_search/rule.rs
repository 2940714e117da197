//! The rules by which the strategies of one search differ.

/// Which cell a search fills next, with which values, and what it fills in after each of them.
pub trait Rule: Send + 'static {
    /// Chooses the open cell with the fewest candidates (minimum remaining values); otherwise the lowest open cell.
    const MRV: bool;
    /// Breaks ties by the most open peers (maximum degree), and tries the values in the order of how many open peers have them as a
    /// candidate (least constraining value). Otherwise ties go to the lowest cell, and values ascend.
    const DEGREE_LCV: bool;
    /// Fills cells with one candidate (naked singles) until there is none left. These are no nodes.
    const NAKED_SINGLES: bool;
    /// Also fills in each value that has one place in a unit (hidden singles), until there is no single of either kind.
    const HIDDEN_SINGLES: bool;
}
