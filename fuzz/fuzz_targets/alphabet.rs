//! Grids of any shape in any alphabet: no text may end in a panic, and what is read is written and read again.

#![no_main]

use grid::text::{Alphabet, NotationOverride};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    for alphabet in Alphabet::ALL.into_iter().map(Some).chain([None]) {
        let Ok((grid, notation)) = NotationOverride { shape: None, alphabet }.parse(&text) else { continue };
        let again = NotationOverride::from(notation).parse(&notation.text(&grid));
        assert_eq!(again, Ok((grid, notation)), "{text:?}");
    }
});
