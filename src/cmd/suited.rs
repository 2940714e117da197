//! The strategies for a shape: those that a run leaves out, and those that do not solve it.

use corpus::error::Result;
use grid::Shape;
use solver::strategy::{Entry, names_for};

use crate::cli::StrategyChoice;

/// Returns the strategies that suit a shape, and says which do not. Those that the user named all stay.
pub fn suited(choices: &[StrategyChoice], strategies: Vec<Entry>, shape: Shape) -> Vec<Entry> {
    let is_suited = |entry: &Entry| match obstacle(choices, entry, shape) {
        Some(reason) => {
            message!("note: {} is left out: {reason}", entry.name);
            false
        }
        None => true,
    };
    strategies.into_iter().filter(is_suited).collect()
}

fn obstacle(choices: &[StrategyChoice], entry: &Entry, shape: Shape) -> Option<String> {
    let are_all = choices.iter().any(|choice| matches!(choice, StrategyChoice::All));
    if are_all && !(entry.solves)(shape) {
        return Some("it solves 9×9 only".into());
    }
    (choices.is_empty() && !(entry.default_for)(shape)).then(|| {
        let Entry { name, .. } = entry;
        format!("its searches of {0}×{0} hardly end; --strategy {name} runs it all the same", shape.side())
    })
}

/// Checks that strategies of this program solve a shape. The error names those that do.
pub fn check_strategies(strategies: &[Entry], shape: Shape) -> Result<()> {
    let refused = strategies.iter().find(|entry| !(entry.solves)(shape));
    refused.map_or(Ok(()), |refused| {
        let known = names_for(shape);
        usage!("{} solves 9×9 only; choose --strategy from {known}", refused.name)
    })
}
