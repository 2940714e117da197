//! Writes puzzles to print: several on each sheet of paper, and their solutions on the last sheets. The file is a page of HTML, or one
//! picture with the sheets below one another.

use std::fmt::Write;

use grid::{
    AnyGrid,
    text::{Alphabet, Notation},
};
use quick_xml::escape::escape;

use super::{
    definition::{ANY_BLANK, Layout, Writing},
    row_writer::{Field, RowWriter, field},
    schema::Schema,
};
use crate::{
    error::{Error, Result},
    terminal,
};

pub const HTML: Layout = Layout {
    name: "html",
    extensions: &["html"],
    read: None,
    write: Some(Writing {
        about: "puzzles to print, up to six a page, with id and rating; solutions on the last pages",
        open: |schema| Ok(Box::new(PrintWriter::new(schema, html))),
        ..PRINTED
    }),
};

pub const SVG: Layout = Layout {
    name: "svg",
    extensions: &["svg"],
    read: None,
    write: Some(Writing {
        about: "the same pages as html, one below the other in a picture",
        open: |schema| Ok(Box::new(PrintWriter::new(schema, svg))),
        ..PRINTED
    }),
};

const PRINTED: Writing = Writing {
    blanks: |_| ANY_BLANK,
    one_blank: false,
    independent_rows: false,
    any_shape: true,
    can_be_read: false,
    ..Writing::GIVENS
};

/// The columns that say how hard a puzzle is; the first one that the corpus has is printed.
const RATINGS: [&str; 5] = ["se_rating", "rating", "difficulty", "difficulty_level", "level"];

/// A sheet of A4, in millimetres.
const SHEET: [f64; 2] = [210.0, 297.0];
const MARGIN: f64 = 15.0;
/// The space for the title of a grid, and between a grid and the one beside it.
const TITLE: f64 = 7.0;
const GAP: f64 = 5.0;
/// The width of a character of a title, relative to its size.
const CHARACTER_WIDTH: f64 = 0.55;

const XMLNS: &str = "xmlns=\"http://www.w3.org/2000/svg\"";

const STYLE: &str = "text{font-family:sans-serif;text-anchor:middle;fill:#111}.t{text-anchor:start}\
                     .m{fill:#555}path{stroke:#111;fill:none;stroke-linecap:square}";

/// Holds all grids in memory, as the solutions and the height of a picture come last.
struct PrintWriter {
    /// Returns the file with these sheets.
    document: fn(&[String]) -> String,
    schema: Schema,
    id: Option<usize>,
    rating: Option<usize>,
    puzzles: Vec<TitledGrid>,
    solutions: Vec<TitledGrid>,
}

struct TitledGrid {
    title: String,
    grid: AnyGrid,
}

impl PrintWriter {
    fn new(schema: &Schema, document: fn(&[String]) -> String) -> PrintWriter {
        PrintWriter {
            document,
            id: schema.id(),
            rating: RATINGS.iter().find_map(|name| schema.index_of(name)),
            schema: schema.clone(),
            puzzles: Vec::new(),
            solutions: Vec::new(),
        }
    }

    /// Returns the number of a puzzle, and its rating and id if it has them: "3 · rating 7.2 · p-17". A long id may be cut.
    fn title(&self, fields: &[Field<'_>]) -> String {
        let text = |index: usize| {
            let text = String::from_utf8_lossy(field(fields, index));
            Some(terminal::escape(text.trim()).into_owned()).filter(|text| !text.is_empty())
        };
        let rating = self.rating.and_then(|index| {
            let name = self.schema.names[index].trim_start_matches("se_").replace('_', " ");
            Some(format!("{name} {}", text(index)?))
        });
        let number = (self.puzzles.len() + 1).to_string();
        let parts: Vec<String> = [Some(number), rating, self.id.and_then(text)].into_iter().flatten().collect();
        parts.join(" · ")
    }

    /// Returns all sheets: first those of the puzzles.
    fn sheets(&self) -> Vec<String> {
        let side = self.schema.notation.shape.side();
        let [of_puzzles, of_solutions] = match side {
            ..=9 => [[2, 3], [4, 5]],
            10..=16 => [[1, 2], [2, 3]],
            _ => [[1, 1], [1, 2]],
        };
        let sheets = |grids: &[TitledGrid], [columns, rows]: [usize; 2]| -> Vec<String> {
            grids.chunks(columns * rows).map(|grids| self.sheet(grids, [columns, rows])).collect()
        };
        [sheets(&self.puzzles, of_puzzles), sheets(&self.solutions, of_solutions)].concat()
    }

    fn sheet(&self, grids: &[TitledGrid], [columns, rows]: [usize; 2]) -> String {
        let [width, height] = [(SHEET[0] - 2.0 * MARGIN) / columns as f64, (SHEET[1] - 2.0 * MARGIN) / rows as f64];
        let length = f64::min(width - GAP, height - TITLE - GAP);
        let mut svg = begin_svg(SHEET, "");
        for (index, TitledGrid { title, grid }) in grids.iter().enumerate() {
            let x = MARGIN + width * (index % columns) as f64 + (width - length) / 2.0;
            let y = MARGIN + height * (index / columns) as f64 + TITLE;
            let size = f64::min(4.0, length / 12.0);
            draw_text(&mut svg, "t", [x, y - 2.0], size, &fitting(title, (length / size / CHARACTER_WIDTH) as usize));
            draw_lines(&mut svg, grid, [x, y], length);
            draw_cells(&mut svg, grid, self.schema.notation.alphabet, [x, y], length);
        }
        svg + "</svg>\n"
    }
}

impl RowWriter for PrintWriter {
    fn left_out(&self) -> Vec<String> {
        let reason = "solutions, of which the corpus has none (`sudoku-bench solve` adds them)";
        if self.solutions.is_empty() { vec![reason.into()] } else { Vec::new() }
    }

    fn row(&mut self, fields: &[Field<'_>], _: &mut Vec<u8>) -> Result<()> {
        let read = |notation: Notation, index: usize| {
            notation.parse(field(fields, index)).map_err(|defect| Error::Usage(defect.reason.into()))
        };
        let title = self.title(fields);
        let notation = self.schema.notation;
        let grid = read(notation, self.schema.puzzle)?;
        let solution = self.schema.solution.and_then(|index| read(notation.of_solutions(), index).ok());
        self.puzzles.push(TitledGrid { title, grid });
        let number = self.puzzles.len().to_string();
        self.solutions.extend(solution.map(|grid| TitledGrid { title: number, grid }));
        Ok(())
    }

    fn end(&mut self, text: &mut Vec<u8>) -> Result<bool> {
        text.extend((self.document)(&self.sheets()).into_bytes());
        Ok(false)
    }
}

fn html(sheets: &[String]) -> String {
    let pages = "@page{size:A4;margin:0}body{margin:0}svg{display:block;width:100%;height:auto;max-width:210mm;margin:auto;break-after:page}";
    let head = "<!DOCTYPE html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>Sudoku</title>";
    format!("{head}\n<style>{pages}{STYLE}</style>\n{}</html>\n", sheets.concat())
}

fn svg(sheets: &[String]) -> String {
    let [width, height] = SHEET;
    let below = |(index, sheet): (usize, &String)| {
        format!("<g transform=\"translate(0 {})\">{sheet}</g>\n", height * index as f64)
    };
    let all: String = sheets.iter().enumerate().map(below).collect();
    let begin = begin_svg([width, height * sheets.len() as f64], "mm");
    let paper = "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>";
    format!("{begin}<style>{STYLE}</style>\n{paper}\n{all}</svg>\n")
}

/// Returns the beginning of a picture of this size in `unit`.
fn begin_svg([width, height]: [f64; 2], unit: &str) -> String {
    format!("<svg {XMLNS} viewBox=\"0 0 {width} {height}\" width=\"{width}{unit}\" height=\"{height}{unit}\">\n")
}

fn draw_text(svg: &mut String, class: &str, [x, y]: [f64; 2], size: f64, text: &str) {
    let text = escape(text);
    let _ = writeln!(svg, "<text class=\"{class}\" x=\"{x:.2}\" y=\"{y:.2}\" font-size=\"{size:.2}\">{text}</text>");
}

/// Returns a title with at most this many characters.
fn fitting(title: &str, most: usize) -> String {
    let has_more = title.chars().nth(most).is_some();
    let shown: String = title.chars().take(if has_more { most.saturating_sub(1) } else { most }).collect();
    if has_more { shown + "…" } else { shown }
}

/// Draws the lines of a grid: thick ones around it and its boxes. Boxes of one row are not drawn.
fn draw_lines(svg: &mut String, grid: &AnyGrid, [x, y]: [f64; 2], length: f64) {
    let shape = grid.shape();
    let cell = length / shape.side() as f64;
    let mut paths = [String::new(), String::new()];
    for line in 0..=shape.side() {
        let is_edge = line % shape.side() == 0;
        let has_boxes = shape.box_height() > 1;
        let at = cell * line as f64;
        let is_thick = |length: usize| is_edge || has_boxes && line % length == 0;
        let across = &mut paths[usize::from(is_thick(shape.box_height()))];
        let _ = write!(across, "M{x:.2} {:.2}h{length:.2}", y + at);
        let down = &mut paths[usize::from(is_thick(shape.box_width()))];
        let _ = write!(down, "M{:.2} {y:.2}v{length:.2}", x + at);
    }
    let [thin, thick] = [0.02, 0.07].map(|share| f64::min(cell * share, 0.6));
    let [of_cells, of_boxes] = paths;
    let _ = writeln!(
        svg,
        "<path d=\"{of_cells}\" stroke-width=\"{thin:.2}\"/><path d=\"{of_boxes}\" stroke-width=\"{thick:.2}\"/>"
    );
}

/// Draws the values of a grid, or the candidates of its cells.
fn draw_cells(svg: &mut String, grid: &AnyGrid, alphabet: Alphabet, [x, y]: [f64; 2], length: f64) {
    let side = grid.shape().side();
    let cell = length / side as f64;
    let mut draw = |class: &str, [column, row]: [f64; 2], size: f64, word: &str| {
        draw_text(svg, class, [x + cell * column, y + cell * row + 0.36 * size], size, word);
    };
    let places = (0..side * side).map(|index| [(index % side) as f64, (index / side) as f64]);
    if let Some(candidates) = grid.candidates() {
        for ([column, row], of_cell) in places.zip(candidates) {
            for digit in (0..9u8).filter(|digit| of_cell >> digit & 1 == 1) {
                let place = [column + f64::from(digit % 3 * 2 + 1) / 6.0, row + f64::from(digit / 3 * 2 + 1) / 6.0];
                draw("m", place, cell * 0.26, &(digit + 1).to_string());
            }
        }
        return;
    }
    for ([column, row], &value) in places.zip(grid.cells()).filter(|(_, value)| **value > 0) {
        let word = alphabet.word(value);
        let size = cell * if word.len() > 1 { 0.5 } else { 0.65 };
        draw("", [column + 0.5, row + 0.5], size, &word);
    }
}
