//! The program `sudoku-bench`.

use std::process::ExitCode;

fn main() -> ExitCode {
    sudoku_bench::main().into()
}
