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
mod expression;
mod parse;
mod property;
mod rows;
#[cfg(test)]
mod tests;

pub use expression::Filter;
pub use parse::FilterError;
pub use property::{CLUES, TECHNIQUE};
