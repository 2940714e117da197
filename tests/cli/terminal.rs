//! Tables and progress on a terminal of 80 columns.

use std::{fs::File, io::Read};

use nix::pty::{Winsize, openpty};

use super::*;

/// Runs a command with standard output on a terminal of 80 columns, and standard error too if `both`. Returns what the
/// terminal received.
fn on_terminal(mut command: Command, both: bool) -> String {
    let size = Winsize { ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0 };
    let pty = openpty(Some(&size), None).unwrap();
    let error = if both { Stdio::from(pty.slave.try_clone().unwrap()) } else { Stdio::null() };
    command.env("TERM", "xterm").stdout(Stdio::from(pty.slave)).stderr(error);
    let mut child = command.spawn().unwrap();
    // The terminal closes with the last process that has it.
    drop(command);
    let mut received = Vec::new();
    let mut buffer = [0; 4096];
    let mut terminal = File::from(pty.master);
    // Linux reports the end as an error.
    while let Ok(n @ 1..) = terminal.read(&mut buffer) {
        received.extend(&buffer[..n]);
    }
    assert!(child.wait().unwrap().success());
    String::from_utf8(received).unwrap().replace("\r\n", "\n")
}

#[test]
fn tables_fit_unless_wide_is_asked_for() {
    let scratch = Scratch::new();
    let ran = scratch.run(&["datasets/classics.csv", "--strategy", "dlx,forward-checking"]).exits(0);
    let shown = |more: &[&str]| {
        let mut command = sudoku_bench(&["show", ran.out.to_str().unwrap(), "--scores"]);
        command.args(more);
        on_terminal(command, false)
    };
    let narrow = shown(&[]);
    let (tables, note) = narrow.split_once("too wide for the terminal: ").unwrap();
    assert!(tables.lines().all(|line| line.chars().count() <= 80), "{narrow}");
    assert!(note.starts_with("PAR-10") && note.contains("--wide shows"), "{narrow}");
    assert!(shown(&["--wide"]).starts_with(ran.stdout().split_once("nodes of different").unwrap().0), "all columns");
}

#[test]
fn a_comparison_fits_unless_wide_is_asked_for() {
    let scratch = Scratch::new();
    let ran = scratch.run(&["datasets/classics.csv", "--strategy", "dlx,forward-checking"]).exits(0);
    let compared = |more: &[&str]| {
        let mut command = sudoku_bench(&["compare", ran.out.to_str().unwrap(), ran.out.to_str().unwrap()]);
        command.args(more);
        on_terminal(command, false)
    };
    let narrow = compared(&[]);
    assert!(narrow.lines().all(|line| line.chars().count() <= 80), "{narrow}");
    assert!(narrow.contains("backtracks") && narrow.contains("99 % interval"), "{narrow}");
    assert!(compared(&["--wide"]).contains("floor"), "all columns, as without a terminal");
}

#[test]
fn puzzles_of_the_command_line_are_drawn_as_grids() {
    let two = INKALA.replacen('8', ".", 1);
    let drawn = on_terminal(sudoku_bench(&["solve", INKALA, &two, &"1".repeat(81)]), true);
    let (first, rest) = drawn.split_once("\n\n").unwrap();
    assert!(first.starts_with("8 1 2 | 7 5 3 | 6 4 9\n9 4 3 | 6 8 2 | 1 7 5\n"), "{drawn}");
    assert_eq!(first.lines().filter(|line| *line == "------+-------+------").count(), 2);
    let digits: String = first.chars().filter(char::is_ascii_digit).collect();
    assert_eq!(digits, INKALA_SOLVED);
    let (second, third) = rest.split_once("\n\n").unwrap();
    assert!(second.ends_with("\none of at least 2 solutions"), "{drawn}");
    assert_eq!(third, "no solution: r1c1 and r1c2 are both 1\n");
    let rows = on_terminal(sudoku_bench(&["solve", INKALA, "--solutions-only", "-q"]), true);
    assert_eq!(rows, format!("{INKALA_SOLVED}\n"));
}

#[test]
fn messages_are_broken_between_words() {
    let scratch = Scratch::new();
    let out = scratch.path("out.csv");
    let arguments = ["solve", "datasets/classics.csv", "--no-progress", "-o", out.to_str().unwrap()];
    let shown = on_terminal(sudoku_bench(&arguments), true);
    assert!(shown.lines().all(|line| line.chars().count() <= 80), "{shown}");
    let words = shown.lines().collect::<Vec<_>>().join(" ");
    assert!(
        words.contains("classics.csv: csv, puzzles in column 2 (puzzle), solutions in column 3 (solution)"),
        "{shown}"
    );
}

/// A pass takes long enough for a bar: rows are the only output if they go to the terminal.
#[test]
fn rows_on_a_terminal_have_no_progress_between_them() {
    let scratch = Scratch::new();
    let corpus = scratch.corpus("long.txt", format!("{INKALA}\n").repeat(10_000));
    let mut command = sudoku_bench(&["dataset", "convert", &corpus, "--to", "lines"]);
    let convert = on_terminal(command, true);
    assert_eq!(convert, read(Path::new(&corpus)) + "10,000 rows in, 10,000 rows out\n");
    // Rows in a file leave the terminal to the bar, which is removed at the end.
    command = sudoku_bench(&["solve", &corpus, "--strategy", "dlx", "-o", scratch.path("out.csv").to_str().unwrap()]);
    let solve = on_terminal(command, true);
    assert!(solve.contains(" of ≈") && solve.contains(" puzzles, "), "{solve:?}");
    let last = solve.rsplit('\u{1b}').next().unwrap();
    assert!(!last.contains("left") && last.contains("10,000 puzzles: 10,000 solved"), "{solve:?}");
}
