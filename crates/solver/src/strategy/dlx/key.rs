//! The keys of items.

use std::ops::{AddAssign, Sub, SubAssign};

/// The key of an item: its number, and [`Key::OPTION_WEIGHT`] for each of its options, from [`Key::EMPTY`] on. The item with the fewest
/// options has the smallest key, and of equal items the lowest.
pub trait Key: Copy + Ord + AddAssign + Sub<Output = Self> + SubAssign + Send + 'static {
    const EMPTY: Self;
    const OPTION_WEIGHT: Self;
    /// The least key of an item with an option.
    const MIN_WITH_OPTION: Self;
    /// The least key of an item with several options.
    const MIN_WITH_SEVERAL: Self;
    /// Added to the key of a covered item.
    const COVERED_WEIGHT: Self;
    const MIN_COVERED: Self;
    /// Larger than the key of any item.
    const MAX: Self;
    const ZERO: Self;

    fn of_empty(item: usize) -> Self;

    fn item(self) -> u16;
}

/// Defines the keys of up to `2^$item_bits` items with up to `$options` options.
macro_rules! key {
    ($key:ty, $item_bits:literal, $options:literal) => {
        impl Key for $key {
            const EMPTY: $key = <$key>::MIN;
            const OPTION_WEIGHT: $key = 1 << $item_bits;
            const MIN_WITH_OPTION: $key = Self::EMPTY + Self::OPTION_WEIGHT;
            const MIN_WITH_SEVERAL: $key = Self::EMPTY + 2 * Self::OPTION_WEIGHT;
            const COVERED_WEIGHT: $key = ($options + 1) << $item_bits;
            const MIN_COVERED: $key = Self::EMPTY + Self::COVERED_WEIGHT;
            const MAX: $key = <$key>::MAX;
            const ZERO: $key = 0;

            fn of_empty(item: usize) -> $key {
                Self::EMPTY + item as $key
            }

            #[inline(always)]
            fn item(self) -> u16 {
                (self & (Self::OPTION_WEIGHT - 1)) as u16
            }
        }
    };
}

key!(i16, 10, 16);
key!(i32, 12, 25);
