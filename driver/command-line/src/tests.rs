//! Runs the cases, and what needs more than one line.

use super::cases::{CASES, HIPCC_CASES, QUERIES, REFUSED};
use super::{Parsed, Style, Variables, parse};
use crate::request::{LinkWord, Request, Source};
use hipify_diagnostics::Level;
use hipify_error::Error;
use hipify_rules::options::{Tool, Value, described_by};
use std::ffi::OsString;
use std::path::Path;

fn parsed(line: &str, style: Option<Style>) -> Result<Parsed, Error> {
    let read = |path: &Path| match path.to_str() {
        Some("r.txt") => Ok("-DR=\"a b\" -Iinc".to_owned()),
        _ => Err(std::io::Error::from(std::io::ErrorKind::NotFound)),
    };
    let args: Vec<OsString> = super::words::split(line).into_iter().map(OsString::from).collect();
    parse(&args, style, &Variables::new(), &read)
}

/// `name: words`, for each part that is not as in `base`.
fn differences(parsed: &Parsed, base: &Parsed) -> String {
    let (new, old) = (fields(parsed), fields(base));
    let changed = new.into_iter().zip(old).filter(|(new, old)| new != old).map(|(new, _)| new);
    changed.collect::<Vec<_>>().join("; ")
}

fn fields(parsed: &Parsed) -> Vec<String> {
    let request = &parsed.request;
    let runtime = &request.runtime;
    let checks = if runtime.checks_list().is_empty() { String::new() } else { format!(" checks {}", runtime.checks_list()) };
    let path = |path: &Option<std::path::PathBuf>| path.as_ref().map_or("-".to_owned(), |path| path.display().to_string());
    let warnings: Vec<_> = parsed.notes.iter().filter(|n| n.level > Level::Note).map(|n| n.message.as_str()).collect();
    vec![
        format!("make {:?}", request.produce),
        format!("sources {}", sources(request)),
        format!("both {}", request.flags.join(" ")),
        format!("host {}", of_side(&request.host_flags)),
        format!("device {}", of_side(&request.device_flags)),
        format!("link {}", link(request)),
        format!("targets {}", request.targets.join(" ")),
        format!("rdc {}", request.rdc),
        format!("bare {}", request.bare_link),
        format!("runtime {:?} {:?} {} {:?}{checks}", runtime.cpu_arch, runtime.runtime, runtime.bundle, runtime.sanitize),
        format!("depfile {:?} {:?} {}", request.depfile.wanted, request.depfile.user_only, path(&request.depfile.path)),
        format!("rules {}", request.depfile.flags.join(" ")),
        format!("output {}", path(&request.output)),
        format!("query {:?}", parsed.query),
        format!("dry {}", parsed.dry_run),
        format!("verbose {}", parsed.verbose),
        format!("clang {}", path(&parsed.clang)),
        format!("rocm {}", path(&parsed.rocm_path)),
        format!("bitcode {}", path(&parsed.device_libraries)),
        format!("jobs {:?}", parsed.jobs),
        format!("keep {}", path(&parsed.keep)),
        format!("launcher {}", parsed.launcher.as_deref().unwrap_or("-")),
        format!("mode {:?}", parsed.mode),
        format!("run {:?}", parsed.run),
        format!("warned {}", warnings.join(", ")),
    ]
}

/// Without what stands there in any case.
fn of_side(flags: &[String]) -> String {
    let end = flags.iter().rposition(|flag| flag == "-Qunused-arguments").unwrap_or(flags.len());
    flags[..end].join(" ")
}

fn sources(request: &Request) -> String {
    let one = |source: &Source| {
        let object = source.object.as_ref().map_or(String::new(), |object| format!("={}", object.display()));
        format!("{}:{:?}{object}", source.path.display(), source.language)
    };
    request.sources.iter().map(one).collect::<Vec<_>>().join(" ")
}

fn link(request: &Request) -> String {
    let one = |word: &LinkWord| match word {
        LinkWord::Source(number) => format!("#{number}"),
        LinkWord::File(path) => path.display().to_string(),
        LinkWord::Flag(flag) => flag.clone(),
    };
    request.link.iter().map(one).collect::<Vec<_>>().join(" ")
}

#[test]
fn every_case_is_as_said() {
    let mut wrong = Vec::new();
    for (cases, style) in [(CASES, None), (HIPCC_CASES, Some(Style::Hipcc))] {
        let base = parsed("a.cu", style).unwrap();
        for (line, expected) in cases {
            let new = parsed(&format!("a.cu {line}"), style).unwrap_or_else(|error| panic!("{line}: {error}"));
            let differences = differences(&new, &base);
            if differences != *expected {
                wrong.push(format!("{line}\n   is: {differences}\n  not: {expected}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_cannot_be_done_is_refused_with_the_reason() {
    for (line, reason) in REFUSED {
        let error = parsed(&format!("a.cu {line}"), None).map(|_| ()).expect_err(line);
        let text = format!("{error} {}", error.remedy().unwrap_or(""));
        assert!(text.contains(reason), "{line}: {text}");
    }
}

#[test]
fn questions_are_recognised_without_any_input() {
    for (line, query) in QUERIES {
        assert_eq!(parsed(line, None).unwrap().query, Some(*query), "{line}");
    }
}

#[test]
fn every_row_has_a_case() {
    let lines = || CASES.iter().chain(HIPCC_CASES).chain(REFUSED).map(|case| case.0).chain(QUERIES.iter().map(|case| case.0));
    let words: Vec<&str> = lines().flat_map(str::split_whitespace).collect();
    let names: Vec<&str> = words.iter().filter_map(|w| w.strip_prefix("--").or(w.strip_prefix('-'))).collect();
    let has = |name: &str| names.iter().any(|&word| word == name || word.split('=').next() == Some(name));
    let starts = |name: &str| names.iter().any(|word| word.starts_with(name));
    for row in [Tool::Nvcc, Tool::Clang, Tool::Hipcc, Tool::Hipify].into_iter().flat_map(described_by) {
        let may_join = row.joined || row.value == Value::Joined;
        for name in row.names {
            assert!(has(name) || may_join && starts(name), "no case for `{name}`");
        }
    }
}

#[test]
fn an_option_of_hipcc_alone_tells_whose_command_line_it_is() {
    assert_eq!(parsed("a.cpp --genco", None).unwrap().style, Style::Hipcc);
    assert_eq!(parsed("a.cpp --offload-arch=gfx90a -arch=sm_80", None).unwrap().style, Style::Nvcc);
}

#[test]
fn ignored_results_of_calls_are_no_warning_as_in_cuda() {
    let ends = |line, style| {
        let request = parsed(line, style).unwrap().request;
        [request.host_flags, request.device_flags].map(|flags| {
            let last = |word: &str| flags.iter().rposition(|flag| flag == word);
            last("-Wno-unused-result").is_some_and(|at| last("-Wall").is_none_or(|all| at > all))
        })
    };
    assert_eq!(ends("a.cu -Wall -Xcompiler -Wall", None), [true, true]);
    assert_eq!(ends("a.cu -Wunused-result", None), [false, false]);
    assert_eq!(ends("a.cu", Some(Style::Hipcc)), [false, false]);
}

#[test]
fn variables_of_the_environment_add_options_and_targets() {
    let with = |style, name: &str, value: &str| {
        let variables = Variables::from([(name.to_owned(), value.to_owned())]);
        let read = |_: &Path| Err(std::io::Error::from(std::io::ErrorKind::NotFound));
        parse(&["a.cu".into(), "-DB".into()], Some(style), &variables, &read)
    };
    let request = |style, name, value| with(style, name, value).unwrap().request;
    assert_eq!(request(Style::Nvcc, "NVCC_PREPEND_FLAGS", "-DA=\"x y\"").flags, ["-DA=\"x y\"", "-DB"]);
    assert_eq!(request(Style::Nvcc, "NVCC_APPEND_FLAGS", "-DC").flags, ["-DB", "-DC"]);
    assert_eq!(request(Style::Hipcc, "HIPCC_COMPILE_FLAGS_APPEND", "-DC").flags, ["-O3", "-DB", "-DC"]);
    assert_eq!(request(Style::Hipcc, "HIPCC_LINK_FLAGS_APPEND", "-lm").link.last(), Some(&LinkWord::Flag("-lm".into())));
    assert_eq!(request(Style::Nvcc, "HIP_ARCH", "gfx90a;gfx942").targets, ["gfx90a", "gfx942"]);
    assert!(with(Style::Hipcc, "HIP_PLATFORM", "nvidia").is_err());
    assert!(with(Style::Nvcc, "HIP_PLATFORM", "nvidia").is_ok());
}
