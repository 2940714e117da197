//! `puzzles.csv`: a row per puzzle and strategy, the record from which everything else can be derived.
//!
//! The last column is the smallest latency of all rounds; each round takes it from the file of the round before. All
//! other columns have to be the same in every round.

use sha2::{Digest, Sha256};

use super::{
    Sample, Status,
    directory::Directory,
    puzzle_row::{HEADER, PuzzleRow},
    round::RoundFile,
};
use crate::{
    error::{Error, Result},
    fs::PartFile,
    reader::Puzzle,
    strategy::Entry,
};

/// Writes the file.
pub struct Puzzles {
    file: RoundFile,
    /// One for each strategy, over its rows without the last column.
    digests: Vec<Sha256>,
    row: Vec<u8>,
    last: Vec<u8>,
}

impl Puzzles {
    /// Begins the first round.
    pub fn begin(directory: &Directory, strategies: usize) -> Result<Puzzles> {
        let file = RoundFile::begin(directory, "puzzles.csv", HEADER)?;
        Ok(Puzzles { file, digests: vec![Sha256::new(); strategies], row: Vec::new(), last: Vec::new() })
    }

    /// Ends a complete round and begins the next.
    pub fn next_round(&mut self) -> Result<()> {
        self.end_round()?;
        self.digests.fill(Sha256::new());
        self.file.next_round()
    }

    /// Checks that a round that came to the end of the corpus has all puzzles of the last one.
    pub fn end_round(&mut self) -> Result<()> {
        if self.file.last_row(&mut self.last)? {
            return Err(Error::Changed("the corpus has fewer puzzles than in the round before".into()));
        }
        Ok(())
    }

    /// Writes the rows of a puzzle, and makes each sample what all rounds so far say of it.
    pub fn write(&mut self, puzzle: &Puzzle, strategies: &[Entry], samples: &mut [Sample]) -> Result<()> {
        self.row.clear();
        push_name(&mut self.row, puzzle);
        push_integers(&mut self.row, &[puzzle.line, puzzle.givens.clues() as u64]);
        let head = self.row.len();
        for (strategy, (entry, sample)) in strategies.iter().zip(samples).enumerate() {
            self.row.truncate(head);
            push_counts(&mut self.row, &entry.name, sample);
            if self.file.has_last() {
                *sample = self.merge(head, &entry.name, puzzle, sample)?;
                self.row.truncate(head);
                push_counts(&mut self.row, &entry.name, sample);
            }
            self.finish_row(strategy, sample.latency_ns)?;
        }
        Ok(())
    }

    /// Keeps what the last round had of the puzzles that this one, cut short, did not reach, and hands the samples of
    /// each puzzle to `rest`.
    pub fn keep_rest(&mut self, mut rest: impl FnMut(&[Sample])) -> Result<()> {
        let mut samples = Vec::new();
        while self.file.last_row(&mut self.last)? {
            let (sample, counts) = self.parse_last()?;
            self.row.clear();
            self.row.extend_from_slice(&self.last[..counts]);
            self.finish_row(samples.len(), sample.latency_ns)?;
            samples.push(sample);
            if samples.len() == self.digests.len() {
                rest(&samples);
                samples.clear();
            }
        }
        Ok(())
    }

    /// The file, and the digest of each strategy's rows.
    pub fn finish(self) -> Result<(PartFile, Vec<[u8; 32]>)> {
        let digests = self.digests.into_iter().map(|digest| digest.finalize().into()).collect();
        Ok((self.file.finish()?, digests))
    }

    /// The row is complete but for its latency.
    fn finish_row(&mut self, strategy: usize, latency_ns: u64) -> Result<()> {
        self.digests[strategy].update(&self.row);
        self.digests[strategy].update(b"\n");
        push_integers(&mut self.row, &[latency_ns]);
        self.row.push(b'\n');
        self.file.write(&self.row)
    }

    /// What the last round and this one say of a sample. `self.row` has this round's counts after `head` bytes.
    fn merge(&mut self, head: usize, strategy: &str, puzzle: &Puzzle, now: &Sample) -> Result<Sample> {
        let changed = |what: &str| Err(Error::Changed(format!("line {}: {what}", puzzle.line)));
        if !self.file.last_row(&mut self.last)? {
            return changed("the corpus has more puzzles than in the round before");
        }
        if self.last.get(..head) != self.row.get(..head) {
            return changed("the corpus is not what it was in the round before");
        }
        let (before, counts) = self.parse_last()?;
        // A time limit does not stop at the same node twice.
        let may_differ = |status| matches!(status, Status::TimeLimit | Status::Wrong);
        if self.last[..counts] != self.row && !may_differ(before.status) && !may_differ(now.status) {
            return changed(&format!("{strategy} did not count the same as in the round before"));
        }
        Ok(best(&before, now))
    }

    /// The sample of the last round's row, and the length of its columns before the latency.
    fn parse_last(&self) -> Result<(Sample, usize)> {
        match PuzzleRow::parse(&self.last) {
            Ok(row) => Ok((row.sample, row.counts.len())),
            Err(_) => Err(Error::Changed("puzzles.csv was changed while it was in use".into())),
        }
    }
}

/// What two rounds say of a sample: wrong if one is wrong, finished if one finished, and the smaller latency.
fn best(before: &Sample, now: &Sample) -> Sample {
    let rank = |sample: &Sample| match sample.status {
        Status::Wrong => 0,
        Status::TimeLimit => 2,
        _ => 1,
    };
    match rank(before).cmp(&rank(now)) {
        std::cmp::Ordering::Less => *before,
        std::cmp::Ordering::Equal => Sample { latency_ns: before.latency_ns.min(now.latency_ns), ..*now },
        std::cmp::Ordering::Greater => *now,
    }
}

/// The puzzle's name as it is written.
pub fn puzzle_name(puzzle: &Puzzle) -> String {
    let mut name = Vec::new();
    push_name(&mut name, puzzle);
    String::from_utf8(name).expect("names are text")
}

/// The puzzle's own name, or its line; with its file in front where there are several.
pub fn push_name(row: &mut Vec<u8>, puzzle: &Puzzle) {
    let name = match (&puzzle.file, &puzzle.id) {
        (None, None) => return row.extend_from_slice(itoa::Buffer::new().format(puzzle.line).as_bytes()),
        (None, Some(id)) => id.to_string(),
        (Some(file), Some(id)) => format!("{file}:{id}"),
        (Some(file), None) => format!("{file}:{}", puzzle.line),
    };
    if name.contains(['"', ',']) {
        row.extend_from_slice(format!("\"{}\"", name.replace('"', "\"\"")).as_bytes());
    } else {
        row.extend_from_slice(name.as_bytes());
    }
}

fn push_counts(row: &mut Vec<u8>, strategy: &str, sample: &Sample) {
    row.push(b',');
    row.extend_from_slice(strategy.as_bytes());
    row.push(b',');
    row.extend_from_slice(sample.status.name().as_bytes());
    let Sample { solutions, nodes, guesses, backtracks, max_depth, .. } = *sample;
    push_integers(row, &[solutions, nodes, guesses, backtracks, max_depth.into()]);
}

fn push_integers(row: &mut Vec<u8>, integers: &[u64]) {
    for &integer in integers {
        row.push(b',');
        row.extend_from_slice(itoa::Buffer::new().format(integer).as_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{grid::Grid, strategy};

    fn sample(status: Status, nodes: u64, latency_ns: u64) -> Sample {
        Sample { status, nodes, latency_ns, solutions: 1, ..Sample::INVALID }
    }

    fn puzzle(line: u64) -> Puzzle {
        Puzzle { id: None, file: None, line, givens: Grid::EMPTY, solution: None, row: 0..0 }
    }

    /// Writes rounds of (status, nodes, latency) per puzzle; the last may be shorter. Returns rows and kept samples.
    fn rounds(rounds: &[&[(Status, u64, u64)]]) -> Result<(Vec<String>, Vec<Sample>)> {
        let path = tempfile::tempdir().unwrap();
        let directory = Directory::create(path.path(), false)?;
        let strategies = [strategy::find("dlx").unwrap()];
        let mut puzzles = Puzzles::begin(&directory, 1)?;
        for (number, round) in rounds.iter().enumerate() {
            if number > 0 {
                puzzles.next_round()?;
            }
            for (line, &(status, nodes, latency)) in (1..).zip(*round) {
                puzzles.write(&puzzle(line), &strategies, &mut [sample(status, nodes, latency)])?;
            }
        }
        let mut kept = Vec::new();
        puzzles.keep_rest(|samples| kept.extend_from_slice(samples))?;
        directory.publish(vec![puzzles.finish()?.0])?;
        let names = std::fs::read_dir(path.path()).unwrap().count();
        assert_eq!(names, 1, "nothing but puzzles.csv");
        let text = std::fs::read_to_string(path.path().join("puzzles.csv")).unwrap();
        Ok((text.lines().skip(1).map(String::from).collect(), kept))
    }

    use Status::{Solved, TimeLimit, Wrong};

    #[test]
    fn the_smallest_latency_of_all_rounds_is_kept() {
        let (rows, _) = rounds(&[&[(Solved, 5, 90), (Solved, 6, 50)], &[(Solved, 5, 70), (Solved, 6, 60)]]).unwrap();
        assert_eq!(rows, ["1,1,0,dlx,solved,1,5,0,0,0,70", "2,2,0,dlx,solved,1,6,0,0,0,50"]);
    }

    #[test]
    fn a_round_cut_short_keeps_the_rest_of_the_last() {
        let (rows, kept) = rounds(&[&[(Solved, 5, 90), (Solved, 6, 50)], &[(Solved, 5, 70)]]).unwrap();
        assert_eq!(rows, ["1,1,0,dlx,solved,1,5,0,0,0,70", "2,2,0,dlx,solved,1,6,0,0,0,50"]);
        assert_eq!(kept, [sample(Solved, 6, 50)]);
    }

    #[test]
    fn what_is_kept_comes_puzzle_by_puzzle() {
        let path = tempfile::tempdir().unwrap();
        let strategies = ["dlx", "naive"].map(|name| strategy::find(name).unwrap());
        let mut puzzles = Puzzles::begin(&Directory::create(path.path(), false).unwrap(), 2).unwrap();
        let of = |line| [sample(Solved, line, 10 * line), sample(Solved, line, 20 * line)];
        (1..=3).for_each(|line| puzzles.write(&puzzle(line), &strategies, &mut of(line)).unwrap());
        puzzles.next_round().unwrap();
        puzzles.write(&puzzle(1), &strategies, &mut of(1)).unwrap();
        let mut kept = Vec::new();
        puzzles.keep_rest(|samples| kept.push(samples.to_vec())).unwrap();
        assert_eq!(kept, [of(2), of(3)]);
    }

    #[test]
    fn wrong_stays_wrong_and_a_time_limit_may_be_beaten() {
        let (rows, _) = rounds(&[&[(Wrong, 1, 9), (TimeLimit, 2, 9)], &[(Solved, 5, 7), (Solved, 6, 8)]]).unwrap();
        assert_eq!(rows, ["1,1,0,dlx,wrong,1,1,0,0,0,9", "2,2,0,dlx,solved,1,6,0,0,0,8"]);
    }

    #[test]
    fn what_should_not_change_between_rounds_is_an_error() {
        let error = |r: &[&[(Status, u64, u64)]]| rounds(r).unwrap_err().to_string();
        assert!(error(&[&[(Solved, 5, 90)], &[(Solved, 6, 70)]]).contains("dlx did not count the same"));
        assert!(error(&[&[(Solved, 5, 90)], &[(Solved, 5, 9), (Solved, 5, 9)]]).contains("more puzzles"));
        let two = [(Solved, 5, 90), (Solved, 5, 90)];
        assert!(error(&[&two, &two[..1], &two]).contains("fewer puzzles"));
    }

    #[test]
    fn names_are_quoted_where_they_must_be() {
        let name = |id: &str, file: Option<&str>| {
            let mut row = Vec::new();
            push_name(&mut row, &Puzzle { id: Some(id.into()), file: file.map(Into::into), ..puzzle(3) });
            String::from_utf8(row).unwrap()
        };
        assert_eq!(name("a b", None), "a b");
        assert_eq!(name("a,\"b\"", None), "\"a,\"\"b\"\"\"");
        assert_eq!(name("x", Some("d/f.csv")), "d/f.csv:x");
    }
}
