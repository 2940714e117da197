//! Joins the values of other files to the rows of a corpus, row by row or by an id.

use std::{
    borrow::Cow,
    env,
    path::PathBuf,
    sync::atomic::{AtomicBool, Ordering},
};

use super::{
    BlockRows, Observer, RowPass, RowPassResult,
    side_table::{SideForm, SideRows},
};
use corpus::{
    error::{Error, Result},
    fs::Checksum,
    layout::{ColumnType, Field},
    reader::{Block, KeptInputs, RowsById},
    writer::Edit,
};
use pass::{FirstRows, PassEnd, Threads};

pub struct Joined {
    pub reshaped: RowPassResult,
    /// Rows in which a file and the corpus differ in a column that both have, if rows are joined by number: the file
    /// may be in another order.
    pub differing: FirstRows,
}

enum Sides<'a> {
    /// The values of each file, row by row.
    Lines(Vec<(&'a SideForm, SideRows<'a>)>),
    /// The values of each file, by the id in this column of the corpus.
    ById(String, Vec<RowsById<Vec<Vec<u8>>>>),
}

impl RowPass {
    /// Adds the columns of other files. A file must have one row for every row of the corpus: the row with the same
    /// number or, with `by`, the row with the same value in this column. All files are read and checked before the
    /// first row is written; files that are joined by a column are held in memory.
    ///
    /// The corpus must be read with [`Corpus::strict`](corpus::reader::Corpus::strict): a row that is left out would
    /// shift the others. Returns an error if the rows of a file are not one for each row of the corpus.
    pub fn join(&self, paths: &[PathBuf], by: Option<&str>, observer: &mut Observer<'_>) -> Result<Joined> {
        let mut reshape = self.clone();
        let temporary = env::temp_dir();
        reshape.corpus.kept_inputs = self.corpus.kept_inputs.copy(&self.corpus.files, &temporary, observer.stop)?;
        let copies = KeptInputs::default().copy(paths, &temporary, observer.stop)?;
        let find = |path: &PathBuf| SideForm::find(&copies, path, by, observer.stop);
        let forms: Result<Vec<_>> = paths.iter().map(find).collect();
        let mut forms = forms?;
        let (sides, names) = match by {
            None => reshape.sides_by_line(&mut forms, observer.stop)?,
            Some(by) => reshape.sides_by_id(&mut forms, by, observer.stop)?,
        };
        reshape.join_sides(sides, names, observer)
    }

    /// Checks that every file has as many rows as the corpus, and returns the files and the names of their columns.
    fn sides_by_line<'s>(&self, forms: &'s mut [SideForm], stop: &'s AtomicBool) -> Result<(Sides<'s>, Vec<String>)> {
        let mut rows = 0;
        let mut names = Vec::new();
        for block in self.corpus.blocks_until(stop) {
            rows += block.map_err(cannot_be_left_out)?.puzzles.len() as u64;
        }
        for form in &mut *forms {
            if let (Some(note), Some(notice)) = (form.check_rows(rows)?, self.corpus.notice) {
                notice(&note);
            }
            names.extend(form.names(&names));
        }
        let sides = forms.iter().map(|form| Ok((form, form.open(stop)?))).collect::<Result<_>>()?;
        Ok((Sides::Lines(sides), names))
    }

    /// Checks that every file has the ids of the corpus and no others, and returns the files and the names of their columns.
    fn sides_by_id<'s>(
        &self,
        forms: &'s mut [SideForm],
        by: &str,
        stop: &AtomicBool,
    ) -> Result<(Sides<'s>, Vec<String>)> {
        let mut tables = Vec::new();
        let mut names = Vec::new();
        for form in &mut *forms {
            tables.push(form.rows_by_id(by, stop)?);
            names.extend(form.names(&names));
        }
        let malformed = |table: usize, line, reason: String| Error::malformed(&forms[table].name, line, reason);
        for block in self.corpus.blocks_until(stop) {
            let block = block.map_err(cannot_be_left_out)?;
            let index = id_column(&block, by)?;
            for puzzle in &block.puzzles {
                let row = block.schema.fields(block.row(puzzle));
                let id = field(&row, index);
                if let Some(table) = tables.iter_mut().position(|table| table.take(id, puzzle.line).is_none()) {
                    let id = String::from_utf8_lossy(id);
                    let location = puzzle.location();
                    return Err(malformed(table, 0, format!("no row has the {by} {id:?} of the corpus ({location})")));
                }
            }
        }
        for (index, table) in tables.iter().enumerate() {
            if let Some(&(id, line)) = table.unused().first() {
                let id = String::from_utf8_lossy(id);
                return Err(malformed(index, line, format!("no row of the corpus has the {by} {id:?}")));
            }
        }
        Ok((Sides::ById(by.into(), tables), names))
    }

    fn join_sides(&self, mut sides: Sides<'_>, names: Vec<String>, observer: &mut Observer<'_>) -> Result<Joined> {
        let edit = Edit::Columns(names.into_iter().map(|name| (name, ColumnType::Unknown)).collect());
        let mut sink = self.sink(&edit)?;
        let mut differing = FirstRows::default();
        let mut blocks = self.corpus.blocks_until(observer.stop);
        let ended = Threads::new(1, || ())?.map(
            &mut blocks,
            |(), _, block| block,
            |block: Block| {
                let mut rows = self.rows(&edit, &block);
                let joined = sides.join(&block, &mut rows, &mut differing);
                sink.block(&block, Checksum::default(), rows.finish())?;
                observer.block(&block);
                joined
            },
        );
        let ended = match ended {
            // After a stop, reading a file returns an error.
            Err(_) if observer.stop.load(Ordering::Relaxed) => Ok(PassEnd::Stopped),
            Ok(PassEnd::Failed(error)) => Ok(PassEnd::Failed(cannot_be_left_out(error))),
            ended => ended,
        };
        Ok(Joined { reshaped: sink.finish(ended, blocks.schema()), differing })
    }
}

impl Sides<'_> {
    fn join(&mut self, block: &Block, rows: &mut BlockRows<'_>, differing: &mut FirstRows) -> Result<()> {
        match self {
            Sides::Lines(sides) => {
                let shared: Vec<_> = sides.iter().map(|(form, _)| form.shared_columns(&block.schema)).collect();
                let compares = shared.iter().any(|columns| !columns.is_empty());
                for puzzle in &block.puzzles {
                    let row = if compares { block.schema.fields(block.row(puzzle)) } else { Vec::new() };
                    let mut fields = Vec::new();
                    for ((form, side), shared) in sides.iter_mut().zip(&shared) {
                        let values = side.fields()?;
                        let differs = |&&(own, index): &&(usize, usize)| values[own] != field(&row, index);
                        if let Some(&(own, _)) = shared.iter().find(differs) {
                            differing.add(|| format!("{} in {}", form.columns[own], puzzle.location()));
                        }
                        fields.extend(values.into_iter().map(Field::from));
                    }
                    rows.add(puzzle, &fields);
                }
            }
            Sides::ById(by, tables) => {
                let index = id_column(block, by)?;
                for puzzle in &block.puzzles {
                    let row = block.schema.fields(block.row(puzzle));
                    let id = field(&row, index);
                    let fields =
                        tables.iter().filter_map(|table| table.get(id)).flatten().map(|field| Field::from(&**field));
                    rows.add(puzzle, &fields.collect::<Vec<_>>());
                }
            }
        }
        Ok(())
    }
}

fn id_column(block: &Block, by: &str) -> Result<usize> {
    let schema = &block.schema;
    schema
        .index_of(by)
        .ok_or_else(|| Error::Usage(format!("the corpus has no column {by}; it has {}", schema.names.join(", "))))
}

/// Returns a field of a row of the corpus, without spaces around it; empty if the row is too short.
fn field<'r>(row: &'r [Cow<'_, [u8]>], index: usize) -> &'r [u8] {
    row.get(index).map_or(&[], |field| field.trim_ascii())
}

/// Adds to the error of a rejected row why the row ends the pass.
fn cannot_be_left_out(error: Error) -> Error {
    match error {
        Error::Rejected { file, line, column, reason } => {
            let reason = format!("{reason}; the row has a line in the other files too, so it cannot be left out");
            Error::Malformed { place: format!("{file}:{line}:{column}"), reason }
        }
        error => error,
    }
}
