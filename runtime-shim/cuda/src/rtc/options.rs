//! Options of NVRTC -> options of hipRTC.

use std::ffi::{CStr, c_char};

/// What NVRTC's options of this start mean to hipRTC: another start, or nothing.
const STARTS: &[(&str, Option<&str>)] = &[
    ("--gpu-architecture", None),
    ("-arch", None),
    ("--std=", Some("-std=")),
    ("--define-macro=", Some("-D")),
    ("--undefine-macro=", Some("-U")),
    ("--include-path=", Some("-I")),
    ("--pre-include=", Some("-include")),
    ("--use_fast_math", Some("-ffast-math")),
    ("-use_fast_math", Some("-ffast-math")),
    ("--device-debug", Some("-g")),
    ("-G", Some("-g")),
    ("--generate-line-info", Some("-gline-tables-only")),
    ("-lineinfo", Some("-gline-tables-only")),
    ("--device-as-default-execution-space", None),
    ("-default-device", None),
    ("--relocatable-device-code", None),
    ("-rdc", None),
    ("-dc", None),
    ("-dw", None),
    ("--device-c", None),
    ("--device-w", None),
    ("--maxrregcount", None),
    ("-maxrregcount", None),
    ("--extensible-whole-program", None),
    ("-ewp", None),
    ("--ftz", None),
    ("-ftz", None),
    ("--prec-sqrt", None),
    ("-prec-sqrt", None),
    ("--prec-div", None),
    ("-prec-div", None),
    ("--fmad=true", Some("-ffp-contract=fast")),
    ("--fmad=false", Some("-ffp-contract=off")),
    ("-fmad=true", Some("-ffp-contract=fast")),
    ("-fmad=false", Some("-ffp-contract=off")),
    ("--extra-device-vectorization", None),
    ("--restrict", None),
    ("-restrict", None),
    ("--disable-warnings", Some("-w")),
    ("--dopt", None),
    ("-dopt", None),
    ("--ptxas-options", None),
    ("-Xptxas", None),
    ("--diag-", None),
    ("-diag-", None),
    ("--display-error-number", None),
    ("-no-source-include", None),
    ("--no-source-include", None),
    ("--builtin-", None),
    ("--modify-stack-limit", None),
    ("--split-compile", None),
    ("--minimal", None),
    ("--time", None),
    ("--pch", None),
];

/// Options whose value may be the next word.
const TAKES_WORD: &[&str] = &[
    "--gpu-architecture",
    "-arch",
    "--maxrregcount",
    "-maxrregcount",
    "--define-macro",
    "--include-path",
    "--undefine-macro",
    "--pre-include",
    "-Xptxas",
    "--ptxas-options",
    "--std",
    "-std",
    "-D",
    "-I",
    "-U",
    "-include",
];

/// The words of a caller; null ones are left out.
///
/// # Safety
/// `options` is valid for reads of `count` pointers, each null or to a C string.
pub(crate) unsafe fn read(options: *const *const c_char, count: usize) -> Vec<String> {
    let mut words = Vec::new();
    for at in 0..count {
        // SAFETY: there are `count` pointers.
        let word = unsafe { *options.add(at) };
        if !word.is_null() {
            // SAFETY: not null, and a C string.
            words.push(unsafe { CStr::from_ptr(word) }.to_string_lossy().into_owned());
        }
    }
    words
}

/// Options for hipRTC. What it need not know is left out: the device that is there is compiled for.
pub(crate) fn for_hip(words: &[String]) -> Vec<String> {
    let mut all = Vec::new();
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        let word = if TAKES_WORD.contains(&word.as_str()) {
            let separator = if word.starts_with("--") || word == "-std" || word == "-arch" { "=" } else { "" };
            format!("{word}{separator}{}", rest.next().map(String::as_str).unwrap_or_default())
        } else {
            word.clone()
        };
        match STARTS.iter().find(|(start, _)| word.starts_with(start)) {
            None => all.push(word),
            Some((_, None)) => {}
            Some((start, Some(hip))) => all.push(format!("{hip}{}", &word[start.len()..])),
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn converted(words: &[&str]) -> Vec<String> {
        for_hip(&words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn targets_are_left_out_and_others_renamed() {
        let words = ["--gpu-architecture=compute_80", "-arch", "sm_90", "--std=c++17", "--define-macro", "N=4", "-I", "/inc"];
        assert_eq!(converted(&words), ["-std=c++17", "-DN=4", "-I/inc"]);
        assert_eq!(converted(&["--use_fast_math", "-DX", "--fmad=false"]), ["-ffast-math", "-DX", "-ffp-contract=off"]);
    }

    #[test]
    fn a_word_that_is_missing_at_the_end_is_nothing() {
        assert_eq!(converted(&["-arch"]), Vec::<String>::new());
    }
}
