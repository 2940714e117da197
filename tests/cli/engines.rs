//! The engines that come with the project. `transcripts/engines.md` has every way to misbehave.

use super::*;

/// The examples that come with the project count the same nodes and backtracks as `naive`.
#[test]
fn examples_in_several_languages_count_the_same() {
    let engines = |arguments: &[&str]| {
        let output = output_with(
            &mut sudoku_bench(&[&["engines", "--engines", "engines/engines.toml"], arguments].concat()),
            b"",
        );
        assert!(
            output.status.success(),
            "{}{}",
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        );
    };
    engines(&["build", "java", "c"]);
    engines(&["test", "python", "java", "c", "javascript"]);
    let scratch = Scratch::new();
    let names = ["naive", "engine:python", "engine:java", "engine:c", "engine:javascript"];
    let names = names.join(",");
    let arguments =
        ["--strategy", &names, "--engines", "engines/engines.toml", "--node-limit", "1000", "--max-solutions", "2"];
    let ran = scratch.run(&[&["datasets/classics.csv"], &arguments[..]].concat()).exits(0);
    let rows = read(&ran.out.join("puzzles.csv"));
    let rows: Vec<Vec<&str>> = rows.lines().skip(1).map(|row| row.split(',').collect()).collect();
    for puzzle in rows.chunks(5) {
        // Status, solutions, nodes and backtracks; an engine does not count guesses.
        let counts = |row: &[&str]| [4, 5, 6, 8].map(|column| row[column].to_string());
        assert!(puzzle.iter().all(|row| row[4] == "node-limit" || counts(row) == counts(&puzzle[0])), "{puzzle:?}");
        assert!(puzzle.iter().all(|row| row[4] == puzzle[0][4] && row[6] == puzzle[0][6]), "{puzzle:?}");
    }
}
