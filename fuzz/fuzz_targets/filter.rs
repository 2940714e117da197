//! The filter expression: the parser and the evaluation. The expression ends with the first line; the lines after it are the
//! values of its names.

#![no_main]

use dataset::filter::Filter;
use libfuzzer_sys::fuzz_target;
use sudoku_bench_fuzz::check_shown;

fuzz_target!(|text: &str| {
    let (expression, values) = text.split_once('\n').unwrap_or((text, ""));
    let filter = match Filter::parse(expression) {
        Ok(filter) => filter,
        Err(error) => return check_shown(&error.to_string()),
    };
    let mut asked = Vec::new();
    let mut left = values.lines();
    filter.holds(&mut |name| {
        asked.push(name.to_owned());
        left.next().filter(|field| !field.is_empty()).map(String::from)
    });
    assert!(asked.iter().all(|name| filter.names().any(|known| known == name)));
    let most = asked.len();
    asked.sort();
    asked.dedup();
    assert_eq!(asked.len(), most, "a name is looked up once");
});
