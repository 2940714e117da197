//! What a run was measured on.

use std::{fs, thread};

use serde::{Deserialize, Serialize};

/// A machine, as far as it decides whether two latencies can be compared.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Machine {
    /// The processor's name.
    pub cpu: Option<String>,
    /// Vendor, family, model and stepping, which tell apart what shares a name.
    pub cpu_id: Option<String>,
    /// Processors that this process may use.
    pub cpus: usize,
    /// Operating system.
    pub os: String,
    /// Architecture.
    pub arch: String,
}

impl Machine {
    /// This machine. What the system does not tell is none.
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
