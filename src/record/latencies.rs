//! The latencies of each strategy relative to the control's, block by block and round by round.

use super::{BlockRow, CONTROL, Manifest};
use crate::stats::bootstrap::Cell;

/// A strategy's latencies in the complete rounds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StrategyCells {
    /// The strategy's trimmed mean of the logarithms of latencies, minus the control's in the same block.
    pub beside_control: Vec<Cell>,
    /// The control's own trimmed means.
    pub control: Vec<Cell>,
    /// Number of complete rounds in which the strategy finished a puzzle, whether there is a control or not.
    pub rounds: u32,
}

/// Returns the cells of each strategy, in the order of the manifest. A block in which a strategy or the control finished no
/// puzzle has no cell. `rows` are those of [`blocks.csv`](super::BlockRow), in order.
pub fn strategy_cells(rows: &[BlockRow<'_>], manifest: &Manifest) -> Vec<StrategyCells> {
    let cells_of = |name: &str| -> Vec<Cell> {
        let own = rows.iter().filter(|row| row.round < manifest.rounds_complete && row.strategy == name);
        let cell = |row: &BlockRow<'_>| {
            let BlockRow { round, block, n, censored, .. } = *row;
            Some(Cell { round, block, value: row.mean_ln_ns_trim10?, of: n.saturating_sub(censored) })
        };
        own.filter_map(cell).collect()
    };
    let control = cells_of(CONTROL);
    manifest.strategies.iter().map(|strategy| StrategyCells::pair(&cells_of(&strategy.name), &control)).collect()
}

impl StrategyCells {
    /// Pairs the cells of a strategy with the control's; both are in the order of rounds and blocks.
    fn pair(own: &[Cell], control: &[Cell]) -> StrategyCells {
        let mut control = control.iter().copied().peekable();
        let rounds = own.chunk_by(|cell, next| cell.round == next.round).count() as u32;
        let mut cells = StrategyCells { rounds, ..StrategyCells::default() };
        for cell in own {
            let place = (cell.round, cell.block);
            while control.next_if(|other| (other.round, other.block) < place).is_some() {}
            if let Some(other) = control.next_if(|other| (other.round, other.block) == place) {
                cells.beside_control.push(Cell { value: cell.value - other.value, ..*cell });
                cells.control.push(other);
            }
        }
        cells
    }
}
