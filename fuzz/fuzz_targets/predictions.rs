//! Predictions of models: rules that find the answer in a text, cells in any notation, verdicts and presets.

#![no_main]

use grid::Shape;
use libfuzzer_sys::fuzz_target;
use score::{
    Truth, Verdict,
    cells::{parse, shape_in},
    extract::{Extract, Question, RULES},
    preset::{PRESETS, Scored},
};

/// A puzzle of 4×4 with its label, and one of 9×9.
const TRUTHS: [[&str; 2]; 2] = [
    ["3102200002100320", "3142243142131324"],
    [
        "5...27..9..41......1..5.3...92.6.8...5......66..7..29.8...7...2.......8...9..36..",
        "583427169974136528216859374792364851351298746648715293865971432137642985429583617",
    ],
];

fuzz_target!(|data: &[u8]| {
    let raw = String::from_utf8_lossy(data);
    shape_in(&raw);
    for [puzzle, label] in TRUTHS {
        let shape = Shape::of_cells(puzzle.len()).unwrap();
        let puzzle = parse(puzzle, shape.into());
        let label = parse(label, shape.into());
        let truth = Truth { shape, puzzle: &puzzle, label: Some(&label) };
        for rule in RULES {
            let question = Question { notation: shape.into(), puzzle: &puzzle };
            let text = Extract::parse(rule.name).unwrap().extract(&raw, &question).unwrap_or_default();
            assert!(raw.contains(text));
            let cells = question.read(text);
            let grade = truth.grade(Some(&cells));
            assert_eq!(grade.verdict == Verdict::Exact, cells == label);
            assert!(grade.blanks_right <= grade.cells_right && usize::from(grade.cells_right) <= cells.len());
            let row = Scored { truth, mask: None, raw: &raw, text, cells: &cells, grade };
            for preset in PRESETS {
                for part in preset.parts(&row).into_iter().flatten() {
                    assert!((0.0..=part.of).contains(&part.right), "{}: {part:?}", preset.name);
                }
            }
        }
    }
});
