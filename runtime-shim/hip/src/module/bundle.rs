//! Finds the CPU code object in what a program embeds or a module is loaded from: an offload bundle, plain or compressed, or
//! the code object alone.

use std::borrow::Cow;

use crate::environment;
use hipify_abi::lanes_of_entry;
use hipify_bundle::{COMPRESSED, PLAIN, ReadError};

const ELF: &[u8] = b"\x7fELF";

/// Why there is no code object for the CPU.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum BundleError {
    /// No format that can be read.
    Foreign,
    /// Text for NVIDIA's driver.
    Ptx,
    CutOff,
    /// Damaged in another way.
    Broken(String),
    /// For the CPU there is code for warps of another size alone.
    OtherWarps,
    /// These are there, but none for the CPU.
    Missing(Vec<String>),
}

impl From<ReadError> for BundleError {
    fn from(error: ReadError) -> BundleError {
        match error {
            ReadError::Unknown => BundleError::Foreign,
            ReadError::CutOff { .. } => BundleError::CutOff,
            ReadError::Broken { reason, .. } => BundleError::Broken(reason),
            ReadError::Unsupported { .. } => BundleError::Broken(error.to_string()),
        }
    }
}

impl std::fmt::Display for BundleError {
    fn fmt(&self, text: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        const REMEDY: &str = "build it again with `--offload-arch cpu`";
        match self {
            BundleError::Foreign => write!(text, "it is neither an offload bundle nor a CPU code object; {REMEDY}"),
            BundleError::Ptx => write!(
                text,
                "it is PTX, which NVIDIA's driver alone compiles; load what `hipify-rs cc -ptx` makes of its CUDA source, or compile \
                 that with hipRTC"
            ),
            BundleError::CutOff => {
                write!(text, "its offload bundle is cut off (device code is no text: `strlen` is not its size); {REMEDY}")
            }
            BundleError::Broken(reason) => write!(text, "its offload bundle is damaged ({reason}); {REMEDY}"),
            BundleError::OtherWarps => {
                let lanes = environment::wave_size();
                write!(text, "none of its code is for warps of {lanes} lanes; unset `HIPIFY_WAVE_SIZE`, or {REMEDY}")
            }
            BundleError::Missing(there) if there.is_empty() => write!(text, "its offload bundle is empty; {REMEDY}"),
            BundleError::Missing(there) => {
                write!(text, "it holds code for {}, none for the CPU; {REMEDY}, or run it where such a GPU is", there.join(", "))
            }
        }
    }
}

/// What is in a bundle for this process.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Found<'a> {
    /// An ELF shared object.
    pub(crate) code: Cow<'a, [u8]>,
    /// The first GPU that the bundle has code for: `gfx90a:xnack+`.
    pub(crate) gpu: Option<String>,
}

/// Finds the CPU's code object.
///
/// # Errors
/// Where there is none.
pub(crate) fn find(bytes: &[u8]) -> Result<Found<'_>, BundleError> {
    if bytes.starts_with(COMPRESSED) {
        let (plain, _) = hipify_bundle::decompress(bytes)?;
        let found = find_in_plain(&plain)?;
        return Ok(Found { code: Cow::Owned(found.code.into_owned()), gpu: found.gpu });
    }
    if bytes.starts_with(ELF) {
        return Ok(Found { code: Cow::Borrowed(bytes), gpu: None });
    }
    find_in_plain(bytes)
}

fn find_in_plain(bytes: &[u8]) -> Result<Found<'_>, BundleError> {
    let entries = entries(bytes)?;
    let gpu = entries.iter().find_map(|entry| gpu_of(entry.id)).map(str::to_owned);
    match entry_to_run(&entries, gpu.as_deref()) {
        Some(entry) if entry.code.starts_with(ELF) => Ok(Found { code: Cow::Borrowed(entry.code), gpu }),
        Some(_) => Err(BundleError::Broken("its CPU entry is no shared object".into())),
        None if entries.iter().any(|entry| lanes_of_entry(entry.id).is_some()) => Err(BundleError::OtherWarps),
        None => {
            let there = entries.iter().filter(|entry| !entry.id.starts_with("host")).map(|entry| shown(entry.id));
            Err(BundleError::Missing(there.collect()))
        }
    }
}

/// The CPU's entry: the one for all warps, else that for those that the process has.
fn entry_to_run<'e, 'a>(entries: &'e [NamedEntry<'a>], gpu: Option<&str>) -> Option<&'e NamedEntry<'a>> {
    let of_lanes = |lanes| entries.iter().find(move |entry| lanes_of_entry(entry.id) == Some(lanes));
    of_lanes(None).or_else(|| {
        gpu.into_iter().for_each(environment::note_gpu);
        let mut built = entries.iter().filter_map(|entry| lanes_of_entry(entry.id)?);
        if let (Some(only), None) = (built.next(), built.next()) {
            environment::note_lanes(only);
        }
        of_lanes(Some(environment::settled_wave_size()))
    })
}

struct NamedEntry<'a> {
    id: &'a str,
    code: &'a [u8],
}

fn entries(bytes: &[u8]) -> Result<Vec<NamedEntry<'_>>, BundleError> {
    if !bytes.starts_with(PLAIN) {
        return Err(foreign(bytes));
    }
    hipify_bundle::entries(bytes)?.into_iter().map(named).collect()
}

/// What bytes are that begin as no bundle does. PTX begins with its version, after comments (PTX ISA, "PTX Module Directives").
fn foreign(bytes: &[u8]) -> BundleError {
    let text = bytes.trim_ascii_start();
    let is_ptx = [&b"//"[..], b"/*", b".version"].iter().any(|start| text.starts_with(start));
    if is_ptx { BundleError::Ptx } else { BundleError::Foreign }
}

fn named(entry: hipify_bundle::BundleEntry<'_>) -> Result<NamedEntry<'_>, BundleError> {
    let id = std::str::from_utf8(entry.id).map_err(|_| BundleError::Broken("an entry's name is no text".into()))?;
    Ok(NamedEntry { id, code: entry.code })
}

fn number(rest: &mut &[u8]) -> Result<usize, BundleError> {
    let bytes = rest.split_off(..8).and_then(|bytes| bytes.try_into().ok()).ok_or(BundleError::CutOff)?;
    usize::try_from(u64::from_le_bytes(bytes)).map_err(|_| BundleError::CutOff)
}

/// `gfx90a:xnack+` of `hipv4-amdgcn-amd-amdhsa--gfx90a:xnack+`.
fn gpu_of(id: &str) -> Option<&str> {
    let (_, target) = id.split_once("amdgcn-")?;
    target.find("-gfx").map(|at| &target[at + 1..])
}

fn shown(id: &str) -> String {
    gpu_of(id).unwrap_or(id).to_owned()
}

/// How many bytes a bundle or code object at an address has, as its own headers tell: callers pass addresses alone.
///
/// # Errors
/// For formats that cannot be read, and where the headers tell of more than there is in memory.
///
/// # Safety
/// At `image` is the table of a bundle or the header of an ELF file, or at least as many other bytes as the longest magic.
pub(crate) unsafe fn extent(image: *const u8) -> Result<usize, BundleError> {
    // SAFETY: this function requires what its callee does.
    let size = unsafe { told_extent(image)? };
    if is_mapped(image, size) { Ok(size) } else { Err(BundleError::CutOff) }
}

/// What the headers tell.
///
/// # Safety
/// `image` is as [`extent`] requires.
unsafe fn told_extent(image: *const u8) -> Result<usize, BundleError> {
    // SAFETY: formats are told apart before more than their magic is read, and all have headers of the sizes read.
    let head = |size| unsafe { std::slice::from_raw_parts(image, size) };
    if head(4) == ELF {
        return elf_extent(head(64)).ok_or(BundleError::CutOff);
    }
    if head(4) == COMPRESSED {
        let header = head(20);
        return match u16::from_le_bytes([header[4], header[5]]) {
            2 => Ok(header[8..12].iter().rev().fold(0, |size, &byte| size << 8 | usize::from(byte))),
            3 => number(&mut &header[8..16]),
            // Version 1 does not tell.
            _ => Err(BundleError::Foreign),
        };
    }
    if head(PLAIN.len()) != PLAIN {
        return Err(foreign(head(PLAIN.len())));
    }
    // SAFETY: by its magic, a bundle.
    unsafe { plain_extent(image) }
}

/// # Safety
/// `image` is valid for reads of a plain bundle's table: its magic, the number of entries, and these.
unsafe fn plain_extent(image: *const u8) -> Result<usize, BundleError> {
    let number = |at: usize| {
        // SAFETY: in the bundle's table, of which what is read has been found in memory.
        usize::try_from(u64::from_le_bytes(unsafe { image.add(at).cast::<[u8; 8]>().read() })).unwrap_or(usize::MAX)
    };
    let mut at = PLAIN.len() + 8;
    let mut end = at;
    if !is_mapped(image, at) {
        return Err(BundleError::CutOff);
    }
    for _ in 0..number(PLAIN.len()) {
        if !is_mapped(image, at.saturating_add(24)) {
            return Err(BundleError::CutOff);
        }
        let (offset, size, length) = (number(at), number(at + 8), number(at + 16));
        at = at.saturating_add(24).saturating_add(length);
        end = end.max(offset.saturating_add(size)).max(at);
    }
    Ok(end)
}

/// Whether this process has memory at all of these addresses. A size that lies would else be found out by a crash.
fn is_mapped(start: *const u8, size: usize) -> bool {
    // SAFETY: a plain call.
    let page = usize::try_from(unsafe { libc::sysconf(libc::_SC_PAGESIZE) }).unwrap_or(4096);
    let first = start as usize / page * page;
    let Some(end) = (start as usize).checked_add(size) else { return false };
    // SAFETY: on Linux, this changes nothing: it only says whether there are holes.
    unsafe { libc::msync(first as *mut libc::c_void, end - first, libc::MS_ASYNC) == 0 }
}

/// Of a 64-bit ELF file's header: where its section headers end, after which linkers put nothing.
fn elf_extent(header: &[u8]) -> Option<usize> {
    let sections = usize::try_from(u64::from_le_bytes(header.get(0x28..0x30)?.try_into().ok()?)).ok()?;
    let size = u16::from_le_bytes(header.get(0x3a..0x3c)?.try_into().ok()?);
    let count = u16::from_le_bytes(header.get(0x3c..0x3e)?.try_into().ok()?);
    sections.checked_add(usize::from(size) * usize::from(count))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bundle(entries: &[(&str, &[u8])]) -> Vec<u8> {
        let table: usize = entries.iter().map(|(id, _)| 24 + id.len()).sum();
        let mut offset = PLAIN.len() + 8 + table;
        let mut bytes = [PLAIN, &(entries.len() as u64).to_le_bytes()].concat();
        for (id, code) in entries {
            bytes.extend([offset, code.len(), id.len()].iter().flat_map(|&number| (number as u64).to_le_bytes()));
            bytes.extend(id.as_bytes());
            offset += code.len();
        }
        entries.iter().for_each(|(_, code)| bytes.extend(*code));
        bytes
    }

    const CODE: &[u8] = b"\x7fELF and so on";

    fn both() -> Vec<u8> {
        bundle(&[
            ("host-x86_64-unknown-linux-gnu", b""),
            ("hipv4-amdgcn-amd-amdhsa--gfx90a:xnack+", b"gpu"),
            ("hip-x86_64-pc-linux-gnu-", CODE),
        ])
    }

    fn compressed(plain: &[u8], version: u16) -> Vec<u8> {
        let mut packed = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::default());
        std::io::Write::write_all(&mut packed, plain).unwrap();
        let packed = packed.finish().unwrap();
        let mut bytes = [COMPRESSED, &version.to_le_bytes(), &0u16.to_le_bytes()].concat();
        let (narrow, wide) = (plain.len() as u32, plain.len() as u64);
        match version {
            1 => bytes.extend(narrow.to_le_bytes()),
            2 => bytes.extend([24 + packed.len() as u32, narrow].iter().flat_map(|number| number.to_le_bytes())),
            _ => bytes.extend([32 + packed.len() as u64, wide].iter().flat_map(|number| number.to_le_bytes())),
        }
        bytes.extend([0; 8]);
        [bytes, packed].concat()
    }

    #[test]
    fn the_cpu_entry_is_found_beside_a_gpu_s() {
        let bytes = both();
        assert_eq!(find(&bytes), Ok(Found { code: CODE.into(), gpu: Some("gfx90a:xnack+".into()) }));
        // SAFETY: a whole bundle.
        assert_eq!(unsafe { extent(bytes.as_ptr()) }, Ok(bytes.len()));
    }

    #[test]
    fn code_for_warps_of_one_size_is_that_of_the_process() {
        let entries: [(&str, &[u8]); 2] =
            [("hip-x86_64-pc-linux-gnu--wave32-", b"\x7fELF 32"), ("hip-x86_64-pc-linux-gnu--wave64-", b"\x7fELF 64")];
        let bytes = bundle(&entries);
        let expected = if environment::wave_size() == 32 { entries[0].1 } else { entries[1].1 };
        assert_eq!(find(&bytes).unwrap().code, expected);
        // The size is settled by then.
        let other = if environment::wave_size() == 32 { entries[1] } else { entries[0] };
        assert_eq!(find(&bundle(&[other])), Err(BundleError::OtherWarps));
    }

    #[test]
    fn a_compressed_bundle_is_read() {
        for version in 1..=3 {
            let bytes = compressed(&both(), version);
            assert_eq!(find(&bytes).unwrap().code, CODE, "{version}");
            // SAFETY: a whole bundle.
            assert_eq!(unsafe { extent(bytes.as_ptr()) }.ok(), (version > 1).then_some(bytes.len()));
        }
    }

    #[test]
    fn no_prefix_of_a_bundle_is_taken_for_one() {
        for whole in [both(), compressed(&both(), 2), compressed(&both(), 3)] {
            for end in 0..whole.len() {
                assert!(find(&whole[..end]).is_err(), "{end}");
            }
        }
    }

    #[test]
    fn a_bundle_without_cpu_code_says_what_it_has() {
        let bytes = bundle(&[("hipv4-amdgcn-amd-amdhsa--gfx90a", b"gpu"), ("hip-amdgcn-amd-amdhsa-gfx1100", b"gpu")]);
        let error = find(&bytes).unwrap_err();
        assert_eq!(error, BundleError::Missing(vec!["gfx90a".into(), "gfx1100".into()]));
        assert!(error.to_string().contains("`--offload-arch cpu`"));
    }

    #[test]
    fn text_for_nvidias_driver_is_told_from_other_files() {
        for text in ["//\n// Generated by NVIDIA NVVM Compiler\n.version 8.5\n", "\n.version 7.0 .target sm_70\n"] {
            assert_eq!(find(text.as_bytes()), Err(BundleError::Ptx));
            // SAFETY: longer than the longest magic.
            assert_eq!(unsafe { extent(text.as_ptr()) }, Err(BundleError::Ptx));
        }
        assert_eq!(find(b"version 8.5 of something"), Err(BundleError::Foreign));
        assert!(BundleError::Ptx.to_string().contains("`hipify-rs cc -ptx`"));
    }

    #[test]
    fn a_size_that_lies_is_an_error() {
        let mut bytes = [PLAIN, &1u64.to_le_bytes()].concat();
        bytes.extend([u64::MAX, u64::MAX, 0].iter().flat_map(|number| number.to_le_bytes()));
        assert!(matches!(find(&bytes), Err(BundleError::Broken(_))));
        // SAFETY: a bundle's table.
        assert_eq!(unsafe { extent(bytes.as_ptr()) }, Err(BundleError::CutOff));
        let bytes = [PLAIN, &u64::MAX.to_le_bytes()].concat();
        assert_eq!(find(&bytes), Err(BundleError::CutOff));
    }
}
