//! Prints the problems of the files that are named, one a line: `file:line: message: text`.

use gpufort::parse::{Defines, form_of, parse};
use std::path::Path;

fn main() {
    for path in std::env::args().skip(1) {
        let Ok(bytes) = std::fs::read(&path) else { continue };
        let file = parse(&bytes, form_of(Path::new(&path)), &Defines::default());
        for problem in &file.problems {
            let line = bytes[..problem.span.start as usize].iter().filter(|b| **b == b'\n').count() + 1;
            let text = String::from_utf8_lossy(problem.span.of(&bytes)).replace('\n', " ");
            let short: String = text.chars().take(100).collect();
            println!("{path}:{line}: {}: {short}", problem.message);
        }
    }
}
