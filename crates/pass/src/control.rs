//! The control: a small search that is run during the turns of the strategies and is never changed.
//!
//! It is no strategy but a clock of the machine: what slows the whole machine down slows the control down too, so two runs
//! are compared by how long a strategy took *beside the control*. That holds only between runs with the same control. So its
//! code does not change, and it uses nothing of this crate. A change of what it does, or of how fast it is, needs a new
//! [`VERSION`]: latencies beside different versions are not compared. A test pins the nodes of its searches.
//!
//! The control is read [`READINGS`] times in each turn, evenly spaced, because the speed of a shared machine changes within
//! milliseconds: a reading before or behind the turn would say little about the turn. It stops after [`MOST_NODES`] nodes, so
//! that it costs about the same for every puzzle, however hard.

pub const VERSION: u32 = 1;

/// The readings of the control in a turn.
pub const READINGS: usize = 16;

/// Returns the number of readings that are due when `done` of the `n` searches of a turn have ended.
pub fn due(done: usize, n: usize) -> usize {
    (done * READINGS).checked_div(n).unwrap_or(0)
}

/// Returns the index of the puzzle on which the control is run for a reading, in a block of `n`: evenly spaced.
pub fn chosen(reading: usize, n: usize) -> usize {
    reading * n / READINGS
}

pub const MOST_NODES: u32 = 32;

/// Searches for a solution, with the blank of the fewest values first, and gives up after [`MOST_NODES`] nodes. Cells are
/// in row-major order, 0 is a blank. Returns the nodes.
#[inline(never)]
pub fn search(cells: &[u8; 81]) -> u32 {
    let mut search = Search { used: [[0; 9]; 3], blanks: [0; 81], nodes: 0 };
    let mut count = 0;
    for (cell, &value) in cells.iter().enumerate() {
        if value == 0 {
            search.blanks[count] = cell as u8;
            count += 1;
        } else {
            search.flip(cell, 1 << (value - 1));
        }
    }
    search.extend(count);
    search.nodes
}

struct Search {
    /// Values that are used, as bits, in each row, column and box.
    used: [[u16; 9]; 3],
    blanks: [u8; 81],
    nodes: u32,
}

impl Search {
    /// Fills the first `count` of the blanks; says whether the search is over.
    fn extend(&mut self, count: usize) -> bool {
        if count == 0 {
            return true;
        }
        let mut place = 0;
        let mut free = 0;
        let mut fewest = 10;
        for (i, &cell) in self.blanks[..count].iter().enumerate() {
            let values = self.free(usize::from(cell));
            if values.count_ones() < fewest {
                (place, free, fewest) = (i, values, values.count_ones());
            }
        }
        self.blanks.swap(place, count - 1);
        let cell = usize::from(self.blanks[count - 1]);
        while free != 0 {
            if self.nodes == MOST_NODES {
                return true;
            }
            self.nodes += 1;
            let value = free & free.wrapping_neg();
            free ^= value;
            self.flip(cell, value);
            if self.extend(count - 1) {
                return true;
            }
            self.flip(cell, value);
        }
        false
    }

    /// The values that no peer holds.
    fn free(&self, cell: usize) -> u16 {
        let [rows, columns, boxes] = &self.used;
        0x1ff & !(rows[cell / 9] | columns[cell % 9] | boxes[cell / 27 * 3 + cell % 9 / 3])
    }

    fn flip(&mut self, cell: usize, value: u16) {
        let [rows, columns, boxes] = &mut self.used;
        rows[cell / 9] ^= value;
        columns[cell % 9] ^= value;
        boxes[cell / 27 * 3 + cell % 9 / 3] ^= value;
    }
}
