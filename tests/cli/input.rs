//! Unusual and malformed input, as found in real files.

use super::*;

/// Runs `dlx` on a corpus. Returns the names of the puzzles, the rejects as `line:column: reason`, and the run.
#[track_caller]
fn read_corpus(content: impl AsRef<[u8]>, arguments: &[&str]) -> (Vec<String>, Vec<String>, Ran) {
    let scratch = Scratch::new();
    let corpus = scratch.corpus("corpus.csv", content);
    let ran = scratch.run(&[&[&*corpus, "--strategy", "dlx"], arguments].concat()).exits(0);
    let puzzles = ran.rows("puzzles.csv").iter().map(|row| row.get("puzzle").to_string()).collect();
    let reject = |row: &Row| format!("{}:{}: {}", row.get("line"), row.get("column"), row.get("reason"));
    let rejects = ran.rows("rejects.csv").iter().map(reject).collect();
    // The scratch directory is deleted here; the run still has the output of the program.
    (puzzles, rejects, ran)
}

#[track_caller]
fn accepts(content: impl AsRef<[u8]>, arguments: &[&str], names: &[&str]) {
    let (puzzles, rejects, _) = read_corpus(content, arguments);
    assert_eq!(rejects, [""; 0]);
    assert_eq!(puzzles, names);
}

#[track_caller]
fn rejects(content: impl AsRef<[u8]>, names: &[&str], wanted: &[&str]) {
    let (puzzles, rejects, ran) = read_corpus(content, &[]);
    assert_eq!(rejects, wanted);
    assert_eq!(puzzles, names);
    let message = format!("{} row{} rejected", wanted.len(), if wanted.len() == 1 { "" } else { "s" });
    assert!(ran.stderr().contains(&message), "{}", ran.stderr());
}

#[test]
fn column_names_are_case_insensitive() {
    accepts(format!("source,Answer,QUESTION,ID\na,{INKALA_SOLVED},{INKALA},first\n"), &[], &["first"]);
    accepts(format!("puzzle_id,puzzle\nx 1,{EASY}\n\"a,b\",{EASY}\n"), &[], &["x 1", "a,b"]);
}

#[test]
fn the_solution_column_is_found_and_checked() {
    // A warning about a wrong solution shows that its column was read.
    let scratch = Scratch::new();
    let is_read = |corpus: &str, columns: &[&str]| {
        let ran = scratch.run(&[&[corpus, "--strategy", "dlx", "--force"], columns].concat()).exits(0);
        ran.stderr().contains("1 wrong solution in the corpus")
    };
    let corpus = scratch.corpus("c.csv", format!("start,end\n{EASY},{INKALA_SOLVED}\n"));
    assert!(!is_read(&corpus, &[]));
    assert!(is_read(&corpus, &["--puzzle-column", "START", "--solution-column", "End"]));
    assert!(is_read(&corpus, &["--puzzle-column", "1", "--solution-column", "2"]));
    let without_header = scratch.corpus("d.csv", format!("{EASY},{INKALA_SOLVED}\n"));
    assert!(is_read(&without_header, &[]));
}

#[test]
fn columns_are_found_by_name_number_and_content() {
    let csv = format!("rating,start\n1.5,{EASY}\n");
    accepts(&csv, &["--puzzle-column", "start"], &["2"]);
    accepts(&csv, &["--puzzle-column", "2"], &["2"]);
    accepts(&csv, &[], &["2"]);
    accepts(format!("1,{EASY},0.0\n2,{EASY},3.5\n"), &[], &["1", "2"]);
}

#[test]
fn exact_names_of_columns_come_first() {
    let scratch = Scratch::new();
    let file = scratch.corpus("c.csv", format!("Puzzle,puzzle,N,n\n{INKALA},{EASY},7,8\n"));
    let run = |arguments: &[&str]| {
        let output = sudoku_bench(arguments).arg(&file).output().unwrap();
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    assert_eq!(
        run(&["solve", "--puzzle-column", "puzzle", "--columns", "n,solution"]).lines().nth(1).unwrap()[..6],
        *"8,2486"
    );
    assert_eq!(
        run(&["solve", "--puzzle-column", "Puzzle", "--columns", "N,solution"]).lines().nth(1).unwrap()[..6],
        *"7,8127"
    );
    let filtered = run(&["dataset", "filter", "--puzzle-column", "puzzle", "n == 8 && N == 7"]);
    assert_eq!(filtered.lines().count(), 2, "{filtered}");
}

#[test]
fn plain_lists_are_read() {
    accepts(format!("{EASY}\n{INKALA}\n"), &[], &["1", "2"]);
    accepts(format!("{EASY}  11.9 11.9 11.3\n{INKALA}\t126732\n"), &[], &["1", "2"]);
    accepts(format!("# a list\n#\n{EASY}\n\n# end\n"), &[], &["3"]);
}

#[test]
fn every_blank_character_is_accepted() {
    let list = ["0", ".", "*", "_", "-", "x", "X", "?"].map(|blank| EASY.replace('.', blank)).join("\n");
    accepts(list, &[], &["1", "2", "3", "4", "5", "6", "7", "8"]);
    accepts(format!("puzzle\n\"{}\"\n", EASY.replace('.', " ")), &[], &["2"]);
}

#[test]
fn byte_order_marks_line_ends_and_quotes_are_accepted() {
    accepts(format!("\u{feff}puzzle,n\r\n{EASY},1\r\n\"{INKALA}\",\"2\"\r\n{EASY},3"), &[], &["2", "3", "4"]);
    accepts(format!("{EASY}\r\n{EASY}\n{EASY}\r\n"), &[], &["1", "2", "3"]);
    accepts(format!("puzzle,note\n{EASY},\"two\nlines, \"\"quoted\"\"\"\n{EASY},x\n"), &[], &["2", "4"]);
    accepts(format!("given_counts,puzzle\n\"[3,2,3]\",{EASY}\n"), &[], &["2"]);
}

#[test]
fn puzzles_of_the_wrong_length_are_rejected() {
    let text = format!("{EASY}\n{}\n{EASY}1\n{EASY}\n", &EASY[1..]);
    rejects(text, &["1", "4"], &["2:81: 80 cells instead of 81", "3:82: 82 cells instead of 81"]);
    let text = format!("n,puzzle\n1,{EASY}\n2\n3,\n4,{EASY}\n");
    rejects(
        text,
        &["2", "5"],
        &["3:2: the row has 1 column; the puzzle should be in column 2", "4:3: the field is empty"],
    );
}

#[test]
fn invalid_characters_are_rejected() {
    let text = format!("a,puzzle\n1,{EASY}\n2,{}\n", EASY.replacen("61", "6A", 1));
    rejects(text, &["2"], &["3:7: 'A' is neither a value from 1 to 9 nor a blank"]);
    rejects(
        format!("{}\n{EASY}\n", EASY.replacen("61", "6é", 1)),
        &["2"],
        &["1:5: 'é' is neither a value from 1 to 9 nor a blank"],
    );
}

#[test]
fn invalid_utf_8_is_rejected() {
    let mut text = format!("{EASY}\n{EASY}\n").into_bytes();
    text[3] = 0xff;
    rejects(text, &["2"], &["1:4: invalid UTF-8"]);
    // Other columns do not decide whether a row is good.
    accepts([format!("puzzle,name\n{EASY},").as_bytes(), b"\xe9t\xe9\n"].concat(), &[], &["2"]);
    let text = [format!("puzzle,id\n{EASY},").as_bytes(), b"\xe9t\xe9\n", format!("{EASY},b\n").as_bytes()].concat();
    accepts(text, &[], &["\u{fffd}t\u{fffd}", "b"]);
}

#[test]
fn unbalanced_quotes_are_rejected() {
    let text = format!("puzzle,n\n{EASY},\"1\n{EASY},2\n{EASY},3\n");
    rejects(text, &["3", "4"], &["2:83: a quote is opened here and never closed"]);
    let text = format!("puzzle,n\n\"{EASY}\"x,1\n{EASY},2\n");
    rejects(text, &["3"], &["2:83: a quoted field goes on after its closing quote"]);
}

#[test]
fn overlong_rows_are_rejected() {
    let scratch = Scratch::new();
    let text = [EASY.as_bytes(), b"\n", &vec![b'.'; 64 << 20], b"\n", EASY.as_bytes()].concat();
    let ran = scratch.run_with(&["-", "--strategy", "dlx"], &text).exits(0);
    let rejects = ran.rows("rejects.csv");
    assert_eq!((rejects.len(), rejects[0].get("file"), rejects[0].get("line")), (1, "-", "2"));
    assert_eq!(rejects[0].get("reason"), "the row is longer than 1,048,576 bytes");
    assert!(rejects[0].get("text").ends_with("..…") && rejects[0].get("text").len() < 300);
    assert_eq!(ran.rows("puzzles.csv").iter().map(|row| row.number("line")).collect::<Vec<_>>(), [1, 3]);
}

/// The puzzle of a row alone decides whether the row is good. `inspect`, `solve` with and without `--check`, and `run` agree.
#[test]
fn a_malformed_solution_is_a_wrong_solution() {
    let scratch = Scratch::new();
    let good = format!("{EASY},\n");
    for bad in [&INKALA_SOLVED[1..], INKALA, "n/a", &INKALA_SOLVED.replacen('8', "5", 1)] {
        let corpus = scratch.corpus("c.csv", format!("puzzle,solution\n{good}{INKALA},{bad}\n"));
        let ran = scratch.run(&[&corpus, "--strategy", "dlx", "--force"]).exits(0);
        assert_eq!((ran.rows("rejects.csv").len(), ran.rows("failures.csv").len()), (0, 0), "{bad}");
        assert!(ran.stderr().contains("  line 3: the corpus' own solution is no"), "{bad}: {}", ran.stderr());
        let inspected = sudoku_bench(&["dataset", "inspect", "--json", &corpus]).output().unwrap();
        let report: serde_json::Value = serde_json::from_slice(&inspected.stdout).unwrap();
        let malformed = bad.len() < 81 || bad.contains('.');
        let kind = if malformed { "malformed" } else { "wrong" };
        assert_eq!((&report["rejected"], &report["solutions"][kind]), (&0.into(), &1.into()), "{bad}");
        for (arguments, code) in [(&["solve"][..], 0), (&["solve", "--check"], 5)] {
            let solved = sudoku_bench(arguments).arg(&corpus).output().unwrap();
            let notes = String::from_utf8_lossy(&solved.stderr);
            assert!(solved.status.code() == Some(code) && !notes.contains("reject"), "{bad}: {notes}");
            assert_eq!(notes.contains("line 3: the corpus' own solution"), code == 5, "{bad}: {notes}");
        }
    }
}

/// Without a header, such a file looks like lists of cells.
#[test]
fn columns_behind_a_tab_are_read() {
    let scratch = Scratch::new();
    for header in ["puzzle\tsolution\n", ""] {
        let corpus = scratch.corpus("c", format!("{header}{EASY}\t{INKALA_SOLVED}\n"));
        let ran = scratch.run(&[&corpus, "--strategy", "dlx", "--force"]).exits(0);
        assert!(ran.stderr().contains("c: tsv, puzzles in column 1"), "{}", ran.stderr());
        assert!(ran.stderr().contains("1 wrong solution in the corpus"), "{}", ran.stderr());
        let checked = sudoku_bench(&["solve", "--check", &corpus]).output().unwrap();
        assert_eq!(checked.status.code(), Some(5), "{}", String::from_utf8_lossy(&checked.stderr));
    }
}

#[test]
fn a_row_longer_than_the_header_is_rejected_by_every_command() {
    let scratch = Scratch::new();
    for (text, line, before) in [
        (format!("puzzle,n\n{EASY},1\n{EASY},2,3\n{EASY}\n"), 3, "header"),
        (format!("{EASY},1\n{EASY},2,3\n{EASY}\n"), 2, "rows"),
    ] {
        let corpus = scratch.corpus("c.csv", text);
        let wanted = format!("c.csv:{line}:86: the row has 3 columns, the {before} before it 2");
        let notes = scratch.run(&[&corpus, "--strategy", "dlx", "--force"]).exits(0).stderr();
        assert!(notes.contains(&wanted), "{notes}");
        for arguments in [&["solve"][..], &["solve", "--check"], &["dataset", "inspect"], &["dataset", "convert"]] {
            let output = sudoku_bench(arguments).arg(&corpus).output().unwrap();
            let notes = String::from_utf8_lossy(&output.stderr);
            assert!(notes.contains(&wanted), "{arguments:?}: {notes}");
        }
    }
}

#[test]
fn strict_ends_the_run_at_a_reject_and_keeps_earlier_rows() {
    let scratch = Scratch::new();
    let corpus = scratch.corpus("c.txt", format!("{EASY}\n{EASY}\nshort\n{EASY}\n"));
    let ran = scratch.run(&[&corpus, "--strategy", "dlx", "--strict"]).exits(1);
    assert!(ran.stderr().contains("c.txt:3:1: 's' is neither"), "{}", ran.stderr());
    assert_eq!(ran.rows("puzzles.csv").len(), 2);
    assert_eq!(ran.json("manifest.json")["interrupted"], true);
}

/// A spreadsheet turns puzzles into numbers, and the leading zeros are lost.
#[test]
fn many_rejects_are_an_error_with_the_likely_cause() {
    let scratch = Scratch::new();
    let digits = EASY.replace('.', "0");
    let lost = format!("{}\n", &digits[1..]);
    let few = scratch.corpus("few.csv", format!("puzzle\n{INKALA}\n{}", lost.repeat(9)));
    scratch.run(&[&few, "--strategy", "dlx"]).exits(1);
    let many = scratch.corpus("many.csv", format!("puzzle\n{INKALA}\n{}", lost.repeat(20)));
    let ran = scratch.run(&[&many, "--strategy", "dlx", "--force"]).exits(1);
    let error = "error: 20 of 21 rows rejected, more than --max-rejects 10%: the column was taken for numbers?";
    assert!(ran.stderr().contains(error), "{}", ran.stderr());
    assert_eq!(ran.rows("puzzles.csv").len(), 1, "what is good is measured");
    for (most, code) in [("9", 0), ("8", 1), ("90%", 0), ("89%", 1)] {
        scratch.run(&[&few, "--strategy", "dlx", "--force", "--max-rejects", most]).exits(code);
        for command in [&["solve"][..], &["dataset", "convert"]] {
            let output = sudoku_bench(&[command, &[&few, "--max-rejects", most]].concat()).output().unwrap();
            assert_eq!(output.status.code(), Some(code), "{command:?} {most}");
        }
    }
}

#[test]
fn a_file_without_puzzles_is_an_error() {
    let scratch = Scratch::new();
    for (content, wanted) in [
        ("", "no rows"),
        ("# nothing\n", "no rows"),
        ("name,age\nx,12\ny,13\n", "3 rows"),
        ("name,age\nx,12\n", "--puzzle-column"),
        ("name,age\nx,12\n", "Line 2, column 2: 1 cell instead of 81"),
    ] {
        let corpus = scratch.corpus("c.csv", content);
        let ran = scratch.run(&[&corpus]).exits(1);
        assert!(ran.stderr().contains(wanted), "{}", ran.stderr());
        assert!(!ran.out.exists(), "a run without puzzles leaves no results");
    }
    let corpus = scratch.corpus("c.csv", "a,b\n1,2\n");
    let ran = scratch.run(&[&corpus, "--puzzle-column", "q"]).exits(1);
    assert!(ran.stderr().contains("no column is named \"q\"; the first row has \"a\", \"b\""), "{}", ran.stderr());
    let ran = scratch.run(&[&corpus, "--puzzle-column", "3"]).exits(1);
    assert!(ran.stderr().contains("the puzzle should be in column 3"), "{}", ran.stderr());
}

#[test]
fn an_unreadable_path_is_an_error() {
    let scratch = Scratch::new();
    let ran = scratch.run(&["no/such/file.csv"]).exits(1);
    assert!(ran.stderr().contains("no/such/file.csv: cannot open: No such file"), "{}", ran.stderr());
    let ran = scratch.run(&["datasets"]).exits(1);
    assert!(ran.stderr().contains("datasets: is a directory"), "{}", ran.stderr());
}

#[test]
fn lone_byte_order_marks_are_skipped_and_bare_carriage_returns_rejected() {
    accepts(format!("\n\u{feff}\n{EASY}\n{EASY}\n"), &[], &["3", "4"]);
    let text = format!("{EASY}\r{EASY}\r\n{EASY}\n");
    rejects(text, &["2"], &["1:82: a carriage return without a line feed; convert the line ends"]);
}

#[test]
fn a_missing_solution_column_is_an_error() {
    let scratch = Scratch::new();
    let corpus = scratch.corpus("c.txt", EASY);
    let ran = scratch.run(&[&corpus, "--solution-column", "9"]).exits(1);
    assert!(ran.stderr().contains("the row has 1 column; the solution should be in column 9"), "{}", ran.stderr());
}

#[test]
fn names_of_puzzles_from_several_files_begin_with_the_path() {
    let scratch = Scratch::new();
    let first = scratch.corpus("a.csv", format!("id,puzzle\nx,{EASY}\n"));
    let second = scratch.corpus("b.txt", format!("{EASY}\nbad\n"));
    let ran = scratch.run(&[&first, &second, "--strategy", "dlx"]).exits(0);
    let names: Vec<_> = ran.rows("puzzles.csv").iter().map(|row| row.get("puzzle").to_string()).collect();
    assert_eq!(names, [format!("{first}:x"), format!("{second}:1")]);
    assert_eq!(ran.rows("rejects.csv")[0].get("file"), second);
}

#[test]
fn standard_input_is_read() {
    let scratch = Scratch::new();
    let ran = scratch.run_with(&["-", "--strategy", "dlx"], format!("puzzle\n{EASY}\n").as_bytes()).exits(0);
    assert_eq!(ran.rows("puzzles.csv").len(), 1);
    assert_eq!(ran.json("manifest.json")["corpora"][0]["path"], "-");
}

/// An id that is not UTF-8 and a malformed solution make no row a reject; a malformed puzzle does.
#[test]
fn every_command_rejects_the_same_rows() {
    let scratch = Scratch::new();
    let rows = [
        format!("id,puzzle,solution\n1,{EASY},12\n2,{EASY},{INKALA}\n").into_bytes(),
        format!("a\u{fffd},{EASY},\n").replace('\u{fffd}', "#").into_bytes(),
        format!("4,{},\n5,{EASY}\n6,{EASY},,7\n", &EASY[1..]).into_bytes(),
    ];
    let mut content = rows.concat();
    let mark = content.windows(2).position(|window| window == b"a#").unwrap();
    content[mark + 1] = 0xff;
    let file = scratch.corpus("c.csv", &content);
    let rejects = scratch.path("rejects").display().to_string();
    let ran = scratch.run(&[&file, "--strategy", "dlx"]);
    let wanted: Vec<_> = ran.rows("rejects.csv").iter().map(|row| row.get("line").to_string()).collect();
    assert_eq!(wanted, ["5", "7"]);
    for command in [&["solve"][..], &["dataset", "convert"], &["dataset", "canon"], &["dataset", "augment", "1"]] {
        sudoku_bench(command).arg(&file).args(["--rejects", &rejects]).output().unwrap();
        let text = read(Path::new(&rejects));
        let lines: Vec<_> = text.lines().skip(1).filter_map(|line| line.split(',').nth(1)).collect();
        assert_eq!(lines, wanted, "{command:?}: {text}");
    }
}
