//! A build of the program that solves blocks in a process of its own.

use std::{
    io::{BufRead, BufReader, ErrorKind, Write},
    path::{Path, PathBuf},
    process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio},
    sync::{
        atomic::{AtomicBool, Ordering},
        mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender},
    },
    thread,
    time::{Duration, Instant},
};

use super::protocol;
use crate::{
    error::{Error, Result},
    reader::Block,
    record::Sample,
};

/// Maximum number of unprocessed lines of an answer, which bounds the memory that a build can take up.
const QUEUED_LINES: usize = 1024;
/// The time between two checks of the stop flag while waiting for a line.
const POLL: Duration = Duration::from_millis(100);
/// The longest time that a build may take to exit after it closed its output.
const EXIT: Duration = Duration::from_secs(5);

/// A running build. Dropping it kills the process.
///
/// Its pipes belong to threads, so that a build that neither reads nor writes cannot block this process.
#[derive(Debug)]
pub(super) struct Build<'a> {
    path: PathBuf,
    process: Child,
    requests: Sender<String>,
    lines: Receiver<std::io::Result<String>>,
    stop: &'a AtomicBool,
}

impl<'a> Build<'a> {
    /// Starts the `worker` command of a build and waits for its greeting. Every wait for this build ends with an error once
    /// `stop` is set.
    ///
    /// # Errors
    ///
    /// Returns an error if the build cannot be run, does not greet in time, or has another version of the protocol, or
    /// if `stop` is set.
    pub fn start(path: &Path, arguments: &[String], timeout: Duration, stop: &'a AtomicBool) -> Result<Build<'a>> {
        // A name without a directory would be looked up in PATH.
        let mut command = Command::new(std::fs::canonicalize(path).unwrap_or_else(|_| path.into()));
        command.arg("worker").args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        // Ctrl-C on a terminal interrupts a whole process group; this process is the one to end the build.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut process = command.spawn().map_err(Error::io(path, "run"))?;
        let (Some(input), Some(output)) = (process.stdin.take(), process.stdout.take()) else {
            unreachable!("both are pipes");
        };
        let (requests, queued_requests) = mpsc::channel();
        thread::spawn(move || write_requests(input, &queued_requests));
        let (queue, lines) = mpsc::sync_channel(QUEUED_LINES);
        thread::spawn(move || read_lines(output, &queue));
        let mut build = Build { path: path.into(), process, requests, lines, stop };
        let greeting = build.receive(timeout, Instant::now() + timeout)?;
        if greeting != protocol::GREETING {
            let reason = format!("is not a build to compare: it sent {greeting:?}, not {:?}", protocol::GREETING);
            return Err(Error::malformed(path, 0, reason));
        }
        Ok(build)
    }

    /// Solves a block. Returns its samples puzzle by puzzle, each in the order of the strategies.
    ///
    /// # Errors
    ///
    /// Returns an error if the build exits, does not answer in time, or sends a malformed answer, or if the stop flag
    /// is set.
    pub fn solve(&mut self, block: &Block, strategies: usize, timeout: Duration) -> Result<Vec<Sample>> {
        // If the thread has ended, so has the build, and receiving an answer reports it.
        let _ = self.requests.send(protocol::request(block));
        let deadline = Instant::now() + timeout;
        let mut samples = Vec::with_capacity(block.puzzles.len() * strategies);
        for _ in &block.puzzles {
            let line = self.receive(timeout, deadline)?;
            match line.split(' ').map(protocol::parse_sample).collect::<Option<Vec<_>>>() {
                Some(answer) if answer.len() == strategies => samples.extend(answer),
                _ => return Err(Error::malformed(&self.path, 0, format!("sent a malformed answer: {line:?}"))),
            }
        }
        Ok(samples)
    }

    /// Receives a line before the deadline, which is `timeout` after the request.
    fn receive(&mut self, timeout: Duration, deadline: Instant) -> Result<String> {
        loop {
            if self.stop.load(Ordering::Relaxed) {
                return Err(Error::io(&self.path, "wait for")(ErrorKind::Interrupted.into()));
            }
            let remaining = deadline.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(POLL.min(remaining)) {
                Ok(line) => return line.map_err(Error::io(&self.path, "read the output of")),
                Err(RecvTimeoutError::Timeout) if remaining.is_zero() => {
                    let reason =
                        format!("sent no answer within {} and was killed", humantime::format_duration(timeout));
                    return Err(Error::malformed(&self.path, 0, reason));
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(self.exited()),
            }
        }
    }

    /// Returns the error for a build that closed its output.
    fn exited(&mut self) -> Error {
        let status = self.exit_status().map_or("still running".into(), |status| status.to_string());
        Error::malformed(
            &self.path,
            0,
            format!("ended without an answer ({status}); does it have the `worker` command?"),
        )
    }

    /// Waits a little for the exit of a build that closed its output; `None` if it keeps running.
    fn exit_status(&mut self) -> Option<ExitStatus> {
        let deadline = Instant::now() + EXIT;
        loop {
            match self.process.try_wait() {
                Ok(None) if Instant::now() < deadline && !self.stop.load(Ordering::Relaxed) => {
                    thread::sleep(Duration::from_millis(5));
                }
                status => return status.ok().flatten(),
            }
        }
    }
}

impl Drop for Build<'_> {
    fn drop(&mut self) {
        // The build may have exited already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Writes requests until the build no longer reads or the [`Build`] is dropped.
fn write_requests(mut input: ChildStdin, requests: &Receiver<String>) {
    for request in requests {
        if input.write_all(request.as_bytes()).and_then(|()| input.flush()).is_err() {
            return;
        }
    }
}

/// Reads complete lines until the output ends, cannot be read, or the [`Build`] is dropped.
fn read_lines(output: ChildStdout, queue: &SyncSender<std::io::Result<String>>) {
    let mut output = BufReader::new(output);
    loop {
        let mut line = String::new();
        let read = output.read_line(&mut line);
        if read.is_ok() && line.pop() != Some('\n') {
            return;
        }
        let is_last = read.is_err();
        if queue.send(read.map(|_| line)).is_err() || is_last {
            return;
        }
    }
}
