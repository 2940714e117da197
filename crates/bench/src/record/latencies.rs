//! The latencies of each strategy and of the control beside it, block by block and round by round.

use super::{BlockRow, Manifest, StrategyManifest};
use crate::stats::bootstrap::Cell;

/// A strategy's latencies in the complete rounds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StrategyCells {
    /// The trimmed means of the logarithms of the strategy's latencies, and of the control's in the same turn.
    pub cells: Vec<Cell>,
    /// Number of complete rounds in which the strategy finished a puzzle, whether there is a control or not.
    pub rounds: u32,
    /// True if the latencies are shares of the time of a block.
    pub amortised: bool,
}

/// Returns the cells of each strategy, in the order of the manifest. A turn in which the strategy finished no puzzle, or that
/// has no control, has no cell. `rows` are those of [`blocks.csv`](super::BlockRow), in order.
pub fn strategy_cells(rows: &[BlockRow<'_>], manifest: &Manifest) -> Vec<StrategyCells> {
    manifest.strategies.iter().map(|strategy| cells_of(rows, manifest, strategy)).collect()
}

fn cells_of(rows: &[BlockRow<'_>], manifest: &Manifest, strategy: &StrategyManifest) -> StrategyCells {
    let own = rows.iter().filter(|row| row.round < manifest.rounds_complete && row.strategy == strategy.name);
    let finished: Vec<_> = own.filter(|row| row.mean_ln_ns_trim10.is_some()).collect();
    StrategyCells {
        cells: finished.iter().filter_map(|row| row.cell()).collect(),
        rounds: finished.chunk_by(|row, next| row.round == next.round).count() as u32,
        amortised: strategy.amortised,
    }
}
