//! Static cycles and forcing chains, in which each statement follows from one other (6.5 to 9).

use super::{
    CANDIDATES, Cause, Link, Links, Rank, Statement,
    cycle::SourceSearch,
    graph::{Graph, Set, Towards},
    surcharge,
};
use crate::{
    grid::{CELLS, CellSet, PEER_SETS, members},
    rating::{
        marks::{Marks, is_empty},
        step::{Placed, Step},
        technique::Technique,
        units::{UNIT_CELLS, digits_of},
    },
};

/// The three searches, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Search {
    X,
    Y,
    Xy,
}

impl Search {
    const ALL: [Search; 3] = [Search::X, Search::Y, Search::Xy];

    fn links(self) -> Links {
        match self {
            Search::X => Links::X,
            Search::Y => Links::Y,
            Search::Xy => Links::ALL,
        }
    }

    fn has_chains(self) -> bool {
        self != Search::Y
    }

    fn cycle(self) -> (Technique, f64, u8) {
        match self {
            Search::X => (Technique::XCycle, 6.5, 2),
            Search::Y => (Technique::YCycle, 6.5, 3),
            Search::Xy => (Technique::Cycle, 7.0, 4),
        }
    }

    fn chain(self) -> (Technique, f64, u8) {
        match self {
            Search::X => (Technique::XChain, 6.6, 2),
            _ => (Technique::Chain, 7.0, 4),
        }
    }

    /// Returns the rank of a cycle.
    fn cycle_rank(self, complexity: u32, source: usize) -> Rank {
        let (_, base, key) = self.cycle();
        Rank { rating: base + surcharge(complexity), complexity, key, order: self.order(source) }
    }

    /// Returns the rank of a chain from a source that is on or off.
    fn chain_rank(self, complexity: u32, source: usize, on: bool) -> Rank {
        let (_, base, key) = self.chain();
        let order = self.order(source) + if on { 1 } else { 2 };
        Rank { rating: base + surcharge(complexity), complexity, key, order }
    }

    fn order(self, source: usize) -> u32 {
        ((self as usize * CANDIDATES + source) * 3) as u32
    }

    /// Returns true if a candidate is a source of this search.
    fn is_source(self, marks: &Marks, cell: usize) -> bool {
        match self {
            Search::Y => marks.cells[cell].count_ones() == 2,
            _ => marks.cells[cell].count_ones() >= 2,
        }
    }
}

/// The step that a cycle allows: `links` go from its end back to the source.
fn cycle_step(marks: &Marks, search: Search, links: &[Link]) -> Option<Step> {
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
    let (technique, base, _) = search.cycle();
    let complexity = nodes.len() as u32;
    let step = Step::remove(technique, base + surcharge(complexity), removed);
    Some(Step { complexity, links: vec![forward(links), reversed(links)], ..with_cells(step, links) })
}

/// Returns the statements of a cycle but for the source, which is its end.
fn forward(links: &[Link]) -> Vec<Link> {
    links[..links.len() - 1].to_vec()
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
fn chain_step(marks: &Marks, search: Search, links: Vec<Link>) -> Step {
    let (technique, base, _) = search.chain();
    let rating = base + surcharge(links.len() as u32);
    let step = conclude(marks, technique, rating, links[0].statement);
    Step { complexity: links.len() as u32, links: vec![links.clone()], ..with_cells(step, &links) }
}

/// Returns the step whose conclusion is a statement.
pub fn conclude(marks: &Marks, technique: Technique, rating: f64, conclusion: Statement) -> Step {
    let cell = conclusion.cell();
    let digit = conclusion.digit();
    if conclusion.is_on() {
        let removed = marks.within(1 << cell, !(1 << digit));
        let placed = Some(Placed { cell: cell as u8, digit: digit as u8 });
        return Step { placed, ..Step::remove(technique, rating, removed) };
    }
    Step::remove(technique, rating, marks.within(1 << cell, 1 << digit))
}

fn with_cells(step: Step, links: &[Link]) -> Step {
    let cells = links.iter().fold(0, |set: CellSet, link| set | 1 << link.statement.cell());
    let digits = links.iter().fold(0, |digits, link| digits | 1 << link.statement.digit());
    step.with_pattern(cells, digits)
}

/// Returns all steps of the three searches, the one to take first, first.
pub fn all_unary(marks: &Marks) -> Vec<Step> {
    let mut found: Vec<(Rank, Step)> = Vec::new();
    for search in Search::ALL {
        let mut from = SourceSearch::new(marks, search.links());
        for cell in (0..CELLS).filter(|&cell| search.is_source(marks, cell)) {
            for digit in digits_of(marks.cells[cell]) {
                let source = Statement::new(cell, digit, true);
                from.cycles::<()>(
                    source,
                    u32::MAX,
                    |_, _| true,
                    |links| {
                        let step = cycle_step(marks, search, links)?;
                        found.push((search.cycle_rank(step.complexity, source.candidate()), step));
                        None
                    },
                );
                if !search.has_chains() {
                    continue;
                }
                for source in [source, source.opposite()] {
                    if let Some(links) = from.chain(source) {
                        let rank = search.chain_rank(links.len() as u32, source.candidate(), source.is_on());
                        found.push((rank, chain_step(marks, search, links)));
                    }
                }
            }
        }
    }
    // Steps of equal rank keep the order of discovery.
    found.sort_by(|(rank, _), (other, _)| match (rank.is_before(other), other.is_before(rank)) {
        (true, _) => std::cmp::Ordering::Less,
        (_, true) => std::cmp::Ordering::Greater,
        _ => std::cmp::Ordering::Equal,
    });
    found.into_iter().map(|(_, step)| step).collect()
}

/// The workspace of [`best_unary`].
#[derive(Default)]
pub struct Unary {
    digit: Graph<2>,
    small: Graph<4>,
    large: Graph<12>,
}

/// What may be the best step.
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
        self.rank.as_ref().is_none_or(|best| rank.is_before(best))
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
        let is_done = |rank: &Rank| rank.rating < 7.0;
        if search == Search::Xy && best.rank.as_ref().is_some_and(is_done) {
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
        for (positions, unit_cells) in marks.positions[digit].into_iter().zip(&UNIT_CELLS) {
            if positions.count_ones() == 2 {
                let [first, second] = [lowest(positions), highest(positions)].map(|at| unit_cells[at] as usize);
                graph.strong[first].insert(second);
                graph.strong[second].insert(first);
            }
        }
        graph.prepare();
        for cell in members(cells) {
            best.search(graph, Search::X, cell, 9 * cell + digit, &mut cycles);
        }
        best.try_cycles(graph, Search::X, &mut cycles, Statement::cell);
    }
}

/// Searches with links of all digits.
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
        for (positions, unit_cells) in marks.positions[digit].into_iter().zip(&UNIT_CELLS) {
            if positions.count_ones() == 2 {
                let cells = [lowest(positions), highest(positions)].map(|at| unit_cells[at] as usize);
                both(cells.map(|cell| (cell, digit)));
            }
        }
    }
}

fn lowest(set: u16) -> usize {
    set.trailing_zeros() as usize
}

fn highest(set: u16) -> usize {
    15 - set.leading_zeros() as usize
}
