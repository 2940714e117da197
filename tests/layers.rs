//! Checks the layers of each crate: a module uses only modules that `src/lib.rs` of the crate declares after it.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

const CRATES: [&str; 2] = ["crates/benchmark", "crates/corpus"];

/// Returns the modules in the order of `src/lib.rs`, from the top layer down.
fn layers(root: &Path) -> Vec<String> {
    let text = fs::read_to_string(root.join("src/lib.rs")).unwrap();
    let declared = text.lines().filter_map(|line| line.strip_suffix(';')?.split_once("mod "));
    declared.filter(|(visibility, _)| visibility.starts_with("pub")).map(|(_, name)| name.to_string()).collect()
}

fn sources(root: &Path, module: &str) -> Vec<PathBuf> {
    let directory = root.join("src").join(module);
    if !directory.is_dir() {
        return vec![directory.with_extension("rs")];
    }
    let mut sources = Vec::new();
    let mut directories = vec![directory];
    while let Some(directory) = directories.pop() {
        for entry in fs::read_dir(directory).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                directories.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                sources.push(path);
            }
        }
    }
    sources
}

/// Returns the modules that a source file names after `crate::`, except in its tests.
fn used_modules(source: &str) -> BTreeSet<String> {
    let code: Vec<&str> = source.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    let code = code.join("\n");
    let code = code.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    code.split("crate::").skip(1).flat_map(first_segments).collect()
}

fn first_segments(path: &str) -> Vec<String> {
    let Some(group) = path.strip_prefix('{') else { return vec![identifier(path)] };
    let mut segments = Vec::new();
    let mut depth = 0;
    let mut begins = true;
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => begins = true,
            c if begins && !c.is_whitespace() => {
                segments.push(identifier(&group[at..]));
                begins = false;
            }
            _ => {}
        }
    }
    segments
}

fn identifier(text: &str) -> String {
    text.chars().take_while(|&c| c.is_alphanumeric() || c == '_').collect()
}

fn upward(root: &Path) -> Vec<String> {
    let layers = layers(root);
    assert!(layers.len() > 5, "{layers:?}");
    let mut upward = Vec::new();
    for (place, module) in layers.iter().enumerate() {
        // Files of tests may use any module.
        let is_test = |path: &PathBuf| path.ends_with("tests.rs") || path.ends_with("oracle.rs");
        for path in sources(root, module).into_iter().filter(|path| !is_test(path)) {
            let used = used_modules(&fs::read_to_string(&path).unwrap());
            let above = used.iter().filter(|used| layers[..place].contains(used));
            upward.extend(above.map(|used| format!("{} uses {used}", path.display())));
        }
    }
    upward
}

#[test]
fn modules_use_only_modules_below_them() {
    let upward: Vec<String> = CRATES.iter().flat_map(|root| upward(Path::new(root))).collect();
    assert!(upward.is_empty(), "dependencies that point up:\n{}", upward.join("\n"));
}

#[test]
fn used_modules_are_found_in_groups_and_paths() {
    let source = "use crate::{\n    error::{Error, Result},\n    grid::Grid,\n};\n// crate::reporter\nfn f() { crate::stats::mean() }\n#[cfg(test)]\nmod tests {\n    use crate::strategy;\n}";
    assert_eq!(used_modules(source).into_iter().collect::<Vec<_>>(), ["error", "grid", "stats"]);
}
