//! Puzzles of 9×9 that are given as candidates: lines of 729 characters.

use super::*;

/// A puzzle without givens, and its solution (Ruud, "Pencilmark Only Sudoku").
const GROUPS: &str = "1257 23479 12479 2468 1245679 14568 579 357 13458 135679 12456789 4567 35678 2356 256789 24569 234 35679 \
    2348 1256 1235678 12478 345789 1479 45679 134 126789 12356789 45679 356 138 2456 123489 124567 138 12467 \
    123468 134679 34679 2468 15678 12346789 12346789 78 123456 2578 1268 346789 5689 12345678 458 1234567 679 1245789 \
    234567 24678 12458 19 13456789 1234689 2358 234589 12679 378 1689 145689 123456789 1234678 2578 126 12345689 3589 \
    13568 13479 13489 13789 34568 35689 123478 67 235678";
const SOLUTION: &str = "729461538614835927358297641965328714143679285287514369472153896896742153531986472";

/// Returns the puzzle with each candidate at its place, the same with the candidates first in each cell, and the same without a candidate
/// in the first cell.
fn puzzles() -> [String; 3] {
    let places = |group: &str| "123456789".chars().map(|c| if group.contains(c) { c } else { '.' }).collect::<String>();
    let in_place: String = GROUPS.split_whitespace().map(places).collect();
    let first = GROUPS.split_whitespace().map(|group| format!("{group:0<9}")).collect();
    let unsolvable = format!(".........{}", &in_place[9..]);
    [in_place, first, unsolvable]
}

/// Returns a scratch directory with `c.csv`: the puzzles, and one with two equal givens in a row.
fn scratch() -> Scratch {
    let [in_place, first, unsolvable] = puzzles();
    let equal = format!("1........1........{}", &in_place[18..]);
    let scratch = Scratch::new();
    scratch.corpus(
        "c.csv",
        format!("id,puzzle,solution\na,{in_place},{SOLUTION}\nb,{first},{SOLUTION}\nc,{unsolvable},\nd,{equal},\n"),
    );
    scratch
}

/// Returns the column `id` of a CSV text.
fn ids(text: &str) -> String {
    table(text).iter().map(|row| row.get("id").to_string()).collect()
}

#[test]
fn strategies_solve_puzzles_of_candidates() {
    let scratch = scratch();
    let arguments = ["c.csv", "-s", "dlx,lanes", "--max-solutions", "2", "--node-limit", "100000", "--with-grids"];
    let mut command = scratch.command(&arguments);
    let ran =
        Ran { output: output_with(command.current_dir(scratch.path("")), b""), out: scratch.path("out") }.exits(0);
    let rows = ran.rows("puzzles.csv");
    let of_dlx: Vec<&Row> = rows.iter().filter(|row| row.get("strategy") == "dlx").collect();
    let statuses: Vec<&str> = of_dlx.iter().map(|row| row.get("status")).collect();
    assert_eq!(statuses, ["solved", "solved", "unsolvable", "invalid"]);
    assert_eq!((of_dlx[0].number("nodes"), of_dlx[0].number("clues")), (4341, 0));
    assert_eq!(ran.json("manifest.json")["notation"]["alphabet"], "candidates");
    let out = scratch.path("out").display().to_string();
    let compared = sudoku_bench(&["compare", &out, &out]).output().unwrap();
    assert_eq!(compared.status.code(), Some(0), "{}", String::from_utf8_lossy(&compared.stderr));
}

#[test]
fn solve_takes_files_pipes_and_arguments() {
    let scratch = scratch();
    let [in_place, first, unsolvable] = puzzles();
    let solve = |arguments: &[&str], input: &str| {
        let mut command = sudoku_bench(&["solve"]);
        let output = output_with(command.args(arguments).current_dir(scratch.path("")), input.as_bytes());
        Ran { output, out: scratch.path("") }.exits(0).stdout()
    };
    let found = table(&solve(&["c.csv", "--check"], ""));
    assert_eq!(
        [found[0].get("solution_2"), found[1].get("solution_2"), found[2].get("solution_2")],
        [SOLUTION, SOLUTION, ""]
    );
    let lines = format!("{in_place}\n{first}\n{unsolvable}\n");
    assert_eq!(
        solve(&["--alphabet", "candidates", "--solutions-only"], &lines),
        format!("{SOLUTION}\n{SOLUTION}\nunsolvable\n")
    );
    scratch.corpus("c.jsonl", format!("{{\"puzzle\":\"{first}\"}}\n"));
    assert!(solve(&["c.jsonl"], "").contains(SOLUTION));
    for strategy in ["dlx", "lanes"] {
        let rows = solve(&[&in_place, &unsolvable, "-s", strategy], "");
        assert_eq!(rows.lines().nth(1).unwrap(), format!("{in_place},{SOLUTION},solved,1"));
        assert_eq!(rows.lines().nth(2).unwrap(), format!("{unsolvable},,unsolvable,0"));
    }
}

#[test]
fn rows_with_candidates_are_kept() {
    let scratch = scratch();
    let out = |words: &str| scratch.dataset(words).exits(0).stdout();
    let report: serde_json::Value = serde_json::from_str(&out("inspect c.csv --json")).unwrap();
    assert_eq!((&report["puzzles"], &report["one_solution"]), (&4.into(), &2.into()));
    assert_eq!((&report["alphabet"], &report["duplicates"]["count"]), (&"candidates".into(), &1.into()));
    assert_eq!(ids(&out("filter 'solutions == 1' c.csv")), "ab");
    assert_eq!(ids(&out("filter 'clues > 1' c.csv")), "d");
    assert_eq!(ids(&out("filter 'minimal == 0' c.csv")).len(), 4 - ids(&out("filter 'minimal == 1' c.csv")).len());
    assert_eq!(ids(&out("dedup c.csv")), "acd");
    assert_eq!(ids(&out("sample 2 c.csv")).len(), 2);
    out("split 0.5/0.5 c.csv -o one.csv,two.csv --by puzzle --seed 1");
    let parts = ["one.csv", "two.csv"].map(|name| ids(&scratch.text(name)));
    assert_eq!(parts.concat().len(), 4);
    assert!(parts.iter().all(|part| part.contains('a') == part.contains('b')), "{parts:?}");
    out("convert c.csv -o x.jsonl");
    out("convert x.jsonl -o y.csv");
    assert_eq!(scratch.text("y.csv"), scratch.text("c.csv"));
    out("convert c.csv --blank 0 -o zero.csv");
    assert_eq!(table(&scratch.text("zero.csv"))[0].get("puzzle"), puzzles()[0].replace('.', "0"));
    let overlap = scratch.dataset("overlap c.csv c.csv").exits(3).stdout();
    assert!(!overlap.contains("class  ") && overlap.contains("solution  "), "{overlap}");
}

#[test]
fn what_needs_givens_is_refused() {
    let scratch = scratch();
    scratch.corpus("givens.csv", corpus(3));
    for (words, reason) in [
        ("canon c.csv", "canon is for puzzles of givens"),
        ("augment 1 c.csv", "augment is for puzzles of givens"),
        ("dedup --isomorphic c.csv", "comparing by class is for puzzles of givens"),
        ("split 0.5/0.5 c.csv -o a.csv,b.csv --by class", "comparing by class is for puzzles of givens"),
        ("overlap --by superset c.csv c.csv", "supersets are found in puzzles of givens of 9×9 only"),
        ("rate --scale se c.csv", "--scale se is for puzzles of givens"),
        ("convert c.csv -o c.npy", "the layout npy holds givens of 9×9 only, and the puzzles are candidates"),
        ("convert c.csv --to-alphabet 1-9A", "candidates stay candidates"),
        ("inspect givens.csv --alphabet candidates", "holds candidates, 729 characters; leave out --alphabet"),
    ] {
        let notes = scratch.dataset(words).exits(2).stderr();
        assert!(notes.contains(reason), "{words}: {notes}");
    }
    let mixed = scratch.dataset("overlap givens.csv c.csv").exits(4).stderr();
    assert!(mixed.contains("puzzles of givens and of candidates cannot be compared"), "{mixed}");
}

/// In a corpus of givens, the reason of the reject says what the row may be.
#[test]
fn candidates_among_givens_are_rejected() {
    let scratch = Scratch::new();
    scratch.corpus("mixed.txt", format!("{}{}\n", list(2), puzzles()[0]));
    let ran = scratch.dataset("convert mixed.txt --rejects r.csv -o out.csv");
    assert!(
        ran.stderr().contains("rejected") && scratch.text("r.csv").contains("candidates of every cell"),
        "{}",
        ran.stderr()
    );
}
