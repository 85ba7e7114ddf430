//! The files of a tree to those that belong together: where several have a module or a procedure of one name, as in a folder of
//! examples, each name means the nearest one, and the rest of the tree is another program.

use crate::ast::{File, Stmt, StmtKind, Unit, UnitKind};
use crate::sema::each_name;
use crate::source::Source;
use crate::walk::walk;
use rustc_hash::{FxHashMap, FxHashSet};
use smol_str::SmolStr;

/// Whether it is a module, and its name in lower case.
type Name = (bool, SmolStr);

/// The numbers of the files of each program, in the order of the files. It is one program unless names are there twice.
pub(super) fn programs(sources: &[Source<'_>], files: &[File]) -> Vec<Vec<usize>> {
    let mut providers: FxHashMap<Name, Vec<usize>> = FxHashMap::default();
    for (number, file) in files.iter().enumerate() {
        let own: FxHashSet<Name> = units(file).filter_map(provided).collect();
        own.into_iter().for_each(|name| providers.entry(name).or_default().push(number));
    }
    if providers.values().all(|files| files.len() == 1) {
        return vec![(0..files.len()).collect()];
    }
    let mut program: Vec<usize> = (0..files.len()).collect();
    for (number, file) in files.iter().enumerate() {
        let mut wanted = FxHashSet::default();
        units(file).for_each(|unit| collect(unit, &providers, &mut wanted));
        for candidates in wanted.iter().filter_map(|name| providers.get(name)).filter(|files| !files.contains(&number)) {
            // Of several as near the first one counts.
            let near = |other: &usize| (shared_folders(sources[number].path, sources[*other].path), std::cmp::Reverse(*other));
            if let Some(&other) = candidates.iter().max_by_key(|other| near(other)) {
                join(&mut program, number, other);
            }
        }
    }
    let mut found: Vec<Vec<usize>> = vec![Vec::new(); files.len()];
    (0..files.len()).for_each(|number| found[root(&program, number)].push(number));
    found.retain(|files| !files.is_empty());
    found
}

fn units(file: &File) -> impl Iterator<Item = &Unit> {
    file.units.iter().filter(|unit| !file.is_inactive(unit.span))
}

fn provided(unit: &Unit) -> Option<Name> {
    match unit.kind {
        UnitKind::Module | UnitKind::Submodule => Some((true, unit.name.key.clone())),
        UnitKind::Subroutine | UnitKind::Function => Some((false, unit.name.key.clone())),
        UnitKind::Program | UnitKind::BlockData => None,
    }
}

/// The modules that a unit uses, and the external procedures that it mentions.
fn collect(unit: &Unit, providers: &FxHashMap<Name, Vec<usize>>, wanted: &mut FxHashSet<Name>) {
    wanted.extend(unit.parent.iter().map(|parent| (true, parent.key.clone())));
    let mut look = |stmt: &Stmt| match &stmt.kind {
        StmtKind::Use(used) => drop(wanted.insert((true, used.module.key.clone()))),
        StmtKind::Interface(interface) => interface.bodies.iter().for_each(|body| collect(body, providers, wanted)),
        _ => {}
    };
    walk(&unit.spec, &mut look);
    walk(&unit.body, &mut look);
    each_name(unit, &mut |name| {
        let name = (false, name.clone());
        if providers.contains_key(&name) {
            wanted.insert(name);
        }
    });
    unit.procedures.iter().for_each(|procedure| collect(procedure, providers, wanted));
}

/// How many folders two paths have in common, from the root on.
fn shared_folders(a: &str, b: &str) -> usize {
    fn folders(path: &str) -> std::str::Split<'_, char> {
        path.rsplit_once('/').map_or("", |(folder, _)| folder).split('/')
    }
    folders(a).zip(folders(b)).take_while(|(a, b)| a == b).count()
}

fn root(program: &[usize], mut number: usize) -> usize {
    while program[number] != number {
        number = program[number];
    }
    number
}

fn join(program: &mut [usize], a: usize, b: usize) {
    let (a, b) = (root(program, a), root(program, b));
    program[a.max(b)] = a.min(b);
}
