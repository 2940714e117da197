//! Finds the shape of the grids of a corpus, and how they are said.

use std::{borrow::Cow, path::Path, sync::atomic::AtomicBool};

use grid::{
    CELLS, Shape,
    text::{Alphabet, Notation, NotationOverride},
};

use super::{
    block::Block,
    column::Column,
    corpus::{Corpus, Extras},
    file::File,
    input::{is_known_empty, is_read_once},
    table::Table,
};
use crate::{
    error::{Error, Result},
    layout::{ANY_GRIDS, Layout, LayoutOverride, PUZZLE_NAMES, Source, begins_with_rows, readable_by_name},
};

/// The most bytes of the fields of the rows from which the shape and the alphabet are known.
const HEAD_BYTES: usize = 4 << 20;
/// The most bytes of a field with a grid: a cell of 25×25 is a number and a few separators. Longer fields are something else.
const MAX_FIELD: usize = 625 * 8;
const MAX_COLUMNS: usize = 64;
/// Rows in which a puzzle of 9×9 is looked for.
const NINE_ROWS: usize = 100;
/// Rows from which the shape and the alphabet are known.
const HEAD_ROWS: usize = 4096;

const CANDIDATES_OF_NINE: &str = "--alphabet candidates is for 9×9: leave out --shape";

/// How grids are written, and the layout in which they are found, if it is not the one that content or the user determines.
type Found = (Notation, Option<&'static Layout>);

#[derive(Clone, Copy, PartialEq)]
enum FirstGrids {
    /// Puzzles of 9×9, at least one.
    Nine,
    /// Full grids of 9×9, which may be the solutions of puzzles of candidates.
    Full,
    /// No grids of 9×9.
    Other,
}

impl Corpus {
    /// Sets the [notation](Corpus::notation). It is found by content: the first file is 9×9 if one of its first rows is, and
    /// else of the shape of the first grid, or of candidates of 9×9. Standard input and pipes, which are read only once, are 9×9
    /// unless [`Corpus::notation_override`] has the shape, or says that they are candidates.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read, or if several alphabets fit.
    pub fn find_notation(&mut self, stop: &AtomicBool) -> Result<()> {
        if self.notation_override == (NotationOverride { shape: Some(Shape::NINE), alphabet: None }) {
            return Ok(());
        }
        let Some(path) = self.files.first().filter(|path| self.can_look_at(path)).cloned() else {
            self.notation = of_pipe(self.notation_override)?;
            return Ok(());
        };
        if self.notation_override.alphabet == Some(Alphabet::Candidates)
            && self.notation_override.shape.is_some_and(|shape| shape != Shape::NINE)
        {
            return Err(Error::Usage(CANDIDATES_OF_NINE.into()));
        }
        let first = if self.notation_override != NotationOverride::default() {
            FirstGrids::Other
        } else {
            self.first_grids(&path, stop)
        };
        if first == FirstGrids::Nine {
            return Ok(());
        }
        let found = self.found(&path, self.notation_override, stop)?;
        let found = found.filter(|(notation, _)| first == FirstGrids::Other || notation.has_candidates());
        match (found, self.notation_override.shape) {
            (Some((notation, _)), _) => self.notation = notation,
            (None, _) if self.notation_override.alphabet == Some(Alphabet::Candidates) => {
                let reason = "no column of the first rows holds candidates, 729 characters; leave out --alphabet";
                return Err(Error::Usage(format!("{}: {reason}", path.display())));
            }
            (None, Some(shape)) if shape != Shape::NINE => {
                let side = shape.side();
                let reason = format!("no column of the first rows holds grids of {side}×{side}; leave out --shape");
                return Err(Error::Usage(format!("{}: {reason}", path.display())));
            }
            (None, _) => check_nine(self.notation_override, &path)?,
        }
        Ok(())
    }

    /// Returns how a file is read: if its grids have another shape than 9×9, in the layout in which they are found.
    pub(super) fn layout_of(&self, source: &mut Source<'_>, stop: &AtomicBool) -> Result<Cow<'_, LayoutOverride>> {
        let notation = self.notation;
        if notation.is_default() {
            return Ok(Cow::Borrowed(&self.layout));
        }
        let path = source.path;
        let said = notation.into();
        let found = || self.found(path, said, stop).ok().flatten().and_then(|(_, layout)| layout);
        let layout = match self.layout.layout {
            Some(named) if named.name == ANY_GRIDS.name => Some(&ANY_GRIDS),
            Some(named) => Some(named),
            None if self.can_look_at(path) => found(),
            None => {
                source.lines.begin()?;
                let are_rows = self.layout.delimiter.is_none() && begins_with_rows(&source.head(), &notation);
                are_rows.then_some(&ANY_GRIDS)
            }
        };
        Ok(Cow::Owned(LayoutOverride { layout, ..self.layout.clone() }))
    }

    /// Returns true if a file can be read before the corpus is.
    fn can_look_at(&self, path: &Path) -> bool {
        !is_read_once(self.copies.source(path)) && !is_known_empty(path)
    }

    /// Checks that a corpus that is said to have another shape is not read as 9×9.
    pub(super) fn check_written(&self) -> Result<()> {
        match self.notation_override.shape.is_none_or(|shape| shape == self.notation.shape) {
            true => Ok(()),
            false => Err(Error::Usage("this command reads puzzles of 9×9 only: leave out --shape".into())),
        }
    }

    /// Returns what the first rows of a file are. A file that cannot be read, which is an error later, counts as 9×9.
    fn first_grids(&self, path: &Path, stop: &AtomicBool) -> FirstGrids {
        let extras = Extras { digests: false, ..self.extras };
        let corpus = Corpus { strict: false, notice: None, extras, ..self.clone() };
        let Ok(mut file) = File::open(&corpus, path, stop) else { return FirstGrids::Nine };
        let mut block = Block::default();
        loop {
            match file.next(&mut block) {
                Ok(true) if block.puzzles.is_empty() && block.rejects.len() < NINE_ROWS => {}
                Ok(_) if block.puzzles.is_empty() => return FirstGrids::Other,
                Ok(_) if block.puzzles.iter().all(|puzzle| puzzle.nine().clues() == CELLS) => return FirstGrids::Full,
                Err(Error::NoPuzzle { .. } | Error::NoRows { .. } | Error::NoColumn { .. }) => {
                    return FirstGrids::Other;
                }
                Ok(_) | Err(_) => return FirstGrids::Nine,
            }
        }
    }

    /// Returns the notation of the first rows of a file, and the layout in which they are read if it is not that of
    /// [`Corpus::layout`]; `None` if no column of them holds grids.
    fn found(&self, path: &Path, said: NotationOverride, stop: &AtomicBool) -> Result<Option<Found>> {
        let named = |name| readable_by_name(name).ok();
        let is_chosen = self.layout.layout.is_some() || self.layout.delimiter.is_some();
        // A line may be a row of a grid, but is a small puzzle if it can be.
        let layouts = match self.layout.layout {
            Some(layout) if layout.name == ANY_GRIDS.name => vec![Some(&ANY_GRIDS)],
            _ if is_chosen => vec![None],
            _ => vec![None, named("lines"), named("cells"), Some(&ANY_GRIDS)],
        };
        for layout in layouts {
            let how = LayoutOverride { layout: layout.or(self.layout.layout), ..self.layout.clone() };
            let Ok(texts) = self.first_texts(path, &how, stop) else { continue };
            let candidates = texts.iter().find(|texts| said.are_candidates(texts));
            let Some(texts) = candidates.or_else(|| texts.iter().find(|texts| said.shape_of(texts).is_some())) else {
                continue;
            };
            let refused = |reason| Error::Usage(format!("{}: {reason}", path.display()));
            if let Some(notation) = said.notation_of(texts).map_err(refused)? {
                return Ok(Some((notation, layout)));
            }
        }
        Ok(None)
    }

    /// Returns the texts in the first rows of a file, column by column: those that may hold puzzles first.
    fn first_texts(&self, path: &Path, how: &LayoutOverride, stop: &AtomicBool) -> Result<Vec<Vec<String>>> {
        let mut table = Table::open(self.copies.source(path), path, how, stop)?;
        let schema = table.schema().clone();
        let names = &schema.names;
        let mut columns: Vec<usize> = match &self.puzzle_column {
            Some(Column::Number(number)) => vec![number.get() - 1],
            Some(Column::Name(name)) => vec![table.column(name)?],
            None => (0..names.len()).collect(),
        };
        let is_puzzle =
            |column: usize| names.get(column).is_some_and(|name| PUZZLE_NAMES.contains(&&*name.to_lowercase()));
        columns.sort_by_key(|&column| !is_puzzle(column));
        columns.truncate(MAX_COLUMNS);
        let mut texts = vec![Vec::new(); columns.len()];
        let [mut rows, mut bytes] = [0; 2];
        while rows < HEAD_ROWS
            && bytes < HEAD_BYTES
            && let Some(row) = table.next_row()?
        {
            rows += 1;
            for (texts, &column) in texts.iter_mut().zip(&columns).filter(|_| row.defect.is_none()) {
                let field = Some(row.field(column)).filter(|field| field.len() <= MAX_FIELD).unwrap_or_default();
                bytes += field.len();
                texts.push(String::from_utf8_lossy(field).into_owned());
            }
            table.recycle(row.fields);
        }
        Ok(texts)
    }
}

/// Checks that a file of 9×9 is not said to be in another alphabet.
fn check_nine(NotationOverride { alphabet, .. }: NotationOverride, path: &Path) -> Result<()> {
    match alphabet {
        None | Some(Alphabet::FromOne) => Ok(()),
        Some(alphabet) => {
            let name = alphabet.name();
            let reason = format!("grids of 9×9 are not written in the alphabet {name}; leave out --alphabet");
            Err(Error::Usage(format!("{}: {reason}", path.display())))
        }
    }
}

/// Returns the notation of a file that is read only once.
fn of_pipe(NotationOverride { shape, alphabet }: NotationOverride) -> Result<Notation> {
    if alphabet == Some(Alphabet::Candidates) {
        let is_nine = shape.is_none_or(|shape| shape == Shape::NINE);
        let other = || Error::Usage(CANDIDATES_OF_NINE.into());
        return if is_nine { Ok(Notation::CANDIDATES) } else { Err(other()) };
    }
    let Some(shape) = shape.filter(|shape| *shape != Shape::NINE) else { return Ok(Notation::default()) };
    let only = (shape.side() <= 9).then_some(Alphabet::FromOne);
    let alphabet = alphabet.or(only).ok_or_else(|| {
        Error::Usage("standard input and pipes are read only once: name the alphabet with --alphabet".into())
    })?;
    Ok(Notation { shape, alphabet })
}
