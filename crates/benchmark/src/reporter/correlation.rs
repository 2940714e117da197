//! How far strategies agree on which puzzles are hard: a table of rank correlations for each cost, and what they say about the run.

use corpus::{
    numbers::{count, plural},
    terminal::wrapped,
};
use stats::rank_correlation::Agreement;

use super::{
    summary::or_dash,
    table::{Column, Table, render},
};
use crate::record::{Correlation, GUESSES, LATENCY, StrategyManifest, decimals};

/// The costs that are shown, with their titles. Guesses compare best across strategies: they leave out the values that are forced.
const SHOWN_COSTS: [(&str, &str); 2] = [(GUESSES, "guesses"), (LATENCY, "latency")];

const DEFINITION: &str = "ρ is Spearman's rank correlation over the puzzles that both strategies answered: 1 if both rank them alike, 0 if \
    the ranks have nothing in common; correlation.csv has the number of these puzzles.";

/// If the hardest 1 % of the puzzles are more than one in so many, because many are as hard, then their overlap says nothing.
const MIN_PUZZLES_PER_HARDEST: u64 = 10;

/// Renders the tables, and what they say. The text fits into `width` characters; a width of 0 is no limit.
pub fn correlation_text(correlations: &[Correlation], strategies: &[StrategyManifest], width: usize) -> String {
    let summary = correlation_summary(correlations, strategies);
    format!("{}{}\n", render(&correlation_tables(correlations, strategies), width), wrapped(&summary, width))
}

/// Returns a table for each cost; none for a single strategy. A row has the rank correlations of a strategy with those above it.
pub fn correlation_tables(correlations: &[Correlation], strategies: &[StrategyManifest]) -> Vec<Table> {
    let shown = SHOWN_COSTS.iter().filter(|_| !correlations.is_empty());
    let table = |&(cost, title): &(&str, &'static str)| {
        let rows = strategies.iter().enumerate().map(|(index, strategy)| {
            let with_those_above = of_cost(correlations, cost).filter(|pair| pair.strategies[1] == index);
            let rho = with_those_above.map(|pair| or_dash(pair.agreement.rho, |rho| decimals(rho, 2)));
            let mut row: Vec<String> = [format!("{} {}", index + 1, strategy.name)].into_iter().chain(rho).collect();
            row.resize(strategies.len(), String::new());
            row
        });
        let columns = [Column::kept(title)].into_iter().chain((1..strategies.len()).map(Column::numbered));
        Table::new(&columns.collect::<Vec<_>>(), rows)
    };
    shown.map(table).collect()
}

fn of_cost<'c>(correlations: &'c [Correlation], cost: &str) -> impl Iterator<Item = &'c Correlation> {
    correlations.iter().filter(move |correlation| correlation.cost == cost)
}

/// Returns what the correlations say about the run, and what they are.
pub fn correlation_summary(correlations: &[Correlation], strategies: &[StrategyManifest]) -> String {
    if correlations.is_empty() {
        return "A single strategy has no correlation.".into();
    }
    answer(correlations, strategies).into_iter().chain([DEFINITION.into()]).collect::<Vec<_>>().join(" ")
}

/// Says which strategies agree least by guesses, else by latency, and which agree most. `None` if no pair answered enough puzzles.
fn answer(correlations: &[Correlation], strategies: &[StrategyManifest]) -> Option<String> {
    let ranked = SHOWN_COSTS.map(|(cost, title)| {
        let known = of_cost(correlations, cost).filter(|pair| pair.agreement.hardest.is_some());
        let mut pairs: Vec<_> = known.filter_map(|pair| Some((pair.agreement.rho?, pair))).collect();
        pairs.sort_by(|one, other| one.0.total_cmp(&other.0));
        (title, pairs)
    });
    let (title, pairs) = ranked.into_iter().find(|(_, pairs)| !pairs.is_empty())?;
    let (lowest, least) = pairs[0];
    let names = |pair: &Correlation| {
        let [a, b] = pair.strategies.map(|strategy| &*strategies[strategy].name);
        format!("{a} and {b}")
    };
    let degree = match lowest {
        ..0.3 => "hardly agree",
        ..0.7 => "agree only in part",
        ..0.9 => "mostly agree",
        _ => "agree",
    };
    let rho = decimals(lowest, 2);
    let over = plural(least.agreement.puzzles, "puzzle");
    let sentence = format!("{} {degree} on what is hard: ρ = {rho} for {title} over {over}", names(least));
    let sentence = format!("{sentence}{}.", in_common(least.agreement));
    let [.., (highest, most)] = pairs[1..] else { return Some(sentence) };
    let highest = decimals(highest, 2);
    let pairs = pairs.len();
    Some(format!(
        "{sentence} Of {pairs} pairs with at least 100 puzzles in common, they agree least; {} agree most: ρ = {highest}.",
        names(most)
    ))
}

/// Returns how many of the hardest puzzles two strategies have in common. Empty if that says nothing.
fn in_common(Agreement { puzzles, hardest, .. }: Agreement) -> String {
    match hardest.map(|hardest| (hardest.both, hardest.puzzles)) {
        Some((both, [a, b])) if a.max(b) * MIN_PUZZLES_PER_HARDEST <= puzzles => {
            format!(", with {} of the hardest {} in common", count(both), count(a.min(b)))
        }
        _ => String::new(),
    }
}
