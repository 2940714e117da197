//! An answer to a puzzle, and where in the work of a model it stands: which sample it is, and at which step.

use std::{borrow::Cow, mem};

use csv::ByteRecord;
use grid::Symmetry;

use super::problem::Problem;

/// What a model wrote.
#[derive(Clone, Debug, Default)]
pub struct Answer<'a> {
    pub text: Cow<'a, str>,
    /// `None` if the answers to a puzzle are not gathered.
    pub place: Option<Box<Place>>,
}

/// Where in the work of a model an answer stands.
#[derive(Clone, Debug, Default)]
pub struct Place {
    /// The line of the answer.
    pub line: u64,
    /// The number of the sample; `None` until [`arrange`] numbers it.
    pub sample: Option<u64>,
    pub step: Option<u64>,
    /// The compute that was used up to this step, in any unit.
    pub compute: Option<f64>,
    /// The logit by which a model halts: at 0 or more.
    pub q_halt: Option<f64>,
    /// The transform from the puzzle to the isomorph that the answer is for.
    pub transform: Option<Symmetry>,
    /// The row of the answer, if the corpus has it.
    pub fields: Option<ByteRecord>,
}

impl Answer<'_> {
    /// Returns the place of an answer that is gathered.
    fn place(&self) -> &Place {
        self.place.as_deref().expect("answers are gathered with their places")
    }

    /// Returns the number of the sample, if answers are gathered.
    pub fn sample(&self) -> Option<u64> {
        self.place.as_ref()?.sample
    }

    /// Returns the step of the model, if it is known.
    pub fn step(&self) -> Option<u64> {
        self.place.as_ref()?.step
    }

    /// Returns the transform from the puzzle to the isomorph that the answer is for.
    pub fn transform(&self) -> Option<&Symmetry> {
        self.place.as_ref()?.transform.as_ref()
    }

    /// Returns what the answer is for: the puzzle, or the isomorph of it.
    pub fn problem<'p>(&self, problem: &'p Problem) -> Cow<'p, Problem> {
        self.transform().map_or(Cow::Borrowed(problem), |transform| Cow::Owned(problem.image(transform)))
    }

    /// Returns true if the other answer is of the same sample, at another step.
    pub fn is_of_sample(&self, other: &Answer<'_>) -> bool {
        self.sample().is_some() && self.sample() == other.sample()
    }
}

/// Puts the answers to a puzzle in the order of their samples, and those of a sample in the order of their steps. An answer without the
/// number of its sample is numbered among those of the same step. Keeps those that `takes` takes; a sample of which it takes none is
/// missing. Returns the lines of two answers of the same sample at the same step as an error.
pub fn arrange(answers: &mut Vec<Answer<'_>>, takes: impl Fn(&Place) -> bool) -> Result<(), (u64, u64)> {
    answers.sort_by_key(Answer::step);
    for of_step in answers.chunk_by_mut(|one, other| one.step() == other.step()) {
        for (answer, number) in of_step.iter_mut().zip(1..) {
            let place = answer.place.get_or_insert_default();
            place.sample = place.sample.or(Some(number));
        }
    }
    answers.sort_by_key(Answer::sample);
    let key = |answer: &Answer<'_>| (answer.sample(), answer.step());
    if let Some(pair) = answers.windows(2).find(|pair| key(&pair[0]) == key(&pair[1])) {
        return Err((pair[0].place().line, pair[1].place().line));
    }
    let mut taken = Vec::with_capacity(answers.len());
    for sample in answers.chunk_by_mut(|one, other| one.sample() == other.sample()) {
        let before = taken.len();
        taken.extend(sample.iter_mut().filter(|answer| takes(answer.place())).map(mem::take));
        if taken.len() == before {
            let place = Place { step: None, compute: None, q_halt: None, ..sample[0].place().clone() };
            taken.push(Answer { place: Some(place.into()), ..Answer::default() });
        }
    }
    *answers = taken;
    Ok(())
}
