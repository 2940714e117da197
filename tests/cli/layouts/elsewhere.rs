//! Input that other tools read incorrectly.

use super::*;

/// A puzzle with two solutions.
const TWO: &str = "9.6.7.4.3...4..2...7..23.1.5.....1...4.2.8.6...3.....5.3.7...5...7..5...4.5.1.7.8";

fn solve(content: &str, arguments: &[&str]) -> (i32, String, String) {
    let scratch = Scratch::new();
    let file = scratch.corpus("file", content);
    let output = sudoku_bench(&["solve", &file]).args(arguments).output().unwrap();
    let [stdout, stderr] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    (output.status.code().unwrap(), stdout, stderr)
}

/// QQWing reads solutions as puzzles, writes short rows for conflicting givens, and mixes messages with its rows.
#[test]
fn every_input_row_has_one_output_row() {
    let conflict = format!("11{}", zeros(&INKALA[2..]));
    let text = format!(
        "quizzes,solutions\n{0},{INKALA_SOLVED}\n{conflict},{INKALA_SOLVED}\n{1},\n",
        zeros(INKALA),
        zeros(EASY)
    );
    let (code, output, _) = solve(&text, &["-m", "2"]);
    assert_eq!(code, 0);
    let wanted = format!(
        "quizzes,solutions,solution,status,solutions_2\n{0},{INKALA_SOLVED},{INKALA_SOLVED},solved,1\n\
         {conflict},{INKALA_SOLVED},,invalid,0\n{1},,{EASY_SOLVED},solved,1\n",
        zeros(INKALA),
        zeros(EASY)
    );
    assert_eq!(output, wanted);
}

/// The guesses of QQWing depend on the second at which it starts.
#[test]
fn counts_are_the_same_in_every_run() {
    let counts = || {
        let scratch = Scratch::new();
        let corpus = scratch.corpus("c", format!("{INKALA}\n{EASY}\n"));
        let ran = scratch.run(&[&corpus, "--strategy", "forward-checking,dlx,lanes"]).exits(0);
        let rows = ran.rows("puzzles.csv");
        let count = |row: &Row| ["strategy", "nodes", "guesses", "backtracks"].map(|name| row.get(name).to_string());
        rows.iter().map(count).collect::<Vec<_>>()
    };
    let first = counts();
    assert_eq!(first.len(), 6);
    assert!((0..3).all(|_| counts() == first));
}

/// rustoku-cli reads the first column only, and reports a puzzle without 81 cells as unsolvable.
#[test]
fn columns_are_found_and_short_puzzles_rejected() {
    for header in ["source,question,answer", "id,puzzle,solution", "n,Quizzes,Solutions"] {
        let good = format!("{header}\nx,{EASY},{EASY_SOLVED}\n");
        let (code, output, notes) = solve(&good, &["--check", "--columns", "status"]);
        assert_eq!((code, &*output), (0, "status\nsolved\n"), "{notes}");
        assert!(notes.contains("checked 1 solution of the corpus: 0 wrong"), "{notes}");
        let (code, output, _) =
            solve(&format!("{good}y,{INKALA},{EASY_SOLVED}\n"), &["--check", "--columns", "status"]);
        assert_eq!((code, &*output), (5, "status\nsolved\nsolved\n"), "{header}");
    }
    let (code, output, notes) = solve(&format!("puzzle\n{}\n{EASY}\n", &EASY[1..]), &["--columns", "status"]);
    assert_eq!((code, &*output), (0, "status\nsolved\n"));
    assert!(notes.contains("1 row rejected") && notes.contains(":2:81: 80 cells instead of 81"), "{notes}");
    assert!(!notes.contains("unsolvable"), "{notes}");
}

/// A puzzle with two solutions: the corpus may have either of them.
#[test]
fn every_valid_solution_is_accepted() {
    let (_, both, _) = solve(TWO, &["--all-solutions", "--solutions-only"]);
    assert_eq!(both.lines().count(), 2);
    for answer in both.lines() {
        for solutions in ["1", "2"] {
            let text = format!("puzzle,solution\n{TWO},{answer}\n");
            let (code, output, notes) = solve(&text, &["--check", "-m", solutions, "--columns", "status"]);
            assert_eq!((code, &*output), (0, "status\nsolved\n"), "{notes}");
        }
    }
}

/// tdoku stops at a blank other than a dot, sudoku_dlx at a line that is not a puzzle and at a header.
#[test]
fn reading_continues_after_rejected_lines() {
    let text = format!("nonsense, and more\nshort\n{}\n\n{EASY}x\n{INKALA}\n{}", zeros(EASY), INKALA.replace('.', "_"));
    let (code, puzzles, notes) = solve_file("file", text, &[]);
    assert_eq!((code, &*puzzles), (0, "EII"), "{notes}");
    let (code, puzzles, notes) = solve_file("file", format!("grid\n{}\nx\n{EASY}", zeros(INKALA)), &[]);
    assert_eq!((code, &*puzzles), (0, "IE"), "{notes}");
}
