use super::*;

/// The smallest full grid in minlex order, which also has the most automorphisms.
const MOST_CANONICAL: &str = "123456789456789123789123456231564897564897231897231564312645978645978312978312645";
const SEVENTEEN: &str = "000000010400000000020000000000050407008000300001090000300400200050100000000806000";
const SEVENTEEN_SOLVED: &str = "693784512487512936125963874932651487568247391741398625319475268856129743274836159";
const HARD: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
const HARD_SOLVED: &str = "812753649943682175675491283154237896369845721287169534521974368438526917796318452";

/// Grids with many automorphisms of different kinds.
const SYMMETRIC: [&str; 12] = [
    "123......231......312.........456......564......645.........789......897......978",
    "1.........2.........3.........4.........5.........6.........7.........8.........9",
    "1.........1.........1.........1.........1.........1.........1.........1.........1",
    "123......456......789.........123......456......789.........123......456......789",
    "12.......1.2.......12.........12.......1.2.......12.........12.......1.2.......12",
    "111......222......333.........444......555......666.........777......888......999",
    "123456789123456789123456789123456789123456789123456789123456789123456789123456789",
    "111111111222222222333333333444444444555555555666666666777777777888888888999999999",
    "123456789234567891345678912456789123567891234678912345789123456891234567912345678",
    "123456788234567881345678812456788123567881234678812345788123456881234567812345678",
    "111111111111111111111111111111111111111111111111111111111111111111111111111111112",
    "12.......21.......12.......21.......12.......21.......12.......21.......12.......",
];

fn grid(text: &str) -> Grid {
    Grid::parse(text.as_bytes()).unwrap()
}

fn some_clues(grid: &Grid, clues: usize, random: &mut SplitMix64) -> Grid {
    let mut cells: [usize; CELLS] = std::array::from_fn(|cell| cell);
    random.shuffle(&mut cells);
    let mut puzzle = Grid::EMPTY;
    cells[..clues].iter().for_each(|&cell| puzzle.set(cell, grid.get(cell)));
    puzzle
}

/// Returns puzzles with one solution and with many, with few clues and many, and with conflicts among few values and
/// many.
fn grids(random: &mut SplitMix64) -> Vec<Grid> {
    let full = [MOST_CANONICAL, SEVENTEEN_SOLVED, HARD_SOLVED].map(grid);
    let mut grids: Vec<Grid> = SYMMETRIC.into_iter().chain([SEVENTEEN, HARD]).map(grid).collect();
    for clues in 0..=CELLS {
        grids.extend(full.map(|full| some_clues(&full, clues, random)));
        let values = 1 + random.below(9);
        let any = Grid::of(std::array::from_fn(|_| 1 + random.below(values) as u8));
        grids.push(some_clues(&any, clues, random));
        // Full rows and columns, and boxes that conflict.
        let mut rows = [0, 1, 2, 3, 4, 5, 6, 7, 8];
        let mut columns = [0, 1, 2, 3, 4, 5, 6, 7, 8];
        random.shuffle(&mut rows);
        random.shuffle(&mut columns);
        let symmetry = Symmetry { rows, columns, ..Symmetry::random(random) };
        grids.push(symmetry.apply(&full[clues % 3]));
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
        for _ in 0..8 {
            let image = Symmetry::random(&mut random).apply(&grid);
            assert_eq!(super::canonical(&image), canonical, "{grid} {image}");
            assert!(canonical.grid.cells() <= image.cells());
        }
    }
}

#[test]
fn the_canonical_form_agrees_with_its_definition() {
    let mut random = SplitMix64(2);
    let grids = grids(&mut random);
    for grid in grids.iter().take(SYMMETRIC.len() + 2).step_by(3).chain(grids.iter().skip(27).step_by(41)) {
        assert_eq!(canonical(grid), oracle::canonical(grid), "{grid}");
    }
}

#[test]
fn depth_first_and_breadth_first_search_agree() {
    for grid in grids(&mut SplitMix64(3)) {
        let canonical = canonical(&grid);
        for breadth in [0, 2, 8, usize::MAX] {
            assert_eq!(search::ImageSearch::with_breadth(&grid, breadth).run(), canonical, "{grid} {breadth}");
        }
    }
}

#[test]
fn known_grids_have_their_known_canonical_forms() {
    let most = grid(MOST_CANONICAL);
    assert_eq!(canonical(&most), Canonical { grid: most, automorphisms: 648 });
    assert_eq!(canonical(&Grid::EMPTY), Canonical { grid: Grid::EMPTY, automorphisms: 1_218_998_108_160 });
    // Any of 81 cells, any of 9 values.
    let clue = canonical(&grid(&format!("{}5{}", ".".repeat(40), ".".repeat(40))));
    assert_eq!(clue, Canonical { grid: grid(&format!("{}1", ".".repeat(80))), automorphisms: 1_218_998_108_160 / 729 });
}

#[test]
fn puzzles_with_two_clues_have_ten_classes() {
    // In the same minirow or box or row or band or none of these, with the same value or two. A class has as many
    // members as the group's order divided by that of the automorphisms.
    let mut classes = std::collections::HashMap::new();
    for cell in 0..CELLS {
        for other in (0..CELLS).filter(|&other| other != cell) {
            for value in [1, 2] {
                let mut puzzle = Grid::EMPTY;
                puzzle.set(cell, 1);
                puzzle.set(other, value);
                let canonical = canonical(&puzzle);
                classes.insert(canonical.grid, 1_218_998_108_160 / canonical.automorphisms);
            }
        }
    }
    let pairs = (CELLS * (CELLS - 1) / 2) as u64;
    assert_eq!(classes.len(), 10);
    assert_eq!(classes.values().sum::<u64>(), pairs * 81);
}

#[test]
fn images_of_a_solution_are_different_solutions() {
    let mut random = SplitMix64(4);
    let numbered = grid(HARD_SOLVED);
    let mut seen = std::collections::HashSet::new();
    for _ in 0..100 {
        let image = Symmetry::random(&mut random).apply(&numbered);
        assert!(image.is_solution_of(&Grid::EMPTY));
        assert!(seen.insert(image));
    }
}
