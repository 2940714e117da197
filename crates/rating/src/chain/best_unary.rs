//! The best of all static cycles and forcing chains, without a search for each.

use super::{
    Rank, Statement,
    candidates::Candidates,
    closure::Closure,
    cycle::SourceSearch,
    graph::{Graph, Towards},
    unary::{Search, chain_step, cycle_step},
};
use crate::{marks::Marks, step::Step};

struct Best<'m> {
    marks: &'m Marks,
    rank: Option<Rank>,
    step: Option<Step>,
    /// A chain whose statements are not known yet.
    chain: Option<(Search, Statement)>,
    closure: Option<Closure>,
}

/// A source from which a cycle of this many statements may be found.
struct MaybeCycle {
    complexity: u32,
    source: u16,
}

impl Best<'_> {
    fn beats(&self, rank: &Rank) -> bool {
        self.rank.as_ref().is_none_or(|best| rank.compare(best).is_lt())
    }

    /// Returns the depth up to which a source can be better than the best.
    fn limit(&self, search: Search, source: usize) -> u32 {
        let may_beat = |depth: &u32| {
            self.beats(&search.cycle_rank(2 * depth + 2, source))
                || search.has_chains() && self.beats(&search.chain_rank(2 * depth + 2, source, true))
        };
        if self.rank.is_none() { 63 } else { (1..63).take_while(may_beat).last().unwrap_or(0) }
    }

    /// Searches from one source: notes cycles that it may have, and takes a chain that is better.
    fn search<const W: usize>(
        &mut self,
        graph: &Graph<W>,
        search: Search,
        node: usize,
        source: usize,
        cycles: &mut Vec<MaybeCycle>,
    ) {
        let limit = self.limit(search, source);
        if limit == 0 {
            return;
        }
        let depths = graph.depths_on(node, limit);
        let mut bits = depths.cycles;
        while bits != 0 {
            cycles.push(MaybeCycle { complexity: 2 * bits.trailing_zeros(), source: source as u16 });
            bits &= bits - 1;
        }
        if !search.has_chains() {
            return;
        }
        for on in [true, false] {
            let depth = if on { depths.chain } else { graph.depth_off(node, self.limit(search, source)) };
            let rank = search.chain_rank(2 * depth + 2, source, on);
            if depth > 0 && self.beats(&rank) {
                self.rank = Some(rank);
                self.chain = Some((search, Statement::of(source, on)));
                self.step = None;
            }
        }
    }

    /// Tries the cycles that may be found, short ones first. `node` is the number of a candidate in the graph.
    fn try_cycles<const W: usize>(
        &mut self,
        graph: &Graph<W>,
        search: Search,
        cycles: &mut Vec<MaybeCycle>,
        node: impl Fn(Statement) -> usize,
    ) {
        cycles.sort_by_key(|cycle| (cycle.complexity, cycle.source));
        let marks = self.marks;
        let mut from = SourceSearch::new(marks, search.links());
        for MaybeCycle { complexity, source } in cycles.drain(..) {
            let source = usize::from(source);
            let rank = search.cycle_rank(complexity, source);
            if !self.beats(&rank) {
                continue;
            }
            let source = Statement::of(source, true);
            let towards = Towards::of(graph, node(source), complexity / 2);
            let is_useful = |nth: u32, statement: Statement| towards.is_useful(nth, node(statement), statement.is_on());
            let found = from.cycles(source, complexity, is_useful, |links| {
                let is_long = links.len() as u32 - 1 == complexity;
                if is_long { cycle_step(marks, search, links) } else { None }
            });
            if let Some(step) = found {
                self.rank = Some(rank);
                self.step = Some(step);
                self.chain = None;
            }
        }
    }

    fn finish(self) -> Option<Step> {
        match self.chain {
            None => self.step,
            Some((search, source)) => {
                let links = SourceSearch::new(self.marks, search.links()).chain(source, |_| true);
                links.map(|links| chain_step(self.marks, search, links))
            }
        }
    }
}

/// Returns the step of the three searches that is taken first.
///
/// The lengths of all chains are found first, on sets of candidates; only those that may be the best are then searched
/// statement by statement.
pub fn best_unary(marks: &Marks) -> Option<Step> {
    let closure = Closure::of(marks);
    if closure.as_ref().is_some_and(|closure| !closure.has_sources()) {
        return None;
    }
    let mut best = Best { marks, rank: None, step: None, chain: None, closure };
    let candidates = Candidates::of(marks);
    for search in Search::ALL {
        if search == Search::Xy && best.rank.as_ref().is_some_and(|rank| rank.rating < 7.0) {
            continue;
        }
        match candidates.all.len() <= 256 {
            true => search_all::<4>(&mut best, search, &candidates),
            false => search_all::<12>(&mut best, search, &candidates),
        }
    }
    best.finish()
}

fn search_all<const W: usize>(best: &mut Best<'_>, search: Search, candidates: &Candidates) {
    let mut graph = candidates.graph::<W>(best.marks, search.links());
    graph.prepare();
    let mut cycles = Vec::new();
    for (node, &candidate) in candidates.all.iter().enumerate() {
        let on = Statement::of(candidate.into(), true);
        let may_be_source = best.closure.as_ref().is_none_or(|closure| closure.is_source(on));
        if may_be_source && search.is_source(best.marks, on.cell()) {
            best.search(&graph, search, node, candidate as usize, &mut cycles);
        }
    }
    best.try_cycles(&graph, search, &mut cycles, |statement| candidates.number(statement));
}

#[cfg(test)]
mod tests {
    use super::{super::unary::all_unary, *};
    use crate::{Board, Rater, Tenths};
    use grid::Grid;

    /// Puzzles with a few dozen such steps; the last needs more than chains.
    const PUZZLES: [&str; 4] = [
        "7...46.8..6..7....8........2.9..5..65....9..1..1.3..........1.3..52...4.....915.8",
        ".3.64...7.5....48.......1.3..57.....4...1...9...5.9..1....5..3...9.76....2.8.....",
        "6..74....35...9.....8.2....1.32...6......7....2.6..3...6..13.9.7.....1.5......8..",
        "6.....2...9...1..5..8.3..4......2..15..6..9....7.9.....7...3..2...4..5....6.7..8.",
    ];

    #[test]
    fn the_best_is_the_first_of_all() {
        let mut compared = 0;
        for puzzle in PUZZLES {
            let mut board = Board::of(&Grid::parse(puzzle.as_bytes()).unwrap());
            let mut rater = Rater::default();
            while let Ok(step) = rater.next_step(&mut board, Tenths(94)) {
                // Every step is a grid on which all chains may be searched; few are enough.
                if step.tenths() >= Tenths(45) {
                    let best = best_unary(&board.marks);
                    let all = all_unary(&board.marks, None);
                    assert_eq!(best.as_ref(), all.first(), "{puzzle}");
                    assert_eq!(all_unary(&board.marks, Closure::of(&board.marks).as_ref()), all, "{puzzle}");
                    compared += 1;
                }
                board.apply(&step);
            }
        }
        assert!(compared > 100, "{compared}");
    }
}
