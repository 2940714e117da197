//! Writes `puzzles.csv`: one row per puzzle and strategy, from which every other result can be derived.
//!
//! Each round writes the file again, with rows that are [merged](EarlierRound::merge) with those of the previous round.

use std::{mem, path::Path, sync::Arc};

use corpus::{digest::Hasher, error::Result, fs::PartFile};
use pass::Sample;

use super::{
    PuzzleRecord, StrategyManifest,
    directory::Directory,
    directory_names::PUZZLES,
    earlier_round::{BlockOffsets, EarlierRound, fewer_puzzles},
    puzzle_row::{ExtraColumns, header, push_read_puzzle},
    rendered_block::PuzzleText,
    round::RoundFile,
};

pub struct Puzzles {
    file: RoundFile,
    /// The strategies, with the digests of the previous round.
    strategies: Vec<StrategyManifest>,
    /// The digest of each strategy's deterministic columns in this round.
    digests: Vec<Hasher>,
    /// The offset and the length of the rows of each block of this round.
    offsets: BlockOffsets,
    earlier: Option<Arc<EarlierRound>>,
    /// The columns that the rows of the current puzzle share.
    head: Vec<u8>,
    text: PuzzleText,
    extra: ExtraColumns,
}

impl Puzzles {
    pub fn begin(directory: &Directory, strategies: &[StrategyManifest], extra: ExtraColumns) -> Result<Puzzles> {
        Ok(Puzzles {
            file: RoundFile::begin(directory, PUZZLES, header(extra))?,
            extra,
            strategies: strategies.to_vec(),
            digests: strategies.iter().map(|_| Hasher::default()).collect(),
            offsets: BlockOffsets::new(),
            earlier: None,
            head: Vec::new(),
            text: PuzzleText::default(),
        })
    }

    /// Ends a complete round and begins the next. Returns an error if the previous round had more puzzles.
    pub fn next_round(&mut self) -> Result<()> {
        self.end_round()?;
        self.set_digests();
        let offsets = mem::take(&mut self.offsets);
        let strategies = self.strategies.clone();
        // On some systems, an open file cannot be removed.
        self.earlier = None;
        let open = |path: &Path| EarlierRound::open(path, offsets, strategies, self.extra);
        self.earlier = Some(Arc::new(self.file.next_round(open)?));
        Ok(())
    }

    pub fn earlier(&self) -> Option<Arc<EarlierRound>> {
        self.earlier.clone()
    }

    /// Checks that a complete round has every block of the previous round. Returns an error if the previous round had more
    /// puzzles.
    pub fn end_round(&mut self) -> Result<()> {
        match &self.earlier {
            Some(earlier) if self.offsets.len() < earlier.offsets().len() => Err(fewer_puzzles()),
            _ => Ok(()),
        }
    }

    /// Writes the rows of the block with this index. In a later round, they are merged.
    pub fn block(&mut self, index: u64, text: PuzzleText) -> Result<()> {
        self.offsets.insert(index, (self.file.length(), text.rows.len()));
        for (digest, lines) in self.digests.iter_mut().zip(text.deterministic) {
            digest.append(lines);
        }
        self.file.append(text.rows)
    }

    pub fn copy(&mut self, record: &PuzzleRecord) -> Result<()> {
        let PuzzleRecord { puzzle, line, clues, samples, givens } = record;
        self.head.clear();
        push_read_puzzle(&mut self.head, puzzle, *line, *clues);
        self.write_samples(samples, givens.as_deref().filter(|_| self.extra.givens))
    }

    /// Copies the puzzles of the previous round that an interrupted round did not reach; calls `rest` with the samples
    /// of each.
    pub fn keep_rest(&mut self, mut rest: impl FnMut(&[Sample])) -> Result<()> {
        let Some(earlier) = self.earlier.take() else { return Ok(()) };
        let offsets = mem::take(&mut self.offsets);
        for &block in earlier.offsets().keys().filter(|block| !offsets.contains_key(block)) {
            earlier.for_each(block, |record| {
                self.copy(record)?;
                rest(&record.samples);
                Ok(())
            })?;
        }
        Ok(())
    }

    pub fn finish(mut self) -> Result<(PartFile, Vec<StrategyManifest>)> {
        self.set_digests();
        drop(self.earlier);
        Ok((self.file.finish()?, self.strategies))
    }

    /// Writes a row for each sample, after the columns of the puzzle in `head`.
    fn write_samples(&mut self, samples: &[Sample], givens: Option<&str>) -> Result<()> {
        let mut text = mem::take(&mut self.text);
        text.clear();
        text.push(&self.head, &self.strategies, samples, (self.extra.profile, givens));
        for (digest, lines) in self.digests.iter_mut().zip(&text.deterministic) {
            digest.update(lines);
        }
        let written = self.file.write(&text.rows);
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
    use Status::{Solved, TimeLimit, Wrong};
    use corpus::reader::{Block, Puzzle};
    use pass::{Detail, ProfileFields, SolvedBlock, Status, Turn};

    use super::*;
    use crate::record::{Destination, RenderedBlock, puzzle_row::test_row, strategies_named};

    fn sample(status: Status, nodes: u64, latency_ns: u64) -> Sample {
        Sample { status, nodes, latency_ns, solutions: 1, ..Sample::INVALID }
    }

    fn row(line: u64, status: Status, nodes: u64, latency_ns: u64) -> String {
        test_row(line, 0, "dlx", &sample(status, nodes, latency_ns))
    }

    /// Writes the samples of a puzzle, which is a block of its own, and returns what was written.
    fn record(puzzles: &mut Puzzles, line: u64, samples: &[Sample]) -> Result<Vec<Sample>> {
        let puzzle = Puzzle::blank(None, line);
        let block = Block { index: line, puzzles: vec![puzzle], ..Block::default() };
        let solved = SolvedBlock {
            block,
            samples: samples.into(),
            nodes_by_depth: Vec::new(),
            missing_counts: Vec::new(),
            turns: vec![Turn::default(); samples.len()],
            wrong_solutions: Vec::new(),
            engine_errors: Vec::new(),
        };
        let mut written = RenderedBlock::new(0, solved, &puzzles.strategies, puzzles.extra);
        if let Some(earlier) = puzzles.earlier() {
            written.merge(&earlier)?;
        }
        let samples = written.samples().to_vec();
        let text = written.puzzles.unwrap();
        puzzles.block(line, text)?;
        Ok(samples)
    }

    /// Writes rounds of (status, nodes, latency) per puzzle; the last may be shorter. Returns the rows, and the samples
    /// that were kept from the previous round.
    fn rounds(rounds: &[&[(Status, u64, u64)]]) -> Result<(Vec<String>, Vec<Sample>)> {
        let path = tempfile::tempdir().unwrap();
        let directory = Destination::new(path.path(), &[]).create(false)?;
        let mut puzzles = Puzzles::begin(&directory, &strategies_named(&["dlx"]), ExtraColumns::NONE)?;
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
        assert_eq!(rows, [row(1, Solved, 5, 70), row(2, Solved, 6, 50)]);
        let (rows, _) = rounds(&[&[(Wrong, 1, 9), (TimeLimit, 2, 9)], &[(Solved, 5, 7), (Solved, 6, 8)]]).unwrap();
        assert_eq!(rows, [row(1, Wrong, 1, 9), row(2, Solved, 6, 8)]);
    }

    #[test]
    fn an_interrupted_round_keeps_the_rest_of_the_round_before() {
        let (rows, kept) = rounds(&[&[(Solved, 5, 90), (Solved, 6, 50)], &[(Solved, 5, 70)]]).unwrap();
        assert_eq!(rows, [row(1, Solved, 5, 70), row(2, Solved, 6, 50)]);
        assert_eq!(kept, [Sample { detail: Detail::None, ..sample(Solved, 6, 50) }]);
    }

    #[test]
    fn the_rest_is_kept_puzzle_by_puzzle() {
        let path = tempfile::tempdir().unwrap();
        let directory = Destination::new(path.path(), &[]).create(false).unwrap();
        let mut puzzles = Puzzles::begin(&directory, &strategies_named(&["dlx", "naive"]), ExtraColumns::NONE).unwrap();
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

    /// Writes two rounds of two puzzles, the second of which is interrupted after the first puzzle, and checks that each row ends
    /// with `more` and the cells.
    fn check_two_rounds(extra: ExtraColumns, of: impl Fn(u64) -> Sample, more: &str) {
        let path = tempfile::tempdir().unwrap();
        let directory = Destination::new(path.path(), &[]).create(false).unwrap();
        let mut puzzles = Puzzles::begin(&directory, &strategies_named(&["dlx"]), extra).unwrap();
        for line in 1..=2 {
            record(&mut puzzles, line, &[of(90)]).unwrap();
        }
        puzzles.next_round().unwrap();
        assert_eq!(record(&mut puzzles, 1, &[of(80)]).unwrap(), [of(80)]);
        puzzles.keep_rest(|samples| assert_eq!(samples, [of(90)])).unwrap();
        directory.publish(vec![puzzles.finish().unwrap().0], true).unwrap();
        let text = std::fs::read_to_string(path.path().join("puzzles.csv")).unwrap();
        let [first, second] = [row(1, Solved, 5, 80), row(2, Solved, 5, 90)];
        let empty = ".".repeat(81);
        assert_eq!(text, format!("{}\n{first}{more},{empty}\n{second}{more},{empty}\n", header(extra)));
    }

    #[test]
    fn the_cells_of_puzzles_and_the_columns_of_profiles_are_written_on_request() {
        check_two_rounds(ExtraColumns { givens: true, ..ExtraColumns::NONE }, |ns| sample(Solved, 5, ns), "");
        let fields = ProfileFields { first_wrong_depth: 2, largest_refuted: 4, wrong_turns: 1, first_backtracks: 4 };
        let with_profile = |ns| Sample { profile: Some(fields), ..sample(Solved, 5, ns) };
        check_two_rounds(ExtraColumns { profile: true, givens: true }, with_profile, ",2,4,1,4");
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
