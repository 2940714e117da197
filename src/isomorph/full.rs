//! Full rows, of which any can be the first: which rows can be the second is told from a few labels.

use super::columns::Image;

const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// The first labels, in as many nibbles, of which the smallest image of a row begins when another is 123456789.
const LABELS: usize = 5;

/// A bound from below for the first [`LABELS`] labels of a row's image when another becomes 123456789. Both have all nine
/// values.
pub fn least_labels(first: &[u8; 9], second: &[u8; 9]) -> Image {
    let mut homes = [0; 10];
    (0..9).for_each(|column| homes[usize::from(first[column])] = column);
    let homes = second.map(|value| homes[usize::from(value)]);
    let orders = (0..3).flat_map(|stack| ORDERS.map(|order| order.map(|i| 3 * stack + i)));
    orders.fold(Image::MAX, |least, order| least.min(labels(&homes, order, least)))
}

/// The first labels where these are the first three columns, `homes` telling in which column of the first row the value
/// of a column of the second is; more than `least`, or as much, if they are not less.
fn labels(homes: &[usize; 9], order: [usize; 3], least: Image) -> Image {
    let (mut label_of, mut column_of, mut filled) = ([0; 9], [9; 10], [9; 3]);
    let mut free = 3;
    for (i, column) in order.into_iter().enumerate() {
        (label_of[column], column_of[i]) = (i + 1, column);
    }
    filled[order[0] / 3] = 3;
    let mut image = 0;
    for position in 0..LABELS {
        let column = column_of[position];
        if column == 9 {
            // Nothing is known from here on.
            return image << (4 * (LABELS - position));
        }
        let home = homes[column];
        if label_of[home] == 0 {
            let filled = &mut filled[home / 3];
            if *filled == 9 {
                (*filled, free) = (free, free + 3);
            }
            (label_of[home], column_of[*filled]) = (*filled + 1, home);
            *filled += 1;
        }
        image = image << 4 | label_of[home] as Image;
        if image > least >> (4 * (LABELS - 1 - position)) {
            return Image::MAX;
        }
    }
    image
}
