#![doc = include_str!("../README.md")]
//!
//! Benchmarks of Sudoku solvers over whole corpora: rounds, results directories, statistics, comparisons and reports.
//!
//! A session solves every puzzle of a corpus with every selected strategy, counts the search, checks the answers, and writes a
//! results directory. The data flow from the session to the reporter:
//!
//! ```text
//!   session ───────────► record ─────────────────────────► reporter
//!   rounds over a        what a run is: rows, summary,     record → text:
//!   corpus → samples     manifest; merge                   tables, exports, verdicts, pages
//!                          │                                  ▲
//!   compare ◄──────────────┴─────► figures ───────────────────┘
//!   two records → verdict          records → plots as data
//! ```
//!
//! The modules below are in the order of the layers, from the top down: each uses only modules after it in the list, and
//! `tests/house` checks that.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use pass::{self, Options};
//! use corpus::reader::Corpus;
//! use solver::strategy;
//! use sudoku_bench_benchmark::{record::{RoundCount, RunOptions}, reporter::{self, export}, session};
//!
//! # fn main() -> corpus::error::Result<()> {
//! # let temporary = tempfile::tempdir().unwrap();
//! # let out = temporary.path();
//! let corpus = Corpus { files: vec!["../../datasets/edge-cases.csv".into()], ..Corpus::default() };
//! let strategies = vec![strategy::find("dlx").unwrap(), strategy::find("elimination").unwrap()];
//! let pass = Options { max_solutions: 2, threads: 2, control: true, rebuild_per_block: true, ..Options::new(strategies) };
//! let options = RunOptions { rounds: RoundCount::Fixed(3), ..RunOptions::new(corpus, pass) };
//!
//! let directory = export::destination(out).create(false)?;
//! let progress = pass::Progress::new(2, 2).into();
//! let measured = session::measure(&options, &directory, &AtomicBool::new(false), &progress, &mut |_| ())?;
//! let mut measured = measured.expect("it was not stopped");
//! let record = &measured.finished.record;
//! println!("{}", reporter::summary_text(&record.summary, 80, false));
//! let exports = export::files(record);
//! measured.finished.publish(&exports)?;
//! # Ok(())
//! # }
//! ```
//!
//! FORMAT.md defines the files of a results directory, METHODOLOGY.md how the strategies are measured.

pub mod reporter;

pub mod figures;

pub mod history;

pub mod ab;

pub mod compare;

pub mod session;

pub mod record;
