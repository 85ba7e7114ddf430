//! Prints the problems of the files that are named, one a line: `file:line: message: text`.

use gpufort::parse::{Defines, form_of, parse};
use std::io::{Result, Write};
use std::path::Path;

fn main() -> Result<()> {
    let mut out = std::io::stdout().lock();
    for path in std::env::args().skip(1) {
        let bytes = std::fs::read(&path)?;
        let file = parse(&bytes, form_of(Path::new(&path)), &Defines::default());
        let (mut line, mut counted) = (1, 0);
        for problem in &file.problems {
            let start = problem.span.start as usize;
            line += bytes[counted..start].iter().filter(|b| **b == b'\n').count();
            counted = start;
            let text: String = String::from_utf8_lossy(problem.span.of(&bytes)).replace('\n', " ").chars().take(100).collect();
            writeln!(out, "{path}:{line}: {}: {text}", problem.message)?;
        }
    }
    Ok(())
}
