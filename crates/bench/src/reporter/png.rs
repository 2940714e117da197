//! Pictures of figures as PNG.

use std::sync::{Arc, LazyLock};

use resvg::{
    tiny_skia::{Pixmap, Transform},
    usvg::{Options, Tree, fontdb::Database},
};

use super::svg::{Size, inline};
use crate::figures::Figure;

/// The font of all texts, so that a picture is the same on every machine.
const FONT: &[u8] = include_bytes!("vendor/roboto/roboto.ttf");

static OPTIONS: LazyLock<Options<'static>> = LazyLock::new(|| {
    let mut fonts = Database::new();
    fonts.load_font_data(FONT.to_vec());
    Options { font_family: "Roboto".into(), fontdb: Arc::new(fonts), ..Options::default() }
});

/// Renders a figure below a title as a PNG of `size.pixels` columns.
pub fn png(title: &str, figure: &Figure, size: Size) -> Vec<u8> {
    let tree = Tree::from_str(&inline(title, figure, size), &OPTIONS).expect("pictures are well-formed");
    let scale = f64::from(size.pixels) / size.width;
    let mut pixels = Pixmap::new(size.pixels, (scale * size.height).round() as u32).expect("no side is 0");
    resvg::render(&tree, Transform::from_scale(scale as f32, scale as f32), &mut pixels.as_mut());
    pixels.encode_png().expect("encoding to memory cannot fail")
}
