//! Rules of the house that neither the compiler nor a lint checks.

mod crates;
mod source;

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use crates::Crate;

/// Crates that declare their modules in the order of the layers.
const LAYERED: [&str; 2] = ["crates/benchmark", "crates/corpus"];

/// Returns the directories of the crates whose code the rules are for.
fn roots() -> Vec<PathBuf> {
    let crates = fs::read_dir("crates").unwrap().map(|entry| entry.unwrap().path());
    crates.filter(|root| root.join("src/lib.rs").exists()).chain([PathBuf::from("."), "python".into()]).collect()
}

/// Returns each file of a crate with its code, but for tests.
fn files() -> Vec<(PathBuf, String)> {
    let read = roots().into_iter().map(|root| Crate::read(&root));
    read.flat_map(|read| read.modules.into_values().map(|module| (module.file, module.code))).collect()
}

fn is_in(file: &Path, place: &str) -> bool {
    file.starts_with(Path::new("crates").join(place))
}

/// Fails if a file breaks the rule.
fn assert_none(rule: &str, offences: impl IntoIterator<Item = (PathBuf, String)>) {
    let offences = offences.into_iter().map(|(file, what)| format!("  {}: {what}", file.display()));
    let offences = BTreeSet::from_iter(offences);
    assert!(offences.is_empty(), "{rule}:\n{}", Vec::from_iter(offences).join("\n"));
}

fn lines_with(code: &str, is_offence: impl Fn(&str) -> bool) -> Vec<String> {
    code.lines().filter(|line| is_offence(line)).map(|line| line.trim().to_string()).collect()
}

#[test]
fn files_of_a_crate_use_each_other_in_no_circle() {
    let circles = roots().into_iter().flat_map(|root| Crate::read(&root).circles());
    let circles = circles.map(|(file, used)| (file, format!("uses {}, which leads back", used.display())));
    assert_none("circles of files", circles);
}

#[test]
fn modules_use_only_modules_below_them() {
    let mut upward = Vec::new();
    for read in LAYERED.map(|root| Crate::read(Path::new(root))) {
        let layers = read.layers();
        let layer = |module: &[String]| module.first().and_then(|top| layers.iter().position(|layer| layer == top));
        for (module, used) in read.used() {
            let above = used.into_iter().filter(|used| layer(used) < layer(module) && layer(used).is_some());
            let file = &read.modules[module].file;
            upward.extend(above.map(|used| (file.clone(), format!("uses {}", used.join("::")))));
        }
    }
    assert_none("src/lib.rs declares a module before one that uses it", upward);
}

#[test]
fn only_the_grid_and_the_solver_ask_whether_a_shape_is_nine() {
    let above = files().into_iter().filter(|(file, _)| !is_in(file, "grid") && !is_in(file, "solver"));
    let words = ["NINE", "is_nine"];
    let is_word = |c: char| !c.is_alphanumeric() && c != '_';
    let asks = |line: &str| line.split(is_word).any(|word| words.contains(&word));
    let asked =
        above.flat_map(|(file, code)| lines_with(&code, asks).into_iter().map(move |line| (file.clone(), line)));
    assert_none("the shape answers what it can", asked);
}

/// Returns true if a line compares or matches one of these names, or looks it up.
fn compares(line: &str, names: &BTreeSet<&str>) -> bool {
    names.iter().any(|name| {
        let literal = format!("\"{name}\"");
        line.match_indices(&literal).any(|(at, _)| {
            let before = line[..at].trim_end_matches([' ', '&', '*']);
            let after = line[at + literal.len()..].trim_start();
            let is_pattern = before.ends_with('|') || after.starts_with('|') || after.starts_with("=>");
            let is_compared = before.ends_with("==") || before.ends_with("!=") || after.starts_with("==");
            let is_found = before.ends_with("find(") || before.ends_with("by_name(") || before.contains("matches!(");
            is_pattern || is_compared || is_found
        })
    })
}

#[test]
fn only_registries_know_names_of_strategies_and_layouts() {
    let strategies = solver::strategy::REGISTRY.iter().map(|entry| &*entry.name);
    let layouts = corpus::layout::readable().map(|(layout, _)| layout.name);
    let written = corpus::layout::writable().map(|(layout, _)| layout.name);
    let names: BTreeSet<&str> = strategies.chain(layouts).chain(written).collect();
    let is_registry = |file: &Path| file.ends_with("registry.rs");
    let others = files().into_iter().filter(|(file, _)| !is_registry(file));
    let compared = others.flat_map(|(file, code)| {
        lines_with(&code, |line| compares(line, &names)).into_iter().map(move |line| (file.clone(), line))
    });
    assert_none("an entry of the registry answers what depends on a strategy or a layout", compared);
}

#[test]
fn files_are_named_by_what_they_hold() {
    let named = files().into_iter().filter(|(file, _)| file.to_string_lossy().contains("/other"));
    assert_none("other than what?", named.map(|(file, _)| (file, "is named `other`".into())));
}

#[test]
fn uses_and_paths_are_found() {
    let code = source::without_tests(
        "use crate::{\n    error::{self, Error},\n    grid::Grid as G,\n};\n// crate::reporter\npub use super::a::*;\nmod b;\n\
         fn f() { crate::stats::mean(b::c()) }\n#[cfg(test)]\nmod tests {\n    use crate::strategy;\n}\nfn g() { super::h() }\n",
    );
    assert_eq!(source::modules(&code), ["b"]);
    let (uses, code) = source::uses(&code);
    let names: Vec<String> = uses.iter().map(|one| format!("{} {}", one.name, one.path.join("::"))).collect();
    assert_eq!(names, ["error crate::error", "Error crate::error::Error", "G crate::grid::Grid", "* super::a"]);
    let paths: Vec<String> = source::paths(&code, ["b", "crate", "super"]).iter().map(|path| path.join("::")).collect();
    assert_eq!(paths, ["b::c", "crate::stats::mean", "super::h"]);
}
