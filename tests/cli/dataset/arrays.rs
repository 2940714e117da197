//! NumPy arrays in and out, lists of integers, and `export`.

use std::os::unix::fs::symlink;

use super::*;

#[test]
fn arrays_are_converted_to_and_from_text() {
    let scratch = Scratch::new();
    scratch.corpus("all.csv", corpus(5));
    scratch.dataset("convert all.csv -o all.npy").exits(0);
    assert_eq!(scratch.puzzles("all.npy"), scratch.puzzles("all.csv"));
    let ran = scratch.dataset("convert all.csv -o all.npz --to-offset 1").exits(0);
    assert!(!ran.stderr().contains("left out"), "{}", ran.stderr());
    scratch.dataset("convert all.npz -o back.csv --blank .").exits(0);
    assert_eq!(scratch.text("back.csv"), scratch.text("all.csv"));
    // An array in an archive, and a compressed array from a pipe.
    scratch.dataset("convert all.npz/puzzle.npy -o one.txt --blank .").exits(0);
    assert_eq!(scratch.text("one.txt"), list(5));
    scratch.dataset("convert all.csv -o all.npy.gz").exits(0);
    let compressed = fs::read(scratch.path("all.npy.gz")).unwrap();
    scratch.dataset_with("convert - --to lines --blank . -o two.txt", &compressed).exits(0);
    assert_eq!(scratch.text("two.txt"), list(5));
    scratch.dataset("inspect all.npz --strict").exits(0);
}

#[test]
fn what_is_no_array_is_left_out_with_a_message() {
    let scratch = Scratch::new();
    scratch.corpus("all.csv", format!("puzzle,author,rating\n{INKALA},Arto,9\n{EASY},none,1\n"));
    let ran = scratch.dataset("convert all.csv -o all.npz").exits(0);
    assert!(ran.stderr().contains("author (row 1 has \"Arto\", neither 81 cells nor an integer)"), "{}", ran.stderr());
    assert_eq!(scratch.dataset("convert all.npz --to csv").exits(0).stdout().lines().next(), Some("puzzle,rating"));
    for (words, wanted) in [
        ("convert all.csv -o x.csv --to-offset 1", "--to-offset is for arrays"),
        ("convert all.csv -o x.csv --offset 1", "--offset is for arrays"),
        ("convert all.csv -o x.csv --cells integers", "--cells integers is for Parquet"),
        ("convert all.csv -o x.npz.gz", "leave out .gz"),
        ("convert all.csv -o x.npy --blank x", "cannot have 'x' as a blank"),
    ] {
        let ran = scratch.dataset(words).exits(2);
        assert!(ran.stderr().contains(wanted), "{words}: {}", ran.stderr());
        assert!(!scratch.path("x.csv").exists() && !scratch.path("x.npy").exists());
    }
}

#[test]
fn an_ambiguous_offset_is_an_error_that_names_the_option() {
    let scratch = Scratch::new();
    let text = b"{'descr': '|u1', 'fortran_order': False, 'shape': (1, 81)}\n";
    let cells: Vec<u8> = INKALA_SOLVED.replace('9', "2").bytes().map(|digit| digit - b'1').collect();
    let file = [&b"\x93NUMPY\x01\x00"[..], &(text.len() as u16).to_le_bytes(), text, &cells].concat();
    scratch.corpus("classes.npy", file);
    let ran = scratch.dataset("convert classes.npy --to lines").exits(1);
    assert!(ran.stderr().contains("(--offset 0) or digits from 1 to 8 (--offset -1); say which"), "{}", ran.stderr());
    let ran = scratch.dataset("convert classes.npy --to lines --offset -1").exits(0);
    assert_eq!(ran.stdout().trim(), INKALA_SOLVED.replace('9', "2"));
}

#[test]
fn grids_may_be_lists_of_integers() {
    let scratch = Scratch::new();
    scratch.corpus("all.csv", corpus(3));
    for name in ["all.parquet", "all.jsonl"] {
        scratch.dataset(&format!("convert all.csv -o {name} --cells integers")).exits(0);
        assert_eq!(scratch.puzzles(name), scratch.puzzles("all.csv"));
    }
    let digits = MADE[0].solution.to_string().replace("", ",");
    let line = scratch.lines("all.jsonl").remove(0);
    assert!(line.ends_with(&format!("\"solution\":[{}]}}", digits.trim_matches(','))), "{line}");
    // The layout stays, but not the form.
    let again = scratch.dataset("convert all.jsonl --to jsonl --cells integers").exits(0).stdout();
    assert_eq!(again, scratch.text("all.jsonl"));
}

#[test]
fn augmented_rows_name_their_source() {
    let scratch = Scratch::new();
    scratch.corpus("list.txt", list(2));
    let ran = scratch.dataset("augment 2 list.txt --source").exits(0);
    let sources: Vec<_> = table(&ran.stdout()).iter().map(|row| row.get("source").to_string()).collect();
    assert_eq!(sources, ["1", "1", "1", "2", "2", "2"]);
    scratch.corpus("named.csv", corpus(1).replace("id,", "source,"));
    let ran = scratch.dataset("augment 1 named.csv --source").exits(0);
    assert_eq!(ran.stdout().lines().next(), Some("source,puzzle,solution,source_2"));
}

#[test]
fn a_directory_for_hrm_is_written_whole_or_not_at_all() {
    let scratch = Scratch::new();
    scratch.corpus("train.csv", corpus(20));
    scratch.corpus("test.txt", list(5));
    let words = "--train train.csv --test test.txt --copies 10 --seed 3";
    let ran = scratch.dataset(&format!("export hrm one {words} --threads 1")).exits(0);
    assert!(
        ran.stderr().contains("train: 220 rows of 20 puzzles, test: 5 rows of 5 puzzles; in one"),
        "{}",
        ran.stderr()
    );
    scratch.dataset(&format!("export hrm two {words} --threads 4")).exits(0);
    let found = files(&scratch.path("one"));
    assert_eq!(found.len(), 13, "{found:?}");
    for name in &found {
        let [one, two] = ["one", "two"].map(|directory| fs::read(scratch.path(directory).join(name)).unwrap());
        assert!(one == two, "{name}");
    }
    // The arrays are read as corpora.
    assert_eq!(scratch.puzzles("one/test/all__inputs.npy"), scratch.puzzles("test.txt"));
    assert_eq!(scratch.puzzles("one/train/all__labels.npy")[0], MADE[0].solution.to_string());
    let ran = scratch.dataset(&format!("export hrm one {words}")).exits(1);
    assert!(ran.stderr().contains("exists already"), "{}", ran.stderr());

    scratch.corpus("several.txt", format!("{INKALA}\n{}\n", INKALA.replace('8', ".")));
    let ran = scratch.dataset("export hrm three --train several.txt --test test.txt").exits(1);
    assert!(ran.stderr().contains("several.txt:2: the puzzle has several solutions"), "{}", ran.stderr());
    scratch.corpus("bad.txt", format!("{INKALA}\n{}\n", &INKALA[1..]));
    let ran = scratch.dataset("export hrm three --train train.csv --test bad.txt").exits(1);
    assert!(ran.stderr().contains("bad.txt:2:81: 80 cells"), "{}", ran.stderr());
    assert!(!scratch.path("three").exists() && !scratch.path("three.part").exists());
    symlink(scratch.path("one"), scratch.path("link")).unwrap();
    scratch.dataset(&format!("export hrm link {words}")).exits(1);
}
