//! Makes a library's search path serve the libraries behind it too, so that a folder of unpacked packages needs no variable.

use object::LittleEndian;
use object::elf::{DT_RPATH, DT_RUNPATH, PT_DYNAMIC};
use object::read::ReadCache;
use object::read::elf::{ElfFile64, ProgramHeader as _};
use std::fs::OpenOptions;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// Turns the tag `DT_RUNPATH` of a 64-bit ELF file into `DT_RPATH`, and says whether it had one. The loader searches the first for what
/// the file itself needs, the second also for what those libraries need in turn (ld.so(8), and the System V gABI, chapter 5).
pub(crate) fn inherit(library: &Path) -> io::Result<bool> {
    let mut file = OpenOptions::new().read(true).write(true).open(library)?;
    let Some((start, size)) = dynamic(&file)? else { return Ok(false) };
    // An entry is a tag and a value, eight bytes each.
    for at in (start..start + size).step_by(16) {
        let mut tag = [0; 8];
        file.seek(SeekFrom::Start(at))?;
        file.read_exact(&mut tag)?;
        if i64::from_le_bytes(tag) == DT_RUNPATH.0 {
            file.seek(SeekFrom::Start(at))?;
            file.write_all(&DT_RPATH.0.to_le_bytes())?;
            return Ok(true);
        }
    }
    Ok(false)
}

/// Where the table of dynamic entries starts in the file, and its bytes.
fn dynamic(file: &std::fs::File) -> io::Result<Option<(u64, u64)>> {
    let cache = ReadCache::new(file);
    let elf = ElfFile64::<LittleEndian, _>::parse(&cache).map_err(io::Error::other)?;
    let found = elf.elf_program_headers().iter().find(|header| header.p_type(LittleEndian) == PT_DYNAMIC);
    Ok(found.map(|header| (header.p_offset(LittleEndian), header.p_filesz(LittleEndian))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    fn succeed(folder: &Path, line: &str) -> bool {
        Command::new("/bin/sh").args(["-c", line]).current_dir(folder).output().unwrap().status.success()
    }

    #[test]
    fn what_a_library_needs_is_found_where_it_looks_itself() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path();
        for (name, text) in [
            ("inner.c", "int inner(void) { return 3; }"),
            ("middle.c", "int inner(void); int middle(void) { return inner(); }"),
            ("outer.c", "int middle(void); int outer(void) { return middle(); }"),
            ("app.c", "int outer(void); int main(void) { return outer() - 3; }"),
        ] {
            std::fs::write(folder.join(name), text).unwrap();
        }
        let line = "mkdir lib && cc -shared -fPIC inner.c -o lib/libinner.so && cc -shared -fPIC middle.c -o lib/libmiddle.so -Llib -linner \
                    && cc -shared -fPIC outer.c -o lib/libouter.so -Llib -lmiddle -Wl,--enable-new-dtags,-rpath,'$ORIGIN' \
                    && cc app.c -o app lib/libouter.so -Wl,--allow-shlib-undefined,-rpath-link,lib";
        assert!(succeed(folder, line));
        assert!(!succeed(folder, "./app"), "the library behind the one that is behind it");
        assert!(inherit(&folder.join("lib/libouter.so")).unwrap());
        assert!(succeed(folder, "./app"));
        assert!(!inherit(&folder.join("lib/libouter.so")).unwrap(), "it has been done");
        assert!(inherit(&folder.join("app.c")).is_err());
    }
}
