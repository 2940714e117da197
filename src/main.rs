//! The program `sudoku-bench`.

use std::process::ExitCode;

/// Faster than the allocator of musl, which returns large blocks to the system at once, so that every new one has to be cleared.
#[cfg(target_env = "musl")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    sudoku_bench::main().into()
}
