//! The commands of README.md work in their order.

use std::{env, fs, os::unix::fs::symlink, path::Path, process::Command};

use super::{Scratch, read};

fn commands(readme: &str) -> Vec<&str> {
    let rows = readme.lines().filter(|line| line.starts_with("| "));
    rows.filter_map(|row| row.split('`').find(|code| code.starts_with("sudoku-bench "))).collect()
}

#[test]
fn commands_work_one_after_the_other() {
    let readme = read(Path::new("README.md"));
    let commands = commands(&readme);
    assert!(commands.len() > 7, "{commands:?}");
    let scratch = Scratch::new();
    symlink(env::current_dir().unwrap().join("datasets"), scratch.path("datasets")).unwrap();
    fs::create_dir(scratch.path("bin")).unwrap();
    symlink(env!("CARGO_BIN_EXE_sudoku-bench"), scratch.path("bin/sudoku-bench")).unwrap();
    let path = format!("{}:{}", scratch.path("bin").display(), env::var("PATH").unwrap());
    for command in commands {
        let output = Command::new("sh").args(["-c", command]).current_dir(scratch.path("")).env("PATH", &path).output();
        let output = output.unwrap();
        assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
    }
}
