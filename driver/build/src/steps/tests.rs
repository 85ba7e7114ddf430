//! Plans as text.

use super::*;
use crate::plan::Tool;
use hipify_command_line::request::{DeviceForm, Language, LinkWord, Source};
use std::path::Path;

fn tools(targets: &str) -> Tools {
    let targets = Target::parse_list([targets]).unwrap();
    Tools {
        cxx: "clang++".into(),
        cc: "clang".into(),
        lld: "ld.lld".into(),
        bundler: "clang-offload-bundler".into(),
        ar: "llvm-ar".into(),
        host_flags: owned(&["-isystem", "/hip"]),
        plain_flags: owned(&["-isystem", "/hip"]),
        device_flags: targets
            .into_iter()
            .map(|target| (target, owned(&["-isystem", "/hip", "--rocm-device-lib-path=/bc"])))
            .collect(),
        cpu: Some(CpuTools {
            cxx: "clang++".into(),
            release: 19,
            lower: "hipify-lower".into(),
            arch: "native".into(),
            has_mask_registers: true,
            runs_seldom: false,
        }),
        seldom: None,
        fc: None,
        objcopy: "llvm-objcopy".into(),
        link_flags: owned(&["-lamdhip64"]),
        beside: None,
        beside_too: Vec::new(),
    }
}

fn request(sources: &[&str]) -> Request {
    let source = |path: &&str| {
        let language = match Path::new(path).extension().and_then(|ending| ending.to_str()) {
            Some("cu") => Language::Hip,
            Some("c") => Language::C,
            _ => Language::Cxx,
        };
        Source { path: path.into(), language, flags: Vec::new(), object: None }
    };
    Request {
        sources: sources.iter().map(source).collect(),
        link: (0..sources.len()).map(LinkWord::Source).collect(),
        flags: owned(&["-O2"]),
        ..Request::default()
    }
}

fn ported(request: &Request) -> Ported {
    let to = |source: &Source| Path::new("/p").join(&source.path);
    Ported {
        fortran: None,
        files: Vec::new(),
        sources: request.sources.iter().map(to).collect(),
        flags: request.flags.clone(),
        source_flags: request.sources.iter().map(|source| source.flags.clone()).collect(),
    }
}

fn layout() -> Layout {
    Layout { work: "/w".into(), ..Layout::default() }
}

/// The plan's lines without the CUIDs, which are hashes.
fn text(request: &Request, tools: &Tools, layout: &Layout) -> Vec<String> {
    let plan = plan(request, &ported(request), tools, layout);
    assert_in_order(&plan);
    let text = plan.text(&Tool { program: "hipify-rs".into(), options: Vec::new() }, &[]);
    let without = |line: &str| -> Vec<String> {
        line.split(' ').map(|word| if word.starts_with("-cuid=") { "-cuid=ID".into() } else { word.to_owned() }).collect()
    };
    text.lines().map(|line| without(line).join(" ")).collect()
}

/// Each step comes after those whose outputs it reads, and no file is made twice.
fn assert_in_order(plan: &Plan) {
    for (number, needs) in plan.needs().iter().enumerate() {
        assert!(needs.iter().all(|&before| before < number), "{}", plan.steps[number].title());
    }
    let outputs: Vec<_> = plan.steps.iter().flat_map(|step| &step.outputs).filter(|output| output.as_os_str() != "-").collect();
    assert_eq!(outputs.iter().collect::<std::collections::BTreeSet<_>>().len(), outputs.len(), "{outputs:?}");
}

#[test]
fn one_source_for_two_targets_is_three_compiles_side_by_side_and_a_link() {
    let request = Request { output: Some("app".into()), ..request(&["a.cu"]) };
    assert_eq!(
        text(&request, &tools("gfx90a,gfx1100"), &layout()),
        [
            "clang++ -x hip --cuda-device-only --no-gpu-bundle-output --offload-arch=gfx90a -cuid=ID -isystem /hip \
         --rocm-device-lib-path=/bc -include hip/hip_runtime.h -O2 -c /p/a.cu -o /w/a.cu.gfx90a.co",
            "clang++ -x hip --cuda-device-only --no-gpu-bundle-output --offload-arch=gfx1100 -cuid=ID -isystem /hip \
         --rocm-device-lib-path=/bc -include hip/hip_runtime.h -O2 -c /p/a.cu -o /w/a.cu.gfx1100.co",
            "clang++ -x hip --cuda-host-only -nogpulib -Xclang -cuid=ID -isystem /hip -include hip/hip_runtime.h -O2 -c /p/a.cu -o /w/a.cu.host.o",
            "clang-offload-bundler -type=o -bundle-align=4096 \
         -targets=host-x86_64-unknown-linux-gnu,hipv4-amdgcn-amd-amdhsa--gfx90a,hipv4-amdgcn-amd-amdhsa--gfx1100 \
         -input=/dev/null -input=/w/a.cu.gfx90a.co -input=/w/a.cu.gfx1100.co -output=/w/a.cu.hipfb",
            "hipify-rs step embed /w/a.cu.hipfb -o /w/a.cu.fat.o /w/a.cu.host.o",
            "clang++ -fuse-ld=lld -O2 -Qunused-arguments /w/a.cu.host.o /w/a.cu.fat.o -o app -lamdhip64",
        ]
    );
}

const CPU_PASS: &str = "clang++ -x hip --cuda-host-only -nogpulib --offload-arch=gfx90a -Xclang -fcuda-is-device \
    -Xclang -aux-triple -Xclang x86_64-pc-linux-gnu -Xclang -fhip-kernel-arg-name -fno-discard-value-names -Xclang -disable-llvm-passes \
    -Xclang -disable-O0-optnone -fPIC -Wno-psabi -ffp-contract=fast -fno-math-errno -Xclang -cuid=ID";
const GENERATE: &str = "-fPIC -march=native -mno-avx10.1-256 -mcx16 -Xclang -target-feature -Xclang +fast-gather -fveclib=libmvec -mllvm -accel-tables=Disable \
    -mllvm -cgpp-huge-func=64 -mllvm -enable-pre=false -mllvm -unswitch-threshold=300 -mllvm -disable-x86-domain-reassignment \
    -mllvm -undef-reg-clearance=1000000000 \
    -Wno-pass-failed";
const TYPES_ALONE: &str = "-g -fstandalone-debug -Xclang -dwarf-debug-flags -Xclang hipify-types";

#[test]
fn the_cpu_gets_a_device_pass_a_lowering_and_a_shared_library_in_the_bundle() {
    let request = Request { output: Some("app".into()), ..request(&["a.cu"]) };
    let lines = text(&request, &tools("gfx90a,cpu"), &layout());
    assert_eq!(
        lines[1..4],
        [
            format!(
                "{CPU_PASS} -isystem /hip --rocm-device-lib-path=/bc -include hip/hip_runtime.h {TYPES_ALONE} -O3 -emit-llvm -c /p/a.cu -o /w/a.cu.cpu.bc"
            ),
            "hipify-lower /w/a.cu.cpu.bc -o /w/a.cu.cpu.lowered.bc --cpu native".to_owned(),
            format!("clang++ -x ir -O3 {GENERATE} -shared /w/a.cu.cpu.lowered.bc -o /w/a.cu.cpu.so -fuse-ld=lld -lmvec -lm"),
        ]
    );
    assert!(lines[5].contains("hipv4-amdgcn-amd-amdhsa--gfx90a,hip-x86_64-pc-linux-gnu -input=/dev/null"), "{}", lines[5]);
    assert!(lines[5].contains("-input=/w/a.cu.gfx90a.co -input=/w/a.cu.cpu.so"), "{}", lines[5]);
}

#[test]
fn comparisons_stay_narrow_on_processors_without_mask_registers() {
    let request = Request { output: Some("app".into()), ..request(&["a.cu"]) };
    let mut tools = tools("cpu");
    let is_narrow = |tools: &Tools| text(&request, tools, &layout())[2].contains(" -mllvm -indvars-widen-indvars=false ");
    assert!(!is_narrow(&tools));
    tools.cpu = tools.cpu.map(|cpu| CpuTools { has_mask_registers: false, ..cpu });
    assert!(is_narrow(&tools));
}

#[test]
fn code_for_warps_that_a_program_has_only_if_asked_is_made_smaller() {
    let request = Request { output: Some("app".into()), ..request(&["a.cu"]) };
    let mut tools = tools("cpu:wave32,cpu:wave64");
    let smaller = |tools: &Tools| {
        let lines = text(&request, tools, &layout());
        let of =
            |lanes: u32, what: &str| lines.iter().any(|line| line.contains(&format!("cpu_wave{lanes}")) && line.contains(what));
        [32, 64].map(|lanes| (of(lanes, " --runs-seldom"), of(lanes, " -unswitch-threshold=50 ")))
    };
    assert_eq!(smaller(&tools), [(false, false); 2]);
    tools.seldom = Some(Target::Cpu(Some(64)));
    assert_eq!(smaller(&tools), [(false, false), (true, true)]);
}

#[test]
fn relocatable_device_code_of_the_cpu_is_lowered_as_one() {
    let request = Request { rdc: true, output: Some("app".into()), ..request(&["a.cu", "b.cu"]) };
    let lines = text(&request, &tools("cpu"), &layout());
    assert!(lines[0].starts_with(&format!("{CPU_PASS} -fgpu-rdc ")), "{}", lines[0]);
    assert_eq!(lines[4], "hipify-lower /w/a.cu.cpu.bc /w/b.cu.cpu.bc -o /w/linked.cpu.lowered.bc --cpu native");
    assert!(lines[5].ends_with("-o /w/linked.cpu.co -fuse-ld=lld -lmvec -lm"), "{}", lines[5]);
    assert!(lines[6].contains("-targets=host-x86_64-unknown-linux-gnu,hip-x86_64-pc-linux-gnu "), "{}", lines[6]);
}

#[test]
fn relocatable_objects_are_unbundled_for_the_cpu_too() {
    let file = PathBuf::from("a.o");
    let request = Request { link: vec![LinkWord::File(file.clone())], output: Some("app".into()), ..Request::default() };
    let lines = text(&request, &tools("gfx90a,cpu"), &Layout { relocatable: vec![file], ..layout() });
    assert!(lines[0].contains("-targets=hip-amdgcn-amd-amdhsa--gfx90a,hip-x86_64-pc-linux-gnu -input=a.o"), "{}", lines[0]);
    assert_eq!(lines[2], "hipify-lower /w/a.o.cpu.bc -o /w/linked.cpu.lowered.bc --cpu native");
}

#[test]
fn code_for_the_cpu_is_not_optimised_where_that_is_asked_for() {
    let mut request = request(&["a.cu"]);
    request.device_flags = owned(&["-g", "-O0"]);
    let lines = text(&request, &tools("cpu"), &layout());
    assert!(
        lines[0].contains(" -g -g -fstandalone-debug -O0 -emit-llvm ") && lines[2].starts_with("clang++ -x ir -O0 "),
        "{lines:?}"
    );
}

#[test]
fn device_code_of_the_cpu_alone_has_every_form() {
    let last = |form| {
        let request = Request { produce: Produce::Device(form), ..request(&["a.cu"]) };
        text(&request, &tools("cpu"), &layout()).pop().unwrap()
    };
    assert_eq!(last(DeviceForm::Ir), "hipify-lower /w/a.cu.cpu.bc -o a.ll --cpu native --emit ll");
    assert_eq!(last(DeviceForm::Bitcode), "hipify-lower /w/a.cu.cpu.bc -o a.bc --cpu native");
    assert_eq!(last(DeviceForm::Assembly), format!("clang++ -x ir -O3 {GENERATE} -S /w/a.lowered.bc -o a.s"));
    assert!(last(DeviceForm::CodeObject).contains(" -shared /w/a.lowered.bc -o a.co "), "{}", last(DeviceForm::CodeObject));
    assert!(last(DeviceForm::Bundle).ends_with("-input=/w/a.cu.cpu.co -output=a.hipfb"), "{}", last(DeviceForm::Bundle));
}

#[test]
fn the_host_and_all_devices_of_a_source_share_a_cuid_that_no_other_source_has() {
    let request = request(&["a.cu", "b.cu"]);
    let text = plan(&request, &ported(&request), &tools("gfx90a,gfx1100"), &layout())
        .text(&Tool { program: "h".into(), options: Vec::new() }, &[]);
    let of = |source: &str| -> Vec<&str> {
        let lines = text.lines().filter(|line| line.contains(&format!(" /p/{source} ")));
        lines.flat_map(|line| line.split(' ').filter(|word| word.starts_with("-cuid="))).collect()
    };
    let (a, b) = (of("a.cu"), of("b.cu"));
    assert!(a.len() == 3 && a.iter().all(|cuid| cuid == &a[0]), "{a:?}");
    assert_ne!(a[0], b[0]);
}

#[test]
fn sources_without_device_code_have_one_compile() {
    let request = request(&["a.cpp", "b.c"]);
    assert_eq!(
        text(&request, &tools("gfx90a"), &layout()),
        [
            "clang++ -x c++ -isystem /hip -O2 -c /p/a.cpp -o /w/a.cpp.host.o",
            "clang -x c -isystem /hip -O2 -c /p/b.c -o /w/b.c.host.o",
            "clang++ -fuse-ld=lld -O2 -Qunused-arguments /w/a.cpp.host.o /w/b.c.host.o -o a.out -lamdhip64",
        ]
    );
}

#[test]
fn an_object_holds_its_device_code() {
    let request = Request { produce: Produce::Objects, ..request(&["src/a.cu", "b.cpp"]) };
    let lines = text(&request, &tools("gfx90a"), &layout());
    assert_eq!(lines[4], "ld.lld -r /w/a.cu.host.o /w/a.cu.fat.o -o a.o");
    assert_eq!(lines[5], "clang++ -x c++ -isystem /hip -O2 -c /p/b.cpp -o b.o");
}

#[test]
fn relocatable_device_code_is_linked_once_a_target() {
    let request = Request { rdc: true, output: Some("app".into()), ..request(&["a.cu", "b.cu"]) };
    let lines = text(&request, &tools("gfx90a:xnack+"), &layout());
    assert!(lines[0].contains("-fgpu-rdc") && lines[0].contains("-emit-llvm -c") && lines[1].contains("-fgpu-rdc"), "{lines:?}");
    assert_eq!(
        lines[4..],
        [
            "ld.lld -m elf64_amdgpu --no-undefined -shared -plugin-opt=-amdgpu-internalize-symbols -plugin-opt=mcpu=gfx90a \
         -plugin-opt=-mattr=+xnack -plugin-opt=O2 --lto-CGO2 --whole-archive /w/a.cu.gfx90a_xnack-on.bc \
         /w/b.cu.gfx90a_xnack-on.bc --no-whole-archive -o /w/linked.gfx90a_xnack-on.co",
            "clang-offload-bundler -type=o -bundle-align=4096 \
         -targets=host-x86_64-unknown-linux-gnu,hipv4-amdgcn-amd-amdhsa--gfx90a:xnack+ -input=/dev/null \
         -input=/w/linked.gfx90a_xnack-on.co -output=/w/device-code.hipfb",
            "hipify-rs step embed /w/device-code.hipfb -o /w/device-code.o /w/a.cu.host.o /w/b.cu.host.o",
            "clang++ -fuse-ld=lld -O2 -Qunused-arguments /w/device-code.o /w/a.cu.host.o /w/b.cu.host.o -o app -lamdhip64",
        ]
    );
}

#[test]
fn words_for_the_back_end_reach_the_link_that_runs_it_with_the_user_s_after_the_tools() {
    let mut request = Request { rdc: true, output: Some("app".into()), ..request(&["a.cu"]) };
    request.flags.extend(owned(&["-mllvm", "-x=1", "-mllvm=-y"]));
    let mut tools = tools("gfx90a,gfx1100");
    tools.device_flags[0].1.extend(owned(&["-mllvm", "-x=0"]));
    let lines = text(&request, &tools, &layout());
    let links: Vec<&String> = lines.iter().filter(|line| line.starts_with("ld.lld -m elf64_amdgpu")).collect();
    assert!(links[0].contains(" -plugin-opt=-x=0 -plugin-opt=-x=1 -plugin-opt=-y --whole-archive"), "{}", links[0]);
    assert!(links[1].contains("--lto-CGO2 -plugin-opt=-x=1 -plugin-opt=-y --whole-archive"), "{}", links[1]);
    assert!(!lines.last().unwrap().contains("-mllvm"), "the host's link has no back end: {lines:?}");
}

#[test]
fn relocatable_objects_and_archives_are_unbundled_for_the_device_link() {
    let files = ["a.o", "libb.a"].map(PathBuf::from);
    let link = files.iter().cloned().map(LinkWord::File).collect();
    let request = Request { link, output: Some("app".into()), ..Request::default() };
    let lines = text(&request, &tools("gfx90a"), &Layout { relocatable: files.to_vec(), ..layout() });
    assert_eq!(
        lines[0],
        "clang-offload-bundler -unbundle -allow-missing-bundles -type=o \
        -targets=hip-amdgcn-amd-amdhsa--gfx90a -input=a.o -output=/w/a.o.gfx90a.bc"
    );
    assert_eq!(
        lines[1],
        "clang-offload-bundler -unbundle -allow-missing-bundles -type=a \
        -targets=hip-amdgcn-amd-amdhsa--gfx90a -input=libb.a -output=/w/libb.a.gfx90a.a"
    );
    assert_eq!(lines[5], "clang++ -fuse-ld=lld -Qunused-arguments /w/device-code.o a.o libb.a -o app -lamdhip64");
}

#[test]
fn an_object_with_relocatable_device_code_is_a_bundle_as_clang_makes_it() {
    let request = Request { produce: Produce::Objects, rdc: true, ..request(&["a.cu"]) };
    let lines = text(&request, &tools("gfx90a"), &layout());
    assert_eq!(
        lines[2],
        "clang-offload-bundler -type=o \
        -targets=host-x86_64-unknown-linux-gnu,hip-amdgcn-amd-amdhsa--gfx90a \
        -input=/w/a.cu.host.o -input=/w/a.cu.gfx90a.bc -output=a.o"
    );
}

#[test]
fn a_distributed_compile_is_preprocessed_here() {
    let mut request = request(&["a.cu"]);
    request.flags = owned(&["-O2", "-Iinc", "-DA=1"]);
    let lines = text(&request, &tools("gfx90a"), &Layout { distributed: true, ..layout() });
    assert_eq!(
        lines[0],
        "clang++ --language=hip --cuda-device-only --no-gpu-bundle-output --offload-arch=gfx90a -cuid=ID \
        -isystem /hip --rocm-device-lib-path=/bc -include hip/hip_runtime.h -O2 -Iinc -DA=1 -E /p/a.cu -o /w/a.cu.gfx90a.ii"
    );
    assert_eq!(
        lines[1],
        "clang++ --language=hip --cuda-device-only --no-gpu-bundle-output --offload-arch=gfx90a -cuid=ID \
        -nogpuinc --rocm-device-lib-path=/bc -O2 -c /w/a.cu.gfx90a.ii -o /w/a.cu.gfx90a.co"
    );
}

#[test]
fn a_dependency_file_is_the_host_s_and_names_the_object_asked_for() {
    let mut request = Request { produce: Produce::Objects, output: Some("out/a.o".into()), ..request(&["a.cu"]) };
    request.depfile.wanted = true;
    let lines = text(&request, &tools("gfx90a"), &layout());
    assert!(lines[1].contains("-MD -MF /w/a.cu.host.d -MQ out/a.o"), "{}", lines[1]);
    assert!(!lines[0].contains("-MD"), "{}", lines[0]);
    assert_eq!(lines.last().unwrap(), "hipify-rs step dependencies /w/a.cu.host.d -o out/a.d");
}

#[test]
fn device_code_alone_is_one_file_or_one_a_target() {
    let asked = |form, output: Option<&str>| Request {
        produce: Produce::Device(form),
        output: output.map(PathBuf::from),
        ..request(&["a.cu"])
    };
    let outputs = |request: &Request, targets| {
        plan(request, &ported(request), &tools(targets), &layout()).outputs.iter().map(|path| shown(path)).collect::<Vec<_>>()
    };
    assert_eq!(outputs(&asked(DeviceForm::Bundle, None), "gfx90a,gfx942"), ["a.hipfb"]);
    assert_eq!(outputs(&asked(DeviceForm::Assembly, Some("x.ptx")), "gfx90a"), ["x.ptx"]);
    assert_eq!(outputs(&asked(DeviceForm::Assembly, Some("x.s")), "gfx90a,gfx942"), ["x.gfx90a.s", "x.gfx942.s"]);
}

#[test]
fn a_bundled_runtime_is_copied_beside_what_is_linked() {
    let request = Request { output: Some("out/app".into()), ..request(&["a.cpp"]) };
    let plan =
        plan(&request, &ported(&request), &Tools { beside: Some("/lib/libhipify_hip.so".into()), ..tools("cpu") }, &layout());
    let last = plan.steps.last().unwrap().words(&Tool { program: "h".into(), options: Vec::new() }, &[]);
    assert_eq!(last, ["cp", "/lib/libhipify_hip.so", "out/libhipify_hip.so"]);
    assert_eq!(plan.outputs, ["out/app", "out/libhipify_hip.so"].map(PathBuf::from));
}

#[test]
fn a_sanitizer_is_for_the_host_and_the_cpu_alone() {
    let mut request = request(&["a.cu"]);
    request.runtime.sanitize = Some(hipify_command_line::runtime::Sanitize::Address);
    let lines = text(&request, &tools("gfx90a,cpu"), &layout());
    let checked: Vec<bool> = lines.iter().map(|line| line.contains("-fsanitize=address")).collect();
    assert_eq!(checked, [false, true, false, true, true, false, false, true], "{lines:?}");
    assert!(lines[2].ends_with("--cpu native --current-thread"), "{}", lines[2]);
}

#[test]
fn accesses_of_the_host_are_traced_for_check_with_the_bundled_runtime_alone() {
    let traced = |tools: &Tools, runtime| {
        let mut request = request(&["a.cu"]);
        request.runtime.checks = vec![hipify_abi::Tool::Memory];
        request.runtime.runtime = runtime;
        let lines = text(&request, tools, &layout());
        ["trace-loads", "--wrap=memcpy"].map(|word| lines.iter().filter(|line| line.contains(word)).count())
    };
    assert_eq!(traced(&tools("gfx90a,cpu"), None), [1, 1]);
    assert_eq!(traced(&Tools { cpu: None, ..tools("gfx90a") }, None), [0, 0]);
    assert_eq!(traced(&tools("cpu"), Some(hipify_command_line::runtime::Runtime::System)), [0, 0]);
}
