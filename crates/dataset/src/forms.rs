//! What puzzles are compared by: their cells, their solutions, and the canonical forms of both.

use grid::{
    AnyGrid, CellSet, Grid,
    isomorph::{Canonical, SolutionForm},
};

use super::{
    Equality,
    facts::{Facts, Solutions},
    keys::{any_key, class_key, key},
    other_facts::OtherFacts,
};
use corpus::reader::{Block, Puzzle};

pub(super) struct Forms {
    givens: AnyGrid,
    /// The solution, if there is exactly one and it is compared.
    solution: Option<AnyGrid>,
    /// The canonical forms, if the puzzle is 9×9, there is exactly one solution and its class is compared.
    canonical: Option<CanonicalForms>,
}

pub(super) struct CanonicalForms {
    pub solution: Canonical,
    /// The smallest image of the puzzle in the canonical solution: the same for all isomorphs of the puzzle, and for no
    /// other puzzle.
    pub puzzle: Canonical,
}

impl CanonicalForms {
    pub fn of(puzzle: &Grid, solution: &Grid) -> Option<CanonicalForms> {
        let form = SolutionForm::of(solution)?;
        Some(CanonicalForms { solution: form.canonical(), puzzle: form.image_of(puzzle) })
    }

    pub fn givens(&self) -> CellSet {
        self.puzzle.grid.filled()
    }
}

impl Forms {
    /// Returns the forms of the puzzles of a block that these equalities need. If the search is stopped, the list is cut
    /// short, and must not be used.
    pub fn of_block(facts: &mut Facts, block: &Block, equalities: &[Equality], with_supersets: bool) -> Vec<Forms> {
        let needs_solutions = with_supersets || equalities.iter().any(|equality| equality.is_of_solutions());
        let needs_forms = with_supersets || equalities.contains(&Equality::SolutionClass);
        let notation = block.schema.notation;
        if !notation.is_default() {
            let mut facts = OtherFacts::new(notation.shape, facts.stop());
            return block.puzzles.iter().map(|puzzle| other_forms(puzzle, needs_solutions, &mut facts)).collect();
        }
        let givens: Vec<Grid> = block.puzzles.iter().map(|puzzle| *puzzle.nine()).collect();
        let solutions = if needs_solutions { facts.solutions(&givens) } else { vec![Solutions::None; givens.len()] };
        givens
            .into_iter()
            .zip(solutions)
            .take_while(|_| !facts.is_stopped())
            .map(|(givens, solutions)| new_forms(givens, solutions, needs_forms))
            .collect()
    }

    pub fn has_one_solution(&self) -> bool {
        self.solution.is_some()
    }

    pub fn canonical(&self) -> Option<&CanonicalForms> {
        self.canonical.as_ref()
    }

    /// Returns the key of the puzzle; `None` if solutions are compared and the puzzle has not exactly one.
    pub fn key(&self, equality: Equality) -> Option<u128> {
        match equality {
            Equality::Puzzle => Some(any_key(&self.givens)),
            // A puzzle with one solution is isomorphic only to such puzzles, so these may have a form of their own.
            Equality::Class => Some(match &self.canonical {
                Some(forms) => key(&forms.puzzle.grid),
                None => class_key(&self.givens),
            }),
            Equality::Solution => self.solution.as_ref().map(any_key),
            Equality::SolutionClass => match &self.canonical {
                Some(forms) => Some(key(&forms.solution.grid)),
                None => self.solution.as_ref().map(class_key),
            },
        }
    }
}

fn new_forms(givens: Grid, solutions: Solutions, needs_forms: bool) -> Forms {
    let solution = if let Solutions::One(solution) = solutions { Some(solution) } else { None };
    let compared = solution.as_ref().filter(|_| needs_forms);
    let canonical = compared.and_then(|solution| CanonicalForms::of(&givens, solution));
    Forms { givens: givens.into(), solution: solution.map(Into::into), canonical }
}

fn other_forms(puzzle: &Puzzle, needs_solution: bool, facts: &mut OtherFacts<'_>) -> Forms {
    let solution = match needs_solution.then(|| facts.solutions(&puzzle.givens)) {
        Some(Solutions::One(solution)) => Some(solution),
        _ => None,
    };
    Forms { givens: puzzle.givens.clone(), solution, canonical: None }
}
