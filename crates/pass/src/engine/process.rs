//! The process of an engine, and its pipes.
//!
//! The solving thread itself writes and reads the pipes: another thread in between would cost more than most engines
//! need for a puzzle. Both pipes are non-blocking, so the thread never waits past its deadline.

use std::{
    fs::File,
    io::{self, ErrorKind, Read, Write},
    os::fd::{AsFd, OwnedFd},
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use nix::{
    fcntl::{FcntlArg, OFlag, fcntl},
    poll::{PollFd, PollFlags, PollTimeout, poll},
};
use solver::strategy::Stop;

use crate::{process_group::ProcessGroup, processor::Processor, stderr_tail::StderrTail};

/// The longest line of an engine in bytes, without its end.
const MAX_LINE_BYTES: usize = 1 << 16;
/// The most that a command that runs once may print, in bytes.
const MAX_OUTPUT_BYTES: usize = 1 << 20;
/// The time between two checks of the stop flag, in milliseconds.
const POLL_INTERVAL_MS: u16 = 50;
/// The time that a process has to end after its input was closed.
const GRACE: Duration = Duration::from_millis(200);

/// A running engine. Dropping it ends the process and all that it started.
pub struct Process {
    child: ProcessGroup,
    /// `None` once the input is closed.
    input: Option<File>,
    output: File,
    stderr: StderrTail,
    unsent: Vec<u8>,
    /// True if the input is closed once everything is sent.
    ends: bool,
    /// The buffer of one read: by default, a pipe holds no more.
    chunk: Box<[u8]>,
    received: Vec<u8>,
    /// The bytes of `received` that belong to lines that were returned.
    returned: usize,
    /// The bytes of `received` that hold no line end.
    searched: usize,
}

pub enum NoLine {
    Ended,
    Late,
    Stopped,
    /// The engine broke the rules, or a pipe failed.
    Broken(String),
}

impl Process {
    pub fn start(mut command: Command, processor: Processor) -> Result<Process, String> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let program = command.get_program().display().to_string();
        let mut child = ProcessGroup::start(&mut command).map_err(|error| cannot_run(&program, &error))?;
        processor.keep(&child);
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(input), Some(output), Some(stderr)) = pipes else { unreachable!("all are pipes") };
        Ok(Process {
            input: Some(non_blocking(input.into()).map_err(|error| cannot_run(&program, &error))?),
            output: non_blocking(output.into()).map_err(|error| cannot_run(&program, &error))?,
            stderr: StderrTail::of(stderr).map_err(|error| cannot_run(&program, &error))?,
            child,
            unsent: Vec::new(),
            ends: false,
            chunk: vec![0; 1 << 16].into(),
            received: Vec::new(),
            returned: 0,
            searched: 0,
        })
    }

    /// Adds text to what is sent while lines are received.
    pub fn send(&mut self, text: &[u8]) {
        self.unsent.extend_from_slice(text);
    }

    /// Closes the input once everything is sent.
    pub fn end_input(&mut self) {
        self.ends = true;
    }

    /// Returns the next line, without its end. The last line of a process that ends without an error may lack one.
    pub fn line(&mut self, deadline: Instant, stop: Stop<'_>) -> Result<&[u8], NoLine> {
        loop {
            if let Some(end) = memchr::memchr(b'\n', &self.received[self.searched..]) {
                let line = self.returned..self.searched + end;
                (self.returned, self.searched) = (line.end + 1, line.end + 1);
                return Ok(&self.received[line]);
            }
            if self.received.len() - self.returned > MAX_LINE_BYTES {
                return Err(NoLine::Broken(format!("sent a line of more than {MAX_LINE_BYTES} bytes")));
            }
            self.received.drain(..self.returned);
            (self.returned, self.searched) = (0, self.received.len());
            if stop.is_requested() {
                return Err(NoLine::Stopped);
            }
            self.write()?;
            match self.read() {
                Ok(0) => {
                    let rest = self.returned..self.received.len();
                    (self.returned, self.searched) = (rest.end, rest.end);
                    // If the process failed, the rest may be half a line.
                    let is_line = !rest.is_empty() && !self.end().0;
                    return if is_line { Ok(&self.received[rest]) } else { Err(NoLine::Ended) };
                }
                // While the process prints without end, `wait` is not called, so the deadline is checked here.
                Ok(_) if Instant::now() >= deadline => return Err(NoLine::Late),
                Ok(_) => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => self.wait(deadline)?,
                Err(error) => return Err(NoLine::Broken(format!("its output cannot be read: {error}"))),
            }
        }
    }

    /// Returns true if the process has sent something that was not returned.
    pub fn has_more(&mut self) -> bool {
        self.received.len() > self.returned || self.read().is_ok_and(|read| read > 0)
    }

    /// Reads all lines up to the end of the output. Returns them with the last messages of the process. Returns the
    /// reason if the process prints more than a mebibyte, does not end in time, or ends with an error.
    pub fn run_to_end(mut self, time: Duration) -> Result<(Vec<String>, String), String> {
        let deadline = Instant::now() + time;
        let mut lines = Vec::new();
        let mut length = 0;
        let reason = loop {
            match self.line(deadline, Stop::NEVER) {
                Ok(line) => {
                    length += line.len() + 1;
                    lines.push(String::from_utf8_lossy(line).into_owned());
                }
                Err(reason) => break reason,
            }
            if length > MAX_OUTPUT_BYTES {
                break NoLine::Broken(format!("printed more than {MAX_OUTPUT_BYTES} bytes"));
            }
        };
        match reason {
            NoLine::Ended => {
                let (is_error, ended) = self.end();
                if is_error { Err(ended + &self.stderr.quote()) } else { Ok((lines, self.stderr.text())) }
            }
            NoLine::Late | NoLine::Stopped => {
                Err(format!("did not end within {}{}", humantime::format_duration(time), self.stderr.quote()))
            }
            NoLine::Broken(reason) => Err(reason),
        }
    }

    /// Waits a moment for the end of a process that closed its output. Returns whether it ended with an error, and how it ended.
    pub fn end(&mut self) -> (bool, String) {
        let deadline = Instant::now() + GRACE;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return (!status.success(), format!("ended ({status})")),
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(1)),
                _ => return (true, "closed its output, but went on".into()),
            }
        }
    }

    pub fn kill_and_quote(&mut self) -> String {
        self.child.end();
        self.stderr.quote()
    }

    /// Writes as much as the pipe takes.
    fn write(&mut self) -> Result<(), NoLine> {
        let Some(input) = self.input.as_mut() else { return Ok(()) };
        let written = if self.unsent.is_empty() { Ok(0) } else { input.write(&self.unsent) };
        match written {
            Ok(written) => drop(self.unsent.drain(..written)),
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => {}
            // A process that closed its input will end, and its last messages say why.
            Err(error) if error.kind() == ErrorKind::BrokenPipe => self.unsent.clear(),
            Err(error) => return Err(NoLine::Broken(format!("its input cannot be written: {error}"))),
        }
        if self.ends && self.unsent.is_empty() {
            self.input = None;
        }
        Ok(())
    }

    fn read(&mut self) -> io::Result<usize> {
        let read = loop {
            match self.output.read(&mut self.chunk) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                read => break read?,
            }
        };
        self.received.extend_from_slice(&self.chunk[..read]);
        Ok(read)
    }

    /// Waits until a pipe is ready, for a moment at most.
    fn wait(&mut self, deadline: Instant) -> Result<(), NoLine> {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(NoLine::Late);
        }
        let timeout =
            PollTimeout::from(u16::try_from(left.as_millis() + 1).unwrap_or(POLL_INTERVAL_MS).min(POLL_INTERVAL_MS));
        let mut pipes = vec![PollFd::new(self.output.as_fd(), PollFlags::POLLIN)];
        if let Some(input) = self.input.as_ref().filter(|_| !self.unsent.is_empty()) {
            pipes.push(PollFd::new(input.as_fd(), PollFlags::POLLOUT));
        }
        // After a signal, the caller tries again.
        let _ = poll(&mut pipes, timeout);
        Ok(())
    }
}

fn cannot_run(program: &str, error: &io::Error) -> String {
    format!("{program} cannot be run: {error}")
}

/// Makes reads and writes of a pipe return at once instead of waiting.
fn non_blocking(pipe: OwnedFd) -> io::Result<File> {
    fcntl(&pipe, FcntlArg::F_SETFL(OFlag::O_NONBLOCK))?;
    Ok(File::from(pipe))
}
