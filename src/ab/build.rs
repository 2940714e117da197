//! A build of the program at work in a process of its own.

use std::{
    io::{BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};

use super::protocol;
use crate::{
    error::{Error, Result},
    reader::Block,
    record::Sample,
};

/// A running build.
#[derive(Debug)]
pub struct Build {
    path: PathBuf,
    process: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
}

impl Build {
    /// Starts a build's worker with these arguments.
    ///
    /// # Errors
    ///
    /// It does not start, or does not speak this version of the protocol.
    pub fn start(path: &Path, arguments: &[String]) -> Result<Build> {
        // A name without a directory would be looked for elsewhere.
        let mut command = Command::new(std::fs::canonicalize(path).unwrap_or_else(|_| path.into()));
        command.arg("worker").args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut process = command.spawn().map_err(Error::io(path, "run"))?;
        let (Some(to), Some(from)) = (process.stdin.take(), process.stdout.take()) else {
            unreachable!("both are pipes");
        };
        let mut build = Build { path: path.into(), process, to, from: BufReader::new(from) };
        let greeting = build.read()?;
        if greeting != protocol::GREETING {
            let reason = format!(
                "is no build that can take turns with another: it said {greeting:?}, not {:?}",
                protocol::GREETING
            );
            return Err(Error::malformed(path, 0, reason));
        }
        Ok(build)
    }

    /// Lets it solve a block: its samples puzzle by puzzle, for each in the order of the strategies.
    pub fn solve(&mut self, block: &Block, strategies: usize) -> Result<Vec<Sample>> {
        let request = protocol::request(block);
        self.to
            .write_all(request.as_bytes())
            .and_then(|()| self.to.flush())
            .map_err(Error::io(&self.path, "talk to"))?;
        let mut samples = Vec::with_capacity(block.puzzles.len() * strategies);
        for _ in &block.puzzles {
            let line = self.read()?;
            match line.split(' ').map(protocol::parse_sample).collect::<Option<Vec<_>>>() {
                Some(answer) if answer.len() == strategies => samples.extend(answer),
                _ => return Err(Error::malformed(&self.path, 0, format!("gave no answer that can be read: {line:?}"))),
            }
        }
        Ok(samples)
    }

    fn read(&mut self) -> Result<String> {
        let mut line = String::new();
        self.from.read_line(&mut line).map_err(Error::io(&self.path, "listen to"))?;
        match line.pop() {
            Some('\n') => Ok(line),
            _ => {
                let status = self.process.wait().map_or_else(|error| error.to_string(), |status| status.to_string());
                let reason = format!("ended when it should have answered ({status}); can it run `worker`?");
                Err(Error::malformed(&self.path, 0, reason))
            }
        }
    }
}

impl Drop for Build {
    fn drop(&mut self) {
        // It is idle, and what it still wants to say is of no interest.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
