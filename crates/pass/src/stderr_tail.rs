//! The end of what a process wrote to standard error.

use std::{
    io::{self, Read},
    process::ChildStderr,
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{self, Receiver},
    },
    thread,
    time::Duration,
};

use corpus::error::no_thread;

const KEPT_BYTES: usize = 4096;
const QUOTED_LINES: usize = 3;
const MAX_LINE_CHARS: usize = 160;
/// The time to wait for the last bytes of a process that has ended. A process that it started may keep the pipe open.
const LAST_BYTES_TIMEOUT: Duration = Duration::from_millis(200);

/// The end of what a process writes to standard error, which another thread reads.
#[derive(Debug)]
pub struct StderrTail {
    text: Arc<Mutex<Vec<u8>>>,
    /// Disconnected at the end of the pipe.
    end: Receiver<()>,
}

impl StderrTail {
    /// Reads a pipe from now on. Returns an error if the system has no thread left. Without the thread, the process
    /// would block on a full pipe.
    pub fn of(mut pipe: ChildStderr) -> io::Result<StderrTail> {
        let text = Arc::new(Mutex::new(Vec::new()));
        let (reading, end) = mpsc::channel();
        let shared = Arc::clone(&text);
        let read = move || {
            let _reading = reading;
            let mut chunk = [0; 1024];
            while let Ok(read @ 1..) = pipe.read(&mut chunk) {
                let mut text = shared.lock().unwrap_or_else(PoisonError::into_inner);
                text.extend_from_slice(&chunk[..read]);
                let surplus = text.len().saturating_sub(KEPT_BYTES);
                text.drain(..surplus);
            }
        };
        thread::Builder::new().name("stderr".into()).spawn(read).map_err(no_thread)?;
        Ok(StderrTail { text, end })
    }

    pub fn text(&self) -> String {
        let _ = self.end.recv_timeout(LAST_BYTES_TIMEOUT);
        let text = self.text.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&text).into_owned()
    }

    /// Quotes the last lines of a process that has ended, as the end of an error message; empty if there are none.
    pub fn quote(&self) -> String {
        let text = self.text();
        let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        let last = lines[lines.len().saturating_sub(QUOTED_LINES)..].iter();
        let last: Vec<String> = last.map(|line| line.chars().take(MAX_LINE_CHARS).collect()).collect();
        if last.is_empty() { String::new() } else { format!("; its last messages: {}", last.join(" | ")) }
    }
}
