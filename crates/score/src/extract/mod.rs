//! Rules that take the answer from a text, such as the response of a language model.
//!
//! To add a rule, add it to [`RULES`].

mod rules;

use std::fmt;

use grid::text::Notation;
use regex_lite::Regex;
pub use rules::{last_answer, last_code_block, pairs};
use rules::{last_boxed, last_grid};

pub struct Rule {
    pub name: &'static str,
    pub about: &'static str,
    pub extract: fn(&str, Notation) -> Option<&str>,
}

/// Every rule; the first is the default.
pub static RULES: &[Rule] = &[
    Rule { name: "cells", about: "the whole text", extract: |text, _| Some(text) },
    Rule {
        name: "answer",
        about: "between the last <answer> and </answer>, in any case",
        extract: |text, _| last_answer(text),
    },
    Rule { name: "boxed", about: r"in the last \boxed{…}", extract: |text, _| last_boxed(text) },
    Rule {
        name: "code-block",
        about: "in the last block between ``` and ```",
        extract: |text, _| last_code_block(text),
    },
    Rule {
        name: "last-grid",
        about: "the last word or line, or the last lines, with as many cells as a grid",
        extract: last_grid,
    },
];

#[derive(Clone)]
pub enum Extract {
    Rule(&'static Rule),
    /// By a regular expression: its first group, or all of it, where it matches last.
    Pattern(Box<Regex>),
}

impl Default for Extract {
    fn default() -> Extract {
        Extract::Rule(&RULES[0])
    }
}

impl fmt::Debug for Extract {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Extract::Rule(rule) => f.write_str(rule.name),
            Extract::Pattern(pattern) => f.write_str(pattern.as_str()),
        }
    }
}

impl Extract {
    /// Finds a rule by name, or else parses a regular expression.
    ///
    /// # Errors
    ///
    /// Returns the names of the rules if the text is a word that is none of them, or why it is no regular expression.
    pub fn parse(text: &str) -> Result<Extract, String> {
        if let Some(rule) = RULES.iter().find(|rule| rule.name == text) {
            return Ok(Extract::Rule(rule));
        }
        if text.chars().all(|character| character.is_alphanumeric() || "-_".contains(character)) {
            let names = RULES.iter().map(|rule| rule.name).collect::<Vec<_>>().join(", ");
            return Err(format!("the rules are {names}; a regular expression has a group, as in 'answer: (.*)'"));
        }
        let pattern = Regex::new(text).map_err(|error| format!("no rule, and no regular expression: {error}"))?;
        Ok(Extract::Pattern(Box::new(pattern)))
    }

    pub fn extract<'t>(&self, text: &'t str, notation: Notation) -> Option<&'t str> {
        match self {
            Extract::Rule(rule) => (rule.extract)(text, notation),
            Extract::Pattern(pattern) => {
                let last = pattern.captures_iter(text).last()?;
                last.get(1).or(last.get(0)).map(|group| group.as_str())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use grid::Shape;

    use super::*;

    #[test]
    fn rules_find_the_answer() {
        let shape = Shape::of_cells(16).unwrap();
        let grid = "3142243142131324";
        let rows = "3142\n2431\n4213\n1324";
        for (rule, text, wanted) in [
            ("cells", grid.to_string(), Some(grid)),
            ("answer", format!("so <answer>1</answer> no, <Answer>{grid}</ANSWER>."), Some(grid)),
            ("answer", format!("<answer>{grid}"), None),
            ("answer", "</answer><answer>".into(), None),
            ("boxed", format!("$\\boxed{{1}}$ or $\\boxed{{{grid}}}$"), Some(grid)),
            ("boxed", format!("\\boxed{{\\text{{{grid}}}}}"), Some(&*format!("\\text{{{grid}}}"))),
            ("boxed", "\\boxed{1".into(), None),
            ("code-block", format!("```\n1\n```\n```text\n{rows}\n```"), Some(rows)),
            ("code-block", format!("```{grid}```"), Some(grid)),
            ("last-grid", format!("Given 3102200002100320\nI find:\n{rows}\n\nDone in 4 steps."), Some(rows)),
            ("last-grid", format!("1. {rows}\nthen {grid}, which is right"), Some(grid)),
            ("last-grid", "3 1 4 2\n2 4 3 1\n4 2 1 3\n1 3 2 4".into(), Some("3 1 4 2\n2 4 3 1\n4 2 1 3\n1 3 2 4")),
            ("last-grid", "3142\n2431".into(), None),
            ("last-grid", format!("So: {}\n", "3 1|4 2\n2 4|3 1\n---+---\n4 2|1 3\n\n1 3|2 4"), None),
            (
                "last-grid",
                "3 1|4 2\n2 4|3 1\n---+---\n4 2|1 3\n\n1 3|2 4\n".into(),
                Some("3 1|4 2\n2 4|3 1\n---+---\n4 2|1 3\n\n1 3|2 4"),
            ),
            (
                "last-grid",
                "[[3,1,4,2],[2,4,3,1],[4,2,1,3],[1,3,2,4]]\nDone.".into(),
                Some("3,1,4,2],[2,4,3,1],[4,2,1,3],[1,3,2,4"),
            ),
            ("is: (\\d+)", "is: 12, is: 34".into(), Some("34")),
            ("\\d+", "é12".into(), Some("12")),
        ] {
            assert_eq!(Extract::parse(rule).unwrap().extract(&text, shape.into()), wanted, "{rule} {text}");
        }
        assert!(Extract::parse("anwser").unwrap_err().contains("answer, boxed"));
        assert!(Extract::parse("(").unwrap_err().contains("no regular expression"));
    }
}
