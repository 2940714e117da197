//! `augment`, `canon`, `dedup` and `overlap`.

use std::collections::{HashMap, HashSet};

use corpus::dataset::draw;
use solver::{grid::Grid, isomorph};

use super::*;

fn grid(text: &str) -> Grid {
    Grid::parse(text.as_bytes()).unwrap()
}

/// Returns `n` isomorphic images of a puzzle.
fn images(puzzle: &Grid, n: usize) -> Vec<String> {
    draw::images(&(*puzzle).into(), None, (9, 0), n).iter().map(|(image, _)| image.to_string()).collect()
}

#[test]
fn images_are_isomorphic_and_their_solutions_solve_them() {
    let scratch = Scratch::new();
    // One row has no solution, one puzzle has zeros as blanks.
    let rows = corpus(20).replacen(&format!(",{}\n", MADE[3].solution), ",\n", 1);
    let zeros = MADE[4].puzzle.to_string();
    scratch.corpus("all.csv", rows.replace(&zeros, &zeros.replace('.', "0")));
    scratch.dataset("augment 5 all.csv --seed 2 -o more.csv --threads 1").exits(0);
    let more = rows_of(&scratch, "more.csv");
    assert_eq!(more.len(), 20 * 6);
    let mut distinct = HashSet::new();
    for (place, row) in more.iter().enumerate() {
        let made = &MADE[place / 6];
        let puzzle = grid(row.get("puzzle"));
        assert_eq!(row.number("id"), place as u64 / 6);
        assert_eq!(place % 6 == 0, puzzle == made.puzzle, "each puzzle precedes its images");
        assert_eq!(isomorph::canonical(&puzzle), isomorph::canonical(&made.puzzle));
        assert_eq!(place / 6 == 4, row.get("puzzle").contains('0'));
        match row.get("solution") {
            "" => assert_eq!(place / 6, 3),
            solution => assert!(grid(solution).is_solution_of(&puzzle)),
        }
        distinct.insert(puzzle);
    }
    assert_eq!(distinct.len(), more.len());
    scratch.dataset("augment 5 all.csv --seed 2 -o again.csv --threads 3").exits(0);
    assert_eq!(scratch.text("again.csv"), scratch.text("more.csv"));
    scratch.dataset("augment 5 all.csv --seed 3 -o again.csv").exits(0);
    assert_ne!(scratch.text("again.csv"), scratch.text("more.csv"));
    scratch.dataset("augment 5 all.csv --seed 2 --only-images -o only.csv").exits(0);
    let lines = scratch.lines("more.csv");
    let only: Vec<_> = lines.iter().enumerate().filter(|(place, _)| place % 6 != 1).map(|(_, line)| line).collect();
    assert_eq!(scratch.lines("only.csv").iter().collect::<Vec<_>>(), only);
    scratch.dataset("augment 0 all.csv").exits(2);
}

fn rows_of(scratch: &Scratch, name: &str) -> Vec<Row> {
    rows(&scratch.path(name))
}

#[test]
fn isomorphs_have_the_same_canonical_form() {
    let scratch = Scratch::new();
    let mut puzzles = images(&MADE[0].puzzle, 3);
    puzzles.extend(images(&grid(INKALA), 2));
    puzzles.push(".".repeat(81));
    scratch.corpus("all.txt", puzzles.join("\n"));
    let canon = table(&scratch.dataset("canon all.txt").exits(0).stdout());
    let forms: Vec<_> = canon.iter().map(|row| row.get("canonical").to_string()).collect();
    assert!(forms[0] == forms[1] && forms[1] == forms[2] && forms[3] == forms[4] && forms[2] != forms[3]);
    for (row, puzzle) in canon.iter().zip(&puzzles) {
        let known = isomorph::canonical(&grid(puzzle));
        assert_eq!((row.get("puzzle"), grid(row.get("canonical"))), (&**puzzle, known.grid));
        assert_eq!(row.number("automorphisms"), known.automorphisms);
    }
    assert_eq!(canon[5].number("automorphisms"), 1_218_998_108_160);
    let text = scratch.dataset("canon all.txt --threads 1 --blank 0 -o twice.csv").exits(0);
    assert!(text.stdout().is_empty());
    let again = table(&scratch.dataset("canon twice.csv").exits(0).stdout());
    assert_eq!(again[0].get("canonical_2").replace('.', "0"), again[0].get("canonical"), "column names are distinct");
}

/// Returns a list with duplicates, and the lines that `dedup` keeps: without and with `--isomorphic`.
fn repeated() -> (String, [Vec<usize>; 2]) {
    let twin = &images(&MADE[1].puzzle, 1)[0];
    let [a, b, c] = [0, 1, 2].map(|place| MADE[place].puzzle.to_string());
    ([&a, &b, &a, twin, &c, twin, &a].map(|row| format!("{row}\n")).concat(), [vec![1, 2, 4, 5], vec![1, 2, 5]])
}

#[test]
fn dedup_keeps_the_first_of_each_class() {
    let scratch = Scratch::new();
    let (content, [exact, classes]) = repeated();
    scratch.corpus("all.txt", &content);
    let kept =
        |lines: &[usize]| lines.iter().map(|line| format!("{}\n", content.lines().nth(line - 1).unwrap())).collect();
    for (words, lines, groups) in
        [("", exact, "1,1 1,3 1,7 4,4 4,6"), ("--isomorphic", classes, "1,1 1,3 1,7 2,2 2,4 2,6")]
    {
        let wanted: String = kept(&lines);
        for more in ["all.txt", "-", "all.txt --threads 1 --memory 1K"] {
            let ran =
                scratch.dataset_with(&format!("dedup {words} {more} --groups groups.csv"), content.as_bytes()).exits(0);
            assert_eq!(ran.stdout(), wanted, "{words} {more}");
            assert!(
                ran.stderr().contains(&format!(
                    "7 rows in, {} out",
                    if lines.len() == 1 { "1 row".to_string() } else { format!("{} rows", lines.len()) }
                )),
                "{}",
                ran.stderr()
            );
            let table = rows_of(&scratch, "groups.csv");
            let found: Vec<_> = table.iter().map(|row| format!("{},{}", row.get("group"), row.get("line"))).collect();
            assert_eq!(found.join(" "), groups, "group after group");
            for row in table {
                assert_eq!(content.lines().nth(row.number("line") as usize - 1), Some(row.get("puzzle")));
            }
        }
    }
    assert_eq!(files(&scratch.path("")), ["all.txt", "groups.csv"]);
    scratch.corpus("b,c.txt", &content);
    scratch.dataset("dedup all.txt b,c.txt --groups groups.csv -o out.txt").exits(0);
    let found: Vec<_> = rows_of(&scratch, "groups.csv").iter().map(|row| row.get("line").to_string()).collect();
    assert!(found.contains(&"b,c.txt:5".to_string()), "{found:?}");
    scratch.dataset("dedup all.txt --groups out.txt -o out.txt").exits(2);
    scratch.dataset("dedup all.txt --groups -").exits(2);
}

#[test]
fn groups_have_the_blanks_of_the_corpus() {
    let scratch = Scratch::new();
    let zeros = INKALA.replace('.', "0");
    scratch.corpus("all.csv", format!("id,puzzle\n1,{zeros}\n2,{EASY}\n3,{INKALA}\n"));
    scratch.dataset("dedup all.csv --groups groups.csv -o out.csv").exits(0);
    assert_eq!(scratch.text("groups.csv"), format!("group,line,puzzle\n2,2,{zeros}\n2,4,{INKALA}\n"));
}

/// `dedup` reads its input twice, a pipe can be read only once.
#[test]
#[cfg(unix)]
fn a_pipe_can_be_deduplicated() {
    let scratch = Scratch::new();
    let (content, [exact, _]) = repeated();
    let pipe = scratch.path("pipe").display().to_string();
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let child = scratch.dataset_command("dedup pipe --temporary .").stdin(Stdio::null()).spawn().unwrap();
    fs::write(&pipe, content + "12345\n").unwrap();
    let ran = Ran { output: child.wait_with_output().unwrap(), out: scratch.path("") }.exits(0);
    assert!(ran.stderr().contains("  pipe:8:6: "), "{}", ran.stderr());
    assert_eq!(ran.stdout().lines().count(), exact.len());
    assert_eq!(files(&scratch.path("")), ["pipe"]);
}

#[test]
fn split_goes_by_the_puzzle_alone() {
    let scratch = Scratch::new();
    let train = |rows: Vec<String>| {
        scratch.corpus("all.txt", rows.join("\n"));
        scratch.dataset("split 0.5/0.5 all.txt --seed 4").exits(0);
        scratch.lines("all.train.txt")
    };
    let rows: Vec<String> = list(200).lines().map(String::from).collect();
    let all = train(rows.clone());
    assert!((60..140).contains(&all.len()), "{}", all.len());
    // Rows are removed, turned round and repeated.
    let some: Vec<_> = rows[50..].iter().rev().chain(&rows[100..]).cloned().collect();
    let wanted: Vec<_> = some.iter().filter(|row| all.contains(row)).cloned().collect();
    assert_eq!(train(some), wanted);
}

#[test]
fn split_by_class_keeps_isomorphs_together_and_is_stable() {
    let scratch = Scratch::new();
    let classes: Vec<Vec<String>> = MADE[..60].iter().map(|made| images(&made.puzzle, 4)).collect();
    let lines =
        |classes: &[Vec<String>]| (0..4).flat_map(|n| classes.iter().map(move |c| c[n].clone())).collect::<Vec<_>>();
    let split = |puzzles: Vec<String>, more: &str| -> HashMap<String, usize> {
        scratch.corpus("all.txt", puzzles.join("\n"));
        scratch.dataset(&format!("split 0.5/0.5 all.txt --by class --seed 4 {more}")).exits(0);
        let parts = ["all.train.txt", "all.test.txt"].map(|name| scratch.lines(name));
        parts
            .into_iter()
            .enumerate()
            .flat_map(|(part, lines)| lines.into_iter().map(move |line| (line, part)))
            .collect()
    };
    let some = split(lines(&classes[20..]), "--threads 1");
    let all = split(lines(&classes), "--threads 3");
    for class in &classes {
        assert!(class.iter().all(|image| all[image] == all[&class[0]]), "isomorphs stay together");
    }
    assert!(some.iter().all(|(puzzle, part)| all[puzzle] == *part), "added rows do not move other rows");
    assert_eq!((some.len(), all.len()), (160, 240));
    let train = all.values().filter(|part| **part == 0).count();
    assert!((60..180).contains(&train), "{train}");
    assert!(scratch.dataset("overlap all.train.txt all.test.txt --by class").exits(0).stdout().is_empty());
}

#[test]
fn overlap_finds_common_puzzles() {
    let scratch = Scratch::new();
    let [a, b, c] = [0, 1, 2].map(|place| MADE[place].puzzle.to_string());
    let twin = &images(&MADE[1].puzzle, 1)[0];
    scratch.corpus("train.txt", format!("# x\n{a}\n{b}\n{a}\n"));
    scratch.corpus("test.csv", format!("id,puzzle\n1,{c}\n2,{twin}\n3,{a}\n4,{twin}\n"));
    let wanted = "test_line,train_line\n3,3\n4,2\n5,3\n";
    for more in ["", "--threads 1", "--memory 1"] {
        let ran = scratch.dataset(&format!("overlap train.txt test.csv --by class {more}")).exits(3);
        assert_eq!(ran.stdout(), wanted);
        let note = "a part of test.csv is in train.txt (3 puzzles): 3 of 4 puzzles, up to isomorphism; 2 distinct";
        assert!(ran.stderr().contains(note), "{}", ran.stderr());
    }
    let ran = scratch.dataset_with("overlap train.txt - --by puzzle", format!("{c}\n{a}\n").as_bytes()).exits(3);
    assert_eq!(ran.stdout(), "test_line,train_line\n2,2\n");
    scratch.corpus("clean.txt", &c);
    let ran = scratch.dataset("overlap train.txt clean.txt --by class").exits(0);
    assert!(
        ran.stdout().is_empty()
            && ran.stderr().contains("none of clean.txt is in train.txt (3 puzzles): 0 of 1 puzzle"),
        "{}",
        ran.stderr()
    );
    scratch.dataset("overlap - -").exits(2);
    scratch.dataset("overlap train.txt missing.txt").exits(1);
}

/// Returns a training set, and a test set with one row for each notion.
fn leaky(scratch: &Scratch) {
    let without = |puzzle: &Grid, solution: &Grid| {
        // Another puzzle with this solution: all its cells but one given.
        let given = (0..81).find(|&cell| puzzle.get(cell) != 0).unwrap();
        let mut other = *solution;
        other.set(given, 0);
        other.set((given + 1) % 81, 0);
        other
    };
    let mut superset = MADE[4].puzzle;
    let blank = (0..81).find(|&cell| superset.get(cell) == 0).unwrap();
    superset.set(blank, MADE[4].solution.get(blank));
    let test = [
        MADE[0].puzzle.to_string(),
        images(&MADE[1].puzzle, 1)[0].clone(),
        without(&MADE[2].puzzle, &MADE[2].solution).to_string(),
        images(&without(&MADE[3].puzzle, &MADE[3].solution), 1)[0].clone(),
        images(&superset, 1)[0].clone(),
        ".".repeat(81),
        MADE[9].puzzle.to_string(),
    ];
    let train: Vec<String> = MADE[..8].iter().map(|made| made.puzzle.to_string()).collect();
    scratch.corpus("a.txt", train[..3].join("\n"));
    scratch.corpus("b.txt", train[3..].join("\n"));
    scratch.corpus("train.txt", train.join("\n"));
    scratch.corpus("test.txt", test.join("\n"));
}

#[test]
fn overlap_tells_five_notions_apart() {
    let scratch = Scratch::new();
    leaky(&scratch);
    let ran = scratch.dataset("overlap train.txt test.txt --pairs pairs.csv").exits(3);
    let wanted = "test.txt: 7 puzzles; train.txt: 8 puzzles\n\n\
        by              shared  of   share  distinct  first (test line = training line)\n\
        puzzle               1   7  14.3 %         1  1 = 1\n\
        class                2   7  28.6 %         2  1 = 1, 2 = 2\n\
        solution             2   6  33.3 %         2  1 = 1, 3 = 3\n\
        solution-class       5   6  83.3 %         5  1 = 1, 2 = 2, 3 = 3, …\n\
        superset             1   6  16.7 %         1  5 = 5\n\n\
        a part of test.txt is in train.txt by puzzle, class, solution, solution-class, superset\n\
        left out by solution, solution-class, superset, without exactly one solution: 1 puzzle of test.txt, 0 puzzles of \
        train.txt\n\
        superset, of test.txt: 1 with all givens of a puzzle of train.txt and more, 0 with a part of its givens; equal givens \
        count by class only\n\
        `dataset split --by solution-class` makes sets that share nothing\n";
    assert_eq!(ran.stdout(), wanted);
    let pairs = "by,test_line,train_line\npuzzle,1,1\nclass,1,1\nclass,2,2\nsolution,1,1\nsolution,3,3\n\
        solution-class,1,1\nsolution-class,2,2\nsolution-class,3,3\nsolution-class,4,4\nsolution-class,5,5\nsuperset,5,5\n";
    assert_eq!(scratch.text("pairs.csv"), pairs);
    for more in ["--threads 1", "--memory 1 --temporary runs"] {
        let again = scratch.dataset(&format!("overlap train.txt test.txt --pairs again.csv {more}")).exits(3);
        assert_eq!((again.stdout(), scratch.text("again.csv")), (wanted.to_string(), pairs.to_string()), "{more}");
    }
    // The other way round, the training puzzle has more givens.
    let ran = scratch.dataset("overlap test.txt train.txt --by superset").exits(3);
    assert_eq!(ran.stdout(), "test_line,train_line\n5,5\n");
    assert!(
        ran.stderr().contains("of train.txt: 0 with all givens of a puzzle of test.txt and more, 1 with a part of")
    );
    scratch.dataset("overlap test.txt train.txt --by class,class").exits(2);
    scratch.dataset("overlap test.txt train.txt --pairs test.txt").exits(2);
    scratch.dataset("overlap test.txt").exits(2);
}

#[test]
fn a_training_set_may_have_several_files() {
    let scratch = Scratch::new();
    leaky(&scratch);
    let ran = scratch.dataset("overlap a.txt b.txt test.txt --by solution-class").exits(3);
    let wanted = "test_line,train_line,train_file\n1,1,a.txt\n2,2,a.txt\n3,3,a.txt\n4,1,b.txt\n5,2,b.txt\n";
    assert_eq!(ran.stdout(), wanted);
    let note = "a part of test.txt is in a.txt and 1 file more (8 puzzles): 5 of 6 puzzles";
    assert!(ran.stderr().contains(note), "{}", ran.stderr());
    let ran = scratch.dataset("overlap a.txt b.txt test.txt --by superset,puzzle --json").exits(3);
    let report: serde_json::Value = serde_json::from_str(&ran.stdout()).unwrap();
    assert_eq!(
        report,
        serde_json::json!({
            "test": { "files": ["test.txt"], "puzzles": 7, "unique": 6, "rejected": 0 },
            "train": { "files": ["a.txt", "b.txt"], "puzzles": 8, "unique": 8, "rejected": 0 },
            "shared": [
                {
                    "by": "superset", "rows": 1, "of": 6, "distinct": 1, "with_more_givens": 1, "with_fewer_givens": 0,
                    "first": [{ "test_line": 5, "train_line": 2, "train_file": "b.txt" }],
                },
                {
                    "by": "puzzle", "rows": 1, "of": 7, "distinct": 1,
                    "first": [{ "test_line": 1, "train_line": 1, "train_file": "a.txt" }],
                },
            ],
        })
    );
}

/// Puzzles on few solutions: a random split leaks them, a split by the solution does not.
#[test]
fn a_split_by_solution_keeps_solutions_together() {
    let scratch = Scratch::new();
    let without = |made: &Generated, cell: usize| {
        let mut puzzle = made.puzzle;
        puzzle.set(cell, made.solution.get(cell));
        puzzle
    };
    let puzzles: Vec<Grid> = MADE[..20].iter().flat_map(|made| (0..10).map(|cell| without(made, 8 * cell))).collect();
    // Two puzzles with several solutions, which are isomorphic.
    let several = [".".repeat(80) + "1", "2".to_string() + &".".repeat(80)];
    let mut rows: Vec<String> = puzzles.iter().map(ToString::to_string).chain(several).collect();
    rows.dedup();
    scratch.corpus("all.txt", rows.join("\n"));
    for (by, clean) in [("puzzle", ""), ("solution", "puzzle,solution"), ("solution-class", "")] {
        scratch.dataset(&format!("split 0.5/0.5 all.txt --by {by}")).exits(0);
        let parts = ["all.train.txt", "all.test.txt"].map(|name| scratch.lines(name).len());
        assert!(parts.iter().all(|&rows| rows > 20) && parts[0] + parts[1] == rows.len(), "{by}: {parts:?}");
        let code = if by == "puzzle" { 3 } else { 0 };
        let by = if clean.is_empty() { String::new() } else { format!("--by {clean}") };
        scratch.dataset(&format!("overlap all.train.txt all.test.txt {by}")).exits(code);
    }
}
