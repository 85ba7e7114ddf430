//! The function that each place of a file lies in, as findings name it.

use hipify_syntax::Code;
use hipify_syntax::definitions::{Definition, Specifiers, Surroundings, definitions};
use std::ops::Range;

/// Where one function stands, from its first specifier to its last bracket.
#[derive(Debug, PartialEq)]
pub(crate) struct Function {
    pub(crate) name: String,
    pub(crate) span: Range<usize>,
}

/// The functions of a file that have a name, in source order; functions within functions belong to the outer one.
///
/// Names are part of the keys of baselines: what gives a function another name makes its findings new.
pub(crate) fn functions(code: &Code<'_>) -> Vec<Function> {
    let found = definitions(code, |at| Specifiers::of_word(code.text(at)));
    let outer = found.iter().filter(|definition| definition.within == Surroundings::Declarations);
    outer.filter_map(|definition| function(code, definition)).collect()
}

fn function(code: &Code<'_>, definition: &Definition) -> Option<Function> {
    let name = definition.qualified_name(code)?;
    let has_default = assigns(code, definition.first..name.start);
    let span = code.span(definition.first, definition.body.end - 1);
    (!has_default).then(|| Function { name: spelt(code, name), span })
}

/// The name of the function that holds a byte.
pub(crate) fn function_at(functions: &[Function], offset: usize) -> Option<&str> {
    let number = functions.partition_point(|function| function.span.start <= offset).checked_sub(1)?;
    functions.get(number).filter(|function| offset < function.span.end).map(|function| function.name.as_str())
}

/// Whether a template parameter has a default. Such a function never had a name in a baseline, and goes without.
fn assigns(code: &Code<'_>, head: Range<usize>) -> bool {
    let mut at = Some(head.start);
    while let Some(i) = at.filter(|&i| i < head.end) {
        if code.is(i, b'=') {
            return true;
        }
        at = code.next(if code.is(i, b'(') { code.close(i).unwrap_or(i) } else { i });
    }
    false
}

/// A name with its namespaces; of a macro such as `TEST`, its arguments too.
fn spelt(code: &Code<'_>, name: Range<usize>) -> String {
    let text = |tokens: Range<usize>| -> String {
        tokens.filter(|&at| !code.tokens[at].in_directive).map(|at| String::from_utf8_lossy(code.text(at))).collect()
    };
    let spelt = text(name.clone());
    let is_macro =
        spelt.len() > 2 && spelt.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_' || byte.is_ascii_digit());
    let open = code.next(name.end - 1).filter(|_| is_macro);
    match open.and_then(|open| (open..code.tokens.len()).find(|&at| code.is(at, b')'))) {
        Some(close) => text(name.start..close + 1),
        None => spelt,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hipify_diagnostics::Source;
    use hipify_syntax::with_tokens;

    fn all(source: &str) -> Vec<Function> {
        with_tokens(&Source { path: "a.cu", bytes: source.as_bytes() }, |code, _| functions(&code))
    }

    fn names(source: &str) -> Vec<String> {
        all(source).into_iter().map(|function| function.name).collect()
    }

    #[test]
    fn kernels_members_and_constructors_have_names() {
        let source = "namespace n { template <int N> __global__ void __launch_bounds__(64) k(int a) { if (a) { } } }\n\
                      struct S { S(int x) : a(x) { } int f() const { return 1; } int a; };\nvoid S::g() { }";
        assert_eq!(names(source), ["k", "S", "f", "S::g"]);
    }

    #[test]
    fn initialisers_and_types_are_no_functions() {
        assert!(names("int a[] = { f(1) }; struct alignas(16) T { int x; }; enum E { A };").is_empty());
    }

    #[test]
    fn a_test_macro_is_named_with_its_arguments() {
        assert_eq!(names("TEST(Foo, Bar) { }"), ["TEST(Foo,Bar)"]);
    }

    #[test]
    fn a_place_is_in_the_function_around_it() {
        let source = "int a;\nvoid f() { int b; }\nint c;";
        let functions = all(source);
        assert_eq!(function_at(&functions, source.find('b').unwrap()), Some("f"));
        assert_eq!(function_at(&functions, source.find('c').unwrap()), None);
    }

    #[test]
    fn what_is_never_closed_goes_to_the_end() {
        let source = "void f() { int b;";
        let functions = all(source);
        assert_eq!(function_at(&functions, source.len() - 1), Some("f"));
    }

    #[test]
    fn operators_and_default_template_arguments_keep_the_names_that_baselines_know() {
        let source = "int S::operator()(int x) { } T operator==(T a, T b) { } template <class T = int> void f() { }";
        assert_eq!(names(source), ["S::operator"]);
    }

    #[test]
    fn a_class_with_a_macro_and_a_statement_are_no_functions() {
        assert_eq!(names("class API(x) C { void f() { } }; auto g = [](int x) { if (x) { } };"), ["f"]);
    }

    #[test]
    fn a_brace_that_two_branches_open_ends_with_its_function() {
        let source = "#if A\nvoid f(int a) {\n#else\nvoid f() {\n#endif\n}\nvoid g() { int b; }";
        assert_eq!(function_at(&all(source), source.find('b').unwrap()), Some("g"));
    }
}
