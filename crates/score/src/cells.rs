//! Cells of a grid of any notation, in any form that a model may write.

use std::iter;

use grid::{
    Grid, Shape,
    text::{Alphabet, BRACKETS, Borders, Notation, NotationOverride, SEPARATORS, or_blank, shape_of_text},
};
use serde_json::{Number, Value};

/// Stands for a symbol that is neither a value of the shape nor a blank.
pub const UNKNOWN: u8 = u8::MAX;

/// Returns true if cells are as many as a grid has, and each is a value or a blank.
pub fn is_grid(cells: &[u8], notation: Notation) -> bool {
    let greatest = cells.iter().fold(0, |greatest, &cell| cell.max(greatest));
    cells.len() == notation.shape.cells() && usize::from(greatest) <= notation.shape.side()
}

/// Returns the cells in a text: values, 0 for a blank, and [`UNKNOWN`] for any other symbol. There may be more or fewer
/// than the shape has.
///
/// Cells stand one after the other, or have separators or brackets between them or between rows; they may also be a JSON list of
/// numbers and texts, or of lists. Above 9×9, each word is a cell if there are more words than a row has cells, or as many words of at
/// most two characters. Otherwise each character is a cell, and so is `null` or the like if there are as many words as cells. In the
/// alphabets `1-9A` and `numbers`, a value may be written in either. Lines of `-`, `+`, `=` and `|` between rows are borders.
pub fn parse(text: &str, notation: Notation) -> Vec<u8> {
    let shape = notation.shape;
    let text = text.trim();
    if text.len() == shape.cells()
        && let Some(cells) = compact(text.as_bytes(), notation)
    {
        return cells;
    }
    if text.starts_with('[')
        && let Ok(Value::Array(items)) = serde_json::from_str(text)
    {
        let mut cells = Vec::with_capacity(shape.cells());
        push_items(&items, notation, &mut cells);
        return cells;
    }
    let borders = Borders::of(text);
    let rows = text.lines().filter(|line| !borders.has(line));
    let words: Vec<&str> = rows.flat_map(|line| line.split(is_separator)).filter(|word| !word.is_empty()).collect();
    let is_row = || words.len() == shape.side() && words.iter().all(|word| word.len() <= 2);
    let are_many = shape.side() > 9 && (words.len() > shape.side() || is_row());
    let is_cell = |word: &&str| word.chars().nth(1).is_none() || or_blank(word.as_bytes()) == b".";
    let are_cells = words.len() == shape.cells() && (shape.side() > 9 || words.iter().all(is_cell));
    if are_many || are_cells {
        return words.iter().map(|word| cell(word, notation)).collect();
    }
    let characters = words.iter().flat_map(|word| word.split("")).filter(|cell| !cell.is_empty());
    characters.map(|text| cell(text, notation)).collect()
}

fn push_items(items: &[Value], notation: Notation, cells: &mut Vec<u8>) {
    for item in items {
        match item {
            Value::Array(items) => push_items(items, notation, cells),
            Value::Null => cells.push(0),
            Value::Number(number) => cells.push(cell_of_number(number, notation)),
            Value::String(text) if text.len() == 1 || text.len() == 2 && notation.shape.side() > 9 => {
                cells.push(cell(text, notation))
            }
            Value::String(text) => cells.extend(parse(text, notation)),
            Value::Bool(_) | Value::Object(_) => cells.push(UNKNOWN),
        }
    }
}

fn cell_of_number(number: &Number, notation: Notation) -> u8 {
    match number.as_u64().filter(|_| digits_are_values(notation.alphabet)) {
        Some(value) if value <= notation.shape.side() as u64 => value as u8,
        Some(_) => UNKNOWN,
        None => cell(&number.to_string(), notation),
    }
}

fn is_separator(character: char) -> bool {
    let separates = |byte: u8| SEPARATORS.contains(&byte) || BRACKETS.contains(&byte);
    character.is_whitespace() || u8::try_from(character).is_ok_and(separates)
}

/// Returns the cells of a text of digits and dots; `None` if it has other characters, or if the alphabet gives digits
/// other values.
fn compact(text: &[u8], notation: Notation) -> Option<Vec<u8>> {
    if !digits_are_values(notation.alphabet) {
        return None;
    }
    let side = notation.shape.side().min(9) as u8;
    let mut cells = text.to_vec();
    let mut greatest = 0;
    // Without branches, the loop is vectorised.
    for cell in &mut cells {
        *cell = if *cell == b'.' { 0 } else { cell.wrapping_sub(b'0') };
        greatest = greatest.max(*cell);
    }
    (greatest <= side).then_some(cells)
}

/// Returns true if digits are their own values; then a cell may be in either of these alphabets.
fn digits_are_values(alphabet: Alphabet) -> bool {
    matches!(alphabet, Alphabet::FromOne | Alphabet::Numbers)
}

/// Returns the cell that a word stands for.
fn cell(word: &str, Notation { shape, alphabet }: Notation) -> u8 {
    let alphabets = if digits_are_values(alphabet) { &[Alphabet::FromOne, Alphabet::Numbers] } else { &[alphabet][..] };
    let word = or_blank(word.as_bytes());
    alphabets.iter().find_map(|alphabet| alphabet.value_of(word, shape.side())).unwrap_or(UNKNOWN)
}

/// Returns the grid of cells, each a value or 0 for a blank; `None` if the shape is not 9×9.
pub fn grid(cells: &[u8], shape: Shape) -> Option<Grid> {
    let cells = cells.try_into().ok().filter(|_| shape.is_classic())?;
    Some(Grid::of(cells))
}

/// Returns what is wrong with cells of which one is [`UNKNOWN`].
pub(super) fn unknown_symbol(Notation { shape, alphabet }: Notation) -> String {
    let alphabet = if digits_are_values(alphabet) { Alphabet::Numbers } else { alphabet };
    let [first, last] = [1, shape.side() as u8].map(|value| alphabet.word(value));
    format!("a symbol is neither a value from {first} to {last} nor a blank")
}

/// Returns the puzzle in a text, such as the question that was put to a language model: the whole text, or else its first
/// word with as many cells as the shape.
pub(crate) fn puzzle_in(text: &str, notation: Notation) -> Option<Vec<u8>> {
    puzzles_in(text, notation).next()
}

/// Returns the grids in a text: the whole text, or else its words with as many cells as the shape.
pub(crate) fn puzzles_in(text: &str, notation: Notation) -> impl Iterator<Item = Vec<u8>> {
    let whole = Some(parse(text, notation)).filter(|cells| is_grid(cells, notation));
    let words = if whole.is_some() { "" } else { text };
    let of_words = parts(words).skip(1).map(move |part| parse(part, notation));
    whole.into_iter().chain(of_words.filter(move |cells| is_grid(cells, notation)))
}

/// Returns the shape of the grid in a text: the whole text, or its first word that is a grid.
pub fn shape_in(text: &str) -> Option<Shape> {
    parts(text).find_map(shape_of_text)
}

/// Returns the notation of the puzzle in a text: the whole text, or its first word that is a grid. `None` if there is none.
/// The label may show the alphabet. The error says that several alphabets fit.
pub fn notation_in(text: &str, label: &str, said: NotationOverride) -> Result<Option<Notation>, String> {
    for part in parts(text) {
        let found = match said.alphabet {
            Some(_) => said.parse(part).ok().map(|(_, notation)| notation),
            None => said.notation_of(&[part.to_string(), label.to_string()])?,
        };
        if found.is_some_and(|notation| notation != Notation::CANDIDATES) {
            return Ok(found);
        }
    }
    let shape = said.shape.or_else(|| shape_in(text).filter(|_| said.alphabet.is_none()));
    Ok(shape.map(|shape| Notation { shape, alphabet: said.alphabet.unwrap_or_default() }))
}

/// Returns what may be the puzzle in a text: the whole text, and then its words without the marks around them.
fn parts(text: &str) -> impl Iterator<Item = &str> {
    let marks = ['"', '\'', '`', ',', ':', ';', '(', ')'];
    let words = text.split_whitespace().map(move |word| word.trim_matches(marks));
    iter::once(text).chain(words.map(|word| &word[..word.len() - trailing_dots(word)]))
}

/// Returns the number of dots at the end of a word. Where blanks are zeros, such a dot ends the sentence.
fn trailing_dots(word: &str) -> usize {
    if word.contains('0') { word.len() - word.trim_end_matches('.').len() } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notations_of_cells() {
        let shape = Shape::of_cells(16).unwrap();
        let four = Notation::from(shape);
        let wanted = [3, 1, 0, 2, 2, 0, 0, 0, 0, 2, 1, 0, 0, 3, 2, 0];
        for text in [
            "3102200002100320",
            "31.22...x21_-32?",
            " 3 1 0 2\n2 0 0 0\n0 2 1 0\n0 3 2 0\n",
            "3102\n2000\n0210\n0320",
            "3,1,0,2,2,0,0,0,0,2,1,0,0,3,2,0",
            "[[3,1,0,2],[2,0,0,0],[0,2,1,null],[0,3,2,0]]",
            "[\"3102\",\"2000\",\"0210\",\"0320\"]",
            "|3 1|. 2|\n|2 .|. .|\n+---+---+\n|. 2|1 .|\n|. 3|2 .|",
            "3 1 | 0 2\n2 0 | 0 0\n---------\n0 2 | 1 0\n0 3 | 2 0",
            "3 1 0 2\n2 0 0 0\n-------\n0 2 1 0\n0 3 2 0",
        ] {
            assert_eq!(parse(text, four), wanted, "{text}");
            assert_eq!(shape_of_text(text), Some(shape), "{text}");
            assert_eq!(shape_in(&format!("Solve: {text}")).is_some(), !text.contains([' ', '\n']), "{text}");
        }
        assert_eq!(parse("39٣\0", four), [3, UNKNOWN, UNKNOWN, UNKNOWN]);
        assert_eq!(parse("[5,-1,10]", four), [UNKNOWN; 3]);
        assert_eq!(
            parse("16 17 . 1 2 3 4 5 6 7 8 9 10 11 12 13 14", Shape::new(4, 4).unwrap().into())[..3],
            [16, UNKNOWN, 0]
        );
    }

    #[test]
    fn letters_are_values_from_ten() {
        let sixteen = Shape::of_cells(256).unwrap();
        let letters = "123456789ABCDEFg".repeat(16);
        let spaced: Vec<String> = letters.chars().map(String::from).collect();
        let numbers = ["1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16"; 16].join(" ");
        for text in [letters.clone(), spaced.join(" "), numbers] {
            assert_eq!(parse(&text, sixteen.into())[..16], (1..=16).collect::<Vec<u8>>(), "{text}");
            assert_eq!(shape_in(&text), Some(sixteen));
        }
        assert_eq!(parse(&letters.replace('g', "H"), sixteen.into())[15], UNKNOWN);
    }
}
