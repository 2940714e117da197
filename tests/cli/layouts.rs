//! Large and malformed files. `transcripts/compressed.md` has compressed ones.

#[cfg(target_os = "linux")]
mod limits;

use super::*;

const EASY_SOLVED: &str = "248617593679253418153948726961534872735826149824791365516379284397482651482165937";

/// Inputs for which a careless parser takes quadratic time.
#[test]
fn large_malformed_files_take_linear_time() {
    let started = Instant::now();
    let many = 2 << 20;
    let rows: String = (0..9).map(|row| format!("{}\n", &EASY[9 * row..9 * row + 9])).collect();
    for (content, wanted) in [
        (".".repeat(many), ""),
        ("\"".repeat(many), ""),
        (format!("<opensudoku>{}", "a".repeat(many)), ""),
        (format!("<opensudoku><game data=\"{}", ">".repeat(many)), ""),
        (format!("<opensudoku><!--{}", ">".repeat(many)), ""),
        (format!("{rows}{}", "------+-------+------\n".repeat(many / 20)), EASY_SOLVED),
        (format!("{rows}{}", "Grid\n".repeat(many / 20)), EASY_SOLVED),
    ] {
        let scratch = Scratch::new();
        let file = scratch.corpus("file", &content);
        let output = sudoku_bench(&["solve", &file, "--solutions-only"]).output().unwrap();
        let [solutions, notes] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
        let solutions: Vec<&str> = solutions.lines().filter(|line| *line != "rejected").collect();
        assert!(!notes.contains("panicked"), "{notes}");
        assert_eq!(solutions.concat(), wanted, "{}", &content[..40]);
    }
    assert!(started.elapsed() < Duration::from_secs(30), "{:?}", started.elapsed());
}
