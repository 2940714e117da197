//! The lines of shared puzzles, as CSV.

use std::{
    path::{Path, PathBuf},
    sync::{Arc, atomic::AtomicBool},
};

use corpus::{
    error::Result,
    fs::{Durability, PartFile},
    layout::Schema,
};
use dataset::{Notion, SharedRows};

use crate::cmd::{files, is_stdio, print};

/// Bytes to collect before they are printed.
const BUFFER: usize = 1 << 16;

pub enum Target {
    Nowhere,
    StandardOutput,
    File(PathBuf),
}

impl Target {
    /// Returns the target, checked: the file, or standard output if it is free.
    pub fn of(file: Option<PathBuf>, is_output_free: bool, inputs: &[PathBuf]) -> Result<Target> {
        match file {
            None if is_output_free => Ok(Target::StandardOutput),
            None => Ok(Target::Nowhere),
            Some(file) if is_stdio(&file) => {
                usage!("--pairs names a file; with one notion in --by, standard output has the pairs")
            }
            Some(file) => {
                files::check_outputs(&[&file], None, inputs)?;
                Ok(Target::File(file))
            }
        }
    }

    /// Writes the lines. Returns false if `stop` is set before the end.
    pub fn write(self, shared: Vec<(Notion, SharedRows)>, train: &[Arc<str>], stop: &AtomicBool) -> Result<bool> {
        match self {
            Target::Nowhere => Ok(true),
            Target::StandardOutput if shared.iter().all(|(_, shared)| shared.rows == 0) => Ok(true),
            Target::StandardOutput => write_csv(shared, train, false, stop, &mut print),
            Target::File(path) => write_file(&path, shared, train, stop),
        }
    }
}

fn write_file(path: &Path, shared: Vec<(Notion, SharedRows)>, train: &[Arc<str>], stop: &AtomicBool) -> Result<bool> {
    let mut file = PartFile::create_for_user(path)?;
    let is_complete = write_csv(shared, train, true, stop, &mut |text| file.write(text.as_bytes()))?;
    if is_complete {
        file.commit(Durability::Power)?;
    }
    Ok(is_complete)
}

/// Hands the rows to `write`, with the notion if `with_notion` is set, and with the training file if there are several.
fn write_csv(
    shared: Vec<(Notion, SharedRows)>,
    train: &[Arc<str>],
    with_notion: bool,
    stop: &AtomicBool,
    write: &mut dyn FnMut(&str) -> Result<()>,
) -> Result<bool> {
    let by = if with_notion { "by," } else { "" };
    let file = if train.is_empty() { "" } else { ",train_file" };
    let files: Vec<String> = train.iter().map(|name| csv_field(name)).collect();
    let mut text = format!("{by}test_line,train_line{file}\n");
    for (notion, shared) in shared {
        let by = if with_notion { format!("{},", notion.name()) } else { String::new() };
        let is_complete = shared.pairs_until(stop, |(test, train)| {
            let file = files.get(train.file()).map_or("", String::as_str);
            text.push_str(&format!("{by}{},{}{file}\n", test.line(), train.line()));
            if text.len() >= BUFFER {
                write(&text)?;
                text.clear();
            }
            Ok(())
        })?;
        if !is_complete {
            return Ok(false);
        }
    }
    write(&text)?;
    Ok(true)
}

/// Returns a name as a further field of a row.
fn csv_field(name: &str) -> String {
    let mut field = Vec::new();
    Schema::push_csv(&mut field, b',', [name.as_bytes()].into_iter());
    format!(",{}", String::from_utf8_lossy(&field))
}
