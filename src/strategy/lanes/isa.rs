//! The kernel, once for every instruction set.
//!
//! A function with a `#[target_feature]` may be entered only on a processor that has the feature; that call, in
//! [`Kernel::run`], is the one that the compiler cannot check. Everything below it is inlined into the function, and so
//! compiled for the feature; the closures hold the one step that the compiler does not find by itself, from a vector to
//! the mask of its lanes.

use super::search::{Job, Search};
use crate::simd::Simd;

/// The search of one instruction set, which this processor has.
pub struct Kernel(Width);

enum Width {
    #[cfg(target_arch = "x86_64")]
    Avx512(Search<32>),
    #[cfg(target_arch = "x86_64")]
    Avx2(Search<16>),
    Baseline(Search<8>),
    Scalar(Search<1>),
}

impl Kernel {
    /// The workspace of an instruction set.
    ///
    /// # Panics
    ///
    /// When this processor does not have it.
    pub fn new(simd: Simd) -> Kernel {
        assert!(simd.is_available(), "this processor has no {simd}");
        Kernel(match simd {
            #[cfg(target_arch = "x86_64")]
            Simd::Avx512 => Width::Avx512(Search::new()),
            #[cfg(target_arch = "x86_64")]
            Simd::Avx2 => Width::Avx2(Search::new()),
            #[cfg(not(target_arch = "x86_64"))]
            Simd::Avx512 | Simd::Avx2 => unreachable!("no other processor has it"),
            Simd::Baseline => Width::Baseline(Search::new()),
            Simd::Scalar => Width::Scalar(Search::new()),
        })
    }

    /// Does a job.
    #[allow(unsafe_code)]
    pub fn run(&mut self, job: Job<'_>) {
        match &mut self.0 {
            // SAFETY: `new` has made sure that this processor has the features of the function that is called.
            #[cfg(target_arch = "x86_64")]
            Width::Avx512(search) if is_x86_feature_detected!("avx512bitalg") => unsafe {
                x86::avx512_bitalg(search, job)
            },
            #[cfg(target_arch = "x86_64")]
            Width::Avx512(search) => unsafe { x86::avx512(search, job) },
            #[cfg(target_arch = "x86_64")]
            Width::Avx2(search) => unsafe { x86::avx2(search, job) },
            #[cfg(target_arch = "x86_64")]
            Width::Baseline(search) => unsafe { x86::sse2(search, job) },
            #[cfg(not(target_arch = "x86_64"))]
            Width::Baseline(search) => search.run::<false>(job, any_lanes),
            Width::Scalar(search) => search.run::<false>(job, any_lanes),
        }
    }
}

/// The mask of the lanes that are not 0.
fn any_lanes(lanes: &[u16; 32]) -> u32 {
    lanes.iter().rev().fold(0, |mask, &lane| mask << 1 | u32::from(lane != 0))
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::*;

    use super::{Job, Search};

    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512bitalg,bmi1,bmi2,lzcnt,popcnt")]
    pub fn avx512_bitalg(search: &mut Search<32>, job: Job<'_>) {
        search.run::<true>(job, |lanes| nonzero_512(lanes));
    }

    #[target_feature(enable = "avx512f,avx512bw,avx512vl,bmi1,bmi2,lzcnt,popcnt")]
    pub fn avx512(search: &mut Search<32>, job: Job<'_>) {
        search.run::<false>(job, |lanes| nonzero_512(lanes));
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub fn avx2(search: &mut Search<16>, job: Job<'_>) {
        search.run::<false>(job, |lanes| nonzero_256(lanes));
    }

    #[target_feature(enable = "sse2")]
    pub fn sse2(search: &mut Search<8>, job: Job<'_>) {
        search.run::<false>(job, |lanes| nonzero_128(lanes));
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    fn nonzero_512(lanes: &[u16; 32]) -> u32 {
        let [a, b, c, d, e, f, g, h] = words(lanes);
        let lanes = _mm512_set_epi64(h, g, f, e, d, c, b, a);
        _mm512_test_epi16_mask(lanes, lanes)
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn nonzero_256(lanes: &[u16; 32]) -> u32 {
        let [a, b, c, d, e, f, g, h] = words(lanes);
        let zero = _mm256_setzero_si256();
        let low = _mm256_cmpeq_epi16(_mm256_set_epi64x(d, c, b, a), zero);
        let high = _mm256_cmpeq_epi16(_mm256_set_epi64x(h, g, f, e), zero);
        // Packing works on halves, which leaves the middle quarters in the other's place.
        let zeros = _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_packs_epi16(low, high));
        !_mm256_movemask_epi8(zeros) as u32
    }

    #[inline]
    #[target_feature(enable = "sse2")]
    fn nonzero_128(lanes: &[u16; 32]) -> u32 {
        let [a, b, c, d, e, f, g, h] = words(lanes);
        let zero = _mm_setzero_si128();
        let quarter = |high, low| _mm_cmpeq_epi16(_mm_set_epi64x(high, low), zero);
        let low = _mm_movemask_epi8(_mm_packs_epi16(quarter(b, a), quarter(d, c)));
        let high = _mm_movemask_epi8(_mm_packs_epi16(quarter(f, e), quarter(h, g)));
        !(low | high << 16) as u32
    }

    /// The lanes as 64-bit words: a safe way from an array to a register, which the compiler sees through.
    #[inline(always)]
    fn words(lanes: &[u16; 32]) -> [i64; 8] {
        std::array::from_fn(|i| {
            let lane = |j: usize| i64::from(lanes[4 * i + j]) << (16 * j);
            lane(0) | lane(1) | lane(2) | lane(3)
        })
    }
}
