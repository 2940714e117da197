//! Every layout and quirk of public corpora.

mod broken;
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

/// Checks that files are read without rejects. A case is (its name, the content of the file, the letters of its
/// puzzles).
#[track_caller]
fn accepts<const N: usize>(cases: [(&str, String, &str); N]) {
    for (name, content, wanted) in cases {
        let (code, puzzles, notes) = solve_file("file", &content, &[]);
        assert_eq!((code, &*puzzles), (0, wanted), "{name}: {notes}");
        assert!(!notes.contains("reject"), "{name}: {notes}");
    }
}

/// Checks the messages about files. A case is (its name, the content of the file, the exit code, the letters of its
/// puzzles, a part of the message).
#[track_caller]
fn reports<const N: usize>(cases: [(&str, String, i32, &str, &str); N]) {
    for (name, content, wanted_code, wanted, message) in cases {
        let (code, puzzles, notes) = solve_file("file", &content, &[]);
        assert_eq!((code, &*puzzles), (wanted_code, wanted), "{name}: {notes}");
        assert!(notes.contains(message), "{name}: {notes}");
    }
}

/// Returns the puzzle with zeros as blanks.
fn zeros(puzzle: &str) -> String {
    puzzle.replace('.', "0")
}

/// Returns the nine rows of a grid.
fn rows_of(puzzle: &str) -> Vec<&str> {
    (0..9).map(|row| &puzzle[9 * row..9 * row + 9]).collect()
}

/// Returns a grid as nine lines.
fn lines_of(puzzle: &str) -> String {
    rows_of(puzzle).join("\n") + "\n"
}

/// Returns the cells separated by `between`.
fn cells_of(puzzle: &str, between: &str) -> String {
    puzzle.chars().map(String::from).collect::<Vec<_>>().join(between)
}

/// Returns a grid as a JSON array of nine arrays.
fn nested(puzzle: &str) -> String {
    let rows: Vec<_> = rows_of(puzzle).iter().map(|row| format!("[{}]", cells_of(row, ", "))).collect();
    format!("[{}]", rows.join(", "))
}

/// Returns a grid with bars between the boxes and a line between the bands.
fn boxed(puzzle: &str, [outer, inner]: [&str; 2], edge: &str, cell: &str) -> String {
    let row = |row: &str| {
        let triads: Vec<_> = (0..3).map(|i| cells_of(&row[3 * i..3 * i + 3], cell)).collect();
        let bar = format!("{cell}|{cell}");
        format!("{edge}{cell}{}{cell}{edge}", triads.join(&bar)).trim().to_string()
    };
    let bands: Vec<String> =
        rows_of(puzzle).chunks(3).map(|band| band.iter().map(|cells| row(cells) + "\n").collect()).collect();
    let between = format!("{inner}\n");
    [outer, "\n", &bands.join(&between), outer, "\n"].concat().trim_start().into()
}

#[test]
fn separated_fields_are_read() {
    let i = zeros(INKALA);
    let e = zeros(EASY);
    accepts([
        ("Kaggle 1M", format!("quizzes,solutions\n{i},{INKALA_SOLVED}\n{e},{EASY_SOLVED}\n"), "IE"),
        ("Kaggle 3M", format!("id,puzzle,solution,clues,difficulty\n1,{INKALA},{INKALA_SOLVED},21,2.2\n"), "I"),
        ("sudoku-extreme", format!("source,question,answer,rating\nx_1,{EASY},{EASY_SOLVED},18\n"), "E"),
        ("without a header", format!("{i},{INKALA_SOLVED}\n{e},{EASY_SOLVED}\n"), "IE"),
        ("tabs", format!("Solution\tPUZZLE\n{EASY_SOLVED}\t{e}\n"), "E"),
        ("tabs, no header", format!("{i}\t{INKALA_SOLVED}\n{e}\t{EASY_SOLVED}\n"), "IE"),
        ("semicolons", format!("n;Sudoku\n1,5;{i}\n2,5;{e}\n"), "IE"),
        ("bars, no header", format!("1|{i}|a, b\n2|{e}|c\n"), "IE"),
        ("lists of counts", format!("puzzle,row_given_counts\n{i},\"[3,2,3,3,2,3,4,2,5]\"\n"), "I"),
        ("lists of cells", format!("n,grid\n1,\"{}\"\n2,\"[{}]\"\n", nested(&i), cells_of(&e, ", ")), "IE"),
        ("an array as numpy prints it", format!("grid\n\"[[{}]]\"\n", rows_of(&cells_of(&i, "")).join("]\n [")), "I"),
        ("unknown column names", format!("a,b\n1,{i}\n2,{e}\n"), "IE"),
        ("comments first", format!("# by me, of course\nid,puzzle\n1,{i}\n"), "I"),
        ("a header alone in its column", format!("puzzle\n{i}\n{e}\n"), "IE"),
        ("spaces as blanks", format!("n,puzzle\n1,\"{}\"\n", EASY.replace('.', " ")), "E"),
        ("bad rows first", format!("n,puzzle\n1,{i}\n"), "I"),
    ]);
}

#[test]
fn the_detected_layout_and_columns_are_printed() {
    let prints = |content: String, arguments: &[&str], wanted: &str| {
        let (code, _, notes) = solve_file("file", &content, arguments);
        assert!(code == 0 && notes.contains(wanted), "{content}: {notes}");
    };
    let extreme = format!("source,question,answer,rating\nx,{EASY},{EASY_SOLVED},18\n");
    prints(extreme.clone(), &[], "FILE: csv, puzzles in column 2 (question), solutions in column 3 (answer)\n");
    prints(
        extreme.replace(',', "\t"),
        &[],
        "FILE: tsv, puzzles in column 2 (question), solutions in column 3 (answer)\n",
    );
    prints(format!("7;{EASY};{EASY_SOLVED}"), &[], "FILE: csv, puzzles in column 2, solutions in column 3\n");
    prints(format!("{EASY} 1.5"), &[], "FILE: lines, puzzles in column 1, no solutions\n");
    // An argument chooses between two columns of puzzles.
    let two = format!("before,after\n{INKALA},{EASY}\n");
    let (code, puzzles, notes) = solve_file("file", &two, &[]);
    assert_eq!((code, &*puzzles), (1, ""));
    let wanted = "FILE: puzzles may be in column 1 (before) or column 2 (after); say in which with --puzzle-column";
    assert!(notes.contains(wanted), "{notes}");
    for (arguments, wanted) in [
        (&["--puzzle-column", "2"][..], "E"),
        (&["--puzzle-column", "BEFORE"], "I"),
        (&["--puzzle-column", "before", "--layout", "csv"], "I"),
        (&["--puzzle-column", "after", "--delimiter", ","], "E"),
    ] {
        assert_eq!(solve_file("file", &two, arguments).1, wanted, "{arguments:?}");
    }
    let named = format!("grid,board\n{INKALA},{EASY}\n");
    assert!(solve_file("file", &named, &[]).2.contains("column 1 (grid) or column 2 (board)"));
    // The row has more bars than commas.
    let bars = format!("{EASY},a|b|c\n");
    prints(bars, &["--delimiter", ","], "FILE: csv, puzzles in column 1, no solutions");
    let (_, puzzles, notes) = solve_file("file", format!("puzzle,n\n{EASY},1\n"), &["--no-header"]);
    assert!(puzzles == "E" && notes.contains("FILE:1:1: 'p' is neither"), "{notes}");
    let grids = format!("a title of no puzzle\n\n{}", lines_of(EASY));
    assert_eq!(solve_file("file", grids, &["--layout", "grids"]).1, "E");
    assert!(solve_file("file", EASY, &["--layout", "xml"]).2.contains("[possible values: "));
}

/// A row that does not decide in which column the puzzles are is no puzzle, whatever is in its other columns.
#[test]
fn only_the_puzzle_column_is_read_as_the_puzzle() {
    let scratch = Scratch::new();
    let convert = |content: String| {
        let file = scratch.corpus("c.csv", content);
        let output = sudoku_bench(&["dataset", "convert", &file, "--to", "jsonl"]).output().unwrap();
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
    };
    let (rows, notes) = convert(format!("id,p\n{EASY_SOLVED},none\n{INKALA_SOLVED},{EASY}\n"));
    assert_eq!(rows, format!("{{\"id\":\"{INKALA_SOLVED}\",\"p\":\"{EASY}\"}}\n"));
    assert!(notes.contains("c.csv: csv, puzzles in column 2 (p)"), "{notes}");
    let content = format!("solution,quiz,board\n{INKALA_SOLVED},,\n{EASY_SOLVED},{EASY},\n");
    let (rows, notes) = convert(content.clone());
    assert_eq!(rows, format!("{{\"solution\":\"{EASY_SOLVED}\",\"quiz\":\"{EASY}\",\"board\":\"\"}}\n"));
    assert!(notes.contains("puzzles in column 2 (quiz), solutions in column 1 (solution)"), "{notes}");
    assert_eq!(solve_file("file", content, &[]).1, "E");
    let (code, puzzles, notes) = solve_file("file", format!("id,solution\n1,{EASY_SOLVED}\n"), &[]);
    assert_eq!((code, &*puzzles), (1, ""));
    assert!(notes.contains("the row has no column besides the id and the solution"), "{notes}");
}

#[test]
fn plain_lists_are_read() {
    let i = zeros(INKALA);
    let e = zeros(EASY);
    accepts([
        (".sdm", format!("{i}\n{e}\n"), "IE"),
        ("three ratings", format!("{INKALA}  11.9 11.9 11.3\n{EASY}  1.2  1.2 1.2\n"), "IE"),
        ("one rating", format!("{INKALA} 126732\n{EASY} 1\n"), "IE"),
        ("a comment after a space", format!("{INKALA} box duplicate\n{EASY} fine\n"), "IE"),
        ("a comment after a tab", format!("{INKALA}\n{EASY}\tbox duplicate\n"), "IE"),
        ("comments and empty lines", format!("# 2 puzzles\n\n{INKALA}\n  \n{EASY}\n\n# end"), "IE"),
        ("mixed line ends", format!("{INKALA}\r\n{EASY}\n{INKALA}\r\n{EASY}"), "IEIE"),
        ("carriage returns", format!("{INKALA}\r{EASY}\r"), "IE"),
        ("a byte order mark", format!("\u{feff}{INKALA}\r\n{EASY}"), "IE"),
        ("spaces as blanks", format!("{}\n{}\n", EASY.replace('.', " "), INKALA.replace('.', " ")), "EI"),
        ("spaces between cells", format!("{}\n{}\n", cells_of(&i, " "), cells_of(EASY, " ")), "IE"),
        ("commas between cells", format!("{}\n{}\n", cells_of(&i, ","), cells_of(&e, ",")), "IE"),
        ("nothing between commas", format!("{}\n", cells_of(&i, ",").replace('0', "")), "I"),
        ("dots between rows", format!("{}\n{}\n", rows_of(&i).join("."), rows_of(&e).join(".")), "IE"),
        ("slashes between rows", format!("{}\n", rows_of(INKALA).join("/")), "I"),
        ("a count", format!("2\n{i}\n{e}\n"), "IE"),
        ("a count and solutions", format!("2\n{i},{INKALA_SOLVED}\n{e},{EASY_SOLVED}\n"), "IE"),
        ("the exchange bank", format!("0000183b305c {i}  1.2\n0000183b305d {e} 11.2\n"), "IE"),
        ("the exchange bank, zeros", format!("0000183b305c {i} 01.2\n0000183b305d {e} 1.2 \n"), "IE"),
    ]);
    reports([
        ("a wrong count", format!("3\n{i}\n{e}\n"), 0, "IE", "FILE:1:1: the line declares 3 rows, and 2 follow"),
        ("a title", format!("My puzzles by me\n{i}\n{e}\n"), 0, "IE", "FILE:1:1: 'M' is neither"),
        ("a bad line first", format!("{} 1.2\n{EASY} 1.2\n", &INKALA[1..]), 0, "E", "FILE:1:81: 80 cells instead"),
        (
            "a list of 80 cells",
            format!("{}\n{}\n", cells_of(&i, " "), cells_of(&e[1..], " ")),
            0,
            "I",
            ":2:160: 80 cells",
        ),
        (
            "a bad cell in a list",
            format!("{0}\n{0}\n", cells_of(&i, ",")).replacen(",6,8", ",Q,8", 1),
            0,
            "I",
            "FILE:1:123: \"Q\"",
        ),
    ]);
    let (_, _, notes) = solve_file("file", format!("0000183b305c {i}  1.2\n"), &["--puzzle-column", "puzzle"]);
    assert!(notes.contains("FILE: exchange-bank, puzzles in column 2 (puzzle), no solutions"), "{notes}");
}

#[test]
fn grids_of_nine_lines_are_read() {
    let i = zeros(INKALA);
    let e = zeros(EASY);
    let il = lines_of(INKALA);
    let el = lines_of(EASY);
    let bands = |puzzle: &str| rows_of(puzzle).chunks(3).map(|band| band.join("\n") + "\n\n").collect::<String>();
    let spaced = |puzzle| rows_of(puzzle).iter().map(|row| cells_of(row, " ") + "\n").collect::<String>();
    let ss = |puzzle| boxed(puzzle, ["*-----------*", "|---+---+---|"], "|", "");
    let framed = |puzzle| boxed(puzzle, ["+-------+-------+-------+"; 2], "|", " ");
    let inner = |puzzle| boxed(puzzle, ["", "------+-------+------"], "", " ");
    accepts([
        ("nothing between", format!("{il}{el}"), "IE"),
        ("blank lines between", format!("{il}\n\n{el}\n"), "IE"),
        ("Euler 96", format!("Grid 01\n{}Grid 02\n{}", lines_of(&i), lines_of(&e).trim_end()), "IE"),
        ("numbers as titles", format!("1\n{il}2\n{el}"), "IE"),
        ("boxes between blank lines", (bands(INKALA) + &bands(EASY)).replace('.', "_"), "IE"),
        (".ss and a text", format!("{}\nby somebody\n{}", ss(INKALA), ss(EASY)), "IE"),
        ("frames", framed(INKALA) + &framed(EASY), "IE"),
        ("lines between boxes", inner(INKALA) + "\n" + &inner(EASY), "IE"),
        (".matrix", format!("# a, b\n# c\n{}", spaced(&i).trim_end()), "I"),
        ("carriage returns", il.replace('\n', "\r"), "I"),
        ("a byte order mark", format!("\u{feff}{il}").replace('\n', "\r\n"), "I"),
        (".sdk", format!("#ARuud\n#DA random puzzle\n#CC\n#B03-06-2006\n#SSudoCue\n#LEasy\n#Uhttp://x\n{el}"), "E"),
        (
            ".sdk with sections",
            format!("#Ame\n[Puzzle]\n{il}[State]\n{}[PencilMarks]\n1,2\n", lines_of(INKALA_SOLVED)),
            "I",
        ),
        ("several .sdk", format!("#LEasy\n[Puzzle]\n{el}\n#LHard\n[Puzzle]\n{il}"), "EI"),
        (".sdx", spaced(INKALA).replacen(". ", "u1 ", 1), "I"),
    ]);
    let (_, _, notes) = solve_file("file", format!("#LEasy\n{el}"), &[]);
    assert!(notes.contains("FILE: sdk, puzzles in column 1 (puzzle), no solutions"), "{notes}");
    let scratch = Scratch::new();
    let file = scratch.corpus("p096.txt", format!("Grid 01\n{il}Grid 02\n{el}"));
    let output = sudoku_bench(&["solve", &file, "--columns", "id,puzzle"]).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), format!("id,puzzle\nGrid 01,{INKALA}\nGrid 02,{EASY}\n"));
}

/// In such a grid, solved cells and givens look alike.
#[test]
fn a_grid_of_candidates_is_rejected_in_every_layout() {
    let row = "| 8 1 35 | 7 5 25 | 6 4 9 |\n";
    let grid = format!(".--------.\n{}'--------'\n", [&*row.repeat(3); 3].join(":---+---:\n"));
    let sdx = row.replace("| ", "").replace(" |", "").repeat(9);
    let plain = grid.replace('\n', " ");
    let message = "a grid of candidates, in which solved cells look like givens";
    reports([
        ("alone", grid.clone(), 1, "", message),
        ("after a puzzle", lines_of(EASY) + "\n" + &grid + "\n" + &lines_of(INKALA), 0, "EI", message),
        (".sdx", format!("[Puzzle]\n{}[Puzzle]\n{sdx}", lines_of(EASY)), 0, "E", message),
        (".sdx alone", sdx.clone(), 1, "", message),
        ("CSV", format!("id,puzzle\n1,{EASY}\n2,\"{grid}\"\n"), 0, "E", message),
        ("CSV on a line", format!("id,puzzle\n1,{EASY}\n2,{plain}\n"), 0, "E", message),
        ("JSON", format!("{{\"puzzle\":\"{EASY}\"}}\n{{\"puzzle\":{:?}}}\n", grid), 0, "E", message),
        ("JSON array", format!("[\"{EASY}\",{:?}]", sdx), 0, "E", message),
        ("a line", format!("{EASY}\n{plain}\n"), 0, "E", message),
    ]);
}

#[test]
fn a_number_before_the_puzzle_is_read() {
    accepts([
        ("a number", format!("1 {EASY}\n2 {INKALA}\n"), "EI"),
        ("with a dot", format!("1. {EASY}\n2. {INKALA}\n"), "EI"),
        ("with a colon", format!("1: {EASY}\n2: {INKALA}\n"), "EI"),
        ("a count and a rating", format!("99480 {EASY} 1.2\n1 {INKALA} 11.9\n"), "EI"),
        ("two columns of cells", format!("{EASY} {EASY_SOLVED}\n{INKALA} {INKALA_SOLVED}\n"), "EI"),
    ]);
    for content in [format!("1 {EASY}\n"), format!("99480 {EASY} x\n"), format!("a b\nc {EASY}\n")] {
        let (code, puzzles, notes) = solve_file("file", content, &["--puzzle-column", "2"]);
        assert_eq!((code, &*puzzles), (0, "E"), "{notes}");
    }
    // No word of the first lines looks like a puzzle.
    let (_, puzzles, notes) = solve_file(
        "file",
        "1 bad\n".repeat(6) + &format!("2 {EASY}\n"),
        &["--puzzle-column", "2", "--max-rejects", "9"],
    );
    assert_eq!(puzzles, "E", "{notes}");
}

#[test]
fn pairs_of_puzzle_and_solution_are_rows() {
    let pairs = format!("{EASY}\n{EASY_SOLVED}\n{INKALA}\n{INKALA_SOLVED}\n");
    accepts([
        ("QQWing", pairs.clone(), "EI"),
        ("a puzzle without a solution", format!("{INKALA}\n{INKALA}\n{pairs}"), "IIEI"),
    ]);
    let scratch = Scratch::new();
    let file = scratch.corpus("c", format!("{EASY}\n{EASY_SOLVED}\n{INKALA}\n{EASY_SOLVED}\n"));
    let output = sudoku_bench(&["solve", "--check", &file]).output().unwrap();
    let notes = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(5) && notes.contains("line 3"), "{notes}");
    let (code, puzzles, notes) =
        solve_file("file", pairs + &format!("{EASY_SOLVED}\n{INKALA}\nbad\n{EASY_SOLVED}\n"), &[]);
    assert!(code == 0 && puzzles == "EII" && notes.contains("2 rows rejected"), "{notes}");
}

/// The first element of an array with a line for each cell is longer than what is read of other files.
#[test]
fn a_json_array_is_read_whatever_its_lines() {
    let scratch = Scratch::new();
    let cells = |grid: &str| zeros(grid).chars().map(String::from).collect::<Vec<_>>().join(",\n        ");
    let array = format!("\n\n\n\n\n[\n    [\n        {}\n    ],\n    [{}]\n]\n", cells(EASY), cells(INKALA));
    for text in [array.clone(), format!("{{\n  \"puzzles\":\n{array}}}\n")] {
        let file = scratch.corpus("a.json", &text);
        for arguments in [&["solve", &file, "--columns", "status"][..], &["solve", "-", "--columns", "status"]] {
            let output = output_with(&mut sudoku_bench(arguments), text.as_bytes());
            assert_eq!(String::from_utf8_lossy(&output.stdout), "status\nsolved\nsolved\n", "{arguments:?}: {text}");
        }
    }
}

#[test]
fn hodokus_library_and_json_arrays_are_read() {
    let i = zeros(INKALA);
    let e = zeros(EASY);
    accepts([
        ("HoDoKu", format!("# a library\n:0000:x:{INKALA}:::\n:0300:4:{EASY}:412 512:r1c1<>4::\n"), "IE"),
        ("solved cells", format!(":0000:x:8+1{}::\n", &INKALA[2..]), "I"),
        ("strings", format!("[\"{i}\", \"{EASY}\"]\n"), "IE"),
        ("strings on lines", format!("[\n  \"{i}\",\n  \"{EASY}\"\n]\n"), "IE"),
        ("lists of cells", format!("[[{}],[{}]]", cells_of(&i, ","), cells_of(&e, ", ")), "IE"),
        ("lists of rows", format!("[{},\n{}]", nested(&i), nested(&e)), "IE"),
        ("a member", format!("{{\"name\": \"a, b\", \"puzzles\": [\"{i}\", \"{e}\"], \"count\": 2}}"), "IE"),
        ("objects", format!("[{{\"n\":1,\"puzzle\":\"{i}\"}},\n {{\"puzzle\":\"{e}\"}}]"), "IE"),
        ("a member with objects", format!("{{\n\"puzzles\":[{{\"grid\":{}}}]}}", nested(&e)), "E"),
    ]);
}

/// OpenSudoku keeps the state of a game that was played; the givens are the cells that cannot be changed.
#[test]
fn games_of_opensudoku_are_read() {
    let state = |puzzle: &str| {
        let cell = |c: char| if c == '.' { "7|0|1|".to_string() } else { format!("{c}|0|0|") };
        format!("version: 3&#10;{}", puzzle.chars().map(cell).collect::<String>())
    };
    let file = |e: &str, i: &str| {
        format!(
            "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><opensudoku version=\"2\"><folder name=\"Easy\" \
                 created=\"17\"><game created=\"1\" state=\"0\" data=\"{e}\" note=\"\" /><game created=\"1\" data=\"{i}\" \
                 /></folder></opensudoku>"
        )
    };
    accepts([
        ("plain", file(&zeros(EASY), &zeros(INKALA)), "EI"),
        ("played", file(&state(EASY), &state(INKALA)), "EI"),
    ]);
}

#[test]
fn files_of_other_programs_are_named() {
    for (content, message) in [
        (&b"\x80\x04\x95\x10"[..], "FILE: is a pickle"),
        (b"ARROW1\0\0", "FILE: is an Arrow file (Feather), which is not read; convert it to Parquet"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "FILE: is an Excel workbook (.xls)"),
    ] {
        let (code, _, notes) = solve_file("file", content, &[]);
        assert!(code == 1 && notes.contains(message), "{notes}");
    }
}

#[test]
fn rows_below_a_header_may_begin_with_a_hash() {
    let scratch = Scratch::new();
    let file = scratch.corpus("c.csv", format!("# a comment\nid,puzzle\n#1,{EASY}\n# two\n#2,{INKALA}\n"));
    let output = sudoku_bench(&["solve", &file, "--columns", "id"]).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), "id\n\"#1\"\n\"#2\"\n");
    let notes = String::from_utf8_lossy(&output.stderr);
    assert!(notes.contains("c.csv: 2 comment lines beginning with # skipped"), "{notes}");
    // Rows that are read ahead, and rows that are copied.
    let rows: String = (0..10_000).map(|n| format!("#{n},{EASY}\n")).collect();
    let file = scratch.corpus("long.csv", format!("id,puzzle\n{rows}"));
    let output = sudoku_bench(&["dataset", "filter", "clues > 0", &file]).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), format!("id,puzzle\n{rows}"));
}

#[test]
fn xml_and_json_are_read() {
    let i = zeros(INKALA);
    let e = zeros(EASY);
    accepts([
        (
            "OpenSudoku",
            format!(
                "<?xml version=\"1.0\"?>\r\n<opensudoku>\r\n<name>Bob's &amp; Al's</name>\r\n<game data=\"{i}\" /><game \
                 note='a > b' data='{e}'/>\r\n<!-- no > <game data=\"{i}\"/> --><game created=\"1\"\r\n  data=\"{i}\" \
                 note=\"&lt;&quot;\"></game></opensudoku>"
            ),
            "IEI",
        ),
        (
            "keys in any order",
            format!("{{\"puzzle\":\"{i}\",\"n\":1}}\n{{\"n\":null,\"x\":2,\"puzzle\":\"{e}\"}}\n"),
            "IE",
        ),
        ("nested lists", format!("{{\"grid\":{},\"solution\":{}}}\n", nested(&i), nested(INKALA_SOLVED)), "I"),
        ("null for a blank", format!("{{\"grid\":{}}}\n", nested(&i).replace('0', "null")), "I"),
        ("a list of rows", format!("{{\"grid\":[\"{}\"]}}", rows_of(&i).join("\",\"")), "I"),
        ("a byte order mark", format!("\u{feff}{{\"puzzle\":\"{i}\"}}\r\n\r\n{{\"puzzle\":\"{e}\"}}"), "IE"),
    ]);
    // The other values become columns.
    let scratch = Scratch::new();
    let line = format!(
        "{{\"id\":7,\"tags\":[\"a\",\"b\"],\"puzzle\":\"{EASY}\",\"rating\":null}}\n{{\"puzzle\":\"{INKALA}\"}}\n"
    );
    let file = scratch.corpus("c", line);
    let output = sudoku_bench(&["solve", &file, "--columns", "id,tags,rating,solutions"]).output().unwrap();
    let wanted = "id,tags,rating,solutions\n7,\"[\"\"a\"\",\"\"b\"\"]\",,1\n,,,1\n";
    assert_eq!(String::from_utf8_lossy(&output.stdout), wanted);
}

#[test]
fn grids_of_other_sizes_among_9x9_are_rejected() {
    let all = "123456789".repeat(81);
    let maze = "source,question,answer,rating\n0,\"S  ##   G\",\"Soo##  oG\",1\n".to_string();
    let long = maze.replacen("  G\"", &format!("{} G\"", "# ".repeat(36)), 1);
    reports([
        ("Sukaku", format!("{all}\n{EASY}\n"), 0, "E", "FILE:1:82: 729 cells instead of 81 (candidates of every cell?"),
        ("16×16", format!("{}\n{EASY}\n", ".".repeat(256)), 0, "E", "256 cells instead of 81 (a 16×16 grid?"),
        ("16×16, letters", format!("{EASY}\n{}\n", "0123456789abcdef".repeat(16)), 0, "E", "FILE:2:82: 256 cells"),
        (
            "12×12",
            format!("{EASY}\n{}\n", "0123456789AB".repeat(12)),
            0,
            "E",
            "(a 12×12 grid? --shape 12 reads it, where a command has it)",
        ),
        ("4×4 with spaces", format!("{EASY}\n{}\n", ["1 2 3 4"; 4].join(" ")), 0, "E", "(a 4×4 grid?"),
        ("a maze", maze, 1, "", "no puzzle found in 2 rows"),
        ("a large maze", long, 1, "", "Line 2, column 4: 'S' is neither"),
    ]);
}
