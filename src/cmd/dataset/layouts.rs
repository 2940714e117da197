//! `sudoku-bench dataset layouts`.

use std::process::ExitCode;

use sudoku_bench::{error::Result, layout};

use crate::cmd::{list, print};

pub fn run() -> Result<ExitCode> {
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
    Ok(ExitCode::SUCCESS)
}

fn entry(name: &str, about: &str) -> String {
    list::entry(&format!("  {name:<15}"), about)
}
