//! What belongs to a folder's build outside it.

use super::*;

/// A tree of these files below a git work tree, and what the folder `program` in it reads outside.
fn outside(files: &[(&str, &str)]) -> Vec<String> {
    let tree = tempfile::tempdir().unwrap();
    let root = fs::canonicalize(tree.path()).unwrap();
    for (path, text) in [(".git/HEAD", "")].iter().chain(files) {
        fs::create_dir_all(root.join(path).parent().unwrap()).unwrap();
        fs::write(root.join(path), text).unwrap();
    }
    let folder = root.join("src/program");
    let mut search = Search::new(&folder);
    search.follow().unwrap();
    search.outside.iter().map(|path| path.strip_prefix(&root).unwrap().display().to_string()).collect()
}

#[test]
fn a_program_without_paths_upwards_stands_alone() {
    let makefile = ("src/program/Makefile", "main: main.cu ../*.h\n\techo ... done\n");
    assert_eq!(outside(&[("src/program/main.cu", "#include \"x.h\""), ("src/program/x.h", ""), ("src/other/x.h", "")]), [""; 0]);
    assert_eq!(outside(&[makefile, ("src/program/sub/Makefile", "include ../rules.mk"), ("src/program/rules.mk", "")]), [""; 0]);
}

#[test]
fn files_and_folders_that_makefiles_name_are_taken() {
    let makefile = "include ../common.mk\nmain: main.cu ../util/util.h\n\tnvcc -I../include -I $(CURDIR)/../../vendor main.cu\n";
    let files = [
        ("src/program/Makefile", makefile),
        ("src/common.mk", "include flags.mk\n"),
        ("src/flags.mk", ""),
        ("src/other.mk", ""),
        ("src/util/util.h", "#include \"detail.h\""),
        ("src/util/detail.h", ""),
        ("src/util/other.h", ""),
        ("src/include/a.h", ""),
        ("vendor/b.h", ""),
        ("data/c.bin", ""),
    ];
    assert_eq!(
        outside(&files),
        ["src/common.mk", "src/flags.mk", "src/include", "src/util/detail.h", "src/util/util.h", "vendor"]
    );
}

#[test]
fn paths_from_a_variable_that_names_a_folder_above_are_followed() {
    let files = [
        ("src/program/Makefile", "TOP = ../..\ninclude $(TOP)/make/rules.mk\nall:\n\t$(MAKE) -C ${TOP}/lib\n"),
        ("make/rules.mk", ""),
        ("make/other.mk", ""),
        ("lib/Makefile", "x.o: ../vendor/x.c\n"),
        ("vendor/x.c", ""),
        ("doc/a.txt", ""),
    ];
    assert_eq!(outside(&files), ["lib", "make/rules.mk", "vendor/x.c"]);
}

#[test]
fn includes_lead_outside_from_sources() {
    let files = [
        ("src/program/main.cu", "#include \"../common/a.cuh\"\nconst char *s = \"../data/x\";"),
        ("src/common/a.cuh", "#include \"b.cuh\""),
        ("src/common/b.cuh", ""),
        ("src/data/x", ""),
        ("src/program/old.f90", "      include '../common/c.inc'\n"),
        ("src/common/c.inc", ""),
    ];
    assert_eq!(outside(&files), ["src/common/a.cuh", "src/common/b.cuh", "src/common/c.inc"]);
}

#[test]
fn a_path_that_leads_back_into_the_folder_needs_its_name() {
    let tree = tempfile::tempdir().unwrap();
    let root = fs::canonicalize(tree.path()).unwrap();
    let folder = root.join("program");
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("Makefile"), "a.o: ../program/a.h ./b/../c.h ../other/d.h\n").unwrap();
    fs::write(folder.join("a.h"), "").unwrap();
    let mut search = Search::new(&folder);
    search.follow().unwrap();
    assert_eq!(search.passed.into_iter().collect::<Vec<_>>(), [root]);
}

#[test]
fn folders_above_keep_the_name_that_the_user_gave() {
    let here = std::env::current_dir().unwrap();
    let above = here.parent().unwrap();
    assert_eq!(named(Path::new("."), &here, above), Path::new(".."));
    assert_eq!(named(Path::new("src"), &here.join("src"), &here), Path::new("."));
    assert_eq!(named(Path::new("src"), &here.join("src"), above), Path::new(".."));
    assert_eq!(named(Path::new("../x"), &above.join("x"), above), Path::new(".."));
    assert_eq!(named(&here.join("src"), &here.join("src"), above), above);
}
