//! A results directory: `manifest.json`, `puzzles.csv`, `blocks.csv` and the interval log, in this order, with the byte 0x1e
//! between them. Everything that is rendered from it is rendered.

#![no_main]

use benchmark::{
    compare::Input,
    record::Results,
    reporter::{self, export},
};
use libfuzzer_sys::fuzz_target;
use sudoku_bench_fuzz::{check_shown, check_terminal, results};

fuzz_target!(|data: &[u8]| {
    let path = results::write("record", data);
    let record = match Results::open(&path).and_then(|results| results.record()) {
        Ok(record) => record,
        Err(error) => return check_shown(&error.to_string()),
    };
    check_terminal(&reporter::summary_text(&record.summary, 80, true));
    check_terminal(&reporter::summary_text(&record.summary, 0, true));
    check_terminal(&reporter::headline(&record));
    reporter::warnings(&record).iter().for_each(|warning| check_terminal(warning));
    for (name, content) in export::files(&record) {
        if name.ends_with(".json") {
            serde_json::from_slice::<serde_json::Value>(&content).expect("an export is JSON");
        }
        check_terminal(&String::from_utf8(content).expect("an export is text"));
    }
    let base = Input::open(&results::valid());
    let current = Input::open(&path);
    results::check_comparison(&base.expect("it is valid"), &current.expect("it was read before"));
});
