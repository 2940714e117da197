//! A benchmark and solver for whole corpora of Sudoku puzzles.
//!
//! The library streams a corpus, solves every puzzle with every selected strategy, counts the search, checks the answers,
//! and writes a results directory. The data flow from the reader to the reporter:
//!
//! ```text
//!   reader ────────────► pass ──────────────► record ────────────► reporter
//!   corpus files →       block × strategy     what a run is:       record → text:
//!   blocks of puzzles,   → samples, checked   rows, summary,       tables, exports,
//!   rejects                                   manifest; merge      verdicts, pages
//!                                                │                    ▲
//!                        compare ◄───────────────┴─────► figures ─────┘
//!                        two records → verdict           records → plots as data
//! ```
//!
//! The modules below are in the order of the layers, from the top down: each uses only modules after it in the list, and
//! `tests/layers.rs` checks that.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use sudoku_bench::{reader::Corpus, record::{Directory, RoundCount}, reporter::{self, export}, session::{self, MeasureOptions}, pass::Options, simd::Simd, strategy};
//!
//! # fn main() -> sudoku_bench::error::Result<()> {
//! # let temporary = tempfile::tempdir().unwrap();
//! # let out = temporary.path();
//! let corpus = Corpus { files: vec!["datasets/edge-cases.csv".into()], ..Corpus::default() };
//! let strategies = vec![strategy::find("dlx").unwrap(), strategy::find("elimination").unwrap()];
//! let options = Options { strategies, max_solutions: 2, limits: strategy::Limits::NONE, threads: 2, simd: Simd::detect(), control: true, renew: true };
//!
//! let directory = Directory::create(out, false, &export::names())?;
//! let progress = session::Progress::new(options.strategies.len(), options.threads);
//! let mut measured = session::measure(&corpus, &options, MeasureOptions { rounds: RoundCount::Fixed(3), givens: false }, &directory, &AtomicBool::new(false), &progress)?.expect("it was not stopped");
//! let record = &measured.finished.record;
//! println!("{}", reporter::comparison(&record.summary, 80));
//! let exports = export::files(record, out);
//! measured.finished.publish(&exports)?;
//! # Ok(())
//! # }
//! ```
//!
//! FORMAT.md defines the files of a results directory, METHODOLOGY.md how the strategies are measured.

pub use sudoku_bench_solver::{grid, isomorph, simd, strategy};

pub(crate) use sudoku_bench_solver::random;

pub mod reporter;

pub mod figures;

pub mod ab;

pub mod partition;

pub mod compare;

pub mod session;

pub mod record;

pub mod dataset;

pub mod pass;

pub mod writer;

pub mod reader;

pub mod layout;

#[cfg(unix)]
pub mod engine;

pub mod stats;

pub mod fs;

pub(crate) mod digest;
pub mod process_group;
pub(crate) mod processor;
pub(crate) mod stderr_tail;
pub mod terminal;
pub mod tool;

pub mod error;

pub mod numbers;
