//! What CUDA gives: `data/reference.bin.gz`, the results of an NVIDIA GPU, compressed, after a line that says where they come from.

use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;

use crate::function::Function;
use crate::results::{Results, read, write};

/// Results of CUDA and where they were measured.
pub struct Reference {
    /// The GPU, its driver, the compiler and the day.
    pub provenance: String,
    pub results: Results,
}

/// The results that come with the program.
///
/// # Panics
/// Never: the file is a part of the program, and tests read it.
#[must_use]
pub fn reference() -> Reference {
    unpack(include_bytes!("../data/reference.bin.gz")).expect("data/reference.bin.gz is well-formed")
}

fn unpack(bytes: &[u8]) -> Result<Reference, String> {
    let mut text = Vec::new();
    GzDecoder::new(bytes).read_to_end(&mut text).map_err(|e| e.to_string())?;
    let end = text.iter().position(|b| *b == b'\n').ok_or("no line of provenance")?;
    let provenance = String::from_utf8_lossy(&text[..end]).into_owned();
    Ok(Reference { provenance, results: read(&text[end + 1..])? })
}

/// The bytes of the file.
///
/// # Errors
/// None that memory does not give.
pub fn pack(reference: &Reference) -> std::io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    writeln!(encoder, "{}", reference.provenance)?;
    encoder.write_all(&write(&reference.results))?;
    encoder.finish()
}

impl Reference {
    /// The functions that were measured, by name, and are there in CUDA.
    #[must_use]
    pub fn functions(&self) -> Vec<Function> {
        let there = self.results.iter().filter(|(_, measured)| !measured.is_absent());
        there.filter_map(|(line, _)| Function::from_line(line)).collect()
    }
}
