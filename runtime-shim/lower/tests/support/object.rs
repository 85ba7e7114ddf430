//! Lowered code, compiled by clang and loaded: its kernels, and what a block needs to run.

#[path = "device.rs"]
mod device;

use device::clang;
#[allow(unused_imports, reason = "not all tests ask")]
pub(crate) use device::has_masks;
pub(crate) use device::{device_code, options};
use hipify_abi::{Context, Exchange, Kernel, TABLE_SYMBOL, Table};
use hipify_lower::Input;
use std::ffi::{CStr, OsStr, c_void};
use std::path::PathBuf;

pub(crate) struct Object {
    #[allow(dead_code, reason = "some tests look up more than kernels")]
    pub(crate) library: libloading::Library,
    pub(crate) table: *const Table,
    /// What became of each kernel.
    #[allow(dead_code, reason = "not all tests read it")]
    pub(crate) report: Vec<String>,
}

impl Object {
    /// Of a HIP source in the folder of the tests.
    #[allow(dead_code, reason = "some tests lower text of their own")]
    pub(crate) fn of_source(name: &str) -> Object {
        Object::of(&device_code(name), None)
    }

    /// Of device code, with a C source where one is named.
    pub(crate) fn of(inputs: &[Input], beside: Option<&str>) -> Object {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| -> PathBuf { folder.path().join(name) };
        let (bitcode, report) = hipify_lower::lower(inputs, &options()).unwrap();
        std::fs::write(at("k.bc"), bitcode).unwrap();
        let mut object = clang();
        object.args(["-O3", "-fPIC", "-shared", "-march=native"]);
        // As `build` has it: the releases that know half of AVX10.1.
        if hipify_lower::llvm::release().is_some_and(|release| (18..=20).contains(&release)) {
            object.arg("-mno-avx10.1-256");
        }
        object.args(["-x", "ir"]).arg(at("k.bc"));
        if let Some(text) = beside {
            std::fs::write(at("beside.c"), text).unwrap();
            object.args([OsStr::new("-x"), OsStr::new("c"), at("beside.c").as_os_str()]);
        }
        assert!(object.arg("-o").arg(at("k.so")).args(["-lmvec", "-lm"]).status().unwrap().success());
        // SAFETY: the library has no initialisers; the symbol has the type that the crate gives it.
        unsafe {
            let library = libloading::Library::new(at("k.so")).unwrap();
            let table = *library.get(TABLE_SYMBOL.as_bytes()).unwrap();
            Object { library, table, report }
        }
    }

    pub(crate) fn kernel(&self, name: &str) -> &Kernel {
        // SAFETY: the table and its strings live as long as the library.
        unsafe {
            let table = &*self.table;
            let kernels = std::slice::from_raw_parts(table.kernels, table.kernel_count as usize);
            kernels.iter().find(|kernel| CStr::from_ptr(kernel.name).to_str() == Ok(name)).unwrap()
        }
    }
}

/// The memory of a block and its context.
pub(crate) struct Block {
    pub(crate) context: Context,
    _frame: Vec<Line>,
    _shared: Vec<Line>,
    _states: Vec<u16>,
    _exchange: Box<Exchange>,
}

impl Block {
    pub(crate) fn new(
        kernel: &Kernel,
        block_dim: [u32; 3],
        grid_dim: [u32; 3],
        warp_size: u32,
        arguments: &[*const c_void],
    ) -> Block {
        let threads = block_dim.iter().product();
        let mut frame = vec![Line([0; 64]); kernel.frame_bytes as usize / 64 + 1];
        let mut shared = vec![Line([0; 64]); kernel.shared_bytes as usize / 64 + 4];
        let mut states = vec![0u16; threads as usize];
        let mut exchange = Box::new(Exchange::EMPTY);
        let context = Context {
            arguments: arguments.as_ptr(),
            block_dim,
            grid_dim,
            block_idx: [0; 3],
            threads,
            warp_size,
            dynamic_shared: 0,
            shared: shared.as_mut_ptr().cast(),
            frame: frame.as_mut_ptr().cast(),
            states: states.as_mut_ptr(),
            exchange: &mut *exchange,
            active: 0,
            ballot: 0,
            phase: 0,
            neighbours: 0,
            private: std::ptr::null_mut(),
        };
        Block { context, _frame: frame, _shared: shared, _states: states, _exchange: exchange }
    }
}

#[derive(Clone)]
#[repr(align(128))]
#[allow(dead_code, reason = "only its size and place count")]
struct Line([u8; 64]);

/// Where an argument lies.
pub(crate) fn address<T>(value: &T) -> *const c_void {
    std::ptr::from_ref(value).cast()
}
