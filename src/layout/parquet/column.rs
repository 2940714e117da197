//! A column of a row group → fields of text, some rows at a time.

use std::{fs::File, sync::Arc};

use parquet::{
    basic::Repetition,
    column::reader::{ColumnReader, ColumnReaderImpl, get_column_reader},
    data_type::DataType,
    errors::{ParquetError, Result},
    file::metadata::ColumnChunkMetaData,
    schema::types::Type,
};

use super::{
    pages::{Failure, Pages},
    value::{Meaning, Value},
};

/// For each leaf of a schema, in its order, the lists that its values are in, from the outermost. A list is told by the
/// definition level from which it has elements: at one below it is empty, and below that it is null.
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

/// Reads a column of a row group.
pub struct Column {
    reader: ColumnReader,
    failure: Failure,
    batch: Batch,
}

/// The rows that were read last.
struct Batch {
    meaning: Meaning,
    lists: Vec<i16>,
    /// The definition level of a value that is there.
    present: i16,
    definitions: Vec<i16>,
    repetitions: Vec<i16>,
    /// The fields, one behind the other.
    text: Vec<u8>,
    /// Where the fields end.
    ends: Vec<usize>,
}

impl Column {
    /// A column in a row group of so many rows, whose values are in these [`lists`].
    pub fn open(file: &Arc<File>, chunk: &ColumnChunkMetaData, lists: Vec<i16>, rows: usize) -> Result<Column> {
        let failure = Failure::default();
        let pages = Pages::new(file, chunk, rows, failure.clone())?;
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
        Ok(Column { reader: get_column_reader(description, Box::new(pages)), failure, batch })
    }

    /// Reads the next rows and says how many they are: fewer than were asked for at the end, wherever the column has it.
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

    /// Why there are fewer rows than there should be.
    pub fn failure(&self) -> ParquetError {
        let failure = self.failure.lock().expect("nothing panics while it is held").take();
        failure.unwrap_or_else(|| ParquetError::General("the column has fewer values than the file has rows".into()))
    }

    /// The field of a row among those that were read last, from 0.
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
        let (definitions, repetitions) = (&mut self.definitions, &mut self.repetitions);
        let (rows, _, _) = reader.read_records(rows, Some(definitions), Some(repetitions), &mut values)?;
        match (self.lists.is_empty(), self.present) {
            (true, 0) => self.all_there(&values),
            (true, _) => self.some_null(&values),
            (false, _) => self.in_lists(&values),
        }
        // A list that goes on in a page that is lost is no row.
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

    /// Lists as JSON. A value, or the lack of one, has a definition level, which says how much of its path is there, and
    /// a repetition level, which says in how many of the lists before it it goes on.
    fn in_lists<V: Value>(&mut self, values: &[V]) {
        let mut values = values.iter();
        let mut open = 0;
        for (place, (&level, &repeated)) in self.definitions.iter().zip(&self.repetitions).enumerate() {
            let repeated = usize::try_from(repeated).unwrap_or(0);
            let closed = open - open.min(repeated);
            self.text.extend(std::iter::repeat_n(b']', closed));
            open -= closed;
            if repeated > 0 {
                self.text.push(b',');
            } else if place > 0 {
                self.ends.push(self.text.len());
            }
            let entered = self.lists[open..].iter().take_while(|list| level >= **list).count();
            self.text.extend(std::iter::repeat_n(b'[', entered));
            open += entered;
            match self.lists.get(open) {
                Some(list) if level == list - 1 => self.text.extend_from_slice(b"[]"),
                // What is null as a whole is an empty field.
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
        serde_json::to_writer(text, &String::from_utf8_lossy(&bytes)).expect("memory takes all that is written");
    }
}
