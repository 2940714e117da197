//! Compressed, large and malformed files.

mod compressed;
#[cfg(target_os = "linux")]
mod limits;

use super::*;

const EASY_SOLVED: &str = "248617593679253418153948726961534872735826149824791365516379284397482651482165937";

/// Solves a file. Returns the exit code, a letter for each solution (`I` for [`INKALA`], `E` for [`EASY`], `?` for any
/// other), and standard error, with the path of the file replaced by `FILE`.
fn solve_file(name: &str, content: impl AsRef<[u8]>, arguments: &[&str]) -> (i32, String, String) {
    let scratch = Scratch::new();
    let file = scratch.corpus(name, content);
    let output = sudoku_bench(&["solve", &file, "--solutions-only"]).args(arguments).output().unwrap();
    let solutions = String::from_utf8_lossy(&output.stdout);
    let notes = String::from_utf8_lossy(&output.stderr);
    assert!(!notes.contains("panicked"), "{notes}");
    let solutions = solutions.lines().filter(|line| *line != "rejected");
    (output.status.code().unwrap(), solutions.map(letter).collect(), notes.replace(&file, "FILE"))
}

fn letter(solution: &str) -> char {
    match solution {
        INKALA_SOLVED => 'I',
        EASY_SOLVED => 'E',
        _ => '?',
    }
}

fn rows_of(puzzle: &str) -> Vec<&str> {
    (0..9).map(|row| &puzzle[9 * row..9 * row + 9]).collect()
}

fn lines_of(puzzle: &str) -> String {
    rows_of(puzzle).join("\n") + "\n"
}

/// Inputs for which a careless parser takes quadratic time.
#[test]
fn large_malformed_files_take_linear_time() {
    let started = Instant::now();
    let many = 2 << 20;
    for (content, puzzles) in [
        (".".repeat(many), ""),
        ("\"".repeat(many), ""),
        (format!("<opensudoku>{}", "a".repeat(many)), ""),
        (format!("<opensudoku><game data=\"{}", ">".repeat(many)), ""),
        (format!("<opensudoku><!--{}", ">".repeat(many)), ""),
        (format!("{}{}", lines_of(EASY), "------+-------+------\n".repeat(many / 20)), "E"),
        (format!("{}{}", lines_of(EASY), "Grid\n".repeat(many / 20)), "E"),
    ] {
        assert_eq!(solve_file("file", &content, &[]).1, puzzles, "{}", &content[..40]);
    }
    assert!(started.elapsed() < Duration::from_secs(30), "{:?}", started.elapsed());
}
