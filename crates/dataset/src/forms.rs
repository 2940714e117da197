//! What puzzles are compared by: their cells, their solutions, and the canonical forms of both.

use corpus::{
    error::Result,
    reader::{Block, Corpus},
};
use grid::{AnyGrid, Canonical, SolutionForm, canonical, simd::Simd};
use pass::{PassEnd, Threads};

use crate::{
    Observer,
    facts::{Facts, Solutions},
    keys::{Equality, class_key, key},
};

pub(super) struct Forms {
    givens: AnyGrid,
    /// The solution, if there is exactly one and it is compared.
    solution: Option<AnyGrid>,
    /// The canonical forms, if the shape has forms of solutions, there is exactly one solution and its class is compared.
    canonical: Option<CanonicalForms>,
}

pub(super) struct CanonicalForms {
    pub solution: Canonical,
    /// The smallest image of the puzzle in the canonical solution: the same for all isomorphs of the puzzle, and for no
    /// other puzzle.
    pub puzzle: Canonical,
}

impl CanonicalForms {
    /// Returns the forms of a puzzle with one solution; `None` if the shape has no [forms of solutions](SolutionForm).
    pub fn of(puzzle: &AnyGrid, solution: &AnyGrid) -> Option<CanonicalForms> {
        let form = SolutionForm::of(solution)?;
        Some(CanonicalForms { solution: form.canonical(), puzzle: form.image_of(puzzle) })
    }
}

impl Forms {
    /// Returns the forms of the puzzles of a block that these equalities need. If the search is stopped, the list is cut
    /// short, and must not be used.
    pub fn of_block(facts: &mut Facts, block: &Block, equalities: &[Equality], with_supersets: bool) -> Vec<Forms> {
        let needs_solutions = with_supersets || equalities.iter().any(|equality| equality.is_of_solutions());
        let needs_forms = with_supersets || equalities.contains(&Equality::SolutionClass);
        let solutions = match needs_solutions {
            true => facts.solutions(&block.puzzles),
            false => vec![Solutions::None; block.puzzles.len()],
        };
        let puzzles = block.puzzles.iter().zip(solutions).take_while(|_| !facts.is_stopped());
        puzzles.map(|(puzzle, solutions)| Forms::of(puzzle.givens.clone(), solutions, needs_forms)).collect()
    }

    pub fn of(givens: AnyGrid, solutions: Solutions, needs_forms: bool) -> Forms {
        let solution = if let Solutions::One(solution) = solutions { Some(solution) } else { None };
        let compared = solution.as_ref().filter(|_| needs_forms);
        let canonical = compared.and_then(|solution| CanonicalForms::of(&givens, solution));
        Forms { givens, solution, canonical }
    }

    pub fn has_one_solution(&self) -> bool {
        self.solution.is_some()
    }

    pub fn canonical(&self) -> Option<&CanonicalForms> {
        self.canonical.as_ref()
    }

    /// Returns the canonical form, which all isomorphs of the puzzle share; `None` if the shape has none. The form of a puzzle with
    /// one solution may be derived from the solution, because its isomorphs have one solution too.
    pub fn class(&self) -> Option<Canonical> {
        self.canonical.as_ref().map_or_else(|| canonical(&self.givens), |forms| Some(forms.puzzle.clone()))
    }

    /// Returns the key of the puzzle; `None` if solutions are compared and the puzzle has not exactly one, or if classes of puzzles
    /// are compared and the shape has no canonical forms.
    pub fn key(&self, equality: Equality) -> Option<u128> {
        match equality {
            Equality::Puzzle => Some(key(&self.givens)),
            Equality::Class => self.class().map(|form| key(&form.grid)),
            Equality::Solution => self.solution.as_ref().map(key),
            Equality::SolutionClass => match &self.canonical {
                Some(forms) => Some(key(&forms.solution.grid)),
                None => self.solution.as_ref().map(class_key),
            },
        }
    }
}

impl Equality {
    /// Hands every block to `sink`, in corpus order, with a key for each of its puzzles. The keys are computed in
    /// parallel.
    pub fn keys(
        self,
        corpus: &Corpus,
        (threads, simd): (usize, Simd),
        observer: &mut Observer<'_>,
        mut sink: impl FnMut(&Block, Vec<u128>) -> Result<()>,
    ) -> Result<PassEnd> {
        self.check_corpus(corpus)?;
        let stop = observer.stop;
        let work = |facts: &mut Facts, _: usize, block: Block| {
            let keys = self.block_keys(facts, &block);
            (block, keys)
        };
        let threads = Threads::new(threads, || Facts::new(simd).until(stop))?;
        let threads = threads.with_progress(observer.searches.clone());
        threads.map(&mut corpus.blocks_until(observer.stop), work, |(block, keys)| {
            sink(&block, keys)?;
            observer.block(&block);
            Ok(())
        })
    }

    /// Returns a key for each puzzle of a block: two puzzles have the same key if and only if they are equal. Of
    /// solutions, only puzzles with exactly one are compared; all others are compared as they are. If the search is
    /// stopped, the list is cut short, and must not be used.
    pub fn block_keys(self, facts: &mut Facts, block: &Block) -> Vec<u128> {
        let forms = Forms::of_block(facts, block, &[self], false);
        let any = |forms: &Forms| forms.key(self).or_else(|| forms.key(self.of_givens()));
        let forms = forms.iter().take_while(|_| !facts.is_stopped());
        forms.map(|forms| any(forms).expect("every puzzle has givens")).collect()
    }
}
