//! `run`: the files and the table of a run.

use std::collections::BTreeMap;

use serde_json::Value;

use super::*;

#[test]
fn the_default_strategies_solve_the_classics() {
    let scratch = Scratch::new();
    let ran = scratch.run(&["datasets/classics.csv"]).exits(0);
    let (exports, others): (Vec<_>, Vec<_>) = files(&ran.out).into_iter().partition(|name| name.starts_with("export/"));
    assert_eq!(exports.len(), bench::reporter::export::names().len());
    assert_eq!(
        others,
        [
            "blocks.csv",
            "failures.csv",
            "histograms/dlx.hgrm",
            "histograms/forward-checking.hgrm",
            "histograms/latency.hlog",
            "histograms/naive.hgrm",
            "manifest.json",
            "puzzles.csv",
            "rejects.csv",
            "report.html",
            "summary.csv",
            "summary.json",
        ]
    );
    let rows = ran.rows("puzzles.csv");
    assert_eq!(rows.len(), 3 * 132);
    assert!(rows.iter().all(|row| row.get("status") == "solved"));
    assert_eq!(ran.rows("failures.csv").len(), 0);
    assert_eq!(ran.read("rejects.csv"), "file,line,column,reason,text\n");

    // Counts of the first puzzles from an independent implementation.
    let mut reference = csv::Reader::from_path("tests/data/counts.csv").unwrap();
    let reference: Vec<_> = reference.records().map(Result::unwrap).filter(|row| &row[2] == "1").collect();
    for (i, row) in rows.iter().take(15).enumerate() {
        assert_eq!(row.get("puzzle"), format!("article-{}", i / 3 + 1));
        let same_strategy = reference.iter().filter(|reference| &reference[1] == row.get("strategy"));
        let counts = same_strategy.skip(i / 3).map(|row| [row[4].to_string(), row[5].to_string()]).next().unwrap();
        assert_eq!([row.get("nodes"), row.get("backtracks")], counts, "{}", row.get("puzzle"));
    }

    let table = ran.stdout();
    assert!(table.starts_with("strategy          answered      p50"), "{table}");
    assert!(!table.contains('│'), "borders are printed to terminals only: {table}");
    assert!(table.contains("\ndlx                    132 "), "{table}");
    let end = table.lines().last().unwrap();
    assert!(end.contains(" is the fastest: ") && end.contains(" makes "), "{table}");
}

/// Without `naive` and `fc-static`, which would take a minute of processor time; tests of the strategies compare them with the
/// others.
#[test]
fn edge_cases_have_the_expected_status() {
    let scratch = Scratch::new();
    let strategies = "forward-checking,fc-mrv,dlx,lanes,elimination";
    let ran = scratch.run(&["datasets/edge-cases.csv", "--strategy", strategies, "--max-solutions", "1000"]).exits(0);
    let expected = rows(Path::new("datasets/edge-cases.csv"));
    let found = ran.rows("puzzles.csv");
    let strategies = found.len() / expected.len();
    assert_eq!(found.len(), expected.len() * strategies);
    for (expected, found) in expected.iter().zip(found.chunks(strategies)) {
        for row in found {
            assert_eq!(row.get("puzzle"), expected.get("id"));
            let may_stall = row.get("strategy") == "elimination" && expected.get("expected_status") != "invalid";
            if !(may_stall && row.get("status") == "stalled") {
                let wanted = (expected.get("expected_status"), expected.get("expected_solutions"));
                assert_eq!((row.get("status"), row.get("solutions")), wanted, "{:?}", row.fields);
            }
            if row.get("status") == "invalid" {
                assert_eq!((row.number("nodes"), row.number("latency_ns")), (0, 0));
            }
        }
    }
    let stalled = ran.rows("failures.csv").into_iter().find(|row| row.get("status") == "stalled").unwrap();
    assert_eq!((stalled.get("puzzle"), stalled.get("detail")), ("empty", "81 cells left"));
}

/// Computes totals of `summary.csv` and the digests again from `puzzles.csv`. The scores are tested beside their code.
#[test]
fn the_summary_agrees_with_the_rows() {
    use sha2::Digest;
    let scratch = Scratch::new();
    let arguments =
        ["datasets/edge-cases.csv", "--node-limit", "2000", "--rounds", "2", "--strategy", "dlx,fc-mrv,naive"];
    let ran = scratch.run(&arguments).exits(0);
    let rows = ran.rows("puzzles.csv");
    for summary in ran.rows("summary.csv") {
        let name = summary.get("strategy");
        let own = || rows.iter().filter(|row| row.get("strategy") == name);
        let count = |status: &str| own().filter(|row| row.get("status") == status).count() as u64;
        let sum = |column: &str| own().map(|row| row.number(column)).sum::<u64>();
        assert_eq!(summary.number("puzzles"), own().count() as u64);
        for status in ["solved", "unsolvable", "invalid", "stalled", "node-limit", "time-limit", "wrong"] {
            assert_eq!(summary.number(&status.replace('-', "_")), count(status), "{name} {status}");
        }
        for column in ["nodes", "guesses", "backtracks"] {
            assert_eq!(summary.number(column), sum(column), "{name} {column}");
        }
        let finished: Vec<u64> = own()
            .filter(|row| ["solved", "unsolvable"].contains(&row.get("status")))
            .map(|row| row.number("latency_ns"))
            .collect();
        let mean = finished.iter().sum::<u64>() as f64 / finished.len() as f64;
        assert!((summary.get("latency_mean_ns").parse::<f64>().unwrap() - mean).abs() <= 0.05);
        let run = own().count() as u64 - count("invalid");
        let longest = *finished.iter().max().unwrap() as f64;
        match summary.get("latency_max_ns").parse::<f64>() {
            Ok(shown) => {
                assert!(shown >= longest && shown <= longest * 1.001, "more than a bin of 0.1 %: {shown} {longest}")
            }
            Err(_) => assert!((finished.len() as u64) < run, "puzzles without an answer rank last"),
        }
        let per_second = run as f64 / (sum("latency_ns") as f64 * 1e-9);
        assert!((summary.get("puzzles_per_second").parse::<f64>().unwrap() / per_second - 1.0).abs() < 1e-3);

        let mut digest = sha2::Sha256::new();
        let text = without_latencies(&ran.read("puzzles.csv"));
        for line in text.split_inclusive('\n').filter(|line| line.split(',').nth(3) == Some(name)) {
            digest.update(line);
        }
        let digest: String = digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
        let manifest = ran.json("manifest.json");
        let listed = manifest["strategies"].as_array().unwrap();
        let listed = listed.iter().find(|strategy| strategy["name"] == name).unwrap();
        assert_eq!(listed["digest"], digest);
    }
    assert!(count_of(&rows, "node-limit") > 0, "no puzzle reached the limit");
    let json = ran.json("summary.json");
    assert_eq!(json["schema_version"], 1);
    assert_eq!(json["strategies"].as_array().unwrap().len(), 3);
    for (row, strategy) in ran.rows("summary.csv").iter().zip(json["strategies"].as_array().unwrap()) {
        for column in row.header.iter().skip(1) {
            assert_eq!(strategy[column].as_f64(), row.get(column).parse().ok(), "{column}");
        }
    }
}

fn count_of(rows: &[Row], status: &str) -> usize {
    rows.iter().filter(|row| row.get("status") == status).count()
}

#[test]
fn blocks_have_a_row_per_round_block_and_strategy() {
    let scratch = Scratch::new();
    let corpus = scratch.corpus("five.txt", format!("{EASY}\n").repeat(5));
    let ran = scratch.run(&[&corpus, "--block-size", "2", "--rounds", "2", "--strategy", "dlx,naive"]).exits(0);
    let blocks = ran.rows("blocks.csv");
    let place = |row: &Row| ["round", "block", "strategy", "slot", "n"].map(|name| row.get(name).to_string());
    // The order of the strategies rotates with the block and the round.
    let expected = [
        "0 0 dlx 0 2",
        "0 0 naive 1 2",
        "0 1 dlx 1 2",
        "0 1 naive 0 2",
        "0 2 dlx 0 1",
        "0 2 naive 1 1",
        "1 0 dlx 1 2",
        "1 0 naive 0 2",
        "1 1 dlx 0 2",
        "1 1 naive 1 2",
        "1 2 dlx 1 1",
        "1 2 naive 0 1",
    ];
    assert_eq!(blocks.iter().map(|row| place(row).join(" ")).collect::<Vec<_>>(), expected);
    let smallest = ran.rows("puzzles.csv").iter().map(|row| row.number("latency_ns")).min().unwrap();
    for row in &blocks {
        let mean = row.get("mean_ln_ns_trim10").parse::<f64>().unwrap();
        // The control searches in every turn.
        assert!(row.get("control_mean_ln_ns_trim10").parse::<f64>().unwrap() > 0.0);
        assert!(mean >= (smallest as f64).ln() - 1e-6 && row.number("sum_ns") >= smallest * row.number("n"));
    }
}

#[test]
fn a_wrong_solution_in_the_corpus_is_reported() {
    let scratch = Scratch::new();
    let wrong = INKALA_SOLVED.replace("812", "821");
    let rows = [format!("good,{INKALA},{INKALA_SOLVED}"), format!("bad,{INKALA},{wrong}"), format!("none,{INKALA},")];
    let corpus = scratch.corpus("wrong.csv", format!("id,puzzle,solution\n{}\n", rows.join("\n")));
    // It is the error of the corpus, and no strategy's wrong answer.
    let ran = scratch.run(&[&corpus, "--strategy", "dlx,lanes"]).exits(0);
    let once = "warning: 1 wrong solution in the corpus, not used to check answers:\n  line 3: the corpus' own \
                solution is no solution of the givens\n";
    assert!(ran.stderr().contains(once), "{}", ran.stderr());
    assert_eq!((ran.rows("failures.csv").len(), ran.rows("summary.csv")[0].number("solved")), (0, 3));
}

#[test]
fn rows_have_the_cells_of_the_puzzle_on_request() {
    let scratch = Scratch::new();
    let corpus = scratch.corpus("c.txt", format!("{INKALA}\n{EASY}\n"));
    let plain = scratch.run(&[&corpus, "--strategy", "dlx,lanes"]).exits(0);
    let digests = |ran: &Ran| ran.json("manifest.json")["strategies"].clone();
    let before = digests(&plain);
    let ran = scratch.run(&[&corpus, "--strategy", "dlx,lanes", "--with-grids", "--rounds", "2", "--force"]).exits(0);
    let givens: Vec<_> = ran.rows("puzzles.csv").iter().map(|row| row.get("givens").to_string()).collect();
    assert_eq!(givens, [INKALA, INKALA, EASY, EASY]);
    assert_eq!(digests(&ran), before, "the column is no part of the digest");
    let shown = sudoku_bench(&["show", ran.out.to_str().unwrap()]).output().unwrap();
    assert!(shown.status.success(), "{shown:?}");
}

#[test]
fn speed_ups_are_over_the_fastest_or_the_reference() {
    let scratch = Scratch::new();
    let corpus = scratch.corpus("hard.txt", format!("{INKALA}\n").repeat(4));
    // The first strategy answers nothing.
    let ran = scratch.run(&[&corpus, "--strategy", "elimination,fc,dlx"]).exits(0);
    let summary = ran.json("summary.json");
    let fastest = summary["reference"].as_str().unwrap();
    assert!(["forward-checking", "dlx"].contains(&fastest), "{fastest}");
    assert!(ran.stdout().contains(&format!("\n{fastest} is the fastest of those that answer all 4 puzzles: ")));
    let ran = scratch.run(&[&corpus, "--strategy", "elimination,fc,dlx", "--reference", "FC", "--force"]).exits(0);
    assert_eq!(ran.json("summary.json")["reference"], "forward-checking");
    assert_eq!(ran.rows("summary.csv")[1].get("speedup"), "1.0");
    let shown = sudoku_bench(&["show", ran.out.to_str().unwrap(), "--reference", "elimination"]).output().unwrap();
    let shown = String::from_utf8(shown.stdout).unwrap();
    assert!(shown.contains(" 0 of 4 ") && shown.contains(" reference"), "{shown}");
    let unknown = scratch.run(&[&corpus, "--strategy", "dlx", "--reference", "naive", "--force"]).exits(2);
    assert!(unknown.stderr().contains("none of the strategies of the run: dlx"), "{}", unknown.stderr());
}

#[test]
fn puzzles_that_reach_a_limit_are_censored() {
    let scratch = Scratch::new();
    let corpus = scratch.corpus("hard.txt", format!("{INKALA}\n{EASY}\n"));
    let ran = scratch.run(&[&corpus, "--strategy", "naive", "--node-limit", "1000"]).exits(0);
    let rows = ran.rows("puzzles.csv");
    assert_eq!((rows[0].get("status"), rows[0].number("nodes")), ("node-limit", 1000));
    assert_eq!((rows[1].get("status"), rows[1].number("nodes")), ("solved", 135));
    assert!(ran.stdout().contains("naive       1 of 2 ") && ran.stdout().contains("> limit"), "{}", ran.stdout());
    // The puzzle that reached the limit ranks last.
    let summary = &ran.rows("summary.csv")[0];
    let easy = rows[1].number("latency_ns") as f64;
    assert!(summary.number("latency_p50_ns") as f64 <= easy * 1.001 + 1.0);
    assert_eq!([summary.get("latency_p90_ns"), summary.get("latency_max_ns")], ["", ""]);
    assert!(ran.read("histograms/naive.hgrm").contains("Total count    =            1]"));

    // Counting the solutions of the empty grid takes forever.
    let empty = scratch.corpus("empty.txt", ".".repeat(81));
    let arguments = [&*empty, "--strategy", "naive", "--time-limit", "20ms", "--max-solutions", "all", "--force"];
    let ran = scratch.run(&arguments).exits(0);
    let row = &ran.rows("puzzles.csv")[0];
    assert_eq!(row.get("status"), "time-limit");
    assert!(row.number("solutions") > 1000 && row.number("latency_ns") >= 20_000_000);
    assert_eq!(ran.json("manifest.json")["limits"]["time_ns"], 20_000_000);
}

#[test]
fn the_manifest_describes_the_run() {
    let scratch = Scratch::new();
    let corpus = scratch.corpus("two.txt", format!("{EASY}\nnonsense!\n{EASY}\n"));
    let ran = scratch.run(&[&corpus, "--threads", "1", "--max-solutions", "2"]).exits(0);
    let manifest = ran.json("manifest.json");
    assert_eq!(manifest["schema_version"], 1);
    assert_eq!(manifest["tool"]["name"], "sudoku-bench");
    assert_eq!(manifest["threads"], 1);
    assert_eq!(manifest["limits"], serde_json::json!({"max_solutions": 2, "nodes": null, "time_ns": null}));
    assert_eq!(manifest["interrupted"], false);
    let file = &manifest["corpora"][0];
    assert_eq!((file["puzzles"].as_u64(), file["rejects"].as_u64()), (Some(2), Some(1)));
    let sha256 = Command::new("sha256sum").arg(&corpus).output().unwrap().stdout;
    assert_eq!(file["sha256"].as_str().unwrap(), &String::from_utf8(sha256).unwrap()[..64]);
    let names: BTreeMap<_, _> = manifest.as_object().unwrap().iter().collect();
    let format = read(Path::new("FORMAT.md"));
    for name in names.keys() {
        assert!(format.contains(&format!("`{name}`")), "{name} is not in FORMAT.md");
    }
}

/// The latency of puzzles that are solved together is the block's time divided by their number.
#[test]
fn amortised_latencies_are_marked_and_the_instruction_set_is_recorded() {
    let scratch = Scratch::new();
    let ran = scratch.run(&["datasets/classics.csv", "--strategy", "dlx,lanes", "--simd", "scalar"]).exits(0);
    let note = "lanes: latencies are amortised, each a puzzle's share of its block's time";
    assert!(ran.stdout().lines().any(|line| line == note) && !ran.stdout().contains("dlx: latencies"));
    let manifest = ran.json("manifest.json");
    let summary = ran.json("summary.json");
    assert_eq!(manifest["simd"], "scalar");
    for (i, amortised) in [false, true].into_iter().enumerate() {
        assert_eq!(manifest["strategies"][i]["amortised"], amortised);
        assert_eq!(summary["strategies"][i]["amortised"], amortised);
    }
    assert!(ran.rows("puzzles.csv").iter().all(|row| row.number("latency_ns") > 0));
    // The instruction set does not change the search.
    let digest = |ran: &Ran| ran.json("manifest.json")["strategies"][1]["digest"].clone();
    let scalar = digest(&ran);
    let ran = scratch.run(&["datasets/classics.csv", "--strategy", "dlx,lanes", "--force"]).exits(0);
    assert_eq!(digest(&ran), scalar);
}

/// Checks that FORMAT.md describes every column of every file.
#[test]
fn every_column_is_documented() {
    let scratch = Scratch::new();
    let ran = scratch.run(&["datasets/edge-cases.csv", "--strategy", "dlx"]).exits(0);
    let format = read(Path::new("FORMAT.md"));
    for file in files(&ran.out).iter().filter(|file| file.ends_with(".csv")) {
        let text = ran.read(file);
        for column in text.lines().next().unwrap().split(',') {
            assert!(format.contains(&format!("| `{column}` |")), "{file}: {column} is not in FORMAT.md");
        }
    }
    let json = ran.json("summary.json");
    let fields = [&json["strategies"][0], &json["virtual_best"]].map(|object| object.as_object().unwrap());
    for field in fields.into_iter().flat_map(|object| object.keys()) {
        assert!(format.contains(&format!("| `{field}` |")), "summary.json: {field} is not in FORMAT.md");
    }
}

#[test]
fn a_corpus_of_invalid_puzzles_measures_nothing() {
    let scratch = Scratch::new();
    let corpus = scratch.corpus("c.txt", format!("11{}\n", ".".repeat(79)));
    let ran = scratch.run(&[&corpus]).exits(4);
    assert!(ran.stderr().contains("nothing was measured"), "{}", ran.stderr());
    insta::assert_snapshot!(ran.stdout());
    assert_eq!(ran.rows("puzzles.csv")[0].get("status"), "invalid");
}

/// Without a fixed number of rounds, a run goes on until its latencies are known well enough, or its time is up.
#[test]
fn rounds_go_on_until_the_goal() {
    let scratch = Scratch::new();
    let corpus = scratch.corpus("five.txt", format!("{EASY}\n").repeat(5));
    let options = ["--rounds", "auto", "--strategy", "dlx"];
    let run = |more: &[&str], name: &str| {
        let ran =
            scratch.run(&[&[&*corpus], &options[..], more, &["-o", &scratch.path(name).to_string_lossy()]].concat());
        (ran.exits(0), scratch.path(name))
    };
    let manifest = |path: &Path| -> Value {
        serde_json::from_str(&fs::read_to_string(path.join("manifest.json")).unwrap()).unwrap()
    };
    let (ran, reached) = run(&["--precision", "1000", "--time", "10m"], "reached");
    let rounds = &manifest(&reached)["rounds"];
    assert!(rounds.as_u64() >= Some(10), "{rounds}");
    assert_eq!(
        (rounds, &manifest(&reached)["options"]["--rounds"]),
        (&manifest(&reached)["rounds_complete"], &"auto".into())
    );
    let message = ran
        .stderr()
        .lines()
        .find(|line| line.contains("rounds show changes of latency beyond ± "))
        .unwrap()
        .to_string();
    assert!(message.ends_with("% (dlx); the goal is ± 1000 %"), "{message}");
    // The goal is out of reach.
    let (ran, late) = run(&["--precision", "0", "--time", "0.3s"], "late");
    let message = ran.stderr().lines().find(|line| line.contains("the time is up: ")).unwrap().to_string();
    assert!(
        message.contains("goal is ± 0 %; two runs differ by") || message.ends_with("--time gives more"),
        "{message}"
    );
    assert!(manifest(&late)["rounds_complete"].as_u64() > Some(0));
    for (wrong, reason) in [
        (&["--rounds", "3", "--time", "5m"][..], "--precision and --time need --rounds auto"),
        (&["--rounds", "auto", "--shard", "1/2"], "different numbers of rounds"),
        (&["--rounds", "some"], "auto, or a whole number"),
    ] {
        let ran = scratch.run(&[&[&*corpus], wrong].concat()).exits(2);
        assert!(ran.stderr().contains(reason), "{}", ran.stderr());
    }
    let ran = scratch.run(&["-", "--rounds", "auto"]).exits(2);
    assert!(ran.stderr().contains("standard input can be read only once"), "{}", ran.stderr());
    // A device stands for a pipe: both can be read only once.
    let ran = scratch.run(&["/dev/null", "--rounds", "2"]).exits(2);
    assert!(ran.stderr().contains("/dev/null can be read only once"), "{}", ran.stderr());
}

#[test]
fn a_corpus_whose_form_distorts_counts_is_reported() {
    let scratch = Scratch::new();
    let minlex = solver::isomorph::canonical(&solver::grid::Grid::parse(INKALA.as_bytes()).unwrap()).grid;
    let corpus = scratch.corpus("minlex.txt", format!("{minlex}\n{minlex}\n"));
    let distorted = scratch.run(&[&corpus, "--strategy", "dlx,naive", "--node-limit", "1000"]).exits(0);
    let warning = "warning: the form of the corpus distorts the counts of naive: the first puzzles are in minlex form";
    assert!(distorted.stderr().contains(warning), "{}", distorted.stderr());
    assert_eq!(distorted.json("manifest.json")["corpus_form"], "minlex");
    let shown = sudoku_bench(&["show", distorted.out.to_str().unwrap()]).output().unwrap();
    assert!(String::from_utf8_lossy(&shown.stderr).contains(warning));
    let other = scratch.run(&[&corpus, "--strategy", "dlx,lanes", "--force"]).exits(0);
    assert!(!other.stderr().contains("distorts") && !other.read("manifest.json").contains("corpus_form"));
    let other = scratch.run(&["datasets/classics.csv", "--strategy", "naive", "--node-limit", "9", "--force"]).exits(0);
    assert!(!other.stderr().contains("distorts"), "{}", other.stderr());
}
