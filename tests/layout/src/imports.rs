//! Which files of a crate import which others, with re-exports followed to where a name is defined.

use crate::modules::{Module, ModulePath, Modules};
use std::collections::{BTreeMap, BTreeSet};

/// For each module those that it imports from, each with one path that it mentions.
pub(crate) type Imports = BTreeMap<ModulePath, BTreeMap<ModulePath, String>>;

/// Re-exports of re-exports that are followed.
const DEEPEST: usize = 16;

pub(crate) fn between_files(modules: &Modules) -> Imports {
    let mut imports = Imports::new();
    for (path, module) in modules {
        let own = file_module(modules, path);
        for mention in module.mentions.iter().chain(&module.globs) {
            let Some(target) = resolve(modules, path, mention, DEEPEST) else { continue };
            let target = file_module(modules, &target);
            if target != own {
                imports.entry(own.clone()).or_default().entry(target).or_insert_with(|| mention.join("::"));
            }
        }
    }
    imports
}

/// The module that the file of `path` is: a module within another's file is part of that one.
fn file_module(modules: &Modules, path: &ModulePath) -> ModulePath {
    let file = &modules[path].file;
    let whole = (0..=path.len()).map(|length| path[..length].to_vec()).find(|part| modules[part].file == *file);
    whole.unwrap_or_else(|| path.clone())
}

/// The module that defines what `mention` names in the module at `path`; none for what is of other crates.
fn resolve(modules: &Modules, path: &ModulePath, mention: &[String], depth: usize) -> Option<ModulePath> {
    let (first, rest) = mention.split_first()?;
    let depth = depth.checked_sub(1)?;
    let parent = || path.split_last().map(|(_, parent)| parent.to_vec());
    match first.as_str() {
        "crate" => walk(modules, Vec::new(), rest, depth),
        "self" => walk(modules, path.clone(), rest, depth),
        "super" => {
            let supers = rest.iter().take_while(|word| *word == "super").count();
            let above = parent()?.len().checked_sub(supers)?;
            walk(modules, path[..above].to_vec(), &rest[supers..], depth)
        }
        _ => {
            let child = below(path, first);
            if modules.contains_key(&child) {
                return walk(modules, child, rest, depth);
            }
            let alias = modules[path].uses.get(first).filter(|alias| alias[0] != *first)?;
            walk(modules, resolve_module(modules, path, alias, depth)?, rest, depth)
        }
    }
}

/// The module that a path of modules names; none where it names an item.
fn resolve_module(modules: &Modules, path: &ModulePath, mention: &[String], depth: usize) -> Option<ModulePath> {
    let found = resolve(modules, path, mention, depth)?;
    (found.last() == mention.last()).then_some(found)
}

/// Goes down from a module by names.
fn walk(modules: &Modules, from: ModulePath, names: &[String], depth: usize) -> Option<ModulePath> {
    let Some((name, rest)) = names.split_first() else { return Some(from) };
    let child = below(&from, name);
    if modules.contains_key(&child) {
        return walk(modules, child, rest, depth);
    }
    let module = modules.get(&from)?;
    if module.items.contains(name) {
        return Some(from);
    }
    if let Some(alias) = module.uses.get(name) {
        let whole: Vec<String> = alias.iter().chain(rest).cloned().collect();
        return resolve(modules, &from, &whole, depth).or(Some(from));
    }
    Some(by_glob(modules, &from, module, name, depth).unwrap_or(from))
}

/// The module of a `use a::*` that has the name.
fn by_glob(modules: &Modules, from: &ModulePath, module: &Module, name: &str, depth: usize) -> Option<ModulePath> {
    module.globs.iter().find_map(|glob| {
        let target = resolve(modules, from, glob, depth)?;
        let has = |module: &Module| module.items.contains(name) || module.uses.contains_key(name);
        let found = modules.get(&target).is_some_and(has) || modules.contains_key(&below(&target, name));
        if found { walk(modules, target, &[name.to_owned()], depth.checked_sub(1)?) } else { None }
    })
}

fn below(path: &[String], name: &str) -> ModulePath {
    [path, &[name.to_owned()]].concat()
}

/// Imports from a module that stands before the importing one in `order`, which names modules of the crate's root from high to low.
pub(crate) fn against_order(modules: &Modules, imports: &Imports, order: &[String]) -> Vec<String> {
    let place = |path: &ModulePath| order.iter().position(|name| Some(name) == path.first());
    let mut findings = BTreeSet::new();
    for (from, targets) in imports {
        for (target, mention) in targets {
            if let (Some(own), Some(other)) = (place(from), place(target))
                && other < own
            {
                let file = modules[from].file.display();
                findings.insert(format!("{file}: imports `{mention}` from `{}`, which is above it in rooms.toml", order[other]));
            }
        }
    }
    findings.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_import_from_a_higher_room_is_found() {
        let folder = tempfile::TempDir::new().unwrap();
        for (name, text) in [
            ("lib.rs", "mod api; mod stream;"),
            ("api.rs", "use crate::stream::Stream; pub struct Api(Stream);"),
            ("stream.rs", "mod queue; pub struct Stream;"),
            ("stream/queue.rs", "fn f(_: crate::api::Api) {}"),
        ] {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        let modules = crate::modules::read(&folder.path().join("lib.rs")).unwrap();
        let imports = between_files(&modules);
        let order = ["api", "stream"].map(str::to_owned);
        let found = against_order(&modules, &imports, &order);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].ends_with("stream/queue.rs: imports `crate::api::Api` from `api`, which is above it in rooms.toml"));
    }
}
