//! An instruction set as a proof that the processor has it, and calls of code that is compiled for it.
//!
//! A function with a `#[target_feature]` may be called only on a processor that has the feature. The compiler cannot
//! check the calls here; [`Available::new`] does.

use super::Simd;

/// An instruction set that this processor has.
#[derive(Clone, Copy)]
pub struct Available(Simd);

impl Available {
    /// Returns the instruction set.
    ///
    /// # Panics
    ///
    /// Panics if this processor does not have it.
    pub fn new(simd: Simd) -> Available {
        assert!(simd.is_available(), "this processor has no {simd}");
        Available(simd)
    }

    pub fn simd(self) -> Simd {
        self.0
    }

    /// Calls a function that is compiled for the instruction set, with all that is inlined into it.
    #[allow(unsafe_code)]
    pub fn run<R>(self, function: impl FnOnce() -> R) -> R {
        match self.0 {
            // SAFETY: `new` checked that this processor has the features of the called function.
            #[cfg(target_arch = "x86_64")]
            Simd::Avx512 | Simd::Avx512Vl => unsafe { avx512(function) },
            #[cfg(target_arch = "x86_64")]
            Simd::Avx2 => unsafe { avx2(function) },
            _ => function(),
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,bmi1,bmi2,lzcnt,popcnt")]
fn avx512<R>(function: impl FnOnce() -> R) -> R {
    function()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn avx2<R>(function: impl FnOnce() -> R) -> R {
    function()
}
