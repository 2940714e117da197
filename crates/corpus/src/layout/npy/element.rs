//! The elements of an array: integers of one to eight bytes.

/// The marks before a type that name the order of the bytes.
const ORDERS: [char; 4] = ['<', '>', '|', '='];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Element {
    /// Bytes of an element.
    pub size: usize,
    pub is_signed: bool,
    pub is_big_endian: bool,
}

impl Element {
    /// Parses a type as NumPy writes it, such as `<i8` and `|u1`; returns `None` for elements that are not integers.
    pub fn parse(descr: &str) -> Option<Element> {
        let order = descr.strip_prefix(ORDERS).map_or("", |_| &descr[..1]);
        let kind = kind_of(descr);
        let size = descr.get(order.len() + kind.len_utf8()..).and_then(|size| size.parse().ok()).unwrap_or(0);
        if !matches!(kind, 'i' | 'u') || ![1, 2, 4, 8].contains(&size) {
            return None;
        }
        let is_big_endian = order == ">" || (order != "<" && cfg!(target_endian = "big"));
        Some(Element { size, is_signed: kind == 'i', is_big_endian })
    }

    #[inline]
    pub fn value(self, bytes: &[u8]) -> i128 {
        let bits = if self.is_big_endian { joined(bytes.iter()) } else { joined(bytes.iter().rev()) };
        let unused = 64 - 8 * self.size;
        if self.is_signed { i128::from((bits << unused).cast_signed() >> unused) } else { i128::from(bits) }
    }

    /// Appends the cells of a grid: the digits without anything between them if all are from 0 to 9, where 0 is a blank, else
    /// a list of numbers in JSON.
    pub fn push_grid(self, row: &[u8], offset: i64, text: &mut Vec<u8>) {
        let begin = text.len();
        for bytes in row.chunks_exact(self.size) {
            match u8::try_from(self.value(bytes) - i128::from(offset)) {
                Ok(digit @ 0..=9) => text.push(b'0' + digit),
                _ => {
                    text.truncate(begin);
                    return self.push_list(row, offset, text);
                }
            }
        }
    }

    fn push_list(self, row: &[u8], offset: i64, text: &mut Vec<u8>) {
        for (index, bytes) in row.chunks_exact(self.size).enumerate() {
            text.push(if index == 0 { b'[' } else { b',' });
            push_number(self.value(bytes) - i128::from(offset), text);
        }
        text.push(b']');
    }
}

/// Returns the letter of a type, such as `f` for floating-point numbers.
pub fn kind_of(descr: &str) -> char {
    descr.trim_start_matches(ORDERS).chars().next().unwrap_or_default()
}

pub fn push_number(value: i128, text: &mut Vec<u8>) {
    text.extend_from_slice(itoa::Buffer::new().format(value).as_bytes());
}

/// Joins bytes, the most significant first.
fn joined<'b>(bytes: impl Iterator<Item = &'b u8>) -> u64 {
    bytes.fold(0, |bits, &byte| bits << 8 | u64::from(byte))
}
