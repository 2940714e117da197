//! `sudoku-bench dataset layouts`.

use std::process::ExitCode;

use sudoku_bench::{error::Result, layout};

use crate::cmd::print;

pub fn run() -> Result<ExitCode> {
    let mut text = String::from("Read, told by content (--layout):\n");
    for (layout, reading) in layout::readable().rev() {
        text += &format!("  {:<14}  {}\n", layout.name, reading.about);
    }
    text += "\nWritten, told by the name of the output or the input's layout (--to):\n";
    for (layout, writing) in layout::writable() {
        let extensions: Vec<_> = layout.extensions.iter().map(|extension| format!(".{extension}")).collect();
        text += &format!("  {:<14}  {} ({})\n", layout.name, writing.about, extensions.join(" "));
    }
    text += "\nRead whatever they are called: gzip, zstd, bzip2, xz, and the one file in a .zip (or ARCHIVE.zip/NAME).\n\
             Written compressed where the output's name ends with .gz or .zst.\n";
    print(&text)?;
    Ok(ExitCode::SUCCESS)
}
