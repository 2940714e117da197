//! Rows in, rows out: what most commands on data sets are.

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
};

use sudoku_bench::{
    error::Result,
    fs::PartFile,
    grid::Grid,
    layout::Schema,
    reader::{Block, Corpus, Puzzle},
    record::{Rejected, Rejects},
    runner::{PassEnd, Threads},
    writer::{Edit, OutputSpec, Target},
};

use super::{corpus, wish};
use crate::{
    cli::{Exit, ShapeArgs},
    cmd::{interrupt, is_closed_pipe, print_message, print_rejects, progress::Progress},
};

/// What becomes of a row.
pub enum Change {
    /// It is left out.
    Drop,
    /// It stays as it is.
    Keep,
    /// It goes to the output at this place.
    To(usize),
    /// It gets these fields behind its own.
    Add(Vec<String>),
    /// It is followed by the same row with other puzzles and solutions; or, where it is not kept, replaced.
    Images { keep: bool, images: Vec<(Grid, Option<Grid>)> },
}

/// A corpus, and where its rows go.
pub struct Shape {
    pub corpus: Corpus,
    pub threads: usize,
    /// The outputs; mostly one.
    pub wishes: Vec<OutputSpec>,
    /// The names of the columns that are added.
    pub added: Vec<String>,
    pub edit: Edit,
    pub rejects: Option<PathBuf>,
}

impl Shape {
    pub fn resolve(args: ShapeArgs) -> Result<Shape> {
        let corpus = corpus(args.files, args.reading, args.strict)?;
        let threads = args.machine.threads();
        let (wishes, added) = (vec![wish(args.output)], Vec::new());
        let shape = Shape { corpus, threads, wishes, added, edit: Edit::None, rejects: args.rejects };
        shape.check_outputs()?;
        Ok(shape)
    }

    /// Sees to it that no input is lost by being written to.
    pub fn check_outputs(&self) -> Result<()> {
        let outputs: Vec<&Path> = self.wishes.iter().filter_map(|wish| wish.path.as_deref()).collect();
        crate::cmd::outputs::check(&outputs, self.rejects.as_deref(), &self.corpus.files)
    }

    /// Passes the rows on for which `change`, that is given each puzzle and its place from 0, says so.
    pub fn keep(&self, mut change: impl FnMut(u64, &Puzzle) -> Result<Change>) -> Result<ExitCode> {
        let mut place = 0;
        let sink = |puzzle: &Puzzle, (): ()| {
            place += 1;
            change(place - 1, puzzle)
        };
        self.run(|| (), |(), block| Ok(vec![(); block.puzzles.len()]), sink)
    }

    /// Passes the rows on as they were changed by `work`, in parallel, with a workspace that `build` makes.
    pub fn change<W: Send>(
        &self,
        build: impl FnMut() -> W,
        work: impl Fn(&mut W, &Block) -> Result<Vec<Change>> + Sync,
    ) -> Result<ExitCode> {
        self.run(build, work, |_, change| Ok(change))
    }

    /// Finds something out of every puzzle by `work`, in parallel, and has `change` say, in order, what becomes of it.
    pub fn run<W: Send, T: Send>(
        &self,
        build: impl FnMut() -> W,
        work: impl Fn(&mut W, &Block) -> Result<Vec<T>> + Sync,
        mut change: impl FnMut(&Puzzle, T) -> Result<Change>,
    ) -> Result<ExitCode> {
        let stop = interrupt::catch()?;
        let mut sink = Sink::begin(self)?;
        let threads = Threads::new(self.threads, build)?;
        let mut progress = Progress::new(&self.corpus.files, 1);
        let work = |workspace: &mut W, _: usize, block: Block| work(workspace, &block).map(|found| (block, found));
        let ended = threads.map(&mut self.corpus.blocks_until(stop), work, |made| {
            let (block, found) = made?;
            sink.block(&block, found, &mut change)?;
            progress.add(block.puzzles.len(), block.bytes);
            Ok(())
        });
        progress.finish();
        sink.end(ended)
    }
}

/// Writes the rows.
pub struct Sink<'a> {
    shape: &'a Shape,
    /// Begun with the first row, so that a run that never comes so far leaves everything as it was.
    targets: Vec<Target>,
    rejects: Option<Rejects>,
    rejected: Rejected,
}

impl<'a> Sink<'a> {
    pub fn begin(shape: &'a Shape) -> Result<Sink<'a>> {
        let rejects = shape.rejects.as_deref().map(PartFile::create_for_user).transpose()?;
        let rejects = rejects.map(Rejects::to).transpose()?;
        Ok(Sink { shape, targets: Vec::new(), rejects, rejected: Rejected::default() })
    }

    fn block<T>(
        &mut self,
        block: &Block,
        found: Vec<T>,
        change: &mut impl FnMut(&Puzzle, T) -> Result<Change>,
    ) -> Result<()> {
        self.rejected(block)?;
        if !block.puzzles.is_empty() {
            self.open(&block.schema)?;
        }
        for (puzzle, found) in block.puzzles.iter().zip(found) {
            let row = block.row(puzzle);
            match change(puzzle, found)? {
                Change::Drop => {}
                Change::Keep => self.targets[0].row(row, puzzle, &[])?,
                Change::To(place) => self.targets[place].row(row, puzzle, &[])?,
                Change::Add(fields) => self.targets[0].row(row, puzzle, &fields)?,
                Change::Images { keep, images } => {
                    if keep {
                        self.targets[0].row(row, puzzle, &[])?;
                    }
                    for (givens, solution) in images {
                        self.targets[0].image(row, &givens, solution.as_ref())?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Keeps the rejects of a block.
    pub fn rejected(&mut self, block: &Block) -> Result<()> {
        if let Some(rejects) = &mut self.rejects {
            rejects.write(&block.rejects)?;
        }
        self.rejected.add(&block.rejects);
        Ok(())
    }

    /// The outputs, which are begun if they were not.
    pub fn open(&mut self, schema: &Schema) -> Result<&mut [Target]> {
        if self.targets.is_empty() {
            let Shape { wishes, edit, added, .. } = self.shape;
            let begin = |wish| Target::begin(wish, schema, *edit, added);
            self.targets = wishes.iter().map(begin).collect::<Result<_>>()?;
        }
        Ok(&mut self.targets)
    }

    /// Names the files, or leaves what there is under temporary names, and finds the exit code.
    pub fn end(mut self, ended: Result<PassEnd>) -> Result<ExitCode> {
        let complete = matches!(ended, Ok(PassEnd::Complete));
        let result = match ended {
            Ok(PassEnd::Complete) => Ok(ExitCode::SUCCESS),
            Ok(PassEnd::Stopped) => Ok(Exit::Interrupted.into()),
            Ok(PassEnd::Failed(error)) | Err(error) => Err(error),
        };
        let closed = self.close(complete);
        print_rejects(&self.rejected, self.shape.rejects.as_deref());
        // What went wrong first is what to tell.
        match result.and_then(|code| closed.map(|()| code)) {
            Err(error) if is_closed_pipe(&error) => Ok(ExitCode::SUCCESS),
            result => result,
        }
    }

    /// Closes every file, also where one of them cannot be written.
    fn close(&mut self, complete: bool) -> Result<()> {
        let mut closed = match self.rejects.take().map(Rejects::finish) {
            Some((mut file, _)) => file.flush().and_then(|()| file.commit()),
            None => Ok(()),
        };
        for target in self.targets.drain(..) {
            let result = if complete && closed.is_ok() {
                target.finish()
            } else {
                let tell = |part: PathBuf| print_message(&format!("what was done is in {}", part.display()));
                target.give_up().map(|part| part.into_iter().for_each(tell))
            };
            closed = closed.and(result);
        }
        closed
    }
}
