//! What a new baseline no longer checks when it replaces an old one.

use super::{
    Input,
    comparable::{corpus_differences, limit_differences},
};

/// A difference that makes a new baseline check something else than the old one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replacement {
    Drop,
    /// The corpus, the sample or the columns differ.
    Corpus,
    Limits,
}

impl Replacement {
    pub const ALL: [Replacement; 3] = [Replacement::Drop, Replacement::Corpus, Replacement::Limits];

    pub fn name(self) -> &'static str {
        match self {
            Replacement::Drop => "drop",
            Replacement::Corpus => "corpus",
            Replacement::Limits => "limits",
        }
    }
}

/// Returns the differences between `base` and `current` that matter if `current` replaces `base`, each with a
/// description.
pub fn replacements(base: &Input, current: &Input) -> Vec<(Replacement, String)> {
    let left = &base.conditions;
    let right = &current.conditions;
    let kept = current.strategies();
    let dropped: Vec<_> = base.strategies().into_iter().filter(|name| !kept.contains(name)).collect();
    let dropped =
        (!dropped.is_empty()).then(|| (Replacement::Drop, format!("strategies are dropped: {}", dropped.join(", "))));
    let of = |replacement| move |difference| (replacement, difference);
    let corpus = corpus_differences(left, right).into_iter().map(of(Replacement::Corpus));
    let limits = limit_differences(left, right).into_iter().map(of(Replacement::Limits));
    dropped.into_iter().chain(corpus).chain(limits).collect()
}
