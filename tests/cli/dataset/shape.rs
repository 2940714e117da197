//! `convert`, `sample`, `split`, `shard`, `filter` and `join`.

use super::*;

#[test]
fn other_columns_are_preserved_byte_for_byte() {
    let scratch = Scratch::new();
    let mut csv = csv::Writer::from_writer(Vec::new());
    csv.write_record(["id", "quizzes", "note", "Rating"]).unwrap();
    let notes = ["", "a,b", "say \"so\"", "tab\there", "two\nlines", "é – 数独", " spaces ", "[1, 2]", "007", "null"];
    for (note, made) in notes.iter().zip(&*MADE) {
        csv.write_record(["0", &made.puzzle.to_string().replace('.', "0"), note, "1.50"]).unwrap();
    }
    let content = String::from_utf8(csv.into_inner().unwrap()).unwrap();
    scratch.corpus("0.csv", &content);
    let parquet = if cfg!(feature = "parquet") { "3.parquet" } else { "3.jsonl" };
    let chain = ["0.csv", "1.tsv", "2.jsonl", parquet, "4.csv.gz", "5.tsv.zst", "6.csv"];
    for pair in chain.windows(2) {
        scratch.dataset(&format!("convert {} -o {}", pair[0], pair[1])).exits(0);
    }
    assert_eq!(scratch.text("6.csv"), content);
    let magic = |name: &str| fs::read(scratch.path(name)).unwrap()[..4].to_vec();
    assert_eq!((&magic("4.csv.gz")[..2], &*magic("5.tsv.zst")), (&b"\x1f\x8b"[..], &b"\x28\xb5\x2f\xfd"[..]));
    for name in ["7.csv.xz", "7.csv.bz2", "7.zip"] {
        let ran = scratch.dataset(&format!("convert 0.csv -o {name}")).exits(2);
        assert!(ran.stderr().contains("; use .gz or .zst"), "{}", ran.stderr());
    }
    assert_eq!(files(&scratch.path("")), chain);
}

/// No puzzle is read, and no file is created.
#[test]
fn outputs_that_cannot_be_written_are_errors() {
    let scratch = Scratch::new();
    scratch.corpus("c.csv", corpus(4));
    for words in [
        "convert c.csv -o x.json",
        "convert c.csv -o x.xlsx",
        "convert c.csv -o x.feather.gz",
        "sample 2 c.csv -o x.json",
        "shard 1/2 c.csv -o x.json",
        "filter 'clues > 1' c.csv -o x.json",
        "augment 1 c.csv -o x.json",
        "canon c.csv -o x.json",
        "dedup c.csv -o x.json",
        "rate c.csv -o x.json",
        "split 0.5/0.5 c.csv -o a.csv,x.json",
        "generate --count 1 --clues 25 -o x.json",
    ] {
        let ran = scratch.dataset(words).exits(2);
        assert!(ran.stderr().contains("no layout is written with the ending .") && ran.stderr().contains(".csv .tsv"));
    }
    let output = sudoku_bench(&["solve", "c.csv", "-o", "x.json", "--solutions-only"])
        .current_dir(scratch.path(""))
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    scratch.dataset("convert c.csv -o x.json --to jsonl").exits(0);
    if cfg!(feature = "parquet") {
        for words in ["convert c.csv -o x.parquet.gz", "convert c.csv -o y.gz --to parquet"] {
            let ran = scratch.dataset(words).exits(2);
            assert!(ran.stderr().contains("leave out .gz"), "{}", ran.stderr());
        }
    }
    assert_eq!(files(&scratch.path("")), ["c.csv", "x.json"]);
}

#[cfg(feature = "parquet")]
#[test]
fn values_in_parquet_have_types_unless_strings_are_wanted() {
    let scratch = Scratch::new();
    let rows: String = (0..3).map(|n| format!("{n},{},{n}.5,0{n}\n", MADE[n].puzzle)).collect();
    let content = format!("id,puzzle,rating,code\n{rows}");
    scratch.corpus("c.csv", &content);
    scratch.dataset("convert c.csv -o typed.parquet").exits(0);
    scratch.dataset("convert c.csv -o strings.parquet --strings").exits(0);
    for (name, first) in [("typed", "{\"id\":0,"), ("strings", "{\"id\":\"0\",")] {
        scratch.dataset(&format!("convert {name}.parquet -o back.csv")).exits(0);
        assert_eq!(scratch.text("back.csv"), content);
        // The types of a Parquet file are passed on.
        scratch.dataset(&format!("filter 'clues > 0' {name}.parquet -o again.parquet")).exits(0);
        scratch.dataset("convert again.parquet -o back.jsonl").exits(0);
        let line = &scratch.lines("back.jsonl")[0];
        assert!(line.starts_with(first) && line.ends_with("\"code\":\"00\"}"), "{line}");
    }
    scratch.dataset("rate c.csv -o rated.jsonl").exits(0);
    let line = &scratch.lines("rated.jsonl")[0];
    assert!(line.contains(&format!("\"clues\":{},", MADE[0].puzzle.clues())), "{line}");
}

#[test]
fn unchanged_rows_are_copied_verbatim() {
    let scratch = Scratch::new();
    let odd = format!("Source;\"QUESTION\";x\n\"a;b\";{INKALA};\"\"\n  c ;\"{EASY}\";  1,5\n;{INKALA}\n");
    for (content, words) in [
        (&*odd, "convert -"),
        (&odd, "shard 1/1 -"),
        (&odd, "sample 9 -"),
        (&odd, "filter 'clues > 0' -"),
        (&odd, "dedup -o -"),
        (&format!("{INKALA}   11.9 \t 12\n{EASY} 1.2  3\n"), "convert"),
        (&format!("{{ \"puzzle\": \"{INKALA}\", \"n\": [1, 2] }}\n"), "convert"),
    ] {
        let wanted = if words.starts_with("dedup") { &content[..content.len() - INKALA.len() - 2] } else { content };
        assert_eq!(scratch.dataset_with(words, content.as_bytes()).exits(0).stdout(), wanted, "{words}");
    }
}

#[test]
fn blanks_are_replaced() {
    let scratch = Scratch::new();
    let content = format!("puzzle,solution\n{EASY},\n{},x.y\n", INKALA.replacen('.', "0", 9));
    for (blank, as_argument) in [("0", "0"), ("_", "_"), (" ", "' '"), ("*", "*")] {
        let ran = scratch.dataset_with(&format!("convert --blank {as_argument}"), content.as_bytes()).exits(0);
        let easy = EASY.replace('.', blank);
        let inkala = INKALA.replace('.', blank);
        // A space is a blank only in quotes.
        let quote = if blank == " " { "\"" } else { "" };
        let rows = [format!("{quote}{easy}{quote},\n"), format!("{quote}{inkala}{quote},x.y\n")].concat();
        assert_eq!(ran.stdout(), format!("puzzle,solution\n{rows}"));
    }
    for bad in ["1", "ab", "''"] {
        scratch.dataset(&format!("convert --blank {bad}")).exits(2);
    }
}

#[test]
#[cfg(unix)]
fn an_existing_output_is_replaced_at_the_end() {
    let scratch = Scratch::new();
    scratch.corpus("out.txt", "before");
    let mut child = scratch.dataset_command("convert -o out.txt").stdin(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    // Enough rows for the program to write the first block.
    input.write_all(format!("{EASY}\n{}", format!("{INKALA}\n").repeat(60_000)).as_bytes()).unwrap();
    wait_for(&scratch.path("out.txt.part"));
    assert_eq!(scratch.text("out.txt"), "before");
    drop(input);
    Ran { output: child.wait_with_output().unwrap(), out: scratch.path("") }.exits(0);
    assert_eq!((scratch.lines("out.txt").len(), files(&scratch.path("")).len()), (60_001, 1));
}

#[test]
fn samples_depend_only_on_corpus_and_seed() {
    let scratch = Scratch::new();
    scratch.corpus("all.txt", list(300));
    let drawn = |words: &str| scratch.dataset(&format!("sample {words} all.txt")).exits(0).stdout();
    let one = drawn("20 --seed 7");
    assert_eq!((drawn("20 --seed 7 --threads 3"), drawn("20 --seed 7 --threads 1")), (one.clone(), one.clone()));
    assert_ne!(drawn("20 --seed 8"), one);
    let all = scratch.lines("all.txt");
    let place = |line: &str| all.iter().position(|other| other == line).unwrap() + 1;
    let places: Vec<_> = one.lines().map(place).collect();
    assert!(places.len() == 20 && places.is_sorted(), "{places:?}");
    assert_eq!((drawn("300"), drawn("1000000000000")), (list(300), list(300)));
    scratch.dataset("sample 0 all.txt").exits(2);
    let path = scratch.path("all.txt").display().to_string();
    let ran = scratch.run(&[&path, "--sample", "20", "--seed", "7", "--strategy", "lanes"]).exits(0);
    let lines: Vec<_> = ran.rows("puzzles.csv").iter().map(|row| row.number("line") as usize).collect();
    assert_eq!(lines, places, "`run` draws the same sample");
}

#[test]
fn parts_are_disjoint_and_complete() {
    let scratch = Scratch::new();
    scratch.corpus("all.csv", corpus(400));
    let ids = |name: &str| {
        scratch.lines(name)[1..].iter().map(|row| row.split(',').next().unwrap().parse().unwrap()).collect()
    };
    for (words, names) in [
        ("0.8/0.2", vec!["all.train.csv", "all.test.csv"]),
        ("50/25/25 --by solution-class", vec!["all.train.csv", "all.valid.csv", "all.test.csv"]),
        ("0.25/0.25/0.25/0.25 --seed 3", vec!["all.1.csv", "all.2.csv", "all.3.csv", "all.4.csv"]),
        ("0.8/0.2 -o a.csv,b.csv", vec!["a.csv", "b.csv"]),
    ] {
        scratch.dataset(&format!("split {words} all.csv --threads 3")).exits(0);
        let parts: Vec<Vec<u32>> = names.iter().map(|name| ids(name)).collect();
        assert!(parts.iter().all(|part| part.is_sorted()), "parts keep the order of the corpus");
        let shares = parts.iter().map(Vec::len).collect::<Vec<_>>();
        assert!(shares.iter().all(|&n| n > 60) && shares[0] >= shares[shares.len() - 1], "{words}: {shares:?}");
        let mut all = parts.concat();
        all.sort_unstable();
        assert_eq!(all, (0..400).collect::<Vec<_>>(), "{words}");
        let before: Vec<_> = names.iter().map(|name| scratch.text(name)).collect();
        scratch.dataset(&format!("split {words} all.csv --threads 1")).exits(0);
        assert!(names.iter().zip(before).all(|(name, before)| scratch.text(name) == before), "{words}");
    }
    for words in ["0.5/0.4 all.csv", "1 all.csv", "0/1 all.csv", "-1/2 all.csv", "a/b all.csv", "1/1 all.csv"] {
        scratch.dataset(&format!("split {words}")).exits(2);
    }
    for words in ["0.5/0.5 all.csv -o a.csv", "0.5/0.5 all.csv -o a.csv,a.csv", "0.5/0.5 -"] {
        scratch.dataset(&format!("split {words}")).exits(2);
    }
}

#[test]
fn shards_are_disjoint_and_complete() {
    let scratch = Scratch::new();
    scratch.corpus("all.txt", list(100));
    let shards: Vec<Vec<String>> = (1..=3)
        .map(|i| scratch.dataset(&format!("shard {i}/3 all.txt")).exits(0).stdout().lines().map(String::from).collect())
        .collect();
    let all = scratch.lines("all.txt");
    assert!(all.iter().enumerate().all(|(place, line)| shards[place % 3][place / 3] == *line));
    assert_eq!(shards.concat().len(), 100);
    for bad in ["0/3", "4/3", "1", "1/0", "a/b"] {
        scratch.dataset(&format!("shard {bad} all.txt")).exits(2);
    }
}

#[test]
fn filter_keeps_rows_that_match_the_expression() {
    let scratch = Scratch::new();
    let rows = [
        ("a", INKALA, INKALA_SOLVED, "11.6"),
        ("b", EASY, "", "1.2"),
        ("c", &INKALA.replacen('8', ".", 1), "", "7"),
        ("d", &INKALA.replace("4..", "4.3"), "", ""),
        ("e", &".".repeat(81), "", "0"),
    ];
    // The header of a Kaggle corpus, with grids in the column `solutions`.
    let rows = rows.map(|(source, puzzle, solution, rating)| format!("{source},{puzzle},{solution},{rating}\n"));
    scratch.corpus("all.csv", format!("source,quizzes,solutions,my rating\n{}", rows.concat()));
    for (expression, wanted) in [
        ("clues <= 22 && solutions == 1", "a"),
        ("solutions == 0", "d"),
        ("solutions == 2", "ce"),
        ("minimal", "a"),
        ("!minimal && source != \"e\"", "bcd"),
        ("technique == \"search\" && `my rating` > 7", "a"),
        ("technique in (\"naked-single\", \"hidden-single\")", "b"),
        ("automorphisms > 1", "e"),
        ("te_depth == 2", "a"),
        ("cands == 123 || backdoor > 1 && backdoors == 7", "ab"),
        ("b == 0 && redundant > 0", "b"),
        ("not te_depth >= 0", "cde"),
        ("line < 4 || SOURCE == \"e\"", "abe"),
        ("`my rating` >= 7", "ac"),
        ("clues > 100", ""),
    ] {
        for threads in [1, 3] {
            let ran = scratch.dataset(&format!("filter '{expression}' all.csv --threads {threads}")).exits(0);
            let kept: String = ran.stdout().lines().skip(1).map(|row| row.split(',').next().unwrap()).collect();
            assert_eq!(kept, wanted, "{expression}");
        }
    }
    for (expression, wanted) in [
        ("clues <=", "^"),
        ("clues << 3", "^"),
        ("(clues < 3", "^"),
        (
            "size > 3",
            "no column is named size; the columns are source, quizzes, solutions, my rating, and the properties clues, ",
        ),
    ] {
        let ran = scratch.dataset(&format!("filter '{expression}' all.csv -o out.csv")).exits(2);
        assert!(ran.stderr().contains(wanted), "{}", ran.stderr());
        assert_eq!(files(&scratch.path("")), ["all.csv"]);
    }
}

#[test]
fn join_appends_the_lines_of_other_files_as_columns() {
    let scratch = Scratch::new();
    scratch.corpus("all.txt", format!("# c\n{INKALA}\n{EASY}\n"));
    scratch.corpus("SER.txt", "11.9\r\n1.2\r\n");
    scratch.corpus("clues.v2.txt", "# comment\n\n21\n\"many\"\n\n# end");
    let ran = scratch.dataset("join all.txt SER.txt clues.v2.txt SER.txt").exits(0);
    let wanted = format!("{INKALA},11.9,21,11.9\n{EASY},1.2,\"\"\"many\"\"\",1.2\n");
    assert_eq!(ran.stdout(), format!("puzzle,SER,clues,SER_2\n{wanted}"));
    scratch.corpus("rated.csv", format!("ser,puzzle\n1,{INKALA}\n2,{EASY}\n"));
    scratch.dataset("join rated.csv SER.txt -o out.csv").exits(0);
    assert_eq!(scratch.lines("out.csv")[..2], ["ser,puzzle,SER_2".to_string(), format!("1,{INKALA},11.9")]);
    for (content, wanted) in [
        ("1\n", "side.txt: has 1 values, and the corpus has 2 rows"),
        ("1\n2\n3\n", "side.txt: has 3 values, and the corpus has 2 rows"),
        ("SER\n1\n", "side.txt: has 1 values below the header \"SER\", and the corpus has 2 rows"),
        ("", "side.txt: has 0 values"),
        ("1\n\n3\n", "side.txt:2: is empty or a comment between two values"),
        ("a,1\n\nb,3\n", "side.txt:2: is empty or a comment between two values"),
        ("n,ser\n1,2\n2\n", "side.txt:3: has 1 field, and the first row has 2; all rows need as many"),
        ("hard, very\neasy\n", "side.txt:2: has 1 field, and the first row has 2"),
    ] {
        scratch.corpus("side.txt", content);
        scratch.corpus("bad.csv", "before");
        let ran = scratch.dataset("join all.txt SER.txt side.txt -o bad.csv").exits(1);
        assert!(ran.stderr().contains(wanted), "{}", ran.stderr());
        assert_eq!(scratch.text("bad.csv"), "before");
    }
    let ran = scratch.dataset("join all.txt side.txt").exits(1);
    assert_eq!(ran.stdout(), "", "no row is written before all are checked");
    scratch.corpus("bad.txt", format!("{INKALA}\n12345\n{EASY}\n"));
    let ran = scratch.dataset("join bad.txt SER.txt").exits(1);
    assert!(ran.stderr().contains("bad.txt:2:6: ") && !ran.stderr().contains("--strict"), "{}", ran.stderr());
    scratch.dataset("join - -").exits(2);
}

#[test]
fn join_finds_headers_and_columns() {
    let scratch = Scratch::new();
    scratch.corpus("all.csv", format!("id,puzzle\nx,{INKALA}\ny,{EASY}\n"));
    for (content, names, first) in [
        ("SER\n11.9\n1.2\n", "SER", "11.9"),
        ("level\nhard\neasy\n", "level", "hard"),
        ("hard\neasy\n", "side", "hard"),
        ("n,ser\n1,11.9\n2,1.2\n", "n,ser", "1,11.9"),
        ("1\t11.9\n2\t1.2\n", "side,side_2", "1,11.9"),
        ("easy\nhard, very\n", "side", "easy"),
    ] {
        scratch.corpus("side.txt", content);
        let ran = scratch.dataset("join all.csv side.txt").exits(0);
        assert_eq!(
            ran.stdout(),
            format!(
                "id,puzzle,{names}\nx,{INKALA},{first}\n{}",
                &ran.stdout()[ran.stdout().rfind("\ny,").unwrap() + 1..]
            )
        );
        let ran = scratch.dataset_with("join all.csv -", content.as_bytes());
        assert!(ran.stdout().contains(&format!(",{first}\n")), "{}{}", ran.stdout(), ran.stderr());
    }
}

#[test]
fn join_finds_rows_by_their_id() {
    let scratch = Scratch::new();
    scratch.corpus("all.csv", format!("id,puzzle\nx,{INKALA}\ny,{EASY}\nx,{EASY}\n"));
    scratch.corpus("side.csv", "ser,ID\n1.2,y\n\"a\nb\",x\n");
    let ran = scratch.dataset("join all.csv side.csv --by id").exits(0);
    let wanted = format!("id,puzzle,ser\nx,{INKALA},\"a\nb\"\ny,{EASY},1.2\nx,{EASY},\"a\nb\"\n");
    assert_eq!(ran.stdout(), wanted);
    for (content, wanted) in [
        ("id,ser\nx,1\n", "side.csv: no row has the id \"y\" of the corpus (line 3)"),
        ("id,ser\nx,1\ny,2\nz,3\n", "side.csv:4: no row of the corpus has the id \"z\""),
        ("id,ser\nx,1\ny,2\nx,3\n", "side.csv:4: id \"x\" is in line 2 too"),
        ("n,ser\nx,1\ny,2\n", "side.csv: no column is named \"id\"; the first row has \"n\", \"ser\""),
    ] {
        scratch.corpus("side.csv", content);
        let ran = scratch.dataset("join all.csv side.csv --by id").exits(1);
        assert!(ran.stdout().is_empty() && ran.stderr().contains(wanted), "{}", ran.stderr());
    }
    let ran = scratch.dataset("join all.csv side.csv --by n").exits(2);
    assert!(ran.stderr().contains("the corpus has no column n; it has id, puzzle"), "{}", ran.stderr());
    scratch.corpus("side.csv", "ID,puzzle,ser\nx,1,1\nx,2,2\ny,3,3\n");
    let ran = scratch.dataset("join all.csv side.csv --columns id,ser").exits(0);
    let warning = "warning: 3 rows differ in a column that both files have: puzzle in line 2, ID in line 3, ID in line 4; --by COLUMN";
    assert!(ran.stderr().contains(warning), "{}", ran.stderr());
    scratch.corpus("side.csv", "id,ser\nx,1\ny,2\nx,3\n");
    let ran = scratch.dataset("join all.csv side.csv").exits(0);
    assert!(!ran.stderr().contains("warning"), "{}", ran.stderr());
}

#[test]
fn an_expression_that_can_never_hold_is_an_error() {
    let scratch = Scratch::new();
    scratch.corpus("all.csv", format!("id,level,puzzle\na1,,{INKALA}\na2,?,{EASY}\na3,7,{INKALA}\n"));
    for (expression, wanted) in [
        ("technique == \"hard\"", "technique is never \"hard\"; its values are \"none\", \"naked-single\", "),
        ("clues > 3 && !(technique in (\"search\", 4))", "technique is never 4; "),
        ("id < 5", "id is compared with a number, but the column holds no number: line 2 has \"a1\"; "),
        ("clues > 80 && 5 >= id", "line 2 has \"a1\""),
    ] {
        let ran = scratch.dataset(&format!("filter '{expression}' all.csv -o out.csv")).exits(2);
        assert!(ran.stderr().contains(wanted), "{expression}: {}", ran.stderr());
        assert!(!scratch.path("out.csv").exists());
    }
    for (expression, rows) in [
        // A column may hold numbers and other texts, and a column of the corpus goes before a property.
        ("level < 8", 1),
        ("id < \"a2\"", 1),
        ("id in (1, \"a2\")", 1),
        ("-5 < level", 1),
        ("technique in (\"search\", \"naked-single\")", 3),
    ] {
        let ran = scratch.dataset(&format!("filter '{expression}' all.csv")).exits(0);
        assert_eq!(ran.stdout().lines().count(), rows + 1, "{expression}: {}", ran.stdout());
        // Options may come first.
        scratch.dataset(&format!("filter --threads 1 -o out.csv '{expression}' all.csv")).exits(0);
        assert_eq!(scratch.text("out.csv"), ran.stdout(), "{expression}");
    }
    scratch.corpus("named.csv", format!("technique,puzzle\nhard,{INKALA}\n"));
    assert_eq!(scratch.dataset("filter 'technique == \"hard\"' named.csv").exits(0).stdout().lines().count(), 2);
}

#[test]
fn a_header_without_rows_is_an_empty_corpus() {
    let scratch = Scratch::new();
    scratch.corpus("all.csv", format!("id,puzzle\n1,{INKALA}\n"));
    scratch.dataset("filter 'clues > 80' all.csv -o none.csv").exits(0);
    assert_eq!(scratch.text("none.csv"), "id,puzzle\n");
    for words in ["convert", "sample 3", "shard 1/2", "filter 'clues > 1'", "augment 2", "canon", "dedup", "rate"] {
        let ran = scratch.dataset(&format!("{words} none.csv -o out.csv")).exits(0);
        assert!(scratch.text("out.csv").starts_with("id,puzzle") && scratch.lines("out.csv").len() == 1, "{words}");
        assert!(!ran.stderr().contains("error"), "{words}: {}", ran.stderr());
    }
    scratch.dataset("split 0.5/0.5 none.csv").exits(0);
    assert_eq!([scratch.text("none.train.csv"), scratch.text("none.test.csv")], ["id,puzzle\n"; 2]);
    assert!(scratch.dataset("inspect none.csv").exits(0).stdout().contains("  rows                  0 puzzles, "));
    // A gate that compares nothing must not pass.
    let ran = scratch.dataset("overlap none.csv all.csv --by class").exits(4);
    assert!(ran.stdout().is_empty() && ran.stderr().contains("nothing is compared"), "{}", ran.stderr());
    assert_eq!(scratch.dataset("convert none.csv all.csv").exits(0).stdout(), scratch.text("all.csv"));
    if cfg!(feature = "parquet") {
        scratch.dataset("convert none.csv -o none.parquet").exits(0);
        assert_eq!(scratch.dataset("convert none.parquet --to csv").exits(0).stdout(), "id,puzzle\n");
    }
    let none = scratch.path("none.csv").display().to_string();
    let solved = sudoku_bench(&["solve", &none]).output().unwrap();
    assert_eq!((solved.status.code(), &*solved.stdout), (Some(0), &b"id,puzzle,solution,status,solutions\n"[..]));
    let ran = scratch.run(&[&none]).exits(4);
    assert!(ran.stderr().contains("nothing was measured: the corpus has no puzzles"), "{}", ran.stderr());

    for (content, wanted) in [("", "bad.csv: no rows\n"), ("a,b\n", "bad.csv: no rows\n")] {
        scratch.corpus("bad.csv", content);
        let ran = scratch.dataset("convert bad.csv").exits(1);
        assert!(ran.stderr().ends_with(wanted), "{}", ran.stderr());
    }
}

/// Spaces as blanks have a meaning only in some layouts.
#[test]
fn no_command_loses_puzzles_with_spaces_as_blanks() {
    let scratch = Scratch::new();
    let puzzles: Vec<_> = MADE[..3].iter().map(|made| made.puzzle.to_string()).collect();
    let row = |puzzle: &String| format!("\"{}\",,1.5\n", puzzle.replace('.', " "));
    scratch.corpus("c.csv", format!("puzzle,solution,rating\n{}", puzzles.iter().map(row).collect::<String>()));
    scratch.corpus("more.txt", "1\n2\n3\n");
    for command in [
        "convert c.csv --to grids",
        "convert c.csv --columns puzzle,rating",
        "canon c.csv",
        "rate c.csv",
        "join c.csv more.txt",
    ] {
        scratch.dataset(&format!("{command} -o out.csv")).exits(0);
        assert_eq!(scratch.puzzles("out.csv"), puzzles, "{command}");
    }
    scratch.dataset("augment 1 c.csv -o out.csv").exits(0);
    assert_eq!(scratch.puzzles("out.csv").len(), 6);
    let ran = scratch.dataset("convert c.csv --to lines --blank ' '").exits(2);
    let wanted = "the layout lines cannot have ' ' as a blank; choose one of .0*_-xX?";
    assert!(ran.stderr().contains(wanted), "{}", ran.stderr());
}
