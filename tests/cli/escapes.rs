//! Names and texts of files reach no terminal, log or Markdown as control characters or as markup.

use super::*;

/// A name that clears the screen, begins a line and reverses the text after it.
const HOSTILE: &str = "x\u{1b}[2J\n::error::y\u{202e}`|<b>";
const ESCAPED: &str = r"x\u{1b}[2J\u{a}::error::y\u{202e}";

fn is_active(c: char) -> bool {
    (c.is_control() && !"\n\t".contains(c)) || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Runs a command in the directory of `scratch`, and returns its exit code and all that it printed, which must be inert.
#[track_caller]
fn prints(scratch: &Scratch, arguments: &[&str]) -> (Option<i32>, String) {
    let output = sudoku_bench(arguments).current_dir(scratch.path("")).output().unwrap();
    let text = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    assert!(!text.contains(is_active), "{arguments:?}: {text:?}");
    assert!(text.lines().all(|line| !line.trim_start().starts_with("::")), "{arguments:?}: {text}");
    (output.status.code(), text)
}

#[test]
fn rejects_are_escaped() {
    let scratch = Scratch::new();
    scratch.corpus("c.txt", format!("{EASY}\nshort\t\u{1b}[31m\u{202e}\u{9b}2J\n"));
    let wanted = "short\t\\u{1b}[31m\\u{202e}\\u{9b}2J";
    prints(&scratch, &["solve", "c.txt", "-o", "x.csv", "--rejects", "r.csv"]);
    assert_eq!(rows(&scratch.path("r.csv"))[0].get("text"), wanted);
    prints(&scratch, &["run", "c.txt", "-s", "dlx", "-o", "out"]);
    assert_eq!(rows(&scratch.path("out/rejects.csv"))[0].get("text"), wanted);
}

#[test]
#[cfg(unix)]
fn names_are_escaped_in_every_message() {
    let scratch = Scratch::new();
    let escape = "\u{1b}[31m\u{202e}";
    let broken = "broken\u{1b}[2J\n::error::y.csv";
    let corpus = format!("puzzle,a{escape},\"b\n::error::c\"\n{EASY},\"1\n{escape}\",\nshort,{escape},\n");
    scratch.corpus(HOSTILE, corpus);
    scratch.corpus(broken, "a,b\u{1b}[2J\n1,2\n");
    fs::create_dir(scratch.path("d\u{1b}[2J")).unwrap();
    for (code, arguments) in [
        (0, &["dataset", "inspect", HOSTILE][..]),
        (1, &["dataset", "inspect", broken]),
        (0, &["solve", HOSTILE, "-o", "x\u{1b}[2J.csv"]),
        (1, &["solve", HOSTILE, "--puzzle-column", escape]),
        (4, &["solve", HOSTILE, "--check", "-o", "y.csv"]),
        (2, &["solve", HOSTILE, "-o", HOSTILE]),
        (1, &["solve", HOSTILE, "-o", "z\u{1b}[2J/y.csv"]),
        (0, &["dataset", "dedup", HOSTILE, "-o", "dedup\u{1b}[2J.csv"]),
        (2, &["dataset", "convert", HOSTILE, "-o", "x.csv", "--columns", escape]),
        (2, &["dataset", "filter", escape, HOSTILE]),
        (3, &["dataset", "overlap", HOSTILE, HOSTILE]),
        (0, &["run", HOSTILE, "-s", "dlx", "-o", "out\u{1b}[2J"]),
        (1, &["run", HOSTILE, "-s", "dlx", "-o", "out\u{1b}[2J"]),
        (1, &["show", "d\u{1b}[2J"]),
        (1, &["compare", "out\u{1b}[2J", "d\u{1b}[2J"]),
        (2, &["run", HOSTILE, "-s", escape]),
        (2, &["run", "--\u{1b}[2J\n::error::y"]),
        (2, &["\u{1b}[2J"]),
    ] {
        let (found, text) = prints(&scratch, arguments);
        assert_eq!(found, Some(code), "{arguments:?}: {text}");
        assert!(text.contains(r"\u{1b}["), "{arguments:?}: {text}");
    }
    let (_, text) = prints(&scratch, &["dataset", "inspect", HOSTILE]);
    assert!(text.starts_with(ESCAPED), "{text}");
    assert!(text.contains(r": puzzle, a\u{1b}[31m\u{202e}, b\u{a}::error::c"), "{text}");
}

/// The log of a workflow, its summary, and `compare.md` of a record whose path, corpus and ids are hostile.
#[test]
#[cfg(unix)]
fn verdicts_are_escaped() {
    let scratch = Scratch::new();
    let id = "\"i\u{202e}`|<b>@team ##[error]\"";
    scratch.corpus(HOSTILE, format!("id,puzzle\n{id},{EASY}\n"));
    let out = scratch.path(&format!("out-{HOSTILE}").replace('/', " "));
    let run = ["run", HOSTILE, "-s", "dlx", "-o", out.to_str().unwrap()];
    assert_eq!(prints(&scratch, &run).0, Some(0));
    let worse = compare::copy(&scratch, &out, "worse", |row| row.add("nodes", 1));
    let compare = |base: &Path, current: &Path, code: i32| {
        let mut command = sudoku_bench(&["compare", base.to_str().unwrap(), current.to_str().unwrap()]);
        let files = ["GITHUB_STEP_SUMMARY", "GITHUB_OUTPUT"].map(|name| (name, scratch.path(name)));
        let output = command.env("GITHUB_ACTIONS", "true").envs(files.clone()).output().unwrap();
        assert_eq!(output.status.code(), Some(code), "{output:?}");
        let texts = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
        let [summary, outputs] = files.map(|(_, file)| read(&file));
        texts.into_iter().chain([summary, outputs]).collect::<Vec<_>>()
    };
    let texts = compare(&out, &worse, 3);
    for text in texts.iter().chain([&read(&worse.join("compare.md"))]) {
        assert!(!text.contains(is_active), "{text:?}");
    }
    let [log, _, summary, _] = &texts[..] else { unreachable!() };
    let commands: Vec<_> = log.lines().filter(|line| line.trim_start().starts_with("::")).collect();
    assert!(commands.len() == 1 && commands[0].starts_with("::error title=sudoku-bench%3A dlx::nodes "), "{log}");
    assert!(!log.contains("##["), "{log}");
    assert!(summary.contains(r"i\u{202e}'|<b>@team ## [error])`: nodes"), "code: {summary}");
    assert!(summary.contains(r"x\\u{1b}\[2J\\u{a}::error::y\\u{202e}\`\|&lt;b&gt;"), "text: {summary}");
    fs::remove_file(out.join("blocks.csv")).unwrap();
    let texts = compare(&out, &worse, 1);
    assert!(texts.iter().all(|text| !text.contains(is_active)), "{texts:?}");
    let commands = texts[0].lines().filter(|line| line.contains("::error"));
    assert_eq!(commands.count(), 1, "{}", texts[0]);
}
