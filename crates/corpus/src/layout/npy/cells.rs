//! A row of an array as the text of a field.

use super::element::Element;

/// Appends the cells of a grid: the digits without anything between them if all are from 0 to 9, where 0 is a blank, else
/// a list of numbers in JSON.
pub fn push_grid(row: &[u8], element: Element, offset: i64, text: &mut Vec<u8>) {
    let begin = text.len();
    for bytes in row.chunks_exact(element.size) {
        match u8::try_from(element.value(bytes) - i128::from(offset)) {
            Ok(digit @ 0..=9) => text.push(b'0' + digit),
            _ => {
                text.truncate(begin);
                return push_list(row, element, offset, text);
            }
        }
    }
}

fn push_list(row: &[u8], element: Element, offset: i64, text: &mut Vec<u8>) {
    for (index, bytes) in row.chunks_exact(element.size).enumerate() {
        text.push(if index == 0 { b'[' } else { b',' });
        push_number(element.value(bytes) - i128::from(offset), text);
    }
    text.push(b']');
}

/// Appends a number.
pub fn push_number(value: i128, text: &mut Vec<u8>) {
    text.extend_from_slice(itoa::Buffer::new().format(value).as_bytes());
}
