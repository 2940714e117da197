//! Finds the shape of the grids of a corpus, and how they are written.

use std::{borrow::Cow, path::Path, sync::atomic::AtomicBool};

use grid::{
    CELLS, Shape,
    text::{Alphabet, Notation, NotationOverride},
};

use super::{column::Column, corpus::Corpus, table::Table};
use crate::{
    error::{Error, Result},
    layout::{
        CELLS as CELL_LINES, DETECTION_LINES, GRIDS, LINES, Layout, LayoutOverride, PUZZLE_NAMES, Source,
        begins_with_rows,
    },
};

/// The most bytes of the fields of the rows from which the shape and the alphabet are known.
const HEAD_BYTES: usize = 4 << 20;
/// The most bytes of a field with a grid: a cell of 25×25 is a number and a few separators. Longer fields are something else.
const MAX_FIELD: usize = 625 * 8;
const MAX_COLUMNS: usize = 64;
/// Rows from which the shape and the alphabet are known.
const HEAD_ROWS: usize = 4096;

/// Lines of standard input and pipes that show the notation if a grid has several: those of two grids, or of one with borders.
const GRID_LINES: usize = 64;

const CANDIDATES_OF_NINE: &str = "--alphabet candidates is for 9×9: leave out --shape";

/// How grids are written, and the layout in which they are found, if it is not the one that content or the user determines.
type Found = (Notation, Option<&'static Layout>);

/// The texts in the first rows of a file.
#[derive(Default)]
struct FirstTexts {
    /// Column by column: those that may hold puzzles first.
    columns: Vec<Vec<String>>,
    /// True if there is a grid of 9×9 and the user did not say how the grids are written.
    has_nine: bool,
    /// True if one of these has blanks; reading ends there.
    has_puzzle_of_nine: bool,
}

impl Corpus {
    /// Sets the [notation](Corpus::notation). It is found by content: the first file is 9×9 if one of its first rows is,
    /// and else of the shape of the first grid, or of candidates of 9×9. Returns an error if the file cannot be read, or if
    /// several alphabets fit.
    pub fn find_notation(&mut self, stop: &AtomicBool) -> Result<()> {
        let said = self.notation_override;
        if said.alphabet == Some(Alphabet::Candidates) && said.shape.is_some_and(|shape| !shape.is_classic()) {
            return Err(Error::Usage(CANDIDATES_OF_NINE.into()));
        }
        if said == (NotationOverride { shape: Some(Shape::default()), alphabet: None }) {
            return Ok(());
        }
        match self.files.first().cloned() {
            Some(path) if self.can_look_at(&path) => {
                let found = self.found(&path, said, stop)?;
                self.notation = found.map_or_else(|| without_grids(said, &path), |(notation, _)| Ok(notation))?;
            }
            Some(path)
                if !self.kept_inputs.is_known_empty(&path) && (said.shape.is_none() || said.alphabet.is_none()) =>
            {
                self.look_at_pipe(&path, stop)?
            }
            _ => self.notation = of_pipe(said)?,
        }
        Ok(())
    }

    /// Sets the notation by the first lines of an input that is read only once, and keeps the layout in which they are read. Lines that may
    /// be small puzzles or rows of a large grid are looked at together with the next ones.
    fn look_at_pipe(&mut self, path: &Path, stop: &AtomicBool) -> Result<()> {
        for lines in [DETECTION_LINES, GRID_LINES] {
            let has_more = self.kept_inputs.look_at(path, lines, stop)?;
            let found = self.found(path, self.notation_override, stop);
            self.kept_inputs.end_look(path);
            let is_certain =
                |(notation, _): &Found| !has_more || lines == GRID_LINES || notation.shape.cells() > Shape::MAX_SIDE;
            if let Some((notation, layout)) = found?.filter(is_certain) {
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

    /// Returns how a file is read: if its grids have another shape than 9×9, in the layout in which they are found.
    pub(super) fn layout_of(&self, source: &mut Source<'_>, stop: &AtomicBool) -> Result<Cow<'_, LayoutOverride>> {
        let notation = self.notation;
        if notation.is_default() {
            return Ok(Cow::Borrowed(&self.layout));
        }
        let path = source.path;
        let layout = match self.layout.layout {
            Some(named) => Some(named),
            None if self.can_look_at(path) => {
                self.found(path, notation.into(), stop).ok().flatten().and_then(|(_, layout)| layout)
            }
            None => {
                source.lines.begin()?;
                let are_rows = self.layout.delimiter.is_none() && begins_with_rows(&source.head(), &notation);
                are_rows.then_some(&GRIDS)
            }
        };
        Ok(Cow::Owned(LayoutOverride { layout, shape: Some(notation.shape), ..self.layout.clone() }))
    }

    /// Returns true if a file can be read before the corpus is.
    fn can_look_at(&self, path: &Path) -> bool {
        !self.kept_inputs.is_read_once(path) && !self.kept_inputs.is_known_empty(path)
    }

    /// Returns the notation of the first rows of a file, and the layout in which they are read if it is not that of
    /// [`Corpus::layout`]; `None` if no column of them holds grids.
    fn found(&self, path: &Path, said: NotationOverride, stop: &AtomicBool) -> Result<Option<Found>> {
        let is_chosen = self.layout.layout.is_some() || self.layout.delimiter.is_some();
        // A line may be a row of a grid, but is a small puzzle if it can be.
        let layouts = [self.layout.layout, Some(&LINES), Some(&CELL_LINES), Some(&GRIDS)];
        let mut of_letters = None;
        for layout in layouts.into_iter().take(if is_chosen { 1 } else { layouts.len() }) {
            // Lines that look like rows of a large grid may be small puzzles.
            let shape = if layout.is_some() { said.shape } else { self.layout.shape };
            let how = LayoutOverride { layout, shape, notation: said, ..self.layout.clone() };
            let texts = match self.first_texts(path, &how, said, stop) {
                Ok(texts) => texts,
                Err(error) if matches!(error, Error::Io { .. }) && !error.is_interruption() => return Err(error),
                // The file is not in this layout.
                Err(_) => continue,
            };
            let refused = |reason| Error::Usage(format!("{}: {reason}", path.display()));
            if let Some(notation) = texts.notation(said).map_err(refused)? {
                return Ok(Some((notation, layout.filter(|_| !notation.is_default()))));
            }
            let shapes = || texts.columns.iter().find_map(|texts| shape_in_letters(texts));
            of_letters = of_letters.or_else(shapes).filter(|_| said.alphabet.is_none());
        }
        let Some(shape) = of_letters else { return Ok(None) };
        let (path, side) = (path.display(), shape.side());
        Err(Error::Usage(format!("{path}: are these grids of {side}×{side} in letters? try --alphabet A-Z")))
    }

    fn first_texts(
        &self,
        path: &Path,
        how: &LayoutOverride,
        said: NotationOverride,
        stop: &AtomicBool,
    ) -> Result<FirstTexts> {
        let mut table = Table::open(&self.kept_inputs, path, how, stop)?;
        let schema = table.schema().clone();
        let names = &schema.names;
        let mut columns: Vec<usize> = match &self.puzzle_column {
            Some(Column::Number(number)) => vec![number.get() - 1],
            Some(Column::Name(name)) => vec![table.column(name)?],
            None => (0..names.len()).collect(),
        };
        let is_puzzle = |name: &String| PUZZLE_NAMES.contains(&&*name.to_lowercase());
        columns.sort_by_key(|&column| !names.get(column).is_some_and(is_puzzle));
        columns.truncate(MAX_COLUMNS);
        let mut texts = FirstTexts { columns: vec![Vec::new(); columns.len()], ..FirstTexts::default() };
        let [mut rows, mut bytes] = [0; 2];
        while rows < HEAD_ROWS
            && bytes < HEAD_BYTES
            && let Ok(Some(row)) = table.next_row()
        {
            rows += 1;
            for (index, &column) in columns.iter().enumerate().filter(|_| row.defect.is_none()) {
                let field = Some(row.field(column)).filter(|field| field.len() <= MAX_FIELD).unwrap_or_default();
                bytes += field.len();
                texts.columns[index].push(String::from_utf8_lossy(field).into_owned());
                let nine = said.nine_of_row(rows, field);
                texts.has_nine |= nine.is_some();
                texts.has_puzzle_of_nine |= nine.is_some_and(|grid| grid.clues() < CELLS);
            }
            if texts.has_puzzle_of_nine {
                break;
            }
            table.recycle(row.fields);
        }
        Ok(texts)
    }
}

impl FirstTexts {
    /// Returns the notation of the first column with grids; `None` if there is none.
    fn notation(&self, said: NotationOverride) -> Result<Option<Notation>, String> {
        let candidates = self.columns.iter().find(|texts| said.are_candidates(texts));
        if self.has_puzzle_of_nine || self.has_nine && candidates.is_none() {
            return Ok(Some(Notation::default()));
        }
        let of_shape = || self.columns.iter().find(|texts| said.shape_of(texts).is_some());
        candidates.or_else(of_shape).map_or(Ok(None), |texts| said.notation_of(texts))
    }
}

/// Returns the shape of small grids, most of which are written in letters. Those of 9×9 never are.
fn shape_in_letters(texts: &[String]) -> Option<Shape> {
    let said = NotationOverride { alphabet: Some(Alphabet::Letters), ..NotationOverride::default() };
    let shapes: Vec<_> = texts.iter().filter_map(|text| Some(said.parse(text).ok()?.1.shape)).collect();
    let shape = shapes.first().copied().filter(|shape| !shape.is_classic())?;
    (2 * shapes.len() > texts.len()).then_some(shape)
}

/// Returns the notation of a file whose first rows show none, or what the user said that they do not show.
fn without_grids(NotationOverride { shape, alphabet }: NotationOverride, path: &Path) -> Result<Notation> {
    let reason = match (shape, alphabet) {
        (_, Some(Alphabet::Candidates)) => {
            "no column of the first rows holds candidates, 729 characters; leave out --alphabet".into()
        }
        (Some(shape), _) if !shape.is_classic() => {
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
    let Some(shape) = shape.filter(|shape| !shape.is_classic()) else { return Ok(Notation::default()) };
    let only = (shape.side() <= 9).then_some(Alphabet::FromOne);
    let unknown = || Error::Usage("the first rows do not show the alphabet: name it with --alphabet".into());
    Ok(Notation { shape, alphabet: alphabet.or(only).ok_or_else(unknown)? })
}
/// Returns an error if `said` names another shape or alphabet than `notation`. For a command that reads only 9×9, this is the notation of
/// 9×9.
pub fn check_notation(said: NotationOverride, notation: Notation) -> Result<()> {
    let option = match said {
        NotationOverride { shape: Some(shape), .. } if shape != notation.shape => "--shape",
        NotationOverride { alphabet: Some(alphabet), .. } if alphabet != notation.alphabet => "--alphabet",
        _ => return Ok(()),
    };
    Err(Error::Usage(format!("this command reads puzzles of 9×9 in digits only: leave out {option}")))
}
