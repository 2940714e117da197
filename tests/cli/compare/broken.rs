//! Malformed files: the error names the file, and no verdict is written.

use serde_json::Value;

use super::*;

/// Valid results, and copies that tests edit into malformed ones.
struct Broken {
    scratch: Scratch,
    base: PathBuf,
    number: u32,
}

impl Broken {
    fn new() -> Broken {
        let scratch = Scratch::new();
        let base = baseline(&scratch);
        Broken { scratch, base, number: 0 }
    }

    fn copy(&mut self) -> Edited {
        self.number += 1;
        Edited::copy(&self.base, self.scratch.path(&format!("broken-{}", self.number)))
    }

    /// Checks that an edited file is an error in either input. A reason that begins with a colon follows the path.
    #[track_caller]
    fn text(&mut self, file: &str, edit: impl FnOnce(String) -> String, code: i32, reason: &str) {
        let broken = self.copy().text(file, edit).0;
        let path = broken.join(file).display().to_string();
        self.refuses(&broken, code, &path);
        self.refuses(&broken, code, &if reason.starts_with(':') { path + reason } else { reason.into() });
    }

    #[track_caller]
    fn refuses(&self, broken: &Path, code: i32, reason: &str) {
        refuses(&self.base, broken, &[], code, reason);
        let out = self.scratch.path("out");
        let ran = compare(broken, &self.base, &["--out", out.to_str().unwrap()], code);
        assert!(ran.stderr().contains(reason), "{}", ran.stderr());
        assert_eq!((ran.stdout(), files(&out)), (String::new(), Vec::new()));
    }
}

/// Removes the last bytes.
fn cut(text: String, bytes: usize) -> String {
    text[..text.len() - bytes].into()
}

/// Removes the last row.
fn shorter(text: String) -> String {
    let end = text.trim_end().rfind('\n').unwrap();
    text[..=end].into()
}

/// Repeats line 2.
fn twice(text: String) -> String {
    let row = text.lines().nth(1).unwrap().to_string();
    text.replacen(&row, &format!("{row}\n{row}"), 1)
}

/// Replaces a field of line 3.
fn field(text: String, place: usize, value: &str) -> String {
    let mut lines: Vec<String> = text.lines().map(String::from).collect();
    let mut fields: Vec<_> = lines[2].split(',').collect();
    fields[place] = value;
    lines[2] = fields.join(",");
    lines.join("\n") + "\n"
}

#[test]
fn malformed_manifests_are_errors() {
    let mut broken = Broken::new();
    broken.text("manifest.json", |text| cut(text, 30), 1, "changed by hand, or cut short: EOF");
    broken.text("manifest.json", |_| String::new(), 1, ":1: changed by hand, or cut short: EOF");
    broken.text("manifest.json", |_| "[]".into(), 4, ": schema version null");
    broken.text(
        "manifest.json",
        |text| text.replace("\"simd\"", "\"sind\""),
        1,
        "changed by hand, or cut short: missing field `simd`",
    );
    broken.text(
        "manifest.json",
        |text| text.replacen("\"rounds\": 1", "\"rounds\": -1", 1),
        1,
        "changed by hand, or cut short: invalid value",
    );
    for (version, shown) in [(Value::from(2), "2"), ("1".into(), "\"1\""), (Value::Null, "null")] {
        let edited = broken.copy().manifest(|manifest| manifest["schema_version"] = version).0;
        broken.refuses(&edited, 4, &format!("manifest.json: schema version {shown}, but this program reads version 1"));
    }
    let edited = broken.copy().manifest(|manifest| manifest["rounds_complete"] = 0.into()).0;
    broken.refuses(&edited, 4, "the run was interrupted in its first round");
    let edited = broken.copy().manifest(|manifest| manifest["strategies"] = Vec::<Value>::new().into()).0;
    broken.refuses(&edited, 4, "it has no strategies");
    let many = |manifest: &mut Value| {
        let strategy = manifest["strategies"][0].clone();
        let named = |number| {
            let mut strategy = strategy.clone();
            strategy["name"] = format!("dlx-{number}").into();
            strategy
        };
        manifest["strategies"] = (0..257).map(named).collect();
    };
    let edited = broken.copy().manifest(many).0;
    broken.refuses(&edited, 1, "has more than 256 strategies");
    let edited = broken.copy().manifest(|manifest| manifest["corpora"][0]["sha256"] = Value::Null).0;
    broken.refuses(&edited, 4, "a corpus was not read to its end");
    let edited = broken.copy().manifest(|manifest| manifest["corpora"][0]["sha256"] = "aééééééééééé".into()).0;
    broken.refuses(&edited, 4, "corpora differ");
}

#[test]
fn malformed_puzzle_rows_are_errors() {
    let mut broken = Broken::new();
    let file = "puzzles.csv";
    let last = 1 + 2 * PUZZLES;
    broken.text(file, |text| cut(text, 5), 1, &format!(":{last}: the line has no end: cut short"));
    broken.text(file, shorter, 1, &format!(":{last}: the row of fc-mrv is missing: cut short"));
    broken.text(file, |text| shorter(shorter(text)), 1, ": the rows of dlx do not match the digest in manifest.json");
    broken.text(file, |_| String::new(), 1, ":1: is not the header");
    broken.text(file, |text| text.replacen("nodes", "knots", 1), 1, ":1: is not the header");
    broken.text(file, twice, 1, ":3: a row of dlx where a row of fc-mrv is expected");
    broken.text(
        file,
        |text| text.replacen(",fc-mrv,", ",magic,", 1),
        1,
        ":3: a row of magic where a row of fc-mrv is expected",
    );
    broken.text(file, |text| field(text, 6, "99"), 1, ": the rows of fc-mrv do not match");
    broken.text(file, |text| field(text, 6, "-1"), 1, ":3: the row has \"-1\" as its nodes");
    broken.text(file, |text| field(text, 6, "99999999999999999999"), 1, ":3: the row has \"99999999999999999999\"");
    broken.text(file, |text| field(text, 10, "NaN"), 1, ":3: the row has \"NaN\" as its latency_ns");
    broken.text(file, |text| field(text, 4, "done"), 1, ":3: the row has \"done\" as its status");
    broken.text(file, |text| field(text, 1, "7"), 1, ":3: not the puzzle of the row before");
    broken.text(file, |text| text.replacen('\n', "\n\u{1b}[2J\n", 1), 1, ":2: the row has");
    // Consistent files with different puzzles.
    let fewer = broken.copy().puzzles(|row| row.number("line") < 20).0;
    broken.refuses(&fewer, 4, "the rows belong to different puzzles");
    let [none, nothing] = [(); 2].map(|()| broken.copy().puzzles(|_| false).0);
    broken.refuses(&none, 4, "the rows belong to different puzzles");
    refuses(&none, &nothing, &["--advisory"], 4, "nothing to compare: no strategy was run on a puzzle");
}

/// A later version may add columns at the end of a row without another schema version.
#[test]
fn added_columns_are_ignored() {
    let mut broken = Broken::new();
    let wider = |text: String| text.lines().map(|line| format!("{line},7\n")).collect::<String>();
    let later = broken.copy().text("puzzles.csv", wider).text("blocks.csv", wider);
    let blocks = edited::sha256(&read(&later.0.join("blocks.csv")));
    let later = later.manifest(|manifest| manifest["blocks_sha256"] = blocks.into());
    for (base, current) in [(&broken.base, &later.0), (&later.0, &broken.base)] {
        let ran = compare(base, current, &["--counters", "exact"], 0);
        assert!(ran.stdout().starts_with("pass: every count is the same"), "{}", ran.stdout());
    }
}

#[test]
fn malformed_block_rows_are_errors() {
    let mut broken = Broken::new();
    let file = "blocks.csv";
    let changed = ": does not match the digest in manifest.json: changed by hand, or cut short";
    let last = read(&broken.base.join(file)).lines().count();
    broken.text(file, |text| cut(text, 3), 1, &format!(":{last}: the line has no end: cut short"));
    broken.text(file, shorter, 1, changed);
    broken.text(file, |text| text.replacen("cpu_ns", "gpu_ns", 1), 1, ":1: is not the header");
    broken.text(file, |text| field(text, 6, "9.5"), 1, changed);
    broken.text(file, |text| field(text, 6, ""), 1, changed);
    for none in ["NaN", "inf", "-inf", "1e999", "1e308", "-0.1"] {
        broken.text(file, |text| field(text, 6, none), 1, ":3: mean_ln_ns_trim10 is not the logarithm of a time");
    }
    broken.text(file, |text| field(text, 6, "slow"), 1, ":3: not a row of this file");
    broken.text(file, |text| field(text, 0, "7"), 1, ":3: round 7 of 1, counted from 0");
    broken.text(file, |text| field(text, 2, "magic"), 1, ":3: manifest.json has no strategy magic");
    broken.text(file, |text| field(text, 2, "\u{1b}[2J"), 1, r":3: manifest.json has no strategy \u{1b}[2J");
    broken.text(file, |text| text.replacen('\n', "\n0,0\n", 1), 1, ":2: not a row of this file");
    broken.text(file, twice, 1, ":3: dlx occurs twice in round 0, block 0");
    // Memory for four billion rounds would not suffice.
    let rounds = broken.copy().manifest(|manifest| manifest["rounds"] = u32::MAX.into());
    let rounds = rounds.text(file, |text| field(text, 0, "4294967294")).0;
    broken.refuses(&rounds, 1, "blocks.csv:3: rows of the rounds before round 4294967294 are missing");
    let nothing = broken
        .copy()
        .manifest(|manifest| manifest["blocks_sha256"] = Value::Null)
        .text(file, |text| field(text, 6, "9.5"))
        .0;
    broken.refuses(&nothing, 1, "manifest.json:1: changed by hand, or cut short: invalid type: null");
}

/// Rows that are missing although the digest is that of the file: without them, no latency could be worse.
#[test]
fn missing_latencies_are_errors() {
    let mut broken = Broken::new();
    let mut refuses = |edit: &dyn Fn(&mut Row) -> bool, reason: &str| {
        let edited = broken.copy().blocks(edit).0;
        broken.refuses(&edited, 1, &format!("{}: {reason}: changed by hand", edited.join("blocks.csv").display()));
    };
    refuses(&|_| false, "blocks of round 0 are missing");
    let is_kept = |row: &mut Row| row.get("strategy") != "fc-mrv" || row.number("block") != 2;
    refuses(&is_kept, "the row of fc-mrv in round 0, block 2 is missing");
    let blank = |row: &mut Row| {
        if row.get("strategy") == "fc-mrv" {
            row.set("mean_ln_ns_trim10", "");
        }
        true
    };
    refuses(&blank, "the latencies of fc-mrv are missing, although it finished puzzles");
    // A run without a control is valid, but its latencies cannot be compared.
    let without_control = |row: &mut Row| {
        row.set("control_mean_ln_ns_trim10", "");
        true
    };
    let edited = broken.copy().blocks(without_control).0;
    says(&compare(&broken.base, &edited, &[], 0), "latencies are not compared: a run has no control");
}

#[test]
fn missing_rounds_are_errors() {
    let scratch = Scratch::new();
    let corpus = corpus(&scratch, "corpus.txt");
    let base = results(&scratch, "base", &[&corpus, "--strategy", STRATEGIES, "--rounds", "3"]);
    let edited = Edited::copy(&base, scratch.path("edited")).blocks(|row| row.number("round") != 1).0;
    let reason = format!("{}: blocks of round 1 are missing", edited.join("blocks.csv").display());
    refuses(&base, &edited, &[], 1, &reason);
}

#[test]
fn missing_files_are_errors() {
    let mut broken = Broken::new();
    for file in ["puzzles.csv", "blocks.csv"] {
        let missing = broken.copy().0;
        fs::remove_file(missing.join(file)).unwrap();
        broken.refuses(&missing, 1, &format!("{}: cannot ", missing.join(file).display()));
    }
    let missing = broken.copy().0;
    fs::remove_file(missing.join("manifest.json")).unwrap();
    broken.refuses(&missing, 1, "holds no manifest.json");
    let empty = broken.scratch.path("empty");
    fs::create_dir(&empty).unwrap();
    broken.refuses(&empty, 1, &format!("{}: holds no manifest.json", empty.display()));
    let nowhere = broken.scratch.path("nowhere");
    broken.refuses(&nowhere, 1, &format!("{}: cannot read: ", nowhere.display()));
}

#[test]
fn a_failed_comparison_removes_the_earlier_verdict() {
    let mut broken = Broken::new();
    let current = broken.copy();
    compare(&broken.base, &current.0, &[], 0);
    let current = current.text("puzzles.csv", shorter).0;
    refuses(&broken.base, &current, &[], 1, "puzzles.csv");
    assert_eq!(files(&current), ["blocks.csv", "manifest.json", "puzzles.csv"]);
}
