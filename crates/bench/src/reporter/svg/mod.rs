//! Static pictures of figures and of single searches, as SVG.
//!
//! Every attribute is a presentation attribute and no text comes from a puzzle file unescaped, so a picture can stand in a
//! page with a strict content-security policy.

mod canvas;
mod curves;
mod density;
mod frame;
mod intervals;
mod search;

pub use search::{Search, search_picture};

use std::fmt::Write;

use crate::figures::{Figure, Plot};
use canvas::Canvas;
use frame::{Frame, TEXT};

/// The size of a picture and of its text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Size {
    /// The name, for file names.
    pub name: &'static str,
    /// Width in CSS pixels, of which 96 are an inch.
    pub width: f64,
    /// Height in CSS pixels.
    pub height: f64,
    /// The height of text in CSS pixels.
    pub font: f64,
    /// The width in pixels of a PNG.
    pub pixels: u32,
}

/// A column of a paper: 3.5 inches wide, with text of 7 points; 600 dots an inch.
pub const COLUMN: Size = Size { name: "column", width: 336.0, height: 232.0, font: 9.33, pixels: 2100 };
/// A slide: 10 inches wide, with text of 14 points.
pub const SLIDE: Size = Size { name: "slide", width: 960.0, height: 540.0, font: 18.67, pixels: 1920 };
/// A figure within the report.
pub const PAGE: Size = Size { name: "page", width: 720.0, height: 400.0, font: 13.0, pixels: 1440 };

/// The height of a title over that of its text.
const TITLE_LINES: f64 = 1.5;

/// The font of pictures, a part of Roboto with the characters that they need, for browsers.
const FONT_WOFF2: &[u8] = include_bytes!("../vendor/roboto/roboto.woff2");

/// Renders a figure below a title, as a picture that brings its font.
pub fn picture(title: &str, figure: &Figure, size: Size) -> String {
    use base64::{Engine, prelude::BASE64_STANDARD};
    let font = BASE64_STANDARD.encode(FONT_WOFF2);
    let style = format!(
        "<style>@font-face{{font-family:\"Roboto\";src:url(\"data:font/woff2;base64,{font}\") format(\"woff2\")}}</style>"
    );
    render(title, figure, size, &style)
}

/// Renders a figure below a title, if it is not empty, as a picture that uses the fonts of the page around it.
pub fn inline(title: &str, figure: &Figure, size: Size) -> String {
    render(title, figure, size, "")
}

fn render(title: &str, figure: &Figure, size: Size, style: &str) -> String {
    let mut canvas = Canvas::new(Size { height: size.height - title_height(title, size.font), ..size });
    let legend = match &figure.plot {
        Plot::Curves(curves) => curves::legend(curves, &mut canvas),
        Plot::Density(density) => density::legend(density, &mut canvas),
        Plot::Intervals(_) => 0.0,
    };
    let rows = match &figure.plot {
        Plot::Intervals(intervals) => Some(intervals.rows.iter().map(|row| row.name.as_str()).collect()),
        Plot::Curves(_) | Plot::Density(_) => None,
    };
    let frame = Frame::draw(figure, rows, legend, &mut canvas);
    match &figure.plot {
        Plot::Curves(curves) => curves::draw(curves, &frame, &mut canvas),
        Plot::Density(density) => density::draw(density, &frame, &mut canvas),
        Plot::Intervals(intervals) => intervals::draw(intervals, &frame, &mut canvas),
    }
    document(title, &figure.caption, size, style, canvas)
}

/// Returns the elements of a canvas as a picture on a white ground, below a title if it is not empty. The size is that of
/// the picture with its title.
fn document(title: &str, description: &str, size: Size, style: &str, canvas: Canvas) -> String {
    let Size { width, height, font, .. } = size;
    let above = title_height(title, font);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"Roboto, Helvetica, Arial, sans-serif\" font-size=\"{font}\" role=\"img\">"
    );
    let _ = write!(svg, "<desc>{}</desc>{style}", escaped(description));
    let _ = write!(svg, "<rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>");
    if !title.is_empty() {
        let x = 0.6 * font;
        let y = 1.2 * font;
        let _ = write!(
            svg,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" font-weight=\"bold\" fill=\"{TEXT}\">{}</text>",
            escaped(title)
        );
    }
    let _ = write!(svg, "<g transform=\"translate(0 {above:.1})\">{}</g></svg>", canvas.into_elements());
    svg.push('\n');
    svg
}

/// Returns the height of a title.
fn title_height(title: &str, font: f64) -> f64 {
    if title.is_empty() { 0.0 } else { TITLE_LINES * font }
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
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => escaped.push('\u{fffd}'),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests;
