//! Every fixture of `corpora/buildfiles`: it ports, porting it twice is porting it once, and no prefix of it panics.

use super::port_build_file;
use crate::Options;
use hipify_diagnostics::Diagnostic;
use hipify_diagnostics::{Applicability, Source, apply, apply_with};
use std::path::{Path, PathBuf};

pub(crate) fn fixtures() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpora/buildfiles");
    let cases = std::fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = cases.flat_map(|case| std::fs::read_dir(case).unwrap()).map(|f| f.unwrap().path()).collect();
    files.sort();
    files
}

fn options() -> [Options; 2] {
    [Options::default(), Options { rename: true, ..Options::default() }]
}

/// The ported text and what is reported.
pub(crate) fn port(path: &str, text: &str, options: Options) -> (String, Vec<Diagnostic>) {
    let source = Source { path, bytes: text.as_bytes() };
    let (edits, diagnostics) = port_build_file(&source, options);
    (String::from_utf8(apply(text.as_bytes(), &edits).unwrap()).unwrap(), diagnostics)
}

/// The ported text of a fixture.
fn ported(case: &str) -> String {
    let path = fixtures().into_iter().find(|f| f.parent().unwrap().ends_with(case)).unwrap();
    port(path.to_str().unwrap(), &std::fs::read_to_string(&path).unwrap(), Options::default()).0
}

#[track_caller]
fn assert_holds(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "no `{part}` in:\n{text}");
    }
}

#[track_caller]
fn assert_lacks(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(!text.contains(part), "`{part}` in:\n{text}");
    }
}

#[test]
fn every_fixture_is_found() {
    assert_eq!(fixtures().len(), 29);
}

#[test]
fn porting_a_fixture_twice_is_porting_it_once() {
    for file in fixtures() {
        let bytes = std::fs::read(&file).unwrap();
        for options in options() {
            let path = file.to_str().unwrap();
            let once = apply(&bytes, &port_build_file(&Source { path, bytes: &bytes }, options).0).unwrap();
            let twice = apply(&once, &port_build_file(&Source { path, bytes: &once }, options).0).unwrap();
            assert_eq!(String::from_utf8_lossy(&once), String::from_utf8_lossy(&twice), "{path}");
        }
    }
}

#[test]
fn no_prefix_of_a_fixture_panics_or_yields_overlapping_edits() {
    for file in fixtures() {
        let bytes = std::fs::read(&file).unwrap();
        let path = file.to_str().unwrap();
        for (length, options) in (0..=bytes.len()).flat_map(|length| options().map(|options| (length, options))) {
            let (edits, _) = port_build_file(&Source { path, bytes: &bytes[..length] }, options);
            apply_with(&bytes[..length], &edits, Applicability::Manual).unwrap();
            assert!(edits.iter().all(|edit| bytes[edit.span.clone()] != *edit.text.as_bytes()));
        }
    }
}

#[test]
fn no_ported_fixture_calls_hipcc_or_nvcc() {
    for file in fixtures().into_iter().filter(|f| !f.to_str().unwrap().contains("unported")) {
        let path = file.to_str().unwrap();
        let Ok(text) = std::fs::read_to_string(&file) else { continue };
        let ported = port(path, &text, Options::default()).0;
        assert!(!ported.contains("hipcc"), "{ported}");
    }
}

#[test]
fn cuda_as_a_language_becomes_hip() {
    assert_holds(
        &ported("cmake_language"),
        &[
            "cmake_minimum_required(VERSION 3.21)",
            "project(saxpy LANGUAGES CXX HIP)\n# Faults of clang: hipify-rs explain HIP7101 HIP7102\nadd_compile_options(\"$<$<AND:\
             $<COMPILE_LANG_AND_ID:HIP,Clang>,$<VERSION_GREATER_EQUAL:${CMAKE_HIP_COMPILER_VERSION},19>,\
             $<VERSION_LESS:${CMAKE_HIP_COMPILER_VERSION},20>>:SHELL:-mllvm -amdgpu-sdwa-peephole=0>\")\n\
             add_compile_options(\"$<$<COMPILE_LANG_AND_ID:HIP,Clang>:SHELL:-Xclang -no-enable-noundef-analysis>\")\n",
            "if(NOT DEFINED CMAKE_HIP_ARCHITECTURES)\nendif()\n",
            "set(CMAKE_HIP_FLAGS \"${CMAKE_HIP_FLAGS} -gline-tables-only -Wall\")",
            "find_package(hip REQUIRED)\n",
            "  saxpy.cu)\nset_source_files_properties(saxpy.cu PROPERTIES LANGUAGE HIP)\n",
            "main.cpp   # the host side\n",
            "$<$<COMPILE_LANGUAGE:HIP>:-ffast-math>",
            "HIP_ARCHITECTURES \"${CMAKE_HIP_ARCHITECTURES}\"",
        ],
    );
}

#[test]
fn findcuda_becomes_the_hip_language() {
    let text = ported("cmake_findcuda");
    assert_holds(
        &text,
        &[
            "enable_language(HIP)\n# Faults of clang: hipify-rs explain HIP7101 HIP7102\nadd_compile_options(",
            "analysis>\")\nlist(APPEND CMAKE_PREFIX_PATH ${CMAKE_HIP_COMPILER_ROCM_ROOT})\nfind_package(hip REQUIRED)\n",
            "add_library(kernels STATIC saxpy.cu)\n",
            "target_compile_options(kernels PRIVATE \"$<$<COMPILE_LANGUAGE:HIP>:-gline-tables-only>\")",
            "if(12.6 VERSION_LESS 7.5)",
            "add_compile_definitions(__HIP_PLATFORM_AMD__)",
        ],
    );
    assert_lacks(&text, &["CUDA_", "cuda_", "sm_35"]);
}

#[test]
fn separable_compilation_becomes_relocatable_device_code() {
    let text = ported("cmake_rdc");
    assert_holds(
        &text,
        &[
            "cmake_minimum_required(VERSION 3.21...3.28)",
            "project(rdc CXX HIP)",
            "set_target_properties(device PROPERTIES\n  POSITION_INDEPENDENT_CODE ON)\n",
            "target_compile_options(app PRIVATE $<$<COMPILE_LANGUAGE:HIP>:-fgpu-rdc>)",
            "target_link_options(app PUBLIC $<$<LINK_LANGUAGE:HIP>:-fgpu-rdc> $<$<LINK_LANGUAGE:HIP>:--hip-link> \
             \"$<$<AND:$<LINK_LANG_AND_ID:HIP,Clang>,",
            "hip_std_14",
        ],
    );
    assert_lacks(&text, &["CUDA"]);
}

#[test]
fn globbed_sources_are_filtered_by_cmake_itself() {
    assert_holds(
        &ported("cmake_variables"),
        &[
            "set(MORE_hip ${MORE})\nlist(FILTER MORE_hip INCLUDE REGEX \"\\\\.cu$\")\n",
            "set_source_files_properties(${ONLY_CU} PROPERTIES LANGUAGE HIP)",
            "set_source_files_properties(special.cpp PROPERTIES LANGUAGE HIP)",
        ],
    );
}

#[test]
fn sources_of_a_target_of_another_folder_are_marked_there() {
    assert_holds(
        &ported("cmake_sources_above"),
        &[
            "set_source_files_properties(fill.cu PROPERTIES LANGUAGE HIP)\n",
            "get_target_property(hip_sources app SOURCES)\nlist(FILTER hip_sources INCLUDE REGEX \"\\\\.cu$\")\n\
             set_source_files_properties(${hip_sources} TARGET_DIRECTORY app PROPERTIES LANGUAGE HIP)\n",
            "set_source_files_properties(sum.cu TARGET_DIRECTORY app PROPERTIES LANGUAGE HIP)",
            "project_program(render trace.cu)\nset_source_files_properties(trace.cu PROPERTIES LANGUAGE HIP)\n",
            "install(FILES kernels.cu DESTINATION share)\n",
        ],
    );
}

#[test]
fn standards_before_that_of_rocprim_are_raised() {
    let of = |text: &str| port("CMakeLists.txt", text, Options::default()).0;
    let first = "project(a CXX CUDA)\n";
    assert_holds(&of(&format!("{first}set(CMAKE_CUDA_STANDARD 11)\n")), &["set(CMAKE_HIP_STANDARD 17)"]);
    assert_holds(&of(&format!("{first}set(CMAKE_CUDA_STANDARD 20)\n")), &["set(CMAKE_HIP_STANDARD 20)"]);
    assert_holds(
        &of(&format!("{first}set(CMAKE_CXX_STANDARD 14)\n")),
        &["set(CMAKE_CXX_STANDARD 14)\nset(CMAKE_HIP_STANDARD 17)\n"],
    );
    assert_lacks(&of(&format!("{first}set(CMAKE_CXX_STANDARD 17)\n")), &["CMAKE_HIP_STANDARD"]);
    assert_lacks(&of("project(a CXX)\nset(CMAKE_CXX_STANDARD 11)\n"), &["CMAKE_HIP_STANDARD"]);
    assert_holds(&of("set_property(TARGET a PROPERTY CUDA_STANDARD 14)\n"), &["PROPERTY HIP_STANDARD 17)"]);
}

#[test]
fn libraries_bring_their_packages_once() {
    let text = ported("cmake_libraries");
    assert_holds(
        &text,
        &["find_package(hip REQUIRED)\nfind_package(hipblas REQUIRED)\n", "roc::hipblas hip::hipfft hip::hiprand"],
    );
    assert_holds(
        &text,
        &["${CMAKE_HIP_COMPILER_ROCM_ROOT}/lib)", "find_path(CUDA_INC hip/hip_runtime.h PATHS $ENV{ROCM_PATH}/include)"],
    );
    assert_eq!(text.matches("find_package(hipfft").count(), 1);
}

#[test]
fn comments_strings_and_own_names_stay() {
    assert_holds(
        &ported("cmake_optional"),
        &[
            "option(USE_CUDA \"Build the CUDA backend\" ON)",
            "\"no CUDA: CMAKE_CUDA_COMPILER is not set\") # CUDA_FOUND",
            "#[[ project(x CUDA)\nfind_package(CUDA) ]]",
            "\"$<$<COMPILE_LANG_AND_ID:HIP,Clang>:-g;-O0>\"",
            "\"$<$<COMPILE_LANGUAGE:HIP>:SHELL:-fno-exceptions>\"",
        ],
    );
}

#[test]
fn a_cmake_file_without_cuda_is_left_alone() {
    let text = include_str!("../../../corpora/buildfiles/cmake_none/CMakeLists.txt");
    assert_eq!(port("CMakeLists.txt", text, Options::default()), (text.to_string(), Vec::new()));
}

#[test]
fn what_cmake_cannot_do_with_hip_is_reported() {
    let text = include_str!("../../../corpora/buildfiles/cmake_unported/CMakeLists.txt");
    let (_, diagnostics) = port("CMakeLists.txt", text, Options::default());
    let said: Vec<_> = diagnostics.iter().map(|d| d.message.as_str()).collect();
    for name in ["CUDA_OPTIX_COMPILATION", "nvcc", "cuobjdump", "CUDAToolkit_NVVM_DIR", "DEVICE_LINK", "cuda_parse_nvcc_options"]
    {
        assert!(said.iter().any(|message| message.contains(name)), "{name}: {said:?}");
    }
    assert!(diagnostics.iter().all(|d| d.help.is_some()));
}

#[test]
fn with_rename_names_change_and_no_property_is_needed() {
    let text = "project(x CUDA)\nadd_executable(x a.cu \"b.cu\" c.cuh)\nfile(GLOB S *.cu)\n";
    let (ported, _) = port("CMakeLists.txt", text, Options { rename: true, ..Options::default() });
    assert!(ported.ends_with("\nadd_executable(x a.hip \"b.hip\" c.hip.h)\nfile(GLOB S *.hip)\n"), "{ported}");
}

#[test]
fn a_makefile_gets_its_definitions_once_and_the_compiler_stays_overridable() {
    let text = ported("make_simple");
    assert_holds(
        &text,
        &[
            "# One program from one file.\nHIPCXX ?= clang++\nHIP_ARCH ?= gfx90a\n\
             # Faults of clang: hipify-rs explain HIP7101 HIP7102\n\
             HIP_WORKAROUNDS ?= -mllvm -amdgpu-sdwa-peephole=0 -Xclang -no-enable-noundef-analysis\nNVCC = $(HIPCXX)\n",
            "NVCCFLAGS = -O3 -ffast-math -Wall\n",
            "\t$(NVCC) $(NVCCFLAGS) -o saxpy -x hip --offload-arch=$(HIP_ARCH) $(HIP_WORKAROUNDS) saxpy.cu\n",
            "\trm -f saxpy   # not nvcc\n",
        ],
    );
}

#[test]
fn objects_are_linked_for_hip_and_host_commands_keep_their_compiler() {
    assert_holds(
        &ported("make_objects"),
        &[
            "HIP_ARCH ?= gfx90a\n# Faults of clang:",
            "analysis\nROCM_PATH ?= /opt/rocm\nCXX ?= g++\nNVCC := $(HIPCXX)\n",
            "CXXFLAGS = -O2 -I$(ROCM_PATH)/include -D__HIP_PLATFORM_AMD__\n",
            "NVCCFLAGS := -std=c++14\n",
            "LDFLAGS = -L$(ROCM_PATH)/lib -lamdhip64\n",
            "\t$(NVCC) --hip-link --offload-arch=$(HIP_ARCH) $(NVCCFLAGS) -o $@ $^ $(LDFLAGS)\n",
            "\t$(CXX) -o $@ $(OBJS) $(LDFLAGS)\n",
            "\t@echo \"NVCC $<\"\n\t@$(NVCC) $(NVCCFLAGS) -c -x hip --offload-arch=$(HIP_ARCH) $(HIP_WORKAROUNDS) $< -o $@\n",
            "\t$(CXX) $(CXXFLAGS) -c $< -o $@\n",
        ],
    );
}

#[test]
fn sources_and_objects_of_one_command_are_told_apart() {
    assert_holds(
        &ported("make_mixed"),
        &[
            "-x hip --offload-arch=$(HIP_ARCH) $(HIP_WORKAROUNDS) $(filter %.cu %.cpp %.cc %.cxx,$^) -x none $(filter-out %.cu %.cpp %.cc %.cxx,$^) -o",
            "$(HIP_WORKAROUNDS) saxpy.cu main.cpp -x none $(OBJECTS) -o $@ -lm && echo done",
            "-x hip --offload-arch=$(HIP_ARCH) $(HIP_WORKAROUNDS) $(SRCS) -x none $(OBJECTS)",
            "\t$(CC) -c $< -o $@\n",
        ],
    );
}

#[test]
fn c_sources_stay_c() {
    let head = "CC = nvcc\nDIR = ../src\n";
    let rules = "num.o: num.c num.h\n\t$(CC) ./num.c -c -o $@\n%.o: $(DIR)/%.c\n\t$(CC) -O2 -c $< -o $@\n";
    let (text, found) = port("Makefile", &format!("{head}{rules}"), Options::default());
    assert_holds(&text, &["\t$(CC) -x c ./num.c -c -o $@\n", "\t$(CC) -O2 -c -x c $< -o $@\n"]);
    assert!(found.iter().all(|d| !d.message.contains("no source")), "{found:?}");
    let rules = "%.o: %.c\n\t$(CC) -std=c++17 -c $< -o $@\nmain.o: $(DIR)/main.cpp\n\t$(CC) -c $< -o $@\n";
    let (text, found) = port("Makefile", &format!("{head}{rules}"), Options::default());
    assert_holds(&text, &["-std=c++17 -c $< ", "$(CC) -c -x hip --offload-arch=$(HIP_ARCH) $(HIP_WORKAROUNDS) $< -o $@\n"]);
    assert!(found.iter().any(|d| d.message.contains("a standard of C++")), "{found:?}");
}

#[test]
fn the_vendors_sample_makefile_ports_whole() {
    let text = ported("make_samples");
    assert_holds(&text, &["ALL_CCFLAGS := $(NVCCFLAGS) $(CCFLAGS)\n", "$(eval GENCODE_FLAGS +=))", "-o $@ -c -x hip"]);
    assert_lacks(&text, &["nvcc ", "-gencode", "cudart", "CUDA_PATH"]);
}

#[test]
fn relocatable_device_code_is_linked_by_the_hip_link() {
    assert_holds(
        &ported("make_rdc"),
        &[
            "\t$(NVCC) -fgpu-rdc --hip-link --offload-arch=$(HIP_ARCH) -mllvm -amdgpu-sdwa-peephole=0 $(ARCH) app.o",
            "-fgpu-rdc -c -x hip",
        ],
    );
}

#[test]
fn a_makefile_without_cuda_is_left_alone() {
    let text = include_str!("../../../corpora/buildfiles/make_none/Makefile");
    assert_eq!(port("Makefile", text, Options::default()), (text.to_string(), Vec::new()));
}

#[test]
fn a_device_link_step_is_reported_with_its_remedy() {
    let text = include_str!("../../../corpora/buildfiles/make_define/common.mk");
    let (_, diagnostics) = port("common.mk", text, Options::default());
    let link = diagnostics.iter().find(|d| d.message.contains("-dlink")).unwrap();
    assert!(link.help.as_ref().unwrap().contains("--hip-link"));
}

#[test]
fn a_torch_extension_keeps_its_class_and_gets_clangs_options() {
    let text = ported("setup_torch");
    assert_holds(
        &text,
        &[
            "import BuildExtension, CUDAExtension, ROCM_HOME\n",
            "nvcc_flags = ['-mllvm', '-amdgpu-sdwa-peephole=0', '-Xclang', '-no-enable-noundef-analysis',\n    '-O3',\n    # A100\n    '-ffast-math',\n]\n",
            "os.path.join(ROCM_HOME, \"lib\")",
            "libraries=['amdhip64', 'hipblas', 'nvidia-ml']",
            "'cxx': ['-O3', '-G'], 'nvcc': nvcc_flags + ['-gline-tables-only', '-g', '-O0', '-fPIC', '-Wall']",
        ],
    );
}

#[test]
fn what_a_setup_script_does_with_nvcc_itself_is_reported() {
    let text = include_str!("../../../corpora/buildfiles/setup_nvcc/setup.py");
    let (ported, diagnostics) = port("setup.py", text, Options::default());
    assert_holds(&ported, &["args = {'nvcc': ['-mllvm', ", "os.environ.get('ROCM_PATH', '/opt/rocm')", "append('-Xptxas=-v')"]);
    for name in ["-Xptxas=-v", "TORCH_CUDA_ARCH_LIST", "`nvcc`"] {
        assert!(diagnostics.iter().any(|d| d.message.contains(name) && d.level > hipify_diagnostics::Level::Note), "{name}");
    }
}

#[test]
fn a_key_of_that_name_is_not_nvcc_itself() {
    let text = "if 'nvcc' in args and 'nvcc' not in more:\n    args.get('nvcc').append('-g')\nrun(['nvcc', '-V'])\n";
    let (_, found) = port("setup.py", &format!("from x import CUDAExtension\n{text}"), Options::default());
    assert_eq!(found.iter().filter(|d| d.message.contains("`nvcc` is a program")).count(), 1, "{found:?}");
}

#[test]
fn other_build_systems_are_reported_and_left() {
    for file in fixtures().into_iter().filter(|f| f.parent().unwrap().to_str().unwrap().contains("other_")) {
        let text = std::fs::read_to_string(&file).unwrap();
        let (ported, diagnostics) = port(file.to_str().unwrap(), &text, Options::default());
        assert_eq!(ported, text);
        assert!(
            diagnostics
                .iter()
                .all(|d| matches!(d.code, hipify_diagnostics::Code::OTHER_BUILD_SYSTEM | hipify_diagnostics::Code::BAZEL)
                    && d.help.is_some())
        );
        assert!(!diagnostics.is_empty(), "{}", file.display());
    }
}

#[test]
fn libtools_makefile_is_not_nvccs() {
    let text = "LIBTOOL = libtool -Xcompiler -fPIC -rdc=true\nall:\n\t$(LIBTOOL) -arch=all\n";
    assert_eq!(port("Makefile", text, Options::default()).0, text);
}

#[test]
fn a_file_that_is_not_utf_8_keeps_its_bytes() {
    let bytes = b"# gr\xF6\xDFe\nproject(x CXX CUDA) # \xFC\n";
    let (edits, _) = port_build_file(&Source { path: "CMakeLists.txt", bytes }, Options::default());
    assert!(apply(bytes, &edits).unwrap().starts_with(b"# gr\xF6\xDFe\nproject(x CXX HIP) # \xFC\n# Faults"));
}

#[test]
fn the_cuda_version_that_was_asked_for_decides_comparisons() {
    let choice = hipify_rules::Choice { cuda: Some(hipify_rules::Version::new(9, 2, 0)), ..Default::default() };
    let text = "project(x CUDA)\nif(CUDA_VERSION VERSION_LESS 10)\nendif()\n";
    let (ported, diagnostics) = port("CMakeLists.txt", text, Options { choice, ..Options::default() });
    assert_holds(&ported, &["if(9.2 VERSION_LESS 10)"]);
    assert_eq!(diagnostics.len(), 1);
}
