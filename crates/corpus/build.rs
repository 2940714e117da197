//! Sets environment variables with the git revision, the compiler, the target and the profile for `env!`.

use std::{env, path::Path, process::Command};

const ROOT: &str = "../..";

fn main() {
    // Ignores a repository that contains an unpacked copy of the project.
    let here = std::fs::canonicalize(ROOT).ok();
    let top = output_of("git", &["rev-parse", "--show-toplevel"]).and_then(|path| std::fs::canonicalize(path).ok());
    let revision =
        if here == top { output_of("git", &["describe", "--always", "--dirty", "--abbrev=40"]) } else { None };
    let rustc = env::var("RUSTC").ok().and_then(|rustc| output_of(&rustc, &["--version"]));
    println!("cargo::rustc-env=BUILD_GIT_REVISION={}", revision.unwrap_or_default());
    println!("cargo::rustc-env=BUILD_RUSTC={}", rustc.unwrap_or_else(|| "unknown".into()));
    println!("cargo::rustc-env=BUILD_TARGET={}", variable("TARGET"));
    println!("cargo::rustc-env=BUILD_PROFILE={}", variable("PROFILE"));
    // Skips missing paths, because each would cause a rebuild every time.
    let names = [".git/HEAD", ".git/index", "src", "crates", "Cargo.toml"];
    let paths = names.iter().map(|name| Path::new(ROOT).join(name));
    for path in paths.filter(|path| path.exists()) {
        println!("cargo::rerun-if-changed={}", path.display());
    }
}

fn output_of(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_string())
}

fn variable(name: &str) -> String {
    env::var(name).unwrap_or_default()
}
