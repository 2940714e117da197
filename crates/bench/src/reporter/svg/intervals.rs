//! Estimates with intervals, one below the other: a forest plot.

use super::{
    canvas::{Anchor, Canvas},
    frame::{Frame, TEXT},
};
use crate::{figures::Intervals, reporter::palette};

/// The colour of the range that counts as unchanged.
const UNCHANGED_COLOUR: &str = "#e5e7eb";

/// Draws the rows.
pub fn draw(intervals: &Intervals, frame: &Frame<'_>, canvas: &mut Canvas) {
    let font = canvas.size.font;
    let height = (frame.bottom - frame.top) / intervals.rows.len().max(1) as f64;
    let mut free = f64::NEG_INFINITY;
    for (index, row) in intervals.rows.iter().enumerate() {
        let y = frame.top + height * (index as f64 + 0.5);
        let half = (0.35 * height).min(font);
        let (stroke, _) = palette::stroke(row.colour);
        let ends = row.low.map(|low| [low, row.high.unwrap_or(f64::INFINITY)]);
        if let Some((low, high)) = row.unchanged {
            bar(canvas, [frame.x(low), frame.x(high)], [y, half], UNCHANGED_COLOUR, 1.0);
        }
        match ends {
            Some([low, high]) if row.unchanged.is_none() => {
                bar(canvas, [frame.x(low), frame.x(high)], [y, half], stroke, 0.45);
            }
            Some(ends) => draw_interval(ends, y, stroke, frame, canvas),
            None => {}
        }
        if let Some(value) = row.value {
            canvas.circle([frame.x(value), y], (font / 3.0).min(0.45 * height), stroke, "#fff");
        }
        // A name that would touch the one above is left out.
        if y - 0.5 * font >= free {
            canvas.text(frame.left - 0.5 * font, y + 0.35 * font, Anchor::End, TEXT, &row.name);
            free = y + 0.5 * font;
        }
    }
    if intervals.rows.iter().any(|row| row.unchanged.is_some()) {
        let one = frame.x(1.0);
        canvas.line([one, frame.top], [one, frame.bottom], "#9ca3af", canvas.thin(), None);
    }
}

/// Draws a bar from one x to another, `half` above and below `y`.
fn bar(canvas: &mut Canvas, [low, high]: [f64; 2], [y, half]: [f64; 2], colour: &str, opacity: f64) {
    let top = y - half;
    let tall = 2.0 * half;
    let wide = (high - low).max(0.8);
    canvas.fill(&format!("M{low:.1} {top:.1}h{wide:.1}v{tall:.1}h-{wide:.1}Z"), colour, opacity);
}

/// Draws an interval; an end beyond the axis becomes an arrow.
fn draw_interval([low, high]: [f64; 2], y: f64, stroke: &str, frame: &Frame<'_>, canvas: &mut Canvas) {
    let head = canvas.size.font / 2.5;
    let [least, most, ..] = frame.ends();
    canvas.line([frame.x(low), y], [frame.x(high), y], stroke, canvas.size.font / 6.0, None);
    for (is_cut, end, back) in [(low < least, frame.left, head), (high > most, frame.right, -head)] {
        if is_cut {
            let path = format!("M{end:.1} {y:.1}l{back:.1} {head:.1}v{:.1}Z", -2.0 * head);
            canvas.fill(&path, stroke, 1.0);
        }
    }
}
