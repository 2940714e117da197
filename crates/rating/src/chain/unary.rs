//! Static cycles and forcing chains, in which each statement follows from one other (6.5 to 9).

use super::{CANDIDATES, Cause, Link, Links, Rank, Statement, closure::Closure, cycle::SourceSearch, surcharge};
use crate::{
    marks::{Marks, is_empty},
    step::{Placed, Step},
    technique::Technique,
    units::digits_of,
};
use grid::{CELLS, CellSet, PEER_SETS};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Search {
    X,
    Y,
    Xy,
}

impl Search {
    pub const ALL: [Search; 3] = [Search::X, Search::Y, Search::Xy];

    pub fn links(self) -> Links {
        match self {
            Search::X => Links::X,
            Search::Y => Links::Y,
            Search::Xy => Links::ALL,
        }
    }

    pub fn has_chains(self) -> bool {
        self != Search::Y
    }

    fn cycle(self) -> (Technique, u8) {
        match self {
            Search::X => (Technique::XCycle, 2),
            Search::Y => (Technique::YCycle, 3),
            Search::Xy => (Technique::Cycle, 4),
        }
    }

    fn chain(self) -> (Technique, u8) {
        match self {
            Search::X => (Technique::XChain, 2),
            _ => (Technique::Chain, 4),
        }
    }

    pub fn cycle_rank(self, complexity: u32, source: usize) -> Rank {
        let (technique, key) = self.cycle();
        Rank { rating: rating(technique, complexity), complexity, key, order: self.order(source) }
    }

    /// Returns the rank of a chain from a source that is on or off.
    pub fn chain_rank(self, complexity: u32, source: usize, on: bool) -> Rank {
        let (technique, key) = self.chain();
        let order = self.order(source) + if on { 1 } else { 2 };
        Rank { rating: rating(technique, complexity), complexity, key, order }
    }

    fn order(self, source: usize) -> u32 {
        ((self as usize * CANDIDATES + source) * 3) as u32
    }

    pub fn is_source(self, marks: &Marks, cell: usize) -> bool {
        match self {
            Search::Y => marks.cells[cell].count_ones() == 2,
            _ => marks.cells[cell].count_ones() >= 2,
        }
    }
}

fn rating(technique: Technique, complexity: u32) -> f64 {
    f64::from(technique.tenths()) + surcharge(complexity)
}

/// The step that a cycle allows: `links` go from its end back to the source.
pub fn cycle_step(marks: &Marks, search: Search, links: &[Link]) -> Option<Step> {
    let nodes = &links[..links.len() - 1];
    let own = nodes.iter().fold(0, |set: CellSet, link| set | 1 << link.statement.cell());
    let mut seen = [[0; 9]; 2];
    for link in nodes {
        let statement = link.statement;
        seen[usize::from(statement.is_on())][statement.digit()] |= PEER_SETS[statement.cell()];
    }
    let removed = std::array::from_fn(|digit| marks.digits[digit] & seen[0][digit] & seen[1][digit] & !own);
    if is_empty(&removed) {
        return None;
    }
    let (technique, _) = search.cycle();
    let complexity = nodes.len() as u32;
    let step = Step::remove(technique, removed);
    Some(Step {
        rating: rating(technique, complexity),
        complexity,
        ..step.with_links(vec![nodes.to_vec(), reversed(links)])
    })
}

/// Returns a cycle in the other direction: the source is off, and each statement is its opposite with the same cause.
fn reversed(links: &[Link]) -> Vec<Link> {
    let source = links[0].statement.opposite();
    let mut reversed = vec![Link { statement: source, cause: Cause::Assumption, parents: Vec::new() }];
    for link in links[1..links.len() - 1].iter().rev() {
        reversed.push(Link { statement: link.statement.opposite(), cause: link.cause, parents: Vec::new() });
    }
    for index in 0..reversed.len() - 1 {
        reversed[index].parents = vec![reversed[index + 1].statement];
    }
    reversed
}

/// The step that a forcing chain allows: `links` go from its end back to the source.
pub fn chain_step(marks: &Marks, search: Search, links: Vec<Link>) -> Step {
    let (technique, _) = search.chain();
    let complexity = links.len() as u32;
    let step = conclude(marks, technique, rating(technique, complexity), links[0].statement);
    Step { complexity, ..step.with_links(vec![links]) }
}

pub fn conclude(marks: &Marks, technique: Technique, rating: f64, conclusion: Statement) -> Step {
    let cell = conclusion.cell();
    let digit = conclusion.digit();
    if conclusion.is_on() {
        let removed = marks.within(1 << cell, !(1 << digit));
        let placed = Some(Placed { cell: cell as u8, digit: digit as u8 });
        return Step { rating, placed, ..Step::remove(technique, removed) };
    }
    Step { rating, ..Step::remove(technique, marks.within(1 << cell, 1 << digit)) }
}

/// Returns all steps of the three searches, the one to take first, first. With the closure of the grid, sources without a step are
/// skipped.
pub fn all_unary(marks: &Marks, closure: Option<&Closure>) -> Vec<Step> {
    let mut found: Vec<(Rank, Step)> = Vec::new();
    let leading_to = |target| closure.map(|closure| (closure, closure.leading_to(target)));
    let leads = |from, leading: &Option<(&Closure, _)>| match leading {
        Some((closure, candidates)) => closure.leads_into(from, candidates),
        None => true,
    };
    let candidates = (0..CELLS).flat_map(|cell| digits_of(marks.cells[cell]).map(move |digit| (cell, digit)));
    let sources = candidates.map(|(cell, digit)| Statement::new(cell, digit, true));
    let sources = sources.filter(|source| closure.is_none_or(|closure| closure.is_source(*source)));
    let sources: Vec<_> = sources.map(|on| (on, leading_to(on), leading_to(on.opposite()))).collect();
    for search in Search::ALL {
        let mut from = SourceSearch::new(marks, search.links());
        for (source, to_on, to_off) in sources.iter().filter(|(source, ..)| search.is_source(marks, source.cell())) {
            from.cycles::<()>(
                *source,
                u32::MAX,
                |_, statement| leads(statement, to_on),
                |links| {
                    let step = cycle_step(marks, search, links)?;
                    found.push((search.cycle_rank(step.complexity, source.candidate()), step));
                    None
                },
            );
            if !search.has_chains() {
                continue;
            }
            for (source, to_opposite) in [(*source, to_off), (source.opposite(), to_on)] {
                if let Some(links) = from.chain(source, |statement| leads(statement, to_opposite)) {
                    let rank = search.chain_rank(links.len() as u32, source.candidate(), source.is_on());
                    found.push((rank, chain_step(marks, search, links)));
                }
            }
        }
    }
    // Steps of equal rank keep the order of discovery.
    found.sort_by(|(rank, _), (other, _)| rank.compare(other));
    found.into_iter().map(|(_, step)| step).collect()
}
