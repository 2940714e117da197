//! The search, compiled once per instruction set.
//!
//! A function with a `#[target_feature]` may be called only on a processor that has the feature. The compiler cannot
//! check the calls here; [`BlockSearch::new`] does. The functions called are inlined, and so compiled for the feature.

#[cfg(target_arch = "x86_64")]
use super::bits;
use super::{
    bits::{Bits, Words},
    narrow::{Operations, copy},
    search::Job,
    workspace::{Kernels, Workspace},
};
use grid::simd::{Available, Simd};

/// The search of `lanes`, compiled for an instruction set that this processor has. Its closures do the steps that the
/// compiler does not vectorise well.
pub struct BlockSearch {
    width: Width,
    /// True if the code for AVX-512 may use the instructions of BITALG.
    #[cfg(target_arch = "x86_64")]
    bitalg: bool,
}

enum Width {
    #[cfg(target_arch = "x86_64")]
    Avx512(Workspace<bits::x86::Avx512, 32>),
    #[cfg(target_arch = "x86_64")]
    Avx512Vl(Workspace<bits::x86::Avx512Vl, 16>),
    #[cfg(target_arch = "x86_64")]
    Avx2(Workspace<bits::x86::Avx2, 16>),
    #[cfg(target_arch = "x86_64")]
    Sse2(Workspace<bits::x86::Sse2, 8>),
    #[cfg(not(target_arch = "x86_64"))]
    Baseline(Workspace<Words<2>, 8>),
    Scalar(Workspace<Words<1>, 1>),
}

impl Width {
    fn new(available: Available) -> Width {
        match available.simd() {
            #[cfg(target_arch = "x86_64")]
            Simd::Avx512 => Width::Avx512(Workspace::new(bits::x86::Avx512::zero(available))),
            #[cfg(target_arch = "x86_64")]
            Simd::Avx512Vl => Width::Avx512Vl(Workspace::new(bits::x86::Avx512Vl::zero(available))),
            #[cfg(target_arch = "x86_64")]
            Simd::Avx2 => Width::Avx2(Workspace::new(bits::x86::Avx2::zero(available))),
            #[cfg(not(target_arch = "x86_64"))]
            Simd::Avx512 | Simd::Avx512Vl | Simd::Avx2 => unreachable!("only x86-64 has this instruction set"),
            #[cfg(target_arch = "x86_64")]
            Simd::Baseline => Width::Sse2(Workspace::new(bits::x86::Sse2::zero(available))),
            #[cfg(not(target_arch = "x86_64"))]
            Simd::Baseline => Width::Baseline(Workspace::new(Words::ZERO)),
            Simd::Scalar => Width::Scalar(Workspace::new(Words::ZERO)),
        }
    }
}

impl BlockSearch {
    /// Creates a workspace.
    ///
    /// # Panics
    ///
    /// Panics if this processor does not have the instruction set.
    pub fn new(simd: Simd) -> BlockSearch {
        BlockSearch {
            width: Width::new(Available::new(simd)),
            #[cfg(target_arch = "x86_64")]
            bitalg: is_x86_feature_detected!("avx512bitalg"),
        }
    }

    /// Creates a workspace that does not use BITALG, as on a processor without it.
    ///
    /// # Panics
    ///
    /// Panics if this processor does not have the instruction set.
    #[cfg(target_arch = "x86_64")]
    pub fn without_bitalg(simd: Simd) -> BlockSearch {
        BlockSearch { bitalg: false, ..BlockSearch::new(simd) }
    }

    pub fn kernels(&self) -> Kernels {
        match &self.width {
            #[cfg(target_arch = "x86_64")]
            Width::Avx512(search) => search.kernels(),
            #[cfg(target_arch = "x86_64")]
            Width::Avx512Vl(search) => search.kernels(),
            #[cfg(target_arch = "x86_64")]
            Width::Avx2(search) => search.kernels(),
            #[cfg(target_arch = "x86_64")]
            Width::Sse2(search) => search.kernels(),
            #[cfg(not(target_arch = "x86_64"))]
            Width::Baseline(search) => search.kernels(),
            Width::Scalar(search) => search.kernels(),
        }
    }

    #[allow(unsafe_code)]
    pub fn run(&mut self, job: Job<'_>) {
        match &mut self.width {
            // SAFETY: `new` checked that this processor has the features of the called function, and BITALG if `bitalg`.
            #[cfg(target_arch = "x86_64")]
            Width::Avx512(search) if self.bitalg => unsafe { x86::avx512_bitalg(search, job) },
            #[cfg(target_arch = "x86_64")]
            Width::Avx512(search) => unsafe { x86::avx512(search, job) },
            #[cfg(target_arch = "x86_64")]
            Width::Avx512Vl(search) if self.bitalg => unsafe { x86::avx512vl_bitalg(search, job) },
            #[cfg(target_arch = "x86_64")]
            Width::Avx512Vl(search) => unsafe { x86::avx512vl(search, job) },
            #[cfg(target_arch = "x86_64")]
            Width::Avx2(search) => unsafe { x86::avx2(search, job) },
            #[cfg(target_arch = "x86_64")]
            Width::Sse2(search) => unsafe { x86::sse2(search, job) },
            #[cfg(not(target_arch = "x86_64"))]
            Width::Baseline(search) => run_portable(search, job),
            Width::Scalar(search) => run_portable(search, job),
        }
    }
}

fn run_portable<V: Bits, const L: usize>(search: &mut Workspace<V, L>, job: Job<'_>) {
    let operations = Operations { nonzero: any_lanes, copy_in: copy::copy_in, copy_out: copy::copy_out };
    search.run::<false>(job, operations);
}

fn any_lanes(lanes: &[u16; 32]) -> u32 {
    lanes.iter().rev().fold(0, |mask, &lane| mask << 1 | u32::from(lane != 0))
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::*;

    use crate::strategy::lanes::{
        bits,
        narrow::{
            Operations,
            copy::x86::{copy_in_128, copy_in_256, copy_in_512, copy_out_128, copy_out_256, copy_out_512},
        },
        search::Job,
        workspace::Workspace,
    };

    /// Defines a function that enters an instruction set. `$popcount` is true if it counts the bits of vectors.
    macro_rules! enter {
        ($name:ident $features:literal $bits:ident $lanes:literal $popcount:literal
            $nonzero:ident $copy_in:ident $copy_out:ident) => {
            #[target_feature(enable = $features)]
            pub fn $name(search: &mut Workspace<bits::x86::$bits, $lanes>, job: Job<'_>) {
                search.run::<$popcount>(
                    job,
                    Operations {
                        nonzero: |lanes: &_| $nonzero(lanes),
                        copy_in: |cells: &mut _, columns: &_| $copy_in(cells, columns),
                        copy_out: |cells: &_, columns: &mut _| $copy_out(cells, columns),
                    },
                );
            }
        };
    }

    enter!(avx512_bitalg "avx512f,avx512bw,avx512vl,avx512bitalg,bmi1,bmi2,lzcnt,popcnt" Avx512 32 true
        nonzero_512 copy_in_512 copy_out_512);
    enter!(avx512 "avx512f,avx512bw,avx512vl,bmi1,bmi2,lzcnt,popcnt" Avx512 32 false
        nonzero_512 copy_in_512 copy_out_512);
    enter!(avx512vl_bitalg "avx512f,avx512bw,avx512vl,avx512bitalg,bmi1,bmi2,lzcnt,popcnt" Avx512Vl 16 true
        nonzero_512 copy_in_256 copy_out_256);
    enter!(avx512vl "avx512f,avx512bw,avx512vl,bmi1,bmi2,lzcnt,popcnt" Avx512Vl 16 false
        nonzero_512 copy_in_256 copy_out_256);
    enter!(avx2 "avx2,bmi1,bmi2,lzcnt,popcnt" Avx2 16 false nonzero_256 copy_in_256 copy_out_256);
    enter!(sse2 "sse2" Sse2 8 false nonzero_128 copy_in_128 copy_out_128);

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
        // Packing works on 128-bit halves, which swaps the middle quarters.
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

    /// Returns the lanes as 64-bit words: a safe way to load an array, which the compiler optimises to a plain load. (It
    /// does not if the words come from a closure of `array::from_fn` and the crate is compiled in several code units.)
    #[inline(always)]
    fn words(lanes: &[u16; 32]) -> [i64; 8] {
        let lane = |i: usize, j: usize| i64::from(lanes[4 * i + j]) << (16 * j);
        let word = |i: usize| lane(i, 0) | lane(i, 1) | lane(i, 2) | lane(i, 3);
        [word(0), word(1), word(2), word(3), word(4), word(5), word(6), word(7)]
    }
}
