//! setup.py: options for nvcc, libraries and folders in string literals, and the names of the toolkit's folder. PyTorch's
//! `CUDAExtension` stays, since PyTorch for ROCm builds HIP with it.

mod both;
mod lex;

pub(super) use both::keep;

use super::findings::Findings;
use super::nvcc::{self, Output};
use super::{libraries, toolkit, workarounds};
use crate::Options;
use hipify_diagnostics::{Code, Level};
use lex::{Token, TokenKind};
use std::ops::Range;

const TORCH: &str = "PyTorch for ROCm builds a CUDAExtension as HIP with its own compiler driver; nothing has to change";
const TORCH_ARCH: &str = "PyTorch for ROCm reads PYTORCH_ROCM_ARCH, for example gfx90a;gfx942";
const TOOL: &str = "name clang++ with -x hip and --offload-arch=..., or build with PyTorch's CUDAExtension or CMake";

/// Ports one file; nothing happens to a file without CUDA.
pub(super) fn port(text: &str, options: Options, found: &mut Findings) {
    let tokens = lex::tokens(text);
    let mut pass = Pass { text, options, found, tokens: &tokens };
    pass.names();
    for list in lists(&tokens) {
        pass.list(&list);
    }
    pass.workarounds();
    pass.strings();
}

struct Pass<'t, 'f> {
    text: &'t str,
    options: Options,
    found: &'f mut Findings,
    tokens: &'t [Token],
}

/// The string literals of one `[...]` or `(...)`, by their indices, and what the list is for.
struct List {
    strings: Vec<usize>,
    role: Role,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    /// The value of `'nvcc'` in `extra_compile_args`, or of a variable with `nvcc` in its name.
    Nvcc,
    /// `libraries=[...]`.
    Libraries,
    Unknown,
}

/// All brackets that hold string literals.
fn lists(tokens: &[Token]) -> Vec<List> {
    let mut open: Vec<List> = Vec::new();
    let mut out = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        match token.kind {
            TokenKind::Open => {
                let role = role(tokens, index).unwrap_or_else(|| inherited(&open));
                open.push(List { strings: Vec::new(), role });
            }
            TokenKind::Close => out.extend(open.pop()),
            TokenKind::Text => open.last_mut().into_iter().for_each(|list| list.strings.push(index)),
            TokenKind::Name | TokenKind::Other => {}
        }
    }
    out.extend(open);
    out.retain(|list| !list.strings.is_empty());
    out
}

/// A list inside the list for nvcc is for nvcc as well, but a call's arguments are a list of their own.
fn inherited(open: &[List]) -> Role {
    open.last().map_or(Role::Unknown, |list| if list.role == Role::Nvcc { Role::Nvcc } else { Role::Unknown })
}

/// What stands before the bracket: `name=[`, `'nvcc': [`, `args['nvcc'] += [`, `nvcc_flags.append(`.
fn role(tokens: &[Token], open: usize) -> Option<Role> {
    let before = tokens[..open].iter().rev().take_while(|t| t.text != "," && !t.ends_statement);
    for token in before.take(6) {
        match token.kind {
            TokenKind::Open | TokenKind::Other if !matches!(token.text.as_str(), "=" | ":" | "+" | "+=" | "." | "[") => {
                return None;
            }
            TokenKind::Name | TokenKind::Text if token.text.to_ascii_lowercase().contains("nvcc") => return Some(Role::Nvcc),
            TokenKind::Name if token.text == "libraries" => return Some(Role::Libraries),
            TokenKind::Text => return None,
            _ => {}
        }
    }
    None
}

impl Pass<'_, '_> {
    fn report(&mut self, level: Level, span: Range<usize>, message: impl Into<String>, help: &str) {
        self.found.report(Code::SETUP_PY, level, span, message, help);
    }

    /// `CUDA_HOME` of PyTorch is None under ROCm; `CUDAExtension` is what to use there.
    fn names(&mut self) {
        let has_rocm = self.tokens.iter().any(|t| t.kind == TokenKind::Name && t.text == "ROCM_HOME");
        for (index, token) in self.tokens.iter().enumerate().filter(|(_, t)| t.kind == TokenKind::Name) {
            let is_call = self.tokens.get(index + 1).is_some_and(|t| t.text == "(");
            match token.text.as_str() {
                "CUDA_HOME" if !has_rocm => self.found.replace(token.span.clone(), "ROCM_HOME"),
                "CUDAExtension" if is_call => self.report(Level::Note, token.span.clone(), "`CUDAExtension` stays", TORCH),
                _ => {}
            }
        }
    }

    fn list(&mut self, list: &List) {
        let words: Vec<String> = list.strings.iter().map(|i| self.tokens[*i].text.clone()).collect();
        let texts: Vec<&str> = words.iter().map(String::as_str).collect();
        if list.role == Role::Libraries {
            return self.libraries(list);
        }
        for translation in nvcc::translate(&texts) {
            let row = translation.row.filter(|row| list.role == Role::Nvcc || row.only_nvcc);
            let is_library = translation.row.is_none() && translation.output != Output::Keep;
            if row.is_some() || is_library {
                self.option(list, &translation);
            }
        }
    }

    /// Puts the flags that keep clang from its known faults into the first list of options that is given or assigned to nvcc.
    fn workarounds(&mut self) {
        let words = workarounds::words();
        if words.iter().all(|word| self.tokens.iter().any(|token| token.text == *word)) {
            return;
        }
        let is_list = |index: usize| {
            let before = index.checked_sub(1).map_or("", |before| self.tokens[before].text.as_str());
            self.tokens[index].kind == TokenKind::Open && self.tokens[index].text == "[" && matches!(before, "=" | ":")
        };
        let lists = (0..self.tokens.len()).filter(|index| is_list(*index));
        let Some(open) = lists.into_iter().find(|index| role(self.tokens, *index) == Some(Role::Nvcc)) else { return };
        let quote =
            self.tokens[open..].iter().find(|t| t.kind == TokenKind::Text).map_or("'", |t| &self.text[t.span.start..][..1]);
        let quote = if quote == "\"" { quote } else { "'" };
        let words: Vec<String> = words.iter().map(|word| format!("{quote}{word}{quote}")).collect();
        let at = self.tokens[open].span.end;
        let blank = if self.text[at..].starts_with(['\n', '\r', ' ']) { "," } else { ", " };
        self.found.insert(at, words.join(", ") + blank);
    }

    fn option(&mut self, list: &List, translation: &nvcc::Translation) {
        let indices = &list.strings[translation.words.clone()];
        let span = self.tokens[indices[0]].span.start..self.tokens[indices[indices.len() - 1]].span.end;
        let name = self.tokens[indices[0]].text.clone();
        match &translation.output {
            Output::Keep => return,
            Output::Unported => {}
            Output::GpuArch(_) => {
                self.remove(indices);
                self.found.report(
                    Code::ARCH_LIST,
                    Level::Note,
                    span.clone(),
                    format!("NVIDIA architecture in `{name}` dropped"),
                    TORCH_ARCH,
                );
            }
            Output::Words(words) if words.is_empty() => self.remove(indices),
            Output::Words(words) => self.rewrite(indices, words),
        }
        if let Some((level, help)) = translation.row.and_then(nvcc::advice) {
            self.report(level, span, format!("`{name}` has no exact counterpart"), help);
        }
    }

    /// Deletes neighbouring list elements with their commas; an element of an expression stays and is reported.
    fn remove(&mut self, indices: &[usize]) {
        let (Some(first), Some(last)) = (indices.first(), indices.last()) else { return };
        let before = first.checked_sub(1).and_then(|i| self.tokens.get(i));
        let after = self.tokens.get(last + 1);
        let starts = before.is_some_and(|t| t.text == "," || t.kind == TokenKind::Open);
        let ends = after.is_some_and(|t| t.text == "," || t.kind == TokenKind::Close);
        let is_call = before.is_some_and(|t| t.text == "(") && after.is_some_and(|t| t.text == ")");
        let span = self.tokens[*first].span.start..self.tokens[*last].span.end;
        if !starts || !ends || is_call || last - first != 2 * (indices.len() - 1) {
            let message = format!("`{}` is left in an expression", self.tokens[*first].text);
            return self.report(Level::Warning, span, message, "clang does not take this option of nvcc: drop it");
        }
        let wide = self.with_comma(span.clone(), before, after);
        self.found.delete_either(wide, span);
    }

    /// The span with the comma after it and the blanks that go with it, or the whole line; else the comma before it.
    fn with_comma(&self, span: Range<usize>, before: Option<&Token>, after: Option<&Token>) -> Range<usize> {
        let Some(comma) = after.filter(|t| t.text == ",") else {
            return before.filter(|t| t.text == ",").map_or(span.start, |comma| comma.span.start)..span.end;
        };
        let line = self.text[..span.start].rfind('\n').map_or(0, |newline| newline + 1);
        let is_first = self.text[line..span.start].trim().is_empty();
        let rest = &self.text[comma.span.end..];
        let blanks = comma.span.end + rest.len() - rest.trim_start_matches([' ', '\t', '\r']).len();
        // A comment after the comma may describe more than the element: it stays.
        if is_first && self.text[blanks..].starts_with('\n') { line..blanks + 1 } else { span.start..blanks }
    }

    /// Replaces literals by as many as the words need, with the quotes of the first.
    fn rewrite(&mut self, indices: &[usize], words: &[String]) {
        let first = &self.tokens[indices[0]];
        let old: Vec<&str> = indices.iter().map(|i| self.tokens[*i].text.as_str()).collect();
        let is_plain = indices.iter().all(|i| self.tokens[*i].is_plain);
        if old == *words {
            return;
        }
        if !is_plain {
            let message = format!("`{}` is left in a formatted string", first.text);
            return self.report(Level::Warning, first.span.clone(), message, "write clang's option by hand");
        }
        let quote = &self.text[first.span.start..first.span.start + 1];
        let literals: Vec<String> = words.iter().map(|word| format!("{quote}{word}{quote}")).collect();
        let end = self.tokens[indices[indices.len() - 1]].span.end;
        self.found.replace(first.span.start..end, literals.join(", "));
    }

    fn libraries(&mut self, list: &List) {
        let mut linked: Vec<&str> = list.strings.iter().map(|i| self.tokens[*i].text.as_str()).collect();
        for index in &list.strings {
            let token = &self.tokens[*index];
            let row = libraries::by_link_name(&token.text);
            let known = row.or_else(|| libraries::by_target(&token.text));
            match row.and_then(|row| row.port(self.options.choice.flavor)) {
                Some(hip) if hip.link.is_empty() || linked.contains(&hip.link) => self.remove(&[*index]),
                Some(hip) => {
                    linked.push(hip.link);
                    self.found.replace(token.inner.clone(), hip.link);
                }
                None => {
                    let Some(row) = known.filter(|row| row.cuda[0] != "toolkit" && row.hip.is_none()) else { continue };
                    let message = format!("library `{}` has no counterpart in HIP", token.text);
                    self.report(Level::Warning, token.span.clone(), message, row.help);
                }
            }
        }
    }

    /// What a literal may hold wherever it stands: names of the environment, folders, programs.
    fn strings(&mut self) {
        for (index, token) in self.tokens.iter().enumerate().filter(|(_, t)| t.kind == TokenKind::Text) {
            if toolkit::ROOTS.contains(&token.text.as_str()) {
                self.found.replace(token.inner.clone(), "ROCM_PATH");
            } else if token.text == "TORCH_CUDA_ARCH_LIST" {
                let message = "`TORCH_CUDA_ARCH_LIST` lists NVIDIA architectures";
                self.found.report(Code::ARCH_LIST, Level::Warning, token.span.clone(), message, TORCH_ARCH);
            } else if token.text == "lib64" && self.names_root_before(index) {
                self.found.replace(token.inner.clone(), "lib");
            } else if let Some(length) = toolkit::root_path_length(&token.text) {
                self.folder(token, length);
            } else if let Some((name, _)) = toolkit::program(&token.text).filter(|_| !self.is_key(index)) {
                self.report(Level::Warning, token.span.clone(), format!("`{name}` is a program of the CUDA toolkit"), TOOL);
            }
        }
    }

    fn folder(&mut self, token: &Token, length: usize) {
        let lib64 = token.text[length..].starts_with("/lib64");
        let end = token.inner.start + length + if lib64 { "/lib64".len() } else { 0 };
        self.found.replace(token.inner.start..end, if lib64 { "/opt/rocm/lib" } else { "/opt/rocm" });
    }

    /// `os.path.join(CUDA_HOME, "lib64")`.
    fn names_root_before(&self, index: usize) -> bool {
        let before = self.tokens[..index].iter().rev().take(4);
        before.into_iter().any(|t| toolkit::ROOTS.contains(&t.text.as_str()) || t.text.to_ascii_lowercase().contains("cuda"))
    }

    /// `{'nvcc': ...}`, `args['nvcc']`, `'nvcc' in args` and `args.get('nvcc')` name a list of options.
    fn is_key(&self, index: usize) -> bool {
        let text = |at: Option<usize>| at.and_then(|at| self.tokens.get(at)).map_or("", |t| t.text.as_str());
        matches!(text(Some(index + 1)), ":" | "]" | "in" | "not")
            || text(index.checked_sub(1)) == "(" && matches!(text(index.checked_sub(2)), "get" | "setdefault" | "pop")
    }
}
