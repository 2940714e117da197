//! JSON with a line for each key of the outermost object, and for each item of its arrays: a change of one strategy is a change of
//! one line, which people read in a diff and git stores in few bytes.

use std::io::{Result, Write};

use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};

/// Returns an object as text that ends with a line end.
pub fn lines_json(object: &impl Serialize) -> String {
    let mut text = Vec::new();
    object.serialize(&mut Serializer::with_formatter(&mut text, Lines::default())).expect("plain data");
    text.push(b'\n');
    String::from_utf8(text).expect("JSON is UTF-8")
}

#[derive(Default)]
struct Lines {
    /// Number of objects and arrays that are open.
    depth: usize,
    /// True after an item of the array that is open.
    has_item: bool,
}

impl Lines {
    const KEY: &'static str = "\n  ";
    const ITEM: &'static str = "\n    ";

    fn begin<W: ?Sized + Write>(&mut self, out: &mut W, bracket: &str) -> Result<()> {
        self.depth += 1;
        self.has_item = false;
        out.write_all(bracket.as_bytes())
    }

    /// Ends an object or array whose members are on lines of their own at the depth `of_lines`.
    fn end<W: ?Sized + Write>(&mut self, out: &mut W, of_lines: usize, line: &str, bracket: &str) -> Result<()> {
        let is_on_lines = self.depth == of_lines && self.has_item;
        self.depth -= 1;
        self.has_item = true;
        out.write_all(if is_on_lines { line } else { "" }.as_bytes())?;
        out.write_all(bracket.as_bytes())
    }

    fn begin_member<W: ?Sized + Write>(&self, out: &mut W, is_first: bool, of_lines: usize, line: &str) -> Result<()> {
        out.write_all(if is_first { "" } else { "," }.as_bytes())?;
        out.write_all(if self.depth == of_lines { line } else { "" }.as_bytes())
    }
}

impl Formatter for Lines {
    fn begin_object<W: ?Sized + Write>(&mut self, out: &mut W) -> Result<()> {
        self.begin(out, "{")
    }

    fn end_object<W: ?Sized + Write>(&mut self, out: &mut W) -> Result<()> {
        self.end(out, 1, "\n", "}")
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, out: &mut W, is_first: bool) -> Result<()> {
        self.begin_member(out, is_first, 1, Lines::KEY)
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, out: &mut W) -> Result<()> {
        out.write_all(if self.depth == 1 { ": " } else { ":" }.as_bytes())
    }

    fn end_object_value<W: ?Sized + Write>(&mut self, _: &mut W) -> Result<()> {
        self.has_item = true;
        Ok(())
    }

    fn begin_array<W: ?Sized + Write>(&mut self, out: &mut W) -> Result<()> {
        self.begin(out, "[")
    }

    fn end_array<W: ?Sized + Write>(&mut self, out: &mut W) -> Result<()> {
        self.end(out, 2, Lines::KEY, "]")
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, out: &mut W, is_first: bool) -> Result<()> {
        self.begin_member(out, is_first, 2, Lines::ITEM)
    }

    fn end_array_value<W: ?Sized + Write>(&mut self, _: &mut W) -> Result<()> {
        self.has_item = true;
        Ok(())
    }
}
