//! The first of the smallest keys.

/// Keys that are compared together: some vectors.
const CHUNK: usize = 64;

/// Returns the smallest of some keys, and the index of the first that is equal to it. The keys of a search are small integers, of
/// which a vector holds many.
///
/// # Panics
///
/// Panics if there is no key.
pub fn first_smallest<K: Copy + Ord>(keys: &[K]) -> (K, usize) {
    let smallest_of = |chunk: &[K]| chunk.iter().copied().fold(chunk[0], K::min);
    let mut smallest = keys[0];
    let mut chunk_with_it = 0;
    for (number, chunk) in keys.chunks(CHUNK).enumerate() {
        let candidate = smallest_of(chunk);
        if candidate < smallest {
            (smallest, chunk_with_it) = (candidate, number);
        }
    }
    let first = chunk_with_it * CHUNK;
    let within = keys[first..].iter().position(|&key| key == smallest);
    (smallest, first + within.expect("the chunk has it"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use grid::random::SplitMix64;

    #[test]
    fn the_first_of_the_smallest_is_found() {
        let mut random = SplitMix64(1);
        for length in (1..400).step_by(7) {
            let keys: Vec<u8> = (0..length).map(|_| random.below(6) as u8).collect();
            let expected = keys.iter().enumerate().min_by_key(|(_, key)| **key).map(|(index, &key)| (key, index));
            assert_eq!(Some(first_smallest(&keys)), expected, "{keys:?}");
        }
    }
}
