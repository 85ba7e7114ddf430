use super::*;
use hipify_command_line::request::Language;
use std::fs;

fn engine() -> Engine {
    Engine::safe(Default::default())
}

fn source(path: &Path) -> Source {
    Source { path: path.to_path_buf(), language: Language::Hip, flags: Vec::new(), object: None }
}

/// A project folder and a scratch folder beside it.
struct Project {
    root: tempfile::TempDir,
}

impl Project {
    fn new(files: &[(&str, &str)]) -> Self {
        let root = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = root.path().join("p").join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        Self { root }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.root.path().join("p").join(name)
    }

    fn read(&self, sources: &[&str], flags: &[String]) -> Result<PortedTree, Error> {
        let sources: Vec<Source> = sources.iter().map(|name| source(&self.path(name))).collect();
        PortedTree::read(&sources, flags, &engine(), &self.root.path().join("s"))
    }

    fn ported(&self, tree: &PortedTree, name: &str) -> String {
        fs::read_to_string(tree.counterpart(&fs::canonicalize(self.root.path()).unwrap().join("p").join(name))).unwrap()
    }

    fn include(&self, option: &str, folder: &str) -> String {
        format!("{option}{}", self.path(folder).display())
    }
}

#[test]
fn headers_are_followed_and_written_at_their_paths() {
    let project = Project::new(&[
        ("src/a.cu", "#include \"b.cuh\"\n#include <c.h>\n#include <vector>\nint main() { cudaFree(0); }\n"),
        ("src/b.cuh", "#pragma once\n#include \"../other/d.h\"\n"),
        ("inc/c.h", "inline void c() { cudaDeviceSynchronize(); }\n"),
        ("other/d.h", "int d;\n"),
        ("other/unused.h", "int unused;\n"),
    ]);
    let tree = project.read(&["src/a.cu"], &[project.include("-I", "inc")]).unwrap();
    tree.write().unwrap();
    assert!(project.ported(&tree, "src/a.cu").contains("hipFree(0)"));
    assert!(project.ported(&tree, "inc/c.h").contains("hipDeviceSynchronize"));
    assert!(project.ported(&tree, "other/d.h").ends_with("int d;\n"));
    assert_eq!(tree.files().count(), 4);
}

#[test]
fn one_file_by_itself_gives_the_same_bytes() {
    let project = Project::new(&[
        ("a.cu", "#include <cuda_runtime.h>\n#include \"cuda_fp16.h\"\nint main() { cudaFree(0); }\n"),
        ("cuda_fp16.h", "int mine;\n"),
    ]);
    let tree = project.read(&["a.cu"], &[]).unwrap();
    assert_eq!(tree.files().count(), 2, "a header of the project shadows CUDA's");
    for file in tree.files() {
        port_one(&file.step, &engine()).unwrap();
        assert_eq!(fs::read(&file.step.to).unwrap(), file.text);
    }
}

#[test]
fn unchanged_files_keep_their_time_and_stale_ones_go() {
    let project = Project::new(&[("src/a.cu", "#include \"b.h\"\n"), ("src/b.h", "int b;\n"), ("inc/x.h", "")]);
    let flags = [project.include("-I", "inc")];
    let tree = project.read(&["src/a.cu"], &flags).unwrap();
    tree.write().unwrap();
    let stale = tree.steps().find(|step| step.from.ends_with("b.h")).unwrap().to.clone();
    let time = fs::metadata(&stale).unwrap().modified().unwrap();
    project.read(&["src/a.cu"], &flags).unwrap().write().unwrap();
    assert_eq!(fs::metadata(&stale).unwrap().modified().unwrap(), time);
    fs::rename(project.path("src/b.h"), project.path("inc/b.h")).unwrap();
    project.read(&["src/a.cu"], &flags).unwrap().write().unwrap();
    assert!(!stale.exists() && project.ported(&tree, "inc/b.h").contains("int b"));
}

#[cfg(unix)]
#[test]
fn a_header_with_two_names_stays_one_file() {
    let project = Project::new(&[("a.cu", "#include \"x/h.h\"\n#include \"y/h.h\"\n"), ("x/h.h", "#pragma once\nint h;\n")]);
    fs::create_dir(project.path("y")).unwrap();
    std::os::unix::fs::symlink("../x/h.h", project.path("y/h.h")).unwrap();
    let tree = project.read(&["a.cu"], &[]).unwrap();
    tree.write().unwrap();
    assert_eq!(tree.files().count(), 2);
    let one = tree.counterpart(&fs::canonicalize(project.path("x")).unwrap().join("h.h"));
    let other = tree.counterpart(&fs::canonicalize(project.path("y")).unwrap().join("h.h"));
    assert_eq!(fs::canonicalize(other).unwrap(), fs::canonicalize(one).unwrap());
}

#[test]
fn include_flags_get_the_scratch_folder_in_front() {
    let project = Project::new(&[("a.cu", "#include <x.h>\n"), ("inc/x.h", ""), ("cuda/cuda.h", "/* NVIDIA Corporation */\n")]);
    let (inc, cuda) = (project.path("inc").display().to_string(), project.path("cuda").display().to_string());
    let flags = ["-O2".to_owned(), format!("-I{inc}"), "-I".to_owned(), cuda, "-isystem".to_owned(), "/nowhere".to_owned()];
    let tree = project.read(&["a.cu"], &flags).unwrap();
    let scratch = tree.counterpart(&fs::canonicalize(&inc).unwrap()).display().to_string();
    assert_eq!(tree.flags(&flags), ["-O2", "-I", &scratch, "-I", &inc, "-isystem", "/nowhere"]);
    assert_eq!(tree.notes().len(), 1);
}

#[test]
fn an_absolute_include_leads_to_the_ported_file() {
    let project = Project::new(&[("far/x.h", "void x() { cudaFree(0); }\n")]);
    let header = project.path("far/x.h");
    fs::write(project.path("a.cu"), format!("#include \"{}\"\n", header.display())).unwrap();
    let tree = project.read(&["a.cu"], &[]).unwrap();
    tree.write().unwrap();
    let to = tree.counterpart(&header);
    assert!(project.ported(&tree, "a.cu").contains(&format!("#include \"{}\"", to.display())));
    assert!(fs::read_to_string(to).unwrap().contains("hipFree"));
}

#[test]
fn a_header_has_one_name_whoever_includes_it() {
    let project = Project::new(&[("a/a.cu", "#include \"../inc/x.h\"\n"), ("b.cu", "#include <x.h>\n"), ("inc/x.h", "")]);
    let flags = [project.include("-I", "inc")];
    let text = |source: &str| {
        let tree = project.read(&[source], &flags).unwrap();
        tree.files().find(|file| file.step.from.ends_with("x.h")).unwrap().text.clone()
    };
    assert_eq!(text("a/a.cu"), text("b.cu"));
}

#[test]
fn what_is_no_source_is_refused_with_a_remedy() {
    let project = Project::new(&[("kernel.cu", ""), ("folder/x.cu", "")]);
    let said = |name: &str| {
        let error = project.read(&[name], &[]).err().unwrap();
        format!("{error}; {}", error.remedy().unwrap_or(""))
    };
    assert!(said("kernal.cu").contains("no such file") && said("kernal.cu").contains("kernel.cu"));
    assert!(said("folder").contains("a folder"));
}

#[test]
fn a_scratch_folder_that_cannot_be_made_is_named_with_the_variable_that_moves_it() {
    let project = Project::new(&[("a.cu", "int a;\n"), ("file", "")]);
    let tree = PortedTree::read(&[source(&project.path("a.cu"))], &[], &engine(), &project.path("file")).unwrap();
    let error = tree.write().err().unwrap();
    assert!(error.to_string().contains("ported sources") && error.remedy().unwrap().contains("HIPIFY_CACHE_DIR"), "{error}");
}

#[test]
fn names_that_a_header_declares_are_no_findings() {
    let project = Project::new(&[("a.cu", "#include \"b.h\"\nvoid f() { cudaMyOwn(1); }\n"), ("b.h", "void cudaMyOwn(int);\n")]);
    let tree = project.read(&["a.cu"], &[]).unwrap();
    assert!(tree.outcomes().iter().all(|outcome| outcome.findings.is_empty()));
}

#[test]
fn folders_of_every_kind_are_searched_in_clangs_order() {
    let project = Project::new(&[
        ("a.cu", "#include \"q.h\"\n#include <i.h>\n#include <s.h>\n"),
        ("quote/q.h", "int quote;\n"),
        ("inc/q.h", "int other;\n"),
        ("inc/i.h", "void i() { cudaFree(0); }\n"),
        ("sys/i.h", "int other;\n"),
        ("sys/s.h", "void s() { cudaFree(0); }\n"),
        ("forced.h", "#include_next <i.h>\n"),
    ]);
    let words = [("-isystem", "sys"), ("-I", "inc"), ("-iquote", "quote"), ("-include", "forced.h")];
    let flags: Vec<String> =
        words.iter().flat_map(|(option, name)| [option.to_string(), project.path(name).display().to_string()]).collect();
    let tree = project.read(&["a.cu"], &flags).unwrap();
    let names: Vec<String> = tree.steps().map(|step| step.from.display().to_string()).collect();
    let reached = ["a.cu", "forced.h", "inc/i.h", "quote/q.h", "sys/i.h", "sys/s.h"];
    assert!(names.len() == 6 && reached.iter().zip(&names).all(|(end, name)| name.ends_with(end)), "{names:?}");
    let said = tree.flags(&flags);
    let scratch = |name: &str| tree.counterpart(&fs::canonicalize(project.path(name)).unwrap()).display().to_string();
    assert_eq!(said[..2], ["-isystem".to_owned(), scratch("sys")]);
    assert_eq!(said[said.len() - 2..], ["-include".to_owned(), scratch("forced.h")]);
    // From a ported header, `#include_next` must not lead to its own original.
    assert!(said.contains(&"-idirafter".to_owned()) && said.iter().filter(|word| *word == "-I").count() == 1, "{said:?}");
}

#[cfg(unix)]
#[test]
fn a_linked_folder_is_found_by_both_its_names() {
    let project = Project::new(&[("real/a.h", "#include \"b.h\"\n"), ("real/b.h", "int b;\n"), ("x.cu", "")]);
    std::os::unix::fs::symlink("real", project.path("link")).unwrap();
    fs::write(project.path("x.cu"), "#include \"link/a.h\"\n#include \"link/../real/b.h\"\n").unwrap();
    let tree = project.read(&["x.cu"], &[]).unwrap();
    tree.write().unwrap();
    assert_eq!(tree.files().count(), 3);
    let folder = tree.source(&project.path("x.cu")).unwrap().parent().unwrap().to_path_buf();
    assert!(folder.join("link/a.h").is_file() && folder.join("link/../real/b.h").is_file());
    tree.write().unwrap();
}

#[test]
fn what_clang_gets_as_it_is_has_no_copy_and_what_cannot_be_ported_has_a_true_one() {
    let project = Project::new(&[("a.S", "#include \"b.h\"\n"), ("b.h", "")]);
    let wide: Vec<u8> = "\u{feff}int a;\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    fs::write(project.path("wide.cu"), &wide).unwrap();
    let assembly = Source { language: Language::Other, ..source(&project.path("a.S")) };
    let sources = [assembly, source(&project.path("wide.cu"))];
    let tree = PortedTree::read(&sources, &[], &engine(), &project.root.path().join("s")).unwrap();
    assert_eq!(tree.source(&project.path("a.S")), None);
    let file = tree.files().next().unwrap();
    assert!(tree.files().count() == 1 && file.text == wide);
    assert_eq!(tree.outcomes()[0].findings.len(), 1, "that it is left is said");
}

#[test]
fn several_may_write_the_tree_at_once() {
    let headers: Vec<(String, String)> =
        (0..50).map(|n| (format!("h{n}.h"), format!("void f{n}() {{ cudaFree(0); }}\n"))).collect();
    let source: String = headers.iter().map(|(name, _)| format!("#include \"{name}\"\n")).collect();
    let mut files: Vec<(&str, &str)> = headers.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    files.push(("a.cu", &source));
    let project = Project::new(&files);
    let tree = project.read(&["a.cu"], &[]).unwrap();
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| tree.write().unwrap());
        }
    });
    assert!(tree.files().all(|file| fs::read(&file.step.to).unwrap() == file.text));
    let folder = tree.files().next().unwrap().step.to.parent().unwrap().to_path_buf();
    assert_eq!(fs::read_dir(folder).unwrap().count(), 51);
}

#[test]
fn phony_targets_and_odd_names_survive_in_dependency_files() {
    let original = |path: &Path| path.strip_prefix("/s").ok().map(|inside| Path::new("/").join(inside));
    let text = "a.o b.o: /s/p/a\\#1.cu /s/p/x$$.h \\\n  /s/p/b.h\n/s/p/x$$.h:\n/s/p/b.h:\n/s/p/b.h:\n";
    let said = rewrite_depfile(text, original);
    assert_eq!(said, "a.o b.o: \\\n  /p/a\\#1.cu \\\n  /p/x$$.h \\\n  /p/b.h\n\n/p/x$$.h:\n\n/p/b.h:\n");
    assert_eq!(rewrite_depfile("", original), "");
}

#[test]
fn dependency_files_name_the_originals() {
    let project = Project::new(&[("a.cu", "#include \"b c.h\"\n"), ("b c.h", "")]);
    let tree = project.read(&["a.cu"], &[]).unwrap();
    let folder = tree.steps().next().unwrap().to.parent().unwrap().display().to_string();
    let text = format!("a.o: {folder}/a.cu \\\n  {folder}/b\\ c.h /usr/include/x$$y.h \\\n  {folder}/a.cu\n{folder}/b\\ c.h:\n");
    let said = rewrite_depfile(&text, |path| tree.original(path).map(Path::to_path_buf));
    let p = project.path("").display().to_string();
    assert_eq!(said, format!("a.o: \\\n  {p}a.cu \\\n  {p}b\\ c.h \\\n  /usr/include/x$$y.h\n\n{p}b\\ c.h:\n"));
}
