//! The colours of plots: the same for a strategy everywhere, and told apart by people who do not see all colours.

use crate::figures::Colour;

/// The colours on a light ground: those of Masataka Okabe and Kei Ito, "Color universal design", 2008, with two of Paul
/// Tol's in place of black and yellow, which a dark and a light ground hide.
pub const LIGHT: [&str; 8] = ["#0072b2", "#d55e00", "#d99500", "#882255", "#009e73", "#cc79a7", "#56b4e9", "#5b4fc4"];
/// The same colours for a dark ground: lighter.
pub const DARK: [&str; 8] = ["#4da3e0", "#ff8648", "#f5c04f", "#d0638f", "#2fc79a", "#eba6cf", "#a4dcff", "#a196ff"];
/// The colour of the extremes in a density plot: one of those above.
pub const EXTREME: &str = LIGHT[1];
/// The colours of a density plot on a light ground, from few puzzles to many: evenly darker.
pub const DENSITY: [&str; 8] = ["#bdd7ee", "#9fc8e6", "#7ab6dc", "#58a1cf", "#3585bf", "#1967ad", "#0a4a90", "#08306b"];
/// The same scale on a dark ground: evenly lighter.
pub const DENSITY_DARK: [&str; 8] =
    ["#1b4469", "#1f5883", "#256fa0", "#2e80b8", "#4a9cd3", "#78b9e6", "#aad5f4", "#e0f1fd"];

/// Curves that are not strategies.
const NEUTRAL: &str = "#6b7280";
pub const TEXT: &str = "#374151";
/// Axes and guides.
pub const AXIS: &str = "#9ca3af";
/// The grid, and the range that counts as unchanged.
pub const GRID: &str = "#e5e7eb";
pub const GROUND: &str = "#fff";

/// The colours that have a variable of the page's style.
const STYLED: [(&str, &str); 5] =
    [(NEUTRAL, "neutral"), (TEXT, "soft"), (AXIS, "neutral"), (GRID, "grid"), (GROUND, "ground")];

/// Returns the colour on a light ground, and the dashes of its line: `None` is solid.
pub fn stroke(colour: Colour) -> (&'static str, Option<&'static str>) {
    match colour {
        Colour::Neutral => (NEUTRAL, Some("5 3")),
        Colour::Palette(index) => {
            (LIGHT[index % LIGHT.len()], [None, Some("7 3"), Some("2 2")][index / LIGHT.len() % 3])
        }
    }
}

/// Returns the colour of a cell with this many puzzles, if the fullest has `most`: the scale is logarithmic.
pub fn density(count: u64, most: u64) -> usize {
    let share = (count as f64).ln() / (most.max(2) as f64).ln();
    ((share * DENSITY.len() as f64) as usize).min(DENSITY.len() - 1)
}

/// Returns the CSS rules that give the pictures in a page the colours of its theme.
pub fn page_style() -> String {
    let light = variables(&LIGHT, &DENSITY);
    let dark = variables(&DARK, &DENSITY_DARK);
    let named = names().zip(LIGHT.iter().chain(&DENSITY)).map(|(name, &colour)| (colour, name));
    let styled = STYLED.iter().map(|(colour, name)| (*colour, name.to_string()));
    let rule = |(colour, name): (&str, String)| {
        format!("svg [fill=\"{colour}\"]{{fill:var(--{name})}}svg [stroke=\"{colour}\"]{{stroke:var(--{name})}}\n")
    };
    format!(
        ":root{{{light}}}\n:root[data-theme=\"dark\"]{{{dark}}}\n\
         @media (prefers-color-scheme:dark){{:root:not([data-theme]){{{dark}}}}}\n{}",
        named.chain(styled).map(rule).collect::<String>()
    )
}

/// Returns the names of the variables of the colours of curves, then of cells.
fn names() -> impl Iterator<Item = String> {
    ["c", "d"].into_iter().flat_map(|kind| (0..LIGHT.len()).map(move |index| format!("{kind}{index}")))
}

fn variables(curves: &[&str], cells: &[&str]) -> String {
    names().zip(curves.iter().chain(cells)).map(|(name, colour)| format!("--{name}:{colour};")).collect()
}
