//! `hipify_device.h`: ported trees with CUDA's device names that HIP lacks, compiled by clang and HIP's headers alone.

use hipify_headers::support;
use hipify_rules::{SymbolKind, headers, symbols};
use hipify_tests::cli_command::TestFolder;
use hipify_tests::hip::Hip;
use hipify_tests::root;
use libtest_mimic::{Arguments, Failed, Trial};
use std::collections::BTreeSet;
use std::process::ExitCode;

fn main() -> ExitCode {
    let trial = |name: &str, test: fn()| {
        Trial::test(name, move || {
            test();
            Ok(())
        })
    };
    let mut trials = vec![
        trial("the_rules_name_parts_that_there_are_and_the_book_lists_them", the_rules_name_parts_that_there_are),
        trial("each_file_includes_the_header_of_the_root_and_it_has_the_parts_used", includes_and_parts),
        trial("a_second_port_changes_nothing_and_new_uses_add_parts", second_port),
        trial("a_file_of_that_name_that_is_not_ours_is_left", foreign_file),
        trial("without_the_header_the_names_are_errors", refused),
        trial("a_patch_holds_the_header_and_printed_text_says_that_it_includes_it", printed),
        trial("files_get_the_header_beside_them", beside_files),
        trial("a_tree_with_the_header_is_built_and_runs", built),
        trial("query_says_which_part_has_a_name", queried),
    ];
    for (hip, ignored) in [(Some(Hip::find()), false), (Hip::of_setup(), Hip::of_setup().is_none())] {
        let version = hip.as_ref().map_or("newer".to_owned(), |hip| format!("{}.{}", hip.version().0, hip.version().1));
        let mut trial = |name: &str, test: fn(&Hip) -> Result<(), Failed>| {
            let hip = hip.clone();
            let test = move || hip.as_ref().map_or(Ok(()), test);
            trials.push(Trial::test(format!("hip-{version}/{name}"), test).with_ignored_flag(ignored));
        };
        trial("a_ported_tree_compiles_with_the_header_alone", ported_tree_compiles);
        trial("each_part_compiles_and_has_the_names_that_the_rules_say", each_part_compiles);
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

/// Kernels in two folders with names that HIP lacks.
const MAIN: &str = "#include <cstdio>\n#include <cuda_runtime.h>\n#include <cuda/atomic>\n#include \"deep/sum.cuh\"\n\
    __global__ void k(int *p, cuda::atomic<int, cuda::thread_scope_device> *count) {\n\
    \x20 p[threadIdx.x] = __dp4a(0x01010101, 0x01020304, (int)sum(1.0f));\n  count->fetch_add(1);\n}\n\
    int main() {\n  int *p;\n  cuda::atomic<int, cuda::thread_scope_device> *count;\n  cudaMallocManaged(&p, 128);\n\
    \x20 cudaMallocManaged(&count, 4);\n  count->store(0);\n  k<<<1, 32>>>(p, count);\n  cudaDeviceSynchronize();\n\
    \x20 printf(\"%d %d\\n\", p[31], count->load());\n}\n";
const SUM: &str = "#pragma once\n#include <cooperative_groups.h>\n#include <cooperative_groups/reduce.h>\n\
    namespace cg = cooperative_groups;\n__device__ inline float sum(float x) {\n\
    \x20 auto tile = cg::tiled_partition<32>(cg::this_thread_block());\n\
    \x20 return cg::reduce(tile, __fadd_rd(x, 1.0f), cg::plus<float>());\n}\n";
const OTHER: &str =
    "#include <cooperative_groups.h>\n#include \"deep/sum.cuh\"\n__global__ void other(float *p) { p[0] = sum(p[0]); }\n";
const PLAIN: &str = "#include <cuda_runtime.h>\n__global__ void plain(int *p) { p[0] = __popc(p[0]); }\n";

fn tree() -> TestFolder {
    TestFolder::new(&[("a/main.cu", MAIN), ("a/deep/sum.cuh", SUM), ("a/other.cu", OTHER), ("a/plain.cu", PLAIN)])
}

fn parts(header: &str) -> &str {
    header.lines().find_map(|line| line.strip_prefix("// Parts: ")).unwrap_or_else(|| panic!("{header}"))
}

fn ported_tree_compiles(hip: &Hip) -> Result<(), Failed> {
    let place = tree();
    let said = place.run("port a -o b");
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
    for name in ["main.cu", "other.cu", "plain.cu"] {
        hip.check(&place.path("b").join(name), &[])?;
    }
    // The same without the header does not, so that these compiles show what it is for.
    place.run("port a -o c --no-support-header");
    assert!(hip.check(&place.path("c/main.cu"), &[]).is_err());
    Ok(())
}

fn includes_and_parts() {
    let place = tree();
    let said = place.run("port a -o b");
    assert!(said.code == 0 && said.err.contains(" 0 left") && said.err.contains("0 errors, 0 warnings, 0 notes"), "{}", said.err);
    let main = place.read("b/main.cu");
    let includes = "#include <cstdio>\n#include <hip/hip_runtime.h>\n#include \"hipify_device.h\"\n#include \"deep/sum.cuh\"\n";
    assert!(main.starts_with(includes) && main.contains("__dp4a("), "{main}");
    let sum = place.read("b/deep/sum.cuh");
    let includes = "#include <hip/hip_runtime.h>\n#include \"../hipify_device.h\"\n#include <hip/hip_cooperative_groups.h>\n";
    assert!(sum.contains(includes), "{sum}");
    // Its groups must be those of `sum.cuh`.
    let other = place.read("b/other.cu");
    let includes = "#include <hip/hip_runtime.h>\n#include \"hipify_device.h\"\n#include <hip/hip_cooperative_groups.h>\n";
    assert!(other.starts_with(includes), "{other}");
    assert!(!place.read("b/plain.cu").contains("hipify_device.h"));
    let header = place.read("b/hipify_device.h");
    assert_eq!(parts(&header), "dot-products, rounding, groups, cuda-scope, cuda-atomic");
    assert!(header.contains("MIT License") && header.contains("int __dp4a(") && !header.contains("__vadd"), "{header}");
    assert!(!place.has("a/hipify_device.h"));

    let place = TestFolder::new(&[("a/plain.cu", PLAIN)]);
    assert_eq!(place.run("port a -o b").code, 0);
    assert!(!place.has("b/hipify_device.h"));
}

fn second_port() {
    let place = tree();
    assert_eq!(place.run("port a -o b").code, 0);
    let ported = place.files("b");
    let said = place.run("port a -o b");
    assert!(said.code == 0 && said.err.contains("4 unchanged since the last run"), "{}", said.err);
    let files = |folder: &str| -> Vec<(String, Vec<u8>)> {
        place.files(folder).into_iter().filter(|(name, _)| !name.starts_with('.')).collect()
    };
    let without_manifest: Vec<_> = ported.into_iter().filter(|(name, _)| !name.starts_with('.')).collect();
    assert_eq!(files("b"), without_manifest);
    // Of what was ported already, to another folder and in place.
    assert_eq!(place.run("port b -o c").code, 0);
    assert_eq!(files("c"), without_manifest);
    let said = place.run("port --in-place b");
    assert!(said.code == 0 && said.err.contains(", 0 changed"), "{}", said.err);
    assert_eq!(files("b"), without_manifest);
    assert_eq!(place.run("port --check b").code, 0);

    let text = PLAIN.replace("__popc(p[0])", "__vadd2(p[0], p[1])");
    place.write("a/plain.cu", &text);
    assert_eq!(place.run("port a -o b").code, 0);
    assert_eq!(parts(&place.read("b/hipify_device.h")), "dot-products, video, rounding, groups, cuda-scope, cuda-atomic");
    // One file of a tree that is ported says nothing of what the others use.
    place.write("c/plain.cu", &text);
    assert_eq!(place.run("port --in-place c/plain.cu").code, 0);
    assert_eq!(parts(&place.read("c/hipify_device.h")), "dot-products, video, rounding, groups, cuda-scope, cuda-atomic");
    assert!(place.read("c/plain.cu").contains("#include \"hipify_device.h\"\n"));
}

fn foreign_file() {
    let own = "#pragma once\nint mine;\n";
    for (line, path) in [("port a -o b", "b/hipify_device.h"), ("port --in-place a", "a/hipify_device.h")] {
        let place = tree();
        place.write("a/hipify_device.h", own);
        let said = place.run(line);
        assert_eq!(said.code, 2, "{line}: {}", said.err);
        assert!(said.err.contains(&format!("{path}`")) && said.err.contains("--no-support-header"), "{line}: {}", said.err);
        assert_eq!(place.read(path), own);
    }
    let place = TestFolder::new(&[("a/plain.cu", PLAIN), ("a/hipify_device.h", own)]);
    assert_eq!(place.run("port a -o b").code, 0);
    assert_eq!(place.read("b/hipify_device.h"), own);
}

fn refused() {
    let place = tree();
    let said = place.run("port a -o b --no-support-header --output-format concise");
    assert_eq!(said.code, 1, "{}", said.err);
    assert!(said.out.contains("`__dp4a` has no HIP counterpart; `hipify-rs build` supplies it"), "{}", said.out);
    assert!(said.out.contains("the header `cuda/atomic` has no HIP counterpart; `hipify-rs build` supplies it"), "{}", said.out);
    assert!(!place.has("b/hipify_device.h") && place.read("b/main.cu").contains("#include <cuda/atomic>"));
}

fn printed() {
    let place = tree();
    let said = place.run("port --check a");
    assert!(said.code == 1 && !place.has("a/hipify_device.h"), "{}", said.err);
    let said = place.run("port --diff a");
    assert_eq!(said.code, 1, "{}", said.err);
    place.write("patch", &said.bytes);
    assert_eq!(place.shell("git init -q . && git apply patch").code, 0);
    assert_eq!(place.run("port --check a").code, 0);
    assert_eq!(parts(&place.read("a/hipify_device.h")), "dot-products, rounding, groups, cuda-scope, cuda-atomic");

    let place = tree();
    let said = place.run("port --stdout a/main.cu");
    assert!(said.code == 0 && said.out.contains("#include \"hipify_device.h\"\n"), "{}", said.out);
    assert!(said.err.contains("note: the text includes `hipify_device.h`"), "{}", said.err);
    let said = place.run_with_input("port -", MAIN.as_bytes());
    assert!(said.code == 0 && said.err.contains("note: the text includes `hipify_device.h`"), "{}", said.err);
    assert!(!place.has("a/hipify_device.h"));
}

fn beside_files() {
    let place = tree();
    place.write("c/README", "");
    assert_eq!(place.run("port a/main.cu -o c/main.hip").code, 0);
    assert_eq!(parts(&place.read("c/hipify_device.h")), "dot-products, cuda-scope, cuda-atomic");
    assert_eq!(place.run("port a/deep/sum.cuh -o c/sum.hip.h").code, 0);
    assert!(place.read("c/sum.hip.h").contains("#include \"hipify_device.h\"\n"));
    assert_eq!(parts(&place.read("c/hipify_device.h")), "dot-products, rounding, groups, cuda-scope, cuda-atomic");
    assert_eq!(place.run("port --in-place a/main.cu a/deep/sum.cuh").code, 0);
    assert_eq!(parts(&place.read("a/hipify_device.h")), "dot-products, cuda-scope, cuda-atomic");
    assert_eq!(parts(&place.read("a/deep/hipify_device.h")), "rounding, groups");
}

fn built() {
    let place = tree();
    assert_eq!(place.run("port a -o b").code, 0);
    place.build("-q --offload-arch gfx90a,cpu b/main.cu -o main");
    assert_eq!(place.shell("./main").out, "74 32\n");
}

fn queried() {
    let place = TestFolder::new(&[]);
    let said = place.run("query __dp4a cuda/barrier");
    let line = "  supplied      by `hipify-rs build`, and by `hipify_device.h` of `port`: ";
    assert!(said.out.contains(&format!("{line}dot-products\n")), "{}", said.out);
    assert!(said.out.contains(&format!("{line}cuda-barrier\n")), "{}", said.out);
    assert!(place.run("query __dp4a --output-format json").out.contains("\"supplied\": \"dot-products\""));
    assert!(!place.run("query cudaMalloc").out.contains("supplied"));
}

fn the_rules_name_parts_that_there_are() {
    let of_names: BTreeSet<&str> = symbols().filter_map(|symbol| symbol.supplied()).collect();
    let of_headers: BTreeSet<&str> = headers().filter_map(|header| header.supplied()).collect();
    let named: Vec<&str> = of_names.union(&of_headers).copied().collect();
    let mut parts: Vec<&str> = support::PARTS.iter().map(|part| part.name).collect();
    parts.sort_unstable();
    assert_eq!(named, parts);
    let book = std::fs::read_to_string(root().join("docs/porting.md")).unwrap();
    for part in support::PARTS {
        assert!(book.contains(&format!("| `{}` | {} |\n", part.name, part.about)), "docs/porting.md lacks `{}`", part.name);
    }
}

/// A source of the names that a part has by the rules.
fn uses_of(part: &support::Part) -> String {
    let used = symbols().filter(|symbol| symbol.supplied() == Some(part.name));
    let uses: String = used
        .map(|symbol| {
            let name = symbol.hip().filter(|_| !symbol.is_experimental()).unwrap_or(symbol.cuda());
            match symbol.kind() {
                SymbolKind::Namespace => format!("  using namespace {name};\n"),
                _ if name.contains("::") => format!("using {name};\n"),
                SymbolKind::Type if part.of_host => format!("  (void)sizeof({name} *);\n"),
                SymbolKind::Type => format!("  (void)sizeof({name});\n"),
                // Some are the host's.
                SymbolKind::Function => format!("  (void)sizeof(&{name});\n"),
                _ => format!("  {name};\n"),
            }
        })
        .collect();
    let uses =
        uses.replace("using cuda::", "  using cuda::").replace("using cooperative_groups::", "  using cooperative_groups::");
    let side = if part.of_host { "__host__" } else { "__device__" };
    format!("#include \"hipify_device.h\"\n{side} void uses() {{\n{uses}}}\n__global__ void kernel() {{}}\n")
}

/// Each part alone and all together.
fn each_part_compiles(hip: &Hip) -> Result<(), Failed> {
    let place = TestFolder::new(&[]);
    let mut failed = Vec::new();
    let mut check = |name: &str, parts: BTreeSet<&str>, source: &str, flags: &[&str]| {
        place.write("hipify_device.h", support::header(&parts));
        place.write("uses.hip", source);
        let flags: Vec<String> = flags.iter().map(|flag| (*flag).to_owned()).collect();
        let said = hip.check(&place.path("uses.hip"), &flags).err().unwrap_or_default();
        // clang asks which of the functions of a name is meant, or says nothing, where it knows the name.
        let wrong = said.lines().filter(|line| line.contains("error:") && !line.contains("reference to overloaded function"));
        failed.extend(wrong.filter(|line| !line.contains("fatal error")).map(|line| format!("{name}: {line}")));
    };
    // Empty there: HIP 5 lacks the headers whose types they need.
    let of_later = ["bfloat16", "blas-workspace", "blaslt", "e8m0", "nvtx", "sixteen-bit", "small-numbers"];
    let there = |part: &&support::Part| hip.version() >= (6, 0) || !of_later.contains(&part.name);
    for part in support::PARTS.iter().filter(there) {
        check(part.name, [part.name].into(), &uses_of(part), &["--offload-device-only", "-ferror-limit=0"]);
    }
    check("all", support::PARTS.iter().map(|part| part.name).collect(), "#include \"hipify_device.h\"\n", &[]);
    if failed.is_empty() { Ok(()) } else { Err(failed.join("\n").into()) }
}
