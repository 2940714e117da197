//! Density plots and their scale of colours.

use std::fmt::Write;

use corpus::numbers::{count, plural};

use super::{
    canvas::{Anchor, Canvas},
    frame::{Frame, TEXT},
};
use crate::{
    figures::{Density, Guide},
    reporter::palette::{self, DENSITY},
};

/// The colour of guides.
const GUIDE: &str = "#9ca3af";

/// Draws the scale of colours, and returns its height.
pub fn legend(density: &Density, canvas: &mut Canvas) -> f64 {
    let font = canvas.size.font;
    let most = density.most();
    canvas.text(font, 1.2 * font, Anchor::Start, TEXT, "1");
    let mut x = 1.9 * font;
    let top = 0.35 * font;
    // Cells of fewer puzzles than colours do not use all of them.
    for fill in DENSITY.iter().take(if most > 1 { DENSITY.len() } else { 1 }) {
        let width = 1.2 * font;
        let height = font;
        canvas.fill(&format!("M{x:.1} {top:.1}h{width:.1}v{height:.1}h-{width:.1}Z"), fill, 1.0);
        x += width;
    }
    let text = if most > 1 { format!("{} a cell", plural(most, "puzzle")) } else { format!("{} a cell", count(most)) };
    canvas.text(x + 0.4 * font, 1.2 * font, Anchor::Start, TEXT, &text);
    1.5 * font
}

/// Draws the guides, the cells and the extremes.
pub fn draw(density: &Density, frame: &Frame<'_>, canvas: &mut Canvas) {
    let most = density.most();
    let mut paths = vec![String::new(); DENSITY.len()];
    for &(x, y, count) in &density.cells {
        let [left, right] = [x, x + 1].map(|exponent| frame.x(density.step.powi(exponent)));
        let [bottom, top] = [y, y + 1].map(|exponent| frame.y(density.step.powi(exponent)));
        let width = right - left;
        let height = bottom - top;
        let path = &mut paths[palette::density(count, most)];
        let _ = write!(path, "M{left:.1} {top:.1}h{width:.1}v{height:.1}h-{width:.1}Z");
    }
    for (path, fill) in paths.iter().zip(DENSITY).filter(|(path, _)| !path.is_empty()) {
        canvas.fill(path, fill, 1.0);
    }
    let ends: Vec<_> = density.guides.iter().filter_map(|guide| draw_guide(guide, frame, canvas)).collect();
    for extreme in &density.extremes {
        canvas.circle([frame.x(extreme.x), frame.y(extreme.y)], canvas.size.font / 3.5, "none", "#d55e00");
    }
    // Labels come last, so that nothing covers them.
    let mut taken = Vec::new();
    ends.into_iter().for_each(|(guide, end)| label_guide(guide, end, frame, canvas, &mut taken));
}

/// Draws the part of a guide within the frame, and returns its upper end; `None` if no part is within it.
fn draw_guide<'a>(guide: &'a Guide, frame: &Frame<'_>, canvas: &mut Canvas) -> Option<(&'a Guide, [f64; 2])> {
    let [left, right, low, high] = frame.ends();
    let from = left.max(low / guide.factor);
    let to = right.min(high / guide.factor);
    if from >= to {
        return None;
    }
    let point = |x: f64| [frame.x(x), frame.y(x * guide.factor)];
    let begin = point(from);
    let end = point(to);
    canvas.line(begin, end, GUIDE, canvas.thin(), if guide.is_main { None } else { Some("4 3") });
    Some((guide, end))
}

/// Writes the label of a guide at its upper end, unless it would lie on one of the labels at `taken`.
fn label_guide(guide: &Guide, end: [f64; 2], frame: &Frame<'_>, canvas: &mut Canvas, taken: &mut Vec<[f64; 2]>) {
    let font = canvas.size.font;
    let width = canvas.text_width(&guide.label);
    // At the upper end, inside the frame.
    let is_at_top = end[1] < frame.top + 1.0;
    let [x, y] =
        if is_at_top { [end[0] - 0.4 * font, end[1] + 1.1 * font] } else { [end[0] - 0.3 * font, end[1] + 1.3 * font] };
    let is_free = taken.iter().all(|other| (other[0] - x).abs() > width + font || (other[1] - y).abs() > 1.3 * font);
    if is_free && x - width > frame.left && y < frame.bottom {
        canvas.text_with_halo(x, y, Anchor::End, "#4b5563", &guide.label);
        taken.push([x, y]);
    }
}
