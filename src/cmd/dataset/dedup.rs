//! `sudoku-bench dataset dedup`.

use std::{collections::HashMap, process::ExitCode};

use sudoku_bench::{
    error::{Error, Result},
    fs::PartFile,
    layout::Schema,
    numbers,
    reader::Puzzle,
    runner::PassEnd,
};

use super::{Change, Shape, keys::Sameness};
use crate::{
    cli::{Dedup, Exit},
    cmd::{is_stdio, print_message},
};

pub fn run(args: Dedup) -> Result<ExitCode> {
    let mut shape = Shape::resolve(args.shape)?;
    if let Some(groups) = &args.groups {
        if is_stdio(groups) {
            return Err(Error::Usage("--groups names a file; standard output is for rows".into()));
        }
        let outputs: Vec<_> = shape.wishes.iter().filter_map(|wish| wish.path.as_ref()).chain([groups]).collect();
        crate::cmd::outputs::check(&outputs, shape.rejects.as_deref(), &shape.corpus.files)?;
    }
    let _kept = args.memory.keep_streams(&mut shape.corpus)?;
    let sameness = Sameness { isomorphic: args.isomorphic, threads: shape.threads };
    let (mut classes, mut puzzles) = (args.memory.classes(), 0);
    let ended = sameness.keys(&shape.corpus, |_, keys| {
        keys.into_iter().try_for_each(|key| {
            puzzles += 1;
            classes.push(key, puzzles - 1)
        })
    })?;
    match ended {
        PassEnd::Complete => {}
        PassEnd::Stopped => return Ok(Exit::Interrupted.into()),
        // What comes before is still written, and the error told then.
        PassEnd::Failed(error) if puzzles == 0 => return Err(error),
        PassEnd::Failed(_) => {}
    }
    let mut repeated = Places::new(puzzles);
    let mut groups = args.groups.as_deref().map(Groups::begin).transpose()?;
    let kept = classes.groups(|items| {
        items[1..].iter().for_each(|&item| repeated.add(item));
        groups.iter_mut().for_each(|groups| groups.add(items));
        Ok(())
    })?;
    let mut done = 0;
    let code = shape.keep(|place, puzzle| {
        done = place + 1;
        if let Some(groups) = &mut groups {
            groups.write(place, puzzle)?;
        }
        // A file that has grown meanwhile is as long as it was.
        Ok(if repeated.has(place) { Change::Drop } else { Change::Keep })
    })?;
    // It was stopped, or nobody reads on.
    if done < puzzles {
        return Ok(code);
    }
    if let Some(groups) = groups {
        groups.finish()?;
    }
    print_message(&format!("{} of {} kept", numbers::count(kept), numbers::plural(puzzles, "puzzle")));
    Ok(code)
}

/// A bit for every place.
struct Places(Vec<u64>);

impl Places {
    fn new(places: u64) -> Places {
        Places(vec![0; places.div_ceil(64) as usize])
    }

    fn add(&mut self, place: u64) {
        self.0[(place / 64) as usize] |= 1 << (place % 64);
    }

    fn has(&self, place: u64) -> bool {
        self.0.get((place / 64) as usize).is_some_and(|bits| bits >> (place % 64) & 1 == 1)
    }
}

/// Writes the groups of the same puzzles.
struct Groups {
    file: PartFile,
    /// The first place of the group of every puzzle that is in one.
    first: HashMap<u64, u64>,
    /// The lines of these.
    lines: HashMap<u64, String>,
}

impl Groups {
    fn begin(path: &std::path::Path) -> Result<Groups> {
        let mut file = PartFile::create_for_user(path)?;
        file.write(b"group,line,puzzle\n")?;
        Ok(Groups { file, first: HashMap::new(), lines: HashMap::new() })
    }

    fn add(&mut self, items: &[u64]) {
        if items.len() > 1 {
            self.first.extend(items.iter().map(|&item| (item, items[0])));
        }
    }

    fn write(&mut self, place: u64, puzzle: &Puzzle) -> Result<(), Error> {
        let Some(first) = self.first.get(&place) else { return Ok(()) };
        // Where there are several files, a line alone does not tell.
        let file = puzzle.file.as_ref().map_or(String::new(), |file| format!("{file}:"));
        let line = format!("{file}{}", puzzle.line);
        let group = self.lines.entry(*first).or_insert_with(|| line.clone());
        let (mut row, givens) = (Vec::new(), puzzle.givens.to_string());
        Schema::push_csv(&mut row, b',', [&*group, &line, &givens].into_iter().map(|field| field.as_bytes()));
        row.push(b'\n');
        self.file.write(&row)
    }

    fn finish(mut self) -> Result<()> {
        self.file.flush()?;
        self.file.commit()
    }
}
