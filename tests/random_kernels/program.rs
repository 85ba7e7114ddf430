//! A program of kernels made by chance: its text for a device and for the reference, and what a run of it leaves.

use crate::generate::{BLOCKS, SLOTS};
use crate::tree::Kernel;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Files that programs include.
const TEXTS: [(&str, &str); 4] = [
    ("shared.h", include_str!("text/shared.h")),
    ("device.h", include_str!("text/device.h")),
    ("reference.h", include_str!("text/reference.h")),
    ("main.h", include_str!("text/main.h")),
];

/// The sources of a program in a folder of its own.
pub(crate) struct Sources {
    pub(crate) folder: PathBuf,
}

impl Sources {
    /// Writes the program; kernel `k` is under the name `kK` with K its place.
    pub(crate) fn write(folder: &Path, kernels: &[Kernel]) -> Self {
        std::fs::create_dir_all(folder).unwrap();
        for (name, text) in TEXTS {
            std::fs::write(folder.join(name), text).unwrap();
        }
        let body = text(kernels);
        for (name, header) in [("program.hip", "device.h"), ("reference.cpp", "reference.h")] {
            std::fs::write(folder.join(name), format!("#include \"{header}\"\n\n{body}")).unwrap();
        }
        Self { folder: folder.to_owned() }
    }
}

/// What both programs share.
fn text(kernels: &[Kernel]) -> String {
    let mut text = String::new();
    for (place, kernel) in kernels.iter().enumerate() {
        writeln!(text, "// Kernel {}.\n{}", kernel.number, kernel.print(&format!("k{place}"))).unwrap();
    }
    let row = |(place, kernel): (usize, &Kernel)| {
        let [x, y, z] = kernel.shape.0;
        format!("{{k{place}, {{{x}, {y}, {z}}}}}")
    };
    let rows: Vec<String> = kernels.iter().enumerate().map(row).collect();
    text + &format!(
        "static const Kernel kernels[] = {{{}}};\nconstexpr u32 BLOCKS = {BLOCKS}, SLOTS = {SLOTS};\n#include \"main.h\"\n",
        rows.join(", ")
    )
}

/// 64-bit words that a kernel leaves: its threads' rows and 8 counters.
pub(crate) fn words_of(kernel: &Kernel) -> usize {
    BLOCKS * kernel.shape.threads() as usize * SLOTS + 8
}

/// The results of each kernel in the output of a program; fewer than kernels where it ended early.
pub(crate) fn results<'a>(kernels: &[Kernel], output: &'a [u8]) -> Vec<&'a [u8]> {
    let mut rest = output;
    let mut all = Vec::new();
    for kernel in kernels {
        let Some((first, after)) = rest.split_at_checked(8 * words_of(kernel)) else { break };
        all.push(first);
        rest = after;
    }
    all
}

/// Where two results of a kernel differ first, in words.
pub(crate) fn difference(kernel: &Kernel, got: &[u8], want: &[u8]) -> Option<String> {
    let words = |bytes: &[u8]| bytes.chunks_exact(8).map(|word| u64::from_le_bytes(word.try_into().unwrap())).collect::<Vec<_>>();
    let (got, want) = (words(got), words(want));
    let at = got.iter().zip(&want).position(|(got, want)| got != want)?;
    let rows = words_of(kernel) - 8;
    let place = if at < rows {
        let (thread, threads) = (at / SLOTS, kernel.shape.threads() as usize);
        format!("result {} of block {} thread {}", at % SLOTS, thread / threads, thread % threads)
    } else {
        format!("counter {}", at - rows)
    };
    let count = got.iter().zip(&want).filter(|(got, want)| got != want).count();
    Some(format!("{place} is 0x{:x} instead of 0x{:x}; {count} of {} words differ", got[at], want[at], got.len()))
}
