//! `hipError_t`, its values (hip_runtime_api.h of HIP 6.4) and what they mean.

#![allow(non_camel_case_types, non_upper_case_globals)]

use std::ffi::{CStr, c_uint};

/// How a call of the HIP API ended.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct hipError_t(pub c_uint);

/// One value of [`hipError_t`].
pub struct Meaning {
    pub error: hipError_t,
    pub name: &'static CStr,
    pub text: &'static CStr,
}

/// A literal as a C string.
const fn c_text(text: &'static str) -> &'static CStr {
    match CStr::from_bytes_with_nul(text.as_bytes()) {
        Ok(text) => text,
        Err(_) => panic!("the text ends with its only null byte"),
    }
}

macro_rules! errors {
    ($($name:ident = $value:literal, $text:literal;)*) => {
        $(pub const $name: hipError_t = hipError_t($value);)*

        /// Every value with its name and meaning; of two names of one value the preferred one comes first.
        pub const MEANINGS: &[Meaning] = &[
            $(Meaning { error: $name, name: c_text(concat!(stringify!($name), "\0")), text: c_text(concat!($text, "\0")) },)*
        ];
    };
}

errors! {
    hipSuccess = 0, "no error";
    hipErrorInvalidValue = 1, "invalid argument";
    hipErrorOutOfMemory = 2, "out of memory";
    hipErrorMemoryAllocation = 2, "out of memory";
    hipErrorNotInitialized = 3, "not initialised";
    hipErrorInitializationError = 3, "not initialised";
    hipErrorDeinitialized = 4, "the runtime has shut down";
    hipErrorProfilerDisabled = 5, "no profiling while a profiler runs";
    hipErrorProfilerNotInitialized = 6, "the profiler was not initialised";
    hipErrorProfilerAlreadyStarted = 7, "the profiler runs already";
    hipErrorProfilerAlreadyStopped = 8, "the profiler has stopped already";
    hipErrorInvalidConfiguration = 9, "invalid launch configuration";
    hipErrorInvalidPitchValue = 12, "invalid pitch";
    hipErrorInvalidSymbol = 13, "no such variable of the device";
    hipErrorInvalidDevicePointer = 17, "invalid device pointer";
    hipErrorInvalidMemcpyDirection = 21, "invalid direction of a copy";
    hipErrorInsufficientDriver = 35, "the driver is too old for the runtime";
    hipErrorMissingConfiguration = 52, "a launch without a configuration";
    hipErrorPriorLaunchFailure = 53, "an earlier launch failed";
    hipErrorInvalidDeviceFunction = 98, "no such kernel for this device";
    hipErrorNoDevice = 100, "no device found";
    hipErrorInvalidDevice = 101, "no device of this number";
    hipErrorInvalidImage = 200, "not a code object";
    hipErrorInvalidContext = 201, "invalid context";
    hipErrorContextAlreadyCurrent = 202, "the context is current already";
    hipErrorMapFailed = 205, "mapping failed";
    hipErrorMapBufferObjectFailed = 205, "mapping failed";
    hipErrorUnmapFailed = 206, "unmapping failed";
    hipErrorArrayIsMapped = 207, "the array is mapped";
    hipErrorAlreadyMapped = 208, "mapped already";
    hipErrorNoBinaryForGpu = 209, "no code object for this device";
    hipErrorAlreadyAcquired = 210, "acquired already";
    hipErrorNotMapped = 211, "not mapped";
    hipErrorNotMappedAsArray = 212, "not mapped as an array";
    hipErrorNotMappedAsPointer = 213, "not mapped as a pointer";
    hipErrorECCNotCorrectable = 214, "memory error that could not be corrected";
    hipErrorUnsupportedLimit = 215, "this device has no such limit";
    hipErrorContextAlreadyInUse = 216, "the context is in use";
    hipErrorPeerAccessUnsupported = 217, "the devices cannot access each other";
    hipErrorInvalidKernelFile = 218, "the code object is broken";
    hipErrorInvalidGraphicsContext = 219, "invalid graphics context";
    hipErrorInvalidSource = 300, "invalid source";
    hipErrorFileNotFound = 301, "file not found";
    hipErrorSharedObjectSymbolNotFound = 302, "a symbol of a shared object was not found";
    hipErrorSharedObjectInitFailed = 303, "a shared object could not be initialised";
    hipErrorOperatingSystem = 304, "a call of the operating system failed";
    hipErrorInvalidHandle = 400, "invalid handle";
    hipErrorInvalidResourceHandle = 400, "invalid handle";
    hipErrorIllegalState = 401, "not possible in this state";
    hipErrorNotFound = 500, "not found";
    hipErrorNotReady = 600, "not ready";
    hipErrorIllegalAddress = 700, "a kernel accessed an illegal address";
    hipErrorLaunchOutOfResources = 701, "out of resources for the launch";
    hipErrorLaunchTimeOut = 702, "the launch timed out";
    hipErrorPeerAccessAlreadyEnabled = 704, "access to the peer is enabled already";
    hipErrorPeerAccessNotEnabled = 705, "access to the peer is not enabled";
    hipErrorSetOnActiveProcess = 708, "not possible once the process uses a device";
    hipErrorContextIsDestroyed = 709, "the context was destroyed";
    hipErrorAssert = 710, "an assertion failed in a kernel";
    hipErrorHostMemoryAlreadyRegistered = 712, "the memory is registered already";
    hipErrorHostMemoryNotRegistered = 713, "the memory is not registered";
    hipErrorLaunchFailure = 719, "a kernel failed";
    hipErrorCooperativeLaunchTooLarge = 720, "too many blocks for a cooperative launch";
    hipErrorNotSupported = 801, "not supported";
    hipErrorStreamCaptureUnsupported = 900, "not possible while a stream is captured";
    hipErrorStreamCaptureInvalidated = 901, "an earlier error ended the capture";
    hipErrorStreamCaptureMerge = 902, "two captures would become one";
    hipErrorStreamCaptureUnmatched = 903, "the stream is not where this capture began";
    hipErrorStreamCaptureUnjoined = 904, "a stream that joined the capture was not joined back";
    hipErrorStreamCaptureIsolation = 905, "work of the capture depends on work outside";
    hipErrorStreamCaptureImplicit = 906, "the capture would depend on the null stream";
    hipErrorCapturedEvent = 907, "not possible for an event of a capture";
    hipErrorStreamCaptureWrongThread = 908, "the capture began in another thread";
    hipErrorGraphExecUpdateFailure = 910, "the graph differs too much for an update";
    hipErrorInvalidChannelDescriptor = 911, "invalid channel format";
    hipErrorInvalidTexture = 912, "invalid texture";
    hipErrorUnknown = 999, "unknown error";
    hipErrorRuntimeMemory = 1052, "the memory system of the runtime failed";
    hipErrorRuntimeOther = 1053, "the runtime failed";
    hipErrorTbd = 1054, "unknown error";
}
