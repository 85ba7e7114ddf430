//! An AMDGPU ELF into its target, code object version and kernels.

use super::metadata::{self, Kernel};
use hipify_bundle::ReadError;
use hipify_command_line::target::TargetId;
use hipify_rules::{Gfx, gfx_targets};
use object::LittleEndian;
use object::elf::{self, FileHeader64};
use object::read::elf::{ElfFile64, FileHeader as _, NoteIterator, ProgramHeader as _, SectionHeader as _};
use object::read::{Object as _, ObjectSection as _, ObjectSymbol as _};
use std::collections::HashMap;

const WHAT: &str = "the code object";
/// `ELFOSABI_AMDGPU_HSA` (AMDGPUUsage, "ELF Header").
const AMDGPU_HSA: u8 = 64;
/// Owner and type of the note with the metadata (AMDGPUUsage, "Code Object V3 and Above Note Records").
const NOTE: (&[u8], u32) = (b"AMDGPU", 32);
/// Where `compute_pgm_rsrc1` lies in a kernel descriptor, and its bit WGP_MODE, from gfx10 on (AMDGPUUsage, "Kernel Descriptor").
const RSRC1: usize = 48;
const WGP_MODE: u32 = 1 << 29;

type File<'a> = ElfFile64<'a, LittleEndian>;

/// What an AMDGPU ELF says of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Amdgpu {
    /// None for a machine that this program does not know.
    pub target: Option<TargetId>,
    /// `EF_AMDGPU_MACH`.
    pub mach: u32,
    /// 2 to 6.
    pub code_object_version: u32,
    /// Version of a generic target.
    pub generic_version: u32,
    /// Not linked yet.
    pub relocatable: bool,
    /// In the order of the metadata; none for version 2, whose metadata are of another kind.
    pub kernels: Vec<Kernel>,
}

impl Amdgpu {
    pub(super) fn parse(bytes: &[u8]) -> Result<Self, ReadError> {
        let broken = |error: object::Error| ReadError::broken(WHAT, error);
        let file = File::parse(bytes).map_err(broken)?;
        let header = file.elf_header();
        let flags = header.e_flags(LittleEndian).0;
        let ident = header.e_ident();
        // ABI version 0 of the AMD HSA operating system is code object version 2.
        let code_object_version = u32::from(ident.abi_version) + 2;
        if ident.os_abi != elf::OsAbi(AMDGPU_HSA) || !(2..=6).contains(&code_object_version) {
            let what = format!("OS ABI {} version {} of an AMDGPU ELF", ident.os_abi.0, ident.abi_version);
            return Err(ReadError::Unsupported { what });
        }
        let mach = flags & 0xff;
        let gfx = gfx_targets().find(|gfx| gfx.mach == mach);
        let mut kernels = match metadata_note(&file).map_err(broken)? {
            Some(note) => metadata::kernels(note).map_err(|error| ReadError::broken("the metadata of the code object", error))?,
            None => Vec::new(),
        };
        if gfx.is_some_and(|gfx| gfx.limits.wgp) && kernels.iter().any(|kernel| kernel.wgp_mode.is_none()) {
            read_modes(&file, &mut kernels);
        }
        Ok(Self {
            target: gfx.map(|gfx| target(gfx, flags, code_object_version)),
            mach,
            code_object_version,
            generic_version: if code_object_version >= 6 { flags >> 24 } else { 0 },
            relocatable: header.e_type(LittleEndian) == elf::ET_REL,
            kernels,
        })
    }
}

/// Version 2 says in its note alone which features it was built for; version 3 has a bit a feature; from version 4 on there are two: unsupported, any, off, on (AMDGPUUsage, `e_flags` tables).
fn target(gfx: &'static Gfx, flags: u32, code_object_version: u32) -> TargetId {
    if code_object_version == 2 {
        return TargetId { gfx, sramecc: None, xnack: None };
    }
    if code_object_version == 3 {
        let setting = |has: bool, bit: u32| has.then_some(flags & bit != 0);
        return TargetId { gfx, sramecc: setting(gfx.sramecc, 0x200), xnack: setting(gfx.xnack, 0x100) };
    }
    let setting = |bits: u32| match bits & 3 {
        2 => Some(false),
        3 => Some(true),
        _ => None,
    };
    TargetId { gfx, sramecc: setting(flags >> 10), xnack: setting(flags >> 8) }
}

/// The note lies in a section; a linked code object without sections has it in a segment.
fn metadata_note<'a>(file: &File<'a>) -> object::Result<Option<&'a [u8]>> {
    let bytes = file.data();
    for section in file.elf_section_table().iter() {
        if let Some(notes) = section.notes(LittleEndian, bytes)?
            && let Some(found) = metadata_of(notes)?
        {
            return Ok(Some(found));
        }
    }
    for segment in file.elf_program_headers() {
        if let Some(notes) = segment.notes(LittleEndian, bytes)?
            && let Some(found) = metadata_of(notes)?
        {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

fn metadata_of<'a>(mut notes: NoteIterator<'a, FileHeader64<LittleEndian>>) -> object::Result<Option<&'a [u8]>> {
    while let Some(note) = notes.next()? {
        if (note.name(), note.n_type(LittleEndian).0) == NOTE {
            return Ok(Some(note.desc()));
        }
    }
    Ok(None)
}

/// Before version 5 the metadata do not say in which mode a kernel runs; its descriptor does.
fn read_modes(file: &File, kernels: &mut [Kernel]) {
    let symbols = file.symbols().chain(file.dynamic_symbols());
    let descriptors: HashMap<&str, (u64, Option<object::SectionIndex>)> = symbols
        .filter_map(|symbol| Some((symbol.name().ok()?, (symbol.address(), symbol.section_index()))))
        .filter(|(name, _)| name.ends_with(".kd"))
        .collect();
    for kernel in kernels.iter_mut().filter(|kernel| kernel.wgp_mode.is_none()) {
        let mode = descriptors.get(&*kernel.symbol).and_then(|(address, section)| {
            let section = file.section_by_index((*section)?).ok()?;
            let descriptor = section.data_range(*address, RSRC1 as u64 + 4).ok()??;
            let rsrc1 = u32::from_le_bytes(descriptor.get(RSRC1..)?.try_into().ok()?);
            Some(rsrc1 & WGP_MODE != 0)
        });
        kernel.wgp_mode = mode;
    }
}

/// Whether these are the bytes of an AMDGPU ELF for 64-bit addresses; R600 has 32.
pub(super) fn is_amdgpu(bytes: &[u8]) -> bool {
    FileHeader64::<LittleEndian>::parse(bytes).is_ok_and(|header| header.e_machine(LittleEndian) == elf::EM_AMDGPU)
}
