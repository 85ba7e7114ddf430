//! Sources that no person writes, each made of one thing many times: what takes quadratic time or recursion shows on them.

/// A name and the source with the thing `n` times.
pub(crate) type Shape = (&'static str, fn(usize) -> String);

/// `before`, then `each` n times, then `after` n times.
fn nest(before: &str, each: &str, after: &str, n: usize) -> String {
    let mut text = String::with_capacity(before.len() + n * (each.len() + after.len()) + 1);
    text.push_str(before);
    (0..n).for_each(|_| text.push_str(each));
    (0..n).for_each(|_| text.push_str(after));
    text.push('\n');
    text
}

fn repeat(each: &str, n: usize) -> String {
    nest("", each, "", n)
}

pub(crate) const SHAPES: &[Shape] = &[
    ("calls in calls", |n| nest("", "cudaMalloc(", ")", n)),
    ("calls in calls, not closed", |n| repeat("cudaMalloc(", n)),
    ("calls with edits in calls", |n| nest("", "cudaMemcpyToSymbol(a, ", ")", n)),
    ("allocations with edits in calls", |n| nest("", "cudaMallocHost(", ")", n)),
    ("parentheses", |n| nest("int x = ", "(", ")", n)),
    ("braces", |n| nest("void f() ", "{", "}", n)),
    ("declarations in braces", |n| nest("void f() ", "{ int cudaFree; ", "}", n)),
    ("brackets of other kinds", |n| nest("", "(", "]", n)),
    ("all brackets, not closed", |n| repeat("([{", n)),
    ("#if in #if", |n| nest("", "#if X\n", "#endif\n", n)),
    ("includes in #if in #if", |n| nest("", "#if X\n#include <cuda_runtime.h>\n#include <hip/hip_runtime.h>\n", "#endif\n", n)),
    ("#if without #endif", |n| repeat("#ifdef __CUDACC__\n", n)),
    ("template arguments", |n| nest("", "a<", "> ", n)),
    ("a<a<a<", |n| repeat("a<", n)),
    ("a<a<a< in a device function", |n| nest("__device__ ", "a<", "", n)),
    ("a<a<a< in arguments", |n| nest("cudaMemcpyToSymbol(", "a<", "", n)),
    ("names behind >::", |n| repeat("a>::cudaFree ", n)),
    ("<", |n| repeat("<", n)),
    (">", |n| repeat(">", n)),
    ("quotes", |n| repeat("\"", n)),
    ("quotes on lines", |n| repeat("\"\n", n)),
    ("apostrophes", |n| repeat("' ", n)),
    ("#", |n| repeat("#", n)),
    ("# on lines", |n| repeat("#\n", n)),
    ("open comments", |n| repeat("/*", n)),
    ("raw strings", |n| repeat("R\"(", n)),
    ("splices", |n| repeat("\\\n", n)),
    ("a name of splices", |n| repeat("cu\\\n", n)),
    ("one long name", |n| repeat("cuda", n)),
    ("one line", |n| repeat("cudaFree(p); ", n)),
    ("one long macro", |n| nest("#define M ", "cudaFree(p); \\\n", "", n)),
    ("one macro with many parameters", |n| nest("#define M(x", ", p", "", n).replace('\n', ") ") + &repeat("cudaFree ", n)),
    ("pasted names", |n| nest("#define M ", "cuda ## x ", "", n)),
    ("__has_include", |n| nest("#if ", "__has_include(", "", n)),
    ("tests of versions", |n| nest("#if 1 ", "&& CUDART_VERSION > 9000 ", "", n)),
    ("parentheses in a condition", |n| nest("#if ", "(", ")", n)),
    ("launches", |n| repeat("k<<<g, b>>>(a); ", n)),
    ("launches in launches", |n| nest("", "k<<<(", ")>>>()", n)),
    ("open launches", |n| repeat("k<<<", n)),
    ("kernels with full masks", |n| {
        repeat("__global__ void k() { int t = threadIdx.x; if (t < 3) __syncwarp(0xffffffff); }\n", n)
    }),
    ("full masks in branches", |n| nest("__global__ void k(int t) { ", "if (t < 3) { __syncwarp(0xffffffff); ", "}", n)),
    ("full masks by variables of variables", |n| {
        let steps: String = (1..n).map(|i| format!("int v{i} = v{}; if (v{i}) __syncwarp(0xffffffff);\n", i - 1)).collect();
        format!("__global__ void k() {{ int v0 = threadIdx.x;\n{steps} if (v{}) __syncwarp(0xffffffff); }}\n", n - 1)
    }),
    ("full masks by variables, asked for the last first", |n| {
        let steps: String = (1..n).map(|i| format!("int v{i} = v{};\n", i - 1)).collect();
        format!("__global__ void k() {{ int v0 = threadIdx.x;\n{steps} if (v{}) __syncwarp(0xffffffff); }}\n", n - 1)
    }),
    ("full masks in functions of functions", |n| {
        let steps: String = (1..n).map(|i| format!("__device__ void f{i}() {{ f{}(); }}\n", i - 1)).collect();
        format!("__device__ void f0() {{ __syncwarp(0xffffffff); }}\n{steps}")
    }),
    ("a full mask behind operators", |n| nest("__global__ void k(int t) { x = t ", "&& (t ", "&& __any_sync(0xffffffff, 1))", n)),
    ("kernels that launch", |n| repeat("__global__ void k() { k<<<1, 1>>>(); }\n", n)),
    ("a chain of calls that launches", |n| nest("f", "()", "", n).replace('\n', "<<<1, 1>>>();")),
    ("a chain of members that launches", |n| nest("f", ".f", "", n).replace('\n', "<<<1, 1>>>();")),
    ("a chain of scopes", |n| nest("f", "::f", "", n).replace('\n', "::cudaFree")),
    ("namespaces in namespaces", |n| nest("", "namespace { int cudaFree; ", "}", n)),
    ("__device__", |n| repeat("__device__ ", n)),
    ("device functions without a body", |n| repeat("__device__ int f() ", n)),
    ("pragmas of nvcc", |n| repeat("#pragma nv_diag_suppress 1\n", n)),
    ("includes of macros", |n| repeat("#include X\n", n)),
    ("the same include", |n| repeat("#include <cuda_runtime.h>\n", n)),
    ("parameters with API names", |n| repeat("void f(int cudaFree) { cudaFree; }\n", n)),
    ("variables with API names", |n| nest("int a", ", cudaFree = 1", "", n)),
    ("enumerations in enumerations", |n| repeat("enum { cudaSuccess, ", n)),
    ("stars", |n| nest("int ", "*", "", n).replace('\n', "cudaFree;")),
    ("cub::", |n| repeat("cub::", n)),
    ("assembly", |n| repeat("asm(\"bar.sync 0;\"); ", n)),
    ("assembly in assembly", |n| repeat("asm(\"bar.sync 0;\" ", n)),
    ("unknown names", |n| repeat("cudaNothing ", n)),
];
