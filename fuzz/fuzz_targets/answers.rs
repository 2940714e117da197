//! The protocol of `ab`, from the side of the driver: a build that answers with the input instead of solving.

#![no_main]

use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::PathBuf,
    sync::{OnceLock, atomic::AtomicBool},
    time::Duration,
};

use benchmark::{
    ab::AbRun,
    compare::{FloorBounds, Rules},
    record::RoundCount,
};
use corpus::reader::{BlockSize, Corpus};
use libfuzzer_sys::fuzz_target;
use sudoku_bench_fuzz::{check_shown, check_terminal, directory, file};

/// Two puzzles.
const CORPUS: &[u8] = include_bytes!("../seeds/text/two-puzzles.txt");

/// Returns a build that prints the greeting, reads a request of two puzzles, and prints the file `answer` beside it.
fn build() -> &'static PathBuf {
    static BUILD: OnceLock<PathBuf> = OnceLock::new();
    BUILD.get_or_init(|| {
        let path = file(
            "build",
            b"#!/bin/sh\necho sudoku-bench worker 1\nread a; read b; read c\nexec cat \"${0%build}answer\"\n",
        );
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("it was just written");
        path
    })
}

fuzz_target!(|data: &[u8]| {
    let corpus =
        Corpus { files: vec![file("corpus", &CORPUS[2..])], block_size: BlockSize::Fixed(2), ..Corpus::default() };
    file("answer", data);
    assert!(build().starts_with(directory()));
    let second = Duration::from_secs(1);
    let ab = AbRun {
        builds: [build().clone(), build().clone()],
        strategies: vec!["dlx".into(), "naive".into()],
        arguments: Vec::new(),
        rounds: RoundCount::Fixed(1),
        searches: None,
        block_timeout: second,
        search_timeout: Duration::ZERO,
    };
    let measured = ab.run(&corpus, &AtomicBool::new(false), |_, _| Ok(()), |_| (), |_, _| Ok(()));
    match measured.map(|measured| {
        ab.judge(&corpus, measured.expect("it was not stopped"), &Rules::default(), FloorBounds::default())
    }) {
        Ok(Ok(comparison)) => check_terminal(&benchmark::reporter::verdict_table(&comparison, 80)),
        Ok(Err(error)) | Err(error) => check_shown(&error.to_string()),
    }
});
