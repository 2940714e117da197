//! The techniques, in the order in which they are tried.

/// Declares each technique once, in order: its variant, and its name of lower-case letters, digits and hyphens.
macro_rules! techniques {
    ($($(#[$doc:meta])* $technique:ident, $name:literal;)+) => {
        /// A technique. The order is that in which they are tried; a step of an earlier one is taken whatever a later one offers.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Technique {
            $($(#[$doc])* $technique,)+
        }

        impl Technique {
            /// All techniques, in order.
            pub const ALL: [Technique; [$($name),+].len()] = [$(Technique::$technique),+];

            /// Returns the name.
            pub fn name(self) -> &'static str {
                match self {
                    $(Technique::$technique => $name,)+
                }
            }
        }
    };
}

techniques! {
    /// The last blank of a unit.
    LastCell, "last-cell";
    /// A digit with one position in a box.
    HiddenSingleBox, "hidden-single-box";
    /// A digit with one position in a row or a column.
    HiddenSingleLine, "hidden-single-line";
    /// Pointing that leaves a hidden single.
    DirectPointing, "direct-pointing";
    /// Claiming that leaves a hidden single.
    DirectClaiming, "direct-claiming";
    /// A hidden pair that leaves a hidden single.
    DirectHiddenPair, "direct-hidden-pair";
    /// A cell with one candidate.
    NakedSingle, "naked-single";
    /// A hidden triplet that leaves a hidden single.
    DirectHiddenTriplet, "direct-hidden-triplet";
    /// A digit of a box that lies in one line.
    Pointing, "pointing";
    /// A digit of a line that lies in one box.
    Claiming, "claiming";
    /// Two cells with two digits.
    NakedPair, "naked-pair";
    /// A digit whose positions in two lines lie in two cross lines.
    XWing, "x-wing";
    /// Two digits with two positions.
    HiddenPair, "hidden-pair";
    /// Three cells with three digits.
    NakedTriplet, "naked-triplet";
    /// A digit whose positions in three lines lie in three cross lines.
    Swordfish, "swordfish";
    /// Three digits with three positions.
    HiddenTriplet, "hidden-triplet";
    /// A pivot of two digits with two wings.
    XyWing, "xy-wing";
    /// A pivot of three digits with two wings.
    XyzWing, "xyz-wing";
    /// A loop of cells with the same two digits, one cell with more.
    UniqueLoop1, "unique-loop-1";
    /// A loop whose other cells share an extra digit.
    UniqueLoop2, "unique-loop-2";
    /// A loop whose extra digits are part of a naked or hidden set.
    UniqueLoop3, "unique-loop-3";
    /// A loop with two other cells, of which one digit is locked.
    UniqueLoop4, "unique-loop-4";
    /// Four cells with four digits.
    NakedQuad, "naked-quad";
    /// A digit whose positions in four lines lie in four cross lines.
    Jellyfish, "jellyfish";
    /// Four digits with four positions.
    HiddenQuad, "hidden-quad";
    /// A bivalue universal grave with one other cell.
    Bug1, "bug-1";
    /// A bivalue universal grave whose other cells share an extra digit.
    Bug2, "bug-2";
    /// A bivalue universal grave whose extra digits are part of a naked set.
    Bug3, "bug-3";
    /// A bivalue universal grave with two other cells, of which one digit is locked.
    Bug4, "bug-4";
    /// Two cells of which some combinations are excluded by cells that see both.
    AlignedPair, "aligned-pair-exclusion";
    /// A cycle of one digit.
    XCycle, "x-cycle";
    /// A cycle through cells with two candidates.
    YCycle, "y-cycle";
    /// A cycle.
    Cycle, "xy-cycle";
    /// A forcing chain of one digit.
    XChain, "x-chain";
    /// A forcing chain.
    Chain, "xy-chain";
    /// Three cells of which some combinations are excluded by cells that see all.
    AlignedTriplet, "aligned-triplet-exclusion";
    /// An assumption that leads to a contradiction with links of one digit.
    Nishio, "nishio";
    /// All candidates of a cell lead to the same statement.
    CellChains, "cell-chains";
    /// All positions of a digit in a unit lead to the same statement.
    UnitChains, "unit-chains";
    /// An assumption that leads to a contradiction.
    Contradiction, "contradiction";
    /// A candidate leads to the same statement whether it is right or wrong.
    DoubleChain, "double-chain";
    /// All candidates of a cell lead to the same statement; what was removed on the way counts.
    DynamicCellChains, "dynamic-cell-chains";
    /// All positions of a digit in a unit lead to the same statement; what was removed on the way counts.
    DynamicUnitChains, "dynamic-unit-chains";
}
