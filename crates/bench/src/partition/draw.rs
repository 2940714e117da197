//! A random sample of a corpus whose lines are divided among partitions.

use std::sync::Arc;

use corpus::reader::{RandomSample, Reservoir};

use super::plan::{Plan, PlannedFile};

/// Returns the lines of each file whose puzzles are in the random sample, in ascending order. The puzzles are the same
/// as in a run over the whole corpus. Returns `None` if the plan does not say which lines have a puzzle.
pub fn drawn_lines(plan: &Plan, sample: RandomSample) -> Option<Vec<Arc<[u64]>>> {
    let puzzles = plan.files.iter().map(PlannedFile::puzzles).collect::<Option<Vec<_>>>()?;
    let mut reservoir = Reservoir::new(sample);
    (0..puzzles.iter().sum()).for_each(|number: u64| reservoir.offer(number));
    let mut drawn = reservoir.into_drawn().peekable();
    let mut before = 0;
    let of_file = |(file, puzzles): (&PlannedFile, u64)| {
        let numbers = std::iter::from_fn(|| drawn.next_if(|&number| number < before + puzzles));
        let lines = lines_of(file, numbers.map(|number| number - before));
        before += puzzles;
        lines
    };
    Some(plan.files.iter().zip(puzzles).map(of_file).collect())
}

/// Returns the lines of puzzles with these numbers, which are counted from 0 and in ascending order.
fn lines_of(file: &PlannedFile, numbers: impl Iterator<Item = u64>) -> Arc<[u64]> {
    let mut without = file.without_puzzle.iter().flatten().peekable();
    let mut skipped = 0;
    let line = |number| {
        while let Some((first, last)) = without.next_if(|&&(first, _)| first <= number + 1 + skipped) {
            skipped += last + 1 - first;
        }
        number + 1 + skipped
    };
    numbers.map(line).collect()
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use super::*;

    fn file(lines: u64, without_puzzle: &[(u64, u64)]) -> PlannedFile {
        PlannedFile { lines, without_puzzle: Some(without_puzzle.to_vec()), ..PlannedFile::default() }
    }

    fn drawn(files: Vec<PlannedFile>, size: usize) -> Option<Vec<Vec<u64>>> {
        let lines = drawn_lines(&Plan { started: SystemTime::UNIX_EPOCH, files }, RandomSample { size, seed: 1 })?;
        Some(lines.iter().map(|lines| lines.to_vec()).collect())
    }

    #[test]
    fn lines_without_a_puzzle_are_never_drawn() {
        let files = || vec![file(6, &[(1, 1), (4, 5)]), file(1, &[(1, 1)]), file(3, &[]), file(4, &[(3, 4)])];
        let all = vec![vec![2, 3, 6], vec![], vec![1, 2, 3], vec![1, 2]];
        assert_eq!(drawn(files(), 100), Some(all.clone()));
        let some = drawn(files(), 4).unwrap();
        assert_eq!(some.concat().len(), 4);
        assert!(some.iter().zip(&all).all(|(some, all)| some.iter().all(|line| all.contains(line))), "{some:?}");
        assert_eq!(drawn(vec![file(3, &[]), PlannedFile::default()], 4), None);
    }
}
