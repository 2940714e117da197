//! A system that has no threads or no memory left, or a wrong clock: what only helps is left out, everything else is an error.

use super::*;

/// Commands that start threads, each in a directory with the inputs of [`inputs`].
const COMMANDS: [&str; 17] = [
    "solve c.csv -o x.csv --threads 2",
    "solve c.csv.zst -o x.csv.gz --threads 2",
    "solve pipe",
    "run c.csv -s dlx,lanes --threads 2 -o new",
    "run c.csv -s dlx,engine:test --threads 1 -o new",
    "engines test",
    "ab BUILD BUILD c.csv -s dlx --rounds 1 -o verdict",
    "compare out out --counters exact",
    "report out -o x.html",
    "show out --export",
    "merge out -o merged",
    "dataset inspect - --threads 2",
    "dataset dedup - -o x.csv --threads 2",
    "dataset overlap c.csv c.csv --threads 2",
    "dataset split 0.5/0.5 c.csv -o a.csv,b.csv --threads 2",
    "dataset generate --count 3 --clues 30 --threads 2 -o x.csv",
    "dataset convert c.csv.zst -o x.csv.zst --threads 2",
];

/// The largest number of the thread that is the first not to start.
const MOST: usize = 12;

fn inputs() -> Scratch {
    let scratch = Scratch::new();
    let rows = format!("{EASY},1\n{INKALA},2\n").repeat(20);
    let corpus = scratch.corpus("c.csv", format!("puzzle,id\n{rows}"));
    let compressed = scratch.path("c.csv.zst").display().to_string();
    assert!(sudoku_bench(&["dataset", "convert", &corpus, "-o", &compressed]).output().unwrap().status.success());
    scratch.run(&[&corpus, "--strategy", "dlx"]).exits(0);
    // The fastest engine, whose answers are wrong.
    let build = env!("CARGO_BIN_EXE_sudoku-bench");
    let engine =
        format!("[[engine]]\nname = \"test\"\nversion = [\"echo\", \"1\"]\nrun = [{build:?}, \"engine-echo\"]\n");
    fs::write(scratch.path("engines.toml"), engine).unwrap();
    scratch
}

/// Compiles a shim of tests/faults.
fn shim(scratch: &Scratch, name: &str) -> PathBuf {
    let [source, shim] = [format!("tests/faults/{name}.c"), scratch.path(name).display().to_string()];
    assert!(Command::new("cc").args(["-shared", "-fPIC", "-o", &shim, &source, "-ldl"]).status().unwrap().success());
    shim.into()
}

/// Runs a command of [`COMMANDS`] in a shell, which feeds its standard input and its pipe.
fn run(scratch: &Scratch, arguments: &str, shim: Option<(&Path, usize)>) -> Output {
    let build = env!("CARGO_BIN_EXE_sudoku-bench");
    let arguments = arguments.replace("BUILD", build).replace("pipe", "<(cat c.csv)");
    let preload = shim.map_or(String::new(), |(shim, nth)| format!("LD_PRELOAD={} FAULT_NTH={nth}", shim.display()));
    let script = format!("rm -rf new merged verdict x.*; cat c.csv | {preload} {build} {arguments}");
    output_with(Command::new("bash").args(["-c", &script]).current_dir(scratch.path("")), b"")
}

#[test]
fn a_command_without_threads_does_what_it_can_or_says_so() {
    let scratch = inputs();
    let shim = shim(&scratch, "threads");
    let mut failed = 0;
    for command in COMMANDS {
        let whole = run(&scratch, command, None);
        for nth in 1..=MOST {
            let output = run(&scratch, command, Some((&shim, nth)));
            let stdout = String::from_utf8_lossy(&output.stdout);
            let stderr = String::from_utf8_lossy(&output.stderr);
            let said = format!("{command}, thread {nth}: {:?}, {stderr}", output.status);
            assert!(!stderr.contains("panicked"), "{said}");
            if output.status.code() != whole.status.code() {
                failed += 1;
                assert_eq!(output.status.code(), Some(1), "{said}");
                assert!(format!("{stdout}{stderr}").contains("no thread can be started"), "{said}");
            }
        }
    }
    assert!(failed > COMMANDS.len(), "the shim is not used");
}

#[test]
fn a_buffer_without_room_is_left_out_or_an_error() {
    let scratch = Scratch::new();
    let shim = shim(&scratch, "memory");
    let corpus = scratch.corpus("c.txt", format!("{EASY}\n").repeat(120_000));
    let output = scratch.path("x.txt").display().to_string();
    let groups = scratch.path("g.csv").display().to_string();
    let dedup = ["dataset", "dedup", "--threads", "1", &corpus, "-o", &output, "--groups", &groups];
    for (arguments, code, said) in
        [(&["strategies"][..], 0, ""), (&dedup[..], 1, "error: cannot keep the groups of equal puzzles in memory: ")]
    {
        let mut command = sudoku_bench(arguments);
        let ended = command.env("LD_PRELOAD", &shim).env("FAULT_BYTES", "4000000").output().unwrap();
        let stderr = String::from_utf8_lossy(&ended.stderr);
        assert_eq!(ended.status.code(), Some(code), "{arguments:?}: {stderr}");
        assert!(stderr.contains(said), "{stderr}");
    }
}

/// A clock before 1970, after 9999, and a right one.
#[test]
fn a_run_ends_well_whatever_the_clock_shows() {
    let scratch = Scratch::new();
    let shim = shim(&scratch, "clock");
    for (seconds, date) in [("-86400", "1970-01-01"), ("999999999999", "9999-12-31"), ("1000000000", "2001-09-09")] {
        let mut command = scratch.command(&["datasets/classics.csv", "--strategy", "dlx", "--force"]);
        let output = command.env("LD_PRELOAD", &shim).env("FAULT_SECONDS", seconds).output().unwrap();
        let ran = Ran { output, out: scratch.path("out") }.exits(0);
        let manifest: serde_json::Value = serde_json::from_str(&read(&ran.out.join("manifest.json"))).unwrap();
        let is_dated = |key: &str| manifest[key].as_str().unwrap().starts_with(date);
        assert!(is_dated("started") && is_dated("finished"), "{manifest}");
    }
}
