//! Puzzles that a spreadsheet or a program took for numbers.

use super::*;

/// Runs a command line, whose words are separated by spaces, in a directory. Returns the exit code, standard output and standard
/// error.
fn ran(scratch: &Scratch, words: &str) -> (i32, String, String) {
    let arguments: Vec<_> = words.split(' ').collect();
    let output = sudoku_bench(&arguments).current_dir(scratch.path("")).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().unwrap(), text(&output.stdout), text(&output.stderr))
}

const EASY_SOLVED: &str = "248617593679253418153948726961534872735826149824791365516379284397482651482165937";

/// The digits of the puzzle, of which a number loses the first.
fn digits() -> String {
    EASY.replace('.', "0")
}

#[test]
fn a_grid_that_became_a_number_is_named_in_every_layout() {
    let scratch = Scratch::new();
    let integer = &digits()[1..];
    let lost_zeros = "80 digits instead of 81 cells: the column was taken for numbers";
    let lost_digits = "a floating-point number instead of 81 cells: the column was taken for numbers";
    for (value, reason) in
        [(integer, lost_zeros), ("4.0610090070050003e79", lost_digits), (&format!("{integer}.0"), lost_digits)]
    {
        for (name, text) in [
            ("c.csv", format!("id,puzzle\n1,{value}\n2,{value}\n")),
            ("c.tsv", format!("id\tpuzzle\n1\t{value}\n2\t{value}\n")),
            ("c.jsonl", format!("{{\"puzzle\":{value}}}\n{{\"puzzle\":{value}}}\n")),
            ("c.json", format!("[{{\"puzzle\":{value}}},{{\"puzzle\":{value}}}]")),
            ("c.txt", format!("{value}\n{value}\n")),
            ("words.txt", format!("{value} 1.2\n{value} 3.4\n")),
            ("numbered.txt", format!("1 {value}\n2 {value}\n")),
            ("counted.txt", format!("2\n{value}\n{value}\n")),
            ("plain.csv", format!("1,{value},x\n2,{value},y\n")),
            ("solved.csv", format!("{value},{EASY_SOLVED}\n{value},{EASY_SOLVED}\n")),
            ("floats.csv", format!("{value},2.48617593679253e80\n")),
            ("c.hodoku", format!(":0000:x:{value}:::\n:0000:x:{value}:::\n")),
            ("array.json", format!("[{value},\n{value}]")),
            ("texts.json", format!("{{\"puzzles\": [\"{value}\", \"{value}\"]}}")),
            ("c.opensudoku", format!("<opensudoku><game data=\"{value}\"/></opensudoku>")),
        ] {
            // A column of floating-point numbers beside integers may be the puzzle.
            if name == "floats.csv" && value == integer {
                continue;
            }
            scratch.corpus(name, text);
            for command in
                [&format!("solve {name}"), &format!("dataset inspect {name}"), &format!("run {name} -s dlx -o out")]
            {
                let (code, _, notes) = ran(&scratch, command);
                assert!(code == 1 && notes.contains(reason), "{command}: {code} {notes}");
                assert_eq!(notes.contains("--pad-zeros"), value == integer, "{command}: {notes}");
            }
        }
    }
    let (code, _, notes) = ran(&scratch, "solve c.csv --puzzle-column puzzle");
    assert!(code == 1 && notes.contains(lost_digits), "{notes}");
    scratch.corpus("s.csv", format!("puzzle,solution\n{EASY},2.48617593679253e80\n"));
    let (code, _, notes) = ran(&scratch, "solve s.csv --check --solution-column 2");
    assert!(notes.contains("a floating-point number instead of 81 cells"), "{code} {notes}");
}

#[test]
fn a_number_among_grids_is_one_reject() {
    let scratch = Scratch::new();
    let game = |cells: &str| format!("<game data=\"{cells}\"/>");
    let spaced = digits().chars().map(String::from).collect::<Vec<_>>().join(" ");
    for (good, all) in [(game(&digits()), game(&digits()[1..])), (spaced.clone(), digits()[1..].into())] {
        let lines = format!("{good}\n{good}\n{all}\n{good}\n");
        let is_xml = good.starts_with('<');
        scratch.corpus("c", if is_xml { format!("<opensudoku>\n{lines}</opensudoku>") } else { lines });
        let (code, solved, notes) = ran(&scratch, "solve c --columns status --max-rejects 1");
        assert!(code == 0 && solved.matches("solved").count() == 3 && notes.contains("1 row rejected"), "{notes}");
    }
}

#[test]
fn lost_zeros_are_added_on_request() {
    let scratch = Scratch::new();
    let integer = &digits()[1..];
    let whole = INKALA.replace('.', "0");
    for (name, text) in [
        ("c.csv", format!("id,puzzle\n1,{integer}\n2,{whole}\n")),
        ("n.csv", format!("1,{integer}\n2,{whole}\n")),
        ("c.jsonl", format!("{{\"id\":1,\"puzzle\":{integer}}}\n{{\"id\":2,\"puzzle\":{whole}}}\n")),
        ("n.txt", format!("1 {integer}\n2 {whole}\n")),
    ] {
        scratch.corpus(name, text);
        let (code, rows, notes) = ran(&scratch, &format!("dataset convert {name} --to csv --columns 1,2 --pad-zeros"));
        assert!(code == 0 && rows.ends_with(&format!("\n1,{}\n2,{whole}\n", digits())), "{name}: {rows}{notes}");
        let (code, rows, notes) = ran(&scratch, &format!("solve {name} --columns puzzle,solution --pad-zeros"));
        assert!(code == 0 && rows.contains(&format!("{},2486", digits())), "{name}: {rows}{notes}");
    }
    for (name, text) in [
        ("words.txt", format!("{integer} 1.2\n{whole} 1.3\n")),
        ("c.hodoku", format!(":0000:x:{integer}:::\n:0000:x:{whole}:::\n")),
        ("array.json", format!("[{integer},{whole}]")),
        ("pairs.txt", format!("{integer}\n{EASY_SOLVED}\n{whole}\n")),
        ("c.opensudoku", format!("<opensudoku><game data=\"{integer}\"/>\n<game data=\"{whole}\"/></opensudoku>")),
    ] {
        scratch.corpus(name, text);
        let (code, rows, notes) = ran(&scratch, &format!("solve {name} --solutions-only --pad-zeros"));
        assert_eq!((code, &*rows), (0, &*format!("{EASY_SOLVED}\n{INKALA_SOLVED}\n")), "{name}: {notes}");
    }
    // Rows that are otherwise copied, or to which columns are added.
    for command in ["dataset convert c.csv", "dataset filter clues>0 c.csv", "solve c.csv"] {
        let (code, rows, notes) = ran(&scratch, &format!("{command} --pad-zeros"));
        assert!(code == 0 && rows.contains(&format!("\n1,{}", digits())), "{command}: {rows}{notes}");
    }
    scratch.corpus("short.csv", format!("puzzle\n{EASY}\n{}\n", &digits().replacen('4', "0", 1)[4..]));
    let (code, _, notes) = ran(&scratch, "solve short.csv --pad-zeros");
    assert!(code == 1 && notes.contains("77 digits instead of 81 cells") && !notes.contains("--pad-zeros"), "{notes}");
}

#[test]
fn texts_of_spreadsheets_are_read_as_they_are() {
    let scratch = Scratch::new();
    let digits = digits();
    scratch.corpus("c.csv", format!("id,puzzle\n1,=\"{digits}\"\n2,\"=\"\"{digits}\"\"\"\n3,'{digits}\n"));
    let (code, rows, notes) = ran(&scratch, "solve c.csv --columns id,status");
    assert_eq!((code, &*rows), (0, "id,status\n1,solved\n2,solved\n3,solved\n"), "{notes}");
    let (_, rows, _) = ran(&scratch, "dataset convert c.csv --to lines --columns puzzle");
    assert_eq!(rows, format!("{digits}\n").repeat(3));
}

/// Fewer than ten rejects are allowed, unless they are most of the rows or have a common cause.
#[test]
fn most_rows_of_a_small_corpus_cannot_be_rejected() {
    let scratch = Scratch::new();
    let lost = format!("{}\n", &digits()[1..]);
    for (name, text, wanted) in [
        ("lost.csv", format!("puzzle\n{}{lost}", format!("{EASY}\n").repeat(5)), 1),
        ("lost-of-many.csv", format!("puzzle\n{}{lost}", format!("{EASY}\n").repeat(9)), 0),
        ("bad.csv", format!("puzzle\n{EASY}\nbad\n"), 0),
        ("most.csv", format!("puzzle\n{EASY}\nbad\nbad\n"), 1),
    ] {
        scratch.corpus(name, text);
        for command in
            [format!("solve {name}"), format!("dataset canon {name}"), format!("run {name} -s dlx --force -o out")]
        {
            let (code, _, notes) = ran(&scratch, &command);
            assert_eq!(code, wanted, "{command}: {notes}");
            assert_eq!(notes.contains("--pad-zeros"), name == "lost.csv", "{command}: {notes}");
        }
    }
}
