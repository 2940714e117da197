//! Every preset on predictions whose scores by the original code are known.

use grid::Shape;

use super::*;
use crate::{Truth, cells::parse, verdict::tests::cases};

fn number(preset: &str, measure: usize, puzzle: &str, label: &str, text: &str) -> f64 {
    let shape = Shape::of_cells(puzzle.len()).unwrap();
    let puzzle = parse(puzzle, shape.into());
    let label = parse(label, shape.into());
    let cells = parse(text, shape.into());
    let truth = Truth { shape, puzzle: &puzzle, label: Some(&label) };
    let row = Scored { truth, mask: None, raw: text, text, cells: &cells, grade: truth.grade(Some(&cells)) };
    let preset = find(preset).unwrap();
    let mut sums = Sums::default();
    sums.add(preset, puzzle.iter().filter(|&&cell| cell > 0).count(), &preset.parts(&row));
    sums.numbers(preset)[measure].1
}

fn rows(cells: &str, between: &str) -> String {
    let side = if cells.len() > 40 { 9 } else { 4 };
    let rows = cells.as_bytes().chunks(side);
    let row = |row: &[u8]| row.iter().map(|&cell| char::from(cell).to_string()).collect::<Vec<_>>().join(between);
    rows.map(row).collect::<Vec<_>>().join("\n")
}

/// For each prediction: hrm, blank-cells, right blanks of d1, reasoning-gym, sakana, enigmata, dream and satnet; −1 where the code
/// is not for such a prediction.
const SCORES: [(&str, [f64; 8]); 19] = [
    ("A1", [1., 1., 8., 1., 1., 1., 1., 1.]),
    ("A2", [0., 0., 7., 0.84375, 0., 0., 0., 0.]),
    ("A3", [0., 1., 8., 0.84375, 0., 0., 0., 0.]),
    ("A4", [0., 0., 0., 0., 0., 0., 0., 0.]),
    ("A5", [0., 0., 7., 0.675, 0., 0., 0., 0.]),
    ("A6", [-1., -1., 7., 0.675, 0., 0., 0., -1.]),
    ("A7", [-1., -1., 8., 0.9 * 31. / 33., 0., 0., 1., -1.]),
    ("A8", [0., 0., 6., 0.45, 0., 0., 0., 1.]),
    ("A9", [0., 0., 3., 0.225, 0., 0., 0., 1.]),
    ("A10", [0., 0., 7., 0.84375, 0., 0., 0., 0.]),
    ("A11", [-1., -1., 0., 0., 0., 0., 0., -1.]),
    ("B1", [1., 1., 8., 1., 1., 1., 1., 1.]),
    ("B2", [0., 0., 4., 0.675, 0., 1., 1., 1.]),
    ("B3", [0., 0., 4., 0.61875, 0., 0., 0., 0.]),
    ("C1", [1., 1., -1., 1., 1., 1., -1., 1.]),
    ("C2", [0., 0., -1., 0.9 * 80. / 81., 0., 0., -1., 0.]),
    ("C3", [0., 1., -1., 0.9 * 80. / 81., 0., 0., -1., 0.]),
    ("C5", [0., 0., -1., 0.7, 0., 0., -1., 1.]),
    ("C6", [-1., -1., -1., 0.8, 0., 0., -1., -1.]),
];

#[test]
fn known_predictions_have_their_scores() {
    let mut compared = 0;
    for case in cases() {
        for (name, text, ..) in &case.predictions {
            let (_, wanted) = SCORES.iter().find(|(wanted, _)| wanted == name).unwrap();
            let tagged = format!("<answer>{text}</answer>");
            let fenced = format!("```\n{}\n```", rows(text, " "));
            let lines = rows(text, "");
            let spaced = rows(text, " ");
            let texts = [text, text, &tagged, &spaced, &tagged, &fenced, &lines, text];
            let presets = ["hrm", "blank-cells", "d1", "reasoning-gym", "sakana", "enigmata", "dream", "satnet"];
            for ((preset, text), wanted) in presets.iter().zip(texts).zip(wanted) {
                if *wanted >= 0.0 {
                    let measure = usize::from(["hrm", "blank-cells"].contains(preset));
                    let mut found = number(preset, measure, case.puzzle, case.label, text);
                    if *preset == "d1" {
                        found *= 8.0 / 100.0;
                    }
                    assert!((found - wanted).abs() < 1e-12, "{name} {preset}: {found} {wanted}");
                    compared += 1;
                }
            }
        }
    }
    assert_eq!(compared, 19 * 8 - 3 * 4 - 2 * 5);
}

#[test]
fn texts_of_d1_and_sakana() {
    let [case, ..] = cases();
    let label = case.label;
    let dashes = label.chars().map(String::from).collect::<Vec<_>>().join("-");
    for (text, blanks, sakana) in [
        (label.to_string(), 8., 0.),
        (format!("<answer>{dashes}</answer>"), 0., 1.),
        (format!("<answer>\n{}\n</answer>", rows(label, " ")), 8., 1.),
        (format!("<answer>0000000000000000</answer> no <answer>{label}</answer>"), 0., 1.),
        (format!("<answer>[{label}]</answer>"), 0., 1.),
        (format!("<answer>\n```\n{}\n```\n</answer>", rows(label, "")), 8., 1.),
        (format!("<answer>My solution: {label}</answer>"), 2., 1.),
        (format!("<answer>{label}"), 8., 0.),
    ] {
        let found = number("d1", 0, case.puzzle, label, &text) * 8.0 / 100.0;
        assert_eq!((found, number("sakana", 0, case.puzzle, label, &text)), (blanks, sakana), "{text}");
    }
}

#[test]
fn texts_of_enigmata_and_synlogic() {
    let [case, ..] = cases();
    let spaced = rows(case.label, " ");
    let list = format!("[[{}]]", rows(case.label, ",").replace('\n', "],["));
    let tuples = list.replace('[', "(").replace(']', ")");
    for (text, enigmata, synlogic) in [
        (format!("```\n{spaced}\n```"), 1., 0.),
        (format!("```python\n{list}\n```"), 1., 1.),
        (format!("```\n{list}\n```"), 1., 0.),
        (format!("```python\n{spaced}\n```"), 1., 0.),
        (format!("So: {tuples}."), 0., 1.),
    ] {
        let found = ["enigmata", "synlogic"].map(|preset| number(preset, 0, case.puzzle, case.label, &text));
        assert_eq!(found, [enigmata, synlogic], "{text}");
    }
}

#[test]
fn texts_of_reasoning_gym() {
    let [case, ..] = cases();
    let text = rows(case.label, " ");
    let lines: Vec<&str> = text.lines().collect();
    for (text, wanted) in [
        (rows(case.label, ""), 0.9),
        (case.label.into(), 0.0),
        (format!("{text}\n"), 0.871875),
        (text.replacen('\n', " \n", 1), 31. / 32.),
        (format!("Answer: {text}"), 0.9 * 31. / 39.),
        (rows(case.label, ","), 0.9),
        (lines[..3].join("\n"), 0.675),
        ([lines[1], lines[0], lines[2], lines[3]].join("\n"), 0.45),
        (format!("{text}\n{text}"), 0.9 * 31. / 63.),
    ] {
        let found = number("reasoning-gym", 0, case.puzzle, case.label, &text);
        assert!((found - wanted).abs() < 1e-12, "{text}: {found} {wanted}");
    }
}

#[test]
fn sums_are_not_sets() {
    let [case, ..] = cases();
    assert_eq!(number("satnet", 0, case.puzzle, case.label, "1144441111444411"), 1.0);
}

#[test]
fn triples_may_come_in_any_order() {
    let [case, ..] = cases();
    let label: Vec<char> = case.label.chars().collect();
    let blanks: Vec<usize> = (0..16).filter(|&cell| case.puzzle.as_bytes()[cell] == b'0').collect();
    let triple = |cell: &usize| format!("({}, {}, {})", cell / 4, cell % 4, label[*cell]);
    let text = blanks.iter().rev().map(triple).collect::<Vec<_>>().join(" ");
    let numbers = |text: &str| [0, 1].map(|measure| number("shah", measure, case.puzzle, case.label, text));
    assert_eq!(numbers(&text), [1.0, 1.0]);
    assert_eq!(numbers(case.label), [1.0, 1.0]);
    // The greatest value may be written as 0.
    assert_eq!(numbers(&text.replace("4)", "0)")), [0.5, 1.0]);
    assert_eq!(numbers("0 0 1"), [0.0, 0.0]);
    let [_, other, _] = cases();
    let text = &other.predictions[1].1;
    assert_eq!([0, 1].map(|measure| number("shah", measure, other.puzzle, other.label, text)), [0.5, 1.0]);
}

#[test]
fn names_are_unique_and_described() {
    for preset in PRESETS {
        assert_eq!(PRESETS.iter().filter(|other| other.name == preset.name).count(), 1, "{}", preset.name);
        assert!(preset.source.contains('/') && !preset.about.ends_with('.'), "{}", preset.name);
    }
}
