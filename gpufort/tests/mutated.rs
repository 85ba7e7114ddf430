//! Programs of the corpus with pieces missing, doubled or replaced: no panic, problems and edits within the source, edits that
//! do not overlap. `HIPIFY_FORTRAN_MUTANTS` is how many are made (400 where it is not set).

mod corpus;

use corpus::programs;
use gpufort::ast::Form;
use gpufort::parse::{Defines, parse};
use gpufort::{Options, Source, port};

/// Pieces that change what the text around them means.
const PIECES: [&str; 24] = [
    "&\n",
    "\n",
    "(",
    ")",
    "'",
    "!$cuf kernel do <<<*,*>>>\n",
    "!@cuf ",
    "<<<",
    ">>>",
    "%",
    "::",
    "end\n",
    "contains\n",
    "#if X\n",
    "#endif\n",
    "=>",
    "\t",
    "attributes(global) ",
    ", device",
    "1.e",
    "\u{e9}",
    "type(t) ",
    "do 10 i = 1, 2\n",
    "\0",
];

/// A generator of numbers that are the same at each run (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n.max(1) as u64) as usize
    }
}

fn mutant(source: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = source.to_vec();
    for _ in 0..=random.below(4) {
        let at = random.below(bytes.len());
        let end = (at + random.below(60)).min(bytes.len());
        let piece = match random.below(3) {
            0 => Vec::new(),
            1 => bytes[at..end].repeat(2),
            _ => PIECES[random.below(PIECES.len())].as_bytes().to_vec(),
        };
        let end = if random.below(2) == 0 { end } else { at };
        bytes.splice(at..end, piece);
    }
    bytes
}

#[test]
fn mutated_programs_are_ported_without_a_panic() {
    let wanted = std::env::var("HIPIFY_FORTRAN_MUTANTS").ok().and_then(|text| text.parse().ok()).unwrap_or(400usize);
    let programs = programs();
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for number in 0..wanted {
        let (name, source) = &programs[number % programs.len()];
        let bytes = mutant(source, &mut random);
        let checked = std::panic::catch_unwind(|| check(name, &bytes));
        assert!(checked.is_ok(), "mutant {number} of {name}:\n{}", String::from_utf8_lossy(&bytes));
    }
}

fn check(name: &str, bytes: &[u8]) {
    for form in [Form::Free, Form::FIXED] {
        for problem in parse(bytes, form, &Defines::default()).problems {
            assert!(problem.span.start <= problem.span.end && problem.span.end as usize <= bytes.len(), "{problem:?}");
        }
    }
    let ported = port(&[Source { path: name, bytes }], &Options::default());
    hipify_diagnostics::apply(bytes, &ported[0].edits).expect("edits do not overlap");
    for diagnostic in &ported[0].diagnostics {
        assert!(diagnostic.span.start <= diagnostic.span.end && diagnostic.span.end <= bytes.len(), "{diagnostic:?}");
    }
}
