//! A checksum of a text, which does not depend on its division into pieces.

use serde::{Deserialize, Serialize};

/// The CRC-32 of pieces of text, one after the other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Checksum {
    pub crc: u32,
    pub bytes: u64,
}

impl Checksum {
    pub fn of(piece: &[u8]) -> Checksum {
        Checksum { crc: crc32fast::hash(piece), bytes: piece.len() as u64 }
    }

    pub fn append(&mut self, other: Checksum) {
        let mut sum = hasher_of(*self);
        sum.combine(&hasher_of(other));
        *self = Checksum { crc: sum.finalize(), bytes: self.bytes + other.bytes };
    }
}

fn hasher_of(of: Checksum) -> crc32fast::Hasher {
    crc32fast::Hasher::new_with_initial_len(of.crc, of.bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_division_into_pieces_does_not_matter() {
        let of = |texts: &[&str]| {
            let mut sum = Checksum::default();
            texts.iter().for_each(|text| sum.append(Checksum::of(text.as_bytes())));
            sum
        };
        assert_eq!(of(&["one", "two", "three"]), of(&["onetwoth", "", "ree"]));
        assert_ne!(of(&["one", "two"]), of(&["one", "twp"]));
    }
}
