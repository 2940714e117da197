//! A checksum of rows, which does not depend on their division into blocks.

use serde::{Deserialize, Serialize};

use super::Block;

/// The CRC-32 of the rows of puzzles, one after the other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Checksum {
    crc: u32,
    bytes: u64,
}

impl Checksum {
    pub fn of(block: &Block) -> Checksum {
        Checksum { crc: crc32fast::hash(&block.text), bytes: block.text.len() as u64 }
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
    fn the_division_into_blocks_does_not_matter() {
        let of = |texts: &[&str]| {
            let mut sum = Checksum::default();
            for text in texts {
                sum.append(Checksum::of(&Block { text: text.as_bytes().to_vec(), ..Block::default() }));
            }
            sum
        };
        assert_eq!(of(&["one", "two", "three"]), of(&["onetwoth", "", "ree"]));
        assert_ne!(of(&["one", "two"]), of(&["one", "twp"]));
    }
}
