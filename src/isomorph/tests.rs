use super::*;

/// The first grid in the minlex order, and the one with most automorphisms.
const MOST_CANONICAL: &str = "123456789456789123789123456231564897564897231897231564312645978645978312978312645";
/// The puzzle of the issue of 17 clues that comes first in Gordon Royle's list.
const SEVENTEEN: &str = "000000010400000000020000000000050407008000300001090000300400200050100000000806000";

fn grid(text: &str) -> Grid {
    Grid::parse(text.as_bytes()).unwrap()
}

/// A grid of some of the values of another.
fn some_clues(grid: &Grid, clues: usize, random: &mut SplitMix64) -> Grid {
    let mut cells: [usize; CELLS] = std::array::from_fn(|cell| cell);
    shuffle(&mut cells, random);
    let mut puzzle = Grid::EMPTY;
    cells[..clues].iter().for_each(|&cell| puzzle.set(cell, grid.get(cell)));
    puzzle
}

/// A grid with that many clues of so many values, which may conflict.
fn any_clues(clues: usize, values: u64, random: &mut SplitMix64) -> Grid {
    let cells = std::array::from_fn(|_| 1 + random.below(values) as u8);
    some_clues(&Grid::of(cells), clues, random)
}

/// Grids of all kinds: of valid and of random givens, few and many, of few and many values, with symmetries of their own.
fn grids(random: &mut SplitMix64) -> Vec<Grid> {
    let full = grid(MOST_CANONICAL);
    let mut grids = vec![grid(SEVENTEEN), full, Grid::EMPTY];
    grids.extend((0..=81).map(|clues| some_clues(&full, clues, random)));
    for values in [1, 2, 3, 9] {
        grids.extend((0..=81).step_by(3).map(|clues| any_clues(clues, values, random)));
    }
    grids
}

#[test]
fn images_have_the_same_canonical_form() {
    let mut random = SplitMix64(1);
    for grid in grids(&mut random) {
        let canonical = canonical(&grid);
        assert_eq!(super::canonical(&canonical.grid), canonical, "{grid}");
        assert_eq!(canonical.grid.clues(), grid.clues());
        for _ in 0..4 {
            let image = Symmetry::random(&mut random).apply(&grid);
            assert_eq!(super::canonical(&image), canonical, "{grid} {image}");
            assert!(canonical.grid.cells() <= image.cells());
        }
    }
}

#[test]
fn canonical_forms_are_those_of_the_definition() {
    let mut random = SplitMix64(2);
    let grids = grids(&mut random);
    for grid in grids.iter().skip(4).step_by(std::env::var("STEP").map_or(20, |s| s.parse().unwrap())) {
        let t = std::time::Instant::now();
        let c = canonical(grid);
        let d = t.elapsed();
        assert_eq!(c, oracle::canonical(grid), "{grid}");
        println!("{grid} {} {d:?} {:?}", c.automorphisms, t.elapsed());
    }
}

#[test]
fn known_grids_have_their_known_automorphisms() {
    let most = grid(MOST_CANONICAL);
    assert_eq!(canonical(&most), Canonical { grid: most, automorphisms: 648 });
    assert_eq!(canonical(&Grid::EMPTY), Canonical { grid: Grid::EMPTY, automorphisms: 1_218_998_108_160 });
}
