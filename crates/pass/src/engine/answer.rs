//! An engine's answer to a puzzle.

use std::{str, time::Duration};

use grid::Shape;
use solver::strategy::{Answer, End, MissingCounts, Outcome};

use super::grid_text::{self, characters_of};
use crate::external::LatencyClock;

/// Characters of an answer to quote in a message.
const MAX_QUOTED_CHARS: usize = 60;

#[derive(Clone, Copy, Debug)]
pub struct AnswerRules {
    pub shape: Shape,
    pub clock: LatencyClock,
    pub node_limit: u64,
    pub has_time_limit: bool,
}

/// Parses `SOLUTION KEY=VALUE…` into `answer`, which must be empty. The solution has a character for each cell: a
/// digit, or a letter from `A` for 10. It is `-` if there is none, and `?` if the search reached a limit. The
/// keys are `solutions`, `nodes`, `guesses`, `backtracks`, `max_depth` and `ns`. Returns the reason why the line is no
/// valid answer by these rules.
pub fn parse(line: &[u8], rules: AnswerRules, answer: &mut Answer) -> Result<(), String> {
    take(line, rules, answer).map_err(|reason| format!("answered {}: {reason}", quote(line)))
}

fn take(line: &[u8], rules: AnswerRules, answer: &mut Answer) -> Result<(), String> {
    let AnswerRules { shape, clock, node_limit, .. } = rules;
    let text = str::from_utf8(line).map_err(|_| "not UTF-8")?;
    let mut words = text.split_ascii_whitespace();
    let solution = words.next().ok_or("the line is empty")?;
    let counts = Counts::read(words)?;
    counts.check(node_limit, shape)?;
    let end = match solution {
        "-" => End::Complete,
        "?" => counts.limit_reached(rules)?,
        text => add_solutions(text, shape, counts.solutions.unwrap_or(1), answer).map(|()| End::Complete)?,
    };
    if matches!(solution, "-" | "?") && counts.solutions.unwrap_or(0) > 0 {
        return Err("solutions, but none is given".into());
    }
    match (clock, counts.ns) {
        (LatencyClock::Own, None) => return Err("no ns, although the engine has a clock of its own".into()),
        (LatencyClock::Own, Some(ns)) => answer.latency = Duration::from_nanos(ns),
        (LatencyClock::RoundTrip, _) => {}
    }
    answer.outcome = Outcome { end, ..counts.outcome() };
    answer.missing_counts = counts.missing();
    Ok(())
}

fn add_solutions(text: &str, shape: Shape, found: u64, answer: &mut Answer) -> Result<(), String> {
    let grid = grid_text::parse(text.as_bytes(), shape).filter(grid_text::is_full);
    let grid = grid.ok_or_else(|| format!("no {}, no `-` and no `?`", characters_of(shape)))?;
    if found == 0 || found > answer.solutions.max() {
        return Err(format!("{found} solutions, where 1 to {} are asked for", answer.solutions.max()));
    }
    answer.solutions.add(grid);
    answer.solutions.add_uncollected(found - 1);
    Ok(())
}

#[derive(Default)]
struct Counts {
    solutions: Option<u64>,
    nodes: Option<u64>,
    guesses: Option<u64>,
    backtracks: Option<u64>,
    max_depth: Option<u64>,
    ns: Option<u64>,
}

impl Counts {
    fn read<'a>(words: impl Iterator<Item = &'a str>) -> Result<Counts, String> {
        let mut counts = Counts::default();
        for word in words {
            let (key, value) = word.split_once('=').ok_or("there is no KEY=VALUE after the solution")?;
            let value = value.parse().map_err(|_| format!("the value of {key} is no number"))?;
            let count = match key {
                "solutions" => &mut counts.solutions,
                "nodes" => &mut counts.nodes,
                "guesses" => &mut counts.guesses,
                "backtracks" => &mut counts.backtracks,
                "max_depth" => &mut counts.max_depth,
                "ns" => &mut counts.ns,
                _ => return Err(format!("{key} is not known")),
            };
            if count.replace(value).is_some() {
                return Err(format!("{key} is reported twice"));
            }
        }
        Ok(counts)
    }

    /// Checks that a search with this node limit can have such counts. A count that is not reported contradicts no other.
    fn check(&self, node_limit: u64, shape: Shape) -> Result<(), String> {
        // A path has at most the blanks of an empty grid.
        let cells = shape.cells() as u64;
        if let Some(depth) = self.max_depth.filter(|&depth| depth > cells) {
            return Err(format!("max_depth is {depth}, but a puzzle has at most {cells} blanks"));
        }
        let Some(nodes) = self.nodes else { return Ok(()) };
        if nodes > node_limit {
            return Err(format!("{nodes} nodes, but the limit is {node_limit}"));
        }
        let parts = [("guesses", self.guesses), ("backtracks", self.backtracks), ("max_depth", self.max_depth)];
        match parts.into_iter().find(|&(_, count)| count > Some(nodes)) {
            Some((name, count)) => Err(format!("{name} is {}, but nodes is {nodes}", count.unwrap_or(0))),
            None => Ok(()),
        }
    }

    /// Returns which limit ended the search.
    fn limit_reached(&self, rules: AnswerRules) -> Result<End, String> {
        let AnswerRules { node_limit, has_time_limit, .. } = rules;
        match self.nodes {
            Some(nodes) if nodes < node_limit && node_limit < u64::MAX && !has_time_limit => {
                Err(format!("the limit is not reached: nodes is {nodes}, and the limit is {node_limit}"))
            }
            _ if node_limit == u64::MAX && !has_time_limit => {
                Err("no limit is set that the search can have reached".into())
            }
            Some(nodes) if nodes < node_limit => Ok(End::TimeLimit),
            None if node_limit == u64::MAX => Ok(End::TimeLimit),
            _ => Ok(End::NodeLimit),
        }
    }

    fn outcome(&self) -> Outcome {
        Outcome {
            nodes: self.nodes.unwrap_or(0),
            guesses: self.guesses.unwrap_or(0),
            backtracks: self.backtracks.unwrap_or(0),
            max_depth: self.max_depth.unwrap_or(0) as u16,
            ..Outcome::ZERO
        }
    }

    fn missing(&self) -> MissingCounts {
        MissingCounts {
            nodes: self.nodes.is_none(),
            guesses: self.guesses.is_none(),
            backtracks: self.backtracks.is_none(),
        }
    }
}

/// Quotes the beginning of a line, as printable characters.
fn quote(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(&line[..line.len().min(4 * MAX_QUOTED_CHARS)]);
    let shown: String =
        text.chars().take(MAX_QUOTED_CHARS).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
    let more = if shown.len() < line.len() { "…" } else { "" };
    format!("`{shown}{more}`")
}

#[cfg(test)]
mod tests {
    use super::*;

    const FULL: &str = "812753649943682175675491283154237896369845721287169534521974368438526917796318452";

    const ROUND_TRIP: AnswerRules =
        AnswerRules { shape: Shape::NINE, clock: LatencyClock::RoundTrip, node_limit: 100, has_time_limit: false };

    fn parsed(line: &str, clock: LatencyClock) -> Result<(Outcome, u64, Duration), String> {
        let mut answer = Answer::new(2);
        parse(line.as_bytes(), AnswerRules { clock, ..ROUND_TRIP }, &mut answer)?;
        Ok((answer.outcome, answer.solutions.found(), answer.latency))
    }

    #[test]
    fn answers_are_read() {
        let outcome = Outcome { nodes: 7, guesses: 2, backtracks: 3, max_depth: 4, ..Outcome::ZERO };
        let line = format!("{FULL} nodes=7 guesses=2 backtracks=3 max_depth=4 solutions=2 ns=900");
        assert_eq!(parsed(&line, LatencyClock::Own), Ok((outcome, 2, Duration::from_nanos(900))));
        assert_eq!(parsed(&line, LatencyClock::RoundTrip).unwrap().2, Duration::ZERO);
        assert_eq!(parsed(FULL, LatencyClock::RoundTrip), Ok((Outcome::ZERO, 1, Duration::ZERO)));
        assert_eq!(
            parsed("-  nodes=9\r", LatencyClock::RoundTrip),
            Ok((Outcome { nodes: 9, ..Outcome::ZERO }, 0, Duration::ZERO))
        );
        assert_eq!(parsed("?", LatencyClock::RoundTrip).unwrap().0.end, End::NodeLimit);
    }

    #[test]
    fn counts_that_are_not_reported_are_missing() {
        let missing = |line: &str| {
            let mut answer = Answer::new(2);
            parse(line.as_bytes(), ROUND_TRIP, &mut answer).unwrap();
            answer.missing_counts
        };
        assert_eq!(missing("-"), MissingCounts::ALL);
        assert_eq!(missing("- nodes=0 guesses=0 backtracks=0"), MissingCounts::NONE);
        assert_eq!(missing(&format!("{FULL} guesses=18")), MissingCounts { guesses: false, ..MissingCounts::ALL });
    }
}
