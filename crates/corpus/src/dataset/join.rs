//! Joins the values of other files to the rows of a corpus, row by row or by an id.

use std::{
    env,
    path::PathBuf,
    sync::atomic::{AtomicBool, Ordering},
};

use super::{
    BlockRows, Observer, Reshape, Reshaped,
    row_sink::RowSink,
    side_file::{SideFile, SideForm},
    side_table::SideTable,
};
use crate::{
    error::{Error, Result},
    layout::{ColumnType, Field},
    pass::{PassEnd, Threads},
    reader::{Block, Checksum, Copies, Puzzle},
    writer::Edit,
};

/// The values to join.
enum Sides<'a> {
    /// The values of each file, row by row.
    Lines(Vec<SideFile<'a>>),
    /// The values of each file, by the id in this column of the corpus.
    Tables(String, Vec<SideTable>),
}

impl Reshape {
    /// Adds the columns of other files, which have a row for every row of the corpus: the row with the same number or, with
    /// `by`, the row with the same value in this column. All files are read and checked before the first row is written;
    /// files that are joined by a column are held in memory.
    ///
    /// The corpus must be read with [`Corpus::strict`](crate::reader::Corpus::strict): a row that is left out would shift
    /// the others.
    ///
    /// # Errors
    ///
    /// Returns an error if a file cannot be read, or if its rows are not one for each row of the corpus, and the errors of
    /// [`Reshape::run`].
    pub fn join(&self, paths: &[PathBuf], by: Option<&str>, observer: &mut Observer<'_>) -> Result<Reshaped> {
        let mut reshape = self.clone();
        let temporary = env::temp_dir();
        reshape.corpus.copies = Copies::make(&self.corpus.files, &temporary, observer.stop)?;
        let copies = Copies::make(paths, &temporary, observer.stop)?;
        let find = |path: &PathBuf| SideForm::find(copies.source(path), path, observer.stop);
        let forms: Result<Vec<_>> = paths.iter().map(find).collect();
        let mut forms = forms?;
        let (sides, names) = match by {
            None => reshape.sides_by_line(&mut forms, observer.stop)?,
            Some(by) => reshape.sides_by_id(forms, by, observer.stop)?,
        };
        reshape.join_sides(sides, names, observer)
    }

    /// Checks that every file has as many rows as the corpus, and returns the files and the names of their columns.
    fn sides_by_line<'s>(&self, forms: &'s mut [SideForm], stop: &'s AtomicBool) -> Result<(Sides<'s>, Vec<String>)> {
        let (mut rows, mut names) = (0, Vec::new());
        self.each_row(stop, |_, _| {
            rows += 1;
            Ok(())
        })?;
        for form in &mut *forms {
            form.check_rows(rows)?;
            names.extend(form.names(&names));
        }
        let sides = forms.iter().map(|form| form.open(stop)).collect::<Result<_>>()?;
        Ok((Sides::Lines(sides), names))
    }

    /// Checks that every file has the ids of the corpus and no others, and returns the files and the names of their columns.
    fn sides_by_id<'s>(
        &self,
        forms: Vec<SideForm>,
        by: &str,
        stop: &'s AtomicBool,
    ) -> Result<(Sides<'s>, Vec<String>)> {
        let (mut tables, mut names) = (Vec::new(), Vec::new());
        for form in forms {
            let table = SideTable::read(form, by, stop)?;
            names.extend(table.names(&names));
            tables.push(table);
        }
        self.each_row(stop, |block, puzzle| {
            let id = id(block, puzzle, by)?;
            tables.iter_mut().try_for_each(|table| table.use_row(&id, puzzle))
        })?;
        tables.iter().try_for_each(SideTable::check_all_used)?;
        Ok((Sides::Tables(by.into(), tables), names))
    }

    /// Calls `each` for every row of the corpus.
    fn each_row(&self, stop: &AtomicBool, mut each: impl FnMut(&Block, &Puzzle) -> Result<()>) -> Result<()> {
        for block in self.corpus.blocks_until(stop) {
            let block = block.map_err(cannot_be_left_out)?;
            block.puzzles.iter().try_for_each(|puzzle| each(&block, puzzle))?;
        }
        Ok(())
    }

    fn join_sides(&self, mut sides: Sides<'_>, names: Vec<String>, observer: &mut Observer<'_>) -> Result<Reshaped> {
        let edit = Edit::Columns(names.into_iter().map(|name| (name, ColumnType::Unknown)).collect());
        let mut sink = RowSink::begin(self, &edit)?;
        let mut blocks = self.corpus.blocks_until(observer.stop);
        let ended = Threads::new(1, || ())?.map(
            &mut blocks,
            |(), _, block| block,
            |block: Block| {
                let mut rows = self.rows(&edit, &block);
                let joined = sides.join(&block, &mut rows);
                sink.block(&block, Checksum::default(), rows.finish())?;
                observer.block(&block);
                joined
            },
        );
        let ended = match ended {
            // A file that is stopped while it is read returns an error.
            Err(_) if observer.stop.load(Ordering::Relaxed) => Ok(PassEnd::Stopped),
            Ok(PassEnd::Failed(error)) => Ok(PassEnd::Failed(cannot_be_left_out(error))),
            ended => ended,
        };
        Ok(sink.finish(ended, blocks.schema()))
    }
}

impl Sides<'_> {
    /// Writes the rows of a block with their values.
    fn join(&mut self, block: &Block, rows: &mut BlockRows<'_>) -> Result<()> {
        for puzzle in &block.puzzles {
            match self {
                Sides::Lines(files) => {
                    let mut fields = Vec::new();
                    for file in files {
                        // Another program may have changed the file after it was checked.
                        let row = file.next()?.ok_or_else(|| {
                            Error::Changed(
                                "a joined file became shorter while it was read; run the command again".into(),
                            )
                        })?;
                        fields.extend(row.fields.into_iter().map(Field::from));
                    }
                    rows.add(puzzle, &fields);
                }
                Sides::Tables(by, tables) => {
                    let id = id(block, puzzle, by)?;
                    let fields = tables.iter().flat_map(|table| table.fields(&id)).map(|field| Field::from(&**field));
                    rows.add(puzzle, &fields.collect::<Vec<_>>());
                }
            }
        }
        Ok(())
    }
}

/// Returns the value of a row of the corpus in the column `by`.
fn id(block: &Block, puzzle: &Puzzle, by: &str) -> Result<Vec<u8>> {
    let schema = &block.schema;
    let place = schema
        .place_of(by)
        .ok_or_else(|| Error::Usage(format!("the corpus has no column {by}; it has {}", schema.names.join(", "))))?;
    let fields = schema.fields(block.row(puzzle));
    Ok(fields.get(place).map_or(Vec::new(), |field| field.trim_ascii().to_vec()))
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
