//! Only runs that did the same work are compared.

use super::*;

#[test]
fn the_same_run_and_swapped_runs_are_noticed() {
    let scratch = Scratch::new();
    let first = baseline(&scratch);
    let second = results(&scratch, "second", &[&corpus(&scratch, "corpus.txt"), "--strategy", STRATEGIES]);
    let same = "note: BASE and CURRENT are the same run\n";
    let swapped = "note: CURRENT is older than BASE; ";
    let noted = |base: &Path, current: &Path| {
        let stderr = compare(base, current, &["--advisory"], 0).stderr();
        [same, swapped].map(|note| stderr.contains(note))
    };
    assert_eq!(noted(&first, &second), [false, false]);
    assert_eq!(noted(&second, &first), [false, true]);
    assert_eq!(noted(&first, &first), [true, false]);
    let copied = copy(&scratch, &first, "copy", |_| ());
    assert_eq!(noted(&first, &copied), [true, false]);
    // Lock files have no date.
    let lock = scratch.path("lock.json");
    let arguments = ["compare", lock.to_str().unwrap(), first.to_str().unwrap(), "--bless"];
    assert!(sudoku_bench(&arguments).output().unwrap().status.success());
    assert_eq!(noted(&lock, &first), [false, false]);
}

#[test]
fn runs_of_different_work_are_not_compared() {
    let scratch = Scratch::new();
    let corpus = corpus(&scratch, "corpus.txt");
    let base = baseline(&scratch);
    let other = scratch.corpus("other.txt", format!("{EASY}\n"));
    let mut number = 0;
    let mut refused = |corpus: &str, more: &[&str], reason: &str| {
        number += 1;
        let current = results(&scratch, &format!("current-{number}"), &[&[corpus], more].concat());
        refuses(&base, &current, &[], 4, reason);
    };
    let same = ["--strategy", STRATEGIES];
    refused(&other, &same, "corpora differ: ");
    refused(&corpus, &["--strategy", "dlx"], "strategies differ: dlx, fc-mrv and dlx");
    refused(&corpus, &[&same[..], &["--node-limit", "9"]].concat(), "node limits differ: none and 9");
    refused(&corpus, &[&same[..], &["--time-limit", "9s"]].concat(), "time limits (ns) differ: none and 9000000000");
    refused(&corpus, &[&same[..], &["--max-solutions", "all"]].concat(), "solution limits differ: 1 and none");
    refused(&corpus, &[&same[..], &["--sample", "5"]].concat(), "samples differ: none and 5 with seed 0");
    refused(&corpus, &[&same[..], &["--puzzle-column", "1"]].concat(), "named puzzle columns differ: ");
    // All reasons are listed, and they take precedence over wrong answers.
    let wrong = Edited::copy(&base, scratch.path("wrong")).puzzles(|row| {
        row.set("status", "wrong");
        true
    });
    let wrong = wrong.manifest(|manifest| manifest["limits"] = serde_json::json!({"max_solutions": 2, "nodes": 3}));
    refuses(&base, &wrong.0, &["--advisory"], 4, "solution limits differ: 1 and 2; node limits differ: none and 3");
}

#[test]
fn strategies_may_be_in_another_order() {
    let scratch = Scratch::new();
    let base = baseline(&scratch);
    let corpus = scratch.path("corpus.txt").display().to_string();
    let turned = results(&scratch, "turned", &[&corpus, "--strategy", "fc-mrv,dlx"]);
    let ran = compare(&base, &turned, &["--counters", "exact"], 0);
    assert_eq!(
        ran.json("compare.json")["strategies"][0]["strategy"],
        "dlx",
        "strategies are in the order of the baseline"
    );
    let turned = copy(&scratch, &turned, "slower", |row| row.add("nodes", i64::from(row.is("dlx", 1))));
    let json = compare(&base, &turned, &[], 3).json("compare.json");
    assert_eq!(
        (&json["strategies"][0]["counters"], &json["strategies"][1]["counters"]),
        (&"regressed".into(), &"same".into())
    );
}

#[test]
fn common_only_ignores_other_strategies() {
    let scratch = Scratch::new();
    let base = baseline(&scratch);
    let corpus = scratch.path("corpus.txt").display().to_string();
    let current = results(&scratch, "current", &[&corpus, "--strategy", "lanes,fc-mrv"]);
    refuses(&base, &current, &[], 4, "strategies differ: dlx, fc-mrv and fc-mrv, lanes");
    let ran = compare(&base, &current, &["--common-only"], 0);
    let json = ran.json("compare.json");
    assert_eq!(json["left_out"], serde_json::json!(["dlx", "lanes"]));
    assert_eq!(json["strategies"].as_array().unwrap().len(), 1);
    says(&ran, "lanes: left out, because only one run has it");
    let none = results(&scratch, "none", &[&corpus, "--strategy", "naive"]);
    refuses(&base, &none, &["--common-only"], 4, "they have no strategy in common");
}

/// With several corpora, the name of a puzzle begins with the path of its file. Its cells are looked up in that file.
#[test]
fn puzzles_of_several_corpora_are_named_by_their_file() {
    let scratch = Scratch::new();
    let one = scratch.corpus("one, \"or\" so.txt", format!("{EASY}\n{INKALA}\n"));
    let two = scratch.corpus("two.txt", format!("{INKALA}\n{EASY}\n"));
    let base = results(&scratch, "base", &[&one, &two, "--strategy", STRATEGIES]);
    let slower = copy(&scratch, &base, "current", |row| row.add("nodes", i64::from(row.is("dlx", 1))));
    let json = compare(&base, &slower, &[], 3).json("compare.json");
    let largest = &json["strategies"][0]["largest"];
    let of = |place: usize, field: &str| largest[place][field].as_str().unwrap_or("none").to_string();
    let quoted = format!("\"{}:1\"", one.replace('"', "\"\""));
    assert_eq!([of(0, "puzzle"), of(1, "puzzle")], [quoted, format!("{two}:1")]);
    assert_eq!([of(0, "text"), of(1, "text")], [EASY, INKALA]);
    // The names depend on the paths and on the order of the files.
    let moved = scratch.corpus("moved.txt", format!("{INKALA}\n{EASY}\n"));
    let named = results(&scratch, "named", &[&one, &moved, "--strategy", STRATEGIES]);
    refuses(&base, &named, &[], 4, "different paths");
    let turned = results(&scratch, "turned", &[&two, &one, "--strategy", STRATEGIES]);
    refuses(&base, &turned, &[], 4, "corpora differ");
}

/// The cells of a puzzle are looked up only in an unchanged corpus. The verdict does not depend on the corpus file.
#[test]
fn a_corpus_may_be_missing_or_changed() {
    let scratch = Scratch::new();
    let [base, current] = changed(&scratch, |row| row.add("nodes", i64::from(row.is("dlx", 1))));
    let corpus = scratch.path("corpus.txt");
    let text = || {
        let json = compare(&base, &current, &[], 3).json("compare.json");
        json["strategies"][0]["largest"][0]["text"].as_str().map(String::from)
    };
    let puzzles = read(&corpus);
    assert_eq!(text().as_deref(), puzzles.lines().next());
    fs::write(&corpus, format!("{INKALA}\n{puzzles}")).unwrap();
    assert_eq!(text(), None, "the line may hold another puzzle now");
    fs::remove_file(&corpus).unwrap();
    assert_eq!(text(), None);
    // The same corpus under another path is the same work.
    let moved = scratch.corpus("moved.txt", puzzles);
    let moved = results(&scratch, "moved", &[&moved, "--strategy", STRATEGIES]);
    compare(&base, &moved, &["--counters", "exact"], 0);
}
