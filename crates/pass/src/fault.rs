//! The reasons why an answer is wrong.

use std::fmt;

use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Fault {
    Panicked,
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
