//! What the arguments choose to solve with: strategies, engines, limits and threads.

use std::path::PathBuf;

use corpus::error::Result;
use pass::Options;
use solver::strategy::{Entry, Limits, REGISTRY, Stop};

#[cfg(unix)]
use super::engines;
use crate::cli::{EngineArgs, LimitArgs, MachineArgs, StrategyChoice};

/// Returns the chosen strategies in the order of the arguments, or the default strategies if there are none. `engines` are the
/// chosen engines in the same order.
pub fn select_strategies(choices: &[StrategyChoice], engines: &[Entry]) -> Result<Vec<Entry>> {
    if choices.is_empty() {
        return Ok(REGISTRY.iter().filter(|entry| entry.is_default()).cloned().collect());
    }
    let mut selected: Vec<Entry> = Vec::new();
    let mut engines = engines.iter().cloned();
    for choice in choices {
        match choice {
            StrategyChoice::All => selected.extend_from_slice(REGISTRY),
            StrategyChoice::One(entry) => selected.push(entry.clone()),
            StrategyChoice::Engine(_) => selected.extend(engines.next()),
        }
    }
    match repeated(&selected, |entry| &entry.name) {
        Some(entry) => usage!("strategy {} is named twice", entry.name),
        None => Ok(selected),
    }
}

/// Returns the chosen external engines, in the order of the arguments, as strategies with the limits of these options.
#[cfg(unix)]
pub fn chosen_engines(
    choices: &[StrategyChoice],
    args: &EngineArgs,
    corpora: &[PathBuf],
    options: &Options,
) -> Result<Vec<Entry>> {
    let name = |choice: &StrategyChoice| match choice {
        StrategyChoice::Engine(name) => Some(name.clone()),
        _ => None,
    };
    let names: Vec<String> = choices.iter().filter_map(name).collect();
    engines::entries(&names, args, corpora, options.max_solutions, &options.limits)
}

#[cfg(not(unix))]
pub fn chosen_engines(choices: &[StrategyChoice], _: &EngineArgs, _: &[PathBuf], _: &Options) -> Result<Vec<Entry>> {
    match choices.iter().find(|choice| matches!(choice, StrategyChoice::Engine(_))) {
        Some(StrategyChoice::Engine(name)) => usage!("engine {name} needs a Unix system"),
        _ => Ok(Vec::new()),
    }
}

/// Returns the first item with a key that an item before has.
pub fn repeated<'a, T, K: PartialEq>(items: &'a [T], key: impl Fn(&'a T) -> K) -> Option<&'a T> {
    let is_before = |(index, item): &(usize, &'a T)| items[..*index].iter().any(|other| key(other) == key(item));
    items.iter().enumerate().find(is_before).map(|(_, item)| item)
}

/// Returns the runner's options; `max_solutions` applies if the arguments do not set it.
pub fn runner_options(
    strategies: Vec<Entry>,
    limits: &LimitArgs,
    max_solutions: u64,
    machine: &MachineArgs,
) -> Options {
    Options {
        max_solutions: limits.max_solutions.unwrap_or(max_solutions),
        limits: Limits { nodes: limits.node_limit.unwrap_or(u64::MAX), time: limits.time_limit, stop: Stop::NEVER },
        threads: machine.threads(),
        simd: machine.simd,
        ..Options::new(strategies)
    }
}
