//! Names whose calls differ by more than the name: macros that count the arguments, as the rules' edits depend on their number.

use hipify_rules::{CallEdit, CallOp, Symbol};
use std::fmt::Write as _;

/// The longest call that macros tell apart, as `HIPIFY_COUNT` counts.
const MOST: usize = 12;

pub(super) fn definition(symbol: Symbol, hip: &str) -> String {
    let name = symbol.cuda();
    // A macro does not know types.
    let edits: Vec<CallEdit> = symbol.call_edits().into_iter().filter(|edit| edit.typed.is_none()).collect();
    match edits[..] {
        // The tag may follow `struct`, and is a type's name by itself in C++; CUDA's type is named with `struct` in C.
        [CallEdit { op: CallOp::Tag(tag), .. }] => format!("#define {name} {tag}\n"),
        // C++ finds an overload of this name for kernels, which `kernels.h` declares; in C a kernel is a `const void *`.
        [CallEdit { op: CallOp::Kernel(_), .. }, ..] => format!("#ifndef __cplusplus\n#define {name} {hip}\n#endif\n"),
        [CallEdit { op: CallOp::Mask(0), .. }] => mask(name, hip),
        _ if edits.iter().all(|edit| matches!(edit.op, CallOp::Symbol(_) | CallOp::Value(..))) => renamed(name, hip),
        _ => counted(name, hip, &edits),
    }
}

/// HIP on AMD takes a symbol as it stands.
fn renamed(name: &str, hip: &str) -> String {
    format!("#define {name} {hip}\n")
}

/// A macro is not expanded in itself, so that it may carry the function's name.
fn mask(name: &str, hip: &str) -> String {
    format!(
        "#if defined(__HIP__) && defined(__cplusplus)\n#define {name}(mask, ...) {hip}(hipify_lane_mask(mask), ##__VA_ARGS__)\n#endif\n"
    )
}

fn counted(name: &str, hip: &str, edits: &[CallEdit]) -> String {
    let mut text = format!("#define {name}(...) HIPIFY_BY_COUNT(HIPIFY_{name}, __VA_ARGS__)\n");
    for count in 0..=MOST {
        let arguments: Vec<String> = (0..count).map(|number| format!("a{number}")).collect();
        let call = edited(hip, &arguments, edits);
        let _ = writeln!(text, "#define HIPIFY_{name}_{count}({}) {call}", arguments.join(", "));
    }
    text
}

/// The call with `arguments` as the edits for their number leave it.
fn edited(hip: &str, arguments: &[String], edits: &[CallEdit]) -> String {
    let mut callee = hip;
    let mut words: Vec<Option<String>> = arguments.iter().cloned().map(Some).collect();
    let mut added_before: Vec<Vec<String>> = vec![Vec::new(); arguments.len() + 1];
    for edit in edits.iter().filter(|edit| edit.arity.is_none_or(|arity| arity == arguments.len())) {
        match edit.op {
            CallOp::Rename(other) => callee = other,
            // C has no `nullptr`.
            CallOp::Insert(at, text) if at <= arguments.len() => added_before[at].push(text.replace("nullptr", "NULL")),
            // A macro sees no other call: AMD's library refuses a null pointer, the bundled one needs none.
            CallOp::Borrow(at, ..) if at <= arguments.len() => added_before[at].push("NULL".to_owned()),
            CallOp::Drop(at) if at < words.len() => words[at] = None,
            CallOp::Cast(at, to) | CallOp::ConstCast(at, to) if at < words.len() => {
                words[at] = words[at].take().map(|word| format!("({to})({word})"));
            }
            _ => {}
        }
    }
    let last = added_before.pop().unwrap_or_default();
    let all: Vec<String> = added_before.into_iter().zip(words).flat_map(|(added, word)| added.into_iter().chain(word)).collect();
    format!("{callee}({})", all.into_iter().chain(last).collect::<Vec<_>>().join(", "))
}

#[cfg(test)]
mod tests {
    use hipify_rules::symbol;

    fn line(name: &str, count: usize) -> String {
        let text = crate::definition(symbol(name.as_bytes()).unwrap()).unwrap();
        let start = format!("#define HIPIFY_{name}_{count}(");
        text.lines().find(|line| line.starts_with(&start)).unwrap().split_once(") ").unwrap().1.to_owned()
    }

    #[test]
    fn an_argument_is_added_dropped_or_cast_by_the_number_of_arguments() {
        assert_eq!(line("cudaMallocHost", 2), "hipHostMalloc(a0, a1, hipHostMallocDefault)");
        assert_eq!(line("cudaMallocHost", 3), "hipHostMalloc(a0, a1, a2)");
        assert_eq!(line("cudaGraphInstantiate", 2), "hipGraphInstantiate(a0, a1, NULL, NULL, 0)");
        assert_eq!(line("cudaGraphInstantiate", 3), "hipGraphInstantiateWithFlags(a0, a1, a2)");
        assert_eq!(line("cuCtxCreate", 4), "hipCtxCreate(a0, a2, a3)");
        assert_eq!(line("cuMemcpyHtoD", 3), "hipMemcpyHtoD(a0, (void*)(a1), a2)");
        assert_eq!(line("cudaGetDriverEntryPoint", 4), "hipGetProcAddress(a0, a1, HIP_VERSION, a2, a3)");
    }

    #[test]
    fn a_structures_tag_stands_for_its_name() {
        let text = crate::definition(symbol(b"cudaLaunchParams").unwrap()).unwrap();
        assert_eq!(text, "#define cudaLaunchParams hipLaunchParams_t\n");
    }

    #[test]
    fn a_mask_of_lanes_is_widened() {
        let text = crate::definition(symbol(b"__shfl_sync").unwrap()).unwrap();
        assert!(text.contains("#define __shfl_sync(mask, ...) __shfl_sync(hipify_lane_mask(mask), ##__VA_ARGS__)"), "{text}");
    }
}
