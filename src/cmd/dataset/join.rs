//! `sudoku-bench dataset join`.

use std::{path::Path, process::ExitCode};

use sudoku_bench::{
    dataset::side::Side,
    error::{Error, Result},
    layout::free_name,
    reader::Block,
    runner::{PassEnd, Threads},
    writer::Edit,
};

use super::{Shape, corpus, shape::Sink, wish};
use crate::{
    cli::Join,
    cmd::{check_stdin_is_read_once, interrupt, progress::Progress},
};

pub fn run(args: Join) -> Result<ExitCode> {
    let stop = interrupt::catch()?;
    check_stdin_is_read_once(args.sides.iter().chain([&args.corpus]))?;
    // A row that is no puzzle has a line beside it too: it must not shift the others.
    let corpus = corpus(vec![args.corpus], args.reading, true)?;
    let mut sides = args.sides.iter().map(|path| Side::open(path, stop)).collect::<Result<Vec<_>>>()?;
    let wishes = vec![wish(args.output)];
    let mut shape = Shape { corpus, threads: 1, wishes, added: Vec::new(), edit: Edit::Columns, rejects: None };
    let inputs: Vec<_> = shape.corpus.files.iter().chain(&args.sides).cloned().collect();
    let outputs: Vec<&Path> = shape.wishes.iter().filter_map(|wish| wish.path.as_deref()).collect();
    crate::cmd::outputs::check(&outputs, None, &inputs)?;
    shape.added = args.sides.iter().fold(Vec::new(), |mut names, path| {
        let stem = path.file_name().unwrap_or_default().to_string_lossy();
        names.push(free_name(stem.split('.').next().unwrap_or("side"), &names));
        names
    });
    let mut sink = Sink::begin(&shape)?;
    let mut progress = Progress::new(&shape.corpus.files, 1);
    let ended = Threads::new(1, || ())?.map(
        &mut shape.corpus.blocks_until(stop),
        |(), _, block| block,
        |block: Block| {
            for puzzle in &block.puzzles {
                let fields = sides.iter_mut().map(Side::take).collect::<Result<Vec<_>>>()?;
                sink.open(&block.schema)?[0].row(block.row(puzzle), puzzle, &fields)?;
            }
            progress.add(block.puzzles.len(), block.bytes);
            Ok(())
        },
    );
    progress.finish();
    let ended = ended.and_then(|ended| match ended {
        PassEnd::Complete => sides.iter_mut().try_for_each(Side::end).map(|()| ended),
        // Nobody asked for it by --strict.
        PassEnd::Failed(Error::Rejected { file, line, column, reason }) => {
            let reason = format!("{reason}; the row has a line in the other files too, so it cannot be left out");
            Err(Error::Malformed { place: format!("{file}:{line}:{column}"), reason })
        }
        ended => Ok(ended),
    });
    sink.end(ended)
}
