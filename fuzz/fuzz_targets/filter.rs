//! The filter expression: the parser, the text of what it parsed, and the evaluation. The expression ends with the first line;
//! the lines after it are the values of its names.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sudoku_bench::dataset::filter::{Filter, Value};
use sudoku_bench_fuzz::check_shown;

/// Returns a value that a field may have.
fn value(field: &str) -> Value {
    match field.parse() {
        _ if field.is_empty() => Value::Missing,
        Ok(number) if field.len().is_multiple_of(2) => Value::Number(number),
        _ => Value::Text(field.into()),
    }
}

fuzz_target!(|text: &str| {
    let (expression, values) = text.split_once('\n').unwrap_or((text, ""));
    let filter = match Filter::parse(expression) {
        Ok(filter) => filter,
        Err(error) => return check_shown(&error.to_string()),
    };
    let text = filter.to_string();
    assert_eq!(Filter::parse(&text).as_ref(), Ok(&filter), "{text}");
    let values: Vec<Value> = values.lines().map(value).collect();
    let (mut asked, mut left) = (Vec::new(), values.iter().cloned());
    filter.holds(&mut |name| {
        asked.push(name.to_owned());
        left.next().unwrap_or(Value::Missing)
    });
    assert!(asked.iter().all(|name| filter.names().any(|known| known == name)));
    let most = asked.len();
    asked.sort();
    asked.dedup();
    assert_eq!(asked.len(), most, "a name is looked up once");
});
