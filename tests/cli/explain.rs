//! `explain`: steps as text, JSON lines and a picture, candidates, what is refused.

use serde_json::Value;

use super::*;

/// A puzzle that locked candidates and singles solve.
const POINTING: &str = "........1.......2...3..4.........3......1..5..46..78.....3.9..6.1....4..2........";
/// A puzzle that needs chains.
const CHAINS: &str = "7...46.8..6..7....8........2.9..5..65....9..1..1.3..........1.3..52...4.....915.8";

/// Twelve puzzles whose steps are known, from the easiest; the rarest steps of each kind.
const KNOWN: [(&str, &str); 12] = [
    ("hidden-singles", "...491......6.8.57.1.7.3...9....7.6...51...3..6.9...7..9.3..2....65.....14.27...."),
    ("direct-pointing", "........1.......2...3..4........1....5.....6.27....5......2...3..1...4...8.7....9"),
    ("direct-hidden-pair", ".....75.3...1.92...4.3.578..........6.1........871....3.4......2..9...7..5....3.4"),
    ("naked-single", "..8.91....7....23....6.....5.....9..4.2.89......4......6..5....2....73.674.8.61.."),
    ("direct-hidden-triplet", "..........98.....7.6..81.5..8..4.2...5..97..43......7.4..67.98...24....3.......4."),
    ("pointing", POINTING),
    ("chains", CHAINS),
    ("x-wing", ".21.......8.3..5...4..5...2......8.4...53.....6.18..9..9......1...7.63..4........"),
    ("xyz-wing", ".3.64...7.5....48.......1.3..57.....4...1...9...5.9..1....5..3...9.76....2.8....."),
    ("unique-loop", ".2....3..........19..5.4...4..9.....1..3..6...8....7.3..71....5.....8.7.3..6.51.2"),
    ("aligned-pair", "6..74....35...9.....8.2....1.32...6......7....2.6..3...6..13.9.7.....1.5......8.."),
    ("contradiction", "6.....2...9...1..5..8.3..4......2..15..6..9....7.9.....7...3..2...4..5....6.7..8."),
];

fn explain(arguments: &[&str]) -> Ran {
    let scratch = Scratch::new();
    let output = sudoku_bench(&["explain"]).args(arguments).output().unwrap();
    Ran { output, out: scratch.path("") }
}

/// Returns the lines of a text that are no singles: the rest tells more.
fn without_singles(text: &str) -> String {
    let is_single = |line: &&str| [" last-cell:", " hidden-single-"].iter().any(|name| line.contains(name));
    text.lines().filter(|line| !is_single(line)).map(|line| format!("{line}\n")).collect()
}

#[test]
fn steps_are_told_as_a_person_would() {
    for (name, puzzle) in KNOWN {
        let text = explain(&[puzzle]).exits(0).stdout();
        assert!(text.lines().skip(1).all(|line| line.chars().count() <= 80), "{text}");
        insta::assert_snapshot!(format!("explain_{name}"), without_singles(&text));
    }
}

#[test]
fn json_lines_have_the_grid_after_each_step() {
    let text = explain(&[POINTING, "--to", "jsonl"]).exits(0).stdout();
    let steps: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(steps[0]["technique"], "pointing");
    assert_eq!(
        steps[0]["eliminations"],
        serde_json::json!([{"cell": "r7c8", "values": [1]}, {"cell": "r9c8", "values": [1]}])
    );
    let last = steps.last().unwrap();
    assert!(!last["grid"].as_str().unwrap().contains('.'), "{last}");
    assert!(last["candidates"].as_array().unwrap().iter().all(|cell| cell == ""));
    for pair in steps.windows(2) {
        assert_eq!(pair[1]["step"].as_u64(), pair[0]["step"].as_u64().map(|step| step + 1));
    }
}

#[test]
fn candidates_are_read_in_every_notation() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/seeds/candidates");
    let plain = explain(&[CHAINS]).exits(0).stdout();
    let groups = explain(&[root.join("groups").to_str().unwrap()]).exits(0).stdout();
    assert_eq!(groups, plain, "the groups are the candidates that the givens leave");
    // The line deletes a candidate of the first step.
    let library = explain(&[root.join("library").to_str().unwrap()]).exits(0).stdout();
    assert!(library.contains("r356c8 ≠ 2  pointing") && plain.contains("r2356c8 ≠ 2  pointing"), "{library}");
    let places = explain(&[root.join("places").to_str().unwrap()]).exits(0).stdout();
    assert!(places.starts_with("........."), "candidates are no givens: {places}");
}

#[test]
fn a_step_is_drawn() {
    let scratch = Scratch::new();
    let path = scratch.path("step.svg");
    explain(&[CHAINS, "--svg", path.to_str().unwrap(), "--step", "2"]).exits(0);
    let svg = read(&path);
    assert!(svg.contains("<title>2. naked-pair (3.0): ") && svg.contains("stroke=\"#c62828\""), "{svg}");
    let ran = explain(&[CHAINS, "--svg", path.to_str().unwrap(), "--step", "99"]).exits(2);
    assert!(ran.stderr().contains("--step: the path has the steps 1 to 89"), "{}", ran.stderr());
}

#[test]
fn puzzles_without_a_path_are_named() {
    let two = explain(&[&POINTING.replacen('1', ".", 1)]).exits(0).stdout();
    assert!(two.contains("not rated: several solutions"), "{two}");
    let none = explain(&[&POINTING.replacen('.', "1", 1), "--to", "jsonl"]).exits(0).stdout();
    assert!(none.contains("\"status\":\"no-solution\""), "{none}");
    let short = explain(&[&POINTING[..80]]).exits(2).stderr();
    assert!(short.contains("is no puzzle: it has 80 characters"), "{short}");
    let limited = explain(&[CHAINS, "--up-to", "4.4"]).exits(0).stdout();
    assert!(limited.contains("ER >4.4, EP 3.4, ED 2.6") && limited.contains("above the limit"), "{limited}");
}

#[test]
fn files_are_corpora_unless_they_are_grids_of_candidates() {
    let scratch = Scratch::new();
    // With 81 runs of digits, as a grid of candidates has.
    let rows = ["1.2.3.4.5".repeat(9), "12.......".repeat(9), POINTING.into(), format!("1.{}", ".".repeat(79))];
    let runs = |text: &str| text.split('.').filter(|run| !run.is_empty()).count();
    let rest = 81 - rows.iter().map(|row| runs(row)).sum::<usize>();
    let last = format!("{}{}", "1.".repeat(rest), ".".repeat(81 - 2 * rest));
    let path = scratch.corpus("many.txt", [&rows.join("\n"), &last, ""].join("\n"));
    let text = explain(&[scratch.path(&path).to_str().unwrap(), "--to", "jsonl"]).exits(0).stdout();
    assert!(
        text.contains("\"technique\":\"pointing\"") && text.lines().last().unwrap().contains("\"line\":5"),
        "{text}"
    );
    // Lines of a library are read with their deleted candidates, wherever they are; 811 is part of the solution.
    let library = format!(" :0000:x:{POINTING}:871::\n :0000:x:{POINTING}:::\n");
    let path = scratch.corpus("library.txt", library);
    let text = explain(&[scratch.path(&path).to_str().unwrap(), "--to", "jsonl", "--up-to", "1.0"]).exits(0).stdout();
    assert_eq!(text.lines().count(), 2, "{text}");
    assert!(text.contains("\"line\":2,\"status\":\"above-limit\""), "{text}");
}

#[test]
fn the_links_of_a_chain_come_after_those_that_they_follow_from() {
    let puzzle = KNOWN.iter().find(|(name, _)| *name == "contradiction").unwrap().1;
    let text = explain(&[puzzle, "--to", "jsonl"]).exits(0).stdout();
    let mut links = 0;
    for line in text.lines() {
        let step: Value = serde_json::from_str(line).unwrap();
        for (place, link) in
            step["chains"].as_array().unwrap().iter().flat_map(|part| part.as_array().unwrap().iter().enumerate())
        {
            let from = link["from"].as_array().unwrap();
            assert!(from.iter().all(|earlier| (earlier.as_u64().unwrap() as usize) < place), "{line}");
            links += 1;
        }
    }
    assert!(links > 1000, "{links}");
}
