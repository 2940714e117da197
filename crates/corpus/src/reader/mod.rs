//! Stage 1: reads corpus files as blocks of puzzles and rejects.
//!
//! Files of every layout are read as rows with named columns, one of which is the puzzle. All but JSON objects streams: memory holds
//! a few blocks, the rows that other threads parse ahead, a few megabytes of the file, and (with a sample) the puzzles drawn.
//!
//! ```text
//! input ─ content ─ layout ─► row ─ columns, cells ─► puzzle or reject ─ files, sample ─► block
//! ```

mod ahead;
mod archive;
mod block;
mod blocks;
mod column;
mod columns;
mod content;
mod corpus;
mod file;
mod first_look;
mod foreign;
mod input;
mod kept_inputs;
mod named_columns;
mod notation;
mod puzzle;
mod random_sample;
mod read_thread;
mod reread_rows;
mod row;
mod row_parser;
mod rows;
mod rows_by_id;
mod shard;
mod table;
mod unpack;
mod wrong_column;

pub use ahead::{Helpers, Spawn};
pub use block::Block;
pub use blocks::Blocks;
pub use column::{Column, indices_of_names};
pub use columns::is_header;
pub use corpus::{BlockSize, Corpus, Extras};
pub use file::FileSummary;
pub use input::{Input, STANDARD_INPUT, is_read_once};
pub use kept_inputs::KeptInputs;
pub use notation::check_notation;
pub use puzzle::{Puzzle, Reject, location};
pub use random_sample::{RandomSample, Reservoir};
pub use row::solution;
pub use rows_by_id::RowsById;
pub use shard::Shard;
pub use table::{Table, TableRow};
