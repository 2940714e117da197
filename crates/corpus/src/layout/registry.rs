//! Every layout, and how layouts are found by name and by file name.

use std::{
    ffi::OsStr,
    path::{Path, PathBuf},
};

use super::definition::{Layout, Reading, Writing};
#[cfg(feature = "parquet")]
use super::parquet;
#[cfg(not(feature = "parquet"))]
use super::parquet_disabled as parquet;
use crate::{error::Error, fs::Compression};

/// Every layout. The layout of a file is the last one that detects it, so layouts with an unmistakable beginning come last,
/// and CSV, which any text may be, comes first.
pub static LAYOUTS: &[Layout] = &[
    super::csv::CSV,
    super::csv::TSV,
    super::grids::GRIDS,
    super::ss::SS,
    super::cells::CELLS,
    super::lines::LINES,
    super::pairs::PAIRS,
    super::sdm::SDM,
    super::exchange_bank::EXCHANGE_BANK,
    super::sdk::SDK,
    super::json_lines::JSON_LINES,
    super::json_array::JSON,
    super::open_sudoku::OPEN_SUDOKU,
    super::npy::NPY,
    super::npy::NPZ,
    parquet::PARQUET,
    super::hodoku::HODOKU,
    super::printed::HTML,
    super::printed::SVG,
];

pub fn readable() -> impl DoubleEndedIterator<Item = (&'static Layout, &'static Reading)> {
    LAYOUTS.iter().filter_map(|layout| Some((layout, layout.read.as_ref()?)))
}

/// Returns the layouts that can be written; the first is the default.
pub fn writable() -> impl DoubleEndedIterator<Item = (&'static Layout, &'static Writing)> {
    LAYOUTS.iter().filter_map(|layout| Some((layout, layout.write.as_ref()?)))
}

pub fn any_shape_names() -> Vec<&'static str> {
    writable().filter(|(_, writing)| writing.any_shape && writing.can_be_read).map(|(layout, _)| layout.name).collect()
}

/// Returns the layout that a file is written in if nothing else determines it.
pub fn default_layout() -> &'static Layout {
    &LAYOUTS[0]
}

/// Finds a layout that can be read. The error has the names of the layouts.
pub fn readable_by_name(name: &str) -> Result<&'static Layout, String> {
    let names = || readable().map(|(layout, _)| layout.name).collect::<Vec<_>>().join(", ");
    let found = readable().map(|(layout, _)| layout).find(|layout| layout.name == name);
    found.ok_or_else(|| format!("the layouts are {}", names()))
}

/// Finds the layout to write by the extension of a file name, without the extension of a compression.
pub fn by_extension(path: &Path) -> Option<&'static Layout> {
    let extension = extension(path)?.to_str()?.to_ascii_lowercase();
    writable().map(|(layout, _)| layout).find(|layout| layout.extensions.contains(&&*extension))
}

/// Checks that the extension of a file name stands for a layout that can be written. A name without an extension passes.
/// Returns [`Error::Usage`] with the known extensions if no layout has this one.
pub fn check_extension(path: &Path) -> Result<(), Error> {
    let Some(extension) = extension(path).filter(|_| by_extension(path).is_none()) else { return Ok(()) };
    let known: Vec<_> =
        writable().flat_map(|(layout, _)| layout.extensions).map(|extension| format!(".{extension}")).collect();
    let path = path.display();
    let extension = extension.display();
    Err(Error::Usage(format!(
        "{path}: no layout is written with the ending .{extension}; use one of {}",
        known.join(" ")
    )))
}

/// Returns the extension of a file name, without the extension of a compression.
fn extension(path: &Path) -> Option<&OsStr> {
    let inner = Compression::of_name(path).and_then(|_| path.file_stem().map(Path::new));
    inner.unwrap_or(path).extension()
}

/// Returns a path without the extensions of layouts and compressions, which say how a corpus is stored.
pub fn without_extensions(path: &Path) -> PathBuf {
    let mut stem = path.to_path_buf();
    while stem.extension().is_some_and(|extension| extension.to_str().is_some_and(says_how_stored)) {
        stem.set_extension("");
    }
    stem
}

fn says_how_stored(extension: &str) -> bool {
    let extension = extension.to_ascii_lowercase();
    let mut layouts = LAYOUTS.iter().flat_map(|layout| layout.extensions);
    layouts.any(|known| *known == extension) || Compression::by_extension(&extension).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_extensions_are_unique() {
        for (layout, name) in LAYOUTS.iter().flat_map(|layout| layout.extensions.iter().map(move |name| (layout, name)))
        {
            let holders = LAYOUTS.iter().filter(|other| other.extensions.contains(name));
            assert_eq!(holders.map(|other| other.name).collect::<Vec<_>>(), [layout.name], "{name}");
        }
        for layout in LAYOUTS {
            assert_eq!(LAYOUTS.iter().filter(|other| other.name == layout.name).count(), 1, "{layout:?}");
        }
    }
}
