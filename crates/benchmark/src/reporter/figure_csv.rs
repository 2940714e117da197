//! The data of a figure as CSV, for other programs to draw it again.

use crate::{
    figures::{Axis, Curves, Density, Figure, Interval, Intervals, Plot, Unit},
    record::csv_rows,
};

/// Renders the data of a figure. Curves have a row for each x with a column for each curve, and columns `NAME_low` and
/// `NAME_high` for its band; density plots have a row for each cell with the ends of its sides and its puzzles; intervals have
/// a row for each name.
pub fn csv(figure: &Figure) -> String {
    csv_rows(match &figure.plot {
        Plot::Curves(curves) => curve_rows(&figure.x, curves),
        Plot::Density(density) => density_rows(&figure.x.label, &figure.y.label, density),
        Plot::Intervals(intervals) => interval_rows(&figure.x.label, intervals),
    })
}

fn curve_rows(axis: &Axis, Curves { x, curves, .. }: &Curves) -> Vec<Vec<String>> {
    let label = if axis.unit == Unit::Nines { "1/(1 - percentile)" } else { &axis.label };
    // The puzzles above a limit of ratings have no number.
    let x_text = |&value: &f64| if axis.unit == Unit::Rating { axis.text(value) } else { value.to_string() };
    let mut columns = vec![(label.to_string(), x.iter().map(x_text).collect::<Vec<_>>())];
    for curve in curves {
        columns.push((curve.name.clone(), texts(&curve.y)));
        if let Some((low, high)) = &curve.band {
            columns.push((format!("{}_low", curve.name), texts(low)));
            columns.push((format!("{}_high", curve.name), texts(high)));
        }
    }
    let header = columns.iter().map(|(name, _)| name.clone()).collect();
    let row = |index: usize| columns.iter().map(|(_, texts)| texts[index].clone()).collect();
    std::iter::once(header).chain((0..x.len()).map(row)).collect()
}

fn texts(values: &[Option<f64>]) -> Vec<String> {
    values.iter().copied().map(number_text).collect()
}

fn density_rows(x: &str, y: &str, Density { step, cells, .. }: &Density) -> Vec<Vec<String>> {
    let header = vec![format!("{x} from"), format!("{x} to"), format!("{y} from"), format!("{y} to"), "puzzles".into()];
    let ends = |exponent: i32| [exponent, exponent + 1].map(|exponent| format!("{:.6e}", step.powi(exponent)));
    let row =
        |&(x, y, count): &(i32, i32, u64)| ends(x).into_iter().chain(ends(y)).chain([count.to_string()]).collect();
    std::iter::once(header).chain(cells.iter().map(row)).collect()
}

fn interval_rows(label: &str, Intervals { rows }: &Intervals) -> Vec<Vec<String>> {
    let header = ["name", label, "low", "high"].map(String::from).into();
    let row =
        |row: &Interval| vec![row.name.clone(), number_text(row.value), number_text(row.low), number_text(row.high)];
    std::iter::once(header).chain(rows.iter().map(row)).collect()
}

fn number_text(value: Option<f64>) -> String {
    value.map_or(String::new(), |value| value.to_string())
}
