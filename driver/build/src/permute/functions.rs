//! Functions and macros of a file, with the names that stand in their bodies: by tokens, no branch evaluated.

use hipify_syntax::{Kind, Token, lex};
use std::collections::HashSet;
use std::ops::Range;

/// Functions that permute lanes, without `_sync`.
const PERMUTES: &[&str] = &[
    "__shfl",
    "__shfl_up",
    "__shfl_down",
    "__shfl_xor",
    "__hip_ds_bpermute",
    "__hip_ds_bpermutef",
    "__hip_ds_permute",
    "__hip_ds_permutef",
    "__builtin_amdgcn_ds_bpermute",
    "__builtin_amdgcn_ds_permute",
    "__builtin_amdgcn_mov_dpp",
    "__builtin_amdgcn_update_dpp",
];

/// Members of cooperative groups that do.
const MEMBERS: &[&str] = &["shfl", "shfl_up", "shfl_down", "shfl_xor"];

/// What stands before parentheses in a function's head and is not its name.
const NOT_NAMES: &[&str] =
    &["__launch_bounds__", "__attribute__", "__cluster_dims__", "alignas", "decltype", "noexcept", "requires"];

/// A function or macro.
pub(super) struct Function {
    pub(super) name: String,
    pub(super) is_kernel: bool,
    /// Identifiers in the body.
    pub(super) words: HashSet<String>,
    /// The first lane permute in it.
    pub(super) permute: Option<Range<usize>>,
}

/// All functions with a body, and all macros.
pub(super) fn functions(bytes: &[u8]) -> Vec<Function> {
    let tokens = lex(bytes).tokens;
    let mut reader = Reader { bytes, tokens: &tokens, guards: Vec::new(), functions: Vec::new(), head: Vec::new(), body: None };
    reader.run();
    reader.functions
}

/// An open conditional.
struct Guard {
    /// Its code is left out: all of it where it tests the target, which is not worked out; up to the `#else` of `#if 0`.
    is_off: bool,
    is_zero: bool,
    /// Braces open in the function around it.
    open: usize,
}

struct Reader<'a> {
    bytes: &'a [u8],
    tokens: &'a [Token],
    guards: Vec<Guard>,
    functions: Vec<Function>,
    /// Tokens since the last `;`, `{` or `}` outside functions.
    head: Vec<usize>,
    /// The function at hand and the braces open in it.
    body: Option<(Function, usize)>,
}

impl Reader<'_> {
    fn text(&self, at: usize) -> &str {
        self.tokens.get(at).and_then(|token| std::str::from_utf8(&self.bytes[token.range()]).ok()).unwrap_or("")
    }

    fn run(&mut self) {
        let mut at = 0;
        while let Some(token) = self.tokens.get(at) {
            if token.kind == Kind::Hash {
                at = self.directive(at);
                continue;
            }
            match &self.body {
                Some(_) => self.inside(at),
                None => self.outside(at),
            }
            at += 1;
        }
    }

    /// Reads a directive and says where the next token after it is.
    fn directive(&mut self, hash: usize) -> usize {
        let end = (hash..self.tokens.len()).find(|&at| self.tokens[at].kind == Kind::DirectiveEnd);
        let end = end.unwrap_or(self.tokens.len());
        let words: Vec<&str> = (hash + 2..end).map(|at| self.text(at)).collect();
        let tests_target = words.iter().any(|word| ["__gfx", "__GFX", "__HIP_ARCH"].iter().any(|start| word.starts_with(start)));
        match self.text(hash + 1) {
            "if" | "ifdef" | "ifndef" => {
                let is_zero = words == ["0"];
                let open = self.body.as_ref().map_or(0, |(_, open)| *open);
                self.guards.push(Guard { is_off: is_zero || tests_target, is_zero, open });
            }
            "elif" | "else" => {
                let Some(guard) = self.guards.last_mut() else { return end + 1 };
                guard.is_off = guard.is_off && !std::mem::take(&mut guard.is_zero) || tests_target;
                // Each branch may open the same brace.
                if let Some((_, open)) = self.body.as_mut().filter(|_| guard.open > 0) {
                    *open = guard.open;
                }
            }
            "endif" => drop(self.guards.pop()),
            "define" => self.macro_at(hash + 2, end),
            _ => {}
        }
        end + 1
    }

    fn macro_at(&mut self, name: usize, end: usize) {
        let mut function = Function::new(self.text(name), false);
        for at in name + 1..end {
            self.note(&mut function, at);
        }
        self.functions.push(function);
    }

    fn outside(&mut self, at: usize) {
        match self.text(at) {
            ";" | "}" => self.head.clear(),
            "{" => {
                self.body = self.function_of_head().map(|function| (function, 1));
                self.head.clear();
            }
            _ => self.head.push(at),
        }
    }

    /// The function whose head ends here; `None` for a namespace, a class and the like.
    fn function_of_head(&self) -> Option<Function> {
        let is_name = |pair: &[usize]| {
            self.text(pair[1]) == "(" && self.tokens[pair[0]].kind == Kind::Identifier && !NOT_NAMES.contains(&self.text(pair[0]))
        };
        let name = self.head.windows(2).find(|pair| is_name(pair))?[0];
        let is_kernel = self.head.iter().any(|&at| self.text(at) == "__global__");
        Some(Function::new(self.text(name), is_kernel))
    }

    fn inside(&mut self, at: usize) {
        let Some((mut function, mut open)) = self.body.take() else { return };
        match self.text(at) {
            "{" => open += 1,
            "}" => open -= 1,
            _ => self.note(&mut function, at),
        }
        match open {
            0 => self.functions.push(function),
            _ => self.body = Some((function, open)),
        }
    }

    fn note(&self, function: &mut Function, at: usize) {
        if self.tokens[at].kind != Kind::Identifier || self.guards.iter().any(|guard| guard.is_off) {
            return;
        }
        let word = self.text(at);
        let is_member = at > 0 && (self.tokens[at - 1].is(b'.') || self.tokens[at - 1].kind == Kind::Arrow);
        let permutes = match is_member {
            true => MEMBERS.contains(&word),
            false => PERMUTES.contains(&word.strip_suffix("_sync").unwrap_or(word)),
        };
        if permutes && function.permute.is_none() {
            function.permute = Some(self.tokens[at].range());
        }
        function.words.insert(word.to_owned());
    }
}

impl Function {
    fn new(name: &str, is_kernel: bool) -> Self {
        Self { name: name.to_owned(), is_kernel, words: HashSet::new(), permute: None }
    }
}
