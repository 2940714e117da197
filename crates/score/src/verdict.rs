//! What a prediction is: the verdict, and the counts of its right cells and violations.

use grid::Shape;

use super::cells::{UNKNOWN, grid};

/// What a prediction is. The first verdict that holds, in this order, counts; no other case exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// There is none: an empty field, or nothing that the extraction finds.
    Missing,
    /// It has another number of cells, or a symbol that is neither a value nor a blank.
    Malformed,
    Incomplete,
    GivensChanged,
    /// It is full and keeps the givens; a row, column or box has a value twice.
    Conflict,
    /// It is the label, or without a label, a solution.
    Exact,
    ValidOther,
}

impl Verdict {
    pub const ALL: [Verdict; 7] = [
        Verdict::Exact,
        Verdict::ValidOther,
        Verdict::Conflict,
        Verdict::GivensChanged,
        Verdict::Incomplete,
        Verdict::Malformed,
        Verdict::Missing,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Verdict::Missing => "missing",
            Verdict::Malformed => "malformed",
            Verdict::Incomplete => "incomplete",
            Verdict::GivensChanged => "givens_changed",
            Verdict::Conflict => "conflict",
            Verdict::Exact => "exact",
            Verdict::ValidOther => "valid_other",
        }
    }

    pub fn is_solved(self) -> bool {
        matches!(self, Verdict::Exact | Verdict::ValidOther)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grade {
    pub verdict: Verdict,
    /// Cells with the value of the label; 0 if there is no label, or another number of cells.
    pub cells_right: u16,
    /// Cells that are blank in the puzzle, with the value of the label.
    pub blanks_right: u16,
    /// Givens that have another value; `None` for a malformed prediction. A blank is no value.
    pub changed: Option<u16>,
    /// The sum over all rows, columns and boxes of the filled cells without the distinct values; `None` for a malformed
    /// prediction.
    pub dup: Option<u16>,
    /// True if the prediction is the puzzle itself, with blanks.
    pub is_puzzle: bool,
}

impl Grade {
    /// Returns the grade of a prediction of which no cell counts.
    pub fn without_cells(verdict: Verdict) -> Grade {
        Grade { verdict, cells_right: 0, blanks_right: 0, changed: None, dup: None, is_puzzle: false }
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Truth<'a> {
    pub shape: Shape,
    /// The cells of the puzzle, 0 for a blank.
    pub puzzle: &'a [u8],
    /// The cells that a prediction should have; `None` if they are not known.
    pub label: Option<&'a [u8]>,
}

impl Truth<'_> {
    pub fn blanks(&self) -> u16 {
        self.puzzle.iter().filter(|&&cell| cell == 0).count() as u16
    }

    /// Returns the grade of the label, which must be a solution.
    pub fn exact(&self) -> Grade {
        let cells_right = self.puzzle.len() as u16;
        let changed = Some(0);
        let dup = Some(0);
        Grade { verdict: Verdict::Exact, cells_right, blanks_right: self.blanks(), changed, dup, is_puzzle: false }
    }

    /// Grades the cells of a prediction, which may be any number; `None` if there is no prediction.
    pub fn grade(&self, prediction: Option<&[u8]>) -> Grade {
        let Some(cells) = prediction.filter(|cells| !cells.is_empty()) else {
            return Grade::without_cells(Verdict::Missing);
        };
        if cells.len() != self.puzzle.len() {
            return Grade::without_cells(Verdict::Malformed);
        }
        let is_malformed = cells.contains(&UNKNOWN);
        let changed = count_where(self.puzzle, cells, |given, cell| (given > 0) & (cell > 0) & (given != cell));
        let dup = if is_malformed { None } else { Some(self.shape.duplicates(cells)) };
        let verdict = match self.label {
            _ if is_malformed => Verdict::Malformed,
            _ if cells.contains(&0) => Verdict::Incomplete,
            _ if changed > 0 => Verdict::GivensChanged,
            _ if dup != Some(0) => Verdict::Conflict,
            Some(label) if label != cells => Verdict::ValidOther,
            _ => Verdict::Exact,
        };
        let label = self.label.unwrap_or_default();
        let (cells_right, blanks_right) = self.right(label, cells);
        let changed = Some(changed).filter(|_| !is_malformed);
        let is_puzzle = verdict == Verdict::Incomplete && cells == self.puzzle;
        Grade { verdict, cells_right, blanks_right, changed, dup, is_puzzle }
    }

    /// Returns the numbers of right cells, and of right cells that are blank in the puzzle.
    fn right(&self, label: &[u8], cells: &[u8]) -> (u16, u16) {
        let mut right = 0;
        let mut givens = 0;
        for ((label, cell), given) in label.iter().zip(cells).zip(self.puzzle) {
            let is_right = u16::from(label == cell);
            right += is_right;
            givens += is_right & u16::from(*given > 0);
        }
        (right, right - givens)
    }

    /// Returns true if cells are a solution of the puzzle.
    pub(crate) fn is_solution(&self, cells: &[u8]) -> bool {
        cells.len() == self.puzzle.len()
            && !cells.contains(&UNKNOWN)
            && !cells.contains(&0)
            && self.puzzle.iter().zip(cells).all(|(given, cell)| (*given == 0) | (given == cell))
            && !has_conflict(self.shape, cells)
    }
}

/// Returns true if a row, column or box has a value twice.
fn has_conflict(shape: Shape, cells: &[u8]) -> bool {
    grid(cells, shape).map_or_else(|| shape.duplicates(cells) > 0, |grid| grid.has_conflict())
}

/// Returns the number of cells for which a condition holds. Without branches, the loop is vectorised.
fn count_where(one: &[u8], other: &[u8], condition: impl Fn(u8, u8) -> bool) -> u16 {
    one.iter().zip(other).map(|(&one, &other)| u16::from(condition(one, other))).sum()
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::cells::parse;

    /// A puzzle of SCORING.md's test cases, its label, and predictions with their verdict, changed givens and duplicates, right
    /// cells and right blanks.
    pub(crate) struct Case {
        pub puzzle: &'static str,
        pub label: &'static str,
        pub predictions: Vec<Known>,
    }

    /// A name, a prediction, its verdict, changed givens and duplicates, right cells and right blanks.
    pub(crate) type Known = (&'static str, String, Verdict, Option<(u16, u16)>, u16, u16);

    fn with(label: &str, cell: usize, value: char) -> String {
        label.char_indices().map(|(at, old)| if at == cell { value } else { old }).collect()
    }

    fn swapped(label: &str) -> String {
        let other = |cell| match cell {
            '1' => '2',
            '2' => '1',
            cell => cell,
        };
        label.chars().map(other).collect()
    }

    pub(crate) fn cases() -> [Case; 3] {
        use Verdict::*;
        let a = "3142243142131324";
        let b = "3241413224131324";
        let c = "583427169974136528216859374792364851351298746648715293865971432137642985429583617";
        [
            Case {
                puzzle: "3102200002100320",
                label: a,
                predictions: vec![
                    ("A1", a.into(), Exact, Some((0, 0)), 16, 8),
                    ("A2", with(a, 2, '3'), Conflict, Some((0, 3)), 15, 7),
                    ("A3", with(a, 0, '1'), GivensChanged, Some((1, 3)), 15, 8),
                    ("A4", "3102200002100320".into(), Incomplete, Some((0, 0)), 8, 0),
                    ("A5", with(a, 15, '0'), Incomplete, Some((0, 0)), 15, 7),
                    ("A6", a[..15].into(), Malformed, None, 0, 0),
                    ("A7", format!("{a}1"), Malformed, None, 0, 0),
                    ("A8", swapped(a), GivensChanged, Some((6, 0)), 8, 6),
                    ("A9", "1144441111444411".into(), GivensChanged, Some((7, 24)), 4, 3),
                    ("A10", with(a, 5, '9'), Malformed, None, 15, 7),
                    ("A11", String::new(), Missing, None, 0, 0),
                ],
            },
            Case {
                puzzle: "3040413004000304",
                label: b,
                predictions: vec![
                    ("B1", b.into(), Exact, Some((0, 0)), 16, 8),
                    ("B2", "3241413214232314".into(), ValidOther, Some((0, 0)), 12, 4),
                    ("B3", with("3241413214232314", 15, '1'), GivensChanged, Some((1, 3)), 11, 4),
                ],
            },
            Case {
                puzzle: "5...27..9..41......1..5.3...92.6.8...5......66..7..29.8...7...2.......8...9..36..",
                label: c,
                predictions: vec![
                    ("C1", c.into(), Exact, Some((0, 0)), 81, 55),
                    ("C2", with(c, 1, '3'), Conflict, Some((0, 3)), 80, 54),
                    ("C3", with(c, 0, '8'), GivensChanged, Some((1, 3)), 80, 55),
                    ("C5", swapped(c), GivensChanged, Some((6, 0)), 63, 43),
                    ("C6", c[..80].into(), Malformed, None, 0, 0),
                ],
            },
        ]
    }

    #[test]
    fn known_predictions_have_their_verdicts_and_counts() {
        for case in cases() {
            let shape = Shape::of_cells(case.puzzle.len()).unwrap();
            let puzzle = parse(case.puzzle, shape.into());
            let label = parse(case.label, shape.into());
            let truth = Truth { shape, puzzle: &puzzle, label: Some(&label) };
            assert!(truth.is_solution(&label));
            for (name, text, verdict, counts, cells_right, blanks_right) in case.predictions {
                let grade = truth.grade(Some(&parse(&text, shape.into())));
                assert_eq!((grade.verdict, grade.changed.zip(grade.dup)), (verdict, counts), "{name}");
                assert_eq!((grade.cells_right, grade.blanks_right), (cells_right, blanks_right), "{name}");
                let without = Truth { label: None, ..truth }.grade(Some(&parse(&text, shape.into())));
                assert_eq!(without.verdict.is_solved(), verdict.is_solved(), "{name}");
                assert_ne!(without.verdict, Verdict::ValidOther, "{name}");
            }
        }
    }
}
