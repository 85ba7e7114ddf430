//! Ports each file under corpora/port and compares with snapshots/; and checks what must hold for every file.

use hipify_diagnostics::{Applicability, Edit, apply, apply_with};
use hipify_tests::fixture::Fixture;
use hipify_tests::{render, text};
use std::path::Path;

datatest_stable::harness! {
    { test = ports_as_recorded, root = "corpora/port", pattern = r"[^/]+\.[^/]+$" },
    { test = comments_and_strings_stay, root = "corpora/port", pattern = r"[^/]+\.[^/]+$" },
    { test = porting_twice_equals_porting_once, root = "corpora/port", pattern = r"[^/]+\.[^/]+$" },
    { test = bytes_outside_edits_are_untouched, root = "corpora/port", pattern = r"[^/]+\.[^/]+$" },
    { test = brackets_stay_balanced, root = "corpora/port", pattern = r"[^/]+\.[^/]+$" },
    { test = every_prefix_ports, root = "corpora/port", pattern = r"[^/]+\.[^/]+$" },
    { test = porting_twice_equals_porting_once, root = "corpora/projects", pattern = r"[^/]+$" },
    { test = bytes_outside_edits_are_untouched, root = "corpora/projects", pattern = r"[^/]+$" },
    { test = comments_stay, root = "corpora/projects", pattern = r"\.(cu|cuh|cpp|h|hpp)$" },
    { test = brackets_stay_balanced, root = "corpora/projects", pattern = r"\.(cu|cuh|cpp|h|hpp)$" },
    { test = every_prefix_ports, root = "corpora/projects", pattern = r"[^/]+$" },
}

fn name(path: &Path) -> String {
    let relative = path.strip_prefix("corpora/port").or_else(|_| path.strip_prefix("corpora/projects"));
    relative.expect("the harness gives paths under its roots").to_str().expect("a UTF-8 name").to_owned()
}

fn fixture(path: &Path) -> Fixture {
    Fixture::read(path, &name(path))
}

fn ports_as_recorded(path: &Path) -> datatest_stable::Result<()> {
    let name = name(path);
    let rendered = render::ported(&fixture(path));
    let (folder, file) = name.rsplit_once('/').unwrap_or(("", &name));
    let mut settings = insta::Settings::new();
    settings.set_snapshot_path(Path::new(env!("CARGO_MANIFEST_DIR")).join("snapshots/port").join(folder));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(file, rendered));
    Ok(())
}

fn porting_twice_equals_porting_once(path: &Path) -> datatest_stable::Result<()> {
    let fixture = fixture(path);
    let once = apply(&fixture.bytes, &fixture.port().edits)?;
    let twice = apply(&once, &fixture.port_bytes(&once).edits)?;
    assert_eq!(text::lossless(&once), text::lossless(&twice));
    // Another run over the same bytes finds the same.
    assert_eq!(fixture.port(), fixture.port());
    Ok(())
}

fn bytes_outside_edits_are_untouched(path: &Path) -> datatest_stable::Result<()> {
    let fixture = fixture(path);
    let mut edits = fixture.port().edits;
    edits.retain(|edit| edit.applicability == Applicability::Safe);
    for edit in &edits {
        assert!(edit.span.start <= edit.span.end && edit.span.end <= fixture.bytes.len(), "{edit:?} is outside the file");
        let changes = fixture.bytes[edit.span.clone()] != *edit.text.as_bytes();
        assert!(changes, "{edit:?} changes nothing");
    }
    let ported = apply(&fixture.bytes, &edits)?;
    assert_eq!(text::lossless(&kept(&fixture.bytes, &edits, &ported)), text::lossless(&fixture.bytes));
    Ok(())
}

/// Undoes the edits: walks over `ported`, takes the kept bytes from there and only the replaced ones from `original`.
fn kept(original: &[u8], edits: &[Edit], ported: &[u8]) -> Vec<u8> {
    let mut edits: Vec<&Edit> = edits.iter().collect();
    edits.sort_by_key(|edit| (edit.span.start, !edit.span.is_empty()));
    let (mut undone, mut at, mut from) = (Vec::new(), 0, 0);
    for edit in edits {
        let between = edit.span.start - from;
        undone.extend_from_slice(&ported[at..at + between]);
        at += between;
        assert!(ported[at..].starts_with(edit.text.as_bytes()), "{edit:?} is not at byte {at} of the result");
        at += edit.text.len();
        undone.extend_from_slice(&original[edit.span.clone()]);
        from = edit.span.end;
    }
    undone.extend_from_slice(&ported[at..]);
    undone
}

fn comments_and_strings_stay(path: &Path) -> datatest_stable::Result<()> {
    let fixture = fixture(path);
    let ported = apply(&fixture.bytes, &fixture.port().edits)?;
    let (before, after) = (text::split(&fixture.bytes), text::split(&ported));
    let directive = fixture.directive("may-change").unwrap_or_default();
    let may_change = directive.split(',').next().unwrap_or_default();
    if may_change.contains("comments") {
        assert_ne!(before.comments, after.comments, "`may-change: comments` has no reason any more");
    } else {
        assert_eq!(before.comments, after.comments);
    }
    if may_change.contains("strings") {
        assert_ne!(before.strings, after.strings, "`may-change: strings` has no reason any more");
    } else {
        assert_eq!(before.strings, after.strings);
    }
    Ok(())
}

/// Programs have no directives that say which strings may change: an instruction of PTX, an option of NVRTC.
fn comments_stay(path: &Path) -> datatest_stable::Result<()> {
    let fixture = fixture(path);
    let ported = apply(&fixture.bytes, &fixture.port().edits)?;
    assert_eq!(text::split(&fixture.bytes).comments, text::split(&ported).comments);
    Ok(())
}

fn brackets_stay_balanced(path: &Path) -> datatest_stable::Result<()> {
    let fixture = fixture(path);
    let ported = apply(&fixture.bytes, &fixture.port().edits)?;
    let (before, after) = (text::split(&fixture.bytes), text::split(&ported));
    assert_eq!(before.imbalance(), after.imbalance());
    Ok(())
}

fn every_prefix_ports(path: &Path) -> datatest_stable::Result<()> {
    let fixture = fixture(path);
    // Every prefix of a small file, which nearly all fixtures are; some hundred prefixes of a longer one.
    let step = (fixture.bytes.len() / 500).max(1);
    for end in (0..fixture.bytes.len()).step_by(step) {
        let prefix = &fixture.bytes[..end];
        let edits = fixture.port_bytes(prefix).edits;
        for most in [Applicability::Safe, Applicability::Review, Applicability::Manual] {
            if let Err(overlap) = apply_with(prefix, &edits, most) {
                panic!("the first {end} bytes: {overlap}");
            }
        }
    }
    Ok(())
}
