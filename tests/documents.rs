//! The tables of columns in the documents come from the descriptions of the columns. `INSTA_UPDATE=always` writes them.

use std::{env, fs, path::Path};

use benchmark::record::{ExtraColumns, sample_columns};
use corpus::layout::ColumnSpec;
use dataset::{
    RatingForm, canon_columns,
    difficulty::{DifficultyColumns, Fact, Morphs},
    rate_columns, se_columns,
};
use score::scored_columns;
use solver::strategy::{Entry, REGISTRY};

fn rows<R: 'static>(columns: impl IntoIterator<Item = ColumnSpec<R>>) -> String {
    columns.into_iter().map(|column| column.document_row()).collect()
}

/// Checks the part of a document between the marks with this name, after the two lines of the table's header.
fn check(document: &str, name: &str, rows: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(document);
    let text = fs::read_to_string(&path).unwrap();
    let (before, part) = text.split_once(&format!("<!-- BEGIN {name} -->\n")).expect(name);
    let (part, _) = part.split_once(&format!("\n<!-- END {name} -->")).expect(name);
    let expected = format!("\n| column | type | meaning |\n| --- | --- | --- |\n{rows}");
    if env::var_os("INSTA_UPDATE").is_some_and(|update| update == "always") {
        let after = &text[before.len() + format!("<!-- BEGIN {name} -->\n").len() + part.len()..];
        fs::write(path, format!("{before}<!-- BEGIN {name} -->\n{expected}{after}")).unwrap();
    } else {
        assert_eq!(part, expected, "INSTA_UPDATE=always renews {document}");
    }
}

#[test]
fn tables_of_columns_come_from_their_descriptions() {
    let all = ExtraColumns { profile: true, givens: true };
    let strategy = Entry { name: "NAME".into(), ..REGISTRY[0].clone() };
    let difficulty = DifficultyColumns { facts: Fact::ALL.into(), morphs: Some(Morphs { count: 1, seed: 0 }) };
    check("FORMAT.md", "puzzles.csv", &rows(sample_columns(all)));
    check("FORMAT.md", "canon", &rows(canon_columns()));
    check("FORMAT.md", "rate", &rows(rate_columns(&[strategy], &difficulty)));
    check("FORMAT.md", "rate --scale se", &rows(se_columns(RatingForm::Text { up_to: None }, true)));
    check("SCORING.md", "scored rows", &rows(scored_columns()));
}
