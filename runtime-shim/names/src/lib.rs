//! Lines of the rules to C preprocessor text: each CUDA name as a macro over its HIP counterpart, so that a source that still
//! says `cudaMalloc` compiles as HIP; and the CUDA headers as headers that forward to HIP's.

mod call;
mod forward;
mod guards;
mod single_source;

pub use forward::forwarding_headers;
pub use guards::{compiler_macros, without_compiler_macros};
pub use single_source::single_source_header;

use hipify_rules::{Choice, Symbol, SymbolKind, Target};

/// What defined macros are made with: the number of arguments of a call, and joined names. Comes before the definitions.
pub const PRELUDE: &str = include_str!("prelude.h");

/// The widening of lane masks, which definitions of warp functions call; C++ that a HIP compiler reads, after HIP's headers.
pub const LANE_MASK: &str = include_str!("lane_mask.h");

/// The functions that take a kernel, in C++, by CUDA's names; included after HIP's headers.
pub const KERNELS: &str = include_str!("kernels.h");

/// The preprocessor lines that give a CUDA name its meaning in HIP; `None` for a name that HIP has as it is, or has not.
pub fn definition(symbol: Symbol) -> Option<String> {
    let name = symbol.cuda();
    if symbol.kind() == SymbolKind::Qualifier && symbol.hip().is_none() {
        return Some(format!("#define {name}\n"));
    }
    if !is_identifier(name) || IN_OTHER_WAYS.iter().any(|start| name.starts_with(start)) {
        return None;
    }
    let hip = match Choice::default().target(symbol) {
        Target::Renamed(hip) => hip,
        Target::Same if symbol.has_call_edits() => name,
        _ => return None,
    };
    match symbol.kind() {
        SymbolKind::Namespace => Some(format!("#ifdef __cplusplus\nnamespace {hip} {{}}\nnamespace {name} = {hip};\n#endif\n")),
        _ if symbol.has_call_edits() => Some(call::definition(symbol, hip)),
        // A type may be spelt out: `void*`.
        kind if is_identifier(hip) || kind == SymbolKind::Type && !hip.contains(':') => Some(format!("#define {name} {hip}\n")),
        _ => None,
    }
}

/// What the compiler defines ([`compiler_macros`]) or the user does in front of a header, and what Thrust's headers define.
const IN_OTHER_WAYS: [&str; 3] = ["__CUDACC", "__CUDA_NO_", "THRUST_"];

fn is_identifier(name: &str) -> bool {
    name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

#[cfg(test)]
mod tests {
    use super::*;
    use hipify_rules::symbol;

    fn defined(name: &str) -> Option<String> {
        definition(symbol(name.as_bytes()).unwrap())
    }

    #[test]
    fn a_renamed_name_is_one_macro() {
        assert_eq!(defined("cudaMalloc").unwrap(), "#define cudaMalloc hipMalloc\n");
        assert_eq!(defined("cudaStream_t").unwrap(), "#define cudaStream_t hipStream_t\n");
    }

    #[test]
    fn what_hip_has_by_the_same_name_and_what_it_lacks_are_not_defined() {
        assert_eq!(defined("__ldg"), None);
        assert_eq!(defined("cudaGraphConditionalHandleCreate"), None);
        assert_eq!(defined("__CUDACC__"), None);
    }

    #[test]
    fn a_specifier_without_meaning_in_hip_is_empty() {
        assert_eq!(defined("__grid_constant__").unwrap(), "#define __grid_constant__\n");
    }

    #[test]
    fn every_supported_name_of_the_runtime_is_the_same_or_defined() {
        for symbol in hipify_rules::symbols().filter(|symbol| ["runtime", "driver"].contains(&symbol.library())) {
            let renamed = matches!(Choice::default().target(symbol), Target::Renamed(_));
            let elsewhere = IN_OTHER_WAYS.iter().any(|start| symbol.cuda().starts_with(start));
            assert!(!renamed || elsewhere || definition(symbol).is_some(), "{}", symbol.cuda());
        }
    }
}
