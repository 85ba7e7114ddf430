use super::*;

fn parsed(line: &str) -> Parsed {
    parse(&line.split_whitespace().map(str::to_owned).collect::<Vec<_>>()).unwrap()
}

fn refused(line: &str) -> String {
    parse(&line.split_whitespace().map(str::to_owned).collect::<Vec<_>>()).unwrap_err().to_string()
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
    assert!(refused("-o").contains("wants a value"));
    assert!(refused("").contains("nothing to compile"));
}

#[test]
fn a_module_leads_to_its_source() {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("m.cuf");
    let text = b"module m\nuse n\nend module\n";
    std::fs::write(&source, text).unwrap();
    record(folder.path(), &source, text).unwrap();
    let found = sources_of(&[(Path::new("p.f90"), b"program p\nuse m\nend")], &[folder.path().to_path_buf()]);
    assert_eq!(found, [source]);
}
