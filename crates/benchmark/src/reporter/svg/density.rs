//! Density plots and their scale of colours.

use std::fmt::Write;

use corpus::numbers::{count, plural};

use super::{
    canvas::{Anchor, Canvas},
    frame::Frame,
};
use crate::{
    figures::{Density, Guide},
    reporter::palette::{self, AXIS, DENSITY, EXTREME},
};

pub fn legend(density: &Density, canvas: &mut Canvas) -> f64 {
    let font = canvas.size.font;
    let most = density.most();
    canvas.text(font, 1.2 * font, Anchor::Start, "1");
    let mut x = 1.9 * font;
    // Cells of fewer puzzles than colours do not use all of them.
    for fill in DENSITY.iter().take(if most > 1 { DENSITY.len() } else { 1 }) {
        canvas.rectangle([x, 0.35 * font], [1.2 * font, font], fill, 1.0);
        x += 1.2 * font;
    }
    let text = if most > 1 { format!("{} a cell", plural(most, "puzzle")) } else { format!("{} a cell", count(most)) };
    canvas.text(x + 0.4 * font, 1.2 * font, Anchor::Start, &text);
    1.5 * font
}

pub fn draw(density: &Density, frame: &Frame<'_>, canvas: &mut Canvas) {
    draw_cells(density, frame, canvas);
    let ends: Vec<_> = density.guides.iter().filter_map(|guide| draw_guide(guide, frame, canvas)).collect();
    for extreme in &density.extremes {
        canvas.circle([frame.x(extreme.x), frame.y(extreme.y)], canvas.size.font / 3.5, "none", EXTREME);
    }
    // Labels come last, so that nothing covers them.
    let mut taken = Vec::new();
    ends.into_iter().for_each(|(guide, end)| label_guide(guide, end, frame, canvas, &mut taken));
}

/// Draws each cell as a stroke in a group that is scaled so that a cell is 1 wide and 1 high: a cell then takes seven bytes.
fn draw_cells(density: &Density, frame: &Frame<'_>, canvas: &mut Canvas) {
    let most = density.most();
    let left = density.cells.iter().map(|cell| cell.0).min().unwrap_or(0);
    let bottom = density.cells.iter().map(|cell| cell.1).min().unwrap_or(0);
    let level = |cell: &(i32, i32, u64)| palette::density(cell.2, most);
    let mut paths = vec![String::new(); DENSITY.len()];
    for run in density.cells.chunk_by(|a, b| (a.0, a.1 + 1) == (b.0, b.1) && level(a) == level(b)) {
        let (x, y, _) = run[0];
        let _ = write!(paths[level(&run[0])], "M{} {}v{}", x - left, y - bottom, run.len());
    }
    let [x, right] = [left, left + 1].map(|exponent| frame.x(density.step.powi(exponent)));
    let [y, top] = [bottom, bottom + 1].map(|exponent| frame.y(density.step.powi(exponent)));
    let middle = (x + right) / 2.0;
    canvas.element(&format!(
        "<g transform=\"translate({middle:.3} {y:.3}) scale({:.5} {:.5})\" shape-rendering=\"crispEdges\">",
        right - x,
        top - y
    ));
    for (path, stroke) in paths.iter().zip(DENSITY).filter(|(path, _)| !path.is_empty()) {
        canvas.element(&format!("<path d=\"{path}\" stroke=\"{stroke}\"/>"));
    }
    canvas.element("</g>");
}

/// Draws the part of a guide within the frame, and returns its upper end; `None` if no part is within it.
fn draw_guide<'a>(guide: &'a Guide, frame: &Frame<'_>, canvas: &mut Canvas) -> Option<(&'a Guide, [f64; 2])> {
    let from = frame.x_axis.min.max(frame.y_axis.min / guide.factor);
    let to = frame.x_axis.max.min(frame.y_axis.max / guide.factor);
    if from >= to {
        return None;
    }
    let point = |x: f64| [frame.x(x), frame.y(x * guide.factor)];
    let begin = point(from);
    let end = point(to);
    canvas.line(begin, end, AXIS, canvas.thin(), if guide.is_main { None } else { Some("4 3") });
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
        canvas.text_with_halo(x, y, Anchor::End, &guide.label);
        taken.push([x, y]);
    }
}
