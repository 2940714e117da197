//! The keys by which puzzles are the same, of whole corpora.

use std::{
    env,
    io::{self, Write},
    path::PathBuf,
};

use sudoku_bench::{
    dataset::classes::Classes,
    error::{Error, Result},
    grid::Grid,
    isomorph,
    reader::{Block, Corpus},
    runner::{Ended, Threads},
};

use crate::{
    cli::MemoryArgs,
    cmd::{interrupt, is_standard, progress::Progress},
};

/// By what puzzles are the same.
#[derive(Clone, Copy)]
pub struct Sameness {
    pub isomorphic: bool,
    pub threads: usize,
}

impl Sameness {
    /// Hands every block to `sink`, with a key for each of its puzzles.
    pub fn keys(self, corpus: &Corpus, mut sink: impl FnMut(&Block, Vec<u128>) -> Result<()>) -> Result<Ended> {
        let key = |grid: &Grid| if self.isomorphic { isomorph::canonical(grid).key() } else { isomorph::key(grid) };
        let mut progress = Progress::new(&corpus.files, 1);
        let work = |(): &mut (), _: usize, block: Block| {
            let keys = block.puzzles.iter().map(|puzzle| key(&puzzle.givens)).collect();
            (block, keys)
        };
        let mut blocks = corpus.blocks_until(interrupt::catch()?);
        let ended = Threads::new(self.threads, || ())?.map(&mut blocks, work, |(block, keys)| {
            sink(&block, keys)?;
            progress.add(block.puzzles.len(), block.bytes);
            Ok(())
        });
        progress.finish();
        ended
    }
}

impl MemoryArgs {
    pub fn directory(&self) -> PathBuf {
        self.temporary.clone().unwrap_or_else(env::temp_dir)
    }

    pub fn classes(&self) -> Classes {
        Classes::new(self.memory, self.directory())
    }

    /// What comes from standard input is kept in a file, which goes with what is returned, to be read twice.
    pub fn keep_standard_input(&self, corpus: &mut Corpus) -> Result<Option<tempfile::TempPath>> {
        let Some(path) = corpus.files.iter_mut().find(|path| is_standard(path)) else { return Ok(None) };
        let directory = self.directory();
        let failed = |action| Error::io(directory.clone(), action);
        let mut file = tempfile::NamedTempFile::new_in(&directory).map_err(failed("make a file in"))?;
        io::copy(&mut io::stdin().lock(), &mut file)
            .and_then(|_| file.flush())
            .map_err(failed("keep standard input in"))?;
        *path = file.path().into();
        Ok(Some(file.into_temp_path()))
    }
}
