//! Host code with its device code inside as C++ source, which any compiler for x86-64 makes the object of: what `nvcc -cuda` writes
//! for the host's compiler, as assembly in an `asm` declaration.

use crate::embed::{ALIGNMENT, FATBIN, HANDLE};
use hipify_error::Error;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// Writes `to` of the host's assembly, in which the fat binary and its handle are undefined, and the fat binary.
///
/// # Errors
/// When a file cannot be read or written.
pub fn host_source(assembly: &Path, bundle: &Path, to: &Path) -> Result<(), Error> {
    let text = fs::read_to_string(assembly).map_err(Error::io("read", assembly))?;
    let fatbin = fs::read(bundle).map_err(Error::io("read", bundle))?;
    hipify_tree::write::write(to, 0o644, source(&text, &fatbin).as_bytes())
}

fn source(assembly: &str, fatbin: &[u8]) -> String {
    let mut out =
        String::from("// Host code of a HIP source with its device code, for any compiler of C++ for x86-64.\n__asm__(\n");
    for line in assembly.lines() {
        literal(&mut out, line);
    }
    let names = expected(assembly);
    let sections = [
        (FATBIN, ".section .hip_fatbin,\"a\",@progbits", ALIGNMENT),
        (HANDLE, ".section .hip_gpubin_handle,\"aw\",@progbits", 8),
    ];
    for (start, section, alignment) in sections {
        literal(&mut out, section);
        literal(&mut out, &format!(".balign {alignment}"));
        for name in names.iter().filter(|name| name.starts_with(start)) {
            literal(&mut out, &format!(".globl {name}\n.hidden {name}\n{name}:"));
        }
        if start == HANDLE {
            literal(&mut out, ".quad 0");
        } else {
            for words in fatbin.chunks(64) {
                let words = words.chunks(8).map(|bytes| {
                    let mut word = [0; 8];
                    word[..bytes.len()].copy_from_slice(bytes);
                    format!("{:#x}", u64::from_le_bytes(word))
                });
                literal(&mut out, &format!(".quad {}", words.collect::<Vec<_>>().join(",")));
            }
        }
    }
    literal(&mut out, ".text");
    out + ");\n"
}

/// A line of assembly as a string literal.
fn literal(out: &mut String, line: &str) {
    let _ = writeln!(out, "\"{}\\n\"", line.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n").replace('\t', "\\t"));
}

/// Names of a fat binary and of handles.
fn expected(assembly: &str) -> BTreeSet<&str> {
    let words = assembly.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
    words
        .filter(|word| word.starts_with(FATBIN) || word.starts_with(HANDLE))
        .filter(|word| *word != "__hip_fatbin_wrapper")
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_bytes_are_written_as_literals() {
        let text = source(
            "\t.quad\t__hip_fatbin_ab\n\t.asciz\t\"a\\n\"\n\tmovq\t__hip_gpubin_handle_ab(%rip), %rax\n",
            &[1, 2, 0, 0, 0, 0, 0, 0, 3],
        );
        assert!(text.contains("\"\\t.asciz\\t\\\"a\\\\n\\\"\\n\"\n"), "{text}");
        assert!(
            text.contains("\".globl __hip_fatbin_ab\\n.hidden __hip_fatbin_ab\\n__hip_fatbin_ab:\\n\"\n\".quad 0x201,0x3\\n\"\n"),
            "{text}"
        );
        assert!(text.contains("__hip_gpubin_handle_ab:\\n\"\n\".quad 0\\n\"\n\".text\\n\"\n);\n"), "{text}");
    }
}
