//! Single attributes of a device: each number of `hipDeviceAttribute_t` (hip_runtime_api.h of 6.4) is a field of its properties or
//! a fact of its own.

use std::ffi::{c_int, c_uint};

use crate::api::device::properties;
use crate::entry;
use crate::entry::{Outcome, give};
use crate::types::error::hipErrorInvalidValue;
use crate::types::properties::hipDeviceProp_tR0600;

/// What `hipDeviceGetAttribute` gives of a field: sizes that do not fit are the largest `int`.
trait AsAttribute {
    fn as_attribute(&self) -> c_int;
}

impl AsAttribute for c_int {
    fn as_attribute(&self) -> c_int {
        *self
    }
}

impl AsAttribute for c_uint {
    fn as_attribute(&self) -> c_int {
        c_int::try_from(*self).unwrap_or(c_int::MAX)
    }
}

impl AsAttribute for usize {
    fn as_attribute(&self) -> c_int {
        c_int::try_from(*self).unwrap_or(c_int::MAX)
    }
}

macro_rules! attributes {
    ($($name:ident = $number:literal, |$properties:pat_param| $value:expr;)*) => {
        /// An attribute's value, or none where the number is no attribute.
        fn value(of: &hipDeviceProp_tR0600, attribute: c_int) -> Option<c_int> {
            match attribute {
                $($number => {
                    let $properties = of;
                    Some($value.as_attribute())
                })*
                _ => None,
            }
        }

        /// Every attribute's name, without `hipDeviceAttribute`, and number.
        #[cfg(test)]
        const NAMES: &[(&str, c_int)] = &[$((stringify!($name), $number)),*];
    };
}

attributes! {
    EccEnabled = 0, |properties| properties.ECCEnabled;
    AccessPolicyMaxWindowSize = 1, |properties| properties.accessPolicyMaxWindowSize;
    AsyncEngineCount = 2, |properties| properties.asyncEngineCount;
    CanMapHostMemory = 3, |properties| properties.canMapHostMemory;
    CanUseHostPointerForRegisteredMem = 4, |properties| properties.canUseHostPointerForRegisteredMem;
    ClockRate = 5, |properties| properties.clockRate;
    ComputeMode = 6, |properties| properties.computeMode;
    ComputePreemptionSupported = 7, |properties| properties.computePreemptionSupported;
    ConcurrentKernels = 8, |properties| properties.concurrentKernels;
    ConcurrentManagedAccess = 9, |properties| properties.concurrentManagedAccess;
    CooperativeLaunch = 10, |properties| properties.cooperativeLaunch;
    CooperativeMultiDeviceLaunch = 11, |properties| properties.cooperativeMultiDeviceLaunch;
    DeviceOverlap = 12, |properties| properties.deviceOverlap;
    DirectManagedMemAccessFromHost = 13, |properties| properties.directManagedMemAccessFromHost;
    GlobalL1CacheSupported = 14, |properties| properties.globalL1CacheSupported;
    HostNativeAtomicSupported = 15, |properties| properties.hostNativeAtomicSupported;
    Integrated = 16, |properties| properties.integrated;
    IsMultiGpuBoard = 17, |properties| properties.isMultiGpuBoard;
    KernelExecTimeout = 18, |properties| properties.kernelExecTimeoutEnabled;
    L2CacheSize = 19, |properties| properties.l2CacheSize;
    LocalL1CacheSupported = 20, |properties| properties.localL1CacheSupported;
    LuidDeviceNodeMask = 22, |properties| properties.luidDeviceNodeMask;
    ComputeCapabilityMajor = 23, |properties| properties.major;
    ManagedMemory = 24, |properties| properties.managedMemory;
    MaxBlocksPerMultiProcessor = 25, |properties| properties.maxBlocksPerMultiProcessor;
    MaxBlockDimX = 26, |properties| properties.maxThreadsDim[0];
    MaxBlockDimY = 27, |properties| properties.maxThreadsDim[1];
    MaxBlockDimZ = 28, |properties| properties.maxThreadsDim[2];
    MaxGridDimX = 29, |properties| properties.maxGridSize[0];
    MaxGridDimY = 30, |properties| properties.maxGridSize[1];
    MaxGridDimZ = 31, |properties| properties.maxGridSize[2];
    MaxSurface1D = 32, |properties| properties.maxSurface1D;
    MaxSurface1DLayered = 33, |properties| properties.maxSurface1DLayered[0];
    MaxSurface2D = 34, |properties| properties.maxSurface2D[0];
    MaxSurface2DLayered = 35, |properties| properties.maxSurface2DLayered[0];
    MaxSurface3D = 36, |properties| properties.maxSurface3D[0];
    MaxSurfaceCubemap = 37, |properties| properties.maxSurfaceCubemap;
    MaxSurfaceCubemapLayered = 38, |properties| properties.maxSurfaceCubemapLayered[0];
    MaxTexture1DWidth = 39, |properties| properties.maxTexture1D;
    MaxTexture1DLayered = 40, |properties| properties.maxTexture1DLayered[0];
    MaxTexture1DLinear = 41, |properties| properties.maxTexture1DLinear;
    MaxTexture1DMipmap = 42, |properties| properties.maxTexture1DMipmap;
    MaxTexture2DWidth = 43, |properties| properties.maxTexture2D[0];
    MaxTexture2DHeight = 44, |properties| properties.maxTexture2D[1];
    MaxTexture2DGather = 45, |properties| properties.maxTexture2DGather[0];
    MaxTexture2DLayered = 46, |properties| properties.maxTexture2DLayered[0];
    MaxTexture2DLinear = 47, |properties| properties.maxTexture2DLinear[0];
    MaxTexture2DMipmap = 48, |properties| properties.maxTexture2DMipmap[0];
    MaxTexture3DWidth = 49, |properties| properties.maxTexture3D[0];
    MaxTexture3DHeight = 50, |properties| properties.maxTexture3D[1];
    MaxTexture3DDepth = 51, |properties| properties.maxTexture3D[2];
    MaxTexture3DAlt = 52, |properties| properties.maxTexture3DAlt[0];
    MaxTextureCubemap = 53, |properties| properties.maxTextureCubemap;
    MaxTextureCubemapLayered = 54, |properties| properties.maxTextureCubemapLayered[0];
    MaxThreadsDim = 55, |properties| properties.maxThreadsDim[0];
    MaxThreadsPerBlock = 56, |properties| properties.maxThreadsPerBlock;
    MaxThreadsPerMultiProcessor = 57, |properties| properties.maxThreadsPerMultiProcessor;
    MaxPitch = 58, |properties| properties.memPitch;
    MemoryBusWidth = 59, |properties| properties.memoryBusWidth;
    MemoryClockRate = 60, |properties| properties.memoryClockRate;
    ComputeCapabilityMinor = 61, |properties| properties.minor;
    MultiGpuBoardGroupID = 62, |properties| properties.multiGpuBoardGroupID;
    MultiprocessorCount = 63, |properties| properties.multiProcessorCount;
    PageableMemoryAccess = 65, |properties| properties.pageableMemoryAccess;
    PageableMemoryAccessUsesHostPageTables = 66, |properties| properties.pageableMemoryAccessUsesHostPageTables;
    PciBusId = 67, |properties| properties.pciBusID;
    PciDeviceId = 68, |properties| properties.pciDeviceID;
    PciDomainID = 69, |properties| properties.pciDomainID;
    PersistingL2CacheMaxSize = 70, |properties| properties.persistingL2CacheMaxSize;
    MaxRegistersPerBlock = 71, |properties| properties.regsPerBlock;
    MaxRegistersPerMultiprocessor = 72, |properties| properties.regsPerMultiprocessor;
    ReservedSharedMemPerBlock = 73, |properties| properties.reservedSharedMemPerBlock;
    MaxSharedMemoryPerBlock = 74, |properties| properties.sharedMemPerBlock;
    SharedMemPerBlockOptin = 75, |properties| properties.sharedMemPerBlockOptin;
    SharedMemPerMultiprocessor = 76, |properties| properties.sharedMemPerMultiprocessor;
    SingleToDoublePrecisionPerfRatio = 77, |properties| properties.singleToDoublePrecisionPerfRatio;
    StreamPrioritiesSupported = 78, |properties| properties.streamPrioritiesSupported;
    SurfaceAlignment = 79, |properties| properties.surfaceAlignment;
    TccDriver = 80, |properties| properties.tccDriver;
    TextureAlignment = 81, |properties| properties.textureAlignment;
    TexturePitchAlignment = 82, |properties| properties.texturePitchAlignment;
    TotalConstantMemory = 83, |properties| properties.totalConstMem;
    TotalGlobalMem = 84, |properties| properties.totalGlobalMem;
    UnifiedAddressing = 85, |properties| properties.unifiedAddressing;
    WarpSize = 87, |properties| properties.warpSize;
    MemoryPoolsSupported = 88, |properties| properties.memoryPoolsSupported;
    VirtualMemoryManagementSupported = 89, |_| 1;
    HostRegisterSupported = 90, |properties| properties.hostRegisterSupported;
    MemoryPoolSupportedHandleTypes = 91, |properties| properties.memoryPoolSupportedHandleTypes;
    ClockInstructionRate = 10000, |properties| properties.clockInstructionRate;
    MaxSharedMemoryPerMultiprocessor = 10002, |properties| properties.maxSharedMemoryPerMultiProcessor;
    CooperativeMultiDeviceUnmatchedFunc = 10007, |properties| properties.cooperativeMultiDeviceUnmatchedFunc;
    CooperativeMultiDeviceUnmatchedGridDim = 10008, |properties| properties.cooperativeMultiDeviceUnmatchedGridDim;
    CooperativeMultiDeviceUnmatchedBlockDim = 10009, |properties| properties.cooperativeMultiDeviceUnmatchedBlockDim;
    CooperativeMultiDeviceUnmatchedSharedMem = 10010, |properties| properties.cooperativeMultiDeviceUnmatchedSharedMem;
    IsLargeBar = 10011, |properties| properties.isLargeBar;
    AsicRevision = 10012, |properties| properties.asicRevision;
    CanUseStreamWaitValue = 10013, |_| 1;
    ImageSupport = 10014, |_| 1;
    PhysicalMultiProcessorCount = 10015, |properties| properties.multiProcessorCount;
    FineGrainSupport = 10016, |_| 1;
    WallClockRate = 10017, |properties| properties.clockInstructionRate;
}

/// An attribute of a device.
///
/// # Errors
/// `hipErrorInvalidDevice` and `hipErrorInvalidValue` where there is no such device or attribute.
fn of(device: c_int, attribute: c_int) -> Outcome<c_int> {
    value(&properties::of(properties::check(device)?), attribute).ok_or(hipErrorInvalidValue)
}

/// `hipDeviceAttributeHdpMemFlushCntl` and `hipDeviceAttributeHdpRegFlushCntl`, which are addresses: of registers that there are not.
const FLUSH_REGISTERS: [c_int; 2] = [10_005, 10_006];

entry! {
    /// One attribute of a device.
    fn hipDeviceGetAttribute(target: *mut c_int, attribute: c_int, device: c_int) {
        if target.is_null() {
            return Err(hipErrorInvalidValue);
        }
        if FLUSH_REGISTERS.contains(&attribute) {
            properties::check(device)?;
            return give(target.cast::<*mut c_uint>(), std::ptr::null_mut());
        }
        give(target, of(device, attribute)?)
    }

    /// A device's version, as `major` and `minor` of its properties.
    fn hipDeviceComputeCapability(major: *mut c_int, minor: *mut c_int, device: c_int) {
        let properties = properties::of(properties::check(device)?);
        give(major, properties.major)?;
        give(minor, properties.minor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_of_the_header_are_all_there() {
        let header = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../include/hip/hipify/api/attribute.h"));
        let mut next = 0;
        let mut missing = Vec::new();
        for line in header.lines().filter_map(|line| line.trim().strip_prefix("hipDeviceAttribute")) {
            let line = line.trim_end_matches(',');
            let (name, number) = line.split_once(" = ").map_or((line, None), |(name, value)| (name, Some(value)));
            let number = match number {
                Some("hipDeviceAttributeCudaCompatibleBegin") => 0,
                Some("hipDeviceAttributeAmdSpecificBegin") => 10000,
                Some(number) => number.parse().unwrap(),
                None => next,
            };
            next = number + 1;
            let marker = ["Begin", "End"].iter().any(|end| name.ends_with(end)) || name.starts_with("Unused");
            // A luid has 8 bytes and HDP registers have addresses: neither is an `int`.
            if !marker && !["Luid", "HdpMemFlushCntl", "HdpRegFlushCntl"].contains(&name) && !NAMES.contains(&(name, number)) {
                missing.push((name, number));
            }
        }
        assert_eq!(next, 20001, "the number after the last attribute of the header");
        assert_eq!(missing, []);
    }

    #[test]
    fn an_attribute_is_the_field_of_the_properties() {
        let properties = properties::of(0);
        assert_eq!(of(0, 87), Ok(properties.warpSize));
        assert_eq!(of(0, 74), Ok(properties.sharedMemPerBlock as c_int));
        assert_eq!(of(0, 424_242), Err(hipErrorInvalidValue));
    }
}
