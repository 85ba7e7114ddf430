//! The headers' functions beside what the shared library exports: every name is there, and says what it can do.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use hipify_hip::entry::{State, entries};

/// Where the headers are.
const HEADERS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../include/hip");

/// What clang calls in programs, and what no header declares.
const CALLED_BY_COMPILERS: [&str; 7] = [
    "__hipRegisterFatBinary",
    "__hipUnregisterFatBinary",
    "__hipRegisterFunction",
    "__hipRegisterVar",
    "__hipRegisterManagedVar",
    "__hipRegisterTexture",
    "__hipRegisterSurface",
];

fn headers() -> Vec<PathBuf> {
    let folders = [PathBuf::from(HEADERS), Path::new(HEADERS).join("hipify/api")];
    let files = folders.iter().flat_map(|folder| std::fs::read_dir(folder).unwrap()).map(|entry| entry.unwrap().path());
    files.filter(|path| path.extension().is_some_and(|extension| extension == "h")).collect()
}

/// Functions that a header declares with C linkage: `type name(` at the start of a line.
fn declared(header: &str) -> impl Iterator<Item = String> {
    header.lines().filter_map(|line| {
        let line = line.strip_prefix("extern \"C\" ").unwrap_or(line);
        let results = ["hipError_t ", "hiprtcResult ", "const char *", "int ", "void "];
        let rest = results.iter().find_map(|result| line.strip_prefix(result))?;
        let (name, _) = rest.split_once('(')?;
        let of_hip = name.starts_with("hip") || name.starts_with("__hip");
        (of_hip && name.chars().all(|letter| letter.is_alphanumeric() || letter == '_')).then(|| name.to_owned())
    })
}

fn own_library() -> PathBuf {
    std::env::current_exe().unwrap().parent().unwrap().join("libhipify_hip.so")
}

/// AMD's libraries: the system's, and those that `hipify-rs setup` fetched.
fn amds() -> Vec<PathBuf> {
    let data = std::env::var_os("XDG_DATA_HOME").map(PathBuf::from);
    let data = data.or_else(|| Some(Path::new(&std::env::var_os("HOME")?).join(".local/share")));
    let fetched = data.into_iter().flat_map(|data| std::fs::read_dir(data.join("hipify-rs")).into_iter().flatten().flatten());
    let folders =
        fetched.map(|entry| entry.path().join("lib")).chain(["/usr/lib/x86_64-linux-gnu".into(), "/opt/rocm/lib".into()]);
    let names = ["libamdhip64.so.5", "libamdhip64.so.6", "libamdhip64.so.7"];
    folders.flat_map(|folder: PathBuf| names.map(|name| folder.join(name))).filter(|path| path.exists()).collect()
}

fn exported(library: &Path) -> BTreeSet<String> {
    let output = Command::new("nm").args(["-D", "--defined-only", "--without-symbol-versions"]).arg(library).output().unwrap();
    assert!(output.status.success(), "nm {}: {}", library.display(), String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .filter_map(|line| line.split_whitespace().last().map(str::to_owned))
        .collect()
}

#[test]
fn every_declared_function_is_exported_and_has_a_state() {
    let mut declared: BTreeSet<String> =
        headers().iter().flat_map(|path| declared(&std::fs::read_to_string(path).unwrap()).collect::<Vec<_>>()).collect();
    // Templates of these names only; the C function is `hipCreateChannelDesc` of channel_descriptor.h.
    declared.insert("hipCreateChannelDesc".into());
    assert_eq!(declared.len(), 510, "functions of the headers");
    declared.extend(CALLED_BY_COMPILERS.map(str::to_owned));
    let exported = exported(&own_library());
    let absent: Vec<_> = declared.difference(&exported).collect();
    assert!(absent.is_empty(), "declared and not exported: {absent:?}");

    let states: BTreeMap<String, State> =
        entries().iter().map(|entry| (entry.name.to_string_lossy().into_owned(), entry.facts)).collect();
    let stateless: Vec<_> = declared.iter().filter(|name| !states.contains_key(*name)).collect();
    assert!(stateless.is_empty(), "exported without the entry macro, so not forwarded: {stateless:?}");
    let missing: Vec<_> = declared.iter().filter(|name| states[*name] == State::Missing).collect();
    println!(
        "{} functions declared, {} exported, {} implemented, {} answer not supported:",
        declared.len(),
        declared.len(),
        declared.len() - missing.len(),
        missing.len()
    );
    for name in missing {
        println!("    {name}");
    }
}

#[test]
fn every_function_of_amds_library_is_exported() {
    let own = exported(&own_library());
    for library in amds() {
        // Versions are listed as names; `hip_impl` is what a compiler of AMD's called that is no more.
        let theirs = exported(&library);
        let called: Vec<_> = theirs.iter().filter(|name| !name.contains("hip_impl") && !name.starts_with("hip_")).collect();
        let absent: Vec<_> = called.iter().filter(|name| !own.contains(**name)).collect();
        println!("{}: {} names, {} of them not here", library.display(), called.len(), absent.len());
        assert!(absent.is_empty(), "{absent:?}");
    }
}
