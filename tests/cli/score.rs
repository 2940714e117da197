//! `score`: how predictions are found and joined to puzzles, what is printed, written and refused.

use serde_json::Value;

use super::*;

/// A puzzle with one solution, its label, a puzzle with two and its label, and the other solution.
const A: [&str; 2] = ["3102200002100320", "3142243142131324"];
const B: [&str; 2] = ["3040413004000304", "3241413224131324"];
const OTHER: &str = "3241413214232314";

fn score(scratch: &Scratch, arguments: &[&str]) -> Ran {
    let output = sudoku_bench(&["score"]).current_dir(scratch.path("")).args(arguments).output().unwrap();
    Ran { output, out: scratch.path("") }
}

fn json(ran: &Ran) -> Value {
    serde_json::from_str(&ran.stdout()).unwrap()
}

/// Writes a file of puzzles, labels, ids and predictions.
fn predictions(scratch: &Scratch) -> String {
    let rows = [
        format!("1,{},{},{}", A[0], A[1], A[1]),
        format!("2,{},{},{OTHER}", B[0], B[1]),
        format!("3,{},{},{}", A[0], A[1], &A[1][1..]),
        format!("4,{},{},", A[0], A[1]),
    ];
    scratch.corpus("all.csv", format!("id,puzzle,solution,prediction\n{}\n", rows.join("\n")))
}

#[test]
fn one_file_has_puzzles_labels_and_predictions() {
    let scratch = Scratch::new();
    predictions(&scratch);
    let ran = score(&scratch, &["all.csv", "--by", "clues,id < 3", "--preset", "satnet", "-o", "scored.csv"]).exits(0);
    // Sentences are broken into lines.
    let text = ran.stdout().replace('\n', " ");
    for part in ["all              4      50.0", "clues 8 *", "id < 3 yes *", "satnet: solved 0.5"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(text.contains(
        "25.0 % of the puzzles have several solutions (line 3); against the labels 25.0 %, by the rules 50.0 %"
    ));
    let notes = ran.stderr();
    assert!(
        notes
            .contains("all.csv: puzzles in column puzzle, labels in column solution, predictions in column prediction"),
        "{notes}"
    );
    assert!(notes.contains("1 prediction malformed: line 4, \"142243142131324\": 15 cells instead of 16"), "{notes}");
    let scored = read(&scratch.path("scored.csv"));
    let rows: Vec<&str> = scored.lines().collect();
    assert_eq!(
        rows[0],
        "id,puzzle,solution,prediction,sample,verdict,cells_right,cells,blanks_right,blanks,changed,dup,solutions,label_wrong"
    );
    assert!(rows[2].ends_with(",1,valid_other,12,16,4,8,0,0,2,false"), "{}", rows[2]);
    assert!(rows[3].ends_with(",1,malformed,0,16,0,8,,,1,false") && rows[4].ends_with(",1,missing,0,16,0,8,,,1,false"));
}

#[test]
fn rows_are_joined_by_an_id_in_any_order() {
    let scratch = Scratch::new();
    scratch.corpus(
        "test.csv",
        format!("id,puzzle,solution\na,{},{}\nb,{},{}\nc,{},{}\n", A[0], A[1], B[0], B[1], A[0], A[1]),
    );
    scratch.corpus("p.csv", format!("id,answer\nx,{OTHER}\nb,{OTHER}\na,{}\na,1\n", A[1]));
    let ran = score(&scratch, &["p.csv", "test.csv", "--id", "id", "--json", "--pass-at", "1,2"]).exits(0);
    let model = &json(&ran)["models"][0];
    assert_eq!(model["verdicts"]["exact"], 1);
    assert_eq!(
        (&model["rows"], &model["verdicts"]["valid_other"], &model["verdicts"]["missing"]),
        (&4.into(), &1.into(), &1.into())
    );
    assert_eq!((&model["missing_ids"]["count"], &model["surplus_ids"]["count"]), (&1.into(), &1.into()));
    assert_eq!(model["pass_at"][0]["value"], 0.5);
    assert_eq!((&model["pass_at"][1]["value"], &model["pass_at"][1]["too_few"]), (&1.0.into(), &2.into()));
    scratch.corpus("q.csv", "id,answer\n1.0,1\n");
    let ran = score(&scratch, &["q.csv", "test.csv", "--id", "id"]).exits(1);
    assert!(ran.stderr().contains("no prediction has the id of a puzzle"), "{}", ran.stderr());
    scratch.corpus("twice.csv", format!("id,puzzle\na,{}\na,{}\n", A[0], B[0]));
    let ran = score(&scratch, &["p.csv", "twice.csv", "--id", "id"]).exits(1);
    assert!(ran.stderr().contains("twice.csv:3: the id a is in line 2 too"), "{}", ran.stderr());
}

#[test]
fn rows_that_do_not_match_are_never_shifted() {
    let scratch = Scratch::new();
    scratch.corpus("test.csv", format!("puzzle,solution\n{},{}\n{},{}\n", A[0], A[1], B[0], B[1]));
    for (name, text, reason) in [
        ("short.csv", format!("answer\n{}\n", A[1]), "short.csv: has 1 row, and test.csv has more"),
        ("long.csv", format!("answer\n{}\n{}\n{}\n", A[1], B[1], B[1]), "long.csv: has 3 rows, and test.csv has 2"),
        (
            "other.csv",
            format!("puzzle,answer\n{},1\n{},1\n", A[0], A[0]),
            "other.csv:3: has another puzzle than test.csv:3",
        ),
    ] {
        scratch.corpus(name, text);
        let ran = score(&scratch, &[name, "test.csv", "-o", "scored.csv"]).exits(1);
        assert!(ran.stderr().contains(reason) && ran.stderr().contains("--id COLUMN"), "{}", ran.stderr());
        assert!(!scratch.path("scored.csv").exists() && !scratch.path("scored.csv.part").exists());
    }
}

#[test]
fn a_worse_model_fails_and_the_page_shows_its_errors() {
    let scratch = Scratch::new();
    let row = |index: usize, answer: &str| format!("{index},{},{},{answer}\n", A[0], A[1]);
    let wrong = A[1].replacen('2', "1", 1);
    let file = |wrongs: usize| -> String {
        (0..40).map(|index| row(index, if index < wrongs { &wrong } else { A[1] })).collect()
    };
    let header = "id,puzzle,solution,prediction\n".to_string();
    scratch.corpus("old.csv", header.clone() + &file(2));
    scratch.corpus("new.csv", header + &file(30));
    let models = ["--model", "old=old.csv", "--model", "<new>=new.csv"];
    let ran = score(&scratch, &[&models[..], &["--report", "page.html"]].concat()).exits(3);
    assert!(ran.stdout().contains("<new> is worse: it solves 70.0 of 100 puzzles fewer than old"), "{}", ran.stdout());
    let page = read(&scratch.path("page.html"));
    assert!(page.contains("&lt;new&gt; is worse") && !page.contains("<new>") && page.contains("all 32."));
    let ran = score(&scratch, &["--model", "a=old.csv", "--model", "b=old.csv"]).exits(0);
    assert!(ran.stdout().contains("a and b solve the same puzzles"), "{}", ran.stdout());
}

/// A column of losses or a second label must not be taken for predictions.
#[test]
fn predictions_are_not_guessed() {
    let scratch = Scratch::new();
    for (header, row) in [
        ("puzzle,solution,loss", format!("{},{},0.5", A[0], A[1])),
        ("puzzle,label,solution", format!("{},{},{}", A[0], A[1], A[1])),
        ("puzzle,solution,answer,output", format!("{},{},{},{}", A[0], A[1], A[1], A[1])),
    ] {
        scratch.corpus("p.csv", format!("{header}\n{row}\n"));
        let ran = score(&scratch, &["p.csv"]).exits(2);
        assert!(
            ran.stderr().contains("name the column of the predictions with --prediction-column"),
            "{}",
            ran.stderr()
        );
    }
    scratch.corpus("p.csv", format!("puzzle,solution,my model\n{},{},{}\n", A[0], A[1], A[1]));
    score(&scratch, &["p.csv", "--prediction-column", "my model"]).exits(0);
}

#[test]
fn responses_of_language_models_have_answers_in_them() {
    let scratch = Scratch::new();
    let generations = [
        serde_json::json!({"question": format!("Solve this Sudoku puzzle: {}.", A[0]), "generations": format!("<answer>{}</answer>", A[1]), "ground_truth": A[1]}),
        serde_json::json!({"question": A[0], "generations": "I give up", "ground_truth": A[1]}),
    ];
    scratch.corpus("d1.json", serde_json::json!({"generations": generations, "metrics": {"n": 2}}).to_string());
    let ran = score(&scratch, &["d1.json", "--extract", "answer", "--preset", "d1,sakana", "--json"]).exits(0);
    let model = &json(&ran)["models"][0];
    assert_eq!((&model["verdicts"]["exact"], &model["verdicts"]["missing"]), (&1.into(), &1.into()));
    assert_eq!(
        (&model["presets"]["d1"]["accuracy"], &model["presets"]["sakana"]["solved"]),
        (&50.0.into(), &0.5.into())
    );
    let gym = serde_json::json!({"question": "Solve", "answer": "x", "response": "```\n3 1 4 2\n2 4 3 1\n4 2 1 3\n1 3 2 4\n```",
        "metadata": {"puzzle": [[3, 1, 0, 2], [2, 0, 0, 0], [0, 2, 1, 0], [0, 3, 2, 0]], "solution": A[1]}});
    scratch.corpus("gym.jsonl", gym.to_string());
    let columns = ["--puzzle-column", "metadata.puzzle", "--solution-column", "metadata.solution"];
    let ran = score(&scratch, &[&["gym.jsonl", "--extract", "code-block", "--json"][..], &columns].concat()).exits(0);
    assert_eq!(json(&ran)["models"][0]["verdicts"]["exact"], 1);
}

#[test]
fn bad_rows_do_not_stop_it() {
    let scratch = Scratch::new();
    let long = "9".repeat(2 << 20);
    let rows =
        ["\u{0}\u{1b}[31m", "[[[[[[[[", "{\"a\":{\"b\":[1]}}", "١٢٣٤١٢٣٤١٢٣٤١٢٣٤", &long, "3142243142131324 ", "null"];
    let rows: String = rows.iter().map(|row| format!("{},{},\"{}\"\n", A[0], A[1], row.replace('"', "\"\""))).collect();
    scratch.corpus("p.csv", format!("puzzle,solution,prediction\n{rows}nonsense,{},{}\n", A[1], A[1]));
    let ran = score(&scratch, &["p.csv", "--json", "-o", "scored.jsonl"]);
    let summary = json(&ran);
    assert_eq!(summary["models"][0]["verdicts"]["exact"], 1, "{summary}");
    assert_eq!((&summary["puzzles"]["rejected"], &summary["models"][0]["rows"]), (&1.into(), &7.into()));
    assert!(ran.stderr().contains("row that cannot be read"), "{}", ran.stderr());
    assert_eq!(read(&scratch.path("scored.jsonl")).lines().count(), 7);
}
