//! Estimates with intervals, one below the other: a forest plot.

use super::{
    canvas::{Anchor, Canvas, escaped},
    frame::Frame,
};
use crate::{
    figures::{Axis, Interval, Intervals},
    reporter::palette::{self, AXIS, GRID, GROUND},
};

pub fn draw(intervals: &Intervals, frame: &Frame<'_>, canvas: &mut Canvas) {
    let font = canvas.size.font;
    let height = (frame.bottom - frame.top) / intervals.rows.len().max(1) as f64;
    let mut free = f64::NEG_INFINITY;
    for (index, row) in intervals.rows.iter().enumerate() {
        let y = frame.top + height * (index as f64 + 0.5);
        canvas.element(&format!("<g><title>{}</title>", escaped(&values(row, frame.x_axis))));
        draw_row(row, [y, height], frame, canvas);
        // A name that would touch the one above is left out.
        if y - 0.5 * font >= free {
            canvas.text(frame.left - 0.5 * font, y + 0.35 * font, Anchor::End, &row.name);
            if !row.label.is_empty() {
                canvas.text(frame.right + 0.5 * font, y + 0.35 * font, Anchor::Start, &row.label);
            }
            free = y + 0.5 * font;
        }
        canvas.element("</g>");
    }
    if intervals.rows.iter().any(|row| row.unchanged.is_some()) {
        let one = frame.x(1.0);
        canvas.line([one, frame.top], [one, frame.bottom], AXIS, canvas.thin(), None);
    }
}

fn values(row: &Interval, axis: &Axis) -> String {
    let text = |value: Option<f64>| value.map_or("no answer".into(), |value| axis.text(value));
    let ends = row.low.map_or(String::new(), |low| format!(", {} to {}", text(Some(low)), text(row.high)));
    format!("{}: {}{ends}", row.name, text(row.value))
}

/// Draws the estimate of a row with its interval: a line beside a range of no change, else a bar.
fn draw_row(row: &Interval, [y, height]: [f64; 2], frame: &Frame<'_>, canvas: &mut Canvas) {
    let font = canvas.size.font;
    let half = (0.35 * height).min(font);
    let (stroke, _) = palette::stroke(row.colour);
    let ends = row.low.map(|low| [low, row.high.unwrap_or(f64::INFINITY)]);
    let mut bar = |low: f64, high: f64, colour: &str, opacity: f64| {
        let [left, right] = [low, high].map(|end| frame.x(end));
        canvas.rectangle([left, y - half], [(right - left).max(0.8), 2.0 * half], colour, opacity);
    };
    if let Some((low, high)) = row.unchanged {
        bar(low, high, GRID, 1.0);
    }
    match ends {
        Some([low, high]) if row.unchanged.is_none() => bar(low, high, stroke, 0.45),
        Some(ends) => draw_interval(ends, y, stroke, frame, canvas),
        None => {}
    }
    if let Some(value) = row.value {
        canvas.circle([frame.x(value), y], (font / 3.0).min(0.45 * height), stroke, GROUND);
    }
}

/// Draws an interval; an end beyond the axis becomes an arrow.
fn draw_interval([low, high]: [f64; 2], y: f64, stroke: &str, frame: &Frame<'_>, canvas: &mut Canvas) {
    let head = canvas.size.font / 2.5;
    let Axis { min, max, .. } = *frame.x_axis;
    canvas.line([frame.x(low), y], [frame.x(high), y], stroke, canvas.size.font / 6.0, None);
    for (is_cut, end, back) in [(low < min, frame.left, head), (high > max, frame.right, -head)] {
        if is_cut {
            let path = format!("M{end:.1} {y:.1}l{back:.1} {head:.1}v{:.1}Z", -2.0 * head);
            canvas.fill(&path, stroke, 1.0);
        }
    }
}
