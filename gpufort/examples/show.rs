//! Prints what porting makes of the files of one program: host text, generated files, diagnostics. Takes `-r8`, `-i8`, `-DNAME`.

fn main() {
    let (options, paths): (Vec<String>, Vec<String>) = std::env::args().skip(1).partition(|word| word.starts_with('-'));
    let bytes: Vec<Vec<u8>> = paths.iter().map(|path| std::fs::read(path).unwrap_or_default()).collect();
    let name = |path: &'static str| path.rsplit('/').next().unwrap_or(path);
    let paths: Vec<&'static str> = paths.into_iter().map(|path| &*path.leak()).collect();
    let sources: Vec<gpufort::Source<'_>> =
        paths.iter().zip(&bytes).map(|(path, bytes)| gpufort::Source { path: name(path), bytes }).collect();
    let mut chosen = gpufort::Options::default();
    for option in &options {
        match option.as_str() {
            "-r8" => chosen.kinds.real = 8,
            "-i8" => chosen.kinds.integer = 8,
            _ => chosen.defines.extend(option.strip_prefix("-D").map(|name| match name.split_once('=') {
                Some((name, value)) => (name.to_owned(), Some(value.to_owned())),
                None => (name.to_owned(), None),
            })),
        }
    }
    let ported = gpufort::port(&sources, &chosen);
    for (source, ported) in sources.iter().zip(&ported) {
        let text =
            hipify_diagnostics::apply(source.bytes, &ported.edits).unwrap_or_else(|overlap| overlap.to_string().into_bytes());
        println!("===== {}", gpufort::renamed(source.path).unwrap_or_else(|| source.path.to_owned()));
        print!("{}", String::from_utf8_lossy(&text));
        for file in &ported.generated {
            println!("===== {}\n{}", file.path, file.text);
        }
        let lines = hipify_diagnostics::LineIndex::new(source.bytes);
        for one in &ported.diagnostics {
            println!("{:?} {} {:?}: {}", one.level, one.code.id, lines.position(one.span.start), one.message);
        }
    }
    let names = ported.iter().flat_map(|ported| ported.hip_names.iter().cloned()).collect();
    println!("===== hipfort.f90\n{}", gpufort::hipfort::modules(&names));
    println!("===== gpufort.f90\n{}", gpufort::support_module());
}
