//! CUDA names inside strings: never changed, and reported when the program means the API by them.

use super::Context;
use super::sweep::Found;
use hipify_diagnostics::{Code, Level};
use hipify_rules::{SymbolKind, symbol};
use hipify_syntax::TokenKind;

pub(crate) fn report_names(context: &mut Context<'_>, found: &Found) {
    for &at in &found.strings {
        let text = context.code.text(at);
        if memchr::memmem::find(text, b"cu").is_none() && memchr::memmem::find(text, b"__").is_none() {
            continue;
        }
        if memchr::memmem::find(text, b"__global__").is_some() || memchr::memmem::find(text, b"__device__").is_some() {
            report_kernel(context, at, text);
        } else if is_library(text) {
            let name = String::from_utf8_lossy(text).into_owned();
            report(context, at, Level::Warning, format!("{name} names an NVIDIA library at run time"));
        } else if let Some(name) = whole_name(text) {
            let level = if is_looked_up(context, at) { Level::Warning } else { Level::Note };
            report(context, at, level, format!("the string \"{name}\" is a CUDA name"));
        } else if let [first, ..] = names_in(text)[..] {
            report(context, at, Level::Note, format!("the string mentions the CUDA name `{first}`"));
        }
    }
}

fn report(context: &mut Context<'_>, at: usize, level: Level, message: String) {
    let span = context.code.tokens[at].range();
    context.report(Code::TOKEN_PASTED_API, level, span, message).help =
        Some("strings are never changed; if the program looks the name up at run time, give it the HIP name".to_owned());
}

/// The content of a string that is one name of the table, and not the same in HIP.
fn whole_name(text: &[u8]) -> Option<&'static str> {
    let content = text.strip_prefix(b"\"")?.strip_suffix(b"\"")?;
    let symbol = symbol(content)?;
    let function = matches!(symbol.kind(), SymbolKind::Function | SymbolKind::DeviceFunction);
    (function && symbol.hip() != Some(symbol.cuda())).then(|| symbol.cuda())
}

/// Functions that give the address of a function by its name.
const LOOK_UPS: &[&[u8]] = &[
    b"dlsym",
    b"dlvsym",
    b"GetProcAddress",
    b"cuGetProcAddress",
    b"cuGetProcAddress_v2",
    b"cudaGetDriverEntryPoint",
    b"cudaGetDriverEntryPointByVersion",
];

/// How many tokens before a string its call is looked for.
const NEAR: usize = 24;

/// Whether the string is an argument of a look-up; anywhere else it is but a message.
fn is_looked_up(context: &Context<'_>, at: usize) -> bool {
    (at.saturating_sub(NEAR)..at).any(|i| LOOK_UPS.contains(&context.code.text(i)) && context.code.next_is(i, b'('))
}

fn is_library(text: &[u8]) -> bool {
    let mentions_file = [b".so".as_slice(), b".dll", b".dylib"].iter().any(|e| memchr::memmem::find(text, e).is_some());
    let names = [b"libcuda".as_slice(), b"libcu", b"libnvrtc", b"libnccl", b"libnv", b"nvcuda.dll", b"cudart64"];
    mentions_file && names.iter().any(|n| memchr::memmem::find(text, n).is_some())
}

/// CUDA source inside a string is compiled at run time: its names are not ported.
fn report_kernel(context: &mut Context<'_>, at: usize, text: &[u8]) {
    let left = names_in(text);
    let span = context.code.tokens[at].range();
    let (level, message) = match left.first() {
        None => (Level::Note, "a kernel in a string is left as it is; hipRTC takes it unless it uses CUDA-only names".to_owned()),
        Some(_) => {
            (Level::Warning, format!("a kernel in a string uses `{}`, which HIP spells otherwise or lacks", left.join("`, `")))
        }
    };
    let help = (level == Level::Warning).then(|| "strings are never changed: edit the kernel by hand".to_owned());
    if context.code.kind(at) == TokenKind::RawString || level == Level::Warning {
        context.report(Code::KERNEL_STRING, level, span, message).help = help;
    }
}

fn names_in(text: &[u8]) -> Vec<&'static str> {
    let mut names: Vec<&'static str> = text
        .split(|b| !(b.is_ascii_alphanumeric() || *b == b'_'))
        .filter_map(symbol)
        .filter(|s| s.hip() != Some(s.cuda()) && s.kind() != SymbolKind::Namespace)
        .map(|s| s.cuda())
        .collect();
    names.sort_unstable();
    names.dedup();
    names
}
