//! scratch
use hipify::lint::{Options, Select};
use hipify::{LineIndex, Source, Tree, lint};
use std::collections::{BTreeMap, BTreeSet};
fn main() {
    let mut args = std::env::args().skip(1);
    let folder = args.next().unwrap();
    let prefix = args.next().unwrap_or_default();
    let all = prefix != "DEFAULT";
    let mut files: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|e| e.unwrap().path()).collect();
    files.sort();
    let mut counts: BTreeMap<String, [usize; 3]> = BTreeMap::new();
    let defaults: BTreeSet<&str> = hipify::lint::lints().filter(|(l, _)| l.default).map(|(l, _)| l.code).collect();
    for path in files {
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        let bytes = std::fs::read(&path).unwrap();
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let mut planted: BTreeSet<(usize, String)> = BTreeSet::new();
        for (n, l) in text.lines().enumerate() {
            if let Some((_, r)) = l.split_once("// hazard:") {
                for c in r.split_whitespace().take_while(|c| c.starts_with("HIP")) {
                    let c = c.trim_end_matches(',');
                    if (all && c.starts_with(&prefix)) || (!all && defaults.contains(c)) {
                        planted.insert((n + 1, c.to_owned()));
                    }
                }
            }
        }
        let options = Options { select: if all { Select::All } else { Select::Default }, ..Options::default() };
        let linted = lint(&Source { path: &name, bytes: &bytes }, &Tree::new([name.clone()]), &options);
        let lines = LineIndex::new(&bytes);
        let mut hit: BTreeSet<(usize, String)> = BTreeSet::new();
        for f in &linted.findings {
            let code = f.diagnostic.code.id;
            if all && !code.starts_with(&prefix) {
                continue;
            }
            if f.diagnostic.level == hipify::Level::Note && !all {
                continue;
            }
            let line = lines.position(f.diagnostic.span.start).0;
            let mut places = vec![line];
            places.extend(f.diagnostic.related.iter().map(|r| lines.position(r.span.start).0));
            let matched: Vec<_> = places.iter().map(|l| (*l, code.to_owned())).filter(|p| planted.contains(p)).collect();
            if matched.is_empty() {
                println!(
                    "FALSE {name}:{line} {code} {} | {}",
                    f.diagnostic.message,
                    text.lines().nth(line - 1).unwrap_or("").trim()
                );
                counts.entry(code.to_owned()).or_default()[2] += 1;
            }
            hit.extend(matched);
        }
        for p in &planted {
            let c = counts.entry(p.1.clone()).or_default();
            if hit.contains(p) {
                c[0] += 1
            } else {
                c[1] += 1;
                println!("MISS  {name}:{} {} | {}", p.0, p.1, text.lines().nth(p.0 - 1).unwrap_or("").trim());
            }
        }
    }
    let mut t = [0; 3];
    for (c, n) in &counts {
        println!("{c} hit {} miss {} false {}", n[0], n[1], n[2]);
        for i in 0..3 {
            t[i] += n[i]
        }
    }
    println!("recall {:.3} precision {:.3}", t[0] as f64 / (t[0] + t[1]) as f64, t[0] as f64 / (t[0] + t[2]) as f64);
}
