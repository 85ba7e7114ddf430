use super::*;

/// Recorded from clang 19 with `-fno-caret-diagnostics -fdiagnostics-print-source-range-info`.
const CLANG: &str = "\
In file included from inc.cu:2:
In file included from ./inc2.h:1:
./my file.h:1:39: error: type 'int' cannot be used prior to '::' because it has no members
./my file.h:3:30: note: in instantiation of template class 'X<int>' requested here
a.cu:3:40:{3:40-3:46}{3:40-4:2}: warning: unused variable 'q' [-Wunused-variable]
a.cu:4:10: fatal error: 'hipblas/hipblas.h' file not found
2 errors and 1 warning generated when compiling for gfx90a.
clang++-19: error: invalid target ID 'gfx999'; format is a processor name
";

#[test]
fn messages_have_places_notes_and_flags() {
    let read = read(CLANG);
    assert_eq!(read.verbatim, Vec::<String>::new());
    let [first, second, third, fourth] = &read.messages[..] else { panic!("{:?}", read.messages) };
    assert_eq!(first.at, Some(At { path: "./my file.h".into(), line: 1, column: 39, ranges: vec![] }));
    assert_eq!(first.from, ["inc.cu:2", "./inc2.h:1"]);
    assert!(first.notes[0].text.starts_with("in instantiation") && first.notes[0].at.as_ref().unwrap().line == 3);
    assert_eq!(second.flag.as_deref(), Some("-Wunused-variable"));
    assert_eq!((second.level, second.text.as_str()), (Level::Warning, "unused variable 'q'"));
    assert_eq!(second.at.as_ref().unwrap().ranges, [[(3, 40), (3, 46)], [(3, 40), (4, 2)]]);
    assert_eq!((third.level, third.text.as_str()), (Level::Error, "'hipblas/hipblas.h' file not found"));
    assert!(fourth.at.is_none() && fourth.text.starts_with("invalid target ID"));
}

#[test]
fn linkers_are_understood() {
    let lld = "lld: error: undefined hidden symbol: other(int)\n>>> referenced by /tmp/rdc-gfx90a-27fe2b.o:(k(int*))\n\
               >>> referenced by /tmp/rdc-gfx90a-27fe2b.o:(k(int*))\n>>> referenced 5 more times\n\n";
    let read_lld = read(lld);
    assert_eq!(read_lld.messages[0].text, "undefined hidden symbol: other(int)");
    let notes: Vec<&str> = read_lld.messages[0].notes.iter().map(|note| note.text.as_str()).collect();
    assert_eq!(notes, ["referenced by `k(int*)`"]);
    let host =
        read("ld.lld: error: undefined symbol: other(float)\n>>> referenced by a.cu\n>>>               /tmp/x/a.o:(main)\n");
    assert_eq!(host.messages[0].notes.len(), 1);
    assert_eq!(host.messages[0].notes[0].text, "referenced by `main`");
    let ld = "/usr/bin/ld: /tmp/prop-2f9517.o: in function `main':\nprop.cu:(.text+0x16): undefined reference to `f(int)'\n\
              /usr/bin/ld: prop.cu:(.text+0x20): undefined reference to `g'\n/usr/bin/ld: /p/a.cu:12: undefined reference to `h'\n\
              /usr/bin/ld: cannot find -lhipblas: No such file or directory\n";
    let read_ld = read(ld);
    let texts: Vec<&str> = read_ld.messages.iter().map(|message| message.text.as_str()).collect();
    let undefined = |name: &str| format!("undefined reference to `{name}`");
    assert_eq!(texts[..3], [undefined("f(int)"), undefined("g"), undefined("h")]);
    assert_eq!(texts[3], "cannot find -lhipblas: No such file or directory");
    assert_eq!(read_ld.messages[2].at.as_ref().map(|at| at.line), Some(12));
    assert_eq!(read_ld.messages[0].notes[0].text, "referenced by `main`");
}

#[test]
fn what_is_not_understood_is_kept() {
    let read = read("hello\na.cu:1:2: error: two\n  lines of text\nPLEASE submit a bug report to x\n #0 0x1 y\n");
    assert_eq!(read.verbatim, ["hello", "PLEASE submit a bug report to x", " #0 0x1 y"]);
    assert_eq!(read.messages[0].more, ["  lines of text"]);
}

#[test]
fn no_prefix_of_a_text_is_a_problem() {
    (0..CLANG.len()).filter(|end| CLANG.is_char_boundary(*end)).for_each(|end| drop(read(&CLANG[..end])));
}
