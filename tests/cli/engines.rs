//! External engines: right answers in several languages, and every way to misbehave.

use super::*;

/// A run with an engine that misbehaves at a puzzle.
struct Engine {
    scratch: Scratch,
    puzzles: Vec<String>,
}

/// Puzzles before and after the one at which the engine misbehaves.
const AROUND: usize = 9;

/// The beginning of a program that solves the list in a file.
const SOLVE: &str = "import os, sys, time
def solve(cells):
    side = round(len(cells) ** 0.5)
    missing = lambda i: next(value for value in '123456789ABCDEFG'[:side] if value not in cells[i % side::side])
    return ''.join(missing(i) if cell == '.' else cell for i, cell in enumerate(cells))
answers = '\\n'.join('solving ' + solve(line.strip()) for line in open(sys.argv[1]))
";

impl Engine {
    /// Describes an engine with this mode, which it has at the puzzle in the middle, or at all.
    fn new(mode: &str, at_all: bool, more: &str) -> Engine {
        let scratch = Scratch::new();
        // A full grid without one of its rows, with other values each time.
        let puzzle = |n: usize| {
            let value = |(cell, value): (usize, u8)| match cell / 9 == n % 9 {
                true => '.',
                false => char::from(b'1' + (value - b'1' + (n / 9) as u8) % 9),
            };
            INKALA_SOLVED.bytes().enumerate().map(value).collect()
        };
        let puzzles: Vec<String> = (0..=2 * AROUND).map(puzzle).collect();
        let target = if at_all { "all" } else { &puzzles[AROUND] };
        let script = fs::canonicalize("tests/cli/engine.py").unwrap();
        // The name of the directory, by which processes are found that are left behind.
        let run = [
            "python3".to_string(),
            script.display().to_string(),
            mode.into(),
            target.into(),
            scratch.path("").display().to_string(),
        ];
        let text =
            format!("[[engine]]\nname = \"test\"\nversion = [\"python3\", \"--version\"]\nrun = {run:?}\n{more}\n");
        fs::write(scratch.path("engines.toml"), text).unwrap();
        fs::write(scratch.path("puzzles.txt"), puzzles.join("\n") + "\n").unwrap();
        Engine { scratch, puzzles }
    }

    /// Describes an engine that solves lists, and does this with its answers.
    fn of_lists(end: &str) -> Engine {
        let engine = Engine::new("good", false, "");
        let own = engine.scratch.path("").display().to_string();
        let program = format!("{SOLVE}{end}");
        let run = ["python3", "-c", &program, "{file}", &own];
        let text = format!(
            "[[engine]]\nname = \"test\"\nversion = [\"python3\", \"--version\"]\nprotocol = \"lines\"\nrun = {run:?}\n"
        );
        fs::write(engine.scratch.path("engines.toml"), text).unwrap();
        engine
    }

    fn run(&self, arguments: &[&str]) -> Ran {
        let corpus = self.scratch.path("puzzles.txt").display().to_string();
        let ran =
            self.scratch.run(&[&[&*corpus, "--strategy", "dlx,engine:test", "--threads", "1"], arguments].concat());
        assert_eq!(self.processes(), 0, "a process is left");
        ran
    }

    /// Returns the number of processes of the engine that are left.
    fn processes(&self) -> usize {
        // A killed process is there until its parent or the system has seen it.
        wait_until(|| self.processes_now() == 0);
        self.processes_now()
    }

    /// Returns the number of processes that name the directory of the engine: its own, and that of a command with its files.
    fn processes_now(&self) -> usize {
        self.commands().len()
    }

    /// Returns the command lines of these processes.
    fn commands(&self) -> Vec<String> {
        let own = self.scratch.path("").display().to_string();
        let is_process = |entry: &fs::DirEntry| entry.file_name().to_string_lossy().parse::<u32>().is_ok();
        let command = |process: fs::DirEntry| {
            String::from_utf8_lossy(&fs::read(process.path().join("cmdline")).unwrap_or_default()).into_owned()
        };
        let processes = fs::read_dir("/proc").unwrap().flatten().filter(is_process);
        processes.map(command).filter(|command| command.contains(&own)).collect()
    }

    /// Returns the statuses of a strategy.
    fn statuses(&self, ran: &Ran, strategy: &str) -> Vec<String> {
        let rows = read(&ran.out.join("puzzles.csv"));
        let rows = rows.lines().map(|row| row.split(',').collect::<Vec<_>>()).filter(|row| row[3] == strategy);
        rows.map(|row| row[4].to_string()).collect()
    }
}

fn wait_until(mut is_done: impl FnMut() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(5);
    while !is_done() && Instant::now() < deadline {
        thread::sleep(Duration::from_millis(10));
    }
}

/// Checks that the engine loses the puzzle in the middle, or the one after it, and nothing else.
fn loses_a_puzzle(mode: &str, place: usize, status: &str, detail: &str) {
    for pipelined in [false, true] {
        let engine = Engine::new(mode, false, "");
        let arguments: &[&str] =
            if pipelined { &["--time-limit", "1s", "--pipelined"] } else { &["--time-limit", "1s"] };
        let ran = engine.run(arguments);
        let mut expected = vec!["solved"; engine.puzzles.len()];
        expected[place] = status;
        // After an error in a block that was sent at once, all is as before.
        assert_eq!(engine.statuses(&ran, "engine:test"), expected, "{mode}, pipelined: {pipelined}: {}", ran.stderr());
        assert_eq!(engine.statuses(&ran, "dlx"), vec!["solved"; engine.puzzles.len()]);
        let failures = read(&ran.out.join("failures.csv"));
        assert!(failures.lines().count() == 2 && failures.contains(detail), "{failures}");
        ran.exits(if status == "wrong" { 5 } else { 1 });
    }
}

#[test]
fn an_engine_that_dies_loses_a_puzzle() {
    loses_a_puzzle("die", AROUND, "engine-error", "\"ended (exit status: 1); its last messages: I give up, at once\"");
}

#[test]
fn an_engine_that_hangs_loses_a_puzzle() {
    for mode in ["sleep", "stubborn", "half"] {
        loses_a_puzzle(mode, AROUND, "engine-error", "sent no answer within 1s");
    }
}

#[test]
fn the_wait_for_an_answer_is_no_part_of_those_before_it() {
    let engine = Engine::new("sleep", false, "");
    let ran = engine.run(&["--time-limit", "1s", "--pipelined", "--block-size", "32"]).exits(1);
    let rows = ran.rows("puzzles.csv");
    let before = rows.iter().filter(|row| row.get("strategy") == "engine:test").take(AROUND);
    let latency: u64 = before.map(|row| row.number("latency_ns")).sum();
    assert!((1..900_000_000).contains(&latency), "{latency}");
}

#[test]
fn an_engine_that_answers_rubbish_loses_a_puzzle() {
    loses_a_puzzle("garbage", AROUND, "engine-error", "there is no KEY=VALUE after the solution");
    loses_a_puzzle("binary", AROUND, "engine-error", "not UTF-8");
    loses_a_puzzle("long", AROUND, "engine-error", "sent a line of more than 65536 bytes");
}

#[test]
fn a_wrong_answer_is_wrong() {
    loses_a_puzzle("wrong", AROUND, "wrong", "the answer is no solution of the givens");
}

/// Checks what an engine has as status that is the only strategy and answers every puzzle with this text.
#[track_caller]
fn claim_is(says: &str, arguments: &[&str], status: &str, detail: &str) {
    let engine = Engine::new(&format!("says {says}"), true, "settings = true");
    let corpus = engine.scratch.path("puzzles.txt").display().to_string();
    let ran = engine.scratch.run(&[&[&*corpus, "--strategy", "engine:test", "--threads", "1"], arguments].concat());
    assert_eq!(engine.statuses(&ran, "engine:test"), vec![status; engine.puzzles.len()], "{says}: {}", ran.stderr());
    let failures = read(&ran.out.join("failures.csv"));
    assert!(failures.contains(detail), "{says}: {failures}");
    ran.exits(match status {
        "wrong" => 5,
        "engine-error" => 1,
        _ => 0,
    });
}

#[test]
fn a_claim_is_checked_without_another_strategy() {
    claim_is("-", &[], "wrong", "fewer solutions are claimed than there are");
    claim_is("SOLUTION solutions=2", &["-m", "2"], "wrong", "more solutions are claimed than there are");
    claim_is("SOLUTION solutions=1", &["-m", "2"], "solved", "");
    claim_is("SOLUTION solutions=99", &["-m", "all"], "wrong", "more solutions are claimed than there are");
}

#[test]
fn a_node_limit_is_reached_only_where_there_is_one() {
    claim_is("?", &[], "engine-error", "no node limit is set that the search can have reached");
    claim_is("?", &["--node-limit", "100"], "node-limit", "");
    claim_is("SOLUTION nodes=5000", &["--node-limit", "100"], "engine-error", "5000 nodes, but the limit is 100");
    claim_is("SOLUTION nodes=5 guesses=6", &[], "engine-error", "guesses is 6, but nodes is 5");
}

#[test]
fn the_test_of_an_engine_tells_wrong_answers_from_missing_ones() {
    for (mode, code, fault) in
        [("wrong", 5, "14 wrong answers; the first:"), ("die", 1, "14 missing answers; the first:")]
    {
        let engine = Engine::new(mode, true, "");
        let list = engine.scratch.path("engines.toml").display().to_string();
        let output = output_with(&mut sudoku_bench(&["engines", "test", "--engines", &list]), b"");
        let result = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(code), "{result}");
        assert!(result.contains(fault), "{result}");
    }
}

/// The first interrupt ends a test of engines, and the second one a run, each with the engine.
#[test]
fn an_exit_at_once_leaves_no_engine() {
    let engine = Engine::new("stubborn", true, "timeout = \"1m\"");
    let [list, corpus, out, stderr] =
        ["engines.toml", "puzzles.txt", "out", "stderr"].map(|name| engine.scratch.path(name));
    let [list, corpus, out] = [list, corpus, out].map(|path| path.display().to_string());
    let test = ["engines", "test", "--engines", &list];
    let run = ["run", &corpus, "--strategy", "engine:test", "--threads", "1", "-o", &out];
    for (arguments, interrupts) in [(&test[..], 1), (&run[..], 2)] {
        let mut command = sudoku_bench(arguments);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(fs::File::create(&stderr).unwrap());
        let mut child = command.spawn().unwrap();
        // A process that is about to become another program has the command line of its parent.
        let has_started = || engine.commands().iter().any(|command| command.contains("engine.py"));
        super::wait_until("the engine to start", has_started);
        if interrupts == 2 {
            super::stop::interrupt(&child);
            wait_for_text(&stderr, "interrupted: ");
        }
        if interrupts == 1 {
            thread::sleep(Duration::from_millis(1200));
        }
        super::stop::interrupt(&child);
        assert_eq!(child.wait().unwrap().code(), Some(130), "{arguments:?}");
        assert_eq!(engine.processes(), 0, "{arguments:?}");
        if interrupts == 1 {
            let stderr = read(&stderr);
            assert!(stderr.contains("note: engine:test had searched puzzle 1 of the test for "), "{stderr}");
        }
    }
}

#[test]
fn an_engine_whose_child_keeps_the_pipe_loses_a_puzzle() {
    loses_a_puzzle("fork", AROUND, "engine-error", "sent no answer within 1s");
}

#[test]
fn an_answer_out_of_turn_costs_the_next_puzzle() {
    let engine = Engine::new("early", false, "");
    let ran = engine.run(&[]);
    let mut expected = vec!["solved"; engine.puzzles.len()];
    expected[AROUND + 1] = "engine-error";
    assert_eq!(engine.statuses(&ran, "engine:test"), expected);
    assert!(read(&ran.out.join("failures.csv")).contains("sent something before it was asked"));
}

#[test]
fn an_engine_that_floods_standard_error_is_read() {
    Engine::new("flood", true, "").run(&[]).exits(0);
}

#[test]
fn an_engine_is_given_up_after_five_errors() {
    let engine = Engine::new("die", true, "");
    let ran = engine.run(&[]).exits(1);
    assert_eq!(engine.statuses(&ran, "engine:test"), vec!["engine-error"; engine.puzzles.len()]);
    assert_eq!(engine.statuses(&ran, "dlx"), vec!["solved"; engine.puzzles.len()]);
    let failures = read(&ran.out.join("failures.csv"));
    let given_up =
        failures.lines().filter(|row| row.contains("given up after 5 errors in a row, the last: ended")).count();
    assert_eq!(given_up, engine.puzzles.len() - 5, "{failures}");
    // No time was measured.
    let summary = &ran.rows("summary.csv")[1];
    assert_eq!((summary.get("strategy"), summary.get("puzzles_per_second")), ("engine:test", ""));
    assert_eq!((summary.get("par2_ns"), summary.get("par10_ns")), ("", ""));
    assert!(!read(&ran.out.join("export/bencher.json")).contains("engine:test"));
}

#[test]
fn rounds_and_comparisons_take_engines() {
    let engine = Engine::new("good", false, "");
    let ran = engine.run(&["--rounds", "2"]).exits(0);
    let manifest = read(&ran.out.join("manifest.json"));
    assert!(manifest.contains("\"version\": \"Python 3") && manifest.contains("\"empty_round_trip_ns\""), "{manifest}");
    assert!(ran.stdout().contains("engine:test: another program (Python 3"), "{}", ran.stdout());
    let out = ran.out.display().to_string();
    let piped = engine.scratch.path("piped").display().to_string();
    engine.run(&["--pipelined", "-o", &piped]).exits(0);
    let compared = output_with(&mut sudoku_bench(&["compare", &out, &piped]), b"");
    let reason = "different latencies of engine:test: round trips through a pipe and shares of the time of a block";
    assert!(String::from_utf8_lossy(&compared.stdout).contains(reason), "{compared:?}");
    for command in [
        &["compare", &out, &out, "--counters", "exact"][..],
        &["show", &out],
        &["merge", &out, "-o", &format!("{out}-merged")],
    ] {
        let output = output_with(&mut sudoku_bench(command), b"");
        let text = String::from_utf8_lossy(&output.stdout);
        // A comparison of two rounds is not enough for latencies.
        assert!(
            output.status.code() != Some(1) && output.status.code() != Some(2),
            "{command:?}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        assert!(text.contains("engine:test") || command[0] == "merge", "{text}");
    }
}

#[test]
fn an_interrupted_run_goes_on_with_the_same_version_only() {
    let engine = Engine::new("sleep", false, "");
    let text = read(&engine.scratch.path("engines.toml"));
    let corpus = engine.scratch.path("puzzles.txt").display().to_string();
    let out = engine.scratch.path("out").display().to_string();
    let arguments = [&*corpus, "--strategy", "dlx,engine:test", "--threads", "1", "--block-size", "2", "--no-report"];
    let run = |more: &[&str]| engine.scratch.command(&[&arguments[..], more].concat());
    // Hangs at the puzzle in the middle, and is interrupted there.
    let mut child = run(&["-o", &out]).stderr(Stdio::null()).stdout(Stdio::null()).spawn().unwrap();
    wait_until(|| fs::metadata(engine.scratch.path("out/run.journal")).is_ok_and(|journal| journal.len() > 2000));
    std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert_eq!(engine.processes(), 0, "a process is left");
    let resume = |text: String| {
        fs::write(engine.scratch.path("engines.toml"), text).unwrap();
        Ran { output: output_with(&mut run(&["--resume", &out]), b""), out: engine.scratch.path("out") }
    };
    let other = resume(text.replace("[\"python3\", \"--version\"]", "[\"echo\", \"2.0\"]")).exits(2);
    assert!(other.stderr().contains("version of engine:test was"), "{}", other.stderr());
    let ran = resume(text.replace("\"sleep\"", "\"good\"")).exits(0);
    assert_eq!(engine.statuses(&ran, "engine:test"), vec!["solved"; engine.puzzles.len()]);
}

#[test]
fn a_list_is_solved_by_one_process() {
    let engine = Engine::of_lists("print(answers)");
    let ran = engine.run(&[]).exits(0);
    assert_eq!(engine.statuses(&ran, "engine:test"), vec!["solved"; engine.puzzles.len()]);
    assert!(ran.stdout().contains("latencies contain the exchange through a pipe"), "{}", ran.stdout());
}

/// Checks that all puzzles of a list have the same status. Returns the failures.
#[track_caller]
fn list_has_status(status: &str, end: &str, time_limit: &str) -> String {
    let engine = Engine::of_lists(end);
    let ran = engine.run(&["--block-size", "32", "--time-limit", time_limit]);
    assert_eq!(engine.statuses(&ran, "engine:test"), vec![status; engine.puzzles.len()], "{end}: {}", ran.stderr());
    read(&ran.out.join("failures.csv"))
}

#[test]
fn the_last_line_of_a_list_may_lack_its_end() {
    list_has_status("solved", "print(answers, end='')", "1s");
}

#[test]
fn the_last_words_of_a_program_that_fails_are_no_answer() {
    for end in ["sys.exit(1)", "os.kill(os.getpid(), 9)"] {
        let end = format!("print(answers, end='', flush=True)\n{end}");
        let failures = list_has_status("engine-error", &end, "1s");
        assert!(failures.contains("after 18 answers to 19 puzzles"), "{failures}");
    }
}

#[test]
fn a_list_has_the_time_limit_of_all_its_puzzles() {
    list_has_status("solved", "time.sleep(0.4)\nprint(answers)", "200ms");
}

#[test]
fn a_list_without_end_is_late() {
    let failures = list_has_status("engine-error", "while True:\n    print('noise ' * 1000)", "20ms");
    assert!(failures.contains("did not end in time"), "{failures}");
}

/// Replaces the puzzles of an engine by as many of 16×16: a full grid without one of its rows.
fn use_sixteen(engine: &Engine) {
    let value = |row: usize, column: usize| b"123456789ABCDEFG"[(row % 4 * 4 + row / 4 + column) % 16];
    let cell = |blank: usize, cell: usize| if cell / 16 == blank { b'.' } else { value(cell / 16, cell % 16) };
    let puzzle = |n: usize| (0..256).map(|at| char::from(cell(n % 16, at))).collect::<String>();
    let puzzles: Vec<String> = (0..engine.puzzles.len()).map(puzzle).collect();
    fs::write(engine.scratch.path("puzzles.txt"), puzzles.join("\n") + "\n").unwrap();
}

#[test]
fn engines_solve_other_shapes_that_they_take() {
    let sixteen = "shapes = [\"9\", \"4x4\"]";
    let refused = "no 256 digits and letters from 1 to G";
    for (mode, more, arguments, status) in [
        ("good", sixteen, &[][..], "solved"),
        ("good", sixteen, &["--pipelined"], "solved"),
        ("says SOLUTION solutions=2", "settings = true\nshapes = \"any\"", &["-m", "2"], "wrong"),
        ("says -", sixteen, &[], "wrong"),
        ("says 123456789ABCDEFG", sixteen, &[], "engine-error"),
    ] {
        let engine = Engine::new(mode, true, more);
        use_sixteen(&engine);
        let ran = engine.run(arguments);
        assert_eq!(
            engine.statuses(&ran, "engine:test"),
            vec![status; engine.puzzles.len()],
            "{mode}: {}",
            ran.stderr()
        );
        assert_eq!(engine.statuses(&ran, "dlx"), vec!["solved"; engine.puzzles.len()]);
        assert_eq!(read(&ran.out.join("failures.csv")).contains(refused), status == "engine-error", "{mode}");
    }
}

#[test]
fn lists_of_other_shapes_are_solved() {
    let engine = Engine::of_lists("print(answers)");
    use_sixteen(&engine);
    let list = engine.scratch.path("engines.toml");
    fs::write(&list, read(&list) + "shapes = [\"16\"]\n").unwrap();
    let ran = engine.run(&[]).exits(0);
    assert_eq!(engine.statuses(&ran, "engine:test"), vec!["solved"; engine.puzzles.len()]);
}

#[test]
fn a_shape_that_is_not_described_is_refused() {
    let engine = Engine::new("good", true, "");
    use_sixteen(&engine);
    let refused = engine.run(&[]).exits(1).stderr();
    let reason = "cannot start strategy engine:test: its description does not say that it takes 16×16: if it does, add \"16\" to `shapes`";
    assert!(refused.contains(reason), "{refused}");
    for (shapes, reason) in [
        ("shapes = []", "write shapes = \"any\", or a list such as [\"9\", \"16\", \"2x3\"]"),
        ("shapes = \"16\"", "write shapes = \"any\""),
        ("shapes = [\"7\"]", "shape \"7\": write the side"),
    ] {
        let engine = Engine::new("good", true, shapes);
        let message = engine.run(&[]).exits(1).stderr();
        assert!(message.contains("engines.toml:5: ") && message.contains(reason), "{message}");
    }
}

#[test]
fn the_test_of_an_engine_has_puzzles_of_its_shapes() {
    let engine = Engine::new("wrong", true, "shapes = [\"4\", \"16\"]");
    let list = engine.scratch.path("engines.toml").display().to_string();
    let output = output_with(&mut sudoku_bench(&["engines", "test", "--engines", &list]), b"");
    let result = String::from_utf8_lossy(&output.stdout);
    assert!(result.contains("engine:test: 6 missing answers; the first:"), "{result}");
}

#[test]
fn what_cannot_be_run_is_an_error() {
    let engine = Engine::new("good", false, "");
    let corpus = engine.scratch.path("puzzles.txt").display().to_string();
    let message = |arguments: &[&str]| {
        let ran = engine.scratch.run(&[&[&*corpus, "--strategy"], arguments].concat());
        assert!(!ran.out.join("manifest.json").exists());
        ran.stderr()
    };
    assert!(message(&["engine:other"]).contains("no engine is named other; there are test"));
    assert!(message(&["engine:test", "--max-solutions", "2"]).contains("engine:test reads no settings"));
    assert!(
        message(&["engine:test", "--engines", "/nowhere/engines.toml"]).contains("/nowhere/engines.toml: cannot read")
    );
    let describe = |version: &str, run: &str| {
        let text = format!("[[engine]]\nname = \"test\"\nversion = [{version:?}]\nrun = [{run:?}]\n");
        fs::write(engine.scratch.path("engines.toml"), text).unwrap();
    };
    describe("true", "cat");
    assert!(
        message(&["engine:test"]).contains("it printed nothing; the version command is \"true\"; without a version")
    );
    describe("false", "cat");
    assert!(message(&["engine:test"]).contains("without a version, nothing is measured"));
    describe("yes", "cat");
    assert!(
        message(&["engine:test"]).contains("printed more than 1048576 bytes; the version command is \"yes\"; without")
    );
    describe("uname", "./not-built");
    assert!(message(&["engine:test"]).contains("not-built cannot be run"));
    let text = "[[engine]]\nname = \"test\"\nversion = [\"./not-built\"]\nrun = [\"cat\"]\nbuild = [\"true\"]\n";
    fs::write(engine.scratch.path("engines.toml"), text).unwrap();
    assert!(message(&["engine:test"]).contains("if it is not built yet, run `sudoku-bench engines build test`"));
}

#[test]
fn engines_are_listed_with_and_without_the_command() {
    let printed = |arguments: &[&str]| sudoku_bench(arguments).output().unwrap().stdout;
    let listed = printed(&["engines", "list", "--engines", "engines/engines.toml"]);
    assert_eq!(listed, printed(&["engines", "--engines", "engines/engines.toml"]));
    assert!(String::from_utf8(listed).unwrap().contains("engine:c "));
}

/// The examples that come with the project count the same nodes and backtracks as `naive`.
#[test]
fn examples_in_several_languages_count_the_same() {
    let engines = |arguments: &[&str]| {
        let output = output_with(
            &mut sudoku_bench(&[&["engines", "--engines", "engines/engines.toml"], arguments].concat()),
            b"",
        );
        assert!(
            output.status.success(),
            "{}{}",
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        );
    };
    engines(&["build", "java", "c"]);
    engines(&["test", "python", "java", "c", "javascript"]);
    let scratch = Scratch::new();
    let names = ["naive", "engine:python", "engine:java", "engine:c", "engine:javascript"];
    let names = names.join(",");
    let arguments =
        ["--strategy", &names, "--engines", "engines/engines.toml", "--node-limit", "1000", "--max-solutions", "2"];
    let ran = scratch.run(&[&["datasets/classics.csv"], &arguments[..]].concat()).exits(0);
    let rows = read(&ran.out.join("puzzles.csv"));
    let rows: Vec<Vec<&str>> = rows.lines().skip(1).map(|row| row.split(',').collect()).collect();
    for puzzle in rows.chunks(5) {
        // Status, solutions, nodes and backtracks; an engine does not count guesses.
        let counts = |row: &[&str]| [4, 5, 6, 8].map(|column| row[column].to_string());
        assert!(puzzle.iter().all(|row| row[4] == "node-limit" || counts(row) == counts(&puzzle[0])), "{puzzle:?}");
        assert!(puzzle.iter().all(|row| row[4] == puzzle[0][4] && row[6] == puzzle[0][6]), "{puzzle:?}");
    }
}

/// Rates the puzzles with the engine, and expects this exit code.
fn rated(engine: &Engine, options: &[&str], code: i32) -> Ran {
    let paths =
        ["puzzles.txt", "engines.toml", "rated.csv"].map(|name| engine.scratch.path(name).display().to_string());
    let [corpus, engines, out] = &paths;
    let arguments = ["dataset", "rate", corpus, "--strategy", "dlx,engine:test", "--engines", engines, "-o", out];
    let output = output_with(&mut sudoku_bench(&[&arguments, options].concat()), b"");
    let ran = Ran { output, out: engine.scratch.path("") }.exits(code);
    assert_eq!(engine.processes(), 0, "a process is left");
    ran
}

#[test]
fn the_counts_of_an_engine_are_columns_of_a_rating() {
    let engine = Engine::new("says SOLUTION guesses=7", false, "");
    for options in [&[][..], &["--pipelined"]] {
        let rows = rated(&engine, options, 0).rows("rated.csv");
        assert_eq!(rows.len(), engine.puzzles.len());
        for (index, row) in rows.iter().enumerate() {
            let counts = ["status", "solutions", "guesses", "nodes", "backtracks"];
            let counts = counts.map(|count| row.get(&format!("engine_test_{count}")));
            // A count that an engine does not report is not known.
            let [guesses, nodes] = if index == AROUND { ["7", ""] } else { ["", "1"] };
            assert_eq!(counts, ["solved", "1", guesses, nodes, ""], "{options:?}");
            assert_eq!((row.get("dlx_status"), row.number("dlx_guesses")), ("solved", 0));
        }
    }
    let path = engine.scratch.path("rated.csv").display().to_string();
    let kept = output_with(&mut sudoku_bench(&["dataset", "filter", "engine_test_guesses == 7", &path]), b"");
    assert_eq!(String::from_utf8_lossy(&kept.stdout).lines().count(), 2, "{kept:?}");
    let row = &rated(&Engine::of_lists("print(answers)"), &[], 0).rows("rated.csv")[0];
    assert_eq!((row.get("engine_test_status"), row.get("engine_test_nodes")), ("solved", ""));
}

#[test]
fn an_engine_that_fails_does_not_end_a_rating() {
    let engine = Engine::new("die", false, "");
    let ran = rated(&engine, &[], 1);
    let message = "1 missing answer (status engine-error):\n  line 10: engine:test ended (exit status: 1)";
    assert!(ran.stderr().contains(message), "{}", ran.stderr());
    let rows = ran.rows("rated.csv");
    assert_eq!((rows.len(), rows[AROUND].get("engine_test_status")), (engine.puzzles.len(), "engine-error"));
    let counts = ["solutions", "guesses", "nodes", "backtracks"];
    assert_eq!(counts.map(|count| rows[AROUND].get(&format!("engine_test_{count}"))), [""; 4]);
    assert_eq!(rows[AROUND + 1].get("engine_test_status"), "solved");
    let deceiver = Engine::new("wrong", false, "");
    let wrong = rated(&deceiver, &[], 5);
    assert_eq!(wrong.rows("rated.csv")[AROUND].get("engine_test_status"), "wrong");
    assert!(wrong.stderr().contains("1 wrong answer (status wrong)"), "{}", wrong.stderr());
    let refused = rated(&engine, &["--morphs", "3"], 2).stderr();
    assert!(refused.contains("--morphs cannot use engines: leave out engine:test"), "{refused}");
    let refused = rated(&engine, &["--scale", "se"], 2).stderr();
    assert!(refused.contains("leave out --strategy, --engines, --pipelined, the limits"), "{refused}");
}
