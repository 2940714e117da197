//! `engines.toml`: the engines, and how to run them.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    time::Duration,
};

use serde::{Deserialize, Deserializer, de};

use super::{shapes::Shapes, words::Words};
use crate::external::{External, LatencyClock};
use corpus::error::{Error, Result};

pub const ENGINES_FILE: &str = "engines.toml";

/// The time that an engine has for an answer, unless its description says otherwise.
const TIMEOUT: Duration = Duration::from_secs(60);

#[derive(Clone, Debug)]
pub struct Engines {
    pub path: PathBuf,
    pub engines: Vec<Config>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Protocol {
    /// A line for every puzzle on standard input, and a line for every answer on standard output.
    #[default]
    Puzzles,
    /// A list of puzzles on standard input or as a file, and a list of solutions on standard output: one process for each
    /// block of puzzles.
    Lines,
}

/// The description of an engine; ENGINES.md defines its keys.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// The name: lower-case letters, digits and hyphens.
    pub name: String,
    /// The version, or the command that prints it in its first line.
    pub version: Words,
    /// The command that builds the engine; empty if there is nothing to build.
    #[serde(default)]
    pub build: Vec<String>,
    pub run: Vec<String>,
    /// The directory in which the commands run, relative to the directory of the file.
    #[serde(default)]
    pub directory: PathBuf,
    #[serde(default)]
    pub environment: BTreeMap<String, String>,
    #[serde(default)]
    pub protocol: Protocol,
    #[serde(default)]
    pub shapes: Shapes,
    /// True if the engine reads its limits from a line before the puzzles.
    #[serde(default)]
    pub settings: bool,
    #[serde(default)]
    pub clock: LatencyClock,
    /// The longest time that it may take for an answer, or for a list.
    #[serde(default = "default_timeout", deserialize_with = "duration")]
    pub timeout: Duration,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    engine: Vec<Config>,
}

fn default_timeout() -> Duration {
    TIMEOUT
}

fn duration<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
    humantime::parse_duration(&String::deserialize(deserializer)?).map_err(de::Error::custom)
}

impl Engines {
    /// Reads a file. Returns an error if the file is malformed, with the line.
    pub fn open(path: &Path) -> Result<Engines> {
        let text = fs::read_to_string(path).map_err(Error::io(path, "read"))?;
        let File { engine: mut engines } = toml::from_str(&text).map_err(|error| {
            let line = error.span().map_or(0, |span| text[..span.start].matches('\n').count() as u64 + 1);
            Error::malformed(path, line, error.message().trim())
        })?;
        let directory = path.parent().unwrap_or(Path::new(""));
        for index in 0..engines.len() {
            let name = engines[index].name.clone();
            if let Some(reason) = engines[index].defect() {
                return Err(Error::malformed(path, 0, format!("engine {name:?}: {reason}")));
            }
            if engines[..index].iter().any(|other| other.name == name) {
                return Err(Error::malformed(path, 0, format!("two engines have the name {name}")));
            }
            // Commands run in this directory, so its path must not be relative to the working directory.
            let joined = directory.join(&engines[index].directory);
            let joined = if joined.as_os_str().is_empty() { PathBuf::from(".") } else { joined };
            engines[index].directory = fs::canonicalize(&joined).map_err(Error::io(joined, "find"))?;
        }
        Ok(Engines { path: path.into(), engines })
    }

    /// Reads the file beside the first corpus, or the one in the working directory.
    pub fn find(corpora: &[PathBuf]) -> Result<Engines> {
        let beside = corpora.first().and_then(|corpus| corpus.parent()).map(|directory| directory.join(ENGINES_FILE));
        let found = beside.into_iter().chain([PathBuf::from(ENGINES_FILE)]).find(|path| path.is_file());
        let path = found.ok_or_else(|| {
            let beside = if corpora.is_empty() { "" } else { "beside the corpus or " };
            Error::Usage(format!("no {ENGINES_FILE} {beside}in the working directory; --engines FILE names another"))
        })?;
        Engines::open(&path)
    }

    /// Returns the engine with this name. Returns an error with the names of all engines if there is none.
    pub fn engine(&self, name: &str) -> Result<&Config> {
        self.engines.iter().find(|engine| engine.name == name).ok_or_else(|| {
            Error::Usage(format!("{}: no engine is named {name}; there are {}", self.path.display(), self.names()))
        })
    }

    fn names(&self) -> String {
        self.engines.iter().map(|engine| engine.name.as_str()).collect::<Vec<_>>().join(", ")
    }
}

impl Config {
    fn defect(&self) -> Option<&'static str> {
        if !External::is_plain(&self.name) {
            return Some("a name has lower-case letters, digits and hyphens");
        }
        let has_version = match &self.version {
            Words::One(text) => !text.trim().is_empty(),
            Words::List(words) => !words.is_empty(),
        };
        match (self.protocol, self.settings, self.clock) {
            _ if !has_version => Some("`version` is empty; without a version, nothing is measured"),
            _ if self.run.is_empty() => Some("`run` is empty"),
            (Protocol::Lines, true, _) => Some("the protocol `lines` has no settings"),
            (Protocol::Lines, _, LatencyClock::Own) => Some("the protocol `lines` has no latencies of its own"),
            _ => None,
        }
    }
}
