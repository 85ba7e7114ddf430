//! What a file of the command line is, by its ending.

use super::Style;
use crate::build::request::Language;
use crate::error::Error;
use std::path::Path;

/// What a file is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Source(Language),
    /// For the linker: an object, an archive, a shared library, a linker script.
    Link,
}

const NO_PTX: &str = "build it from its source: `hipify-rs cc` ports and compiles that";

/// nvcc takes `.cpp` as host code, hipcc as HIP.
pub(super) fn kind(path: &str, style: Style) -> Result<Kind, Error> {
    let name = Path::new(path).file_name().and_then(|name| name.to_str()).unwrap_or(path);
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    let cxx = if style == Style::Hipcc { Language::Hip } else { Language::Cxx };
    Ok(match ending {
        "cu" | "hip" | "cuh" => Kind::Source(Language::Hip),
        "cpp" | "cc" | "cxx" | "C" | "c++" | "CPP" | "cp" => Kind::Source(cxx),
        "c" => Kind::Source(Language::C),
        "s" | "S" | "ll" | "bc" | "i" | "ii" => Kind::Source(Language::Other),
        "ptx" | "cubin" | "fatbin" | "gpu" | "ltoir" => {
            let reason = "holds code of NVIDIA GPUs, which nothing translates";
            return Err(Error::path(Path::new(path), reason, NO_PTX));
        }
        _ => Kind::Link,
    })
}

/// What `-x` makes of the files that follow it; None ends it.
pub(super) fn language(name: &str) -> Result<Option<Language>, Error> {
    Ok(Some(match name {
        "cu" | "cuda" | "hip" => Language::Hip,
        "c++" => Language::Cxx,
        "c" => Language::C,
        "assembler" | "assembler-with-cpp" | "ir" => Language::Other,
        "none" => return Ok(None),
        _ => return Err(Error::usage(format!("unknown language `{name}` for `-x`"), "give cu, hip, c++, c, assembler or none")),
    }))
}
