//! An engine's answer to a puzzle.

use std::{str, time::Duration};

use solver::{
    grid::{CELLS, Grid},
    strategy::{Answer, End, LatencyClock, Outcome},
};

/// Characters of an answer to quote in a message.
const QUOTED: usize = 60;

/// Parses `SOLUTION KEY=VALUE…` into `answer`, which must be empty. The solution is 81 digits, `-` if there is none, or `?` if the
/// search reached the node limit. The keys are `solutions`, `nodes`, `guesses`, `backtracks`, `max_depth` and `ns`.
///
/// # Errors
///
/// Returns the reason why the line is no valid answer of a search with this node limit.
pub fn parse(line: &[u8], clock: LatencyClock, node_limit: u64, answer: &mut Answer) -> Result<(), String> {
    let malformed = |reason: &str| format!("answered {}: {reason}", quote(line));
    let text = str::from_utf8(line).map_err(|_| malformed("not UTF-8"))?;
    let mut words = text.split_ascii_whitespace();
    let solution = words.next().ok_or_else(|| malformed("the line is empty"))?;
    let (mut solutions, mut ns, mut outcome) = (None, None, Outcome::ZERO);
    for word in words {
        let (key, value) = word.split_once('=').ok_or_else(|| malformed("there is no KEY=VALUE after the solution"))?;
        let value: u64 = value.parse().map_err(|_| malformed(&format!("the value of {key} is no number")))?;
        match key {
            "solutions" => solutions = Some(value),
            "nodes" => outcome.nodes = value,
            "guesses" => outcome.guesses = value,
            "backtracks" => outcome.backtracks = value,
            "max_depth" => outcome.max_depth = u8::try_from(value).map_err(|_| malformed("max_depth is above 255"))?,
            "ns" => ns = Some(value),
            _ => return Err(malformed(&format!("{key} is not known"))),
        }
    }
    match solution {
        "-" if solutions.unwrap_or(0) > 0 => return Err(malformed("solutions, but none is given")),
        "-" => {}
        "?" if node_limit == u64::MAX => {
            return Err(malformed("no node limit is set that the search can have reached"));
        }
        "?" => outcome.end = End::NodeLimit,
        digits => {
            let grid =
                Grid::parse(digits.as_bytes()).ok().filter(|grid| digits.len() == CELLS && grid.clues() == CELLS);
            let grid = grid.ok_or_else(|| malformed("no 81 digits from 1 to 9, no `-` and no `?`"))?;
            let found = solutions.unwrap_or(1);
            if found == 0 || found > answer.solutions.max() {
                return Err(malformed(&format!(
                    "{found} solutions, where 1 to {} are asked for",
                    answer.solutions.max()
                )));
            }
            answer.solutions.add(grid);
            answer.solutions.add_uncollected(found - 1);
        }
    }
    if outcome.nodes > node_limit {
        return Err(malformed(&format!("{} nodes, but the limit is {node_limit}", outcome.nodes)));
    }
    match (clock, ns) {
        (LatencyClock::Own, None) => return Err(malformed("no ns, although the engine has a clock of its own")),
        (LatencyClock::Own, Some(ns)) => answer.latency = Duration::from_nanos(ns),
        (LatencyClock::RoundTrip, _) => {}
    }
    answer.outcome = outcome;
    Ok(())
}

/// Quotes the beginning of a line, as printable characters.
fn quote(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(&line[..line.len().min(4 * QUOTED)]);
    let shown: String = text.chars().take(QUOTED).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
    let more = if shown.len() < line.len() { "…" } else { "" };
    format!("`{shown}{more}`")
}

#[cfg(test)]
mod tests {
    use super::*;

    const FULL: &str = "812753649943682175675491283154237896369845721287169534521974368438526917796318452";

    const NODE_LIMIT: u64 = 100;

    fn parsed(line: &str, clock: LatencyClock) -> Result<(Outcome, u64, Duration), String> {
        let mut answer = Answer::new(2);
        parse(line.as_bytes(), clock, NODE_LIMIT, &mut answer)?;
        Ok((answer.outcome, answer.solutions.found(), answer.latency))
    }

    #[test]
    fn answers_are_read() {
        let outcome = Outcome { nodes: 5, guesses: 2, backtracks: 3, max_depth: 7, ..Outcome::ZERO };
        let line = format!("{FULL} nodes=5 guesses=2 backtracks=3 max_depth=7 solutions=2 ns=900");
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
    fn rubbish_is_refused() {
        let error = |line: &str| parsed(line, LatencyClock::RoundTrip).unwrap_err();
        assert_eq!(error(""), "answered ``: the line is empty");
        assert_eq!(error("- nodes=x"), "answered `- nodes=x`: the value of nodes is no number");
        assert_eq!(error("- speed=1"), "answered `- speed=1`: speed is not known");
        assert_eq!(error("- 5"), "answered `- 5`: there is no KEY=VALUE after the solution");
        assert!(error(&FULL.replace('8', ".")).ends_with("no 81 digits from 1 to 9, no `-` and no `?`"));
        assert!(error(&format!("{FULL} solutions=3")).ends_with("3 solutions, where 1 to 2 are asked for"));
        assert!(error("- solutions=1").ends_with("solutions, but none is given"));
        assert!(parsed("-", LatencyClock::Own).unwrap_err().contains("no ns"));
        assert!(error(&"x".repeat(1000)).len() < 150);
    }

    #[test]
    fn node_limits_are_obeyed() {
        let error = |line: &str, limit| {
            parse(line.as_bytes(), LatencyClock::RoundTrip, limit, &mut Answer::new(1)).unwrap_err()
        };
        assert_eq!(error("?", u64::MAX), "answered `?`: no node limit is set that the search can have reached");
        assert_eq!(error("- nodes=101", NODE_LIMIT), "answered `- nodes=101`: 101 nodes, but the limit is 100");
        assert!(error("? nodes=101", NODE_LIMIT).ends_with("101 nodes, but the limit is 100"));
        assert!(error(&format!("{FULL} nodes=101"), NODE_LIMIT).ends_with("101 nodes, but the limit is 100"));
        assert!(parsed(&format!("{FULL} nodes=100"), LatencyClock::RoundTrip).is_ok());
    }
}
