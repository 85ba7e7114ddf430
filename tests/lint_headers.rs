//! Lints each folder under corpora/local-headers as a tree: what local headers declare counts in the files that include them.
//!
//! A line that must fire ends in `// fires: HIP1001`, one that would without the headers in `// without headers: HIP1009`. A mark
//! in a `.cu` file shows what headers are for: without them its line must be silent.

use hipify_diagnostics::{LineIndex, Source};
use hipify_lint::{Headers, Options, Select, lint_with_headers};
use hipify_syntax::Tree;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

datatest_stable::harness! {
    { test = headers_are_evidence, root = "corpora/local-headers", pattern = r"\.cuh?$" },
    { test = each_header_is_read_once, root = "corpora/local-headers", pattern = r"main\.cu$" },
}

type Outcome = datatest_stable::Result<()>;

/// Line and code of what was found.
type Places = BTreeSet<(usize, String)>;

fn folder(file: &Path) -> datatest_stable::Result<BTreeMap<String, String>> {
    let folder: PathBuf = file.parent().expect("a corpus file has a folder").to_path_buf();
    let mut texts = BTreeMap::new();
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        texts.insert(entry.file_name().to_string_lossy().into_owned(), std::fs::read_to_string(entry.path())?);
    }
    Ok(texts)
}

fn marked(text: &str, mark: &str) -> Places {
    let of_line = |(number, line): (usize, &str)| Some((number + 1, line.split_once(mark)?.1.trim().to_owned()));
    text.lines().enumerate().filter_map(of_line).collect()
}

fn found(name: &str, text: &str, tree: &Tree, headers: &Headers<'_>, codes: &BTreeSet<String>) -> Places {
    let options = Options { select: Select::All, ..Options::default() };
    let linted = lint_with_headers(&Source { path: name, bytes: text.as_bytes() }, tree, headers, &options);
    let lines = LineIndex::new(text.as_bytes());
    let place = |one: &hipify_lint::Finding| (lines.position(one.diagnostic.span.start).0, one.diagnostic.code.id.to_owned());
    linted.findings.iter().map(place).filter(|(_, code)| codes.contains(code)).collect()
}

fn headers_are_evidence(path: &Path) -> Outcome {
    let texts = folder(path)?;
    let tree = Tree::new(texts.keys().cloned());
    let headers = Headers::new(|name| texts.get(name).map(|text| text.clone().into_bytes()));
    let name = path.file_name().expect("a file's path").to_string_lossy().into_owned();
    let text = &texts[&name];
    let (fires, without) = (marked(text, "// fires: "), marked(text, "// without headers: "));
    let is_code = |code: &String| code.starts_with("HIP1") && !["HIP1006", "HIP1010"].contains(&&code[..]) || code == "HIP2004";
    let all: BTreeSet<String> = hipify_lint::lints().map(|(lint, _)| lint.code.to_owned()).filter(is_code).collect();
    assert_eq!(found(&name, text, &tree, &headers, &all), fires, "found (left) and marked (right) differ");
    let alone = found(&name, text, &tree, &Headers::none(), &all);
    if name.ends_with(".cu") {
        assert_eq!(alone, without, "found without headers (left), and what is marked as such (right)");
    }
    Ok(())
}

fn each_header_is_read_once(path: &Path) -> Outcome {
    let texts = folder(path)?;
    let tree = Tree::new(texts.keys().cloned());
    let reads = AtomicUsize::new(0);
    let headers = Headers::new(|name| {
        reads.fetch_add(1, Ordering::Relaxed);
        texts.get(name).map(|text| text.clone().into_bytes())
    });
    let none = BTreeSet::new();
    for (name, text) in texts.iter().chain(&texts) {
        found(name, text, &tree, &headers, &none);
    }
    let most = texts.keys().filter(|name| !name.ends_with(".cu")).count();
    let reads = reads.load(Ordering::Relaxed);
    assert!(reads > 0 && reads <= most, "{reads} reads of {most} headers");
    Ok(())
}
