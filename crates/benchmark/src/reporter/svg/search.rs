//! The search of one puzzle up to its first solution: the path, and a triangle for what was refuted at each wrong turn.

use corpus::numbers::{plural, share};
use grid::AnyGrid;
use solver::strategy::{End, Outcome, SearchProfile, Solutions, WrongTurns};

use super::{
    Size, TITLE_LINES,
    canvas::{Anchor, Canvas},
    document,
};
use crate::{
    figures::Colour,
    reporter::palette::{self, GROUND, TEXT},
};

/// The width of a picture, and the height of its text.
const WIDTH: f64 = 720.0;
const FONT: f64 = 13.0;
/// The height of a line of text over that of its characters.
const LINE: f64 = 1.4;
/// The height of a depth with a wrong turn, over that of text.
const WRONG_TURN_HEIGHT: f64 = 2.6;
/// The height of a depth without a wrong turn, over that of text: 50 such depths take less than half a page.
const RIGHT_TURN_HEIGHT: f64 = 0.6;
/// The horizontal position of the path over the width of the picture.
const PATH_POSITION: f64 = 0.62;
/// The width of the triangle of one node, over the height of text.
const ONE_NODE_WIDTH: f64 = 1.0;
/// What a factor of ten adds to the width of a triangle, over the height of text.
const DECADE_WIDTH: f64 = 1.6;

const REFUTED_COLOUR: Colour = Colour::Palette(1);

const PATH_CAPTION: &str = "Depth grows downwards. Each circle is an assignment on the path to the first solution.";
const TRIANGLE_CAPTION: [&str; 2] = [
    "A triangle shows the nodes refuted at a wrong turn, and their share of all backtracks before the solution.",
    "The width of a triangle grows with the logarithm of its nodes.",
];

#[derive(Clone, Copy, Debug)]
pub struct Search<'a> {
    pub strategy: &'a str,
    pub puzzle: &'a AnyGrid,
    pub outcome: &'a Outcome,
    pub solutions: &'a Solutions,
    pub profile: &'a SearchProfile,
}

/// A depth of the path to the first solution.
struct Depth {
    number: usize,
    /// The nodes that were refuted before the value on the path.
    refuted: u64,
    y: f64,
}

/// Renders a search up to its first solution. Returns `None` if it found none: the path to it is then unknown.
pub fn search_picture(search: &Search<'_>) -> Option<String> {
    let turns = search.profile.wrong_turns()?;
    let depths = depths(search.profile.refuted_by_depth()?);
    let blanks = depths.len() as u64 - 1;
    let caption = caption(search, turns, blanks);
    let bottom = depths.last().map_or(0.0, |last| last.y);
    let top = 3.0 * LINE * FONT;
    let height = top + bottom + (caption.len() as f64 + 2.0) * LINE * FONT;
    let title = format!("The search of {} up to the first solution", search.strategy);
    let size = Size { height: (height + TITLE_LINES * FONT).ceil(), name: "search", width: WIDTH, font: FONT };
    let mut canvas = Canvas::new(size);
    canvas.element("<g font-family=\"monospace\">");
    line(&mut canvas, LINE * FONT, &search.puzzle.to_string());
    canvas.element("</g>");
    line(&mut canvas, 2.0 * LINE * FONT, &counters(turns, blanks));
    canvas.element(&format!("<g transform=\"translate(0 {top:.1})\">"));
    let x = path_x(&canvas);
    let width = 2.0 * canvas.thin();
    canvas.line([x, 0.0], [x, bottom], TEXT, width, None);
    for pair in depths.windows(2) {
        draw_refuted(&mut canvas, &pair[0], &pair[1], turns.refuted);
    }
    depths.iter().for_each(|depth| draw_assignment(&mut canvas, depth, depths.len() - 1));
    canvas.element("</g>");
    for (number, text) in (2..).zip(&caption) {
        line(&mut canvas, top + bottom + f64::from(number) * LINE * FONT, text);
    }
    Some(document(&title, &caption.join(" "), size, "", canvas))
}

/// Returns the depths of the path with their positions, from depth 0, which is the puzzle itself.
fn depths(refuted: impl Iterator<Item = u64>) -> Vec<Depth> {
    let mut depths = vec![Depth { number: 0, refuted: 0, y: 0.0 }];
    let mut y = 0.0;
    for (number, refuted) in (1..).zip(refuted) {
        y += FONT * if refuted > 0 { WRONG_TURN_HEIGHT } else { RIGHT_TURN_HEIGHT };
        depths.push(Depth { number, refuted, y });
    }
    // The label of the last depth must not touch another.
    if let [.., before, last] = &mut depths[..] {
        last.y = last.y.max(before.y + LINE * FONT);
    }
    depths
}

fn counters(turns: WrongTurns, depth: u64) -> String {
    let mut counters = vec![
        plural(turns.refuted + depth, "node"),
        plural(turns.refuted, "backtrack"),
        plural(turns.count.into(), "wrong turn"),
    ];
    if turns.count > 0 {
        counters.push(format!("largest refuted subtree: {}", plural(turns.largest, "node")));
    }
    counters.join(", ")
}

/// Returns what the picture shows, and what the search did after the first solution.
fn caption(search: &Search<'_>, turns: WrongTurns, depth: u64) -> Vec<String> {
    let mut caption = vec![PATH_CAPTION.to_string()];
    if turns.count > 0 {
        caption.extend(TRIANGLE_CAPTION.map(String::from));
    }
    let later = search.outcome.nodes - turns.refuted - depth;
    caption.extend(after_the_first(search, later));
    caption
}

/// Returns what the search did after the first solution, if it went on.
fn after_the_first(search: &Search<'_>, later: u64) -> Option<String> {
    let later = plural(later, "node");
    let others = search.solutions.found() - 1;
    Some(match search.outcome.end {
        End::Complete if search.solutions.max() == 1 => return None,
        End::Complete if others == 0 => format!("Not shown: {later} that prove that there is no other solution."),
        End::Complete => {
            format!("Not shown: {later} after the first solution, which found {}.", plural(others, "other solution"))
        }
        _ => format!("Not shown: {later} after the first solution, up to the limit of the search."),
    })
}

fn line(canvas: &mut Canvas, y: f64, text: &str) {
    canvas.text(0.6 * canvas.size.font, y, Anchor::Start, text);
}

fn path_x(canvas: &Canvas) -> f64 {
    PATH_POSITION * canvas.size.width
}

/// Draws the triangle of what was refuted at a depth, below the assignment before it.
fn draw_refuted(canvas: &mut Canvas, before: &Depth, depth: &Depth, all: u64) {
    if depth.refuted == 0 {
        return;
    }
    let font = canvas.size.font;
    let x = path_x(canvas);
    let width = font * (ONE_NODE_WIDTH + DECADE_WIDTH * (depth.refuted as f64).log10());
    let right = x - 0.8 * font;
    let left = right - width;
    let apex = [right - width / 2.0, before.y + 0.7 * font];
    let base = before.y + (WRONG_TURN_HEIGHT - 0.3) * font;
    let (colour, _) = palette::stroke(REFUTED_COLOUR);
    let triangle = format!("M{:.1} {:.1}L{right:.1} {base:.1}H{left:.1}Z", apex[0], apex[1]);
    canvas.line([x, before.y], apex, TEXT, canvas.thin(), None);
    canvas.fill(&triangle, colour, 0.35);
    canvas.path(&triangle, colour, canvas.thin(), None);
    let label = format!("{}, {}", plural(depth.refuted, "node"), share(depth.refuted, all));
    let end = (left - 0.4 * font).max(canvas.text_width(&label));
    canvas.text(end, base, Anchor::End, &label);
}

/// Draws the assignment at a depth, with a label at wrong turns and at both ends.
fn draw_assignment(canvas: &mut Canvas, depth: &Depth, last: usize) {
    let font = canvas.size.font;
    let x = path_x(canvas);
    let is_end = depth.number == 0 || depth.number == last;
    let fill = if is_end { GROUND } else { TEXT };
    canvas.circle([x, depth.y], if is_end { 0.35 } else { 0.2 } * font, fill, TEXT);
    let label = match depth.number {
        0 if last == 0 => "depth 0: already solved".into(),
        0 => "depth 0: the givens".into(),
        number if number == last => format!("depth {number}: the first solution"),
        number if depth.refuted > 0 => format!("depth {number}"),
        _ => return,
    };
    canvas.text(x + 0.9 * font, depth.y + 0.35 * font, Anchor::Start, &label);
}
