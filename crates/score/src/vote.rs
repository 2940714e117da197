//! Votes: the prediction of the majority of the samples of a puzzle, without its label.

use std::collections::HashMap;

use grid::Shape;

/// What is voted on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VoteRule {
    /// Each cell takes the value that most samples have there.
    Cells,
    /// The grid that most samples are.
    Grid,
}

impl VoteRule {
    pub const ALL: [VoteRule; 2] = [VoteRule::Cells, VoteRule::Grid];

    pub fn name(self) -> &'static str {
        match self {
            VoteRule::Cells => "cells",
            VoteRule::Grid => "grid",
        }
    }

    /// Returns the cells for which most grids vote; those of the earliest grid among equally many. No cells if there are no grids.
    pub fn vote(self, grids: &[Vec<u8>]) -> Vec<u8> {
        let Some(first) = grids.first() else { return Vec::new() };
        match self {
            VoteRule::Cells => (0..first.len()).map(|cell| value_of(grids, cell)).collect(),
            VoteRule::Grid => {
                let mut votes: HashMap<&[u8], usize> = HashMap::new();
                grids.iter().for_each(|grid| *votes.entry(grid).or_default() += 1);
                let most = votes.values().max();
                grids.iter().find(|grid| votes.get(&***grid) == most).cloned().unwrap_or_default()
            }
        }
    }
}

/// Returns the value that most grids have in a cell. A blank is no vote, and the value if there is no other.
fn value_of(grids: &[Vec<u8>], cell: usize) -> u8 {
    let mut votes = [0_u32; Shape::MAX_SIDE + 1];
    let values = || grids.iter().map(|grid| grid[cell]);
    values().for_each(|value| votes[usize::from(value)] += 1);
    votes[0] = 0;
    let votes_for = |value: u8| votes[usize::from(value)];
    values().reduce(|first, value| if votes_for(value) > votes_for(first) { value } else { first }).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_earliest_wins_among_equally_many() {
        let grids = [[1, 2, 0], [3, 2, 0], [3, 4, 0], [1, 4, 0]].map(Vec::from);
        assert_eq!(VoteRule::ALL.map(|rule| rule.vote(&grids)), [vec![1, 2, 0], vec![1, 2, 0]]);
        let grids = [[0, 2, 1], [3, 4, 2], [3, 4, 2]].map(Vec::from);
        assert_eq!(VoteRule::ALL.map(|rule| rule.vote(&grids[..2])), [vec![3, 2, 1], vec![0, 2, 1]]);
        assert_eq!(VoteRule::ALL.map(|rule| rule.vote(&grids)), [vec![3, 4, 2], vec![3, 4, 2]]);
        for rule in VoteRule::ALL {
            assert_eq!((rule.vote(&grids[..1]), rule.vote(&[])), (grids[0].clone(), Vec::new()));
        }
    }
}
