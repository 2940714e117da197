//! The properties of the puzzles of a block.

use std::{borrow::Cow, sync::atomic::AtomicBool};

use corpus::reader::{Block, Puzzle, solution};
use grid::{AnyGrid, text::Notation};
use rating::{End, Rater, Tenths};

use super::{
    claim::Property,
    difficulty::Difficulty,
    options::{AuditOptions, Section},
};
use crate::{
    Correctness,
    facts::{Facts, Solutions},
    forms::Forms,
    keys::{Equality, key},
};

/// Solutions of a puzzle that are counted, if puzzles are solved one by one; a puzzle with so many may have more.
pub const MAX_COUNTED_SOLUTIONS: u64 = 1000;
/// Nodes after which the number of solutions is unknown, if puzzles are solved one by one.
const MAX_NODES: u64 = 1_000_000;

pub(super) struct Finding {
    pub clues: usize,
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
    /// The highest rating that is told apart; `None` rates nothing.
    ratings: Option<Tenths>,
    skipped: &'a [Section],
}

impl<'a> Examiner<'a> {
    pub fn new(options: &'a AuditOptions, skipped: &'a [Section], stop: &'a AtomicBool) -> Examiner<'a> {
        let facts = Facts::new(options.simd).until(stop).counting(MAX_COUNTED_SOLUTIONS, MAX_NODES);
        Examiner { facts, rater: Rater::default().until(stop), ratings: options.ratings, skipped }
    }

    /// Returns the findings of each puzzle of a block. After a stop, they are cut short, and must not be used.
    pub fn examine(&mut self, block: &Block) -> Vec<Finding> {
        let solutions = self.facts.solutions(&block.puzzles);
        let minimal = match self.skipped.contains(&Section::Minimal) {
            true => vec![false; block.puzzles.len()],
            false => self.facts.minimal(&block.puzzles, &solutions),
        };
        let columns = (Property::columns(&block.schema, self.skipped), Difficulty::index(&block.schema));
        let mut findings = Vec::new();
        for ((puzzle, solutions), minimal) in block.puzzles.iter().zip(solutions).zip(minimal) {
            if self.facts.is_stopped() {
                break;
            }
            findings.push(self.finding(block, puzzle, (solutions, minimal), &columns));
        }
        findings
    }

    fn finding(
        &mut self,
        block: &Block,
        puzzle: &Puzzle,
        (solutions, minimal): (Solutions, bool),
        (claims, difficulty): &(Vec<(Property, usize)>, Option<usize>),
    ) -> Finding {
        let schema = &block.schema;
        let fields = schema.fields(block.row(puzzle));
        let correctness = schema.solution.map(|column| {
            let own = fields.get(column).and_then(|field| solution(field, true, schema.notation));
            let has_several = matches!(solutions, Solutions::Several(_));
            match (Correctness::of(own.as_ref(), &puzzle.givens, has_several), &solutions) {
                (Correctness::Right, Solutions::Unknown) => Correctness::Unproven,
                (correctness, _) => correctness,
            }
        });
        let mut finding = Finding {
            clues: puzzle.givens.clues(),
            minimal,
            blanks: fields
                .get(schema.puzzle)
                .map_or(Vec::new(), |field| blanks(field, &puzzle.givens, schema.notation)),
            correctness,
            stated: Vec::new(),
            difficulty: difficulty.and_then(|column| stated_difficulty(column, &fields)),
            exact: key(&puzzle.givens),
            rating: self.rate(&puzzle.givens, &solutions),
            class: (!self.skipped.contains(&Section::Classes)).then(|| Class::of(&puzzle.givens, &solutions)),
            solutions,
        };
        let stated = claims
            .iter()
            .filter_map(|&(property, column)| Some((property, column, finding.has(property, fields.get(column)?)?)));
        finding.stated = stated.collect();
        finding
    }

    fn rate(&mut self, puzzle: &AnyGrid, solutions: &Solutions) -> Option<Tenths> {
        let is_full = puzzle.clues() == puzzle.shape().cells();
        let limit = self.ratings.filter(|_| solutions.is_one() && !is_full)?;
        let rating = self.rater.rate(puzzle.nine()?, Some(limit));
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

impl Class {
    /// Returns the class of a puzzle of a shape with canonical forms.
    fn of(puzzle: &AnyGrid, solutions: &Solutions) -> Class {
        let forms = Forms::of(puzzle.clone(), solutions.clone(), true);
        let form = forms.class().expect("a shape with canonical forms");
        let solution = forms.key(Equality::SolutionClass);
        Class { key: key(&form.grid), automorphisms: form.automorphisms, solution }
    }
}

impl Finding {
    /// Returns true if a field has the right value of a property; `None` if the field is empty, or the value unknown.
    fn has(&self, property: Property, field: &[u8]) -> Option<bool> {
        let stated = match field.trim_ascii() {
            b"" => return None,
            b"true" | b"True" => Some(1.0),
            b"false" | b"False" => Some(0.0),
            field => str::from_utf8(field).ok().and_then(|text| text.parse::<f64>().ok()),
        };
        let known = match property {
            Property::Clues => self.clues as f64,
            Property::Solutions if matches!(self.solutions, Solutions::Several(_)) => {
                return Some(stated.is_some_and(|stated| stated >= 2.0));
            }
            Property::Solutions => self.solutions.count()? as f64,
            Property::Minimal => f64::from(u8::from(self.minimal)),
            Property::Automorphisms => self.class?.automorphisms as f64,
        };
        Some(stated == Some(known))
    }
}

fn stated_difficulty(column: usize, fields: &[Cow<'_, [u8]>]) -> Option<(usize, Box<[u8]>)> {
    let field = fields.get(column)?.trim_ascii();
    (!field.is_empty()).then(|| (column, field.into()))
}

fn blanks(field: &[u8], puzzle: &AnyGrid, notation: Notation) -> Vec<u8> {
    let cells = puzzle.shape().cells();
    let side = notation.shape.side();
    let is_blank = |byte| notation.alphabet.is_blank(byte, side) || byte == b' ' && notation.is_default();
    let mut blanks = Vec::new();
    if puzzle.clues() == cells {
        return blanks;
    }
    for &byte in field {
        if !blanks.contains(&byte) && is_blank(byte) {
            blanks.push(byte);
        }
    }
    // In a longer field, some of these characters separate cells.
    let is_blank = |byte: &u8| field.iter().filter(|other| *other == byte).count() == cells - puzzle.clues();
    if field.len() > cells && blanks.iter().any(is_blank) {
        blanks.retain(is_blank);
    }
    blanks
}
