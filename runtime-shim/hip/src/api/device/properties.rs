//! The CPU as a HIP device: its properties, and the devices that a program may choose by them.

use std::ffi::{c_char, c_int};

use crate::device::processor::processor;
use crate::entry;
use crate::entry::{Outcome, give};
use crate::environment::{self, shown_as};
use crate::kernel::launch::MAX_GRID;
use crate::memory::rectangle::MAX_PITCH;
use crate::texture::limits;
use crate::types::error::{hipErrorInvalidDevice, hipErrorInvalidValue};
use crate::types::properties::{hipDeviceArch_t, hipDeviceProp_tR0000, hipDeviceProp_tR0600, hipUUID};

/// Major and minor version of what devices can do, as of gfx90a, which host passes for the CPU compile for.
pub(crate) const CAPABILITY: (c_int, c_int) = (9, 0);

/// AMD's name of what is no GPU: `rocm_agent_enumerator` gives it to the processor. Programs expect a name that begins so.
const ARCH_NAME: &str = "gfx000";

/// Bytes of shared memory of a block, static and dynamic.
pub const SHARED_BYTES: usize = crate::kernel::launch::MAX_SHARED;

/// Threads that are counted for one worker, AMD's number; it decides what occupancy functions answer.
pub const THREADS_PER_MULTIPROCESSOR: c_int = 2048;

/// Blocks that are counted for one worker.
pub const BLOCKS_PER_MULTIPROCESSOR: c_int = 32;

/// The rate of `clock()` and `wall_clock64()` in kernels, in kHz: they count nanoseconds.
pub const CLOCK_RATE: c_int = 1_000_000;

/// Registers that a block is said to have. Nothing depends on it: the compiler spills to memory.
const REGISTERS: c_int = 65536;

/// Every feature of `hipDeviceArch_t` but the last, dynamic parallelism, which HIP has nowhere.
const FEATURES: hipDeviceArch_t = hipDeviceArch_t((1 << 16) - 1);

/// Checks a device's number.
///
/// # Errors
/// `hipErrorInvalidDevice` where there is no such device.
pub fn check(device: c_int) -> Outcome<usize> {
    usize::try_from(device).ok().filter(|&device| device < environment::device_count()).ok_or(hipErrorInvalidDevice)
}

/// What a device is; all devices differ only in their numbers on the bus and their identities.
pub fn of(device: usize) -> hipDeviceProp_tR0600 {
    let mut properties = hipDeviceProp_tR0600::zeroed();
    identity(&mut properties, device);
    sizes(&mut properties);
    abilities(&mut properties);
    images(&mut properties);
    properties
}

/// A device's identity: 8 bytes of the machine, 8 of the device.
pub fn uuid(device: usize) -> hipUUID {
    let mut bytes = [0; 16];
    let halves = processor().identity.to_be_bytes().into_iter().chain((device as u64).to_be_bytes());
    for (byte, value) in bytes.iter_mut().zip(halves) {
        *byte = value as c_char;
    }
    hipUUID { bytes }
}

fn identity(properties: &mut hipDeviceProp_tR0600, device: usize) {
    write_text(&mut properties.name, &processor().name);
    match shown_as() {
        Some(version) => {
            write_text(&mut properties.gcnArchName, &version.name());
            (properties.major, properties.minor) = (version.major.into(), version.minor.into());
        }
        None => {
            write_text(&mut properties.gcnArchName, ARCH_NAME);
            (properties.major, properties.minor) = CAPABILITY;
        }
    }
    properties.uuid = uuid(device);
    properties.pciBusID = device as c_int + 1;
    properties.multiGpuBoardGroupID = device as c_int;
}

fn sizes(properties: &mut hipDeviceProp_tR0600) {
    properties.totalGlobalMem = processor().memory;
    properties.totalConstMem = c_int::MAX as usize;
    properties.sharedMemPerBlock = SHARED_BYTES;
    properties.sharedMemPerBlockOptin = SHARED_BYTES;
    properties.sharedMemPerMultiprocessor = SHARED_BYTES;
    properties.maxSharedMemoryPerMultiProcessor = SHARED_BYTES;
    properties.regsPerBlock = REGISTERS;
    properties.regsPerMultiprocessor = REGISTERS;
    properties.warpSize = environment::wave_size() as c_int;
    properties.maxThreadsPerBlock = hipify_abi::MAX_THREADS as c_int;
    properties.maxThreadsDim = [hipify_abi::MAX_THREADS as c_int; 3];
    properties.maxGridSize = MAX_GRID.map(|blocks| blocks as c_int);
    properties.maxThreadsPerMultiProcessor = THREADS_PER_MULTIPROCESSOR;
    properties.maxBlocksPerMultiProcessor = BLOCKS_PER_MULTIPROCESSOR;
    properties.multiProcessorCount = environment::threads() as c_int;
    properties.clockRate = CLOCK_RATE;
    properties.clockInstructionRate = CLOCK_RATE;
    properties.memPitch = MAX_PITCH;
    // What the machine's memory runs at it does not say; programs that let kernels wait take it for the clock of these.
    properties.memoryClockRate = CLOCK_RATE;
    properties.memoryBusWidth = 64;
    properties.l2CacheSize = c_int::try_from(processor().second_level_cache).unwrap_or(c_int::MAX);
    properties.singleToDoublePrecisionPerfRatio = 2;
    properties.asyncEngineCount = 1;
}

fn abilities(properties: &mut hipDeviceProp_tR0600) {
    properties.arch = FEATURES;
    for able in [
        &mut properties.integrated,
        &mut properties.deviceOverlap,
        &mut properties.canMapHostMemory,
        &mut properties.concurrentKernels,
        &mut properties.unifiedAddressing,
        &mut properties.streamPrioritiesSupported,
        &mut properties.globalL1CacheSupported,
        &mut properties.localL1CacheSupported,
        &mut properties.managedMemory,
        &mut properties.hostNativeAtomicSupported,
        &mut properties.pageableMemoryAccess,
        &mut properties.pageableMemoryAccessUsesHostPageTables,
        &mut properties.concurrentManagedAccess,
        &mut properties.directManagedMemAccessFromHost,
        &mut properties.computePreemptionSupported,
        &mut properties.canUseHostPointerForRegisteredMem,
        &mut properties.cooperativeLaunch,
        &mut properties.hostRegisterSupported,
        &mut properties.hostRegisterReadOnlySupported,
        &mut properties.memoryPoolsSupported,
        &mut properties.unifiedFunctionPointers,
        &mut properties.isLargeBar,
    ] {
        *able = 1;
    }
}

/// Limits of arrays and textures, as of [`limits`].
fn images(properties: &mut hipDeviceProp_tR0600) {
    properties.textureAlignment = limits::ALIGNMENT;
    properties.texturePitchAlignment = 256;
    properties.surfaceAlignment = 256;
    properties.maxTexture1D = limits::MAX_1D;
    properties.maxTexture1DMipmap = 32768;
    properties.maxTexture1DLinear = limits::MAX_LINEAR;
    properties.maxTexture2D = limits::MAX_2D;
    properties.maxTexture2DMipmap = [32768, 32768];
    properties.maxTexture2DLinear = [131_072, 65000, 2_097_120];
    properties.maxTexture2DGather = [32768, 32768];
    properties.maxTexture3D = limits::MAX_3D;
    properties.maxTexture3DAlt = [8192, 8192, 32768];
    properties.maxTextureCubemap = 32768;
    properties.maxTexture1DLayered = [32768, 2048];
    properties.maxTexture2DLayered = [32768, 32768, 2048];
    properties.maxTextureCubemapLayered = [32768, 2046];
    properties.maxSurface1D = 32768;
    properties.maxSurface2D = [131_072, 65536];
    properties.maxSurface3D = [16384; 3];
    properties.maxSurface1DLayered = [32768, 2048];
    properties.maxSurface2DLayered = [32768, 32768, 2048];
    properties.maxSurfaceCubemap = 32768;
    properties.maxSurfaceCubemapLayered = [32768, 2046];
}

/// A text in a fixed array, cut where it is too long, with a null byte at its end.
pub fn write_text(target: &mut [c_char], text: &str) {
    target.fill(0);
    let room = target.len().saturating_sub(1);
    for (byte, value) in target.iter_mut().zip(text.bytes().take(room)) {
        *byte = value as c_char;
    }
}

/// The first device that has what is asked for; a field that is zero asks for nothing. Falls back to the first device.
fn choose(asked: &hipDeviceProp_tR0600) -> usize {
    let fits = |device: &usize| {
        let has = of(*device);
        asked.totalGlobalMem <= has.totalGlobalMem
            && asked.sharedMemPerBlock <= has.sharedMemPerBlock
            && asked.maxThreadsPerBlock <= has.maxThreadsPerBlock
            && asked.multiProcessorCount <= has.multiProcessorCount
            && (asked.major, asked.minor) <= (has.major, has.minor)
    };
    (0..environment::device_count()).find(fits).unwrap_or(0)
}

entry! {
    /// A device's properties in the layout since HIP 6.0.
    fn hipGetDevicePropertiesR0600(properties: *mut hipDeviceProp_tR0600, device: c_int) {
        if properties.is_null() {
            return Err(hipErrorInvalidValue);
        }
        give(properties, of(check(device)?))
    }

    /// A device's properties in the layout before HIP 6.0.
    fn hipGetDevicePropertiesR0000(properties: *mut hipDeviceProp_tR0000, device: c_int) {
        if properties.is_null() {
            return Err(hipErrorInvalidValue);
        }
        give(properties, hipDeviceProp_tR0000::from(&of(check(device)?)))
    }

    /// As programs built before HIP 6.0 call it: in the layout of that time.
    fn hipGetDeviceProperties(properties: *mut hipDeviceProp_tR0000, device: c_int) {
        if properties.is_null() {
            return Err(hipErrorInvalidValue);
        }
        give(properties, hipDeviceProp_tR0000::from(&of(check(device)?)))
    }

    /// The device that fits best what is asked for.
    fn hipChooseDeviceR0600(device: *mut c_int, properties: *const hipDeviceProp_tR0600) {
        let asked = properties.as_ref().ok_or(hipErrorInvalidValue)?;
        give(device, choose(asked) as c_int)
    }

    /// The device that fits best what is asked for in the layout before HIP 6.0.
    fn hipChooseDeviceR0000(device: *mut c_int, properties: *const hipDeviceProp_tR0000) {
        let asked = properties.as_ref().ok_or(hipErrorInvalidValue)?;
        give(device, choose(&hipDeviceProp_tR0600::from(asked)) as c_int)
    }

    /// As programs built before HIP 6.0 call it.
    fn hipChooseDevice(device: *mut c_int, properties: *const hipDeviceProp_tR0000) {
        let asked = properties.as_ref().ok_or(hipErrorInvalidValue)?;
        give(device, choose(&hipDeviceProp_tR0600::from(asked)) as c_int)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::error::hipSuccess;

    #[test]
    fn both_layouts_tell_the_same() {
        let (mut new, mut old) = (hipDeviceProp_tR0600::zeroed(), hipDeviceProp_tR0000::zeroed());
        // SAFETY: the pointers lead to local variables.
        unsafe {
            assert_eq!(hipGetDevicePropertiesR0600(&raw mut new, 0), hipSuccess);
            assert_eq!(hipGetDeviceProperties(&raw mut old, 0), hipSuccess);
        }
        assert_eq!((new.warpSize, new.totalGlobalMem, new.name), (old.warpSize, old.totalGlobalMem, old.name));
        assert!(new.totalGlobalMem > 0 && new.multiProcessorCount > 0);
    }

    #[test]
    fn a_device_that_is_not_there_and_a_null_pointer_are_told_apart() {
        let mut properties = hipDeviceProp_tR0600::zeroed();
        // SAFETY: the pointer leads to a local variable or is null.
        unsafe {
            assert_eq!(hipGetDevicePropertiesR0600(&raw mut properties, 99), hipErrorInvalidDevice);
            assert_eq!(hipGetDevicePropertiesR0600(&raw mut properties, -1), hipErrorInvalidDevice);
            assert_eq!(hipGetDevicePropertiesR0600(std::ptr::null_mut(), 0), hipErrorInvalidValue);
        }
    }

    #[test]
    fn a_long_text_is_cut_and_ends_with_a_null_byte() {
        let mut room = [1; 4];
        write_text(&mut room, "abcdef");
        assert_eq!(room.map(|byte| byte as u8), *b"abc\0");
    }
}
