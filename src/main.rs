//! The program `sudoku-bench`.

use std::process::ExitCode;

/// The allocator of musl returns long memory to the system at once, which clears its pages for the next block.
#[cfg(target_env = "musl")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    sudoku_bench::main().into()
}
