//! The properties of the puzzles of a block.

use std::{borrow::Cow, sync::atomic::AtomicBool};

use grid::{CELLS, Grid, isomorph, text::Notation, value_of};
use rating::{End, Rater, Tenths};

use super::{AuditOptions, Difficulty, Property, Section};
use crate::{
    Correctness,
    facts::{Facts, Solutions},
    forms::CanonicalForms,
    keys::key,
};
use corpus::reader::{Block, solution};

pub(super) struct Finding {
    pub clues: u8,
    pub solutions: Solutions,
    pub minimal: bool,
    pub blanks: Vec<u8>,
    /// How correct the solution of the corpus is; `None` if it has no such column.
    pub correctness: Option<Correctness>,
    /// The properties that columns of the corpus claim, with the index of the column; true for a claim that is right.
    pub stated: Vec<(Property, usize, bool)>,
    /// The difficulty that the corpus states, with the index of its column.
    pub difficulty: Option<(usize, Box<[u8]>)>,
    pub exact: u128,
    /// `None` if classes are skipped.
    pub class: Option<Class>,
    /// The rating; [`Tenths::MAX`] above the limit, and `None` if there is none.
    pub rating: Option<Tenths>,
}

/// The workspace of a thread.
pub(super) struct Examiner<'a> {
    facts: Facts<'a>,
    rater: Rater<'a>,
    options: &'a AuditOptions,
}

impl<'a> Examiner<'a> {
    pub fn new(options: &'a AuditOptions, stop: &'a AtomicBool) -> Examiner<'a> {
        let facts = Facts::new(options.simd).until(stop);
        Examiner { facts, rater: Rater::default().until(stop), options }
    }

    fn rate(&mut self, puzzle: &Grid, solutions: &Solutions) -> Option<Tenths> {
        let limit = self.options.ratings.filter(|_| solutions.is_one() && puzzle.clues() < CELLS)?;
        let rating = self.rater.rate(puzzle, Some(limit));
        Some(if rating.end == End::Solved { rating.rating } else { Tenths::MAX })
    }
}

#[derive(Clone, Copy)]
pub(super) struct Class {
    /// The same for isomorphs, and for no other puzzle.
    pub key: u128,
    pub automorphisms: u64,
    /// The key of the class of the only solution.
    pub solution: Option<u128>,
}

pub(super) fn examine(examiner: &mut Examiner<'_>, block: &Block) -> Vec<Finding> {
    let skip = &examiner.options.skip[..];
    let facts = &mut examiner.facts;
    let puzzles: Vec<Grid> = block.puzzles.iter().map(|puzzle| *puzzle.nine()).collect();
    let solutions = facts.solutions(&puzzles);
    let minimal = match skip.contains(&Section::Minimal) {
        true => vec![false; puzzles.len()],
        false => facts.minimal(&puzzles, &solutions),
    };
    let ratings: Vec<Option<Tenths>> =
        puzzles.iter().zip(&solutions).map(|(puzzle, solutions)| examiner.rate(puzzle, solutions)).collect();
    let columns = Property::columns(&block.schema, skip);
    let difficulty = Difficulty::index(&block.schema);
    let finding = |(index, puzzle): (usize, &Grid)| {
        let fields = block.schema.fields(block.row(&block.puzzles[index]));
        let mut finding = Finding {
            clues: puzzle.clues() as u8,
            solutions: solutions[index],
            minimal: minimal[index],
            blanks: fields.get(block.schema.puzzle).map_or(Vec::new(), |field| blanks(field, puzzle)),
            correctness: block.schema.solution.map(|column| {
                let own = fields.get(column).and_then(|field| solution(field, true, Notation::default()));
                Correctness::of(
                    own.as_ref(),
                    &block.puzzles[index].givens,
                    matches!(solutions[index], Solutions::Several),
                )
            }),
            stated: Vec::new(),
            difficulty: difficulty.and_then(|column| stated_difficulty(column, &fields)),
            exact: key(puzzle),
            rating: ratings[index],
            class: (!skip.contains(&Section::Classes)).then(|| Class::of(puzzle, &solutions[index])),
        };
        finding.stated = columns
            .iter()
            .filter_map(|&(property, column)| {
                Some((property, column, property.is_right(fields.get(column)?, &finding)?))
            })
            .collect();
        finding
    };
    // After a stop, the findings of the block are not used.
    puzzles.iter().enumerate().take_while(|_| !examiner.facts.is_stopped()).map(finding).collect()
}

impl Class {
    fn of(puzzle: &Grid, solutions: &Solutions) -> Class {
        // A puzzle with one solution is isomorphic only to such puzzles, so these may have a canonical form of their
        // own.
        let only = if let Solutions::One(solution) = solutions { CanonicalForms::of(puzzle, solution) } else { None };
        let canonical = only.as_ref().map_or_else(|| isomorph::canonical(puzzle), |forms| forms.puzzle);
        Class {
            key: key(&canonical.grid),
            automorphisms: canonical.automorphisms,
            solution: only.map(|forms| key(&forms.solution.grid)),
        }
    }
}

fn stated_difficulty(column: usize, fields: &[Cow<'_, [u8]>]) -> Option<(usize, Box<[u8]>)> {
    let field = fields.get(column)?.trim_ascii();
    (!field.is_empty()).then(|| (column, field.into()))
}

fn blanks(field: &[u8], puzzle: &Grid) -> Vec<u8> {
    let mut blanks = Vec::new();
    for &byte in field {
        if value_of(byte) == Some(0) && !blanks.contains(&byte) {
            blanks.push(byte);
        }
    }
    // In a longer field, some of these characters separate cells.
    let is_blank = |byte: &u8| field.iter().filter(|other| *other == byte).count() == CELLS - puzzle.clues();
    if field.len() > CELLS && blanks.iter().any(is_blank) {
        blanks.retain(is_blank);
    }
    blanks
}
