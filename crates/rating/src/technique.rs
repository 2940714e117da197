//! The techniques, in the order in which they are tried.

use super::tenths::Tenths;

/// Declares each technique once, in order: its variant, its name of lower-case letters, digits and hyphens, and its rating in tenths.
macro_rules! techniques {
    ($($(#[$doc:meta])* $technique:ident, $name:literal, $tenths:literal;)+) => {
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

            /// Returns the rating of a step; the smallest, if longer steps are rated higher.
            pub const fn tenths(self) -> Tenths {
                match self {
                    $(Technique::$technique => Tenths($tenths),)+
                }
            }
        }
    };
}

techniques! {
    /// The last blank of a unit.
    LastCell, "last-cell", 10;
    /// A digit with one position in a box.
    HiddenSingleBox, "hidden-single-box", 12;
    /// A digit with one position in a row or a column.
    HiddenSingleLine, "hidden-single-line", 15;
    /// Pointing that leaves a hidden single.
    DirectPointing, "direct-pointing", 17;
    /// Claiming that leaves a hidden single.
    DirectClaiming, "direct-claiming", 19;
    /// A hidden pair that leaves a hidden single.
    DirectHiddenPair, "direct-hidden-pair", 20;
    /// A cell with one candidate.
    NakedSingle, "naked-single", 23;
    /// A hidden triplet that leaves a hidden single.
    DirectHiddenTriplet, "direct-hidden-triplet", 25;
    /// A digit of a box that lies in one line.
    Pointing, "pointing", 26;
    /// A digit of a line that lies in one box.
    Claiming, "claiming", 28;
    /// Two cells with two digits.
    NakedPair, "naked-pair", 30;
    /// A digit whose positions in two lines lie in two cross lines.
    XWing, "x-wing", 32;
    /// Two digits with two positions.
    HiddenPair, "hidden-pair", 34;
    /// Three cells with three digits.
    NakedTriplet, "naked-triplet", 36;
    /// A digit whose positions in three lines lie in three cross lines.
    Swordfish, "swordfish", 38;
    /// Three digits with three positions.
    HiddenTriplet, "hidden-triplet", 40;
    /// A pivot of two digits with two wings.
    XyWing, "xy-wing", 42;
    /// A pivot of three digits with two wings.
    XyzWing, "xyz-wing", 44;
    /// A loop of cells with the same two digits, one cell with more.
    UniqueLoop1, "unique-loop-1", 45;
    /// A loop whose other cells share an extra digit.
    UniqueLoop2, "unique-loop-2", 45;
    /// A loop whose extra digits are part of a naked or hidden set.
    UniqueLoop3, "unique-loop-3", 45;
    /// A loop with two other cells, of which one digit is locked.
    UniqueLoop4, "unique-loop-4", 45;
    /// Four cells with four digits.
    NakedQuad, "naked-quad", 50;
    /// A digit whose positions in four lines lie in four cross lines.
    Jellyfish, "jellyfish", 52;
    /// Four digits with four positions.
    HiddenQuad, "hidden-quad", 54;
    /// A bivalue universal grave with one other cell.
    Bug1, "bug-1", 56;
    /// A bivalue universal grave whose other cells share an extra digit.
    Bug2, "bug-2", 57;
    /// A bivalue universal grave whose extra digits are part of a naked set.
    Bug3, "bug-3", 57;
    /// A bivalue universal grave with two other cells, of which one digit is locked.
    Bug4, "bug-4", 57;
    /// Two cells of which some combinations are excluded by cells that see both.
    AlignedPair, "aligned-pair-exclusion", 62;
    /// A cycle of one digit.
    XCycle, "x-cycle", 65;
    /// A cycle through cells with two candidates.
    YCycle, "y-cycle", 65;
    /// A cycle.
    Cycle, "xy-cycle", 70;
    /// A forcing chain of one digit.
    XChain, "x-chain", 66;
    /// A forcing chain.
    Chain, "xy-chain", 70;
    /// Three cells of which some combinations are excluded by cells that see all.
    AlignedTriplet, "aligned-triplet-exclusion", 75;
    /// An assumption that leads to a contradiction with links of one digit.
    Nishio, "nishio", 75;
    /// All candidates of a cell lead to the same statement.
    CellChains, "cell-chains", 80;
    /// All positions of a digit in a unit lead to the same statement.
    UnitChains, "unit-chains", 80;
    /// An assumption that leads to a contradiction.
    Contradiction, "contradiction", 85;
    /// A candidate leads to the same statement whether it is right or wrong.
    DoubleChain, "double-chain", 85;
    /// All candidates of a cell lead to the same statement; what was removed on the way counts.
    DynamicCellChains, "dynamic-cell-chains", 85;
    /// All positions of a digit in a unit lead to the same statement; what was removed on the way counts.
    DynamicUnitChains, "dynamic-unit-chains", 85;
}
