//! Compilation at run time: options of NVRTC into those of hipRTC, and code objects in the place of PTX and cubins.

mod options;

use std::ffi::{CString, c_char, c_void};

use crate::entry::give;
use crate::generated::STATUS_RTC;

/// `NVRTC_ERROR_INVALID_INPUT`.
const INVALID_INPUT: i32 = 3;

/// The compute capabilities that programs may ask for; code is made for the device that is there.
const ARCHITECTURES: [i32; 12] = [50, 52, 53, 60, 61, 62, 70, 72, 75, 80, 86, 90];

own! {
    Rtc:

    /// The version of NVRTC that is stood in for.
    fn nvrtcVersion(major: *mut i32, minor: *mut i32) -> i32 {
        match give(major, 12, INVALID_INPUT) {
            0 => give(minor, 9, INVALID_INPUT),
            status => status,
        }
    }

    fn nvrtcVersion_cuda13(major: *mut i32, minor: *mut i32) -> i32 {
        match give(major, 13, INVALID_INPUT) {
            0 => give(minor, 5, INVALID_INPUT),
            status => status,
        }
    }

    fn nvrtcGetNumSupportedArchs(numArchs: *mut i32) -> i32 {
        give(numArchs, ARCHITECTURES.len() as i32, INVALID_INPUT)
    }

    fn nvrtcGetSupportedArchs(supportedArchs: *mut i32) -> i32 {
        if supportedArchs.is_null() {
            return INVALID_INPUT;
        }
        supportedArchs.copy_from_nonoverlapping(ARCHITECTURES.as_ptr(), ARCHITECTURES.len());
        0
    }

    fn nvrtcCompileProgram(prog: *mut c_void, numOptions: i32, options: *const *const c_char) -> i32 {
        if numOptions < 0 || numOptions > 0 && options.is_null() {
            return INVALID_INPUT;
        }
        let words = options::read(options, numOptions as usize);
        // NVRTC has fewer names of its own.
        let words = std::iter::once("-DHIPIFY_NVRTC".to_owned()).chain(options::for_hip(&words));
        let words: Vec<CString> = words.filter_map(|word| CString::new(word).ok()).collect();
        let pointers: Vec<*const c_char> = words.iter().map(|word| word.as_ptr()).collect();
        STATUS_RTC.to_cuda(hip!(hiprtcCompileProgram(
            prog => *mut c_void,
            pointers.len() as i32 => i32,
            pointers.as_ptr() => *const *const c_char,
        )))
    }

    /// A code object in the place of a cubin: `cuModuleLoadData` takes it.
    fn nvrtcGetCUBINSize(prog: *mut c_void, cubinSizeRet: *mut usize) -> i32 {
        STATUS_RTC.to_cuda(hip!(hiprtcGetCodeSize(prog => *mut c_void, cubinSizeRet => *mut usize)))
    }

    fn nvrtcGetCUBIN(prog: *mut c_void, cubin: *mut c_char) -> i32 {
        STATUS_RTC.to_cuda(hip!(hiprtcGetCode(prog => *mut c_void, cubin => *mut c_char)))
    }

    /// A code object in the place of PTX: `cuModuleLoadData` takes it.
    fn nvrtcGetPTXSize(prog: *mut c_void, ptxSizeRet: *mut usize) -> i32 {
        STATUS_RTC.to_cuda(hip!(hiprtcGetCodeSize(prog => *mut c_void, ptxSizeRet => *mut usize)))
    }

    fn nvrtcGetPTX(prog: *mut c_void, ptx: *mut c_char) -> i32 {
        STATUS_RTC.to_cuda(hip!(hiprtcGetCode(prog => *mut c_void, ptx => *mut c_char)))
    }
}
