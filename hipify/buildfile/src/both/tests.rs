//! Every fixture of `corpora/buildfiles`, for both: without the option it is the file that it was, and a second port changes nothing.

use crate::tests::{fixtures, port};
use crate::{Options, port_build_file};
use hipify_diagnostics::{Language, Source, apply};

const BOTH: fn() -> Options = || Options { both: true, ..Options::default() };

/// Fixtures and texts with what they become.
fn cases() -> Vec<(String, String, String)> {
    let of_corpora = fixtures().into_iter().map(|file| {
        let bytes = std::fs::read(&file).unwrap();
        (file.to_str().unwrap().to_owned(), crate::as_text(&bytes).into_owned())
    });
    let more = [
        ("CMakeLists.txt", UPPER),
        ("CMakeLists.txt", NESTED),
        ("CMakeLists.txt", "find_package(CUDA REQUIRED)\ncuda_add_executable(a a.cu)"),
        ("Makefile", "a: a.cu\n\tnvcc -arch=sm_70 \\\n\t  -o $@ $<"),
        ("Makefile", "ifeq ($(CUDA_PATH),)\nF = -Xcompiler -Wall\nelse\nF =\nendif\ndefine C\nnvcc -c $(1)\nendef\n"),
    ];
    let all = of_corpora.chain(more.map(|(path, text)| (path.to_owned(), text.to_owned())));
    all.map(|(path, text)| {
        let both = port(&path, &text, BOTH()).0;
        (path, text, both)
    })
    .collect()
}

const UPPER: &str = "CMAKE_MINIMUM_REQUIRED(VERSION 3.10)\nPROJECT(x VERSION 1 LANGUAGES C CUDA)\nIF (CUDA_FOUND OR X)\n\
    \x20   ADD_EXECUTABLE(x a.cu # main\n        b.c)\n    SET(F \"one\n two -Xcompiler -Wall\")\nENDIF (CUDA_FOUND OR X)\n";

const NESTED: &str = "if(GPU)\n\tenable_language(CUDA)\n\tif(CMAKE_CUDA_COMPILER_VERSION VERSION_LESS 11)\n\t\tset(CMAKE_CUDA_STANDARD 14)\n\
    \telse()\n\t\tset(CMAKE_CUDA_STANDARD 17)\n\tendif()\n\tadd_library(a a.cu)\n\ttarget_link_libraries(a CUDA::cublas)\nendif()\n";

/// A CMake file as it reads without the option; neither indentation nor what `endif` repeats counts, nor whether a language is
/// enabled by `project` or right after it.
fn cmake_without(text: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    // Blocks of the option: whether its own lines are left out.
    let mut open: Vec<Option<bool>> = Vec::new();
    for line in text.lines() {
        let lower = line.trim().to_ascii_lowercase().replace(" (", "(");
        if lower.starts_with("if(use_hip)") || lower.starts_with("if(not use_hip)") {
            open.push(Some(lower.starts_with("if(use")));
            continue;
        }
        if lower.starts_with("if(") {
            open.push(None);
        }
        if let Some(Some(left_out)) = open.last_mut() {
            if lower.starts_with("else(") {
                *left_out = !*left_out;
                continue;
            }
            if lower.starts_with("endif(") {
                open.pop();
                continue;
            }
        }
        if lower.starts_with("endif(") {
            open.pop();
        }
        if open.contains(&Some(true)) || lower.starts_with("option(use_hip") {
            continue;
        }
        let mut line = line.trim().to_owned();
        if let Some((head, cuda)) = line.split_once(") OR (NOT USE_HIP AND ").filter(|_| lower.contains("((use_hip and")) {
            let cuda = cuda.strip_suffix("))").unwrap();
            let cuda = cuda.strip_prefix('(').and_then(|cuda| cuda.strip_suffix(')')).unwrap_or(cuda);
            line = format!("{}({cuda})", head.split('(').next().unwrap());
        }
        for closer in ["endif", "else"] {
            if lower.starts_with(&format!("{closer}(")) {
                line = closer.to_owned();
            }
        }
        let is_project = lower.starts_with("project(");
        if let Some(at) = line.find(" CUDA").filter(|_| is_project) {
            line.replace_range(at..at + 5, "");
            out.push(line.replace(" LANGUAGES)", ")"));
            out.push("enable_language(CUDA)".into());
        } else if is_project {
            out.push(line.replace(" LANGUAGES NONE)", ")").replace(" NONE)", ")"));
        } else {
            out.push(line.replace("ENABLE_LANGUAGE", "enable_language"));
        }
    }
    out.retain(|line| !line.is_empty());
    out
}

/// A makefile as make reads it without the option.
fn make_without(text: &str) -> String {
    let mut out = String::new();
    let mut open: Vec<Option<bool>> = Vec::new();
    for line in text.split_inclusive('\n') {
        let word = line.trim_end();
        match word {
            "ifeq ($(USE_HIP),1)" => open.push(Some(true)),
            "ifneq ($(USE_HIP),1)" => open.push(Some(false)),
            "else" if open.last().is_some_and(Option::is_some) => {
                let last = open.last_mut().unwrap();
                *last = last.map(|left_out| !left_out);
            }
            "endif" if open.last().is_some_and(Option::is_some) => drop(open.pop()),
            _ => {
                if word.trim_start().starts_with("if") && !line.starts_with('\t') {
                    open.push(None);
                } else if word.trim() == "endif" {
                    open.pop();
                }
                if !open.contains(&Some(true)) {
                    out.push_str(line);
                }
            }
        }
    }
    out
}

#[test]
fn without_the_option_a_file_is_what_it_was() {
    let mut changed = 0;
    for (path, text, both) in cases() {
        changed += usize::from(both != text);
        match Language::of(&path) {
            Language::CMake => assert_eq!(cmake_without(&both), cmake_without(&text), "{path}\n{both}"),
            Language::Make => assert_eq!(make_without(&both).trim_end(), text.trim_end(), "{path}\n{both}"),
            _ => {}
        }
    }
    assert!(changed >= 20, "{changed} files change");
}

#[test]
fn a_second_port_changes_nothing() {
    for (path, _, both) in cases() {
        assert_eq!(port(&path, &both, BOTH()).0, both, "{path}");
    }
}

#[test]
fn with_the_option_makefiles_read_as_ported() {
    let with = |text: &str| {
        let swapped = text.replace("ifneq ($(USE_HIP),1)", "\u{1}").replace("ifeq ($(USE_HIP),1)", "ifneq ($(USE_HIP),1)");
        make_without(&swapped.replace('\u{1}', "ifeq ($(USE_HIP),1)"))
    };
    for (path, text, both) in cases().into_iter().filter(|case| Language::of(&case.0) == Language::Make) {
        let ported = port(&path, &text, Options::default()).0;
        assert_eq!(with(&both).trim_end(), ported.trim_end(), "{path}\n{both}");
    }
}

#[test]
fn no_prefix_panics_or_yields_edits_that_cannot_be_applied() {
    for (path, text, _) in cases() {
        for length in (0..=text.len()).filter(|length| text.is_char_boundary(*length)) {
            let bytes = &text.as_bytes()[..length];
            apply(bytes, &port_build_file(&Source { path: &path, bytes }, BOTH()).0).unwrap();
        }
    }
}

#[test]
fn the_files_own_style_is_kept() {
    let both = port("CMakeLists.txt", UPPER, BOTH()).0;
    let wanted = "PROJECT(x VERSION 1 LANGUAGES C)\nOPTION(USE_HIP \"Build for AMD GPUs, with HIP in the place of CUDA\" OFF)\n\
        IF (USE_HIP)\n    CMAKE_MINIMUM_REQUIRED(VERSION 3.21)\n    ENABLE_LANGUAGE(HIP)\n";
    assert!(both.contains(wanted), "{both}");
    assert!(both.contains("IF ((USE_HIP AND (hip_FOUND OR X)) OR (NOT USE_HIP AND (CUDA_FOUND OR X)))\n"), "{both}");
    assert!(both.contains("    SET(F \"one\n two -Xcompiler -Wall\")\n"), "{both}");
    let both = port("CMakeLists.txt", NESTED, BOTH()).0;
    assert!(both.starts_with("option(USE_HIP ") && both.contains("\n\tif(USE_HIP)\n\t\tenable_language(HIP)\n"), "{both}");
}

#[test]
fn lists_of_setup_py_ask_the_option() {
    let text = "import os\nfrom setuptools import setup\nlibs = ['cublas']\nflags = base + ['-lineinfo']\n";
    let both = port("setup.py", &text.replace("base", "nvcc_base").replace("flags =", "nvcc_flags ="), BOTH()).0;
    assert!(both.contains("setup\n\nUSE_HIP = os.environ.get(\"USE_HIP\") == \"1\"\n"), "{both}");
    assert!(both.contains(" + (['-gline-tables-only'] if USE_HIP else ['-lineinfo'])\n"), "{both}");
}
