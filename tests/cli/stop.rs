//! Interrupts by Ctrl-C, pressed once and twice.

use std::{io::Read, process::Child};

use super::*;

/// Starts a run, with its standard error in the file `stderr`.
fn start(scratch: &Scratch, arguments: &[&str], stdin: Stdio) -> Child {
    let stderr = fs::File::create(scratch.path("stderr")).unwrap();
    scratch.command(arguments).stdin(stdin).stdout(Stdio::piped()).stderr(stderr).spawn().unwrap()
}

pub fn interrupt(child: &Child) {
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
}

#[track_caller]
fn wait_for_exit(scratch: &Scratch, child: Child) -> Ran {
    let ran = Ran { output: child.wait_with_output().unwrap(), out: scratch.path("out") }.exits(130);
    wait_for_text(&scratch.path("stderr"), "interrupted: writing");
    ran
}

/// Waits until the program has used this much processor time. Before the first search it uses next to none.
#[cfg(target_os = "linux")]
fn wait_for_processor_time(child: &Child, time: Duration) {
    wait_until("processor time", || {
        let stat = read(&Path::new("/proc").join(child.id().to_string()).join("stat"));
        let fields: Vec<&str> = stat[stat.rfind(')').unwrap()..].split_whitespace().collect();
        // Fields 14 and 15 are user and system time in hundredths of a second.
        let ticks: u64 = fields[12..14].iter().map(|field| field.parse::<u64>().unwrap()).sum();
        Duration::from_millis(ticks * 10) >= time
    });
}

#[test]
fn the_first_interrupt_writes_what_is_finished() {
    const EASY_PUZZLES: usize = 5000;
    const HARD_PUZZLES: usize = 100_000;
    let scratch = Scratch::new();
    // The rows of the easy puzzles reach the file at once; the hard puzzles take minutes.
    let easy = format!("{EASY}\n").repeat(EASY_PUZZLES);
    let corpus = scratch.corpus("long.txt", easy + &format!("{INKALA}\n").repeat(HARD_PUZZLES));
    let limits = ["--max-solutions", "2", "--block-size", "2", "--threads", "2"];
    let child = start(&scratch, &[&[&*corpus, "--strategy", "naive"][..], &limits].concat(), Stdio::null());
    wait_for_text(&scratch.path("out/puzzles.csv.part"), "naive,solved");
    interrupt(&child);
    let ran = wait_for_exit(&scratch, child);
    assert!(!files(&ran.out).iter().any(|file| file.ends_with(".part")), "{:?}", files(&ran.out));
    let manifest = ran.json("manifest.json");
    assert_eq!((&manifest["interrupted"], &manifest["rounds_complete"]), (&true.into(), &0.into()));
    assert!(!ran.out.join("export").exists(), "exports need a complete round");
    let rows = ran.rows("puzzles.csv");
    assert!(!rows.is_empty() && rows.len() < EASY_PUZZLES + HARD_PUZZLES, "{} rows", rows.len());
    assert!(rows.iter().enumerate().all(|(i, row)| row.number("line") == i as u64 + 1), "rows are missing");
    assert_eq!(ran.rows("summary.csv")[0].number("puzzles"), rows.len() as u64);
    assert!(ran.stdout().contains("naive"), "{}", ran.stdout());
}

#[test]
fn an_interrupted_round_leaves_the_complete_rounds_unchanged() {
    let scratch = Scratch::new();
    let corpus = scratch.corpus("short.txt", format!("{INKALA}\n").repeat(60));
    let arguments = [&*corpus, "--strategy", "naive,dlx", "--block-size", "2", "--rounds", "100000"];
    let child = start(&scratch, &arguments, Stdio::null());
    // A row of round 1 shows that round 0 is complete.
    wait_for_text(&scratch.path("out/blocks.csv.part"), "\n1,");
    interrupt(&child);
    let ran = wait_for_exit(&scratch, child);
    assert_eq!(ran.rows("puzzles.csv").len(), 2 * 60);
    for summary in ran.rows("summary.csv") {
        let rows = ran.rows("puzzles.csv");
        let own = rows.iter().filter(|row| row.get("strategy") == summary.get("strategy"));
        let latency: u64 = own.map(|row| row.number("latency_ns")).sum();
        assert_eq!((summary.number("puzzles"), summary.number("common_ns")), (60, latency));
    }
    let complete = ran.json("manifest.json")["rounds_complete"].as_u64().unwrap();
    assert!((1..100_000).contains(&complete), "{complete} rounds");
    let exported = ran.json("export/gab-bigger.json")[0]["extra"].as_str().unwrap().to_string();
    assert!(exported.ends_with(&format!("\nrounds={complete}")), "the interrupted round is exported: {exported}");
    assert!(!files(&ran.out).iter().any(|file| file.contains(".part")), "{:?}", files(&ran.out));
}

/// Counting the solutions of the empty grid takes forever, and its block is never finished.
#[test]
#[cfg(target_os = "linux")]
fn the_first_interrupt_stops_a_search() {
    for strategy in ["naive", "forward-checking", "dlx", "lanes"] {
        let scratch = Scratch::new();
        let corpus = scratch.corpus("empty.txt", ".".repeat(81));
        let child = start(&scratch, &[&corpus, "--strategy", strategy, "--max-solutions", "all"], Stdio::null());
        wait_for_processor_time(&child, Duration::from_millis(1100));
        interrupt(&child);
        let ran = wait_for_exit(&scratch, child);
        assert!(!ran.out.exists(), "{strategy}: a directory without results is left");
        let stderr = read(&scratch.path("stderr"));
        let block = if strategy == "lanes" { "a block from " } else { "" };
        assert!(stderr.contains("no results are written: stopped before a block of puzzles was finished"), "{stderr}");
        assert!(stderr.contains(&format!("note: {strategy} had searched {block}line 1 for ")), "{stderr}");
        assert!(stderr.contains("--node-limit 1M bounds every search"), "{stderr}");
    }
}

/// The note names the puzzle, and the option that bounds its search.
#[test]
fn an_interrupt_names_the_search_of_every_command() {
    let scratch = Scratch::new();
    scratch.corpus("c.txt", format!("{EASY}\n{}\n", ".".repeat(81)));
    let build = env!("CARGO_BIN_EXE_sudoku-bench");
    let compare = format!("ab {build} {build} c.txt -s naive -m all");
    let commands = [
        ("solve c.txt -s naive -m all", "naive had searched line 2 for ", "; --node-limit"),
        ("dataset rate c.txt --strategy naive -m all", "naive had searched line 2 for ", "; --node-limit"),
        (&compare, " had worked on a block from line 2 for ", "; --node-limit"),
        (
            "dataset generate --count 1 --clues 20",
            "generate had searched for puzzle 1 for ",
            "; puzzles with more --clues",
        ),
    ];
    let children = commands.map(|(command, ..)| {
        let mut program = sudoku_bench(&command.split(' ').collect::<Vec<_>>());
        program.current_dir(scratch.0.path()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
    });
    thread::sleep(Duration::from_secs(3));
    for (child, (command, note, advice)) in children.into_iter().zip(commands) {
        interrupt(&child);
        let output = child.wait_with_output().unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(130), "{command}: {stderr}");
        assert!(stderr.contains(note) && stderr.contains(advice), "{command}: {stderr}");
    }
}

/// The interrupt also ends the drawing of a sample and the wait for input.
#[test]
fn the_first_interrupt_stops_reading() {
    for more in [&["--sample", "10"][..], &[]] {
        let scratch = Scratch::new();
        let arguments = [&["-", "--strategy", "dlx"], more].concat();
        let mut child = start(&scratch, &arguments, Stdio::piped());
        let mut input = child.stdin.take().unwrap();
        // More than a pipe holds: the write returns only after the program has begun to read.
        input.write_all(format!("{EASY}\n").repeat(5000).as_bytes()).unwrap();
        interrupt(&child);
        // The input stays open, so a program that waits for its end never exits.
        wait_for_exit(&scratch, child);
        drop(input);
    }
}

/// Opening a pipe waits for its writer.
#[test]
#[cfg(unix)]
fn the_first_interrupt_stops_the_wait_for_a_writer() {
    let scratch = Scratch::new();
    let pipe = scratch.path("pipe").display().to_string();
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let begin = || {
        let child = start(&scratch, &[&pipe, "--strategy", "dlx"], Stdio::null());
        // The pipe is opened before there is any file.
        thread::sleep(Duration::from_millis(1500));
        child
    };
    let child = begin();
    interrupt(&child);
    let ran = wait_for_exit(&scratch, child);
    assert!(!ran.out.exists(), "a directory without results is left");
    let child = begin();
    fs::write(&pipe, format!("{EASY}\n")).unwrap();
    let ran = Ran { output: child.wait_with_output().unwrap(), out: scratch.path("out") }.exits(0);
    assert_eq!(ran.rows("puzzles.csv").len(), 1);
}

/// The same for every command, and for each of its inputs.
#[test]
#[cfg(unix)]
fn an_interrupt_stops_every_wait_for_a_writer() {
    let scratch = Scratch::new();
    scratch.corpus("c.txt", format!("{EASY}\n"));
    assert!(Command::new("mkfifo").arg(scratch.path("p")).status().unwrap().success());
    let build = env!("CARGO_BIN_EXE_sudoku-bench");
    let compare = format!("ab {build} {build} p -s dlx --rounds 1");
    let commands = [
        &compare,
        "solve c.txt p",
        "dataset convert p",
        "dataset inspect p",
        "dataset filter clues>1 p",
        "dataset sample 1 p",
        "dataset rate p",
        "dataset dedup p",
        "dataset split 0.5/0.5 p -o a.txt,b.txt",
        "dataset overlap c.txt p",
        "dataset overlap p c.txt",
        "dataset join c.txt p",
        "dataset join p c.txt",
        "dataset join p c.txt --by id",
    ];
    let children = commands.map(|command| {
        let mut program = sudoku_bench(&command.split(' ').collect::<Vec<_>>());
        program.current_dir(scratch.0.path()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
    });
    thread::sleep(Duration::from_millis(1500));
    for (child, command) in children.into_iter().zip(commands) {
        interrupt(&child);
        let output = child.wait_with_output().unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(130), "{command}: {stderr}");
        assert!(!stderr.contains("error"), "{command}: {stderr}");
    }
}

/// Nobody opens the pipe to read it, or nobody reads it.
#[test]
#[cfg(unix)]
fn the_first_interrupt_stops_the_wait_for_a_reader() {
    let scratch = Scratch::new();
    scratch.corpus("c.csv", format!("puzzle\n{}", format!("{EASY}\n").repeat(20_000)));
    scratch.corpus("short.csv", format!("puzzle\n{EASY}\n{EASY}\n1\n"));
    assert!(Command::new("mkfifo").arg(scratch.path("pipe")).status().unwrap().success());
    scratch.run(&[scratch.path("short.csv").to_str().unwrap(), "-s", "dlx"]).exits(0);
    for command in [
        "solve short.csv -o pipe",
        "solve short.csv --rejects pipe",
        "dataset convert short.csv -o pipe",
        "dataset generate --count 2 --clues 30 -o pipe",
        "dataset dedup short.csv -o rows.csv --groups pipe",
        "run short.csv -s dlx -o new --lock pipe",
        "report out -o pipe",
        "solve c.csv",
        "dataset convert c.csv --to jsonl",
    ] {
        let stderr = fs::File::create(scratch.path("stderr")).unwrap();
        let mut program = sudoku_bench(&command.split(' ').collect::<Vec<_>>());
        let program = program.current_dir(scratch.0.path()).stdout(Stdio::piped()).stderr(stderr);
        let mut child = program.spawn().unwrap();
        // Long enough to come to the wait.
        thread::sleep(Duration::from_millis(700));
        let began = Instant::now();
        interrupt(&child);
        let code = loop {
            match child.try_wait().unwrap() {
                None if began.elapsed() < Duration::from_secs(5) => thread::sleep(Duration::from_millis(20)),
                ended => break ended.map(|status| status.code()),
            }
        };
        let _ = child.kill();
        assert_eq!(code, Some(Some(130)), "{command}: {}", read(&scratch.path("stderr")));
    }
}

/// Nobody reads the output, so the program waits until it can write more.
#[test]
fn the_second_interrupt_exits_at_once() {
    let scratch = Scratch::new();
    let corpus = scratch.corpus("c.txt", format!("{EASY}\n").repeat(20_000));
    let stderr = fs::File::create(scratch.path("stderr")).unwrap();
    let mut command = sudoku_bench(&["solve", &corpus, "--rejects", scratch.path("rejects").to_str().unwrap()]);
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(stderr).spawn().unwrap();
    // Some output: the handler of the interrupt is installed.
    child.stdout.as_mut().unwrap().read_exact(&mut [0; 100]).unwrap();
    interrupt(&child);
    wait_for_text(&scratch.path("stderr"), "interrupted: writing");
    interrupt(&child);
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

#[test]
fn the_first_interrupt_leaves_complete_rows() {
    let scratch = Scratch::new();
    let corpus = scratch.corpus("long.txt", format!("{INKALA}\n").repeat(400_000));
    let out = scratch.path("out.csv");
    let child = Command::new(env!("CARGO_BIN_EXE_sudoku-bench"))
        .args(["solve", &corpus, "--strategy", "dlx", "-m", "2", "-o", out.to_str().unwrap()])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    wait_for(&scratch.path("out.csv.part"));
    thread::sleep(Duration::from_millis(100));
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let notes = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{notes}");
    assert!(notes.contains("the incomplete output is in"), "{notes}");
    assert!(!out.exists());
    let text = read(&scratch.path("out.csv.part"));
    let rows = text.lines().skip(1).count();
    assert!(rows < 400_000 && text.lines().skip(1).all(|row| row.ends_with(",solved,1")), "{rows}");
}
