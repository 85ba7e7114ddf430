//! The version macros of the CUDA toolkit that a file is read with: they decide which branches the preprocessor skips.

use hipify_condition::Macro;
use std::collections::HashMap;
use std::fs;
use std::path::Path;

/// Where a toolkit stands when nobody says.
const USUAL: &str = "/usr/local/cuda";

/// Headers whose version macros conditions ask for.
const HEADERS: &[&str] = &[
    "cuda.h",
    "cuda_runtime_api.h",
    "cublas_api.h",
    "cusparse.h",
    "cusolver_common.h",
    "cufft.h",
    "curand.h",
    "cudnn_version.h",
    "nvrtc.h",
];

/// The macros where there is no toolkit: those of CUDA 12.6.
const WITHOUT: &[(&str, &str)] =
    &[("CUDA_VERSION", "12060"), ("CUDART_VERSION", "12060"), ("CUSPARSE_VERSION", "12504"), ("CUBLAS_VERSION", "120603")];

/// Names and values of the version macros of the toolkit at `path`.
pub(super) fn version_macros(path: Option<&Path>) -> Vec<(String, String)> {
    let include = path.unwrap_or(Path::new(USUAL)).join("include");
    let mut macros = HashMap::new();
    for text in HEADERS.iter().filter_map(|header| fs::read_to_string(include.join(header)).ok()) {
        text.lines().for_each(|line| read(line, &mut macros));
    }
    if macros.is_empty() {
        return WITHOUT.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    }
    macros.into_iter().map(|(name, value)| (name, value.to_string())).collect()
}

/// `#define NAME 12060` and `#define NAME (MAJOR * 1000 + MINOR * 100)`, for names that speak of a version.
fn read(line: &str, macros: &mut HashMap<String, i64>) {
    let Some(definition) = line.trim_start().strip_prefix('#').and_then(|rest| rest.trim_start().strip_prefix("define ")) else {
        return;
    };
    let Some((name, value)) = definition.trim_start().split_once(char::is_whitespace) else { return };
    let speaks_of_version = name.contains("VER") || ["_MAJOR", "_MINOR", "_PATCHLEVEL"].iter().any(|end| name.ends_with(end));
    if let Some(value) = value_of(value, macros).filter(|_| speaks_of_version) {
        macros.insert(name.to_owned(), value);
    }
}

/// The value of a macro's body, by the macros before it. A name that is not among them is no 0 here: it may be anything.
fn value_of(body: &str, macros: &HashMap<String, i64>) -> Option<i64> {
    let known = |name: &[u8]| std::str::from_utf8(name).ok().and_then(|name| macros.get(name)).copied();
    hipify_condition::value(body.as_bytes(), &mut |name| known(name).map_or(Macro::Unknown, Macro::Value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_numbers_or_sums_of_parts() {
        let mut macros = HashMap::new();
        for line in [
            "#define CUDA_VERSION 11080",
            "  #define CUSPARSE_VER_MAJOR 11",
            "#define CUSPARSE_VER_MINOR 7 /* minor */",
            "#define CUSPARSE_VERSION (CUSPARSE_VER_MAJOR * 1000 + CUSPARSE_VER_MINOR * 100)",
            "#define CUDA_CB __stdcall",
        ] {
            read(line, &mut macros);
        }
        assert_eq!((macros["CUDA_VERSION"], macros["CUSPARSE_VERSION"], macros.len()), (11080, 11700, 4));
    }

    #[test]
    fn without_a_toolkit_a_version_is_known_still() {
        assert!(version_macros(Some(Path::new("/nowhere"))).iter().any(|(name, _)| name == "CUDA_VERSION"));
    }
}
