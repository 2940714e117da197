//! How steady the machine was: the control over time, preemptions, and the effect of the order of turns.

use std::collections::BTreeMap;

use corpus::numbers;

use super::{Axis, Colour, Curve, Curves, Figure, Line, Plot, Table, Unit, View, run::Run};
use crate::record::BlockRow;
use stats::{medians, quantile, significant};

/// The maximum number of points on the time axis; with more blocks, several blocks share a point.
const MAX_POINTS: usize = 300;

pub fn view(run: &Run) -> View {
    let figures = vec![control(run), preemptions(run), order(run)];
    View { name: "noise", title: "Noise of the machine", figures }
}

/// The control during a turn of a strategy: when it began, and its latency relative to the median of its block.
struct Turn {
    ms: u64,
    ratio: f64,
}

/// Returns the turns in the order in which they began.
fn control_turns(run: &Run) -> Vec<Turn> {
    // With one round, the median of the run replaces the median of the block.
    let several_rounds = run.record.manifest.rounds_complete > 1;
    let group = |row: &BlockRow<'_>| several_rounds.then_some(row.block);
    let levels = || run.blocks.iter().filter_map(|row| Some((row, row.control_mean_ln_ns_trim10?)));
    let usual = medians(levels().map(|(row, level)| (group(row), level)));
    let turn =
        |(row, level): (&BlockRow<'_>, f64)| Turn { ms: row.start_ms, ratio: (level - usual[&group(row)]).exp() };
    let mut turns: Vec<Turn> = levels().map(turn).collect();
    turns.sort_by_key(|turn| turn.ms);
    turns
}

fn control(run: &Run) -> Figure {
    let turns = control_turns(run);
    let mut x = Vec::new();
    let mut median = Vec::new();
    let mut low = Vec::new();
    let mut high = Vec::new();
    for chunk in turns.chunks(turns.len().div_ceil(MAX_POINTS).max(1)) {
        let mut ratios: Vec<f64> = chunk.iter().map(|turn| turn.ratio).collect();
        ratios.sort_unstable_by(f64::total_cmp);
        x.push(significant(chunk[chunk.len() / 2].ms as f64 / 1000.0, 6));
        median.push(Some(significant(quantile(&ratios, 0.5), 5)));
        low.push(Some(significant(ratios[0], 5)));
        high.push(Some(significant(ratios[ratios.len() - 1], 5)));
    }
    let ends: Vec<f64> = low.iter().chain(&high).flatten().copied().collect();
    let together = match turns.len().div_ceil(MAX_POINTS) {
        0 | 1 => String::new(),
        turns => format!(" Each point is the median of {turns} turns, the band their range."),
    };
    let mut ratios: Vec<f64> = turns.iter().map(|turn| turn.ratio).collect();
    ratios.sort_unstable_by(f64::total_cmp);
    let row = |(name, q): (&str, f64)| vec![name.into(), format!("{:.4} ×", quantile(&ratios, q))];
    let quantiles = [("lowest", 0.0), ("25 %", 0.25), ("median", 0.5), ("75 %", 0.75), ("highest", 1.0)];
    let rows: Vec<_> = quantiles.into_iter().filter(|_| !ratios.is_empty()).map(row).collect();
    let curve = Curve { name: "control".into(), colour: Colour::Neutral, y: median, band: Some((low, high)) };
    let beside =
        if run.record.manifest.rounds_complete > 1 { "its median in the same block" } else { "its median in the run" };
    Figure {
        choices: vec![("of", "control over time".into())],
        caption: format!(
            "The control's latency over {beside}: at 1 × the machine has its usual speed, above it is slower.{together}"
        ),
        x: Axis::linear("time since the start", Unit::Seconds, x.iter().copied()),
        y: Axis::log("latency of the control", Unit::Ratio, ends.into_iter().chain([0.95, 1.05])).with_room(0.03, 0.03),
        plot: Plot::Curves(Curves { x, line: Line::Straight, curves: vec![curve] }),
        table: Table::new(["latency of the control", "over its median"], rows),
    }
}

fn preemptions(run: &Run) -> Figure {
    let mut rows: Vec<&BlockRow<'_>> = run.blocks.iter().collect();
    rows.sort_by_key(|row| row.start_ms);
    let mut x = Vec::new();
    let mut y = Vec::new();
    for chunk in rows.chunks(rows.len().div_ceil(MAX_POINTS).max(1)) {
        let preempted = chunk.iter().filter(|row| row.nivcsw > 0).count();
        x.push(significant(chunk[chunk.len() / 2].start_ms as f64 / 1000.0, 6));
        y.push(Some(significant(preempted as f64 / chunk.len() as f64, 4)));
    }
    let names = run.strategies.iter().map(String::as_str);
    let curve = Curve { name: "preempted turns".into(), colour: Colour::Neutral, y, band: None };
    Figure {
        choices: vec![("of", "preemptions".into())],
        caption: "The share of turns during which another process took the processor away.".into(),
        x: Axis::linear("time since the start", Unit::Seconds, x.iter().copied()),
        y: Axis::linear("preempted turns", Unit::Share, [0.0, 1.0]).with_room(0.0, 0.03),
        plot: Plot::Curves(Curves { x, line: Line::Straight, curves: vec![curve] }),
        table: Table::new(
            ["strategy", "turns", "preempted"],
            names.map(|name| {
                let turns: Vec<_> = rows.iter().filter(|row| row.strategy == name).collect();
                let preempted = turns.iter().filter(|row| row.nivcsw > 0).count();
                vec![name.to_string(), numbers::count(turns.len() as u64), numbers::count(preempted as u64)]
            }),
        ),
    }
}

/// Draws the mean latency of each strategy by its position in the order of turns, relative to its mean over all
/// positions.
fn order(run: &Run) -> Figure {
    let slots = run.blocks.iter().map(|row| row.slot + 1).max().unwrap_or(0);
    // Relative to the same block in the other rounds, so that hard blocks do not count as late turns.
    let mut blocks: BTreeMap<(&str, u64), (f64, u32)> = BTreeMap::new();
    let known = || run.blocks.iter().filter_map(|row| Some((row, row.mean_ln_ns_trim10?)));
    for (row, level) in known() {
        let sum = blocks.entry((&row.strategy, row.block)).or_default();
        *sum = (sum.0 + level, sum.1 + 1);
    }
    let mut cells: BTreeMap<(&str, usize), (f64, u32)> = BTreeMap::new();
    for (row, level) in known() {
        let (sum, n) = blocks[&(&*row.strategy, row.block)];
        let cell = cells.entry((&row.strategy, row.slot)).or_default();
        *cell = (cell.0 + level - sum / f64::from(n), cell.1 + 1);
    }
    let value = |strategy: usize, slot: usize| {
        let (sum, n) = cells.get(&(run.strategies[strategy].as_str(), slot))?;
        Some(significant((sum / f64::from(*n)).exp(), 5))
    };
    let is_repeated = run.record.manifest.rounds_complete > 1;
    let curves = run.curves(|strategy| (0..slots).map(|slot| value(strategy, slot).filter(|_| is_repeated)).collect());
    let values: Vec<f64> = curves.iter().flat_map(|curve| curve.y.iter().flatten().copied()).collect();
    let x: Vec<f64> = (0..slots).map(|slot| slot as f64 + 1.0).collect();
    let row = |(strategy, name): (usize, &String)| {
        let text = |slot: usize| value(strategy, slot).map_or("–".into(), |ratio| format!("{ratio:.4} ×"));
        [name.clone()].into_iter().chain((0..slots).map(text)).collect()
    };
    let header: Vec<String> = (1..=slots).map(|slot| format!("turn {slot}")).collect();
    Figure {
        choices: vec![("of", "order of turns".into())],
        caption: "The latency of a strategy by its turn in a block, over its mean in that block: at 1 × the order has no effect.".into(),
        x: Axis::linear("turn in the block", Unit::Count, x.iter().copied()).with_room(0.03, 0.03),
        y: Axis::log("latency", Unit::Ratio, values.into_iter().chain([0.98, 1.02])).with_room(0.03, 0.03),
        plot: Plot::Curves(Curves { x, line: Line::Dots, curves }),
        table: Table::new(["strategy"].into_iter().chain(header.iter().map(String::as_str)), run.strategies.iter().enumerate().map(row)),
    }
}
