//! The command line as data: each file in `transcripts` has commands of a shell with their output, as a user sees it.
//!
//! In such a file, `    $ ` begins a command, `    > ` continues it, and the indented lines below are what it prints, both
//! streams together. `    ? 2` is an exit code other than 0. In the output, `[..]` stands for any text within a line. A heading
//! `## ` begins a case, which has an empty directory of its own. The commands before the first heading run in every case.
//! `prelude.sh` has the puzzles and functions of all cases; output shows a puzzle as its variable.
//!
//! `INSTA_UPDATE=always cargo test --test cli` replaces output that differs. The crate `trycmd` has no pipes, functions or standard
//! input in such files.

use std::{
    collections::BTreeMap,
    env, fs, io,
    io::Read,
    ops::Range,
    os::unix::process::CommandExt,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::mpsc::{self, RecvTimeoutError},
    thread,
    time::Duration,
};

/// Declares a test for each file.
macro_rules! transcripts {
    ($($(#[$condition:meta])* $name:ident)*) => {
        $(
            $(#[$condition])*
            #[test]
            fn $name() {
                check(stringify!($name));
            }
        )*

        const NAMES: &[&str] = &[$(stringify!($name)),*];
    };
}

transcripts! {
    ab arrays candidates compare compare_broken compare_latencies compressed convert correlation directory engines explain
    files filter generate grid_rows history input inspect isomorphs layouts layouts_broken lock merge messages numbers
    packaging rate readme report resume run score scores shapes solve stop streams terminal usage warnings workflows
    #[cfg(target_os = "linux")] engine_examples
    #[cfg(target_os = "linux")] limits
    #[cfg(target_os = "linux")] resources
}

#[test]
fn no_file_is_left_out() {
    for entry in fs::read_dir(path("")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        let is_tested = NAMES.contains(&name) || name == "prelude";
        assert!(is_tested, "{} is the transcript of no test", path.display());
    }
}

fn path(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli/transcripts").join(file)
}

/// A command, and the lines of the file that have its output.
struct Step {
    line: usize,
    script: String,
    output: Range<usize>,
}

/// Returns the commands of each case; the first case is what precedes the first heading.
fn cases(lines: &[String]) -> Vec<Vec<Step>> {
    let mut cases = vec![Vec::new()];
    let mut index = 0;
    while let Some(line) = lines.get(index) {
        index += 1;
        if line.starts_with("## ") {
            cases.push(Vec::new());
        }
        let Some(first) = line.strip_prefix("    $ ") else { continue };
        let mut script = format!("{first}\n");
        let begin = index;
        while let Some(next) = lines.get(index).and_then(|line| line.strip_prefix("    >")) {
            script += &format!("{}\n", next.strip_prefix(' ').unwrap_or(next));
            index += 1;
        }
        let mut output = index..index;
        let is_output = |line: &&String| line.is_empty() || line.starts_with("    ") && !line.starts_with("    $ ");
        for (at, line) in lines.iter().enumerate().skip(index).take_while(|(_, line)| is_output(line)) {
            if !line.is_empty() {
                output.end = at + 1;
            }
        }
        index = output.end;
        cases.last_mut().unwrap().push(Step { line: begin, script, output });
    }
    cases
}

/// Ends the output of a command, before its exit code.
const MARK: char = '\u{1e}';

/// The time for a case. A command that never ends is killed then, and the case fails.
const TIME_LIMIT: Duration = Duration::from_secs(600);

/// Runs the commands in a new directory, and returns what each prints, as lines of the file.
fn outputs(steps: &[&Step]) -> Vec<Vec<String>> {
    let scratch = tempfile::tempdir().unwrap();
    let directory = scratch.path().canonicalize().unwrap();
    let marked = |step: &&Step| format!("{}printf '\\036%s\\036' $?\n", step.script);
    let script = format!(". {}\n{}", path("prelude.sh").display(), steps.iter().map(marked).collect::<String>());
    let (mut reader, writer) = io::pipe().unwrap();
    let program = Path::new(env!("CARGO_BIN_EXE_sudoku-bench")).parent().unwrap();
    let mut shell = Command::new("sh");
    shell.args(["-c", &script]).current_dir(&directory).stdin(Stdio::null());
    shell.env("PATH", format!("{}:{}", program.display(), env::var("PATH").unwrap())).env("LC_ALL", "C");
    shell.env("REPOSITORY", env!("CARGO_MANIFEST_DIR")).env_remove("GITHUB_ACTIONS").env_remove("COLUMNS");
    shell.process_group(0);
    let mut child = shell.stdout(writer.try_clone().unwrap()).stderr(writer).spawn().unwrap();
    // The pipe ends with the last process that has it.
    drop(shell);
    let (end, ended) = mpsc::channel::<()>();
    let group = child.id();
    let watchdog = thread::spawn(move || {
        if ended.recv_timeout(TIME_LIMIT) == Err(RecvTimeoutError::Timeout) {
            Command::new("kill").args(["-KILL", "--", &format!("-{group}")]).status().unwrap();
        }
    });
    let mut bytes = Vec::new();
    reader.read_to_end(&mut bytes).unwrap();
    child.wait().unwrap();
    drop(end);
    watchdog.join().unwrap();
    let mut text = without_speeds(&String::from_utf8_lossy(&bytes)).replace(directory.to_str().unwrap(), "$PWD");
    text = text.replace(env!("CARGO_MANIFEST_DIR"), "$REPOSITORY");
    let prelude = fs::read_to_string(path("prelude.sh")).unwrap();
    for (name, grid) in prelude.lines().filter_map(|line| line.split_once('=')).filter(|(_, grid)| grid.len() == 81) {
        text = text.replace(grid, &format!("${name}"));
    }
    let parts: Vec<&str> = text.split(MARK).collect();
    let mut all: Vec<_> = parts.chunks_exact(2).map(|part| shown(part[0], part[1])).collect();
    all.resize(steps.len(), vec!["    the shell has ended".into()]);
    all
}

/// Returns a text with `[..]` for the number before each `a second`.
fn without_speeds(text: &str) -> String {
    let parts: Vec<&str> = text.split(" a second").collect();
    let (last, before) = parts.split_last().unwrap();
    let masked = |part: &&str| format!("{}[..] a second", part.trim_end_matches(|c: char| !c.is_whitespace()));
    before.iter().map(masked).collect::<String>() + last
}

/// Returns the lines that show an output and an exit code.
fn shown(output: &str, code: &str) -> Vec<String> {
    let mut lines: Vec<String> = output.lines().map(|line| format!("    {line}").trim_end().into()).collect();
    if !output.is_empty() && !output.ends_with('\n') {
        lines.push("    (no line end)".into());
    }
    while lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
    if code != "0" {
        lines.push(format!("    ? {code}"));
    }
    lines
}

/// Returns true if a line matches the expected one, in which `[..]` stands for any text.
fn fits(expected: &str, line: &str) -> bool {
    match expected.split_once("[..]") {
        None => expected == line,
        Some((before, after)) => line.strip_prefix(before).is_some_and(|rest| {
            rest.char_indices().map(|(at, _)| at).chain([rest.len()]).any(|at| fits(after, &rest[at..]))
        }),
    }
}

/// Runs the cases of a file, and compares what they print with the file, or replaces it there.
pub fn check(name: &str) {
    let file = path(&format!("{name}.md"));
    let lines: Vec<String> = fs::read_to_string(&file).unwrap().lines().map(String::from).collect();
    let cases = cases(&lines);
    let mut replaced = BTreeMap::new();
    let mut differences = String::new();
    for case in &cases[1..] {
        let steps: Vec<&Step> = cases[0].iter().chain(case).collect();
        for (step, found) in steps.iter().zip(outputs(&steps)) {
            let expected = &lines[step.output.clone()];
            let is_expected = expected.len() == found.len() && expected.iter().zip(&found).all(|(e, f)| fits(e, f));
            if !is_expected {
                let [wanted, got] = [expected.join("\n"), found.join("\n")];
                let place = format!("{}:{}", file.display(), step.line);
                differences += &format!("{place}: $ {}expected:\n{wanted}\nfound:\n{got}\n\n", step.script);
                replaced.insert(step.output.start, (step.output.clone(), found));
            }
        }
    }
    if env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
        let mut lines = lines.clone();
        for (range, found) in replaced.into_values().rev() {
            lines.splice(range, found);
        }
        fs::write(&file, lines.join("\n") + "\n").unwrap();
        return;
    }
    assert!(differences.is_empty(), "{differences}");
}
