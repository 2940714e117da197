//! Tables for the terminal, with as many columns as fit.

use std::borrow::Cow;

use comfy_table::{CellAlignment, ContentArrangement, Table as Grid, presets};
use corpus::terminal::{self, escape, wrapped};

use crate::record::csv_rows;

#[derive(Clone, Debug)]
pub struct Column {
    name: Cow<'static, str>,
    /// How useful the column is. A narrow terminal leaves out the columns of the lowest rank first.
    rank: u8,
}

const ALWAYS_KEPT_RANK: u8 = u8::MAX;

impl Column {
    pub const fn kept(name: &'static str) -> Column {
        Column { name: Cow::Borrowed(name), rank: ALWAYS_KEPT_RANK }
    }

    /// Creates a column that a narrow terminal leaves out, together with all others of the same rank or a lower one.
    pub const fn ranked(name: &'static str, rank: u8) -> Column {
        Column { name: Cow::Borrowed(name), rank }
    }

    /// Creates a column of a matrix, with its number as its name. A narrow terminal leaves out the last columns first.
    pub fn numbered(number: usize) -> Column {
        let rank = u8::MAX.saturating_sub(number.min(255) as u8);
        Column { name: Cow::Owned(number.to_string()), rank }
    }
}

/// A table; the first column is aligned to the left, all others to the right.
#[derive(Clone, Debug)]
pub struct Table {
    columns: Vec<Column>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// Creates a table. A terminal would obey control characters in names of the user, so they are escaped.
    pub fn new(columns: &[Column], rows: impl Iterator<Item = Vec<String>>) -> Table {
        let escaped = |row: Vec<String>| row.iter().map(|cell| escape(cell).into_owned()).collect();
        Table { columns: columns.to_vec(), rows: rows.map(escaped).collect() }
    }

    /// Names the first column as the user does.
    #[must_use]
    pub fn with_first_column(mut self, name: &str) -> Table {
        self.columns[0].name = Cow::Owned(escape(name).into_owned());
        self
    }

    pub fn names(&self) -> Vec<&str> {
        self.columns.iter().map(|column| &*column.name).collect()
    }

    pub fn rows(&self) -> &[Vec<String>] {
        &self.rows
    }

    /// Renders the whole table as Markdown.
    pub fn markdown(&self) -> String {
        let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
        let alignments = (0..self.columns.len()).map(|index| if index == 0 { "---" } else { "---:" }.into());
        let names = self.names().into_iter().map(escape_markdown);
        let rows = self.rows.iter().map(|row| row.iter().map(|cell| escape_markdown(cell)).collect());
        [names.collect(), alignments.collect()].into_iter().chain(rows).map(line).collect()
    }

    /// Renders the whole table as a LaTeX environment `tabular`, with the rules of the package booktabs.
    pub fn latex(&self) -> String {
        let line = |cells: Vec<String>| format!("{} \\\\\n", cells.join(" & "));
        let escaped = |cells: &[String]| cells.iter().map(|cell| escape_latex(cell)).collect::<Vec<_>>();
        let header = line(self.names().iter().map(|name| escape_latex(name)).collect());
        let rows: String = self.rows.iter().map(|row| line(escaped(row))).collect();
        let columns = "r".repeat(self.columns.len() - 1);
        format!(
            "\\begin{{tabular}}{{l{columns}}}\n\\toprule\n{header}\\midrule\n{rows}\\bottomrule\n\\end{{tabular}}\n"
        )
    }

    /// Renders the whole table as CSV.
    pub fn csv(&self) -> String {
        let names = self.names().into_iter().map(String::from).collect();
        csv_rows([names].into_iter().chain(self.rows.iter().cloned()))
    }

    /// Renders the columns of at least this rank.
    fn text(&self, rank: u8, style: Style) -> String {
        let shown = |index: usize| self.columns[index].rank >= rank;
        let mut grid = Grid::new();
        grid.load_style(if style == Style::Lines { presets::UTF8_FULL_CONDENSED } else { presets::NOTHING });
        grid.set_content_arrangement(ContentArrangement::Disabled);
        grid.set_header(self.columns.iter().filter(|column| column.rank >= rank).map(|column| &*column.name));
        for row in &self.rows {
            grid.add_row(row.iter().enumerate().filter(|(index, _)| shown(*index)).map(|(_, cell)| cell));
        }
        for (index, column) in grid.column_iter_mut().enumerate() {
            column.set_cell_alignment(if index == 0 { CellAlignment::Left } else { CellAlignment::Right });
            column.set_padding(match style {
                Style::Lines => (1, 1),
                Style::Blanks(blanks) => (0, blanks),
            });
        }
        grid.lines().map(|line| format!("{}\n", line.trim_end())).collect()
    }

    /// Returns the lowest rank whose columns, and those above it, fit with a blank between them.
    fn rank_within(&self, width: usize) -> u8 {
        let mut ranks: Vec<u8> = self.columns.iter().map(|column| column.rank).collect();
        ranks.sort_unstable();
        ranks.into_iter().find(|&rank| fits(&self.text(rank, CLOSE), width)).unwrap_or(ALWAYS_KEPT_RANK)
    }

    /// Returns the names of the columns that do not fit.
    fn left_out(&self, width: usize) -> Vec<&str> {
        let rank = self.rank_within(width);
        self.columns.iter().filter(|column| column.rank < rank).map(|column| &*column.name).collect()
    }
}

/// Escapes Markdown and HTML, which names of puzzles and paths may contain.
pub fn escape_markdown(text: &str) -> String {
    escaped(text, |c| match c {
        '&' => "&amp;".into(),
        '<' => "&lt;".into(),
        '>' => "&gt;".into(),
        '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '~' | '@' | '#' => format!("\\{c}"),
        c => c.into(),
    })
}

/// Escapes the characters that LaTeX gives a meaning, and writes those as commands that its text fonts may lack.
fn escape_latex(text: &str) -> String {
    escaped(text, |c| match c {
        '\\' => "\\textbackslash{}".into(),
        '~' | '^' => format!("\\{c}{{}}"),
        '×' => "$\\times$".into(),
        '≥' => "$\\geq$".into(),
        'µ' => "$\\mu$".into(),
        '–' => "--".into(),
        '&' | '%' | '$' | '#' | '_' | '{' | '}' => format!("\\{c}"),
        c => c.into(),
    })
}

fn escaped(text: &str, escape: impl Fn(char) -> String) -> String {
    terminal::escape(text).chars().map(escape).collect()
}

const MIN_NOTE_WIDTH: usize = 60;

#[derive(Clone, Copy, PartialEq)]
enum Style {
    Lines,
    Blanks(u16),
}

const WIDE: Style = Style::Blanks(2);
const CLOSE: Style = Style::Blanks(1);

/// Renders tables, one below the other, so that they fit into `width` characters: with lines around the columns if all
/// tables fit with them, else with two blanks between them, else with one and without the least useful columns, which are
/// named below the tables. A width of 0 is no limit; no lines are drawn then.
pub fn render(tables: &[Table], width: usize) -> String {
    let texts = |text: &dyn Fn(&Table) -> String| tables.iter().map(text).collect::<Vec<_>>().join("\n");
    if width == 0 {
        return texts(&|table| table.text(0, WIDE));
    }
    for style in [Style::Lines, WIDE] {
        let whole = texts(&|table| table.text(0, style));
        if fits(&whole, width) {
            return whole;
        }
    }
    let text = texts(&|table| table.text(table.rank_within(width), CLOSE));
    let left_out: Vec<_> = tables.iter().flat_map(|table| table.left_out(width)).collect();
    if left_out.is_empty() {
        return text;
    }
    let note = format!("too wide for the terminal: {}; --wide shows them", left_out.join(", "));
    format!("{text}{}\n", wrapped(&note, width.max(MIN_NOTE_WIDTH)))
}

fn fits(text: &str, width: usize) -> bool {
    text.lines().all(|line| line.chars().count() <= width)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        let columns = [Column::kept("name"), Column::ranked("b", 2), Column::ranked("a", 1), Column::ranked("c", 2)];
        Table::new(&columns, [["x", "22", "1", "33"].map(String::from).to_vec()].into_iter())
    }

    #[test]
    fn the_least_useful_columns_are_left_out_and_named() {
        let plain = "name   b  a   c\nx     22  1  33\n";
        assert_eq!(render(&[table()], 0), plain);
        assert_eq!(render(&[table()], 15), plain);
        assert_eq!(render(&[table()], 14), "name  b a  c\nx    22 1 33\n");
        let [note, end] = ["too wide for the terminal:", "; --wide shows them"];
        assert_eq!(render(&[table()], 11), format!("name  b  c\nx    22 33\n{note} a{end}\n"));
        for width in [9, 1] {
            assert_eq!(render(&[table()], width), format!("name\nx\n{note} b, a, c{end}\n"));
        }
    }

    #[test]
    fn lines_are_drawn_where_all_tables_fit() {
        let drawn = render(&[table()], 80);
        let width = drawn.lines().map(|line| line.chars().count()).max().unwrap();
        assert!(drawn.contains('┆'), "{drawn}");
        assert_eq!(render(&[table()], width), drawn);
        assert!(!render(&[table()], width - 1).contains('┆'));
        let wide = Table::new(&[Column::kept("x".repeat(70).leak())], std::iter::empty());
        assert!(!render(&[table(), wide], 72).contains('┆'));
    }
}
