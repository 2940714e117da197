//! Parses an expression by recursive descent.

use std::fmt;

use super::{
    decimal::Decimal,
    expression::{Filter, Node, Operand, Operator, is_keyword, is_truth, is_word},
};
use corpus::error::Error;

/// Maximum nesting of parentheses and `!`, so that parsing cannot overflow the stack.
const MAX_DEPTH: usize = 100;

/// The error in an expression. It displays the text, with a caret under the error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FilterError {
    text: String,
    /// The byte offset in the text, which is its length if something is missing at its end.
    pub(super) at: usize,
    pub(super) reason: String,
}

impl fmt::Display for FilterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Only a part of a long text fits on a line.
        const CHARS_BEFORE_ERROR: usize = 50;
        const CHARS_AFTER_ERROR: usize = 20;
        let (before, after) = self.text.split_at(self.at);
        let skipped = before.chars().count().saturating_sub(CHARS_BEFORE_ERROR);
        let shown = before.chars().skip(skipped).chain(after.chars().take(CHARS_AFTER_ERROR));
        let shown: String = shown.map(|c| if c.is_control() { ' ' } else { c }).collect();
        let begin = if skipped > 0 { "…" } else { "" };
        let end = if after.chars().nth(CHARS_AFTER_ERROR).is_some() { "…" } else { "" };
        let margin = begin.chars().count() + before.chars().count() - skipped;
        write!(f, "filter: {}\n  {begin}{shown}{end}\n  {:margin$}^", self.reason, "")
    }
}

impl std::error::Error for FilterError {}

impl From<FilterError> for Error {
    fn from(error: FilterError) -> Error {
        Error::Usage(error.to_string())
    }
}

type Result<T> = std::result::Result<T, FilterError>;

impl Filter {
    /// Parses an expression of [this grammar](super). Returns an error if the text is not an expression, or parentheses
    /// and `!` are nested too deeply.
    pub fn parse(text: &str) -> Result<Filter> {
        let mut parser = Parser { text, at: 0, depth: 0, names: Vec::new() };
        parser.skip_space();
        let root = parser.or()?;
        if parser.at < text.len() {
            return Err(parser.expected(if matches!(root, Node::Truth(_)) { AFTER_NAME } else { "&&, || or the end" }));
        }
        Ok(Filter { names: parser.names, root })
    }
}

const AFTER_NAME: &str = "a comparison (== != < <= > >= in), &&, || or the end";

/// A position in the text, at the beginning of a token or at the end.
struct Parser<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
    names: Vec<String>,
}

impl<'a> Parser<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn skip_space(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    /// Consumes characters and the white space after them.
    fn advance(&mut self, bytes: usize) {
        self.at += bytes;
        self.skip_space();
    }

    fn take(&mut self, sign: &str) -> bool {
        let found = self.rest().starts_with(sign);
        if found {
            self.advance(sign.len());
        }
        found
    }

    fn take_operator(&mut self, sign: &str, word: &str) -> bool {
        let is_word = self.word() == word;
        if is_word {
            self.advance(word.len());
        }
        is_word || self.take(sign)
    }

    /// Returns the next word; empty if a sign is next.
    fn word(&self) -> &'a str {
        let rest = self.rest();
        &rest[..rest.find(|c| !is_word(c)).unwrap_or(rest.len())]
    }

    fn error(&self, at: usize, reason: impl Into<String>) -> FilterError {
        FilterError { text: self.text.into(), at, reason: reason.into() }
    }

    fn expected(&self, what: &str) -> FilterError {
        let found = match self.rest().chars().next() {
            None => ", found the end".into(),
            Some(found) => format!(", found {found:?}"),
        };
        self.error(self.at, format!("expected {what}{found}"))
    }

    fn or(&mut self) -> Result<Node> {
        let mut nodes = vec![self.and()?];
        while self.take_operator("||", "or") {
            nodes.push(self.and()?);
        }
        Ok(if nodes.len() == 1 { nodes.swap_remove(0) } else { Node::Or(nodes) })
    }

    fn and(&mut self) -> Result<Node> {
        let mut nodes = vec![self.not()?];
        while self.take_operator("&&", "and") {
            nodes.push(self.not()?);
        }
        Ok(if nodes.len() == 1 { nodes.swap_remove(0) } else { Node::And(nodes) })
    }

    fn not(&mut self) -> Result<Node> {
        let begin = self.at;
        let not = self.take_operator("!", "not");
        let group = self.rest().starts_with('(');
        if !not && !group {
            return self.comparison();
        }
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.error(begin, format!("more than {MAX_DEPTH} parentheses and ! around something")));
        }
        let node = if not {
            Node::Not(Box::new(self.not()?))
        } else {
            self.take("(");
            let node = self.or()?;
            if !self.take(")") {
                return Err(self.expected("&&, || or )"));
            }
            node
        };
        self.depth -= 1;
        Ok(node)
    }

    fn comparison(&mut self) -> Result<Node> {
        let begin = self.at;
        let left = self.operand("a name, a number, a string, ! or (")?;
        if let Some(&(operator, sign)) = Operator::ALL.iter().find(|(_, sign)| self.rest().starts_with(sign)) {
            self.advance(sign.len());
            let right = self.operand("a name, a number or a string")?;
            self.check_names(begin, [&left, &right])?;
            return Ok(Node::Compare(left, operator, right));
        }
        if self.word() == "in" {
            self.advance("in".len());
            let list = self.list()?;
            self.check_names(begin, list.iter().chain([&left]))?;
            return Ok(Node::In(left, list));
        }
        match &left {
            Operand::Name(_) => Ok(Node::Truth(left)),
            Operand::Text(text) if is_truth(text) => Ok(Node::Truth(left)),
            _ => Err(self.expected("a comparison (== != < <= > >= in)")),
        }
    }

    /// Checks that something is compared that differs from row to row. The comparison begins at `begin`.
    fn check_names<'o>(&self, begin: usize, compared: impl IntoIterator<Item = &'o Operand>) -> Result<()> {
        let mut column = "my column";
        for operand in compared {
            match operand {
                Operand::Name(_) => return Ok(()),
                Operand::Text(text) => column = text,
                Operand::Number(_) => {}
            }
        }
        let reason = "this compares no column, so it is the same for every row; a column is named without quotes or in backquotes";
        Err(self.error(begin, format!("{reason}: `{column}`")))
    }

    fn list(&mut self) -> Result<Vec<Operand>> {
        if !self.take("(") {
            return Err(self.expected("( and a list"));
        }
        let mut list = Vec::new();
        loop {
            list.push(self.operand("a name, a number or a string")?);
            if self.take(")") {
                return Ok(list);
            }
            if !self.take(",") {
                return Err(self.expected(", or )"));
            }
        }
    }

    fn operand(&mut self, wanted: &str) -> Result<Operand> {
        let rest = self.rest();
        match rest.chars().next() {
            Some(quote @ ('\'' | '"')) => Ok(Operand::Text(self.quoted(quote)?)),
            Some('`') => {
                let name = self.quoted('`')?;
                Ok(self.name(name))
            }
            Some('0'..='9' | '.' | '+' | '-') => self.number(),
            Some(first) if is_word(first) && !is_keyword(self.word()) => {
                let word = self.word();
                self.advance(word.len());
                Ok(if is_truth(word) { Operand::Text(word.into()) } else { self.name(word.into()) })
            }
            _ => Err(self.expected(wanted)),
        }
    }

    fn name(&mut self, name: String) -> Operand {
        let known = self.names.iter().position(|other| *other == name);
        Operand::Name(known.unwrap_or_else(|| {
            self.names.push(name);
            self.names.len() - 1
        }))
    }

    /// Parses a text between quotes; a doubled quote in it is a single quote character.
    fn quoted(&mut self, quote: char) -> Result<String> {
        let begin = self.at;
        let mut text = String::new();
        let mut at = begin + 1;
        while let Some(length) = self.text[at..].find(quote) {
            text.push_str(&self.text[at..at + length]);
            at += length + 1;
            if !self.text[at..].starts_with(quote) {
                self.advance(at - begin);
                return Ok(text);
            }
            text.push(quote);
            at += 1;
        }
        Err(self.error(begin, format!("expected another {quote} after this one")))
    }

    fn number(&mut self) -> Result<Operand> {
        let bytes = self.rest().as_bytes();
        let mut end = usize::from(matches!(bytes[0], b'+' | b'-'));
        end += count_digits(&bytes[end..]);
        if bytes.get(end) == Some(&b'.') {
            end += 1 + count_digits(&bytes[end + 1..]);
        }
        if matches!(bytes.get(end), Some(b'e' | b'E')) {
            let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
            end += 1 + sign + count_digits(&bytes[end + 1 + sign..]);
        }
        let number = &self.rest()[..end];
        if Decimal::parse(number).is_none() {
            return Err(self.error(
                self.at,
                "expected a number of at most 40 characters, with an exponent of at most three digits",
            ));
        }
        if self.rest()[end..].starts_with(is_word) {
            return Err(self.error(
                self.at,
                "expected a number or a name: a name that begins with a digit is put into backquotes",
            ));
        }
        self.advance(end);
        Ok(Operand::Number(number.into()))
    }
}

fn count_digits(bytes: &[u8]) -> usize {
    bytes.iter().take_while(|byte| byte.is_ascii_digit()).count()
}
