//! Copies columns into the lanes, and back.

use super::{column::Column, sweep::LaneCandidates};

#[inline(always)]
pub fn copy_in<const L: usize>(cells: &mut LaneCandidates<L>, columns: &[Column; L]) {
    for (cell, lanes) in cells.values.iter_mut().enumerate() {
        for (lane, column) in lanes.iter_mut().zip(columns) {
            *lane = column.0.as_flattened()[cell];
        }
    }
}

#[inline(always)]
pub fn copy_out<const L: usize>(cells: &LaneCandidates<L>, columns: &mut [Column; L]) {
    for (cell, lanes) in cells.values.iter().enumerate() {
        for (lane, column) in lanes.iter().zip(&mut *columns) {
            column.0.as_flattened_mut()[cell] = *lane;
        }
    }
}

/// Eight cells at a time: a vector of eight lanes for each cell is transposed into a vector of eight cells for each lane.
/// Wider vectors are two or four of these side by side.
#[cfg(target_arch = "x86_64")]
pub mod x86 {
    use std::arch::x86_64::*;

    use bytemuck::must_cast;

    use super::{Column, LaneCandidates};
    use grid::Candidates;

    macro_rules! transpose {
        ($rows:expr, $low16:ident $high16:ident $low32:ident $high32:ident $low64:ident $high64:ident) => {{
            let [a, b, c, d, e, f, g, h] = $rows;
            let ab = $low16(a, b);
            let ab_high = $high16(a, b);
            let cd = $low16(c, d);
            let cd_high = $high16(c, d);
            let ef = $low16(e, f);
            let ef_high = $high16(e, f);
            let gh = $low16(g, h);
            let gh_high = $high16(g, h);
            let quarters = |ab, cd, ef, gh| {
                let abcd = $low32(ab, cd);
                let abcd_high = $high32(ab, cd);
                let efgh = $low32(ef, gh);
                let efgh_high = $high32(ef, gh);
                [$low64(abcd, efgh), $high64(abcd, efgh), $low64(abcd_high, efgh_high), $high64(abcd_high, efgh_high)]
            };
            let [a, b, c, d] = quarters(ab, cd, ef, gh);
            let [e, f, g, h] = quarters(ab_high, cd_high, ef_high, gh_high);
            [a, b, c, d, e, f, g, h]
        }};
    }

    /// Defines the two directions for a width. `$join` makes a vector of the pieces of lanes `i`, `8 + i` and so on, and
    /// `$split` returns these pieces.
    macro_rules! copies {
        ($in:ident $out:ident $lanes:literal $features:literal $join:ident $split:ident $($unpack:ident)*) => {
            #[inline]
            #[target_feature(enable = $features)]
            pub fn $in(cells: &mut LaneCandidates<$lanes>, columns: &[Column; $lanes]) {
                for (piece, cells) in cells.values.chunks_mut(8).enumerate() {
                    let row = |i: usize| {
                        $join(|part: usize| -> __m128i {
                            must_cast(columns[8 * part + i].0[piece.min(10)])
                        })
                    };
                    let rows = [row(0), row(1), row(2), row(3), row(4), row(5), row(6), row(7)];
                    let transposed = transpose!(rows, $($unpack)*);
                    for (cell, lanes) in cells.iter_mut().zip(transposed) {
                        *cell = must_cast(lanes);
                    }
                }
            }

            #[inline]
            #[target_feature(enable = $features)]
            pub fn $out(cells: &LaneCandidates<$lanes>, columns: &mut [Column; $lanes]) {
                for (piece, cells) in cells.values.chunks(8).enumerate() {
                    let row = |i: usize| must_cast(*cells.get(i).unwrap_or(&[0; $lanes]));
                    let rows = [row(0), row(1), row(2), row(3), row(4), row(5), row(6), row(7)];
                    let transposed = transpose!(rows, $($unpack)*);
                    for i in 0..8 {
                        for (part, lane) in $split(transposed[i]).into_iter().enumerate() {
                            let cells: [Candidates; 8] = must_cast(lane);
                            columns[8 * part + i].0[piece.min(10)] = cells;
                        }
                    }
                }
            }
        };
    }

    copies!(copy_in_128 copy_out_128 8 "sse2" join_128 split_128 _mm_unpacklo_epi16 _mm_unpackhi_epi16
        _mm_unpacklo_epi32 _mm_unpackhi_epi32 _mm_unpacklo_epi64 _mm_unpackhi_epi64);
    copies!(copy_in_256 copy_out_256 16 "avx2" join_256 split_256 _mm256_unpacklo_epi16 _mm256_unpackhi_epi16
        _mm256_unpacklo_epi32 _mm256_unpackhi_epi32 _mm256_unpacklo_epi64 _mm256_unpackhi_epi64);
    copies!(copy_in_512 copy_out_512 32 "avx512f,avx512bw,avx512vl" join_512 split_512 _mm512_unpacklo_epi16
        _mm512_unpackhi_epi16 _mm512_unpacklo_epi32 _mm512_unpackhi_epi32 _mm512_unpacklo_epi64 _mm512_unpackhi_epi64);

    #[inline(always)]
    fn join_128(part: impl Fn(usize) -> __m128i) -> __m128i {
        part(0)
    }

    #[inline(always)]
    fn split_128(lanes: __m128i) -> [__m128i; 1] {
        [lanes]
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn join_256(part: impl Fn(usize) -> __m128i) -> __m256i {
        _mm256_inserti128_si256::<1>(_mm256_castsi128_si256(part(0)), part(1))
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn split_256(lanes: __m256i) -> [__m128i; 2] {
        [_mm256_castsi256_si128(lanes), _mm256_extracti128_si256::<1>(lanes)]
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl")]
    fn join_512(part: impl Fn(usize) -> __m128i) -> __m512i {
        let low = _mm256_inserti128_si256::<1>(_mm256_castsi128_si256(part(0)), part(1));
        let high = _mm256_inserti128_si256::<1>(_mm256_castsi128_si256(part(2)), part(3));
        _mm512_inserti64x4::<1>(_mm512_castsi256_si512(low), high)
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl")]
    fn split_512(lanes: __m512i) -> [__m128i; 4] {
        [
            _mm512_castsi512_si128(lanes),
            _mm512_extracti32x4_epi32::<1>(lanes),
            _mm512_extracti32x4_epi32::<2>(lanes),
            _mm512_extracti32x4_epi32::<3>(lanes),
        ]
    }
}
