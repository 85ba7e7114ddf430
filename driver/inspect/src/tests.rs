//! Files that are cut off, damaged, or made to do harm: an error, never a panic; and formats that no compiler here writes.

use super::read::{self, CodeObject, Image, alone};
use flate2::Compression;
use flate2::write::ZlibEncoder;
use hipify_bundle::ReadError;
use std::io::Write;
use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;

const SOURCE: &str = "__attribute__((global)) void k(int *p) { *p = 1; }\n";

/// What clang makes of a kernel for two targets: a plain and a compressed bundle, and the code object for gfx90a.
struct Made {
    plain: Vec<u8>,
    compressed: Vec<u8>,
    code_object: Vec<u8>,
}

fn made() -> &'static Made {
    static MADE: OnceLock<Made> = OnceLock::new();
    MADE.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("k.hip"), SOURCE).unwrap();
        let plain = compile(folder.path(), &["--offload-arch=gfx90a:xnack+", "--offload-arch=gfx1100"]);
        let compressed =
            compile(folder.path(), &["--offload-arch=gfx90a:xnack+", "--offload-arch=gfx1100", "--offload-compress"]);
        let code_object = compile(folder.path(), &["--offload-arch=gfx90a:xnack+", "--no-gpu-bundle-output"]);
        Made { plain, compressed, code_object }
    })
}

fn compile(folder: &Path, flags: &[&str]) -> Vec<u8> {
    let clang = std::env::var("HIP_CLANG").unwrap_or_else(|_| "clang++-19".to_owned());
    let mut command = Command::new(&clang);
    command.args([
        "-x",
        "hip",
        "-nogpuinc",
        "-nogpulib",
        "-fuse-cuid=none",
        "--cuda-device-only",
        "-O1",
        "-c",
        "k.hip",
        "-o",
        "k.out",
    ]);
    let output = command.args(flags).current_dir(folder).output();
    let output = output.unwrap_or_else(|error| panic!("`make setup` installs `{clang}`: {error}"));
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    std::fs::read(folder.join("k.out")).unwrap()
}

fn read(bytes: &[u8]) -> Result<Vec<CodeObject<'_>>, ReadError> {
    read::read(bytes, &alone)
}

fn targets(found: &[CodeObject]) -> Vec<String> {
    found.iter().map(|object| object.target().map_or("?".to_owned(), |target| target.to_string())).collect()
}

/// In the order in which clang bundles them.
const BOTH: [&str; 2] = ["gfx1100", "gfx90a:xnack+"];

#[test]
fn no_prefix_of_a_bundle_is_taken_for_a_bundle() {
    let made = made();
    for whole in [&made.plain, &made.compressed] {
        assert_eq!(targets(&read(whole).unwrap()), BOTH);
        // All of the headers; the padding and the code in steps.
        let ends = (0..whole.len()).filter(|end| *end < 512 || end % 37 == 0 || whole.len() - end < 64);
        for end in ends {
            assert!(read(&whole[..end]).is_err(), "{end} of {} bytes", whole.len());
        }
    }
}

#[test]
fn no_prefix_of_a_code_object_panics() {
    let made = made();
    for end in 0..made.code_object.len() {
        let _ = read(&made.code_object[..end]);
    }
}

#[test]
fn no_flipped_bit_panics() {
    let made = made();
    let offload_binary = offload_binary(&made.code_object);
    for whole in [&made.compressed, &made.code_object, &archive(&made.code_object), &nvidia(), &offload_binary] {
        let mut bytes = whole.clone();
        for at in 0..bytes.len() {
            let bit = 1 << (at % 8);
            bytes[at] ^= bit;
            let _ = read(&bytes).map(|found| targets(&found));
            bytes[at] ^= bit;
        }
    }
}

#[test]
fn sizes_that_lie_cost_no_memory() {
    let mut bytes = b"CCOB\x03\x00\x01\x00".to_vec();
    bytes.extend(64u64.to_le_bytes());
    bytes.extend((1u64 << 60).to_le_bytes());
    bytes.resize(64, 0);
    assert!(matches!(read(&bytes), Err(ReadError::Broken { reason, .. }) if reason.contains("cannot hold")));
    let mut bytes = b"__CLANG_OFFLOAD_BUNDLE__".to_vec();
    bytes.extend(u64::MAX.to_le_bytes());
    bytes.extend([0xff; 48]);
    assert!(matches!(read(&bytes), Err(ReadError::CutOff { .. })));
}

#[test]
fn entries_that_all_name_the_same_bytes_cost_no_time() {
    let (entries, size) = (20_000u64, 1u64 << 20);
    let mut bytes = [b"__CLANG_OFFLOAD_BUNDLE__".as_slice(), &entries.to_le_bytes()].concat();
    for _ in 0..entries {
        bytes.extend([0, size, 0].iter().flat_map(|number: &u64| number.to_le_bytes()));
    }
    bytes.resize(size.try_into().unwrap(), 0);
    assert!(matches!(read(&bytes), Err(ReadError::Broken { reason, .. }) if reason.contains("overlap")));
}

#[test]
fn bundles_one_after_another_are_all_read() {
    let made = made();
    let mut bytes = made.plain.clone();
    bytes.resize(bytes.len().next_multiple_of(4096), 0);
    bytes.extend(&made.compressed);
    bytes.resize(bytes.len() + 100, 0);
    let found = read(&bytes).unwrap();
    assert_eq!(targets(&found), [BOTH, BOTH].concat());
    let bundles: Vec<_> = found.iter().map(|object| (object.place.bundle, object.place.compressed)).collect();
    assert_eq!(bundles, [(Some(1), false), (Some(1), false), (Some(2), true), (Some(2), true)]);
    assert!(found[1].bytes == made.code_object, "the entry is not what clang writes by itself");
    bytes.push(1);
    assert!(matches!(read(&bytes), Err(ReadError::Broken { .. })));
}

#[test]
fn compressed_bundles_of_all_versions_are_read() {
    let made = made();
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(&made.plain).unwrap();
    let packed = encoder.finish().unwrap();
    let plain = made.plain.len() as u64;
    let hash = [0u8; 8];
    for version in 1u16..=3 {
        let mut bytes = [b"CCOB".as_slice(), &version.to_le_bytes(), &[0, 0]].concat();
        match version {
            1 => bytes.extend(&plain.to_le_bytes()[..4]),
            2 => bytes.extend([&(24 + packed.len() as u64).to_le_bytes()[..4], &plain.to_le_bytes()[..4]].concat()),
            _ => bytes.extend([(32 + packed.len() as u64).to_le_bytes(), plain.to_le_bytes()].concat()),
        }
        bytes.extend(hash);
        bytes.extend(&packed);
        let twice = [bytes.clone(), vec![0; 9], bytes].concat();
        assert_eq!(targets(&read(&twice).unwrap()), [BOTH, BOTH].concat(), "version {version}");
    }
}

#[test]
fn a_target_is_read_by_the_rules_of_the_code_object_version() {
    let made = made();
    let as_version = |abi: u8, flags: u32| {
        let mut bytes = made.code_object.clone();
        bytes[8] = abi;
        bytes[0x30..0x34].copy_from_slice(&flags.to_le_bytes());
        read(&bytes).map(|found| targets(&found).join(" "))
    };
    assert_eq!(as_version(1, 0x13f).unwrap(), "gfx90a:sramecc-:xnack+");
    assert_eq!(as_version(2, 0x53f).unwrap(), "gfx90a");
    assert_eq!(as_version(3, 0xb3f).unwrap(), "gfx90a:sramecc-:xnack+");
    assert_eq!(as_version(4, 0x0100_0151).unwrap(), "gfx9-generic");
    assert_eq!(as_version(3, 0x27).unwrap(), "?");
    assert_eq!(as_version(0, 0x2a).unwrap(), "gfx803");
    assert!(matches!(as_version(9, 0x13f), Err(ReadError::Unsupported { .. })));
}

#[test]
fn an_entry_that_says_another_target_is_reported() {
    let made = made();
    let mut bytes = made.plain.clone();
    let at = memchr::memmem::find(&bytes, b"gfx90a:xnack+").unwrap();
    bytes[at..at + 13].copy_from_slice(b"gfx90a:xnack-");
    let found = read(&bytes).unwrap();
    let said: Vec<_> = found.iter().filter_map(CodeObject::mismatch).collect();
    assert_eq!(said, ["the bundle's entry says `gfx90a:xnack-`, the code object `gfx90a:xnack+`"]);
}

#[test]
fn broken_metadata_are_named() {
    let made = made();
    let mut bytes = made.code_object.clone();
    let key = b"amdhsa.kernels";
    let at = memchr::memmem::find(&bytes, key).unwrap() + key.len();
    // A string of 4 GiB where the list of kernels was.
    bytes[at..at + 5].copy_from_slice(&[0xdb, 0xff, 0xff, 0xff, 0xff]);
    let error = read(&bytes).unwrap_err().to_string();
    assert!(error.starts_with("the metadata of the code object is broken"), "{error}");
}

#[test]
fn nvidia_code_is_listed_as_such() {
    let bytes = nvidia();
    let found = read(&bytes).unwrap();
    let images: Vec<_> = found.iter().map(|object| (object.image.clone(), object.bytes.len())).collect();
    assert_eq!(images, [(Image::Nvidia { ptx: false, sm: 80 }, 24), (Image::Nvidia { ptx: true, sm: 90 }, 5)]);
}

#[test]
fn what_is_no_binary_is_said_to_be_none() {
    for bytes in [b"".as_slice(), b"int main() {}\n", b"\x7fELF", &[0; 4096]] {
        assert!(read(bytes).is_err(), "{bytes:?}");
    }
    assert_eq!(read(b"#include <a.h>\n").unwrap_err(), ReadError::Unknown);
}

/// An archive of one member.
fn archive(member: &[u8]) -> Vec<u8> {
    let header = format!("{:<16}{:<12}{:<6}{:<6}{:<8}{:<10}`\n", "k.o/", 0, 0, 0, 644, member.len());
    [b"!<arch>\n".as_slice(), header.as_bytes(), member].concat()
}

/// An offload binary of one image, laid out as clang 19 does.
fn offload_binary(image: &[u8]) -> Vec<u8> {
    let strings = b"arch\0gfx90a:xnack+\0triple\0amdgcn-amd-amdhsa\0";
    let start = 0x68 + strings.len() as u64;
    let numbers: [u64; 13] =
        [0, 0, 0x20, 0x28, 0x3_0001, 0x48, 2, start, image.len() as u64, 0x68, 0x68 + 5, 0x68 + 19, 0x68 + 26];
    let mut bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
    bytes[..8].copy_from_slice(&[0x10, 0xff, 0x10, 0xad, 1, 0, 0, 0]);
    bytes[8..16].copy_from_slice(&(start + image.len() as u64).to_le_bytes());
    [bytes.as_slice(), strings, image].concat()
}

#[test]
fn an_offload_binary_names_its_target() {
    let made = made();
    let bytes = offload_binary(&made.code_object);
    let found = read(&bytes).unwrap();
    assert_eq!((targets(&found), found[0].mismatch()), (vec!["gfx90a:xnack+".to_owned()], None));
}

/// A fat binary as nvcc lays it out: a cubin for sm_80, PTX for compute_90.
fn nvidia() -> Vec<u8> {
    let entry = |kind: u16, sm: u32, image: &[u8]| {
        let mut bytes = [kind.to_le_bytes(), 0x101u16.to_le_bytes()].concat();
        bytes.extend(0x40u32.to_le_bytes());
        bytes.extend((image.len() as u64).to_le_bytes());
        bytes.resize(28, 0);
        bytes.extend(sm.to_le_bytes());
        bytes.resize(0x40, 0);
        bytes.extend(image);
        bytes.resize(bytes.len().next_multiple_of(8), 0);
        bytes
    };
    let entries = [entry(2, 80, &[1; 24]), entry(1, 90, b".ptx\n")].concat();
    let mut bytes = 0xba55_ed50u32.to_le_bytes().to_vec();
    bytes.extend([1, 0, 16, 0]);
    bytes.extend((entries.len() as u64).to_le_bytes());
    bytes.extend(entries);
    bytes
}
