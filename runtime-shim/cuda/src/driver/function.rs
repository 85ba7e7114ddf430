//! Functions: hints, and occupancy with a callback.

use std::ffi::c_void;

use crate::entry::give;
use crate::generated::STATUS_DRIVER;

/// `CUDA_ERROR_INVALID_VALUE`.
const INVALID_VALUE: i32 = 1;

/// `CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES`, `CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT`.
const DYNAMIC_SHARED: i32 = 8;
const CARVEOUT: i32 = 9;

/// Bytes of shared memory that a block can have on AMD's GPUs (64 KiB of LDS in every generation).
const MOST_SHARED: i32 = 65536;

/// Bytes of shared memory for a number of threads.
type SharedOfBlock = Option<unsafe extern "C" fn(i32) -> u64>;

own! {
    Driver:

    /// Shared memory needs no leave on AMD's GPUs; the carveout is a hint.
    fn cuFuncSetAttribute(hfunc: *mut c_void, attrib: i32, value: i32) -> i32 {
        match attrib {
            _ if hfunc.is_null() => INVALID_VALUE,
            DYNAMIC_SHARED if value <= MOST_SHARED => 0,
            CARVEOUT => 0,
            _ => INVALID_VALUE,
        }
    }

    fn cuKernelSetAttribute(attrib: i32, val: i32, kernel: *mut c_void, dev: i32) -> i32 {
        let _ = dev;
        cuFuncSetAttribute(kernel, attrib, val)
    }

    /// A hint: there is one way to split memory on AMD's GPUs.
    fn cuFuncSetCacheConfig(hfunc: *mut c_void, config: i32) -> i32 {
        let _ = config;
        if hfunc.is_null() { INVALID_VALUE } else { 0 }
    }

    fn cuFuncSetSharedMemConfig(hfunc: *mut c_void, config: i32) -> i32 {
        let _ = config;
        if hfunc.is_null() { INVALID_VALUE } else { 0 }
    }

    /// Modules are loaded whole.
    fn cuFuncLoad(function: *mut c_void) -> i32 {
        if function.is_null() { INVALID_VALUE } else { 0 }
    }

    fn cuFuncIsLoaded(state: *mut i32, function: *mut c_void) -> i32 {
        // `CU_FUNCTION_LOADING_STATE_LOADED`.
        if function.is_null() { INVALID_VALUE } else { give(state, 1, INVALID_VALUE) }
    }

    fn cuModuleGetLoadingMode(mode: *mut i32) -> i32 {
        // `CU_MODULE_EAGER_LOADING`.
        give(mode, 1, INVALID_VALUE)
    }

    fn cuOccupancyMaxPotentialBlockSize(
        minGridSize: *mut i32,
        blockSize: *mut i32,
        func: *mut c_void,
        blockSizeToDynamicSMemSize: SharedOfBlock,
        dynamicSMemSize: u64,
        blockSizeLimit: i32,
    ) -> i32 {
        let shared = match blockSizeToDynamicSMemSize {
            // The largest block that HIP proposes without shared memory, asked for its own.
            Some(of_block) => of_block(1024),
            None => dynamicSMemSize,
        };
        STATUS_DRIVER.to_cuda(hip!(hipModuleOccupancyMaxPotentialBlockSize(
            minGridSize => *mut i32,
            blockSize => *mut i32,
            func => *mut c_void,
            shared => u64,
            blockSizeLimit => i32,
        )))
    }

    fn cuOccupancyMaxPotentialBlockSizeWithFlags(
        minGridSize: *mut i32,
        blockSize: *mut i32,
        func: *mut c_void,
        blockSizeToDynamicSMemSize: SharedOfBlock,
        dynamicSMemSize: u64,
        blockSizeLimit: i32,
        flags: u32,
    ) -> i32 {
        let _ = flags;
        cuOccupancyMaxPotentialBlockSize(
            minGridSize,
            blockSize,
            func,
            blockSizeToDynamicSMemSize,
            dynamicSMemSize,
            blockSizeLimit,
        )
    }
}
