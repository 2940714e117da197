//! 81 cells a line, with a space, comma or dot between them.

use ::csv::ByteRecord;

use super::{
    Head, Kind, Layout, RawRow,
    line_reader::Lines,
    notation::{find_puzzle, read_cells},
    schema::Syntax,
};
use crate::{
    error::Result,
    grid::{CELLS as N, Grid},
};

pub const CELLS: Kind = Kind {
    name: "cells",
    about: "a puzzle a line, with a separator between its cells or rows",
    detect: |head: &Head<'_>| {
        let mut before = head.lines().take_while(|line| !is_puzzle(line));
        head.lines().any(is_puzzle) && before.all(|line| find_puzzle(line).is_none())
    },
    open: |_| Ok(Box::new(Cells)),
};

/// Whether a line is cells with something between them.
pub fn is_puzzle(line: &[u8]) -> bool {
    line.len() >= N + 8 && line.first() != Some(&b'"') && read_cells(line, true, &mut { Grid::EMPTY }).is_ok()
}

struct Cells;

impl Layout for Cells {
    fn next<'r>(&'r mut self, lines: &'r mut Lines<'_>, fields: &mut ByteRecord) -> Result<Option<RawRow<'r>>> {
        let Some(line) = lines.next_row()? else { return Ok(None) };
        fields.clear();
        fields.push_field(line.bytes);
        Ok(Some(RawRow { quoted: true, ..line.into() }))
    }

    fn syntax(&self) -> Syntax {
        Syntax::Whole
    }
}
