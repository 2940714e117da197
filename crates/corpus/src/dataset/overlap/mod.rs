//! The puzzles of a test set that are in a training set, in one sense or several.

mod givens_sets;
mod location;
mod notion;
mod shared;
mod supersets;

use std::{
    path::PathBuf,
    sync::{Arc, atomic::AtomicBool},
};

use solver::simd::Simd;

use super::{Equality, Observer, classes::Classes, facts::Facts, forms::Forms};
use crate::{
    error::Result,
    pass::{PassEnd, Rejected, Threads},
    reader::{Block, Corpus},
};
pub use location::Location;
use location::Locator;
pub use notion::Notion;
pub use shared::{Pair, SharedRows};
use shared::{Pairs, with_equal_keys};
use supersets::{CanonicalGivens, Supersets};

/// How to compare two corpora.
#[derive(Clone, Debug)]
pub struct OverlapOptions {
    /// The senses in which puzzles are compared, each named once.
    pub notions: Vec<Notion>,
    /// Bytes of memory, approximately; the rest is sorted on disk.
    pub memory: usize,
    /// The directory for temporary files.
    pub temporary: PathBuf,
    /// Threads that solve.
    pub threads: usize,
    /// The instruction set, which the processor must have.
    pub simd: Simd,
}

/// The rows of a test set that a training set has too.
pub struct Overlap {
    /// The shared test rows, for each notion of the options.
    pub shared: Vec<(Notion, SharedRows)>,
    /// The training set.
    pub train: CorpusCounts,
    /// The test set.
    pub test: CorpusCounts,
}

/// The rows of a corpus.
#[derive(Default)]
pub struct CorpusCounts {
    /// Number of puzzles.
    pub puzzles: u64,
    /// Number of puzzles with exactly one solution; `None` if no notion depends on it.
    pub unique: Option<u64>,
    /// The rows that are not puzzles.
    pub rejected: Rejected,
    /// The files with puzzles, to which [`Location::file`] refers; empty if the corpus has one file.
    pub files: Vec<Arc<str>>,
}

impl Overlap {
    /// Compares two corpora; `None` if the observer stops it.
    ///
    /// # Errors
    ///
    /// Returns an error if a corpus cannot be read to its end.
    pub fn find(
        train: &Corpus,
        test: &Corpus,
        options: &OverlapOptions,
        observer: &mut Observer<'_>,
    ) -> Result<Option<Overlap>> {
        [train, test].into_iter().try_for_each(|corpus| corpus.look_at_files(observer.stop))?;
        let mut comparisons: Vec<_> = options.notions.iter().map(|notion| Comparison::new(*notion, options)).collect();
        let Some(train) = read(train, Locator::new(false), options, &mut comparisons, observer)? else {
            return Ok(None);
        };
        let Some(test) = read(test, Locator::new(true), options, &mut comparisons, observer)? else {
            return Ok(None);
        };
        let mut shared = Vec::new();
        for (notion, comparison) in options.notions.iter().zip(comparisons) {
            let Some(rows) = comparison.shared(observer.stop, Pairs::new(options.classes()))? else { return Ok(None) };
            shared.push((*notion, rows));
        }
        Ok(Some(Overlap { shared, train, test }))
    }

    /// Returns true if a row is shared in any sense.
    pub fn is_found(&self) -> bool {
        self.shared.iter().any(|(_, shared)| shared.rows > 0)
    }
}

impl OverlapOptions {
    /// Returns an empty collection for one of the notions, which share the memory.
    fn classes<I: super::classes::Item>(&self) -> Classes<I> {
        Classes::new(self.memory / self.notions.len().max(1), self.temporary.clone())
    }

    fn equalities(&self) -> Vec<Equality> {
        let equality = |notion: &Notion| if let Notion::Equal(equality) = notion { Some(*equality) } else { None };
        self.notions.iter().filter_map(equality).collect()
    }
}

/// Adds the puzzles of a corpus to the comparisons; `None` if the observer stops it.
fn read(
    corpus: &Corpus,
    mut locator: Locator,
    options: &OverlapOptions,
    comparisons: &mut [Comparison],
    observer: &mut Observer<'_>,
) -> Result<Option<CorpusCounts>> {
    let equalities = options.equalities();
    let with_supersets = options.notions.contains(&Notion::Superset);
    let work = |facts: &mut Facts, _: usize, block: Block| {
        let forms = Forms::of_block(facts, &block, &equalities, with_supersets);
        let keys = forms.iter().take_while(|_| !facts.is_stopped());
        (keys.map(|forms| Keys::of(forms, &equalities, with_supersets)).collect::<Vec<_>>(), block)
    };
    let stop = observer.stop;
    let threads = Threads::new(options.threads, || Facts::new(options.simd).until(stop))?;
    let mut counts = CorpusCounts::default();
    let mut unique = 0;
    let ended = threads.with_progress(observer.searches.clone()).map(
        &mut corpus.blocks_until(stop),
        work,
        |(keys, block)| {
            counts.puzzles += block.puzzles.len() as u64;
            counts.rejected.add(&block.rejects);
            for (puzzle, mut keys) in block.puzzles.iter().zip(keys) {
                unique += u64::from(keys.has_one_solution);
                let row = locator.of(puzzle);
                comparisons.iter_mut().try_for_each(|comparison| comparison.push(&mut keys, row))?;
            }
            observer.block(&block);
            Ok(())
        },
    )?;
    match ended {
        PassEnd::Complete => {}
        PassEnd::Stopped => return Ok(None),
        // An overlap in the unread rest would be missed.
        PassEnd::Failed(error) => return Err(error),
    }
    counts.unique = options.notions.iter().any(|notion| notion.is_of_solutions()).then_some(unique);
    counts.files = locator.into_files();
    Ok(Some(counts))
}

/// The keys of a puzzle.
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
                keys.equal[*equality as usize].map_or(Ok(()), |key| classes.push(key, row.0))
            }
            Comparison::Superset(supersets) => keys.givens.take().map_or(Ok(()), |givens| supersets.push(givens, row)),
        }
    }

    fn shared(self, stop: &AtomicBool, pairs: Pairs) -> Result<Option<SharedRows>> {
        match self {
            Comparison::Equal(_, classes) => with_equal_keys(classes, stop, pairs),
            Comparison::Superset(supersets) => supersets.shared(stop, pairs),
        }
    }
}
