//! Where the lines of a file come from, if it is a copy of a part of another file.

use std::sync::Arc;

use super::block::Block;

/// Where the lines of a partial copy are in their file. The copy may have other lines of the file before and after
/// them, from which the layout and the columns are detected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The name of the file.
    pub file: Arc<str>,
    /// True if the corpus has several files, so that the names of puzzles contain the name of the file.
    pub is_one_of_several: bool,
    /// Number of other lines before the copied lines.
    pub before: u64,
    /// Number of the first copied line in its file, from 1.
    pub first: u64,
    /// Number of copied lines.
    pub lines: u64,
    /// The lines of the file whose puzzles are kept, in ascending order; `None` keeps all puzzles.
    pub drawn: Option<Arc<[u64]>>,
}

impl Origin {
    /// Gives the rows of a block their lines in the file, and drops the other lines, and the puzzles that are not kept.
    pub fn apply(&self, block: &mut Block) {
        let label = self.is_one_of_several.then(|| self.file.clone());
        block.puzzles.retain_mut(|puzzle| {
            puzzle.file.clone_from(&label);
            self.move_line(&mut puzzle.line) && self.is_drawn(puzzle.line)
        });
        block.rejects.retain_mut(|reject| {
            reject.file = self.file.clone();
            self.move_line(&mut reject.line)
        });
    }

    fn is_drawn(&self, line: u64) -> bool {
        self.drawn.as_ref().is_none_or(|drawn| drawn.binary_search(&line).is_ok())
    }

    /// Turns a line number of the copy into the line number in the file. Returns false for one of the other lines.
    fn move_line(&self, line: &mut u64) -> bool {
        let is_part = *line > self.before && *line - self.before <= self.lines;
        if is_part {
            *line = *line - self.before - 1 + self.first;
        }
        is_part
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reader::Corpus;

    #[test]
    fn rows_have_the_lines_of_their_file() {
        let text = "id,puzzle\na,8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..\n";
        let (header, row) = text.split_once('\n').unwrap();
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("copy.csv");
        std::fs::write(&path, format!("{header}\n{row}{row}bad,1\n{row}{row}")).unwrap();
        for (drawn, kept) in [(None, &["o.csv:1000", "o.csv:1002"][..]), (Some([7, 1002].into()), &["o.csv:1002"])] {
            let origin =
                Origin { file: "o.csv".into(), is_one_of_several: true, before: 2, first: 1000, lines: 3, drawn };
            let corpus = Corpus { files: vec![path.clone()], origin: Some(origin), ..Corpus::default() };
            let blocks: Vec<_> = corpus.blocks().map(Result::unwrap).collect();
            let puzzles: Vec<_> =
                blocks.iter().flat_map(|block| &block.puzzles).map(|puzzle| puzzle.location()).collect();
            let rejects: Vec<_> =
                blocks.iter().flat_map(|block| &block.rejects).map(|reject| (&*reject.file, reject.line)).collect();
            assert_eq!(puzzles, kept);
            assert_eq!(rejects, [("o.csv", 1001)]);
        }
    }
}
