//! The instruction sets that a strategy may be compiled for, detected at run time.

mod available;

use std::{fmt, str::FromStr};

pub use available::Available;

/// An instruction set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Simd {
    /// AVX-512 with BW and VL: 512 bits.
    Avx512,
    /// The same instructions on 256 bits: faster on processors that work on 512 bits in two halves.
    Avx512Vl,
    Avx2,
    /// The instruction set of every processor of the target, such as SSE2 or NEON: 128 bits.
    Baseline,
    /// Words of 64 bits, without vector instructions.
    Scalar,
}

impl Simd {
    /// All instruction sets, the widest first.
    pub const ALL: [Simd; 5] = [Simd::Avx512, Simd::Avx512Vl, Simd::Avx2, Simd::Baseline, Simd::Scalar];

    /// Returns the fastest instruction set that this processor has: the widest, unless the processor works on it in two halves.
    pub fn detect() -> Simd {
        let is_whole = |&simd: &Simd| simd != Simd::Avx512 || !has_halves();
        Simd::available().find(is_whole).unwrap_or(Simd::Scalar)
    }

    /// Returns the instruction sets that this processor has, the widest first.
    ///
    /// ```
    /// use sudoku_bench_grid::simd::Simd;
    ///
    /// assert_eq!(Simd::available().last(), Some(Simd::Scalar));
    /// ```
    pub fn available() -> impl Iterator<Item = Simd> {
        Simd::ALL.into_iter().filter(|simd| simd.is_available())
    }

    pub fn is_available(self) -> bool {
        match self {
            #[cfg(target_arch = "x86_64")]
            Simd::Avx512 | Simd::Avx512Vl => {
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
            Simd::Avx512 | Simd::Avx512Vl | Simd::Avx2 => false,
            Simd::Baseline | Simd::Scalar => true,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Simd::Avx512 => "avx512",
            Simd::Avx512Vl => "avx512vl",
            Simd::Avx2 => "avx2",
            Simd::Baseline => "baseline",
            Simd::Scalar => "scalar",
        }
    }
}

/// Returns true if a processor that has AVX-512 works on 512 bits in two halves, as AMD's Zen 4 does. Of the processors with
/// AVX-512, only AMD's have SSE4a, and its later ones also VP2INTERSECT.
fn has_halves() -> bool {
    #[cfg(target_arch = "x86_64")]
    return is_x86_feature_detected!("sse4a") && !is_x86_feature_detected!("avx512vp2intersect");
    #[cfg(not(target_arch = "x86_64"))]
    false
}

impl fmt::Display for Simd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Simd {
    type Err = String;

    /// Parses the name of an instruction set that this processor has, or `auto` for the fastest.
    fn from_str(text: &str) -> Result<Simd, String> {
        match Simd::ALL.into_iter().find(|simd| simd.name() == text) {
            Some(simd) if simd.is_available() => Ok(simd),
            Some(simd) => Err(format!("this processor has {}, but not {simd}", names_of(Simd::available()))),
            None if text == "auto" => Ok(Simd::detect()),
            None => Err(format!("the instruction sets are auto, {}", names_of(Simd::ALL.into_iter()))),
        }
    }
}

fn names_of(sets: impl Iterator<Item = Simd>) -> String {
    sets.map(Simd::name).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_available_sets_parse() {
        assert_eq!("auto".parse(), Ok(Simd::detect()));
        for simd in Simd::ALL {
            assert_eq!(simd.name().parse().ok(), simd.is_available().then_some(simd));
        }
        let error = "sse9".parse::<Simd>().unwrap_err();
        assert_eq!(error, "the instruction sets are auto, avx512, avx512vl, avx2, baseline, scalar");
    }

    /// The kernel's list of processor features is independent of the detection in the standard library.
    #[test]
    #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
    fn detection_agrees_with_the_kernel() {
        let text = std::fs::read_to_string("/proc/cpuinfo").unwrap();
        let flags = text.lines().find(|line| line.starts_with("flags")).unwrap();
        let has = |names: &[&str]| names.iter().all(|name| flags.split_whitespace().any(|flag| flag == *name));
        let avx2 = has(&["avx2", "bmi1", "bmi2", "abm", "popcnt"]);
        assert_eq!(Simd::Avx2.is_available(), avx2);
        assert_eq!(Simd::Avx512.is_available(), avx2 && has(&["avx512f", "avx512bw", "avx512vl"]));
    }
}
