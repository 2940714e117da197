//! `solve`: rows, messages and output files.

use super::*;

/// A puzzle with two solutions.
const TWO: &str = "9.6.7.4.3...4..2...7..23.1.5.....1...4.2.8.6...3.....5.3.7...5...7..5...4.5.1.7.8";
const EASY_SOLVED: &str = "248617593679253418153948726961534872735826149824791365516379284397482651482165937";

#[track_caller]
fn solve(arguments: &[&str], input: impl AsRef<[u8]>, code: i32) -> (String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sudoku-bench"));
    let output = output_with(command.arg("solve").args(arguments), input.as_ref());
    let ran = Ran { output, out: PathBuf::new() }.exits(code);
    // The messages about the detected layout and comments are tested elsewhere.
    let is_tested = |line: &&str| !line.contains(", puzzles in column ") && !line.contains("beginning with #");
    let notes = ran.stderr().split_inclusive('\n').filter(is_tested).collect();
    (ran.stdout(), notes)
}

#[track_caller]
fn solves(arguments: &[&str], input: impl AsRef<[u8]>, wanted: &str) {
    assert_eq!(solve(arguments, input, 0), (wanted.into(), String::new()));
}

#[test]
fn puzzles_may_be_arguments() {
    let from_file = solve(&[], format!("{EASY}\n{INKALA}\n"), 0);
    assert_eq!(solve(&[EASY, INKALA], "", 0), from_file);
    assert_eq!(solve(&[EASY, "--solutions-only"], "", 0).0, format!("{EASY_SOLVED}\n"));
    let (_, mixed) = solve(&[EASY, "datasets/classics.csv"], "", 2);
    assert!(mixed.contains("datasets/classics.csv is no puzzle; name either files or puzzles"), "{mixed}");
    for text in [format!("{EASY}1"), EASY[1..].into()] {
        let (_, error) = solve(&[&text], "", 2);
        let cells = format!("it has {} cells instead of 81", text.len());
        assert!(error.contains(&cells), "{error}");
        assert!(solve(&[INKALA, &text], "", 2).1.contains(&cells));
    }
    // A file is a file, whatever its name.
    let scratch = Scratch::new();
    scratch.corpus(EASY, INKALA);
    let solved = sudoku_bench(&["solve", EASY, "--solutions-only"]).current_dir(scratch.path("")).output().unwrap();
    assert_eq!(String::from_utf8(solved.stdout).unwrap(), format!("{INKALA_SOLVED}\n"));
}

#[test]
fn the_search_for_a_solution_is_drawn() {
    let scratch = Scratch::new();
    let path = scratch.path("search.svg");
    let svg = path.to_str().unwrap();
    fs::write(&path, "replaced").unwrap();
    let (output, _) = solve(&[INKALA, "-s", "dlx", "--svg", svg], "", 0);
    assert!(output.starts_with("8 1 2 | 7 5 3 | 6 4 9\n") && output.ends_with("the only solution\n"), "{output}");
    let picture = read(&path);
    // The counts of a search that stops at the first solution.
    let rows = scratch.run_with(&["-", "-s", "dlx", "--no-report"], INKALA.as_bytes()).exits(0).rows("puzzles.csv");
    let backtracks = rows[0].number("backtracks");
    let grouped = format!("{},{:03} backtracks", backtracks / 1000, backtracks % 1000);
    assert!(picture.contains(&grouped) && picture.contains(INKALA), "{grouped}: {picture}");
    fs::remove_file(&path).unwrap();
    let refused = |arguments: &[&str], code, reason: &str| {
        let (_, notes) = solve(&[arguments, &["--svg", svg]].concat(), "", code);
        assert!(notes.contains(reason), "{notes}");
        assert!(!path.exists(), "{arguments:?}");
    };
    let only_one = "--svg draws the search of one puzzle; name it as an argument";
    refused(&["datasets/classics.csv", "-s", "dlx"], 2, only_one);
    refused(&[INKALA, EASY, "-s", "dlx"], 2, only_one);
    refused(&["-s", "dlx"], 2, only_one);
    refused(&[INKALA], 2, "lanes keeps no profile");
    refused(&[INKALA, "-s", "dlx", "--to", "csv"], 2, "'--to <NAME>' cannot be used with '--svg <FILE>'");
    refused(&[INKALA, "-s", "dlx", "--node-limit", "59"], 4, "no picture: the search reached its limit");
    refused(&[&format!("{}3", &INKALA[..80]), "-s", "dlx"], 4, "no picture: the puzzle has no solution");
    refused(&[&format!("88{}", &INKALA[2..]), "-s", "dlx"], 4, "no picture: the puzzle has no solution");
    for (output, reason) in [("-", "cannot go to standard output"), ("x.svg.gz", "--svg writes no compressed files")] {
        let (_, notes) = solve(&[INKALA, "-s", "dlx", "--svg", output], "", 2);
        assert!(notes.contains(reason), "{notes}");
    }
}

#[test]
fn puzzles_of_other_shapes_may_be_arguments() {
    let header = "puzzle,solution,status,solutions\n";
    let four = "1.3...12.1.33...";
    let rows = format!("{header}{four},1234431221433421,solved,1\n1.3.4..2.3......,,unsolvable,0\n");
    for name in ["naive", "forward-checking", "fc-mrv", "fc-static", "dlx"] {
        let all = ["--strategy", name, "--max-solutions", "all"];
        assert_eq!(solve(&[&[four, "1.3.4..2.3......"][..], &all].concat(), "", 0).0, rows);
        let many = solve(&[&["1..............."][..], &all].concat(), "", 0).0;
        assert!(many.ends_with(",solved,72\n"), "{many}");
    }
    assert_eq!(solve(&["1.3. ..12 .1.3 3..."], "", 0).0.lines().nth(1), rows.lines().nth(1));
    let (_, lanes) = solve(&[four, "-s", "lanes"], "", 2);
    assert!(lanes.contains("lanes solves 9×9 only; choose --strategy from naive"), "{lanes}");
    let blanks = ".".repeat(36);
    let by_boxes = |shape: &str| solve(&[&blanks, "--shape", shape], "", 0).0.lines().nth(1).unwrap().to_string();
    assert_eq!(by_boxes("6"), by_boxes("2x3"));
    assert_ne!(by_boxes("6"), by_boxes("3x2"));
    let large = ".".repeat(256);
    let (_, unclear) = solve(&[&large], "", 2);
    assert!(unclear.contains("(no cell tells them apart); choose one with --alphabet"), "{unclear}");
    let solved = solve(&[&large, "--alphabet", "A-Z"], "", 0).0;
    assert!(solved.contains(",ABCDEFGHIJKLMNOP"), "{solved}");
    let (_, error) = solve(&["--shape", "4", "datasets/classics.csv"], "", 2);
    assert!(
        error.contains("classics.csv: no column of the first rows holds grids of 4×4; leave out --shape"),
        "{error}"
    );
    let (_, mixed) = solve(&["datasets/classics.csv", four], "", 2);
    assert!(mixed.contains("classics.csv is no puzzle; name either files or puzzles"), "{mixed}");
    assert_eq!(solve(&[EASY, four], "", 0).0.lines().nth(1).unwrap(), format!("{EASY},{EASY_SOLVED},solved,1"));
    let (_, file) = solve(&[four, "--all-solutions"], "", 2);
    assert!(file.contains("are only printed"), "{file}");
    for (text, reason) in [
        ("1.3.4..2.3..2..", "1.3.4..2.3..2.. is no puzzle: 15 cells fit no grid"),
        ("5...............", "\"5\" is neither a value of a 4×4 grid nor a blank"),
        (&"1".repeat(95), "11111… is no puzzle: 95 cells"),
    ] {
        let (_, error) = solve(&[text], "", 2);
        assert!(error.contains(reason), "{error}");
    }
    let (rows, mixed) = solve(&[four, EASY, "-s", "lanes"], "", 2);
    assert!(rows.is_empty() && mixed.contains("lanes solves 9×9 only"), "{rows} {mixed}");
    let (_, bad) = solve(&["--shape", "7", four], "", 2);
    assert!(bad.contains("write the side (4, 6, 8"), "{bad}");
}

#[test]
fn columns_are_appended_to_unchanged_rows() {
    let input = format!("Id,\"the \"\"note\"\"\",QUIZ\r\n7,\"a, b\",{EASY}\r\n\n# no row\n8,x,\"{INKALA}\"\n");
    let wanted = format!(
        "Id,\"the \"\"note\"\"\",QUIZ,solution,status,solutions\n\
         7,\"a, b\",{EASY},{EASY_SOLVED},solved,1\n8,x,\"{INKALA}\",{INKALA_SOLVED},solved,1\n"
    );
    solves(&[], input, &wanted);
    let wanted = format!("puzzle,column_2,solution,status,solutions\n{EASY},1.2,{EASY_SOLVED},solved,1\n");
    solves(&["-"], format!("{EASY} 1.2"), &wanted);
    // Without a header. The solution of the corpus is copied like any other column.
    let wanted = format!(
        "column_1,puzzle,solution,solution_2,status,solutions\n3,{EASY},{FULL_ROW},{EASY_SOLVED},solved,1\n",
        FULL_ROW = INKALA_SOLVED
    );
    solves(&[], format!("3,{EASY},{INKALA_SOLVED}\n"), &wanted);
}

#[test]
fn short_rows_are_padded_and_long_rows_rejected() {
    let input = format!("puzzle,rating,source\n{EASY},1.2\n{EASY}\n{EASY},1,2,3\n{EASY},\"1,2\",\n");
    let (output, notes) = solve(&[], input, 0);
    let rest = format!("{EASY_SOLVED},solved,1\n");
    let wanted = format!("{EASY},1.2,,{rest}{EASY},,,{rest}{EASY},\"1,2\",,{rest}");
    assert_eq!(output, format!("puzzle,rating,source,solution,status,solutions\n{wanted}"));
    assert!(notes.contains("1 row rejected:\n  -:4:88: the row has 4 columns, the header before it 3"), "{notes}");
}

#[test]
fn every_status_is_written() {
    let input = format!("{}\n{}\n{INKALA}\n", "1".repeat(81), INKALA.replace("4..", "4.3"));
    let (output, notes) = solve(&["--columns", "status,solutions"], input, 0);
    assert_eq!(output, "status,solutions\ninvalid,0\nunsolvable,0\nsolved,1\n");
    assert!(notes.starts_with("3 puzzles: 1 solved, 1 unsolvable, 1 invalid; "), "{notes}");
    let (output, _) = solve(&["--node-limit", "0", "--solutions-only"], format!("{INKALA}\n{EASY}\n"), 0);
    assert_eq!(output, format!("node-limit\n{EASY_SOLVED}\n"));
    // A puzzle with conflicting givens is invalid under any limit and with any strategy.
    for strategy in ["lanes", "dlx"] {
        let input = format!("55{}\n", ".".repeat(79));
        let (output, _) = solve(&["--node-limit", "0", "--solutions-only", "--strategy", strategy], input, 0);
        assert_eq!(output, "invalid\n");
    }
}

#[test]
fn layout_and_columns_are_selectable() {
    let input = format!("id,puzzle\n\"x \"\"1\"\"\",{INKALA}\n2,{}\n", "1".repeat(81));
    let (output, _) = solve(&["--to", "jsonl"], &input, 0);
    let first = format!(
        r#"{{"id":"x \"1\"","puzzle":"{INKALA}","solution":"{INKALA_SOLVED}","status":"solved","solutions":1}}"#
    );
    let mut lines = output.lines();
    assert_eq!(lines.next(), Some(&*first));
    let second: serde_json::Value = serde_json::from_str(lines.next().unwrap()).unwrap();
    assert_eq!((&second["solution"], &second["status"]), (&serde_json::Value::Null, &"invalid".into()));
    let (output, _) = solve(&["--columns", "solution,ID,2"], &input, 0);
    assert_eq!(output.lines().nth(1), Some(&*format!("{INKALA_SOLVED},\"x \"\"1\"\"\",{INKALA}")));
    let (output, _) = solve(&["--to", "jsonl", "--columns", "status"], &input, 0);
    assert_eq!(output, "{\"status\":\"solved\"}\n{\"status\":\"invalid\"}\n");
    let (_, notes) = solve(&["--columns", "rating"], &input, 2);
    assert!(notes.contains("no column rating; there are id, puzzle, solution, status, solutions"), "{notes}");
}

#[test]
fn all_solutions_are_written() {
    let (output, _) = solve(&["--all-solutions"], format!("{TWO}\n{INKALA}\n"), 0);
    let rows: Vec<Vec<&str>> = output.lines().skip(1).map(|line| line.split(',').collect()).collect();
    assert_eq!(rows.iter().map(|row| (row[0], row[3])).collect::<Vec<_>>(), [(TWO, "2"), (TWO, "2"), (INKALA, "1")]);
    assert_ne!(rows[0][1], rows[1][1]);
    let (output, notes) = solve(&["-m", "all", "--columns", "solutions"], format!("{TWO}\n{INKALA}\n"), 0);
    assert_eq!(output, "solutions\n2\n1\n");
    assert!(notes.starts_with("2 puzzles: 1 with one solution, 1 with several; "), "{notes}");
    assert!(notes.ends_with(" a second\n  several solutions: line 1\n"), "{notes}");
    // Two solutions are known, whatever the limit was.
    let limits = ["-s", "dlx", "-m", "all", "--node-limit", "1000"];
    let (_, notes) = solve(&limits, format!("{}\n{EASY}\n", ".".repeat(81)), 0);
    assert!(notes.starts_with("2 puzzles: 1 with one solution, 1 with several (1 node-limit); "), "{notes}");
    // Of the solutions of the empty grid, at most 1,024 are written.
    let (output, notes) = solve(&["--all-solutions", "--solutions-only"], ".".repeat(81), 0);
    assert_eq!(output.lines().collect::<std::collections::HashSet<_>>().len(), 1024);
    let many = "1 puzzle with 1,024 solutions or more, of which 1,024 are written\n";
    assert!(notes.ends_with(many), "{notes}");
    let (output, notes) = solve(&["--all-solutions", "-m", "1030", "--solutions-only"], ".".repeat(81), 0);
    assert_eq!(output.lines().count(), 1024);
    assert!(notes.ends_with(many), "{notes}");
}

#[test]
fn solutions_of_the_corpus_are_checked() {
    let good = format!("puzzle,solution\n{EASY},{EASY_SOLVED}\n{INKALA},\n");
    let (_, notes) = solve(&["--check"], &good, 0);
    assert_eq!(notes, "checked 1 solution of the corpus: 1 right, 1 missing\n");
    let bad = format!("{good}{INKALA},{EASY_SOLVED}\n");
    let (output, notes) = solve(&["--check", "--columns", "status,solution_2"], &bad, 5);
    assert_eq!(output.lines().last(), Some(&*format!("solved,{INKALA_SOLVED}")));
    assert!(notes.contains(
        "checked 2 solutions of the corpus: 1 right, 1 wrong, 1 missing\n  line 4: the corpus' own solution is no solution of the givens"
    ));
    let (_, notes) = solve(&["--check"], EASY, 4);
    assert_eq!(notes, "nothing was checked: the corpus has no solutions\n");
    // Without --check, solutions of the corpus are not read.
    solves(&["--columns", "status"], format!("puzzle,solution\n{EASY},nonsense\n"), "status\nsolved\n");
    let (_, notes) = solve(&["--check"], format!("puzzle,solution\n{EASY},nonsense\n{good}"), 5);
    assert!(
        notes.contains(
            "1 right, 1 malformed, 1 missing\n  line 2: the corpus' own solution is not 81 values from 1 to 9"
        ),
        "{notes}"
    );
}

#[test]
fn rejects_are_counted_shown_and_written() {
    let scratch = Scratch::new();
    let rejects = scratch.path("rejects.csv");
    let input = format!("{EASY}\nnonsense\n{}\n12\n{INKALA}\n34\n", &EASY[1..]);
    let arguments = ["--rejects", rejects.to_str().unwrap(), "--solutions-only", "--max-rejects", "4"];
    let (output, notes) = solve(&arguments, &input, 0);
    assert_eq!(output, format!("{EASY_SOLVED}\nrejected\nrejected\nrejected\n{INKALA_SOLVED}\nrejected\n"));
    assert!(
        notes.contains(&format!("4 rows rejected, all in {}:\n  -:2:1: 'n' is neither", rejects.display())),
        "{notes}"
    );
    assert_eq!(notes.lines().count(), 4, "{notes}");
    assert_eq!(read(&rejects).lines().count(), 5);
    let (output, notes) = solve(&["--columns", "solution", "--max-rejects", "4"], &input, 0);
    assert!(output.lines().count() == 3 && notes.contains("warning: rejected rows have no line"), "{notes}");
    let (_, notes) = solve(&["--strict"], input, 1);
    assert!(notes.contains("-:2:1: 'n' is neither") && notes.contains("--strict"), "{notes}");
}

#[test]
fn every_row_has_its_line_of_solutions_in_every_block() {
    // More rejects than a block has, before the first puzzle and after it.
    let rejects = "12\n".repeat(300);
    let input = format!("puzzle\n{rejects}{EASY}\n{rejects}{INKALA}\n{rejects}");
    let (output, _) = solve(&["--solutions-only", "--max-rejects", "100%"], input, 0);
    let lines: Vec<_> = output.lines().collect();
    assert_eq!((lines.len(), lines[300], lines[601]), (902, EASY_SOLVED, INKALA_SOLVED));
    assert_eq!(lines.iter().filter(|line| **line == "rejected").count(), 900);
}

#[test]
fn an_output_file_appears_when_it_is_complete() {
    let scratch = Scratch::new();
    let corpus = scratch.corpus("c.txt", EASY);
    let out = scratch.path("out.csv");
    fs::write(&out, "old").unwrap();
    let (output, _) = solve(&["no/such/file", "-o", out.to_str().unwrap()], "", 1);
    assert_eq!((output, read(&out)), (String::new(), "old".into()));
    solve(&[&corpus, "--columns", "rating", "-o", out.to_str().unwrap()], "", 2);
    assert_eq!(files(scratch.0.path()), ["c.txt", "out.csv"], "a command that fails before it begins leaves no file");
    solves(&[&corpus, "-o", out.to_str().unwrap()], "", "");
    assert_eq!(read(&out), format!("puzzle,solution,status,solutions\n{EASY},{EASY_SOLVED},solved,1\n"));
    let (_, notes) = solve(&[&corpus, "-o", scratch.0.path().to_str().unwrap()], "", 1);
    assert!(notes.contains("is a directory; name a file"), "{notes}");
}

#[cfg(unix)]
#[test]
fn links_and_pipes_are_written_through() {
    let scratch = Scratch::new();
    let corpus = scratch.corpus("c.txt", EASY);
    let link = scratch.path("link");
    let file = scratch.path("file");
    std::os::unix::fs::symlink(&file, &link).unwrap();
    fs::write(&file, "old").unwrap();
    solves(&[&corpus, "-o", link.to_str().unwrap(), "--solutions-only"], "", "");
    assert!(link.is_symlink());
    assert_eq!(read(&file), format!("{EASY_SOLVED}\n"));
    solves(&[&corpus, "-o", "/dev/null"], "", "");
    let pipe = scratch.path("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let reader = Command::new("cat").arg(&pipe).stdout(Stdio::piped()).spawn().unwrap();
    solves(&[&corpus, "-o", pipe.to_str().unwrap(), "--solutions-only"], "", "");
    assert_eq!(String::from_utf8(reader.wait_with_output().unwrap().stdout).unwrap(), format!("{EASY_SOLVED}\n"));
    assert_eq!(files(scratch.0.path()), ["c.txt", "file", "link", "pipe"]);
}

#[test]
fn failed_commands_keep_existing_files() {
    let scratch = Scratch::new();
    let out = scratch.path("out.csv");
    let out = out.to_str().unwrap();
    solve(&["-", "--columns", "rating", "-o", out, "--rejects", &format!("{out}.rejects")], EASY, 2);
    assert_eq!(files(scratch.0.path()), [""; 0]);
    let (_, notes) = solve(&["-", "-o", out, "--rejects", &scratch.path("./out.csv").display().to_string()], EASY, 2);
    assert!(notes.contains("is named twice as an output"), "{notes}");
    let (_, notes) = solve(&["-", "-o", scratch.path("no/out.csv").to_str().unwrap()], EASY, 1);
    assert!(notes.contains("no: does not exist"), "{notes}");
}

#[test]
fn a_line_of_a_plain_list_is_one_field() {
    let list = format!("{EASY}  hard, by \"me\"\n{EASY}\n");
    let wanted = format!(
        "puzzle,solution,status,solutions\n\"{EASY}  hard, by \"\"me\"\"\",{EASY_SOLVED},solved,1\n\
         {EASY},{EASY_SOLVED},solved,1\n"
    );
    let first = format!("{EASY}\n");
    let rest = wanted.replacen("solutions\n", &format!("solutions\n{EASY},{EASY_SOLVED},solved,1\n"), 1);
    solves(&[], format!("{first}{list}"), &rest);
    let (output, _) = solve(&["--to", "jsonl", "--columns", "puzzle"], format!("{first}{EASY} a,b\n"), 0);
    assert_eq!(output, format!("{{\"puzzle\":\"{EASY}\"}}\n{{\"puzzle\":\"{EASY}\"}}\n"));
}

#[test]
fn output_is_independent_of_strategy_threads_and_instruction_set() {
    let input = read(Path::new("datasets/classics.csv")).repeat(10);
    let (wanted, _) = solve(&["-m", "2", "--threads", "1"], &input, 0);
    assert_eq!(wanted.lines().count(), 132 * 10 + 1);
    for arguments in [["--strategy", "dlx"], ["--threads", "4"], ["--simd", "scalar"], ["--simd", "baseline"]] {
        let (output, _) = solve(&[&["-m", "2"], &arguments[..]].concat(), &input, 0);
        assert!(output == wanted, "{arguments:?}");
    }
    for simd in ["avx2", "avx512vl", "avx512"] {
        let (code, wanted) =
            if solver::simd::Simd::available().any(|own| own.name() == simd) { (0, &*wanted) } else { (2, "") };
        assert!(solve(&["-m", "2", "--simd", simd], &input, code).0 == wanted, "{simd}");
    }
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

#[test]
fn contradictory_arguments_are_usage_errors() {
    let refuses = |arguments: &[&str], advice: &str| {
        let (_, notes) = solve(arguments, "", 2);
        assert!(notes.contains(advice), "{notes}");
    };
    refuses(&["--strategy", "elimination"], "[possible values: naive, ");
    refuses(&["--to", "xlsx"], "[possible values: csv, tsv, grids, ss");
    refuses(&["--simd", "mmx"], "[possible values: auto, avx512, avx512vl, avx2, baseline, scalar]");
    refuses(&["--solutions-only", "--columns", "status"], "cannot be used with");
    refuses(&["--solution-column", "2"], "--check");
    refuses(&["-", "-"], "standard input can be read only once");
    refuses(&["-o", "x", "--rejects", "x"], "named twice as an output");
    for name in ["x.part", "./x.3.part", "x.resume"] {
        refuses(&["-o", "x", "--rejects", name], "is used while x is written");
    }
    refuses(&["--max-solutions", "0"], "must be at least 1");
}

#[test]
fn files_with_different_columns_are_an_error() {
    let scratch = Scratch::new();
    let one = scratch.corpus("a.txt", EASY);
    let two = scratch.corpus("b.csv", format!("id,puzzle\n1,{EASY}\n"));
    let (output, notes) = solve(&[&one, &two, "--solutions-only"], "", 2);
    assert!(
        notes.contains(
            "b.csv: has the columns id, puzzle (csv), the first file has the columns puzzle (lines); process the files one by one"
        ),
        "{notes}"
    );
    assert_eq!(output, "", "no file is begun");
    let swapped = scratch.corpus("c.csv", format!("puzzle,id\n{EASY},1\n"));
    let (_, notes) = solve(&[&two, &swapped], "", 2);
    assert!(notes.contains("c.csv: has the columns puzzle, id"), "{notes}");
    let (output, _) = solve(&[&one, &one, "--solutions-only"], "", 0);
    assert_eq!(output, format!("{EASY_SOLVED}\n{EASY_SOLVED}\n"));
}
