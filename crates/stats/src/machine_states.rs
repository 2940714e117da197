//! The states of a machine, as the control shows them.
//!
//! A neighbour on a shared processor slows down programs differently, and differently for each kind of work that it does: one
//! state of a machine may cost the control 47 % and a strategy 17 %, and another the control 26 % and the strategy 23 %. No line
//! describes that, so measurements are compared with those of the same state only.

/// The width of a state on the scale of the control's log latency.
const STATE_WIDTH: f64 = 0.03;

/// Returns the state of the machine at each cell. `levels` are the controls of the cells of one set in the order of
/// time, relative to their centre. The state of a cell is the mean level of the cells before and after it, in steps of
/// 3 %.
///
/// A cell is classified by its neighbours' control, because its own error would bias the match: the adjusted value
/// contains the same error with the opposite sign.
pub fn states(levels: &[f64]) -> Vec<i64> {
    (0..levels.len()).map(|index| state_at(levels, index)).collect()
}

/// Returns the state of a cell: the level of its neighbours, in steps.
fn state_at(levels: &[f64], index: usize) -> i64 {
    let before = index.checked_sub(1).map(|before| levels[before]);
    let neighbours = [before, levels.get(index + 1).copied()];
    let (sum, n) = neighbours.iter().flatten().fold((0.0, 0), |(sum, n), level| (sum + level, n + 1));
    (sum / f64::from(n.max(1)) / STATE_WIDTH + 0.5).floor() as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_is_that_of_the_neighbours() {
        assert_eq!(states(&[0.0, 0.0, 0.5, 0.0, 0.3, 0.3, 0.3]), [0, 8, 0, 13, 5, 10, 10]);
        assert_eq!(states(&[0.7]), [0]);
        assert_eq!(states(&[]), [0i64; 0]);
    }
}
