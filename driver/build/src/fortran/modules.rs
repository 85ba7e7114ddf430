//! Which modules a Fortran text defines and uses, by its syntax tree: what decides the order of compiles.

use gpufort::ast::{File, Form, Stmt, StmtKind, Unit, UnitKind};
use gpufort::parse::{Defines, form_of, parse};
use gpufort::walk::walk;
use std::path::{Path, PathBuf};

/// Files that include each other in a circle end here.
const DEEPEST: usize = 8;

/// Names in lower case.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Modules {
    pub(crate) defined: Vec<String>,
    pub(crate) used: Vec<String>,
    /// There is a main program, which begins with a `program` statement.
    pub(crate) is_program: bool,
}

impl Modules {
    /// Reads a text of the form that the ending of `path` stands for, and what it includes from `folders`. A `use` that a
    /// preprocessor would skip counts too: the worst that comes of it is a compile that waits for another.
    pub(crate) fn of(path: &Path, text: &[u8], folders: &[PathBuf]) -> Self {
        let mut modules = Self::default();
        let mut reader = Reader { form: form_of(path), folders, depth: 0, modules: &mut modules };
        reader.text(text);
        modules
    }
}

struct Reader<'a> {
    form: Form,
    folders: &'a [PathBuf],
    depth: usize,
    modules: &'a mut Modules,
}

impl Reader<'_> {
    fn text(&mut self, text: &[u8]) {
        let file = parse(text, self.form, &Defines::default());
        file.units.iter().for_each(|unit| self.unit(unit, text));
        file.left_out.iter().for_each(|branch| self.left_out(branch.of(text)));
        self.preprocessed(&file, text);
    }

    /// A branch of the preprocessor that is not in the tree, since it takes a construct apart: what it uses counts.
    fn left_out(&mut self, branch: &[u8]) {
        let mut modules = Modules::default();
        Reader { form: self.form, folders: self.folders, depth: self.depth, modules: &mut modules }.text(branch);
        modules.used.iter().for_each(|name| push(&mut self.modules.used, name));
    }

    fn unit(&mut self, unit: &Unit, text: &[u8]) {
        match unit.kind {
            UnitKind::Module => push(&mut self.modules.defined, &unit.name.key),
            UnitKind::Program => self.modules.is_program |= unit.head.start < unit.head.end,
            _ => {}
        }
        if let Some(parent) = &unit.parent {
            // A submodule needs its parent's module file.
            push(&mut self.modules.used, &parent.key);
        }
        let mut stmts: Vec<&Stmt> = Vec::new();
        walk(&unit.spec, &mut |stmt| stmts.push(stmt));
        walk(&unit.body, &mut |stmt| stmts.push(stmt));
        stmts.into_iter().for_each(|stmt| self.statement(stmt, text));
        unit.procedures.iter().for_each(|inner| self.unit(inner, text));
    }

    fn statement(&mut self, stmt: &Stmt, text: &[u8]) {
        match &stmt.kind {
            StmtKind::Use(used) if !used.intrinsic => push(&mut self.modules.used, &used.module.key),
            StmtKind::Interface(interface) => interface.bodies.iter().for_each(|body| self.unit(body, text)),
            _ => {
                let line = text.get(stmt.span.range()).unwrap_or_default();
                if line.get(..7).is_some_and(|word| word.eq_ignore_ascii_case(b"include")) {
                    self.include(&line[7..]);
                }
            }
        }
    }

    /// `#include` of the preprocessor.
    fn preprocessed(&mut self, file: &File, text: &[u8]) {
        for line in file.cpp.iter().filter(|line| line.keyword == "include") {
            self.include(line.rest.of(text));
        }
    }

    /// What a quoted name leads to; one that is not there is left to the compiler.
    fn include(&mut self, rest: &[u8]) {
        let rest = String::from_utf8_lossy(rest);
        let rest = rest.trim();
        let Some(quote) = rest.chars().next().filter(|first| matches!(first, '\'' | '"')) else { return };
        let Some((name, _)) = rest[1..].split_once(quote) else { return };
        let found = self.folders.iter().find_map(|folder| std::fs::read(folder.join(name)).ok());
        if let Some(text) = found.filter(|_| self.depth < DEEPEST) {
            self.depth += 1;
            self.text(&text);
            self.depth -= 1;
        }
    }
}

fn push(names: &mut Vec<String>, name: &str) {
    if !name.is_empty() && !names.iter().any(|known| known == name) {
        names.push(name.to_owned());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(path: &str, text: &str) -> Modules {
        Modules::of(Path::new(path), text.as_bytes(), &[])
    }

    #[test]
    fn statements_are_told_from_what_begins_alike() {
        let text = "Module A ! first\n use, intrinsic :: iso_c_binding\n  USE b, only: x => y; use::c\n interface\n module procedure p\n\
            end interface\ninteger :: use_it, module\ncontains\nsubroutine s()\nuse_it = 1\nmodule = 2\nend subroutine\n\
            end module a\nsubmodule (a:d) e\nuse , non_intrinsic :: f\nend submodule\n";
        let modules = of("a.f90", text);
        assert_eq!(modules.defined, ["a"]);
        assert_eq!(modules.used, ["b", "c", "a", "f"]);
        assert!(!modules.is_program && of("a.f90", "! x\n  Program p ! y\nend\n").is_program);
    }

    #[test]
    fn a_use_may_go_on_on_another_line_and_stand_in_an_interface() {
        let text = "subroutine s()\n  use &\n    ! between\n    m1\n  interface\n    subroutine t(x)\n      use m2\n    end subroutine\n\
            end interface\n  block\n    use m3\n  end block\nend subroutine\n";
        assert_eq!(of("a.f90", text).used, ["m1", "m2", "m3"]);
        let fixed = "      subroutine s\n      use\n     &m1\nc     use m2\n      x = '\n     & use m3'\n      end\n";
        assert_eq!(of("a.f", fixed).used, ["m1"]);
    }

    #[test]
    fn a_branch_that_takes_a_construct_apart_counts() {
        let text = "module a\n  interface f\n    subroutine g(x)\n    end subroutine\n#if defined(N)\n  end interface\n  interface\n    \
            subroutine h(x)\n      use m1, only: t\n      use, intrinsic :: iso_c_binding\n    end subroutine\n  end interface\n  interface f\n\
            #endif\n  end interface\nend module\n";
        assert_eq!(of("a.F90", text).used, ["m1"]);
    }

    #[test]
    fn a_string_that_reads_like_a_use_is_none() {
        let text = "program p\n  print *, 'a; &\n    &use m'\nend program\n";
        assert!(of("a.f90", text).used.is_empty());
    }

    #[test]
    fn included_files_count_and_a_circle_of_them_ends() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("uses.inc"), "use m1\ninclude 'uses.inc'\n").unwrap();
        std::fs::write(folder.path().join("more.h"), "use m2\n").unwrap();
        let text = b"program p\n  include 'uses.inc'\n#include \"more.h\"\n  include 'not there'\nend program\n";
        let modules = Modules::of(Path::new("a.F90"), text, &[folder.path().to_path_buf()]);
        assert_eq!(modules.used, ["m1", "m2"]);
    }
}
