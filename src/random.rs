//! Random numbers that are the same on every machine and in every version: the project's own, so that a dependency's next
//! version cannot draw another sample or come to another verdict.

/// The generator of Guy L. Steele Jr., Doug Lea and Christine H. Flood, "Fast splittable pseudorandom number
/// generators", OOPSLA 2014.
#[derive(Clone, Debug)]
pub struct SplitMix64(pub u64);

impl SplitMix64 {
    /// The next number.
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A number below `bound`, by multiplication; the bias of at most `bound / 2⁶⁴` is far below anything countable.
    pub fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(bound)) >> 64) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_generator_is_the_published_one() {
        let mut random = SplitMix64(1234567);
        let numbers = [random.next(), random.next(), random.next()];
        assert_eq!(numbers, [6457827717110365317, 3203168211198807973, 9817491932198370423]);
    }
}
