//! Decodes a column of a row group as fields of text, a batch of rows at a time.

use std::{
    fs::File,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use parquet::{
    basic::{Repetition, Type as PhysicalType},
    column::reader::{ColumnReader, ColumnReaderImpl, get_column_reader},
    data_type::DataType,
    errors::{ParquetError, Result},
    file::metadata::ColumnChunkMetaData,
    schema::types::{ColumnDescriptor, Type},
};

use super::{
    pages::{Failure, Pages},
    source::Memory,
    value::{Meaning, Value},
};
use crate::layout::column_type::ColumnType;

/// Returns the lists around the values of each leaf of a schema, from the outermost. A list is given by the lowest
/// definition level at which it has elements: one level below, the list is empty; two levels below, it is null.
pub fn lists(node: &Type) -> Vec<Vec<i16>> {
    fn visit(node: &Type, mut level: i16, mut lists: Vec<i16>, leaves: &mut Vec<Vec<i16>>) {
        let info = node.get_basic_info();
        let repetition = if info.has_repetition() { info.repetition() } else { Repetition::REQUIRED };
        level += i16::from(repetition != Repetition::REQUIRED);
        if repetition == Repetition::REPEATED {
            lists.push(level);
        }
        if node.is_primitive() {
            leaves.push(lists);
        } else {
            node.get_fields().iter().for_each(|field| visit(field, level, lists.clone(), leaves));
        }
    }
    let mut leaves = Vec::new();
    visit(node, 0, Vec::new(), &mut leaves);
    leaves
}

/// Returns the type of the fields of a column whose values are in this number of nested lists. Columns of dates and the
/// like are texts.
pub fn column_type(column: &ColumnDescriptor, lists: usize) -> ColumnType {
    let meaning = Meaning::of(column);
    let is_plain = meaning == Meaning::Plain;
    match (column.physical_type(), lists) {
        (_, 0) if matches!(meaning, Meaning::Decimal(_)) => ColumnType::Decimal,
        (PhysicalType::INT32 | PhysicalType::INT64, 0) if is_plain => ColumnType::Integer,
        (PhysicalType::INT32 | PhysicalType::INT64, 1) if is_plain => ColumnType::Integers,
        (PhysicalType::INT32, 0) if meaning == Meaning::Unsigned => ColumnType::Integer,
        (PhysicalType::INT64, 0) if meaning == Meaning::Unsigned => ColumnType::Unsigned,
        (PhysicalType::FLOAT | PhysicalType::DOUBLE, 0) => ColumnType::Float,
        (PhysicalType::FIXED_LEN_BYTE_ARRAY, 0) if meaning == Meaning::Half => ColumnType::Float,
        (PhysicalType::BOOLEAN, 0) => ColumnType::Boolean,
        _ => ColumnType::Text,
    }
}

/// Reads a column of a row group.
pub struct Column {
    reader: ColumnReader,
    failure: Failure,
    longest: Arc<AtomicUsize>,
    batch: Batch,
}

/// The rows of the last batch.
struct Batch {
    meaning: Meaning,
    /// The lists around the values, from [`lists`].
    lists: Vec<i16>,
    /// The definition level of a value that is not null.
    present: i16,
    definitions: Vec<i16>,
    repetitions: Vec<i16>,
    /// The concatenated fields.
    text: Vec<u8>,
    /// The end of each field in `text`.
    ends: Vec<usize>,
}

impl Column {
    /// Opens a column in a row group of `rows` rows, whose values are in these [`lists`].
    pub fn open(
        file: &Arc<File>,
        memory: &Arc<Memory>,
        chunk: &ColumnChunkMetaData,
        lists: Vec<i16>,
        rows: usize,
    ) -> Result<Column> {
        let failure = Failure::default();
        let pages = Pages::new(file, memory, chunk, rows, failure.clone())?;
        let longest = pages.longest();
        let description = chunk.column_descr_ptr();
        let batch = Batch {
            meaning: Meaning::of(&description),
            lists,
            present: description.max_def_level(),
            definitions: Vec::new(),
            repetitions: Vec::new(),
            text: Vec::new(),
            ends: Vec::new(),
        };
        Ok(Column { reader: get_column_reader(description, Box::new(pages)), failure, longest, batch })
    }

    /// Reads at most `rows` rows and returns their number, which is lower at the end of the column and before a damaged page.
    ///
    /// # Errors
    ///
    /// Returns an error if no row can be decoded.
    pub fn read(&mut self, rows: usize) -> Result<usize> {
        let batch = &mut self.batch;
        match &mut self.reader {
            ColumnReader::BoolColumnReader(reader) => batch.read(reader, rows),
            ColumnReader::Int32ColumnReader(reader) => batch.read(reader, rows),
            ColumnReader::Int64ColumnReader(reader) => batch.read(reader, rows),
            ColumnReader::Int96ColumnReader(reader) => batch.read(reader, rows),
            ColumnReader::FloatColumnReader(reader) => batch.read(reader, rows),
            ColumnReader::DoubleColumnReader(reader) => batch.read(reader, rows),
            ColumnReader::ByteArrayColumnReader(reader) => batch.read(reader, rows),
            ColumnReader::FixedLenByteArrayColumnReader(reader) => batch.read(reader, rows),
        }
    }

    /// Returns the length of the longest value in the dictionary, which is known after the first row.
    pub fn longest(&self) -> usize {
        self.longest.load(Ordering::Relaxed)
    }

    /// Returns the reason why the column has fewer rows than the row group.
    pub fn failure(&self) -> ParquetError {
        let failure = self.failure.lock().expect("nothing panics while it is held").take();
        failure.unwrap_or_else(|| ParquetError::General("the column has fewer values than the file has rows".into()))
    }

    /// Returns the field of a row in the last batch, from 0.
    pub fn field(&self, row: usize) -> &[u8] {
        let begin = row.checked_sub(1).map_or(0, |before| self.batch.ends[before]);
        &self.batch.text[begin..self.batch.ends[row]]
    }
}

impl Batch {
    fn read<T: DataType>(&mut self, reader: &mut ColumnReaderImpl<T>, rows: usize) -> Result<usize>
    where
        T::T: Value,
    {
        self.definitions.clear();
        self.repetitions.clear();
        self.text.clear();
        self.ends.clear();
        let mut values = Vec::with_capacity(rows);
        let definitions = &mut self.definitions;
        let repetitions = &mut self.repetitions;
        let (rows, _, _) = reader.read_records(rows, Some(definitions), Some(repetitions), &mut values)?;
        match (self.lists.is_empty(), self.present) {
            (true, 0) => self.all_there(&values),
            (true, _) => self.some_null(&values),
            (false, _) => self.in_lists(&values),
        }
        // The last list is incomplete if it continues in a damaged page.
        Ok(rows.min(self.ends.len()))
    }

    fn all_there(&mut self, values: &[impl Value]) {
        for value in values {
            value.push(self.meaning, &mut self.text);
            self.ends.push(self.text.len());
        }
    }

    fn some_null(&mut self, values: &[impl Value]) {
        let mut values = values.iter();
        for level in &self.definitions {
            if *level == self.present
                && let Some(value) = values.next()
            {
                value.push(self.meaning, &mut self.text);
            }
            self.ends.push(self.text.len());
        }
    }

    /// Appends lists as JSON. Every value, or the lack of one, has a definition level: the number of optional and repeated
    /// parts of its path that are present; and a repetition level: the number of open lists that it continues.
    fn in_lists<V: Value>(&mut self, values: &[V]) {
        let mut values = values.iter();
        let mut open = 0;
        for (index, (&level, &repeated)) in self.definitions.iter().zip(&self.repetitions).enumerate() {
            let repeated = usize::try_from(repeated).unwrap_or(0);
            let closed = open - open.min(repeated);
            self.text.extend(std::iter::repeat_n(b']', closed));
            open -= closed;
            if repeated > 0 {
                self.text.push(b',');
            } else if index > 0 {
                self.ends.push(self.text.len());
            }
            let entered = self.lists[open..].iter().take_while(|list| level >= **list).count();
            self.text.extend(std::iter::repeat_n(b'[', entered));
            open += entered;
            match self.lists.get(open) {
                Some(list) if level == list - 1 => self.text.extend_from_slice(b"[]"),
                // A list that is null is an empty field.
                Some(_) if open == 0 => {}
                None if level == self.present => {
                    if let Some(value) = values.next() {
                        push_json(value, self.meaning, &mut self.text);
                    }
                }
                _ => self.text.extend_from_slice(b"null"),
            }
        }
        if !self.definitions.is_empty() {
            self.text.extend(std::iter::repeat_n(b']', open));
            self.ends.push(self.text.len());
        }
    }
}

fn push_json<V: Value>(value: &V, meaning: Meaning, text: &mut Vec<u8>) {
    let begin = text.len();
    value.push(meaning, text);
    if V::is_string(meaning) {
        let bytes = text.split_off(begin);
        serde_json::to_writer(text, &String::from_utf8_lossy(&bytes)).expect("writing to memory cannot fail");
    }
}
