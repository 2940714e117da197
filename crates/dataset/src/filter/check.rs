//! Finds comparisons that can never hold, which would silently drop every row.

use super::{
    decimal::Decimal,
    expression::{Filter, Node, Operand},
    property::{TECHNIQUE, column, is_property},
};
use crate::{row_pass::PassCheck, tier::Tier};
use corpus::{
    error::{Error, Result},
    reader::Block,
};

impl Filter {
    /// Returns the highest number that one of these names is compared with; `None` if one is compared with something else.
    pub(super) fn highest_number(&self, names: &[&str]) -> Option<f64> {
        self.compared_with(names).into_iter().try_fold(0.0, |highest, other| match other {
            Operand::Number(number) => Some(f64::max(highest, number.parse().ok()?)),
            _ => None,
        })
    }

    fn literals(&self, name: &str) -> Vec<&Operand> {
        let mut others = self.compared_with(&[name]);
        others.retain(|operand| !matches!(operand, Operand::Name(_)));
        others
    }

    /// Returns what these names are compared with.
    fn compared_with(&self, names: &[&str]) -> Vec<&Operand> {
        let is_name =
            |operand: &Operand| matches!(operand, &Operand::Name(at) if names.contains(&self.names[at].as_str()));
        let mut compared = Vec::new();
        comparisons(&self.root, &mut compared);
        let others = compared.into_iter().filter_map(|(left, right)| match (is_name(left), is_name(right)) {
            (true, _) => Some(right),
            (_, true) => Some(left),
            _ => None,
        });
        others.collect()
    }
}

fn comparisons<'a>(node: &'a Node, found: &mut Vec<(&'a Operand, &'a Operand)>) {
    match node {
        Node::Or(nodes) | Node::And(nodes) => nodes.iter().for_each(|node| comparisons(node, found)),
        Node::Not(node) => comparisons(node, found),
        Node::Compare(left, _, right) => found.push((left, right)),
        Node::In(left, list) => found.extend(list.iter().map(|right| (left, right))),
        Node::Truth(_) => {}
    }
}

/// Checks that `technique` is compared with techniques only. Returns an error that lists the techniques.
pub(super) fn check_technique(filter: &Filter) -> Result<()> {
    let names = Tier::ALL.map(Tier::name);
    match filter.literals(TECHNIQUE).into_iter().find_map(|literal| unknown_literal(literal, &names)) {
        None => Ok(()),
        Some(unknown) => {
            let names = names.map(|name| format!("{name:?}")).join(", ");
            Err(Error::Usage(format!("{TECHNIQUE} is never {unknown}; its values are {names}")))
        }
    }
}

fn unknown_literal(literal: &Operand, names: &[&str]) -> Option<String> {
    match literal {
        Operand::Text(text) => (!names.contains(&&**text)).then(|| format!("{text:?}")),
        Operand::Number(number) => Some(number.to_string()),
        Operand::Name(_) => None,
    }
}

/// Rows of a column with numbers that are looked at for other values.
const CHECKED_ROWS: usize = 4096;

pub(super) struct NumberColumns<'a> {
    filter: &'a Filter,
    /// Called for each name that is both a column and a property, and for each column of numbers with other values.
    notice: Option<fn(&str)>,
    /// `None` before the first block.
    columns: Option<Vec<NumberColumn<'a>>>,
}

struct NumberColumn<'a> {
    name: &'a str,
    index: usize,
    rows: usize,
    has_number: bool,
    /// The line and the text of the first value that is not a number.
    text: Option<(String, String)>,
}

impl<'a> NumberColumns<'a> {
    pub(super) fn new(filter: &'a Filter, notice: Option<fn(&str)>) -> NumberColumns<'a> {
        NumberColumns { filter, notice, columns: None }
    }

    fn find(filter: &'a Filter, block: &Block) -> Result<Vec<NumberColumn<'a>>> {
        let is_number = |name: &&str| {
            let literals = filter.literals(name);
            !literals.is_empty() && literals.iter().all(|literal| matches!(literal, Operand::Number(_)))
        };
        let mut columns = Vec::new();
        for name in filter.names().filter(is_number) {
            let found = column(name, &block.schema)?;
            columns.extend(found.map(|index| NumberColumn { name, index, rows: 0, has_number: false, text: None }));
        }
        Ok(columns)
    }
}

impl PassCheck for NumberColumns<'_> {
    fn block(&mut self, block: &Block) -> Result<()> {
        if block.puzzles.is_empty() {
            return Ok(());
        }
        let columns = match &mut self.columns {
            Some(columns) => columns,
            none => {
                self.notice.iter().try_for_each(|notice| note_columns(self.filter, block, *notice))?;
                none.insert(NumberColumns::find(self.filter, block)?)
            }
        };
        columns.iter_mut().for_each(|column| column.look_at(block));
        Ok(())
    }

    fn end(&mut self) -> Result<()> {
        for NumberColumn { name, has_number, text, .. } in self.columns.iter().flatten() {
            let Some((location, text)) = text else { continue };
            if !has_number {
                return Err(Error::Usage(format!(
                    "{name} is compared with a number, but the column holds no number: {location} has {text:?}; compare it \
                     with a string in quotes"
                )));
            }
            let note = format!(
                "{name} is compared with a number; another text, such as {text:?} in {location}, equals no number, and is neither \
                 less nor greater"
            );
            self.notice.iter().for_each(|notice| notice(&note));
        }
        Ok(())
    }
}

/// Prints a note for each name of a property that means a column of the corpus instead.
fn note_columns(filter: &Filter, block: &Block, notice: fn(&str)) -> Result<()> {
    for name in filter.names().filter(|name| is_property(name)) {
        if column(name, &block.schema)?.is_some() {
            notice(&format!("{name} is read from the column of the corpus, not computed"));
        }
    }
    Ok(())
}

impl NumberColumn<'_> {
    /// Looks for a number and for another value in a block.
    fn look_at(&mut self, block: &Block) {
        for puzzle in &block.puzzles {
            if self.has_number && (self.text.is_some() || self.rows >= CHECKED_ROWS) {
                return;
            }
            self.rows += 1;
            let fields = block.schema.fields(block.row(puzzle));
            let text = fields.get(self.index).map_or(Default::default(), |field| String::from_utf8_lossy(field));
            if Decimal::parse(&text).is_some() {
                self.has_number = true;
            } else if self.text.is_none() && !text.trim().is_empty() {
                self.text = Some((puzzle.location(), text.trim().into()));
            }
        }
    }
}
