//! The names that a tree uses to the one header that gives them their meaning in HIP.

use crate::guards::macros_of;
use crate::{KERNELS, LANE_MASK, PRELUDE, definition};
use hipify_rules::{CallOp, GUARDS, Symbol, symbol};
use std::collections::BTreeSet;

/// The text of a header that stands alone: it needs HIP's headers and no others, and is nothing to nvcc. Under HIP it defines
/// `mark`. Of `used`, names of the rules and macros that ask for CUDA count.
pub fn single_source_header(mark: &str, used: &BTreeSet<&str>) -> String {
    let symbols: Vec<Symbol> = used.iter().filter_map(|name| symbol(name.as_bytes())).collect();
    let definitions: String = symbols.iter().filter_map(|symbol| definition(*symbol)).collect();
    let takes_kernel = |symbol: &Symbol| symbol.call_edits().iter().any(|edit| matches!(edit.op, CallOp::Kernel(_)));
    let part = |wanted: bool, text: &str| if wanted { text.to_owned() } else { String::new() };
    [
        "// CUDA's names in HIP, those that this tree uses; nothing to nvcc. Written by `hipify-rs port --mode compat`.\n"
            .to_owned(),
        "#pragma once\n#if defined(__HIP__) || defined(__HIP_PLATFORM_AMD__)\n".to_owned(),
        format!("#define {mark} 1\n#include <hip/hip_runtime.h>\n"),
        headers(&symbols),
        part(definitions.contains("HIPIFY_BY_COUNT"), PRELUDE),
        part(definitions.contains("hipify_lane_mask"), LANE_MASK),
        part(symbols.iter().any(takes_kernel), KERNELS),
        definitions,
        macros_of(GUARDS.iter().filter(|guard| used.contains(guard.cuda))),
        "#endif\n".to_owned(),
    ]
    .concat()
}

/// HIP's own headers of the names: they may define some of CUDA's, and come first. Those of libraries have none of them.
fn headers(symbols: &[Symbol]) -> String {
    let defined = symbols.iter().filter(|symbol| definition(**symbol).is_some());
    let names: BTreeSet<&str> = defined.filter_map(|symbol| symbol.header()).filter(|name| name.starts_with("hip/")).collect();
    let others = names.into_iter().filter(|name| !name.starts_with("hip/hip_runtime"));
    others.map(|name| format!("#if __has_include(<{name}>)\n#include <{name}>\n#endif\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_header_has_the_names_that_are_used_and_no_others() {
        let used = BTreeSet::from(["cudaMalloc", "cudaFree", "__CUDACC__", "cuda_runtime.h", "__ldg"]);
        let text = single_source_header("MARK", &used);
        assert!(text.contains("#define MARK 1\n#include <hip/hip_runtime.h>\n"), "{text}");
        assert!(text.contains("#define cudaFree hipFree\n#define cudaMalloc hipMalloc\n"), "{text}");
        assert!(text.contains("#define __CUDACC__ 1\n") && !text.contains("__CUDA_ARCH__"), "{text}");
        assert_eq!(text.matches("#define").count(), 4, "{text}");
    }

    #[test]
    fn what_definitions_are_made_with_comes_along() {
        let text = single_source_header("MARK", &BTreeSet::from(["cudaMallocHost", "__shfl_sync", "cudaLaunchKernel"]));
        assert!(text.contains("#define HIPIFY_BY_COUNT") && text.contains("struct hipify_lane_mask_of"), "{text}");
        assert!(text.contains("cudaLaunchKernel(Kernel *kernel"), "{text}");
    }
}
