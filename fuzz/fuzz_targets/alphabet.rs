//! Grids of any shape in any alphabet: no text may end in a panic, and what is read is written and read again.

#![no_main]

use corpus::layout::{Alphabet, any_text, parse_any};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    for alphabet in Alphabet::ALL.into_iter().map(Some).chain([None]) {
        let Ok((grid, alphabet)) = parse_any(&text, None, alphabet) else { continue };
        let again = parse_any(&any_text(&grid, alphabet), Some(grid.shape()), Some(alphabet));
        assert_eq!(again, Ok((grid, alphabet)), "{text:?}");
    }
});
