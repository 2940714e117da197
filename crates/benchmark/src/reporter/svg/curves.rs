//! Curves and their legend.

use std::fmt::Write;

use super::{
    canvas::{Anchor, Canvas},
    frame::Frame,
};
use crate::{
    figures::{Curve, Curves, Line, Unit},
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
        if let Some((low, high)) = &curve.band {
            canvas.fill(&band(&curves.x, low, high, frame), stroke, 0.15);
        }
        // A single curve need not be told apart.
        let dashes = dashes.filter(|_| curves.curves.len() > 1);
        canvas.path(&path(curves, curve, frame), stroke, canvas.size.font / 7.0, dashes);
        // The step of the last run has no length, so it needs a dot to be visible.
        if curves.line == Line::Dots || frame.x_axis.unit == Unit::Run {
            for (&x, y) in curves.x.iter().zip(&curve.y) {
                if let Some(y) = y {
                    canvas.circle([frame.x(x), frame.y(*y)], canvas.size.font / 5.0, stroke, GROUND);
                }
            }
        }
        canvas.element("</g>");
    }
}

/// Returns the path of a curve, with a gap wherever there is no value.
fn path(curves: &Curves, curve: &Curve, frame: &Frame<'_>) -> String {
    let mut path = String::new();
    let points = curves.x.iter().zip(&curve.y).map(|(&x, y)| (frame.x(x), y.map(|y| frame.y(y))));
    let points: Vec<(f64, Option<f64>)> = points.collect();
    for (index, &(x, y)) in points.iter().enumerate() {
        let Some(y) = y else { continue };
        let before = index.checked_sub(1).and_then(|before| points[before].1);
        let after = points.get(index + 1).and_then(|(_, after)| *after);
        let _ = match curves.line {
            _ if before.is_none() => write!(path, "M{x:.1} {y:.1}"),
            // A step that goes on needs no point.
            Line::Steps if before == Some(y) && after == before => Ok(()),
            Line::Steps => write!(path, "H{x:.1}V{y:.1}"),
            Line::Straight | Line::Dots => write!(path, "L{x:.1} {y:.1}"),
        };
    }
    path
}

/// Returns the outline of a band: along its upper end, and back along its lower end.
fn band(x: &[f64], low: &[Option<f64>], high: &[Option<f64>], frame: &Frame<'_>) -> String {
    let points = |values: &[Option<f64>]| -> Vec<(f64, f64)> {
        x.iter().zip(values).filter_map(|(&x, y)| Some((frame.x(x), frame.y((*y)?)))).collect()
    };
    let outline = points(high).into_iter().chain(points(low).into_iter().rev());
    let mut path = String::new();
    for (index, (x, y)) in outline.enumerate() {
        let _ = write!(path, "{}{x:.1} {y:.1}", if index == 0 { 'M' } else { 'L' });
    }
    path + "Z"
}
