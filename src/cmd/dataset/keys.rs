//! The keys by which puzzles are the same, of whole corpora.

use std::{
    env,
    fs::{self, File},
    io::{self, ErrorKind, Read, Write},
    path::{Path, PathBuf},
    sync::atomic::Ordering,
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

    /// What comes from standard input or another pipe is kept in files, which go with what is returned, to be read twice.
    pub fn keep_streams(&self, corpus: &mut Corpus) -> Result<Vec<tempfile::TempPath>> {
        let is_stream = |path: &Path| fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir());
        let streams = corpus.files.iter_mut().filter(|path| is_standard(path) || is_stream(path));
        streams.map(|path| self.keep(path)).collect()
    }

    fn keep(&self, path: &mut PathBuf) -> Result<tempfile::TempPath> {
        let stop = interrupt::catch()?;
        let directory = self.directory();
        let failed = |action| Error::io(directory.clone(), action);
        let mut file = tempfile::NamedTempFile::new_in(&directory).map_err(failed("make a file in"))?;
        let mut input: Box<dyn Read> = match &*path {
            path if is_standard(path) => Box::new(io::stdin().lock()),
            path => Box::new(File::open(path).map_err(Error::io(path, "open"))?),
        };
        let mut piece = vec![0; 1 << 16];
        while !stop.load(Ordering::Relaxed) {
            match input.read(&mut piece) {
                Ok(0) => break,
                Ok(length) => file.write_all(&piece[..length]).map_err(failed("keep a stream in"))?,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(Error::io(&*path, "read")(error)),
            }
        }
        file.flush().map_err(failed("keep a stream in"))?;
        *path = file.path().into();
        Ok(file.into_temp_path())
    }
}
