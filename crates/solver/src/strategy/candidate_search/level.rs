//! The state at one level of a search, and the tables of a shape.

use grid::{AnyGrid, Shape, Units, Values};

use super::{rule::Rule, word::Word};

/// For each set of nine values, nine 7-bit counters: 1 for a member, 0 for any other value.
static COUNTERS: [u64; 512] = counters();

/// The number of times that peers of a cell have each value as a candidate: nine counters in a word. A cell of 25×25 has 72 peers.
pub struct Uses<const SIDE: usize>([u64; 3]);

impl<const SIDE: usize> Uses<SIDE> {
    #[inline(always)]
    pub fn of(&self, value: u32) -> u16 {
        let (group, value) = if SIDE <= 9 { (0, value) } else { (value as usize / 9, value % 9) };
        (self.0[group] >> (value * 7) & 127) as u16
    }
}

/// The candidates and the key of every cell. Those behind the last cell of a shape never change. Aligned to a cache line, so that no
/// vector crosses two.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub struct Level<W, const WIDTH: usize> {
    pub candidates: [W; WIDTH],
    keys: [W; WIDTH],
}

pub struct Tables<W, const SIDE: usize, const WIDTH: usize> {
    pub units: Units,
    /// The effects of an assignment in each cell on all cells; see [`Level::assign`].
    pub effects: Vec<[W; WIDTH]>,
    /// The peers of each cell, [`Self::PEERS`] of them. If a shape has fewer, the cell itself stands for the others.
    peers: Vec<u16>,
}

impl<W: Word, const SIDE: usize, const WIDTH: usize> Tables<W, SIDE, WIDTH> {
    /// The most peers that a cell of a shape with this side has.
    const PEERS: usize = 2 * (SIDE - 1) + (SIDE.isqrt() - 1) * (SIDE.isqrt() - 1);

    pub fn new(shape: Shape) -> Tables<W, SIDE, WIDTH> {
        let units = Units::new(shape);
        let mut effects = vec![[W::UNTOUCHED; WIDTH]; shape.cells()];
        let mut peers = Vec::with_capacity(shape.cells() * Self::PEERS);
        for (cell, effects) in effects.iter_mut().enumerate() {
            effects[cell] = W::FILLED;
            units.peers[cell].iter().for_each(|&peer| effects[usize::from(peer)] = W::PEER);
            peers.extend_from_slice(&units.peers[cell]);
            peers.resize((cell + 1) * Self::PEERS, cell as u16);
        }
        Tables { units, effects, peers }
    }

    #[inline(always)]
    fn peers_of(&self, cell: usize) -> &[u16] {
        &self.peers[cell * Self::PEERS..][..Self::PEERS]
    }

    /// Returns the number of blank peers of a cell that have each value as a candidate. To count the cell itself as well changes
    /// no order of its own candidates.
    #[inline(always)]
    pub fn uses(&self, level: &Level<W, WIDTH>, cell: usize) -> Uses<SIDE> {
        let mut uses = [0; 3];
        for &peer in self.peers_of(cell) {
            let candidates = level.candidates[usize::from(peer)].to_values();
            for (group, uses) in uses.iter_mut().enumerate().take(SIDE.div_ceil(9)) {
                *uses += COUNTERS[(candidates >> (9 * group) & 511) as usize];
            }
        }
        Uses(uses)
    }
}

impl<W: Word, const WIDTH: usize> Level<W, WIDTH> {
    pub const EMPTY: Level<W, WIDTH> = Level { candidates: [W::ZERO; WIDTH], keys: [W::MAX; WIDTH] };

    /// Sets the candidates and keys of a puzzle, and returns the smallest key.
    pub fn load<R: Rule, const SIDE: usize>(
        &mut self,
        puzzle: &AnyGrid,
        candidates: &[Values],
        tables: &Tables<W, SIDE, WIDTH>,
    ) -> W {
        let givens = puzzle.cells();
        let mut smallest = W::MAX;
        for (cell, (&value, &candidates)) in givens.iter().zip(candidates).enumerate() {
            let is_filled = |&&peer: &&u16| givens[usize::from(peer)] > 0;
            self.candidates[cell] = W::of_values(candidates);
            self.keys[cell] = W::FILLED;
            if value == 0 {
                let filled_peers =
                    if R::DEGREE_LCV { tables.peers_of(cell).iter().filter(is_filled).count() } else { 0 };
                self.keys[cell] = W::key(candidates.count_ones(), filled_peers, cell);
                smallest = smallest.min(self.keys[cell]);
            }
        }
        smallest
    }

    /// Writes the state after a value is assigned to a cell to `next`, and returns its smallest key.
    ///
    /// An effect is [`Word::UNTOUCHED`], [`Word::PEER`] or, for the cell itself, [`Word::FILLED`]. It serves as three masks and a
    /// bound. Its lowest bits select the candidates that may be removed; one of them is added to the key, as the weight of a
    /// filled peer; the sign bit means that the cell keeps its candidates. As a number, it is a lower bound of the
    /// new key, which only [`Word::FILLED`] raises.
    #[inline(always)]
    pub fn assign<R: Rule>(&self, next: &mut Level<W, WIDTH>, effects: &[W; WIDTH], value: u8) -> W {
        let bit = W::of_values(1 << (value - 1));
        let mut smallest = W::MAX;
        for (i, &effect) in effects.iter().enumerate() {
            let gone = self.candidates[i] & bit & effect;
            let kept = if effect < W::ZERO { self.candidates[i] ^ gone } else { W::ZERO };
            let less = if gone != W::ZERO { W::CANDIDATE_WEIGHT } else { W::ZERO };
            let degree = if R::DEGREE_LCV { effect & W::FILLED_PEER_WEIGHT } else { W::ZERO };
            let key = (self.keys[i] - less + degree).max(effect);
            next.candidates[i] = kept;
            next.keys[i] = key;
            smallest = smallest.min(key);
        }
        smallest
    }
}

const fn counters() -> [u64; 512] {
    let mut counters = [0; 512];
    let mut set = 0;
    while set < 512 {
        let mut value = 0;
        while value < 9 {
            counters[set] |= (set as u64 >> value & 1) << (7 * value);
            value += 1;
        }
        set += 1;
    }
    counters
}
