//! HIP kernels to whether they rely on lockstep, and where lanes then wait.

use std::path::Path;
use std::process::Command;

use super::fixture;
use hipify_lower::warp_sync_insertion::{Mode, insert};
use inkwell::context::Context;
use inkwell::memory_buffer::MemoryBuffer;
use inkwell::module::Module;
use inkwell::passes::PassBuilderOptions;
use inkwell::targets::{CodeModel, InitializationConfig, RelocMode, Target, TargetMachine};
use inkwell::values::FunctionValue;

const PASSES: &str = "cgscc(inline),function(sroa,early-cse,instcombine<no-verify-fixpoint>,simplifycfg,loop-simplify,lcssa,\
    loop(loop-rotate,indvars,loop-unroll-full),sroa,instcombine<no-verify-fixpoint>,simplifycfg)";

/// The device pass of a fixture, inlined and optimised as before the cut.
fn compile<'ctx>(context: &'ctx Context, name: &str) -> Module<'ctx> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let output = Command::new("clang++-19")
        .args("-x hip --cuda-host-only -nogpuinc -nogpulib --offload-arch=gfx90a -O3 -std=c++17".split(' '))
        .args("-Xclang -fcuda-is-device -Xclang -aux-triple -Xclang x86_64-pc-linux-gnu -Xclang -disable-llvm-passes".split(' '))
        .args(
            "-Xclang -fhip-kernel-arg-name -Xclang -fcuda-allow-variadic-functions -fPIC -S -emit-llvm -D__HIPIFY_CPU__=1"
                .split(' '),
        )
        .arg("-isystem")
        .arg(root.join("../include"))
        .args(["-include", "hip/hip_runtime.h", "-o", "-"])
        .arg(root.join("tests/analysis/fixtures").join(name))
        .output()
        .expect("clang++-19 is installed");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let buffer = MemoryBuffer::create_from_memory_range_copy(&output.stdout, name);
    let module = context.create_module_from_ir(buffer).unwrap_or_else(|error| panic!("{}", error.to_string()));
    let passes = hipify_lower::llvm::as_written_here(PASSES);
    module.run_passes(&passes, &machine(), PassBuilderOptions::create()).unwrap_or_else(|error| panic!("{}", error.to_string()));
    module
}

fn machine() -> TargetMachine {
    Target::initialize_x86(&InitializationConfig::default());
    let triple = TargetMachine::get_default_triple();
    let target = Target::from_triple(&triple).unwrap();
    let machine = target.create_target_machine(
        &triple,
        "generic",
        "",
        inkwell::OptimizationLevel::Aggressive,
        RelocMode::PIC,
        CodeModel::Default,
    );
    machine.unwrap()
}

fn kernels<'ctx>(module: &Module<'ctx>) -> Vec<FunctionValue<'ctx>> {
    let is_kernel = |one: &FunctionValue| one.count_basic_blocks() > 0 && one.to_string().contains("!kernel_arg_name");
    module.get_functions().filter(is_kernel).collect()
}

fn name(kernel: FunctionValue) -> String {
    kernel.get_name().to_string_lossy().into_owned()
}

fn waits(kernel: FunctionValue) -> usize {
    kernel.to_string().matches("call void @__hipify_warp_sync").count()
}

#[test]
fn kernels_that_rely_on_lockstep_are_found_and_get_waits() {
    let context = fixture::context();
    let module = compile(&context, "relies_on_lockstep.hip");
    let kernels = kernels(&module);
    assert_eq!(kernels.len(), 14);
    let silent: Vec<String> = kernels
        .into_iter()
        .filter(|&kernel| insert(&module, kernel, Mode::Auto).unwrap().is_empty() || waits(kernel) == 0)
        .map(name)
        .collect();
    assert!(silent.is_empty(), "not found: {silent:#?}");
    module.verify().unwrap_or_else(|error| panic!("{}", error.to_string()));
}

#[test]
fn kernels_that_synchronise_are_left_alone() {
    let context = fixture::context();
    let module = compile(&context, "synchronises.hip");
    let kernels = kernels(&module);
    assert_eq!(kernels.len(), 20);
    let found: Vec<_> = kernels
        .into_iter()
        .map(|kernel| (name(kernel), insert(&module, kernel, Mode::Auto).unwrap()))
        .filter(|(_, variables)| !variables.is_empty())
        .collect();
    assert!(found.is_empty(), "found without need: {found:#?}");
}

#[test]
fn each_step_of_a_warp_reduction_waits_between_its_loads_and_its_store_and_after_it() {
    let context = fixture::context();
    let module = compile(&context, "relies_on_lockstep.hip");
    let kernel = kernels(&module).into_iter().find(|&one| name(one).contains("reduce_with_volatile_last_warp")).unwrap();
    assert_eq!(insert(&module, kernel, Mode::Never).unwrap(), [""; 0]);
    assert_eq!(waits(kernel), 0);
    let variables = insert(&module, kernel, Mode::Auto).unwrap();
    assert!(variables.len() == 1 && variables[0].contains("reduce_with_volatile_last_warp"), "{variables:?}");
    assert_eq!(waits(kernel), 13, "six steps with two waits each, and one where the other warps join: {kernel}");
}

#[test]
fn always_waits_where_indices_are_not_understood() {
    let context = fixture::context();
    let module = compile(&context, "synchronises.hip");
    let kernel = kernels(&module).into_iter().find(|&one| name(one).contains("one_thread_works")).unwrap();
    assert_eq!(insert(&module, kernel, Mode::Always).unwrap().len(), 1);
}
