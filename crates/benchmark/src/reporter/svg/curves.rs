//! Curves and their legend.

use std::fmt::Write;

use corpus::numbers::count;

use super::{
    canvas::{Anchor, Canvas},
    frame::Frame,
};
use crate::{
    figures::{Band, Curve, Curves, Line, Unit},
    reporter::palette::{self, GROUND},
};

/// Draws the names of the curves, in as many lines as they need, and returns the height of the legend. A single curve has
/// none.
pub fn legend(curves: &Curves, canvas: &mut Canvas) -> f64 {
    let font = canvas.size.font;
    if curves.curves.len() < 2 {
        return 0.0;
    }
    let mut x = font;
    let mut y = 1.2 * font;
    for curve in &curves.curves {
        let width = 2.0 * font + canvas.text_width(&curve.name) + font;
        if x > font && x + width > canvas.size.width {
            (x, y) = (font, y + 1.4 * font);
        }
        let (stroke, dashes) = palette::stroke(curve.colour);
        canvas.line([x, y - 0.35 * font], [x + 1.5 * font, y - 0.35 * font], stroke, font / 6.0, dashes);
        canvas.text(x + 1.9 * font, y, Anchor::Start, &curve.name);
        x += width;
    }
    y + 0.3 * font
}

pub fn draw(curves: &Curves, frame: &Frame<'_>, canvas: &mut Canvas) {
    for curve in &curves.curves {
        let (stroke, dashes) = palette::stroke(curve.colour);
        canvas.element("<g class=\"curve\">");
        if let Some(ends) = &curve.band {
            canvas.fill(&band(curves, ends, frame), stroke, 0.15);
        }
        // A single curve need not be told apart.
        let dashes = dashes.filter(|_| curves.curves.len() > 1);
        canvas.path(&path(curves, curve, frame), stroke, canvas.size.font / 7.0, dashes);
        if frame.x_axis.unit == Unit::Run {
            let diameter = canvas.size.font / 2.5;
            canvas.dots(&run_dots(curves, curve, frame), stroke, diameter);
        } else if matches!(curves.line, Line::Dots | Line::Groups(_)) {
            draw_dots(curves, curve, frame, stroke, canvas);
        }
        canvas.element("</g>");
    }
    if let Line::Groups(puzzles) = &curves.line {
        write_sizes(curves, puzzles, frame, canvas);
    }
}

/// Draws a dot at each point; a group of few puzzles has a smaller one.
fn draw_dots(curves: &Curves, curve: &Curve, frame: &Frame<'_>, stroke: &str, canvas: &mut Canvas) {
    for (index, (&x, y)) in curves.x.iter().zip(&curve.y).enumerate() {
        let radius = canvas.size.font / if curves.line.is_small_group(index) { 9.0 } else { 5.0 };
        if let Some(y) = y {
            canvas.circle([frame.x(x), frame.y(*y)], radius, stroke, GROUND);
        }
    }
}

/// Returns the dots of runs, of which there may be thousands. A step has dots at its ends, because the last one has no length.
fn run_dots(curves: &Curves, curve: &Curve, frame: &Frame<'_>) -> Vec<[f64; 2]> {
    let runs = curve.y.len();
    let goes_on = |index: usize| index > 0 && index + 1 < runs && curve.y[index - 1] == curve.y[index];
    let drawn = (0..runs).filter(|&index| curves.line != Line::Steps || !goes_on(index));
    drawn.filter_map(|index| Some([frame.x(curves.x[index]), frame.y(curve.y[index]?)])).collect()
}

/// Writes the number of puzzles of each group at the top, where there is room.
fn write_sizes(curves: &Curves, puzzles: &[u64], frame: &Frame<'_>, canvas: &mut Canvas) {
    let font = canvas.size.font;
    let mut free = frame.left + canvas.text_width("n = ");
    canvas.text_with_halo(free, frame.top + font, Anchor::End, "n = ");
    for (&x, &puzzles) in curves.x.iter().zip(puzzles) {
        let text = count(puzzles);
        let half = canvas.text_width(&text) / 2.0;
        let middle = frame.x(x);
        if middle - half > free {
            canvas.text_with_halo(middle, frame.top + font, Anchor::Middle, &text);
            free = middle + half + 0.6 * font;
        }
    }
}

/// Returns the path of a curve, with a gap wherever there is no value.
fn path(curves: &Curves, curve: &Curve, frame: &Frame<'_>) -> String {
    let mut path = String::new();
    let points = curves.x.iter().zip(&curve.y).map(|(&x, y)| (frame.x(x), y.map(|y| frame.y(y))));
    let points: Vec<(f64, Option<f64>)> = points.collect();
    for (index, &(x, y)) in points.iter().enumerate() {
        let Some(y) = y else { continue };
        let is_broken = |index: usize| curves.line.is_small_group(index);
        let before = index.checked_sub(1).filter(|&before| !is_broken(before) && !is_broken(index));
        let before = before.and_then(|before| points[before].1);
        let after = points.get(index + 1).and_then(|(_, after)| *after);
        let _ = match curves.line {
            _ if before.is_none() => write!(path, "M{x:.1} {y:.1}"),
            // A step that goes on needs no point.
            Line::Steps if before == Some(y) && after == before => Ok(()),
            Line::Steps => write!(path, "H{x:.1}V{y:.1}"),
            Line::Straight | Line::Dots | Line::Groups(_) => write!(path, "L{x:.1} {y:.1}"),
        };
    }
    path
}

/// Returns the outlines of a band: along its upper end, and back along its lower end. Groups of few puzzles have none.
fn band(Curves { x, line, .. }: &Curves, (low, high): &Band, frame: &Frame<'_>) -> String {
    let is_drawn = |index: &usize| !line.is_small_group(*index) && low[*index].is_some() && high[*index].is_some();
    let drawn: Vec<usize> = (0..x.len()).filter(is_drawn).collect();
    let mut path = String::new();
    // Only groups of few puzzles break a band.
    let is_next = |one: &usize, next: &usize| !(*one..*next).any(|index| line.is_small_group(index));
    for part in drawn.chunk_by(is_next) {
        let end = |values: &[Option<f64>]| {
            let point = |index: &usize| values[*index].map(|y| (frame.x(x[*index]), frame.y(y)));
            corners(part.iter().filter_map(point).collect())
        };
        let outline = end(high).into_iter().chain(end(low).into_iter().rev());
        for (index, (x, y)) in outline.enumerate() {
            let _ = write!(path, "{}{x:.1} {y:.1}", if index == 0 { 'M' } else { 'L' });
        }
        path.push('Z');
    }
    path
}

/// Leaves out the points on a horizontal line between their neighbours.
fn corners(points: Vec<(f64, f64)>) -> Vec<(f64, f64)> {
    let is_between = |index: usize| {
        let neighbours = index.checked_sub(1).and_then(|before| points.get(before)).zip(points.get(index + 1));
        neighbours.is_some_and(|(before, after)| before.1 == points[index].1 && after.1 == points[index].1)
    };
    (0..points.len()).filter(|&index| !is_between(index)).map(|index| points[index]).collect()
}
