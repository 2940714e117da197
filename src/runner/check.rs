//! Checks every answer, outside the clock: against the givens, against the corpus' own solution, between strategies.

use std::collections::HashSet;

use crate::{
    grid::Grid,
    reader::Puzzle,
    record::{Detail, Sample, Status},
    strategy::{Answer, End, Outcome, Solutions},
};

const NO_SOLUTION: &str = "the answer is no solution of the givens";
const TWICE: &str = "the same solution was given twice";
const MISSED: &str = "no solution was found where the corpus has one";
const BAD_CORPUS: &str = "the corpus' own solution is no solution of the givens";
const OTHER: &str = "the only solution found is not that of the corpus";
const FEWER: &str = "another strategy found more solutions";
const DIFFERS: &str = "another strategy found another only solution";

/// The sample of an answer.
///
/// `good` is a solution of the puzzle that was found good before, if there is one: an answer that equals it needs no
/// other check. It is set to the first good answer.
pub fn judge(puzzle: &Puzzle, answer: &Answer, good: &mut Option<Grid>) -> Sample {
    let Answer { outcome, solutions, latency } = answer;
    let found = solutions.found();
    let (status, detail) = match outcome.end {
        End::Complete if found > 0 => (Status::Solved, Detail::None),
        End::Complete => (Status::Unsolvable, Detail::None),
        End::Stalled { cells_left } => (Status::Stalled, Detail::CellsLeft(cells_left)),
        End::NodeLimit => (Status::NodeLimit, Detail::None),
        End::TimeLimit => (Status::TimeLimit, Detail::None),
    };
    let &Outcome { nodes, guesses, backtracks, max_depth, .. } = outcome;
    let latency_ns = u64::try_from(latency.as_nanos()).unwrap_or(u64::MAX).max(1);
    let mut sample = Sample { status, solutions: found, nodes, guesses, backtracks, max_depth, latency_ns, detail };
    if let Some(reason) = fault(puzzle, status, solutions, good) {
        sample.mark_wrong(reason);
    }
    sample
}

fn fault(puzzle: &Puzzle, status: Status, solutions: &Solutions, good: &mut Option<Grid>) -> Option<&'static str> {
    let kept = solutions.kept();
    if !kept.iter().all(|solution| *good == Some(*solution) || solution.is_solution_of(&puzzle.givens)) {
        return Some(NO_SOLUTION);
    }
    *good = good.or(kept.first().copied());
    if !distinct(kept) {
        return Some(TWICE);
    }
    let corpus = puzzle.solution?;
    // Equal to an answer that was found good: the common case, and the cheap one.
    if kept.contains(&corpus) || !status.is_answer() {
        return None;
    }
    if !corpus.is_solution_of(&puzzle.givens) {
        return Some(BAD_CORPUS);
    }
    match solutions.found() {
        0 => Some(MISSED),
        // The search was exhausted and found one, but there are two.
        1 if solutions.wanted() > 1 => Some(OTHER),
        _ => None,
    }
}

fn distinct(solutions: &[Grid]) -> bool {
    match solutions {
        [] | [_] => true,
        [a, b] => a != b,
        many => many.iter().collect::<HashSet<_>>().len() == many.len(),
    }
}

/// Condemns the samples of one puzzle that cannot be right beside the others.
///
/// Solutions that were found are good ones, as [`judge`] saw, so the most that a strategy found are there, and a search
/// that ended by itself with fewer has missed some. `first` has the first solution of each sample.
pub fn compare(samples: &mut [Sample], first: &[Option<Grid>], wanted: u64) {
    let credible = |sample: &Sample| sample.status != Status::Wrong;
    let most = samples.iter().filter(|sample| credible(sample)).map(|sample| sample.solutions).max().unwrap_or(0);
    for sample in samples.iter_mut().filter(|sample| sample.status.is_answer() && sample.solutions < most) {
        sample.mark_wrong(FEWER);
    }
    // One solution and no other: then it is the same one everywhere.
    if most == 1 && wanted > 1 {
        let only = samples.iter().zip(first).find(|(sample, _)| credible(sample) && sample.solutions == 1);
        let Some((_, &only)) = only else { return };
        for (sample, &solution) in samples.iter_mut().zip(first) {
            if sample.status.is_answer() && solution != only {
                sample.mark_wrong(DIFFERS);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWO: &str = "906070403000400200070023010500000100040208060003000005030700050007005000405010708";

    fn grid(text: &str) -> Grid {
        Grid::parse(text.as_bytes()).unwrap()
    }

    /// The two solutions of `TWO`, found by a strategy that is tested elsewhere.
    fn both() -> Vec<Grid> {
        let mut solutions = Solutions::new(2);
        let mut naive = crate::strategy::find("naive").unwrap().build(crate::simd::Simd::Scalar).unwrap();
        naive.solve(&grid(TWO), &crate::strategy::Limits::NONE, &mut solutions);
        solutions.kept().to_vec()
    }

    fn judged(own: Option<Grid>, found: &[Grid], wanted: u64, end: End) -> (Status, Detail) {
        let puzzle = Puzzle { id: None, file: None, line: 1, givens: grid(TWO), solution: own, row: 0..0 };
        let mut answer = Answer::new(wanted);
        found.iter().for_each(|&solution| {
            answer.solutions.add(solution);
        });
        answer.outcome.end = end;
        let sample = judge(&puzzle, &answer, &mut None);
        (sample.status, sample.detail)
    }

    fn wrong(reason: &'static str) -> (Status, Detail) {
        (Status::Wrong, Detail::Reason(reason))
    }

    #[test]
    fn answers_are_held_against_givens_and_corpus() {
        let [a, b] = both()[..] else { panic!("two solutions") };
        let good = (Status::Solved, Detail::None);
        assert_eq!(judged(None, &[a], 1, End::Complete), good);
        assert_eq!(judged(Some(a), &[a], 1, End::Complete), good);
        assert_eq!(judged(Some(b), &[a], 1, End::Complete), good, "another solution may be the first");
        assert_eq!(judged(Some(b), &[a, b], 2, End::Complete), good);
        assert_eq!(judged(None, &[a, a], 2, End::Complete), wrong(TWICE));
        assert_eq!(judged(Some(b), &[a], 2, End::Complete), wrong(OTHER));
        assert_eq!(judged(Some(b), &[], 1, End::Complete), wrong(MISSED));
        assert_eq!(judged(None, &[grid(TWO)], 1, End::Complete), wrong(NO_SOLUTION));
        let mut broken = a;
        broken.set(1, a.get(2));
        assert_eq!(judged(None, &[broken], 1, End::Complete), wrong(NO_SOLUTION));
        assert_eq!(judged(Some(broken), &[a], 1, End::Complete), wrong(BAD_CORPUS));
        assert_eq!(judged(Some(b), &[], 1, End::NodeLimit), (Status::NodeLimit, Detail::None));
        let stalled = End::Stalled { cells_left: 3 };
        assert_eq!(judged(Some(b), &[], 1, stalled), (Status::Stalled, Detail::CellsLeft(3)));
    }

    #[test]
    fn strategies_are_held_against_each_other() {
        let [a, b] = both()[..] else { panic!("two solutions") };
        let sample = |status, solutions| Sample { status, solutions, ..Sample::INVALID };
        let compared = |samples: &[(Status, u64, Option<Grid>)], wanted| {
            let first: Vec<_> = samples.iter().map(|&(_, _, first)| first).collect();
            let mut samples: Vec<_> = samples.iter().map(|&(status, n, _)| sample(status, n)).collect();
            compare(&mut samples, &first, wanted);
            samples.iter().map(|sample| sample.status).collect::<Vec<_>>()
        };
        use Status::{NodeLimit, Solved, Stalled, Unsolvable, Wrong};
        assert_eq!(compared(&[(Solved, 1, Some(a)), (Solved, 1, Some(b))], 1), [Solved, Solved]);
        assert_eq!(compared(&[(Solved, 1, Some(a)), (Solved, 1, Some(b))], 2), [Solved, Wrong]);
        assert_eq!(compared(&[(Unsolvable, 0, None), (Solved, 1, Some(b))], 1), [Wrong, Solved]);
        assert_eq!(compared(&[(Solved, 1, Some(a)), (NodeLimit, 2, Some(b))], 3), [Wrong, NodeLimit]);
        assert_eq!(compared(&[(Stalled, 0, None), (Solved, 2, Some(a))], 2), [Stalled, Solved]);
        assert_eq!(compared(&[(Wrong, 3, None), (Solved, 1, Some(a))], 2), [Wrong, Solved]);
    }
}
