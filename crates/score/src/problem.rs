//! A puzzle, and what its predictions are compared with.

use grid::{AnyGrid, Shape, Symmetry, simd::Simd, text::Notation};

use super::{
    cells::{UNKNOWN, parse, puzzles_in, unknown_symbol},
    extract::{Extract, Question},
    preset::{Part, Preset, Scored},
    verdict::{Grade, Truth, Verdict},
};
use dataset::{
    class_key, digest_key,
    facts::{Facts, Solutions},
};

/// The nodes after which the solutions of a puzzle are unknown, if puzzles of its shape are solved one by one.
const MAX_NODES: u64 = 100_000;

#[derive(Clone, Debug, Default)]
pub struct Problem {
    pub notation: Notation,
    /// The cells, 0 for a blank; empty if the row could not be read.
    pub puzzle: Vec<u8>,
    /// The label: that of the corpus, or else the only solution.
    pub label: Option<Vec<u8>>,
    pub is_labelled: bool,
    /// The cells whose labels do not count in the scores of other programs; `None` if all count.
    pub mask: Option<Vec<bool>>,
    /// True if the label of the corpus is no solution.
    pub label_wrong: bool,
    /// The solutions; `None` if it was not asked, or the search took too long.
    pub found: Option<Solutions>,
}

#[derive(Clone, Debug)]
pub struct PredictionScore {
    pub grade: Grade,
    pub cells: u16,
    pub blanks: u16,
    pub givens: usize,
    /// For each preset, what the prediction adds to each of its measures.
    pub parts: Vec<Vec<Option<Part>>>,
}

impl Problem {
    /// Reads a puzzle and its label; the label may be empty. Its solutions are not searched for. The error says why the
    /// text holds no puzzle of the notation.
    pub fn parse(puzzle: &str, label: &str, notation: Notation) -> Result<Problem, String> {
        let mut found = puzzles_in(puzzle, notation);
        let cells = found.next().ok_or_else(|| defect(puzzle, notation))?;
        if found.any(|other| other != cells && other.contains(&0)) {
            return Err("the text has several puzzles; name a column of one puzzle each with --puzzle-column".into());
        }
        let problem = Problem::of_cells(cells, notation);
        Ok(if label.trim().is_empty() { problem } else { problem.with_label(parse(label, notation)) })
    }

    /// Returns the problem of the cells of a puzzle. Its solutions are not searched for.
    pub fn of_cells(puzzle: Vec<u8>, notation: Notation) -> Problem {
        Problem { puzzle, ..Problem::unreadable(notation) }
    }

    /// Adds a label, which may be any cells.
    pub fn with_label(self, label: Vec<u8>) -> Problem {
        let label_wrong = !self.truth().is_solution(&label);
        let is_full =
            !label_wrong || label.len() == self.puzzle.len() && !label.contains(&0) && !label.contains(&UNKNOWN);
        Problem { label: Some(label).filter(|_| is_full), is_labelled: true, label_wrong, ..self }
    }

    /// Adds a label of which the masked cells do not count. Where a masked cell is given, the label has the value of the puzzle;
    /// where it is a blank, the value of the only solution.
    pub fn with_masked_label(self, label: &[u8], mask: Vec<bool>) -> Problem {
        let cells = self.puzzle.iter().zip(label).zip(&mask);
        let label: Vec<u8> =
            cells.map(|((given, label), is_masked)| if *is_masked { *given } else { *label }).collect();
        let has_blanks = label.len() == self.puzzle.len() && !label.contains(&UNKNOWN) && label.contains(&0);
        let problem = if has_blanks { self } else { self.with_label(label) };
        Problem { mask: Some(mask), ..problem }
    }

    /// Returns the problem of a row that cannot be read, whose predictions are malformed.
    pub fn unreadable(notation: Notation) -> Problem {
        Problem { notation, ..Problem::default() }
    }

    /// Finds the solutions of puzzles of one shape, with a [`solution_finder`].
    pub fn find_solutions<'p>(finder: &mut Facts<'_>, problems: impl IntoIterator<Item = &'p mut Problem>) {
        let problems: Vec<&mut Problem> = problems.into_iter().collect();
        let grid = |problem: &&mut Problem| {
            AnyGrid::new(problem.notation.shape, &*problem.puzzle).expect("a puzzle that was read")
        };
        let grids: Vec<AnyGrid> = problems.iter().map(grid).collect();
        for (problem, solutions) in problems.into_iter().zip(finder.solutions(&grids)) {
            problem.set_found(solutions);
        }
    }

    /// Keeps the solutions. The only solution is the label of a puzzle that has none.
    fn set_found(&mut self, found: Solutions) {
        if let (false, Some(solution)) = (self.is_labelled, found.only()) {
            self.label = Some(solution.cells().to_vec());
        }
        self.found = Some(found).filter(|found| *found != Solutions::Unknown);
    }

    /// Returns the isomorph of the problem. Its solutions are not known.
    pub fn image(&self, transform: &Symmetry) -> Problem {
        let cells = |cells: &Vec<u8>| image(cells, transform, self.notation.shape).unwrap_or_else(|| cells.clone());
        let label = self.label.as_ref().map(cells);
        Problem { puzzle: cells(&self.puzzle), label, mask: None, found: None, ..self.clone() }
    }

    pub fn score(&self, text: &str, extract: &Extract, presets: &[&Preset]) -> PredictionScore {
        self.score_cells(text, extract, presets).0
    }

    /// Scores a prediction, and returns the cells in it.
    pub fn score_cells(&self, text: &str, extract: &Extract, presets: &[&Preset]) -> (PredictionScore, Vec<u8>) {
        let shape = self.notation.shape;
        if self.puzzle.is_empty() {
            let grade = Grade::without_cells(Verdict::Malformed);
            let cells = shape.cells() as u16;
            return (PredictionScore { grade, cells, blanks: 0, givens: 0, parts: Vec::new() }, Vec::new());
        }
        let truth = self.truth();
        let raw = text;
        let text = extract.extract(text, &self.question()).unwrap_or_default();
        let cells = extract.cells(text, &self.question());
        let mut grade = self.grade(&cells);
        // The question is no answer.
        if grade.is_puzzle && !extract.is_whole_text() {
            grade = Grade { is_puzzle: true, ..Grade::without_cells(Verdict::Missing) };
        }
        let scored = Scored { truth, mask: self.mask.as_deref(), raw, text, cells: &cells, grade };
        let parts = presets.iter().map(|preset| preset.parts(&scored)).collect();
        (PredictionScore { parts, ..self.scored(grade) }, cells)
    }

    /// Scores the cells of a prediction.
    pub fn grade(&self, cells: &[u8]) -> Grade {
        let is_label = !self.label_wrong && self.label.as_deref() == Some(cells);
        let mut grade = if is_label { self.truth().exact() } else { self.truth().grade(Some(cells)) };
        // The label is no grid, so no solution is the label.
        if self.label_wrong && self.label.is_none() && grade.verdict == Verdict::Exact {
            grade.verdict = Verdict::ValidOther;
        }
        grade
    }

    /// Returns the score of a prediction with a grade, without the measures of presets.
    pub fn scored(&self, grade: Grade) -> PredictionScore {
        let shape = self.notation.shape;
        let blanks = self.truth().blanks();
        let givens = shape.cells() - usize::from(blanks);
        let labelled = |count: u16| if self.label.is_some() { count } else { 0 };
        let cells = labelled(shape.cells() as u16);
        PredictionScore { grade, cells, blanks: labelled(blanks), givens, parts: Vec::new() }
    }

    /// Returns what a text answers.
    pub fn question(&self) -> Question<'_> {
        Question { notation: self.notation, puzzle: &self.puzzle }
    }

    pub fn truth(&self) -> Truth<'_> {
        Truth { shape: self.notation.shape, puzzle: &self.puzzle, label: self.label.as_deref() }
    }
}

/// Returns the image of the cells of a grid; `None` if they are none.
pub(crate) fn image(cells: &[u8], transform: &Symmetry, shape: Shape) -> Option<Vec<u8>> {
    AnyGrid::new(shape, cells).map(|grid| transform.apply(&grid).cells().to_vec())
}

/// Creates the workspace of [`Problem::find_solutions`] for an instruction set, which the processor must have.
pub fn solution_finder<'a>(simd: Simd) -> Facts<'a> {
    Facts::new(simd).counting(2, MAX_NODES)
}

/// Returns the key of the class of isomorphs of a puzzle; of the puzzle itself, if its shape has no canonical forms.
pub fn class_of(puzzle: &[u8], shape: Shape) -> u128 {
    let grid = AnyGrid::new(shape, puzzle).filter(|_| shape.has_canonical_forms());
    grid.map_or_else(|| digest_key(puzzle), |grid| class_key(&grid))
}

fn defect(text: &str, notation: Notation) -> String {
    let shape = notation.shape;
    let side = shape.side();
    match parse(text, notation).len() {
        0 => "the field of the puzzle is empty".into(),
        length if length != shape.cells() => format!("{length} cells instead of {} ({side}×{side})", shape.cells()),
        _ => unknown_symbol(notation),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{preset::find, verdict::tests::known_predictions};

    #[test]
    fn problems_without_a_label_have_the_only_solution() {
        let mut finder = solution_finder(Simd::detect());
        for known in known_predictions().iter().filter(|known| known["verdict"] == "exact") {
            let shape = Shape::of_cells(known["puzzle"].len()).unwrap();
            let has_label = known["name"] != "B1";
            let mut problem = Problem::parse(&known["puzzle"], "", shape.into()).unwrap();
            Problem::find_solutions(&mut finder, [&mut problem]);
            let label = if has_label { Some(parse(&known["label"], shape.into())) } else { None };
            assert_eq!((problem.label.clone(), problem.is_labelled, problem.label_wrong), (label, false, false));
            let score =
                problem.score(&known["label"], &Extract::default(), &[find("hrm").unwrap(), find("satnet").unwrap()]);
            assert_eq!((score.grade.verdict, score.parts[1][0]), (Verdict::Exact, Part::whole(true)));
            assert_eq!(score.parts[0][1], Part::whole(true).filter(|_| has_label));
        }
        let shape = Shape::of_cells(16).unwrap();
        assert!(Problem::parse("12", "", shape.into()).unwrap_err().starts_with("2 cells instead of 16"));
        let wrong = Problem::parse(&"0".repeat(16), "1", shape.into()).unwrap();
        assert!(wrong.label_wrong && wrong.is_labelled && wrong.label.is_none());
    }
}
