//! Which candidates an assumption reaches, in how many links: the lengths of the shortest chains, without the chains.

/// A set of candidates, by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Set<const W: usize>([u64; W]);

impl<const W: usize> Set<W> {
    pub const EMPTY: Set<W> = Set([0; W]);
    pub const FULL: Set<W> = Set([u64::MAX; W]);

    pub fn insert(&mut self, member: usize) {
        self.0[member / 64] |= 1 << (member % 64);
    }

    pub fn union(&mut self, other: &Set<W>) {
        self.0.iter_mut().zip(&other.0).for_each(|(word, other)| *word |= other);
    }

    pub fn remove(&mut self, member: usize) {
        self.0[member / 64] &= !(1 << (member % 64));
    }

    /// Keeps only the members that another set has, too.
    pub fn keep(&mut self, other: &Set<W>) {
        self.0.iter_mut().zip(&other.0).for_each(|(word, other)| *word &= other);
    }

    fn without(&self, other: &Set<W>) -> Set<W> {
        Set(std::array::from_fn(|word| self.0[word] & !other.0[word]))
    }

    pub fn meets(&self, other: &Set<W>) -> bool {
        self.0.iter().zip(&other.0).fold(0, |all, (word, other)| all | word & other) != 0
    }

    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    pub fn contains(&self, member: usize) -> bool {
        self.0[member / 64] >> (member % 64) & 1 == 1
    }

    pub fn members(&self) -> impl Iterator<Item = usize> {
        self.0.iter().enumerate().flat_map(|(index, &word)| {
            let mut word = word;
            std::iter::from_fn(move || {
                let member = (word != 0).then_some(64 * index + word.trailing_zeros() as usize);
                word &= word.wrapping_sub(1);
                member
            })
        })
    }
}

/// The links between candidates, by number.
#[derive(Clone, Debug, Default)]
pub struct Graph<const W: usize> {
    /// The candidates that are off if one is on.
    pub weak: Vec<Set<W>>,
    /// The candidates that are on if one is off.
    pub strong: Vec<Set<W>>,
    /// The candidates that are on, one link after those that are off, if one is on.
    next: Vec<Set<W>>,
    /// The candidates, one link before those that are off, of which each turns one on.
    before: Vec<Set<W>>,
}

/// The lengths of the chains from an assumption, in statements that are on after the first one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Depths {
    /// A bit for each depth at which a cycle may close.
    pub cycles: u64,
    /// The depth at which the opposite of the assumption follows; 0 if it does not.
    pub chain: u32,
}

impl<const W: usize> Graph<W> {
    /// Prepares the searches, after `weak` and `strong` are filled in.
    pub fn prepare(&mut self) {
        self.prepare_on();
        self.before.clear();
        for strong in &self.strong {
            let mut before = Set::<W>::EMPTY;
            strong.members().for_each(|off| before.union(&self.weak[off]));
            self.before.push(before);
        }
    }

    /// Prepares [`Graph::close`], after `weak` and `strong` are filled in.
    pub fn prepare_on(&mut self) {
        let count = self.weak.len();
        self.next.clear();
        self.next.reserve(count);
        let mut linked = Set::<W>::EMPTY;
        (0..count).filter(|&node| !self.strong[node].is_empty()).for_each(|node| linked.insert(node));
        for node in 0..count {
            let mut next = Set::<W>::EMPTY;
            let off = Set::<W>(std::array::from_fn(|word| self.weak[node].0[word] & linked.0[word]));
            off.members().for_each(|off| next.union(&self.strong[off]));
            self.next.push(next);
        }
    }

    /// Returns, for each candidate, those that are on if it is on, after any number of links.
    pub fn close(&self) -> Vec<Set<W>> {
        let mut closed: Vec<Set<W>> = Vec::with_capacity(self.next.len());
        for node in 0..self.next.len() {
            let mut reached = self.next[node];
            let mut open = reached;
            loop {
                let Some(next) = open.members().next() else { break };
                open.remove(next);
                // All that follows from the candidates before this one is known.
                let known = closed.get(next);
                let found = known.unwrap_or(&self.next[next]).without(&reached);
                reached.union(&found);
                match known {
                    Some(known) => open = open.without(known),
                    None => open.union(&found),
                }
            }
            closed.push(reached);
        }
        closed
    }

    pub fn depths_on(&self, source: usize, limit: u32) -> Depths {
        let mut depths = Depths::default();
        let mut seen = Set::<W>::EMPTY;
        seen.insert(source);
        let mut frontier = seen;
        for depth in 1..=limit.min(63) {
            frontier = self.step(&frontier, &mut seen);
            if frontier.is_empty() {
                break;
            }
            if frontier.meets(&self.before[source]) {
                depths.cycles |= 1 << (depth + 1);
            }
            if depths.chain == 0 && frontier.meets(&self.weak[source]) {
                depths.chain = depth;
            }
        }
        depths
    }

    /// Returns the depth of the chain of a source that is off, up to `limit`; 0 if there is none.
    pub fn depth_off(&self, source: usize, limit: u32) -> u32 {
        let mut frontier = self.strong[source];
        let mut seen = frontier;
        seen.insert(source);
        for depth in 1..=limit {
            if frontier.is_empty() {
                return 0;
            }
            if frontier.meets(&self.before[source]) {
                return depth;
            }
            frontier = self.step(&frontier, &mut seen);
        }
        0
    }

    fn step(&self, frontier: &Set<W>, seen: &mut Set<W>) -> Set<W> {
        let mut next = Set::<W>::EMPTY;
        frontier.members().for_each(|node| next.union(&self.next[node]));
        let next = next.without(seen);
        seen.union(&next);
        next
    }
}

/// The candidates that can be in a cycle of a length, by their place in it.
pub struct Towards<'g, const W: usize> {
    graph: &'g Graph<W>,
    source: usize,
    /// The candidates from which a cycle can close in at most 1, 2, … links that are on.
    near: Vec<Set<W>>,
}

impl<'g, const W: usize> Towards<'g, W> {
    /// Returns the candidates for a cycle in which `length` candidates are on.
    pub fn of(graph: &'g Graph<W>, source: usize, length: u32) -> Towards<'g, W> {
        let mut near = vec![graph.before[source]];
        for last in 0..length as usize - 1 {
            let mut next = near[last];
            near[last].members().for_each(|node| next.union(&graph.before[node]));
            near.push(next);
        }
        Towards { graph, source, near }
    }

    /// Returns true if a candidate can be the `nth` that is on after the source, or can be off before the `nth` that is on.
    pub fn is_useful(&self, nth: u32, node: usize, on: bool) -> bool {
        let left = self.near.len() - nth as usize;
        match (on, left) {
            (true, 0) => false,
            (false, 0) => self.graph.strong[node].contains(self.source),
            (true, left) => self.near[left - 1].contains(node),
            (false, left) => self.graph.strong[node].meets(&self.near[left - 1]),
        }
    }
}
