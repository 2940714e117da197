//! Runs that are resumed after any end.

use std::process::Child;

use super::*;

/// Six hundred puzzles with ids, rejects among them, and a puzzle whose givens conflict.
fn corpus(scratch: &Scratch) -> String {
    let mut text = String::from("id,puzzle\n");
    for n in 0..600 {
        match n % 97 {
            13 => text += "short,123\n",
            14 => text += &format!("conflict-{n},11{}\n", &EASY[2..]),
            _ => text += &format!("{n},{}\n", if n % 5 == 0 { INKALA } else { EASY }),
        }
    }
    scratch.corpus("corpus.csv", text)
}

const OPTIONS: [&str; 8] = ["--strategy", "dlx,naive", "--node-limit", "20000", "--block-size", "7", "--rounds", "3"];

/// What is the same in every run of a corpus: counts, failures, rejects, digests, and the totals of the histograms.
#[derive(Debug, PartialEq)]
struct Deterministic {
    counts: String,
    failures: String,
    rejects: String,
    digests: Vec<serde_json::Value>,
    histograms: Vec<Option<String>>,
    blocks: Vec<String>,
}

fn deterministic(ran: &Ran) -> Deterministic {
    let total = |strategy: &str| {
        let text = ran.read(&format!("histograms/{strategy}.hgrm"));
        text.split_once("Total count").map(|(_, total)| total.to_string())
    };
    let manifest = ran.json("manifest.json");
    assert_eq!((&manifest["interrupted"], &manifest["rounds_complete"]), (&false.into(), &3.into()));
    Deterministic {
        counts: without_latencies(&ran.read("puzzles.csv")),
        failures: ran.read("failures.csv"),
        rejects: ran.read("rejects.csv"),
        digests: manifest["strategies"].as_array().unwrap().iter().map(|of| of["digest"].clone()).collect(),
        histograms: ["dlx", "naive"].map(total).into(),
        blocks: ran
            .rows("blocks.csv")
            .iter()
            .map(|row| ["round", "block", "strategy", "n"].map(|name| row.get(name)).join(","))
            .collect(),
    }
}

/// Asserts that two runs are the same, and prints the first line that differs if they are not.
#[track_caller]
fn assert_same(one: &Deterministic, other: &Deterministic) {
    for (one, other) in [(&one.counts, &other.counts), (&one.failures, &other.failures), (&one.rejects, &other.rejects)]
    {
        let differs = one.lines().zip(other.lines()).find(|(one, other)| one != other);
        assert!(one == other, "{differs:?}");
    }
    assert!(one == other, "digests, histograms or blocks differ");
}

/// Runs without interruption, and removes the results.
fn uninterrupted(scratch: &Scratch, corpus: &str) -> Deterministic {
    let whole = deterministic(&scratch.run(&[&[corpus][..], &OPTIONS].concat()).exits(0));
    fs::remove_dir_all(scratch.path("out")).unwrap();
    whole
}

/// Starts the run without terminal or input.
fn start(scratch: &Scratch, arguments: &[&str]) -> Child {
    scratch.command(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

/// Returns the arguments of the run, which resumes the one in `out` if there is one.
fn arguments<'a>(corpus: &'a str, out: &'a str) -> Vec<&'a str> {
    [&[corpus, "--resume", out][..], &OPTIONS].concat()
}

#[test]
fn a_run_killed_again_and_again_equals_an_uninterrupted_one() {
    let scratch = Scratch::new();
    let corpus = corpus(&scratch);
    let whole = uninterrupted(&scratch, &corpus);
    let out = scratch.path("out").display().to_string();
    let journal = scratch.path("out/run.journal");
    let mut length = 0;
    let mut kills = 0;
    loop {
        let mut child = start(&scratch, &arguments(&corpus, &out));
        // The run ends, or its journal grows by some blocks.
        let wanted = length + 5_000 * (kills % 4);
        while child.try_wait().unwrap().is_none() && fs::metadata(&journal).map_or(0, |found| found.len()) <= wanted {
            thread::sleep(Duration::from_millis(1));
        }
        child.kill().unwrap();
        if child.wait().unwrap().code() == Some(0) {
            break;
        }
        length = fs::metadata(&journal).map_or(0, |found| found.len());
        assert!(!scratch.path("out/manifest.json").exists());
        kills += 1;
    }
    assert!(kills > 5, "{kills} kills");
    let ran = Ran { output: sudoku_bench(&["show", &out]).output().unwrap(), out: scratch.path("out") }.exits(0);
    assert_same(&deterministic(&ran), &whole);
    assert!(ran.json("manifest.json")["sessions"].as_array().unwrap().len() > 1);
    assert!(
        !files(&ran.out).iter().any(|file| file.ends_with(".part") || file == "run.journal"),
        "{:?}",
        files(&ran.out)
    );
    // Once more: there is nothing to do.
    let ran = scratch.run(&arguments(&corpus, &out)).exits(0);
    assert!(ran.stderr().contains("there is nothing to resume"), "{}", ran.stderr());
}

/// Leaves the journal of a run that was killed.
fn killed(scratch: &Scratch, corpus: &str) -> (String, Vec<u8>) {
    let out = scratch.path("out").display().to_string();
    let mut child = start(scratch, &arguments(corpus, &out));
    wait_until("a journal with some blocks", || {
        fs::metadata(scratch.path("out/run.journal")).is_ok_and(|found| found.len() > 10_000)
    });
    child.kill().unwrap();
    child.wait().unwrap();
    let journal = fs::read(scratch.path("out/run.journal")).unwrap();
    (out, journal)
}

#[test]
fn a_journal_that_is_cut_anywhere_is_continued() {
    let scratch = Scratch::new();
    let corpus = corpus(&scratch);
    let whole = uninterrupted(&scratch, &corpus);
    let (out, journal) = killed(&scratch, &corpus);
    for length in [journal.len() - 1, journal.len() / 2, 5_000] {
        let _ = fs::remove_dir_all(&out);
        fs::create_dir(&out).unwrap();
        fs::write(scratch.path("out/run.journal"), &journal[..length]).unwrap();
        // The arguments are in the journal.
        let ran = scratch.run(&["--resume", &out]).exits(0);
        assert_same(&deterministic(&ran), &whole);
    }
}

/// A job that is started again on another machine has other processors.
#[test]
fn a_run_is_continued_with_other_threads_and_instructions() {
    let scratch = Scratch::new();
    let corpus = corpus(&scratch);
    let whole = uninterrupted(&scratch, &corpus);
    let (out, _) = killed(&scratch, &corpus);
    let ran = scratch.run(&[&arguments(&corpus, &out)[..], &["--threads", "3", "--simd", "scalar"]].concat()).exits(0);
    assert_same(&deterministic(&ran), &whole);
}

#[test]
fn a_complete_run_ends_again_as_it_did() {
    let scratch = Scratch::new();
    let corpus = scratch.corpus("c.txt", format!("{EASY}\nshort\n"));
    let out = scratch.path("out").display().to_string();
    let lock = scratch.path("lock.json").display().to_string();
    let run = |most: &str, code| {
        let arguments = [&*corpus, "-s", "dlx", "--max-rejects", most, "--lock", &lock, "--resume", &out];
        scratch.run(&arguments).exits(code).stderr()
    };
    assert!(run("0", 1).contains("lock.json is not written: too many rows are rejected"));
    // As if the program had been killed before it wrote the report.
    fs::remove_file(scratch.path("out/report.html")).unwrap();
    let again = run("0", 1);
    assert!(again.contains("there is nothing to resume") && again.contains("lock.json is not written"), "{again}");
    assert!(scratch.path("out/report.html").exists() && !scratch.path("lock.json").exists());
    run("1", 0);
    assert!(scratch.path("lock.json").exists());
}

#[test]
fn another_run_is_not_continued() {
    let scratch = Scratch::new();
    let corpus = corpus(&scratch);
    let (out, journal) = killed(&scratch, &corpus);
    let refused = |more: &[&str], message: &str| {
        let ran = scratch.run(&[&["--resume", &out][..], more].concat()).exits(if message.contains("option") {
            2
        } else {
            1
        });
        assert!(ran.stderr().contains(message), "{}", ran.stderr());
        assert_eq!(fs::read(scratch.path("out/run.journal")).unwrap(), journal, "the journal is kept");
        ran.stderr()
    };
    let other = ["--strategy", "dlx,naive", "--node-limit", "5e4", "--block-size", "7", "--rounds", "3"];
    let error =
        refused(&[&[&*corpus][..], &other].concat(), "with other options: --node-limit was 20000 and is now 50000");
    assert!(!error.contains("--rounds"), "{error}");
    refused(&["--max-solutions", "2"], "goes on with the options of the interrupted command");
    let text = read(Path::new(&corpus));
    fs::write(&corpus, text.replacen(EASY, INKALA, 1)).unwrap();
    refused(&[], "the corpus has changed since the run was interrupted, at or after line 2");
    fs::write(&corpus, &text[..300]).unwrap();
    refused(&[], "the corpus has changed since the run was interrupted");
    fs::write(&corpus, &text).unwrap();
    scratch.run(&["--resume", &out]).exits(0);
    let ran = scratch.run(&[&[&*corpus, "--resume", &*out][..], &other].concat()).exits(2);
    assert!(ran.stderr().contains("--node-limit was 20000"), "{}", ran.stderr());
    let ran = scratch.run(&["--resume", scratch.path("none").to_str().unwrap()]).exits(1);
    assert!(ran.stderr().contains("holds no unfinished run to resume"), "{}", ran.stderr());
}

#[test]
fn an_interrupted_run_that_would_replace_results_leaves_them() {
    let scratch = Scratch::new();
    let corpus = corpus(&scratch);
    scratch.run(&[&corpus, "--strategy", "dlx"]).exits(0);
    let before = read(&scratch.path("out/puzzles.csv"));
    let mut child = start(&scratch, &[&[&*corpus, "--force"][..], &OPTIONS].concat());
    wait_until("a journal with some blocks", || {
        fs::metadata(scratch.path("out.part/run.journal")).is_ok_and(|found| found.len() > 5_000)
    });
    let second = scratch.run(&[&corpus, "--force"]).exits(1);
    assert!(second.stderr().contains("another run writes to it"), "{}", second.stderr());
    assert!(Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert_eq!(read(&scratch.path("out/puzzles.csv")), before);
    assert!(scratch.path("out.part/manifest.json").exists(), "the results of the interrupted run");
    let ran = scratch.run(&["--resume", scratch.path("out").to_str().unwrap()]).exits(0);
    deterministic(&ran);
    assert!(!scratch.path("out.part").exists());
}

/// Commands that write rows, and the ends of their outputs' names.
const PASSES: [(&str, &str); 4] = [
    ("solve -s naive --node-limit 30k", "csv"),
    ("solve -s naive --node-limit 30k --check", "jsonl.gz"),
    ("dataset rate -s naive --node-limit 30k", "csv"),
    ("dataset rate -s naive --node-limit 30k", "csv.zst"),
];

/// Passes over a corpus are interrupted by SIGTERM or SIGKILL, and resumed, until they are complete.
#[test]
fn an_interrupted_pass_is_resumed() {
    let scratch = Scratch::new();
    let mut text = String::from("id,puzzle,solution\n");
    for n in 0..6_000 {
        text += &match n % 1000 {
            13 => "short,123,\n".to_string(),
            n if n % 3 == 0 => format!("{n},{INKALA},{INKALA_SOLVED}\n"),
            n => format!("{n},{EASY},\n"),
        };
    }
    scratch.corpus("c.csv", text);
    for (command, ending) in PASSES {
        let whole = format!("whole.{ending}");
        let out = format!("out.{ending}");
        let log = scratch.path(&format!("out.{ending}.resume"));
        let command: Vec<&str> = command.split(' ').chain(["c.csv", "--threads", "1", "--rejects"]).collect();
        let arguments = |out: &str, rejects: &str| -> Vec<String> {
            [&command[..], &[rejects, "-o", out, "--resume"]]
                .concat()
                .iter()
                .map(|argument| argument.to_string())
                .collect()
        };
        let start = |arguments: &[String]| {
            let mut program = Command::new(env!("CARGO_BIN_EXE_sudoku-bench"));
            let program = program.args(arguments).current_dir(scratch.0.path());
            program.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
        };
        let output = start(&arguments(&whole, "whole.rejects")).wait_with_output().unwrap();
        let summary = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{summary}");
        let mut interrupts = 0;
        let mut length = 0;
        let last = loop {
            let mut child = start(&arguments(&out, "out.rejects"));
            // First by SIGTERM, then by SIGKILL after a checkpoint.
            let began = Instant::now();
            let has_grown = || fs::metadata(&log).is_ok_and(|log| log.len() > length);
            let is_time = || match interrupts {
                0 => began.elapsed() > Duration::from_millis(200),
                1 => has_grown(),
                _ => false,
            };
            while child.try_wait().unwrap().is_none() && !is_time() {
                thread::sleep(Duration::from_millis(5));
            }
            let signal = if interrupts == 0 { "-TERM" } else { "-KILL" };
            // The program may have ended by now.
            let _ = Command::new("kill").args([signal, &child.id().to_string()]).stderr(Stdio::null()).status();
            let output = child.wait_with_output().unwrap();
            if output.status.success() {
                break String::from_utf8_lossy(&output.stderr).into_owned();
            }
            assert_ne!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
            length = fs::metadata(&log).map_or(0, |log| log.len());
            interrupts += 1;
        };
        let same = fs::read(scratch.path(&out)).unwrap() == fs::read(scratch.path(&whole)).unwrap();
        assert!(same, "{command:?}: another output after {interrupts} interruptions");
        assert_eq!(read(&scratch.path("out.rejects")), read(&scratch.path("whole.rejects")));
        let counts = |summary: &str| -> Vec<String> {
            // On a busy machine, the first interruption may come before the first checkpoint.
            let others = ["a second", ": goes on after ", ": no checkpoint to continue from"];
            let is_other = |line: &&str| others.iter().any(|other| line.contains(other));
            let lines = summary.lines().filter(|line| !is_other(line) && !line.starts_with("interrupted"));
            lines.map(|line| line.replace("whole.", "out.")).collect()
        };
        assert_eq!(counts(&last), counts(&summary), "{command:?}");
        assert!(!log.exists());
        for name in [&*out, "out.rejects", &*whole, "whole.rejects"] {
            fs::remove_file(scratch.path(name)).unwrap();
        }
        assert_eq!(files(scratch.0.path()), ["c.csv"]);
    }
}

/// The program may end when one of its files has got its name and another has not.
#[test]
fn a_pass_that_was_interrupted_between_two_names_begins_again() {
    let scratch = Scratch::new();
    scratch.corpus("c.csv", format!("id,puzzle\n{}short,123\n", format!("1,{INKALA}\n2,{EASY}\n").repeat(2_000)));
    let command = "solve -s naive --node-limit 30k c.csv --threads 1 --resume --rejects";
    let start = |out: &str| {
        let mut program = Command::new(env!("CARGO_BIN_EXE_sudoku-bench"));
        program.args(command.split(' ')).args([&format!("{out}.rejects"), "-o", out]);
        program.current_dir(scratch.0.path()).stderr(Stdio::null()).spawn().unwrap()
    };
    assert!(start("whole").wait().unwrap().success());
    let mut child = start("out");
    wait_until("some rows", || fs::metadata(scratch.path("out.part")).is_ok_and(|found| found.len() > 10_000));
    assert!(Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let mut other = sudoku_bench(&["solve", "-s", "dlx", "-o", "out", "--resume"]);
    let other = other.current_dir(scratch.0.path()).output().unwrap();
    assert_eq!(other.status.code(), Some(2), "an option that would be ignored");
    fs::rename(scratch.path("out.rejects.part"), scratch.path("out.rejects")).unwrap();
    assert!(start("out").wait().unwrap().success());
    let mut again = sudoku_bench(&["solve", "-o", "out", "--resume"]);
    let again = again.current_dir(scratch.0.path()).output().unwrap();
    assert!(again.status.success(), "the output is complete");
    for end in ["", ".rejects"] {
        let read = |name: &str| fs::read(scratch.path(&format!("{name}{end}"))).unwrap();
        assert!(read("out") == read("whole"), "another file {end}");
    }
    assert_eq!(files(scratch.0.path()), ["c.csv", "out", "out.rejects", "whole", "whole.rejects"]);
}

/// A disk may lose what is in a file, and a person may edit it.
#[test]
fn a_damaged_output_is_not_continued() {
    let scratch = Scratch::new();
    scratch.corpus("c.csv", format!("id,puzzle\n{}short,123\n", format!("1,{INKALA}\n2,{EASY}\n").repeat(5_000)));
    let start = |out: &str| {
        let command = format!("solve -s naive --node-limit 30k c.csv --threads 1 --resume -o {out}");
        let mut program = Command::new(env!("CARGO_BIN_EXE_sudoku-bench"));
        program.args(command.split(' ')).current_dir(scratch.0.path()).stderr(Stdio::piped()).spawn().unwrap()
    };
    for (ending, has_log) in [("csv", true), ("csv.gz", true), ("csv", false)] {
        let whole = format!("whole.{ending}");
        let out = format!("out.{ending}");
        assert!(start(&whole).wait().unwrap().success());
        let child = start(&out);
        let part = scratch.path(&format!("{out}.part"));
        wait_for(&part);
        thread::sleep(Duration::from_millis(300));
        assert!(Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap().success());
        assert_eq!(child.wait_with_output().unwrap().status.code(), Some(130));
        let mut damaged = fs::read(&part).unwrap();
        // In the first rows.
        damaged[200] ^= 1;
        fs::write(&part, damaged).unwrap();
        if !has_log {
            fs::remove_file(scratch.path(&format!("{out}.resume"))).unwrap();
        }
        let output = start(&out).wait_with_output().unwrap();
        let notes = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && notes.contains("no checkpoint to continue from; begins again"), "{notes}");
        assert!(fs::read(scratch.path(&out)).unwrap() == fs::read(scratch.path(&whole)).unwrap(), "{ending}");
        [whole, out].iter().for_each(|name| fs::remove_file(scratch.path(name)).unwrap());
        assert_eq!(files(scratch.0.path()), ["c.csv"]);
    }
}
