//! What a device is, in the two layouts that HIP has had (hip_runtime_api.h of 6.4, hip_deprecated.h), and each from the other.

#![allow(non_camel_case_types, non_snake_case)]

use std::ffi::{c_char, c_int, c_uint};

/// A device's identity.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct hipUUID {
    pub bytes: [c_char; 16],
}

/// One bit a feature, in the order of `hipDeviceArch_t`'s fields, lowest first; `hasGlobalInt32Atomics` is bit 0.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct hipDeviceArch_t(pub c_uint);

/// The layout since HIP 6.0.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct hipDeviceProp_tR0600 {
    pub name: [c_char; 256],
    pub uuid: hipUUID,
    pub luid: [c_char; 8],
    pub luidDeviceNodeMask: c_uint,
    pub totalGlobalMem: usize,
    pub sharedMemPerBlock: usize,
    pub regsPerBlock: c_int,
    pub warpSize: c_int,
    pub memPitch: usize,
    pub maxThreadsPerBlock: c_int,
    pub maxThreadsDim: [c_int; 3],
    pub maxGridSize: [c_int; 3],
    pub clockRate: c_int,
    pub totalConstMem: usize,
    pub major: c_int,
    pub minor: c_int,
    pub textureAlignment: usize,
    pub texturePitchAlignment: usize,
    pub deviceOverlap: c_int,
    pub multiProcessorCount: c_int,
    pub kernelExecTimeoutEnabled: c_int,
    pub integrated: c_int,
    pub canMapHostMemory: c_int,
    pub computeMode: c_int,
    pub maxTexture1D: c_int,
    pub maxTexture1DMipmap: c_int,
    pub maxTexture1DLinear: c_int,
    pub maxTexture2D: [c_int; 2],
    pub maxTexture2DMipmap: [c_int; 2],
    pub maxTexture2DLinear: [c_int; 3],
    pub maxTexture2DGather: [c_int; 2],
    pub maxTexture3D: [c_int; 3],
    pub maxTexture3DAlt: [c_int; 3],
    pub maxTextureCubemap: c_int,
    pub maxTexture1DLayered: [c_int; 2],
    pub maxTexture2DLayered: [c_int; 3],
    pub maxTextureCubemapLayered: [c_int; 2],
    pub maxSurface1D: c_int,
    pub maxSurface2D: [c_int; 2],
    pub maxSurface3D: [c_int; 3],
    pub maxSurface1DLayered: [c_int; 2],
    pub maxSurface2DLayered: [c_int; 3],
    pub maxSurfaceCubemap: c_int,
    pub maxSurfaceCubemapLayered: [c_int; 2],
    pub surfaceAlignment: usize,
    pub concurrentKernels: c_int,
    pub ECCEnabled: c_int,
    pub pciBusID: c_int,
    pub pciDeviceID: c_int,
    pub pciDomainID: c_int,
    pub tccDriver: c_int,
    pub asyncEngineCount: c_int,
    pub unifiedAddressing: c_int,
    pub memoryClockRate: c_int,
    pub memoryBusWidth: c_int,
    pub l2CacheSize: c_int,
    pub persistingL2CacheMaxSize: c_int,
    pub maxThreadsPerMultiProcessor: c_int,
    pub streamPrioritiesSupported: c_int,
    pub globalL1CacheSupported: c_int,
    pub localL1CacheSupported: c_int,
    pub sharedMemPerMultiprocessor: usize,
    pub regsPerMultiprocessor: c_int,
    pub managedMemory: c_int,
    pub isMultiGpuBoard: c_int,
    pub multiGpuBoardGroupID: c_int,
    pub hostNativeAtomicSupported: c_int,
    pub singleToDoublePrecisionPerfRatio: c_int,
    pub pageableMemoryAccess: c_int,
    pub concurrentManagedAccess: c_int,
    pub computePreemptionSupported: c_int,
    pub canUseHostPointerForRegisteredMem: c_int,
    pub cooperativeLaunch: c_int,
    pub cooperativeMultiDeviceLaunch: c_int,
    pub sharedMemPerBlockOptin: usize,
    pub pageableMemoryAccessUsesHostPageTables: c_int,
    pub directManagedMemAccessFromHost: c_int,
    pub maxBlocksPerMultiProcessor: c_int,
    pub accessPolicyMaxWindowSize: c_int,
    pub reservedSharedMemPerBlock: usize,
    pub hostRegisterSupported: c_int,
    pub sparseHipArraySupported: c_int,
    pub hostRegisterReadOnlySupported: c_int,
    pub timelineSemaphoreInteropSupported: c_int,
    pub memoryPoolsSupported: c_int,
    pub gpuDirectRDMASupported: c_int,
    pub gpuDirectRDMAFlushWritesOptions: c_uint,
    pub gpuDirectRDMAWritesOrdering: c_int,
    pub memoryPoolSupportedHandleTypes: c_uint,
    pub deferredMappingHipArraySupported: c_int,
    pub ipcEventSupported: c_int,
    pub clusterLaunch: c_int,
    pub unifiedFunctionPointers: c_int,
    pub reserved: [c_int; 63],
    pub hipReserved: [c_int; 32],
    pub gcnArchName: [c_char; 256],
    pub maxSharedMemoryPerMultiProcessor: usize,
    pub clockInstructionRate: c_int,
    pub arch: hipDeviceArch_t,
    pub hdpMemFlushCntl: *mut c_uint,
    pub hdpRegFlushCntl: *mut c_uint,
    pub cooperativeMultiDeviceUnmatchedFunc: c_int,
    pub cooperativeMultiDeviceUnmatchedGridDim: c_int,
    pub cooperativeMultiDeviceUnmatchedBlockDim: c_int,
    pub cooperativeMultiDeviceUnmatchedSharedMem: c_int,
    pub isLargeBar: c_int,
    pub asicRevision: c_int,
}

/// The layout before HIP 6.0.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct hipDeviceProp_tR0000 {
    pub name: [c_char; 256],
    pub totalGlobalMem: usize,
    pub sharedMemPerBlock: usize,
    pub regsPerBlock: c_int,
    pub warpSize: c_int,
    pub maxThreadsPerBlock: c_int,
    pub maxThreadsDim: [c_int; 3],
    pub maxGridSize: [c_int; 3],
    pub clockRate: c_int,
    pub memoryClockRate: c_int,
    pub memoryBusWidth: c_int,
    pub totalConstMem: usize,
    pub major: c_int,
    pub minor: c_int,
    pub multiProcessorCount: c_int,
    pub l2CacheSize: c_int,
    pub maxThreadsPerMultiProcessor: c_int,
    pub computeMode: c_int,
    pub clockInstructionRate: c_int,
    pub arch: hipDeviceArch_t,
    pub concurrentKernels: c_int,
    pub pciDomainID: c_int,
    pub pciBusID: c_int,
    pub pciDeviceID: c_int,
    pub maxSharedMemoryPerMultiProcessor: usize,
    pub isMultiGpuBoard: c_int,
    pub canMapHostMemory: c_int,
    pub gcnArch: c_int,
    pub gcnArchName: [c_char; 256],
    pub integrated: c_int,
    pub cooperativeLaunch: c_int,
    pub cooperativeMultiDeviceLaunch: c_int,
    pub maxTexture1DLinear: c_int,
    pub maxTexture1D: c_int,
    pub maxTexture2D: [c_int; 2],
    pub maxTexture3D: [c_int; 3],
    pub hdpMemFlushCntl: *mut c_uint,
    pub hdpRegFlushCntl: *mut c_uint,
    pub memPitch: usize,
    pub textureAlignment: usize,
    pub texturePitchAlignment: usize,
    pub kernelExecTimeoutEnabled: c_int,
    pub ECCEnabled: c_int,
    pub tccDriver: c_int,
    pub cooperativeMultiDeviceUnmatchedFunc: c_int,
    pub cooperativeMultiDeviceUnmatchedGridDim: c_int,
    pub cooperativeMultiDeviceUnmatchedBlockDim: c_int,
    pub cooperativeMultiDeviceUnmatchedSharedMem: c_int,
    pub isLargeBar: c_int,
    pub asicRevision: c_int,
    pub managedMemory: c_int,
    pub directManagedMemAccessFromHost: c_int,
    pub concurrentManagedAccess: c_int,
    pub pageableMemoryAccess: c_int,
    pub pageableMemoryAccessUsesHostPageTables: c_int,
}

// SAFETY of `zeroed` below: every field is an integer, an array of integers or a raw pointer, for which zero is a value.

impl hipDeviceProp_tR0600 {
    /// All zero.
    pub fn zeroed() -> Self {
        // SAFETY: the structure consists of numbers and arrays of numbers, for which zero is a value.
        unsafe { std::mem::zeroed() }
    }
}

impl hipDeviceProp_tR0000 {
    /// All zero.
    pub fn zeroed() -> Self {
        // SAFETY: the structure consists of numbers and arrays of numbers, for which zero is a value.
        unsafe { std::mem::zeroed() }
    }
}

/// Copies the fields that both layouts have under one name.
macro_rules! copy_shared_fields {
    ($target:ident, $source:ident) => {
        copy_shared_fields! { @each $target $source
            name totalGlobalMem sharedMemPerBlock regsPerBlock warpSize maxThreadsPerBlock maxThreadsDim maxGridSize
            clockRate memoryClockRate memoryBusWidth totalConstMem major minor multiProcessorCount l2CacheSize
            maxThreadsPerMultiProcessor computeMode clockInstructionRate arch concurrentKernels pciDomainID pciBusID
            pciDeviceID maxSharedMemoryPerMultiProcessor isMultiGpuBoard canMapHostMemory gcnArchName integrated
            cooperativeLaunch cooperativeMultiDeviceLaunch maxTexture1DLinear maxTexture1D maxTexture2D maxTexture3D
            hdpMemFlushCntl hdpRegFlushCntl memPitch textureAlignment texturePitchAlignment kernelExecTimeoutEnabled
            ECCEnabled tccDriver cooperativeMultiDeviceUnmatchedFunc cooperativeMultiDeviceUnmatchedGridDim
            cooperativeMultiDeviceUnmatchedBlockDim cooperativeMultiDeviceUnmatchedSharedMem isLargeBar asicRevision
            managedMemory directManagedMemAccessFromHost concurrentManagedAccess pageableMemoryAccess
            pageableMemoryAccessUsesHostPageTables
        }
    };
    (@each $target:ident $source:ident $($field:ident)*) => {
        $($target.$field = $source.$field;)*
    };
}

impl From<&hipDeviceProp_tR0600> for hipDeviceProp_tR0000 {
    fn from(new: &hipDeviceProp_tR0600) -> Self {
        let mut old = Self::zeroed();
        copy_shared_fields!(old, new);
        old
    }
}

impl From<&hipDeviceProp_tR0000> for hipDeviceProp_tR0600 {
    /// What the old layout does not say is zero.
    fn from(old: &hipDeviceProp_tR0000) -> Self {
        let mut new = Self::zeroed();
        copy_shared_fields!(new, old);
        new.sharedMemPerMultiprocessor = old.maxSharedMemoryPerMultiProcessor;
        new
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_those_of_the_headers() {
        assert_eq!(size_of::<hipDeviceProp_tR0600>(), 1472);
        assert_eq!(size_of::<hipDeviceProp_tR0000>(), 792);
        assert_eq!(std::mem::offset_of!(hipDeviceProp_tR0600, gcnArchName), 1160);
    }

    #[test]
    fn what_both_layouts_have_survives_the_way_there_and_back() {
        let mut new = hipDeviceProp_tR0600::zeroed();
        (new.warpSize, new.totalGlobalMem, new.maxGridSize) = (64, 1 << 40, [7, 8, 9]);
        let back = hipDeviceProp_tR0600::from(&hipDeviceProp_tR0000::from(&new));
        assert_eq!((back.warpSize, back.totalGlobalMem, back.maxGridSize), (64, 1 << 40, [7, 8, 9]));
    }
}
