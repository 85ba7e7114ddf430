//! Reads the modules of a crate: their files, what each defines and imports, and each path that it mentions. Code for tests is left out.

use anyhow::{Context, Result};
use proc_macro2::{TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use syn::visit::{self, Visit};
use syn::{Attribute, Expr, ExprLit, Item, ItemMod, ItemUse, Lit, Meta, UseTree};

/// Names of the modules from the crate's root on; the root has none.
pub(crate) type ModulePath = Vec<String>;

/// One module.
#[derive(Debug, Default)]
pub(crate) struct Module {
    pub(crate) file: PathBuf,
    /// Names that `use` brings in, with the paths that they stand for.
    pub(crate) uses: BTreeMap<String, Vec<String>>,
    /// Paths whose names all come in: `use a::*`.
    pub(crate) globs: Vec<Vec<String>>,
    pub(crate) items: BTreeSet<String>,
    /// Each path that the module mentions.
    pub(crate) mentions: BTreeSet<Vec<String>>,
}

pub(crate) type Modules = BTreeMap<ModulePath, Module>;

/// The modules of the crate whose first file this is.
pub(crate) fn read(first: &Path) -> Result<Modules> {
    let mut modules = Modules::new();
    let folder = first.parent().context("a file in a folder")?.to_owned();
    read_file(first, &folder, Vec::new(), &mut modules)?;
    Ok(modules)
}

/// Reads a file; its submodules lie in `folder`.
fn read_file(file: &Path, folder: &Path, path: ModulePath, modules: &mut Modules) -> Result<()> {
    let text = std::fs::read_to_string(file).with_context(|| file.display().to_string())?;
    let parsed = syn::parse_file(&text).with_context(|| file.display().to_string())?;
    read_items(&parsed.items, file, folder, path, modules)
}

fn read_items(items: &[Item], file: &Path, folder: &Path, path: ModulePath, modules: &mut Modules) -> Result<()> {
    let mut reader = Reader { module: Module { file: file.to_owned(), ..Module::default() } };
    for item in items.iter().filter(|item| !matches!(item, Item::Mod(_))) {
        reader.module.items.extend(name_of(item));
        reader.visit_item(item);
    }
    modules.insert(path.clone(), reader.module);
    for item in items {
        match item {
            Item::Mod(module) if !is_for_tests(&module.attrs) => read_module(module, file, folder, &path, modules)?,
            Item::Macro(included) if included.mac.path.is_ident("include") => read_listed(folder, &path, modules)?,
            _ => {}
        }
    }
    Ok(())
}

fn read_module(module: &ItemMod, file: &Path, folder: &Path, path: &ModulePath, modules: &mut Modules) -> Result<()> {
    let name = module.ident.to_string();
    let own = [path.as_slice(), std::slice::from_ref(&name)].concat();
    if let Some((_, items)) = &module.content {
        return read_items(items, file, &folder.join(&name), own, modules);
    }
    if let Some(other) = said_path(&module.attrs) {
        let other = file.parent().context("a file in a folder")?.join(other);
        let folder = other.with_extension("");
        return read_file(&other, &folder, own, modules);
    }
    let below = folder.join(&name);
    let flat = folder.join(format!("{name}.rs"));
    let nested = below.join("mod.rs");
    read_file(if flat.is_file() { &flat } else { &nested }, &below, own, modules)
}

/// The files of a folder whose list a build script writes.
fn read_listed(folder: &Path, path: &ModulePath, modules: &mut Modules) -> Result<()> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Ok(()) };
    for file in entries.filter_map(|entry| Some(entry.ok()?.path())) {
        let Some(name) = file.file_stem().and_then(|stem| stem.to_str()) else { continue };
        let own = [path.as_slice(), &[name.to_owned()]].concat();
        let is_root = matches!(name, "lib" | "main");
        if file.extension().is_some_and(|ending| ending == "rs") && !is_root && !modules.contains_key(&own) {
            read_file(&file, &file.with_extension(""), own, modules)?;
        }
    }
    Ok(())
}

/// `#[cfg(test)]`, or a condition that needs it.
fn is_for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| match &attribute.meta {
        Meta::List(list) if list.path.is_ident("cfg") => {
            let text: String = list.tokens.to_string().split_whitespace().collect();
            text == "test" || text.starts_with("all(test")
        }
        _ => attribute.path().is_ident("test"),
    })
}

/// `a.rs` of `#[path = "a.rs"]`.
fn said_path(attributes: &[Attribute]) -> Option<String> {
    attributes.iter().find_map(|attribute| match &attribute.meta {
        Meta::NameValue(pair) if pair.path.is_ident("path") => match &pair.value {
            Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text.value()),
            _ => None,
        },
        _ => None,
    })
}

fn name_of(item: &Item) -> Option<String> {
    let ident = match item {
        Item::Const(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        Item::Static(item) => &item.ident,
        Item::Struct(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::TraitAlias(item) => &item.ident,
        Item::Type(item) => &item.ident,
        Item::Union(item) => &item.ident,
        Item::Macro(item) => item.ident.as_ref()?,
        _ => return None,
    };
    Some(ident.to_string())
}

/// Collects what a module mentions.
struct Reader {
    module: Module,
}

impl Reader {
    fn import(&mut self, tree: &UseTree, before: &[String]) {
        let with = |name: &syn::Ident| [before, &[name.to_string()]].concat();
        match tree {
            UseTree::Path(path) => self.import(&path.tree, &with(&path.ident)),
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.import(tree, before)),
            UseTree::Glob(_) => self.module.globs.push(before.to_vec()),
            UseTree::Name(name) if name.ident == "self" => {
                self.bring(before.last().cloned().unwrap_or_default(), before.to_vec())
            }
            UseTree::Name(name) => self.bring(name.ident.to_string(), with(&name.ident)),
            UseTree::Rename(rename) if rename.ident == "self" => self.bring(rename.rename.to_string(), before.to_vec()),
            UseTree::Rename(rename) => self.bring(rename.rename.to_string(), with(&rename.ident)),
        }
    }

    fn bring(&mut self, name: String, path: Vec<String>) {
        self.module.mentions.insert(path.clone());
        self.module.uses.insert(name, path);
    }

    /// Paths in what a macro is given, which nothing parses: those that start with `crate`, `self` or `super`.
    fn paths_of_tokens(&mut self, tokens: TokenStream) {
        let mut path: Vec<String> = Vec::new();
        let mut colons = 0;
        for token in tokens {
            match token {
                TokenTree::Ident(ident) if !path.is_empty() && colons == 2 => path.push(ident.to_string()),
                TokenTree::Ident(ident) => {
                    self.keep(std::mem::take(&mut path));
                    if ["crate", "self", "super"].iter().any(|first| ident == first) {
                        path.push(ident.to_string());
                    }
                }
                TokenTree::Punct(punct) if punct.as_char() == ':' => {
                    colons += 1;
                    continue;
                }
                other => {
                    self.keep(std::mem::take(&mut path));
                    if let TokenTree::Group(group) = other {
                        self.paths_of_tokens(group.stream());
                    }
                }
            }
            colons = 0;
        }
        self.keep(path);
    }

    fn keep(&mut self, path: Vec<String>) {
        if path.len() > 1 {
            self.module.mentions.insert(path);
        }
    }
}

impl<'ast> Visit<'ast> for Reader {
    fn visit_item(&mut self, item: &'ast Item) {
        let attributes = match item {
            Item::Fn(item) => &item.attrs,
            Item::Impl(item) => &item.attrs,
            Item::Use(item) => &item.attrs,
            Item::Const(item) => &item.attrs,
            Item::Static(item) => &item.attrs,
            Item::Struct(item) => &item.attrs,
            _ => return visit::visit_item(self, item),
        };
        if !is_for_tests(attributes) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        self.import(&item.tree, &[]);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        self.keep(path.segments.iter().map(|segment| segment.ident.to_string()).collect());
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, called: &'ast syn::Macro) {
        self.paths_of_tokens(called.tokens.clone());
        visit::visit_macro(self, called);
    }
}
