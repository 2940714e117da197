//! The search of `naive` under another name. Only for scripts/check/edit-lists.

use std::borrow::Cow;

use super::{Build, Entry, naive::NAIVE};

/// The entry in the registry.
pub(super) const AGAIN: Entry = Entry {
    name: Cow::Borrowed("again"),
    aliases: &[],
    about: Cow::Borrowed("the same as `naive`"),
    complete: true,
    default: false,
    amortised: false,
    build: Build::Native(|simd| match NAIVE.build {
        Build::Native(build) => build(simd),
        Build::Dynamic(_) => unreachable!("naive is native"),
    }),
    external: None,
};
