//! An expression, and whether it holds for a row.

use std::cmp::Ordering;

use super::decimal::Decimal;

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
    pub(super) names: Vec<String>,
    pub(super) root: Node,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Node {
    Or(Vec<Node>),
    And(Vec<Node>),
    Not(Box<Node>),
    Compare(Operand, Operator, Operand),
    In(Operand, Vec<Operand>),
    Truth(Operand),
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Operand {
    Name(usize),
    Number(String),
    /// A string, or one of the words `true` and `false`.
    Text(String),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    Equal,
    Unequal,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

impl Operator {
    pub(super) const ALL: [(Operator, &str); 6] = [
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

/// Returns true for the texts that are written without quotes.
pub fn is_truth(text: &str) -> bool {
    matches!(text, "true" | "false")
}

pub fn is_keyword(word: &str) -> bool {
    matches!(word, "and" | "or" | "not" | "in")
}

pub fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}
