//! The columns of results, from which the documentation of the functions comes.

use corpus::layout::{ColumnSpec, ColumnType, Schema};
use dataset::{
    RatingForm, canon_columns,
    difficulty::{DifficultyColumns, Fact, Morphs},
    rate_columns, se_columns,
};
use grid::text::{Alphabet, Notation};
use pyo3::pyfunction;
use solver::strategy::{Entry, REGISTRY};

use crate::{augment, explain, generate, overlap, read_corpus, samples, scores, split};

/// The name, the type and the meaning of a column.
type Document = (String, &'static str, &'static str);

/// Returns the columns of functions and classes. Several lists of one name are in the order of its documentation.
#[pyfunction]
pub fn documents() -> Vec<(&'static str, Vec<Document>)> {
    let strategy = Entry { name: "NAME".into(), ..REGISTRY[0].clone() };
    let difficulty = DifficultyColumns { facts: Fact::ALL.into(), morphs: Some(Morphs { count: 1, seed: 0 }) };
    vec![
        ("augment", documents_of(augment::columns(Alphabet::FromOne))),
        ("canon", documents_of(canon_columns())),
        ("dedup", documents_of(split::columns())),
        ("explain", documents_of(explain::columns())),
        ("explain", documents_of(explain::search_columns())),
        ("generate", documents_of(generate::columns(Notation::default()))),
        ("overlap", documents_of(overlap::columns())),
        ("rate", documents_of(rate_columns(&[strategy], &difficulty))),
        ("rate", documents_of(se_columns(RatingForm::Number, true))),
        ("read_corpus", documents_of(read_corpus::columns(&Schema::default()))),
        ("solve", documents_of(samples::columns(true))),
        ("Results", documents_of(samples::Sums::columns())),
        ("Scores", documents_of(scores::columns())),
    ]
}

fn documents_of<R: 'static>(columns: impl IntoIterator<Item = ColumnSpec<R>>) -> Vec<Document> {
    let document = |column: ColumnSpec<R>| {
        let kind = match column.column_type {
            ColumnType::Integer | ColumnType::Unsigned => "int64",
            ColumnType::Float => "float64",
            ColumnType::Boolean => "bool",
            _ => "",
        };
        (column.name, kind, column.about)
    };
    columns.into_iter().map(document).collect()
}
