//! Kernels whose needs are known, and the clang that compiles them without any headers.

#![allow(dead_code, reason = "every test binary uses a part of it")]

use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Kernels that need many vector, many scalar registers, much LDS, or little of all.
pub const KERNELS: &str = "\
#define KERNEL __attribute__((global))
#define THREADS(n) __attribute__((amdgpu_flat_work_group_size(1, n)))
#define SHARED __attribute__((shared))
struct dim3 { unsigned x, y, z; };
extern \"C\" int hipLaunchKernel(const void *, dim3, dim3, void **, unsigned long, struct ihipStream_t *);
namespace small { KERNEL void plain(int *p) { *p = 1; } }
template <class T> KERNEL void typed(T *p) { SHARED T x[64]; x[p[0]] = 1; *p = x[p[1]]; }
template KERNEL void typed<int>(int *);
KERNEL void vgprs40(int *p) { asm volatile(\"\" ::: \"v39\"); *p = 1; }
KERNEL THREADS(256) void vgprs65(int *p) { asm volatile(\"\" ::: \"v64\"); *p = 1; }
KERNEL THREADS(256) void vgprs100(int *p) { asm volatile(\"\" ::: \"v99\"); *p = 1; }
KERNEL THREADS(64) void vgprs200(int *p) { asm volatile(\"\" ::: \"v199\"); *p = 1; }
KERNEL THREADS(256) void agprs70(int *p) {
#if defined(__gfx908__) || defined(__gfx90a__) || defined(__gfx942__) || defined(__gfx940__)
  asm volatile(\"\" ::: \"v30\", \"a69\");
#endif
  *p = 1;
}
KERNEL THREADS(64) void sgprs60(int *p) { asm volatile(\"\" ::: \"s59\"); *p = 1; }
KERNEL THREADS(64) void sgprs84(int *p) { asm volatile(\"\" ::: \"s83\"); *p = 1; }
KERNEL void lds20k(int *p) { SHARED int x[5120]; x[p[0]] = 1; *p = x[p[1]]; }
KERNEL THREADS(256) void lds10k(int *p) { SHARED int x[2600]; x[p[0]] = 1; *p = x[p[1]]; }
KERNEL THREADS(128) void lds64(int *p) { SHARED int x[16]; x[p[0]] = 1; *p = x[p[1]]; }
";

#[derive(Clone)]
pub struct Clang(String);

pub struct Ran {
    pub ok: bool,
    pub err: String,
}

impl Clang {
    /// That of `HIP_CLANG`, else clang 19, if it is there.
    pub fn find() -> Option<Self> {
        let name = std::env::var("HIP_CLANG").unwrap_or_else(|_| "clang++-19".to_owned());
        Command::new(&name).arg("--version").output().is_ok().then_some(Self(name))
    }

    pub fn version(&self) -> u32 {
        let output = Command::new(&self.0).arg("-dumpversion").output().unwrap();
        String::from_utf8_lossy(&output.stdout).split('.').next().unwrap().parse().unwrap()
    }

    pub fn run(&self, args: &[&str]) -> Ran {
        self.run_in(Path::new("."), args)
    }

    pub fn run_in(&self, folder: &Path, args: &[&str]) -> Ran {
        let output = Command::new(&self.0).args(args).current_dir(folder).output().unwrap();
        Ran { ok: output.status.success(), err: String::from_utf8_lossy(&output.stderr).into_owned() }
    }

    /// Compiles HIP without headers and device libraries.
    pub fn hip(&self, folder: &Path, args: &[&str]) -> String {
        let ran = self.run_in(
            folder,
            &[&["-x", "hip", "-nogpuinc", "-nogpulib", "-O1", "-Wno-unused-command-line-argument"], args].concat(),
        );
        assert!(ran.ok, "{args:?}: {}", ran.err);
        ran.err
    }
}

/// Compiles `k.hip` of the folder to `k.co`, with the occupancy that clang says for each kernel.
pub fn remarks(clang: &Clang, folder: &Path, args: &[&str]) -> BTreeMap<String, u64> {
    let more =
        ["-Rpass-analysis=kernel-resource-usage", "--cuda-device-only", "--no-gpu-bundle-output", "-c", "k.hip", "-o", "k.co"];
    let said = clang.hip(folder, &[args, &more].concat());
    let mut found = BTreeMap::new();
    let mut kernel = String::new();
    let word = |line: &str, before: &str| Some(line.split_once(before)?.1.split(' ').next()?.to_owned());
    for line in said.lines() {
        if let Some(name) = word(line, "Function Name: ") {
            kernel = name;
        } else if let Some(waves) = word(line, "Occupancy [waves/SIMD]: ") {
            found.insert(kernel.clone(), waves.parse().unwrap());
        }
    }
    found
}

/// The kernels that `hipify-rs inspect` finds in a file of one code object.
pub fn kernels_of(path: &Path) -> Vec<Value> {
    let objects = code_objects(path);
    assert_eq!(objects.len(), 1, "{objects:?}");
    objects[0]["kernels"].as_array().unwrap().clone()
}

/// The code objects that `hipify-rs inspect` finds in a file.
pub fn code_objects(path: &Path) -> Vec<Value> {
    let output = Command::new(binary()).args(["inspect", "--json"]).arg(path).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    report[0]["code_objects"].as_array().unwrap().clone()
}

pub fn binary() -> PathBuf {
    crate::cli_command::binary().to_path_buf()
}
