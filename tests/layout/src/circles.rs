//! Circles of files that import each other. A module and its own submodules are one thing in two files, and may.

use crate::imports::Imports;
use crate::modules::{ModulePath, Modules};
use std::collections::BTreeMap;

pub(crate) fn check(modules: &Modules, imports: &Imports) -> Vec<String> {
    let mut state = BTreeMap::new();
    let mut findings = Vec::new();
    for path in modules.keys() {
        visit(path, imports, &mut state, &mut Vec::new(), &mut findings);
    }
    findings.iter().map(|circle| text(circle, modules, imports)).collect()
}

#[derive(Clone, Copy, PartialEq)]
enum State {
    Open,
    Done,
}

/// Depth-first search: an import of a module that is still open closes a circle.
fn visit(
    path: &ModulePath,
    imports: &Imports,
    state: &mut BTreeMap<ModulePath, State>,
    open: &mut Vec<ModulePath>,
    circles: &mut Vec<Vec<ModulePath>>,
) {
    match state.get(path) {
        Some(State::Done) => return,
        Some(State::Open) => {
            let start = open.iter().position(|other| other == path).expect("an open module is on the stack");
            circles.push(open[start..].to_vec());
            return;
        }
        None => {}
    }
    state.insert(path.clone(), State::Open);
    open.push(path.clone());
    let targets = imports.get(path).into_iter().flat_map(BTreeMap::keys);
    for target in targets.filter(|target| !are_parent_and_child(path, target)) {
        visit(target, imports, state, open, circles);
    }
    open.pop();
    state.insert(path.clone(), State::Done);
}

fn are_parent_and_child(one: &ModulePath, other: &ModulePath) -> bool {
    let is_parent =
        |parent: &ModulePath, child: &ModulePath| child.split_last().is_some_and(|(_, rest)| rest == parent.as_slice());
    is_parent(one, other) || is_parent(other, one)
}

fn text(circle: &[ModulePath], modules: &Modules, imports: &Imports) -> String {
    let step = |(at, path): (usize, &ModulePath)| {
        let next = &circle[(at + 1) % circle.len()];
        format!("  {} imports `{}`", modules[path].file.display(), imports[path][next])
    };
    let steps: Vec<String> = circle.iter().enumerate().map(step).collect();
    format!("a circle of {} files:\n{}", circle.len(), steps.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::check;
    use crate::{imports, modules};
    use std::fs;
    use tempfile::TempDir;

    /// Writes a crate's files, and gives its circles.
    fn circles(files: &[(&str, &str)]) -> Vec<String> {
        let folder = TempDir::new().unwrap();
        for (name, text) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let modules = modules::read(&folder.path().join("lib.rs")).unwrap();
        let findings = check(&modules, &imports::between_files(&modules));
        findings.iter().map(|text| text.replace(folder.path().to_str().unwrap(), "")).collect()
    }

    #[test]
    fn files_that_import_each_other_are_a_circle() {
        let found = circles(&[
            ("lib.rs", "mod a; mod b; mod c;"),
            ("a.rs", "use crate::b::B; pub struct A(B);"),
            ("b.rs", "pub struct B; fn f() -> crate::c::C { todo!() }"),
            ("c.rs", "pub struct C; fn f() { println!(\"{}\", super::a::name()) }"),
        ]);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].starts_with("a circle of 3 files:\n  /a.rs imports `crate::b::B`"), "{found:?}");
    }

    #[test]
    fn a_parent_and_its_child_are_none() {
        let found = circles(&[
            ("lib.rs", "mod a;"),
            ("a.rs", "mod child; pub struct A; fn f() { child::f() }"),
            ("a/child.rs", "use super::A; pub(super) fn f() {}"),
        ]);
        assert!(found.is_empty(), "{found:?}");
    }

    #[test]
    fn re_exports_are_followed_to_where_a_name_is_defined() {
        let through_parent = circles(&[
            ("lib.rs", "mod a;"),
            ("a.rs", "mod one; mod two; pub use one::One; pub use two::*;"),
            ("a/one.rs", "use super::Two; pub struct One(Two);"),
            ("a/two.rs", "use crate::a::One; pub struct Two(Box<One>);"),
        ]);
        assert_eq!(through_parent.len(), 1, "{through_parent:?}");
    }

    #[test]
    fn tests_and_other_crates_make_no_circle() {
        let found = circles(&[
            ("lib.rs", "mod a; mod b;"),
            ("a.rs", "use std::fmt; pub fn f(_: fmt::Error) {} #[cfg(test)] mod tests { use crate::b::g; }"),
            ("b.rs", "use crate::a::f; pub fn g() { f(todo!()) }"),
        ]);
        assert!(found.is_empty(), "{found:?}");
    }
}
