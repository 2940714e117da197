use std::fs;

use crate::{Scratch, sudoku_bench};

/// The shapes, each with the options of `generate` for its corpus and the side. Large shapes have holes, which are quick to make.
const SHAPES: [(&str, &str, usize); 9] = [
    ("4", "--count 40", 4),
    ("6", "--count 40", 6),
    ("3x2", "--count 40", 6),
    ("8", "--count 20", 8),
    ("1x9", "--count 20", 9),
    ("10", "--count 20 --alphabet numbers", 10),
    ("12", "--count 20 --holes 50 --alphabet A-Z", 12),
    ("16", "--count 20 --holes 90..100 --balanced", 16),
    ("25", "--count 5 --holes 150 --alphabet A-Z", 25),
];

/// A corpus of a shape.
struct Corpus {
    scratch: Scratch,
    shape: &'static str,
}

impl Corpus {
    fn new(shape: &'static str, options: &str) -> Corpus {
        let scratch = Scratch::new();
        scratch.dataset(&format!("generate --shape {shape} --seed 5 {options} -o made.csv")).exits(0);
        Corpus { scratch, shape }
    }

    /// Runs a command of `dataset` and returns what it prints.
    #[track_caller]
    fn dataset(&self, words: &str) -> String {
        self.scratch.dataset(&format!("{words} --shape {}", self.shape)).exits(0).stdout()
    }

    /// Returns the program with these arguments in the directory of the corpus.
    fn solve(&self, arguments: &[&str]) -> std::process::Command {
        let mut command = sudoku_bench(&["solve", "--shape", self.shape]);
        command.args(arguments).current_dir(self.scratch.path(""));
        command
    }
}

fn lines(text: &str) -> Vec<&str> {
    text.lines().collect()
}

#[test]
fn corpora_of_every_shape_are_solved() {
    for (shape, options, side) in SHAPES {
        let corpus = Corpus::new(shape, options);
        let made = fs::read_to_string(corpus.scratch.path("made.csv")).unwrap();
        let output = corpus.solve(&["made.csv", "--check"]).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{shape}: {}", String::from_utf8_lossy(&output.stderr));
        let solved = String::from_utf8(output.stdout).unwrap();
        // The rows keep their order and their fields.
        for (row, made) in lines(&solved).iter().zip(lines(&made)).skip(1) {
            assert!(row.starts_with(made) && row.ends_with(",solved,1"), "{shape}: {row}");
        }
        assert_eq!(lines(&solved).len(), lines(&made).len());
        let piped = corpus.solve(&["-", "--solutions-only", "--alphabet", alphabet_of(options)]);
        let mut piped = piped;
        let piped = crate::output_with(&mut piped, made.as_bytes());
        let solutions = String::from_utf8(piped.stdout).unwrap();
        let numbers = |line: &str| if options.contains("numbers") { line.split(' ').count() } else { line.len() };
        assert_eq!(lines(&solutions).last().map(|line| numbers(line)), Some(side * side), "{shape}");
    }
}

/// Returns the alphabet of a corpus.
fn alphabet_of(options: &str) -> &str {
    options.split_once("--alphabet ").map_or("1-9A", |(_, name)| name)
}

#[test]
fn corpora_of_every_shape_are_changed_and_selected() {
    for (shape, options, _) in SHAPES {
        let corpus = Corpus::new(shape, options);
        let made = fs::read_to_string(corpus.scratch.path("made.csv")).unwrap();
        let count = lines(&made).len() - 1;
        let report = corpus.dataset("inspect made.csv");
        assert!(report.contains(&format!("{count} puzzles")), "{shape}: {report}");
        assert!(report.contains(&format!("alphabet {}", alphabet_of(options))), "{shape}: {report}");
        assert_eq!(corpus.dataset("filter clues>0&&solutions>0&&conflicting==0 made.csv"), made, "{shape}");
        assert_eq!(lines(&corpus.dataset("sample 3 made.csv")).len(), 4);
        assert_eq!(lines(&corpus.dataset("augment 2 made.csv")).len(), 3 * count + 1);
        let rated = corpus.dataset("rate made.csv --strategy dlx,forward-checking");
        assert!(lines(&rated)[1..].iter().all(|row| row.contains(",solved,")), "{shape}: {rated}");
        corpus.dataset("split 0.5/0.5 made.csv --by solution -o train.csv,test.csv");
        corpus.dataset("overlap train.csv test.csv --by puzzle");
        corpus.scratch.corpus("twice.csv", format!("{made}{}", made.split_once('\n').unwrap().1));
        assert_eq!(lines(&corpus.dataset("dedup twice.csv")), lines(&corpus.dataset("dedup made.csv")), "{shape}");
        let side: String = "n\n".to_string() + &(0..count).map(|n| format!("{n}\n")).collect::<String>();
        corpus.scratch.corpus("side.csv", side);
        let joined = corpus.dataset("join made.csv side.csv");
        assert!(joined.ends_with(&format!(",{}\n", count - 1)), "{shape}: {joined}");
    }
}

#[test]
fn isomorphs_of_small_shapes_are_found() {
    for (shape, options, side) in SHAPES {
        let corpus = Corpus::new(shape, options);
        let images = corpus.dataset("augment 1 made.csv --only-images");
        corpus.scratch.corpus("images.csv", images);
        let overlap = |by: &str| {
            let words = format!("overlap made.csv images.csv --shape {shape} --by {by} --json");
            corpus.scratch.dataset(&words)
        };
        if ["4", "6", "3x2"].contains(&shape) {
            let shared = overlap("class").stdout();
            let all = lines(&fs::read_to_string(corpus.scratch.path("made.csv")).unwrap()).len() - 1;
            assert!(shared.contains(&format!("\"rows\": {all}")), "{shape}: {shared}");
            let canon = corpus.dataset("canon images.csv --columns canonical");
            let of_made = corpus.dataset("canon made.csv --columns canonical");
            assert_eq!(canon, of_made, "{shape}");
        } else {
            let refused = overlap("class").exits(2).stderr();
            let wanted = format!("puzzles of {side}×{side} cannot be compared by class: isomorphs are recognised in");
            assert!(refused.contains(&wanted), "{refused}");
            corpus.scratch.dataset(&format!("canon made.csv --shape {shape}")).exits(2);
        }
    }
}

#[test]
fn every_layout_and_alphabet_holds_the_same_grids() {
    let scratch = Scratch::new();
    scratch.dataset("generate --shape 16 --holes 100 --count 12 --seed 1 -o made.csv").exits(0);
    let made = fs::read_to_string(scratch.path("made.csv")).unwrap();
    let mut file = String::from("made.csv");
    for (index, alphabet) in ["0-9A", "A-Z", "numbers", "1-9A"].into_iter().enumerate() {
        for layout in ["jsonl", "tsv", "csv.gz"] {
            let next = format!("{index}.{layout}");
            scratch.dataset(&format!("convert {file} --to-alphabet {alphabet} -o {next}")).exits(0);
            file = next;
        }
    }
    assert_eq!(scratch.dataset(&format!("convert {file} --to csv")).exits(0).stdout(), made);
    let refused = |words: &str, reason: &str| {
        let error = scratch.dataset(&format!("convert {words}")).exits(2).stderr();
        assert!(error.contains(reason), "{error}");
    };
    refused(
        "made.csv -o made.sdk",
        "the layout sdk holds givens of 9×9 only, and the puzzles are 16×16; write one of csv",
    );
    refused("made.csv --to lines --to-alphabet numbers", "in plain lists, the numbers of a grid would be columns");
    refused("made.csv --to jsonl --cells integers", "--cells integers is for givens of 9×9");
    let nine = scratch.corpus("nine.csv", crate::EASY);
    refused(&format!("{nine} --to csv --to-alphabet A-Z"), "--to-alphabet is for other shapes than 9×9");
}

#[test]
fn grids_of_many_lines_are_read() {
    let scratch = Scratch::new();
    let rows = ["1 . 16 .", ". 2 . 15", "3 . 14 .", ". 4 . 13"].map(|part| [part; 4].join(" | "));
    let border = ["-----------"; 4].join("+");
    // Values repeat, so that the grids conflict; only their form matters here.
    let bands: Vec<String> = vec![rows.join("\n"); 4];
    let grid = format!("Puzzle A\n{}\n", bands.join(&format!("\n{border}\n")));
    scratch.corpus("grids.txt", format!("{grid}\n{grid}"));
    let report = scratch.dataset("inspect grids.txt").exits(0).stdout();
    assert!(report.contains("2 puzzles") && report.contains("16×16, boxes of 4×4, alphabet numbers"), "{report}");
    scratch.corpus("cut.txt", format!("{grid}{}\n", rows[0]));
    let report = scratch.dataset("inspect cut.txt").exits(0).stdout();
    assert!(report.contains("1 puzzle, 1 rejected") && report.contains("the last grid has 1 of 16 rows"), "{report}");
    // A line that can be a puzzle is one.
    scratch.corpus("lines.txt", "1.3...12.1.33...\n".repeat(16));
    let report = scratch.dataset("inspect lines.txt").exits(0).stdout();
    assert!(report.contains("16 puzzles") && report.contains("4×4"), "{report}");
    let report = scratch.dataset("inspect lines.txt --shape 16 --alphabet 1-9A").exits(0).stdout();
    assert!(report.contains("1 puzzle\n") && report.contains("16×16"), "{report}");
}

#[test]
fn rows_that_are_no_grids_of_the_shape_are_rejected() {
    let scratch = Scratch::new();
    for (good, bad, reason) in [
        ("1.3...12.1.33...", "1.3...12.1.33..5", "\"5\" is neither a value of a 4×4 grid nor a blank"),
        ("1.3...12.1.33...", "1.3...12.1.33..", "15 cells instead of 16 (4×4)"),
        ("1.3...12.1.33...", &".".repeat(36), "36 cells instead of 16 (4×4)"),
        ("1.3...12.1.33...", "1.3...12.1.33..\u{e4}", "17 cells instead of 16 (4×4)"),
        (
            &format!("G9{}", ".".repeat(254)),
            &format!("H{}", ".".repeat(255)),
            "\"H\" is neither a value of a 16×16 grid",
        ),
        (
            &format!("P{}Q", ".".repeat(623)),
            &format!("Z{}", ".".repeat(624)),
            "\"Z\" is neither a value of a 25×25 grid",
        ),
    ] {
        scratch.corpus("mixed.csv", format!("puzzle\n{good}\n{good}\n{good}\n{bad}\n{good}\n"));
        let report = scratch.dataset("inspect mixed.csv").exits(0).stdout();
        assert!(
            report.contains("4 puzzles, 1 rejected (first: line 5: ") && report.contains(reason),
            "{reason}: {report}"
        );
        let strict = scratch.dataset("sample 9 mixed.csv --strict").exits(1).stderr();
        assert!(strict.contains("mixed.csv:5:") && strict.contains(reason), "{strict}");
    }
}

#[test]
fn what_is_unclear_or_for_9x9_is_refused() {
    let scratch = Scratch::new();
    scratch.corpus("four.csv", "puzzle\n1.3...12.1.33...\n");
    scratch.corpus("unclear.csv", format!("puzzle\nABC{}\n", ".".repeat(253)));
    let refused = |words: &str, reason: &str| {
        let error = scratch.dataset(words).exits(2).stderr();
        assert!(error.contains(reason), "{words}: {error}");
    };
    refused("inspect unclear.csv", "choose one with --alphabet");
    assert!(scratch.dataset("inspect unclear.csv --alphabet A-Z").exits(0).stdout().contains("alphabet A-Z"));
    refused("rate four.csv --scale se", "--scale se is for 9×9, and the puzzles are 4×4");
    refused("rate four.csv --facts all", "rate --facts or --morphs is for 9×9");
    refused("filter technique==\"search\" four.csv", "technique is no property of puzzles of 4×4; theirs are clues");
    refused("overlap four.csv four.csv --by superset", "supersets are found in puzzles of givens of 9×9 only");
    scratch.corpus("six.csv", format!("puzzle\n{}\n", ".".repeat(36)));
    let error = scratch.dataset("overlap four.csv six.csv").stderr();
    assert!(error.contains("puzzles of 4×4 and of 6×6 cannot be compared"), "{error}");
}
