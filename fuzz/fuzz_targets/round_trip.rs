//! Rows that are written in any layout and read back are the same. The first three bytes choose the layout, the place of the
//! puzzle and the types; the byte 0x1e is between rows and 0x1f between fields. The first row names the columns.

#![no_main]

use corpus::{
    layout::{ColumnType, Field, Layout, PUZZLE_NAMES, Schema, Writing, writable},
    reader::{Corpus, Extras},
};
use libfuzzer_sys::fuzz_target;
use sudoku_bench_fuzz::{file, read};

const PUZZLES: [&str; 3] = [
    "800000000003600000070090200050007000000045700000100030001000068008500010090000400",
    "040610090070050000103948000961000002005826100800000365000379204000080050080065030",
    "812753649943682175675491283154237896369845721287169534521974368438526917796318450",
];

/// The columns, and the fields of each row.
struct Table {
    schema: Schema,
    rows: Vec<Vec<Vec<u8>>>,
}

impl Table {
    /// Makes a table; `None` if its columns cannot be named like this.
    fn new(place: u8, is_text: bool, text: &str) -> Option<Table> {
        let mut rows = text.split('\x1e').map(|row| row.split('\x1f'));
        let mut names: Vec<String> = rows.next()?.map(|name| name.trim().to_string()).collect();
        if !are_names(&names) {
            return None;
        }
        let width = names.len() + 1;
        let puzzle = usize::from(place) % (names.len() + 1);
        names.insert(puzzle, "puzzle".into());
        let row = |(fields, grid): (std::str::Split<char>, &&str)| {
            let mut fields: Vec<_> = fields.map(|field| field.as_bytes().to_vec()).collect();
            fields.resize(width - 1, Vec::new());
            fields.insert(puzzle, grid.as_bytes().to_vec());
            fields
        };
        let rows: Vec<_> = rows.zip(PUZZLES.iter().cycle()).map(row).collect();
        let types = if is_text { vec![ColumnType::Text; width] } else { Vec::new() };
        // A first line with a zero byte is not text.
        if text.contains('\0') {
            return None;
        }
        // A line that begins with these characters is a comment, or begins with a byte order mark.
        if rows.iter().any(|row| row[0].starts_with(b"#") || row[0].starts_with("\u{feff}".as_bytes())) {
            return None;
        }
        (!rows.is_empty()).then_some(Table { schema: Schema { names, types, puzzle, ..Schema::default() }, rows })
    }

    /// Writes the rows; `None` if the layout cannot represent them.
    fn write(&self, writing: &Writing) -> Option<Vec<u8>> {
        let mut writer = (writing.open)(&self.schema).ok()?;
        let mut text = Vec::new();
        writer.begin(&mut text);
        for row in &self.rows {
            let fields: Vec<_> = row.iter().map(|field| Field::from(&**field)).collect();
            writer.row(&fields, &mut text).ok()?;
        }
        while writer.end(&mut text).expect("the rows were written before") {}
        Some(text)
    }

    /// Reads a file and compares its rows with these.
    fn check(&self, layout: &Layout, has_columns: bool, text: &[u8]) {
        let extras = Extras { rows: true, ..Extras::default() };
        let (blocks, error) = read(&Corpus { files: vec![file("round_trip", text)], extras, ..Corpus::default() });
        let shown = String::from_utf8_lossy(text);
        assert!(error.is_none(), "{layout:?}: {error:?}\n{shown}");
        assert!(blocks.iter().all(|block| block.rejects.is_empty()), "{layout:?}: {blocks:?}\n{shown}");
        let found: Vec<_> = blocks.iter().flat_map(|block| block.puzzles.iter().map(move |row| (block, row))).collect();
        assert_eq!(found.len(), self.rows.len(), "{layout:?}\n{shown}");
        for ((block, puzzle), row) in found.into_iter().zip(&self.rows) {
            let grid = String::from_utf8_lossy(&row[self.schema.puzzle]);
            assert_eq!(puzzle.givens.to_string(), grid.replace('0', "."), "{layout:?}\n{shown}");
            if has_columns {
                assert_eq!(block.schema.names, self.schema.names, "{layout:?}\n{shown}");
                let mut fields = block.schema.fields(block.row(puzzle));
                fields.resize(self.schema.names.len(), Field::from(&b""[..]));
                let same = fields.iter().zip(row).all(|(field, before)| is_same(field, before));
                assert!(same, "{layout:?}: {fields:?} instead of {row:?}\n{shown}");
            }
        }
    }
}

/// Returns true if columns can have these names beside the puzzle: each once, none of them a name of a puzzle column, and words.
/// A first line with other characters may be that of another layout, or have another delimiter.
fn are_names(names: &[String]) -> bool {
    let is_word = |name: &String| {
        let is_plain = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '_' | '-');
        name.starts_with(char::is_lowercase) && name.chars().all(is_plain)
    };
    let is_name = |name: &String| is_word(name) && !PUZZLE_NAMES.contains(&&*name.to_lowercase());
    let mut sorted: Vec<_> = names.iter().map(|name| name.to_lowercase()).collect();
    sorted.sort();
    sorted.dedup();
    sorted.len() == names.len() && names.iter().all(is_name)
}

/// Returns true if two fields are the same text, or the same number: a column of numbers has no spelling.
fn is_same(field: &[u8], before: &[u8]) -> bool {
    let number = |field: &[u8]| std::str::from_utf8(field).ok().and_then(|text| text.parse::<f64>().ok());
    field == before || number(field).is_some_and(|found| number(before) == Some(found))
}

fuzz_target!(|data: (u8, u8, bool, &str)| {
    let (layout, place, is_text, text) = data;
    let all: Vec<_> = writable().collect();
    let (layout, writing) = all[usize::from(layout) % all.len()];
    let Some(table) = Table::new(place, is_text, text) else { return };
    // The names of XML attributes are not arbitrary.
    let has_columns = writing.names_columns && layout.name != "opensudoku";
    if let Some(text) = table.write(writing) {
        table.check(layout, has_columns, &text);
    }
});
