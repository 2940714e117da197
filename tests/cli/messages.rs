//! Errors and notes name what is wrong and what to do, in a line.

use super::*;

/// Runs a command in the directory of `scratch`, and returns its exit code and its messages without the notes on columns.
fn messages(scratch: &Scratch, command: &str) -> (Option<i32>, String) {
    let words: Vec<&str> = command.split_whitespace().collect();
    let output = sudoku_bench(&words).current_dir(scratch.path("")).output().unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    let lines: String =
        text.lines().filter(|line| !line.contains(": csv, puzzles in")).map(|l| format!("{l}\n")).collect();
    (output.status.code(), lines)
}

/// Asserts that a command ends with this code and this message alone, of at most 200 characters.
#[track_caller]
pub fn says(scratch: &Scratch, command: &str, code: i32, message: &str) {
    assert_eq!(messages(scratch, command), (Some(code), format!("{message}\n")), "{command}");
    assert!(message.chars().count() <= 200, "{message}");
}

fn corpora() -> Scratch {
    let scratch = Scratch::new();
    scratch.corpus("c.csv", format!("puzzle,solution,rating\n{INKALA},{INKALA_SOLVED},hard\n{EASY},,easy\n"));
    scratch.corpus("unsolved.csv", format!("puzzle,rating\n{EASY},hard\n"));
    scratch.corpus("empty.csv", format!("puzzle,solution\n{EASY},\n"));
    scratch.corpus("c.txt", EASY);
    scratch
}

#[test]
fn a_named_column_that_holds_something_else() {
    let scratch = corpora();
    let advice = "--puzzle-column and --solution-column name the columns";
    let beginning = &INKALA[..30];
    for command in [
        "solve --check c.csv --puzzle-column solution --solution-column puzzle",
        "run c.csv -s dlx -o out --puzzle-column solution --solution-column puzzle",
        "dataset inspect c.csv --solution-column puzzle",
    ] {
        let found = format!("column 1 (puzzle) holds the grid with blanks \"{beginning}…\", which is no solution");
        says(&scratch, command, 1, &format!("error: c.csv:2: {found}; {advice}"));
    }
    for (option, wanted) in
        [("solve c.csv --puzzle-column", "puzzle"), ("solve --check c.csv --solution-column", "solution")]
    {
        for column in ["rating", "3"] {
            let found = format!("error: c.csv:2: column 3 (rating) holds \"hard\", which is no {wanted}");
            says(&scratch, &format!("{option} {column}"), 1, &format!("{found}; {advice}"));
        }
    }
    assert!(!scratch.path("out").exists());
}

#[test]
fn nothing_to_check() {
    let scratch = corpora();
    let columns = "no column holds solutions; the columns are puzzle, rating; --solution-column names one";
    says(&scratch, "solve --check unsolved.csv -o x.csv", 4, &format!("nothing was checked: {columns}"));
    says(&scratch, "solve --check empty.csv -o x.csv", 4, "nothing was checked: the column solution is empty");
    says(&scratch, "solve --check c.txt -o x.csv", 4, "nothing was checked: the corpus has no solutions");
}

#[test]
fn a_directory_that_cannot_be_used() {
    let scratch = corpora();
    scratch.run(&[&scratch.path("c.txt").display().to_string(), "-s", "dlx"]).exits(0);
    let build = env!("CARGO_BIN_EXE_sudoku-bench");
    let missing = "error: nodir: does not exist; create the directory first";
    for command in [
        "solve c.txt -o nodir/x.csv",
        "solve c.txt -o x.csv --rejects nodir/x.csv",
        "run c.txt -s dlx -o new --lock nodir/x.json",
        "compare nodir/x.json out --bless",
        "dataset convert c.txt -o nodir/x.csv",
        "dataset dedup c.txt -o x.csv --groups nodir/x.csv",
        "dataset split 0.5/0.5 c.txt -o x.csv,nodir/x.csv",
        "dataset generate --count 1 --minimal -o nodir/x.csv",
    ] {
        says(&scratch, command, 1, missing);
    }
    for command in ["dataset split 0.5/0.5 c.txt -o x.csv,-", "run c.txt -s dlx -o new --lock -"] {
        says(&scratch, command, 2, "error: this output cannot go to standard output; name a file instead of `-`");
    }
    let stream = "error: nodir: is no directory; standard input is kept in a file there, so create it first";
    says(&scratch, "dataset dedup - --temporary nodir", 1, stream);
    for command in [
        "run c.txt -s dlx -o c.csv/new",
        "compare out out -o c.csv",
        "compare out out -o c.csv/new",
        &format!("ab {build} {build} c.txt -s dlx -o c.csv"),
    ] {
        says(&scratch, command, 1, "error: c.csv: is a file, not a directory");
    }
    says(&scratch, "run c.txt -s dlx -o c.csv", 1, "error: c.csv: is a file; name a directory");
    for command in [
        "run c.txt -s dlx -o -",
        "merge out out -o -",
        "compare out out -o -",
        "report out --svg -",
        &format!("ab {build} {build} c.txt -s dlx -o -"),
    ] {
        says(
            &scratch,
            command,
            2,
            "error: the output is several files, which cannot go to standard output; name a directory",
        );
    }
    assert!(!scratch.path("nodir").exists() && !scratch.path("x.csv").exists());
}

#[test]
fn options_without_effect() {
    let scratch = corpora();
    let (code, message) = messages(&scratch, "run c.txt -s dlx -o out --seed 9");
    assert!(code == Some(2) && message.contains("--sample <N>"), "{message}");
    let needs = |option| format!("error: {option} needs an engine in --strategy, as engine:NAME");
    says(&scratch, "run c.txt -s dlx -o out --pipelined", 2, &needs("--pipelined"));
    says(&scratch, "run c.txt -s dlx -o out --engines e.toml", 2, &needs("--engines"));
    let nothing = "error: there is no interrupted output x.csv; name the corpus, or `-`, to begin it";
    says(&scratch, "solve --resume -o x.csv", 2, nothing);
    says(&scratch, "solve --resume", 2, "error: --resume needs the interrupted output: name it with --output");
    assert!(!scratch.path("out").exists());
}

/// A check of what can be read would say little.
#[test]
fn too_many_rejects() {
    let scratch = corpora();
    scratch.corpus("test.txt", format!("{INKALA}\n{}", "short\n".repeat(12)));
    let (code, message) = messages(&scratch, "dataset overlap c.txt test.txt");
    assert!(code == Some(1) && message.contains("12 of 13 rows rejected, more than --max-rejects 10%"), "{message}");
    let (code, message) = messages(&scratch, "dataset overlap c.txt test.txt --max-rejects 12");
    assert!(code == Some(0), "{message}");
    for number in 1..=2 {
        let run = format!("run test.txt -s dlx --shard {number}/2 --block-size 1 --max-rejects 12 -o part{number}");
        assert_eq!(messages(&scratch, &run).0, Some(0), "{run}");
    }
    let (code, message) = messages(&scratch, "merge part1 part2 -o whole");
    assert!(code == Some(1) && message.contains("12 of 13 rows rejected"), "{message}");
}

#[test]
fn errors_have_colours_if_wanted() {
    let error = |word: &str| format!("{word} nofile: cannot open: No such file or directory (os error 2)");
    says(&corpora(), "solve nofile", 1, &error("error:"));
    says(&corpora(), "solve nofile --color always", 1, &error("\u{1b}[1m\u{1b}[31merror:\u{1b}[0m"));
}

#[test]
fn a_strategy_is_named_once() {
    for command in ["run c.txt -s lanes,lanes", "dataset rate c.txt -s lanes,lanes"] {
        says(&corpora(), command, 2, "error: strategy lanes is named twice");
    }
}

/// The rows before an error are not summed up: they are a part of the corpus.
#[test]
fn nothing_but_the_error() {
    let scratch = corpora();
    scratch.corpus("bad.csv", "a,puzzle\n1,short\n2,shorter\n");
    for command in ["solve bad.csv", "dataset convert bad.csv", "dataset inspect bad.csv", "dataset canon bad.csv"] {
        let (code, text) = messages(&scratch, command);
        assert_eq!((code, text.lines().count()), (Some(1), 1), "{command}: {text}");
        assert!(
            text.starts_with("error: bad.csv: no puzzle found in 3 rows: ") && text.len() <= 200,
            "{command}: {text}"
        );
    }
}

#[test]
fn a_usage_error_names_the_help_of_its_command() {
    let scratch = corpora();
    for (command, help) in [
        ("dataset split c.csv", "sudoku-bench dataset split --help"),
        ("dataset filter", "sudoku-bench dataset filter --help"),
        ("dataset nosuch", "sudoku-bench dataset --help"),
        ("run c.csv --rounds few", "sudoku-bench run --help"),
        ("--bogus", "sudoku-bench --help"),
    ] {
        let (code, text) = messages(&scratch, command);
        assert_eq!(code, Some(2), "{command}");
        assert!(text.ends_with(&format!("For more information, try '{help}'.\n")), "{command}: {text}");
    }
}

/// A terminal would obey an escape sequence, and a workflow of GitHub Actions a command in a line of its own.
#[test]
fn the_text_of_a_file_controls_neither_the_terminal_nor_a_workflow() {
    let scratch = Scratch::new();
    scratch.corpus("c.csv", format!("\"a\n::error::b\",\u{1b}[2J,puzzle\nc,d,{EASY}\n"));
    for command in [&["dataset", "inspect", "c.csv"][..], &["dataset", "convert", "c.csv", "--columns", "9"]] {
        let output = sudoku_bench(command).current_dir(scratch.path("")).output().unwrap();
        let text = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        assert!(text.contains(r"a\u{a}::error::b, \u{1b}[2J, puzzle"), "{text:?}");
        assert!(!text.contains('\u{1b}') && !text.contains("\n::"), "{text:?}");
    }
}
