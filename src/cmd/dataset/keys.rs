//! The keys by which puzzles are the same, of whole corpora.

use std::{
    env,
    fs::{self, File},
    io::{self, Read, Write},
    path::{Path, PathBuf},
    sync::{
        atomic::Ordering,
        mpsc::{self, Receiver, RecvTimeoutError, SyncSender},
    },
    thread,
    time::Duration,
};

use sudoku_bench::{
    dataset::classes::Classes,
    error::{Error, Result},
    grid::Grid,
    isomorph,
    reader::{Block, Corpus},
    runner::{PassEnd, Threads},
};

use crate::{
    cli::MemoryArgs,
    cmd::{interrupt, is_stdio, progress::Progress},
};

/// By what puzzles are the same.
#[derive(Clone, Copy)]
pub struct Sameness {
    pub isomorphic: bool,
    pub threads: usize,
}

impl Sameness {
    /// Hands every block to `sink`, with a key for each of its puzzles.
    pub fn keys(self, corpus: &Corpus, mut sink: impl FnMut(&Block, Vec<u128>) -> Result<()>) -> Result<PassEnd> {
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
        let streams = corpus.files.iter_mut().filter(|path| is_stdio(path) || is_stream(path));
        streams.map(|path| self.keep(path)).collect()
    }

    fn keep(&self, path: &mut PathBuf) -> Result<tempfile::TempPath> {
        let stop = interrupt::catch()?;
        let directory = self.directory();
        let failed = |action| Error::io(directory.clone(), action);
        // What is wrong with a row will be told with the name of this file.
        let prefix = if is_stdio(path) { "standard-input-" } else { "pipe-" };
        let file = tempfile::Builder::new().prefix(prefix).tempfile_in(&directory);
        let mut file = file.map_err(failed("make a file in"))?;
        let pieces = pieces(path.clone());
        while !stop.load(Ordering::Relaxed) {
            match pieces.recv_timeout(Duration::from_millis(50)) {
                Ok(piece) => {
                    let piece = piece.map_err(Error::io(&*path, "read"))?;
                    file.write_all(&piece).map_err(failed("keep a stream in"))?;
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        file.flush().map_err(failed("keep a stream in"))?;
        *path = file.path().into();
        Ok(file.into_temp_path())
    }
}

/// What comes from a stream, read by a thread of its own: Ctrl-C does not wait for more.
fn pieces(path: PathBuf) -> Receiver<io::Result<Vec<u8>>> {
    let (sender, receiver) = mpsc::sync_channel(4);
    thread::spawn(move || {
        if let Err(error) = send_pieces(&path, &sender) {
            let _ = sender.send(Err(error));
        }
    });
    receiver
}

fn send_pieces(path: &Path, sender: &SyncSender<io::Result<Vec<u8>>>) -> io::Result<()> {
    let mut input: Box<dyn Read> = if is_stdio(path) { Box::new(io::stdin()) } else { Box::new(File::open(path)?) };
    loop {
        let mut piece = Vec::new();
        input.by_ref().take(1 << 16).read_to_end(&mut piece)?;
        if piece.is_empty() || sender.send(Ok(piece)).is_err() {
            return Ok(());
        }
    }
}
