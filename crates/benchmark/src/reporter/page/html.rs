//! Elements of HTML.

use super::escaped;

/// Renders a table. The first column is aligned to the left.
pub fn table(header: &[impl AsRef<str>], rows: &[Vec<String>]) -> String {
    let head: String = header.iter().map(|name| format!("<th scope=\"col\">{}</th>", escaped(name.as_ref()))).collect();
    let row_html = |row: &Vec<String>| {
        let cells: String = row.iter().map(|cell| format!("<td>{}</td>", escaped(cell))).collect();
        format!("<tr>{cells}</tr>")
    };
    let body: String = rows.iter().map(row_html).collect();
    scrolling(&format!("<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"))
}

/// Renders the place of a table that scrolls if it is wider than the window.
pub fn scrolling(table: &str) -> String {
    format!("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"table\">{table}</div>")
}

/// Renders names with their descriptions; those without a description are left out.
pub fn descriptions(items: &[(&str, String)]) -> String {
    let items = items.iter().filter(|(_, text)| !text.is_empty());
    let items: String = items.map(|(name, text)| format!("<dt>{name}</dt><dd>{}</dd>", escaped(text))).collect();
    format!("<dl>{items}</dl>")
}
