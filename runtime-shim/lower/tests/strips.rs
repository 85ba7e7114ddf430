//! Kernels with loops that run in strips of threads, in blocks of widths that fill strips and that do not.

use std::ffi::{CStr, c_void};
use std::path::Path;
use std::process::Command;

use hipify_abi::{Context, DONE, Exchange, Kernel, TABLE_SYMBOL, Table};
use hipify_lower::{Form, Input, Options, lockstep::Mode};

const DEVICE_PASS: &str = "-x hip --cuda-host-only -nogpuinc -nogpulib --offload-arch=gfx90a -O3 -std=c++17 -fno-math-errno \
    -fno-discard-value-names -Xclang -fcuda-is-device -Xclang -aux-triple -Xclang x86_64-pc-linux-gnu \
    -Xclang -disable-llvm-passes -Xclang -fhip-kernel-arg-name -Xclang -fcuda-allow-variadic-functions -fPIC \
    -emit-llvm -c -D__HIPIFY_CPU__=1 -include hip/hip_runtime.h";

struct Object {
    _library: libloading::Library,
    table: *const Table,
    report: Vec<String>,
}

fn clang(name: &str) -> Command {
    Command::new(std::env::var("CLANG").unwrap_or_else(|_| name.into()))
}

impl Object {
    fn build() -> Object {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let mut device = clang("clang-19");
        device.args(DEVICE_PASS.split_whitespace()).arg("-isystem").arg(root.join("../include"));
        device.arg(root.join("tests/strips/kernels.hip")).arg("-o").arg(at("device.bc"));
        assert!(device.status().unwrap().success());
        let options = Options { processor: "native".into(), lockstep: Mode::Auto, form: Form::Bitcode, current_thread: false };
        let (bitcode, report) = hipify_lower::lower(&Input::read(at("device.bc")).unwrap(), &options).unwrap();
        std::fs::write(at("k.bc"), bitcode).unwrap();
        let mut object = clang("clang-19");
        object.args(["-O3", "-fPIC", "-shared", "-march=native", "-x", "ir"]).arg(at("k.bc")).arg("-o").arg(at("k.so"));
        assert!(object.status().unwrap().success());
        // SAFETY: the library has no initialisers; the symbol has the type that the crate gives it.
        unsafe {
            let library = libloading::Library::new(at("k.so")).unwrap();
            let table = *library.get(TABLE_SYMBOL.as_bytes()).unwrap();
            Object { _library: library, table, report }
        }
    }

    fn kernel(&self, name: &str) -> &Kernel {
        // SAFETY: the table and its strings live as long as the library.
        unsafe {
            let table = &*self.table;
            let kernels = std::slice::from_raw_parts(table.kernels, table.kernel_count as usize);
            kernels.iter().find(|kernel| CStr::from_ptr(kernel.name).to_str() == Ok(name)).unwrap()
        }
    }

    fn run(&self, name: &str, width: u32, height: u32, blocks: u32, arguments: &[*const c_void]) {
        let kernel = self.kernel(name);
        let threads = width * height;
        let mut frame = vec![Line([0; 64]); kernel.frame_bytes as usize / 64 + 1];
        let mut shared = vec![Line([0; 64]); kernel.shared_bytes as usize / 64 + 4];
        let mut states = vec![0u16; threads as usize];
        let mut exchange = Box::new(Exchange::EMPTY);
        for block in 0..blocks {
            let mut context = Context {
                arguments: arguments.as_ptr(),
                block_dim: [width, height, 1],
                grid_dim: [blocks, 1, 1],
                block_idx: [block, 0, 0],
                threads,
                warp_size: 32,
                dynamic_shared: 0,
                shared: shared.as_mut_ptr().cast(),
                frame: frame.as_mut_ptr().cast(),
                states: states.as_mut_ptr(),
                exchange: &mut *exchange,
                active: 0,
                ballot: 0,
                phase: 0,
                reserved: 0,
                private: std::ptr::null_mut(),
            };
            // SAFETY: the context is filled as the table asks for.
            assert_eq!(unsafe { kernel.run.unwrap()(&mut context, 0) }, DONE, "{name}, {width} threads wide");
        }
    }
}

#[derive(Clone)]
#[repr(align(128))]
#[allow(dead_code, reason = "only its size and place count")]
struct Line([u8; 64]);

fn address<T>(value: &T) -> *const c_void {
    std::ptr::from_ref(value).cast()
}

const WIDTHS: [u32; 7] = [1, 5, 16, 20, 32, 47, 64];

#[test]
fn all_kernels_here_have_loops_that_run_in_strips() {
    let object = Object::build();
    let without: Vec<&String> = object.report.iter().filter(|line| !line.contains("in strips of threads")).collect();
    assert!(object.report.len() == 5 && without.is_empty(), "{without:#?}");
}

#[test]
fn threads_behind_a_guard_do_not_disturb_their_strip() {
    let object = Object::build();
    let input: Vec<f32> = (0..200).map(|i| (i * 7 % 13) as f32).collect();
    let weights: Vec<f32> = (0..9).map(|i| (i % 4) as f32).collect();
    let (from, by) = (input.as_ptr(), weights.as_ptr());
    for width in WIDTHS {
        for (n, r) in [(0, 9), (1, 9), (17, 9), (100, 9), (128, 0), (128, 1)] {
            let mut output = vec![-1.0f32; 200];
            let to = output.as_mut_ptr();
            let arguments = [address(&from), address(&by), address(&to), address(&n), address(&r)];
            object.run("guarded", width, 1, 128u32.div_ceil(width), &arguments);
            let value = |i: usize| (0..r as usize).map(|k| input[i + k] * weights[k]).sum::<f32>();
            let wanted: Vec<f32> = (0..200).map(|i| if i < n as usize { value(i) } else { -1.0 }).collect();
            assert_eq!(output, wanted, "{width} wide, n = {n}, r = {r}");
        }
    }
}

#[test]
fn threads_of_a_strip_may_take_different_loops() {
    let object = Object::build();
    let a: Vec<i32> = (0..10).map(|i| i * 5 % 7).collect();
    let from = a.as_ptr();
    for width in WIDTHS {
        for n in [0, 1, 10] {
            let mut output = vec![0i32; width as usize];
            let to = output.as_mut_ptr();
            object.run("two_ways", width, 1, 1, &[address(&to), address(&from), address(&n)]);
            let value = |x: i32| match x {
                x if x & 1 == 1 => a[..n as usize].iter().fold(1i32, |value, a| value.wrapping_add(a * x)),
                x if x % 3 == 0 => a[..n as usize].iter().rev().fold(1i32, |value, a| value.wrapping_mul(3).wrapping_add(a ^ x)),
                _ => 1,
            };
            assert_eq!(output, (0..width as i32).map(value).collect::<Vec<_>>(), "{width} wide, n = {n}");
        }
    }
}

#[test]
fn values_of_several_types_come_through_nested_loops() {
    let object = Object::build();
    let a: Vec<f32> = (0..64).map(|i| (i * 3 % 11) as f32).collect();
    let from = a.as_ptr();
    for (width, height) in [(1, 3), (16, 2), (20, 3), (33, 2)] {
        for (n, m) in [(0, 4), (4, 0), (3, 6)] {
            let mut output = vec![0f64; (width * height) as usize];
            let to = output.as_mut_ptr();
            object.run("nested", width, height, 1, &[address(&to), address(&from), address(&n), address(&m)]);
            let value = |at: u32| {
                let (x, y) = (at % width, at / width);
                let (mut total, mut count, mut odd) = (0f64, 0i64, (a[x as usize] > 2.0) != (x % 3 == 1));
                for i in 0..n {
                    let mut part = if odd { 0.5f64 } else { 0.25 };
                    for &a in &a[..m as usize] {
                        part += f64::from(a * x as f32 + y as f32);
                        count += i64::from(a > x as f32);
                    }
                    total += part * f64::from(i);
                    odd = !odd;
                }
                total + count as f64 * 1000.0 + f64::from(u8::from(odd))
            };
            assert_eq!(output, (0..width * height).map(value).collect::<Vec<_>>(), "{width} by {height}, n = {n}, m = {m}");
        }
    }
}

#[test]
fn strips_begin_and_end_between_barriers() {
    let object = Object::build();
    let input: Vec<i32> = (0..64 * 8).map(|i| i * 11 % 17).collect();
    let from = input.as_ptr();
    for width in WIDTHS.into_iter().filter(|&width| width >= 8) {
        for n in [0, 1, 8] {
            let mut output = vec![0i32; width as usize];
            let to = output.as_mut_ptr();
            object.run("around_a_barrier", width, 1, 1, &[address(&from), address(&to), address(&n)]);
            let sums: Vec<i32> =
                (0..width).map(|x| (0..n).map(|k| input[(k as u32 * width + x) as usize] * (k + 1)).sum()).collect();
            let value = |x: u32| {
                let other = sums[(width - 1 - x) as usize];
                sums[..n as usize]
                    .iter()
                    .fold(other, |other, sum| other.wrapping_mul(2).wrapping_add(*sum).wrapping_add(x as i32))
            };
            assert_eq!(output, (0..width).map(value).collect::<Vec<_>>(), "{width} wide, n = {n}");
        }
    }
}

#[test]
fn every_iteration_stores_for_every_thread() {
    let object = Object::build();
    let input: Vec<f32> = (0..64).map(|i| (i * 5 % 9) as f32).collect();
    let from = input.as_ptr();
    for width in WIDTHS {
        let n = 6;
        let mut output = vec![0f32; (width * 6) as usize];
        let to = output.as_mut_ptr();
        object.run("stores_each_time", width, 1, 1, &[address(&to), address(&from), address(&n)]);
        let mut values: Vec<f32> = input[..width as usize].to_vec();
        let mut wanted = Vec::new();
        for add in &input[..6] {
            values.iter_mut().for_each(|value| *value = *value * 0.5 + add);
            wanted.extend(&values);
        }
        assert_eq!(output, wanted, "{width} wide");
    }
}
