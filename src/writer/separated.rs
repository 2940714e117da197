//! CSV (RFC 4180) and TSV, with a header.

use super::{Field, Kind, Writer};
use crate::{error::Result, layout::Schema};

pub const CSV: Kind = Kind {
    name: "csv",
    extensions: &["csv"],
    about: "a header, then every column",
    zeros: false,
    new: |schema| Ok(Box::new(Separated { delimiter: b',', names: schema.names.clone() })),
};

pub const TSV: Kind = Kind {
    name: "tsv",
    extensions: &["tsv", "tab"],
    about: "the same with tabs",
    zeros: false,
    new: |schema| Ok(Box::new(Separated { delimiter: b'\t', names: schema.names.clone() })),
};

struct Separated {
    delimiter: u8,
    names: Vec<String>,
}

impl Writer for Separated {
    fn begin(&mut self, text: &mut Vec<u8>) {
        Schema::push_csv(text, self.delimiter, self.names.iter().map(String::as_bytes));
        text.push(b'\n');
    }

    fn rows_are_independent(&self) -> bool {
        true
    }

    fn row(&mut self, fields: &[Field<'_>], text: &mut Vec<u8>) -> Result<()> {
        let missing = self.names.len().saturating_sub(fields.len());
        Schema::push_csv(text, self.delimiter, fields.iter().map(|field| &**field));
        text.extend(std::iter::repeat_n(self.delimiter, missing));
        text.push(b'\n');
        Ok(())
    }
}
