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

/// Many puzzles have the same cost if the hardest 1 % are more than this share of all. Their overlap then says nothing.
const MAX_SHARE_OF_HARDEST: f64 = 0.1;

/// Renders the tables, and the sentences below them. The text fits into `width` characters; a width of 0 is no limit.
pub fn correlation_text(correlations: &[Correlation], strategies: &[StrategyManifest], width: usize) -> String {
    let mut text = render(&correlation_tables(correlations, strategies), width);
    for sentence in correlation_sentences(correlations, strategies) {
        text += &format!("{}\n", wrapped(&sentence, width));
    }
    text
}

/// Returns a table for each cost; none for a single strategy. A row has the rank correlations of a strategy with those above it.
pub fn correlation_tables(correlations: &[Correlation], strategies: &[StrategyManifest]) -> Vec<Table> {
    let shown = SHOWN_COSTS.iter().filter(|_| !correlations.is_empty());
    shown.map(|(cost, title)| table(&of_cost(correlations, cost), title, strategies)).collect()
}

fn of_cost<'c>(correlations: &'c [Correlation], cost: &str) -> Vec<&'c Correlation> {
    correlations.iter().filter(|correlation| correlation.cost == cost).collect()
}

fn table(correlations: &[&Correlation], title: &'static str, strategies: &[StrategyManifest]) -> Table {
    let rows = strategies.iter().enumerate().map(|(index, strategy)| {
        let mut row = vec![format!("{} {}", index + 1, strategy.name)];
        let with_those_above = correlations.iter().filter(|correlation| correlation.strategies[1] == index);
        row.extend(with_those_above.map(|correlation| or_dash(correlation.agreement.rho, |rho| decimals(rho, 2))));
        row.resize(strategies.len(), String::new());
        row
    });
    let numbers = (1..strategies.len()).map(Column::numbered);
    let columns: Vec<Column> = [Column::kept(title)].into_iter().chain(numbers).collect();
    Table::new(&columns, rows)
}

/// Returns what the correlations say about the run, and what they are.
pub fn correlation_sentences(correlations: &[Correlation], strategies: &[StrategyManifest]) -> Vec<String> {
    let puzzles = || correlations.iter().map(|correlation| correlation.agreement.puzzles);
    let (Some(fewest), Some(most)) = (puzzles().min(), puzzles().max()) else { return Vec::new() };
    let over = if fewest == most { count(most) } else { format!("{} to {}", count(fewest), count(most)) };
    let definition = format!(
        "ρ is Spearman's rank correlation over the puzzles that both strategies answered, here {over}: 1 if both rank them alike, 0 if the \
         ranks have nothing in common; correlation.csv has the number for each pair."
    );
    answer(correlations, strategies).into_iter().chain([definition]).collect()
}

/// Says which strategies agree least, and which agree most. `None` if no pair answered enough puzzles.
fn answer(correlations: &[Correlation], strategies: &[StrategyManifest]) -> Option<String> {
    let known = |(cost, title): (&str, &'static str)| {
        let rho = |correlation: &Correlation| correlation.agreement.hardest.and(correlation.agreement.rho);
        let pairs = of_cost(correlations, cost).into_iter().filter_map(|pair| Some((pair, rho(pair)?)));
        (title, pairs.collect::<Vec<_>>())
    };
    let (title, pairs) = SHOWN_COSTS.map(known).into_iter().find(|(_, pairs)| !pairs.is_empty())?;
    let &(least, lowest) = pairs.iter().min_by(|one, other| one.1.total_cmp(&other.1))?;
    let &(most, highest) = pairs.iter().max_by(|one, other| one.1.total_cmp(&other.1))?;
    let names = |correlation: &Correlation| {
        let [a, b] = correlation.strategies.map(|strategy| &strategies[strategy].name);
        format!("{a} and {b}")
    };
    let sentence = format!(
        "{} {} on what is hard: ρ = {} for {title} over {}{}.",
        names(least),
        degree(lowest),
        decimals(lowest, 2),
        plural(least.agreement.puzzles, "puzzle"),
        in_common(least)
    );
    if pairs.len() == 1 {
        return Some(sentence);
    }
    let pairs = count(pairs.len() as u64);
    let highest = decimals(highest, 2);
    Some(format!("{sentence} Of {pairs} pairs, they agree least; {} agree most: ρ = {highest}.", names(most)))
}

fn degree(rho: f64) -> &'static str {
    match rho {
        ..0.3 => "hardly agree",
        ..0.7 => "agree only in part",
        ..0.9 => "mostly agree",
        _ => "agree",
    }
}

/// Returns how many of the hardest puzzles two strategies have in common. Empty if that says nothing.
fn in_common(correlation: &Correlation) -> String {
    let Agreement { puzzles, hardest, .. } = correlation.agreement;
    let Some(hardest) = hardest.filter(|hardest| hardest.chance(puzzles) <= MAX_SHARE_OF_HARDEST) else {
        return String::new();
    };
    let [a, b] = hardest.puzzles;
    format!(", with {} of the hardest {} in common", count(hardest.both), count(a.min(b)))
}

#[cfg(test)]
mod tests {
    use pass::{Sample, Status};

    use super::*;
    use crate::record::{CorrelationCounts, strategies_named};

    /// The text on puzzles whose guesses are more and more independent of the first strategy's.
    fn text(names: &[&str], puzzles: u64, width: usize) -> String {
        let mut counts = CorrelationCounts::new(names.len());
        for puzzle in 0..puzzles {
            let sample = |strategy: u64| {
                let guesses = puzzle * (12 - strategy) + puzzle * 7919 % 500 * strategy;
                Sample { status: Status::Solved, guesses, latency_ns: 1000 + guesses, ..Sample::INVALID }
            };
            counts.add(&(0..names.len() as u64).map(sample).collect::<Vec<_>>());
        }
        let text = correlation_text(&counts.finish(), &strategies_named(names), width);
        assert!(width == 0 || text.lines().all(|line| line.chars().count() <= width), "{text}");
        text
    }

    #[test]
    fn twelve_strategies_fit_the_terminal_and_few_puzzles_have_no_answer() {
        let twelve = text(&["forward-checking"; 12], 500, 80);
        assert!(!twelve.contains("too wide"), "{twelve}");
        insta::assert_snapshot!([twelve, text(&["naive", "dlx"], 99, 80), text(&["dlx"], 99, 80)].concat());
    }
}
