//! `hipify_device.h`: ported trees with CUDA's device names that HIP lacks, compiled by clang and HIP's headers alone.

use hipify_headers::support;
use hipify_rules::{Symbol, SymbolKind, headers, symbol, symbols};
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
    let hips = [
        ("found", Some(Hip::find())),
        ("of `hipify-rs setup`", Hip::of_setup()),
        ("of Debian trixie", Hip::of_suite("trixie")),
        ("of Debian experimental", Hip::of_suite("experimental")),
    ];
    for (which, hip) in hips {
        let ignored = hip.is_none();
        let version = hip.as_ref().map_or(which.to_owned(), |hip| format!("{}.{}", hip.version().0, hip.version().1));
        let mut trial = |name: &str, test: fn(&Hip) -> Result<(), Failed>| {
            let hip = hip.clone();
            let test = move || hip.as_ref().map_or(Ok(()), test);
            trials.push(Trial::test(format!("hip-{version}/{name}"), test).with_ignored_flag(ignored));
        };
        trial("a_ported_tree_compiles_with_the_header_alone", ported_tree_compiles);
        trial("each_part_compiles_and_has_the_names_that_the_rules_say", each_part_compiles);
        trial("hip_has_the_names_that_the_rules_date_up_to_its_version_and_no_others", dates_are_those_of_the_headers);
        trial("the_header_leaves_to_hip_what_that_has", steps_aside);
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
    let said = place.run("query __dp4a cuda/barrier __hadd_rn");
    let line = "  supplied      by `hipify-rs build`, and by `hipify_device.h` of `port`: ";
    assert!(said.out.contains(&format!("{line}dot-products\n")), "{}", said.out);
    assert!(said.out.contains(&format!("{line}cuda-barrier\n")), "{}", said.out);
    assert!(
        said.out.contains("  hip           not up to 7.2.4\n") && said.out.contains("  hip           since 7.2\n"),
        "{}",
        said.out
    );
    let json = place.run("query __dp4a --output-format json").out;
    assert!(json.contains("\"supplied\": \"dot-products\"") && json.contains("\"absent_up_to\": \"7.2.4\""), "{json}");
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
        let row = format!("| `{}` | {} | {} |\n", part.name, part.about, part.native());
        assert!(book.contains(&row), "docs/porting.md lacks {row}");
    }
    // A name that is HIP's own has a date. libhipcxx, which the names in `hip::` are of, is no part of HIP.
    let is_undated = |symbol: &Symbol| {
        let is_of_hip = symbol.hip().is_some_and(|name| !name.starts_with("hip::"));
        symbol.supplied().is_some() && is_of_hip && symbol.hip_added().is_none()
    };
    let undated: Vec<&str> = symbols().filter(is_undated).map(Symbol::cuda).collect();
    assert_eq!(undated, Vec::<&str>::new(), "rows without `hip-added`");
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

/// Whether HIP has the headers whose types the part needs, in their form; it is empty without them.
fn is_there(part: &support::Part, hip: &Hip) -> bool {
    let needed = part.needs.iter().map(|name| support::part(name).expect("a part needs parts"));
    let has_types = hip.version() >= part.from_hip && part.of_hip.is_none_or(|header| hip.lacks(header).is_none());
    has_types && needed.into_iter().all(|needed| is_there(needed, hip))
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
    for part in support::PARTS.iter().filter(|part| is_there(part, hip)) {
        check(part.name, [part.name].into(), &uses_of(part), &["--offload-device-only", "-ferror-limit=0"]);
    }
    check("all", support::PARTS.iter().map(|part| part.name).collect(), "#include \"hipify_device.h\"\n", &[]);
    if failed.is_empty() { Ok(()) } else { Err(failed.join("\n").into()) }
}

/// Headers of HIP that have names of parts, those of its libraries included.
const HEADERS: [&str; 9] = [
    "hip/hip_runtime.h",
    "hip/hip_fp16.h",
    "hip/hip_bf16.h",
    "hip/hip_fp8.h",
    "hip/hip_fp4.h",
    "hip/hip_cooperative_groups.h",
    "hipblas/hipblas.h",
    "hipblaslt/hipblaslt.h",
    "roctracer/roctx.h",
];

/// Whether HIP has the name itself, as the rules say.
fn is_native(symbol: Symbol, hip: &Hip) -> bool {
    symbol.hip_added().is_some_and(|added| (added.major(), added.minor()) <= hip.version())
}

/// AMD's headers alone declare what the rules date up to their version.
fn dates_are_those_of_the_headers(hip: &Hip) -> Result<(), Failed> {
    let mut source: String =
        HEADERS.iter().map(|header| format!("#if __has_include(<{header}>)\n#include <{header}>\n#endif\n")).collect();
    let before = source.lines().count();
    let supplied: Vec<Symbol> = symbols().filter(|symbol| symbol.supplied().is_some()).collect();
    for (number, symbol) in supplied.iter().enumerate() {
        // The names of experimental counterparts stand in the rules too.
        let name = symbol.hip().unwrap_or(symbol.cuda());
        let used = if symbol.kind() == SymbolKind::Namespace { "using namespace" } else { "using" };
        source += &format!("#ifndef {}\n", name.replace("::", "_"));
        source += &format!("namespace used_{number} {{ {used} ::{name}; }}\n#endif\n");
    }
    source += "__global__ void kernel() {}\n";
    let place = TestFolder::new(&[("uses.hip", &source)]);
    let flags = ["--offload-device-only", "-ferror-limit=0", "-w"].map(str::to_owned);
    let said = hip.check(&place.path("uses.hip"), &flags).err().unwrap_or_default();
    let refused: BTreeSet<usize> = said.lines().filter_map(|line| error_line(line, "uses.hip:")).collect();
    assert!(!refused.is_empty() && refused.iter().all(|line| *line > before), "{said}");
    let wrong = supplied.iter().enumerate().filter_map(|(number, symbol)| {
        let is_there = !refused.contains(&(before + 3 * number + 2));
        let word = if is_there { "has" } else { "lacks" };
        let date = symbol.hip_added().map_or("none".to_owned(), |date| date.to_string());
        (is_there != is_native(*symbol, hip)).then(|| format!("HIP {:?} {word} `{}`, dated {date}", hip.version(), symbol.cuda()))
    });
    let wrong: Vec<String> = wrong.collect();
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}

/// The line of an error in the file; warnings and notes have none.
fn error_line(said: &str, file: &str) -> Option<usize> {
    let (place, _) = said.split_once(": error: ")?;
    place.split_once(file)?.1.split(':').next()?.parse().ok()
}

/// Calls of functions that some HIP has, and what the one called is named in LLVM's IR where it is HIP's, by the side that calls.
const CALLS: [(&str, &str, &str, bool); 4] = [
    ("__hadd_rn", "auto sum = __hadd_rn(__float2half(1.0f), __float2half(2.0f));", "9__hadd_rn6__halfS_(", true),
    ("__int2bfloat16_rn", "auto number = __int2bfloat16_rn(3);", "17__int2bfloat16_rni(", true),
    ("cudaMemAdvise_v2", "hipMemAdvise_v2(nullptr, 0, hipMemAdviseSetReadMostly, {});", "@hipMemAdvise_v2(", false),
    ("cudaMemPrefetchAsync_v2", "hipMemPrefetchAsync_v2(nullptr, 0, {}, 0, nullptr);", "@hipMemPrefetchAsync_v2(", false),
];

fn steps_aside(hip: &Hip) -> Result<(), Failed> {
    for (name, call, callee, on_device) in CALLS {
        let symbol = symbol(name.as_bytes()).expect("a name of the rules");
        let part = symbol.supplied().expect("a part has it");
        if !is_there(support::part(part).expect("a part of the rules"), hip) {
            continue;
        }
        let side = if on_device { "__global__" } else { "__host__" };
        let source = format!("#include \"hipify_device.h\"\n{side} void calls() {{ {call} }}\n__global__ void kernel() {{}}\n");
        let place = TestFolder::new(&[("calls.hip", &source), ("hipify_device.h", &support::header(&[part].into()))]);
        let ir = hip.ir(&place.path("calls.hip"), on_device)?;
        let is_called = ir.lines().any(|line| line.contains(" call ") && line.contains(callee));
        assert_eq!(is_called, is_native(symbol, hip), "whether `{name}` of HIP {:?} is called:\n{ir}", hip.version());
    }
    Ok(())
}
