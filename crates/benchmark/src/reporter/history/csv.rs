//! The runs of a history as CSV: a row for each run, a few columns for each strategy. Apache Otava reads it with `type: csv` and
//! `time_column: time`.

use crate::{
    history::{Entry, History},
    record::csv_rows,
};

pub fn history_csv(history: &History) -> String {
    let names = strategies(history);
    let of_strategy = |name: &String| ["nodes", "backtracks", "ratio"].map(|column| format!("{name}.{column}"));
    let fixed = ["time", "commit", "branch", "class", "corpus"].map(String::from);
    let header: Vec<String> = fixed.into_iter().chain(names.iter().flat_map(of_strategy)).collect();
    let rows = history.order.runs(&history.entries).map(|(_, entry)| row(entry, &names));
    csv_rows([header].into_iter().chain(rows))
}

/// Returns the strategies of all runs in the order of their names.
fn strategies(history: &History) -> Vec<String> {
    let all = history.entries.iter().flat_map(|entry| &entry.strategies);
    let names: std::collections::BTreeSet<String> = all.map(|strategy| strategy.locked.strategy.clone()).collect();
    names.into_iter().collect()
}

fn row(entry: &Entry, names: &[String]) -> Vec<String> {
    let branch = entry.revision.as_ref().and_then(|revision| revision.branch.clone());
    let corpora: Vec<&str> = entry.conditions.corpora.iter().map(|file| file.path.as_str()).collect();
    let fixed = [
        entry.started.clone(),
        entry.commit().unwrap_or_default().into(),
        branch.unwrap_or_default(),
        entry.machine.class.clone().unwrap_or_default(),
        corpora.join(" "),
    ];
    let of_strategy = |name: &String| {
        let Some(own) = entry.strategy(name) else { return [const { String::new() }; 3] };
        let ratio = own.latency.map_or(String::new(), |latency| format!("{:.6}", latency.value.ln_ratio.exp()));
        [own.locked.counts.nodes.to_string(), own.locked.counts.backtracks.to_string(), ratio]
    };
    fixed.into_iter().chain(names.iter().flat_map(of_strategy)).collect()
}
