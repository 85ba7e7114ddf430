//! Which build system a folder is built by.

use super::*;
use BuildSystem::{Auto, Cmake, Database, Make, Sources};

/// A tree with these files; a CMakeLists.txt without a text is a project.
fn tree(files: &[(&str, &str)]) -> tempfile::TempDir {
    let tree = tempfile::tempdir().unwrap();
    for (path, text) in files {
        let path = tree.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, if *text == "p" { "cmake_minimum_required(VERSION 3.21)\nproject(p)\n" } else { text }).unwrap();
    }
    tree
}

fn of(files: &[(&str, &str)], folder: &str, asked: BuildSystem) -> Result<Way, String> {
    let tree = tree(files);
    let shorter = |path: PathBuf| path.strip_prefix(tree.path()).map(Path::to_path_buf).unwrap_or(path);
    let found = way(&tree.path().join(folder), asked).map_err(|error| error.to_string())?;
    Ok(match found.0 {
        Way::Alone(system) => Way::Alone(system),
        Way::Part { project, part } => Way::Part { project: shorter(project), part },
        Way::Programs(programs) => Way::Programs(programs.into_iter().map(shorter).collect()),
        Way::ByAnother(tool) => Way::ByAnother(tool),
    })
}

fn alone(files: &[&str], asked: BuildSystem) -> Result<BuildSystem, String> {
    let files: Vec<(&str, &str)> = files.iter().map(|file| (*file, if file.ends_with("txt") { "p" } else { "" })).collect();
    match of(&files, "", asked)? {
        Way::Alone(system) => Ok(system),
        way => Err(format!("{way:?}")),
    }
}

#[test]
fn build_files_count_in_the_order_cmake_make_database() {
    let all = ["CMakeLists.txt", "Makefile", "compile_commands.json", "a.cu"];
    let found: Vec<_> = (0..all.len()).map(|first| alone(&all[first..], Auto).unwrap()).collect();
    assert_eq!(found, [Cmake, Make, Database, Sources]);
    assert_eq!(alone(&["makefile"], Auto), Ok(Make));
    assert_eq!(alone(&all, Database), Ok(Database));
    assert_eq!(alone(&all, Sources), Ok(Sources));
}

#[test]
fn the_makefile_of_a_folder_that_cmake_configured_is_passed_over() {
    let files = ["CMakeCache.txt", "Makefile", "compile_commands.json"];
    assert_eq!(alone(&files, Auto), Ok(Database));
    assert_eq!(alone(&files, Make), Ok(Make));
}

#[test]
fn a_build_system_asked_for_must_be_there() {
    for (asked, file) in [(Cmake, "CMakeLists.txt"), (Make, "Makefile"), (Database, "compile_commands.json")] {
        let message = alone(&["a.cu"], asked).unwrap_err();
        assert!(message.contains(&format!("no {file}")), "{message}");
    }
}

#[test]
fn a_cmake_list_without_a_project_is_part_of_the_project_above_that_leads_to_it() {
    let part = |top: &str, middle: &str| {
        let files = [("CMakeLists.txt", top), ("src/CMakeLists.txt", middle), ("src/a/CMakeLists.txt", "add_executable(a a.cu)")];
        of(&files, "src/a", Auto).unwrap()
    };
    let whole = Way::Part { project: "".into(), part: "src/a".into() };
    assert_eq!(part("PROJECT(x)\nadd_subdirectory(src)", "add_subdirectory( a )"), whole);
    assert_eq!(part("project(x)\nadd_subdirectory(${CMAKE_SOURCE_DIR}/src/a)", ""), whole);
    assert_eq!(part("project(x)\nforeach(f a b)\nadd_subdirectory(src/${f})\nendforeach()", ""), whole);
    assert_eq!(part("project(x)\nadd_subdirectory(other)", "add_subdirectory(a)"), Way::Alone(Sources));
    assert_eq!(part("# project(x)\nadd_subdirectory(src)", "add_subdirectory(a)"), Way::Alone(Sources));
}

#[test]
fn a_cmake_list_that_nothing_leads_to_gives_way_to_the_makefile() {
    let files = [("a/CMakeLists.txt", "add_executable(a a.cu)"), ("a/Makefile", "all:"), ("CMakeLists.txt", "project(x)")];
    assert_eq!(of(&files, "a", Auto), Ok(Way::Alone(Make)));
}

#[test]
fn a_folder_of_programs_is_one_without_sources_of_its_own() {
    let files = [("x/Makefile", ""), ("x/sub/Makefile", ""), ("y/z/CMakeLists.txt", "p"), ("y/w/a.cu", ""), ("README.md", "")];
    assert_eq!(of(&files, "", Auto), Ok(Way::Programs(vec!["x".into(), "y/z".into()])));
    assert_eq!(
        of(&[&files[1..], &[("x/CMakeLists.txt", "p"), ("CMakeLists.txt", "add_subdirectory(x)")]].concat(), "", Auto),
        Ok(Way::Programs(vec!["x".into(), "y/z".into()]))
    );
    assert_eq!(of(&[&files[..], &[("main.cu", "")]].concat(), "", Auto), Ok(Way::Alone(Sources)));
}

#[test]
fn another_build_system_counts_before_sources_alone() {
    let named = |files: &[(&str, &str)]| match of(files, "", Auto).unwrap() {
        Way::ByAnother(tool) => tool.name,
        way => panic!("{way:?}"),
    };
    assert_eq!(named(&[("meson.build", ""), ("a.cu", "")]), "Meson");
    assert_eq!(named(&[("configure.ac", ""), ("src/a.cu", "")]), "autotools");
    assert_eq!(named(&[("WORKSPACE", ""), ("a.cu", "")]), "Bazel");
    assert_eq!(alone(&["Makefile", "configure", "a.cu"], Auto), Ok(Make));
    let programs = of(&[("WORKSPACE", ""), ("one/Makefile", "")], "", Auto).unwrap();
    assert_eq!(programs, Way::Programs(vec!["one".into()]));
}
