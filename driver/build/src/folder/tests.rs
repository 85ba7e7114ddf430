//! Which build system a folder is built by.

use super::*;

fn folder_with(files: &[&str]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for file in files {
        std::fs::write(folder.path().join(file), "").unwrap();
    }
    folder
}

fn chosen(files: &[&str], asked: BuildSystem) -> Result<BuildSystem, String> {
    system(folder_with(files).path(), asked).map(|(system, _)| system).map_err(|error| error.to_string())
}

#[test]
fn build_files_count_in_the_order_cmake_make_database() {
    use BuildSystem::{Auto, Cmake, Database, Make, Sources};
    let all = ["CMakeLists.txt", "Makefile", "compile_commands.json", "a.cu"];
    let found: Vec<_> = (0..all.len()).map(|first| chosen(&all[first..], Auto).unwrap()).collect();
    assert_eq!(found, [Cmake, Make, Database, Sources]);
    assert_eq!(chosen(&["makefile"], Auto), Ok(Make));
    assert_eq!(chosen(&all, Database), Ok(Database));
    assert_eq!(chosen(&all, Sources), Ok(Sources));
}

#[test]
fn the_makefile_of_a_folder_that_cmake_configured_is_passed_over() {
    let files = ["CMakeCache.txt", "Makefile", "compile_commands.json"];
    assert_eq!(chosen(&files, BuildSystem::Auto), Ok(BuildSystem::Database));
    assert_eq!(chosen(&files, BuildSystem::Make), Ok(BuildSystem::Make));
}

#[test]
fn a_build_system_asked_for_must_be_there() {
    for (asked, file) in [
        (BuildSystem::Cmake, "CMakeLists.txt"),
        (BuildSystem::Make, "Makefile"),
        (BuildSystem::Database, "compile_commands.json"),
    ] {
        let message = chosen(&["a.cu"], asked).unwrap_err();
        assert!(message.contains(&format!("no {file}")), "{message}");
    }
}
