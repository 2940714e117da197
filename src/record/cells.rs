//! `blocks.csv`: the latencies of each strategy beside the control's, block by block and round by round.

use std::{fs, path::Path};

use sha2::{Digest, Sha256};

use super::{BlockRow, CONTROL, Manifest};
use crate::{
    digest::hex,
    error::{Error, Result},
    stats::bootstrap::Cell,
};

/// From a nanosecond to more than 64 bits of them: beyond, ratios are infinite, and so is what is made of them.
const LOGARITHMS: std::ops::RangeInclusive<f64> = 0.0..=45.0;

/// What a strategy took in the complete rounds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StrategyCells {
    /// Its latency beside the control's in the same block: the difference of the trimmed means of their logarithms.
    pub beside_control: Vec<Cell>,
    /// The control's own.
    pub control: Vec<Cell>,
}

/// Reads the file: the cells of each strategy, in the order of the manifest. A block in which a strategy or the control
/// finished no puzzle has none.
///
/// # Errors
///
/// A row is not as it was written, or is there twice, or the file is not that of the manifest.
pub fn read(path: &Path, manifest: &Manifest) -> Result<Vec<StrategyCells>> {
    let text = fs::read(path).map_err(Error::io(path, "read"))?;
    let rows = parse(path, &text, manifest)?;
    let digest = hex(&Sha256::digest(&text));
    if manifest.blocks_sha256 != digest {
        let reason = "is not the file that manifest.json has the digest of: changed by hand, or cut short";
        return Err(Error::malformed(path, 0, reason));
    }
    let complete = || rows.iter().filter(|row| row.round < manifest.rounds_complete);
    let of = |name: &str| -> Vec<Cell> {
        let own = complete().filter(|row| row.strategy == name);
        let cell = |row: &BlockRow| {
            let BlockRow { round, block, n, censored, .. } = *row;
            Some(Cell { round, block, value: row.mean_ln_ns_trim10?, of: n.saturating_sub(censored) })
        };
        own.filter_map(cell).collect()
    };
    let control = of(CONTROL);
    let beside = |strategy: &super::StrategyManifest| {
        let own = of(&strategy.name);
        // Both are in the order of the file: rounds, and blocks in each.
        let mut others = control.iter().copied().peekable();
        let mut cells = StrategyCells::default();
        for cell in own {
            let place = (cell.round, cell.block);
            while others.next_if(|other| (other.round, other.block) < place).is_some() {}
            if let Some(other) = others.next_if(|other| (other.round, other.block) == place) {
                cells.beside_control.push(Cell { value: cell.value - other.value, ..cell });
                cells.control.push(other);
            }
        }
        cells
    };
    Ok(manifest.strategies.iter().map(beside).collect())
}

fn parse<'a>(path: &Path, text: &'a [u8], manifest: &Manifest) -> Result<Vec<BlockRow<'a>>> {
    let malformed = |line: u64, reason: String| Err(Error::malformed(path, line, reason));
    let Some(content) = text.strip_prefix(BlockRow::HEADER.as_bytes()) else {
        return malformed(1, format!("is not the header {}", BlockRow::HEADER.trim_end()));
    };
    let lines = content.iter().filter(|&&byte| byte == b'\n').count() as u64 + 1;
    if content.last().is_some_and(|&byte| byte != b'\n') {
        return malformed(lines + 1, "the line has no end: cut short".into());
    }
    let mut csv = csv::ReaderBuilder::new().has_headers(false).from_reader(content);
    let mut rows = Vec::<BlockRow>::new();
    for (line, row) in (2..).zip(csv.deserialize()) {
        let row: BlockRow = match row {
            Ok(row) => row,
            Err(error) => return malformed(line, format!("not a row of this file: {}", reason(&error))),
        };
        let known = row.strategy == CONTROL || manifest.strategies.iter().any(|known| known.name == row.strategy);
        if !known {
            return malformed(line, format!("manifest.json has no strategy {}", row.strategy));
        }
        if row.mean_ln_ns_trim10.is_some_and(|mean| !LOGARITHMS.contains(&mean)) {
            return malformed(line, "mean_ln_ns_trim10 is no logarithm of a time".into());
        }
        if row.round >= manifest.rounds {
            return malformed(line, format!("round {} of {}, counted from 0", row.round, manifest.rounds));
        }
        if rows.last().is_some_and(|last| (row.round, row.block) < (last.round, last.block)) {
            return malformed(line, "is not in the order of rounds and blocks".into());
        }
        let place = |row: &BlockRow| (row.round, row.block);
        if rows.iter().rev().take_while(|other| place(other) == place(&row)).any(|other| other.strategy == row.strategy)
        {
            let BlockRow { round, block, strategy, .. } = row;
            return malformed(line, format!("{strategy} is there twice in round {round}, block {block}"));
        }
        rows.push(row);
    }
    Ok(rows)
}

/// What is wrong, without the place in the part of the file that was handed to the parser.
fn reason(error: &csv::Error) -> String {
    match error.kind() {
        csv::ErrorKind::Deserialize { err, .. } => err.to_string(),
        csv::ErrorKind::UnequalLengths { expected_len, len, .. } => format!("{len} fields instead of {expected_len}"),
        _ => error.to_string(),
    }
}
