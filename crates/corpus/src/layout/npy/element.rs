//! The elements of an array: integers of one to eight bytes.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Element {
    /// Bytes of an element.
    pub size: usize,
    pub is_signed: bool,
    pub is_big_endian: bool,
}

impl Element {
    /// Parses a type as NumPy writes it, such as `<i8` and `|u1`.
    ///
    /// # Errors
    ///
    /// Returns a clause with what to do about elements that are not integers.
    pub fn parse(descr: &str) -> Result<Element, String> {
        let (order, code) = match descr.strip_prefix(['<', '>', '|', '=']) {
            Some(code) => (&descr[..1], code),
            None => ("", descr),
        };
        let kind = code.chars().next().unwrap_or_default();
        let size = code.get(kind.len_utf8()..).and_then(|size| size.parse().ok()).unwrap_or(0);
        if !matches!(kind, 'i' | 'u') || ![1, 2, 4, 8].contains(&size) {
            return Err(refusal(kind, descr));
        }
        let is_big_endian = order == ">" || (order != "<" && cfg!(target_endian = "big"));
        Ok(Element { size, is_signed: kind == 'i', is_big_endian })
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

pub fn push_number(value: i128, text: &mut Vec<u8>) {
    text.extend_from_slice(itoa::Buffer::new().format(value).as_bytes());
}

/// Joins bytes, the most significant first.
fn joined<'b>(bytes: impl Iterator<Item = &'b u8>) -> u64 {
    bytes.fold(0, |bits, &byte| bits << 8 | u64::from(byte))
}

/// Returns why elements of a kind that is no integer are not read, and what to do.
fn refusal(kind: char, descr: &str) -> String {
    match kind {
        'f' => "holds floating-point numbers; write digits: a.argmax(-1) of scores, then astype('uint8')".into(),
        'b' | '?' => "holds booleans; write digits: a.argmax(-1) of one-hot cells, then astype('uint8')".into(),
        'U' | 'S' | 'a' => "holds texts; write them as lines: numpy.savetxt(\"puzzles.txt\", a, fmt=\"%s\")".into(),
        'O' => "holds Python objects, which only a pickle holds; convert them with astype('uint8')".into(),
        _ => format!("holds elements of the type {descr:?}; convert them to integers with astype('uint8')"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_elements_are_refused_with_what_to_do() {
        for (descr, words) in [
            ("<f4", "argmax"),
            ("|b1", "booleans"),
            ("<U81", "savetxt"),
            ("|O", "objects"),
            ("<M8[ns]", "<M8[ns]"),
            ("<i3", "<i3"),
            ("", "\"\""),
            ("<", "\"<\""),
            ("é1", "é1"),
        ] {
            assert!(Element::parse(descr).unwrap_err().contains(words), "{descr}");
        }
    }
}
