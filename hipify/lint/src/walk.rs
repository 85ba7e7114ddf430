//! One walk over a file for all lints.

use crate::build_text::BuildText;
use crate::declaration::{Check, Lint};
use crate::file::File;
use crate::finding::{Collected, Findings};
use crate::lints::LINTS;
use crate::options::Options;
use crate::targets::{TargetSet, Targets};
use hipify_syntax::call::{Call, is_free_name};
use hipify_syntax::directive::Define;
use hipify_syntax::{ASSEMBLY, TokenKind};
use rustc_hash::FxHashMap;
use std::ops::Range;
use std::sync::OnceLock;

/// A check and the number of its lint.
#[derive(Clone, Copy)]
struct Row {
    lint: usize,
    check: &'static Check,
}

/// All checks, by what calls them.
#[derive(Default)]
struct Table {
    /// First two bytes of the names and prefixes: most words of a file start like none of them.
    starts: Starts,
    names: FxHashMap<&'static [u8], Vec<Row>>,
    /// Names that end in `*`, without it, by their first byte.
    prefixes: FxHashMap<u8, Vec<(&'static [u8], Row)>>,
    directives: Vec<Row>,
    assembly: Vec<Row>,
    strings: Vec<Row>,
    /// What is looked at after the walk: functions, launches, the whole file.
    whole: Vec<Row>,
    build_files: Vec<Row>,
}

/// A set of pairs of bytes.
struct Starts(Vec<u64>);

impl Default for Starts {
    fn default() -> Self {
        Self(vec![0; 1 << 10])
    }
}

impl Starts {
    fn pair(first: u8, second: u8) -> usize {
        usize::from(first) << 8 | usize::from(second)
    }

    /// Adds how `name` starts. A name of one byte, or a prefix of one byte and `*`, may be followed by any.
    fn add(&mut self, name: &[u8]) {
        if name.len() > 1 && name[1] != b'*' {
            self.set(Self::pair(name[0], name[1]));
        } else {
            (0..=u8::MAX).for_each(|second| self.set(Self::pair(name[0], second)));
        }
    }

    fn set(&mut self, pair: usize) {
        self.0[pair >> 6] |= 1 << (pair & 63);
    }

    #[inline]
    fn has(&self, first: u8, second: u8) -> bool {
        let pair = Self::pair(first, second);
        self.0[pair >> 6] >> (pair & 63) & 1 == 1
    }
}

impl Table {
    fn get() -> &'static Self {
        static TABLE: OnceLock<Table> = OnceLock::new();
        TABLE.get_or_init(|| {
            let mut table = Self::default();
            for (lint, entry) in LINTS.iter().enumerate() {
                entry.lint.checks.iter().for_each(|check| table.add(Row { lint, check }));
            }
            ASSEMBLY.iter().for_each(|word| table.starts.add(word));
            table
        })
    }

    fn add(&mut self, row: Row) {
        match row.check {
            Check::Words(names, _) | Check::Calls(names, _) | Check::FirstCall(names, _) => {
                names.iter().for_each(|name| self.add_name(name, row))
            }
            Check::Defines(_) | Check::Directives(_) => self.directives.push(row),
            Check::Asm(_) => self.assembly.push(row),
            Check::Strings(_) => self.strings.push(row),
            Check::Functions(_) | Check::Kernels(_) | Check::Launches(_) | Check::File(_) => self.whole.push(row),
            Check::BuildFile(_) => self.build_files.push(row),
            Check::Port | Check::PortFix(_) => {}
        }
    }

    fn add_name(&mut self, name: &'static str, row: Row) {
        self.starts.add(name.as_bytes());
        match name.strip_suffix('*').map(str::as_bytes) {
            Some(prefix @ [first, ..]) => self.prefixes.entry(*first).or_default().push((prefix, row)),
            _ => self.names.entry(name.as_bytes()).or_default().push(row),
        }
    }
}

/// The lints that run, and for which targets each is looked for.
pub(crate) struct Active(Vec<TargetSet>);

impl Active {
    pub(crate) fn of(options: &Options, targets: &Targets) -> Self {
        let set = |lint: &Lint| {
            if lint.runs(options) { lint.applies.among(targets, options) } else { TargetSet::NONE }
        };
        Self(LINTS.iter().map(|entry| set(entry.lint)).collect())
    }
}

/// Runs the checks over a C++ file.
pub(crate) fn walk(file: &File<'_>, active: &Active, collected: &mut Collected) {
    let table = Table::get();
    let everywhere = file.targets.everywhere();
    let mut walk = Walk { file, active, collected, table, present: everywhere };
    let mut start = 0;
    for (part, set) in file.live.parts() {
        walk.tokens(start..part.start, everywhere);
        walk.tokens(part.clone(), *set);
        start = part.end;
    }
    walk.tokens(start..file.code.tokens.len(), everywhere);
    walk.rest();
}

struct Walk<'a, 'b> {
    file: &'a File<'b>,
    active: &'a Active,
    collected: &'a mut Collected,
    table: &'static Table,
    /// Who compiles the token at hand.
    present: TargetSet,
}

impl Walk<'_, '_> {
    /// `present`: who compiles the tokens.
    fn tokens(&mut self, range: Range<usize>, present: TargetSet) {
        if present.is_empty() {
            return;
        }
        self.present = present;
        let (tokens, source) = (self.file.code.tokens, self.file.code.source);
        for at in range {
            let token = &tokens[at];
            if token.kind == TokenKind::Identifier {
                let second = if token.end - token.start > 1 { source[token.start as usize + 1] } else { 0 };
                if token.spliced || self.table.starts.has(token.first, second) {
                    self.word(at);
                }
            } else {
                self.other(at, token.kind);
            }
        }
    }

    fn other(&mut self, at: usize, kind: TokenKind) {
        match kind {
            TokenKind::Hash => self.directive(at),
            TokenKind::String | TokenKind::RawString => self.each(&self.table.strings, |file, check, out| {
                if let Check::Strings(visit) = check {
                    visit(file, at, out);
                }
            }),
            _ => {}
        }
    }

    /// Calls `run` with each of the checks whose lint is active here.
    fn each(&mut self, rows: &[Row], run: impl Fn(&File<'_>, &Check, &mut Findings<'_>)) {
        for row in rows {
            if !self.active.0[row.lint].and(self.present).is_empty() {
                run(self.file, row.check, &mut Findings { origin: LINTS[row.lint].lint.origin(), collected: self.collected });
            }
        }
    }

    fn word(&mut self, at: usize) {
        let spelling = self.file.code.spelling(at);
        let text = &*spelling;
        for row in self.table.names.get(text).into_iter().flatten() {
            self.named(*row, at);
        }
        let prefixed = self.table.prefixes.get(&text[0]).into_iter().flatten();
        for (_, row) in prefixed.filter(|(prefix, _)| text.starts_with(prefix)) {
            self.named(*row, at);
        }
        if ASSEMBLY.contains(&text) {
            self.each(&self.table.assembly, |file, check, out| {
                if let Check::Asm(visit) = check {
                    visit(file, at, out);
                }
            });
        }
    }

    fn named(&mut self, row: Row, at: usize) {
        if self.active.0[row.lint].and(self.present).is_empty() {
            return;
        }
        let out = &mut Findings { origin: LINTS[row.lint].lint.origin(), collected: self.collected };
        match row.check {
            Check::Words(_, visit) => visit(self.file, at, out),
            Check::Calls(_, visit) if is_free_name(&self.file.code, at) => {
                if let Some(call) = Call::at(&self.file.code, at) {
                    visit(self.file, &call, out);
                }
            }
            Check::FirstCall(_, says) if is_free_name(&self.file.code, at) && Call::at(&self.file.code, at).is_some() => {
                let message = says.message.replace("{}", self.file.text(at));
                if let Some(finding) = out.report_first(self.file.span(at), message) {
                    finding.help(says.help);
                }
            }
            _ => {}
        }
    }

    fn directive(&mut self, hash: usize) {
        let define = Define::at(&self.file.code, hash);
        self.each(&self.table.directives, |file, check, out| match (check, &define) {
            (Check::Directives(visit), _) => visit(file, hash, out),
            (Check::Defines(visit), Some(define)) => visit(file, define, out),
            _ => {}
        });
    }

    /// The checks of what is made of many tokens.
    fn rest(&mut self) {
        for row in &self.table.whole {
            let set = self.active.0[row.lint];
            if set.is_empty() {
                continue;
            }
            let file = self.file;
            let is_live = |at: usize| !file.targets_at(at).and(set).is_empty();
            let out = &mut Findings { origin: LINTS[row.lint].lint.origin(), collected: self.collected };
            match row.check {
                Check::Functions(visit) => {
                    file.functions().all.iter().filter(|f| is_live(f.body.start)).for_each(|f| visit(file, f, out));
                }
                Check::Kernels(visit) => {
                    let kernels = file.functions().all.iter().filter(|f| f.is_kernel() && is_live(f.body.start));
                    kernels.for_each(|f| visit(file, f, out));
                }
                Check::Launches(visit) => file.launches().iter().filter(|l| is_live(l.first)).for_each(|l| visit(file, l, out)),
                Check::File(visit) => visit(file, out),
                _ => {}
            }
        }
    }
}

/// Runs the checks over a file that is not C++.
pub(crate) fn walk_build_file(text: &BuildText<'_>, active: &Active, collected: &mut Collected) {
    for row in &Table::get().build_files {
        if let (Check::BuildFile(visit), false) = (row.check, active.0[row.lint].is_empty()) {
            visit(text, &mut Findings { origin: LINTS[row.lint].lint.origin(), collected });
        }
    }
}
