//! `hipify-rs inspect` on what clang and its tools make, compared with what llvm-readelf says of it.

use hipify_tests::cli_command::TestFolder;
use hipify_tests::device_code::{Clang, KERNELS};
use hipify_tests::{cli_command, device_code};
use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value;
use std::collections::BTreeMap;
use std::process::{Command, ExitCode};
use std::sync::{Arc, OnceLock};

fn main() -> ExitCode {
    let clang = Clang::find();
    let missing = clang.is_none();
    let built = Arc::new(OnceLock::new());
    let trial = |name: &str, check: fn(&Built)| {
        let (clang, built) = (clang.clone(), Arc::clone(&built));
        let run = move || {
            let clang = clang.as_ref().ok_or_else(|| Failed::from("clang is missing"))?;
            check(built.get_or_init(|| Built::new(clang)));
            Ok(())
        };
        Trial::test(name, run).with_kind(if missing { "needs clang" } else { "" }).with_ignored_flag(missing)
    };
    let trials = vec![
        trial("code_objects_are_found_wherever_clang_puts_them", found_everywhere),
        trial("each_number_is_that_of_llvm_readelf", numbers),
        trial("a_kernels_instructions_are_printed_for_each_target", disassembly),
        trial("code_objects_are_extracted_as_they_are", extraction),
        trial("a_table_names_target_and_kernels", table),
        trial("bad_input_is_told_and_the_other_files_are_read", bad_input),
    ];
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

const TARGETS: [&str; 2] = ["gfx1100", "gfx90a:sramecc+:xnack-"];
const KERNEL_COUNT: usize = 12;

/// A folder with the same kernels in each kind of file.
struct Built {
    place: TestFolder,
}

impl Built {
    fn new(clang: &Clang) -> Self {
        let place = TestFolder::new(&[("k.hip", KERNELS), ("main.cpp", "int main() {}\n")]);
        let folder = place.path(".");
        let arches = TARGETS.map(|target| format!("--offload-arch={target}"));
        let hip = |args: &str| {
            let args = arches.iter().map(String::as_str).chain(args.split_whitespace());
            clang.hip(&folder, &args.collect::<Vec<_>>());
        };
        hip("-c k.hip -o plain.o");
        hip("--offload-compress -c k.hip -o compressed.o");
        hip("-fgpu-rdc -c k.hip -o rdc.o");
        hip("-fgpu-rdc --offload-new-driver -c k.hip -o newrdc.o");
        hip("--cuda-device-only -c k.hip -o device.hipfb");
        clang.hip(
            &folder,
            &[
                "--cuda-device-only",
                "--no-gpu-bundle-output",
                "--offload-arch=gfx1030",
                "-mcode-object-version=4",
                "-c",
                "k.hip",
                "-o",
                "one.co",
            ],
        );
        let link = |args: &str| {
            let ran = clang.run_in(&folder, &args.split_whitespace().collect::<Vec<_>>());
            assert!(ran.ok, "{args}: {}", ran.err);
        };
        // No HIP runtime is needed for what is never run.
        link("plain.o main.cpp -o program -Wl,--unresolved-symbols=ignore-all");
        link("-shared plain.o -o library.so");
        link("main.cpp -c -o main.o");
        link("main.o -o host");
        for (kind, name) in [("rcs", "fat.a"), ("rcsT", "thin.a")] {
            let ar = Command::new("ar").args([kind, name, "main.o", "compressed.o", "rdc.o"]).current_dir(&folder).status();
            assert!(ar.unwrap().success());
        }
        Self { place }
    }

    fn objects(&self, name: &str) -> Vec<Value> {
        device_code::code_objects(&self.place.path(name))
    }
}

fn words<'v>(objects: &'v [Value], key: &str) -> Vec<&'v str> {
    objects.iter().map(|object| object[key].as_str().unwrap_or("-")).collect()
}

fn found_everywhere(built: &Built) {
    for name in ["plain.o", "compressed.o", "device.hipfb", "program", "library.so"] {
        let objects = built.objects(name);
        assert_eq!(words(&objects, "target"), TARGETS, "{name}");
        assert_eq!(words(&objects, "kind"), ["code-object"; 2], "{name}");
        let entries = TARGETS.map(|target| format!("hipv4-amdgcn-amd-amdhsa--{target}"));
        assert_eq!(words(&objects, "entry"), entries, "{name}");
        assert!(objects.iter().all(|object| object["compressed"] == (name == "compressed.o")), "{name}");
        assert!(objects.iter().all(|object| object.get("problem").is_none()), "{objects:?}");
        assert!(objects.iter().all(|object| object["kernels"].as_array().unwrap().len() == KERNEL_COUNT), "{name}");
    }
    for name in ["rdc.o", "newrdc.o"] {
        let objects = built.objects(name);
        assert_eq!((words(&objects, "target"), words(&objects, "kind")), (TARGETS.to_vec(), vec!["bitcode"; 2]), "{name}");
    }
    for name in ["fat.a", "thin.a"] {
        let objects = built.objects(name);
        assert_eq!(words(&objects, "member"), ["compressed.o", "compressed.o", "rdc.o", "rdc.o"], "{name}");
        assert_eq!(words(&objects, "target"), [TARGETS, TARGETS].concat(), "{name}");
        assert_eq!(words(&objects, "kind"), ["code-object", "code-object", "bitcode", "bitcode"], "{name}");
    }
    let objects = built.objects("one.co");
    assert_eq!((words(&objects, "target"), &objects[0]["code_object_version"]), (vec!["gfx1030"], &Value::from(4)));
    // Code object version 4 does not say the mode in its metadata.
    assert!(objects[0]["kernels"].as_array().unwrap().iter().all(|kernel| kernel["wgp_mode"] == true), "{objects:?}");
}

/// What llvm-readelf calls the numbers that `inspect` prints.
const NUMBERS: [(&str, &str); 10] = [
    ("vgprs", ".vgpr_count"),
    ("agprs", ".agpr_count"),
    ("sgprs", ".sgpr_count"),
    ("vgpr_spills", ".vgpr_spill_count"),
    ("sgpr_spills", ".sgpr_spill_count"),
    ("lds", ".group_segment_fixed_size"),
    ("scratch", ".private_segment_fixed_size"),
    ("kernarg", ".kernarg_segment_size"),
    ("wave_size", ".wavefront_size"),
    ("max_workgroup", ".max_flat_workgroup_size"),
];

fn numbers(built: &Built) {
    assert_eq!(built.place.run("inspect program --extract numbers").code, 0);
    let objects = built.objects("program");
    for (object, target) in objects.iter().zip(TARGETS) {
        let file = built.place.path("numbers").join(format!("program.{}.co", target.replace(':', "-")));
        let readelf = Command::new("llvm-readelf-19").arg("--notes").arg(&file).output().unwrap();
        let notes = notes(&String::from_utf8_lossy(&readelf.stdout));
        assert_eq!(notes.len(), KERNEL_COUNT, "{}", String::from_utf8_lossy(&readelf.stderr));
        for kernel in object["kernels"].as_array().unwrap() {
            let note = &notes[kernel["name"].as_str().unwrap()];
            for (ours, theirs) in NUMBERS {
                let theirs = note.get(theirs).map(|value| value.parse::<u64>().unwrap());
                assert_eq!(kernel.get(ours).and_then(Value::as_u64), theirs, "{target} {ours} {note:?}");
            }
        }
    }
}

/// The kernels in readelf's YAML by name: a list whose items are indented by four.
fn notes(yaml: &str) -> BTreeMap<String, BTreeMap<String, String>> {
    let mut kernels: Vec<BTreeMap<String, String>> = Vec::new();
    let list = yaml.lines().skip_while(|line| *line != "amdhsa.kernels:").skip(1).take_while(|line| line.starts_with(' '));
    for line in list {
        if line.starts_with("  - ") {
            kernels.push(BTreeMap::new());
        }
        let field = line[4..].split_once(':').filter(|(key, _)| key.starts_with('.'));
        if let (Some((key, value)), Some(kernel)) = (field, kernels.last_mut()) {
            kernel.insert(key.to_owned(), value.trim().to_owned());
        }
    }
    kernels.into_iter().map(|kernel| (kernel[".name"].clone(), kernel)).collect()
}

fn disassembly(built: &Built) {
    for name in ["typed", "typed<int>", "_Z5typedIiEvPT_"] {
        let said = built.place.run_args(cli_command::binary(), &["inspect", "program", "--disasm", name], b"");
        let headings: Vec<&str> = said.out.lines().filter(|line| line.starts_with("; ")).collect();
        assert_eq!(headings, TARGETS.map(|target| format!("; program: {target}: void typed<int>(int*)")), "{name} {}", said.err);
        assert!(said.out.contains("ds_store_b32") && said.out.contains("ds_write_b32"), "{}", said.out);
        assert_eq!(said.out.matches("s_endpgm").count(), 2, "{}", said.out);
    }
    let said = built.place.run("inspect program --disasm plain --target gfx90a");
    assert_eq!(said.code, 2, "a namespace is part of a name");
    assert!(said.err.contains("no kernel `plain`"), "{}", said.err);
    let said = built.place.run("inspect program --disasm small::plain --target gfx90a");
    assert!(said.out.starts_with("; program: gfx90a:sramecc+:xnack-: small::plain(int*)\n"), "{}{}", said.out, said.err);
    assert!(built.place.run("inspect rdc.o --disasm typed").err.contains("the file holds bitcode"));
}

fn extraction(built: &Built) {
    let said = built.place.run("inspect fat.a one.co --extract out");
    assert_eq!(said.code, 0, "{}", said.err);
    let names: Vec<String> = built.place.files("out").into_iter().map(|(name, _)| name).collect();
    let expected = [
        "fat.a.compressed.o.gfx1100.co",
        "fat.a.compressed.o.gfx90a-sramecc+-xnack-.co",
        "fat.a.rdc.o.gfx1100.bc",
        "fat.a.rdc.o.gfx90a-sramecc+-xnack-.bc",
        "one.co.gfx1030.co",
    ];
    assert_eq!(names, expected);
    assert!(built.place.bytes("out/one.co.gfx1030.co") == built.place.bytes("one.co"));
    assert_eq!(built.place.run("inspect one.co --extract out").code, 0, "the same file may be there");
    built.place.write("out/one.co.gfx1030.co", "something else");
    let said = built.place.run("inspect one.co --extract out");
    assert_eq!((said.code, built.place.read("out/one.co.gfx1030.co").as_str()), (2, "something else"));
    assert!(said.err.contains("another file of that name"), "{}", said.err);
}

fn table(built: &Built) {
    let said = built.place.run("inspect program --target gfx90a");
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(!said.out.contains("gfx1100"), "{}", said.out);
    let lines: Vec<&str> = said.out.lines().collect();
    assert_eq!(lines[0], "program");
    assert_eq!(lines[1], "  gfx90a:sramecc+:xnack-  CDNA 2: Instinct MI210, Instinct MI250, Instinct MI250X");
    assert!(lines[2].contains("code object version 5") && lines[2].ends_with("section .hip_fatbin, bundle 1"), "{}", lines[2]);
    let row = lines.iter().find(|line| line.ends_with("vgprs100(int*)")).unwrap();
    let cells: Vec<&str> = row.split_whitespace().collect();
    assert_eq!((cells[0], &cells[9..]), ("100", ["4/8", "50%", "vgprs", "vgprs100(int*)"].as_slice()), "{row}");
    let said = built.place.run("inspect program --no-demangle");
    assert!(said.out.contains("_Z8vgprs100Pi") && !said.out.contains("vgprs100(int*)"), "{}", said.out);
}

fn bad_input(built: &Built) {
    let place = &built.place;
    let whole = place.bytes("program");
    place.write("short", &whole[..whole.len() / 2]);
    place.write("text", "hello\n");
    let said = place.run("inspect short text missing . one.co");
    assert_eq!(said.code, 2);
    assert!(said.out.starts_with("one.co\n  gfx1030"), "{}", said.out);
    let lines: Vec<&str> = said.err.lines().filter(|line| line.starts_with("error: ")).collect();
    assert_eq!(lines.len(), 4, "{}", said.err);
    assert!(lines[0].starts_with("error: `short`: the file is broken: "), "{}", lines[0]);
    assert_eq!(lines[1], "error: `text`: no executable, object, library, offload bundle or code object");
    assert!(lines[2].starts_with("error: cannot read `missing`: "), "{}", lines[2]);
    assert_eq!(lines[3], "error: `.`: not a file");
    let said = place.run("inspect host");
    assert_eq!((said.code, said.out.as_str()), (1, "host: no device code\n"));
    let said = place.run("inspect program --target gfx90b");
    assert!(said.err.contains("unknown target `gfx90b`") && said.err.contains("nearest known target"), "{}", said.err);
}
