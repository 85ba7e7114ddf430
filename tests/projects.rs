//! Ports the programs of corpora/projects whole and compares what changed, file by file, with snapshots/.

use hipify_diagnostics::Level;
use hipify_tests::project;
use hipify_tests::project::Project;
use similar::TextDiff;
use std::fmt::Write;
use std::path::Path;

/// What porting changes, as a diff without context; what it says; the names of files that stay as they are.
fn changes(project: &Project) -> String {
    let mut out = String::new();
    for file in &project.files {
        let (before, after) = (String::from_utf8_lossy(&file.bytes), String::from_utf8_lossy(&file.ported));
        let diff = TextDiff::from_lines(&before, &after);
        let text = diff.unified_diff().context_radius(0).header(&file.path, &file.path).to_string();
        out.push_str(if text.is_empty() { "= " } else { &text });
        if text.is_empty() {
            writeln!(out, "{}", file.path).expect("a string takes all");
        }
    }
    out.push_str("\n=== diagnostics\n");
    for file in &project.files {
        for diagnostic in &file.diagnostics {
            let level = match diagnostic.level {
                Level::Note => "note",
                Level::Warning => "warning",
                Level::Error => "error",
            };
            let place = file.place(diagnostic);
            writeln!(out, "{place} {} {level}: {}", diagnostic.code.id, diagnostic.message).expect("a string takes all");
        }
    }
    out
}

#[test]
fn every_program_ports_as_recorded() {
    let names = project::names();
    assert_eq!(names.len(), 25, "{names:?}");
    let mut settings = insta::Settings::new();
    settings.set_snapshot_path(Path::new(env!("CARGO_MANIFEST_DIR")).join("snapshots/projects"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| {
        insta::allow_duplicates! {
            for name in &names {
                insta::assert_snapshot!(name.as_str(), changes(&Project::ported(name)));
            }
        }
    });
}

#[test]
fn every_program_has_a_build_file_and_a_check_of_its_own_result() {
    for name in project::names() {
        let project = Project::ported(&name);
        let is_build_file = |path: &str| {
            let name = path.rsplit('/').next().unwrap_or(path);
            ["Makefile", "Makefile.am", "CMakeLists.txt", "meson.build", "setup.py"].contains(&name)
        };
        assert!(project.files.iter().any(|file| is_build_file(&file.path)), "{name}");
        let prints = |word: &str| project.files.iter().any(|file| String::from_utf8_lossy(&file.bytes).contains(word));
        assert!(prints("PASS") && prints("FAIL"), "{}", project.name);
    }
}
