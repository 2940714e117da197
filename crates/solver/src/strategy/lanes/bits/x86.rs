//! Vectors of x86-64's instruction sets.

use std::arch::x86_64::*;

use bytemuck::must_cast;

use super::{Bits, MAX_WORDS};
use grid::simd::{Available, Simd};

macro_rules! vector {
    ($(#[$about:meta])* $name:ident($register:ident) requires $simd:ident, $words:literal words:
        $zero:ident $splat:ident $and:ident $or:ident $xor:ident $andnot:ident $left:ident $right:ident
        $(, $ternary:ident)?) => {
        $(#[$about])*
        #[derive(Clone, Copy)]
        pub struct $name($register);

        #[allow(unsafe_code)]
        impl $name {
            /// Returns a vector of zeros.
            ///
            /// # Panics
            ///
            /// Panics if another instruction set is passed.
            pub fn zero(available: Available) -> $name {
                assert!(matches!(available.simd(), Simd::$simd));
                // SAFETY: the processor has the instruction set.
                $name(unsafe { $zero() })
            }
        }

        // SAFETY of all methods: a vector exists, so the processor has the instruction set.
        #[allow(unsafe_code, unused_unsafe)]
        impl Bits for $name {
            const WORDS: usize = $words;

            #[inline(always)]
            fn splat(self, word: u64) -> Self {
                $name(unsafe { $splat(word as i64) })
            }

            #[inline(always)]
            fn load(self, words: &[u64]) -> Self {
                $name(must_cast::<[u64; $words], _>(*words.first_chunk().expect("a whole vector")))
            }

            #[inline(always)]
            fn store(self, words: &mut [u64]) {
                words[..$words].copy_from_slice(&must_cast::<_, [u64; $words]>(self.0));
            }

            #[inline(always)]
            fn words(self) -> [u64; MAX_WORDS] {
                let mut words = [0; MAX_WORDS];
                self.store(&mut words);
                words
            }

            #[inline(always)]
            fn and(self, other: Self) -> Self {
                $name(unsafe { $and(self.0, other.0) })
            }

            #[inline(always)]
            fn or(self, other: Self) -> Self {
                $name(unsafe { $or(self.0, other.0) })
            }

            #[inline(always)]
            fn xor(self, other: Self) -> Self {
                $name(unsafe { $xor(self.0, other.0) })
            }

            #[inline(always)]
            fn without(self, other: Self) -> Self {
                $name(unsafe { $andnot(other.0, self.0) })
            }

            #[inline(always)]
            fn shift_left(self, by: u32) -> Self {
                $name(unsafe { $left(self.0, _mm_cvtsi32_si128(by as i32)) })
            }

            #[inline(always)]
            fn shift_right(self, by: u32) -> Self {
                $name(unsafe { $right(self.0, _mm_cvtsi32_si128(by as i32)) })
            }

            $(
            ternary!($name $ternary: and3 0x80, or3 0xfe, xor3 0x96, majority 0xe8, or_and 0xf8,
                without2 0x10, without_both 0x70, or_xor 0xf6, and_or_not 0xd0, exceeds 0xb2, select 0xca);

            #[inline(always)]
            fn or_not(self, b: Self) -> Self {
                $name(unsafe { $ternary::<0xf3>(self.0, b.0, b.0) })
            }

            #[inline(always)]
            fn swap(a: Self, b: Self, by: u32, low: Self) -> (Self, Self) {
                (low.select(a, b.shift_left(by)), low.select(a.shift_right(by), b))
            }
            )?
        }
    };
}

/// Defines operations on three vectors by their truth tables.
macro_rules! ternary {
    ($name:ident $ternary:ident: $($operation:ident $table:literal),*) => {
        $(
            #[inline(always)]
            fn $operation(self, b: Self, c: Self) -> Self {
                $name(unsafe { $ternary::<$table>(self.0, b.0, c.0) })
            }
        )*
    };
}

vector!(
    Avx512(__m512i) requires Avx512, 8 words:
    _mm512_setzero_si512 _mm512_set1_epi64 _mm512_and_si512 _mm512_or_si512 _mm512_xor_si512 _mm512_andnot_si512
    _mm512_sll_epi64 _mm512_srl_epi64, _mm512_ternarylogic_epi64
);
vector!(
    /// 256 bits, with the operations of AVX-512.
    Avx512Vl(__m256i) requires Avx512Vl, 4 words:
    _mm256_setzero_si256 _mm256_set1_epi64x _mm256_and_si256 _mm256_or_si256 _mm256_xor_si256 _mm256_andnot_si256
    _mm256_sll_epi64 _mm256_srl_epi64, _mm256_ternarylogic_epi64
);
vector!(
    Avx2(__m256i) requires Avx2, 4 words:
    _mm256_setzero_si256 _mm256_set1_epi64x _mm256_and_si256 _mm256_or_si256 _mm256_xor_si256 _mm256_andnot_si256
    _mm256_sll_epi64 _mm256_srl_epi64
);
vector!(
    Sse2(__m128i) requires Baseline, 2 words:
    _mm_setzero_si128 _mm_set1_epi64x _mm_and_si128 _mm_or_si128 _mm_xor_si128 _mm_andnot_si128
    _mm_sll_epi64 _mm_srl_epi64
);
