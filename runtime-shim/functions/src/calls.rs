//! Functions -> a CUDA source that calls each once, to see which of them a target has.

use std::fmt::Write;

use crate::function::{Function, Passing};

/// The source, a function a line, and what stands on each line: an empty text where it is no function of ours. Left out are functions
/// without a name in HIP that nothing supplies, and operators, which are members in AMD's headers.
#[must_use]
pub fn calls(functions: &[Function]) -> (String, Vec<String>) {
    let mut text = String::new();
    let mut lines = Vec::new();
    for header in ["cuda_bf16.h", "cuda_fp16.h", "cuda_fp8.h", "cuda_runtime.h"] {
        let _ = writeln!(text, "#include <{header}>");
        lines.push(String::new());
    }
    for function in functions.iter().filter(|function| function.is_to_be_had() && !function.name.starts_with("operator")) {
        let count = function.parameters.len();
        let list = |of: &dyn Fn(usize) -> String| (0..count).map(of).collect::<Vec<_>>().join(", ");
        let parameters = list(&|i| {
            let parameter = &function.parameters[i];
            let (before, after) = match parameter.passing {
                Passing::Value => ("", ""),
                Passing::Read => ("const ", "*"),
                Passing::Written => ("", "*"),
                Passing::Reference => ("", "&"),
            };
            format!("{before}{} {after}p{i}", parameter.name)
        });
        let arguments = list(&|i| format!("p{i}"));
        let number = lines.len();
        let _ = writeln!(text, "__device__ void call_{number}({parameters}) {{ (void){}({arguments}); }}", function.name);
        lines.push(function.line());
    }
    (text, lines)
}
