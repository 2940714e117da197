//! What is shared, as JSON.

use dataset::{CorpusCounts, Notion, Overlap, Pair, SharedRows};
use serde_json::{Value, json};

use super::text::{Names, compared};

/// Returns the result as an object.
pub fn json(names: &Names, overlap: &Overlap) -> Value {
    let shared: Vec<Value> = overlap.shared.iter().map(|(notion, rows)| shared_json(*notion, rows, overlap)).collect();
    json!({
        "test": corpus_json(&names.test, &overlap.test),
        "train": corpus_json(&names.train, &overlap.train),
        "shared": shared,
    })
}

fn corpus_json(name: &str, counts: &CorpusCounts) -> Value {
    let files: Vec<&str> = counts.files.iter().map(|file| &**file).collect();
    json!({
        "files": if files.is_empty() { vec![name] } else { files },
        "puzzles": counts.puzzles,
        "unique": counts.unique,
        "rejected": counts.rejected.count,
    })
}

fn shared_json(notion: Notion, shared: &SharedRows, overlap: &Overlap) -> Value {
    let mut all = json!({
        "by": notion,
        "rows": shared.rows,
        "of": compared(notion, overlap),
        "distinct": shared.distinct,
        "first": shared.first.iter().map(|pair| pair_json(pair, overlap)).collect::<Vec<_>>(),
    });
    if notion == Notion::Superset {
        all["with_more_givens"] = shared.with_more_givens.into();
        all["with_fewer_givens"] = shared.with_fewer_givens.into();
    }
    all
}

fn pair_json((test, train): &Pair, overlap: &Overlap) -> Value {
    let mut pair = json!({ "test_line": test.line(), "train_line": train.line() });
    if let Some(file) = overlap.train.files.get(train.file()) {
        pair["train_file"] = (**file).into();
    }
    pair
}
