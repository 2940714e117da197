//! An entry of the history: a run as one small file.

use std::path::Path;

use corpus::{
    digest::hex,
    error::{Error, Result},
    tool::Tool,
};
use pass::external::External;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use stats::RunValue;

use crate::{
    compare::FEWEST_ROUNDS,
    record::{
        Conditions, Lock, LockedStrategy, MANIFEST, Machine, Manifest, Record, Results, Revision, SCHEMA_VERSION,
        StrategySummary, check_names,
    },
};

/// A run; FORMAT.md defines the keys.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Entry {
    pub schema_version: u32,
    #[serde(flatten)]
    pub revision: Option<Revision>,
    pub label: Option<String>,
    pub started: String,
    pub rounds: u32,
    pub tool: EntryTool,
    pub machine: EntryMachine,
    pub threads: usize,
    pub simd: String,
    pub control: u32,
    pub block_size: Option<usize>,
    pub conditions: Conditions,
    pub strategies: Vec<EntryStrategy>,
    /// The digest of the corpora and the limits. Only runs of the same work are compared.
    #[serde(skip)]
    pub work: String,
}

/// The program that measured. Its revision is left out: the history is mostly that of another program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EntryTool {
    pub version: String,
    pub rustc: String,
    pub target: String,
    pub profile: String,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct EntryMachine {
    /// Runs of one class have comparable latencies; `None` if the processor is unknown and the machine was not named.
    pub class: Option<String>,
    /// The name that the user gave the machine.
    pub name: Option<String>,
    #[serde(flatten)]
    pub machine: Machine,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct EntryStrategy {
    #[serde(flatten)]
    pub locked: LockedStrategy,
    /// The version of an engine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    pub amortised: bool,
    pub latency: Option<EntryLatency>,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct EntryLatency {
    #[serde(flatten)]
    pub value: RunValue,
    /// The quantiles and the mean, for people; in nanoseconds.
    pub p50_ns: Option<u64>,
    pub p99_ns: Option<u64>,
    pub mean_ns: Option<f64>,
}

impl Entry {
    /// Describes a run made at a commit, on a machine that may have a name. Returns an error if the run has no counts that may be locked, as
    /// [`Lock::of`] says.
    pub fn of(results: &Results, record: &Record, revision: Option<Revision>, machine: Option<&str>) -> Result<Entry> {
        let manifest = &record.manifest;
        let counts: Vec<_> = record.summary.strategies.iter().map(|strategy| strategy.counts).collect();
        let lock = Lock::of(manifest, &counts)?;
        let latencies = latencies(record);
        let described = manifest.strategies.iter().zip(lock.strategies).zip(latencies);
        let strategies = described.map(|((strategy, locked), latency)| EntryStrategy {
            locked,
            version: strategy.external.as_ref().map(|external: &External| external.version.clone()),
            amortised: strategy.amortised,
            latency,
        });
        let Tool { version, rustc, target, profile, .. } = manifest.tool.clone();
        let entry = Entry {
            schema_version: SCHEMA_VERSION,
            revision,
            label: manifest.label.clone(),
            started: manifest.started.clone(),
            rounds: manifest.rounds_complete,
            tool: EntryTool { version, rustc, target, profile },
            machine: EntryMachine {
                class: machine_class(manifest, machine),
                name: machine.map(String::from),
                machine: manifest.machine.clone(),
            },
            threads: manifest.threads,
            simd: manifest.simd.clone(),
            control: manifest.control,
            block_size: manifest.block_size,
            work: String::new(),
            conditions: lock.conditions,
            strategies: strategies.collect(),
        };
        entry.checked(&results.path().join(MANIFEST)).map(|(entry, _)| entry)
    }

    /// Returns the name of the entry's file: the commit, the start of the run, and a digest of `text`, its content.
    pub fn file_name(&self, text: &str) -> String {
        let commit = self.commit().map_or("none", |commit| &commit[..12]);
        let dirty = if self.is_dirty() { "-dirty" } else { "" };
        // 2026-11-28T12:00:00.000Z is 20261128T120000Z.
        let digits = self.started.chars().take(19).filter(|c| c.is_ascii_alphanumeric());
        format!("{commit}{dirty}-{}Z-{}.json", digits.collect::<String>(), content_digest(text))
    }

    /// Checks an entry that was read from this path. Returns the entry without its impossible latencies, and a warning for each.
    pub fn checked(mut self, path: &Path) -> Result<(Entry, Vec<String>)> {
        let malformed = |reason| Err(Error::malformed(path, 0, reason));
        if self.revision.as_ref().is_some_and(|revision| !revision.has_ids()) {
            return malformed("names no commit: changed by hand");
        }
        check_names(path, self.strategies.iter().map(|own| own.locked.strategy.as_str()))?;
        let is_plain = |text: &str| text.bytes().all(|byte| byte.is_ascii_alphanumeric());
        let digests = self.strategies.iter().map(|own| own.locked.digest.as_str()).chain(self.machine.class.as_deref());
        if !digests.into_iter().all(is_plain) || humantime::parse_rfc3339(&self.started).is_err() {
            return malformed("has a digest or a time that is none: changed by hand");
        }
        self.work = work_of(&self.conditions);
        let mut warnings = Vec::new();
        for own in &mut self.strategies {
            if own.latency.take_if(|latency| !latency.value.is_plausible()).is_some() {
                let name = &own.locked.strategy;
                warnings.push(format!("{}: the latency of {name} is impossible, and is left out", path.display()));
            }
        }
        Ok((self, warnings))
    }

    /// Returns true if a corpus of the run has this path or this file name.
    pub fn has_corpus(&self, name: &str) -> bool {
        let is_named = |path: &str| path == name || path.rsplit(['/', '\\']).next() == Some(name);
        self.conditions.corpora.iter().any(|file| is_named(&file.path))
    }

    /// Returns true if both runs did the same work on machines of the same class.
    pub fn is_comparable(&self, other: &Entry) -> bool {
        self.machine.class.is_some() && other.machine.class == self.machine.class && other.work == self.work
    }

    /// Returns true if a run with all that `like` has need not be made again: it has the strategies, and latencies if `like` has some.
    pub fn covers(&self, like: &Entry) -> bool {
        let has = |wanted: &EntryStrategy| {
            let own = self.strategy(&wanted.locked.strategy);
            own.is_some_and(|own| own.latency.is_some() || wanted.latency.is_none())
        };
        self.is_comparable(like) && !self.is_dirty() && like.strategies.iter().all(has)
    }

    /// Returns by which share the machine was slower than usual in the `runs` of the history, if it was busy.
    pub fn busy_by(&self, runs: &[Entry]) -> Option<f64> {
        let control = |entry: &Entry| Some(entry.strategies.iter().find_map(|own| own.latency)?.value.ln_control);
        let mut usual: Vec<f64> = runs.iter().filter(|other| self.is_comparable(other)).filter_map(control).collect();
        let excess = control(self)? - stats::median(&mut usual)?;
        (excess > stats::change_points::BUSY_EXCESS).then(|| excess.exp_m1())
    }

    pub fn commit(&self) -> Option<&str> {
        self.revision.as_ref().map(|revision| revision.commit.as_str())
    }

    /// Returns how a run is named among others: its label, or else `name`, with the commit.
    pub fn named(&self, name: &str) -> String {
        let name = self.label.as_deref().unwrap_or(name);
        let dirty = if self.is_dirty() { ", changed" } else { "" };
        self.commit().map_or(name.into(), |commit| format!("{name} ({}{dirty})", &commit[..7]))
    }

    /// Returns what tells the commits of a history apart: the id of the commit, or the start of a run without one.
    pub fn id(&self) -> &str {
        self.commit().unwrap_or(&self.started)
    }

    /// Returns the time of the commit, or of a run without one.
    pub fn time(&self) -> &str {
        self.revision.as_ref().map_or(&self.started, |revision| &revision.commit_time)
    }

    pub fn is_dirty(&self) -> bool {
        self.revision.as_ref().is_some_and(|revision| revision.dirty)
    }

    pub fn strategy(&self, name: &str) -> Option<&EntryStrategy> {
        self.strategies.iter().find(|strategy| strategy.locked.strategy == name)
    }

    /// Returns the conditions other than the commit that differ from those of an earlier run, each as a part of a sentence.
    pub fn changed_conditions(&self, before: &Entry, strategy: &str) -> Vec<String> {
        let facts = |entry: &Entry| {
            let version = entry.strategy(strategy).and_then(|own| own.version.clone());
            [
                ("the version of sudoku-bench", entry.tool.version.clone()),
                ("the compiler of sudoku-bench", entry.tool.rustc.clone()),
                ("the version of the engine", version.unwrap_or("unknown".into())),
                ("the number of rounds", entry.rounds.to_string()),
            ]
        };
        let differ = facts(before).into_iter().zip(facts(self)).filter(|(before, after)| before != after);
        differ.map(|((name, before), (_, after))| format!("{name} changed from {before} to {after}")).collect()
    }
}

fn work_of(conditions: &Conditions) -> String {
    let mut conditions = conditions.clone();
    // With several files, a puzzle's name contains the path of its file.
    if let [file] = &mut conditions.corpora[..] {
        file.path.clear();
    }
    digest_of(&serde_json::to_string(&conditions).expect("plain data"))[..16].into()
}

/// Returns the digest that names a file by its content.
pub fn content_digest(text: &str) -> String {
    digest_of(text)[..8].into()
}

fn digest_of(text: &str) -> String {
    hex(&Sha256::digest(text))
}

/// Returns a digest of the facts of a machine that do not change between two boots, and of the conditions of a measurement. A user's
/// name for the machine replaces the id and the number of the processors. `None` if the machine has no name, and its processor is unknown.
fn machine_class(manifest: &Manifest, name: Option<&str>) -> Option<String> {
    let Machine { cpu_id, cpus, os, arch, .. } = &manifest.machine;
    let cpus = cpus.to_string();
    let (processor, processors) = match name {
        Some(name) => (name, ""),
        None => (cpu_id.as_deref()?, &*cpus),
    };
    let block_size = manifest.block_size.map_or(String::new(), |size| size.to_string());
    let facts = [
        "v1",
        processor,
        os,
        arch,
        &manifest.threads.to_string(),
        &manifest.simd,
        &manifest.tool.target,
        &manifest.tool.profile,
        &manifest.control.to_string(),
        &block_size,
        processors,
    ];
    Some(digest_of(&facts.map(|fact| format!("{fact}\n")).concat())[..12].into())
}

/// Returns the latency of each strategy; `None` for all if the run has fewer than [`FEWEST_ROUNDS`] rounds or was made on several
/// machines.
fn latencies(record: &Record) -> Vec<Option<EntryLatency>> {
    let manifest = &record.manifest;
    let is_kept = manifest.rounds_complete >= FEWEST_ROUNDS && manifest.is_of_one_machine();
    let latency = |(index, strategy): (usize, &StrategySummary)| {
        Some(EntryLatency {
            value: record.rounds.value(index).filter(|_| is_kept)?,
            p50_ns: strategy.latency_p50_ns,
            p99_ns: strategy.latency_p99_ns,
            mean_ns: strategy.latency_mean_ns,
        })
    };
    record.summary.strategies.iter().enumerate().map(latency).collect()
}
