//! `sudoku-bench dataset split`.

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
};

use corpus::{
    error::{Error, Result},
    layout::{by_extension, without_extensions},
    numbers,
    reader::Column,
    writer::OutputSpec,
};
use dataset::{Equality, ExactParts, ExactSplit, Observer, PartSizes, RowPass, draw::Parts};

use super::{
    memory::MemoryArgs,
    reshape::{check_outputs, conclude, corpus},
};
use crate::{
    cli::{
        Exit, MachineArgs, ReadingArgs, StrictArgs, choices, heading, number::parse_number, values::parse_part_sizes,
    },
    cmd::{interrupt, row_pass::watched},
};

/// How many comparisons take as much memory as exact sizes: rows are sorted twice, with 32 and 24 bytes, each time in half of the memory.
const SORTS: usize = 3;

#[derive(clap::Args, Debug)]
pub struct Args {
    /// Shares of the parts, such as 0.9/0.05/0.05, or their numbers of rows, such as rest/1000; with shares alone, a row's part does not depend on other rows, and sizes vary by chance
    #[arg(value_name = "SIZES", value_parser = parse_part_sizes)]
    sizes: PartSizes,

    /// Corpora in any layout, also compressed
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Output files, one for each part, separated by commas [default: beside the input: NAME.train.csv, NAME.test.csv; with NAME.valid.csv for three, NAME.1.csv and so on for more]
    #[arg(short, long, value_name = "FILE", value_delimiter = ',', help_heading = heading::OUTPUT)]
    output: Vec<PathBuf>,

    /// Put rows that share this into the same part; a puzzle without exactly one solution counts by `puzzle` instead of `solution`, and by `class` instead of `solution-class`
    #[arg(long, default_value = "puzzle", value_name = "NOTION", value_parser = choices::equality())]
    by: Equality,

    /// Give each part its share of the rows with each value of this column, or of `clues`; sizes are then exact
    #[arg(long, value_name = "COLUMN")]
    stratify: Option<Column>,

    /// Seed of the random numbers
    #[arg(long, default_value_t = 0, value_name = "N", value_parser = parse_number)]
    seed: u64,

    #[command(flatten)]
    machine: MachineArgs,

    #[command(flatten)]
    reading: ReadingArgs,

    #[command(flatten)]
    strict: StrictArgs,

    #[command(flatten)]
    memory: MemoryArgs,
}

pub fn run(args: Args) -> Result<Exit> {
    let parts = args.sizes.count();
    let outputs = if args.output.is_empty() { default_outputs(&args.files, parts)? } else { args.output };
    if outputs.len() != parts {
        return usage!("{parts} parts and {} output files", outputs.len());
    }
    let mut reshape = RowPass {
        corpus: corpus(args.files, args.reading, args.strict.strict)?,
        threads: args.machine.threads(),
        outputs: outputs.into_iter().map(|path| OutputSpec { path: Some(path), ..OutputSpec::default() }).collect(),
        rejects: None,
        resumption: None,
    };
    reshape.outputs.iter().try_for_each(OutputSpec::check)?;
    check_outputs(&reshape, &reshape.corpus.files)?;
    if args.stratify.is_some() || matches!(args.sizes, PartSizes::Rows(_)) {
        // Exact sizes need two passes.
        let corpus = &mut reshape.corpus;
        corpus.kept_inputs = corpus.kept_inputs.copy(&corpus.files, &args.memory.directory(), interrupt::catch()?)?;
        args.memory.announce_disk(&[corpus], SORTS);
    }
    let done = match &args.sizes {
        PartSizes::Shares(shares) if args.stratify.is_none() => {
            let parts = Parts { shares: shares.clone(), seed: args.seed };
            pass(&reshape, |observer| reshape.split(&parts, args.by, args.machine.simd, observer))?
        }
        sizes => {
            let (memory, temporary) = (args.memory.memory, args.memory.directory());
            let stratify = args.stratify.as_ref();
            let split = ExactSplit { sizes, seed: args.seed, stratify, equality: args.by, memory, temporary };
            let machine = (reshape.threads, args.machine.simd);
            let parts = pass(&reshape, |observer| split.find(&reshape.corpus, machine, observer))?;
            let Some(parts) = parts else { return Ok(Exit::Interrupted) };
            warn_of_other_sizes(&parts, args.by);
            pass(&reshape, |observer| reshape.split_exactly(&parts, observer))?
        }
    };
    conclude(done, &reshape, args.strict.rejected.max_rejects)
}

/// Does a pass over the corpus, and shows its progress.
fn pass<T>(reshape: &RowPass, run: impl FnOnce(&mut Observer<'_>) -> Result<T>) -> Result<T> {
    watched("split", reshape.threads, &reshape.corpus.files, &reshape.outputs, run)
}

fn warn_of_other_sizes(parts: &ExactParts, by: Equality) {
    if parts.found != parts.wanted {
        let [found, wanted] = [&parts.found, &parts.wanted].map(|sizes| sizes_text(sizes));
        message!("rows with the same {} stay together, so the sizes are {found} instead of {wanted}", by.name());
    }
}

fn sizes_text(sizes: &[u64]) -> String {
    sizes.iter().map(|size| numbers::count(*size)).collect::<Vec<_>>().join("/")
}

fn default_outputs(files: &[PathBuf], parts: usize) -> Result<Vec<PathBuf>> {
    let first = files.first().filter(|path| path.file_stem().is_some() && !crate::cmd::is_stdio(path));
    let first = first.ok_or_else(|| Error::Usage("name the output files with --output".into()))?;
    let stem = without_extensions(first);
    let names: Vec<String> = match parts {
        2 => ["train", "test"].map(String::from).into(),
        3 => ["train", "valid", "test"].map(String::from).into(),
        _ => (1..=parts).map(|part| part.to_string()).collect(),
    };
    // The outputs of compressed and archived inputs are not compressed.
    let mut extension = OsString::from("csv");
    let mut name = first.clone();
    while name != stem {
        let found = name.extension().unwrap_or_default();
        if by_extension(&Path::new("x").with_extension(found)).is_some() {
            extension = found.into();
        }
        name.set_extension("");
    }
    let name = |part: &String| {
        let mut path = stem.clone().into_os_string();
        path.push(format!(".{part}."));
        path.push(&extension);
        path.into()
    };
    Ok(names.iter().map(name).collect())
}
