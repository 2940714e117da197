//! `manifest.json`: the program, the corpora, the options and the digests of a run. It is written last: a directory
//! with a manifest is complete.

use std::{collections::BTreeSet, time::SystemTime};

use corpus::{
    error::{Error, Result},
    reader::{BlockSize, Column, Corpus, FileSummary, RandomSample, Shard},
    tool::{self, Tool},
};
use grid::text::Notation;
use pass::{Options, control, external::External};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use solver::strategy::{Entry, Limits};

use super::{CorpusForm, ExtraColumns, Machine, Revision, RoundCount, SCHEMA_VERSION, Session};

/// The manifest; FORMAT.md defines its keys.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// The version of the files of a results directory.
    pub schema_version: u32,
    /// The program that ran.
    pub tool: Tool,
    /// What the user calls the run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// The commit of the working directory, if it is in a repository.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revision: Option<Revision>,
    /// The arguments of the program.
    pub command_line: Vec<String>,
    pub machine: Machine,
    /// Load average over the number of processors at the start of the run; `None` if the system does not report it.
    pub load_per_processor: Option<f64>,
    /// Threads that solved.
    pub threads: usize,
    /// The instruction set.
    pub simd: String,
    /// The input files.
    pub corpora: Vec<FileSummary>,
    /// The form of the first puzzles, if it distorts the counts of a strategy.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub corpus_form: Option<CorpusForm>,
    /// How the grids are written; left out for givens of 9×9.
    #[serde(default, skip_serializing_if = "Notation::is_default")]
    pub notation: Notation,
    /// The column of the puzzle, if it was named.
    pub puzzle_column: Option<Column>,
    /// The column of the corpus' own solution, if it was named.
    pub solution_column: Option<Column>,
    /// The sample of puzzles that was drawn, if any.
    pub sample: Option<RandomSample>,
    /// The part of the corpus that was run, if not all of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
    /// Puzzles in a block, if a block was read.
    pub block_size: Option<usize>,
    /// The strategies, in the order of the command line.
    pub strategies: Vec<StrategyManifest>,
    /// The strategy that speed-ups are over; `None` stands for the fastest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reference: Option<String>,
    /// Version of the control.
    pub control: u32,
    /// SHA-256 of `blocks.csv`, in hexadecimal.
    pub blocks_sha256: String,
    /// SHA-256 of `profile.csv`, in hexadecimal, if the run kept profiles.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub profile_sha256: Option<String>,
    /// The limits of the search of one puzzle.
    pub limits: LimitsManifest,
    /// The options by which all sessions of the run agree, each under the name of its argument.
    pub options: Map<String, Value>,
    /// Rounds that were requested; with `--rounds auto`, rounds that were begun.
    pub rounds: u32,
    /// Rounds that reached the end of the corpus.
    pub rounds_complete: u32,
    /// Start of the run, as in RFC 3339.
    pub started: String,
    /// End of the run, as in RFC 3339.
    pub finished: String,
    /// True if the run ended before its last round was complete.
    pub interrupted: bool,
    /// The sessions of a run that was resumed, or the runs of merged results; empty otherwise.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sessions: Vec<Session>,
}

/// What a run measures, and how: the one specification of a benchmark.
#[derive(Clone, Debug)]
pub struct RunOptions {
    pub corpus: Corpus,
    /// The strategies, their limits, and the machine's resources.
    pub pass: Options,
    /// Passes over the corpus.
    pub rounds: RoundCount,
    /// True if `puzzles.csv` has the cells of each puzzle.
    pub givens: bool,
    /// The index of the strategy that speed-ups are over; `None` stands for the fastest.
    pub reference: Option<usize>,
    /// What the user calls the run.
    pub label: Option<String>,
    /// The commit at which the run is made.
    pub revision: Option<Revision>,
}

/// Returns the index of the strategy that `--reference` names. Returns an error if none of `strategies` has this name.
pub fn find_reference(name: &str, strategies: &[&str]) -> Result<usize> {
    strategies.iter().position(|other| *other == name).ok_or_else(|| {
        let names = strategies.join(", ");
        Error::Usage(format!("--reference {name} is none of the strategies of the run: {names}"))
    })
}

impl RunOptions {
    /// The options of one round over a corpus.
    pub fn new(corpus: Corpus, pass: Options) -> RunOptions {
        RunOptions {
            corpus,
            pass,
            rounds: RoundCount::Fixed(1),
            givens: false,
            reference: None,
            label: None,
            revision: None,
        }
    }

    /// Returns the columns of `puzzles.csv` on request.
    pub fn extra_columns(&self) -> ExtraColumns {
        ExtraColumns { profile: self.pass.profile, givens: self.givens }
    }

    /// Returns the options by which two sessions of a run must agree, each under the name of its argument. They may differ in
    /// what depends on the machine: the number of threads and the instruction set.
    pub fn identity(&self) -> Map<String, Value> {
        let Corpus { files, layout, strict, block_size, .. } = &self.corpus;
        let limits = LimitsManifest::new(self.pass.max_solutions, self.pass.limits);
        let strategies: Vec<_> = self.pass.strategies.iter().map(|entry| &entry.name).collect();
        let files: Vec<_> = files.iter().map(|file| file.to_string_lossy()).collect();
        let delimiter = layout.delimiter.map(char::from);
        let fixed = match block_size {
            BlockSize::Fixed(size) => Some(size),
            BlockSize::UpTo(_) | BlockSize::Timed(_) | BlockSize::Slow(_) => None,
        };
        let identity = json!({
            "corpus": files,
            "--strategy": strategies,
            "--max-solutions": limits.max_solutions,
            "--node-limit": limits.nodes,
            "--time-limit": limits.time_ns,
            "--rounds": self.rounds.fixed().map_or(json!("auto"), |rounds| json!(rounds)),
            "--block-size": fixed,
            "--with-grids": self.givens,
            "--sample": self.corpus.sample,
            "--shard": self.corpus.shard,
            "--puzzle-column": self.corpus.puzzle_column,
            "--solution-column": self.corpus.solution_column,
            "--layout": layout.layout.map(|layout| layout.name),
            "--delimiter": delimiter,
            "--no-header": layout.no_header,
            "--pad-zeros": self.corpus.pad_zeros,
            "--strict": strict,
        });
        let Value::Object(mut identity) = identity else { unreachable!("an object was created") };
        if let Some(offset) = layout.offset {
            identity.insert("--offset".into(), json!(offset));
        }
        if !self.corpus.notation.is_default() {
            identity.insert("--shape".into(), json!(self.corpus.notation));
        }
        if self.pass.profile {
            identity.insert("--profile".into(), json!(true));
        }
        for entry in &self.pass.strategies {
            // Another version of an engine is another strategy.
            if let Some(external) = External::of(entry) {
                identity.insert(format!("version of {}", entry.name), json!(external.version));
                if let Some(revision) = &self.revision {
                    identity.insert("the commit".into(), json!(revision.commit));
                }
            }
        }
        identity
    }

    /// Checks that a run with these options is one with the recorded options. Returns an error that names the options
    /// that differ.
    pub fn check_same(&self, recorded: &Map<String, Value>) -> Result<()> {
        let now = self.identity();
        let names: BTreeSet<_> = recorded.keys().chain(now.keys()).collect();
        let differ = names.into_iter().filter(|name| recorded.get(*name) != now.get(*name));
        let differences: Vec<_> = differ
            .map(|name| format!("{name} was {} and is now {}", value_of(recorded, name), value_of(&now, name)))
            .collect();
        if differences.is_empty() {
            return Ok(());
        }
        Err(Error::Usage(format!("cannot resume a run with other options: {}", differences.join("; "))))
    }
}

fn value_of(options: &Map<String, Value>, name: &str) -> String {
    options.get(name).map_or("none".into(), Value::to_string)
}

impl Manifest {
    /// Returns the arguments of this program.
    pub fn this_command_line() -> Vec<String> {
        tool::arguments().into_iter().skip(1).map(|arg| arg.to_string_lossy().into_owned()).collect()
    }

    /// Returns the sessions of the run: one if it was neither resumed nor merged.
    pub fn all_sessions(&self) -> Vec<Session> {
        if !self.sessions.is_empty() {
            return self.sessions.clone();
        }
        let Manifest { started, machine, threads, simd, .. } = self.clone();
        vec![Session { started, machine, threads, simd }]
    }

    /// Returns true if all sessions of the run had the same machine, threads and instruction set.
    pub fn is_of_one_machine(&self) -> bool {
        self.sessions.windows(2).all(|pair| pair[0].is_like(&pair[1]))
    }

    /// Returns the columns of `puzzles.csv` on request.
    pub fn extra_columns(&self) -> ExtraColumns {
        let is_set = |option: &str| self.options.get(option).is_some_and(|value| value == true);
        ExtraColumns { profile: is_set("--profile"), givens: is_set("--with-grids") }
    }

    /// Creates the manifest of a run, without its measurements. `load` is the load average over the number of processors at
    /// the start of the run.
    pub fn new(options: &RunOptions, started: SystemTime, load: Option<f64>) -> Manifest {
        Manifest {
            schema_version: SCHEMA_VERSION,
            tool: Tool::this(),
            label: options.label.clone(),
            revision: options.revision.clone(),
            command_line: Manifest::this_command_line(),
            machine: Machine::this(),
            load_per_processor: load,
            threads: options.pass.threads,
            simd: options.pass.simd.name().into(),
            corpora: Vec::new(),
            corpus_form: None,
            notation: options.corpus.notation,
            puzzle_column: options.corpus.puzzle_column.clone(),
            solution_column: options.corpus.solution_column.clone(),
            sample: options.corpus.sample,
            shard: options.corpus.shard,
            block_size: None,
            strategies: options.pass.strategies.iter().map(StrategyManifest::of).collect(),
            reference: options.reference.map(|index| options.pass.strategies[index].name.to_string()),
            control: control::VERSION,
            blocks_sha256: String::new(),
            profile_sha256: None,
            limits: LimitsManifest::new(options.pass.max_solutions, options.pass.limits),
            options: options.identity(),
            rounds: options.rounds.fixed().unwrap_or(0),
            rounds_complete: 0,
            started: humantime::format_rfc3339_millis(started).to_string(),
            finished: String::new(),
            interrupted: false,
            sessions: Vec::new(),
        }
    }
}

/// A strategy of the run; FORMAT.md defines its keys.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct StrategyManifest {
    pub name: String,
    /// True if the strategy finds every solution.
    pub complete: bool,
    /// True if a puzzle's latency is its share of the block's time.
    pub amortised: bool,
    /// The description of an external engine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub external: Option<External>,
    /// SHA-256 of the strategy's rows in `puzzles.csv`, without the last column, in hexadecimal.
    pub digest: String,
}

impl StrategyManifest {
    /// Returns the description of a strategy, without a digest.
    pub fn of(entry: &Entry) -> StrategyManifest {
        StrategyManifest {
            name: entry.name.to_string(),
            complete: entry.complete,
            amortised: entry.amortised,
            external: External::of(entry).cloned(),
            digest: String::new(),
        }
    }
}

/// The limits of the search of one puzzle; `None` means no limit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LimitsManifest {
    /// Number of solutions at which a search stops.
    pub max_solutions: Option<u64>,
    /// Largest number of nodes.
    pub nodes: Option<u64>,
    /// Longest time in nanoseconds.
    pub time_ns: Option<u64>,
}

impl LimitsManifest {
    fn new(max_solutions: u64, limits: Limits) -> LimitsManifest {
        LimitsManifest {
            max_solutions: bound_of(max_solutions),
            nodes: bound_of(limits.nodes),
            time_ns: limits.time.map(|time| u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)),
        }
    }
}

fn bound_of(limit: u64) -> Option<u64> {
    (limit < u64::MAX).then_some(limit)
}
