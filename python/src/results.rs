//! `Results`: what `run` returns.

use std::{collections::BTreeMap, sync::Arc};

use arrow_array::{
    Array, ArrayRef, Float64Array, Int64Array, LargeStringArray, RecordBatch, cast::AsArray, types::Int64Type,
};
use corpus::numbers;
use pass::Status;
use pyo3::prelude::*;

use crate::{arguments::batch, table::Table, values::int64, view::View};

/// The counts that are summed.
const COUNTS: [&str; 3] = ["nodes", "guesses", "backtracks"];

/// What `run` measured: a table with the columns that `solve` describes, one row for each puzzle and strategy.
#[pyclass(module = "sudoku_bench", frozen, extends = Table)]
pub struct Results {
    /// For each strategy, the latencies of the searches that ended by themselves, in nanoseconds: an HdrHistogram in version 2 of
    /// the compressed encoding, in base64. `hdrh.histogram.HdrHistogram.decode` of the package `hdrhistogram` reads it.
    #[pyo3(get)]
    histograms: BTreeMap<String, String>,
    /// In the order of the rows of a puzzle.
    strategies: Vec<String>,
    samples: RecordBatch,
}

impl Results {
    pub fn new(
        py: Python<'_>,
        samples: RecordBatch,
        strategies: Vec<String>,
        histograms: BTreeMap<String, String>,
    ) -> PyResult<Py<Results>> {
        let table = Table::new(samples.clone());
        let results = Results { histograms, strategies, samples };
        Py::new(py, PyClassInitializer::from(table).add_subclass(results))
    }

    /// Returns the values of a column in the rows of a strategy that are puzzles.
    fn numbers<'a>(&'a self, name: &str, strategy: usize) -> impl Iterator<Item = i64> + use<'a> {
        let column = self.samples.column_by_name(name).expect("a column of every sample").as_primitive::<Int64Type>();
        column.iter().skip(strategy).step_by(self.strategies.len()).flatten()
    }

    fn solved(&self, strategy: usize) -> i64 {
        let column = self.samples.column_by_name("status").expect("a column of every sample").as_string::<i64>();
        let rows = (strategy..column.len()).step_by(self.strategies.len());
        int64(rows.filter(|&row| column.value(row) == Status::Solved.name()).count())
    }

    fn summary_batch(&self) -> PyResult<RecordBatch> {
        let strategies = || 0..self.strategies.len();
        let integers =
            |count: &dyn Fn(usize) -> i64| -> ArrayRef { Arc::new(strategies().map(count).collect::<Int64Array>()) };
        let mean = |strategy: usize| {
            let [sum, count] =
                self.numbers("latency_ns", strategy).fold([0, 0], |[sum, n], latency| [sum + latency, n + 1]);
            (count > 0).then(|| sum as f64 / count as f64)
        };
        let names: ArrayRef = Arc::new(LargeStringArray::from_iter_values(&self.strategies));
        let mut columns = vec![
            ("strategy", names),
            ("puzzles", integers(&|strategy| int64(self.numbers("clues", strategy).count()))),
            ("solved", integers(&|strategy| self.solved(strategy))),
        ];
        columns.extend(COUNTS.map(|name| (name, integers(&|strategy| self.numbers(name, strategy).sum()))));
        columns.push(("latency_mean_ns", Arc::new(strategies().map(mean).collect::<Float64Array>())));
        batch(columns)
    }

    fn summary_view(&self, py: Python<'_>) -> PyResult<View> {
        let strategies = self.strategies.len();
        let rows = numbers::count((self.samples.num_rows() / strategies) as u64);
        let title = format!("{rows} rows by {strategies} strategies");
        Ok(Table::new(self.summary_batch()?).view(py)?.titled(title))
    }
}

#[pymethods]
impl Results {
    /// A table with a row for each strategy: strategy; puzzles, the number of rows that are puzzles; solved; nodes, guesses and
    /// backtracks, which are sums; and float64 latency_mean_ns.
    #[getter]
    fn summary(&self) -> PyResult<Table> {
        Ok(Table::new(self.summary_batch()?))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.summary_view(py)?.text())
    }

    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.summary_view(py)?.html())
    }
}
