//! Reads numbers in Thrift's compact protocol, in which Parquet writes its metadata, without building what they describe.
//!
//! The `parquet` crate allocates memory and recurses as these numbers say, so they are checked before. It also ignores the
//! types of the fields that it knows; a field of another type is an error here, so that both find the same numbers.

/// The type of a value that is read.
pub enum Shape {
    /// A Boolean.
    Bool,
    /// A byte.
    Byte,
    /// An integer of any other size.
    Integer,
    /// Bytes or a text.
    Binary,
    /// A number with a fraction.
    Double,
    /// A structure with these fields. Other fields are skipped.
    Struct(Fields),
    /// A list of values of one type, which is not a Boolean.
    List(&'static Shape),
}

/// The numbers and shapes of the fields of a structure.
pub type Fields = &'static [(i16, Shape)];

/// The types of the protocol.
const STOP: u8 = 0;
const TRUE: u8 = 1;
const FALSE: u8 = 2;
const BYTE: u8 = 3;
const INTEGERS: std::ops::RangeInclusive<u8> = 4..=6;
const DOUBLE: u8 = 7;
const BINARY: u8 = 8;
const LIST: u8 = 9;
const SET: u8 = 10;
const STRUCT: u8 = 12;

/// Nested values of unknown fields to skip.
const MAX_DEPTH: usize = 16;

/// Reads values from a slice. Every method returns `None` if the slice ends early or is not what the method reads.
pub struct Thrift<'a> {
    rest: &'a [u8],
}

impl<'a> Thrift<'a> {
    /// Creates a reader.
    pub fn new(bytes: &'a [u8]) -> Thrift<'a> {
        Thrift { rest: bytes }
    }

    /// Returns the bytes that are not read yet.
    pub fn rest(&self) -> &'a [u8] {
        self.rest
    }

    /// Reads the header of a field after the field `before`; the inner `None` is the end of the structure.
    pub fn field(&mut self, before: i16) -> Option<Option<(i16, u8)>> {
        let header = self.byte()?;
        let delta = i16::from(header >> 4);
        let kind = header & 0x0f;
        if kind == STOP {
            return Some(None);
        }
        let id = if delta > 0 { before.checked_add(delta)? } else { i16::try_from(self.integer()?).ok()? };
        Some(Some((id, kind)))
    }

    /// Reads a field that must have this number, after the field `before`, and the header of the list in it. Returns the
    /// number of structures in the list.
    pub fn list_of_structs(&mut self, id: i16, before: i16) -> Option<usize> {
        let (LIST, STRUCT) = (self.field(before)?.filter(|(found, _)| *found == id)?.1, self.rest.first()? & 0x0f)
        else {
            return None;
        };
        self.list().map(|(length, _)| length)
    }

    /// Reads an integer.
    pub fn integer(&mut self) -> Option<i64> {
        let number = self.number()?;
        Some((number >> 1) as i64 ^ -((number & 1) as i64))
    }

    /// Reads a structure. `visit` gets the number of the structure's own field in the structure around it, or 0, then the
    /// number and the value of a field: an integer, the length of bytes, or 0 or 1 for a Boolean.
    pub fn structure(&mut self, fields: Fields, parent: i16, visit: &mut dyn FnMut(i16, i16, i64)) -> Option<()> {
        self.rest_of_structure(0, fields, parent, visit)
    }

    /// Reads the fields of a structure after the field `before`, as [`Thrift::structure`] does.
    pub fn rest_of_structure(
        &mut self,
        mut before: i16,
        fields: Fields,
        parent: i16,
        visit: &mut dyn FnMut(i16, i16, i64),
    ) -> Option<()> {
        while let Some((id, kind)) = self.field(before)? {
            let value = match fields.iter().find(|(known, _)| *known == id) {
                Some((_, shape)) => self.value(shape, kind, id, visit)?,
                None => {
                    self.skip(kind, MAX_DEPTH)?;
                    0
                }
            };
            visit(parent, id, value);
            before = id;
        }
        Some(())
    }

    /// Reads a value of this shape in the field `id`.
    fn value(&mut self, shape: &Shape, kind: u8, id: i16, visit: &mut dyn FnMut(i16, i16, i64)) -> Option<i64> {
        match (shape, kind) {
            (Shape::Bool, TRUE | FALSE) => Some(i64::from(kind == TRUE)),
            (Shape::Byte, BYTE) => self.byte().map(i64::from),
            (Shape::Integer, kind) if INTEGERS.contains(&kind) => self.integer(),
            (Shape::Double, DOUBLE) => self.bytes(size_of::<f64>()).map(|()| 0),
            (Shape::Binary, BINARY) => self.binary(),
            (Shape::Struct(fields), STRUCT) => self.structure(fields, id, visit).map(|()| 0),
            (Shape::List(item), LIST) => {
                let (length, kind) = self.list()?;
                (0..length).try_for_each(|_| self.value(item, kind, id, visit).map(|_| ()))?;
                i64::try_from(length).ok()
            }
            _ => None,
        }
    }

    /// Skips a value of an unknown field.
    fn skip(&mut self, kind: u8, depth: usize) -> Option<()> {
        let depth = depth.checked_sub(1)?;
        match kind {
            TRUE | FALSE => Some(()),
            BYTE => self.byte().map(|_| ()),
            DOUBLE => self.bytes(size_of::<f64>()),
            BINARY => self.binary().map(|_| ()),
            STRUCT => {
                // The numbers of the fields are not needed.
                while let Some((_, kind)) = self.field(0)? {
                    self.skip(kind, depth)?;
                }
                Some(())
            }
            // The `parquet` crate does not skip the bytes of Booleans in a list; Parquet's metadata have none.
            LIST | SET => {
                let (length, kind) = self.list()?;
                (kind != TRUE && kind != FALSE).then_some(())?;
                (0..length).try_for_each(|_| self.skip(kind, depth))
            }
            kind if INTEGERS.contains(&kind) => self.number().map(|_| ()),
            _ => None,
        }
    }

    /// Reads the header of a list: the number of its values and their type. Every value has a byte or more.
    fn list(&mut self) -> Option<(usize, u8)> {
        let header = self.byte()?;
        let length = match header >> 4 {
            15 => usize::try_from(self.number()?).ok()?,
            length => usize::from(length),
        };
        (length <= self.rest.len()).then_some((length, header & 0x0f))
    }

    /// Skips bytes after their length, and returns the length.
    fn binary(&mut self) -> Option<i64> {
        let length = self.number()?;
        self.bytes(usize::try_from(length).ok()?)?;
        i64::try_from(length).ok()
    }

    fn bytes(&mut self, length: usize) -> Option<()> {
        self.rest = self.rest.get(length..)?;
        Some(())
    }

    fn byte(&mut self) -> Option<u8> {
        let (first, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(*first)
    }

    fn number(&mut self) -> Option<u64> {
        let (number, rest) = varint(self.rest)?;
        self.rest = rest;
        Some(number)
    }
}

/// Returns a number in groups of seven bits, the lowest first, and the bytes after it.
pub fn varint(data: &[u8]) -> Option<(u64, &[u8])> {
    let length = data.iter().take(10).position(|byte| byte & 0x80 == 0)? + 1;
    let (number, rest) = data.split_at(length);
    Some((number.iter().rev().fold(0, |value, byte| value << 7 | u64::from(byte & 0x7f)), rest))
}
