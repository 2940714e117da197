//! `sudoku-bench dataset inspect`.

use std::process::ExitCode;

use sudoku_bench::{
    dataset::{
        audit::{self, Audit, Report},
        facts::Facts,
    },
    error::{Error, Result},
    reader::{Block, FileSummary},
    record::Rejected,
    runner::{PassEnd, Threads},
};

use super::corpus;
use crate::{
    cli::{Exit, Inspect},
    cmd::{interrupt, print, print_message, print_rejects, progress::Progress},
};

mod text;

pub fn run(args: Inspect) -> Result<ExitCode> {
    let mut corpus = corpus(args.files, args.reading, false)?;
    // The report says it.
    corpus.notice = None;
    let mut audit = Audit::new(args.memory.memory, args.memory.directory());
    let stop = interrupt::catch()?;
    let threads = Threads::new(args.machine.threads(), || Facts::new(args.machine.simd))?;
    let mut progress = Progress::new(&corpus.files, 1);
    let mut rejected = Rejected::default();
    let mut blocks = corpus.blocks_until(stop);
    let work = |facts: &mut Facts, _: usize, block: Block| (audit::examine(facts, &block), block);
    let ended = threads.map(&mut blocks, work, |(findings, block)| {
        audit.add(&block, findings)?;
        rejected.add(&block.rejects);
        progress.add(block.puzzles.len(), block.bytes);
        Ok(())
    });
    progress.finish();
    let ended = ended?;
    let (files, report) = (blocks.files(), audit.finish()?);
    if report.puzzles + report.rejected > 0 {
        let complete = matches!(ended, PassEnd::Complete);
        print(&if args.json { json(&files, &report, complete)? } else { text::text(&files, &report, complete) })?;
    }
    print_rejects(&rejected, None);
    match ended {
        PassEnd::Failed(error) => Err(error),
        PassEnd::Stopped => Ok(Exit::Interrupted.into()),
        PassEnd::Complete if args.strict && report.is_bad() => {
            print_message("something is wrong with the corpus (--strict makes it an error)");
            Ok(Exit::Error.into())
        }
        PassEnd::Complete => Ok(ExitCode::SUCCESS),
    }
}

/// The report and what is known of the files, as JSON.
fn json(files: &[FileSummary], report: &Report, complete: bool) -> Result<String> {
    let file = |file: &FileSummary| {
        let (schema, texture) = (file.schema.as_deref(), file.texture);
        let name = |place: usize| schema.and_then(|schema| schema.names.get(place));
        serde_json::json!({
            "path": file.path,
            "bytes": file.bytes,
            "puzzles": file.puzzles,
            "rejected": file.rejects,
            "layout": schema.map(|schema| schema.layout),
            "header": schema.is_some_and(|schema| schema.header.is_some()),
            "columns": schema.map_or(&[][..], |schema| &schema.names),
            "puzzle_column": schema.and_then(|schema| name(schema.puzzle)),
            "solution_column": schema.and_then(|schema| name(schema.solution?)),
            "lf": texture.lf,
            "crlf": texture.crlf,
            "cr": texture.carriage_returns,
            "final_line_end": !texture.unterminated,
            "byte_order_mark": texture.byte_order_mark,
            "comments": texture.comments,
            "empty_lines": texture.empty,
        })
    };
    let files: Vec<_> = files.iter().map(file).collect();
    let mut all = serde_json::to_value(report).map_err(|error| Error::Usage(error.to_string()))?;
    all["files"] = files.into();
    all["complete"] = complete.into();
    Ok(format!("{all:#}\n"))
}
