//! Kinds of files that cannot be read: they are recognised by their first bytes, and the error says how to convert them.

use crate::fs::first_member;

/// A kind of file that cannot be read.
struct Foreign {
    /// The name, with an article.
    name: &'static str,
    begins: fn(&[u8]) -> bool,
    advice: &'static str,
}

const EXCEL: &str = "save the sheet as CSV, with the puzzles as text; in Python: \
                     pandas.read_excel(FILE, dtype=str).to_csv(\"puzzles.csv\", index=False)";
const FEATHER: &str = "convert it to Parquet; in Python: pandas.read_feather(FILE).to_parquet(\"puzzles.parquet\")";

static FOREIGN: [Foreign; 12] = [
    Foreign { name: "an Arrow file (Feather)", begins: |first| first.starts_with(b"ARROW1"), advice: FEATHER },
    Foreign { name: "a Feather file of version 1", begins: |first| first.starts_with(b"FEA1"), advice: FEATHER },
    Foreign {
        name: "a pickle",
        begins: |first| matches!(first, [0x80, 2..=5, ..]),
        advice: "convert it to Parquet if you trust it, as reading a pickle can run any program; in Python: \
                 pandas.read_pickle(FILE).to_parquet(\"puzzles.parquet\")",
    },
    Foreign { name: "an Excel workbook (.xlsx)", begins: is_xlsx, advice: EXCEL },
    Foreign {
        name: "an Excel workbook (.xls)",
        begins: |first| first.starts_with(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"),
        advice: EXCEL,
    },
    Foreign {
        name: "an OpenDocument file (.ods)",
        begins: |first| first_member(first).is_some_and(|name| name == b"mimetype"),
        advice: "save the sheet as CSV, with the puzzles as text",
    },
    Foreign {
        name: "a raw LZMA file (.lzma)",
        begins: |first| first.starts_with(b"\x5d\0\0"),
        advice: "unpack it: xz --format=lzma -d < FILE > puzzles.txt",
    },
    Foreign {
        name: "an lzip file (.lz)",
        begins: |first| first.starts_with(b"LZIP"),
        advice: "unpack it: lzip -d < FILE > puzzles.txt",
    },
    Foreign {
        name: "a file of compress (.Z)",
        begins: |first| first.starts_with(b"\x1f\x9d"),
        advice: "unpack it: gzip -d < FILE > puzzles.txt",
    },
    Foreign {
        name: "a 7z archive",
        begins: |first| first.starts_with(b"7z\xbc\xaf\x27\x1c"),
        advice: "unpack it: 7z x FILE",
    },
    Foreign {
        name: "a RAR archive",
        begins: |first| first.starts_with(b"Rar!\x1a\x07"),
        advice: "unpack it: unrar x FILE",
    },
    Foreign {
        name: "an HDF5 file",
        begins: |first| first.starts_with(b"\x89HDF\r\n"),
        advice: "write its table as CSV or Parquet; in Python: pandas.read_hdf(FILE).to_parquet(\"puzzles.parquet\")",
    },
];

/// Returns the reason for which a file with these first bytes cannot be read, and how to convert it; `None` for other files.
pub fn refusal(first: &[u8]) -> Option<String> {
    let Foreign { name, advice, .. } = FOREIGN.iter().find(|foreign| (foreign.begins)(first))?;
    Some(format!("is {name}, which is not read; {advice}"))
}

fn is_xlsx(first: &[u8]) -> bool {
    first_member(first).is_some_and(is_part_of_workbook)
}

/// Returns true for the name of a file that workbooks hold.
fn is_part_of_workbook(name: &[u8]) -> bool {
    [&b"[Content_Types].xml"[..], b"_rels/", b"docProps/", b"xl/"].iter().any(|part| name.starts_with(part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_of_files_are_told_by_their_first_bytes() {
        let zip = |name: &str| [b"PK\x03\x04", &[0; 22][..], &[name.len() as u8, 0, 0, 0], name.as_bytes()].concat();
        for (first, kind) in [
            (b"ARROW1\0\0".to_vec(), "Feather"),
            (b"FEA1".to_vec(), "Feather"),
            (b"\x80\x04\x95".to_vec(), "a pickle"),
            (zip("[Content_Types].xml"), ".xlsx"),
            (zip("xl/workbook.xml"), ".xlsx"),
            (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1".to_vec(), ".xls"),
            (zip("mimetype"), ".ods"),
            (b"\x5d\0\0\x80\0\xff".to_vec(), ".lzma"),
            (b"LZIP\x01\x0c".to_vec(), ".lz"),
            (b"\x1f\x9d\x90\x70\xea\xe8".to_vec(), ".Z"),
            (b"7z\xbc\xaf\x27\x1c".to_vec(), "7z"),
            (b"Rar!\x1a\x07\x01\0".to_vec(), "RAR"),
        ] {
            assert!(refusal(&first).unwrap().contains(kind), "{kind}");
        }
        for first in [zip("puzzles.csv"), b"PK\x03\x04".to_vec(), b"puzzle\n".to_vec(), b"".to_vec()] {
            assert_eq!(refusal(&first), None);
        }
    }
}
