//! The keys of items.

use std::ops::{AddAssign, Sub, SubAssign};

/// The key of an item, in three fields: whether the item is covered, the size of its list of options, its number. The uncovered
/// item with the fewest options has the smallest key, and of equal items the lowest.
pub trait Key: Copy + Ord + AddAssign + Sub<Output = Self> + SubAssign + Send + 'static {
    /// The weight of an option in the key.
    const OPTION_WEIGHT: Self;
    /// The least key of an item with an option.
    const MIN_WITH_OPTION: Self;
    /// The least key of an item with several options.
    const MIN_WITH_SEVERAL: Self;
    /// The least key of a covered item.
    const MIN_COVERED: Self;
    /// Larger than the key of any item.
    const MAX: Self;
    const MIN: Self;

    fn of_empty(item: usize) -> Self;

    fn item(self) -> u16;

    /// Returns the number of options in the list of the item.
    fn size(self) -> usize;

    /// Returns the key of the item when it is covered: without its number.
    fn covered(self) -> Self;

    /// Returns the key of a covered item with this number when it is uncovered.
    fn uncovered(self, item: u16) -> Self;
}

/// Defines the keys of up to `2^$item_bits` items with up to 30 options. The keys of uncovered items are negative.
macro_rules! key {
    ($key:ty, $item_bits:literal) => {
        impl Key for $key {
            const OPTION_WEIGHT: $key = 1 << $item_bits;
            const MIN_WITH_OPTION: $key = Self::MIN + Self::OPTION_WEIGHT;
            const MIN_WITH_SEVERAL: $key = Self::MIN + 2 * Self::OPTION_WEIGHT;
            const MIN_COVERED: $key = 0;
            const MAX: $key = <$key>::MAX;
            const MIN: $key = <$key>::MIN;

            fn of_empty(item: usize) -> $key {
                Self::MIN + item as $key
            }

            #[inline(always)]
            fn item(self) -> u16 {
                (self & (Self::OPTION_WEIGHT - 1)) as u16
            }

            #[inline(always)]
            fn size(self) -> usize {
                (self >> $item_bits & 31) as usize
            }

            #[inline(always)]
            fn covered(self) -> $key {
                // Changes every byte: a load waits until a store to one of its bytes is done, and the size is read next.
                (self | (Self::OPTION_WEIGHT - 1)) & Self::MAX
            }

            #[inline(always)]
            fn uncovered(self, item: u16) -> $key {
                self & !(Self::OPTION_WEIGHT - 1) | Self::MIN | item as $key
            }
        }
    };
}

key!(i16, 10);
key!(i32, 12);
