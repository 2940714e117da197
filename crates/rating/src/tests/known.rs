//! Ratings and steps that Sudoku Explainer 1.2.1 gives, by the command line of serate 1.2.1.3.

use super::{NO_LIMIT, hint_of, path, ratings};
use crate::{Rater, oracle::Hint};
use grid::Grid;

/// Puzzles up to 9.4 and their ratings: ER, EP and ED.
const RATINGS: &str = include_str!("../../tests/data/ratings.csv");

/// Puzzles, their ratings, and their first steps: the rating, then `cell=digit` for what is placed or `cell<>digits` for what
/// is removed. A1 is the first cell, I1 the last of the first row.
const STEPS: &str = "\
...491......6.8.57.1.7.3...9....7.6...51...3..6.9...7..9.3..2....65.....14.27.... 1.5/1.0/1.0
    1.0 D4=8 · 1.2 E3=5 · 1.0 E2=2
........1.......2...3..4........1....5.....6.27....5......2...3..1...4...8.7....9 1.7/1.2/1.2
    1.2 A5=1 · 1.2 H6=1 · 1.7 G5=3
.....75.3...1.92...4.3.578..........6.1........871....3.4......2..9...7..5....3.4 2.0/2.0/2.0
    2.0 H2=4 · 2.0 I2=6 · 2.0 C9=7
..8.91....7....23....6.....5.....9..4.2.89......4......6..5....2....73.674.8.61.. 2.3/2.3/2.3
    2.3 D2=5 · 1.2 F6=5 · 2.3 E2=4
..........98.....7.6..81.5..8..4.2...5..97..43......7.4..67.98...24....3.......4. 4.2/2.5/2.5
    2.5 C7=5 · 2.6 I1<>2 I3<>2 · 2.3 I3=9
........1.......2...3..4.........3......1..5..46..78.....3.9..6.1....4..2........ 2.6/2.6/2.6
    2.6 H7<>1 H9<>1 · 1.5 G7=1 · 1.2 I8=2 · 1.2 G5=2
7...46.8..6..7....8........2.9..5..65....9..1..1.3..........1.3..52...4.....915.8 7.2/3.4/2.6
    2.6 H2<>2 H3<>2 H5<>2 H6<>2 · 3.0 G4<>37 G5<>37 G6<>7 H6<>7 I6<>7 · 2.6 H2<>3 H3<>3 ·
    2.6 H3<>7 H7<>7 H9<>7 · 2.6 B8<>7 F8<>7 · 3.4 F6<>28 F7<>8
.21.......8.3..5...4..5...2......8.4...53.....6.18..9..9......1...7.63..4........ 3.2/1.2/1.2
    1.2 A1=5 · 2.6 F1<>4 F2<>4 F7<>4 · 2.6 H3<>3 · 2.6 H4<>6 · 3.2 E1<>4 H1<>4 E7<>4 H7<>4
........1.......2...3..4........13...2......56...7.......2...6...1...4...3..58... 3.4/1.2/1.2
    1.2 A5=3 · 1.2 B6=1 · 3.4 H1<>5789 I2<>6789 · 3.4 E7<>39 D9<>679 · 1.5 C9=6
.1..487..8..2...59..3......4..76...1.......6..2.39..4..6.81..9..8.......9.1.....3 7.1/1.2/1.2
    1.2 E5=8 · 1.5 H1=3 · 2.6 F7<>2 F8<>2 F9<>2 · 2.6 I7<>7 I8<>7 · 2.6 A5<>3 ·
    3.4 G4<>258 G5<>25 · 4.2 F6<>5
.3.64...7.5....48.......1.3..57.....4...1...9...5.9..1....5..3...9.76....2.8..... 8.8/1.2/1.2
    1.2 F4=4 · 1.2 H6=4 · 2.8 G8<>5 H8<>5 G9<>5 H9<>5 · 3.4 A4<>2368 B4<>68 · 4.4 E3<>9
...5.8423...2....6.5..6.7..78...2......8.49......1..3..7.9..34...1..7.6..9....... 6.6/1.2/1.2
    1.2 I8=9 · 1.5 D6=7 · 2.6 H5<>1 I5<>1 · 2.8 A2<>1 B2<>1 A3<>1 · 2.8 C4<>6 A6<>6 B6<>6 C6<>6 ·
    3.4 B5<>23 · 4.5 A1<>6 A5<>6
.2....3..........19..5.4...4..9.....1..3..6...8....7.3..71....5.....8.7.3..6.51.2 4.5/1.2/1.2
    1.2 E9=7 · 1.2 H7=3 · 1.2 E8=3 · 1.2 F2=3 · 1.2 I8=6 · 2.0 I3=7 · 2.0 I4=8 · 1.2 E5=8 ·
    2.6 B2<>7 · 2.6 F1<>7 · 2.6 H6<>4 · 2.6 B7<>9 G7<>9 · 3.0 D2<>2 · 2.6 E4<>2 E6<>2 E7<>2 ·
    4.5 A7<>26
3..5..4.......2.8..16......9...7.....62.....9..5..4.32.....19.....3....5....9.1.. 8.3/1.2/1.2
    1.2 D4=2 · 1.2 D6=9 · 2.6 I2<>3 I3<>3 · 2.3 I3=7 · 2.6 F4<>3 · 2.8 B1<>9 C1<>9 ·
    3.0 H1<>16 G2<>6 · 2.6 I4<>1 · 2.6 I4<>6 I7<>6 I9<>6 · 4.6 F1<>89 D2<>4
6..74....35...9.....8.2....1.32...6......7....2.6..3...6..13.9.7.....1.5......8.. 7.1/1.2/1.2
    1.2 D3=3 · 1.2 C5=6 · 1.2 E5=3 · 1.2 E9=7 · 1.2 I9=6 · 1.5 I1=3 · 2.6 C7<>2 C8<>2 C9<>2 ·
    2.6 F4<>5 F6<>5 F9<>5 · 2.6 D5<>5 · 6.2 B9<>4
........1.......2...3..4..5.....6....7..3.4..21.....8.....1.......25......9...7.. 6.7/6.7/2.6
    2.6 G4<>3 H4<>3 I4<>3 · 6.7 F1<>2 · 1.5 F5=2 · 1.5 F2=1
.8...4.2.35..9....7.......5..8..3..7...4...8..9.....12.2.1.5..46.18..........6.7. 8.3/8.3/2.6
    2.6 C5<>2 · 2.6 G9<>5 · 6.6 E5<>7 · 7.1 E8<>3 · 8.3 G7<>3 · 8.3 H7<>3
.9.48..6...6.25.9.......8.5.5...2..97...1....94.85.....3.....782.....3.6....71... 8.5/1.2/1.2
    1.2 D9=3 · 1.2 D7=2 · 1.2 D8=5 · 1.2 F8=8 · 2.6 A7<>6 · 7.1 A4<>8 · 7.2 A2<>1 · 7.3 I2<>1 ·
    7.5 I6<>2
6.....2...9...1..5..8.3..4......2..15..6..9....7.9.....7...3..2...4..5....6.7..8. 9.4/9.4/7.8
    7.8 F3<>7 · 9.4 B4<>3 · 9.4 G3<>6 · 9.1 D7<>5
.....1..2....3..4...52..1....36...1..2..7...89....57....9..7....8.9....43...4..8. 9.4/9.4/9.0
    9.0 I9<>5 · 9.3 G1<>9 · 9.3 A7<>1
";

#[test]
fn ratings_equal_those_of_sudoku_explainer() {
    let mut rater = Rater::default();
    let rows: Vec<&str> = RATINGS.lines().skip(1).collect();
    assert_eq!(rows.len(), 505);
    for row in rows {
        let (puzzle, expected) = row.split_once(',').expect("four columns");
        assert_eq!(rate(&mut rater, puzzle), parse_ratings(expected, ','), "{puzzle}");
    }
}

#[test]
fn steps_equal_those_of_sudoku_explainer() {
    let mut rater = Rater::default();
    let examples: Vec<String> = STEPS.replace("\n    ", " ").lines().map(String::from).collect();
    assert_eq!(examples.len(), 20);
    for example in examples {
        let (puzzle, rest) = example.split_once(' ').expect("a puzzle");
        let (expected, steps) = rest.split_once(' ').expect("ratings");
        assert_eq!(rate(&mut rater, puzzle), parse_ratings(expected, '/'), "{puzzle}");
        let steps: Vec<Hint> = steps.split('·').map(hint).collect();
        let taken = path(&mut rater, &grid(puzzle), NO_LIMIT).expect("a path");
        let taken: Vec<Hint> = taken[..steps.len()].iter().map(hint_of).collect();
        assert_eq!(taken, steps, "{puzzle}");
    }
}

fn rate(rater: &mut Rater, puzzle: &str) -> [u8; 3] {
    ratings(&path(rater, &grid(puzzle), NO_LIMIT).expect("a path"))
}

fn grid(text: &str) -> Grid {
    Grid::parse(text.as_bytes()).expect("a puzzle")
}

fn parse_ratings(text: &str, separator: char) -> [u8; 3] {
    let ratings: Vec<u8> = text.split(separator).map(tenths).collect();
    ratings.try_into().expect("ER, EP and ED")
}

fn tenths(text: &str) -> u8 {
    text.replace('.', "").parse().expect("a rating")
}

fn hint(text: &str) -> Hint {
    let mut words = text.split_whitespace();
    let rating = tenths(words.next().expect("a rating"));
    let mut hint = Hint { rating, placed: None, removed: Default::default() };
    for word in words {
        let cell = cell(&word[..2]);
        match word[2..].strip_prefix('=') {
            Some(digit) => hint.placed = digits(digit).next().map(|digit| (cell, digit)),
            None => hint.removed.extend(digits(&word[4..]).map(|digit| (cell, digit))),
        }
    }
    hint
}

/// Parses a cell: the column from A to I and the row from 1 to 9.
fn cell(name: &str) -> usize {
    let [column, row] = *name.as_bytes() else { panic!("a cell has two characters") };
    9 * usize::from(row - b'1') + usize::from(column - b'A')
}

/// Parses digits, which count from 0 in steps.
fn digits(text: &str) -> impl Iterator<Item = usize> {
    text.bytes().map(|digit| usize::from(digit - b'1'))
}
