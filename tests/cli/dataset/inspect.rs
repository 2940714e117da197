//! `inspect`: the reports, and `--strict`.

use flate2::{Compression, write::GzEncoder};
use serde_json::json;

use super::*;

/// Returns an isomorph: the puzzle transposed, with permuted values.
fn isomorph(puzzle: &str) -> String {
    let cell = |place: usize| match puzzle.as_bytes()[place % 9 * 9 + place / 9] {
        value @ b'1'..=b'9' => char::from(b'1' + (value - b'0') % 9),
        blank => char::from(blank),
    };
    (0..81).map(cell).collect()
}

/// Returns a corpus with every property that `inspect` counts.
fn everything() -> String {
    let several = INKALA.replacen('8', ".", 1);
    let rows = [
        (INKALA.to_string(), INKALA_SOLVED, "\n"),
        (INKALA.to_string(), "", "\r\n"),
        (isomorph(INKALA), INKALA_SOLVED, "\n"),
        (format!("81{}", &INKALA[2..]), INKALA_SOLVED, "\n"),
        (several, INKALA_SOLVED, "\n"),
        (INKALA.replace("4..", "4.3"), "", "\n"),
        (INKALA.replacen("36", "33", 1), "", "\n"),
        (EASY.replacen('.', "0", 3), "", "\n"),
        (".".repeat(81), " ", "\n"),
        ("12345".into(), "", ""),
    ];
    let rows = rows.map(|(puzzle, solution, end)| format!("{puzzle},{solution}{end}"));
    format!("\u{feff}puzzle,solution\n# a comment\n\n{}", rows.concat())
}

fn parsed(ran: &Ran) -> serde_json::Value {
    serde_json::from_str(&ran.stdout()).unwrap_or_else(|error| panic!("{error}: {}", ran.stdout()))
}

#[test]
fn the_json_report_has_every_count() {
    let scratch = Scratch::new();
    scratch.corpus("all.csv", everything());
    let ran = scratch.dataset("inspect all.csv --json").exits(0);
    let mut report = parsed(&ran);
    let mut taken = |key: &str| report.as_object_mut().and_then(|report| report.remove(key));
    assert_eq!(taken("first_several"), Some(json!(["line 8", "line 12"])));
    assert_eq!(taken("first_conflicts"), Some(json!(["line 10: r2c3 and r2c4 are both 3"])));
    assert_eq!(taken("claims"), Some(json!({})));
    assert_eq!(
        report,
        json!({
            "puzzles": 9,
            "rejected": 1,
            "clues": { "0": 1, "20": 1, "21": 4, "22": 2, (EASY.replace('.', "").len().to_string()): 1 },
            "blanks": { ".": 9, "0": 1 },
            "mixed_blanks": 1,
            "unique": 5,
            "several_solutions": 2,
            "no_solution": 1,
            "conflicting": 1,
            "minimal": 3,
            "symmetric": 1,
            "exact_duplicates": 1,
            "isomorphic_duplicates": 1,
            "classes": 7,
            "solution_classes": 2,
            "solutions": { "right": 2, "one_of_several": 1, "wrong": 1, "missing": 5 },
            "first_wrong": ["line 6"],
            "first_duplicates": [["line 4", "line 5"]],
            "first_isomorphs": [["line 4", "line 6"]],
            "skipped": [],
            "complete": true,
            "interrupted": false,
            "files": [{
                "path": "all.csv",
                "bytes": everything().len(),
                "puzzles": 9,
                "rejected": 1,
                "layout": "csv",
                "header": true,
                "columns": ["puzzle", "solution"],
                "puzzle_column": "puzzle",
                "solution_column": "solution",
                "lf": 11,
                "crlf": 1,
                "cr": false,
                "final_line_end": false,
                "byte_order_mark": true,
                "comments": 1,
                "empty_lines": 1,
            }],
        })
    );
    assert!(ran.stderr().contains("1 row rejected:\n  all.csv:13:"), "{}", ran.stderr());
}

#[test]
fn the_text_report_has_the_same_counts() {
    let scratch = Scratch::new();
    scratch.corpus("all.csv", everything());
    let text = scratch.dataset("inspect all.csv").exits(0).stdout();
    for line in [
        "all.csv",
        "  rows                  9 puzzles, 1 row rejected, ",
        "  layout                csv with a header: puzzle, solution",
        "  line ends             mixed: 11 LF, 1 CRLF, none at the end, byte order mark, 1 comment, 1 empty line",
        "  blanks                '.' in 9, '0' in 1, several in one: 1",
        "  one solution          5 (55.6 %)",
        "  several solutions     2 (22.2 %); first: line 8, line 12",
        "  no solution           1 (11.1 %)",
        "  conflicting givens    1 (11.1 %); first: line 10: r2c3 and r2c4 are both 3",
        "  minimal               3 (33.3 %)",
        "  exact duplicates      1: line 4 = line 5",
        "  isomorphic duplicates 1: line 4 = line 6",
        "  up to isomorphism     7 puzzles distinct",
        "  solution column       2 right, 1 one of several, 1 wrong, 5 missing; first wrong: line 6",
        "                        21             4  ██████████████████████████████████████",
        "                        22             2  ███████████████████\n",
    ] {
        assert!(text.contains(line), "{line:?} is not in\n{text}");
    }
    assert!(!text.contains("not read"), "{text}");
}

#[test]
fn columns_that_state_a_property_are_compared_with_the_puzzle() {
    let scratch = Scratch::new();
    let empty = ".".repeat(81);
    let rows = format!("{INKALA},,21,1,true,1\n{INKALA},,22,1,0,\n{empty},,0.0,50,0,2\n");
    scratch.corpus("all.csv", format!("puzzle,solution,Clues,solutions,minimal,automorphisms\n{rows}"));
    let claims = &parsed(&scratch.dataset("inspect all.csv --json").exits(0))["claims"];
    let claim = |column: &str, right: u64, wrong: u64, first: &[&str]| json!({ "column": column, "right": right, "wrong": wrong, "first_wrong": first });
    assert_eq!(claims["clues"], claim("Clues", 2, 1, &["line 3"]));
    assert_eq!(claims["solutions"], claim("solutions", 3, 0, &[]));
    assert_eq!(claims["minimal"], claim("minimal", 2, 1, &["line 3"]));
    assert_eq!(claims["automorphisms"], claim("automorphisms", 1, 1, &["line 4"]));
    let text = scratch.dataset("inspect all.csv --skip classes,minimal").exits(0).stdout();
    assert!(text.contains("\n  column Clues          2 right, 1 wrong; first wrong: line 3\n"), "{text}");
    assert!(!text.contains("column minimal") && !text.contains("column automorphisms"), "{text}");
}

#[test]
fn a_difficulty_that_only_counts_clues_is_named() {
    let scratch = Scratch::new();
    let row = |made: &Generated, level: &str| format!("{},{},{level}\n", made.puzzle, made.puzzle.clues());
    let level = |made: &Generated| if made.puzzle.clues() < 28 { "hard" } else { "easy" };
    let rows: Vec<String> = MADE[..40].iter().map(|made| row(made, level(made))).collect();
    scratch.corpus("all.csv", format!("puzzle,clue_numbers,level\n{}", rows.concat()));
    let text = scratch.dataset("inspect all.csv").exits(0).stdout();
    assert!(text.contains("\n  column clue_numbers   40 right, 0 wrong\n"), "{text}");
    assert!(text.contains("\n  column level          difficulty is a function of clues\n"), "{text}");
    let other = row(&MADE[0], "other");
    scratch.corpus("all.csv", format!("puzzle,givens,level\n{}{other}", rows.concat().replacen(",28,", ",29,", 1)));
    let report = parsed(&scratch.dataset("inspect all.csv --json").exits(0));
    assert_eq!(report["difficulty"], json!({ "column": "level", "is_function_of_clues": false }));
    let claims = &report["claims"]["clues"];
    assert_eq!((&claims["column"], &claims["right"], &claims["wrong"]), (&json!("givens"), &json!(40), &json!(1)));
}

#[test]
fn sections_of_the_report_can_be_skipped() {
    let scratch = Scratch::new();
    scratch.corpus("all.csv", everything());
    let full = parsed(&scratch.dataset("inspect all.csv --json").exits(0));
    let classes = ["symmetric", "isomorphic_duplicates", "classes", "solution_classes", "first_isomorphs"];
    for (skip, absent) in [
        ("minimal", &["minimal"][..]),
        ("classes", &classes[..]),
        ("minimal,classes", &[&["minimal"][..], &classes].concat()),
    ] {
        let mut wanted = full.clone();
        wanted["skipped"] = skip.split(',').collect();
        absent.iter().for_each(|key| drop(wanted.as_object_mut().unwrap().remove(*key)));
        assert_eq!(parsed(&scratch.dataset(&format!("inspect all.csv --json --skip {skip}")).exits(0)), wanted);
    }
    let text = scratch.dataset("inspect all.csv --skip classes,minimal").exits(0).stdout();
    assert!(
        text.contains("\n  exact duplicates      1: line 4 = line 5\n  skipped               minimal, classes\n"),
        "{text}"
    );
    assert!(!text.contains("isomorph") && !text.contains("\n  minimal"), "{text}");
    let help = scratch.dataset("inspect --skip nothing").exits(2).stderr();
    assert!(help.contains("[possible values: minimal, classes]"), "{help}");
}

#[test]
fn the_report_is_independent_of_threads_memory_compression_and_standard_input() {
    let scratch = Scratch::new();
    // Enough puzzles for several blocks and several sorted runs on disk.
    let content = [everything(), "\n".into(), list(300), list(300)].concat();
    scratch.corpus("all.csv", &content);
    let whole = parsed(&scratch.dataset("inspect all.csv --json").exits(0));
    assert_eq!((&whole["puzzles"], &whole["exact_duplicates"]), (&json!(609), &json!(301)));
    for more in ["--threads 1", "--threads 3", "--threads 3 --memory 1K --temporary runs"] {
        assert_eq!(parsed(&scratch.dataset(&format!("inspect all.csv --json {more}")).exits(0)), whole, "{more}");
    }
    assert!(!scratch.path("runs").exists());
    let mut gzip = GzEncoder::new(Vec::new(), Compression::default());
    gzip.write_all(content.as_bytes()).unwrap();
    scratch.corpus("packed", gzip.finish().unwrap());
    scratch.corpus("packed.too", zstd::encode_all(content.as_bytes(), 0).unwrap());
    let input = scratch.dataset_with("inspect --json", content.as_bytes()).exits(0);
    let gzip = "inspect packed --json";
    let zstd = "inspect packed.too --json";
    for (other, path) in [(input, "-"), (scratch.dataset(gzip), "packed"), (scratch.dataset(zstd), "packed.too")] {
        let mut other = parsed(&other.exits(0));
        assert_eq!(other["files"][0]["path"], path);
        other["files"] = whole["files"].clone();
        assert_eq!(other, whole);
    }
}

#[test]
fn isomorphs_are_named_behind_many_exact_duplicates() {
    let scratch = Scratch::new();
    scratch.corpus("all.txt", [list(50), list(50), list(1).repeat(3), isomorph(&MADE[0].puzzle.to_string())].concat());
    let report = parsed(&scratch.dataset("inspect all.txt --json").exits(0));
    assert_eq!(report["first_duplicates"][0], json!(["line 1", "line 51", "line 101"]));
    assert_eq!(report["first_isomorphs"], json!([["line 1", "line 104"]]));
}

#[test]
fn strict_fails_for_every_kind_of_fault() {
    let scratch = Scratch::new();
    let row = format!("{INKALA},{INKALA_SOLVED}\n");
    let no_solution = INKALA.replace("4..", "4.3");
    for (content, code) in [
        (row.clone(), 0),
        (format!("{row}{EASY},\n"), 0),
        (format!("{row}{row}"), 1),
        (format!("{row}{},\n", isomorph(INKALA)), 1),
        (format!("{row}12345\n"), 1),
        (format!("{},\n", INKALA.replacen('8', ".", 1)), 1),
        (format!("{no_solution},\n"), 1),
        (format!("{},\n", INKALA.replacen("36", "33", 1)), 1),
        (format!("{EASY},{INKALA_SOLVED}\n"), 1),
    ] {
        scratch.corpus("some.csv", format!("puzzle,solution\n{content}"));
        let ran = scratch.dataset("inspect some.csv --strict").exits(code);
        assert_eq!(ran.stderr().contains("--strict"), code == 1, "{content}: {}", ran.stderr());
        scratch.dataset("inspect some.csv").exits(0);
    }
}

#[test]
fn files_with_different_columns_are_described() {
    let scratch = Scratch::new();
    scratch.corpus("a.txt", format!("{EASY}\n"));
    scratch.corpus("b.csv", format!("n,puzzle,solution,clues\n1,{INKALA},{INKALA_SOLVED},99\n"));
    let report = parsed(&scratch.dataset("inspect a.txt b.csv a.txt --json").exits(0));
    let columns: Vec<_> = report["files"].as_array().unwrap().iter().map(|file| file["columns"].to_string()).collect();
    assert_eq!(columns, [r#"["puzzle"]"#, r#"["n","puzzle","solution","clues"]"#, r#"["puzzle"]"#]);
    // The columns of the second file are those of its own rows.
    assert_eq!((&report["puzzles"], &report["solutions"]["right"]), (&3.into(), &1.into()));
    assert_eq!(report["claims"]["clues"]["wrong"], 1, "{report}");
}

#[test]
fn lines_of_several_files_begin_with_the_file_name() {
    let scratch = Scratch::new();
    scratch.corpus("a.txt", format!("{INKALA}\n{EASY}\n"));
    scratch.corpus("b.txt", format!("# b\n{EASY}\n{}\n", isomorph(INKALA)));
    let report = parsed(&scratch.dataset("inspect a.txt b.txt --json").exits(0));
    assert_eq!(report["first_duplicates"], json!([["a.txt:2", "b.txt:2"]]));
    assert_eq!(report["first_isomorphs"], json!([["a.txt:1", "b.txt:3"]]));
    assert_eq!((&report["files"][1]["puzzles"], &report["files"][1]["comments"]), (&json!(2), &json!(1)));
    let text = scratch.dataset("inspect a.txt b.txt").exits(0).stdout();
    assert!(text.contains("all 2 files\n") && text.contains("a.txt:2 = b.txt:2"), "{text}");
}

/// Characters between cells are separators, not blanks.
#[test]
fn separators_do_not_count_as_blanks() {
    let scratch = Scratch::new();
    let spaced = |text: &str, separator: &str, n: usize| {
        let parts: Vec<_> = text.as_bytes().chunks(n).map(|part| String::from_utf8_lossy(part).into_owned()).collect();
        parts.join(separator)
    };
    for (text, blank) in [
        (spaced(INKALA, " ", 1), "."),
        (spaced(&INKALA.replace('.', "0"), ",", 1), "0"),
        (spaced(&INKALA.replace('.', "0"), ".", 9), "0"),
        (format!("  {INKALA}"), "."),
    ] {
        scratch.corpus("one.txt", format!("{text}\n"));
        let report = parsed(&scratch.dataset("inspect one.txt --json").exits(0));
        assert_eq!((&report["blanks"], &report["mixed_blanks"]), (&json!({ blank: 1 }), &json!(0)), "{text}");
    }
}

#[test]
fn a_corpus_of_another_shape_is_described() {
    let scratch = Scratch::new();
    let unique = "1.3...12.1.33...,1234431221433421";
    let rows = ["Puzzle,Solution", unique, "1...............,1234341221434321", "12,3", unique, "11..............,"];
    scratch.corpus("four.csv", rows.join("\n") + "\n1.3...12.1.33...,4321431221433421\n");
    let text = scratch.dataset("inspect four.csv").exits(0).stdout();
    for line in [
        "  rows                  5 puzzles, 1 rejected (first: line 4: 2 cells instead of 16 (4×4))",
        "  shape                 4×4, boxes of 2×2, alphabet 1-9A",
        "  columns               puzzles Puzzle, solutions Solution",
        "  one solution          3 (60.0 %)",
        "  several solutions     1 (20.0 %), 72 each; first: line 3",
        "  conflicting givens    1; first: line 6",
        "  exact duplicates      2; first: line 5 = line 2",
        "  solution column       2 the only one, 1 one of several, 1 wrong (first: line 7), 1 missing",
        "1 of 5 puzzles has other solutions than the solution column, so a score against",
    ] {
        assert!(text.lines().any(|found| found == line), "{line}\n{text}");
    }
    let report = parsed(&scratch.dataset("inspect four.csv --json --shape 2x2").exits(0));
    assert_eq!((&report["side"], &report["one_solution"]), (&4.into(), &3.into()));
    assert_eq!(report["several_solutions"]["count"], 1);
    scratch.dataset("inspect four.csv --strict").exits(1);
    // Sixteen lines of sixteen cells are puzzles of 4×4, too.
    scratch.corpus("four.txt", "1.3...12.1.33...\n".repeat(16));
    let text = scratch.dataset("inspect four.txt").exits(0).stdout();
    assert!(text.contains("one solution          16 (all)"), "{text}");
    let refused = |arguments: &str, reason: &str| {
        let error = scratch.dataset(&format!("inspect {arguments}")).exits(2).stderr();
        assert!(error.contains(reason), "{error}");
    };
    let no_grids = "four.csv: no column of the first rows holds grids of";
    refused("four.csv --shape 6 --alphabet 1-9A", &format!("{no_grids} 6×6; leave out --shape"));
    refused("four.csv --shape 16", &format!("{no_grids} 16×16; leave out --shape"));
    let both = scratch.dataset("inspect four.csv four.txt --shape 4").exits(0).stdout();
    assert!(
        both.starts_with("four.csv\nfour.txt\n") && both.contains("21 puzzles, 1 rejected (first: four.csv:4:"),
        "{both}"
    );
    refused("four.csv --shape 4 --ratings", "--skip and --ratings are for corpora of 9×9");
}
