fn main() {
    let path = std::env::args().nth(1).unwrap();
    let mac = std::env::args().nth(2).is_some();
    let bytes = std::fs::read(&path).unwrap();
    let source = hipify::Source { path: &path, bytes: &bytes };
    let mut options = hipify::Options::default();
    if mac {
        options.launch = hipify::LaunchSyntax::Macro;
    }
    let ported = hipify::port(&source, &hipify::Tree::default(), &options);
    let out = hipify::apply(&bytes, &ported.edits).unwrap();
    println!("{}", String::from_utf8_lossy(&out));
    let index = hipify::LineIndex::new(&bytes);
    for d in &ported.diagnostics {
        println!("{:?} {:?} {} {} | {:?}", index.position(d.span.start), d.level, d.code.id, d.message, d.help);
    }
    for d in &ported.mentions {
        println!("MENTION {:?} {}", index.position(d.diagnostic.span.start), d.name);
    }
    println!("{:?} {:?}", ported.declared, ported.stats);
    let again = hipify::port(&hipify::Source { path: &path, bytes: &out }, &hipify::Tree::default(), &options);
    let out2 = hipify::apply(&out, &again.edits).unwrap();
    println!("idempotent: {}", out == out2);
    for e in &again.edits {
        println!("{:?} {:?}", String::from_utf8_lossy(&out[e.span.clone()]), e.text);
    }
}
