//! The elements of a picture.

use std::fmt::Write;

use corpus::terminal::is_active;

use crate::reporter::palette::{GROUND, TEXT};

/// The mean width of a character of Roboto over its height.
const CHARACTER_WIDTH: f64 = 0.54;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Size {
    pub name: &'static str,
    /// Width in CSS pixels, of which 96 are an inch.
    pub width: f64,
    pub height: f64,
    /// The height of text in CSS pixels.
    pub font: f64,
}

pub struct Canvas {
    pub size: Size,
    elements: String,
}

/// Where a text begins, relative to its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    Start,
    Middle,
    End,
}

impl Canvas {
    pub fn new(size: Size) -> Canvas {
        Canvas { size, elements: String::new() }
    }

    /// Returns the elements as a group that begins this far down.
    pub fn into_group(self, down: f64) -> String {
        let attributes = format!("transform=\"translate(0 {down:.1})\" fill=\"{TEXT}\" stroke-linejoin=\"round\"");
        format!("<g {attributes}>{}</g>", self.elements)
    }

    pub fn thin(&self) -> f64 {
        self.size.font / 14.0
    }

    pub fn text_width(&self, text: &str) -> f64 {
        CHARACTER_WIDTH * self.size.font * text.chars().count() as f64
    }

    /// Returns the estimated width of the widest text.
    pub fn widest<'a>(&self, texts: impl IntoIterator<Item = &'a str>) -> f64 {
        texts.into_iter().map(|text| self.text_width(text)).fold(0.0, f64::max)
    }

    pub fn element(&mut self, element: &str) {
        self.elements.push_str(element);
    }

    /// Writes a text; `y` is its base line.
    pub fn text(&mut self, x: f64, y: f64, anchor: Anchor, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        };
        let _ = write!(self.elements, "<text x=\"{x:.1}\" y=\"{y:.1}\"{anchor}>{}</text>", escaped(text));
    }

    /// Writes a text that stays readable on what is drawn below it.
    pub fn text_with_halo(&mut self, x: f64, y: f64, anchor: Anchor, text: &str) {
        let width = self.size.font / 4.0;
        let _ = write!(self.elements, "<g stroke=\"{GROUND}\" stroke-width=\"{width:.1}\" paint-order=\"stroke\">");
        self.text(x, y, anchor, text);
        self.elements.push_str("</g>");
    }

    pub fn line(&mut self, [x1, y1]: [f64; 2], [x2, y2]: [f64; 2], stroke: &str, width: f64, dashes: Option<&str>) {
        let path = format!("M{x1:.1} {y1:.1}L{x2:.1} {y2:.1}");
        self.path(&path, stroke, width, dashes);
    }

    /// Draws a path without filling it.
    pub fn path(&mut self, path: &str, stroke: &str, width: f64, dashes: Option<&str>) {
        let dashes = dashes.map_or(String::new(), |dashes| format!(" stroke-dasharray=\"{dashes}\""));
        let _ = write!(
            self.elements,
            "<path d=\"{path}\" fill=\"none\" stroke=\"{stroke}\" stroke-width=\"{width:.2}\"{dashes}/>"
        );
    }

    pub fn fill(&mut self, path: &str, fill: &str, opacity: f64) {
        let opacity = if opacity < 1.0 { format!(" fill-opacity=\"{opacity}\"") } else { String::new() };
        let _ = write!(self.elements, "<path d=\"{path}\" fill=\"{fill}\"{opacity}/>");
    }

    /// Fills a rectangle from its upper left corner.
    pub fn rectangle(&mut self, [x, y]: [f64; 2], [width, height]: [f64; 2], fill: &str, opacity: f64) {
        self.fill(&format!("M{x:.1} {y:.1}h{width:.1}v{height:.1}h-{width:.1}Z"), fill, opacity);
    }

    /// Draws many dots in one element.
    pub fn dots(&mut self, points: &[[f64; 2]], stroke: &str, diameter: f64) {
        // A line without a length has no ends in some programs.
        let path: String = points.iter().map(|[x, y]| format!("M{x:.1} {y:.1}h.01")).collect();
        let width = format!("stroke-width=\"{diameter:.2}\" stroke-linecap=\"round\"");
        let _ = write!(self.elements, "<path d=\"{path}\" stroke=\"{stroke}\" {width}/>");
    }

    pub fn circle(&mut self, [x, y]: [f64; 2], radius: f64, fill: &str, stroke: &str) {
        let width = self.thin();
        let _ = write!(
            self.elements,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" fill=\"{fill}\" stroke=\"{stroke}\" \
             stroke-width=\"{width:.2}\"/>"
        );
    }
}

/// Escapes a text for the content and the attributes of XML and HTML. Control characters and others that no XML may contain
/// become replacement characters.
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            c if c.is_control() || is_active(c) || matches!(c, '\u{fffe}' | '\u{ffff}') => escaped.push('\u{fffd}'),
            c => escaped.push(c),
        }
    }
    escaped
}
