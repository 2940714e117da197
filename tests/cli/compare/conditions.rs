//! What is of the same work, and what is not.

use super::*;

#[test]
fn other_work_is_not_compared() {
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
    refused(&corpus, &[&same[..], &["--max-solutions", "all"]].concat(), "solutions wanted differ: 1 and none");
    refused(&corpus, &[&same[..], &["--sample", "5"]].concat(), "samples differ: none and 5 by seed 0");
    refused(&corpus, &[&same[..], &["--puzzle-column", "1"]].concat(), "named puzzle columns differ: ");
    // All reasons at once, and before whatever else is wrong.
    let wrong = Edited::copy(&base, scratch.path("wrong")).puzzles(|row| {
        row.set("status", "wrong");
        true
    });
    let wrong = wrong.manifest(|manifest| manifest["limits"] = serde_json::json!({"max_solutions": 2, "nodes": 3}));
    refuses(&base, &wrong.0, &["--advisory"], 4, "solutions wanted differ: 1 and 2; node limits differ: none and 3");
}

#[test]
fn strategies_in_any_order() {
    let scratch = Scratch::new();
    let base = baseline(&scratch);
    let corpus = scratch.path("corpus.txt").display().to_string();
    let turned = results(&scratch, "turned", &[&corpus, "--strategy", "fc-mrv,dlx"]);
    let ran = compare(&base, &turned, &["--counters", "exact"], 0);
    assert_eq!(ran.json("compare.json")["strategies"][0]["strategy"], "dlx", "in the order of the baseline");
    let turned = copy(&scratch, &turned, "slower", |row| row.add("nodes", i64::from(row.is("dlx", 1))));
    let json = compare(&base, &turned, &[], 3).json("compare.json");
    assert_eq!(
        (&json["strategies"][0]["counters"], &json["strategies"][1]["counters"]),
        (&"regressed".into(), &"same".into())
    );
}

#[test]
fn only_common_strategies_if_asked_for() {
    let scratch = Scratch::new();
    let base = baseline(&scratch);
    let corpus = scratch.path("corpus.txt").display().to_string();
    let current = results(&scratch, "current", &[&corpus, "--strategy", "lanes,fc-mrv"]);
    refuses(&base, &current, &[], 4, "strategies differ: dlx, fc-mrv and fc-mrv, lanes");
    let ran = compare(&base, &current, &["--common-only"], 0);
    let json = ran.json("compare.json");
    assert_eq!(json["left_out"], serde_json::json!(["dlx", "lanes"]));
    assert_eq!(json["strategies"].as_array().unwrap().len(), 1);
    says(&ran, "lanes: left out, as only one side has it");
    let none = results(&scratch, "none", &[&corpus, "--strategy", "naive"]);
    refuses(&base, &none, &["--common-only"], 4, "no strategy is in both");
}

/// A puzzle's name begins with its file's where there are several; the texts are those of the right file.
#[test]
fn several_corpora() {
    let scratch = Scratch::new();
    let one = scratch.corpus("one, \"or\" so.txt", format!("{EASY}\n{INKALA}\n"));
    let two = scratch.corpus("two.txt", format!("{INKALA}\n{EASY}\n"));
    let base = results(&scratch, "base", &[&one, &two, "--strategy", STRATEGIES]);
    let slower = copy(&scratch, &base, "current", |row| row.add("nodes", i64::from(row.is("dlx", 1))));
    let json = compare(&base, &slower, &[], 3).json("compare.json");
    let largest = &json["strategies"][0]["largest"];
    let of = |place: usize, what: &str| largest[place][what].as_str().unwrap_or("none").to_string();
    let quoted = format!("\"{}:1\"", one.replace('"', "\"\""));
    assert_eq!([of(0, "puzzle"), of(1, "puzzle")], [quoted, format!("{two}:1")]);
    assert_eq!([of(0, "text"), of(1, "text")], [EASY, INKALA]);
    // The same files by other names have other puzzles; in another order, other ones too.
    let moved = scratch.corpus("moved.txt", format!("{INKALA}\n{EASY}\n"));
    let named = results(&scratch, "named", &[&one, &moved, "--strategy", STRATEGIES]);
    refuses(&base, &named, &[], 4, "not their paths");
    let turned = results(&scratch, "turned", &[&two, &one, "--strategy", STRATEGIES]);
    refuses(&base, &turned, &[], 4, "corpora differ");
}

/// Puzzles are looked up in the corpus, if it is still that of the runs; the verdict does not depend on it.
#[test]
fn a_corpus_that_is_gone_or_changed() {
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
    assert_eq!(text(), None, "that may be another puzzle");
    fs::remove_file(&corpus).unwrap();
    assert_eq!(text(), None);
    // Another path of the same corpus is the same work.
    let moved = scratch.corpus("moved.txt", puzzles);
    let moved = results(&scratch, "moved", &[&moved, "--strategy", STRATEGIES]);
    compare(&base, &moved, &["--counters", "exact"], 0);
}
