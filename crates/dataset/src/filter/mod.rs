//! Expressions that select rows of a corpus: `clues <= 22 && solutions == 1`.
//!
//! ```text
//! or         = and { ( "||" | "or" ) and }
//! and        = not { ( "&&" | "and" ) not }
//! not        = ( "!" | "not" ) not | "(" or ")" | comparison
//! comparison = operand [ ( "==" | "!=" | "<" | "<=" | ">" | ">=" ) operand | "in" "(" operand { "," operand } ")" ]
//! operand    = name | number | string | "true" | "false"
//! ```
//!
//! * A name is letters, digits and `_`, and does not begin with a digit; any other name is put into backquotes: `` `my
//!   column` ``. `and`, `or`, `not`, `in`, `true` and `false` are names only in backquotes.
//! * A number is decimal, with an exponent of at most three digits or without: `17`, `-2.5`, `1e6`.
//! * A string is in single or double quotes. A quote in it is doubled, as is a backquote in a name: `'it''s'`.
//! * `true` and `false` are the strings of that name.
//! * `!` applies to the whole comparison after it: `!a == 1` is `!(a == 1)`. `and`, `or` and `not` are `&&`, `||` and `!`.
//! * A name on its own holds if it is a number other than 0, or the text `true`.
//! * `a in (b, c)` is `a == b || a == c`.
//!
//! The meaning of a comparison depends on the types of the values:
//!
//! * A missing value is neither equal to, less than nor greater than anything.
//! * Numbers compare as numbers, exactly: no digit is lost. A text that is written as a number, with at most 40 characters,
//!   counts as a number, unless it is compared with a string of the expression: `id == '007'` matches only these three
//!   characters, `id == 7` any spelling of 7. A grid is longer, so it is a text.
//! * Texts compare byte by byte. A number and a text that is not a number are not equal, and neither is less than the
//!   other.
//! * `!=` is always the opposite of `==`; so it holds if a value is missing, and for a number and a text that is not a
//!   number.

mod check;
mod decimal;
mod parse;
mod rows;
#[cfg(test)]
mod tests;

use std::{cmp::Ordering, fmt};

use decimal::Decimal;
pub use parse::FilterError;

/// A parsed expression.
///
/// ```
/// use sudoku_bench_dataset::filter::Filter;
///
/// let filter = Filter::parse("clues <= 22 && solutions == 1").unwrap();
/// let mut names = Vec::new();
/// let wanted = filter.holds(&mut |name| {
///     names.push(name.to_owned());
///     Some("24".into())
/// });
/// assert!(!wanted);
/// assert_eq!(names, ["clues"]);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Filter {
    names: Vec<String>,
    root: Node,
}

#[derive(Clone, Debug, PartialEq)]
enum Node {
    Or(Vec<Node>),
    And(Vec<Node>),
    Not(Box<Node>),
    Compare(Operand, Operator, Operand),
    In(Operand, Vec<Operand>),
    Truth(Operand),
}

#[derive(Clone, Debug, PartialEq)]
enum Operand {
    Name(usize),
    Number(String),
    /// A string, or one of the words `true` and `false`.
    Text(String),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operator {
    Equal,
    Unequal,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

impl Operator {
    const ALL: [(Operator, &str); 6] = [
        (Operator::Equal, "=="),
        (Operator::Unequal, "!="),
        (Operator::LessOrEqual, "<="),
        (Operator::GreaterOrEqual, ">="),
        (Operator::Less, "<"),
        (Operator::Greater, ">"),
    ];

    /// Returns whether it holds for two values in this order; `None` if they are not comparable.
    fn holds(self, order: Option<Ordering>) -> bool {
        match self {
            Operator::Equal => order == Some(Ordering::Equal),
            Operator::Unequal => order != Some(Ordering::Equal),
            Operator::Less => order == Some(Ordering::Less),
            Operator::LessOrEqual => matches!(order, Some(Ordering::Less | Ordering::Equal)),
            Operator::Greater => order == Some(Ordering::Greater),
            Operator::GreaterOrEqual => matches!(order, Some(Ordering::Greater | Ordering::Equal)),
        }
    }
}

impl Filter {
    /// Parses an expression of [this grammar](self).
    ///
    /// # Errors
    ///
    /// Returns an error if the text is not an expression, or parentheses and `!` are nested too deeply.
    pub fn parse(text: &str) -> Result<Filter, FilterError> {
        parse::parse(text)
    }

    /// Returns every name in the expression once, in the order of the text.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(String::as_str)
    }

    /// Returns whether the expression holds for a row; `value` returns the value of a name as text, or `None` if it is
    /// missing: an empty field, a missing column, or a property that could not be determined.
    ///
    /// Evaluation goes from left to right, and calls `value` only for names that the result depends on, at most once each.
    pub fn holds(&self, value: &mut dyn FnMut(&str) -> Option<String>) -> bool {
        Row { names: &self.names, known: vec![None; self.names.len()], value }.holds(&self.root)
    }
}

struct Row<'a> {
    names: &'a [String],
    known: Vec<Option<Option<String>>>,
    value: &'a mut dyn FnMut(&str) -> Option<String>,
}

#[derive(Clone, Copy)]
enum Known<'a> {
    /// A number of the expression, or a value of the row, which may be a number.
    Value(&'a str),
    Text(&'a str),
}

impl Row<'_> {
    fn holds(&mut self, node: &Node) -> bool {
        match node {
            Node::Or(nodes) => nodes.iter().any(|node| self.holds(node)),
            Node::And(nodes) => nodes.iter().all(|node| self.holds(node)),
            Node::Not(node) => !self.holds(node),
            Node::Compare(left, operator, right) => operator.holds(self.order(left, right)),
            Node::In(left, list) => list.iter().any(|right| self.order(left, right) == Some(Ordering::Equal)),
            Node::Truth(operand) => {
                self.ask(operand);
                self.known(operand).is_some_and(Known::truth)
            }
        }
    }

    /// Compares two operands; the second is not looked up if the first is missing.
    fn order(&mut self, left: &Operand, right: &Operand) -> Option<Ordering> {
        self.ask(left);
        self.known(left)?;
        self.ask(right);
        self.known(left)?.order(self.known(right)?)
    }

    fn ask(&mut self, operand: &Operand) {
        if let &Operand::Name(at) = operand
            && self.known[at].is_none()
        {
            self.known[at] = Some((self.value)(&self.names[at]));
        }
    }

    /// Returns an operand that was looked up; `None` if it is missing.
    fn known<'a>(&'a self, operand: &'a Operand) -> Option<Known<'a>> {
        match operand {
            Operand::Number(number) => Some(Known::Value(number)),
            Operand::Text(text) => Some(Known::Text(text)),
            &Operand::Name(at) => self.known[at].as_ref()?.as_deref().map(Known::Value),
        }
    }
}

impl<'a> Known<'a> {
    fn text(self) -> &'a str {
        match self {
            Known::Value(text) | Known::Text(text) => text,
        }
    }

    fn number(self) -> Option<Decimal<'a>> {
        Decimal::parse(self.text())
    }

    fn order(self, other: Known<'a>) -> Option<Ordering> {
        let texts = self.text().cmp(other.text());
        if matches!(self, Known::Text(_)) || matches!(other, Known::Text(_)) {
            return Some(texts);
        }
        match (self.number(), other.number()) {
            (Some(left), Some(right)) => Some(left.order(right)),
            (None, None) => Some(texts),
            _ => None,
        }
    }

    fn truth(self) -> bool {
        self.text() == "true" || self.number().is_some_and(|number| !number.is_zero())
    }
}

impl fmt::Display for Filter {
    /// Writes the expression with the fewest parentheses; parsing it again gives the same expression.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, &self.root, 0)
    }
}

impl Filter {
    /// Writes a node, in parentheses if it binds more loosely than its parent: 0 for `||`, 1 for `&&`, 2 for `!`.
    fn write(&self, f: &mut fmt::Formatter<'_>, node: &Node, around: u8) -> fmt::Result {
        match node {
            Node::Or(nodes) => self.write_all(f, nodes, (" || ", 0), around),
            Node::And(nodes) => self.write_all(f, nodes, (" && ", 1), around),
            Node::Not(node) => {
                f.write_str("!")?;
                self.write(f, node, 2)
            }
            Node::Compare(left, operator, right) => {
                self.write_operand(f, left)?;
                let (_, sign) = Operator::ALL.iter().find(|(other, _)| other == operator).expect("all are listed");
                write!(f, " {sign} ")?;
                self.write_operand(f, right)
            }
            Node::In(left, list) => {
                self.write_operand(f, left)?;
                for (at, operand) in list.iter().enumerate() {
                    f.write_str(if at == 0 { " in (" } else { ", " })?;
                    self.write_operand(f, operand)?;
                }
                f.write_str(")")
            }
            Node::Truth(operand) => self.write_operand(f, operand),
        }
    }

    fn write_all(&self, f: &mut fmt::Formatter<'_>, nodes: &[Node], own: (&str, u8), around: u8) -> fmt::Result {
        let (sign, binding) = own;
        f.write_str(if binding < around { "(" } else { "" })?;
        for (at, node) in nodes.iter().enumerate() {
            f.write_str(if at == 0 { "" } else { sign })?;
            self.write(f, node, binding + 1)?;
        }
        f.write_str(if binding < around { ")" } else { "" })
    }

    fn write_operand(&self, f: &mut fmt::Formatter<'_>, operand: &Operand) -> fmt::Result {
        match operand {
            Operand::Number(number) => f.write_str(number),
            Operand::Text(text) if parse::is_truth(text) => f.write_str(text),
            Operand::Text(text) => write!(f, "'{}'", text.replace('\'', "''")),
            &Operand::Name(at) if parse::is_plain(&self.names[at]) => f.write_str(&self.names[at]),
            &Operand::Name(at) => write!(f, "`{}`", self.names[at].replace('`', "``")),
        }
    }
}
