//! Tables as text and as HTML, with the first and the last rows.

use arrow_array::Array;
use arrow_schema::DataType;
use benchmark::reporter::svg::escaped;
use comfy_table::{CellAlignment, ContentArrangement, Table as Grid, presets};
use pyo3::{PyResult, Python, types::PyAnyMethods};

use crate::values::value;

/// Rows that are shown of a longer table: half of them are the first ones.
const SHOWN_ROWS: usize = 10;
/// Characters that are shown of a longer text, such as a grid.
const SHOWN_CHARACTERS: usize = 20;
/// The greatest width of a table as text; columns in the middle are left out.
const WIDTH: usize = 110;
/// Stands for what is left out.
const MORE: &str = "…";

pub struct View {
    title: String,
    columns: Vec<ViewColumn>,
}

#[derive(Clone)]
pub struct ViewColumn {
    name: String,
    is_number: bool,
    cells: Vec<String>,
}

impl ViewColumn {
    /// Returns the rows of a column that are shown.
    pub fn new(py: Python<'_>, name: &str, array: &dyn Array) -> PyResult<ViewColumn> {
        let rows = array.len();
        let half = if rows > SHOWN_ROWS { SHOWN_ROWS / 2 } else { rows };
        let shown = (0..half).chain(rows - half.min(rows - half)..rows);
        let text = |row| {
            let text = value(py, array, row)?.str()?.to_string();
            let is_float = *array.data_type() == DataType::Float64;
            Ok(if is_float { text.parse().map_or(text, rounded) } else { shortened(text) })
        };
        let cells = shown.map(text).collect::<PyResult<_>>()?;
        let is_number = !matches!(array.data_type(), DataType::LargeUtf8 | DataType::Boolean);
        Ok(ViewColumn { name: name.into(), is_number, cells })
    }

    pub fn of_cells(name: &str, is_number: bool, cells: Vec<String>) -> ViewColumn {
        ViewColumn { name: name.into(), is_number, cells }
    }

    fn width(&self) -> usize {
        let widths = self.cells.iter().chain([&self.name]).map(|cell| cell.chars().count());
        widths.max().unwrap_or(0) + 2
    }
}

/// Returns a number with at most four decimals.
fn rounded(number: f64) -> String {
    format!("{number:.4}").trim_end_matches('0').trim_end_matches('.').into()
}

fn shortened(text: String) -> String {
    let is_long = text.chars().count() > SHOWN_CHARACTERS;
    if is_long { text.chars().take(SHOWN_CHARACTERS).collect::<String>() + MORE } else { text }
}

impl View {
    /// Returns the view of a table with this many rows. A row between the first and the last ones stands for the others.
    pub fn new(title: String, mut columns: Vec<ViewColumn>, rows: usize) -> View {
        if rows > SHOWN_ROWS {
            columns.iter_mut().for_each(|column| column.cells.insert(SHOWN_ROWS / 2, MORE.into()));
        }
        View { title, columns }
    }

    pub fn titled(self, title: String) -> View {
        View { title, ..self }
    }

    /// Returns the columns that fit, with a gap in place of those in the middle that do not.
    fn fitting(&self) -> Vec<ViewColumn> {
        let all = &self.columns;
        let gap = ViewColumn::of_cells(MORE, false, vec![MORE.into(); self.rows()]);
        let without = |left_out: usize| {
            let begin = (all.len() - left_out).div_ceil(2);
            let gap = (left_out > 0).then_some(&gap);
            all[..begin].iter().chain(gap).chain(&all[begin + left_out..]).cloned().collect::<Vec<_>>()
        };
        let fits = |columns: &Vec<ViewColumn>| columns.iter().map(ViewColumn::width).sum::<usize>() <= WIDTH;
        let most = all.len().saturating_sub(2);
        (0..most).map(without).find(fits).unwrap_or_else(|| without(most))
    }

    fn rows(&self) -> usize {
        self.columns.first().map_or(0, |column| column.cells.len())
    }

    pub fn text(&self) -> String {
        let columns = self.fitting();
        let mut grid = Grid::new();
        grid.load_style(presets::NOTHING);
        grid.set_content_arrangement(ContentArrangement::Disabled);
        grid.set_header(columns.iter().map(|column| &column.name));
        for row in 0..self.rows() {
            grid.add_row(columns.iter().map(|column| &column.cells[row]));
        }
        for (column, shown) in grid.column_iter_mut().zip(&columns) {
            column.set_cell_alignment(if shown.is_number { CellAlignment::Right } else { CellAlignment::Left });
            column.set_padding((0, 2));
        }
        let lines: Vec<String> = grid.lines().map(|line| line.trim_end().to_string()).collect();
        [lines, vec![self.title.clone()]].concat().join("\n").trim_matches('\n').to_string()
    }

    pub fn html(&self) -> String {
        let side = |column: &ViewColumn| if column.is_number { "right" } else { "left" };
        let cell = |tag: &str, column: &ViewColumn, text: &str| {
            format!("<{tag} style=\"text-align: {}\">{}</{tag}>", side(column), escaped(text))
        };
        let header: String = self.columns.iter().map(|column| cell("th", column, &column.name)).collect();
        let row = |row: usize| {
            let cells: String = self.columns.iter().map(|column| cell("td", column, &column.cells[row])).collect();
            format!("<tr>{cells}</tr>\n")
        };
        let rows: String = (0..self.rows()).map(row).collect();
        let title = escaped(&self.title);
        format!("<table>\n<thead><tr>{header}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table>\n<p>{title}</p>\n")
    }
}
