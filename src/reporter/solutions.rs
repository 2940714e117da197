//! Solved puzzles as text: the rows of the corpus with what was found.

use std::{borrow::Cow, io::Write, str::FromStr};

use crate::{
    error::{Error, Result},
    grid::{CELLS, Grid},
    layout::{Schema, free_name},
    reader::{Block, Column},
    record::{Sample, Status},
    runner::FoundSolutions,
};

/// What is written behind the columns of the corpus.
const OURS: [&str; 3] = ["solution", "status", "solutions"];

/// What is written of a puzzle.
#[derive(Clone, Debug, Default)]
pub struct Output {
    /// In which form.
    pub format: Format,
    /// Which columns, those of the corpus and `solution`, `status`, `solutions`; all of them where this is empty.
    pub columns: Vec<Column>,
    /// Whether a puzzle has a row for each of its solutions.
    pub all_solutions: bool,
}

/// The form of the output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// A CSV file with a header.
    #[default]
    Csv,
    /// A line with the solution, or with the status where there is none.
    Lines,
    /// A JSON object a line.
    Jsonl,
}

impl FromStr for Format {
    type Err = String;

    fn from_str(text: &str) -> Result<Format, String> {
        match text {
            "csv" => Ok(Format::Csv),
            "lines" => Ok(Format::Lines),
            "jsonl" => Ok(Format::Jsonl),
            _ => Err("the formats are csv, lines, jsonl".into()),
        }
    }
}

/// A column of the output.
#[derive(Clone, Copy)]
enum Field {
    /// The column of the corpus at this place.
    Corpus(usize),
    Solution,
    Status,
    Solutions,
}

/// A row of the output.
struct Row<'a> {
    /// The row of the corpus.
    bytes: &'a [u8],
    sample: &'a Sample,
    solution: Option<&'a Grid>,
}

impl Output {
    /// The line before the first row, if the format has one.
    ///
    /// # Errors
    ///
    /// A column that was asked for is none.
    pub fn header(&self, schema: &Schema) -> Result<Vec<u8>> {
        let names = names(schema);
        let mut text = Vec::new();
        match (self.format, &schema.header) {
            (Format::Csv, Some(header)) if self.columns.is_empty() && schema.is_csv() => {
                text.extend_from_slice(header);
                names[schema.names.len()..].iter().for_each(|name| text.extend([b",", name.as_bytes()].concat()));
                text.push(b'\n');
            }
            (Format::Csv, _) => {
                let fields = self.fields(schema)?;
                Schema::push_csv(&mut text, b',', fields.iter().map(|&(place, _)| names[place].as_bytes()));
                text.push(b'\n');
            }
            _ => {}
        }
        Ok(text)
    }

    /// The rows of a block, which has its own rows. `found` says what was found.
    ///
    /// # Errors
    ///
    /// A column that was asked for is none.
    pub fn rows(&self, block: &Block, samples: &[Sample], found: FoundSolutions<'_>) -> Result<Vec<u8>> {
        let mut writer = Writer::new(self, &block.schema)?;
        writer.text.reserve(block.puzzles.len() * 256);
        for (place, (puzzle, sample)) in block.puzzles.iter().zip(samples).enumerate() {
            let bytes = block.row(puzzle);
            // What is wrong is not handed out as a solution.
            let solutions = if sample.status == Status::Wrong { &[] } else { found.of(place) };
            let solutions = if self.all_solutions { solutions } else { &solutions[..solutions.len().min(1)] };
            if solutions.is_empty() {
                writer.row(Row { bytes, sample, solution: None });
            }
            for solution in solutions {
                writer.row(Row { bytes, sample, solution: Some(solution) });
            }
        }
        Ok(writer.text)
    }

    /// The columns of the output, each with its place among all.
    fn fields(&self, schema: &Schema) -> Result<Vec<(usize, Field)>> {
        let names = names(schema);
        let field = |place: usize| match place.checked_sub(schema.names.len()) {
            None => (place, Field::Corpus(place)),
            Some(0) => (place, Field::Solution),
            Some(1) => (place, Field::Status),
            Some(_) => (place, Field::Solutions),
        };
        if self.columns.is_empty() {
            return Ok((0..names.len()).map(field).collect());
        }
        let find = |column: &Column| {
            let place = match column {
                Column::Number(number) => Some(number - 1).filter(|&place| place < names.len()),
                Column::Name(wanted) => names.iter().position(|name| name.eq_ignore_ascii_case(wanted)),
            };
            let all = || names.join(", ");
            place.map(field).ok_or_else(|| Error::Usage(format!("--columns: no column {column}; there are {}", all())))
        };
        self.columns.iter().map(find).collect()
    }
}

/// All columns. Where the corpus has one of our names, ours gets a number.
fn names(schema: &Schema) -> Vec<String> {
    let mut names = schema.names.clone();
    for ours in OURS {
        let name = free_name(ours, &names);
        names.push(name);
    }
    names
}

/// The same names, of which those that were there before get a number: what the keys of an object have to be.
fn unique(names: Vec<String>) -> Vec<String> {
    names.into_iter().fold(Vec::new(), |mut unique, name| {
        unique.push(free_name(&name, &unique));
        unique
    })
}

/// Writes the rows of a block.
struct Writer<'a> {
    output: &'a Output,
    schema: &'a Schema,
    fields: Vec<Field>,
    /// The names of these fields, as JSON.
    keys: Vec<String>,
    text: Vec<u8>,
}

impl<'a> Writer<'a> {
    fn new(output: &'a Output, schema: &'a Schema) -> Result<Writer<'a>> {
        let (names, fields) = (unique(names(schema)), output.fields(schema)?);
        let key = |&(place, _): &(usize, Field)| serde_json::Value::from(&*names[place]).to_string();
        let keys = fields.iter().map(key).collect();
        let fields = fields.into_iter().map(|(_, field)| field).collect();
        Ok(Writer { output, schema, fields, keys, text: Vec::new() })
    }

    fn row(&mut self, row: Row<'_>) {
        match self.output.format {
            Format::Csv if self.output.columns.is_empty() => self.csv(row),
            Format::Csv => {
                let corpus = self.schema.fields(row.bytes);
                let fields: Vec<_> = self.fields.iter().map(|&field| row.text(field, &corpus)).collect();
                Schema::push_csv(&mut self.text, b',', fields.iter().map(|field| &**field));
                self.text.push(b'\n');
            }
            Format::Lines => {
                match row.solution {
                    Some(solution) => self.text.extend(digits(solution)),
                    None => self.text.extend(row.sample.status.name().bytes()),
                }
                self.text.push(b'\n');
            }
            Format::Jsonl => self.json(row),
        }
    }

    /// The row of the corpus, as it is where it is CSV, and our columns.
    fn csv(&mut self, row: Row<'_>) {
        let names = self.schema.names.len();
        let columns = if self.schema.is_csv() {
            self.text.extend_from_slice(row.bytes);
            // A row of one field is a common case, and needs no second look.
            if names == 1 { 1 } else { self.schema.fields(row.bytes).len() }
        } else {
            let fields = self.schema.fields(row.bytes);
            Schema::push_csv(&mut self.text, b',', fields.iter().map(|field| &**field));
            fields.len()
        };
        self.text.extend(std::iter::repeat_n(b',', names.saturating_sub(columns)));
        self.text.push(b',');
        if let Some(solution) = row.solution {
            self.text.extend_from_slice(&digits(solution));
        }
        self.text.push(b',');
        self.text.extend_from_slice(row.sample.status.name().as_bytes());
        self.text.push(b',');
        self.text.extend_from_slice(itoa::Buffer::new().format(row.sample.solutions).as_bytes());
        self.text.push(b'\n');
    }

    fn json(&mut self, row: Row<'_>) {
        let corpus = self.schema.fields(row.bytes);
        for (i, (&field, key)) in self.fields.iter().zip(&self.keys).enumerate() {
            let value = match field {
                Field::Solutions => row.sample.solutions.into(),
                Field::Solution if row.solution.is_none() => serde_json::Value::Null,
                _ => String::from_utf8_lossy(&row.text(field, &corpus)).into(),
            };
            let before = if i == 0 { '{' } else { ',' };
            write!(self.text, "{before}{key}:{value}").expect("memory");
        }
        self.text.extend_from_slice(b"}\n");
    }
}

impl Row<'_> {
    /// A field as text; nothing where there is none.
    fn text<'b>(&self, field: Field, corpus: &'b [Cow<'b, [u8]>]) -> Cow<'b, [u8]> {
        match field {
            Field::Corpus(place) => Cow::from(corpus.get(place).map_or(&b""[..], |field| field)),
            Field::Solution => self.solution.map_or(Cow::default(), |solution| digits(solution).to_vec().into()),
            Field::Status => self.sample.status.name().as_bytes().into(),
            Field::Solutions => self.sample.solutions.to_string().into_bytes().into(),
        }
    }
}

fn digits(grid: &Grid) -> [u8; CELLS] {
    grid.cells().map(|value| b'0' + value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(header: &str) -> Schema {
        let names = header.split(',').map(Into::into).collect();
        Schema { header: Some(header.as_bytes().into()), names, ..Schema::default() }
    }

    fn header(output: &Output, header: &str) -> String {
        String::from_utf8(output.header(&layout(header)).unwrap()).unwrap()
    }

    #[test]
    fn our_columns_make_way_for_the_corpus() {
        let all = Output::default();
        assert_eq!(header(&all, "id,puzzle"), "id,puzzle,solution,status,solutions\n");
        assert_eq!(header(&all, "puzzle,Solution"), "puzzle,Solution,solution_2,status,solutions\n");
        assert_eq!(header(&all, "puzzle,status,status_2"), "puzzle,status,status_2,solution,status_3,solutions\n");
    }

    #[test]
    fn keys_are_unique() {
        let names = |names: &[&str]| unique(names.iter().map(ToString::to_string).collect());
        assert_eq!(names(&["id", "ID", "id", "id_2"]), ["id", "ID_2", "id_3", "id_2_2"]);
    }

    #[test]
    fn columns_are_picked_by_name_and_number() {
        let pick = |columns: &[&str]| Output {
            columns: columns.iter().map(|column| column.parse().unwrap()).collect(),
            ..Output::default()
        };
        assert_eq!(header(&pick(&["status", "1", "PUZZLE"]), "a b,puzzle"), "status,a b,puzzle\n");
        assert_eq!(header(&pick(&["solution", "3"]), "puzzle,solution"), "solution,solution_2\n");
        let error = |columns: &[&str]| pick(columns).header(&layout("puzzle")).unwrap_err().to_string();
        assert_eq!(error(&["rating"]), "--columns: no column rating; there are puzzle, solution, status, solutions");
        assert_eq!(error(&["5"]), "--columns: no column 5; there are puzzle, solution, status, solutions");
    }
}
