//! Outputs never destroy an input, keep the permissions of the file they replace, and hold whole rows.

use super::*;

/// Runs a command in the directory of `scratch`, and returns its error, which must be one of usage.
#[track_caller]
fn refuses(scratch: &Scratch, command: &str) -> String {
    let words: Vec<&str> = command.split_whitespace().collect();
    let output = sudoku_bench(&words).current_dir(scratch.path("")).output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), &*output.stdout), (Some(2), &b""[..]), "{command}: {error}");
    error
}

#[test]
fn an_output_is_not_an_input() {
    let scratch = Scratch::new();
    let text = format!("puzzle\n{EASY}\n{INKALA}\n");
    let corpus = scratch.corpus("c.csv", &text);
    fs::hard_link(&corpus, scratch.path("hard.csv")).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink(&corpus, scratch.path("soft.csv")).unwrap();
    for command in [
        "solve c.csv -o c.csv",
        "solve c.csv -o hard.csv",
        "solve c.csv -o x.csv --rejects c.csv",
        "run c.csv -s dlx --lock c.csv",
        "run c.csv -s dlx -o out --lock hard.csv",
        "dataset split 0.5/0.5 c.csv -o c.csv,b.csv",
        "dataset convert c.csv -o ./c.csv",
        "dataset dedup c.csv -o x.csv --groups hard.csv",
        "dataset join c.csv hard.csv -o hard.csv",
        "dataset rate c.csv -s dlx -o x.csv --rejects hard.csv",
        #[cfg(unix)]
        "solve soft.csv -o c.csv",
        #[cfg(unix)]
        "solve c.csv -o soft.csv",
    ] {
        let error = refuses(&scratch, command);
        assert!(error.contains("is the input "), "{command}: {error}");
        assert_eq!(read(&scratch.path("c.csv")), text, "{command}");
    }
    let names = files(&scratch.path(""));
    assert!(names.iter().all(|name| ["c.csv", "hard.csv", "soft.csv"].contains(&&**name)), "{names:?}");
}

#[test]
fn standard_output_is_not_an_input() {
    let scratch = Scratch::new();
    let corpus = scratch.corpus("c.csv", format!("puzzle\n{EASY}\n"));
    let appended = fs::File::options().append(true).open(&corpus).unwrap();
    let output = sudoku_bench(&["solve", &corpus]).stdout(appended).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("standard output is the input"), "{output:?}");
}

#[test]
fn an_output_is_not_the_file_of_standard_input() {
    let scratch = Scratch::new();
    let text = format!("puzzle\n{EASY}\n");
    let corpus = scratch.corpus("c.csv", &text);
    let redirected = |words: &[&str]| {
        let mut command = sudoku_bench(words);
        command.stdin(fs::File::open(&corpus).unwrap());
        command
    };
    let outputs = [
        redirected(&["solve", "-o", &corpus]).output().unwrap(),
        redirected(&["dataset", "convert", "-", "-o", &corpus]).output().unwrap(),
        redirected(&["run", "-", "-s", "dlx", "--lock", &corpus]).current_dir(scratch.path("")).output().unwrap(),
        redirected(&["solve"]).stdout(fs::File::options().append(true).open(&corpus).unwrap()).output().unwrap(),
    ];
    for output in outputs {
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("is the input -"), "{output:?}");
    }
    assert_eq!(read(corpus.as_ref()), text);
}

#[test]
#[cfg(unix)]
fn results_behind_a_link_are_replaced_there() {
    let scratch = Scratch::new();
    let corpus = scratch.corpus("c.txt", EASY);
    let link = scratch.path("link");
    fs::create_dir(scratch.path("real")).unwrap();
    std::os::unix::fs::symlink(scratch.path("real"), &link).unwrap();
    for strategy in ["dlx", "naive"] {
        let link = link.display().to_string();
        scratch.run(&[&corpus, "-s", strategy, "--force", "-o", &link]).exits(0);
        assert!(link_is_kept(&scratch), "{strategy}");
        assert_eq!(rows(&scratch.path("real").join("puzzles.csv"))[0].get("strategy"), strategy);
    }
    fn link_is_kept(scratch: &Scratch) -> bool {
        scratch.path("link").is_symlink() && files(&scratch.path("")).iter().all(|name| !name.ends_with(".part"))
    }
}

/// Rows that nobody can read are an error of every command that prints some, before the work begins.
#[test]
#[cfg(unix)]
fn a_closed_standard_output_is_an_error() {
    let scratch = Scratch::new();
    scratch.corpus("c.csv", format!("puzzle\n{EASY}\n"));
    scratch.run(&[scratch.path("c.csv").to_str().unwrap(), "-s", "dlx"]).exits(0);
    for command in [
        "solve c.csv",
        "run c.csv -s dlx -o new",
        "show out",
        "compare out out",
        "strategies",
        "worker --strategy dlx",
        "dataset inspect c.csv",
        "dataset convert c.csv",
        "dataset dedup c.csv",
        "dataset overlap c.csv c.csv",
        "dataset join c.csv c.csv",
        "dataset generate --minimal --count 1",
        "dataset layouts",
    ] {
        // Closed, and open for reading.
        for redirection in [">&-", "1< c.csv"] {
            let shell = format!("exec '{}' {command} {redirection}", env!("CARGO_BIN_EXE_sudoku-bench"));
            let output = Command::new("sh").args(["-c", &shell]).current_dir(scratch.path("")).output().unwrap();
            let error = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(1), "{command} {redirection}: {error}");
            assert!(error.contains("error: standard output: cannot write: it is closed"), "{command}: {error}");
        }
        assert!(!scratch.path("new").exists(), "{command}");
    }
    // A command whose rows go to a file prints nothing.
    let shell = format!("exec '{}' solve c.csv -o x.csv >&-", env!("CARGO_BIN_EXE_sudoku-bench"));
    let status = Command::new("sh").args(["-c", &shell]).current_dir(scratch.path("")).status().unwrap();
    assert!(status.success() && read(&scratch.path("x.csv")).contains(EASY));
}

/// A reader that has seen enough, as with `head`, is no error.
#[test]
#[cfg(unix)]
fn a_reader_that_goes_away_is_no_error() {
    let scratch = Scratch::new();
    scratch.corpus("c.csv", format!("puzzle\n{}", format!("{EASY}\n").repeat(20_000)));
    for command in ["solve c.csv", "dataset convert c.csv", "dataset augment 2 c.csv", "dataset layouts"] {
        let shell = format!("{{ '{}' {command}; echo $? > code; }} | head -n 1", env!("CARGO_BIN_EXE_sudoku-bench"));
        let output = Command::new("sh").args(["-c", &shell]).current_dir(scratch.path("")).output().unwrap();
        assert_eq!(read(&scratch.path("code")), "0\n", "{command}: {output:?}");
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(text.lines().all(|line| line.starts_with("c.csv: csv, puzzles in")), "{command}: {text}");
        assert_eq!(output.stdout.iter().filter(|&&byte| byte == b'\n').count(), 1);
    }
}

#[test]
fn an_input_in_the_results_directory_is_kept() {
    let scratch = Scratch::new();
    let corpus = scratch.corpus("c.txt", EASY);
    let ran = scratch.run(&[&corpus, "--strategy", "dlx"]).exits(0);
    let before = ran.read("failures.csv");
    let error = refuses(&scratch, "run out/puzzles.csv -s dlx -o out --force");
    assert!(error.contains("out/puzzles.csv is in out, whose files are replaced"), "{error}");
    assert_eq!(ran.read("failures.csv"), before);
}

#[test]
fn files_are_looked_at_before_the_first_puzzle() {
    let scratch = Scratch::new();
    scratch.corpus("c.txt", EASY);
    let fails = |command: &str, wanted: &str| {
        let words: Vec<&str> = command.split_whitespace().collect();
        let output = sudoku_bench(&words).current_dir(scratch.path("")).output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && error.contains(wanted), "{command}: {error}");
        assert_eq!(files(&scratch.path("")), ["c.txt"], "{command}");
        assert!(!scratch.path("out").exists(), "{command}");
    };
    fails("run c.txt nosuch.csv -s dlx -o out", "nosuch.csv: cannot open: No such file");
    fails("solve c.txt nosuch.csv -o x.csv", "nosuch.csv: cannot open: No such file");
    fails("run c.txt -s dlx -o out --lock nodir/x.json", "nodir: does not exist");
    fails("solve c.txt -o nodir/x.csv", "nodir: does not exist");
    fails("run c.txt -o out -s dlx naive", "there is no file naive; strategies are separated by commas");
}

#[test]
fn an_interrupted_run_is_replaced_only_with_force() {
    let scratch = Scratch::new();
    let corpus = scratch.corpus("c.txt", format!("{EASY}\n{EASY}\nshort\n{EASY}\n"));
    let ran = scratch.run(&[&corpus, "--strategy", "dlx", "--strict"]).exits(1);
    assert_eq!(ran.json("manifest.json")["interrupted"], true);
    // The corpus must change, so the run cannot go on.
    assert!(!ran.stderr().contains("--resume"), "{}", ran.stderr());
    let refused = scratch.run(&[&corpus, "--strategy", "dlx"]).exits(1);
    assert!(
        refused.stderr().contains("holds an unfinished run; `run --resume DIR` goes on with it"),
        "{}",
        refused.stderr()
    );
    let ran = scratch.run(&[&corpus, "--strategy", "dlx", "--force"]).exits(0);
    assert_eq!(ran.rows("puzzles.csv").len(), 3);
    assert!(scratch.run(&[&corpus, "--strategy", "dlx"]).exits(1).stderr().contains("holds results already"));
}

#[test]
#[cfg(unix)]
fn a_replaced_file_keeps_its_permissions() {
    use std::os::unix::fs::PermissionsExt;
    let scratch = Scratch::new();
    let corpus = scratch.corpus("c.txt", EASY);
    let out = scratch.corpus("private.csv", "old");
    fs::set_permissions(&out, fs::Permissions::from_mode(0o600)).unwrap();
    assert!(sudoku_bench(&["solve", &corpus, "-o", &out]).status().unwrap().success());
    assert!(read(out.as_ref()).starts_with("puzzle,"));
    assert_eq!(fs::metadata(&out).unwrap().permissions().mode() & 0o777, 0o600);
}

/// A link names where the file is to be, whether it is there or not.
#[test]
#[cfg(unix)]
fn the_target_of_a_link_is_written() {
    let scratch = Scratch::new();
    let corpus = scratch.corpus("c.txt", EASY);
    fs::create_dir(scratch.path("real")).unwrap();
    std::os::unix::fs::symlink("real/out.csv", scratch.path("second.csv")).unwrap();
    std::os::unix::fs::symlink("second.csv", scratch.path("link.csv")).unwrap();
    for _ in 0..2 {
        let link = scratch.path("link.csv");
        assert!(sudoku_bench(&["solve", &corpus, "-o", link.to_str().unwrap()]).status().unwrap().success());
        assert!(link.is_symlink() && !scratch.path("real/out.csv").is_symlink());
        assert!(read(&scratch.path("real/out.csv")).ends_with(",solved,1\n"));
    }
    let out = "real/out.csv,link.csv";
    fs::remove_file(scratch.path("real/out.csv")).unwrap();
    let error = refuses(&scratch, &format!("dataset split 0.5/0.5 c.txt -o {out}"));
    assert!(error.contains("is named twice as an output"), "{error}");
    assert_eq!(files(&scratch.path("real")), [""; 0]);
}

/// A limit on the size of files stands for a full disk.
#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_leaves_whole_rows() {
    let scratch = Scratch::new();
    let corpus = scratch.corpus("c.txt", format!("{EASY}\n").repeat(20_000));
    let script = "ulimit -f 4000; exec \"$@\"";
    let out = scratch.path("out.csv");
    let output = Command::new("sh")
        .args(["-c", script, "sh", env!("CARGO_BIN_EXE_sudoku-bench"), "solve", &corpus, "-o", out.to_str().unwrap()])
        .output()
        .unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(1) && error.contains("out.csv.part: cannot write: File too large"), "{error}");
    let text = read(&scratch.path("out.csv.part"));
    assert!(text.lines().count() > 100 && text.ends_with(",solved,1\n"), "{} rows", text.lines().count());
}

#[test]
fn two_commands_with_one_output_do_not_disturb_each_other() {
    let scratch = Scratch::new();
    let corpus = scratch.corpus("c.txt", format!("{EASY}\n").repeat(5000));
    let out = scratch.path("out.csv");
    let start =
        |strategy| sudoku_bench(&["solve", &corpus, "-s", strategy, "-o", out.to_str().unwrap()]).spawn().unwrap();
    for _ in 0..3 {
        for mut child in ["dlx", "lanes"].map(start) {
            assert_eq!(child.wait().unwrap().code(), Some(0));
        }
        assert_eq!(read(&out).lines().count(), 5001);
    }
    assert_eq!(files(scratch.0.path()), ["c.txt", "out.csv"]);
}

/// A program that was killed leaves its part. What a link names stays as it is, and so does a file that is no log.
#[test]
#[cfg(unix)]
fn parts_that_were_left_are_removed() {
    let scratch = Scratch::new();
    let corpus = scratch.corpus("c.txt", EASY);
    scratch.corpus("thesis.txt", "thesis");
    std::os::unix::fs::symlink(scratch.path("thesis.txt"), scratch.path("out.csv.part")).unwrap();
    (2..10).for_each(|number| drop(scratch.corpus(&format!("out.csv.{number}.part"), "left")));
    scratch.corpus("out.csv.resume", "mine");
    let out = scratch.path("out.csv");
    assert_eq!(sudoku_bench(&["solve", &corpus, "-o", out.to_str().unwrap()]).status().unwrap().code(), Some(0));
    for (name, content) in [("thesis.txt", "thesis"), ("out.csv.part", "thesis"), ("out.csv.resume", "mine")] {
        assert_eq!(read(&scratch.path(name)), content, "{name}");
    }
    assert!(read(&out).ends_with(",solved,1\n"));
    assert_eq!(files(scratch.0.path()), ["c.txt", "out.csv", "out.csv.part", "out.csv.resume", "thesis.txt"]);
}

#[test]
fn only_files_of_runs_are_removed_with_force() {
    let scratch = Scratch::new();
    let corpus = scratch.corpus("c.txt", EASY);
    scratch.run(&[&corpus, "--strategy", "dlx"]).exits(0);
    scratch.corpus("out/thesis.part", "thesis");
    let ran = scratch.run(&[&corpus, "--strategy", "dlx", "--force"]).exits(1);
    assert!(ran.stderr().contains("is not a file of a run"), "{}", ran.stderr());
    assert_eq!(read(&scratch.path("out/thesis.part")), "thesis");
    // Files of the user with the names of results.
    fs::create_dir(scratch.path("mine")).unwrap();
    scratch.corpus("mine/puzzles.csv", "mine");
    let mine = scratch.path("mine").display().to_string();
    let ran = scratch.run(&[&corpus, "--strategy", "dlx", "--force", "-o", &mine]).exits(1);
    assert!(ran.stderr().contains("is not a file of a run"), "{}", ran.stderr());
    assert_eq!(read(&scratch.path("mine/puzzles.csv")), "mine");
}
