//! The states of a machine, told by the control.
//!
//! A neighbour on a shared processor slows down programs differently, and differently for each kind of work that it does: one
//! state of a machine may cost the control 47 % and a strategy 17 %, and another the control 26 % and the strategy 23 %. No line
//! describes that, so measurements are compared with those of the same state only.

/// The width of a state on the scale of the control's log latency.
const WIDTH: f64 = 0.03;

/// Returns the state of the machine at each cell, given the cells of one set in the order of time with their control relative
/// to its centre: the mean of the cells before and after, in steps of 3 %.
///
/// A cell's own control does not count. Its error is in the cell's adjusted value too, with the opposite sign, so cells of the
/// same control would differ by these errors.
pub fn states(levels: &[f64]) -> Vec<i64> {
    let state = |place: usize| {
        let before = place.checked_sub(1).map(|before| levels[before]);
        let neighbours = [before, levels.get(place + 1).copied()];
        let (sum, n) = neighbours.iter().flatten().fold((0.0, 0), |(sum, n), level| (sum + level, n + 1));
        (sum / f64::from(n.max(1)) / WIDTH + 0.5).floor() as i64
    };
    (0..levels.len()).map(state).collect()
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
