//! The source files of a crate, and which of them uses which.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use crate::source;

/// Segments of a path, without `crate`.
type ModulePath = Vec<String>;

pub struct Module {
    pub file: PathBuf,
    /// Code without comments and tests.
    pub code: String,
    uses: Vec<source::Use>,
    children: BTreeSet<String>,
}

/// The modules of a crate that are files, but for those of tests.
pub struct Crate {
    pub modules: BTreeMap<ModulePath, Module>,
}

impl Crate {
    /// Reads the crate in the directory `root`.
    pub fn read(root: &Path) -> Crate {
        let mut read = Crate { modules: BTreeMap::new() };
        read.add(ModulePath::new(), root.join("src/lib.rs"), &root.join("src"));
        read
    }

    /// Adds a module and its children, whose files are in `folder`.
    fn add(&mut self, path: ModulePath, file: PathBuf, folder: &Path) {
        let code = source::without_tests(&fs::read_to_string(&file).unwrap());
        let children: BTreeSet<String> = source::modules(&code).into_iter().collect();
        for child in &children {
            let path = [path.clone(), vec![child.clone()]].concat();
            let in_folder = folder.join(child).join("mod.rs");
            let beside = folder.join(child).with_extension("rs");
            let file = if in_folder.exists() { in_folder } else { beside };
            self.add(path, file, &folder.join(child));
        }
        let (uses, code) = source::uses(&code);
        self.modules.insert(path, Module { file, code, uses, children });
    }

    /// Returns the names of the modules of the crate's root, from the top layer down.
    pub fn layers(&self) -> Vec<String> {
        source::modules(&self.modules[&ModulePath::new()].code)
    }

    /// Returns, for each module, the modules that it uses, each as the module that defines what is used. A name that a module only
    /// hands on is no use.
    pub fn used(&self) -> BTreeMap<&ModulePath, BTreeSet<&ModulePath>> {
        self.modules.keys().map(|path| (path, self.used_by(path))).collect()
    }

    fn used_by(&self, path: &ModulePath) -> BTreeSet<&ModulePath> {
        let module = &self.modules[path];
        let own_uses = module.uses.iter().filter(|one| !one.is_public).map(|one| one.path.clone());
        let starts = module.children.iter().map(String::as_str).chain(["crate", "super"]);
        let named = own_uses.chain(source::paths(&module.code, starts));
        let absolute = named.filter_map(|named| self.absolute(path, &named));
        absolute.map(|named| self.definition(&named, 0)).filter(|used| *used != path).collect()
    }

    /// Returns the module that defines the item at a path.
    fn definition(&self, path: &[String], depth: usize) -> &ModulePath {
        let known = (0..=path.len()).rev().find_map(|length| self.modules.get_key_value(&path[..length]));
        let (module, found) = known.expect("the root is a module");
        let Some(name) = path.get(module.len()).filter(|_| depth < 9) else { return module };
        let Some(handed_on) = found.uses.iter().find(|one| one.name == *name) else { return module };
        let rest = &path[module.len() + 1..];
        match self.absolute(module, &handed_on.path) {
            Some(target) => self.definition(&[&target, rest].concat(), depth + 1),
            None => module,
        }
    }

    /// Returns a path that a module writes as a path from the root of the crate; `None` for a path into another crate.
    fn absolute(&self, module: &[String], path: &[String]) -> Option<ModulePath> {
        let (first, rest) = path.split_first()?;
        match first.as_str() {
            "crate" => Some(rest.to_vec()),
            "self" => Some([module, rest].concat()),
            "super" => {
                let parent = &module[..module.len().checked_sub(1)?];
                self.absolute(parent, rest).or_else(|| Some([parent, rest].concat()))
            }
            child => self.modules[module].children.contains(child).then(|| [module, path].concat()),
        }
    }

    /// Returns the uses that are part of a circle, each as the file that uses and the file that is used.
    pub fn circles(&self) -> Vec<(PathBuf, PathBuf)> {
        let used = self.used();
        let mut circles = Vec::new();
        for (&path, direct) in &used {
            for &one in direct {
                if reached(&used, one).contains(path) {
                    circles.push((self.modules[path].file.clone(), self.modules[one].file.clone()));
                }
            }
        }
        circles
    }
}

fn reached<'a>(
    used: &BTreeMap<&'a ModulePath, BTreeSet<&'a ModulePath>>,
    start: &'a ModulePath,
) -> BTreeSet<&'a ModulePath> {
    let mut reached = BTreeSet::from([start]);
    let mut open = vec![start];
    while let Some(next) = open.pop() {
        open.extend(used[next].iter().filter(|one| reached.insert(one)));
    }
    reached
}
