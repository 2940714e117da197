//! What a new baseline no longer checks when it replaces an old one.

use std::str::FromStr;

use super::{
    Input,
    comparable::{corpus_differences, limit_differences},
};

/// A difference that makes a new baseline check something else than the old one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replacement {
    /// Strategies are dropped.
    Drop,
    /// The corpus, the sample or the columns differ.
    Corpus,
    /// The limits of the searches differ.
    Limits,
}

impl Replacement {
    /// Every replacement, with a line that describes it.
    pub const ALL: [(Replacement, &'static str); 3] = [
        (Replacement::Drop, "drop strategies that CURRENT does not have"),
        (Replacement::Corpus, "replace the corpus, the sample or the columns"),
        (Replacement::Limits, "replace the limits of the searches"),
    ];

    /// Returns the name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Replacement::Drop => "drop",
            Replacement::Corpus => "corpus",
            Replacement::Limits => "limits",
        }
    }
}

impl FromStr for Replacement {
    type Err = String;

    fn from_str(name: &str) -> Result<Replacement, String> {
        let mut all = Replacement::ALL.into_iter().map(|(replacement, _)| replacement);
        all.find(|replacement| replacement.name() == name).ok_or_else(|| format!("there is no replacement {name}"))
    }
}

/// Returns the differences between `base` and `current` that matter if `current` replaces `base`, each with a
/// description.
pub fn replacements(base: &Input, current: &Input) -> Vec<(Replacement, String)> {
    let left = base.conditions();
    let right = current.conditions();
    let kept = current.strategies();
    let dropped: Vec<_> = base.strategies().into_iter().filter(|name| !kept.contains(name)).collect();
    let dropped =
        (!dropped.is_empty()).then(|| (Replacement::Drop, format!("strategies are dropped: {}", dropped.join(", "))));
    let of = |replacement| move |difference| (replacement, difference);
    let corpus = corpus_differences(&left, &right).into_iter().map(of(Replacement::Corpus));
    let limits = limit_differences(&left, &right).into_iter().map(of(Replacement::Limits));
    dropped.into_iter().chain(corpus).chain(limits).collect()
}
