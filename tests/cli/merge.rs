//! Results that are merged: shards, and rounds that were run apart.

use super::*;

/// Puzzles with ids, and among them rejects, conflicting givens and searches that hit a limit.
fn corpus(scratch: &Scratch) -> String {
    let mut text = String::from("id,puzzle\n");
    for n in 0..300 {
        match n % 31 {
            13 => text += "short,123\n",
            14 => text += &format!("\"conflict, {n}\",11{}\n", &EASY[2..]),
            _ => text += &format!("{n},{}\n", if n % 5 == 0 { INKALA } else { EASY }),
        }
    }
    scratch.corpus("corpus.csv", text)
}

const OPTIONS: [&str; 6] = ["--strategy", "dlx,naive", "--node-limit", "3000", "--block-size", "7"];

/// Runs the program, and returns its exit code and standard error.
fn program(scratch: &Scratch, arguments: &str) -> (Option<i32>, String) {
    let arguments: Vec<&str> = arguments.split(' ').collect();
    let output = sudoku_bench(&arguments).current_dir(scratch.0.path()).output().unwrap();
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[track_caller]
fn succeeds(scratch: &Scratch, arguments: &str) {
    let (code, stderr) = program(scratch, arguments);
    assert_eq!(code, Some(0), "{arguments}: {stderr}");
}

/// What is the same in merged results and in those of one run.
fn deterministic(scratch: &Scratch, out: &str) -> Vec<String> {
    let path = |name: &str| scratch.path(out).join(name);
    let counts = without_latencies(&read(&path("puzzles.csv")));
    let blocks = rows(&path("blocks.csv"));
    let columns = ["round", "block", "strategy", "n", "censored", "puzzles", "rejects"];
    let blocks: Vec<_> = blocks.iter().map(|row| columns.map(|name| row.get(name)).join(",")).collect();
    let totals = ["dlx", "naive"].map(|strategy| {
        let text = read(&path(&format!("histograms/{strategy}.hgrm")));
        text.split_once("Total count").unwrap().1.to_string()
    });
    let manifest: serde_json::Value = serde_json::from_str(&read(&path("manifest.json"))).unwrap();
    let manifest: Vec<_> = ["corpora", "strategies", "rounds", "rounds_complete", "options", "block_size", "shard"]
        .map(|key| manifest[key].to_string())
        .into();
    [&[counts, read(&path("failures.csv")), read(&path("rejects.csv"))][..], &blocks, &totals, &manifest].concat()
}

#[test]
fn shards_and_rounds_add_up_to_the_whole_run() {
    let scratch = Scratch::new();
    corpus(&scratch);
    let options = OPTIONS.join(" ");
    succeeds(&scratch, &format!("run corpus.csv {options} --rounds 3 -o whole"));
    for number in 1..=5 {
        // Two rounds and one more.
        succeeds(&scratch, &format!("run corpus.csv {options} --rounds 2 --shard {number}/5 -o a{number}"));
        succeeds(&scratch, &format!("run corpus.csv {options} --shard {number}/5 -o b{number}"));
    }
    succeeds(&scratch, "merge b1 a5 a4 a3 a2 a1 b2 b3 b4 b5 -o merged");
    let merged = deterministic(&scratch, "merged");
    let whole = deterministic(&scratch, "whole");
    for (merged, whole) in merged.iter().zip(&whole) {
        let differs = merged.lines().zip(whole.lines()).find(|(merged, whole)| merged != whole);
        assert!(merged == whole, "{differs:?}");
    }
    assert_eq!(merged.len(), whole.len());
    succeeds(&scratch, "show merged");
    succeeds(&scratch, "compare whole merged --advisory");
    // Merged results are results: here those of two runs of the whole corpus.
    succeeds(&scratch, &format!("run corpus.csv {options} -o fourth"));
    succeeds(&scratch, "merge fourth merged -o four");
    let manifest: serde_json::Value = serde_json::from_str(&read(&scratch.path("four/manifest.json"))).unwrap();
    assert_eq!((&manifest["rounds_complete"], manifest["sessions"].as_array().unwrap().len()), (&4.into(), 11));
}

#[test]
fn merged_results_do_not_replace_a_part() {
    let scratch = Scratch::new();
    corpus(&scratch);
    let options = OPTIONS.join(" ");
    (1..=2).for_each(|number| succeeds(&scratch, &format!("run corpus.csv {options} --shard {number}/2 -o p{number}")));
    let (code, error) = program(&scratch, "merge p1 p2 -o p1 --force");
    assert_eq!(code, Some(2));
    assert!(error.contains("the input p1 is p1, whose files are replaced"), "{error}");
    succeeds(&scratch, "merge p1 p2 -o whole");
}

#[test]
fn parts_that_do_not_fit_are_named() {
    let scratch = Scratch::new();
    let text = read(Path::new(&corpus(&scratch)));
    scratch.corpus("other.csv", text.replacen(EASY, INKALA, 1));
    let options = OPTIONS.join(" ");
    for (out, more) in [
        ("1", "corpus.csv --shard 1/3"),
        ("2", "corpus.csv --shard 2/3"),
        ("3", "corpus.csv --shard 3/3"),
        ("again", "corpus.csv --shard 2/3"),
        ("half", "corpus.csv --shard 1/2"),
        ("other", "other.csv --shard 3/3"),
        ("limit", "corpus.csv --shard 3/3 --max-solutions 2"),
        ("whole", "corpus.csv"),
    ] {
        succeeds(&scratch, &format!("run {more} {options} -o {out}"));
    }
    for (runs, message) in [
        ("1 3", "missing: shard 2/3"),
        ("1 2 3 again", "shard 2/3 has 2 rounds, and another has 1: 2, again"),
        ("1 2 3 3", "3 and 3 are the same run"),
        ("1 2 half", "of shard 1/2, but 1 of shard 1/3"),
        ("1 2 other", "other: the corpus is not that of 1"),
        ("1 2 limit", "limit: --max-solutions is 2, but 1 in 1"),
        ("whole 1", "whole is of the whole corpus, but 1 of shard 1/3"),
    ] {
        let (code, stderr) = program(&scratch, &format!("merge {runs} -o merged"));
        assert_eq!(code, Some(4), "{runs}: {stderr}");
        assert!(stderr.contains(message), "{runs}: {stderr}");
        assert!(!scratch.path("merged").exists(), "{runs}");
    }
    succeeds(&scratch, "merge 1 2 3 -o merged");
    let (code, stderr) = program(&scratch, "merge 1 2 3 -o merged");
    assert!(code == Some(1) && stderr.contains("holds results already"), "{stderr}");
    // A row that is missing is found by the digest.
    let text = read(&scratch.path("2/puzzles.csv"));
    let cut = &text[..text[..text.len() - 1].rfind('\n').unwrap() + 1];
    fs::write(scratch.path("2/puzzles.csv"), cut).unwrap();
    let (code, stderr) = program(&scratch, "merge 1 2 3 -o merged --force");
    assert!(code == Some(1) && stderr.contains("2/puzzles.csv"), "{stderr}");
    succeeds(&scratch, "show merged");
    assert!(!scratch.path("merged.part").exists());
}

#[test]
fn a_shard_without_blocks_is_a_part() {
    let scratch = Scratch::new();
    scratch.corpus("two.txt", format!("{EASY}\n{EASY}\n"));
    for number in 1..=4 {
        succeeds(&scratch, &format!("run two.txt -s dlx --shard {number}/4 -o {number}"));
    }
    succeeds(&scratch, "merge 1 2 3 4 -o merged");
    assert_eq!(rows(&scratch.path("merged/puzzles.csv")).len(), 2);
}

/// A program may have a few hundred files open on most systems.
#[test]
#[cfg(unix)]
fn more_shards_than_open_files_are_merged() {
    const SHARDS: usize = 30;
    let scratch = Scratch::new();
    corpus(&scratch);
    for number in 1..=SHARDS {
        succeeds(
            &scratch,
            &format!(
                "run corpus.csv -s dlx,naive --node-limit 100 --block-size 7 --no-report --shard {number}/{SHARDS} -o s{number}"
            ),
        );
    }
    let merge = format!("ulimit -n 32; '{}' merge s* -o all", env!("CARGO_BIN_EXE_sudoku-bench"));
    let ended = Command::new("bash").args(["-c", &merge]).current_dir(scratch.path("")).output().unwrap();
    assert!(ended.status.success(), "{}", String::from_utf8_lossy(&ended.stderr));
    succeeds(&scratch, "run corpus.csv -s dlx,naive --node-limit 100 --block-size 7 -o whole");
    assert_eq!(deterministic(&scratch, "all"), deterministic(&scratch, "whole"));
}
