//! One search for the strategies that keep the candidates of every cell: depth first, by copies of the whole state.
//!
//! A level of the search is a copy of the state: an assignment reads one level and writes the next in a single
//! pass over all cells. The pass vectorises and also finds the next cell; undoing an assignment costs nothing.

mod hidden_singles;
mod level;
mod rule;
mod search;
mod word;

use std::borrow::Cow;

use grid::{Shape, simd::Simd};

use super::{
    entry::{Build, Entry, every_shape},
    interface::Strategy,
    trace::{Observer, SearchTrace},
};
pub use rule::Rule;
use search::CandidateSearch;

/// Returns the entry of a strategy with this rule.
pub const fn entry<R: Rule>(
    name: &'static str,
    aliases: &'static [&'static str],
    about: &'static str,
    default_for: fn(Shape) -> bool,
) -> Entry {
    Entry {
        name: Cow::Borrowed(name),
        aliases,
        about: Cow::Borrowed(about),
        complete: true,
        solves: every_shape,
        takes_candidates: true,
        default_for,
        amortised: false,
        // A profile has one node for each blank on the path.
        keeps_profile: !R::NAKED_SINGLES,
        row_major: !R::MRV,
        proof_work: |outcome| outcome.backtracks,
        build: Build::Native(build::<R>),
        build_traced: Some(|shape, simd| build_large::<R, SearchTrace>(shape, simd)),
        external: None,
    }
}

/// Builds a workspace. It is compiled for three sides, each of which serves smaller sides too. The cells are padded to a multiple of
/// every vector width.
fn build<R: Rule>(shape: Shape, simd: Simd) -> Box<dyn Strategy> {
    match shape.side() {
        4..=9 => Box::new(CandidateSearch::<R, (), i16, 9, 96>::new(shape, simd)),
        10..=16 => Box::new(CandidateSearch::<R, (), i32, 16, 256>::new(shape, simd)),
        _ => build_large::<R, ()>(shape, simd),
    }
}

fn build_large<R: Rule, O: Observer>(shape: Shape, simd: Simd) -> Box<dyn Strategy> {
    Box::new(CandidateSearch::<R, O, i32, 25, 640>::new(shape, simd))
}
