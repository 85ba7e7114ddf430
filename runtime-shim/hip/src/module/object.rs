//! Loads a CPU code object into the process and finds its kernels and variables.

use std::ffi::{CStr, CString, c_void};
use std::fs::File;
use std::io::Write;
use std::os::fd::{AsRawFd, FromRawFd};
use std::sync::{Arc, Mutex, MutexGuard, Once, OnceLock, PoisonError};

use crate::check::{self, shadow, undefined};
use crate::environment;
use crate::memory::{self, ATTACH_GLOBAL, MemoryKind, Range};
use crate::record;
use hipify_abi::checks::{Apart, ApartTable, Assumed, AssumedTable};
use hipify_abi::{Kernel, LANES_SYMBOL, TABLE_SYMBOL, Table, VERSION, Variable, checks};
use hipify_entry::loaded::loader_error;

/// What clang adds to the name of a managed variable for the memory that code objects have for it.
pub(crate) const MANAGED: &[u8] = b".managed";

/// A loaded code object.
#[derive(Debug)]
pub(crate) struct Object {
    handle: *mut c_void,
    table: *const Table,
    /// Set where its variables are in the table of memory.
    has_known_variables: OnceLock<()>,
    /// What its code is checked for, by [`checks`]' bits.
    checks: OnceLock<u32>,
    /// The address of its [`AssumedTable`]; 0 for none.
    assumed: OnceLock<usize>,
    /// That of its [`ApartTable`].
    apart: OnceLock<usize>,
    /// What the loader has read. The loader knows objects by their names, so that the descriptor's number must stay taken while
    /// this one is loaded.
    _file: File,
}

// SAFETY: the table is constant; the loader's functions may be called from any thread.
unsafe impl Send for Object {}
// SAFETY: the table is constant; the loader's functions may be called from any thread.
unsafe impl Sync for Object {}

/// A kernel of a loaded code object.
#[derive(Clone)]
pub(crate) struct KernelRef {
    kernel: *const Kernel,
    /// Keeps the code loaded; none for code that is never unloaded.
    object: Option<Arc<Object>>,
}

// SAFETY: a kernel's description is constant.
unsafe impl Send for KernelRef {}
// SAFETY: a kernel's description is constant.
unsafe impl Sync for KernelRef {}

impl KernelRef {
    /// # Safety
    /// `kernel` leads to a row of the kernel table of `object`.
    pub(crate) unsafe fn new(kernel: *const Kernel, object: Arc<Object>) -> KernelRef {
        KernelRef { kernel, object: Some(object) }
    }

    /// A kernel of a library that stays loaded.
    pub(crate) fn of_library(kernel: &'static Kernel) -> KernelRef {
        KernelRef { kernel, object: None }
    }

    pub(crate) fn get(&self) -> &Kernel {
        // SAFETY: the object is loaded as long as `self` is there.
        unsafe { &*self.kernel }
    }

    /// Whether its code follows what is undefined.
    pub(crate) fn follows_undefined(&self) -> bool {
        self.object.as_ref().and_then(|object| object.checks.get()).is_some_and(|checks| checks & checks::INIT != 0)
    }

    /// Whether its code tells of its accesses.
    pub(crate) fn tells_accesses(&self) -> bool {
        self.object.as_ref().and_then(|object| object.checks.get()).is_some_and(|checks| checks & checks::RACE != 0)
    }

    /// Whether its code checks that its accesses are in bounds.
    pub(crate) fn checks_accesses(&self) -> bool {
        self.object.as_ref().and_then(|object| object.checks.get()).is_some_and(|checks| checks & checks::MEMORY != 0)
    }

    /// What it asks of launches, with its code for those of which all answers are right.
    pub(crate) fn apart(&self) -> Option<(&Apart, Option<KernelRef>)> {
        let (object, number) = self.row()?;
        let all = object.apart();
        let found = &all[all.binary_search_by_key(&number, |one| one.kernel as usize).ok()?];
        Some((found, copy(object, found.copy)))
    }

    /// Its code object, and its number there.
    fn row(&self) -> Option<(&Arc<Object>, usize)> {
        let object = self.object.as_ref()?;
        Some((object, (self.kernel as usize).wrapping_sub(object.kernels().as_ptr() as usize) / size_of::<Kernel>()))
    }

    /// What is known of its accesses, with its code for launches of which more is known.
    pub(crate) fn assumed(&self) -> Option<(&Assumed, Option<KernelRef>)> {
        let (object, number) = self.row()?;
        let all = object.assumed();
        let found = &all[all.binary_search_by_key(&number, |one| one.kernel as usize).ok()?];
        Some((found, copy(object, found.copy)))
    }

    /// Mangled.
    pub(crate) fn name(&self) -> &CStr {
        // SAFETY: the object's names are null-terminated.
        unsafe { CStr::from_ptr(self.get().name) }
    }
}

/// A copy of a kernel, where there is one.
fn copy(object: &Arc<Object>, kernel: *const Kernel) -> Option<KernelRef> {
    // SAFETY: it is this object's, and none of its tables is unloaded before.
    (!kernel.is_null()).then(|| unsafe { KernelRef::new(kernel, object.clone()) })
}

/// Why an object could not be loaded.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ObjectError {
    #[error("cannot store the CPU code object: {0}")]
    Store(#[from] std::io::Error),
    #[error("cannot load the CPU code object: {0}")]
    Load(String),
    #[error("it is no CPU code object: it has no `{TABLE_SYMBOL}`; build it with `--offload-arch cpu`")]
    NoTable,
    #[error("it is checked code, and there is no room for its shadow memory: {0}; build it without `--checks`")]
    Shadow(&'static str),
    #[error("the CPU code object is of version {0}, this runtime of version {VERSION}; build the program again")]
    Version(u32),
    #[error(
        "the CPU code object is for warps of {0} lanes, and they have {lanes} here; set `HIPIFY_WAVE_SIZE={0}`, or build it again without relocatable device code",
        lanes = environment::wave_size()
    )]
    Lanes(u32),
    #[error(
        "the CPU code object needs the processor features {0}, which this processor lacks; build the program again on this machine"
    )]
    Processor(String),
}

/// A variable of an object: where it is, and bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DeviceVariable {
    pub(crate) address: *mut c_void,
    pub(crate) size: usize,
}

impl Object {
    /// Loads an ELF shared object. Every call makes a copy of its own.
    pub(crate) fn load(code: &[u8]) -> Result<Arc<Object>, ObjectError> {
        make_runtime_global();
        let (path, file) = store(code)?;
        let handle = {
            let _one = loader();
            // SAFETY: the object's constructors are those of compiled device code.
            let handle = unsafe { libc::dlopen(path.as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL) };
            if handle.is_null() {
                return Err(ObjectError::Load(loader_error()));
            }
            handle
        };
        let mut object = Object {
            handle,
            table: std::ptr::null(),
            has_known_variables: OnceLock::new(),
            checks: OnceLock::new(),
            assumed: OnceLock::new(),
            apart: OnceLock::new(),
            _file: file,
        };
        let name = CString::new(TABLE_SYMBOL).unwrap_or_default();
        // SAFETY: the handle is open.
        object.table = unsafe { libc::dlsym(handle, name.as_ptr()) }.cast();
        object.check()?;
        Ok(Arc::new(object))
    }

    fn check(&self) -> Result<(), ObjectError> {
        if self.table.is_null() {
            return Err(ObjectError::NoTable);
        }
        // SAFETY: every version's table begins with its version.
        let version = unsafe { (*self.table).version };
        if version != VERSION {
            return Err(ObjectError::Version(version));
        }
        // SAFETY: null or null-terminated by the layout.
        let features = unsafe { (*self.table).processor_features.as_ref().map(|features| CStr::from_ptr(features)) };
        let features = features.unwrap_or_default().to_string_lossy();
        let lacking: Vec<&str> = features.split_whitespace().filter(|feature| !processor_has(feature)).collect();
        if !lacking.is_empty() {
            return Err(ObjectError::Processor(lacking.join(", ")));
        }
        self.reserve_shadow()?;
        self.lanes()
            .filter(|&lanes| lanes != environment::settled_wave_size())
            .map_or(Ok(()), |lanes| Err(ObjectError::Lanes(lanes)))
    }

    /// Checked code reads shadow memory, whether a tool is on or not.
    fn reserve_shadow(&self) -> Result<(), ObjectError> {
        let name = CString::new(checks::CHECKS_SYMBOL).unwrap_or_default();
        // SAFETY: the handle is open.
        let checks = unsafe { libc::dlsym(self.handle, name.as_ptr()) }.cast::<u32>();
        // SAFETY: null, or a variable of an object that is loaded, of this size.
        let checks = unsafe { checks.as_ref() }.copied().unwrap_or(0);
        if checks & checks::MEMORY != 0 {
            shadow::reserve().map_err(ObjectError::Shadow)?;
        }
        if checks & checks::INIT != 0 {
            undefined::reserve().map_err(ObjectError::Shadow)?;
        }
        let _ = self.checks.set(checks);
        Ok(())
    }

    /// The lanes of the warps that it is for, where it is for those of one size alone.
    fn lanes(&self) -> Option<u32> {
        let name = CString::new(LANES_SYMBOL).ok()?;
        let variable = self.variable(&name).filter(|variable| variable.size == size_of::<u32>())?;
        // SAFETY: a variable of an object that is loaded, of this size.
        Some(unsafe { variable.address.cast::<u32>().read() })
    }

    pub(crate) fn kernel(self: &Arc<Object>, name: &CStr) -> Option<KernelRef> {
        // SAFETY: names are null-terminated.
        let kernel = self.kernels().iter().find(|kernel| unsafe { CStr::from_ptr(kernel.name) } == name)?;
        // SAFETY: it is this object's.
        Some(unsafe { KernelRef::new(kernel, self.clone()) })
    }

    pub(crate) fn variable(&self, name: &CStr) -> Option<DeviceVariable> {
        self.places().find(|place| place.0 == name).map(|place| place.1)
    }

    /// All variables by their names.
    pub(crate) fn places(&self) -> impl Iterator<Item = (&CStr, DeviceVariable)> {
        self.variables().iter().map(|variable| {
            // SAFETY: names are null-terminated.
            let name = unsafe { CStr::from_ptr(variable.name) };
            (name, DeviceVariable { address: variable.address, size: variable.size as usize })
        })
    }

    /// Makes the memory of its variables known as a device's, until it is unloaded.
    pub(crate) fn add_variables(&self, device: usize) {
        for variable in self.variables().iter().filter(|variable| variable.size > 0) {
            let (start, size) = (variable.address as usize, variable.size as usize);
            // SAFETY: names are null-terminated.
            let name = unsafe { CStr::from_ptr(variable.name) };
            // The host may use managed ones as well.
            let flags = if name.to_bytes().ends_with(MANAGED) { ATTACH_GLOBAL } else { 0 };
            memory::add(Range { start, size, kind: MemoryKind::Variable, device, flags });
            record::born_variable(name, start, size);
        }
        let _ = self.has_known_variables.set(());
    }

    pub(crate) fn kernels(&self) -> &[Kernel] {
        // SAFETY: `check` has found the table of the right version.
        unsafe { list((*self.table).kernels, (*self.table).kernel_count) }
    }

    /// What is known of its kernels.
    fn assumed(&self) -> &[Assumed] {
        let table = self.table(&self.assumed, checks::ASSUMED_SYMBOL);
        // SAFETY: null, or a table of an object that is loaded, of the right version.
        unsafe { (table as *const AssumedTable).as_ref().map_or(&[], |table| list(table.first, table.count)) }
    }

    /// What its kernels ask of launches.
    fn apart(&self) -> &[Apart] {
        let table = self.table(&self.apart, checks::APART_SYMBOL);
        // SAFETY: null, or a table of an object that is loaded, of the right version.
        unsafe { (table as *const ApartTable).as_ref().map_or(&[], |table| list(table.first, table.count)) }
    }

    /// The address of a table of checked code, which is looked for once; 0 for none.
    fn table(&self, known: &OnceLock<usize>, name: &str) -> usize {
        *known.get_or_init(|| {
            let name = CString::new(name).unwrap_or_default();
            // SAFETY: the handle is open.
            unsafe { libc::dlsym(self.handle, name.as_ptr()) as usize }
        })
    }

    pub(crate) fn variables(&self) -> &[Variable] {
        // SAFETY: `check` has found the table of the right version.
        unsafe { list((*self.table).variables, (*self.table).variable_count) }
    }
}

impl Drop for Object {
    fn drop(&mut self) {
        if self.has_known_variables.get().is_some() {
            self.variables().iter().for_each(|variable| memory::remove_of(variable.address, MemoryKind::Variable));
        }
        // Findings name places in its code to the end of the process.
        if check::any() {
            return;
        }
        let _one = loader();
        // SAFETY: whoever runs its code or holds its variables holds the object.
        unsafe { libc::dlclose(self.handle) };
    }
}

/// One thread at a time loads or unloads. The loader sees to that too, but no sanitizer sees the loader: an object may come to
/// lie where another one was.
fn loader() -> MutexGuard<'static, ()> {
    static ONE: Mutex<()> = Mutex::new(());
    ONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// # Safety
/// `first` is valid for reads of `count` elements for `'a`, where `count` is above 0: the object stays loaded so long.
pub(crate) unsafe fn list<'a, T>(first: *const T, count: u32) -> &'a [T] {
    if first.is_null() || count == 0 {
        return &[];
    }
    // SAFETY: `first` is valid for `count` elements.
    unsafe { std::slice::from_raw_parts(first, count as usize) }
}

/// Puts code where the loader and debuggers can read it: in memory, so that nothing is left of a process that crashes.
fn store(code: &[u8]) -> Result<(CString, File), ObjectError> {
    // SAFETY: a plain call; the file is owned by `File` from here on.
    let mut file = unsafe {
        let file = libc::memfd_create(c"hipify-code-object".as_ptr(), libc::MFD_CLOEXEC);
        if file < 0 {
            return Err(std::io::Error::last_os_error().into());
        }
        File::from_raw_fd(file)
    };
    file.write_all(code)?;
    // Not `/proc/self`: a debugger, which opens the file by this name too, is another process.
    let path = CString::new(format!("/proc/{}/fd/{}", std::process::id(), file.as_raw_fd())).unwrap_or_default();
    Ok((path, file))
}

/// Code objects call functions of this library, so that its symbols must be global, also when a program has loaded it for
/// itself alone (as Python does).
fn make_runtime_global() {
    static DONE: Once = Once::new();
    DONE.call_once(|| {
        // SAFETY: plain calls; the address is of this library.
        unsafe {
            let mut here: libc::Dl_info = std::mem::zeroed();
            if libc::dladdr(make_runtime_global as *const c_void, &mut here) != 0 {
                libc::dlopen(here.dli_fname, libc::RTLD_NOW | libc::RTLD_GLOBAL | libc::RTLD_NOLOAD);
            }
        }
    });
}

/// Whether this processor has a feature, by the names that Rust has for features. Names that are not known count as there:
/// what the loader and the processor say is clearer than a guess.
fn processor_has(feature: &str) -> bool {
    macro_rules! has {
        ($($name:tt)*) => {
            match feature {
                $($name => std::arch::is_x86_feature_detected!($name),)*
                _ => true,
            }
        };
    }
    has!("sse3" "ssse3" "sse4.1" "sse4.2" "popcnt" "avx" "avx2" "fma" "bmi1" "bmi2" "f16c" "lzcnt" "movbe" "aes" "pclmulqdq" "sha"
        "avx512f" "avx512bw" "avx512cd" "avx512dq" "avx512vl" "avx512vnni" "avx512bf16" "avx512vbmi" "avx512vbmi2" "avx512bitalg"
        "avx512vpopcntdq" "avx512ifma" "avx512fp16" "gfni" "vaes" "vpclmulqdq")
}
