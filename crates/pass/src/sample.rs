//! A sample: one strategy's outcome on one puzzle, and its fields as text.

#![warn(missing_docs)]

use std::fmt;

use corpus::layout::{ColumnSpec, ColumnType};
use serde::{Deserialize, Serialize};

use super::{
    ProfileFields,
    status::{Counts, Status},
};

/// One strategy's outcome on one puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sample {
    /// How the search ended.
    pub status: Status,
    /// Number of solutions found.
    pub solutions: u64,
    /// Values assigned to blanks by the search.
    pub nodes: u64,
    /// Nodes chosen while an untried alternative was left at the same choice point.
    pub guesses: u64,
    /// Assignments undone.
    pub backtracks: u64,
    /// Largest number of assignments on one path.
    pub max_depth: u16,
    /// Wall time of the solve call, or the puzzle's share of its block's time, in nanoseconds; 0 if no strategy ran.
    pub latency_ns: u64,
    /// What the profile of the search shows; `None` unless the pass keeps profiles and the strategy found a solution.
    pub profile: Option<ProfileFields>,
    /// More about a status other than solved. The rows of a record do not hold it.
    pub detail: Detail,
}

/// An integer field of a sample: its column name and meaning, and how it is read and written.
struct Integer {
    name: &'static str,
    about: &'static str,
    get: fn(&Sample) -> u64,
    /// Returns false if the field cannot hold the number.
    set: fn(&mut Sample, u64) -> bool,
}

macro_rules! integers {
    ($($field:ident, $about:literal;)+) => {
        [$(Integer {
            name: stringify!($field),
            about: $about,
            get: |sample| sample.$field.into(),
            set: |sample, n| n.try_into().map(|n| sample.$field = n).is_ok(),
        }),+]
    };
}

/// The columns after the status, in the order of every file. A new column is added at the end.
const INTEGERS: &[Integer] = &integers! {
    solutions, "solutions found, at most `--max-solutions`";
    nodes, "values assigned to blanks by the search";
    guesses, "nodes chosen while an untried alternative was left at the same choice point";
    backtracks, "assignments undone";
    max_depth, "most assignments on one path";
    latency_ns, "wall time of the call in nanoseconds, the smallest of all rounds; 0 if no strategy was run";
};
/// Index of the latency in [`INTEGERS`].
const LATENCY: usize = 5;

impl Sample {
    /// The sample of a puzzle whose givens conflict.
    pub const INVALID: Sample = Sample {
        status: Status::Invalid,
        solutions: 0,
        nodes: 0,
        guesses: 0,
        backtracks: 0,
        max_depth: 0,
        latency_ns: 0,
        profile: None,
        detail: Detail::None,
    };

    /// The sample of a puzzle on which the strategy panicked.
    pub const PANICKED: Sample =
        Sample { status: Status::Wrong, detail: Detail::Wrong(Fault::Panicked), ..Sample::INVALID };

    /// Marks the answer as wrong.
    pub(crate) fn mark_wrong(&mut self, fault: Fault) {
        (self.status, self.detail) = (Status::Wrong, Detail::Wrong(fault));
    }

    /// Number of fields before the latency. They are deterministic, and digests cover them.
    pub const DETERMINISTIC_FIELDS: usize = 1 + LATENCY;

    /// Returns the columns after the status.
    pub fn integers() -> impl Iterator<Item = ColumnSpec<Sample>> {
        INTEGERS.iter().map(|&Integer { name, about, get, .. }| {
            ColumnSpec::new(name, ColumnType::Integer, about, move |sample: &Sample| get(sample).into())
        })
    }

    /// Appends the status and the integers, separated by commas. Returns the length of `text` before the comma of the
    /// latency: everything up to there is deterministic.
    pub fn push_fields(&self, text: &mut Vec<u8>) -> usize {
        text.extend_from_slice(self.status.name().as_bytes());
        let mut deterministic = text.len();
        for (index, integer) in INTEGERS.iter().enumerate() {
            if index == LATENCY {
                deterministic = text.len();
            }
            text.push(b',');
            text.extend_from_slice(itoa::Buffer::new().format((integer.get)(self)).as_bytes());
        }
        deterministic
    }

    /// Parses the fields that [`Sample::push_fields`] appends; unknown fields after them are left in `fields`.
    ///
    /// # Errors
    ///
    /// Returns a description of the first field that is missing or malformed.
    pub fn parse_fields<'f>(fields: &mut impl Iterator<Item = &'f str>) -> Result<Sample, String> {
        let status = fields.next().ok_or("has no status")?;
        let mut sample = Sample { status: status.parse().map_err(|_| malformed(status, "status"))?, ..Sample::INVALID };
        for Integer { name, set, .. } in INTEGERS {
            let field = fields.next().ok_or_else(|| format!("has no {name}"))?;
            let is_set = field.parse().is_ok_and(|n| set(&mut sample, n));
            if !is_set {
                return Err(malformed(field, name));
            }
        }
        Ok(sample)
    }
}

impl Counts {
    /// Adds the sample of one puzzle. Counters saturate, because a file may hold any number.
    pub fn add(&mut self, sample: &Sample) {
        self.puzzles += 1;
        *self.of_mut(sample.status) += 1;
        self.nodes = self.nodes.saturating_add(sample.nodes);
        self.guesses = self.guesses.saturating_add(sample.guesses);
        self.backtracks = self.backtracks.saturating_add(sample.backtracks);
    }
}

fn malformed(field: &str, column: &str) -> String {
    format!("has {field:?} as its {column}")
}

/// More about a sample than its status says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Detail {
    /// No detail.
    None,
    /// Number of cells without a value when an incomplete strategy stalled.
    CellsLeft(u16),
    /// Why the answer is wrong.
    Wrong(Fault),
}

impl fmt::Display for Detail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Detail::None => Ok(()),
            Detail::CellsLeft(1) => f.write_str("1 cell left"),
            Detail::CellsLeft(cells) => write!(f, "{cells} cells left"),
            Detail::Wrong(fault) => fault.fmt(f),
        }
    }
}

/// Why an answer is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Fault {
    /// The strategy panicked.
    Panicked,
    /// The answer does not solve the givens.
    NotASolution,
    /// The same solution was given twice.
    SameTwice,
    /// No solution was found where the corpus has one.
    NoneFound,
    /// A whole search did not find the solution of the corpus.
    NotThatOfCorpus,
    /// There are more solutions: another strategy found them, or the check of an external engine's claim did.
    Fewer,
    /// An external engine claims more solutions than a whole search has found.
    More,
    /// Another strategy found another only solution.
    Different,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Fault::Panicked => "the strategy panicked",
            Fault::NotASolution => "the answer is no solution of the givens",
            Fault::SameTwice => "the same solution was given twice",
            Fault::NoneFound => "no solution was found where the corpus has one",
            Fault::NotThatOfCorpus => "the whole search did not find the solution of the corpus",
            Fault::Fewer => "fewer solutions are claimed than there are",
            Fault::More => "more solutions are claimed than there are",
            Fault::Different => "another strategy found another only solution",
        })
    }
}
