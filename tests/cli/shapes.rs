//! Results of puzzles of other shapes than 9×9: runs, their reports, comparisons, shards and resumed runs.

use super::*;

/// Writes a corpus of some puzzles of a shape.
fn generate(scratch: &Scratch, name: &str, arguments: &str) {
    succeeds(scratch, &format!("dataset generate --count 24 --seed 3 {arguments} -o {name}"));
}

fn program(scratch: &Scratch, arguments: &str, input: &[u8]) -> Ran {
    let arguments: Vec<&str> = arguments.split(' ').collect();
    let output = output_with(sudoku_bench(&arguments).current_dir(scratch.path("")), input);
    Ran { output, out: scratch.path("out") }
}

#[track_caller]
fn succeeds(scratch: &Scratch, arguments: &str) -> Ran {
    program(scratch, arguments, b"").exits(0)
}

/// Returns the counts of the results in a directory.
fn counts(scratch: &Scratch, directory: &str) -> String {
    without_latencies(&read(&scratch.path(directory).join("puzzles.csv")))
}

/// Returns the data in a report.
fn page_data(report: &str) -> serde_json::Value {
    let (_, data) = report.split_once("id=\"data\">").unwrap();
    serde_json::from_str(data.split_once("</script>").unwrap().0).unwrap()
}

/// Every step from a corpus to a comparison, for the smallest and the largest grids, and boxes that are no squares.
#[test]
fn results_of_every_shape_are_those_of_nine() {
    for (shape, arguments, box_size, alphabet) in [
        ("4", "", [2, 2], "1-9A"),
        ("6", "", [2, 3], "1-9A"),
        ("16", " --holes 90..100 --alphabet numbers", [4, 4], "numbers"),
        ("25", " --holes 90..100 --alphabet A-Z", [5, 5], "A-Z"),
    ] {
        let scratch = Scratch::new();
        generate(&scratch, "c.csv", &format!("--shape {shape}{arguments}"));
        let options = "--strategy dlx,forward-checking --node-limit 5000 --rounds 2 --block-size 5";
        let ran = succeeds(&scratch, &format!("run c.csv {options} --lock lock.json -o out"));
        let side: u64 = shape.parse().unwrap();
        let notation = serde_json::json!({
            "side": side, "box_height": box_size[0], "box_width": box_size[1], "alphabet": alphabet,
        });
        assert_eq!(ran.json("manifest.json")["notation"], notation);
        assert!(ran.stderr().contains(&format!("puzzles of {side}×{side} (")), "{}", ran.stderr());
        let data = page_data(&ran.read("report.html"));
        assert_eq!(data["words"].as_array().unwrap().len() as u64, side + 1);
        assert_eq!(data["puzzles"][0]["givens"].as_str().unwrap().len() as u64, side * side);
        succeeds(&scratch, "show out");
        succeeds(&scratch, "compare lock.json out");
        for number in 1..=3 {
            succeeds(&scratch, &format!("run c.csv {options} --shard {number}/3 --no-report -o part{number}"));
        }
        succeeds(&scratch, "merge part3 part1 part2 -o merged");
        assert_eq!(counts(&scratch, "merged"), counts(&scratch, "out"), "{shape}");
        succeeds(&scratch, "report out merged -o both.html");
    }
}

#[test]
fn a_run_of_another_shape_is_resumed() {
    let scratch = Scratch::new();
    generate(&scratch, "c.csv", "--shape 16 --holes 90..100");
    let options = "c.csv --strategy dlx,forward-checking --rounds 3 --block-size 2 --no-report";
    succeeds(&scratch, &format!("run {options} -o whole"));
    let arguments: Vec<&str> = options.split(' ').collect();
    let mut child = scratch.command(&arguments).current_dir(scratch.path("")).stderr(Stdio::null()).spawn().unwrap();
    let journal = scratch.path("out/run.journal");
    wait_until("some blocks", || fs::metadata(&journal).is_ok_and(|found| found.len() > 4000));
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(!scratch.path("out/manifest.json").exists());
    let ran = succeeds(&scratch, "run --resume out");
    assert_eq!(counts(&scratch, "out"), counts(&scratch, "whole"));
    assert_eq!(ran.json("manifest.json")["sessions"].as_array().unwrap().len(), 2);
}

#[test]
fn strategies_that_do_not_suit_the_shape_are_left_out() {
    let scratch = Scratch::new();
    generate(&scratch, "c.csv", "--shape 16 --holes 90..100");
    let ran = succeeds(&scratch, "run c.csv --strategy all --node-limit 100 --no-report -o out");
    assert!(ran.stderr().contains("note: lanes is left out: it solves 9×9 only"), "{}", ran.stderr());
    assert!(ran.stdout().contains("naive") && !ran.stdout().contains("lanes"), "{}", ran.stdout());
    let ran = succeeds(&scratch, "run c.csv --no-report -o default");
    assert!(ran.stderr().contains("note: naive is left out: "), "{}", ran.stderr());
    let ran = program(&scratch, "run c.csv --strategy lanes -o none", b"").exits(2);
    assert!(ran.stderr().contains("lanes solves 9×9 only; choose --strategy from naive"), "{}", ran.stderr());
    assert!(!scratch.path("none").exists());
}

#[test]
fn what_is_for_nine_only_says_so() {
    let scratch = Scratch::new();
    generate(&scratch, "c.csv", "--shape 4");
    let ran = succeeds(&scratch, "run c.csv --strategy dlx --profile --with-grids -o out");
    assert!(ran.stderr().contains("note: strategies keep a profile of 9×9 only"), "{}", ran.stderr());
    let row = &ran.rows("puzzles.csv")[0];
    assert_eq!((row.get("wrong_turns"), row.get("givens").len()), ("", 16));
    let ran = succeeds(&scratch, "report out --ratings -o r.html");
    assert!(ran.stderr().contains("the scale is for 9×9, and the puzzles are 4×4"), "{}", ran.stderr());
    let ran = program(&scratch, "ab old new c.csv", b"").exits(2);
    assert!(ran.stderr().contains("ab is for 9×9, and the puzzles are 4×4"), "{}", ran.stderr());
}

#[test]
fn runs_of_different_shapes_are_not_compared() {
    let scratch = Scratch::new();
    generate(&scratch, "4.csv", "--shape 4");
    generate(&scratch, "6.csv", "--shape 6");
    for side in [4, 6] {
        succeeds(&scratch, &format!("run {side}.csv --strategy dlx --no-report -o r{side}"));
    }
    let ran = program(&scratch, "compare r4 r6", b"").exits(4);
    let reason = "shapes differ: 4×4 (2×2 boxes, 1-9A) and 6×6 (2×3 boxes, 1-9A)";
    assert!(ran.stderr().contains(reason), "{}", ran.stderr());
}

/// Standard input is read only once, so the shape has to be named.
#[test]
fn standard_input_needs_the_shape() {
    let scratch = Scratch::new();
    generate(&scratch, "c.csv", "--shape 16 --holes 90..100");
    let input = fs::read(scratch.path("c.csv")).unwrap();
    let ran = program(&scratch, "run - --strategy dlx", &input).exits(1);
    assert!(ran.stderr().contains("(a 16×16 grid? --shape 16 reads it, where a command has it)"), "{}", ran.stderr());
    let ran = program(&scratch, "run - --strategy dlx --shape 16 --alphabet numbers", &input).exits(1);
    assert!(ran.stderr().contains("256 cells a row, 16×16 (4×4 boxes, numbers)"), "{}", ran.stderr());
    program(&scratch, "run - --strategy dlx --shape 16 --alphabet 1-9A --no-report -o out", &input).exits(0);
    let rows = "1.3.\n.4.2\n....\n2..1\n\n";
    for layout in ["", " --layout grids"] {
        let arguments = format!("run - --strategy dlx --shape 4{layout} --no-report --force -o out");
        let ran = program(&scratch, &arguments, rows.repeat(2).as_bytes()).exits(0);
        assert_eq!(ran.rows("puzzles.csv").len(), 2);
    }
}

/// The notes and errors that say how to read a file name the option that does it.
#[test]
fn options_that_read_a_file_are_named() {
    let scratch = Scratch::new();
    let made = succeeds(&scratch, "dataset generate --shape 1x9 --holes 20 --count 2 -o latin.csv");
    assert!(made.stderr().contains("read them with --shape 1x9"), "{}", made.stderr());
    generate(&scratch, "9.csv", "--shape 9 --holes 30");
    let refused = program(&scratch, "solve 9.csv --alphabet A-Z", b"").exits(2).stderr();
    assert!(refused.contains("9.csv: grids of 9×9 are not written in the alphabet A-Z"), "{refused}");
    let refused = program(&scratch, "solve 9.csv --alphabet candidates --shape 4", b"").exits(2).stderr();
    assert!(refused.contains("--alphabet candidates is for 9×9: leave out --shape"), "{refused}");
}

/// The solutions of a file without a header are no puzzles.
#[test]
fn candidates_are_found_beside_their_solutions() {
    let scratch = Scratch::new();
    let full = (0..81).map(|cell| (cell / 9 * 3 + cell / 27 + cell % 9) % 9 + 1);
    let full: String = full.map(|value| value.to_string()).collect();
    let candidates = full.chars().map(|value| format!("{value}{}", if value == '1' { "2......." } else { "........" }));
    let candidates: String = candidates.collect();
    scratch.corpus("c.csv", format!("{candidates},{full}\n").repeat(3));
    let solved = succeeds(&scratch, "solve c.csv --check --max-solutions 2 --columns status,solutions");
    assert!(solved.stderr().contains("puzzles in column 1, solutions in column 2"), "{}", solved.stderr());
    assert_eq!(solved.stdout().lines().last(), Some("solved,1"), "{}", solved.stdout());
}
