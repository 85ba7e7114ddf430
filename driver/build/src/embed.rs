//! The object that carries a fat binary: it defines what host objects compiled without one expect.
//!
//! Since clang 18 a host pass without a GPU binary leaves two symbols undefined, `__hip_fatbin_<id>` and
//! `__hip_gpubin_handle_<id>`, where the id is made of the CUID; older ones leave `__hip_fatbin`. What clang's own link of
//! relocatable device code generates for them (`-save-temps` shows it) is generated here, for every link.

use hipify_error::Error;
use object::write::{Object, StandardSection, StandardSegment, Symbol, SymbolSection};
use object::{BinaryFormat, Object as _, ObjectSymbol as _, SectionKind, SymbolFlags, SymbolKind, SymbolScope};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The runtime maps the fat binary from the file, so that it starts on a page (clang's `-bundle-align=4096`).
pub(crate) const ALIGNMENT: u64 = 4096;

/// What the names of a fat binary and of its handle start with.
pub(crate) const FATBIN: &str = "__hip_fatbin";
pub(crate) const HANDLE: &str = "__hip_gpubin_handle";

/// Reads the objects and archives of `hosts`, and writes the object `to` with the bundle in it.
pub fn embed(bundle: &Path, hosts: &[PathBuf], to: &Path) -> Result<(), Error> {
    let mut wanted = BTreeSet::new();
    let mut kind = None;
    for host in hosts {
        let bytes = fs::read(host).map_err(Error::io("read", host))?;
        let found =
            expected(&bytes).map_err(|reason| Error::path(host, reason, "give an object or an archive of this machine"))?;
        kind = kind.or(found.kind);
        wanted.extend(found.symbols);
    }
    let fatbin = fs::read(bundle).map_err(Error::io("read", bundle))?;
    let object = object_with(&fatbin, &wanted, kind.unwrap_or((object::Architecture::X86_64, object::Endianness::Little)));
    let bytes = object.map_err(|error| Error::path(to, format!("cannot be made: {error}"), "please report this"))?;
    fs::write(to, bytes).map_err(Error::io("write", to))
}

/// What objects expect of a fat binary.
#[derive(Default)]
pub(crate) struct Expected {
    kind: Option<(object::Architecture, object::Endianness)>,
    /// Undefined names that start like a fat binary's or a handle's.
    pub(crate) symbols: BTreeSet<String>,
}

/// Looks through an object, or all members of an archive.
pub(crate) fn expected(bytes: &[u8]) -> Result<Expected, String> {
    let mut all = Expected::default();
    if let Ok(archive) = object::read::archive::ArchiveFile::parse(bytes) {
        for member in archive.members() {
            let data = member.and_then(|member| member.data(bytes)).map_err(|error| error.to_string())?;
            if object::FileKind::parse(data).is_ok() {
                add(data, &mut all)?;
            }
        }
    } else {
        add(bytes, &mut all)?;
    }
    Ok(all)
}

fn add(bytes: &[u8], all: &mut Expected) -> Result<(), String> {
    let file = object::File::parse(bytes).map_err(|error| error.to_string())?;
    all.kind = Some((file.architecture(), file.endianness()));
    let undefined = file.symbols().filter(object::ObjectSymbol::is_undefined);
    let names = undefined.filter_map(|symbol| symbol.name().ok().map(str::to_owned));
    all.symbols.extend(names.filter(|name| name.starts_with(FATBIN) || name.starts_with(HANDLE)));
    Ok(())
}

fn object_with(
    fatbin: &[u8],
    wanted: &BTreeSet<String>,
    (architecture, endianness): (object::Architecture, object::Endianness),
) -> object::write::Result<Vec<u8>> {
    let mut object = Object::new(BinaryFormat::Elf, architecture, endianness);
    let segment = object.segment_name(StandardSegment::Data).to_vec();
    let fat = object.add_section(segment.clone(), b".hip_fatbin".to_vec(), SectionKind::ReadOnlyData);
    let start = object.append_section_data(fat, fatbin, ALIGNMENT);
    let handles = object.add_section(segment, b".hip_gpubin_handle".to_vec(), SectionKind::Data);
    // One for all: the first host object registers the fat binary, and each its kernels and variables with that handle.
    let handle = object.append_section_data(handles, &[0; 8], 8);
    for name in wanted {
        let (section, value, size) =
            if name.starts_with(FATBIN) { (fat, start, fatbin.len() as u64) } else { (handles, handle, 8) };
        object.add_symbol(Symbol {
            name: name.clone().into_bytes(),
            value,
            size,
            kind: SymbolKind::Data,
            // Hidden from other libraries, which have fat binaries of their own.
            scope: SymbolScope::Linkage,
            weak: false,
            section: SymbolSection::Section(section),
            flags: SymbolFlags::None,
        });
    }
    // Without this section linkers take the object to want an executable stack.
    object.section_id(StandardSection::Text);
    object.add_section(Vec::new(), b".note.GNU-stack".to_vec(), SectionKind::Other);
    object.write()
}
