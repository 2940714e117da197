//! The figures of a page. The script shows one figure of each view, and reads values of it; without a script the first is shown.

use super::{escaped, html};
use crate::{
    figures::{Colour, Density, Extreme, Figure, NamedPuzzle, Plot, View},
    reporter::{palette, svg},
};

/// Renders the sections of views. `puzzles` are those that the figures name.
pub fn sections(views: &[View], puzzles: &[NamedPuzzle]) -> String {
    views.iter().map(|view| section(view, puzzles)).collect()
}

fn section(view: &View, puzzles: &[NamedPuzzle]) -> String {
    let View { name, title, figures } = view;
    let figures = figures.iter().enumerate().map(|(index, figure)| {
        let hidden = if index > 0 { " hidden" } else { "" };
        format!("<figure{hidden}>{}</figure>\n", figure_html(view, figure, puzzles))
    });
    let figures: String = figures.collect();
    format!("<section id=\"{name}\"><h2>{title}</h2>\n<div class=\"controls\"></div>\n{figures}</section>\n")
}

fn figure_html(view: &View, figure: &Figure, puzzles: &[NamedPuzzle]) -> String {
    let (keys, below) = match &figure.plot {
        Plot::Curves(_) => ("Arrow keys read the values. ", String::new()),
        Plot::Density(density) => ("Arrow keys go through the extremes, Enter shows one. ", extremes(density, puzzles)),
        Plot::Intervals(_) => ("", String::new()),
    };
    let table = match &figure.table {
        table if table.rows.is_empty() => String::new(),
        table => {
            let table = html::table(&table.header, &table.rows);
            format!("<details><summary>The values as a table</summary>{table}</details>")
        }
    };
    format!(
        "<figcaption>{}</figcaption>{}<div class=\"chart\" tabindex=\"0\" role=\"group\" aria-label=\"{}. {keys}The \
         values are in the table below.\">{}</div><div class=\"readout\" aria-live=\"polite\"></div>{below}{table}",
        escaped(&figure.caption),
        legend(figure),
        escaped(&view.title_of(figure)),
        svg::inline(figure),
    )
}

/// Renders the names of the curves as buttons, which show and hide them. A single curve has none.
fn legend(figure: &Figure) -> String {
    match &figure.plot {
        Plot::Curves(curves) if curves.curves.len() > 1 => {
            let buttons = curves.curves.iter().map(|curve| {
                let button = format!("{}{}", swatch(curve.colour), escaped(&curve.name));
                format!("<li><button type=\"button\" aria-pressed=\"true\">{button}</button></li>")
            });
            format!("<ul class=\"legend\">{}</ul>", buttons.collect::<String>())
        }
        _ => String::new(),
    }
}

/// Renders a short line of a colour.
pub fn swatch(colour: Colour) -> String {
    let (stroke, dashes) = palette::stroke(colour);
    let dashes = dashes.map_or(String::new(), |dashes| format!(" stroke-dasharray=\"{dashes}\""));
    format!(
        "<svg width=\"22\" height=\"12\" aria-hidden=\"true\"><path d=\"M0 6h22\" stroke=\"{stroke}\" \
         stroke-width=\"3\"{dashes}/></svg>"
    )
}

/// Renders the extremes as buttons, in a line for each way in which they are extreme.
fn extremes(density: &Density, puzzles: &[NamedPuzzle]) -> String {
    let button = |extreme: &Extreme| {
        let name = escaped(&puzzles[extreme.puzzle].name);
        format!("<button type=\"button\" data-puzzle=\"{}\">{name}</button>", extreme.puzzle)
    };
    let groups = density.extremes.chunk_by(|a, b| a.how == b.how);
    let lines = groups.map(|group| {
        let buttons: String = group.iter().map(button).collect();
        format!("<p class=\"extremes\">{}: {buttons}</p>", escaped(&group[0].how))
    });
    lines.collect()
}
