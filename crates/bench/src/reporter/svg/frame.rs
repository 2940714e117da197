//! The axes of a picture: the room for the plot, ticks, labels and grid lines.

use super::canvas::{Anchor, Canvas};
use crate::figures::{Axis, Figure, Unit};

/// The colour of text.
pub const TEXT: &str = "#374151";
/// The colour of grid lines.
const GRID: &str = "#e5e7eb";
/// The colour of axes.
const AXIS: &str = "#9ca3af";

/// The room for a plot, and its axes.
pub struct Frame<'a> {
    x: &'a Axis,
    y: &'a Axis,
    /// The left end.
    pub left: f64,
    /// The upper end.
    pub top: f64,
    /// The right end.
    pub right: f64,
    /// The lower end.
    pub bottom: f64,
}

impl<'a> Frame<'a> {
    /// Draws the axes of a figure below a legend of this height. `rows` are names in place of a vertical axis.
    pub fn draw(figure: &'a Figure, rows: Option<Vec<&str>>, legend: f64, canvas: &mut Canvas) -> Frame<'a> {
        let font = canvas.size.font;
        let thin = canvas.thin();
        let labels = figure.y.ticks.iter().map(|(_, label)| label.as_str());
        let names: Vec<&str> = rows.clone().unwrap_or_else(|| labels.collect());
        let widest = names.iter().map(|name| canvas.text_width(name)).fold(0.0, f64::max);
        let vertical_label = if rows.is_some() { 0.3 * font } else { 1.6 * font };
        let last = figure.x.ticks.last().map_or(0.0, |(_, label)| canvas.text_width(label));
        let frame = Frame {
            x: &figure.x,
            y: &figure.y,
            left: vertical_label + widest + 0.8 * font,
            top: legend + 0.7 * font,
            right: canvas.size.width - (last / 2.0).clamp(0.8 * font, 3.0 * font),
            bottom: canvas.size.height - 3.0 * font,
        };
        frame.draw_x(canvas);
        if rows.is_none() {
            frame.draw_y(canvas);
        }
        let Frame { left, top, right, bottom, .. } = frame;
        canvas.path(&format!("M{left:.1} {top:.1}V{bottom:.1}H{right:.1}"), AXIS, thin, None);
        frame
    }

    fn draw_x(&self, canvas: &mut Canvas) {
        let font = canvas.size.font;
        let thin = canvas.thin();
        let mut free = f64::NEG_INFINITY;
        for (at, label) in &self.x.ticks {
            let x = self.x(*at);
            canvas.line([x, self.top], [x, self.bottom], GRID, thin, None);
            // A label that would touch the one before is left out.
            let half = canvas.text_width(label) / 2.0;
            let middle = x.min(canvas.size.width - half).max(half);
            if middle - half > free {
                canvas.text(middle, self.bottom + 1.2 * font, Anchor::Middle, TEXT, label);
                free = middle + half + 0.4 * font;
            }
        }
        let middle = (self.left + self.right) / 2.0;
        canvas.text(middle, canvas.size.height - 0.5 * font, Anchor::Middle, TEXT, &self.x.label);
    }

    fn draw_y(&self, canvas: &mut Canvas) {
        let font = canvas.size.font;
        let thin = canvas.thin();
        for (at, label) in &self.y.ticks {
            let y = self.y(*at);
            canvas.line([self.left, y], [self.right, y], GRID, thin, None);
            canvas.text(self.left - 0.5 * font, y + 0.35 * font, Anchor::End, TEXT, label);
        }
        let middle = (self.top + self.bottom) / 2.0;
        let x = 1.1 * font;
        canvas.element(&format!("<g transform=\"translate({x:.1} {middle:.1}) rotate(-90)\">"));
        canvas.text(0.0, 0.0, Anchor::Middle, TEXT, &self.y.label);
        canvas.element("</g>");
    }

    /// Returns true if the horizontal axis shows runs.
    pub fn shows_runs(&self) -> bool {
        self.x.unit == Unit::Run
    }

    /// Returns the horizontal position of a value, clamped to the ends of the axis.
    pub fn x(&self, value: f64) -> f64 {
        self.left + self.x.position(value).clamp(0.0, 1.0) * (self.right - self.left)
    }

    /// Returns the vertical position of a value, clamped to the ends of the axis.
    pub fn y(&self, value: f64) -> f64 {
        self.bottom - self.y.position(value).clamp(0.0, 1.0) * (self.bottom - self.top)
    }

    /// Returns the values at the ends of the axes: left, right, lower, upper.
    pub fn ends(&self) -> [f64; 4] {
        [self.x.min, self.x.max, self.y.min, self.y.max]
    }
}
