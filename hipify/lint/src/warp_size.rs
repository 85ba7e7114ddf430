//! Names that stand for a warp size of 32, and what the file does with them.

use crate::file::File;
use hipify_diagnostics::is_header;
use hipify_syntax::tokens::closing_angle;
use hipify_syntax::{Argument, TokenKind};

/// How a name gets its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Given {
    /// `#define NAME 32`: the tokens of the body.
    Macro,
    /// `constexpr int NAME = 32;`
    Constant,
    /// `enum { NAME = 32 }`
    Enumerator,
    /// `template <int NAME = 32>`
    Parameter,
}

/// A name that stands for 32 lanes.
#[derive(Clone, Debug)]
pub(crate) struct WarpSize {
    /// The token of the name where it gets its value.
    pub(crate) name: usize,
    pub(crate) given: Given,
    /// First and last token of the value.
    pub(crate) value: (usize, usize),
    /// Where the name stands elsewhere, in source order, in code that some target compiles.
    pub(crate) uses: Vec<usize>,
}

/// Names of one file that are looked at.
const MOST: usize = 32;

/// Whether a name says that it is the size of a warp of the hardware.
pub(crate) fn is_warp_size_name(name: &str) -> bool {
    if !name.bytes().any(|byte| byte | 0x20 == b'w') {
        return false;
    }
    let lower: String = name.to_ascii_lowercase().replace('_', "");
    let lower = lower.strip_prefix('k').unwrap_or(&lower);
    let about = lower.contains("warp") || lower.contains("wave");
    let size = ["size", "threads", "lanes", "width", "sz", "len", "dim"].iter().any(|word| lower.contains(word));
    // What is a part of a warp, several of them, or a warp by the program's own choice.
    let other =
        ["logical", "virtual", "sub", "half", "mini", "per", "log", "num", "tile", "mask", "shift", "group", "block", "emul"];
    let per_warp = lower.contains("perwarp") && (lower.contains("threads") || lower.contains("lanes"));
    let plain = matches!(lower, "warp" | "wave");
    plain || about && size && (per_warp || !other.iter().any(|word| lower.contains(word)))
}

/// The names of the file that stand for 32 lanes, and their uses.
pub(crate) fn warp_sizes(file: &File<'_>) -> Vec<WarpSize> {
    let mut found = Vec::new();
    let macros = file.macros();
    for define in &macros.defines {
        let name = define.name;
        if define.parameters.is_none() && !define.body.is_empty() && is_warp_size_name(file.text(name)) {
            found.push((name, Given::Macro, (define.body.start, define.body.end - 1)));
        }
    }
    for constant in macros.all_constants() {
        if is_warp_size_name(file.text(constant.name)) {
            let given = if constant.enumerator { Given::Enumerator } else { Given::Constant };
            found.push((constant.name, given, constant.value));
        }
    }
    found.extend(parameters(file));
    found.retain(|(_, _, (first, last))| file.value(*first, *last).is_some_and(|value| value.number == 32));
    found.sort_by_key(|(name, ..)| *name);
    found.truncate(MOST);
    found.into_iter().map(|(name, given, value)| WarpSize { name, given, value, uses: uses(file, name) }).collect()
}

/// The names of the file that its own lanes count on, or that other files' may.
pub(crate) fn counted_on<'f>(file: &'f File<'_>) -> Vec<&'f [u8]> {
    let sizes = warp_sizes(file).into_iter().filter(|size| matters(file, size));
    sizes.map(|size| file.code.text(size.name)).collect()
}

/// Whether lanes count on the name.
pub(crate) fn matters(file: &File<'_>, size: &WarpSize) -> bool {
    let lanes = file.lanes();
    if size.uses.is_empty() {
        return is_header(file.source.path) && size.given != Given::Parameter && !lanes.is_logical(file);
    }
    let by_macro = |at: usize| file.code.tokens[at].in_directive && !lanes.shuffles.is_empty();
    let on_device = size.uses.iter().any(|&at| file.is_device(at) || by_macro(at));
    on_device && lanes.exchange() && !lanes.is_logical(file)
}

/// `template <int WARP_SIZE = 32>`
fn parameters(file: &File<'_>) -> Vec<(usize, Given, (usize, usize))> {
    let code = &file.code;
    let mut found = Vec::new();
    for at in (0..code.tokens.len()).filter(|&at| code.tokens[at].first == b't' && code.is_word(at, b"template")) {
        let Some(open) = code.next(at).filter(|&i| code.is(i, b'<')) else { continue };
        let close = closing_angle(code, open, (open + 256).min(code.tokens.len()));
        for Argument { first, last } in code.split(open, close).filter(|_| close > open).unwrap_or_default() {
            let equals = (first..=last).take(16).find(|&i| code.is(i, b'='));
            let name = equals.and_then(|equals| code.previous(equals)).filter(|&i| is_warp_size_name(file.text(i)));
            if let (Some(name), Some(value)) = (name, equals.and_then(|equals| code.next(equals)).filter(|&i| i <= last)) {
                found.push((name, Given::Parameter, (value, last)));
            }
        }
    }
    found
}

fn uses(file: &File<'_>, name: usize) -> Vec<usize> {
    let text = file.code.text(name);
    let is_use = |&at: &usize| {
        at != name && file.code.kind(at) == TokenKind::Identifier && file.code.text(at) == text && !file.targets_at(at).is_empty()
    };
    (0..file.code.tokens.len()).filter(is_use).collect()
}
