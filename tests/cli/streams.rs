//! Standard input that stalls or ends within a row, and files that are cut while they are read.

use std::io::Read;

use super::*;

/// The commands that read a stream, with what they write for [`ROWS`] rows.
const COMMANDS: [&[&str]; 4] =
    [&["solve"], &["dataset", "convert"], &["dataset", "inspect"], &["run", "-", "-s", "dlx", "-o", "out"]];
const ROWS: usize = 50;

fn list() -> String {
    (0..ROWS).fold("id,puzzle\n".into(), |text, n| format!("{text}{n},{EASY}\n"))
}

/// Runs a command in the directory of `scratch`, with the pieces on standard input, one after the other.
fn run(scratch: &Scratch, arguments: &[&str], pieces: &[&str]) -> Ran {
    let mut command = sudoku_bench(arguments);
    command.current_dir(scratch.path("")).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    for (index, piece) in pieces.iter().enumerate() {
        if index > 0 {
            thread::sleep(Duration::from_millis(300));
        }
        stdin.write_all(piece.as_bytes()).unwrap();
    }
    drop(stdin);
    Ran { output: child.wait_with_output().unwrap(), out: scratch.path("out") }
}

#[test]
fn a_stream_that_stalls_within_a_row_is_read_as_a_whole() {
    let text = list();
    let (first, rest) = text.split_at(text.len() - 40);
    for arguments in COMMANDS {
        let outputs = [&[&*text][..], &[first, rest]].map(|pieces| {
            let scratch = Scratch::new();
            let ran = run(&scratch, arguments, pieces).exits(0);
            let rows = scratch.path("out/puzzles.csv").exists().then(|| ran.rows("puzzles.csv").len());
            (if rows.is_none() { ran.stdout() } else { String::new() }, rows)
        });
        assert_eq!(outputs[0], outputs[1], "{arguments:?}");
    }
}

/// A program that had the pipe before may have made it non-blocking. A command that reads its input twice copies it.
#[test]
#[cfg(unix)]
fn a_non_blocking_stream_is_waited_for() {
    use nix::fcntl::{FcntlArg, OFlag, fcntl};
    for arguments in [&["solve"][..], &["dataset", "dedup", "-"]] {
        let (reader, mut writer) = std::io::pipe().unwrap();
        fcntl(&reader, FcntlArg::F_SETFL(OFlag::O_NONBLOCK)).unwrap();
        let mut command = sudoku_bench(arguments);
        let child = command.stdin(reader).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(command);
        thread::sleep(Duration::from_millis(300));
        writer.write_all(list().as_bytes()).unwrap();
        drop(writer);
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

/// At least those of the first blocks; a later one may wait for more rows.
#[test]
fn rows_are_answered_before_the_stream_ends() {
    let mut command = sudoku_bench(&["solve", "--threads", "1"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = child.stdout.take().unwrap();
    stdin.write_all(list().as_bytes()).unwrap();
    let mut answers = String::new();
    while answers.lines().count() <= 8 {
        let mut piece = [0; 1 << 12];
        let length = stdout.read(&mut piece).unwrap();
        assert!(length > 0, "{answers}");
        answers += std::str::from_utf8(&piece[..length]).unwrap();
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
}

/// They are parsed ahead on other threads, as far as they have come.
#[test]
fn the_rows_of_a_pipe_are_those_of_a_file() {
    let scratch = Scratch::new();
    let row = |n: usize| match n % 997 {
        5 => format!("{n},{},reject\n", &EASY[1..]),
        6 => format!("{n},{EASY},\"a note\nof two lines\"\n"),
        _ => format!("{n},{EASY},\n"),
    };
    let text = (0..20_000).fold("id,puzzle,note\n".into(), |text: String, n| text + &row(n));
    let corpus = scratch.corpus("c.csv", text.clone());
    let of_file = sudoku_bench(&["solve", &corpus, "--threads", "3"]).output().unwrap();
    let mut command = sudoku_bench(&["solve", "-", "--threads", "3"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let writer = thread::spawn(move || {
        let mut rest = text.as_bytes();
        for size in [1, 100, 50_000, 7, 5_000].into_iter().cycle() {
            let (piece, after) = rest.split_at(size.min(rest.len()));
            stdin.write_all(piece).unwrap();
            thread::sleep(Duration::from_millis(2));
            rest = after;
            if rest.is_empty() {
                break;
            }
        }
    });
    let of_pipe = child.wait_with_output().unwrap();
    writer.join().unwrap();
    assert!(of_file.status.success() && of_file.stdout.len() > 20_000 * EASY.len());
    assert!(of_pipe.stdout == of_file.stdout);
}

#[test]
fn a_stream_that_ends_within_a_row_gives_the_whole_rows() {
    let last = ROWS + 2;
    for (end, reason) in [
        (format!("x,{}", &EASY[..40]), format!("-:{last}:43: 40 cells instead of 81")),
        (format!("\"x,{EASY}"), format!("-:{last}:1: a quote is opened here and never closed")),
    ] {
        for arguments in COMMANDS {
            let scratch = Scratch::new();
            let ran = run(&scratch, arguments, &[&list(), &end]).exits(0);
            assert!(ran.stderr().contains(&reason), "{arguments:?}: {}", ran.stderr());
            match arguments[0] {
                "run" => assert_eq!(ran.rows("puzzles.csv").len(), ROWS),
                _ if arguments.contains(&"inspect") => assert!(ran.stdout().contains("50 puzzles, 1 row rejected")),
                _ => assert_eq!(ran.stdout().lines().count(), ROWS + 1, "{arguments:?}"),
            }
        }
    }
}

/// The file ends with a whole row, so that its rows do not show that it was cut.
#[test]
fn a_file_that_is_cut_while_it_is_read_is_an_error() {
    let scratch = Scratch::new();
    let row = format!("{EASY}\n");
    let corpus = scratch.corpus("c.txt", row.repeat(400_000));
    for command in [&["solve"][..], &["dataset", "convert"]] {
        fs::write(&corpus, row.repeat(400_000)).unwrap();
        let mut command = sudoku_bench(&[command, &[&*corpus]].concat());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        // The program waits for the reader of its output, far from the end of the file.
        let mut begin = vec![0; 100];
        child.stdout.as_mut().unwrap().read_exact(&mut begin).unwrap();
        fs::File::options().write(true).open(&corpus).unwrap().set_len(200_000 * row.len() as u64).unwrap();
        let ran = Ran { output: child.wait_with_output().unwrap(), out: scratch.path("out") }.exits(1);
        assert!(
            ran.stderr().contains("the file was cut while it was read, to 16,400,000 bytes of 32,800,000"),
            "{}",
            ran.stderr()
        );
        assert!(begin.len() + ran.stdout().len() >= row.len() && ran.stdout().ends_with('\n'), "whole rows");
    }
}
