//! OpenSudoku's XML: `<game data="81 digits" />`, with 0 for a blank.
//!
//! The file is cut at every `>`, so that it streams; what is in a tag is left to an XML library.

use ::csv::ByteRecord;
use quick_xml::{Reader, escape::unescape, events::Event};

use super::{Head, Kind, Layout, Record, as_csv};
use crate::{
    error::Result,
    reader::lines::{Lines, MAX_RECORD},
};

pub const OPEN_SUDOKU: Kind = Kind {
    name: "opensudoku",
    about: "XML with an element `game` for each puzzle",
    detect: |head: &Head<'_>| head.bytes.trim_ascii_start().starts_with(b"<"),
    open: |_| Ok(Box::new(OpenSudoku::default())),
};

/// The attribute with the cells.
const DATA: &str = "data";

#[derive(Default)]
struct OpenSudoku {
    /// The attributes of the first game, but the cells.
    names: Option<Vec<String>>,
    text: Vec<u8>,
}

impl Layout for OpenSudoku {
    fn next<'r>(&'r mut self, lines: &'r mut Lines<'_>, fields: &mut ByteRecord) -> Result<Option<Record<'r>>> {
        while let Some(line) = lines.next_until(b'>')? {
            let breaks = line.bytes.iter().take_while(|byte| byte.is_ascii_whitespace()).filter(|&&byte| byte == b'\n');
            let number = line.number + breaks.count() as u64;
            let broken =
                |reason: String, at| Record { line: number, broken: Some((reason.into(), at)), ..Record::default() };
            if line.overlong {
                return Ok(Some(broken("an element is longer than 1,048,576 bytes".into(), MAX_RECORD)));
            }
            match game(line.bytes) {
                Ok(None) => {}
                Err(reason) => return Ok(Some(broken(reason, 0))),
                Ok(Some(attributes)) => {
                    self.split(&attributes, fields);
                    as_csv(fields, &mut self.text);
                    return Ok(Some(Record { line: number, bytes: &self.text, quoted: true, broken: None }));
                }
            }
        }
        Ok(None)
    }

    fn names(&self) -> Option<ByteRecord> {
        let names = self.names.iter().flatten().map(String::as_str);
        Some(["puzzle"].into_iter().chain(names).collect())
    }
}

type Attributes = Vec<(String, String)>;

/// The attributes of the game that begins here, if one does.
fn game(text: &[u8]) -> Result<Option<Attributes>, String> {
    let Some(begin) = text.iter().position(|&byte| byte == b'<') else { return Ok(None) };
    if !text[begin..].starts_with(b"<game") || text.get(begin + 5).is_none_or(|byte| !byte.is_ascii_whitespace()) {
        return Ok(None);
    }
    let text = std::str::from_utf8(&text[begin..]).map_err(|_| "invalid UTF-8")?;
    let mut reader = Reader::from_str(text);
    reader.config_mut().check_end_names = false;
    let (Ok(Event::Empty(tag)) | Ok(Event::Start(tag))) = reader.read_event() else {
        return Err("the element is not closed".into());
    };
    let attribute = |attribute: quick_xml::events::attributes::Attribute<'_>| {
        let value = unescape(&attribute.value).map_err(|error| error.to_string())?.into_owned();
        Ok((attribute.key.as_ref().to_string(), value))
    };
    tag.attributes()
        .map(|found| found.map_err(|error| error.to_string()).and_then(attribute))
        .collect::<Result<_, _>>()
        .map(Some)
}

impl OpenSudoku {
    fn split(&mut self, attributes: &Attributes, fields: &mut ByteRecord) {
        let others = || attributes.iter().map(|(name, _)| name.clone()).filter(|name| name != DATA);
        let names = self.names.get_or_insert_with(|| others().collect());
        let value = |wanted: &str| attributes.iter().find(|(name, _)| name == wanted).map_or("", |(_, value)| value);
        fields.clear();
        fields.push_field(value(DATA).as_bytes());
        names.iter().for_each(|name| fields.push_field(value(name).as_bytes()));
    }
}
