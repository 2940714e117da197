//! The best of all static cycles and forcing chains, without a search for each.

use super::{
    CANDIDATES, Links, Rank, Statement,
    cycle::SourceSearch,
    graph::{Graph, Set, Towards},
    unary::{Search, chain_step, cycle_step},
};
use crate::{
    marks::Marks,
    step::Step,
    units::{UNIT_CELLS, digits_of},
};
use grid::{CELLS, PEER_SETS, members};

#[derive(Default)]
pub struct Unary {
    digit: Graph<2>,
    small: Graph<4>,
    large: Graph<12>,
}

struct Best<'m> {
    marks: &'m Marks,
    rank: Option<Rank>,
    step: Option<Step>,
    /// A chain whose statements are not known yet.
    chain: Option<(Search, Statement)>,
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
                let links = SourceSearch::new(self.marks, search.links()).chain(source);
                links.map(|links| chain_step(self.marks, search, links))
            }
        }
    }
}

/// Returns the step of the three searches that is taken first.
///
/// The lengths of all chains are found first, on sets of candidates; only those that may be the best are then searched
/// statement by statement.
pub fn best_unary(marks: &Marks, space: &mut Unary) -> Option<Step> {
    let mut best = Best { marks, rank: None, step: None, chain: None };
    search_digits(&mut best, &mut space.digit);
    let candidates: Vec<u16> = (0..CELLS)
        .filter(|&cell| marks.cells[cell].count_ones() >= 2)
        .flat_map(|cell| digits_of(marks.cells[cell]).map(move |digit| (9 * cell + digit) as u16))
        .collect();
    for search in [Search::Y, Search::Xy] {
        if search == Search::Xy && best.rank.as_ref().is_some_and(|rank| rank.rating < 7.0) {
            continue;
        }
        match candidates.len() <= 256 {
            true => search_all(&mut best, &mut space.small, search, &candidates),
            false => search_all(&mut best, &mut space.large, search, &candidates),
        }
    }
    best.finish()
}

/// Searches with links of one digit: the cells of each digit are a graph of their own.
fn search_digits(best: &mut Best<'_>, graph: &mut Graph<2>) {
    let marks = best.marks;
    let mut cycles = Vec::new();
    for digit in 0..9 {
        let cells = marks.digits[digit];
        if cells.count_ones() < 4 {
            continue;
        }
        graph.weak.clear();
        graph.strong.clear();
        graph.strong.resize(CELLS, Set::EMPTY);
        for (cell, peers) in PEER_SETS.iter().enumerate() {
            let is_candidate = cells >> cell & 1 == 1;
            graph.weak.push(if is_candidate { Set::from_cells(cells & peers) } else { Set::EMPTY });
        }
        for [first, second] in pairs_of(marks, digit) {
            graph.strong[first].insert(second);
            graph.strong[second].insert(first);
        }
        graph.prepare();
        for cell in members(cells) {
            best.search(graph, Search::X, cell, 9 * cell + digit, &mut cycles);
        }
        best.try_cycles(graph, Search::X, &mut cycles, Statement::cell);
    }
}

fn search_all<const W: usize>(best: &mut Best<'_>, graph: &mut Graph<W>, search: Search, candidates: &[u16]) {
    let marks = best.marks;
    let mut number = [u16::MAX; CANDIDATES];
    candidates.iter().enumerate().for_each(|(index, &candidate)| number[candidate as usize] = index as u16);
    let node = |cell: usize, digit: usize| number[9 * cell + digit] as usize;
    graph.weak.clear();
    for &candidate in candidates {
        let on = Statement::of(candidate as usize, true);
        let mut weak = Set::<W>::EMPTY;
        digits_of(marks.cells[on.cell()] & !(1 << on.digit())).for_each(|other| weak.insert(node(on.cell(), other)));
        members(marks.digits[on.digit()] & PEER_SETS[on.cell()]).for_each(|peer| weak.insert(node(peer, on.digit())));
        graph.weak.push(weak);
    }
    graph.strong.clear();
    graph.strong.resize(candidates.len(), Set::EMPTY);
    for_each_strong(marks, search.links(), |from, to| {
        graph.strong[node(from.cell(), from.digit())].insert(node(to.cell(), to.digit()));
    });
    graph.prepare();
    let mut cycles = Vec::new();
    for (node, &candidate) in candidates.iter().enumerate() {
        if search.is_source(marks, candidate as usize / 9) {
            best.search(graph, search, node, candidate as usize, &mut cycles);
        }
    }
    best.try_cycles(graph, search, &mut cycles, |on| node(on.cell(), on.digit()));
}

/// Calls `visit` with both directions of each strong link.
fn for_each_strong(marks: &Marks, links: Links, mut visit: impl FnMut(Statement, Statement)) {
    let mut both = |[(cell, digit), (other, other_digit)]: [(usize, usize); 2]| {
        let from = Statement::new(cell, digit, false);
        let to = Statement::new(other, other_digit, false);
        visit(from, to);
        visit(to, from);
    };
    if links.strong_cells {
        for cell in members(marks.by_count()[2]) {
            let digits = marks.cells[cell];
            both([(cell, lowest(digits)), (cell, highest(digits))]);
        }
    }
    if !links.strong_units {
        return;
    }
    for digit in 0..9 {
        pairs_of(marks, digit).for_each(|cells| both(cells.map(|cell| (cell, digit))));
    }
}

/// Returns the cells of a digit in each unit in which it has two.
fn pairs_of(marks: &Marks, digit: usize) -> impl Iterator<Item = [usize; 2]> {
    let units = marks.positions[digit].into_iter().zip(&UNIT_CELLS);
    let pairs = units.filter(|(positions, _)| positions.count_ones() == 2);
    pairs.map(|(positions, cells)| [lowest(positions), highest(positions)].map(|at| cells[at] as usize))
}

fn lowest(set: u16) -> usize {
    set.trailing_zeros() as usize
}

fn highest(set: u16) -> usize {
    15 - set.leading_zeros() as usize
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
                    let best = best_unary(&board.marks, &mut Unary::default());
                    let all = all_unary(&board.marks);
                    assert_eq!(best.as_ref(), all.first(), "{puzzle}");
                    compared += 1;
                }
                board.apply(&step);
            }
        }
        assert!(compared > 100, "{compared}");
    }
}
