//! A benchmark for Sudoku solving strategies on whole corpora.
//!
//! The library streams a corpus, solves every puzzle with every selected strategy, counts the search, checks the
//! answers, and writes a results directory. Its stages are its modules, in the order in which data flow:
//!
//! ```text
//!     reader ───────────► runner ───────────► reporter
//!  corpus files → blocks   block × strategy    puzzles.csv, histograms,
//!  of puzzles, rejects     → samples, checked  summary, manifest
//!                                                   │
//!                              compare ◄── results ◄┘   baseline × current → verdict
//! ```
//!
//! * [`grid`]: the 9×9 grid, its units and peers
//! * [`reader`]: corpus files → blocks of puzzles and rejects
//! * [`strategy`]: the algorithms, one a file, behind one trait and in one registry
//! * [`runner`]: blocks → [`sample`]s, in parallel and in order, with limits, clock and check
//! * [`reporter`]: samples → files and the table on the terminal
//! * [`dataset`]: corpora as data sets: audit, classes, filters, techniques, generation
//! * [`isomorph`]: the symmetries, and the canonical form of a puzzle
//! * [`writer`]: rows of corpora → files in any layout
//! * [`results`]: what earlier runs left, read back
//! * [`compare`]: two results → verdict
//! * [`ab`]: two builds take turns at one corpus
//! * [`control`]: the search beside which latencies are compared, never changed
//! * [`simd`]: the instruction sets of this processor
//! * [`stats`]: pure functions
//! * [`error`]: what can go wrong
//!
//! ```
//! use std::time::SystemTime;
//! use sudoku_bench::{reader::Corpus, record::{Directory, Recorder}, reporter, runner::{Options, Runner}, simd::Simd, strategy};
//!
//! # fn main() -> sudoku_bench::error::Result<()> {
//! # let temporary = tempfile::tempdir().unwrap();
//! # let out = temporary.path();
//! let corpus = Corpus { files: vec!["datasets/edge-cases.csv".into()], ..Corpus::default() };
//! let strategies = vec![strategy::find("dlx").unwrap(), strategy::find("elimination").unwrap()];
//! let options = Options { strategies, max_solutions: 2, limits: strategy::Limits::NONE, threads: 2, simd: Simd::detect(), control: true, renew: true };
//!
//! let runner = Runner::new(&options)?;
//! let mut report = Recorder::begin(Directory::create(out, false)?, &options.strategies, options.limits, (runner.started(), SystemTime::now()))?;
//! runner.run(&mut corpus.blocks(), 0, |block| report.block(block))?;
//! println!("{}", reporter::comparison(&report.finish(true)?.summary, 0));
//! # Ok(())
//! # }
//! ```
//!
//! The files have temporary names until [`record::Report::publish`] gives them their own; `src/cmd/run.rs` shows all of
//! it. What the files hold is told in FORMAT.md, how the measuring is done in METHODOLOGY.md.

pub mod ab;
pub mod compare;
pub mod dataset;
pub(crate) mod digest;
pub mod error;
pub mod fs;
pub mod grid;
pub mod isomorph;
pub mod layout;
pub mod numbers;
pub(crate) mod random;
pub mod reader;
pub mod record;
pub mod reporter;
pub mod runner;
pub mod simd;
pub mod stats;
pub mod strategy;
pub mod writer;
