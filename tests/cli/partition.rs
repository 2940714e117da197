//! `partition run`, `partition solve` and `partition join`: parts of a corpus that another program hands out.

use super::{compare::edited, *};

/// The lines of a corpus that are handed out, and the plan.
struct Corpus {
    scratch: Scratch,
    files: Vec<Vec<String>>,
}

impl Corpus {
    /// Creates files with these texts, and their plan.
    fn of(texts: &[&str]) -> Corpus {
        let corpus = Corpus {
            scratch: Scratch::new(),
            files: texts.iter().map(|text| text.lines().map(String::from).collect()).collect(),
        };
        let file = |(place, lines): (usize, &Vec<String>)| {
            let path = corpus.scratch.path(&format!("part-{place}.csv"));
            fs::write(&path, lines.join("\n") + "\n").unwrap();
            let head = &lines[..lines.len().min(20)];
            let sha256 = edited::sha256(&read(&path));
            serde_json::json!({ "path": path, "sha256": sha256, "lines": lines.len(), "head": head })
        };
        let files: Vec<_> = corpus.files.iter().enumerate().map(file).collect();
        let plan = serde_json::json!({ "started": "2026-01-02T03:04:05Z", "files": files });
        fs::write(corpus.scratch.path("plan.json"), plan.to_string()).unwrap();
        corpus
    }

    /// The classics, with two rows that are not puzzles.
    fn classics() -> Corpus {
        let text = read(Path::new("datasets/classics.csv"));
        let text = text.replacen("\nnorvig", "\nbad,123\nnorvig", 1) + "also bad\n";
        Corpus::of(&[&text])
    }

    /// Returns a command with the plan.
    fn command(&self, arguments: &[&str]) -> std::process::Command {
        let mut command = sudoku_bench(&["partition", arguments[0]]);
        command.arg(self.scratch.path("plan.json")).args(&arguments[1..]);
        command
    }

    /// Passes lines of files to `partition`, each as the number of its file and its place in it, from 0.
    fn partition(&self, arguments: &[&str], lines: impl IntoIterator<Item = (usize, usize)>) -> Output {
        let line = |(file, line): (usize, usize)| format!("{file}\t{}\t{}\n", line + 1, self.files[file][line]);
        let input: String = lines.into_iter().map(line).collect();
        piped(self.command(arguments), input)
    }

    /// Runs a partition of each of these ranges of lines of the first file, each from a line to that before another, and returns all rows.
    fn run(&self, parts: &[(usize, usize)]) -> Vec<String> {
        let run = |&(begin, end): &(usize, usize)| {
            let output = self
                .partition(&["run", "--strategy", "forward-checking,dlx,lanes"], (begin..end).map(|line| (0, line)));
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            String::from_utf8(output.stdout).unwrap().lines().map(String::from).collect::<Vec<_>>()
        };
        parts.iter().flat_map(run).collect()
    }

    /// Joins rows into results.
    fn join(&self, rows: &[String]) -> Output {
        let mut sorted: Vec<(u64, u64, u64, &str, &str)> = rows
            .iter()
            .map(|row| row.split('\t').collect::<Vec<_>>())
            .filter(|fields| fields[0] != "row")
            .map(|fields| {
                let number = |column: usize| fields[column].parse().unwrap();
                (number(1), number(2), number(3), fields[0], *fields.last().unwrap())
            })
            .collect();
        sorted.sort();
        let line = |(round, file, line, kind, payload): &(u64, u64, u64, &str, &str)| {
            format!("{round}\t{file}\t{line}\t{kind}\t{payload}\n")
        };
        let input: String = sorted.iter().map(line).collect();
        let mut command = self.command(&["join", "--force"]);
        command.arg("-o").arg(self.scratch.path("joined"));
        piped(command, input)
    }
}

fn piped(mut command: std::process::Command, input: String) -> Output {
    use std::io::Write;
    let pipe = || std::process::Stdio::piped();
    let mut child = command.stdin(pipe()).stdout(pipe()).stderr(pipe()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().unwrap();
    let _ = writer.join().unwrap();
    output
}

fn message(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// Compares all that is deterministic in two results directories.
fn assert_same_results(one: &Path, other: &Path) {
    let counts = |directory: &Path| without_latencies(&read(&directory.join("puzzles.csv")));
    assert_eq!(counts(one), counts(other));
    for file in ["rejects.csv", "failures.csv"] {
        assert_eq!(read(&one.join(file)), read(&other.join(file)));
    }
    let facts = |directory: &Path| {
        let manifest: serde_json::Value = serde_json::from_str(&read(&directory.join("manifest.json"))).unwrap();
        let of = |list: &str, key: &str| -> Vec<serde_json::Value> {
            manifest[list].as_array().unwrap().iter().map(|item| item[key].clone()).collect()
        };
        let facts = ["sha256", "puzzles", "rejects"].map(|key| of("corpora", key));
        (of("strategies", "digest"), facts, manifest["sample"].clone())
    };
    assert_eq!(facts(one), facts(other));
}

#[test]
fn joined_parts_equal_a_run() {
    let corpus = Corpus::classics();
    let path = corpus.scratch.path("part-0.csv");
    let whole = corpus
        .scratch
        .run(&[path.to_str().unwrap(), "--strategy", "forward-checking,dlx,lanes", "--max-rejects", "50%"])
        .exits(0);
    let lines = corpus.files[0].len();
    // The second part begins within the first lines of the file, which the plan has too.
    for parts in [
        vec![(0, lines)],
        vec![(0, 1), (1, 3), (3, 70), (70, 71), (71, lines)],
        vec![(71, lines), (0, 71)],
        vec![(0, 1), (1, 2), (2, lines)],
    ] {
        let output = corpus.join(&corpus.run(&parts));
        assert!(output.status.success(), "{}", message(&output));
        let joined = corpus.scratch.path("joined");
        assert_same_results(&joined, &whole.out);
        let shown = sudoku_bench(&["show"]).arg(&joined).output().unwrap();
        assert!(shown.status.success(), "{}", message(&shown));
        let compared = sudoku_bench(&["compare"]).arg(&whole.out).arg(&joined).arg("--advisory").output().unwrap();
        assert!(compared.status.success(), "{}", message(&compared));
    }
}

#[test]
fn joined_parts_of_a_sample_and_of_rounds_equal_a_run() {
    let classics = read(Path::new("datasets/classics.csv"));
    let corpus = Corpus::of(&[&classics.replacen("\nnorvig", "\nbad,123\n\nnorvig", 1), "puzzle\n", &classics]);
    let paths = [0, 1, 2].map(|place| corpus.scratch.path(&format!("part-{place}.csv")));
    let sample = ["--strategy", "forward-checking,dlx,lanes", "--sample", "20", "--seed", "3", "--rounds", "2"];
    let arguments: Vec<&str> = paths.iter().map(|path| path.to_str().unwrap()).chain(sample).collect();
    let whole = corpus.scratch.run(&arguments).exits(0);
    let rows = || -> Vec<String> {
        let lines = |file: usize| (0..corpus.files[file].len()).map(move |line| (file, line));
        // The first file is divided within its first lines.
        let parts: [Vec<_>; 2] =
            [lines(0).take(7).collect(), lines(0).skip(7).chain(lines(1)).chain(lines(2)).collect()];
        let output = |part| {
            let output = corpus.partition(&[&["run"], &sample[..]].concat(), part);
            assert!(output.status.success(), "{}", message(&output));
            String::from_utf8(output.stdout).unwrap()
        };
        parts.map(output).concat().lines().map(String::from).collect()
    };
    let path = corpus.scratch.path("plan.json");
    let mut plan: serde_json::Value = serde_json::from_str(&read(&path)).unwrap();
    for file in 0..3 {
        plan["files"][file]["without_puzzle"] = serde_json::json!([]);
    }
    for row in rows() {
        let fields: Vec<&str> = row.split('\t').collect();
        assert_eq!(fields[0], "without");
        let ranges: Vec<serde_json::Value> = serde_json::from_str(fields.last().unwrap()).unwrap();
        let file: usize = fields[2].parse().unwrap();
        plan["files"][file]["without_puzzle"].as_array_mut().unwrap().extend(ranges);
    }
    fs::write(&path, plan.to_string()).unwrap();
    let output = corpus.join(&rows());
    assert!(output.status.success(), "{}", message(&output));
    assert_same_results(&corpus.scratch.path("joined"), &whole.out);
    let compared = sudoku_bench(&["compare"]).args([&whole.out, &corpus.scratch.path("joined")]).output().unwrap();
    assert!(compared.status.success(), "{}", message(&compared));
    let mut first_round = rows();
    first_round.retain(|row| row.split('\t').nth(1) == Some("0"));
    let output = corpus.join(&first_round);
    assert!(message(&output).contains("only 1 of 2 rounds"), "{}", message(&output));

    plan["files"][0]["without_puzzle"] = serde_json::json!([[5, 4]]);
    fs::write(&path, plan.to_string()).unwrap();
    let output = corpus.partition(&[&["run"], &sample[..]].concat(), []);
    assert!(message(&output).contains("the lines without a puzzle are not ranges"), "{}", message(&output));
}

#[test]
fn names_in_a_corpus_of_several_files_contain_those_of_the_files() {
    let classics = read(Path::new("datasets/classics.csv"));
    let corpus = Corpus::of(&[&classics, "puzzle\n", &classics]);
    let paths = [0, 1, 2].map(|place| corpus.scratch.path(&format!("part-{place}.csv")));
    let mut arguments: Vec<&str> = paths.iter().map(|path| path.to_str().unwrap()).collect();
    arguments.extend(["--strategy", "forward-checking,dlx,lanes"]);
    let whole = corpus.scratch.run(&arguments).exits(0);
    let all = (0..3).flat_map(|file| (0..corpus.files[file].len()).map(move |line| (file, line)));
    let output = corpus.partition(&["run", "--strategy", "forward-checking,dlx,lanes"], all);
    let rows: Vec<String> = String::from_utf8(output.stdout).unwrap().lines().map(String::from).collect();
    let output = corpus.join(&rows);
    assert!(output.status.success(), "{}", message(&output));
    let joined = read(&corpus.scratch.path("joined/puzzles.csv"));
    assert_eq!(without_latencies(&joined), without_latencies(&whole.read("puzzles.csv")));
}

#[test]
fn lines_that_are_missing_or_there_twice_are_an_error() {
    let corpus = Corpus::classics();
    let lines = corpus.files[0].len();
    let error = |rows: &[String]| {
        let output = corpus.join(rows);
        assert_eq!(output.status.code(), Some(1), "{}", message(&output));
        assert!(!corpus.scratch.path("joined/manifest.json").exists());
        message(&output)
    };
    let parts = corpus.run(&[(0, 50), (50, 80), (80, lines)]);
    let of = |first: usize| {
        parts.iter().filter(move |row| {
            let line: usize = row.split('\t').nth(3).unwrap().parse().unwrap();
            (first + 1..first + 31).contains(&line) == (first == 50)
        })
    };
    let without: Vec<String> = of(50).cloned().collect();
    let without: Vec<String> = parts.iter().filter(|row| !without.contains(row)).cloned().collect();
    assert!(error(&without).contains("part-0.csv: lines 51 to 80 are missing"), "{}", error(&without));
    assert!(error(&corpus.run(&[(0, 50)])).contains(&format!("lines 51 to {lines} are missing")));
    assert!(error(&corpus.run(&[(0, 50), (40, lines)])).contains("from line 1 has no end before line 41"));
    // Output that ends too early: the rows are there, but not the trailers.
    let cut: Vec<String> =
        parts.iter().filter(|row| !(row.starts_with("end") && row.contains("\"first\":51,"))).cloned().collect();
    assert!(error(&cut).contains("from line 51 has no end before line 81"), "{}", error(&cut));
    // Rows of a block are lost.
    let block = parts.iter().position(|row| row.starts_with("block")).unwrap();
    let lost = [&parts[..block], &parts[block + 1..]].concat();
    assert!(error(&lost).contains("are not those that were counted"), "{}", error(&lost));
    assert!(error(&[]).contains("lines 1 to"), "{}", error(&[]));
    let huge = format!("\"first\":51,\"lines\":{},", u64::MAX);
    let endless: Vec<String> = parts.iter().map(|row| row.replace("\"first\":51,\"lines\":30,", &huge)).collect();
    assert!(error(&endless).contains("a trailer has too many lines"), "{}", error(&endless));
    // The file grew after it was planned.
    let path = corpus.scratch.path("plan.json");
    let [planned, now] = [lines - 1, lines].map(|lines| format!("\"lines\":{lines}"));
    fs::write(&path, read(&path).replace(&now, &planned)).unwrap();
    let reason = format!("part-0.csv: has more lines than the plan, which has {};", lines - 1);
    assert!(error(&parts).contains(&reason), "{}", error(&parts));
}

#[test]
fn what_cannot_be_divided_or_read_is_an_error() {
    let grids = "1 2 .\n".repeat(3);
    let nine = "53..7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6....28.\n...419..5\n....8..79\n\n"
        .repeat(2);
    let quoted = format!("id,puzzle\n\"a\nb\",{}\n", "1".to_string() + &".".repeat(80));
    for (text, reason) in [
        (nine.as_str(), "a file with the layout grids cannot be divided between lines"),
        (&quoted, "odd number of quotation marks"),
        (&grids, "no puzzle found"),
    ] {
        let corpus = Corpus::of(&[text]);
        let lines = corpus.files[0].len();
        let output = corpus.partition(&["run", "--strategy", "dlx"], (0..lines).map(|line| (0, line)));
        assert_eq!(output.status.code(), Some(1), "{text}");
        assert!(message(&output).contains(reason) && message(&output).contains("part-0.csv"), "{}", message(&output));
    }
    let corpus = Corpus::classics();
    for input in ["0\t1", "0\t1\ttext\nnonsense\n", "7\t1\ttext\n", "0\t0\ttext\n"] {
        let output = piped(corpus.command(&["run"]), input.into());
        assert_eq!(output.status.code(), Some(1), "{input}");
        assert!(message(&output).contains("standard input:"), "{}", message(&output));
    }
    // Without lines, the beginnings of all files are checked.
    let output = corpus.partition(&["solve", "--puzzle-column", "nonsense"], []);
    assert!(message(&output).contains("no column is named"), "{}", message(&output));
    let output = corpus.partition(&["run", "datasets/classics.csv"], []);
    assert_eq!(output.status.code(), Some(2), "{}", message(&output));
    let path = corpus.scratch.path("plan.json");
    fs::write(&path, read(&path).replace("2026-01-02T03:04:05Z", "yesterday")).unwrap();
    let output = corpus.partition(&["run"], []);
    assert_eq!(output.status.code(), Some(1), "{}", message(&output));
    let reason = "plan.json:1: is not a plan: \"yesterday\" is not a time";
    assert!(message(&output).contains(reason), "{}", message(&output));
}

#[test]
fn every_line_of_a_partition_is_solved_or_rejected() {
    let corpus = Corpus::classics();
    let lines = corpus.files[0].len();
    let output = corpus.partition(&["solve"], (60..lines).map(|line| (0, line)));
    assert!(output.status.success(), "{}", message(&output));
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(text.lines().count(), lines - 60);
    for (row, line) in text.lines().zip(60..) {
        let fields: Vec<&str> = row.split('\t').collect();
        assert_eq!((fields[1], fields[5]), ((line + 1).to_string().as_str(), corpus.files[0][line].as_str()));
        assert_eq!(fields[2].len(), if fields[3] == "solved" { 81 } else { 0 }, "{row}");
    }
    assert!(text.ends_with("\t\trejected\t\talso bad\n"), "{text}");
}

/// A program that hands out parts learns the columns from a partition without lines.
#[test]
fn a_partition_without_lines_prints_the_columns_of_its_rows() {
    let corpus = Corpus::classics();
    let rows = |command: &str, lines: usize| {
        let output = corpus.partition(&[command], (0..lines).map(|line| (0, line)));
        assert!(output.status.success(), "{}", message(&output));
        String::from_utf8(output.stdout).unwrap()
    };
    let columns = |command: &str| -> Vec<String> {
        let schema = rows(command, 0);
        let name = |column: &str| column.split_once(' ').expect("a name and a type").0.to_string();
        schema.strip_suffix('\n').unwrap().split(", ").map(name).collect()
    };
    for command in ["run", "solve"] {
        let expected = columns(command).len();
        for row in rows(command, 20).lines() {
            assert_eq!(row.split('\t').count(), expected, "{row}");
        }
    }
    let path = corpus.scratch.path("part-0.csv");
    let whole = corpus.scratch.run(&[path.to_str().unwrap(), "--strategy", "dlx"]).exits(0);
    let puzzles = read(&whole.out.join("puzzles.csv"));
    let samples = puzzles.lines().next().unwrap().split(',').filter(|name| *name != "line");
    let expected: Vec<&str> = ["kind", "round", "file", "line"].into_iter().chain(samples).chain(["payload"]).collect();
    assert_eq!(columns("run"), expected);
}
