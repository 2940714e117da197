//! `rate` and `generate`.

use super::*;

#[test]
fn ratings_are_the_counts_of_a_run() {
    let scratch = Scratch::new();
    let path =
        scratch.corpus("all.csv", format!("id,puzzle\na,{INKALA}\nb,{EASY}\nc,{}\n", INKALA.replace("4..", "4.3")));
    for limits in ["", "--node-limit 100", "--max-solutions 2", "--max-solutions all --node-limit 1000"] {
        let words = format!("rate all.csv --strategy naive,dlx,fc-mrv {limits} -o rated.csv");
        scratch.dataset(&words).exits(0);
        let rated = rows(&scratch.path("rated.csv"));
        let mut arguments = vec![&*path, "--strategy", "naive,dlx,fc-mrv", "--force"];
        arguments.extend(limits.split_whitespace());
        let run = scratch.run(&arguments);
        let counted = run.rows("puzzles.csv");
        assert_eq!(counted.len(), 9, "{}", run.stderr());
        for row in counted {
            let rated = rated.iter().find(|rated| rated.get("id") == row.get("puzzle")).unwrap();
            let name = row.get("strategy").replace('-', "_");
            for column in ["status", "solutions", "nodes", "guesses", "backtracks"] {
                assert_eq!(rated.get(&format!("{name}_{column}")), row.get(column), "{limits} {name} {column}");
            }
            assert_eq!(rated.get("clues"), row.get("clues"));
        }
    }
}

#[test]
fn rate_adds_columns_to_every_row() {
    let scratch = Scratch::new();
    let conflict = INKALA.replacen("36", "33", 1);
    scratch.corpus("all.csv", format!("puzzle,clues\n{INKALA},9\n{conflict},9\n{EASY},9\n"));
    scratch.dataset("rate all.csv -o rated.csv --threads 3").exits(0);
    assert_eq!(
        scratch.lines("rated.csv")[0],
        "puzzle,clues,clues_2,technique,lanes_status,lanes_solutions,lanes_guesses,lanes_nodes,lanes_backtracks"
    );
    let rated = rows(&scratch.path("rated.csv"));
    let values =
        |place: usize| ["clues_2", "technique", "lanes_status", "lanes_solutions"].map(|name| rated[place].get(name));
    assert_eq!(values(0), ["21", "search", "solved", "1"]);
    assert_eq!(values(1), ["21", "", "invalid", "0"]);
    assert_eq!((rated[1].number("lanes_nodes"), rated[2].get("lanes_status")), (0, "solved"));
    scratch.dataset("rate all.csv -o limited.csv --node-limit 2 --strategy dlx").exits(0);
    let limited = rows(&scratch.path("limited.csv"));
    assert_eq!((limited[0].get("dlx_status"), limited[0].number("dlx_nodes")), ("node-limit", 2));
    for (words, wanted) in
        [("--strategy elimination", "[possible values: naive"), ("--strategy x", "naive"), ("--max-solutions 0", "1")]
    {
        let ran = scratch.dataset(&format!("rate all.csv {words}")).exits(2);
        assert!(ran.stderr().contains(wanted), "{}", ran.stderr());
    }
    // The new columns can be filtered.
    let kept = scratch.dataset("filter 'lanes_status == \"solved\" && technique != \"search\"' rated.csv").exits(0);
    assert_eq!(kept.stdout().lines().count(), 2);
}

#[test]
fn rate_adds_facts_about_the_difficulty() {
    let scratch = Scratch::new();
    let two = INKALA.replacen('8', ".", 1);
    let none = INKALA.replace("4..", "4.3");
    scratch.corpus("all.csv", format!("puzzle\n{INKALA}\n{EASY}\n{two}\n{none}\n"));
    scratch.dataset("rate all.csv --facts all -o rated.csv").exits(0);
    let rated = rows(&scratch.path("rated.csv"));
    let names =
        "clues_brt,cands,cands_brt,log2,log2_brt,unit_max,unit_var,digit_min,redundant,te_depth,b,backdoor,backdoors";
    assert!(scratch.lines("rated.csv")[0].ends_with(&format!(",lanes_backtracks,{names}")));
    let facts = |row: usize| names.split(',').map(|name| rated[row].get(name)).collect::<Vec<_>>().join(",");
    assert_eq!(facts(0), "21,254,254,122.85,122.85,4,22,1,0,2,,2,7");
    assert!(facts(1).starts_with("81,123,0,59.758,0,7,52.667,2,") && facts(1).ends_with(",0,0,0,1"), "{}", facts(1));
    assert!(rated[1].number("redundant") > 0);
    // Only the counts exist without exactly one solution.
    let counts = |row: usize| (rated[row].number("cands") > 0, rated[row].get("unit_max").is_empty());
    assert_eq!([2, 3].map(counts), [(true, false); 2]);
    assert!(facts(2).ends_with(",,,,,") && facts(3).ends_with(",,,,,"), "{}", facts(2));
    let chosen = scratch.dataset("rate all.csv --facts b,CANDS --threads 3").exits(0).stdout();
    assert!(chosen.lines().next().unwrap().ends_with(",lanes_backtracks,b,cands"), "{chosen}");
    let twice = scratch.dataset("rate all.csv --facts all,b").exits(2);
    assert!(twice.stderr().contains("fact b is named twice"), "{}", twice.stderr());
}

/// The isomorphs are those of `augment` with the same seed.
#[test]
fn rate_summarizes_the_proofs_of_isomorphs() {
    let scratch = Scratch::new();
    let two = INKALA.replacen('8', ".", 1);
    scratch.corpus("all.csv", format!("puzzle\n{EASY}\n{INKALA}\n{two}\n"));
    let words = "rate all.csv --morphs 9 --seed 5 --strategy forward-checking,lanes";
    let rated = scratch.dataset(&format!("{words} --threads 1")).exits(0).stdout();
    assert_eq!(scratch.dataset(&format!("{words} --threads 3")).exits(0).stdout(), rated);
    let rated = table(&rated);
    scratch.dataset("augment 9 all.csv --seed 5 --only-images -o images.csv").exits(0);
    let counted = "rate images.csv --strategy forward-checking,lanes --max-solutions 2";
    let counted = table(&scratch.dataset(counted).exits(0).stdout());
    for (strategy, count) in [("forward_checking", "backtracks"), ("lanes", "guesses")] {
        let mut counts: Vec<f64> =
            counted[9..18].iter().map(|row| row.number(&format!("{strategy}_{count}")) as f64).collect();
        counts.sort_by(f64::total_cmp);
        let value = |column: &str| rated[1].get(&format!("{strategy}_proof_{column}")).parse::<f64>().unwrap();
        assert!((value("mean") - counts.iter().sum::<f64>() / 9.0).abs() < 0.001, "{counts:?}");
        assert_eq!((value("median"), value("q95")), (counts[4], counts[8]));
        assert_eq!(rated[2].get(&format!("{strategy}_proof_mean")), "");
    }
    // A search that a limit ends is larger than all others.
    let limited = table(&scratch.dataset("rate all.csv --morphs 3 -s dlx --node-limit 60").exits(0).stdout());
    assert_eq!(["mean", "median", "q95"].map(|column| limited[1].get(&format!("dlx_proof_{column}"))), [""; 3]);
    scratch.dataset("rate all.csv --seed 5").exits(2);
}

#[test]
fn generated_puzzles_have_exactly_one_solution() {
    let scratch = Scratch::new();
    for (kind, count, low, high) in [("--clues 24..27", 60, 24, 27), ("--minimal", 20, 18, 35)] {
        scratch.dataset(&format!("generate --count {count} --seed 3 {kind} -o made.csv")).exits(0);
        let report = scratch.dataset("inspect made.csv --json --strict").exits(0).stdout();
        let report: serde_json::Value = serde_json::from_str(&report).unwrap();
        assert_eq!((&report["puzzles"], &report["solutions"]["right"]), (&count.into(), &count.into()), "{kind}");
        assert_eq!(kind == "--minimal", report["minimal"] == report["puzzles"], "{kind}");
        let clues = report["clues"].as_object().unwrap().keys().map(|clues| clues.parse().unwrap());
        assert!(clues.clone().all(|clues: u32| (low..=high).contains(&clues)), "{kind}");
        assert!(kind != "--clues 24..27" || clues.count() == 4, "every number of clues occurs");
    }
}

#[test]
fn the_same_arguments_generate_the_same_bytes() {
    let scratch = Scratch::new();
    let made = |words: &str| scratch.dataset(&format!("generate --clues 26..30 {words}")).exits(0).stdout();
    // The second batch is not needed as a whole.
    let one = made("--count 520 --seed 1 --threads 1");
    assert_eq!(one.lines().count(), 521);
    assert_eq!(made("--count 520 --seed 1 --threads 3"), one);
    assert!(one.starts_with(&made("--count 3 --seed 1")), "a shorter corpus is a prefix of a longer one");
    assert!(!one.starts_with(&made("--count 3 --seed 2")));
    let zeros = made("--count 3 --seed 1 --to sdm");
    let firsts = one.lines().skip(1).take(3).map(|row| format!("{}\n", row[..81].replace('.', "0")));
    assert_eq!(zeros, firsts.collect::<String>());
}

#[test]
fn selected_columns_are_generated() {
    let scratch = Scratch::new();
    let made =
        |words: &str| scratch.dataset(&format!("generate --count 1 --clues 26..30 --seed 4 {words}")).exits(0).stdout();
    let both = made("");
    let (puzzle, solution) = both.lines().nth(1).unwrap().split_once(',').unwrap();
    assert_eq!(made("--columns solution,puzzle"), format!("solution,puzzle\n{solution},{puzzle}\n"));
    assert_eq!(made("--columns puzzle --to csv"), format!("puzzle\n{puzzle}\n"));
    assert_eq!(made("--columns solution,puzzle --to sdm --blank ."), format!("{puzzle}\n"));
}

#[test]
fn invalid_arguments_of_generate_are_rejected() {
    let scratch = Scratch::new();
    for (words, wanted) in [
        ("--count 5", "--minimal"),
        ("--count 5 --minimal --clues 25", "cannot be used with"),
        ("--count 5 --se 5.5..4.5", "empty range"),
        ("--count 5 --se x", "from 1.0 to 20.0"),
        ("--count 5 --technique y-wing", "xy-wing"),
        ("--count 5 --symmetry quarter --clues 26..27", "symmetry quarter"),
        ("--count 5 --symmetry mirror --unbiased-minimal", "cannot be used with"),
        ("--count 5 --pattern none.txt", "neither a file"),
        ("--count 5 --pattern XX --clues 25", "cannot be used with"),
        ("--count 5 --like 53..7", "81 characters"),
        ("--count 5 --se 3.0 --distance 1", "--like"),
        ("--count 5 --minimal --unbiased-minimal", "cannot be used with"),
        ("--count 5 --clues 25 --unbiased-minimal", "cannot be used with"),
        ("--minimal", "--count"),
        ("--count 0 --minimal", "at least 1"),
        ("--count 5 --clues 28..22", "28 to 22 clues is an empty range"),
        ("--count 5 --clues 10", "at least 20"),
        ("--count 5 --clues 82", "at most 81"),
        ("--count 5 --clues x", "write 25 or 22..28"),
        ("--count 5 --clues 25 --to exchange-bank", "needs a column rating"),
    ] {
        let ran = scratch.dataset(&format!("generate {words} -o made.csv")).exits(2);
        assert!(ran.stderr().contains(wanted), "{words}: {}", ran.stderr());
        assert!(files(&scratch.path("")).is_empty(), "{words}: {:?}", files(&scratch.path("")));
    }
}

#[test]
fn ratings_are_columns() {
    const POINTING: &str = "........1.......2...3..4.........3......1..5..46..78.....3.9..6.1....4..2........";
    const CHAINS: &str = "7...46.8..6..7....8........2.9..5..65....9..1..1.3..........1.3..52...4.....915.8";
    let scratch = Scratch::new();
    let full = "812753649943682175675491283154237896369845721287169534521974368438526917796318452";
    let two = POINTING.replacen('1', ".", 1);
    scratch.corpus("in.csv", format!("puzzle\n{POINTING}\n{CHAINS}\n{full}\n{two}\n11{}\n", ".".repeat(79)));
    let text = scratch.dataset("rate --scale se --up-to 7.0 --steps in.csv").exits(0).stdout();
    let rows: Vec<&str> = text.lines().collect();
    assert!(rows[0].ends_with("clues,se_status,se_rating,se_pearl,se_diamond,se_technique,se_steps,se_techniques"));
    assert!(rows[1].contains(",17,rated,2.6,2.6,2.6,pointing,65,"), "{}", rows[1]);
    assert!(rows[2].contains(",above-limit,>7.0,3.4,2.6,,"), "{}", rows[2]);
    assert!(rows[3].ends_with(",81,full,,,,,,"), "{}", rows[3]);
    assert!(rows[4].contains(",several-solutions,,,,,,") && rows[5].contains(",no-solution,,,,,,"));
    for wrong in
        ["rate in.csv --up-to 7.0", "rate --scale se --strategy dlx in.csv", "rate --scale se --up-to 7.55 in.csv"]
    {
        scratch.dataset(wrong).exits(2);
    }
    for (condition, rows) in [("se_rating <= 2.6", 1), ("se_rating > 2.6", 1), ("se_rating > 2 && se_pearl < 3", 1)] {
        let filter = ["dataset", "filter", condition, "in.csv"];
        let output = sudoku_bench(&filter).current_dir(scratch.path("")).output().unwrap();
        let kept = String::from_utf8(output.stdout).unwrap();
        assert_eq!(kept.lines().count(), 1 + rows, "{condition}: {kept}");
    }
    let inspected = scratch.dataset("inspect --ratings=7.0 --skip classes in.csv").exits(0).stdout();
    assert!(inspected.contains("rating (ER)") && inspected.contains(">7.0"), "{inspected}");
}

#[test]
fn puzzles_are_made_to_order() {
    let scratch = Scratch::new();
    let made = |words: &str| {
        scratch.dataset(&format!("generate --count 3 --seed 2 --time 10m {words} -o made.csv")).exits(0);
        rows(&scratch.path("made.csv"))
    };
    for row in made("--se 1.5..2.6") {
        assert!((1.5..=2.6).contains(&row.get("se_rating").parse::<f64>().unwrap()));
        assert!(!row.get("se_technique").is_empty() && !row.get("se_pearl").is_empty());
    }
    assert_eq!(made("--technique pointing --clues 26..28 --minimal").len(), 3);
    for row in made("--symmetry rotational") {
        let givens: Vec<bool> = row.get("puzzle").bytes().map(|byte| byte != b'.').collect();
        assert!(givens.iter().eq(givens.iter().rev()));
    }
}

#[test]
fn clues_follow_a_pattern() {
    let scratch = Scratch::new();
    let lines = [
        "X..X.X..X",
        ".X..X..X.",
        "..X...X..",
        "X..X.X..X",
        ".X.....X.",
        "X..X.X..X",
        "..X...X..",
        ".X..X..X.",
        "X..X.X..X",
    ];
    let path = scratch.corpus("pattern.txt", lines.join("\n"));
    let words = |pattern: &str| format!("generate --count 2 --pattern {pattern}");
    let made = scratch.dataset(&words(&path)).exits(0).stdout();
    for row in made.lines().skip(1) {
        assert!(row.bytes().zip(lines.concat().bytes()).all(|(cell, mark)| (cell == b'.') == (mark == b'.')), "{row}");
    }
    assert_eq!(scratch.dataset(&words(&lines.concat())).exits(0).stdout(), made);
}

#[test]
fn variations_of_a_puzzle_are_made() {
    let scratch = Scratch::new();
    let made =
        scratch.dataset(&format!("generate --count 4 --like {INKALA} --se 9.0.. --distance 1")).exits(0).stdout();
    assert_eq!(made.lines().next(), Some("puzzle,solution,se_rating,se_pearl,se_diamond,se_technique"));
    for row in made.lines().skip(1) {
        assert_eq!(row.bytes().zip(INKALA.bytes()).filter(|(a, b)| a != b).count(), 2, "{row}");
    }
    let ran =
        scratch.dataset(&format!("generate --count 4 --like {INKALA} --se ..2.0 --distance 1 -o none.csv")).exits(1);
    assert!(ran.stderr().contains("there are no more variations: found 0 of 4 puzzles"), "{}", ran.stderr());
    assert!(ran.stderr().contains("widen --se, or raise --distance"), "{}", ran.stderr());
    assert!(files(&scratch.path("")).is_empty());
}

#[test]
fn generate_ends_when_the_time_is_over() {
    let scratch = Scratch::new();
    let ran = scratch.dataset("generate --count 4 --se 1.0 --technique nishio --time 300ms").exits(1);
    assert!(ran.stderr().contains("the time is over: found 0 of 4 puzzles"), "{}", ran.stderr());
    let some = scratch.dataset("generate --count 1G --minimal --time 5s -o some.csv").exits(0);
    assert!(some.stderr().contains("the time is over: found"), "{}", some.stderr());
    assert!(scratch.lines("some.csv").len() > 1);
}

#[test]
fn puzzles_of_other_shapes_are_generated() {
    let scratch = Scratch::new();
    for (shape, count, alphabet) in [("4", 20, ""), ("2x3", 10, ""), ("1x5", 5, ""), ("12", 2, "--alphabet A-Z")] {
        let words = format!("generate --shape {shape} --count {count} --seed 3 {alphabet}");
        scratch.dataset(&format!("{words} --threads 2 -o made.csv")).exits(0);
        assert_eq!(scratch.dataset(&format!("{words} --threads 1")).exits(0).stdout(), scratch.text("made.csv"));
        let report = scratch.dataset(&format!("inspect made.csv --shape {shape} --json")).exits(0).stdout();
        let report: serde_json::Value = serde_json::from_str(&report).unwrap();
        assert_eq!((&report["puzzles"], &report["one_solution"]), (&count.into(), &count.into()), "{shape}");
        assert_eq!(report["solutions"]["only"], count, "{shape}");
    }
    let shorter = scratch.dataset("generate --shape 4 --count 3 --seed 3").exits(0).stdout();
    assert_eq!(shorter.lines().count(), 4);
    assert!(scratch.dataset("generate --shape 4 --count 20 --seed 3").exits(0).stdout().starts_with(&shorter));
    let nine = scratch.dataset("generate --count 3 --minimal").exits(0).stdout();
    assert_eq!(scratch.dataset("generate --count 3 --minimal --shape 9").exits(0).stdout(), nine);
}

#[test]
fn other_shapes_are_written_in_layouts_of_plain_texts() {
    let scratch = Scratch::new();
    let words = "generate --shape 10 --count 3 --seed 1 --holes 40 --alphabet numbers";
    let rows = table(&scratch.dataset(words).exits(0).stdout());
    assert_eq!(rows[0].get("puzzle").split(' ').count(), 100);
    assert_eq!(rows[0].get("puzzle").matches('.').count(), 40);
    scratch.dataset(&format!("{words} --blank 0 -o made.jsonl.gz")).exits(0);
    let lines = scratch.dataset(&format!("{words} --blank 0 --to tsv --columns puzzle")).exits(0).stdout();
    assert_eq!(lines.lines().nth(1).unwrap(), rows[0].get("puzzle").replace('.', "0"));
    for (words, wanted) in [
        (
            "--shape 16 --to sdm",
            "the layout sdm holds givens of 9×9 only, and the puzzles are 16×16; write one of csv, tsv, lines, jsonl",
        ),
        ("--shape 16 --to jsonl --cells integers", "--cells integers is for givens of 9×9, and the puzzles are 16×16"),
        ("--shape 16 --alphabet 0-9A --blank 0", "no blank of 16×16 in the alphabet 0-9A"),
    ] {
        let ran = scratch.dataset(&format!("generate --count 2 {words} -o made")).exits(2);
        assert!(ran.stderr().contains(wanted), "{words}: {}", ran.stderr());
    }
    assert_eq!(files(&scratch.path("")), ["made.jsonl.gz"]);
}

#[test]
fn full_grids_get_holes() {
    let scratch = Scratch::new();
    let made = scratch.dataset("generate --shape 1x8 --count 5 --holes 30..34 --balanced").exits(0).stdout();
    for row in table(&made) {
        let cells = row.get("puzzle").as_bytes();
        let holes = |cells: &mut dyn Iterator<Item = &u8>| cells.filter(|cell| **cell == b'.').count();
        let all = holes(&mut cells.iter());
        assert!((30..=34).contains(&all));
        for line in 0..8 {
            let of_row = holes(&mut cells[8 * line..][..8].iter());
            let of_column = holes(&mut cells.iter().skip(line).step_by(8));
            assert!([of_row, of_column].iter().all(|count| [all / 8, all.div_ceil(8)].contains(count)), "{made}");
        }
    }
    let nine = scratch.dataset("generate --count 2 --holes 60").exits(0).stdout();
    assert_eq!(table(&nine).iter().map(|row| row.get("puzzle").matches('.').count()).collect::<Vec<_>>(), [60, 60]);
}

#[test]
fn options_for_other_shapes_do_not_mix_with_others() {
    let scratch = Scratch::new();
    for (words, wanted) in [
        ("--shape 7", "1x7"),
        ("--shape 6 --se 2.0", "--se is for puzzles of 9×9 only"),
        ("--shape 6 --technique pointing", "--technique is for puzzles of 9×9 only"),
        ("--shape 6 --symmetry mirror", "--symmetry is for puzzles of 9×9 only"),
        ("--shape 6 --pattern none.txt", "--pattern is for puzzles of 9×9 only"),
        ("--shape 6 --like 53..7", "--like is for puzzles of 9×9 only"),
        ("--shape 6 --unbiased-minimal", "--unbiased-minimal is for puzzles of 9×9 only"),
        ("--shape 6 --clues 10", "--clues is for puzzles of 9×9 only"),
        ("--shape 20 --minimal", "--minimal: puzzles of 20×20 may have clues that are not needed"),
        ("--holes 30 --minimal", "--minimal cannot be used with --holes"),
        ("--holes 82", "82 holes: a grid of 9×9 has 81 cells"),
        ("--shape 4 --holes 9..8", "9 to 8 holes is an empty range"),
        ("--shape 4 --balanced", "--holes"),
        ("--minimal --alphabet numbers", "--alphabet is for other shapes than 9×9"),
        ("--shape 9", "say which puzzles to generate"),
    ] {
        let ran = scratch.dataset(&format!("generate --count 5 {words} -o made.csv")).exits(2);
        assert!(ran.stderr().contains(wanted), "{words}: {}", ran.stderr());
    }
    assert!(files(&scratch.path("")).is_empty());
}

#[test]
fn a_generation_of_another_shape_ends_when_the_time_is_over() {
    let scratch = Scratch::new();
    let ran = scratch.dataset("generate --count 1G --shape 6 --time 500ms -o some.csv").exits(0);
    assert!(ran.stderr().contains("the time is over: found"), "{}", ran.stderr());
    assert!(scratch.lines("some.csv").len() > 2);
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_a_generation_of_another_shape() {
    let scratch = Scratch::new();
    let mut command = scratch.dataset_command("generate --count 1G --shape 12 -o made.csv");
    let child = command.spawn().unwrap();
    wait_until("rows", || fs::metadata(scratch.path("made.csv.part")).is_ok_and(|file| file.len() > 1000));
    crate::stop::interrupt(&child);
    let output = child.wait_with_output().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{stderr}");
    assert!(stderr.contains("the incomplete output is in made.csv.part"), "{stderr}");
    let whole = scratch.dataset("generate --count 2 --shape 12").exits(0).stdout();
    assert!(scratch.text("made.csv.part").starts_with(&whole));
}
