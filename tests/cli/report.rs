//! `report`: the HTML report and the pictures of plots. `scripts/check/report` opens reports in a browser.

use std::collections::BTreeMap;

use super::{compare::edited::Edited, *};

/// Runs the classics with two strategies in two rounds.
fn classics(scratch: &Scratch, out: &str) -> Ran {
    let out = scratch.path(out);
    let arguments = ["datasets/classics.csv", "--strategy", "forward-checking,dlx", "--rounds", "2", "-o"];
    let output = scratch.command(&[&arguments[..], &[out.to_str().unwrap()]].concat()).output().unwrap();
    Ran { output, out }.exits(0)
}

fn report(scratch: &Scratch, arguments: &[&str]) -> Ran {
    let output = sudoku_bench(&["report"]).args(arguments).current_dir(scratch.path("")).output().unwrap();
    Ran { output, out: scratch.path("out") }
}

fn data(html: &str) -> serde_json::Value {
    let (_, rest) = html.split_once("<script type=\"application/json\" id=\"data\">").unwrap();
    serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
}

fn view<'a>(data: &'a serde_json::Value, name: &str) -> &'a serde_json::Value {
    data["views"].as_array().unwrap().iter().find(|view| view["name"] == name).unwrap()
}

#[test]
fn a_run_writes_its_report_and_ends_with_the_path() {
    let scratch = Scratch::new();
    let ran = classics(&scratch, "out");
    let path = ran.out.join("report.html");
    assert!(ran.stderr().ends_with(&format!("report: {}\n", path.display())), "{}", ran.stderr());
    let html = read(&path);
    // The report is rendered from the other files alone.
    fs::remove_file(&path).unwrap();
    let again = sudoku_bench(&["report"]).arg(&ran.out).output().unwrap();
    assert!(again.status.success());
    assert!(read(&path) == html, "the report of the command differs from that of the run");
    let ran = report(&scratch, &["out", "-o", "-"]).exits(0);
    assert!(ran.stdout().starts_with("<!doctype html>\n"));
}

#[test]
fn without_a_report_none_is_written() {
    let scratch = Scratch::new();
    let ran = scratch.run(&["datasets/edge-cases.csv", "--no-report"]).exits(0);
    assert!(!ran.out.join("report.html").exists() && !ran.stderr().contains("report"));
}

/// Values of curves against `puzzles.csv`.
#[test]
fn curves_are_over_all_rows() {
    let scratch = Scratch::new();
    let ran = classics(&scratch, "out");
    let rows = read(&ran.out.join("puzzles.csv"));
    let nodes = |strategy: &str| -> Vec<f64> {
        let rows = rows.lines().map(|row| row.split(',').collect::<Vec<_>>());
        rows.filter(|row| row[3] == strategy && row[4] == "solved").map(|row| row[6].parse().unwrap()).collect()
    };
    let data = data(&read(&ran.out.join("report.html")));
    let figures = view(&data, "survival")["figures"].as_array().unwrap();
    let figure = figures.iter().find(|figure| figure["choices"][0][1] == "nodes").unwrap();
    let x: Vec<f64> = serde_json::from_value(figure["plot"]["x"].clone()).unwrap();
    for strategy in ["forward-checking", "dlx"] {
        let curves = figure["plot"]["curves"].as_array().unwrap();
        let curve = curves.iter().find(|curve| curve["name"] == strategy).unwrap();
        let y: Vec<f64> = serde_json::from_value(curve["y"].clone()).unwrap();
        let nodes = nodes(strategy);
        for (&x, &y) in x.iter().zip(&y) {
            assert_eq!(nodes.iter().filter(|&&nodes| nodes <= x).count() as f64, y, "{strategy} within {x} nodes");
        }
        assert_eq!(y.last(), Some(&132.0));
    }
    let scatter = &view(&data, "scatter")["figures"][0]["plot"];
    let columns: Vec<Vec<i64>> = serde_json::from_value(scatter["columns"].clone()).unwrap();
    assert_eq!(columns.iter().flat_map(|column| &column[2..]).sum::<i64>(), 132);
    let puzzle = &data["puzzles"][0];
    let line = puzzle["line"].as_u64().unwrap() as usize;
    let row = read(Path::new("datasets/classics.csv")).lines().nth(line - 1).unwrap().to_string();
    assert!(row.starts_with(puzzle["name"].as_str().unwrap()) && row.contains(puzzle["givens"].as_str().unwrap()));
}

/// Returns the ratings of the table of the cost by rating, each with its number of puzzles; empty without this figure.
fn by_rating(html: &str) -> BTreeMap<String, usize> {
    let table =
        html.split_once("<th scope=\"col\">rating</th>").map(|(_, rest)| rest.split_once("</table>").unwrap().0);
    let rows = table.unwrap_or("").split("<tr><td>").skip(1);
    rows.map(|row| {
        let cells: Vec<&str> = row.split("</td><td>").collect();
        (cells[0].replace("&gt;", ">"), cells[1].parse().unwrap())
    })
    .collect()
}

/// Returns the number of puzzles with each rating, as `dataset rate` writes them.
fn rated(files: &[&str], up_to: &str) -> BTreeMap<String, usize> {
    let rate = sudoku_bench(&["dataset", "rate", "--scale", "se", "--up-to", up_to]).args(files).output().unwrap();
    assert!(rate.status.success(), "{}", String::from_utf8_lossy(&rate.stderr));
    let text = String::from_utf8(rate.stdout).unwrap();
    let rows = text.lines().skip(1).map(|row| row.split(',').collect::<Vec<_>>());
    // The last columns are the ratings and the technique; texts before them may have commas.
    let ratings = rows.map(|row| row[row.len() - 4]).filter(|rating| !rating.is_empty());
    let mut counts = BTreeMap::new();
    ratings.for_each(|rating| *counts.entry(rating.to_string()).or_default() += 1);
    counts
}

#[test]
fn puzzles_have_the_ratings_of_rate_and_the_steps_of_explain() {
    let scratch = Scratch::new();
    let ran = classics(&scratch, "out");
    let html = read(&ran.out.join("report.html"));
    assert_eq!(by_rating(&html), rated(&["datasets/classics.csv"], "7.5"));
    let of_run = data(&html);
    let named = of_run["puzzles"].as_array().unwrap();
    let solved = named.iter().find(|puzzle| puzzle["path"]["end"] == "").unwrap();
    let explained = sudoku_bench(&["explain", solved["givens"].as_str().unwrap()]).output().unwrap();
    let explained = String::from_utf8(explained.stdout).unwrap();
    assert_eq!(explained.lines().nth(1).unwrap(), solved["path"]["ratings"].as_str().unwrap());
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let explained = words(&explained);
    for (number, step) in (1..).zip(solved["path"]["steps"].as_array().unwrap()) {
        let reason = of_run["reasons"][step[1].as_u64().unwrap() as usize].as_str().unwrap();
        let (rating, why) = reason.split_once(' ').unwrap();
        let line = format!("{number}. {rating} {} {why}", step[0].as_str().unwrap());
        assert!(explained.contains(&line), "{line}");
    }
    // The option sets the limit.
    let [out, figures, easy] = ["out", "figures", "easy.html"].map(|name| scratch.path(name).display().to_string());
    let arguments = ["report", &out, "--ratings=3.0", "--svg", &figures, "-o", &easy];
    assert!(sudoku_bench(&arguments).output().unwrap().status.success());
    let html = read(&scratch.path("easy.html"));
    assert_eq!(by_rating(&html), rated(&["datasets/classics.csv"], "3.0"));
    let easy = data(&html);
    let ends = |puzzle: &serde_json::Value| puzzle["path"]["end"] == "The next step is rated above 3.0.";
    assert!(easy["puzzles"].as_array().unwrap().iter().any(ends));
    let csv = read(&scratch.path("figures/difficulty-nodes-rating.csv"));
    assert!(csv.starts_with("rating,forward-checking,") && csv.lines().last().unwrap().starts_with(">3.0,"), "{csv}");
}

/// Samples, shards, several files and rejected rows: the ratings are those of the puzzles that ran.
#[test]
fn ratings_follow_the_rows_of_a_part_of_the_corpus() {
    let scratch = Scratch::new();
    let rows: Vec<String> = read(Path::new("datasets/classics.csv")).lines().skip(1).map(Into::into).collect();
    let puzzle = |row: &String| row.split(',').nth(1).unwrap().to_string();
    let puzzles: Vec<String> = rows.iter().map(puzzle).collect();
    let first =
        scratch.corpus("a.txt", format!("{}\nno puzzle\n{}\n", puzzles[..30].join("\n"), puzzles[30..60].join("\n")));
    let second = scratch.corpus("b.txt", puzzles[40..].join("\n") + "\n");
    let all = [first.as_str(), &second];
    let cases: [&[&str]; 3] =
        [&["--sample", "40", "--seed", "5"], &["--shard", "2/3", "--block-size", "7"], &["--shard", "2/3"]];
    for options in cases {
        let ran =
            scratch.run(&[&all[..], options, &["--strategy", "dlx", "--with-grids", "--force"]].concat()).exits(0);
        let rows = read(&ran.out.join("puzzles.csv"));
        let grids: Vec<&str> = rows.lines().skip(1).map(|row| row.rsplit_once(',').unwrap().1).collect();
        let part = scratch.corpus("part.txt", grids.join("\n") + "\n");
        let counts = by_rating(&read(&ran.out.join("report.html")));
        assert!(!counts.is_empty(), "{options:?}");
        assert_eq!(counts, rated(&[&part], "7.5"), "{options:?}");
    }
    let ran = scratch.run(&[&all[..], &["--strategy", "dlx", "--force"]].concat()).exits(0);
    assert_eq!(by_rating(&read(&ran.out.join("report.html"))), rated(&all, "7.5"));
}

#[test]
fn without_its_corpus_a_report_has_no_ratings() {
    let scratch = Scratch::new();
    let corpus = scratch.corpus("c.txt", format!("{EASY}\n{INKALA}\n").repeat(20));
    let ran = scratch.run(&[&corpus, "--strategy", "dlx,naive"]).exits(0);
    assert_eq!(by_rating(&read(&ran.out.join("report.html"))).values().sum::<usize>(), 40);
    let without = |arguments: &[&str], warning: &str| {
        let ran = report(&scratch, &[&["out"], arguments].concat()).exits(0);
        assert_eq!(ran.stderr().contains("no cost by rating"), !warning.is_empty(), "{}", ran.stderr());
        assert!(ran.stderr().contains(warning), "{}", ran.stderr());
        assert!(by_rating(&read(&ran.out.join("report.html"))).is_empty());
    };
    fs::write(&corpus, format!("{INKALA}\n{EASY}\n").repeat(20)).unwrap();
    without(&[], "the corpus has changed since the run");
    fs::remove_file(&corpus).unwrap();
    without(&[], "");
    without(&["--ratings"], "the corpus of the run is missing");
    // A row that only the run could read.
    let cut = EASY.replace('.', "0").split_off(1);
    fs::write(&corpus, format!("{EASY}\n{cut}\n{INKALA}\n")).unwrap();
    scratch.run(&[&corpus, "--strategy", "dlx", "--pad-zeros", "--force"]).exits(0);
    without(&[], "the puzzle of line 3 is not the next one of puzzles.csv");
}

/// Names of puzzles, files and directories are text, whatever is in them.
#[test]
fn texts_of_files_are_never_markup() {
    let scratch = Scratch::new();
    let hostile = "</script><script>alert(1)</script><!--\"'&lt;";
    let quoted = hostile.replace('"', "\"\"");
    let rows: String = (0..12).map(|n| format!("\"{quoted}{n}\",{}\n", [EASY, INKALA][n % 2])).collect();
    let corpus = scratch.corpus("<img src=x onerror=alert(1)>.csv", format!("id,puzzle\n{rows}"));
    let ran = scratch.run(&[&corpus, "--strategy", "dlx,lanes"]).exits(0);
    let html = read(&ran.out.join("report.html"));
    assert!(!html.contains("<script>alert") && !html.contains("<img src=x") && !html.contains("<!--"));
    assert_eq!(html.matches("</script>").count(), 2);
    let name = data(&html)["puzzles"][0]["name"].as_str().unwrap().to_string();
    assert!(name.contains(&quoted), "{name}");
    report(&scratch, &["out", "--svg", "figures"]).exits(0);
    for file in files(&scratch.path("figures")) {
        assert!(!read(&scratch.path("figures").join(file)).contains("<script"));
    }
}

#[test]
fn two_results_are_compared_and_more_are_listed_in_order() {
    let scratch = Scratch::new();
    for out in ["a", "b", "c"] {
        classics(&scratch, out);
    }
    report(&scratch, &["a", "b"]).exits(0);
    let html = read(&scratch.path("b/report.html"));
    let (_, comparison) = html.split_once("<section id=\"comparison\">").unwrap();
    assert!(comparison.contains("<title>dlx: ") && comparison.contains("<td>dlx</td><td>83,278</td>"));
    assert!(html.contains("<p class=\"verdict"));
    report(&scratch, &["a", "b", "c", "-o", "all.html"]).exits(0);
    let history = data(&read(&scratch.path("all.html")));
    let nodes = &view(&history, "history")["figures"][1];
    assert_eq!(nodes["x"]["ticks"][2][1], "c");
    assert_eq!(nodes["plot"]["curves"][1]["y"], serde_json::json!([83278.0, 83278.0, 83278.0]));
}

#[test]
fn runs_of_other_work_are_not_comparable() {
    let scratch = Scratch::new();
    classics(&scratch, "a");
    scratch.run(&["datasets/edge-cases.csv", "--strategy", "dlx", "-o", scratch.path("b").to_str().unwrap()]).exits(0);
    let before = read(&scratch.path("b/report.html"));
    let ran = report(&scratch, &["a", "b"]).exits(4);
    assert!(ran.stderr().contains("cannot be compared"), "{}", ran.stderr());
    assert!(read(&scratch.path("b/report.html")) == before, "a report that failed replaced another");
}

#[test]
fn pictures_come_in_two_sizes_with_their_data() {
    let scratch = Scratch::new();
    classics(&scratch, "out");
    fs::remove_file(scratch.path("out/report.html")).unwrap();
    report(&scratch, &["out", "--svg", "figures/svg"]).exits(0);
    assert!(!scratch.path("out/report.html").exists(), "only pictures were requested");
    let svg = files(&scratch.path("figures/svg"));
    for name in
        ["latency-percentiles-as-measured", "survival-nodes", "profile-all", "node-cost-dlx", "difficulty-nodes-clues"]
    {
        for ending in ["-column.svg", "-slide.svg", ".csv"] {
            assert!(svg.contains(&format!("{name}{ending}")), "{name}{ending} is missing in {svg:?}");
        }
    }
    let scatter = read(&scratch.path("figures/svg/scatter-nodes-forward-checking-dlx.csv"));
    assert!(scatter.starts_with("nodes of forward-checking from,nodes of forward-checking to,nodes of dlx from,"));
    let counts = scatter.lines().skip(1).map(|row| row.rsplit_once(',').unwrap().1.parse::<u64>().unwrap());
    assert_eq!(counts.sum::<u64>(), 132);
    assert!(read(&scratch.path("figures/svg/survival-nodes-column.svg")).contains("@font-face"));
}

#[test]
fn an_output_that_is_an_input_is_refused() {
    let scratch = Scratch::new();
    classics(&scratch, "out");
    let before = read(&scratch.path("out/puzzles.csv"));
    let ran = report(&scratch, &["out", "-o", "out/puzzles.csv"]).exits(2);
    assert!(ran.stderr().contains("is the input"), "{}", ran.stderr());
    assert_eq!(read(&scratch.path("out/puzzles.csv")), before);
}

#[test]
fn malformed_results_are_errors_that_name_the_file() {
    let scratch = Scratch::new();
    classics(&scratch, "out");
    let rows = read(&scratch.path("out/puzzles.csv"));
    fs::write(scratch.path("out/puzzles.csv"), rows.replacen(",solved,1,", ",solved,2,", 1)).unwrap();
    let ran = report(&scratch, &["out", "-o", "new.html"]).exits(1);
    assert!(ran.stderr().contains("out/puzzles.csv") && ran.stderr().contains("digest"), "{}", ran.stderr());
    assert!(!scratch.path("new.html").exists());
    let ran = report(&scratch, &["nowhere"]).exits(1);
    assert!(ran.stderr().contains("nowhere"), "{}", ran.stderr());
}

#[test]
fn a_record_without_latencies_has_a_report() {
    let scratch = Scratch::new();
    let corpus = scratch.corpus("conflict.csv", format!("puzzle\n11{}\n", ".".repeat(79)));
    let ran = scratch.run(&[&corpus]).exits(4);
    assert!(read(&ran.out.join("report.html")).contains("1 puzzle with conflicting givens, not run"));
}

fn edited(scratch: &Scratch, from: &str, to: &str) -> Edited {
    let from = scratch.path(from);
    let to = scratch.path(to);
    let edited = Edited::copy(&from, to.clone());
    fs::create_dir(to.join("histograms")).unwrap();
    fs::copy(from.join("histograms/latency.hlog"), to.join("histograms/latency.hlog")).unwrap();
    edited
}

#[test]
fn percentiles_end_with_the_slowest_puzzle() {
    let scratch = Scratch::new();
    let ran = scratch.run(&["datasets/classics.csv", "--strategy", "dlx"]).exits(0);
    let latencies = ran.rows("puzzles.csv").into_iter().map(|row| row.number("latency_ns"));
    let slowest = latencies.max().unwrap() as f64;
    let data = data(&read(&ran.out.join("report.html")));
    let figures = view(&data, "latency")["figures"].as_array().unwrap();
    let percentiles = figures.iter().find(|figure| figure["choices"][0][1] == "percentiles").unwrap();
    let curve = &percentiles["plot"]["curves"][0]["y"];
    let last = curve.as_array().unwrap().iter().rev().find_map(serde_json::Value::as_f64).unwrap();
    assert!((last / slowest - 1.0).abs() < 0.001, "{last} ns, slowest {slowest} ns");
}

/// A file may hold a latency of 0.
#[test]
fn a_latency_of_zero_is_drawn_as_one_nanosecond() {
    let scratch = Scratch::new();
    classics(&scratch, "out");
    let zero = |row: &mut Row| {
        if row.get("line") == "2" {
            row.set("latency_ns", "0");
        }
        true
    };
    edited(&scratch, "out", "zero").puzzles(zero);
    report(&scratch, &["zero", "--svg", "figures"]).exits(0);
    for entry in fs::read_dir(scratch.path("figures")).unwrap() {
        let text = read(&entry.unwrap().path());
        assert!(!text.contains("NaN") && !text.contains("inf "), "{text}");
    }
}

/// Each of these numbers would be an allocation of its size.
#[test]
fn impossible_numbers_in_results_are_errors() {
    let scratch = Scratch::new();
    classics(&scratch, "out");
    let slot = |row: &mut Row| {
        row.set("slot", "4000000000");
        true
    };
    edited(&scratch, "out", "slot").blocks(slot);
    let ran = report(&scratch, &["slot"]).exits(1);
    assert!(ran.stderr().contains("slot/blocks.csv:2: slot 4000000000 of 2"), "{}", ran.stderr());
    edited(&scratch, "out", "rounds").manifest(|manifest| manifest["rounds_complete"] = 4_000_000_000_u64.into());
    let ran = report(&scratch, &["rounds"]).exits(1);
    assert!(ran.stderr().contains("rounds/"), "{}", ran.stderr());
    edited(&scratch, "out", "log").text("histograms/latency.hlog", |_| String::new());
    let ran = report(&scratch, &["log"]).exits(1);
    assert!(ran.stderr().contains("log/histograms/latency.hlog"), "{}", ran.stderr());
}

#[test]
fn pictures_and_pages_replace_no_results() {
    let scratch = Scratch::new();
    classics(&scratch, "out");
    for file in ["summary.json", "histograms/dlx.hgrm"] {
        report(&scratch, &["out", "-o", &format!("out/{file}")]).exits(2);
    }
    let ran = report(&scratch, &["out", "--svg", "out"]).exits(1);
    assert!(ran.stderr().contains("holds results"), "{}", ran.stderr());
}

#[test]
fn a_corpus_that_cannot_be_read_is_named() {
    let scratch = Scratch::new();
    let corpus = scratch.corpus("c.txt", format!("{EASY}\n{INKALA}\n").repeat(20));
    let ran = scratch.run(&[&corpus, "--strategy", "dlx,naive"]).exits(0);
    let out = ran.out.display().to_string();
    let warned = |reason: &str| {
        let ran = report(&scratch, &[&out]).exits(0);
        assert!(
            ran.stderr().contains(&format!("warning: the report has no grids: {corpus}:{reason}")),
            "{}",
            ran.stderr()
        );
    };
    fs::write(&corpus, format!("{INKALA}\n").repeat(40)).unwrap();
    warned(" the corpus has changed since the run");
    // A gzip file that is cut.
    fs::write(&corpus, b"\x1f\x8b\x08\0\0\0").unwrap();
    warned("1: the file is damaged");
}
