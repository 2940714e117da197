//! Lists of names with descriptions.

/// The width of the lists.
const WIDTH: usize = 80;

/// Returns the lines of an entry: its beginning, and beside it the words of its description, on as many lines as they need.
pub fn entry(begin: &str, about: &str) -> String {
    let mut lines = vec![begin.to_string()];
    for word in about.split(' ') {
        let line = lines.last().map_or(0, |line| line.chars().count());
        if line + 1 + word.chars().count() > WIDTH {
            lines.push(" ".repeat(begin.chars().count()));
        }
        if let Some(line) = lines.last_mut() {
            *line += &format!(" {word}");
        }
    }
    lines.join("\n") + "\n"
}
