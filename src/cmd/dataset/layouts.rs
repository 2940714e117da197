//! `sudoku-bench dataset layouts`.

use corpus::{error::Result, layout};

use crate::cli::Exit;
use crate::cmd::print;

const LIST_WIDTH: usize = 80;

pub fn run() -> Result<Exit> {
    let mut text = String::from("Read, detected by content (--layout):\n");
    for (layout, reading) in layout::readable().rev() {
        text += &entry(layout.name, reading.about);
    }
    text += "\nWritten, by the name of the output or the layout of the input (--to):\n";
    for (layout, writing) in layout::writable() {
        let extensions: Vec<_> = layout.extensions.iter().map(|extension| format!(".{extension}")).collect();
        text += &entry(layout.name, &format!("{} ({})", writing.about, extensions.join(" ")));
    }
    text += "\nInput may be compressed with gzip, zstd, bzip2 or xz, whatever its name, or be a\n\
             file in a zip or tar archive: the only one (ARCHIVE.zip) or one of several\n\
             (ARCHIVE.zip/NAME). Output is compressed if its name ends with .gz or .zst.\n";
    print(&text)?;
    Ok(Exit::Success)
}

fn entry(name: &str, about: &str) -> String {
    let mut lines = vec![format!("  {name:<15}")];
    for word in about.split(' ') {
        let line = lines.last().map_or(0, |line| line.chars().count());
        if line + 1 + word.chars().count() > LIST_WIDTH {
            lines.push(" ".repeat(17));
        }
        if let Some(line) = lines.last_mut() {
            *line += &format!(" {word}");
        }
    }
    lines.join("\n") + "\n"
}
