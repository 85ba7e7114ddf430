//! Prints how the symbols of CUDA's libraries are served: `entries` one line a library, `entries LIBRARY` one a symbol.

use std::path::Path;
use std::process::ExitCode;

use hipify_cuda_entries::catalogue::Catalogue;
use hipify_cuda_entries::library::Library;
use hipify_cuda_entries::plan::{Action, Served, served};

fn main() -> ExitCode {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../src");
    let catalogue = match Catalogue::read(&sources) {
        Ok(catalogue) => catalogue,
        Err(message) => {
            eprintln!("error: {message}");
            return ExitCode::from(2);
        }
    };
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    for library in &catalogue.libraries.library {
        if wanted.is_empty() {
            print_sum(&catalogue, library);
        } else if wanted.contains(&library.soname) {
            print_all(&catalogue, library);
        }
    }
    ExitCode::SUCCESS
}

fn print_sum(catalogue: &Catalogue, library: &Library) {
    let all = catalogue.plan(library);
    let count = |wanted: Served| all.iter().filter(|entry| served(entry, &all) == wanted).count();
    let kinds = [Served::Forwarded, Served::Converted, Served::Own, Served::Unsupported];
    let counts: Vec<String> = kinds.iter().map(|kind| format!("{} {}", count(*kind), kind.word())).collect();
    println!("{:<22} {:>4} symbols: {}", library.soname, all.len(), counts.join(", "));
}

fn print_all(catalogue: &Catalogue, library: &Library) {
    let all = catalogue.plan(library);
    for entry in &all {
        let detail = match &entry.action {
            Action::Call { hip, .. } => hip.as_str(),
            Action::Own(name) | Action::PerThread(name) => name,
            Action::Inert => "does nothing",
            Action::Unsupported(why) => why,
        };
        println!("{}\t{}\t{detail}", entry.symbol, served(entry, &all).word());
    }
}
