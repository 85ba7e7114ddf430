//! Made-up CUDA sources, the same for the same seed, mixed as in real programs.
//!
//! The mix was counted in eight public collections (764 programs, 4,289 files, 1.1 million lines, 42 MB): a file has some 10
//! KB and 270 lines, one line in 13 holds a CUDA name, one in 480 a kernel, and names are as frequent as [`NAMES`] says. The
//! shares of file kinds and of comments are estimates.

#[path = "sources/names.rs"]
mod names;

use names::{NAMES, TYPES, Use, WORDS};

/// A small generator of pseudo-random numbers (xorshift64*).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 32
    }

    fn below(&mut self, n: usize) -> usize {
        self.next() as usize % n
    }

    fn percent(&mut self, n: usize) -> bool {
        self.below(100) < n
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len())]
    }

    fn word(&mut self) -> &'static str {
        self.pick(WORDS)
    }

    /// A name of the given uses, as often as real programs have it.
    fn name(&mut self, uses: &[Use]) -> &'static str {
        let of_use = || NAMES.iter().filter(|(_, _, u)| uses.contains(u));
        let mut at = self.below(of_use().map(|(_, weight, _)| *weight as usize).sum());
        for (name, weight, _) in of_use() {
            match at.checked_sub(*weight as usize) {
                Some(rest) => at = rest,
                None => return name,
            }
        }
        NAMES[0].0
    }
}

/// The files of a tree of at least `files` files and `bytes` bytes: path and text.
pub(crate) fn tree(files: usize, bytes: usize) -> impl Iterator<Item = (String, String)> {
    let mean = bytes / files + 1;
    (0..files).map(move |number| {
        let mut random = Random::new(number as u64 + 1);
        // Many small files and a few large ones: the product of two even distributions, whose mean is a quarter.
        let size = mean / 8 + 4 * mean * 9 / 10 * (random.below(1000) + 1) / 1000 * (random.below(1000) + 1) / 1000;
        let folder = format!("program{:03}/{}", number / 6, ["src", "include", "kernels"][number % 3]);
        let (extension, text) = match number % 20 {
            0..=8 => ("cu", cuda(&mut random, size)),
            9 | 10 => ("cuh", device_header(&mut random, size)),
            11 => ("h", macro_header(&mut random, size)),
            12..=14 => ("h", plain(&mut random, size, true)),
            15 => ("hpp", plain(&mut random, size, true)),
            _ => ("cpp", plain(&mut random, size, false)),
        };
        (format!("{folder}/file{number}.{extension}"), local_includes(number, extension) + &text)
    })
}

/// Sources include a header of device code, and that one two more: what lint follows.
fn local_includes(number: usize, extension: &str) -> String {
    let block = number - number % 20;
    match (extension, number % 20) {
        ("cu", _) => format!("#include \"file{}.cuh\"\n", block + 10),
        ("cuh", 10) => format!("#include \"file{}.cuh\"\n#include \"file{}.h\"\n", block + 9, block + 11),
        _ => String::new(),
    }
}

/// A `.cu` file: host code, kernels, launches.
pub(crate) fn cuda(random: &mut Random, size: usize) -> String {
    let mut text = licence(random);
    text.push_str("#include <cstdio>\n#include <vector>\n");
    if random.percent(70) {
        text.push_str("#include <cuda_runtime.h>\n");
    }
    if random.percent(15) {
        text.push_str("#include <cublas_v2.h>\n#include \"helper.h\"\n");
    }
    text.push_str(CHECK);
    let mut kernels = 0;
    while text.len() < size {
        match random.below(10) {
            0 | 1 => kernel(random, &mut text, &mut kernels),
            2 => device_function(random, &mut text),
            3..=5 => host_function(random, &mut text, kernels),
            _ => plain_function(random, &mut text),
        }
    }
    text
}

/// A `.cuh` file: device functions and kernels, in an include guard.
pub(crate) fn device_header(random: &mut Random, size: usize) -> String {
    let mut text = licence(random);
    text.push_str(
        "#pragma once\n\n#if defined(__CUDACC__)\n#define DEVICE __device__ __forceinline__\n#else\n#define DEVICE\n#endif\n",
    );
    let mut kernels = 0;
    while text.len() < size {
        match random.below(4) {
            0 => kernel(random, &mut text, &mut kernels),
            1 | 2 => device_function(random, &mut text),
            _ => plain_function(random, &mut text),
        }
    }
    text
}

/// A header full of macros, conditions and long definitions.
pub(crate) fn macro_header(random: &mut Random, size: usize) -> String {
    let mut text = licence(random);
    text.push_str("#ifndef MACROS_H\n#define MACROS_H\n");
    while text.len() < size {
        let (a, b, c) = (random.word(), random.word(), random.word());
        match random.below(5) {
            0 => text.push_str(&format!("#define {}_{}_{} ({} * {})\n", a, b, random.below(9999), random.below(64), c)),
            1 => text.push_str(&format!(
                "#define CHECK_{a}_{}(call) \\\n  do {{ \\\n    cudaError_t err = (call); \\\n    if (err != cudaSuccess) {{ \\\n      fprintf(stderr, \"%s:%d: %s\\n\", __FILE__, __LINE__, cudaGetErrorString(err)); \\\n      exit({b}); \\\n    }} \\\n  }} while (0)\n",
                random.below(9999)
            )),
            2 => text.push_str(&format!("#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= {}\n#define {a}_{b} 1\n#else\n#define {a}_{b} 0\n#endif\n", 300 + 50 * random.below(10))),
            3 => text.push_str(&format!("#ifdef USE_{a}\nextern {} {b}_{c}(int {a}, float* {b});\n#endif\n", random.pick(TYPES))),
            _ => statement(random, &mut text, ""),
        }
    }
    text.push_str("#endif\n");
    text
}

/// C++ without CUDA.
pub(crate) fn plain(random: &mut Random, size: usize, header: bool) -> String {
    let mut text = licence(random);
    if header {
        text.push_str("#pragma once\n");
    }
    text.push_str("#include <algorithm>\n#include <string>\n#include <vector>\n#include \"config.h\"\n\nnamespace app {\n");
    while text.len() < size {
        plain_function(random, &mut text);
    }
    text.push_str("}  // namespace app\n");
    text
}

const CHECK: &str = "
#define CHECK(call)                                                         \\
  do {                                                                      \\
    cudaError_t status = (call);                                            \\
    if (status != cudaSuccess) {                                            \\
      fprintf(stderr, \"CUDA error: %s\\n\", cudaGetErrorString(status));      \\
      exit(1);                                                              \\
    }                                                                       \\
  } while (0)

";

fn licence(random: &mut Random) -> String {
    let year = 2009 + random.below(16);
    format!(
        "/*\n * Copyright (c) {year} the authors of this program. All rights reserved.\n *\n * Redistribution and use in source \
         and binary forms, with or without modification,\n * are permitted under the conditions of its licence.\n */\n\n"
    )
}

fn comment(random: &mut Random, text: &mut String, indent: &str) {
    let (a, b, c) = (random.word(), random.word(), random.word());
    match random.below(3) {
        0 => text.push_str(&format!("{indent}// the {a} of each {b} is added to {c} here\n")),
        1 => text.push_str(&format!("{indent}/* {a} and {b} must not alias; {c} is read only */\n")),
        _ => text.push_str(&format!("{indent}// TODO: don't copy {a} with cudaMemcpy when {b} is on the device\n")),
    }
}

fn expression(random: &mut Random, text: &mut String, leaf: fn(&mut Random) -> &'static str) {
    for term in 0..1 + random.below(3) {
        if term > 0 {
            text.push_str(random.pick(&[" + ", " * ", " - ", " / "]));
        }
        match random.below(6) {
            0 => text.push_str(&random.below(1000).to_string()),
            1 => text.push_str(&format!("{}[{} + {}]", random.word(), random.word(), random.below(32))),
            2 => text.push_str(&format!("({} - {}.0f)", random.word(), random.below(10))),
            3 => text.push_str(&format!("{}->{}", random.word(), random.word())),
            _ => text.push_str(leaf(random)),
        }
    }
}

/// A statement of ordinary C++.
fn statement(random: &mut Random, text: &mut String, indent: &str) {
    text.push_str(indent);
    match random.below(8) {
        0 => text.push_str(&format!("for (int {0} = 0; {0} < {1}; ++{0}) ", random.pick(&["i", "j", "k"]), random.word())),
        1 => text.push_str(&format!("if ({} >= {}) ", random.word(), random.below(100))),
        2 => text.push_str(&format!("{} ", random.pick(TYPES))),
        3 => text.push_str(&format!("printf(\"%d: {} of {}\\n\", {});\n{indent}", random.word(), random.word(), random.word())),
        4 => text.push_str(&format!(
            "std::{}({}.begin(), {}.end());\n{indent}",
            random.pick(&["sort", "reverse", "unique"]),
            random.word(),
            random.word()
        )),
        _ => {}
    }
    text.push_str(random.word());
    text.push_str(random.pick(&[" = ", " += ", " = ", "[i] = "]));
    expression(random, text, Random::word);
    text.push_str(";\n");
}

fn plain_function(random: &mut Random, text: &mut String) {
    if random.percent(60) {
        comment(random, text, "");
    }
    let (kind, name, a, b) = (random.pick(TYPES), random.word(), random.word(), random.word());
    text.push_str(&format!("{kind} compute_{name}_{}(const std::vector<float>& {a}, int {b}) {{\n", random.below(100_000)));
    for _ in 0..4 + random.below(20) {
        if random.percent(12) {
            comment(random, text, "  ");
        }
        statement(random, text, "  ");
    }
    text.push_str(&format!("  return {a};\n}}\n\n"));
}

fn kernel(random: &mut Random, text: &mut String, kernels: &mut usize) {
    if random.percent(50) {
        comment(random, text, "");
    }
    if random.percent(20) {
        text.push_str("template <typename T, int BLOCK>\n");
    }
    let bounds = if random.percent(5) { "__launch_bounds__(256) " } else { "" };
    text.push_str(&format!(
        "__global__ void {bounds}kernel{kernels}(float* __restrict__ {}, const float* __restrict__ {}, int n) {{\n",
        random.word(),
        random.word()
    ));
    *kernels += 1;
    text.push_str("  int tid = blockIdx.x * blockDim.x + threadIdx.x;\n");
    if random.percent(45) {
        text.push_str("  __shared__ float shared[256];\n");
    }
    device_body(random, text);
}

fn device_function(random: &mut Random, text: &mut String) {
    let host = if random.percent(40) { "__host__ " } else { "" };
    text.push_str(&format!("{host}__device__ inline float op_{}({} a, float b) {{\n", random.word(), random.name(&[Use::Type])));
    device_body(random, text);
}

fn device_body(random: &mut Random, text: &mut String) {
    for _ in 0..4 + random.below(14) {
        match random.below(6) {
            0 => {
                text.push_str(&format!("  {} = ", random.word()));
                expression(random, text, |random| random.name(&[Use::Index]));
                text.push_str(";\n");
            }
            1 => text.push_str(&format!("  {}(&{}, {});\n", random.name(&[Use::Intrinsic]), random.word(), random.word())),
            _ => statement(random, text, "  "),
        }
    }
    text.push_str("}\n\n");
}

fn host_function(random: &mut Random, text: &mut String, kernels: usize) {
    text.push_str(&format!("void run_{}_{}(int n) {{\n", random.word(), random.below(100_000)));
    for _ in 0..6 + random.below(16) {
        match random.below(8) {
            0..=2 => api_call(random, text),
            3 => text.push_str(&format!("  {} {}_{};\n", random.name(&[Use::Type]), random.word(), random.below(100))),
            4 if kernels > 0 && random.percent(60) => launch(random, text, kernels),
            _ => statement(random, text, "  "),
        }
    }
    text.push_str("}\n\n");
}

fn api_call(random: &mut Random, text: &mut String) {
    let check = random.percent(35);
    text.push_str(if check { "  CHECK(" } else { "  " });
    text.push_str(random.name(&[Use::Call]));
    text.push_str("((void**)&d_");
    text.push_str(random.word());
    text.push_str(", ");
    expression(random, text, Random::word);
    text.push_str(" * sizeof(float)");
    if random.percent(50) {
        text.push_str(", ");
        text.push_str(random.name(&[Use::Value]));
    }
    text.push_str(if check { "));\n" } else { ");\n" });
}

fn launch(random: &mut Random, text: &mut String, kernels: usize) {
    let kernel = random.below(kernels);
    let (a, b) = (random.word(), random.word());
    match random.below(4) {
        0 => {
            text.push_str(&format!("  kernel{kernel}<<<dim3({a}, {b}), 256, 256 * sizeof(float), stream>>>(d_{a}, d_{b}, n);\n"))
        }
        1 => text.push_str(&format!("  kernel{kernel}<float, 128><<<grid, block>>>(d_{a}, d_{b}, n);\n")),
        _ => text.push_str(&format!("  kernel{kernel}<<<(n + 255) / 256, 256>>>(d_{a}, d_{b}, n);\n")),
    }
}
