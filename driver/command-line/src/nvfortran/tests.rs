use super::*;
use crate::extension::{FileKind, kind};

fn parse_line(line: &str) -> Result<Parsed, Error> {
    let words: Vec<OsString> = line.split_whitespace().map(OsString::from).collect();
    let read = |_: &Path| Err(std::io::ErrorKind::NotFound.into());
    parse(&words, &read, &|path| Ok(matches!(kind(path), FileKind::Source(_)).then_some(Language::Fortran)))
}

fn parsed(line: &str) -> Parsed {
    parse_line(line).unwrap()
}

fn refused(line: &str) -> String {
    parse_line(line).unwrap_err().to_string()
}

#[test]
fn a_compile_as_makefiles_have_it() {
    let parsed = parsed("-fast -cuda -gpu=cc80,cuda12.2 -Mpreprocess -r8 -DN=4 -Iinc -module mods -c src/a.cuf -o obj/a.o");
    let Request { produce, sources, flags, fortran, output, .. } = &parsed.request;
    assert_eq!(*produce, Produce::Objects);
    assert_eq!(sources[0].language, Language::Fortran);
    assert_eq!(flags.join(" "), "-O3 -cpp -DN=4 -Iinc");
    assert_eq!((fortran.real, fortran.integer, fortran.defines.as_slice()), (8, 4, &["N=4".to_owned()][..]));
    assert_eq!((fortran.modules.as_deref(), output.as_deref()), (Some(Path::new("mods")), Some(Path::new("obj/a.o"))));
    assert!(parsed.notes.is_empty(), "{:?}", parsed.notes);
}

#[test]
fn libraries_of_cuda_become_hips() {
    let parsed = parsed("-cudalib=cublas,cutensor a.f90 -lm -o x");
    let flags: Vec<&LinkWord> = parsed.request.link.iter().filter(|word| matches!(word, LinkWord::Flag(_))).collect();
    assert_eq!(flags, [&LinkWord::Flag("-lm".into()), &LinkWord::Flag("-lhipblas".into())]);
    assert!(parsed.notes[0].message.contains("cutensor"));
}

#[test]
fn what_cannot_be_done_is_an_error() {
    assert!(refused("-stdpar=gpu a.f90").contains("do concurrent"));
    assert!(refused("-zzz a.f90").contains("-zzz"));
    assert!(refused("-c a.f90 b.f90 -o x.o").contains("one output"));
    assert!(refused("-o").contains("needs a value"));
    assert!(refused("").contains("nothing to compile"));
}

/// A word of each option, and what it adds to the flags, or to the link after `|`.
const CASES: &[(&str, &str)] = &[
    ("-Mcpp -cpp -Mfixed -Mfree -Mfreeform", "-cpp -cpp -ffixed-form -ffree-form -ffree-form"),
    ("-Mextend -Mbounds -Mrecursive -Mdclchk", "-ffixed-line-length-132 -fcheck=bounds -frecursive -fimplicit-none"),
    ("-Mdlines -Mnodlines", "-fd-lines-as-code"),
    ("-mp=gpu -acc", "-fopenmp -fopenmp"),
    ("-O4 -O1 -gopt -g", "-O3 -O1 -g -g"),
    ("-I inc -Iinc -U A -UA", "-Iinc -Iinc -UA -UA"),
    ("-L lib -l m -rpath /x -Wl,-z,now -pthread -static", "| -Llib -lm -Wl,-rpath,/x -Wl,-z,now -pthread -static"),
    ("-fPIC -fpic -Kpic -KPIC -byteswapio -ffast-math", "-fPIC -fPIC -fPIC -fPIC -fconvert=big-endian -ffast-math"),
    ("-std=f2018 -march=native", "-std=f2018 -march=native"),
    ("-Mbackslash -Mnobackslash -ta=tesla -cuda=cc80 -Mcuda -gpu=cc80 -target=gpu -traceback -tp=host -mcmodel=medium", ""),
    ("-Minfo=all -Mneginfo -Minform=warn -Minline -Mvect=simd -Munroll -Mlarge_arrays -Mallocatable=95 -Mcache_align", ""),
    ("-Mnomain -Mstandard -static-nvidia -c++libs -cudaforlibs -fortranlibs -pgf90libs -pgc++libs -Kieee -w -silent -Wall", ""),
];

#[test]
fn options_become_those_of_the_fortran_compiler() {
    for (line, expected) in CASES {
        let parsed = parsed(&format!("-O0 a.f90 {line}"));
        let link = parsed.request.link.iter().filter_map(|word| match word {
            LinkWord::Flag(flag) => Some(flag.as_str()),
            _ => None,
        });
        let flags = parsed.request.flags[1..].join(" ");
        let link = link.collect::<Vec<_>>().join(" ");
        let all = if link.is_empty() { flags } else { format!("{flags}| {link}") };
        assert_eq!(all, *expected, "{line}");
        assert!(parsed.notes.is_empty(), "{line}: {:?}", parsed.notes);
    }
}

#[test]
fn what_has_no_counterpart_is_noted() {
    for word in ["-Rpath", "-Kother", "-Mother"] {
        assert!(parsed(&format!("a.f90 {word}")).notes[0].message.contains(word), "{word}");
    }
}

#[test]
fn options_say_what_is_made_and_how() {
    let kinds = |line: &str| {
        let fortran = parsed(line).request.fortran;
        (fortran.real, fortran.integer)
    };
    assert_eq!([kinds("a.f90 -Mr8"), kinds("a.f90 -r8 -r4")], [(8, 4), (4, 4)]);
    assert_eq!([kinds("a.f90 -i8"), kinds("a.f90 -Mi8 -i4"), kinds("a.f90 -i8 -Mi4")], [(4, 8), (4, 4), (4, 4)]);
    let request = parsed("a.f90 -shared -Jmods --offload-arch=gfx90a,cpu --fc=flang -Mcudalib=curand").request;
    assert_eq!(request.produce, Produce::SharedLibrary);
    assert_eq!(
        (request.fortran.modules.as_deref(), request.fortran.compiler.as_deref()),
        (Some(Path::new("mods")), Some(Path::new("flang")))
    );
    assert_eq!(request.targets, ["gfx90a", "cpu"]);
    assert_eq!(request.link.last(), Some(&LinkWord::Flag("-lhiprand".into())));
    assert!(parsed("a.f90 -dryrun").dry_run && parsed("a.f90 -###").dry_run && parsed("a.f90 -v").verbose);
    assert!(parsed("-V").query.is_some() && parsed("--version").query.is_some());
    assert_eq!(parsed("-help").query, parsed("--help").query);
    assert!(parsed("-help").query.is_some());
    for word in ["-E", "-F", "-S"] {
        assert!(refused(&format!("a.f90 {word}")).contains("is not made"), "{word}");
    }
}

#[test]
fn every_option_has_a_case() {
    let text = include_str!("tests.rs");
    for name in hipify_rules::options::described_by(Tool::Nvfortran).flat_map(|row| row.names) {
        let starts = |start: &str| text.contains(&format!("{start}-{name}")) || text.contains(&format!("{start}--{name}"));
        assert!(starts(" ") || starts("\""), "no case for `-{name}`");
    }
}
