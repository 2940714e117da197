//! What is around the array of a JSON file: nothing, or an object with other members.

use std::path::Path;

use serde::de::IgnoredAny;

use super::{
    json_object::reason,
    json_scan::members,
    line_reader::{LineReader, MAX_RECORD},
    place::Place,
};
use crate::error::{Error, Result};

/// The text before an array, through its opening bracket.
pub struct Around {
    line: u64,
    before: Vec<u8>,
}

impl Around {
    /// Takes the text before an array, which begins in `line`.
    ///
    /// # Errors
    ///
    /// Returns an error if it is not JSON, or if another member is a list.
    pub fn new(path: &Path, line: u64, before: Vec<u8>) -> Result<Around> {
        let around = Around { line, before };
        let closing: &[u8] = if around.before.trim_ascii_start().starts_with(b"{") { b"]}" } else { b"]" };
        around.check(path, closing, around.line)?;
        Ok(around)
    }

    pub fn array_begin(&self) -> Place {
        Place { line: self.line, column: 0 }.of(&self.before, self.before.len())
    }

    /// Reads the text after the array, which ended with `bracket`.
    ///
    /// # Errors
    ///
    /// Returns an error if the file is not JSON, or if it has another list: the list may hold more puzzles, or the solutions.
    pub fn check_end(&self, path: &Path, bracket: u8, lines: &mut LineReader<'_>) -> Result<()> {
        let mut after = vec![bracket];
        let mut first = None;
        while let Some(line) = lines.next_line()? {
            first.get_or_insert(line.number);
            if line.overlong || after.len() + line.bytes.len() > MAX_RECORD {
                let reason = "more than 1,048,576 bytes follow the array; write an object for each puzzle";
                return Err(Error::malformed(path, line.number, reason));
            }
            after.extend(line.bytes);
            after.push(b'\n');
        }
        self.check(path, &after, first.unwrap_or(self.line))
    }

    /// Checks the file without the elements of its array. The text after them begins in `line`.
    fn check(&self, path: &Path, after: &[u8], line: u64) -> Result<()> {
        let whole = [&self.before, after].concat();
        let error = |at: usize, reason: &str| {
            let place = match at.checked_sub(self.before.len()) {
                None => Place { line: self.line, column: 0 }.of(&whole, at),
                Some(at) => Place { line, column: 0 }.of(after, at),
            };
            Err(Error::malformed(path, place.line, reason))
        };
        let begin = whole.len() - whole.trim_ascii_start().len() + 1;
        let in_object = whole[begin - 1] == b'{';
        let is_puzzles = |at: &usize| begin + at + 1 == self.before.len();
        let mut lists = members(&whole[begin..]).map(|(_, at)| at).filter(|at| whole[begin + at..].starts_with(b"["));
        if let Some(at) = lists.find(|at| in_object && !is_puzzles(at)) {
            return error(begin + at, "another list is beside that of the puzzles; write an object for each puzzle");
        }
        match serde_json::from_slice::<IgnoredAny>(&whole) {
            Ok(_) => Ok(()),
            Err(end) if end.is_eof() => error(whole.len() - 1, "the file ends without `}`; is it cut short?"),
            Err(other) => {
                let lines = whole.split_inclusive(|&byte| byte == b'\n').take(other.line().saturating_sub(1));
                let at = lines.map(<[u8]>::len).sum::<usize>() + other.column().saturating_sub(1);
                let is_list = whole.get(at) == Some(&b'[');
                let reason =
                    if is_list { "another list follows".into() } else { format!("not JSON: {}", reason(&other)) };
                error(at.min(whole.len()), &reason)
            }
        }
    }
}
