//! Writes `puzzles.csv`: one row per puzzle and strategy, from which every other result can be derived.
//!
//! Each round writes the file again and merges it with the file of the round before, as the module
//! [`merge`](mod@super::merge) defines.

use sha2::{Digest, Sha256};

use super::{
    PuzzleRecord, Rows, Sample, StrategyManifest,
    directory::Directory,
    merge::{changed, merge_samples},
    puzzle_row::{header, push_puzzle, push_read_puzzle},
    round::RoundFile,
};
use crate::{
    digest::hex,
    error::{Error, Result},
    fs::PartFile,
    reader::Puzzle,
};

/// The file of a run in progress.
pub struct Puzzles {
    file: RoundFile,
    /// The strategies, with the digests of the complete round before.
    strategies: Vec<StrategyManifest>,
    /// The digest of each strategy's deterministic columns in this round.
    digests: Vec<Sha256>,
    /// The rows of the round before, from the puzzle that comes next.
    previous: Option<Rows>,
    before: PuzzleRecord,
    row: Vec<u8>,
    /// True if the rows have the column of the givens.
    has_givens: bool,
}

impl Puzzles {
    /// Begins the first round. With `has_givens`, each row ends with the cells of the puzzle.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be created.
    pub fn begin(directory: &Directory, strategies: &[StrategyManifest], has_givens: bool) -> Result<Puzzles> {
        Ok(Puzzles {
            file: RoundFile::begin(directory, "puzzles.csv", header(has_givens))?,
            has_givens,
            strategies: strategies.to_vec(),
            digests: vec![Sha256::new(); strategies.len()],
            previous: None,
            before: PuzzleRecord::default(),
            row: Vec::new(),
        })
    }

    /// Ends a complete round and begins the next.
    ///
    /// # Errors
    ///
    /// Returns an error if the previous round had more puzzles, or a file cannot be written.
    pub fn next_round(&mut self) -> Result<()> {
        self.end_round()?;
        self.set_digests();
        self.digests.fill(Sha256::new());
        let strategies = &self.strategies;
        self.previous = Some(self.file.next_round(|path| Rows::open(path, strategies))?);
        Ok(())
    }

    /// Checks that a complete round has every puzzle of the round before.
    ///
    /// # Errors
    ///
    /// Returns an error if the previous round had more puzzles.
    pub fn end_round(&mut self) -> Result<()> {
        match self.next_before()? {
            true => Err(Error::Changed("the corpus has fewer puzzles than in the round before".into())),
            false => Ok(()),
        }
    }

    /// Writes the rows of a puzzle, and returns its samples merged with those of the rounds before.
    ///
    /// # Errors
    ///
    /// Returns an error if the corpus or a strategy's counters changed since the round before, or the file cannot be
    /// written.
    pub fn write(&mut self, puzzle: &Puzzle, samples: &[Sample]) -> Result<Option<Vec<Sample>>> {
        self.row.clear();
        push_puzzle(&mut self.row, puzzle);
        let merged = self.merge(puzzle.line, samples)?;
        let givens = self.has_givens.then(|| puzzle.givens.to_string());
        self.write_samples(merged.as_deref().unwrap_or(samples), givens.as_deref())?;
        Ok(merged)
    }

    /// Writes the rows of a puzzle that was read from another file.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written.
    pub fn copy(&mut self, record: &PuzzleRecord) -> Result<()> {
        let PuzzleRecord { puzzle, line, clues, samples, givens } = record;
        self.row.clear();
        push_read_puzzle(&mut self.row, puzzle, *line, *clues);
        self.write_samples(samples, givens.as_deref())
    }

    /// Writes the puzzles of the round before that this round, which was interrupted, did not reach; calls `rest` with the
    /// samples of each.
    ///
    /// # Errors
    ///
    /// Returns an error if the previous round's file cannot be read, or the file cannot be written.
    pub fn keep_rest(&mut self, mut rest: impl FnMut(&[Sample])) -> Result<()> {
        while self.next_before()? {
            let before = std::mem::take(&mut self.before);
            self.copy(&before)?;
            rest(&before.samples);
        }
        Ok(())
    }

    /// Returns the file, and the strategies with the digests of their rows.
    ///
    /// # Errors
    ///
    /// Returns an error if the previous round's file cannot be removed.
    pub fn finish(mut self) -> Result<(PartFile, Vec<StrategyManifest>)> {
        self.set_digests();
        drop(self.previous);
        Ok((self.file.finish()?, self.strategies))
    }

    /// Merges samples with those of the round before; returns `None` in the first round.
    fn merge(&mut self, line: u64, samples: &[Sample]) -> Result<Option<Vec<Sample>>> {
        if self.previous.is_none() {
            return Ok(None);
        }
        if !self.next_before()? {
            return Err(changed(line, "the corpus has more puzzles than in the round before"));
        }
        let mut before = Vec::with_capacity(self.row.len());
        push_read_puzzle(&mut before, &self.before.puzzle, self.before.line, self.before.clues);
        if before != self.row {
            return Err(changed(line, "the corpus has changed since the round before"));
        }
        merge_samples(&self.before, samples, &self.strategies).map(Some)
    }

    /// Reads the next puzzle of the round before. Returns false if there is none.
    fn next_before(&mut self) -> Result<bool> {
        self.previous.as_mut().map_or(Ok(false), |rows| rows.next(&mut self.before))
    }

    /// Writes a row for each sample, behind the columns of the puzzle that `row` holds.
    fn write_samples(&mut self, samples: &[Sample], givens: Option<&str>) -> Result<()> {
        let head = self.row.len();
        for ((strategy, digest), sample) in self.strategies.iter().zip(&mut self.digests).zip(samples) {
            self.row.truncate(head);
            self.row.extend_from_slice(strategy.name.as_bytes());
            self.row.push(b',');
            let deterministic = sample.push_fields(&mut self.row);
            digest.update(&self.row[..deterministic]);
            digest.update(b"\n");
            if let Some(givens) = givens {
                self.row.push(b',');
                self.row.extend_from_slice(givens.as_bytes());
            }
            self.row.push(b'\n');
            self.file.write(&self.row)?;
        }
        Ok(())
    }

    fn set_digests(&mut self) {
        for (strategy, digest) in self.strategies.iter_mut().zip(&self.digests) {
            strategy.digest = hex(&digest.clone().finalize());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        grid::Grid,
        record::{Detail, Status, strategies_named},
    };
    use Status::{Solved, TimeLimit, Wrong};

    fn sample(status: Status, nodes: u64, latency_ns: u64) -> Sample {
        Sample { status, nodes, latency_ns, solutions: 1, ..Sample::INVALID }
    }

    fn puzzle(line: u64) -> Puzzle {
        Puzzle { id: None, file: None, line, givens: Grid::EMPTY, solution: None, row: 0..0 }
    }

    /// Writes rounds of (status, nodes, latency) per puzzle; the last may be shorter. Returns the rows, and the samples that
    /// were kept from the round before.
    fn rounds(rounds: &[&[(Status, u64, u64)]]) -> Result<(Vec<String>, Vec<Sample>)> {
        let path = tempfile::tempdir().unwrap();
        let directory = Directory::create(path.path(), false, &[])?;
        let mut puzzles = Puzzles::begin(&directory, &strategies_named(&["dlx"]), false)?;
        for (number, round) in rounds.iter().enumerate() {
            if number > 0 {
                puzzles.next_round()?;
            }
            for (line, &(status, nodes, latency)) in (1..).zip(*round) {
                puzzles.write(&puzzle(line), &[sample(status, nodes, latency)])?;
            }
        }
        let mut kept = Vec::new();
        puzzles.keep_rest(|samples| kept.extend_from_slice(samples))?;
        directory.publish(vec![puzzles.finish()?.0], true)?;
        drop(directory);
        let names = std::fs::read_dir(path.path()).unwrap().count();
        assert_eq!(names, 1, "nothing but puzzles.csv");
        let text = std::fs::read_to_string(path.path().join("puzzles.csv")).unwrap();
        Ok((text.lines().skip(1).map(String::from).collect(), kept))
    }

    #[test]
    fn rounds_are_merged() {
        let (rows, _) = rounds(&[&[(Solved, 5, 90), (Solved, 6, 50)], &[(Solved, 5, 70), (Solved, 6, 60)]]).unwrap();
        assert_eq!(rows, ["1,1,0,dlx,solved,1,5,0,0,0,70", "2,2,0,dlx,solved,1,6,0,0,0,50"]);
        let (rows, _) = rounds(&[&[(Wrong, 1, 9), (TimeLimit, 2, 9)], &[(Solved, 5, 7), (Solved, 6, 8)]]).unwrap();
        assert_eq!(rows, ["1,1,0,dlx,wrong,1,1,0,0,0,9", "2,2,0,dlx,solved,1,6,0,0,0,8"]);
    }

    #[test]
    fn an_interrupted_round_keeps_the_rest_of_the_round_before() {
        let (rows, kept) = rounds(&[&[(Solved, 5, 90), (Solved, 6, 50)], &[(Solved, 5, 70)]]).unwrap();
        assert_eq!(rows, ["1,1,0,dlx,solved,1,5,0,0,0,70", "2,2,0,dlx,solved,1,6,0,0,0,50"]);
        assert_eq!(kept, [Sample { detail: Detail::None, ..sample(Solved, 6, 50) }]);
    }

    #[test]
    fn the_rest_is_kept_puzzle_by_puzzle() {
        let path = tempfile::tempdir().unwrap();
        let directory = Directory::create(path.path(), false, &[]).unwrap();
        let mut puzzles = Puzzles::begin(&directory, &strategies_named(&["dlx", "naive"]), false).unwrap();
        let of = |line| [sample(Solved, line, 10 * line), sample(Solved, line, 20 * line)];
        for line in 1..=3 {
            assert_eq!(puzzles.write(&puzzle(line), &of(line)).unwrap(), None);
        }
        puzzles.next_round().unwrap();
        assert_eq!(puzzles.write(&puzzle(1), &of(1)).unwrap(), Some(of(1).into()));
        let mut kept = Vec::new();
        puzzles.keep_rest(|samples| kept.push(samples.to_vec())).unwrap();
        assert_eq!(kept, [of(2), of(3)]);
    }

    #[test]
    fn the_cells_of_puzzles_are_written_on_request() {
        let path = tempfile::tempdir().unwrap();
        let directory = Directory::create(path.path(), false, &[]).unwrap();
        let mut puzzles = Puzzles::begin(&directory, &strategies_named(&["dlx"]), true).unwrap();
        (1..=2).for_each(|line| assert_eq!(puzzles.write(&puzzle(line), &[sample(Solved, 5, 90)]).unwrap(), None));
        puzzles.next_round().unwrap();
        puzzles.write(&puzzle(1), &[sample(Solved, 5, 80)]).unwrap();
        puzzles.keep_rest(|_| ()).unwrap();
        directory.publish(vec![puzzles.finish().unwrap().0], true).unwrap();
        let text = std::fs::read_to_string(path.path().join("puzzles.csv")).unwrap();
        let empty = ".".repeat(81);
        assert!(text.starts_with("puzzle,line,") && text.contains("latency_ns,givens\n"), "{text}");
        assert!(
            text.ends_with(&format!("1,1,0,dlx,solved,1,5,0,0,0,80,{empty}\n2,2,0,dlx,solved,1,5,0,0,0,90,{empty}\n"))
        );
    }

    #[test]
    fn a_change_between_rounds_is_an_error() {
        let error = |r: &[&[(Status, u64, u64)]]| rounds(r).unwrap_err().to_string();
        assert!(error(&[&[(Solved, 5, 90)], &[(Solved, 6, 70)]]).contains("the counts of dlx differ"));
        assert!(error(&[&[(Solved, 5, 90)], &[(Solved, 5, 9), (Solved, 5, 9)]]).contains("more puzzles"));
        let two = [(Solved, 5, 90), (Solved, 5, 90)];
        assert!(error(&[&two, &two[..1], &two]).contains("fewer puzzles"));
    }
}
