//! The axes of a picture: the room for the plot, ticks, labels and grid lines.

use std::fmt::Write;

use super::canvas::{Anchor, Canvas, Size};
use crate::{
    figures::{Axis, Figure, Plot, Unit},
    reporter::palette::{AXIS, GRID},
};

pub struct Frame<'a> {
    pub x_axis: &'a Axis,
    pub y_axis: &'a Axis,
    pub left: f64,
    pub top: f64,
    pub right: f64,
    pub bottom: f64,
}

impl<'a> Frame<'a> {
    /// Draws the axes of a figure below a legend of this height. Intervals have names in place of a vertical axis.
    pub fn draw(figure: &'a Figure, legend: f64, canvas: &mut Canvas) -> Frame<'a> {
        let font = canvas.size.font;
        let last = canvas.widest(figure.x.ticks.last().map(|(_, label)| label.as_str()));
        let end = (last / 2.0).clamp(0.8 * font, 3.0 * font);
        let (left, end) = match &figure.plot {
            Plot::Intervals(intervals) => {
                let names = canvas.widest(intervals.rows.iter().map(|row| row.name.as_str()));
                let labels = canvas.widest(intervals.rows.iter().map(|row| row.label.as_str()));
                (1.1 * font + names, end.max(labels + 0.8 * font))
            }
            Plot::Curves(_) | Plot::Density(_) => {
                (2.4 * font + canvas.widest(figure.y.ticks.iter().map(|(_, label)| label.as_str())), end)
            }
        };
        let Size { width, height, .. } = canvas.size;
        let [top, right, bottom] = [legend + 0.7 * font, width - end, height - 3.0 * font];
        // Where both axes are the same, the diagonal is at 45°.
        let is_square = (figure.x.unit, figure.x.min, figure.x.max) == (figure.y.unit, figure.y.min, figure.y.max);
        let right = if is_square { right.min(left + bottom - top) } else { right };
        let frame = Frame { x_axis: &figure.x, y_axis: &figure.y, left, top, right, bottom };
        frame.draw_x(canvas);
        if !matches!(figure.plot, Plot::Intervals(_)) {
            frame.draw_y(canvas);
        }
        canvas.element("<g class=\"frame\">");
        canvas.path(&format!("M{left:.1} {top:.1}V{bottom:.1}H{right:.1}"), AXIS, canvas.thin(), None);
        canvas.element("</g>");
        frame
    }

    fn draw_x(&self, canvas: &mut Canvas) {
        let font = canvas.size.font;
        let mut lines = String::new();
        let mut free = f64::NEG_INFINITY;
        let ticks = &self.x_axis.ticks;
        let step = if self.x_axis.unit == Unit::Run { self.labelled_runs(canvas) } else { 1 };
        // The newest run has a label.
        for (at, label) in ticks.iter().rev().step_by(step).rev() {
            let x = self.x(*at);
            let _ = write!(lines, "M{x:.1} {:.1}V{:.1}", self.top, self.bottom);
            // A label that would touch the one before is left out.
            let half = canvas.text_width(label) / 2.0;
            let middle = x.min(canvas.size.width - half).max(half);
            if middle - half > free {
                canvas.text(middle, self.bottom + 1.2 * font, Anchor::Middle, label);
                free = middle + half + 0.4 * font;
            }
        }
        canvas.path(&lines, GRID, canvas.thin(), None);
        let middle = (self.left + self.right) / 2.0;
        canvas.text(middle, canvas.size.height - 0.5 * font, Anchor::Middle, &self.x_axis.label);
    }

    /// Returns every how many runs one has room for its name.
    fn labelled_runs(&self, canvas: &Canvas) -> usize {
        let names = self.x_axis.ticks.iter().map(|(_, name)| name.as_str());
        let width = canvas.widest(names) + canvas.size.font;
        let distance = (self.right - self.left) / (self.x_axis.max - self.x_axis.min);
        (width / distance).ceil().max(1.0) as usize
    }

    fn draw_y(&self, canvas: &mut Canvas) {
        let font = canvas.size.font;
        let mut lines = String::new();
        for (at, label) in &self.y_axis.ticks {
            let y = self.y(*at);
            let _ = write!(lines, "M{:.1} {y:.1}H{:.1}", self.left, self.right);
            canvas.text(self.left - 0.5 * font, y + 0.35 * font, Anchor::End, label);
        }
        canvas.path(&lines, GRID, canvas.thin(), None);
        let middle = (self.top + self.bottom) / 2.0;
        let x = 1.1 * font;
        canvas.element(&format!("<g transform=\"translate({x:.1} {middle:.1}) rotate(-90)\">"));
        canvas.text(0.0, 0.0, Anchor::Middle, &self.y_axis.label);
        canvas.element("</g>");
    }

    /// Returns the horizontal position of a value, clamped to the ends of the axis.
    pub fn x(&self, value: f64) -> f64 {
        self.left + self.x_axis.position(value).clamp(0.0, 1.0) * (self.right - self.left)
    }

    /// Returns the vertical position of a value, clamped to the ends of the axis.
    pub fn y(&self, value: f64) -> f64 {
        self.bottom - self.y_axis.position(value).clamp(0.0, 1.0) * (self.bottom - self.top)
    }
}
