//! The rows to score: puzzles with the predictions of every model.

use std::{
    path::{Path, PathBuf},
    sync::atomic::AtomicBool,
};

use super::{
    answer::{Answer, Place},
    cells::{notation_in, parse, puzzle_in},
    columns::{Columns, NamedColumns},
    gathered::Gathered,
    places::{Gathering, PlaceColumns},
    problem::image,
    row::{Row, samples},
};
use corpus::{
    error::{Error, Result},
    layout::LayoutOverride,
    numbers::{count, plural},
    reader::{KeptInputs, RowsById, Table, TableRow},
};
use grid::{
    Shape,
    text::{Alphabet, Notation, NotationOverride},
};
use pass::FirstRows;

#[derive(Clone, Debug)]
pub struct Model {
    pub name: String,
    pub path: PathBuf,
}

#[derive(Clone, Debug, Default)]
pub struct Files {
    /// The models. The first is the baseline of comparisons.
    pub models: Vec<Model>,
    /// The file with the puzzles; `None` if they are in the file of the first model.
    pub corpus: Option<PathBuf>,
    /// The column by which predictions are joined to puzzles; `None` joins them row by row.
    pub id: Option<String>,
    pub columns: NamedColumns,
    pub layout: LayoutOverride,
    /// How grids are written; what is `None` comes from the first puzzle.
    pub notation: NotationOverride,
    pub gathering: Gathering,
}

impl Files {
    /// Returns the paths of all files, that of the puzzles first.
    pub fn paths(&self) -> Vec<PathBuf> {
        self.corpus.iter().chain(self.models.iter().map(|model| &model.path)).cloned().collect()
    }
}

#[derive(Clone, Debug, Default)]
pub struct Joined {
    pub missing: Vec<FirstRows>,
    pub surplus: Vec<FirstRows>,
}

pub struct Rows<'a> {
    pub base: Table<'a>,
    pub columns: Columns,
    pub id: Option<usize>,
    /// True if the predictions of the first model are in the file of the puzzles.
    pub is_own: bool,
    sides: Vec<Side<'a>>,
    places: PlaceColumns,
    gathering: &'a Gathering,
    /// The files of the models, if the rows of each puzzle are gathered.
    gathers: Option<Vec<&'a Path>>,
    /// What is left of the gathered rows; `None` before they are read.
    gathered: Option<std::vec::IntoIter<Row>>,
    /// True if a file has steps.
    pub has_steps: bool,
    /// The steps of each model, which are known with the first row.
    pub steps: Vec<Vec<u64>>,
    pub notation: Notation,
    rows: u64,
    ended: bool,
    pub notes: Vec<String>,
    pub joined: Joined,
}

/// The predictions of a model in another file.
enum Side<'a> {
    Lines { table: Box<Table<'a>>, columns: Columns, places: PlaceColumns },
    ById(RowsById<Vec<Answer<'static>>>),
}

impl<'a> Rows<'a> {
    pub fn open(files: &'a Files, stop: &'a AtomicBool) -> Result<Rows<'a>> {
        let (own, others) = match &files.corpus {
            Some(_) => (None, &files.models[..]),
            None => (files.models.first(), &files.models[1..]),
        };
        let path = files.corpus.as_ref().or(own.map(|model| &model.path)).expect("there is a model");
        let base = Table::open(&KeptInputs::default(), path, &files.layout, stop)?;
        if base.first().is_none() {
            return Err(Error::NoRows { path: path.display().to_string() });
        }
        let id = files.id.as_deref().map(|id| base.column(id)).transpose()?;
        let columns = match own {
            Some(model) => Columns::of_all(&base, &files.columns, &model.name, id)?,
            None => Columns::of_corpus(&base, &files.columns)?,
        };
        let notation = first_notation(&base, &columns, files.notation)?;
        let is_own = own.is_some();
        let places = PlaceColumns::find(&base, &files.columns, &files.gathering, is_own)?;
        let mut sides = Vec::new();
        let mut notes = vec![note(&base, &columns, &places, files.id.as_deref())];
        let mut all_places = vec![places.clone()];
        for model in others {
            let (side, places, found) = Side::open(model, files, notation.shape, stop)?;
            notes.push(found);
            sides.push(side);
            all_places.push(places);
        }
        if let Some(name) =
            files.columns.inverse.as_ref().filter(|_| all_places.iter().all(|places| places.transform.is_none()))
        {
            base.column(name)?;
        }
        let has_steps = all_places.iter().any(|places| places.step.is_some());
        let paths = || files.models.iter().map(|model| &*model.path).collect();
        let gathers = (has_steps || files.gathering.is_asked(&files.columns)).then(paths);
        let missing = vec![FirstRows::default(); files.models.len()];
        let joined = Joined { surplus: missing.clone(), missing };
        Ok(Rows {
            base,
            columns,
            id,
            is_own,
            sides,
            places,
            gathering: &files.gathering,
            gathers,
            gathered: None,
            has_steps,
            steps: vec![Vec::new(); files.models.len()],
            notation,
            rows: 0,
            ended: false,
            notes,
            joined,
        })
    }

    /// Returns the next row, with the answers of all rows of its puzzle if rows are gathered, as [`Rows::joined_row`] does.
    pub fn next_row(&mut self) -> Result<Option<Row>> {
        let Some(paths) = self.gathers.clone() else { return self.joined_row() };
        if self.gathered.is_none() {
            let mut gathered = Gathered::default();
            while let Some(row) = self.joined_row()? {
                let row = self.with_places(row)?;
                let (key, puzzle) = self.puzzle_key(&row);
                gathered.add(key, puzzle, row, self.base.path())?;
            }
            let (rows, steps) = gathered.finish(&paths, self.gathering)?;
            self.steps = steps;
            self.gathered = Some(rows.into_iter());
        }
        Ok(self.gathered.as_mut().and_then(Iterator::next))
    }

    /// Returns a row in which all answers have their places.
    fn with_places(&self, mut row: Row) -> Result<Row> {
        let shape = self.notation.shape;
        let place = self.places.read(self.base.path(), &self.base.schema().names, &row.row, shape)?.unwrap_or_default();
        if row.is_own {
            let own = row.answers(0, &self.columns, shape).iter().map(|answer| answer.text.to_string()).collect();
            let fields = Some(row.row.fields.clone()).filter(|_| self.gathering.keeps_fields);
            let place = Place { fields, line: row.row.line, ..place.clone() };
            row.predictions.insert(0, placed(own, Some(place)));
            (row.is_own, row.has_lines) = (false, true);
        }
        row.transform = place.transform;
        for answers in &mut row.predictions {
            for answer in answers {
                let of_answer = answer.place.get_or_insert_default();
                of_answer.transform = of_answer.transform.or(place.transform);
            }
        }
        Ok(row)
    }

    /// Returns what the rows of a puzzle share, and the cells of the puzzle. A row that is no puzzle has a key of its own.
    fn puzzle_key(&self, row: &Row) -> (Vec<u8>, Vec<u8>) {
        let text =
            self.columns.puzzle.as_ref().filter(|_| row.row.defect.is_none()).map(|field| field.text(&row.row.fields));
        let Some(cells) = text.and_then(|text| puzzle_in(&text, self.notation)) else {
            return (format!("\0line {}", row.row.line).into_bytes(), Vec::new());
        };
        let original = row.transform.and_then(|transform| image(&cells, &transform.inverse(), self.notation.shape));
        let puzzle = original.unwrap_or(cells);
        (self.id.map_or(puzzle.clone(), |id| row.row.field(id).trim_ascii().to_vec()), puzzle)
    }

    /// Returns the next row of the files; `None` at the end of all files. Returns an error if files that are joined row by row have
    /// different numbers of rows, or different puzzles in a row, or if two puzzles have the same id.
    fn joined_row(&mut self) -> Result<Option<Row>> {
        let Some(row) = self.base.next_row()? else {
            if !std::mem::replace(&mut self.ended, true) {
                self.end()?;
            }
            return Ok(None);
        };
        self.rows += 1;
        let predictions = (0..self.sides.len()).map(|side| self.predictions(&row, side)).collect::<Result<_>>()?;
        Ok(Some(Row { row, transform: None, is_own: self.is_own, has_lines: false, predictions }))
    }

    pub fn recycle(&mut self, row: Row) {
        self.base.recycle(row.row.fields);
    }

    fn predictions(&mut self, row: &TableRow, side: usize) -> Result<Vec<Answer<'static>>> {
        match &mut self.sides[side] {
            Side::Lines { table, columns, places } => {
                let Some(other) = table.next_row()? else {
                    return Err(other_rows(table.path(), self.rows - 1, self.base.path(), "more"));
                };
                check_same(row, &self.columns, &other, columns, (self.base.path(), table.path()), self.notation)?;
                let field = columns.prediction.as_ref().expect("it was asked for");
                let is_read = other.defect.is_none();
                let text = || samples(&field.text(&other.fields), self.notation.shape);
                let texts = if is_read { text() } else { vec![unreadable(&other)] };
                let place = places.read(table.path(), &table.schema().names, &other, self.notation.shape)?;
                Ok(placed(texts, place))
            }
            Side::ById(by_id) => {
                let id = row.field(self.id.unwrap_or(0)).trim_ascii();
                let shown = || String::from_utf8_lossy(id);
                match by_id.take(id, row.line) {
                    Some((texts, None)) => Ok(texts.clone()),
                    Some((_, Some(before))) => {
                        let reason = format!("the id {} is in line {before} too; each puzzle needs its own", shown());
                        Err(Error::malformed(self.base.path(), row.line, reason))
                    }
                    None => {
                        let missing = &mut self.joined.missing[side + usize::from(self.is_own)];
                        missing.add(|| format!("{} (line {})", shown(), row.line));
                        Ok(Vec::new())
                    }
                }
            }
        }
    }

    /// Checks that no prediction is left, and notes the ids that no puzzle has.
    fn end(&mut self) -> Result<()> {
        let base = self.base.path();
        let surplus = self.joined.surplus.iter_mut().skip(usize::from(self.is_own));
        for (side, surplus) in self.sides.iter_mut().zip(surplus) {
            match side {
                Side::Lines { table, .. } => {
                    let mut more = 0;
                    while table.next_row()?.is_some() {
                        more += 1;
                    }
                    if more > 0 {
                        return Err(other_rows(table.path(), self.rows + more, base, &count(self.rows)));
                    }
                }
                Side::ById(by_id) => {
                    let unused = by_id.unused();
                    if by_id.is_unused() {
                        let first = unused.first().map_or("".into(), |(id, _)| String::from_utf8_lossy(id));
                        let reason = format!("no prediction has the id of a puzzle; the first has {first:?}");
                        return Err(Error::malformed(base, 0, reason));
                    }
                    for (id, line) in unused {
                        surplus.add(|| format!("{} (line {line})", String::from_utf8_lossy(id)));
                    }
                }
            }
        }
        Ok(())
    }
}

impl<'a> Side<'a> {
    fn open(
        model: &'a Model,
        files: &'a Files,
        shape: Shape,
        stop: &'a AtomicBool,
    ) -> Result<(Side<'a>, PlaceColumns, String)> {
        let mut table = Table::open(&KeptInputs::default(), &model.path, &files.layout, stop)?;
        let id = files.id.as_deref().map(|id| table.column(id)).transpose()?;
        let columns = Columns::of_predictions(&table, files.columns.prediction.as_ref(), &model.name, id)?;
        let places = PlaceColumns::find(&table, &files.columns, &files.gathering, true)?;
        let found = note(&table, &columns, &places, files.id.as_deref());
        let Some(id) = id else {
            let side = Side::Lines { table: Box::new(table), columns, places: places.clone() };
            return Ok((side, places, found));
        };
        let field = columns.prediction.expect("it was asked for");
        let schema = table.schema().clone();
        let by_id = RowsById::read(&mut table, id, |all: &mut Vec<Answer<'static>>, row, _| {
            let texts = samples(&field.text(&row.fields), shape);
            all.extend(placed(texts, places.read(&model.path, &schema.names, &row, shape)?));
            Ok(())
        })?;
        Ok((Side::ById(by_id), places, found))
    }
}

/// Returns the answers in a row. Several are samples, whatever the column of the sample says.
fn placed(texts: Vec<String>, place: Option<Place>) -> Vec<Answer<'static>> {
    let sample = |place: &Place| place.sample.filter(|_| texts.len() == 1);
    let place = place.map(|place| Box::new(Place { sample: sample(&place), ..place }));
    texts.into_iter().map(|text| Answer { text: text.into(), place: place.clone() }).collect()
}

/// Returns what is read of a file: "test.csv: puzzles in column puzzle, labels in column solution".
fn note(table: &Table<'_>, columns: &Columns, places: &PlaceColumns, id: Option<&str>) -> String {
    let names = &table.schema().names;
    let found = [("puzzles", &columns.puzzle), ("labels", &columns.label), ("predictions", &columns.prediction)];
    let found =
        found.into_iter().filter_map(|(what, field)| Some(format!("{what} in column {}", field.as_ref()?.name(names))));
    let joined = id.map(|id| format!("ids in column {id}"));
    let found = found.chain(places.notes(names)).chain(joined);
    format!("{}: {}", table.path().display(), found.collect::<Vec<_>>().join(", "))
}

/// Returns the notation: what the user said, and the rest from the first puzzle.
fn first_notation(table: &Table<'_>, columns: &Columns, said: NotationOverride) -> Result<Notation> {
    let path = table.path();
    let Some(first) = table.first() else { return Err(Error::NoRows { path: path.display().to_string() }) };
    let Some(field) = &columns.puzzle else {
        let names = table.schema().names.join(", ");
        return Err(Error::Usage(format!(
            "{}: no column of puzzles is found among {names}; name it with --puzzle-column, or give the file with the puzzles as CORPUS",
            path.display()
        )));
    };
    let text = field.text(&first.fields);
    let label = columns.label.as_ref().map(|field| field.text(&first.fields)).unwrap_or_default();
    let unclear = |reason| Error::malformed(path, first.line, reason);
    let name = field.name(&table.schema().names);
    match (notation_in(&text, &label, said).map_err(unclear)?, said.alphabet) {
        (_, Some(Alphabet::Candidates)) => Err(unclear("candidates are not scored; leave out --alphabet".into())),
        (Some(notation), _) => Ok(notation),
        (None, Some(alphabet)) => {
            Err(unclear(format!("{name} is not written in the alphabet {}; leave out --alphabet", alphabet.name())))
        }
        (None, None) => {
            let cells = plural(parse(&text, Notation::default()).len() as u64, "cell");
            Err(unclear(format!(
                "{name} is no puzzle of 4×4, 6×6, 8×8, 9×9 or 16×16, but has {cells}; name another column with --puzzle-column, or \
                 the size with --shape"
            )))
        }
    }
}

/// Returns what is left of a row that cannot be read: it is a malformed prediction.
fn unreadable(row: &TableRow) -> String {
    row.defect.as_ref().map_or(String::new(), |defect| format!("({})", defect.reason))
}

/// Returns the error of a file with another number of rows than the file of the puzzles, which has `wanted`.
fn other_rows(path: &Path, rows: u64, base: &Path, wanted: &str) -> Error {
    let rows = plural(rows, "row");
    let base = base.display();
    Error::malformed(path, 0, format!("has {rows}, and {base} has {wanted}; --id COLUMN joins rows by an id"))
}

/// Checks that rows with the same number have the same puzzle, if both files have puzzles.
fn check_same(
    row: &TableRow,
    columns: &Columns,
    other: &TableRow,
    theirs: &Columns,
    paths: (&Path, &Path),
    notation: Notation,
) -> Result<()> {
    let (Some(own), Some(their)) = (&columns.puzzle, &theirs.puzzle) else { return Ok(()) };
    let own = own.text(&row.fields);
    let their = their.text(&other.fields);
    if own == their || other.defect.is_some() || row.defect.is_some() {
        return Ok(());
    }
    let is_same = puzzle_in(&own, notation).is_none_or(|own| parse(&their, notation) == own);
    if is_same {
        return Ok(());
    }
    let reason = format!("has another puzzle than {}:{}; --id COLUMN joins rows by an id", paths.0.display(), row.line);
    Err(Error::malformed(paths.1, other.line, reason))
}
