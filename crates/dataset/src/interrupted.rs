//! The files that an interrupted pass left: its outputs, and the last checkpoint that the outputs still match.

use std::path::Path;

use corpus::{
    fs::{Compression, LeftPart, OutputPosition},
    writer::{OutputSpec, intact},
};

use super::checkpoint::Checkpoint;

pub(super) struct Interrupted {
    pub checkpoint: Checkpoint,
    /// The outputs, then the file of the rejects, if there is one.
    pub parts: Vec<LeftPart>,
}

struct LeftFile<'a> {
    path: &'a Path,
    /// The compression of an output; a file of rejects is never compressed.
    compression: Option<&'static Compression>,
    positions: Vec<&'a OutputPosition>,
}

impl Interrupted {
    /// Finds the last checkpoint that all files still match. This may be an earlier one: a compressor may not have written
    /// out the rows of the last checkpoint, or the end of an output may be damaged. Returns `None` if no checkpoint matches,
    /// for example because a file is missing or was already renamed to its final name.
    pub fn find(outputs: &[OutputSpec], rejects: Option<&Path>, checkpoints: &[Checkpoint]) -> Option<Interrupted> {
        let mut parts = Vec::new();
        let mut is_intact = vec![true; checkpoints.len()];
        for LeftFile { path, compression, positions } in files(outputs, rejects, checkpoints)? {
            let suffix = &positions.last()?.suffix;
            let part = LeftPart::open(path, suffix).ok()?;
            let intact = intact(&part, compression, &positions).ok()?;
            for (all, (one, position)) in is_intact.iter_mut().zip(intact.into_iter().zip(&positions)) {
                *all &= one && position.suffix == *suffix;
            }
            parts.push(part);
        }
        let last = is_intact.iter().rposition(|&is_intact| is_intact)?;
        Some(Interrupted { checkpoint: checkpoints[last].clone(), parts })
    }

    /// Removes the outputs of a pass that cannot be continued.
    pub fn remove_outputs(outputs: &[OutputSpec], rejects: Option<&Path>, checkpoints: &[Checkpoint]) {
        for LeftFile { path, positions, .. } in files(outputs, rejects, checkpoints).unwrap_or_default() {
            let part = positions.last().and_then(|position| LeftPart::open(path, &position.suffix).ok());
            // A file that cannot be removed does no harm.
            let _ = part.map(LeftPart::remove);
        }
    }
}

/// Returns the outputs of a pass, then the file of its rejects; `None` if the checkpoints are of other files.
fn files<'a>(
    outputs: &'a [OutputSpec],
    rejects: Option<&'a Path>,
    checkpoints: &'a [Checkpoint],
) -> Option<Vec<LeftFile<'a>>> {
    let outputs = outputs.iter().filter_map(OutputSpec::file).map(|path| (path, Compression::of_name(path)));
    let rejects = rejects.map(|path| (path, None));
    let left = |(index, (path, compression))| {
        let positions = checkpoints.iter().map(|checkpoint| checkpoint.positions.get(index)).collect::<Option<_>>()?;
        Some(LeftFile { path, compression, positions })
    };
    outputs.chain(rejects).enumerate().map(left).collect()
}
