//! The journal of an unfinished run, which is resumed: the records after the first, each after its length in two bytes.

#![no_main]

use std::{
    fs,
    path::Path,
    sync::{OnceLock, atomic::AtomicBool},
};

use benchmark::{
    record::{Destination, Directory, RoundCount, RunOptions},
    session::{self, Measured},
};
use corpus::{
    error::Result,
    reader::{BlockSize, Corpus},
};
use grid::simd::Simd;
use libfuzzer_sys::fuzz_target;
use pass::{self, Options};
use solver::strategy::{self, Limits};
use sudoku_bench_fuzz::{check_shown, directory, file, journal};

// The first two bytes of the seed are options of another target.
const CORPUS: &[u8] = include_bytes!("../seeds/text/header.csv").split_at(2).1;

/// Runs two strategies on a small corpus in two rounds.
fn measure(results: &Directory) -> Result<Option<Measured>> {
    let corpus =
        Corpus { files: vec![file("corpus.csv", CORPUS)], block_size: BlockSize::Fixed(1), ..Corpus::default() };
    let strategies = ["dlx", "elimination"].map(|name| strategy::find(name).expect("it is in the registry")).into();
    let pass =
        Options { limits: Limits { nodes: 1000, ..Limits::NONE }, simd: Simd::Scalar, ..Options::new(strategies) };
    let options = RunOptions { rounds: RoundCount::Fixed(2), ..RunOptions::new(corpus, pass) };
    let progress = pass::Progress::new(2, 1).into();
    session::measure(&options, results, &AtomicBool::new(false), &progress, &mut |_| ())
}

/// Returns the journal of such a run, without its entries.
fn header(path: &Path) -> &'static [u8] {
    static HEADER: OnceLock<Vec<u8>> = OnceLock::new();
    HEADER.get_or_init(|| {
        let results = Destination::new(path, &[]).create(false).expect("the temporary directory can be written");
        drop(measure(&results).expect("the corpus is valid"));
        // The journal is removed only when the results get their names.
        let journal = fs::read(path.join("run.journal")).expect("it was written");
        journal::without_entries(&journal).to_vec()
    })
}

fuzz_target!(|data: &[u8]| {
    let path = directory().join("journal");
    let header = header(&path);
    fs::remove_dir_all(&path).expect("the temporary directory can be written");
    fs::create_dir(&path).expect("the temporary directory can be written");
    let mut journal = header.to_vec();
    let mut rest = data;
    while let Some((length, after)) = rest.split_first_chunk() {
        let (record, after) = after.split_at(after.len().min(u16::from_le_bytes(*length).into()));
        journal::append(&mut journal, record);
        rest = after;
    }
    fs::write(path.join("run.journal"), journal).expect("the temporary directory can be written");
    let results = Destination::new(&path, &[]).resume().expect("the directory has a journal");
    match measure(&results) {
        Ok(measured) => {
            let mut measured = measured.expect("nothing stops it");
            measured.finished.publish(&[]).expect("the temporary directory can be written");
        }
        Err(error) => check_shown(&error.to_string()),
    }
});
