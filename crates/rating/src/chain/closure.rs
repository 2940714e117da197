//! The transitive closure of the links of a grid: all that follows from each candidate, after any number of links. It shows which
//! static chains there are, before any is searched.

use super::{
    Links, Statement,
    candidates::Candidates,
    graph::{Graph, Set},
};
use crate::marks::Marks;

/// The number of words of a set of candidates. A grid that needs chains rarely has more than 256 candidates.
const WORDS: usize = 4;

pub struct Closure {
    candidates: Candidates,
    graph: Graph<WORDS>,
    /// For each candidate, those that are on if it is on; itself only if it follows from itself.
    on: Vec<Set<WORDS>>,
    /// The candidates that may be the source of a chain, or of a cycle that removes something.
    sources: Set<WORDS>,
}

impl Closure {
    /// Returns `None` for a grid with too many candidates.
    pub fn of(marks: &Marks) -> Option<Closure> {
        let candidates = Candidates::of(marks);
        if candidates.all.len() > 64 * WORDS {
            return None;
        }
        let mut graph = candidates.graph(marks, Links::ALL);
        graph.prepare_on();
        let on = graph.close();
        let sources = sources(&graph, &on);
        Some(Closure { candidates, graph, on, sources })
    }

    /// Returns true if there is a source of a chain or of a cycle that removes something.
    pub fn has_sources(&self) -> bool {
        !self.sources.is_empty()
    }

    /// Returns true if a candidate may be the source of a chain, or of a cycle that removes something.
    pub fn is_source(&self, candidate: Statement) -> bool {
        self.sources.contains(self.candidates.number(candidate))
    }

    /// Returns the candidates from which a statement follows, if they are on; with the candidate itself, if the statement says that it is
    /// on.
    pub fn leading_to(&self, target: Statement) -> Set<WORDS> {
        let target_node = self.candidates.number(target);
        let weak = &self.graph.weak[target_node];
        let mut leading = Set::EMPTY;
        match target.is_on() {
            true => leading.insert(target_node),
            false => leading.union(weak),
        }
        for (node, on) in self.on.iter().enumerate() {
            let leads = if target.is_on() { on.contains(target_node) } else { on.meets(weak) };
            if leads {
                leading.insert(node);
            }
        }
        leading
    }

    /// Returns true if a statement leads to one of these candidates or is one of them.
    pub fn leads_into(&self, from: Statement, candidates: &Set<WORDS>) -> bool {
        let node = self.candidates.number(from);
        if from.is_on() { candidates.contains(node) } else { self.graph.strong[node].meets(candidates) }
    }

    /// Returns true if a statement follows from all of these candidates.
    pub fn have_common(&self, on: impl Iterator<Item = Statement>) -> bool {
        let (mut on_of_all, mut off_of_all) = (Set::FULL, Set::FULL);
        for node in on.map(|on| self.candidates.number(on)) {
            let mut on = self.on[node];
            on.insert(node);
            on_of_all.keep(&on);
            let mut off = Set::EMPTY;
            on.members().for_each(|on| off.union(&self.graph.weak[on]));
            off_of_all.keep(&off);
        }
        !on_of_all.is_empty() || !off_of_all.is_empty()
    }
}

/// Returns the candidates of which a statement leads to its opposite, and those of cycles that remove something. A removed candidate
/// leads to every candidate of the cycle, and so to its own opposite.
fn sources(graph: &Graph<WORDS>, on: &[Set<WORDS>]) -> Set<WORDS> {
    let (mut sources, mut in_cycles) = (Set::EMPTY, Set::EMPTY);
    for (node, reached) in on.iter().enumerate() {
        if reached.meets(&graph.weak[node]) {
            sources.insert(node);
            in_cycles.union(reached);
        } else if graph.strong[node].members().any(|next| on[next].contains(node)) {
            sources.insert(node);
        }
    }
    in_cycles.members().filter(|&node| on[node].contains(node)).for_each(|node| sources.insert(node));
    sources
}
