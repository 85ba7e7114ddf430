//! The one table of what is a function and what is none.

use super::*;
use crate::with_tokens;
use hipify_diagnostics::Source;

/// Each definition as `name specifiers surroundings body`; an unclosed body has no `}`.
fn found(source: &str) -> Vec<String> {
    with_tokens(&Source { path: "a.cu", bytes: source.as_bytes() }, |code, _| {
        let all = definitions(&code, |at| Specifiers::of_word(code.text(at)));
        all.iter().map(|definition| shown(source, &code, definition)).collect()
    })
}

fn shown(source: &str, code: &Code<'_>, definition: &Definition) -> String {
    let name = definition.qualified_name(code).map_or("-", |name| &source[code.span(name.start, name.end - 1)]);
    let Specifiers { host, device, global } = definition.specifiers;
    let specifiers = [(host, "h"), (device, "d"), (global, "g")];
    let specifiers: String = specifiers.iter().filter(|(given, _)| *given).map(|(_, letter)| *letter).collect();
    let body = &source[code.span(definition.body.start, definition.body.end - 1)];
    format!("{name} {specifiers} {:?} {body}", definition.within)
}

#[test]
fn functions_are_found_and_what_only_looks_so_is_not() {
    for (source, expected) in [
        // Functions, members and constructors.
        ("void f() { a }", &["f  Declarations { a }"] as &[_]),
        ("template <int N = 2> __global__ void __launch_bounds__(64) k(int (*f)()) { {a} }", &["k g Declarations { {a} }"]),
        ("__global__ void __maxnreg__(32) k() { a }", &["k g Declarations { a }"]),
        ("template <class T> requires (sizeof(T) > 2) void f(T) { a }", &["f  Declarations { a }"]),
        (
            "namespace n { struct S { S(int x) : a(x) { } int f() const { b } int a; }; }",
            &["S  Declarations { }", "f  Declarations { b }"],
        ),
        ("class API(x) C { void f() { a } };", &["f  Declarations { a }"]),
        ("void n::S::g() { }", &["n::S::g  Declarations { }"]),
        ("struct S f() { a }", &["f  Declarations { a }"]),
        ("TEST(Foo, Bar) { a }", &["TEST  Declarations { a }"]),
        (
            "int S::operator()(int x) { a } S::operator bool() { b }",
            &["S::operator  Declarations { a }", "bool  Declarations { b }"],
        ),
        ("T operator==(T a, T b) { a } template <> void f<int>() { b }", &["-  Declarations { a }", "-  Declarations { b }"]),
        // Specifiers.
        ("__device__ __host__ int h() { c } __device__ void d();", &["h hd Declarations { c }"]),
        ("__host__ inline __device__ int h() { c }", &["h hd Declarations { c }"]),
        // Lambdas that say where they run.
        (
            "void f() { g([=] __device__ (int i) mutable -> int { a }); }",
            &["f  Declarations { g([=] __device__ (int i) mutable -> int { a }); }", "- d Function { a }"],
        ),
        ("auto f = [] __host__ __device__ { a };", &["- hd Expression { a }"]),
        ("REGISTER(x, [] __device__ (int i) { a });", &["- d Expression { a }"]),
        // Functions in functions and in macros.
        (
            "void f() { struct S { __device__ int g() { a } int h() { b } }; }",
            &["f  Declarations { struct S { __device__ int g() { a } int h() { b } }; }", "g d Function { a }"],
        ),
        ("#define K(n) __global__ void n() { a }\n#define BEGIN __device__ int f() {\n", &["n g Macro { a }", "f d Macro {"]),
        // What branches open twice, and what is never closed.
        (
            "#if A\nvoid f(int a) {\n#else\nvoid g() {\n#endif\nb }\nvoid h() { c }",
            &[
                "f  Declarations {\n#else\nvoid g() {\n#endif\nb }\nvoid h() { c }",
                "g  Declarations {\n#endif\nb }",
                "h  Declarations { c }",
            ],
        ),
        ("void f() { int b;", &["f  Declarations { int b;"]),
        // No functions.
        ("int a[] = { f(1) }; struct alignas(16) T { int x; }; enum E { A }; __device__ int x = f(1); extern \"C\" { }", &[]),
        ("auto f = [](int x) { if (x) { a } };", &[]),
        ("void f(); using namespace n; __global__ void k(int);", &[]),
    ] {
        assert_eq!(found(source), expected, "{source}");
    }
}

#[test]
fn a_long_row_of_specifiers_takes_no_long_time() {
    assert_eq!(found(&format!("void f() {{ {} }}", "__device__ ".repeat(200_000))).len(), 1);
    assert_eq!(found(&format!("void f() {{ {} }}", "[] __device__ ".repeat(100_000))).len(), 1);
}
