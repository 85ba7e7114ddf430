//! The standard library's headers beside AMD's, in each standard of C++: some are ours for kernels, and all must agree.

use hipify_tests::cli_command::TestFolder;

/// Headers of C++11, in an order in which those that others include come last.
const HEADERS: &str = "thread future regex map set deque list unordered_map random chrono memory functional tuple array valarray complex \
    string vector algorithm numeric iterator utility bitset limits cmath atomic mutex condition_variable sstream fstream iostream";

fn compiles(standard: &str) {
    let includes: String = HEADERS.split_whitespace().map(|header| format!("#include <{header}>\n")).collect();
    let newer: String = ["optional", "variant", "any", "string_view", "filesystem", "span", "ranges", "expected"]
        .iter()
        .map(|header| format!("#if __has_include(<{header}>)\n#include <{header}>\n#endif\n"))
        .collect();
    let source = "__global__ void k(int *p) { *p = 1; }\nint main() {\n  std::map<int, std::tuple<int, std::string>> m;\n\
                  \x20 m[1] = std::make_tuple(2, \"two\");\n  std::pair<const int, int> p(std::piecewise_construct, std::make_tuple(1), \
                  std::make_tuple(2));\n  k<<<1, 1>>>(nullptr);\n  return p.second;\n}\n";
    let place = TestFolder::new(&[("all.cu", &format!("{includes}{newer}{source}"))]);
    for target in ["gfx90a", "cpu"] {
        let said = place.shell(&format!("\"$hipify\" cc --offload-arch={target} -std={standard} -c all.cu -o all.o"));
        assert_eq!(said.code, 0, "{standard} {target}\n{}", said.err);
    }
}

#[test]
fn in_cxx11() {
    compiles("c++11");
}

#[test]
fn in_cxx14() {
    compiles("c++14");
}

#[test]
fn in_cxx17() {
    compiles("c++17");
}

#[test]
fn in_cxx20() {
    compiles("c++20");
}

#[test]
fn in_cxx23() {
    compiles("c++23");
}
