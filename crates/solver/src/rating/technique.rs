//! The techniques, in the order in which they are tried.

/// A technique. The order is that in which they are tried; a step of an earlier one is taken whatever a later one offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Technique {
    /// The last blank of a unit.
    LastCell,
    /// A digit with one position in a box.
    HiddenSingleBox,
    /// A digit with one position in a row or a column.
    HiddenSingleLine,
    /// Pointing that leaves a hidden single.
    DirectPointing,
    /// Claiming that leaves a hidden single.
    DirectClaiming,
    /// A hidden pair that leaves a hidden single.
    DirectHiddenPair,
    /// A cell with one candidate.
    NakedSingle,
    /// A hidden triplet that leaves a hidden single.
    DirectHiddenTriplet,
    /// A digit of a box that lies in one line.
    Pointing,
    /// A digit of a line that lies in one box.
    Claiming,
    /// Two cells with two digits.
    NakedPair,
    /// A digit whose positions in two lines lie in two cross lines.
    XWing,
    /// Two digits with two positions.
    HiddenPair,
    /// Three cells with three digits.
    NakedTriplet,
    /// A digit whose positions in three lines lie in three cross lines.
    Swordfish,
    /// Three digits with three positions.
    HiddenTriplet,
    /// A pivot of two digits with two wings.
    XyWing,
    /// A pivot of three digits with two wings.
    XyzWing,
    /// A loop of cells with the same two digits, one cell with more.
    UniqueLoop1,
    /// A loop whose other cells share an extra digit.
    UniqueLoop2,
    /// A loop whose extra digits are part of a naked or hidden set.
    UniqueLoop3,
    /// A loop with two other cells, of which one digit is locked.
    UniqueLoop4,
    /// Four cells with four digits.
    NakedQuad,
    /// A digit whose positions in four lines lie in four cross lines.
    Jellyfish,
    /// Four digits with four positions.
    HiddenQuad,
    /// A bivalue universal grave with one other cell.
    Bug1,
    /// A bivalue universal grave whose other cells share an extra digit.
    Bug2,
    /// A bivalue universal grave whose extra digits are part of a naked set.
    Bug3,
    /// A bivalue universal grave with two other cells, of which one digit is locked.
    Bug4,
    /// Two cells of which some combinations are excluded by cells that see both.
    AlignedPair,
    /// A cycle of one digit.
    XCycle,
    /// A cycle through cells with two candidates.
    YCycle,
    /// A cycle.
    Cycle,
    /// A forcing chain of one digit.
    XChain,
    /// A forcing chain.
    Chain,
    /// Three cells of which some combinations are excluded by cells that see all.
    AlignedTriplet,
    /// An assumption that leads to a contradiction with links of one digit.
    Nishio,
    /// All candidates of a cell lead to the same statement.
    CellChains,
    /// All positions of a digit in a unit lead to the same statement.
    UnitChains,
    /// An assumption that leads to a contradiction.
    Contradiction,
    /// A candidate leads to the same statement whether it is right or wrong.
    DoubleChain,
    /// All candidates of a cell lead to the same statement; what was removed on the way counts.
    DynamicCellChains,
    /// All positions of a digit in a unit lead to the same statement; what was removed on the way counts.
    DynamicUnitChains,
}

/// All techniques with their names, in order.
const NAMED: [(Technique, &str); 43] = [
    (Technique::LastCell, "last-cell"),
    (Technique::HiddenSingleBox, "hidden-single-box"),
    (Technique::HiddenSingleLine, "hidden-single-line"),
    (Technique::DirectPointing, "direct-pointing"),
    (Technique::DirectClaiming, "direct-claiming"),
    (Technique::DirectHiddenPair, "direct-hidden-pair"),
    (Technique::NakedSingle, "naked-single"),
    (Technique::DirectHiddenTriplet, "direct-hidden-triplet"),
    (Technique::Pointing, "pointing"),
    (Technique::Claiming, "claiming"),
    (Technique::NakedPair, "naked-pair"),
    (Technique::XWing, "x-wing"),
    (Technique::HiddenPair, "hidden-pair"),
    (Technique::NakedTriplet, "naked-triplet"),
    (Technique::Swordfish, "swordfish"),
    (Technique::HiddenTriplet, "hidden-triplet"),
    (Technique::XyWing, "xy-wing"),
    (Technique::XyzWing, "xyz-wing"),
    (Technique::UniqueLoop1, "unique-loop-1"),
    (Technique::UniqueLoop2, "unique-loop-2"),
    (Technique::UniqueLoop3, "unique-loop-3"),
    (Technique::UniqueLoop4, "unique-loop-4"),
    (Technique::NakedQuad, "naked-quad"),
    (Technique::Jellyfish, "jellyfish"),
    (Technique::HiddenQuad, "hidden-quad"),
    (Technique::Bug1, "bug-1"),
    (Technique::Bug2, "bug-2"),
    (Technique::Bug3, "bug-3"),
    (Technique::Bug4, "bug-4"),
    (Technique::AlignedPair, "aligned-pair-exclusion"),
    (Technique::XCycle, "x-cycle"),
    (Technique::YCycle, "y-cycle"),
    (Technique::Cycle, "xy-cycle"),
    (Technique::XChain, "x-chain"),
    (Technique::Chain, "xy-chain"),
    (Technique::AlignedTriplet, "aligned-triplet-exclusion"),
    (Technique::Nishio, "nishio"),
    (Technique::CellChains, "cell-chains"),
    (Technique::UnitChains, "unit-chains"),
    (Technique::Contradiction, "contradiction"),
    (Technique::DoubleChain, "double-chain"),
    (Technique::DynamicCellChains, "dynamic-cell-chains"),
    (Technique::DynamicUnitChains, "dynamic-unit-chains"),
];

impl Technique {
    /// All techniques, in order.
    pub const ALL: [Technique; NAMED.len()] = {
        let mut all = [Technique::LastCell; NAMED.len()];
        let mut index = 0;
        while index < NAMED.len() {
            all[index] = NAMED[index].0;
            index += 1;
        }
        all
    };

    /// Returns the name: lower-case letters, digits and hyphens.
    pub fn name(self) -> &'static str {
        NAMED[self as usize].1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn techniques_are_listed_in_their_order() {
        assert!(Technique::ALL.iter().enumerate().all(|(index, technique)| *technique as usize == index));
        assert_eq!([Technique::XyWing.name(), Technique::DynamicUnitChains.name()], ["xy-wing", "dynamic-unit-chains"]);
    }
}
