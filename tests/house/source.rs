//! What a source file says: its modules, its `use` items, and the paths in its code.

/// One name that a `use` item brings into a module.
#[derive(Debug, PartialEq)]
pub struct Use {
    /// The name in the module; `*` for all names.
    pub name: String,
    pub path: Vec<String>,
    /// True if the name is handed on.
    pub is_public: bool,
}

/// Returns the code of a source without comments, items of tests, and attributes.
pub fn without_tests(source: &str) -> String {
    let mut code = String::new();
    let mut lines = source.lines().filter(|line| !line.trim_start().starts_with("//"));
    while let Some(line) = lines.next() {
        if line.starts_with("#[cfg(test)]") || line.starts_with("#[cfg(all(test") {
            // The item ends with its line, or with the first line that is a brace alone.
            let item = lines.by_ref().find(|line| !line.starts_with("#[")).unwrap_or_default();
            if !item.ends_with(';') && !item.ends_with('}') {
                lines.by_ref().find(|line| *line == "}" || *line == "};");
            }
            continue;
        }
        code.push_str(line);
        code.push('\n');
    }
    code
}

/// Returns the modules that a source declares as files of their own, in their order.
pub fn modules(code: &str) -> Vec<String> {
    let declared = code.lines().filter_map(|line| line.strip_suffix(';')?.split_once("mod "));
    let declared = declared.filter(|(visibility, _)| visibility.is_empty() || visibility.starts_with("pub"));
    declared.map(|(_, name)| name.to_string()).collect()
}

/// Returns the names that `use` items at any depth bring into a module, and the code without these items.
pub fn uses(code: &str) -> (Vec<Use>, String) {
    let mut uses = Vec::new();
    let mut rest_of_code = String::new();
    let mut lines = code.lines();
    while let Some(line) = lines.next() {
        let (visibility, item) = match line.trim_start().split_once("use ") {
            Some((visibility, item)) if visibility.is_empty() || visibility.starts_with("pub") => (visibility, item),
            _ => {
                rest_of_code.push_str(line);
                rest_of_code.push('\n');
                continue;
            }
        };
        let mut tree = item.to_string();
        while !tree.contains(';') {
            tree.push_str(lines.next().unwrap_or(";").trim());
        }
        add_uses(tree.trim_end_matches(';'), &[], !visibility.is_empty(), &mut uses);
    }
    (uses, rest_of_code)
}

fn add_uses(tree: &str, prefix: &[String], is_public: bool, uses: &mut Vec<Use>) {
    if let Some((before, group)) = tree.split_once('{') {
        let prefix = [prefix, &segments(before.trim_end_matches("::"))].concat();
        let group = group.trim_end().strip_suffix('}').unwrap_or(group);
        parts(group).into_iter().for_each(|part| add_uses(part, &prefix, is_public, uses));
        return;
    }
    let (path, name) = tree.split_once(" as ").unwrap_or((tree, ""));
    let mut path = [prefix, &segments(path)].concat();
    if path.len() > 1 && path.last().is_some_and(|last| last == "self" || last == "*") {
        path.pop();
    }
    let name = if name.is_empty() { path.last().cloned().unwrap_or_default() } else { name.to_string() };
    let name = if tree.ends_with('*') { "*".into() } else { name };
    uses.push(Use { name, path, is_public });
}

/// Splits a group at the commas that are in no inner group.
fn parts(group: &str) -> Vec<&str> {
    let mut depth = 0;
    let is_border = |c: char| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        c == ',' && depth == 0
    };
    group.split(is_border).map(str::trim).filter(|part| !part.is_empty()).collect()
}

fn segments(path: &str) -> Vec<String> {
    path.split("::").map(|segment| segment.trim().to_string()).filter(|segment| !segment.is_empty()).collect()
}

/// Returns the paths in code without `use` items that begin with one of these names.
pub fn paths<'a>(code: &str, starts: impl IntoIterator<Item = &'a str>) -> Vec<Vec<String>> {
    let mut paths = Vec::new();
    for start in starts {
        for (at, _) in code.match_indices(&format!("{start}::")) {
            let before = code[..at].chars().next_back().unwrap_or(' ');
            if before.is_alphanumeric() || "_:$".contains(before) {
                continue;
            }
            let is_path = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
            paths.push(segments(code[at..].split(|c| !is_path(c)).next().unwrap_or_default()));
        }
    }
    paths
}
