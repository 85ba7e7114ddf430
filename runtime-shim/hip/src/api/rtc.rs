//! hipRTC: programs from source in memory.

use std::ffi::{CStr, c_char, c_int};
use std::slice;

use crate::entry;
use crate::rtc::Done;
use crate::rtc::program::Program;
use crate::types::rtc::*;

mod link;

/// hipRTC's version: the runtime's.
const VERSION: (c_int, c_int) = (6, 4);

/// A string of the caller; null is an invalid input.
///
/// # Safety
/// `pointer` is null or leads to a C string.
unsafe fn text(pointer: *const c_char) -> Done<String> {
    if pointer.is_null() {
        return Err(HIPRTC_ERROR_INVALID_INPUT);
    }
    // SAFETY: not null, and a C string.
    Ok(unsafe { CStr::from_ptr(pointer) }.to_string_lossy().into_owned())
}

/// `count` strings of the caller.
///
/// # Safety
/// Where `count` is above 0, `pointers` is null or valid for reads of as many pointers, each null or to a C string.
unsafe fn texts(pointers: *const *const c_char, count: c_int) -> Done<Vec<String>> {
    let count = usize::try_from(count).map_err(|_| HIPRTC_ERROR_INVALID_INPUT)?;
    if count == 0 {
        return Ok(Vec::new());
    }
    if pointers.is_null() {
        return Err(HIPRTC_ERROR_INVALID_INPUT);
    }
    // SAFETY: there are `count` pointers to C strings.
    unsafe { slice::from_raw_parts(pointers, count).iter().map(|&pointer| text(pointer)).collect() }
}

/// Stores through a pointer of the caller.
///
/// # Safety
/// `target` is null or valid for writing a `T`.
unsafe fn give<T>(target: *mut T, value: T) -> Done {
    if target.is_null() {
        return Err(HIPRTC_ERROR_INVALID_INPUT);
    }
    // SAFETY: not null, and valid for writing.
    unsafe { target.write(value) };
    Ok(())
}

/// Copies bytes to a buffer of the caller, who has asked for their number.
///
/// # Safety
/// `target` is null or valid for writes of as many bytes as `bytes` has, and does not overlap them.
unsafe fn copy(target: *mut c_char, bytes: &[u8]) -> Done {
    if target.is_null() {
        return Err(HIPRTC_ERROR_INVALID_INPUT);
    }
    // SAFETY: not null, and valid for as many bytes; a caller's buffer is none of the program's own.
    unsafe { target.cast::<u8>().copy_from_nonoverlapping(bytes.as_ptr(), bytes.len()) };
    Ok(())
}

entry! {
    /// The name of a result.
    fn hiprtcGetErrorString(result: hiprtcResult) -> *const c_char {
        RESULTS.iter().find(|(known, _)| *known == result).map_or(c"HIPRTC_ERROR_UNKNOWN", |(_, name)| name).as_ptr()
    }

    /// hipRTC's version.
    fn hiprtcVersion(major: *mut c_int, minor: *mut c_int) -> hiprtcResult {
        give(major, VERSION.0)?;
        give(minor, VERSION.1)
    }

    /// Makes a program of a source and of headers that it includes by name.
    fn hiprtcCreateProgram(
        program: *mut hiprtcProgram,
        source: *const c_char,
        name: *const c_char,
        header_count: c_int,
        headers: *const *const c_char,
        include_names: *const *const c_char,
    ) -> hiprtcResult {
        let name = if name.is_null() { String::new() } else { text(name)? };
        let headers = texts(include_names, header_count)?.into_iter().zip(texts(headers, header_count)?).collect();
        give(program, Program::create(text(source)?, name, headers))
    }

    /// Forgets a program.
    fn hiprtcDestroyProgram(program: *mut hiprtcProgram) -> hiprtcResult {
        let handle = program.as_mut().ok_or(HIPRTC_ERROR_INVALID_INPUT)?;
        Program::destroy(*handle)?;
        *handle = std::ptr::null_mut();
        Ok(())
    }

    /// Asks for the lowered name of a kernel or a variable, before the program is compiled.
    fn hiprtcAddNameExpression(program: hiprtcProgram, expression: *const c_char) -> hiprtcResult {
        let expression = text(expression)?;
        Program::with(program, |program| program.add_name(expression))
    }

    /// Compiles a program. The log says what is wrong with it.
    fn hiprtcCompileProgram(program: hiprtcProgram, option_count: c_int, options: *const *const c_char) -> hiprtcResult {
        let options = texts(options, option_count)?;
        Program::with(program, |program| program.compile(options))
    }

    /// The lowered name of an expression that was asked for before. It lives as long as the program.
    fn hiprtcGetLoweredName(program: hiprtcProgram, expression: *const c_char, lowered: *mut *const c_char) -> hiprtcResult {
        let expression = text(expression)?;
        Program::with(program, |program| give(lowered, program.lowered_name(&expression)?.as_ptr()))
    }

    /// Bytes of the log, its null byte included.
    fn hiprtcGetProgramLogSize(program: hiprtcProgram, size: *mut usize) -> hiprtcResult {
        Program::with(program, |program| give(size, program.log.as_bytes_with_nul().len()))
    }

    /// The log.
    fn hiprtcGetProgramLog(program: hiprtcProgram, log: *mut c_char) -> hiprtcResult {
        Program::with(program, |program| copy(log, program.log.as_bytes_with_nul()))
    }

    /// Bytes of the code object.
    fn hiprtcGetCodeSize(program: hiprtcProgram, size: *mut usize) -> hiprtcResult {
        Program::with(program, |program| give(size, program.code()?.len()))
    }

    /// The code object, which `hipModuleLoadData` takes.
    fn hiprtcGetCode(program: hiprtcProgram, code: *mut c_char) -> hiprtcResult {
        Program::with(program, |program| copy(code, program.code()?))
    }

    /// Bytes of the bitcode of a program that was compiled with `-fgpu-rdc`.
    fn hiprtcGetBitcodeSize(program: hiprtcProgram, size: *mut usize) -> hiprtcResult {
        if size.is_null() { return Err(HIPRTC_ERROR_INVALID_INPUT); }
        Program::with(program, |program| give(size, program.bitcode()?.len()))
    }

    /// The bitcode, which `hiprtcLinkAddData` and `hipLinkAddData` take.
    fn hiprtcGetBitcode(program: hiprtcProgram, bitcode: *mut c_char) -> hiprtcResult {
        if bitcode.is_null() { return Err(HIPRTC_ERROR_INVALID_INPUT); }
        Program::with(program, |program| copy(bitcode, program.bitcode()?))
    }
}
