//! The bytes of an executable, object, library, archive or bundle into the device code in them.

use super::code_object::{self, Amdgpu};
use super::cpu::{self, Cpu};
use super::{nvidia, offload_binary};
use hipify_bundle::ReadError;
use hipify_command_line::target::{Target, TargetId};
use object::elf;
use object::read::archive::ArchiveFile;
use object::read::{File, Object as _, ObjectSection as _};
use std::borrow::Cow;

/// Sections that hold offload bundles; PE names sections in eight characters.
const HIP_SECTIONS: &[&str] = &[".hip_fatbin", ".hip_fat"];
/// Sections that hold NVIDIA's fat binaries.
const CUDA_SECTIONS: &[&str] = &[".nv_fatbin", "__nv_relfatbin", ".nv_fatb"];
/// The section that holds LLVM's offload binaries.
const NEW_DRIVER_SECTION: &str = ".llvm.offloading";
/// How the sections of an object for later device linking begin; the rest of the name is the bundle entry's id.
const BUNDLED_SECTION: &str = "__CLANG_OFFLOAD_BUNDLE__";

/// Archives in bundles in archives end here.
const DEEPEST: usize = 4;
/// How often a byte of the file may be part of something. Honest files come to a handful; a made-up one can let many
/// entries name the same bytes, and so on in each of them.
const MOST_VISITS: u64 = 16;

/// One piece of device code.
#[derive(Clone, Debug)]
pub struct CodeObject<'a> {
    /// Where in the file it lies.
    pub place: PieceLocation,
    /// What it is.
    pub image: Image,
    /// Its bytes, decompressed.
    pub bytes: Cow<'a, [u8]>,
}

/// What a piece of device code is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Image {
    Amdgpu(Amdgpu),
    Cpu(Cpu),
    /// LLVM bitcode, compiled when the program is linked.
    Bitcode,
    Spirv,
    /// PTX text, or a cubin; `sm` is 80 for `sm_80`.
    Nvidia {
        ptx: bool,
        sm: u32,
    },
    Empty,
    /// Anything else that a bundle holds.
    Other,
}

/// Where in a file a piece lies.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PieceLocation {
    /// The member of an archive.
    pub member: Option<String>,
    pub section: Option<String>,
    /// Which of the bundles there, counted from 1.
    pub bundle: Option<usize>,
    pub compressed: bool,
    /// The id of the bundle's entry.
    pub entry: Option<String>,
}

impl CodeObject<'_> {
    /// The target: what the ELF says, else what the bundle says.
    pub fn target(&self) -> Option<Target> {
        match &self.image {
            Image::Amdgpu(amdgpu) => amdgpu.target.clone().map(Target::Gpu),
            Image::Cpu(_) => Some(Target::Cpu(self.place.lanes().flatten())),
            _ if self.place.lanes().is_some() => self.place.lanes().map(Target::Cpu),
            _ => self.place.entry_target().and_then(|text| TargetId::parse(text).ok()).map(Target::Gpu),
        }
    }

    /// The bundle says another target than the code object in it.
    pub fn mismatch(&self) -> Option<String> {
        let Image::Amdgpu(Amdgpu { target: Some(target), code_object_version, .. }) = &self.image else { return None };
        let entry = self.place.entry_target()?;
        // Before version 4 an entry's id did not carry the features.
        let same = TargetId::parse(entry).is_ok_and(|id| id == *target || (*code_object_version < 4 && id.gfx == target.gfx));
        (!same).then(|| format!("the bundle's entry says `{entry}`, the code object `{target}`"))
    }

    fn into_owned<'o>(self) -> CodeObject<'o> {
        CodeObject { place: self.place, image: self.image, bytes: Cow::Owned(self.bytes.into_owned()) }
    }
}

impl PieceLocation {
    /// Of an entry of the bundled runtime's, the lanes of the warps that it is for, none inside for all sizes.
    fn lanes(&self) -> Option<Option<u32>> {
        hipify_abi::lanes_of_entry(self.entry.as_deref()?)
    }

    /// The target id in the entry's id, which follows the triple: `hipv4-amdgcn-amd-amdhsa--gfx90a:xnack+`.
    pub fn entry_target(&self) -> Option<&str> {
        let entry = self.entry.as_deref()?;
        entry.find("-gfx").map(|at| &entry[at + 1..])
    }
}

/// Reads the file that a member of a thin archive names.
pub(crate) type Fetch<'f> = &'f dyn Fn(&str) -> Result<Vec<u8>, ReadError>;

/// All device code in a file's bytes, in their order; none is no error where the file is one that could hold some.
pub(crate) fn read<'a>(bytes: &'a [u8], fetch: Fetch) -> Result<Vec<CodeObject<'a>>, ReadError> {
    let mut walk = Walk::new(bytes, fetch, 0);
    walk.file(bytes, &PieceLocation::default())?;
    Ok(walk.found)
}

/// What `read` takes for bytes that have no files beside them.
#[cfg(test)]
pub(crate) fn alone(member: &str) -> Result<Vec<u8>, ReadError> {
    Err(ReadError::Unsupported { what: format!("the thin archive's member `{member}` outside a file") })
}

struct Walk<'a, 'f> {
    fetch: Fetch<'f>,
    depth: usize,
    /// Bytes that may still be looked at.
    left: u64,
    found: Vec<CodeObject<'a>>,
}

impl<'a, 'f> Walk<'a, 'f> {
    fn new(bytes: &[u8], fetch: Fetch<'f>, depth: usize) -> Self {
        Self { fetch, depth, left: (bytes.len() as u64).saturating_mul(MOST_VISITS), found: Vec::new() }
    }

    fn visit(&mut self, bytes: &[u8]) -> Result<(), ReadError> {
        let left = self.left.checked_sub(bytes.len() as u64);
        self.left = left.ok_or_else(|| ReadError::broken("the file", "its parts overlap over and over"))?;
        Ok(())
    }

    /// Whatever a file can be.
    fn file(&mut self, bytes: &'a [u8], place: &PieceLocation) -> Result<(), ReadError> {
        self.visit(bytes)?;
        if bytes.starts_with(b"!<arch>\n") || bytes.starts_with(b"!<thin>\n") {
            self.archive(bytes, place)
        } else if hipify_bundle::is_bundle(bytes) {
            self.bundles(bytes, place)
        } else if bytes.starts_with(offload_binary::MAGIC) {
            self.offload_binaries(bytes, place)
        } else if bytes.starts_with(nvidia::MAGIC) {
            self.nvidia(bytes, place)
        } else {
            match image(bytes)? {
                Image::Other | Image::Empty => self.host(bytes, place),
                image => {
                    self.push(image, bytes, place.clone());
                    Ok(())
                }
            }
        }
    }

    fn push(&mut self, image: Image, bytes: &'a [u8], place: PieceLocation) {
        self.found.push(CodeObject { place, image, bytes: Cow::Borrowed(bytes) });
    }

    /// An executable, object or shared library of the host.
    fn host(&mut self, bytes: &'a [u8], place: &PieceLocation) -> Result<(), ReadError> {
        if object::FileKind::parse(bytes).is_err() {
            return Err(ReadError::Unknown);
        }
        let broken = |error: object::Error| ReadError::broken("the file", error);
        let file = File::parse(bytes).map_err(broken)?;
        for section in file.sections() {
            let Ok(name) = section.name() else { continue };
            let place = PieceLocation { section: Some(name.to_owned()), ..place.clone() };
            if HIP_SECTIONS.contains(&name) {
                self.bundles(section.data().map_err(broken)?, &place)?;
            } else if name == NEW_DRIVER_SECTION {
                self.offload_binaries(section.data().map_err(broken)?, &place)?;
            } else if CUDA_SECTIONS.contains(&name) {
                self.nvidia(section.data().map_err(broken)?, &place)?;
            } else if let Some(id) = name.strip_prefix(BUNDLED_SECTION) {
                let bytes = section.data().map_err(broken)?;
                let place = PieceLocation { section: Some(BUNDLED_SECTION.to_owned()), entry: Some(id.to_owned()), ..place };
                self.entry(bytes, place)?;
            }
        }
        Ok(())
    }

    fn archive(&mut self, bytes: &'a [u8], place: &PieceLocation) -> Result<(), ReadError> {
        let broken = |error: object::Error| ReadError::broken("the archive", error);
        self.deeper()?;
        let archive = ArchiveFile::parse(bytes).map_err(broken)?;
        for member in archive.members() {
            let member = member.map_err(broken)?;
            let name = String::from_utf8_lossy(member.name()).into_owned();
            let place = PieceLocation { member: Some(name.clone()), ..place.clone() };
            let read = if member.is_thin() {
                let outside = (self.fetch)(&name)?;
                self.owned(&outside, |walk, bytes| walk.file(bytes, &place))
            } else {
                self.file(member.data(bytes).map_err(broken)?, &place)
            };
            match read {
                // An archive may hold whatever a linker passes over.
                Ok(()) | Err(ReadError::Unknown) => {}
                Err(error) => return Err(in_member(&name, error)),
            }
        }
        self.depth -= 1;
        Ok(())
    }

    fn bundles(&mut self, bytes: &'a [u8], place: &PieceLocation) -> Result<(), ReadError> {
        self.visit(bytes)?;
        for (number, bundle) in hipify_bundle::bundles(bytes)?.into_iter().enumerate() {
            let place = PieceLocation { bundle: Some(number + 1), compressed: bundle.compressed, ..place.clone() };
            match bundle.bytes {
                Cow::Borrowed(bytes) => self.bundle(bytes, &place)?,
                Cow::Owned(bytes) => self.owned(&bytes, |walk, bytes| walk.bundle(bytes, &place))?,
            }
        }
        Ok(())
    }

    fn bundle(&mut self, bytes: &'a [u8], place: &PieceLocation) -> Result<(), ReadError> {
        for entry in hipify_bundle::entries(bytes)? {
            let id = String::from_utf8_lossy(entry.id).into_owned();
            self.entry(entry.code, PieceLocation { entry: Some(id), ..place.clone() })?;
        }
        Ok(())
    }

    /// What a bundle holds for one target; the host's entry is left out.
    fn entry(&mut self, bytes: &'a [u8], place: PieceLocation) -> Result<(), ReadError> {
        if place.entry.as_ref().is_some_and(|id| id.starts_with("host-")) {
            return Ok(());
        }
        self.visit(bytes)?;
        if bytes.starts_with(b"!<arch>\n") {
            return self.archive(bytes, &place);
        }
        self.push(image(bytes)?, bytes, place);
        Ok(())
    }

    fn offload_binaries(&mut self, bytes: &'a [u8], place: &PieceLocation) -> Result<(), ReadError> {
        self.visit(bytes)?;
        for found in offload_binary::images(bytes)? {
            let place = PieceLocation { entry: Some(format!("{}-{}", found.triple, found.arch)), ..place.clone() };
            if hipify_bundle::is_bundle(found.bytes) {
                self.bundles(found.bytes, &place)?;
            } else {
                self.entry(found.bytes, place)?;
            }
        }
        Ok(())
    }

    fn nvidia(&mut self, bytes: &'a [u8], place: &PieceLocation) -> Result<(), ReadError> {
        self.visit(bytes)?;
        for found in nvidia::images(bytes)? {
            self.push(Image::Nvidia { ptx: found.ptx, sm: found.sm }, found.bytes, place.clone());
        }
        Ok(())
    }

    /// Walks bytes that do not outlive the call.
    fn owned(
        &mut self,
        bytes: &[u8],
        walk: impl for<'b> FnOnce(&mut Walk<'b, '_>, &'b [u8]) -> Result<(), ReadError>,
    ) -> Result<(), ReadError> {
        let mut inner = Walk::new(bytes, self.fetch, self.depth);
        walk(&mut inner, bytes)?;
        self.found.extend(inner.found.into_iter().map(CodeObject::into_owned));
        Ok(())
    }

    fn deeper(&mut self) -> Result<(), ReadError> {
        self.depth += 1;
        if self.depth > DEEPEST {
            Err(ReadError::Unsupported { what: "an archive this deep in archives".to_owned() })
        } else {
            Ok(())
        }
    }
}

fn in_member(member: &str, error: ReadError) -> ReadError {
    match error {
        ReadError::Unknown => ReadError::Unknown,
        ReadError::CutOff { what, end, there } => ReadError::CutOff { what: format!("{what} in member `{member}`"), end, there },
        ReadError::Broken { what, reason } => ReadError::Broken { what: format!("{what} in member `{member}`"), reason },
        ReadError::Unsupported { what } => ReadError::Unsupported { what: format!("{what} in member `{member}`") },
    }
}

/// What bytes are by themselves.
fn image(bytes: &[u8]) -> Result<Image, ReadError> {
    if bytes.is_empty() {
        Ok(Image::Empty)
    } else if code_object::is_amdgpu(bytes) {
        Amdgpu::parse(bytes).map(Image::Amdgpu)
    } else if let Some(cpu) = cpu::parse(bytes) {
        cpu.map(Image::Cpu)
    } else if bytes.starts_with(b"BC\xc0\xde") || bytes.starts_with(&[0xde, 0xc0, 0x17, 0x0b]) {
        Ok(Image::Bitcode)
    } else if bytes.starts_with(&[0x03, 0x02, 0x23, 0x07]) {
        Ok(Image::Spirv)
    } else if let Some(sm) = cubin(bytes) {
        Ok(Image::Nvidia { ptx: false, sm })
    } else {
        Ok(Image::Other)
    }
}

/// For which GPU an NVIDIA ELF is: in its `e_flags`, lowest byte, or the next one in the newer ABI (LLVM's `BinaryFormat/ELF.h`).
fn cubin(bytes: &[u8]) -> Option<u32> {
    use object::read::elf::FileHeader as _;
    let header = elf::FileHeader64::<object::LittleEndian>::parse(bytes).ok()?;
    if header.e_machine(object::LittleEndian) != elf::EM_CUDA {
        return None;
    }
    let flags = header.e_flags(object::LittleEndian).0;
    Some(if header.e_ident().abi_version >= 8 { flags >> 8 & 0xff } else { flags & 0xff })
}
