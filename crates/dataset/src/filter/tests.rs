use std::{collections::HashMap, sync::LazyLock};

use grid::random::SplitMix64;

use super::*;

static ROW: LazyLock<HashMap<String, String>> =
    LazyLock::new(|| serde_json::from_str(include_str!("row.json")).expect("an object with texts"));

fn value(name: &str) -> Option<String> {
    ROW.get(name).cloned()
}

fn holds(text: &str) -> bool {
    let filter = Filter::parse(text).unwrap_or_else(|error| panic!("{error}"));
    filter.holds(&mut |name| value(name))
}

/// The lines of `expressions.txt` begin with `yes` or `no`: whether the expression after it holds.
#[test]
fn expressions_hold_as_they_should() {
    for line in include_str!("expressions.txt").lines() {
        match line.split_once(' ') {
            Some(("yes", text)) => assert!(holds(text), "{text}"),
            Some(("no", text)) => assert!(!holds(text), "{text}"),
            _ => {}
        }
    }
}

#[test]
fn words_are_operators_too() {
    let words = "not (one == 1 or `or`) and notes in (1, 2)";
    assert_eq!(Filter::parse(words), Filter::parse("!(one == 1 || `or`) && notes in (1, 2)"));
}

#[test]
fn values_are_looked_up_lazily_and_once() {
    let asked = |text: &str| {
        let mut asked = Vec::new();
        Filter::parse(text).unwrap().holds(&mut |name| {
            asked.push(name.to_owned());
            value(name)
        });
        asked.join(" ")
    };
    assert_eq!(asked("one == 2 && two == 2"), "one");
    assert_eq!(asked("one == 1 && two == 2"), "one two");
    assert_eq!(asked("one == 1 || two == 2"), "one");
    assert_eq!(asked("one == 2 || two == 2"), "one two");
    assert_eq!(asked("(one == 2 && two) || yes"), "one yes");
    assert_eq!(asked("missing == two || one == one || two"), "missing one");
    assert_eq!(asked("two in (one, two, nine)"), "two one");
    assert_eq!(asked("one == 2 || one == 3 || one == 4"), "one");
}

#[test]
fn names_are_listed_once_in_order() {
    let names = |text: &str| Filter::parse(text).unwrap().names().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(names("b < a && (b == c || `x-y``z` in (a, é_1)) && true"), ["b", "a", "c", "x-y`z", "é_1"]);
    assert_eq!(names("true"), [""; 0]);
}

/// The messages in `errors.txt` name the position and the reason.
#[test]
fn errors_have_a_position_and_a_reason() {
    for message in include_str!("errors.txt").trim_end().split("\n\n") {
        let text = message.lines().nth(1).unwrap().strip_prefix("  ").unwrap();
        assert_eq!(Filter::parse(text).unwrap_err().to_string(), message);
    }
    assert_eq!(Filter::parse("").unwrap_err().at, 0);
    assert_eq!(Filter::parse("a == 17clue").unwrap_err().at, 5);
}

#[test]
fn the_caret_is_under_the_error() {
    let caret = |text: &str| {
        let shown = Filter::parse(text).unwrap_err().to_string();
        let lines: Vec<Vec<char>> = shown.lines().map(|line| line.chars().collect()).collect();
        assert!(lines.len() == 3 && lines[1].len() < 80, "{shown}");
        lines[1].get(lines[2].len() - 1).copied()
    };
    assert_eq!(caret("clues = 22"), Some('='));
    assert_eq!(caret("'é' == é\n\t&& §"), Some('§'));
    assert_eq!(caret("clues <="), None);
    assert_eq!(caret(&format!("{} § {}", "a && ".repeat(100), " || b".repeat(100))), Some('§'));
}

#[test]
fn deep_nesting_is_an_error_but_long_chains_are_not() {
    for open in ["(", "!", "!("] {
        let error = Filter::parse(&format!("{}a{}", open.repeat(10_000), ")".repeat(10_000))).unwrap_err();
        assert!(error.at < 200 && error.reason.starts_with("more than 100 parentheses"), "{error}");
    }
    assert!(Filter::parse(&format!("{}a{}", "(".repeat(100), ")".repeat(100))).is_ok());
    assert!(holds(&format!("{}true", "one == 2 || ".repeat(100_000))));
    assert!(holds(&format!("{}true", "(one == 1) && ".repeat(100_000))));
}

/// An expression of at most this depth, fully in parentheses, and whether it holds.
fn random_expression(random: &mut SplitMix64, depth: u64) -> (String, bool) {
    match random.below(if depth == 0 { 1 } else { 4 }) {
        0 => {
            let [left, right] = [(); 2].map(|()| random.below(4));
            let (operator, truth) = [
                ("==", left == right),
                ("!=", left != right),
                ("<", left < right),
                ("<=", left <= right),
                (">", left > right),
                (">=", left >= right),
            ][random.below(6) as usize];
            let names = ["nothing", "one", "two", "nine"];
            (format!("{} {operator} {}", names[left as usize], names[right as usize]), truth)
        }
        1 => {
            let (text, truth) = random_expression(random, depth - 1);
            (format!("!({text})"), !truth)
        }
        connective => {
            let parts: Vec<_> = (0..2 + random.below(2)).map(|_| random_expression(random, depth - 1)).collect();
            let texts: Vec<_> = parts.iter().map(|(text, _)| format!("({text})")).collect();
            match connective {
                2 => (texts.join("&&"), parts.iter().all(|&(_, truth)| truth)),
                _ => (texts.join("||"), parts.iter().any(|&(_, truth)| truth)),
            }
        }
    }
}

#[test]
fn random_expressions_hold_if_their_parts_say_so() {
    let mut random = SplitMix64(2);
    for _ in 0..5_000 {
        let (text, truth) = random_expression(&mut random, 4);
        assert_eq!(holds(&text), truth, "{text}");
    }
}
