//! Malformed files: the message names the fault and its place, and the valid puzzles are read.

use super::*;

/// A puzzle with a `Q` in the middle of its fifth row.
fn bad(puzzle: &str) -> String {
    format!("{}Q{}", &puzzle[..40], &puzzle[41..])
}

#[test]
fn grids_with_a_bad_line_are_rejected() {
    let il = lines_of(INKALA);
    let el = lines_of(EASY);
    let without_last = &el[..80];
    let nine = "does not have nine cells";
    reports([
        ("a bad cell", format!("{il}\n{}\n{il}", lines_of(&bad(EASY))), 0, "II", "FILE:15:5: row 5 of the grid"),
        ("a bad cell first", format!("{}{il}", lines_of(&EASY.replacen('.', "Q", 1))), 0, "I", "FILE:1:1: row 1"),
        ("a bad cell first, later", format!("{il}Q{}{el}", &el[1..]), 0, "IE", "FILE:10:1: row 1"),
        ("a row of eight", format!("{il}\n{}\n{il}", el.replacen("7..5....\n", "7..5...\n", 1)), 0, "II", nine),
        ("a first row of eight", format!("{il}{}{il}", &el[1..]), 0, "II", nine),
        (
            "eight rows",
            format!("{il}\n{without_last}\n{il}"),
            0,
            "II",
            "FILE:19:1: the grid from line 11 on has 8 rows",
        ),
        (
            "eight rows and a title",
            format!("Grid 1\n{without_last}Grid 2\n{il}"),
            0,
            "I",
            "FILE:10:1: the grid from line 2",
        ),
        ("an extra row", format!("{il}12345....\n\n{el}"), 0, "IE", "the grid from line 10 on has 1 row\n"),
        (
            "a missing last row",
            format!("{il}\n{without_last}"),
            0,
            "I",
            "FILE:11:1: the grid from line 11 on has 8 rows",
        ),
        (".sdk", format!("#LEasy\n{}\n{il}", lines_of(&bad(EASY))), 0, "I", "FILE:6:5: row 5 of the grid"),
    ]);
}

#[test]
fn malformed_json_and_xml_are_rejected() {
    let i = zeros(INKALA);
    let e = zeros(EASY);
    let json = |puzzle: &str| format!("{{\"n\":1,\"puzzle\":\"{puzzle}\"}}\n");
    let xml = format!("<opensudoku>\n<game data=\"{i}\"/>\n");
    let rest = format!("<game data=\"{e}\"/>\n</opensudoku>");
    reports([
        ("no JSON", json(INKALA) + "nonsense\n" + &json(EASY), 0, "IE", "FILE:2:2: no JSON object: expected ident\n"),
        (
            "JSON cut",
            json(INKALA) + &json(EASY)[..50],
            0,
            "I",
            "FILE:2:50: no JSON object: EOF while parsing a string\n",
        ),
        (
            "no object",
            json(INKALA) + "[1,2]\n" + &json(EASY),
            0,
            "IE",
            "FILE:2:1: no JSON object: invalid type: sequence",
        ),
        ("a bad cell", json(INKALA) + &json(&bad(EASY)), 0, "I", "FILE:2:58: 'Q' is neither a value from 1 to 9 nor"),
        ("no puzzle", json(INKALA) + "{\"n\":1}\n" + &json(EASY), 0, "IE", "1 row rejected:\n  FILE:2:"),
        ("deeply nested", json(INKALA) + &"[".repeat(99_999), 0, "I", "FILE:2:1: no JSON object"),
        (
            "deeply nested value",
            json(INKALA) + "{\"a\":" + &"[".repeat(99_999) + &"]".repeat(99_999) + "}",
            0,
            "I",
            "no JSON object: recursion limit exceeded\n",
        ),
        (
            "an array cut",
            format!("[\n {},\n {},", json(&i).trim(), json(&e).trim()),
            1,
            "IE",
            "FILE:3: the array ends without",
        ),
        (
            "a bad element",
            format!("[\"{i}\",\n {{\"a\": 1}}, \"{e}\"]"),
            0,
            "IE",
            "FILE:2:2: is an object, but the first",
        ),
        ("a bad string", format!("[\"{i}\",\n \"\\x\", \"{e}\"]"), 0, "IE", "FILE:2:4: not JSON: invalid escape"),
        ("two lists", format!("{{\"puzzles\":[\"{i}\"],\n\"more\":[]}}"), 1, "I", "FILE:2: another list is beside"),
        (
            "a list before",
            format!("{{\"solutions\":[\"{i}\"],\n\"puzzles\":[\"{i}\"]}}"),
            1,
            "",
            "FILE:1: another list is beside",
        ),
        ("a list behind", format!("[\"{i}\"]\n[\"{e}\"]"), 1, "I", "FILE:2: another list follows"),
        (
            "an object cut",
            format!("{{\"puzzles\":[\"{i}\"],\n\"name\": \"[x\""),
            1,
            "I",
            "FILE:2: the file ends without `}`",
        ),
        ("text behind an array", format!("[\"{i}\"]\n,junk"), 1, "I", "FILE:2: not JSON: trailing characters"),
        ("another bracket", format!("[\"{i}\"}}"), 1, "I", "FILE:1: not JSON"),
        (
            "an object that ends twice",
            format!("{{\"puzzles\":[\"{i}\"], \"name\": \"[x\"}}\n}}"),
            1,
            "I",
            "FILE:2: not JSON",
        ),
        ("a member with a bracket", format!("{{\"puzzles\":[\"{i}\"], \"name\": \"[x\"}}\n"), 0, "I", ""),
        ("XML cut", format!("{xml}{}", &rest[..40]), 0, "I", "FILE:3:1: the element is not closed"),
        ("XML cut after an element", format!("{xml}{}", rest.lines().next().unwrap()), 0, "IE", ""),
        (
            "a bad cell",
            format!("{xml} <game a=\"\"\n  data=\"{}\"/>{rest}", bad(&i)),
            0,
            "IE",
            "FILE:4:49: 'Q' is neither",
        ),
        (
            "two on a line",
            format!("{} <game data=\"{}\"/>", xml.trim_end(), bad(&e)),
            0,
            "I",
            "FILE:2:150: 'Q' is neither",
        ),
        ("no data", format!("{xml}<game/>{rest}"), 0, "IE", "FILE:3:1: the game has no attribute data"),
        (
            "a missing quote",
            format!("{xml}<game data=\"{i} />\n{rest}"),
            0,
            "IE",
            "FILE:3:1: the element is not closed",
        ),
        ("no XML of puzzles", "<html><body>no</body></html>".into(), 1, "", "no rows"),
    ]);
}

/// A change of the layout is an error, not a sequence of rejects. The puzzles before it are solved.
#[test]
fn a_change_of_the_layout_is_an_error() {
    let i = zeros(INKALA);
    let e = zeros(EASY);
    let parts = [
        ("csv", format!("id,puzzle\n1,{INKALA}\n2,{INKALA}\n")),
        ("tsv", format!("id\tpuzzle\n1\t{INKALA}\n2\t{INKALA}\n")),
        ("lines", format!("{INKALA}\n{INKALA}\n")),
        ("cells", format!("{}\n", cells_of(&i, " "))),
        ("grids", lines_of(INKALA) + "\n" + &lines_of(INKALA)),
        ("sdk", format!("#LEasy\n{}", lines_of(INKALA))),
        ("jsonl", format!("{{\"id\":1,\"puzzle\":\"{INKALA}\"}}\n")),
        ("opensudoku", format!("<opensudoku>\n<game data=\"{i}\"/>\n</opensudoku>\n")),
    ];
    // Pairs of layouts that the same parser reads.
    let same = [("lines", "cells"), ("cells", "lines"), ("grids", "sdk"), ("sdk", "grids")];
    for (before, first) in &parts {
        for (after, second) in parts.iter().filter(|(after, _)| after != before && !same.contains(&(before, after))) {
            let (code, puzzles, notes) = solve_file("file", format!("{first}{second}"), &[]);
            let read = first.matches(INKALA).count().max(1);
            let read = if *before == "grids" { 2 } else { read };
            assert_eq!((code, puzzles), (1, "I".repeat(read)), "{before}, {after}: {notes}");
            assert!(notes.contains(&format!("the layout changes from {before} to ")), "{before}, {after}: {notes}");
            assert!(notes.contains("here; split the file"), "{notes}");
        }
    }
    // A few malformed rows are not a change of the layout.
    reports([
        ("a line of words", format!("{i}\nsome; words\n{e}\n"), 0, "IE", "FILE:2:1: 's' is neither"),
        (
            "a line of half a puzzle",
            format!("{i} 1.2 3.4\n{}\n{e} 1.2 3.4\n", &i[40..]),
            0,
            "IE",
            "FILE:2:42: 41 cells",
        ),
        ("a row of words", format!("n,puzzle\n1,{i}\n2,a b c\n3,{e}\n"), 0, "IE", "FILE:3:3: 'a' is neither"),
        (
            "a row without its comma",
            format!("n,puzzle\n1,{i}\n2{e}\n3,{e}\n"),
            0,
            "IE",
            "FILE:3:83: the row has 1 column",
        ),
    ]);
    let text = format!("n,puzzle\n1,{i}\n{e}\n");
    assert!(solve_file("f", &text, &[]).2.contains("FILE:3: the layout changes from csv to lines here"));
    let (code, puzzles, notes) = solve_file("f", &text, &["--layout", "csv"]);
    assert!((code, &*puzzles) == (0, "I") && notes.contains("1 row rejected"), "{notes}");
}

#[test]
fn rejects_in_quoted_rows_have_the_line_and_column_of_the_file() {
    let e = zeros(EASY);
    let text = format!("id,puzzle\n\"two\nlines\",{e}\n\"a \"\"b\"\"\",{}\nx,{e}\n", bad(&e));
    reports([("quotes", text, 0, "EE", "FILE:4:51: 'Q' is neither")]);
}

#[test]
fn tiny_files_have_no_puzzles() {
    for content in ["", "\n", "8", ",", "\"", "<", "{", "[", "#", "\r", "[Puzzle]", "5\n", "\u{feff}", "\u{feff}\n"] {
        let (code, puzzles, notes) = solve_file("file", content, &[]);
        let is_named = ["FILE: no puzzle found in", "FILE: no rows"].iter().any(|error| notes.contains(error));
        assert!((code, &*puzzles) == (1, "") && is_named, "{content:?}: {notes}");
    }
    assert_eq!(solve_file("file", EASY, &[]).1, "E");
    assert_eq!(solve_file("file", lines_of(EASY).trim_end(), &[]).1, "E");
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
