//! Stubs of shared libraries: the names and versions of what a library defines without what it needs, so that every linker takes it
//! where the libraries behind it are not installed.

use hipify_error::Error;
use hipify_tree::unfinished::Unfinished;
use object::Endianness;
use object::elf::{DT_SONAME, STT_FUNC, STT_GNU_IFUNC, STT_OBJECT, STT_TLS};
use object::read::elf::{ElfFile64, Sym as _};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What a library offers to a link.
#[derive(Default, PartialEq, Eq, Debug)]
struct Offer {
    soname: Option<String>,
    /// Functions and variables, and the bytes of a variable.
    symbols: BTreeMap<String, Option<u64>>,
    /// Names by the version that they are of.
    versions: BTreeMap<String, Vec<String>>,
}

/// Writes the stub `to` of a library of that soname that is not here and defines the functions `names`; clang assembles and links it.
///
/// # Errors
/// When the folder cannot be written, or clang or its linker fail.
pub fn of_names(soname: &str, names: impl IntoIterator<Item = String>, to: &Path, clang: &Path) -> Result<(), Error> {
    let symbols = names.into_iter().map(|name| (name, None)).collect();
    let offer = Offer { soname: Some(soname.to_owned()), symbols, versions: BTreeMap::new() };
    let (folder, name) = (to.parent().unwrap_or(Path::new(".")), to.file_name().unwrap_or_default());
    link(&offer, folder, Path::new(name), clang)
}

/// The stub of `library`, made in `folder` unless it is there; clang assembles and links it.
///
/// # Errors
/// When the library is none, the folder cannot be written, or clang or its linker fail.
pub fn of(library: &Path, folder: &Path, clang: &Path) -> Result<PathBuf, Error> {
    let bytes = fs::read(library).map_err(Error::io("read", library))?;
    let folder = folder.join(format!("{:016x}", xxhash_rust::xxh3::xxh3_64(&bytes)));
    let stub = folder.join(library.file_name().unwrap_or_default());
    if stub.is_file() {
        return Ok(stub);
    }
    let remedy = "install it again, or name another HIP with `--rocm-path`";
    let wrong = |error: object::read::Error| Error::path(library, format!("this is no shared library: {error}"), remedy);
    let offer = offer(&bytes).map_err(wrong)?;
    let making = Unfinished::start(&folder).map_err(Error::io("make", &folder))?;
    link(&offer, making.path(), stub.file_name().map(Path::new).unwrap_or(library), clang)?;
    making.finish().map_err(Error::io("make", &folder))?;
    Ok(stub)
}

fn offer(bytes: &[u8]) -> object::read::Result<Offer> {
    let file = ElfFile64::<Endianness>::parse(bytes)?;
    let endian = file.endian();
    let table = file.elf_dynamic_symbol_table();
    let versions = file.elf_section_table().versions(endian, bytes)?;
    let mut offer = Offer::default();
    let dynamic = file.elf_dynamic_table()?;
    if let Some(entry) = dynamic.iter().find(|entry| entry.tag == DT_SONAME) {
        offer.soname = Some(String::from_utf8_lossy(dynamic.string(entry)?).into_owned());
    }
    for (index, symbol) in table.enumerate() {
        let kind = symbol.st_type();
        let is_known = [STT_FUNC, STT_OBJECT, STT_GNU_IFUNC].contains(&kind);
        if symbol.is_undefined(endian) || symbol.is_local() || !is_known || kind == STT_TLS {
            continue;
        }
        let version = versions.as_ref().map(|versions| versions.version_index(endian, index));
        if version.is_some_and(|version| version.is_hidden()) {
            continue;
        }
        let name = String::from_utf8_lossy(table.symbol_name(endian, symbol)?).into_owned();
        let named = versions.as_ref().zip(version).and_then(|(versions, version)| versions.version(version.index()).ok()?);
        if let Some(version) = named {
            let version = String::from_utf8_lossy(version.name()).into_owned();
            offer.versions.entry(version).or_default().push(name.clone());
        }
        offer.symbols.insert(name, (kind == STT_OBJECT).then(|| symbol.st_size(endian)));
    }
    // The name of a version is a symbol too, which the linker makes by itself.
    offer.symbols.retain(|name, _| !offer.versions.contains_key(name));
    Ok(offer)
}

fn link(offer: &Offer, folder: &Path, name: &Path, clang: &Path) -> Result<(), Error> {
    let (source, script) = (folder.join("stub.s"), folder.join("versions"));
    hipify_tree::write::write(&source, 0o644, assembly(offer).as_bytes())?;
    hipify_tree::write::write(&script, 0o644, version_script(offer).as_bytes())?;
    let mut command = Command::new(clang);
    command.args(["-shared", "-nostdlib", "-o"]).arg(folder.join(name)).arg(&source);
    if !offer.versions.is_empty() {
        command.arg(format!("-Wl,--version-script={}", script.display()));
    }
    command.args(offer.soname.iter().map(|soname| format!("-Wl,-soname,{soname}")));
    let output = command.output().map_err(Error::io("run", clang))?;
    if output.status.success() {
        return [source, script].iter().try_for_each(|path| fs::remove_file(path).map_err(Error::io("remove", path)));
    }
    let said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
    Err(Error::path(name, format!("no stub of the library can be linked: {said}"), "check that clang links shared libraries"))
}

fn assembly(offer: &Offer) -> String {
    let mut text = String::from(".section .note.GNU-stack,\"\",@progbits\n");
    for (name, size) in &offer.symbols {
        let _ = match size {
            Some(size) => writeln!(
                text,
                ".bss\n.globl \"{name}\"\n.type \"{name}\",@object\n.size \"{name}\",{size}\n\"{name}\": .zero {}",
                size.max(&1)
            ),
            None => writeln!(text, ".text\n.globl \"{name}\"\n.type \"{name}\",@function\n\"{name}\": .byte 0"),
        };
    }
    text
}

fn version_script(offer: &Offer) -> String {
    let mut text = String::new();
    for (version, names) in &offer.versions {
        let names: String = names.iter().filter(|name| *name != version).map(|name| format!(" \"{name}\";")).collect();
        let _ = writeln!(text, "{version} {{{}}};", if names.is_empty() { names } else { format!(" global:{names} ") });
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn succeed(folder: &Path, line: &str) -> bool {
        Command::new("/bin/sh").args(["-c", line]).current_dir(folder).output().unwrap().status.success()
    }

    #[test]
    fn a_stub_of_names_stands_for_a_library_that_is_not_here() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path();
        of_names("libx.so.3", ["f".to_owned(), "g".to_owned()], &folder.join("libx.so"), Path::new("cc")).unwrap();
        fs::write(folder.join("app.c"), "int f(void); int main(void) { return f() - 4; }").unwrap();
        assert!(succeed(folder, "cc app.c -L. -lx -o app"));
        assert!(!succeed(folder, "LD_LIBRARY_PATH=. ./app"), "the library is wanted where the program runs");
        fs::write(folder.join("x.c"), "int f(void) { return 4; }").unwrap();
        assert!(succeed(folder, "cc -shared -fPIC x.c -o libx.so.3 && LD_LIBRARY_PATH=. ./app"));
    }

    #[test]
    fn a_stub_offers_what_the_library_defines_and_needs_nothing() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path();
        fs::write(folder.join("inner.c"), "int inner(void) { return 7; }").unwrap();
        fs::write(folder.join("outer.c"), "int inner(void); int count = 3; int outer(void) { return inner() + count; }").unwrap();
        fs::write(folder.join("versions"), "one_1.0 { global: outer; };\ntwo_2.0 { global: count; } one_1.0;").unwrap();
        fs::write(folder.join("app.c"), "int outer(void); extern int count; int main(void) { return outer() - 7 - count; }")
            .unwrap();
        assert!(succeed(folder, "cc -shared -fPIC inner.c -o libinner.so.1 -Wl,-soname,libinner.so.1"));
        let outer = "cc -shared -fPIC outer.c ./libinner.so.1 -o libouter.so -Wl,-soname,libouter.so.5,--version-script=versions";
        assert!(succeed(folder, &format!("{outer} && cp libouter.so libouter.so.5 && mkdir there && mv libinner.so.1 there")));
        assert!(!succeed(folder, "cc app.c libouter.so -o app"), "the library behind it is not found");
        let stub = of(&folder.join("libouter.so"), &folder.join("stubs"), Path::new("cc")).unwrap();
        assert_eq!(offer(&fs::read(&stub).unwrap()).unwrap(), offer(&fs::read(folder.join("libouter.so")).unwrap()).unwrap());
        assert!(succeed(folder, &format!("cc app.c {} -o app", stub.display())));
        assert!(succeed(folder, "LD_LIBRARY_PATH=.:there ./app"));
        assert_eq!(of(&folder.join("libouter.so"), &folder.join("stubs"), Path::new("absent")).unwrap(), stub, "made once");
        assert!(of(&folder.join("app.c"), &folder.join("stubs"), Path::new("cc")).is_err());
    }
}
