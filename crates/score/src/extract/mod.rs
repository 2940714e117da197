//! Rules that take the answer from a text, such as the response of a language model.
//!
//! To add a rule, add it to [`RULES`], and a row to SCORING.md, which says what each rule finds.

mod question;
mod rules;

use std::fmt;

pub use question::Question;
use regex_lite::Regex;
use rules::{first_grid, last_answer, last_boxed, last_grid};
pub use rules::{last_code_block, pairs};

use crate::cells::parse;

pub struct Rule {
    pub name: &'static str,
    pub extract: for<'t> fn(&'t str, &Question<'_>) -> Option<&'t str>,
}

/// Every rule; the first is the default.
pub static RULES: &[Rule] = &[
    Rule { name: "cells", extract: |text, _| Some(text) },
    Rule { name: "answer", extract: |text, _| last_answer(text) },
    Rule { name: "boxed", extract: |text, _| last_boxed(text) },
    Rule { name: "code-block", extract: |text, _| last_code_block(text) },
    Rule { name: "last-grid", extract: last_grid },
    Rule { name: "first-grid", extract: first_grid },
];

/// Rules that are applied one after the other, each to what the one before has found.
#[derive(Clone)]
pub struct Extract(Vec<Step>);

#[derive(Clone)]
enum Step {
    Rule(&'static Rule),
    /// By a regular expression: its first group, where it matches last.
    Pattern(Box<Regex>),
}

impl Default for Extract {
    fn default() -> Extract {
        Extract(vec![Step::Rule(&RULES[0])])
    }
}

impl fmt::Debug for Extract {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |step: &Step| match step {
            Step::Rule(rule) => rule.name.to_string(),
            Step::Pattern(pattern) => pattern.to_string(),
        };
        f.write_str(&self.0.iter().map(name).collect::<Vec<_>>().join(","))
    }
}

impl Extract {
    /// Parses names of rules with commas between them; the last may be a regular expression. The error has the names of the
    /// rules if the rest of the text is neither one of them nor a regular expression with a group.
    pub fn parse(text: &str) -> Result<Extract, String> {
        let find = |name: &str| RULES.iter().find(|rule| rule.name == name.trim()).map(Step::Rule);
        let mut steps = Vec::new();
        let mut rest = text;
        while let Some((name, after)) = rest.split_once(',')
            && let Some(step) = find(name)
        {
            steps.push(step);
            rest = after;
        }
        steps.push(find(rest).map_or_else(|| pattern(rest), Ok)?);
        Ok(Extract(steps))
    }

    /// Returns true if the whole text is the answer.
    pub fn is_whole_text(&self) -> bool {
        matches!(self.0[..], [Step::Rule(rule)] if rule.name == RULES[0].name)
    }

    /// Returns the cells of an answer. An answer that a rule has found may have marks around its cells.
    pub fn cells(&self, answer: &str, question: &Question<'_>) -> Vec<u8> {
        if self.is_whole_text() { parse(answer, question.notation) } else { question.read(answer) }
    }

    pub fn extract<'t>(&self, text: &'t str, question: &Question<'_>) -> Option<&'t str> {
        self.0.iter().try_fold(text, |text, step| match step {
            Step::Rule(rule) => (rule.extract)(text, question),
            Step::Pattern(pattern) => pattern.captures_iter(text).last()?.get(1).map(|group| group.as_str()),
        })
    }
}

/// Parses a regular expression with a group.
fn pattern(text: &str) -> Result<Step, String> {
    let names = RULES.iter().map(|rule| rule.name).collect::<Vec<_>>().join(", ");
    let pattern = Regex::new(text)
        .map_err(|error| format!("neither a rule nor a regular expression: {error}; the rules are {names}"))?;
    if pattern.captures_len() < 2 {
        let reason = "a regular expression needs a group for the answer, as in 'answer: (.*)'";
        return Err(format!("the rules are {names}; {reason}"));
    }
    Ok(Step::Pattern(Box::new(pattern)))
}
