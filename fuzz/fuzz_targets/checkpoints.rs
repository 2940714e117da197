//! An interrupted output and its checkpoints, from which a pass is resumed: the output, then
//! checkpoints after a valid one, with the byte 0x1e between them.

#![no_main]

use std::{
    fs,
    path::{Path, PathBuf},
    sync::{
        OnceLock,
        atomic::{AtomicBool, Ordering},
    },
};

use corpus::{
    error::Result,
    reader::{BlockSize, Corpus, Extras},
    writer::OutputSpec,
};
use dataset::{Observer, Resumption, RowPass, RowPassResult};
use libfuzzer_sys::fuzz_target;
use pass::PassEnd;
use sudoku_bench_fuzz::{check_shown, directory, file, journal, results::SEPARATOR};

const PUZZLE: &str = "040610090070050000103948000961000002005826100800000365000379204000080050080065030";

/// Writes a corpus of more blocks than are read ahead.
fn corpus() -> PathBuf {
    let rows = (0..20).map(|n| format!("{n},{PUZZLE}\n"));
    file("corpus.csv", format!("id,puzzle\n{}", rows.collect::<String>()).as_bytes())
}

/// Converts a small corpus, up to the first block if `stops` is true.
fn convert(output: &Path, resume: bool, stops: bool) -> Result<RowPassResult> {
    let reshape = RowPass {
        corpus: Corpus {
            files: vec![corpus()],
            block_size: BlockSize::Fixed(1),
            extras: Extras { rows: true, ..Extras::default() },
            ..Corpus::default()
        },
        threads: 1,
        outputs: vec![OutputSpec { path: Some(output.into()), ..OutputSpec::default() }],
        rejects: None,
        resumption: Some(Resumption { arguments: Vec::new(), resume, notice: None }),
    };
    let stop = AtomicBool::new(false);
    let mut progress = |_, _| stop.store(stops, Ordering::Relaxed);
    reshape.convert(&mut Observer { stop: &stop, progress: &mut progress, searches: None })
}

/// Returns the journal of such a pass, with the checkpoint after the first block.
fn recorded(output: &Path, log: &Path) -> &'static [u8] {
    static JOURNAL: OnceLock<Vec<u8>> = OnceLock::new();
    JOURNAL.get_or_init(|| {
        convert(output, false, true).expect("the corpus is valid");
        fs::read(log).expect("the pass was stopped")
    })
}

fuzz_target!(|data: &[u8]| {
    let path = directory().join("checkpoints");
    let output = path.join("o.csv");
    let part = path.join("o.csv.part");
    let log = path.join("o.csv.resume");
    fs::create_dir_all(&path).expect("the temporary directory can be written");
    let recorded = recorded(&output, &log);
    fs::remove_dir_all(&path).expect("the temporary directory can be written");
    fs::create_dir(&path).expect("the temporary directory can be written");
    let mut records = data.split(|&byte| byte == SEPARATOR);
    fs::write(&part, records.next().unwrap_or_default()).expect("the temporary directory can be written");
    let mut checkpoints = recorded.to_vec();
    records.for_each(|record| journal::append(&mut checkpoints, record));
    fs::write(log, checkpoints).expect("the temporary directory can be written");
    match convert(&output, true, false) {
        Ok(RowPassResult { ended: PassEnd::Complete, .. }) => assert!(output.is_file()),
        Ok(RowPassResult { ended: PassEnd::Failed(error), .. }) | Err(error) => check_shown(&error.to_string()),
        Ok(_) => unreachable!("nothing stops it"),
    }
});
