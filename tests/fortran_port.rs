//! What holds for the port of every file of corpora/fortran, whole and cut short: no panic, edits that do not overlap, every byte
//! outside them as it was, and nothing more to port in what was ported.

use gpufort::{Options, Ported, Source, port};
use hipify_diagnostics::{Applicability, Edit, apply};
use std::path::{Path, PathBuf};

datatest_stable::harness! {
    { test = porting_twice_equals_porting_once, root = "corpora/fortran", pattern = SOURCES },
    { test = bytes_outside_edits_are_untouched, root = "corpora/fortran", pattern = SOURCES },
    { test = every_prefix_ports, root = "corpora/fortran", pattern = SOURCES },
    { test = carriage_returns_change_nothing, root = "corpora/fortran", pattern = SOURCES },
    { test = every_prefix_ports, root = "corpora/openacc", pattern = SOURCES_AND_TWINS },
    { test = porting_twice_equals_porting_once, root = "corpora/openacc", pattern = SOURCES_AND_TWINS },
    { test = a_plain_twin_is_left_as_it_is, root = "corpora/fortran", pattern = r"/twin\.f90$" },
    { test = every_prefix_ports, root = "corpora/broken/fortran", pattern = r"[^/]+$" },
    { test = porting_twice_equals_porting_once, root = "corpora/broken/fortran", pattern = r"[^/]+$" },
    { test = is_reported_as_recorded, root = "corpora/broken/fortran", pattern = r"[^/]+$" },
}

/// Programs; their twins are none.
const SOURCES: &str = r"^(.*/)?[^/]+/[^/]+\.(cuf|CUF|F90|F|f|for)$";

/// Any file.
const SOURCES_AND_TWINS: &str = r"\.(f90|F90|f)$";

/// About how many prefixes of a file are ported.
const PREFIXES: usize = 60;

/// The files of a program, the one under test first.
struct Tree(Vec<(String, Vec<u8>)>);

impl Tree {
    fn of(path: &Path) -> Self {
        let beside = path.parent().unwrap().read_dir().unwrap().map(|entry| entry.unwrap().path());
        let fortran = |other: &PathBuf| !other.ends_with("twin.f90") && other.extension().is_none_or(|ending| ending != "cu");
        let others = beside.filter(|other| path.starts_with("corpora/fortran") && other != path && fortran(other));
        let read = |path: PathBuf| (path.file_name().unwrap().to_str().unwrap().to_owned(), std::fs::read(&path).unwrap());
        Self(std::iter::once(path.to_path_buf()).chain(others).map(read).collect())
    }

    /// The files as they are after the port.
    fn ported(&self) -> datatest_stable::Result<Self> {
        let sources: Vec<Source<'_>> = self.0.iter().map(|(path, bytes)| Source { path, bytes }).collect();
        let ported = port(&sources, &Options::default());
        let texts = self.0.iter().zip(&ported).map(|((path, bytes), ported)| Ok((path.clone(), apply(bytes, &ported.edits)?)));
        texts.collect::<datatest_stable::Result<Vec<_>>>().map(Self)
    }

    /// Ports all files, with other bytes in the first.
    fn port(&self, first: &[u8]) -> Ported {
        let mut sources: Vec<Source<'_>> = self.0.iter().map(|(path, bytes)| Source { path, bytes }).collect();
        sources[0].bytes = first;
        port(&sources, &Options::default()).swap_remove(0)
    }
}

fn porting_twice_equals_porting_once(path: &Path) -> datatest_stable::Result<()> {
    let tree = Tree::of(path);
    let first = tree.port(&tree.0[0].1);
    assert_eq!(first.edits, tree.port(&tree.0[0].1).edits, "another run finds something else");
    let once = tree.ported()?;
    let twice = once.ported()?;
    for ((name, once), (_, twice)) in once.0.iter().zip(&twice.0) {
        assert_eq!(String::from_utf8_lossy(once), String::from_utf8_lossy(twice), "{name}");
    }
    Ok(())
}

fn bytes_outside_edits_are_untouched(path: &Path) -> datatest_stable::Result<()> {
    let tree = Tree::of(path);
    let bytes = &tree.0[0].1;
    let ported = tree.port(bytes);
    let text = apply(bytes, &ported.edits)?;
    let mut edits: Vec<&Edit> = ported.edits.iter().filter(|edit| edit.applicability <= Applicability::Safe).collect();
    edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
    let (mut done, mut at) = (0, 0);
    for edit in edits {
        let kept = &bytes[done..edit.span.start];
        assert_eq!(String::from_utf8_lossy(&text[at..at + kept.len()]), String::from_utf8_lossy(kept));
        at += kept.len() + edit.text.len();
        done = edit.span.end;
    }
    assert_eq!(&text[at..], &bytes[done..]);
    Ok(())
}

fn every_prefix_ports(path: &Path) -> datatest_stable::Result<()> {
    let tree = Tree::of(path);
    let bytes = &tree.0[0].1;
    // Odd, so that cuts fall at all places of a line.
    let step = (bytes.len() / PREFIXES) | 1;
    for cut in (0..bytes.len()).step_by(step) {
        let ported = tree.port(&bytes[..cut]);
        apply(&bytes[..cut], &ported.edits)?;
        for diagnostic in &ported.diagnostics {
            assert!(diagnostic.span.start <= diagnostic.span.end && diagnostic.span.end <= cut, "{diagnostic:?} of {cut} bytes");
        }
    }
    Ok(())
}

fn a_plain_twin_is_left_as_it_is(path: &Path) -> datatest_stable::Result<()> {
    let bytes = std::fs::read(path)?;
    let ported = port(&[Source { path: "twin.f90", bytes: &bytes }], &Options::default()).swap_remove(0);
    assert_eq!(ported.edits, []);
    assert!(ported.generated.is_empty() && ported.diagnostics.is_empty(), "{:?}", ported.diagnostics);
    Ok(())
}

/// What is wrong is said, with its line and a remedy, and stays as it was.
fn is_reported_as_recorded(path: &Path) -> datatest_stable::Result<()> {
    let tree = Tree::of(path);
    let bytes = &tree.0[0].1;
    let ported = tree.port(bytes);
    let line_of = |at: usize| bytes[..at].iter().filter(|byte| **byte == b'\n').count() + 1;
    let mut said = String::new();
    for diagnostic in &ported.diagnostics {
        let help = diagnostic.help.as_deref().unwrap_or("NO HELP");
        let (line, code, level) = (line_of(diagnostic.span.start), diagnostic.code, diagnostic.level);
        said += &format!("line {line}: {level:?} {} {}: {}\n  help: {help}\n", code.id, code.name, diagnostic.message);
    }
    said += "----\n";
    said += &String::from_utf8_lossy(&apply(bytes, &ported.edits)?).replace('\r', "\\r");
    let mut settings = insta::Settings::new();
    settings.set_snapshot_path(Path::new(env!("CARGO_MANIFEST_DIR")).join("snapshots/broken/fortran"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    let name = path.file_name().unwrap().to_str().unwrap();
    settings.bind(|| insta::assert_snapshot!(name, said));
    Ok(())
}

/// Lines that end as on Windows are ported as others are.
fn carriage_returns_change_nothing(path: &Path) -> datatest_stable::Result<()> {
    let tree = Tree::of(path);
    let plain = &tree.0[0].1;
    let with_returns = String::from_utf8(plain.clone())?.replace('\n', "\r\n").into_bytes();
    let text = |bytes: &[u8]| apply(bytes, &tree.port(bytes).edits).map(|text| String::from_utf8_lossy(&text).replace('\r', ""));
    assert_eq!(text(plain)?, text(&with_returns)?);
    Ok(())
}
