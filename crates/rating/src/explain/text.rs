//! Steps as text for a person.

use grid::numbers::plural;

use super::path::{Explanation, Taken};
use crate::{End, Rating, Tenths, rating_text};

const WIDTH: usize = 80;
/// Where the text of a step begins.
const INDENT: usize = 11;

/// Returns the puzzle, its ratings and its steps; with the `links` of chains of several parts, if they are asked for.
pub fn text(explanation: &Explanation, up_to: Option<Tenths>, links: bool) -> String {
    let Explanation { given, rating, steps } = explanation;
    let mut text = format!("{}\n{}\n\n", given.grid, headline(rating, up_to));
    for taken in steps {
        text += &step_text(taken);
        if links {
            taken.step.link_lines().iter().for_each(|line| text += &format!("{:INDENT$}{line}\n", ""));
        }
    }
    text + end_text(rating.end)
}

/// Returns the line with the ratings: "ER 2.6, EP 2.6, ED 2.6; 70 steps, the hardest: pointing".
pub fn headline(rating: &Rating, up_to: Option<Tenths>) -> String {
    let hardest = rating.hardest.map_or(String::new(), |technique| format!(", the hardest: {}", technique.name()));
    format!(
        "ER {}, EP {}, ED {}; {}{hardest}",
        rating.text(up_to),
        rating_text(rating.pearl, up_to),
        rating_text(rating.diamond, up_to),
        plural(u64::from(rating.steps()), "step")
    )
}

fn step_text(Taken { number, step, .. }: &Taken) -> String {
    let rating = step.tenths();
    let line = format!("{}  {}: {}", step.conclusion(), step.technique.name(), step.reason());
    let mut text = format!("{number:>3}. {rating:>4}  ");
    let mut width = INDENT;
    for (index, word) in line.split(' ').enumerate() {
        let length = word.chars().count();
        if index > 0 && width + 1 + length > WIDTH {
            text += &format!("\n{:INDENT$}", "");
            width = INDENT;
        } else if index > 0 {
            text.push(' ');
            width += 1;
        }
        text += word;
        width += length;
    }
    text + "\n"
}

fn end_text(end: End) -> &'static str {
    match end {
        End::AboveLimit => "\nThe next step is rated above the limit.\n",
        End::Stuck => "\nNo technique goes on from here.\n",
        End::Solved | End::Stopped => "",
    }
}
