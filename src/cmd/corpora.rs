//! The corpora that arguments name.

use std::path::PathBuf;

use benchmark::record::RoundCount;
use corpus::{
    error::Result,
    reader::{BlockSize, Corpus, Extras, RandomSample, is_read_once},
};

use super::{
    console::print_message_once,
    files::{self, is_stdio},
    interrupt,
};
use crate::cli::{CorpusArgs, ReadingArgs};

pub fn corpus(args: CorpusArgs, strict: bool, rounds: RoundCount, block_size: BlockSize) -> Result<Corpus> {
    let CorpusArgs { files, reading, sample } = args;
    files::check_inputs(&files)?;
    if rounds != RoundCount::Fixed(1)
        && let Some(path) = files.iter().find(|path| is_read_once(path))
    {
        let name = if is_stdio(path) { "standard input".into() } else { path.display().to_string() };
        return usage!("{name} can be read only once; save it to a file for several --rounds");
    }
    let sample = sample.sample.map(|size| RandomSample { size, seed: sample.seed });
    Ok(Corpus { strict, sample, block_size, ..corpus_of_files(files, reading, Extras::default()) })
}

pub fn corpus_of_files(files: Vec<PathBuf>, args: ReadingArgs, extras: Extras) -> Corpus {
    let layout = args.layout_override();
    let notation_override = args.notation_override();
    let ReadingArgs { puzzle_column, solution_column, pad_zeros, .. } = args;
    let notice = Some(print_message_once as fn(&str));
    Corpus {
        files,
        layout,
        notation_override,
        puzzle_column,
        solution_column,
        pad_zeros,
        extras,
        notice,
        ..Corpus::default()
    }
}

pub fn of_any_shape(mut corpus: Corpus) -> Result<Corpus> {
    corpus.find_notation(interrupt::catch()?)?;
    Ok(corpus)
}
