//! The integers of a state, which hold both a cell's candidates and its key.

use std::ops::{Add, BitAnd, BitXor, Sub};

use grid::Values;

/// The key of a cell is made of its number of candidates, its number of filled peers and its number, from the smallest
/// integer on: the heuristics choose the cell with the smallest key.
pub trait Word:
    Copy + Ord + Add<Output = Self> + BitAnd<Output = Self> + BitXor<Output = Self> + Sub<Output = Self> + Send + 'static
{
    /// Values of a cell in the order of trial.
    type Values: Order;

    const ZERO: Self;
    const MAX: Self;
    const CANDIDATE_WEIGHT: Self;
    const FILLED_PEER_WEIGHT: Self;
    /// A lower bound of the key of a filled cell, larger than the key of any blank.
    const FILLED: Self;
    /// The effect of an assignment on a cell that is no peer, and on a peer.
    const UNTOUCHED: Self;
    const PEER: Self;

    fn key(candidates: u32, filled_peers: usize, cell: usize) -> Self;

    fn of_values(values: Values) -> Self;

    fn to_values(self) -> Values;

    /// Returns the cell of a blank's key.
    fn cell(self) -> usize;

    /// Returns true if the smallest key belongs to a blank without candidates.
    fn has_no_candidate(self) -> bool;

    /// Returns true if the smallest key belongs to a blank with at most one candidate.
    fn has_one_candidate(self) -> bool;
}

/// Defines a word for shapes with so many values, with the places of the number of filled peers and of candidates in a key.
macro_rules! word {
    ($word:ty, $unsigned:ty, $order:ty, $values:literal, $peer_shift:literal, $candidate_shift:literal) => {
        impl Word for $word {
            type Values = $order;

            const ZERO: $word = 0;
            const MAX: $word = <$word>::MAX;
            const CANDIDATE_WEIGHT: $word = 1 << $candidate_shift;
            const FILLED_PEER_WEIGHT: $word = 1 << $peer_shift;
            const FILLED: $word = 3 << (<$word>::BITS - 3);
            const UNTOUCHED: $word = <$word>::MIN;
            const PEER: $word = <$word>::MIN | ((1 << $values) - 1);

            fn key(candidates: u32, filled_peers: usize, cell: usize) -> $word {
                let key = (candidates as $unsigned) << $candidate_shift | (filled_peers as $unsigned) << $peer_shift;
                (key | cell as $unsigned).wrapping_add(<$word>::MIN as $unsigned) as $word
            }

            #[inline(always)]
            fn of_values(values: Values) -> $word {
                values as $word
            }

            #[inline(always)]
            fn to_values(self) -> Values {
                self as Values
            }

            #[inline(always)]
            fn cell(self) -> usize {
                (self & (Self::FILLED_PEER_WEIGHT - 1)) as usize
            }

            #[inline(always)]
            fn has_no_candidate(self) -> bool {
                self < <$word>::MIN + Self::CANDIDATE_WEIGHT
            }

            #[inline(always)]
            fn has_one_candidate(self) -> bool {
                self < <$word>::MIN + 2 * Self::CANDIDATE_WEIGHT
            }
        }
    };
}

word!(i16, u16, u64, 9, 7, 12);
word!(i32, u32, u128, 25, 10, 26);

/// Values in an order, five bits each, the first in the lowest bits.
pub trait Order: Copy + Default + Send {
    fn with_first(self, value: u8) -> Self;

    fn first(self) -> u8;

    fn without_first(self) -> Self;

    fn is_empty(self) -> bool;
}

macro_rules! order {
    ($integer:ty) => {
        impl Order for $integer {
            #[inline(always)]
            fn with_first(self, value: u8) -> $integer {
                self << 5 | <$integer>::from(value)
            }

            #[inline(always)]
            fn first(self) -> u8 {
                (self & 31) as u8
            }

            #[inline(always)]
            fn without_first(self) -> $integer {
                self >> 5
            }

            #[inline(always)]
            fn is_empty(self) -> bool {
                self == 0
            }
        }
    };
}

order!(u64);
order!(u128);
