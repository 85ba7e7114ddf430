//! Makefiles to makefiles that call clang for HIP: the compiler's variable, options, libraries, folders, and `-x hip` before
//! the sources of each command.

mod both;
mod eval;
mod parse;
mod paths;
mod recipe;

pub(super) use both::keep;

use super::findings::Findings;
use super::words::{self, Context};
use super::{nvcc, toolkit, workarounds};
use crate::Options;
use eval::Variables;
use hipify_diagnostics::{Code, Level};
use parse::{Line, LineKind};
use std::collections::BTreeSet;
use std::ops::Range;

/// Definitions that ported lines refer to. `clang++` and `/opt/rocm` are where ROCm's packages put them; gfx90a is an
/// Instinct MI200.
fn definitions() -> [(&'static str, &'static str); 3] {
    [("HIPCXX", "clang++"), ("HIP_ARCH", hipify_rules::default_target().name), ("ROCM_PATH", "/opt/rocm")]
}

/// The flags that keep clang from its known faults.
const WORKAROUNDS: &str = "HIP_WORKAROUNDS";

/// Ports one file; nothing happens to a file without CUDA.
pub(super) fn port(text: &str, options: Options, found: &mut Findings) {
    let lines = parse::lines(text);
    let variables = Variables::new(text, &lines);
    let compilers = compilers(&variables);
    let rdc = lines.iter().any(|line| is_relocatable(&text[line.span.clone()]));
    let mut pass = Pass {
        text,
        options,
        found,
        lines: &lines,
        nvcc_flags: BTreeSet::new(),
        variables,
        compilers,
        rdc,
        uses: BTreeSet::new(),
    };
    pass.learn_flags();
    for line in &lines {
        pass.line(line);
    }
    pass.define();
}

struct Pass<'t, 'f> {
    text: &'t str,
    options: Options,
    found: &'f mut Findings,
    lines: &'t [Line],
    variables: Variables<'t>,
    /// Variables that hold nvcc.
    compilers: BTreeSet<&'t str>,
    /// Variables whose options nvcc gets.
    nvcc_flags: BTreeSet<&'t str>,
    /// Some device code is relocatable.
    rdc: bool,
    /// Definitions that ported lines refer to.
    uses: BTreeSet<&'static str>,
}

fn is_relocatable(line: &str) -> bool {
    line.split_whitespace()
        .any(|w| matches!(w, "-dc" | "--device-c" | "-rdc=true" | "--relocatable-device-code=true" | "-fgpu-rdc"))
}

/// Variables whose first word is nvcc, or another such variable.
fn compilers<'t>(variables: &Variables<'t>) -> BTreeSet<&'t str> {
    let mut out = BTreeSet::new();
    // Twice, so that a reference to a variable that comes later is seen.
    for _ in 0..2 {
        for (name, values) in variables.names() {
            if values.iter().any(|value| is_compiler(value, &out)) {
                out.insert(name);
            }
        }
    }
    out
}

fn is_compiler(value: &str, known: &BTreeSet<&str>) -> bool {
    if value.starts_with("$(shell which nvcc") || value.starts_with("$(shell command -v nvcc") {
        return true;
    }
    let word = value.split_whitespace().find(|w| !matches!(*w, "ccache" | "sccache")).unwrap_or("");
    let word = nvcc::unquoted(word);
    let referred = eval::reference(word).filter(|(_, length)| *length == word.len()).map(|(name, _)| name);
    is_nvcc(word) || referred.is_some_and(|name| known.contains(name) || name == "NVCC" && !known.is_empty())
}

/// `nvcc`, `/usr/local/cuda/bin/nvcc`, `$(CUDA_PATH)/bin/nvcc`.
fn is_nvcc(word: &str) -> bool {
    let name = word.rsplit('/').next().unwrap_or(word);
    matches!(name, "nvcc" | "nvcc.exe") && !word.contains(' ')
}

impl Pass<'_, '_> {
    fn warn(&mut self, span: Range<usize>, message: impl Into<String>, help: &str) {
        self.found.report(Code::MAKE_NVCC, Level::Warning, span, message, help);
    }

    /// Which variables stand in commands that run nvcc.
    fn learn_flags(&mut self) {
        for line in self.lines.iter().filter(|l| matches!(l.kind, LineKind::Recipe { .. })) {
            let words = words::split_make(self.text, line.span.clone());
            let Some(at) = words.iter().position(|w| self.runs_nvcc(w.text)) else { continue };
            let names = words[at + 1..].iter().filter_map(|w| eval::reference(w.text)).map(|(name, _)| name);
            self.nvcc_flags.extend(names.filter(|name| !name.contains([' ', ':'])));
        }
    }

    /// Whether a word of a command is nvcc, by name or by variable.
    fn runs_nvcc(&self, word: &str) -> bool {
        let word = nvcc::unquoted(word.trim_start_matches(['@', '-', '+']));
        let reference = eval::reference(word).filter(|(_, length)| *length == word.len());
        // A file that gets NVCC from elsewhere.
        let known = |name: &str| self.compilers.contains(name) || (name == "NVCC" && !self.variables.is_defined(name));
        is_nvcc(word) || reference.is_some_and(|(name, _)| known(name))
    }

    fn line(&mut self, line: &Line) {
        match &line.kind {
            LineKind::Assign { name, value } => self.assign(line, name.clone(), value.clone()),
            LineKind::Rule { .. } => {}
            LineKind::Directive => self.translate(&words::split_make(self.text, line.span.clone()), Context::Unknown),
            LineKind::Recipe { rule } => self.recipe(line, *rule),
        }
        paths::port(self, line);
        self.rename(line);
    }

    fn assign(&mut self, line: &Line, name: Range<usize>, value: Range<usize>) {
        let key = &self.text[name.clone()];
        if toolkit::ROOTS.contains(&key) {
            return paths::root(self, name, value);
        }
        let words = words::split_make(self.text, value.clone());
        let text = &self.text[value.clone()];
        if text.starts_with("$(shell") && is_compiler(text, &self.compilers) {
            self.uses.insert("HIPCXX");
            return self.found.replace(value, "$(HIPCXX)");
        }
        let compiler = words.iter().position(|w| is_nvcc(nvcc::unquoted(w.text)));
        if let Some(at) = compiler.filter(|_| !text.contains("$(shell")) {
            self.uses.insert("HIPCXX");
            self.found.replace(words[at].span.clone(), "$(HIPCXX)");
        }
        let upper = key.to_ascii_uppercase();
        let is_flags = self.nvcc_flags.contains(key) || ["NVCC", "CUDA", "GENCODE", "CUFLAGS"].iter().any(|n| upper.contains(n));
        let context = if is_flags || self.compilers.contains(key) { Context::Nvcc } else { Context::Unknown };
        paths::prefixed_options(self, line.span.clone());
        self.translate(&words, context);
        paths::programs(self, &words);
    }

    fn translate(&mut self, words: &[words::Word<'_>], context: Context) {
        words::translate(self.found, Code::MAKE_NVCC, words, context);
    }

    fn recipe(&mut self, line: &Line, rule: Option<usize>) {
        paths::prefixed_options(self, line.span.clone());
        let words = words::split_make(self.text, line.span.clone());
        for command in words.split_inclusive(|w| matches!(w.text, "&&" | "||" | "|" | ";") || w.text.ends_with(';')) {
            match recipe::place(self, command) {
                Some(at) => recipe::command(self, command, at, rule),
                None => self.translate(command, Context::Unknown),
            }
            paths::programs(self, command);
        }
    }

    /// With `--rename`: `.cu` to `.hip`, `.cuh` to `.hip.h`.
    fn rename(&mut self, line: &Line) {
        if !self.options.rename {
            return;
        }
        let text = &self.text[line.span.clone()];
        for (old, new) in [(".cuh", ".hip.h"), (".cu", ".hip")] {
            for (at, _) in text.match_indices(old) {
                let ends = text[at + old.len()..].chars().next().is_none_or(|c| !c.is_ascii_alphanumeric() && c != '_');
                let start = line.span.start + at;
                if ends {
                    self.found.replace(start..start + old.len(), new);
                }
            }
        }
    }

    /// Inserts the definitions that are used, before the outermost statement with the first edit.
    fn define(&mut self) {
        let Some(first) = self.found.first_edit() else { return };
        let has_root = toolkit::ROOTS.iter().any(|root| self.variables.is_defined(root));
        let is_missing = |name: &str| !(self.variables.is_defined(name) || has_root && name == "ROCM_PATH");
        let wanted = definitions().into_iter().filter(|d| self.uses.contains(d.0) && is_missing(d.0));
        let mut lines: String = wanted.map(|d| format!("{} ?= {}{}", d.0, d.1, self.found.newline())).collect();
        if self.uses.contains(WORKAROUNDS) && is_missing(WORKAROUNDS) {
            let (codes, words, newline) = (workarounds::codes(), workarounds::words().join(" "), self.found.newline());
            lines += &format!("# Faults of clang: hipify-rs explain {codes}{newline}{WORKAROUNDS} ?= {words}{newline}");
        }
        let holder = self.lines.iter().rfind(|line| line.span.start <= first).map_or(0, |line| line.container);
        let start = self.text[..holder].rfind('\n').map_or(0, |newline| newline + 1);
        if !lines.is_empty() {
            self.found.insert(start, lines);
        }
    }
}
