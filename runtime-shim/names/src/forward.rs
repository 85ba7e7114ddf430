//! The lines of the rules about headers to header files: CUDA's names, each of which includes HIP's header and defines the
//! names of its library.

use crate::guards::without_own_names;
use crate::{KERNELS, LANE_MASK, PRELUDE, compiler_macros, definition, without_compiler_macros};
use hipify_rules::{Choice, Header, headers, symbols};
use std::collections::BTreeMap;

/// Every header as its path below the folder that compilers search, and its text.
pub fn forwarding_headers() -> Vec<(String, String)> {
    let names = names();
    let mut files: Vec<(String, String)> = headers().filter_map(|header| forwarding(header, &names)).collect();
    files.extend(names.iter().map(|(group, lines)| (group.file(), text_of(lines))));
    files.push((format!("{OWN}/prelude.h"), PRELUDE.to_owned()));
    files.push((format!("{OWN}/lane_mask.h"), LANE_MASK.to_owned()));
    files.push((format!("{OWN}/kernels.h"), KERNELS.to_owned()));
    files.extend(CUB_HEADERS.lines().map(|name| (name.to_owned(), part_of_cub(name))));
    let macros = format!("// What asks for CUDA is answered as for HIP. Read again by each header.\n{}", compiler_macros());
    files.push((format!("{OWN}/macros.h"), macros));
    let (suspended, resumed) = without_own_names();
    files.push((format!("{OWN}/suspend.h"), suspended));
    files.push((format!("{OWN}/resume.h"), resumed));
    files.sort();
    files
}

/// The folder of what headers share.
const OWN: &str = "hipify";

/// CUB's headers but its own `cub/cub.cuh`, a path a line (CCCL 2.8, of CUDA 12.9). What only CUB itself includes is left out.
const CUB_HEADERS: &str = include_str!("cub_headers.txt");

/// A part of CUB: hipCUB's parts have other names, and the whole has them all.
fn part_of_cub(name: &str) -> String {
    format!("// CUB's `{name}`: all of hipCUB.\n#pragma once\n#include <cub/cub.cuh>\n")
}

/// Libraries whose names come with those of another's headers.
const WITH: [(&str, &[&str]); 2] = [("runtime", &["runtime", "device", "namespaces"]), ("driver", &["driver", "device"])];

/// What NVIDIA's headers of a library include of the toolkit's others (CUDA 12.9), where HIP has it.
const INCLUDES: [(&str, &[&str]); 7] = [
    ("blas", &["cuComplex.h", "cuda_fp16.h", "cuda_bf16.h", "library_types.h", "driver_types.h"]),
    ("blaslt", &["cublas_v2.h"]),
    ("fft", &["cuComplex.h", "library_types.h", "driver_types.h"]),
    ("rand", &["curand.h"]),
    ("solver", &["cuComplex.h", "library_types.h", "cublas_v2.h", "cusparse.h"]),
    ("sparse", &["cuComplex.h", "cuda_fp16.h", "cuda_bf16.h", "library_types.h", "driver_types.h"]),
    ("tensor", &["cuComplex.h", "library_types.h", "driver_types.h"]),
];

/// Headers of NVIDIA's samples are written by hand; names of Caffe2 are words that any program may use.
const LEFT_OUT: [&str; 2] = ["samples", "caffe2"];

/// Names of a library that one HIP header declares. They are defined after its include: it may declare some of them itself.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Group {
    library: &'static str,
    header: &'static str,
}

impl Group {
    fn file(&self) -> String {
        let header: String = self.header.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
        format!("{OWN}/names/{}-{header}.h", self.library)
    }
}

/// The definitions of each group that has some.
fn names() -> BTreeMap<Group, String> {
    let mut lines: BTreeMap<Group, String> = BTreeMap::new();
    for symbol in symbols().filter(|symbol| !LEFT_OUT.contains(&symbol.library())) {
        if let Some(definition) = definition(symbol) {
            let group = Group { library: symbol.library(), header: symbol.header().unwrap_or(RUNTIME) };
            lines.entry(group).or_default().push_str(&definition);
        }
    }
    lines
}

const RUNTIME: &str = "hip/hip_runtime.h";

fn text_of(lines: &str) -> String {
    format!("#pragma once\n#include <{OWN}/prelude.h>\n#include <{OWN}/lane_mask.h>\n{lines}")
}

fn forwarding(header: Header, names: &BTreeMap<Group, String>) -> Option<(String, String)> {
    let name = header.cuda();
    // A whole folder cannot be listed.
    if name.ends_with('/') || LEFT_OUT.contains(&header.library()) {
        return None;
    }
    let hip = header.hip(&Choice::default());
    let include = match hip {
        _ if header.is_experimental() => return None,
        Some(same) if same == name => around(&format!("#include_next <{name}>\n")),
        Some(hip) if ASKS_WHO_COMPILES.contains(&header.library()) => around(&needed(hip)),
        Some(hip) => needed(hip),
        None if header.is_dropped() => String::new(),
        None => return None,
    };
    let own = [header.library()];
    let with = WITH.iter().find(|(library, _)| *library == header.library()).map_or(&own[..], |(_, with)| with);
    let is_included = |group: &&Group| Some(group.header) == hip || group.header == RUNTIME && with.contains(&group.library);
    // The driver's and the runtime's names share HIP's header, and a program may have names of its own like the driver's.
    let is_asked_for = |group: &&Group| group.header != RUNTIME || with.contains(&group.library);
    let files = names.keys().filter(is_included).filter(is_asked_for);
    let names: String = files.map(|group| format!("#include <{}>\n", group.file())).collect();
    let others = INCLUDES.iter().find(|(library, _)| *library == header.library()).map_or(&[][..], |(_, others)| others);
    let others: String = others.iter().filter(|other| **other != name).filter_map(|other| where_hip_has(other)).collect();
    let text = format!(
        "// CUDA's `{name}` over HIP.\n#pragma once\n#include <{OWN}/runtime.h>\n{include}{others}{names}#include <{OWN}/macros.h>\n"
    );
    Some((name.to_owned(), text))
}

/// Their headers take CUDA's macros for NVIDIA's compiler.
const ASKS_WHO_COMPILES: [&str; 3] = ["cub", "thrust", "namespaces"];

fn around(include: &str) -> String {
    let (before, after) = without_compiler_macros();
    format!("{before}{include}{after}")
}

fn needed(hip: &str) -> String {
    let (before, after) = match hip {
        RUNTIME => (String::new(), String::new()),
        _ => (format!("#include <{OWN}/suspend.h>\n"), format!("#include <{OWN}/resume.h>\n")),
    };
    format!(
        "#if !__has_include(<{hip}>)\n#error \"no `{hip}` is installed: `hipify-rs setup` installs AMD's libraries\"\n#endif\n\
         {before}#include <{hip}>\n{after}"
    )
}

fn where_hip_has(name: &str) -> Option<String> {
    let hip = hipify_rules::header(name)?.hip(&Choice::default())?;
    Some(format!("#if __has_include(<{hip}>)\n#include <{name}>\n#endif\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(name: &str) -> String {
        forwarding_headers().into_iter().find(|(path, _)| path == name).unwrap().1
    }

    #[test]
    fn a_header_forwards_to_hip_and_defines_its_librarys_names() {
        let header = text("cublas_v2.h");
        assert!(header.contains("#include <hipblas/hipblas.h>\n"), "{header}");
        assert!(header.contains("#include <hipify/names/blas-hipblas_hipblas_h.h>\n"), "{header}");
        assert!(text("hipify/names/blas-hipblas_hipblas_h.h").contains("#define cublasSgemm hipblasSgemm\n"));
    }

    #[test]
    fn a_header_that_hip_does_without_brings_the_runtime() {
        assert!(text("device_launch_parameters.h").contains("#include <hipify/runtime.h>\n"));
    }

    #[test]
    fn a_part_of_cub_is_all_of_hipcub() {
        assert!(text("cub/block/block_reduce.cuh").contains("#include <cub/cub.cuh>\n"));
        assert!(text("cub/cub.cuh").contains("#include <hipcub/hipcub.hpp>\n"));
    }

    #[test]
    fn no_header_comes_twice() {
        let names: Vec<String> = forwarding_headers().into_iter().map(|(name, _)| name).collect();
        assert!(names.windows(2).all(|pair| pair[0] != pair[1]));
    }
}
