//! The fields of a sample that need the profile of its search: its wrong turns before the first solution.

use corpus::layout::{ColumnSpec, ColumnType};
use serde::{Deserialize, Serialize};
use solver::strategy::{SearchProfile, WrongTurns};

/// The wrong turns of a search before its first solution, as METHODOLOGY.md defines them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProfileFields {
    /// The smallest depth of a wrong turn; 0 if there is none.
    pub first_wrong_depth: u16,
    /// The most nodes that were refuted at one wrong turn.
    pub largest_refuted: u64,
    pub wrong_turns: u16,
    pub first_backtracks: u64,
}

impl ProfileFields {
    /// The names and the meanings of the columns.
    pub const COLUMNS: [(&'static str, &'static str); 4] = [
        (
            "first_wrong_depth",
            "the smallest depth of a [wrong turn](METHODOLOGY.md#why-a-strategy-loses) before the first solution; empty if there is none",
        ),
        ("largest_refuted", "most nodes refuted at one wrong turn"),
        ("wrong_turns", "number of wrong turns"),
        ("first_backtracks", "backtracks before the first solution; with `--max-solutions 1`, all of them"),
    ];

    /// Returns the columns for rows of a search with a solution.
    pub fn columns() -> impl Iterator<Item = ColumnSpec<ProfileFields>> {
        ProfileFields::COLUMNS.into_iter().enumerate().map(|(index, (name, about))| {
            ColumnSpec::new(name, ColumnType::Integer, about, move |fields: &ProfileFields| {
                ProfileFields::values(Some(fields))[index].into()
            })
        })
    }

    /// Returns the fields of a search; `None` if it found no solution.
    pub fn of(profile: &SearchProfile) -> Option<ProfileFields> {
        let WrongTurns { count, first_depth, largest, refuted } = profile.wrong_turns()?;
        Some(ProfileFields {
            first_wrong_depth: first_depth,
            largest_refuted: largest,
            wrong_turns: count,
            first_backtracks: refuted,
        })
    }

    /// Returns the values of the columns. All are missing for a search without a solution, and the first is missing if there is
    /// no wrong turn.
    pub fn values(fields: Option<&ProfileFields>) -> [Option<u64>; ProfileFields::COLUMNS.len()] {
        let Some(fields) = fields else { return [None; ProfileFields::COLUMNS.len()] };
        let first_wrong_depth = (fields.wrong_turns > 0).then_some(fields.first_wrong_depth.into());
        let wrong_turns = Some(fields.wrong_turns.into());
        [first_wrong_depth, Some(fields.largest_refuted), wrong_turns, Some(fields.first_backtracks)]
    }

    /// Appends the fields, each after a comma. A missing value is empty.
    pub fn push(fields: Option<&ProfileFields>, text: &mut Vec<u8>) {
        for value in ProfileFields::values(fields) {
            text.push(b',');
            if let Some(integer) = value {
                text.extend_from_slice(itoa::Buffer::new().format(integer).as_bytes());
            }
        }
    }

    /// Parses the fields that [`ProfileFields::push`] appends. Returns a description of the first field that is missing
    /// or malformed.
    pub fn parse<'f>(fields: impl Iterator<Item = &'f str>) -> Result<Option<ProfileFields>, String> {
        let fields: Vec<&str> = fields.take(ProfileFields::COLUMNS.len()).collect();
        if fields.len() < ProfileFields::COLUMNS.len() {
            let names = ProfileFields::COLUMNS.map(|(name, _)| name).join(",");
            return Err(format!("has only {} of the columns {names}", fields.len()));
        }
        if fields.iter().all(|field| field.is_empty()) {
            return Ok(None);
        }
        let first_wrong_depth = if fields[0].is_empty() { 0 } else { integer(&fields, 0)? };
        Ok(Some(ProfileFields {
            first_wrong_depth,
            largest_refuted: integer(&fields, 1)?,
            wrong_turns: integer(&fields, 2)?,
            first_backtracks: integer(&fields, 3)?,
        }))
    }
}

fn integer<T: std::str::FromStr>(fields: &[&str], index: usize) -> Result<T, String> {
    let (name, _) = ProfileFields::COLUMNS[index];
    fields[index].parse().map_err(|_| format!("has {:?} as its {name}", fields[index]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Result<Option<ProfileFields>, String> {
        ProfileFields::parse(text.split(',').skip(1))
    }

    #[test]
    fn written_fields_are_read_back() {
        let wrong =
            ProfileFields { first_wrong_depth: 3, largest_refuted: 20, wrong_turns: 2, first_backtracks: u64::MAX };
        for (fields, expected) in
            [(None, ",,,,"), (Some(ProfileFields::default()), ",,0,0,0"), (Some(wrong), ",3,20,2,18446744073709551615")]
        {
            let mut text = Vec::new();
            ProfileFields::push(fields.as_ref(), &mut text);
            let text = String::from_utf8(text).unwrap();
            assert_eq!(text, expected);
            assert_eq!(parsed(&text), Ok(fields));
        }
    }
}
