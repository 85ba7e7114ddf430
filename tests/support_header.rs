//! `hipify_device.h`: ported trees with CUDA's device names that HIP lacks, compiled by clang and HIP's headers alone.

use hipify_headers::support;
use hipify_rules::{SymbolKind, headers, symbols};
use hipify_tests::cli_command::TestFolder;
use hipify_tests::hip::Hip;
use libtest_mimic::{Arguments, Failed, Trial};
use std::collections::BTreeSet;
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut trials = vec![Trial::test("the_rules_name_parts_that_there_are", the_rules_name_parts_that_there_are)];
    for (hip, ignored) in [(Some(Hip::find()), false), (Hip::of_setup(), Hip::of_setup().is_none())] {
        let version = hip.as_ref().map_or("newer".to_owned(), |hip| format!("{}.{}", hip.version().0, hip.version().1));
        let mut trial = |name: &str, test: fn(&Hip) -> Result<(), Failed>| {
            let hip = hip.clone();
            let test = move || hip.as_ref().map_or(Ok(()), test);
            trials.push(Trial::test(format!("hip-{version}/{name}"), test).with_ignored_flag(ignored));
        };
        trial("each_part_compiles_and_has_the_names_that_the_rules_say", each_part_compiles);
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

fn the_rules_name_parts_that_there_are() -> Result<(), Failed> {
    let of_names: BTreeSet<&str> = symbols().filter_map(|symbol| symbol.supplied()).collect();
    let of_headers: BTreeSet<&str> = headers().filter_map(|header| header.supplied()).collect();
    let named: Vec<&str> = of_names.union(&of_headers).copied().collect();
    let mut parts: Vec<&str> = support::PARTS.iter().map(|part| part.name).collect();
    parts.sort_unstable();
    assert_eq!(named, parts);
    Ok(())
}

/// A source of the names that a part has by the rules.
fn uses_of(part: &str) -> String {
    let used = symbols().filter(|symbol| symbol.supplied() == Some(part));
    let uses: String = used
        .map(|symbol| {
            let name = symbol.hip().filter(|_| !symbol.is_experimental()).unwrap_or(symbol.cuda());
            match symbol.kind() {
                _ if name.contains("::") => format!("using {name};\n"),
                SymbolKind::Type => format!("  (void)({name});\n"),
                _ => format!("  {name};\n"),
            }
        })
        .collect();
    let uses =
        uses.replace("using cuda::", "  using cuda::").replace("using cooperative_groups::", "  using cooperative_groups::");
    format!("#include \"hipify_device.h\"\n__device__ void uses() {{\n{uses}}}\n__global__ void kernel() {{}}\n")
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
    let there = |part: &&support::Part| hip.version() >= (6, 0) || !matches!(part.name, "bfloat16" | "sixteen-bit");
    for part in support::PARTS.iter().filter(there) {
        check(part.name, [part.name].into(), &uses_of(part.name), &["--offload-device-only", "-ferror-limit=0"]);
    }
    check("all", support::PARTS.iter().map(|part| part.name).collect(), "#include \"hipify_device.h\"\n", &[]);
    if failed.is_empty() { Ok(()) } else { Err(failed.join("\n").into()) }
}
