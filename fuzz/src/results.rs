//! Results directories made of the sections of an input.

use std::{fs, path::PathBuf, sync::OnceLock};

use benchmark::{
    compare::{Comparison, FloorBounds, Input, Options, Rules, compare},
    record::PuzzleRow,
    reporter,
};
use corpus::digest::hex;
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::{check_terminal, directory};

/// The byte between the files of a directory in an input.
pub const SEPARATOR: u8 = 0x1e;
/// The files of a directory in an input, in this order.
const FILES: [&str; 4] = ["manifest.json", "puzzles.csv", "blocks.csv", "histograms/latency.hlog"];
/// The results of a run of three strategies on six puzzles in two rounds.
const VALID: &[u8] = include_bytes!("../seeds/record/run");

/// Returns the results of a run as a directory.
pub fn valid() -> PathBuf {
    static VALID_DIRECTORY: OnceLock<PathBuf> = OnceLock::new();
    VALID_DIRECTORY.get_or_init(|| write("valid", VALID)).clone()
}

/// Returns the file of a valid directory at this place in an input.
pub fn valid_file(place: usize) -> &'static [u8] {
    VALID.split(|&byte| byte == SEPARATOR).nth(place).expect("the seed has all files")
}

/// Writes the files of an input into a directory, and returns its path. Missing files are those of a valid directory.
/// The digests in the manifest become those of the other files: otherwise no change of an input would get past them.
pub fn write(name: &str, input: &[u8]) -> PathBuf {
    let mut sections = input.split(|&byte| byte == SEPARATOR);
    let files: [&[u8]; 4] = std::array::from_fn(|place| match sections.next() {
        Some(section) => section,
        None => valid_file(place),
    });
    let path = directory().join(name);
    fs::create_dir_all(path.join("histograms")).expect("the temporary directory can be written");
    let manifest = with_digests(files[0], files[1], files[2]);
    for (name, content) in FILES.iter().zip([&*manifest, files[1], files[2], files[3]]) {
        fs::write(path.join(name), content).expect("the temporary directory can be written");
    }
    path
}

/// Returns a manifest with the digests of the other files; the manifest itself if it is not JSON.
fn with_digests(manifest: &[u8], puzzles: &[u8], blocks: &[u8]) -> Vec<u8> {
    let Ok(mut value) = serde_json::from_slice::<Value>(manifest) else { return manifest.into() };
    if let Some(digest) = value.get_mut("blocks_sha256") {
        *digest = hex(&Sha256::digest(blocks)).into();
    }
    let Some(strategies) = value.get_mut("strategies").and_then(Value::as_array_mut) else { return manifest.into() };
    let mut digests = vec![Sha256::new(); strategies.len()];
    let rows = puzzles.split(|&byte| byte == b'\n').skip(1);
    for (digest, row) in (0..strategies.len()).cycle().zip(rows) {
        let Ok(row) = PuzzleRow::parse(row) else { break };
        digests[digest].update([row.deterministic, b"\n"].concat());
    }
    for (strategy, digest) in strategies.iter_mut().zip(digests) {
        if let Some(old) = strategy.get_mut("digest") {
            *old = hex(&digest.finalize()).into();
        }
    }
    serde_json::to_vec(&value).expect("it was read from JSON")
}

/// Compares two inputs if they can be compared, and checks everything that is rendered from the comparison.
pub fn check_comparison(base: &Input, current: &Input) {
    let options = Options { rules: Rules::default(), floors: FloorBounds::default(), common_only: true };
    if let Ok(comparison) = compare(base, current, &options, |_, _| Ok(())) {
        check_rendered(&comparison);
    }
}

fn check_rendered(comparison: &Comparison) {
    check_terminal(&reporter::verdict_table(comparison, 80));
    check_terminal(&reporter::verdict_table(comparison, 0));
    let markdown = reporter::markdown(comparison);
    check_terminal(&markdown);
    assert!(markdown.len() <= 60_000, "a comment on GitHub holds no more");
    assert_eq!(markdown.matches("<!--").count(), 1, "{markdown}");
    let annotations = reporter::annotations(comparison, false);
    assert!(annotations.lines().all(|line| line.starts_with("::") && !line.contains('\r')), "{annotations}");
    serde_json::from_slice::<Value>(&comparison.to_json()).expect("compare.json is JSON");
}
