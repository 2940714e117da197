//! Copies of standard input and pipes, for passes that read a corpus twice.

use std::{
    fs::File,
    io::{self, Read, Write},
    path::{Path, PathBuf},
    sync::{
        atomic::{AtomicBool, Ordering},
        mpsc::{self, Receiver, RecvTimeoutError, SyncSender},
    },
    thread,
    time::Duration,
};

use tempfile::TempPath;

use crate::{
    error::{Error, Result, no_thread},
    reader::{STANDARD_INPUT, is_read_once},
};

/// The time to wait for input between two checks of the stop flag.
const WAIT: Duration = Duration::from_millis(50);

/// Replaces standard input and pipes among the files by copies in `directory`, which are removed when the result is
/// dropped. Copying ends when `stop` is set.
///
/// # Errors
///
/// Returns an error if a stream cannot be read, or its copy cannot be written.
pub fn copy_streams(files: &mut [PathBuf], directory: &Path, stop: &AtomicBool) -> Result<Vec<TempPath>> {
    let streams = files.iter_mut().filter(|path| is_read_once(path));
    streams.map(|path| copy(path, directory, stop)).collect()
}

fn is_standard(path: &Path) -> bool {
    path == Path::new(STANDARD_INPUT)
}

fn copy(path: &mut PathBuf, directory: &Path, stop: &AtomicBool) -> Result<TempPath> {
    if !directory.is_dir() {
        let reason = "is no directory; standard input is kept in a file there, so create it first";
        return Err(Error::Directory { path: directory.into(), reason });
    }
    let failed = |action| Error::io(directory, action);
    // Errors in rows name this file.
    let prefix = if is_standard(path) { "standard-input-" } else { "pipe-" };
    let file = tempfile::Builder::new().prefix(prefix).tempfile_in(directory);
    let mut file = file.map_err(failed("make a file in"))?;
    let pieces = pieces(path.clone()).map_err(Error::io(&*path, "read"))?;
    while !stop.load(Ordering::Relaxed) {
        match pieces.recv_timeout(WAIT) {
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

/// Returns the bytes of a stream, which another thread reads, so that the stop flag is checked even while no bytes
/// arrive.
fn pieces(path: PathBuf) -> io::Result<Receiver<io::Result<Vec<u8>>>> {
    let (sender, receiver) = mpsc::sync_channel(4);
    let read = move || {
        if let Err(error) = send_pieces(&path, &sender) {
            let _ = sender.send(Err(error));
        }
    };
    thread::Builder::new().name("copy".into()).spawn(read).map_err(no_thread)?;
    Ok(receiver)
}

fn send_pieces(path: &Path, sender: &SyncSender<io::Result<Vec<u8>>>) -> io::Result<()> {
    let mut input: Box<dyn Read> = if is_standard(path) { Box::new(io::stdin()) } else { Box::new(File::open(path)?) };
    loop {
        let mut piece = Vec::new();
        input.by_ref().take(1 << 16).read_to_end(&mut piece)?;
        if piece.is_empty() || sender.send(Ok(piece)).is_err() {
            return Ok(());
        }
    }
}
