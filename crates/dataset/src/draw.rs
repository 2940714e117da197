//! Random isomorphs, parts and samples of a corpus, the same for the same seed on every machine.

use std::sync::atomic::Ordering;

use grid::{AnyGrid, Symmetry, random::SplitMix64, simd::Simd};

use super::{BlockRows, Equality, Observer, RowPass, RowPassResult, dedup::location, facts::Facts};
use corpus::{
    error::Result,
    layout::{ColumnType, Field},
    reader::{Block, Puzzle, RandomSample, Reservoir},
    writer::{Edit, RowFormatter},
};
use pass::{PassEnd, Threads};

/// Rows of a sample that are written at a time.
const ROWS: usize = 4096;

impl RowPass {
    /// Writes `count` random isomorphs of every puzzle, each with its transformed solution. If `keep` is set, the
    /// puzzle itself comes first. If the solution is malformed, the isomorphs get an empty one. The corpus'
    /// [`Extras::solutions`](corpus::reader::Extras::solutions) must be set. If `names_source` is set, the column `source`
    /// tells the puzzle of each row: its id, or else its line. If `names_transform` is set, the column `transform` tells which
    /// [`Symmetry`] makes the row of the puzzle.
    pub fn augment(
        &self,
        count: usize,
        keep: bool,
        names_source: bool,
        names_transform: bool,
        seed: u64,
        observer: &mut Observer<'_>,
    ) -> Result<RowPassResult> {
        self.corpus.check_givens("augment")?;
        let stop = observer.stop;
        let work = |(): &mut (), block: &Block, rows: &mut BlockRows<'_>| {
            let puzzles = block.puzzles.iter().take_while(|_| !stop.load(Ordering::Relaxed));
            for (puzzle, index) in puzzles.zip(block.first..) {
                let source = names_source.then(|| source(puzzle, block));
                let added = |transform: &Symmetry| {
                    let transform = names_transform.then(|| Field::from(transform.to_string().into_bytes()));
                    source.as_deref().map(Field::from).into_iter().chain(transform).collect::<Vec<_>>()
                };
                if keep {
                    rows.add(puzzle, &added(&Symmetry::identity(puzzle.givens.shape())));
                }
                let is_full = |solution: &&AnyGrid| solution.clues() == solution.shape().cells();
                let solution = puzzle.solution.as_ref().filter(is_full);
                let images = images(&puzzle.givens, solution, (seed, index), count);
                for Image { givens, solution, transform } in &images {
                    rows.image(puzzle, givens, solution.as_ref(), &added(transform));
                }
            }
            Ok(())
        };
        let source = names_source.then(|| ("source".into(), ColumnType::Unknown));
        let transform = names_transform.then(|| ("transform".into(), ColumnType::Text));
        let columns: Vec<_> = source.into_iter().chain(transform).collect();
        self.run(if columns.is_empty() { Edit::Cells } else { Edit::Columns(columns) }, observer, || (), work)
    }

    /// Distributes the rows at random among the outputs, one for each part. Equal puzzles stay together. If solutions are
    /// compared, puzzles without exactly one are compared as they are.
    pub fn split(
        &self,
        parts: &Parts,
        equality: Equality,
        simd: Simd,
        observer: &mut Observer<'_>,
    ) -> Result<RowPassResult> {
        equality.check_corpus(&self.corpus)?;
        let stop = observer.stop;
        let work = |facts: &mut Facts, block: &Block, rows: &mut BlockRows<'_>| {
            let keys = equality.block_keys(facts, block);
            block.puzzles.iter().zip(keys).for_each(|(puzzle, key)| rows.keep_in(parts.of_key(key), puzzle));
            Ok(())
        };
        self.run(Edit::None, observer, || Facts::new(simd).until(stop), work)
    }

    /// Draws rows at random, and writes them in corpus order. Writes nothing if the corpus was not read to its end. The
    /// drawn rows are held in memory.
    pub fn sample(&self, sample: RandomSample, observer: &mut Observer<'_>) -> Result<RowPassResult> {
        let mut sink = self.sink(&Edit::None)?;
        let mut reservoir: Reservoir<(Box<[u8]>, Puzzle)> = Reservoir::new(sample);
        let threads = Threads::new(1, || ())?;
        let mut blocks = self.corpus.blocks_until(observer.stop);
        let ended = threads.map(
            &mut blocks,
            |(), _, block| block,
            |block| {
                sink.reject(&block)?;
                observer.block(&block);
                for puzzle in &block.puzzles {
                    reservoir.offer_with(|| (block.row(puzzle).into(), puzzle.clone()));
                }
                Ok(())
            },
        );
        let schema = blocks.schema();
        let written = match &schema {
            Some(schema) if matches!(ended, Ok(PassEnd::Complete)) => {
                let drawn: Vec<_> = reservoir.into_drawn().collect();
                drawn.chunks(ROWS).try_for_each(|drawn| {
                    let mut outputs = self.formatters(&Edit::None, schema);
                    for output in &mut outputs {
                        drawn.iter().for_each(|(row, puzzle)| output.row(row, puzzle, &[]));
                    }
                    sink.rows(schema, outputs.into_iter().map(RowFormatter::finish).collect())
                })
            }
            _ => Ok(()),
        };
        Ok(sink.finish(written.and(ended), schema))
    }
}

/// Returns the id of a puzzle, or else its line, with the file if there are several.
fn source(puzzle: &Puzzle, block: &Block) -> Vec<u8> {
    let index = block.schema.id();
    let fields = index.map_or(Vec::new(), |_| block.schema.fields(block.row(puzzle)));
    match index.and_then(|index| fields.get(index)).filter(|id| !id.is_empty()) {
        Some(id) => id.to_vec(),
        None => location(puzzle).into(),
    }
}

/// A random isomorph of a puzzle.
#[derive(Clone, Debug)]
pub struct Image {
    pub givens: AnyGrid,
    /// The image of the solution, if the puzzle has one.
    pub solution: Option<AnyGrid>,
    pub transform: Symmetry,
}

/// Returns random isomorphs of a puzzle. They depend on the seed and the index of the puzzle in the corpus.
pub fn images(puzzle: &AnyGrid, solution: Option<&AnyGrid>, (seed, index): (u64, u64), count: usize) -> Vec<Image> {
    let mut random = SplitMix64::piece(seed, index);
    let mut image = |_| {
        let transform = Symmetry::random(puzzle.shape(), &mut random);
        Image {
            givens: transform.apply(puzzle),
            solution: solution.map(|solution| transform.apply(solution)),
            transform,
        }
    };
    (0..count).map(&mut image).collect()
}

#[derive(Clone, Debug)]
pub struct Parts {
    /// The share of each part; the sum is 1.
    pub shares: Vec<f64>,
    pub seed: u64,
}

impl Parts {
    /// Returns the part, from 0, of the puzzles with this [key](Equality::block_keys). It does not depend on other puzzles.
    pub fn of_key(&self, key: u128) -> usize {
        let mut random = SplitMix64(SplitMix64(self.seed).next_u64() ^ key as u64 ^ (key >> 64) as u64);
        let at = random.next_u64() as f64 / 2f64.powi(64);
        let ends = self.shares.iter().scan(0.0, |end, share| {
            *end += share;
            Some(*end)
        });
        ends.take(self.shares.len() - 1).filter(|end| at >= *end).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_have_their_shares() {
        let parts = Parts { shares: vec![0.8, 0.15, 0.05], seed: 3 };
        let mut counts = [0i32; 3];
        (0..100_000).for_each(|n| counts[parts.of_key(n << 70 | 1)] += 1);
        // Five standard deviations are 633 at most.
        let expected = [80_000, 15_000, 5_000];
        assert!(counts.iter().zip(expected).all(|(n, wanted)| (n - wanted).abs() < 633), "{counts:?}");
        let other = Parts { seed: 4, ..parts.clone() };
        assert!((0..1000).any(|n| parts.of_key(n) != other.of_key(n)));
    }
}
