//! Puzzles with candidates in every notation, and the steps that solve them: no text may end in a panic or an endless path.

#![no_main]

use std::sync::atomic::AtomicBool;

use libfuzzer_sys::fuzz_target;
use rating::explain::{explain, json_lines, parse, svg, text};
use rating::{Rater, Tenths};

/// The hardest steps: chains of what follows from several assumptions take too long here.
const UP_TO: Tenths = Tenths(74);
/// With more candidates, the number of solutions may take long to count.
const MAX_CANDIDATES: u32 = 250;

fuzz_target!(|data: &[u8]| {
    let Ok(given) = parse(&String::from_utf8_lossy(data)) else { return };
    // Also without a solution, or with several.
    Rater::default().rate_marks(&given.grid, given.marks.clone(), Some(UP_TO));
    let candidates: u32 = given.marks.digits.iter().map(|cells| cells.count_ones()).sum();
    if candidates > MAX_CANDIDATES {
        return;
    }
    let explained = explain(&given, Some(UP_TO), &AtomicBool::new(false));
    assert!(json_lines(&given, 1, &explained).lines().all(|line| line.ends_with('}')));
    if let Ok(explanation) = explained {
        assert!(text(&explanation, Some(UP_TO), true).contains("ER "));
        for taken in &explanation.steps {
            assert!(!taken.after.grid.has_conflict() && svg(taken).ends_with("</svg>\n"));
        }
    }
});
