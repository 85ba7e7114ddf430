//! NVRTC option strings to hipRTC's, in files that use NVRTC.

use super::Context;
use super::sweep::Found;
use hipify_diagnostics::{Code, Edit, Level};
use hipify_syntax::TokenKind;

/// What becomes of an option.
enum Outcome {
    /// Another spelling of the same.
    Becomes(String),
    /// hipRTC takes it as it is.
    Stays,
    /// hipRTC has nothing like it.
    Unknown,
}

pub(crate) fn port_options(context: &mut Context<'_>, found: &Found) {
    if !found.symbols.iter().any(|(_, s)| s.library() == "rtc") {
        return;
    }
    for &at in &found.strings {
        let span = context.code.tokens[at].range();
        let Ok(text) = std::str::from_utf8(context.code.text(at)) else { continue };
        let Some(content) = text.strip_prefix('"').and_then(|t| t.strip_suffix('"')).filter(|t| t.starts_with('-')) else {
            continue;
        };
        if context.code.kind(at) != TokenKind::String {
            continue;
        }
        match option(content) {
            Outcome::Stays => {}
            Outcome::Becomes(new) => {
                let message = format!("the NVRTC option `{content}` becomes `{new}`");
                context.edits.push(Edit::replace(span.start + 1..span.end - 1, new));
                context.report(Code::NVRTC_OPTION, Level::Note, span, message);
            }
            Outcome::Unknown => {
                let message = format!("hipRTC has no counterpart of the NVRTC option `{content}`");
                context.report(Code::NVRTC_OPTION, Level::Warning, span, message).help =
                    Some("remove it from the options".to_owned());
            }
        }
    }
}

/// `compute_80`, `sm_90a`: a whole name, not the start of one that the program completes.
fn is_architecture(value: &str) -> bool {
    let number = value.strip_prefix("compute_").or_else(|| value.strip_prefix("sm_"));
    number.is_some_and(|n| n.starts_with(|c: char| c.is_ascii_digit()) && n.chars().all(|c| c.is_ascii_alphanumeric()))
}

/// hipRTC takes clang's options and compiles for the current device unless told otherwise. Options that have no meaning
/// there become `-O3`, hipRTC's default, so that the number of options stays.
fn option(text: &str) -> Outcome {
    let becomes = |new: &str| Outcome::Becomes(new.to_owned());
    let (name, value) = text.split_once('=').unwrap_or((text, ""));
    let name = name.strip_prefix("--").or_else(|| name.strip_prefix('-')).unwrap_or(name);
    match name {
        "gpu-architecture" | "arch" if value.starts_with("gfx") => Outcome::Stays,
        "gpu-architecture" | "arch" if is_architecture(value) => becomes("-O3"),
        "gpu-architecture" | "arch" => Outcome::Unknown,
        "use_fast_math" => becomes("-ffast-math"),
        "std" if text.starts_with("--") => Outcome::Becomes(format!("-std={value}")),
        "define-macro" => Outcome::Becomes(format!("-D{value}")),
        "include-path" => Outcome::Becomes(format!("-I{value}")),
        "generate-line-info" | "lineinfo" => becomes("-gline-tables-only"),
        "device-debug" | "G" => becomes("-g"),
        "relocatable-device-code" | "rdc" if value == "true" => becomes("-fgpu-rdc"),
        "relocatable-device-code" | "rdc" => becomes("-fno-gpu-rdc"),
        "fmad" if value == "false" => becomes("-ffp-contract=off"),
        "fmad" => becomes("-ffp-contract=fast"),
        "ftz" if value == "true" => becomes("-fgpu-flush-denormals-to-zero"),
        "ftz" => becomes("-fno-gpu-flush-denormals-to-zero"),
        "prec-sqrt" | "prec-div" if value == "true" => becomes("-fhip-fp32-correctly-rounded-divide-sqrt"),
        "prec-sqrt" | "prec-div" => becomes("-fno-hip-fp32-correctly-rounded-divide-sqrt"),
        "disable-warnings" => becomes("-w"),
        "device-as-default-execution-space"
        | "default-device"
        | "maxrregcount"
        | "extra-device-vectorization"
        | "restrict"
        | "dlto"
        | "dopt"
        | "builtin-initializer-list"
        | "extensible-whole-program" => Outcome::Unknown,
        _ => Outcome::Stays,
    }
}
