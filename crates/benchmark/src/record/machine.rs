//! The machine on which a run was measured, and its sessions.

use std::{fs, thread};

use pass::Options;
use serde::{Deserialize, Serialize};
use stats::significant;

/// A machine, as far as it matters for comparing latencies; fields are `None` if the system does not report them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Machine {
    pub cpu: Option<String>,
    /// Vendor, family, model and stepping, which distinguish processors of the same name.
    pub cpu_id: Option<String>,
    /// Processors that this process may use.
    pub cpus: usize,
    pub os: String,
    pub arch: String,
}

impl Machine {
    pub fn this() -> Machine {
        let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let field = |name: &str| {
            let mut fields = info.lines().filter_map(|line| line.split_once(':'));
            fields.find(|(key, _)| key.trim() == name).map(|(_, value)| value.trim().to_string())
        };
        let id = ["vendor_id", "cpu family", "model", "stepping"].map(field);
        Machine {
            cpu: field("model name"),
            cpu_id: id.into_iter().collect::<Option<Vec<_>>>().map(|id| id.join("-")),
            cpus: thread::available_parallelism().map_or(1, usize::from),
            os: std::env::consts::OS.into(),
            arch: std::env::consts::ARCH.into(),
        }
    }
}

/// A session of a run that was resumed, or a part of merged results.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Session {
    pub started: String,
    pub machine: Machine,
    pub threads: usize,
    pub simd: String,
}

impl Session {
    pub fn now(options: &Options) -> Session {
        Session {
            started: humantime::format_rfc3339_millis(pass::now()).to_string(),
            machine: Machine::this(),
            threads: options.threads,
            simd: options.simd.name().into(),
        }
    }

    /// Returns true if the other session had the same machine, threads and instruction set.
    pub fn is_like(&self, other: &Session) -> bool {
        (&self.machine, self.threads, &self.simd) == (&other.machine, other.threads, &other.simd)
    }
}

/// Returns the load average of the last minute over the number of processors of the machine, which may be more than this
/// process may use. `None` if the system does not report it.
pub fn load_per_processor() -> Option<f64> {
    let load: f64 = fs::read_to_string("/proc/loadavg").ok()?.split(' ').next()?.parse().ok()?;
    let info = fs::read_to_string("/proc/cpuinfo").ok()?;
    let processors = info.lines().filter(|line| line.split(':').next().unwrap_or("").trim() == "processor").count();
    (processors > 0).then(|| significant(load / processors as f64, 3))
}
