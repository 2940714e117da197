//! The search of `naive` under another name. Only for scripts/check/edit-lists.

use std::borrow::Cow;

use super::{
    entry::{Build, Entry, every_shape, no_shape},
    naive::NAIVE,
};

/// The entry in the registry.
pub(super) const AGAIN: Entry = Entry {
    name: Cow::Borrowed("again"),
    aliases: &[],
    about: Cow::Borrowed("the same as `naive`"),
    complete: true,
    solves: every_shape,
    takes_candidates: true,
    default_for: no_shape,
    amortised: false,
    keeps_profile: true,
    row_major: true,
    proof_work: |outcome| outcome.backtracks,
    build: Build::Native(|shape, simd| match NAIVE.build {
        Build::Native(build) => build(shape, simd),
        Build::Dynamic(_) => unreachable!("naive is native"),
    }),
    build_traced: None,
    external: None,
};
