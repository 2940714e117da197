//! Transposes matrices of bits.

use crate::strategy::lanes::bits::Bits;

/// Transposes matrices of 64 × 64 bits side by side: bit `j` of a word in row `i` becomes bit `i` in row `j`.
///
/// `read` returns the rows, and `write` takes those of the transpose. Each step swaps the off-diagonal quarters of all
/// blocks of a size, from the largest to the smallest (Warren, Hacker's Delight, 7-3). Eight rows at a time take three
/// steps, so that they stay in registers; `between` holds them between the third step and the fourth.
#[inline(always)]
pub fn transpose<V: Bits>(between: &mut [V; 64], read: impl Fn(usize) -> V, mut write: impl FnMut(usize, V)) {
    let low = |word: u64| between[0].splat(word);
    let wide = [low(0x0000_0000_ffff_ffff), low(0x0000_ffff_0000_ffff), low(0x00ff_00ff_00ff_00ff)];
    let fine = [low(0x0f0f_0f0f_0f0f_0f0f), low(0x3333_3333_3333_3333), low(0x5555_5555_5555_5555)];
    for i in 0..8 {
        let row = |j: usize| read(8 * j + i);
        let rows = [row(0), row(1), row(2), row(3), row(4), row(5), row(6), row(7)];
        between[8 * i..][..8].copy_from_slice(&three_steps(rows, wide, 32));
    }
    for i in 0..8 {
        let row = |j: usize| between[8 * j + i];
        let rows = [row(0), row(1), row(2), row(3), row(4), row(5), row(6), row(7)];
        for (j, row) in three_steps(rows, fine, 4).into_iter().enumerate() {
            write(8 * i + j, row);
        }
    }
}

/// Does three steps with blocks of `2 · by` bits at first, whose low bits in each half are `low[0]`.
#[inline(always)]
fn three_steps<V: Bits>([a, b, c, d, e, f, g, h]: [V; 8], low: [V; 3], by: u32) -> [V; 8] {
    let (a, e) = V::swap(a, e, by, low[0]);
    let (b, f) = V::swap(b, f, by, low[0]);
    let (c, g) = V::swap(c, g, by, low[0]);
    let (d, h) = V::swap(d, h, by, low[0]);
    let (a, c) = V::swap(a, c, by / 2, low[1]);
    let (b, d) = V::swap(b, d, by / 2, low[1]);
    let (e, g) = V::swap(e, g, by / 2, low[1]);
    let (f, h) = V::swap(f, h, by / 2, low[1]);
    let (a, b) = V::swap(a, b, by / 4, low[2]);
    let (c, d) = V::swap(c, d, by / 4, low[2]);
    let (e, f) = V::swap(e, f, by / 4, low[2]);
    let (g, h) = V::swap(g, h, by / 4, low[2]);
    [a, b, c, d, e, f, g, h]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strategy::lanes::bits::Words;
    use grid::random::SplitMix64;

    #[test]
    fn a_bit_moves_to_the_other_side_of_the_diagonal() {
        let mut random = SplitMix64(1);
        let rows: Vec<[u64; 2]> = (0..64).map(|_| [random.below(u64::MAX), random.below(u64::MAX)]).collect();
        let mut between = [Words::<2>::ZERO; 64];
        let mut columns = [[0; 2]; 64];
        transpose(&mut between, |row| Words::ZERO.load(&rows[row]), |row, bits| bits.store(&mut columns[row]));
        for (i, row) in rows.iter().enumerate() {
            for (j, column) in columns.iter().enumerate() {
                assert_eq!(row.map(|word| word >> j & 1), column.map(|word| word >> i & 1), "row {i}, bit {j}");
            }
        }
    }
}
