//! Edits results consistently: the digests in the manifest are updated.

use serde_json::Value;
use sha2::{Digest, Sha256};

use super::*;

pub struct Edited(pub PathBuf);

impl Edited {
    pub fn copy(from: &Path, to: PathBuf) -> Edited {
        fs::create_dir(&to).unwrap();
        for file in ["manifest.json", "puzzles.csv", "blocks.csv"] {
            fs::copy(from.join(file), to.join(file)).unwrap();
        }
        Edited(to)
    }

    /// Edits the text of a file without updating the digests.
    pub fn text(self, file: &str, edit: impl FnOnce(String) -> String) -> Edited {
        let text = edit(read(&self.0.join(file)));
        fs::write(self.0.join(file), text).unwrap();
        self
    }

    pub fn manifest(self, edit: impl FnOnce(&mut Value)) -> Edited {
        self.text("manifest.json", |text| {
            let mut manifest = serde_json::from_str(&text).unwrap();
            edit(&mut manifest);
            manifest.to_string()
        })
    }

    /// Edits the rows of `puzzles.csv`, and removes those for which `edit` returns false.
    pub fn puzzles(self, edit: impl FnMut(&mut Row) -> bool) -> Edited {
        let counts = without_latencies(&self.rows("puzzles.csv", edit));
        self.manifest(|manifest| {
            for strategy in manifest["strategies"].as_array_mut().unwrap() {
                let own = |row: &&str| row.split(',').rev().nth(6) == strategy["name"].as_str();
                strategy["digest"] = sha256(&counts.split_inclusive('\n').filter(own).collect::<String>()).into();
            }
        })
    }

    /// Edits the rows of `blocks.csv`, and removes those for which `edit` returns false.
    pub fn blocks(self, edit: impl FnMut(&mut Row) -> bool) -> Edited {
        let text = self.rows("blocks.csv", edit);
        self.manifest(|manifest| manifest["blocks_sha256"] = sha256(&text).into())
    }

    fn rows(&self, file: &str, mut edit: impl FnMut(&mut Row) -> bool) -> String {
        let path = self.0.join(file);
        let mut rows = rows(&path);
        let mut csv = csv::Writer::from_writer(Vec::new());
        csv.write_record(&rows[0].header).unwrap();
        rows.retain_mut(|row| edit(row));
        rows.iter().for_each(|row| csv.write_record(&row.fields).unwrap());
        let text = String::from_utf8(csv.into_inner().unwrap()).unwrap();
        fs::write(&path, &text).unwrap();
        text
    }
}

impl Row {
    pub fn set(&mut self, name: &str, value: impl ToString) {
        let place = self.header.iter().position(|field| field == name).unwrap();
        let field = |(i, old): (usize, &str)| if i == place { value.to_string() } else { old.into() };
        self.fields = self.fields.iter().enumerate().map(field).collect();
    }

    pub fn add(&mut self, name: &str, by: i64) {
        self.set(name, self.number(name).checked_add_signed(by).unwrap());
    }
}

pub fn sha256(text: &str) -> String {
    Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect()
}
