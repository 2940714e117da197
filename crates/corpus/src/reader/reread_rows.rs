//! Rows that are read ahead to find the columns by their values, and then read again.

use std::collections::VecDeque;

use csv::ByteRecord;
use grid::text::Defect;

use crate::{
    error::Result,
    layout::{Ahead, ColumnType, LineReader, RawRow, RowReader, Syntax},
};

pub struct RereadRows<'a> {
    rows: Box<dyn RowReader + 'a>,
    /// The rows that were read ahead, and perhaps an error after them.
    waiting: VecDeque<Result<KeptRow>>,
    /// The current row, if it was read ahead.
    text: Vec<u8>,
}

struct KeptRow {
    fields: ByteRecord,
    line: u64,
    bytes: Vec<u8>,
    spaces_are_blanks: bool,
    defect: Option<Defect>,
}

impl<'a> RereadRows<'a> {
    pub fn new(rows: Box<dyn RowReader + 'a>) -> RereadRows<'a> {
        RereadRows { rows, waiting: VecDeque::new(), text: Vec::new() }
    }

    /// Returns the fields of the next rows that have no defect, among at most `n` rows.
    pub fn peek(&mut self, n: usize) -> Vec<&ByteRecord> {
        while self.waiting.len() < n && self.waiting.back().is_none_or(Result::is_ok) {
            let mut fields = ByteRecord::new();
            match self.rows.next(&mut fields) {
                Ok(None) => break,
                Err(error) => self.waiting.push_back(Err(error)),
                Ok(Some(RawRow { line, bytes, spaces_are_blanks, defect })) => {
                    let bytes = bytes.to_vec();
                    self.waiting.push_back(Ok(KeptRow { fields, line, bytes, spaces_are_blanks, defect }));
                }
            }
        }
        let rows = self.waiting.iter().flatten();
        rows.filter(|row| row.defect.is_none()).map(|row| &row.fields).collect()
    }
}

impl RowReader for RereadRows<'_> {
    fn next(&mut self, fields: &mut ByteRecord) -> Result<Option<RawRow<'_>>> {
        let Some(row) = self.waiting.pop_front() else { return self.rows.next(fields) };
        let KeptRow { line, spaces_are_blanks, defect, .. } = {
            let mut row = row?;
            std::mem::swap(fields, &mut row.fields);
            std::mem::swap(&mut self.text, &mut row.bytes);
            row
        };
        Ok(Some(RawRow { line, bytes: &self.text, spaces_are_blanks, defect }))
    }

    fn lines(&self) -> Option<&LineReader<'_>> {
        self.rows.lines()
    }

    fn set_header(&mut self, columns: usize) {
        self.rows.set_header(columns);
    }

    fn ahead(&mut self) -> Option<Ahead<'_>> {
        if self.waiting.is_empty() { self.rows.ahead() } else { None }
    }

    fn bytes(&self) -> u64 {
        self.rows.bytes()
    }

    fn names(&self) -> Option<ByteRecord> {
        self.rows.names()
    }

    fn types(&self) -> Vec<ColumnType> {
        self.rows.types()
    }

    fn left_out(&self) -> &[String] {
        self.rows.left_out()
    }

    fn syntax(&self) -> Syntax {
        self.rows.syntax()
    }
}
