//! The links of a chain as arrows between candidates.

use std::fmt::Write;

use crate::{Statement, Step};

/// The colours of the parts of a chain, which are taken in turn.
const COLOURS: [&str; 4] = ["#0b57d0", "#b35900", "#7b1fa2", "#00796b"];
/// How far from the centre of a candidate an arrow begins and ends.
const GAP: f64 = 9.0;

/// Draws an arrow from each statement to those that follow from it: dashed to a candidate that is ruled out, solid to one that
/// is set. `centre` returns the centre of a cell's candidate.
pub fn draw_links(svg: &mut String, step: &Step, centre: impl Fn(usize, usize) -> (f64, f64)) {
    for (links, colour) in step.links.iter().zip(COLOURS.iter().cycle()) {
        let mut drawn: Vec<(Statement, Statement)> = Vec::new();
        for (parent, statement) in links.iter().flat_map(|link| link.parents.iter().map(|&from| (from, link.statement)))
        {
            if parent.candidate() != statement.candidate() && !drawn.contains(&(parent, statement)) {
                let [from, to] = [parent, statement].map(|end| centre(end.cell(), end.digit()));
                draw_arrow(svg, from, to, statement.is_on(), colour);
                drawn.push((parent, statement));
            }
        }
    }
}

fn draw_arrow(svg: &mut String, from: (f64, f64), to: (f64, f64), is_solid: bool, colour: &str) {
    let length = (to.0 - from.0).hypot(to.1 - from.1);
    // Neighbouring candidates leave little room.
    let gap = GAP.min(length / 3.0);
    let (x, y) = ((to.0 - from.0) / length, (to.1 - from.1) / length);
    let begin = (from.0 + gap * x, from.1 + gap * y);
    let end = (to.0 - gap * x, to.1 - gap * y);
    let head = |side: f64| (end.0 - 5.0 * x + side * y, end.1 - 5.0 * y - side * x);
    let dashes = if is_solid { "" } else { " stroke-dasharray=\"4 3\"" };
    let _ = writeln!(
        svg,
        "<path d=\"M{:.1} {:.1}L{:.1} {:.1}\" stroke=\"{colour}\" stroke-width=\"1.3\"{dashes}/>\
         <path d=\"M{:.1} {:.1}L{:.1} {:.1}L{:.1} {:.1}\" stroke=\"{colour}\" stroke-width=\"1.3\" fill=\"none\"/>",
        begin.0,
        begin.1,
        end.0,
        end.1,
        head(3.0).0,
        head(3.0).1,
        end.0,
        end.1,
        head(-3.0).0,
        head(-3.0).1
    );
}
