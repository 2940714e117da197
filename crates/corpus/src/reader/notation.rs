//! Finds the shape of the grids of a corpus, and how they are written.

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
    input::{end_look, is_known_empty, is_read_once, look_at},
    table::Table,
};
use crate::{
    error::{Error, Result},
    layout::{
        ANY_GRIDS, DETECTION_LINES, Layout, LayoutOverride, PUZZLE_NAMES, Source, begins_with_rows, readable_by_name,
    },
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

/// Lines of standard input and pipes that show the notation if a grid has several: those of two grids, or of one with borders.
const GRID_LINES: usize = 64;

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
    /// else of the shape of the first grid, or of candidates of 9×9.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read, or if several alphabets fit.
    pub fn find_notation(&mut self, stop: &AtomicBool) -> Result<()> {
        let said = self.notation_override;
        if said.alphabet == Some(Alphabet::Candidates) && said.shape.is_some_and(|shape| shape != Shape::NINE) {
            return Err(Error::Usage(CANDIDATES_OF_NINE.into()));
        }
        if said == (NotationOverride { shape: Some(Shape::NINE), alphabet: None }) {
            return Ok(());
        }
        match self.files.first().cloned() {
            Some(path) if self.can_look_at(&path) => {
                let found = self.first_notation(&path, stop)?;
                self.notation = found.map_or_else(|| of_other_rows(said, &path), |(notation, _)| Ok(notation))?;
            }
            Some(path) if !is_known_empty(&path) && (said.shape.is_none() || said.alphabet.is_none()) => {
                self.look_at_pipe(&path, stop)?
            }
            _ => self.notation = of_pipe(said)?,
        }
        Ok(())
    }

    /// Sets the notation by the first lines of an input that is read only once, and keeps the layout in which they are read.
    fn look_at_pipe(&mut self, path: &Path, stop: &AtomicBool) -> Result<()> {
        for lines in [DETECTION_LINES, GRID_LINES] {
            let has_more = look_at(path, lines, stop)?;
            let found = self.first_notation(path, stop);
            end_look(path);
            if let Some((notation, layout)) = found? {
                self.notation = notation;
                self.layout.layout = layout.filter(|_| self.files.len() == 1).or(self.layout.layout);
                return Ok(());
            }
            if !has_more {
                break;
            }
        }
        self.notation = of_pipe(self.notation_override)?;
        Ok(())
    }

    /// Returns the notation of the first rows of a file, and the layout in which they are found.
    fn first_notation(&self, path: &Path, stop: &AtomicBool) -> Result<Option<Found>> {
        let said = self.notation_override;
        let is_said = said != NotationOverride::default();
        let first = if is_said { FirstGrids::Other } else { self.first_grids(path, stop) };
        if first == FirstGrids::Nine {
            return Ok(Some((Notation::default(), None)));
        }
        let found = self.found(path, said, stop)?;
        let is_full = first == FirstGrids::Full;
        Ok(match found.filter(|(notation, _)| !is_full || notation.has_candidates()) {
            None if is_full => Some((Notation::default(), None)),
            found => found,
        })
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
                // Only the beginning of a pipe is there.
                Err(_) if is_read_once(self.copies.source(path)) => return FirstGrids::Other,
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
            && let Ok(Some(row)) = table.next_row()
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

/// Returns the notation of a file whose first rows show none, or what the user said that they do not show.
fn of_other_rows(NotationOverride { shape, alphabet }: NotationOverride, path: &Path) -> Result<Notation> {
    let reason = match (shape, alphabet) {
        (_, Some(Alphabet::Candidates)) => {
            "no column of the first rows holds candidates, 729 characters; leave out --alphabet".into()
        }
        (Some(shape), _) if shape != Shape::NINE => {
            format!("no column of the first rows holds grids of {0}×{0}; leave out --shape", shape.side())
        }
        (_, None | Some(Alphabet::FromOne)) => return Ok(Notation::default()),
        (_, Some(alphabet)) => {
            format!("grids of 9×9 are not written in the alphabet {}; leave out --alphabet", alphabet.name())
        }
    };
    Err(Error::Usage(format!("{}: {reason}", path.display())))
}

/// Returns the notation of an input that is not looked at, or whose first rows show none.
fn of_pipe(NotationOverride { shape, alphabet }: NotationOverride) -> Result<Notation> {
    if alphabet == Some(Alphabet::Candidates) {
        return Ok(Notation::CANDIDATES);
    }
    let Some(shape) = shape.filter(|shape| *shape != Shape::NINE) else { return Ok(Notation::default()) };
    let only = (shape.side() <= 9).then_some(Alphabet::FromOne);
    let unknown = || Error::Usage("the first rows do not show the alphabet: name it with --alphabet".into());
    Ok(Notation { shape, alphabet: alphabet.or(only).ok_or_else(unknown)? })
}
