//! Writes `puzzles.csv`: one row per puzzle and strategy, from which every other result can be derived.
//!
//! Each round writes the file again and merges it with the file of the round before, as the module
//! [`merge`](mod@super::merge) defines.

use std::mem;

use super::{
    PuzzleRecord, Rows, Sample, StrategyManifest,
    directory::Directory,
    merge::{changed, merge_samples},
    puzzle_row::{header, push_puzzle, push_read_puzzle},
    round::RoundFile,
    written_block::PuzzleText,
};
use crate::{
    digest::Hasher,
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
    digests: Vec<Hasher>,
    /// The rows of the round before, from the puzzle that comes next.
    previous: Option<Rows>,
    before: PuzzleRecord,
    /// The columns that the rows of the current puzzle share.
    head: Vec<u8>,
    /// The rows of the current puzzle.
    text: PuzzleText,
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
            digests: strategies.iter().map(|_| Hasher::default()).collect(),
            previous: None,
            before: PuzzleRecord::default(),
            head: Vec::new(),
            text: PuzzleText::default(),
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

    /// Writes rows of the first round.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written.
    pub fn write(&mut self, text: &PuzzleText) -> Result<()> {
        for (digest, lines) in self.digests.iter_mut().zip(&text.deterministic) {
            digest.update(lines);
        }
        self.file.write(&text.rows)
    }

    /// Merges the samples of a puzzle with those of the rounds before, writes their rows, and returns them.
    ///
    /// # Errors
    ///
    /// Returns an error if the corpus or a strategy's counters changed since the round before, or the file cannot be
    /// written.
    pub fn merge(&mut self, puzzle: &Puzzle, samples: &[Sample]) -> Result<Vec<Sample>> {
        self.head.clear();
        push_puzzle(&mut self.head, puzzle);
        let merged = self.merged(puzzle.line, samples)?;
        let givens = self.has_givens.then(|| puzzle.givens.to_string());
        self.write_samples(&merged, givens.as_deref())?;
        Ok(merged)
    }

    /// Writes the rows of a puzzle that was read from another file.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written.
    pub fn copy(&mut self, record: &PuzzleRecord) -> Result<()> {
        let PuzzleRecord { puzzle, line, clues, samples, givens } = record;
        self.head.clear();
        push_read_puzzle(&mut self.head, puzzle, *line, *clues);
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

    /// Returns samples merged with those of the round before.
    fn merged(&mut self, line: u64, samples: &[Sample]) -> Result<Vec<Sample>> {
        if !self.next_before()? {
            return Err(changed(line, "the corpus has more puzzles than in the round before"));
        }
        let mut before = Vec::with_capacity(self.head.len());
        push_read_puzzle(&mut before, &self.before.puzzle, self.before.line, self.before.clues);
        if before != self.head {
            return Err(changed(line, "the corpus has changed since the round before"));
        }
        merge_samples(&self.before, samples, &self.strategies)
    }

    /// Reads the next puzzle of the round before. Returns false if there is none.
    fn next_before(&mut self) -> Result<bool> {
        self.previous.as_mut().map_or(Ok(false), |rows| rows.next(&mut self.before))
    }

    /// Writes a row for each sample, behind the columns of the puzzle in `head`.
    fn write_samples(&mut self, samples: &[Sample], givens: Option<&str>) -> Result<()> {
        let mut text = mem::take(&mut self.text);
        text.clear();
        text.push(&self.head, &self.strategies, samples, givens);
        let written = self.write(&text);
        self.text = text;
        written
    }

    /// Sets the digests of a round's end, and begins those of the next.
    fn set_digests(&mut self) {
        for (strategy, digest) in self.strategies.iter_mut().zip(&mut self.digests) {
            strategy.digest = mem::take(digest).finish();
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

    /// Writes or merges the samples of a puzzle, and returns what was written.
    fn record(puzzles: &mut Puzzles, line: u64, samples: &[Sample]) -> Result<Vec<Sample>> {
        let puzzle = Puzzle { id: None, file: None, line, givens: Grid::EMPTY, solution: None, row: 0..0 };
        if puzzles.previous.is_some() {
            return puzzles.merge(&puzzle, samples);
        }
        let (mut text, givens) = (PuzzleText::default(), Grid::EMPTY.to_string());
        push_puzzle(&mut puzzles.head, &puzzle);
        text.push(&puzzles.head, &puzzles.strategies, samples, puzzles.has_givens.then_some(&givens));
        puzzles.head.clear();
        puzzles.write(&text)?;
        Ok(samples.into())
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
                record(&mut puzzles, line, &[sample(status, nodes, latency)])?;
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
            record(&mut puzzles, line, &of(line)).unwrap();
        }
        puzzles.next_round().unwrap();
        assert_eq!(record(&mut puzzles, 1, &of(1)).unwrap(), of(1));
        let mut kept = Vec::new();
        puzzles.keep_rest(|samples| kept.push(samples.to_vec())).unwrap();
        assert_eq!(kept, [of(2), of(3)]);
    }

    #[test]
    fn the_cells_of_puzzles_are_written_on_request() {
        let path = tempfile::tempdir().unwrap();
        let directory = Directory::create(path.path(), false, &[]).unwrap();
        let mut puzzles = Puzzles::begin(&directory, &strategies_named(&["dlx"]), true).unwrap();
        for line in 1..=2 {
            record(&mut puzzles, line, &[sample(Solved, 5, 90)]).unwrap();
        }
        puzzles.next_round().unwrap();
        record(&mut puzzles, 1, &[sample(Solved, 5, 80)]).unwrap();
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
