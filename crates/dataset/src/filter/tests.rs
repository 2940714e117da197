use grid::random::SplitMix64;

use super::*;

fn value(name: &str) -> Option<String> {
    let text = match name {
        "one" => "1",
        "two" => "2",
        "nothing" => "0",
        "seven" => "007",
        "ten" => " 10 ",
        "nine" => "9",
        "word" => "it's",
        "yes" => "true",
        "no" => "false",
        "infinite" => "inf",
        "my column" => "5",
        "long" => "9007199254740993",
        "grid" => "534678912672195348198342567859761423426853791713924856961537284287419635345286179",
        "wrong" => "534678912672195348999999999999999999999999999999999999999999999999999999999999999",
        "hash" => "0e1234567890",
        _ => return None,
    };
    Some(text.into())
}

fn holds(text: &str) -> bool {
    let filter = Filter::parse(text).unwrap_or_else(|error| panic!("{error}"));
    filter.holds(&mut |name| value(name))
}

#[track_caller]
fn all(wanted: bool, texts: &[&str]) {
    texts.iter().for_each(|text| assert_eq!(holds(text), wanted, "{text}"));
}

#[test]
fn every_operator_compares() {
    all(true, &["one==1", "one!=2", "one<2", "one<=1", "one<=2", "two>1", "two>=2", "two>=1", "one<two", "-1<one"]);
    all(false, &["one==2", "one!=1", "one<1", "two<=1", "one>1", "one>=2", "two<one", "one<-1"]);
    all(true, &["one in (3, 2, 1)", "two in(two)", "word in ('a', 'it''s')", "1e0 == one", ".5 < one", "+2 == two"]);
    all(false, &["one in (2, 3)", "word in ('a')"]);
}

#[test]
fn and_binds_more_tightly_than_or_and_not_applies_to_a_comparison() {
    all(true, &["one==1 || one==1 && one==2", "one==2 && one==2 || one==1", "!one == 2", "!(one == 1 && one == 2)"]);
    all(false, &["(one==1 || one==1) && one==2", "one==2 && (one==2 || one==1)", "!one == 1", "!one==2 && one==2"]);
    all(true, &["!!one", "!(one in (2))", "!one in (2)"]);
}

#[test]
fn words_are_operators_too() {
    all(true, &["one==1 or one==1 and one==2", "not one == 2", "not(one==2)and not two==1", "not !one"]);
    all(false, &["(one==1 or one==1) and one==2", "not one == 1", "nothing or no"]);
    let words = "not (one == 1 or `or`) and notes in (1, 2)";
    assert_eq!(Filter::parse(words), Filter::parse("!(one == 1 || `or`) && notes in (1, 2)"));
}

#[test]
fn a_name_on_its_own_is_a_condition() {
    all(true, &["one", "yes", "nine", "true", "yes == true", "!false", "`my column`"]);
    all(false, &["nothing", "word", "no", "missing", "false", "no == true", "infinite"]);
}

#[test]
fn numeric_texts_compare_as_numbers_unless_compared_with_a_string() {
    all(
        true,
        &["seven == 7", "nine < ten", "ten == 10", "seven == '007'", "word == \"it's\"", "word < 'j'", "'1' == one"],
    );
    all(false, &["seven == '7'", "seven != 7", "nine > ten", "nine < '10'"]);
    all(false, &["word == 1", "word < 1", "word > 1", "infinite > 1"]);
    all(true, &["word != 1"]);
}

#[test]
fn no_digit_is_lost() {
    all(
        true,
        &["long == 9007199254740993", "long > 9007199254740992", "grid != wrong", "grid < wrong", "hash == hash"],
    );
    all(false, &["long == 9007199254740992", "grid == wrong", "grid in (wrong)", "hash == 0", "hash", "grid > 1"]);
}

#[test]
fn missing_values_equal_nothing() {
    all(false, &["missing == 1", "missing < 1", "missing >= 1", "missing == missing", "missing in (missing, 1)"]);
    all(true, &["missing != 1", "!(missing == 1)", "missing != missing", "one != missing", "!missing"]);
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

#[test]
fn errors_have_a_position_and_a_reason() {
    let constant = |column: &str| {
        let reason = "this compares no column, so it is the same for every row; a column is named without quotes or in backquotes";
        format!("{reason}: `{column}`")
    };
    let [rating, b, x] = ["rating", "b", "x"].map(constant);
    let cases = [
        ("", 0, "expected a name, a number, a string, ! or (, found the end"),
        ("clues <= ", 9, "expected a name, a number or a string, found the end"),
        ("clues = 22", 6, "expected a comparison (== != < <= > >= in), &&, || or the end, found '='"),
        ("a == 1 & b == 2", 7, "expected &&, || or the end, found '&'"),
        ("a < b < c", 6, "expected &&, || or the end, found '<'"),
        ("22", 2, "expected a comparison (== != < <= > >= in), found the end"),
        ("(a == 1", 7, "expected &&, || or ), found the end"),
        ("a == 1)", 6, "expected &&, || or the end, found ')'"),
        ("a in 1", 5, "expected ( and a list, found '1'"),
        ("a in ()", 6, "expected a name, a number or a string, found ')'"),
        ("a in (1 2)", 8, "expected , or ), found '2'"),
        ("and == 1", 0, "expected a name, a number, a string, ! or (, found 'a'"),
        ("a or or b", 5, "expected a name, a number, a string, ! or (, found 'o'"),
        ("in == 1", 0, "expected a name, a number, a string, ! or (, found 'i'"),
        ("é == 'x", 6, "expected another ' after this one"),
        ("a == -", 5, "expected a number of at most 40 characters, with an exponent of at most three digits"),
        ("a == 1e1000", 5, "expected a number of at most 40 characters, with an exponent of at most three digits"),
        ("\"rating\" > 3", 0, &*rating),
        ("a == 1 && (3 in (1, 'b'))", 11, &*b),
        ("true == 'x'", 0, &*x),
        ("a == 1 ||", 9, "expected a name, a number, a string, ! or (, found the end"),
    ];
    for (text, at, reason) in cases {
        let error = Filter::parse(text).unwrap_err();
        assert_eq!((error.at, &*error.reason), (at, reason), "{text}");
    }
    let error = Filter::parse("a == 17clue").unwrap_err();
    assert_eq!(error.at, 5);
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
