//! A step as a picture: the grid before it, with the candidates, the cells of the pattern, the links of a chain, and what is
//! placed or removed.

use std::fmt::Write;

use grid::{CELLS, column_of, row_of};

use super::{arrows::draw_links, path::Taken};
use crate::Placed;

const CELL: usize = 60;
const MARGIN: usize = 20;

pub fn svg(taken: &Taken) -> String {
    let side = 9 * CELL + 2 * MARGIN;
    let height = side + 30;
    let step = &taken.step;
    let title = format!("{}. {} ({}): {}", taken.number, step.technique.name(), step.tenths(), step.conclusion());
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {side} {height}\" font-family=\"sans-serif\" \
         text-anchor=\"middle\">\n<title>{title}</title>\n<rect width=\"{side}\" height=\"{height}\" fill=\"#ffffff\"/>\n"
    );
    (0..CELLS).for_each(|cell| draw_cell(&mut svg, taken, cell));
    draw_lines(&mut svg);
    // The centre of a digit is above the line on which it stands.
    draw_links(&mut svg, step, |cell, digit| {
        let (x, y) = place_of(cell, digit);
        (x as f64, y as f64 - 5.0)
    });
    let middle = side / 2;
    let _ = writeln!(svg, "<text x=\"{middle}\" y=\"{}\" font-size=\"14\" fill=\"#222222\">{title}</text>", side + 8);
    svg + "</svg>\n"
}

fn draw_cell(svg: &mut String, taken: &Taken, cell: usize) {
    let x = MARGIN + CELL * column_of(cell);
    let y = MARGIN + CELL * row_of(cell);
    let step = &taken.step;
    let placed = step.placed.filter(|placed| usize::from(placed.cell) == cell);
    let fill = match (placed, step.cells >> cell & 1) {
        (Some(_), _) => "#d5efd9",
        (None, 1) => "#dbe9fb",
        _ => "#ffffff",
    };
    let _ = writeln!(svg, "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"{fill}\"/>");
    let value = taken.before.grid.get(cell);
    if value != 0 {
        let (x, y) = (x + CELL / 2, y + CELL / 2 + 13);
        let _ = writeln!(svg, "<text x=\"{x}\" y=\"{y}\" font-size=\"36\" fill=\"#222222\">{value}</text>");
        return;
    }
    for digit in (0..9).filter(|&digit| taken.before.marks.has(cell, digit)) {
        draw_candidate(svg, taken, placed, (cell, digit));
    }
}

fn place_of(cell: usize, digit: usize) -> (usize, usize) {
    let x = MARGIN + CELL * column_of(cell) + 10 + 20 * (digit % 3);
    let y = MARGIN + CELL * row_of(cell) + 15 + 20 * (digit / 3);
    (x, y)
}

/// Draws a candidate: green if it is placed, crossed out if it is removed.
fn draw_candidate(svg: &mut String, taken: &Taken, placed: Option<Placed>, (cell, digit): (usize, usize)) {
    let (x, y) = place_of(cell, digit);
    let is_placed = placed.is_some_and(|placed| usize::from(placed.digit) == digit);
    let is_removed = taken.step.removed[digit] >> cell & 1 == 1;
    let is_of_pattern = (taken.step.cells >> cell & 1 == 1) && (taken.step.digits >> digit & 1 == 1);
    let (colour, weight) = match (is_placed, is_removed, is_of_pattern) {
        (true, ..) => ("#1a7f37", " font-weight=\"bold\""),
        (_, true, _) => ("#c62828", ""),
        (.., true) => ("#0b57d0", " font-weight=\"bold\""),
        _ => ("#555555", ""),
    };
    let _ = writeln!(svg, "<text x=\"{x}\" y=\"{y}\" font-size=\"14\"{weight} fill=\"{colour}\">{}</text>", digit + 1);
    if is_removed {
        let (left, right, top, bottom) = (x - 6, x + 6, y - 11, y + 1);
        let _ = writeln!(svg, "<path d=\"M{left} {bottom}L{right} {top}\" stroke=\"{colour}\" stroke-width=\"1.5\"/>");
    }
}

fn draw_lines(svg: &mut String) {
    let end = MARGIN + 9 * CELL;
    for line in 0..9 {
        let middle = MARGIN + CELL * line + CELL / 2;
        for (x, y) in [(MARGIN / 2 - 1, middle + 4), (middle, MARGIN - 6)] {
            let number = line + 1;
            let _ = writeln!(svg, "<text x=\"{x}\" y=\"{y}\" font-size=\"12\" fill=\"#777777\">{number}</text>");
        }
    }
    for line in 0..=9 {
        let at = MARGIN + CELL * line;
        let width = if line % 3 == 0 { "2.5" } else { "0.7" };
        let _ = writeln!(
            svg,
            "<path d=\"M{MARGIN} {at}H{end}M{at} {MARGIN}V{end}\" stroke=\"#222222\" stroke-width=\"{width}\" \
             stroke-linecap=\"square\"/>"
        );
    }
}
