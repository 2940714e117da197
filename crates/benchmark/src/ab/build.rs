//! A build of the program that solves blocks in a process of its own.

use std::{
    io::{self, BufRead, BufReader, ErrorKind, Read, Write},
    path::{Path, PathBuf},
    process::{ChildStdin, ChildStdout, Command, ExitStatus, Stdio},
    sync::{
        atomic::{AtomicBool, Ordering},
        mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender},
    },
    thread,
    time::{Duration, Instant},
};

use corpus::{
    error::{Error, Result, no_thread},
    reader::Block,
    tool,
};
use pass::{Sample, process_group::ProcessGroup, stderr_tail::StderrTail};

use super::protocol;

/// Maximum number of unprocessed lines of an answer, which bounds the memory that a build can take up.
const QUEUED_LINES: usize = 1024;
/// Maximum length of a line in bytes: the samples of several hundred strategies.
const MAX_LINE_BYTES: usize = 1 << 16;
/// The time between two checks of the stop flag while waiting for a line.
const POLL_INTERVAL: Duration = Duration::from_millis(100);
/// The longest time that a build may take to exit after it closed its output.
const EXIT_TIMEOUT: Duration = Duration::from_secs(5);
/// A build that has not greeted after this time is killed.
const GREETING_TIMEOUT: Duration = Duration::from_secs(10);

/// Returns true for a file that describes engines. Such a file stands for a build: this program runs the engines.
pub fn describes_engines(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("toml"))
}

/// A running build. Dropping it kills the process and everything that it started.
///
/// Threads own its pipes, so a build that neither reads nor writes cannot block this process.
#[derive(Debug)]
pub(super) struct Build<'a> {
    path: PathBuf,
    process: ProcessGroup,
    /// `None` once the build's input is closed.
    requests: Option<Sender<String>>,
    lines: Receiver<io::Result<String>>,
    stderr: StderrTail,
    stop: &'a AtomicBool,
}

impl<'a> Build<'a> {
    /// Starts the `worker` command of a build and waits for its greeting. Every wait for this build ends with an error once
    /// `stop` is set. Returns an error if the build does not greet in time or has another version of the protocol, or if `stop`
    /// is set.
    pub fn start(path: &Path, arguments: &[String], stop: &'a AtomicBool) -> Result<Build<'a>> {
        // A name without a directory would be looked up in PATH.
        let found = std::fs::canonicalize(path).map_err(Error::io(path, "run"))?;
        let mut command = if describes_engines(path) {
            let mut command = Command::new(tool::path().map_err(|error| cannot_run(path, error))?);
            command.arg("worker").arg("--engines").arg(found);
            command
        } else {
            let mut command = Command::new(found);
            command.arg("worker");
            command
        };
        command.args(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // Ctrl-C on a terminal interrupts a whole process group. The build has its own group, so only this process ends
        // it.
        let mut process = ProcessGroup::start(&mut command).map_err(|error| cannot_run(path, error))?;
        let pipes = (process.stdin.take(), process.stdout.take(), process.stderr.take());
        let (Some(input), Some(output), Some(stderr)) = pipes else { unreachable!("all are pipes") };
        let (requests, queued_requests) = mpsc::channel();
        spawn(move || write_requests(input, &queued_requests)).map_err(|error| cannot_run(path, error))?;
        let (queue, lines) = mpsc::sync_channel(QUEUED_LINES);
        spawn(move || read_lines(output, &queue)).map_err(|error| cannot_run(path, error))?;
        let stderr = StderrTail::of(stderr).map_err(|error| cannot_run(path, error))?;
        let mut build = Build { path: path.into(), process, requests: Some(requests), lines, stderr, stop };
        let greeting = build.receive(Instant::now() + GREETING_TIMEOUT)?;
        let greeting = greeting.ok_or_else(|| {
            let time = humantime::format_duration(GREETING_TIMEOUT);
            build.failed(&format!("sent no greeting within {time} and was killed"))
        })?;
        if greeting != protocol::GREETING {
            let expected = protocol::GREETING;
            return Err(build.failed(&format!("is not a build to compare: it sent {greeting:?}, not {expected:?}")));
        }
        Ok(build)
    }

    /// Solves a block. Returns the samples puzzle by puzzle, those of a puzzle in the order of the strategies. Returns an error
    /// if the build exits, does not answer in time, or sends a malformed or surplus line, or if the stop flag is set.
    pub fn solve(&mut self, block: &Block, strategies: usize, timeout: Duration) -> Result<Vec<Sample>> {
        if let Ok(surplus) = self.lines.try_recv() {
            return Err(self.surplus(surplus));
        }
        // Sending fails only if the build has ended; receiving the answer reports that.
        let _ = self.requests.as_ref().map(|requests| requests.send(protocol::request(block)));
        let deadline = Instant::now() + timeout;
        let mut samples = Vec::with_capacity(block.puzzles.len() * strategies);
        for _ in &block.puzzles {
            let Some(line) = self.receive(deadline)? else { return Err(self.late(block, timeout)) };
            match line.split(' ').map(protocol::parse_sample).collect::<Option<Vec<_>>>() {
                Some(answer) if answer.len() == strategies => samples.extend(answer),
                _ => return Err(self.failed(&format!("sent a malformed answer: {line:?}"))),
            }
        }
        Ok(samples)
    }

    /// Ends the build, and checks that it sent no surplus line: a surplus answer to one block would have been taken for the
    /// answer to the next. Returns an error if the build sends another line, or ends with an error.
    pub fn finish(mut self) -> Result<()> {
        self.requests = None;
        match self.lines.recv_timeout(EXIT_TIMEOUT) {
            Ok(surplus) => Err(self.surplus(surplus)),
            // A build that does not exit is killed.
            Err(RecvTimeoutError::Timeout) => Ok(()),
            Err(RecvTimeoutError::Disconnected) => match self.exit_status() {
                Some(status) if !status.success() => Err(self.failed(&format!("ended with an error ({status})"))),
                _ => Ok(()),
            },
        }
    }

    /// Receives a line; `None` if none arrives before the deadline.
    fn receive(&mut self, deadline: Instant) -> Result<Option<String>> {
        loop {
            if self.stop.load(Ordering::Relaxed) {
                return Err(Error::io(&self.path, "wait for")(ErrorKind::Interrupted.into()));
            }
            let remaining = deadline.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(POLL_INTERVAL.min(remaining)) {
                Ok(line) => return line.map(Some).map_err(Error::io(&self.path, "read the output")),
                Err(RecvTimeoutError::Timeout) if remaining.is_zero() => return Ok(None),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(self.exited()),
            }
        }
    }

    fn late(&mut self, block: &Block, timeout: Duration) -> Error {
        self.process.end();
        let path = self.path.clone();
        let messages = self.stderr.quote();
        Error::NoAnswer { path, block: block.index, timeout, messages }
    }

    fn surplus(&mut self, line: io::Result<String>) -> Error {
        match line {
            Ok(line) => self.failed(&format!("sent a line that was not requested: {line:?}")),
            Err(error) => Error::io(&self.path, "read the output")(error),
        }
    }

    /// Returns the error for a build that closed its output.
    fn exited(&mut self) -> Error {
        let status = self.exit_status().map_or("still running".into(), |status| status.to_string());
        self.failed(&format!("ended without an answer ({status}); does it have the `worker` command?"))
    }

    /// Kills the build, and returns an error with the last messages that it wrote to standard error.
    fn failed(&mut self, reason: &str) -> Error {
        self.process.end();
        Error::malformed(&self.path, 0, format!("{reason}{}", self.stderr.quote()))
    }

    /// Waits a little for the exit of a build that closed its output; `None` if it keeps running.
    fn exit_status(&mut self) -> Option<ExitStatus> {
        let deadline = Instant::now() + EXIT_TIMEOUT;
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

fn cannot_run(path: &Path, error: io::Error) -> Error {
    Error::io(path, "run")(error)
}

fn spawn(task: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new().spawn(task).map(drop).map_err(no_thread)
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
fn read_lines(output: ChildStdout, queue: &SyncSender<io::Result<String>>) {
    let mut output = BufReader::new(output);
    loop {
        let Some(line) = read_line(&mut output).transpose() else { return };
        let is_last = line.is_err();
        if queue.send(line).is_err() || is_last {
            return;
        }
    }
}

/// Reads a line without its end; `None` if the output ends before it.
fn read_line(output: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    output.take(MAX_LINE_BYTES as u64).read_until(b'\n', &mut line)?;
    let is_full = line.len() == MAX_LINE_BYTES;
    match line.pop() {
        Some(b'\n') => String::from_utf8(line).map(Some).map_err(|error| io::Error::new(ErrorKind::InvalidData, error)),
        _ if is_full => Err(io::Error::other(format!("a line is longer than {MAX_LINE_BYTES} bytes"))),
        _ => Ok(None),
    }
}
