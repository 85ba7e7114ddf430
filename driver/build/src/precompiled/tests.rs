use super::*;
use crate::plan::{StepKind, Work};
use std::cell::Cell;

/// A folder with a cache and headers, and a stand-in for clang that writes a header and its dependency file.
struct Place {
    folder: tempfile::TempDir,
    /// How many headers were made.
    made: Cell<usize>,
}

impl Place {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        for part in ["cache/include/hip", "user"] {
            fs::create_dir_all(folder.path().join(part)).unwrap();
        }
        fs::write(folder.path().join("cache/include/hip/hip_runtime.h"), "int a;").unwrap();
        Self { folder, made: Cell::new(0) }
    }

    fn path(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    fn step(&self, source: &str, flags: &str) -> Step {
        let (from, to) = (self.path(source), self.path(source).with_extension("o"));
        let line = format!(
            "-x hip -Xclang -cuid={source} -ffile-prefix-map={scratch}= -isystem {include} -include hip/hip_runtime.h {flags} -MD -MF {to}.d \
             -c {from} -o {to}",
            scratch = self.path("cache/ported").display(),
            include = self.path("cache/include").display(),
            from = from.display(),
            to = to.display(),
        );
        Step {
            kind: StepKind::Host,
            target: None,
            subject: from.clone(),
            work: Work::Command { program: "clang++".into(), args: line.split_whitespace().map(str::to_owned).collect() },
            inputs: vec![from],
            outputs: vec![to],
            depfile: None,
        }
    }

    fn prefix(&self, source: &str, flags: &str) -> Option<Prefix> {
        Prefix::of(&self.step(source, flags), &self.path("cache"))
    }

    fn clang(&self, words: &[String]) -> bool {
        let after = |name: &str| &words[words.iter().rposition(|word| word == name).unwrap() + 1];
        self.made.set(self.made.get() + 1);
        fs::write(after("-o"), "made").unwrap();
        let read = self.path("cache/include/hip/hip_runtime.h");
        fs::write(
            after("-MF"),
            format!("empty.o: {} \\\n  {}\n", self.path("cache/precompiled/empty.hip").display(), read.display()),
        )
        .unwrap();
        true
    }

    /// The header of a build of these sources' first, and how many were made for it.
    fn header(&self, steps: &[Step]) -> (Option<PathBuf>, usize) {
        let before = self.made.get();
        let plan = Plan { steps: steps.to_vec(), outputs: Vec::new() };
        let headers = PrecompiledHeaders::in_cache(Some(&self.path("cache")), &plan);
        let found: Vec<_> = steps.iter().map(|step| headers.of(step, &|words| self.clang(words)).map(|it| it.path)).collect();
        (found[0].clone(), self.made.get() - before)
    }
}

#[test]
fn sources_with_the_same_options_share_a_header() {
    let place = Place::new();
    let key = |source, flags| place.prefix(source, flags).map(|prefix| prefix.key);
    assert_eq!(key("a.cu", "-O2 -DA=1"), key("b.cu", "-O2 -DA=1"));
    assert_ne!(key("a.cu", "-DA=1"), key("a.cu", "-DA=2"));
    assert_ne!(key("a.cu", "-std=c++17"), key("a.cu", ""));
    // What the user includes comes after the header, and is not in it.
    assert_eq!(key("a.cu", "-include own.h"), key("a.cu", "-includeother.h"));
    assert_eq!(
        key("a.cu", "-include hip/hip_runtime.h -include own.h -include hip/hip_runtime.h"),
        key("a.cu", "-include hip/hip_runtime.h")
    );
    for alone in [
        "-E",
        "-M",
        "-H",
        "-save-temps",
        "-include-pch x",
        "-imacros x.h",
        "--include=x.h",
        "-Xclang -include -Xclang x.h",
        "-fmodules",
        "-dM",
    ] {
        assert_eq!(key("a.cu", alone), None, "{alone}");
    }
}

#[test]
fn the_command_that_makes_a_header_has_the_options_of_the_language_alone() {
    let place = Place::new();
    let said = place.prefix("a.cu", "-O2 -Iuser -include own.h -Xclang -foo").unwrap();
    let words = said.command(Path::new("e.hip"), Path::new("h.pch"), Path::new("h.d")).join(" ");
    let include = place.path("cache/include");
    assert_eq!(
        words,
        format!(
            "clang++ -x hip -isystem {} -include hip/hip_runtime.h -O2 -Iuser -Xclang -foo -c -emit-llvm -Xclang -emit-pch -MD \
             -MF h.d e.hip -o h.pch",
            include.display()
        )
    );
    assert_eq!(said.folders, [include, PathBuf::from("user")]);
}

#[test]
fn a_header_is_made_when_a_second_compile_wants_it_and_used_while_its_files_are_the_same() {
    let place = Place::new();
    let a = [place.step("a.cu", "")];
    assert_eq!(place.header(&a), (None, 0));
    let (header, made) = place.header(&a);
    assert!(header.is_some_and(|path| path.is_file()) && made == 1);
    assert!(matches!(place.header(&a), (Some(_), 0)));
    fs::write(place.path("cache/include/hip/hip_runtime.h"), "int other;").unwrap();
    assert!(matches!(place.header(&a), (Some(_), 1)));
    assert!(matches!(place.header(&a), (Some(_), 0)));
}

#[test]
fn two_sources_of_a_build_are_enough() {
    let place = Place::new();
    assert!(matches!(place.header(&[place.step("a.cu", ""), place.step("b.cu", "")]), (Some(_), 1)));
}

#[test]
fn a_file_that_would_be_found_in_the_place_of_one_of_the_headers_makes_it_anew() {
    let place = Place::new();
    let steps = [place.step("a.cu", &format!("-I{}", place.path("user").display())), place.step("b.cu", "-Iuser")];
    let twice = [steps[0].clone(), place.step("b.cu", &format!("-I{}", place.path("user").display()))];
    assert!(matches!(place.header(&twice), (Some(_), 1)));
    fs::write(place.path("user/mine.h"), "").unwrap();
    assert!(matches!(place.header(&twice), (Some(_), 0)));
    fs::write(place.path("user/hip_runtime.h"), "").unwrap();
    assert!(matches!(place.header(&twice), (Some(_), 1)));
}

#[test]
fn what_cannot_be_made_is_not_tried_with_each_compile() {
    let place = Place::new();
    let plan = Plan { steps: vec![place.step("a.cu", ""), place.step("b.cu", "")], outputs: Vec::new() };
    for tries in [1, 0] {
        let count = Cell::new(0);
        let fails = |_: &[String]| {
            count.set(count.get() + 1);
            false
        };
        let headers = PrecompiledHeaders::in_cache(Some(&place.path("cache")), &plan);
        assert!(plan.steps.iter().all(|step| headers.of(step, &fails).is_none()));
        assert_eq!(count.get(), tries);
    }
}

#[test]
fn the_cache_keeps_the_headers_that_were_used_last() {
    let place = Place::new();
    let folder = place.path("cache/precompiled");
    fs::create_dir_all(&folder).unwrap();
    for number in 0..KEPT + 3 {
        for ending in ["inputs", "pch", "wanted"] {
            fs::write(folder.join(format!("{number:016x}.{ending}")), "x").unwrap();
        }
        let time = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000 + number as u64);
        File::options().append(true).open(folder.join(format!("{number:016x}.inputs"))).unwrap().set_modified(time).unwrap();
    }
    keep_few(&folder);
    let there = |number: usize| folder.join(format!("{number:016x}.pch")).exists();
    assert_eq!((0..KEPT + 3).map(there).collect::<Vec<_>>(), [vec![false; 3], vec![true; KEPT]].concat());
}

#[test]
fn a_dependency_file_does_not_name_what_the_header_was_made_of() {
    let place = Place::new();
    let (depfile, empty) = (place.path("a.d"), place.path("cache/precompiled/empty.hip"));
    let text = format!("a.o: {0} \\\n  /usr/include/x.h a.cu\n\n{0}:\n\n/usr/include/x.h:\n\na.cu:\n", empty.display());
    fs::write(&depfile, text).unwrap();
    Header { path: place.path("x.pch"), empty }.mend_depfile(&depfile, Path::new("a.cu")).unwrap();
    assert_eq!(fs::read_to_string(&depfile).unwrap(), "a.o: \\\n  a.cu \\\n  /usr/include/x.h\n\n/usr/include/x.h:\n");
}
