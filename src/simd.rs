//! The instruction sets that a strategy may be compiled for, told apart when the program runs.

use std::{fmt, str::FromStr};

/// An instruction set, with the number of 16-bit lanes that its vectors have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Simd {
    /// AVX-512 with BW: 32 lanes.
    Avx512,
    /// AVX2: 16 lanes.
    Avx2,
    /// What every processor of the target has, such as SSE2 or NEON: 8 lanes.
    Baseline,
    /// One lane.
    Scalar,
}

impl Simd {
    /// All of them, the widest first.
    pub const ALL: [Simd; 4] = [Simd::Avx512, Simd::Avx2, Simd::Baseline, Simd::Scalar];

    /// The widest that this processor has.
    pub fn detect() -> Simd {
        Simd::available().next().unwrap_or(Simd::Scalar)
    }

    /// Those that this processor has, the widest first.
    pub fn available() -> impl Iterator<Item = Simd> {
        Simd::ALL.into_iter().filter(|simd| simd.is_available())
    }

    /// Whether this processor has it.
    pub fn is_available(self) -> bool {
        match self {
            #[cfg(target_arch = "x86_64")]
            Simd::Avx512 => {
                is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512vl")
                    && Simd::Avx2.is_available()
            }
            #[cfg(target_arch = "x86_64")]
            Simd::Avx2 => {
                is_x86_feature_detected!("avx2")
                    && is_x86_feature_detected!("bmi1")
                    && is_x86_feature_detected!("bmi2")
                    && is_x86_feature_detected!("lzcnt")
                    && is_x86_feature_detected!("popcnt")
            }
            #[cfg(not(target_arch = "x86_64"))]
            Simd::Avx512 | Simd::Avx2 => false,
            Simd::Baseline | Simd::Scalar => true,
        }
    }

    /// The name on the command line and in the manifest.
    pub fn name(self) -> &'static str {
        match self {
            Simd::Avx512 => "avx512",
            Simd::Avx2 => "avx2",
            Simd::Baseline => "baseline",
            Simd::Scalar => "scalar",
        }
    }
}

impl fmt::Display for Simd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Simd {
    type Err = String;

    /// The instruction set of that name, `auto` for the widest, if this processor has it.
    fn from_str(text: &str) -> Result<Simd, String> {
        let names = |sets: &mut dyn Iterator<Item = Simd>| sets.map(Simd::name).collect::<Vec<_>>().join(", ");
        match Simd::ALL.into_iter().find(|simd| simd.name() == text) {
            Some(simd) if simd.is_available() => Ok(simd),
            Some(simd) => Err(format!("this processor has {}, but not {simd}", names(&mut Simd::available()))),
            None if text == "auto" => Ok(Simd::detect()),
            None => Err(format!("the instruction sets are auto, {}", names(&mut Simd::ALL.into_iter()))),
        }
    }
}
