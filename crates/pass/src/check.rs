//! Checks every answer: against the givens, against the corpus' own solution, and between strategies.

use std::collections::HashSet;

use grid::AnyGrid;
use solver::strategy::{Answer, End, Outcome, Solutions};

use super::{BlockMessage, Detail, Fault, Sample, Status};
use corpus::reader::{Block, Puzzle};

const BAD_CORPUS: &str = "the corpus' own solution is no solution of the givens";

/// Checks an answer against the puzzle, and returns its sample.
///
/// `checked` is a solution of the puzzle that has passed the check, if there is one: an equal solution is not checked
/// again. It is set to the first solution that passes.
pub fn sample(puzzle: &Puzzle, answer: &Answer, checked: &mut Option<AnyGrid>) -> Sample {
    let Answer { outcome, solutions, latency, .. } = answer;
    let found = solutions.found();
    let status = Status::of(outcome, found);
    let detail = match outcome.end {
        End::Stalled { cells_left } => Detail::CellsLeft(cells_left),
        _ => Detail::None,
    };
    let &Outcome { nodes, guesses, backtracks, max_depth, .. } = outcome;
    // A latency is at least 1 ns. An engine that fails, or is not tried, has none.
    let least = u64::from(!matches!(outcome.end, End::Failed | End::NotTried));
    let latency_ns = u64::try_from(latency.as_nanos()).unwrap_or(u64::MAX).max(least);
    let counts = Sample { status, solutions: found, nodes, guesses, backtracks, max_depth, ..Sample::INVALID };
    let mut sample = Sample { latency_ns, detail, ..counts };
    if let Some(fault) = fault(puzzle, status, solutions, checked) {
        sample.mark_wrong(fault);
    }
    sample
}

/// Returns the reason why an answer is wrong, or `None` if it passes the check.
fn fault(puzzle: &Puzzle, status: Status, solutions: &Solutions, checked: &mut Option<AnyGrid>) -> Option<Fault> {
    let givens = &puzzle.givens;
    let kept = solutions.kept();
    if !kept.iter().all(|solution| checked.as_ref() == Some(solution) || solution.is_solution_of(givens)) {
        return Some(Fault::NotASolution);
    }
    if checked.is_none() {
        *checked = kept.first().cloned();
    }
    if !are_distinct(kept) {
        return Some(Fault::SameTwice);
    }
    let corpus = puzzle.solution.as_ref()?;
    // The common case: the corpus' solution equals a solution that has passed the check.
    if kept.contains(corpus) || !status.is_answer() {
        return None;
    }
    if !corpus.is_solution_of(givens) {
        return None;
    }
    match solutions.found() {
        0 => Some(Fault::NoneFound),
        // The search was exhausted without finding the corpus' solution.
        found if found < solutions.max() && found == kept.len() as u64 => Some(Fault::NotThatOfCorpus),
        _ => None,
    }
}

fn corpus_fault(givens: &AnyGrid, solution: &AnyGrid) -> Option<String> {
    if solution.is_solution_of(givens) {
        return None;
    }
    let shape = givens.shape();
    Some(match solution.clues() == shape.cells() {
        true => BAD_CORPUS.into(),
        false => format!("the corpus' own solution is not {} values from 1 to {}", shape.cells(), shape.side()),
    })
}

/// Returns the solutions of a block that do not solve their puzzles. A solution for which `is_known` returns true is not
/// checked again.
pub fn wrong_solutions(block: &Block, is_known: impl Fn(usize, &AnyGrid) -> bool) -> Vec<BlockMessage> {
    let wrong = |(index, puzzle): (usize, &Puzzle)| {
        let solution = puzzle.solution.as_ref().filter(|solution| !is_known(index, solution))?;
        corpus_fault(&puzzle.givens, solution).map(|reason| BlockMessage { index, message: reason.into() })
    };
    block.puzzles.iter().enumerate().filter_map(wrong).collect()
}

fn are_distinct(solutions: &[AnyGrid]) -> bool {
    match solutions {
        [] | [_] => true,
        [a, b] => a != b,
        many => many.iter().collect::<HashSet<_>>().len() == many.len(),
    }
}

#[derive(Clone, Debug, Default)]
pub struct Found {
    pub first: Option<AnyGrid>,
    /// The number of solutions that were returned. An external engine may claim more.
    pub number: u64,
    /// True if there are no other solutions: a strategy of this program searched the whole tree.
    pub is_whole: bool,
    /// True if an external engine gave the answer.
    pub is_claim: bool,
}

/// Returns the largest number of solutions that external engines claim for a puzzle, if the claims must be checked;
/// `None` if there is no claim, or if the strategies found all solutions, or `max_solutions` of them, so that claims
/// can be compared with their number.
pub fn unsettled_claim(samples: &[Sample], found: &[Found], max_solutions: u64) -> Option<u64> {
    let credible = samples.iter().zip(found).filter(|(sample, _)| sample.status != Status::Wrong);
    if credible.clone().any(|(_, found)| found.is_whole || found.number >= max_solutions) {
        return None;
    }
    let claims = credible.filter(|(sample, found)| found.is_claim && sample.status.is_answer());
    claims.map(|(sample, _)| sample.solutions).max()
}

/// Compares the samples of one puzzle between strategies, and marks samples as wrong that contradict another. `referee`
/// has the solutions that were found to check the claims of external engines.
///
/// The solutions that were returned have passed the check, so a complete search with fewer solutions has missed some.
/// If a strategy of this program searched the whole tree, there are no more solutions than it found.
pub fn compare(samples: &mut [Sample], found: &[Found], referee: Option<Found>, max_solutions: u64) {
    let most = samples.iter().zip(found).filter(|(sample, _)| is_credible(sample)).map(|(_, found)| found.number);
    let most = most.chain(referee.as_ref().map(|found| found.number)).max().unwrap_or(0);
    for sample in samples.iter_mut().filter(|sample| sample.status.is_answer() && sample.solutions < most) {
        sample.mark_wrong(Fault::Fewer);
    }
    let answers = samples.iter().zip(found).filter(|(sample, _)| sample.status.is_answer()).map(|(_, found)| found);
    if answers.chain(&referee).any(|found| found.is_whole && found.number == most) {
        for sample in samples.iter_mut().filter(|sample| is_credible(sample) && sample.solutions > most) {
            sample.mark_wrong(Fault::More);
        }
    }
    // A puzzle with one solution: every strategy must find the same.
    if most == 1 && max_solutions > 1 {
        let only = samples.iter().zip(found).find(|(sample, _)| is_credible(sample) && sample.solutions == 1);
        let Some((_, Found { first: only, .. })) = only else { return };
        for (sample, found) in samples.iter_mut().zip(found) {
            if sample.status.is_answer() && found.first != *only {
                sample.mark_wrong(Fault::Different);
            }
        }
    }
}

fn is_credible(sample: &Sample) -> bool {
    sample.status != Status::Wrong
}

#[cfg(test)]
mod tests {
    use grid::{Grid, Shape, simd::Simd};

    use super::*;

    const TWO: &str = "906070403000400200070023010500000100040208060003000005030700050007005000405010708";

    fn grid(text: &str) -> AnyGrid {
        Grid::parse(text.as_bytes()).unwrap().into()
    }

    fn two_solutions() -> Vec<AnyGrid> {
        let mut solutions = Solutions::new(2);
        let mut naive = solver::strategy::find("naive").unwrap().build(Shape::NINE, Simd::Scalar).unwrap();
        naive.solve(&grid(TWO), &solver::strategy::Limits::NONE, &mut solutions);
        solutions.kept().to_vec()
    }

    fn checked(corpus: Option<&AnyGrid>, found: &[&AnyGrid], max_solutions: u64, end: End) -> (Status, Detail) {
        let puzzle = Puzzle { id: None, file: None, line: 1, givens: grid(TWO), solution: corpus.cloned(), row: 0..0 };
        let mut answer = Answer::new(max_solutions);
        found.iter().for_each(|&solution| {
            answer.solutions.add(solution.clone());
        });
        answer.outcome.end = end;
        let sample = sample(&puzzle, &answer, &mut None);
        (sample.status, sample.detail)
    }

    fn wrong(fault: Fault) -> (Status, Detail) {
        (Status::Wrong, Detail::Wrong(fault))
    }

    #[test]
    fn answers_are_checked_against_givens_and_corpus() {
        let found = two_solutions();
        let [a, b] = &found[..] else { panic!("two solutions") };
        let good = (Status::Solved, Detail::None);
        assert_eq!(checked(None, &[a], 1, End::Complete), good);
        assert_eq!(checked(Some(a), &[a], 1, End::Complete), good);
        assert_eq!(checked(Some(b), &[a], 1, End::Complete), good, "another solution may be the first");
        assert_eq!(checked(Some(b), &[a, b], 2, End::Complete), good);
        assert_eq!(checked(None, &[a, a], 2, End::Complete), wrong(Fault::SameTwice));
        assert_eq!(checked(Some(b), &[a], 2, End::Complete), wrong(Fault::NotThatOfCorpus));
        assert_eq!(checked(Some(b), &[], 1, End::Complete), wrong(Fault::NoneFound));
        assert_eq!(checked(None, &[&grid(TWO)], 1, End::Complete), wrong(Fault::NotASolution));
        let mut broken = a.clone();
        broken.set(1, a.cells()[2]);
        assert_eq!(checked(None, &[&broken], 1, End::Complete), wrong(Fault::NotASolution));
        // A wrong solution of the corpus is not the strategy's error.
        for (corpus, fault) in
            [(&broken, BAD_CORPUS), (&Grid::EMPTY.into(), "the corpus' own solution is not 81 values from 1 to 9")]
        {
            assert_eq!(corpus_fault(&grid(TWO), corpus).as_deref(), Some(fault));
            assert_eq!(checked(Some(corpus), &[a], 1, End::Complete), (Status::Solved, Detail::None));
        }
        assert_eq!(corpus_fault(&grid(TWO), a), None);
        assert_eq!(checked(Some(b), &[], 1, End::NodeLimit), (Status::NodeLimit, Detail::None));
        let stalled = End::Stalled { cells_left: 3 };
        assert_eq!(checked(Some(b), &[], 1, stalled), (Status::Stalled, Detail::CellsLeft(3)));
    }

    #[test]
    fn strategies_are_checked_against_each_other() {
        let found = two_solutions();
        let [a, b] = &found[..] else { panic!("two solutions") };
        let sample = |status, solutions| Sample { status, solutions, ..Sample::INVALID };
        let statuses = |samples: &[(Status, u64, Option<&AnyGrid>)], max_solutions| {
            let found = samples.iter().map(|&(status, number, first)| Found {
                first: first.cloned(),
                number,
                is_whole: status.is_answer() && number < max_solutions,
                is_claim: false,
            });
            let found: Vec<_> = found.collect();
            let mut samples: Vec<_> = samples.iter().map(|&(status, n, _)| sample(status, n)).collect();
            compare(&mut samples, &found, None, max_solutions);
            samples.iter().map(|sample| sample.status).collect::<Vec<_>>()
        };
        use Status::{NodeLimit, Solved, Stalled, Unsolvable, Wrong};
        assert_eq!(statuses(&[(Solved, 1, Some(a)), (Solved, 1, Some(b))], 1), [Solved, Solved]);
        assert_eq!(statuses(&[(Solved, 1, Some(a)), (Solved, 1, Some(b))], 2), [Solved, Wrong]);
        assert_eq!(statuses(&[(Unsolvable, 0, None), (Solved, 1, Some(b))], 1), [Wrong, Solved]);
        assert_eq!(statuses(&[(Solved, 1, Some(a)), (NodeLimit, 2, Some(b))], 3), [Wrong, NodeLimit]);
        assert_eq!(statuses(&[(Stalled, 0, None), (Solved, 2, Some(a))], 2), [Stalled, Solved]);
        assert_eq!(statuses(&[(Wrong, 3, None), (Solved, 1, Some(a))], 2), [Wrong, Solved]);
    }

    #[test]
    fn claims_of_other_programs_are_settled_or_checked() {
        use Status::{NodeLimit, Solved, Unsolvable, Wrong};
        let found = two_solutions();
        let [a, _] = &found[..] else { panic!("two solutions") };
        let sample = |status, solutions| Sample { status, solutions, ..Sample::INVALID };
        let none = Found { is_claim: true, ..Found::default() };
        let claim = Found { first: Some(a.clone()), number: 1, ..none.clone() };
        // One solution is named, two are claimed: a search of the whole tree settles the claim, an incomplete search does
        // not.
        for (other, is_whole, statuses) in
            [((Solved, 1), true, [Wrong, Solved]), ((NodeLimit, 1), false, [Solved, NodeLimit])]
        {
            let mut samples = [sample(Solved, 2), sample(other.0, other.1)];
            let found = [claim.clone(), Found { is_whole, is_claim: false, ..claim.clone() }];
            assert_eq!(unsettled_claim(&samples, &found, 2), (!is_whole).then_some(2));
            compare(&mut samples, &found, None, 2);
            assert_eq!(samples.map(|sample| sample.status), statuses);
        }
        // Two external engines: neither settles the claim of the other, unless `max_solutions` solutions are returned.
        let samples = [sample(Solved, 1), sample(Unsolvable, 0)];
        assert_eq!(unsettled_claim(&samples, &[claim.clone(), none.clone()], 2), Some(1));
        assert_eq!(unsettled_claim(&samples, &[claim.clone(), none.clone()], 1), None);
        // The referee decides each claim: it finds fewer or more solutions than are claimed, or as many.
        let referee = |number, is_whole| Some(Found { first: Some(a.clone()), number, is_whole, is_claim: false });
        for (claimed, found, referee, status) in [
            (sample(Solved, 2), claim.clone(), referee(1, true), Wrong),
            (sample(Solved, 1), claim.clone(), referee(2, false), Wrong),
            (sample(Solved, 2), claim.clone(), referee(2, false), Solved),
            (sample(Unsolvable, 0), none.clone(), referee(1, false), Wrong),
            (sample(Unsolvable, 0), none.clone(), Some(Found { is_whole: true, ..Found::default() }), Unsolvable),
        ] {
            let mut samples = [claimed];
            compare(&mut samples, &[found], referee.clone(), 2);
            assert_eq!(samples[0].status, status, "{claimed:?} {referee:?}");
        }
    }
}
