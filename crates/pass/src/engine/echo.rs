//! The cost of a pipe: the time of a round trip to a program that answers at once.

use std::{
    io::{self, BufRead, BufReader, BufWriter, Read, Write},
    process::Command,
    time::{Duration, Instant},
};

use solver::strategy::Stop;

use super::process::Process;
use crate::processor::Processor;

/// Round trips that are measured for the median, after as many that are not measured.
const ROUND_TRIPS: usize = 2000;
/// The longest time for one of them.
const TIMEOUT: Duration = Duration::from_secs(5);

/// Answers every line with a line that says that there is no solution. Flushes the answers before it blocks on input,
/// as every engine should.
pub fn echo(input: impl Read, output: impl Write) -> io::Result<()> {
    let mut input = BufReader::new(input);
    let mut output = BufWriter::new(output);
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line)? > 0 {
        output.write_all(b"-\n")?;
        if input.buffer().is_empty() {
            output.flush()?;
        }
        line.clear();
    }
    Ok(())
}

/// Returns the median time of a round trip to a command that acts as [`echo`]; `None` if it does not.
pub fn empty_round_trip(command: Command) -> Option<Duration> {
    let processor = Processor::next();
    let mut process = Process::start(command, processor).ok()?;
    let _kept = processor.keep_this_thread();
    let mut times = Vec::with_capacity(ROUND_TRIPS);
    for round in 0..2 * ROUND_TRIPS {
        let begin = Instant::now();
        process.send(&[b'.'; 81]);
        process.send(b"\n");
        process.line(begin + TIMEOUT, Stop::NEVER).ok()?;
        if round >= ROUND_TRIPS {
            times.push(begin.elapsed());
        }
    }
    times.sort_unstable();
    Some(times[ROUND_TRIPS / 2])
}
