//! Pictures of figures and of single searches, as SVG.
//!
//! Every attribute is a presentation attribute and no text comes from a puzzle file unescaped, so a picture can stand in a
//! page with a strict content-security policy.

mod canvas;
mod curves;
mod density;
mod frame;
mod intervals;
mod search;

pub use canvas::{Size, escaped};
pub use search::{Search, search_picture};

use crate::{
    figures::{Figure, Plot},
    reporter::palette::{GROUND, TEXT},
};
use canvas::Canvas;
use frame::Frame;

/// A column of a paper: 3.5 inches wide, with text of 7 points.
pub const COLUMN: Size = Size { name: "column", width: 336.0, height: 232.0, font: 9.33 };
/// A slide: 10 inches wide, with text of 14 points.
pub const SLIDE: Size = Size { name: "slide", width: 960.0, height: 540.0, font: 18.67 };
/// A figure within the report, which scales it: text can be read on a phone, and is not too large on a screen.
const PAGE: Size = Size { name: "page", width: 480.0, height: 280.0, font: 12.0 };

/// The height of a title over that of its text.
const TITLE_LINES: f64 = 1.5;

/// The font of pictures, a part of Roboto with the characters that they need, for browsers.
const FONT_WOFF2: &[u8] = include_bytes!("../vendor/roboto/roboto.woff2");

/// Renders a figure below a title, as a picture that brings its font and describes itself.
pub fn picture(title: &str, caption: &str, figure: &Figure, size: Size) -> String {
    use base64::{Engine, prelude::BASE64_STANDARD};
    let font = BASE64_STANDARD.encode(FONT_WOFF2);
    let style = format!(
        "<style>@font-face{{font-family:\"Roboto\";src:url(\"data:font/woff2;base64,{font}\") format(\"woff2\")}}</style>"
    );
    let mut canvas = Canvas::new(Size { height: size.height - TITLE_LINES * size.font, ..size });
    let legend = match &figure.plot {
        Plot::Curves(curves) => curves::legend(curves, &mut canvas),
        Plot::Density(density) => density::legend(density, &mut canvas),
        Plot::Intervals(_) => 0.0,
    };
    draw(figure, legend, &mut canvas);
    document(title, caption, size, &style, canvas)
}

/// Renders a figure for a page, which has the font, the caption and the names of the curves.
pub fn inline(figure: &Figure) -> String {
    let height = match &figure.plot {
        Plot::Intervals(intervals) => {
            let rows = intervals.rows.len() as f64;
            PAGE.font * (4.0 + rows * (60.0 / rows).clamp(0.8, 2.4))
        }
        Plot::Curves(_) | Plot::Density(_) => PAGE.height,
    };
    let Size { width, font, .. } = PAGE;
    let mut canvas = Canvas::new(Size { height, ..PAGE });
    let legend = match &figure.plot {
        Plot::Density(density) => density::legend(density, &mut canvas),
        Plot::Curves(_) | Plot::Intervals(_) => 0.0,
    };
    draw(figure, legend, &mut canvas);
    let group = canvas.into_group(0.0);
    format!("<svg viewBox=\"0 0 {width} {height:.0}\" font-size=\"{font}\" aria-hidden=\"true\">{group}</svg>")
}

/// Draws a figure below a legend of this height.
fn draw(figure: &Figure, legend: f64, canvas: &mut Canvas) {
    let frame = Frame::draw(figure, legend, canvas);
    match &figure.plot {
        Plot::Curves(curves) => curves::draw(curves, &frame, canvas),
        Plot::Density(density) => density::draw(density, &frame, canvas),
        Plot::Intervals(intervals) => intervals::draw(intervals, &frame, canvas),
    }
}

/// Returns the elements of a canvas as a picture below a title. The size is that of the picture with its title.
fn document(title: &str, description: &str, size: Size, style: &str, canvas: Canvas) -> String {
    let Size { width, height, font, .. } = size;
    let [x, y] = [0.6, 1.2].map(|lines| lines * font);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"Roboto, Helvetica, Arial, sans-serif\" font-size=\"{font}\" role=\"img\"><desc>{}</desc>{style}\
         <rect width=\"{width}\" height=\"{height}\" fill=\"{GROUND}\"/>\
         <text x=\"{x:.1}\" y=\"{y:.1}\" font-weight=\"bold\" fill=\"{TEXT}\">{}</text>\
         {}</svg>\n",
        escaped(description),
        escaped(title),
        canvas.into_group(TITLE_LINES * font)
    )
}

#[cfg(test)]
mod tests;
