//! Kernels that exchange values between lanes, for targets that cannot: found in the sources before clang stumbles over them.

mod functions;

use crate::ported::{File, PortedTree};
use functions::{Function, functions};
use hipify_command_line::target::{Target, gpus};
use hipify_diagnostics::{Code, Diagnostic, Level};
use hipify_engine::located_diagnostic::{LocatedDiagnostic, Locator};
use std::collections::{HashMap, HashSet};

/// A kernel permutes lanes on a target without the instruction for it.
const LANE_PERMUTE: Code = Code { id: "HIP9011", name: "lane-permute" };

/// Where `targets` lack the lane permute (`ds_bpermute_b32` came with gfx8): the first shuffle of each function that a kernel
/// reaches, with the path to show. Calls are followed by name alone, and code that a test of the target guards is left out.
pub(crate) fn lane_permutes(tree: &PortedTree, targets: &[Target]) -> Vec<(String, LocatedDiagnostic)> {
    let lacking: Vec<&str> = gpus(targets).filter(|target| !target.gfx.bpermute).map(|target| target.gfx.name).collect();
    if lacking.is_empty() {
        return Vec::new();
    }
    let found: Vec<(&File, Vec<Function>)> = tree.files().map(|file| (file, functions(&file.bytes))).collect();
    let reached = reached(found.iter().flat_map(|(_, functions)| functions));
    let mut findings = Vec::new();
    for (file, functions) in &found {
        let mut locator = Locator::new(&file.bytes);
        for function in functions.iter().filter(|function| reached.contains(function.name.as_str())) {
            let Some(span) = &function.permute else { continue };
            let name = String::from_utf8_lossy(&file.bytes[span.clone()]);
            let message = format!("`{name}` needs a lane permute, which {} lacks", lacking.join(", "));
            let help = "leave such targets out, or exchange the values through shared memory";
            let diagnostic = Diagnostic::new(LANE_PERMUTE, Level::Error, span.clone(), message).with_help(help);
            findings.push((file.step.name.display().to_string(), locator.locate(diagnostic)));
        }
    }
    findings
}

/// Names of kernels and of all that they call.
fn reached<'a>(functions: impl Iterator<Item = &'a Function>) -> HashSet<&'a str> {
    let mut by_name: HashMap<&str, Vec<&Function>> = HashMap::new();
    let mut waiting = Vec::new();
    for function in functions {
        by_name.entry(&function.name).or_default().push(function);
        waiting.extend(function.is_kernel.then_some(function.name.as_str()));
    }
    let mut reached = HashSet::new();
    while let Some(name) = waiting.pop() {
        if reached.insert(name) {
            let called = by_name.get(name).into_iter().flatten().flat_map(|function| &function.words);
            waiting.extend(called.map(String::as_str).filter(|called| by_name.contains_key(called)));
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::*;
    use hipify_command_line::request::{Language, Source};
    use hipify_engine::options::Engine;

    const NONE: [usize; 0] = [];

    fn lines(source: &str, targets: &[&str]) -> Vec<usize> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.cu");
        std::fs::write(&path, source).unwrap();
        let sources = [Source { path, language: Language::Hip, flags: Vec::new(), object: None }];
        let engine = Engine::safe(Default::default());
        let tree = PortedTree::read(&sources, &[], &engine, &folder.path().join("s")).unwrap();
        let targets = Target::parse_list(targets).unwrap();
        lane_permutes(&tree, &targets).into_iter().map(|(_, finding)| finding.line).collect()
    }

    const REACHED: &str = "#define DOWN(x) __shfl_down_sync(~0u, x, 1)\n\
        template <class T> __device__ T sum(T x) {\n  return x + DOWN(x);\n}\n\
        namespace n { struct S { __device__ int f(int x) const { return __shfl(x, 0); } }; }\n\
        __global__ void __launch_bounds__(64) k(int *p) {\n  *p = sum(*p);\n  n::S s; s.f(1);\n}\n";

    #[test]
    fn shuffles_that_a_kernel_reaches_are_found_for_old_targets_alone() {
        assert_eq!(lines(REACHED, &["gfx700", "gfx90a"]), [1, 5]);
        assert_eq!(lines(REACHED, &["gfx803", "gfx90a"]), NONE);
    }

    #[test]
    fn shuffles_that_no_kernel_reaches_or_that_a_target_test_guards_do_no_harm() {
        let unused = "__device__ int f(int x) { return __shfl(x, 0); }\n__global__ void k(int *p) { *p = 1; }\n";
        assert_eq!(lines(unused, &["gfx700"]), NONE);
        let guarded =
            "__global__ void k(int *p) {\n#if defined(__gfx700__)\n  *p = 1;\n#else\n  *p = __shfl(*p, 0);\n#endif\n}\n";
        assert_eq!(lines(guarded, &["gfx700"]), NONE);
        let off = "__global__ void k(int *p) {\n#if 0\n  *p = __shfl(*p, 0);\n#endif\n}\n";
        assert_eq!(lines(off, &["gfx700"]), NONE);
    }

    #[test]
    fn a_kernel_after_a_brace_that_two_branches_open_is_read() {
        let twice = "#ifdef A\n__device__ void f(int a) {\n#else\n__device__ void f() {\n#endif\n}\n";
        assert_eq!(lines(&format!("{twice}__global__ void k(int *p) {{ *p = __shfl(*p, 0); }}\n"), &["gfx700"]), [7]);
    }

    #[test]
    fn a_tile_shuffles_too() {
        assert_eq!(lines("__global__ void k(int *p) { auto t = tile(); *p = t.shfl_xor(*p, 1); }\n", &["gfx601"]), [1]);
    }
}
