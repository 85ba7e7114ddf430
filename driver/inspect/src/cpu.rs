//! A CPU code object's table into what its kernels need. The file is read, never loaded: pointers are those that the dynamic
//! loader would put there.

use hipify_abi as abi;
use hipify_bundle::ReadError;
use object::read::{File, Object as _, ObjectSegment as _, ObjectSymbol as _, RelocationTarget};
use object::{Architecture, ObjectKind};
use serde::Serialize;
use std::cell::Cell;
use std::collections::HashMap;
use std::mem::{offset_of, size_of};

/// A code object that the bundled runtime runs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cpu {
    /// Of its layout; kernels of another than this program's are not read.
    pub version: u32,
    /// What the processor must have, as Rust names it.
    pub features: String,
    pub kernels: Vec<CpuKernel>,
}

/// What one kernel needs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CpuKernel {
    pub name: String,
    /// Parts that it is cut into where threads wait for each other.
    pub regions: u32,
    /// Bytes of values that live across the cuts, of a whole block of the greatest size.
    pub frame: u32,
    /// Bytes of static shared memory.
    pub shared: u32,
    pub dynamic_shared: bool,
    pub parameters: u32,
    /// Most threads of a block; 0 where the source does not say.
    pub max_threads: u32,
    /// How its threads run.
    pub way: Way,
}

/// How the threads of a block run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Way {
    /// A loop over the block between two cuts.
    #[default]
    Blocks,
    /// Warp by warp: lanes exchange values.
    Warps,
    /// The same, with cuts where lanes talk without saying so.
    Lockstep,
    /// Each thread has a stack.
    Fibers,
}

impl Way {
    fn of(flags: u32) -> Self {
        let has = |flag| flags & flag != 0;
        if has(abi::flags::FIBERS) {
            Self::Fibers
        } else if has(abi::flags::LOCKSTEP) {
            Self::Lockstep
        } else if has(abi::flags::WARP) {
            Self::Warps
        } else {
            Self::Blocks
        }
    }

    pub fn word(self) -> &'static str {
        match self {
            Self::Blocks => "blocks",
            Self::Warps => "warps",
            Self::Lockstep => "lockstep",
            Self::Fibers => "fibers",
        }
    }
}

/// Reads `bytes` where they are a CPU code object.
pub(super) fn parse(bytes: &[u8]) -> Option<Result<Cpu, ReadError>> {
    // Most files that are asked about do not even hold the name.
    memchr::memmem::find(bytes, abi::TABLE_SYMBOL.as_bytes())?;
    let file = File::parse(bytes).ok()?;
    if file.architecture() != Architecture::X86_64 || file.kind() != ObjectKind::Dynamic {
        return None;
    }
    let table = file.dynamic_symbols().find(|symbol| symbol.is_definition() && symbol.name() == Ok(abi::TABLE_SYMBOL))?;
    let broken = || ReadError::broken("the code object's table", "a pointer in it leads nowhere");
    Some(Memory::new(&file, bytes.len()).table(table.address()).ok_or_else(broken))
}

/// A file as it lies in memory once it is loaded at address 0.
struct Memory<'f> {
    segments: Vec<(u64, &'f [u8])>,
    pointers: HashMap<u64, u64>,
    /// Bytes of text that may still be read, as many as the file has: in a made-up file all kernels could have one long name.
    left: Cell<usize>,
}

impl<'f> Memory<'f> {
    fn new(file: &'f File<'_>, length: usize) -> Self {
        let segments = file.segments().filter_map(|segment| Some((segment.address(), segment.data().ok()?))).collect();
        let symbol = |target| match target {
            RelocationTarget::Symbol(index) => {
                let symbols = object::read::Object::dynamic_symbol_table(file)?;
                object::read::ObjectSymbolTable::symbol_by_index(&symbols, index).ok().map(|symbol| symbol.address())
            }
            _ => Some(0),
        };
        let relocations = file.dynamic_relocations().into_iter().flatten();
        let pointers = relocations
            .filter_map(|(at, relocation)| Some((at, symbol(relocation.target())?.wrapping_add_signed(relocation.addend()))));
        Self { pointers: pointers.collect(), left: Cell::new(length), segments }
    }

    fn bytes(&self, at: u64) -> Option<&'f [u8]> {
        let inside = |(start, data): &(u64, &'f [u8])| {
            let offset = usize::try_from(at.checked_sub(*start)?).ok()?;
            data.get(offset..).filter(|rest| !rest.is_empty())
        };
        self.segments.iter().find_map(inside)
    }

    fn word(&self, at: u64) -> Option<u32> {
        Some(u32::from_le_bytes(self.bytes(at)?.get(..4)?.try_into().ok()?))
    }

    fn pointer(&self, at: u64) -> Option<u64> {
        let in_place = || Some(u64::from_le_bytes(self.bytes(at)?.get(..8)?.try_into().ok()?));
        self.pointers.get(&at).copied().or_else(in_place)
    }

    fn text(&self, at: u64) -> Option<String> {
        let bytes = self.bytes(at)?;
        let length = memchr::memchr(0, bytes)?;
        self.left.set(self.left.get().checked_sub(length)?);
        Some(String::from_utf8_lossy(&bytes[..length]).into_owned())
    }

    fn table(&self, at: u64) -> Option<Cpu> {
        let field = |offset: usize| at.wrapping_add(offset as u64);
        let version = self.word(field(offset_of!(abi::Table, version)))?;
        if version != abi::VERSION {
            return Some(Cpu { version, ..Cpu::default() });
        }
        let features = self.pointer(field(offset_of!(abi::Table, processor_features)))?;
        let count = u64::from(self.word(field(offset_of!(abi::Table, kernel_count)))?);
        let first = self.pointer(field(offset_of!(abi::Table, kernels)))?;
        // A count that the file has no room for ends at the first kernel after its end.
        let kernels = (0..count).map(|number| self.kernel(first.wrapping_add(number * size_of::<abi::Kernel>() as u64)));
        let features = if features == 0 { String::new() } else { self.text(features)? };
        Some(Cpu { version, features, kernels: kernels.collect::<Option<_>>()? })
    }

    fn kernel(&self, at: u64) -> Option<CpuKernel> {
        let word = |offset: usize| self.word(at.wrapping_add(offset as u64));
        let flags = word(offset_of!(abi::Kernel, flags))?;
        Some(CpuKernel {
            name: self.text(self.pointer(at.wrapping_add(offset_of!(abi::Kernel, name) as u64))?)?,
            regions: word(offset_of!(abi::Kernel, state_count))?,
            frame: word(offset_of!(abi::Kernel, frame_bytes))?,
            shared: word(offset_of!(abi::Kernel, shared_bytes))?,
            dynamic_shared: flags & abi::flags::DYNAMIC_SHARED != 0,
            parameters: word(offset_of!(abi::Kernel, parameter_count))?,
            max_threads: word(offset_of!(abi::Kernel, max_threads))?,
            way: Way::of(flags),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hipify_toolchain::{Toolchain, ToolchainOptions, Wanted};
    use std::process::Command;

    /// A code object with two kernels, its layout written anew in C.
    const SOURCE: &str = r#"
        struct Kernel { const char *name; void *run, *step, *thread; unsigned states, parameters; const char *waits;
                        const void *list; unsigned frame, shared, flags, threads; const unsigned short *loops, *depths; const char *const *places; };
        static char waits[] = {0, 1};
        static struct Kernel kernels[] = {
            {"_Z1ai", waits, waits, 0, 2, 1, waits, waits, 640, 128, 9, 256, 0},
            {"_Z1bv", 0, 0, waits, 1, 0, waits, waits, 0, 0, 4, 0, 0}};
        struct Table { unsigned version, kernel_count; struct Kernel *kernels; unsigned variable_count, reserved;
                       void *variables; const char *features; };
        struct Table __hipify_code_object = {VERSION, 2, kernels, 0, 0, 0, "avx2 fma"};
    "#;

    fn code_object(version: u32) -> Vec<u8> {
        let folder = tempfile::tempdir().unwrap();
        let (source, object) = (folder.path().join("a.c"), folder.path().join("a.so"));
        std::fs::write(&source, SOURCE).unwrap();
        let clang = Toolchain::find(&ToolchainOptions::default(), Wanted::GPU).expect("`make setup` installs clang").clang;
        let mut command = Command::new(clang.path);
        command.args(["-x", "c", "-shared", "-fPIC", "-fuse-ld=lld", "-nostdlib"]).arg(format!("-DVERSION={version}"));
        assert!(command.arg(source).arg("-o").arg(&object).status().unwrap().success());
        std::fs::read(object).unwrap()
    }

    #[test]
    fn kernels_are_read_from_the_table_without_loading_it() {
        let cpu = parse(&code_object(abi::VERSION)).unwrap().unwrap();
        assert_eq!((cpu.version, cpu.features.as_str()), (abi::VERSION, "avx2 fma"));
        let a = CpuKernel {
            name: "_Z1ai".into(),
            regions: 2,
            frame: 640,
            shared: 128,
            dynamic_shared: true,
            parameters: 1,
            max_threads: 256,
            way: Way::Warps,
        };
        let b = CpuKernel { name: "_Z1bv".into(), regions: 1, way: Way::Fibers, ..CpuKernel::default() };
        assert_eq!(cpu.kernels, [a, b]);
    }

    #[test]
    fn kernels_of_another_layout_are_not_guessed_at() {
        let cpu = parse(&code_object(abi::VERSION + 1)).unwrap().unwrap();
        assert_eq!(cpu, Cpu { version: abi::VERSION + 1, ..Cpu::default() });
    }

    #[test]
    fn no_cut_or_damaged_code_object_ends_the_program() {
        let bytes = code_object(abi::VERSION);
        for length in (0..bytes.len()).step_by(7) {
            let _ = parse(&bytes[..length]);
        }
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 0xff;
            let _ = parse(&damaged);
        }
    }
}
