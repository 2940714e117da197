use grid::Shape;

use super::*;
use crate::{Truth, cells::parse, verdict::tests::known_predictions};

/// Returns the number that a preset has for one prediction.
fn number(preset: &str, measure: &str, [puzzle, label, text]: [&str; 3]) -> f64 {
    let shape = Shape::of_cells(puzzle.len()).unwrap();
    let [puzzle, label, cells] = [puzzle, label, text].map(|text| parse(text, shape.into()));
    let truth = Truth { shape, puzzle: &puzzle, label: Some(&label) };
    let row = Scored { truth, mask: None, raw: text, text, cells: &cells, grade: truth.grade(Some(&cells)) };
    let preset = find(preset).unwrap();
    let mut sums = Sums::default();
    sums.add(preset, puzzle.iter().filter(|&&cell| cell > 0).count(), &preset.parts(&row));
    sums.numbers(preset).into_iter().find(|(name, _)| name == measure).unwrap().1
}

/// `scores.csv` has texts with the scores by the original code. Puzzle and label are those of a known prediction.
#[test]
fn texts_have_the_scores_of_the_original_code() {
    let known = known_predictions();
    for row in csv::Reader::from_reader(&include_bytes!("scores.csv")[..]).deserialize() {
        let (preset, measure, name, text, wanted): (String, String, String, String, f64) = row.unwrap();
        let of = known.iter().find(|known| known["name"] == name).unwrap();
        let found = number(&preset, &measure, [&of["puzzle"], &of["label"], &text]);
        assert!((found - wanted).abs() < 1e-12, "{preset} {measure}, {text}: {found}, not {wanted}");
    }
}

#[test]
fn names_are_unique_and_described() {
    for preset in PRESETS {
        assert_eq!(PRESETS.iter().filter(|other| other.name == preset.name).count(), 1, "{}", preset.name);
        assert!(preset.source.contains('/') && !preset.about.ends_with('.'), "{}", preset.name);
    }
}
