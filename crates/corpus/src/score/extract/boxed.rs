//! The text in LaTeX's `\boxed{…}`.

use super::Rule;

pub const BOXED: Rule = Rule { name: "boxed", about: r"in the last \boxed{…}", extract: |text, _| last_boxed(text) };

fn last_boxed(text: &str) -> Option<&str> {
    const OPEN: &str = r"\boxed{";
    let rest = &text[text.rfind(OPEN)? + OPEN.len()..];
    let mut depth = 1;
    for (at, byte) in rest.bytes().enumerate() {
        match byte {
            b'{' => depth += 1,
            b'}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(&rest[..at]);
        }
    }
    None
}
