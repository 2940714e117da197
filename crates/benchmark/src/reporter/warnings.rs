//! Warnings about a run: other programs disturbed its latencies, or its corpus distorts its counts. Each is a line that says what
//! to do.

use std::time::Duration;

use super::verdict::enumerated;
use crate::record::{CorpusForm, Manifest, Record, is_affected};

/// A load above one process for each processor means that processes had to wait.
const LARGEST_LOAD: f64 = 1.0;
/// The smallest share of the solving time in which an undisturbed thread has a processor. Interrupts and the resolution of
/// the system's accounting take the rest.
const SMALLEST_CPU_SHARE: f64 = 0.8;
/// The shortest solving time with a meaningful processor share: the system counts processor time in milliseconds.
const SHORTEST_FOR_SHARE: Duration = Duration::from_millis(200);
/// The largest noise of an undisturbed strategy.
const LARGEST_NOISE: f64 = 0.05;
/// The fewest rounds with a meaningful noise.
const FEWEST_ROUNDS: usize = 3;
/// The shortest solving time of a strategy in a round for which noise means a disturbance: a single interrupt changes a
/// shorter one by percents.
const SHORTEST_FOR_NOISE: Duration = Duration::from_millis(50);

/// Returns the warnings about a run; empty if nothing disturbed it, and its corpus distorts no counts.
pub fn warnings(record: &Record) -> Vec<String> {
    disturbances(record).into_iter().chain(form_warning(&record.manifest)).collect()
}

/// Returns the warnings about latencies that are less exact than they look.
pub fn disturbances(record: &Record) -> Vec<String> {
    [busy(record), waiting(record), noisy(record)].into_iter().flatten().collect()
}

/// Returns the warning about a corpus whose form distorts the counts of strategies of the run. The figures are those of
/// METHODOLOGY.md.
fn form_warning(manifest: &Manifest) -> Option<String> {
    let form = manifest.corpus_form?;
    let names = manifest.strategies.iter().map(|strategy| &*strategy.name);
    let affected: Vec<&str> = names.filter(|name| is_affected(name)).collect();
    let strategies = enumerated(&affected);
    let (what, effect) = match form {
        CorpusForm::FirstRow => ("have solutions that begin with 123456789", "500 times faster on such a list than"),
        CorpusForm::Minlex => ("are in minlex form", "1.3 to 2.2 times as slow on such lists as"),
    };
    Some(format!(
        "the form of the corpus distorts the counts of {strategies}: the first puzzles {what}, and naive was {effect} on \
         isomorphic puzzles; `sudoku-bench dataset augment 1 --only-images` writes an isomorph of each puzzle"
    ))
}

fn busy(record: &Record) -> Option<String> {
    let load = record.manifest.load_per_processor.filter(|&load| load > LARGEST_LOAD)?;
    Some(format!(
        "the machine was busy before the run began, with a load of {load:.1} per processor; end other programs for exact \
         latencies"
    ))
}

fn waiting(record: &Record) -> Option<String> {
    // A thread that waits for another program needs no processor.
    let own = || record.manifest.strategies.iter().enumerate().filter(|(_, strategy)| strategy.external.is_none());
    let rounds = || own().flat_map(|(index, _)| record.rounds.of(index));
    let solving: Duration = rounds().map(|round| Duration::from_nanos(round.latency_ns)).sum();
    let cpu: Duration = rounds().map(|round| round.cpu).sum();
    let share = cpu.as_secs_f64() / solving.as_secs_f64();
    // Systems without the accounting report no processor time at all.
    let is_known = solving >= SHORTEST_FOR_SHARE && cpu > Duration::ZERO;
    (is_known && share < SMALLEST_CPU_SHARE).then(|| {
        format!(
            "the searches had a processor for only {:.0} % of their time; use fewer threads, end other programs, \
             and do not suspend the run",
            100.0 * share
        )
    })
}

fn noisy(record: &Record) -> Option<String> {
    let noises = record.manifest.strategies.iter().enumerate();
    let noises = noises.filter_map(|(index, strategy)| Some((&strategy.name, noise_of(record, index)?)));
    let (name, noise) = noises.max_by(|a, b| a.1.total_cmp(&b.1)).filter(|&(_, noise)| noise > LARGEST_NOISE)?;
    Some(format!(
        "between two runs like this one, the latency of {name} relative to the control differs by {:.0} % (interquartile \
         range); measure on an idle machine, with one thread or with more rounds",
        100.0 * noise
    ))
}

/// Returns the noise of a strategy if its rounds are many and long enough.
fn noise_of(record: &Record, strategy: usize) -> Option<f64> {
    let rounds: Vec<_> = record.rounds.of(strategy).collect();
    let shortest = Duration::from_nanos(rounds.iter().map(|round| round.latency_ns).min()?);
    let is_known = rounds.len() >= FEWEST_ROUNDS && shortest >= SHORTEST_FOR_NOISE;
    record.rounds.noise(strategy).filter(|_| is_known)
}
