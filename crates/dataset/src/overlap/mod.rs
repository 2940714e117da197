//! The puzzles of a test set that are in a training set, in one sense or several.

mod givens_sets;
mod notion;
mod shared;
mod supersets;

use std::{
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use grid::{Shape, simd::Simd, text::Notation};

use crate::{
    Equality, Observer,
    classes::Classes,
    facts::Facts,
    forms::Forms,
    location::{Location, Locator},
};
use corpus::{
    error::{Error, Result},
    layout::Schema,
    reader::{Block, Corpus, Puzzle},
};
pub use notion::Notion;
use pass::{Rejected, Threads};
use shared::with_equal_keys;
pub use shared::{Pair, SharedRows};
use supersets::{CanonicalGivens, Supersets};

const BLOCK: usize = 512;
/// Blocks in flight for each thread.
const AHEAD: usize = 4;

#[derive(Clone, Debug)]
pub struct OverlapOptions {
    /// The senses in which puzzles are compared, each named once.
    pub notions: Vec<Notion>,
    /// Bytes of memory, approximately; the rest is sorted on disk.
    pub memory: usize,
    pub temporary: PathBuf,
    pub threads: usize,
    /// The instruction set, which the processor must have.
    pub simd: Simd,
}

/// The rows of a test set that a training set has too.
pub struct Overlap {
    pub shared: Vec<(Notion, SharedRows)>,
    pub train: CorpusCounts,
    pub test: CorpusCounts,
}

/// Checks that two corpora have the same shape and both givens or both candidates, and that these can be compared by these notions.
fn check_shapes(train: &Corpus, test: &Corpus, notions: &[Notion]) -> Result<()> {
    let [shape, other] = [train, test].map(Corpus::shape);
    if shape != other {
        let [side, other] = [shape, other].map(Shape::side);
        return Err(Error::NotComparable(format!(
            "puzzles of {side}×{side} and of {other}×{other} cannot be compared"
        )));
    }
    if train.has_candidates() != test.has_candidates() {
        return Err(Error::NotComparable("puzzles of givens and of candidates cannot be compared".into()));
    }
    notions.iter().try_for_each(|notion| notion.check(train))
}

#[derive(Default)]
pub struct CorpusCounts {
    pub puzzles: u64,
    /// Number of puzzles with exactly one solution; `None` if no notion depends on it.
    pub unique: Option<u64>,
    pub rejected: Rejected,
    /// The files with puzzles, to which [`Location::file`] refers; empty if the corpus has one file.
    pub files: Vec<Arc<str>>,
}

impl Overlap {
    /// Compares two corpora; `None` if the observer stops it. Returns an error if a corpus cannot be read to its end.
    pub fn find(
        train: &Corpus,
        test: &Corpus,
        options: &OverlapOptions,
        observer: &mut Observer<'_>,
    ) -> Result<Option<Overlap>> {
        check_shapes(train, test, &options.notions)?;
        [train, test].into_iter().try_for_each(|corpus| corpus.look_at_files(observer.stop))?;
        let mut comparisons = options.comparisons();
        let Some(train) = read(train, Locator::new(false), options, &mut comparisons, observer)? else {
            return Ok(None);
        };
        let Some(test) = read(test, Locator::new(true), options, &mut comparisons, observer)? else {
            return Ok(None);
        };
        let Some(shared) = shared_of(comparisons, options, observer.stop)? else { return Ok(None) };
        Ok(Some(Overlap { shared, train, test }))
    }

    pub fn is_found(&self) -> bool {
        self.shared.iter().any(|(_, shared)| shared.rows > 0)
    }
}

impl OverlapOptions {
    /// Returns an empty collection for one of the notions, which share the memory.
    fn classes<const N: usize>(&self) -> Classes<N> {
        Classes::new(self.memory / self.notions.len().max(1), self.temporary.clone())
    }

    fn comparisons(&self) -> Vec<Comparison> {
        self.notions.iter().map(|notion| Comparison::new(*notion, self)).collect()
    }

    /// Returns the keys of the puzzles of a block. If the search is stopped, the list is cut short, and must not be used.
    fn keys(&self, facts: &mut Facts, block: &Block) -> Vec<Keys> {
        let equality = |notion: &Notion| if let Notion::Equal(equality) = notion { Some(*equality) } else { None };
        let equalities: Vec<Equality> = self.notions.iter().filter_map(equality).collect();
        let with_supersets = self.notions.contains(&Notion::Superset);
        let forms = Forms::of_block(facts, block, &equalities, with_supersets);
        let forms = forms.iter().take_while(|_| !facts.is_stopped());
        forms.map(|forms| Keys::of(forms, &equalities, with_supersets)).collect()
    }
}

/// Returns the test rows that are shared with a training set, for each notion of the options; `None` if `stop` is set
/// before the end. The puzzles, `[train, test]`, are in memory and of no file. All of them are written in `notation`;
/// the notions must pass [`Notion::check`]. Returns an error if the system refuses memory or threads.
pub fn shared_rows(
    [train, test]: [Vec<Puzzle>; 2],
    notation: Notation,
    options: &OverlapOptions,
    stop: &AtomicBool,
) -> Result<Option<Vec<(Notion, SharedRows)>>> {
    let mut comparisons = options.comparisons();
    let threads = Threads::new(options.threads, || Facts::new(options.simd).until(stop))?;
    let schema = Arc::new(Schema { notation, ..Schema::default() });
    for (puzzles, is_test) in [(train, false), (test, true)] {
        let mut side = Side { locator: Locator::new(is_test), unique: 0, comparisons: &mut comparisons };
        let blocks = puzzles.chunks(BLOCK).take_while(|_| !stop.load(Ordering::Relaxed));
        let work = |facts: &mut Facts, _: usize, puzzles: &[Puzzle]| {
            let block = Block { puzzles: puzzles.to_vec(), schema: Arc::clone(&schema), ..Block::default() };
            (options.keys(facts, &block), block)
        };
        threads.run(AHEAD, blocks, work, |(keys, block)| side.add(&block, keys))?;
    }
    shared_of(comparisons, options, stop)
}

/// Returns the shared rows of each comparison; `None` if `stop` is set before the end.
fn shared_of(
    comparisons: Vec<Comparison>,
    options: &OverlapOptions,
    stop: &AtomicBool,
) -> Result<Option<Vec<(Notion, SharedRows)>>> {
    let mut shared = Vec::new();
    for (notion, comparison) in options.notions.iter().zip(comparisons) {
        let Some(rows) = comparison.shared(stop, SharedRows::new(options.classes()))? else { return Ok(None) };
        shared.push((*notion, rows));
    }
    Ok(if stop.load(Ordering::Relaxed) { None } else { Some(shared) })
}

/// Adds the puzzles of a corpus to the comparisons; `None` if the observer stops it.
fn read(
    corpus: &Corpus,
    locator: Locator,
    options: &OverlapOptions,
    comparisons: &mut [Comparison],
    observer: &mut Observer<'_>,
) -> Result<Option<CorpusCounts>> {
    let stop = observer.stop;
    let threads = Threads::new(options.threads, || Facts::new(options.simd).until(stop))?;
    let mut counts = CorpusCounts::default();
    let mut side = Side { locator, unique: 0, comparisons };
    let ended = threads.with_progress(observer.searches.clone()).map(
        &mut corpus.blocks_until(stop),
        |facts, _, block| (options.keys(facts, &block), block),
        |(keys, block)| {
            counts.puzzles += block.puzzles.len() as u64;
            counts.rejected.add(&block.rejects);
            side.add(&block, keys)?;
            observer.block(&block);
            Ok(())
        },
    )?;
    // After an error, an overlap in the unread rest would be missed.
    if !ended.is_complete()? {
        return Ok(None);
    }
    counts.unique = options.notions.iter().any(|notion| notion.is_of_solutions()).then_some(side.unique);
    counts.files = side.locator.files;
    Ok(Some(counts))
}

/// One of the two sets, while its puzzles are added.
struct Side<'c> {
    locator: Locator,
    unique: u64,
    comparisons: &'c mut [Comparison],
}

impl Side<'_> {
    fn add(&mut self, block: &Block, keys: Vec<Keys>) -> Result<()> {
        for (puzzle, mut keys) in block.puzzles.iter().zip(keys) {
            self.unique += u64::from(keys.has_one_solution);
            let row = self.locator.of(puzzle);
            self.comparisons.iter_mut().try_for_each(|comparison| comparison.push(&mut keys, row))?;
        }
        Ok(())
    }
}

struct Keys {
    /// By the number of the equality; `None` for what is not compared.
    equal: [Option<u128>; Equality::ALL.len()],
    /// The givens, if supersets are compared.
    givens: Option<CanonicalGivens>,
    has_one_solution: bool,
}

impl Keys {
    fn of(forms: &Forms, equalities: &[Equality], with_supersets: bool) -> Keys {
        let mut equal = [None; Equality::ALL.len()];
        equalities.iter().for_each(|equality| equal[*equality as usize] = forms.key(*equality));
        let givens = forms.canonical().filter(|_| with_supersets).map(CanonicalGivens::of);
        Keys { equal, givens, has_one_solution: forms.has_one_solution() }
    }
}

/// The puzzles of both corpora, as one notion compares them.
enum Comparison {
    Equal(Equality, Classes),
    Superset(Supersets),
}

impl Comparison {
    fn new(notion: Notion, options: &OverlapOptions) -> Comparison {
        match notion {
            Notion::Equal(equality) => Comparison::Equal(equality, options.classes()),
            Notion::Superset => Comparison::Superset(Supersets::new(options.classes())),
        }
    }

    fn push(&mut self, keys: &mut Keys, row: Location) -> Result<()> {
        match self {
            Comparison::Equal(equality, classes) => {
                keys.equal[*equality as usize].map_or(Ok(()), |key| classes.push(key, [row.0]))
            }
            Comparison::Superset(supersets) => keys.givens.take().map_or(Ok(()), |givens| supersets.push(givens, row)),
        }
    }

    fn shared(self, stop: &AtomicBool, shared: SharedRows) -> Result<Option<SharedRows>> {
        match self {
            Comparison::Equal(_, classes) => with_equal_keys(classes, stop, shared),
            Comparison::Superset(supersets) => supersets.shared(stop, shared),
        }
    }
}
