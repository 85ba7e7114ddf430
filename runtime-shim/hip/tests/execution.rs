//! Programs that launch kernels of a code object written by hand: every way in which the runtime executes kernels, orders
//! work and reports what went wrong.

#[path = "support/compiled.rs"]
mod compiled;

use compiled::{compiler, runtime};
use std::path::Path;
use std::process::{Command, Output};
use std::sync::OnceLock;

/// A folder with the program and its modules.
fn built() -> &'static Path {
    static BUILT: OnceLock<tempfile::TempDir> = OnceLock::new();
    let folder = BUILT.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        compile_object(folder.path(), "object.so", hipify_abi::VERSION, "sse3 ssse3");
        compile_object(folder.path(), "future.so", hipify_abi::VERSION + 1, "");
        let library = runtime();
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let rpath = format!("-Wl,-rpath,{}", library.parent().unwrap().display());
        let program = folder.path().join("program");
        let mut command = compiler("cc");
        command.args(["-g", "-O1", "-Wall", "-Wextra", "-D__HIP_PLATFORM_AMD__"]).arg(here.join("tests/execution/program.c"));
        run(command.arg("-isystem").arg(here.join("../include")).arg(library).args([&rpath, "-lpthread", "-o"]).arg(program));
        folder
    });
    folder.path()
}

fn compile_object(folder: &Path, name: &str, version: u32, features: &str) {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/execution/object.c");
    let mut command = compiler("cc");
    command.args(["-g0", "-O1", "-Wall", "-Wextra", "-shared", "-fPIC"]).arg(source);
    command.arg(format!("-DVERSION={version}")).arg(format!("-DFEATURES=\"{features}\""));
    run(command.arg("-o").arg(folder.join(name)));
}

fn run(command: &mut Command) -> Output {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(output.status.success(), "{command:?}: {}\n{}", output.status, text(&output));
    output
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

/// Runs a case of the program with the number of threads and the wave size, and gives what it wrote.
fn case_with(name: &str, threads: &str, wave_size: &str, module: &Path) -> String {
    // A sanitizer makes everything slower.
    let patience = if std::env::var_os("HIPIFY_TSAN_RUNTIME").is_some() { "300" } else { "60" };
    let mut command = Command::new("timeout");
    command.arg(patience).arg(built().join("program")).args([name.as_ref(), module.as_os_str()]);
    command.env("HIPIFY_DEVICE", "cpu").env("HIPIFY_THREADS", threads).env("HIPIFY_WAVE_SIZE", wave_size);
    text(&run(&mut command))
}

fn case(name: &str) -> String {
    let module = built().join("object.so");
    ["1", "2", "5"].map(|threads| case_with(name, threads, "32", &module)).concat()
}

#[test]
fn arguments_are_passed_by_pointers_and_packed() {
    case("scale");
}

#[test]
fn diverged_threads_go_on_by_steps() {
    case("reverse");
}

#[test]
fn no_more_threads_than_asked_for_run_a_launch() {
    case("crowd");
}

#[test]
fn lanes_exchange_values_in_warps_of_either_size() {
    let module = built().join("object.so");
    case_with("warps", "2", "32", &module);
    case_with("warps", "2", "64", &module);
}

#[test]
fn all_blocks_of_a_grid_meet() {
    case("grid");
}

#[test]
fn threads_that_need_stacks_get_them() {
    case("fibers");
}

#[test]
fn output_of_kernels_comes_in_the_order_of_blocks_and_before_the_host_goes_on() {
    let output = case("prints");
    let blocks: String = (0..40).map(|block| format!("block {block} of 40\n")).collect();
    assert_eq!(output, format!("{blocks}the host goes on\nblock 0 of 1\n").repeat(3));
}

#[track_caller]
fn fault(name: &str, message: &str) {
    let output = case(name);
    assert_eq!(output.matches(message).count(), 3, "{output}");
    assert_eq!(output.matches("the program goes on").count(), 3, "{output}");
}

#[test]
fn a_bad_address_names_kernel_block_and_address_and_the_program_goes_on() {
    fault("crash", "hipify: kernel `crash`, block (3, 0, 0): write to invalid address 0x10\n");
}

#[test]
fn a_division_by_zero_is_a_launch_failure() {
    fault("divide", "hipify: kernel `divide`, block (");
}

#[test]
fn a_failed_assertion_names_its_line_and_block() {
    fault("claim", "claim.cu:12: claim: kernel `claim`, block (1, 0, 0): assertion `x > 0` failed\n");
}

#[test]
fn lanes_at_different_barriers_are_told() {
    fault("part", ": threads of one warp wait at different barriers: threads 0 and 1 of the block\n");
}

#[test]
fn a_stack_overflow_is_a_fault_too() {
    fault("overflow", "hipify: kernel `overflow`, block (");
}

#[test]
fn wrong_calls_get_the_documented_errors() {
    case("errors");
}

#[test]
fn streams_run_in_order_and_beside_each_other() {
    case("streams");
}

#[test]
fn functions_of_the_program_are_called_in_the_stream_s_order() {
    case("callbacks");
}

#[test]
fn ten_thousand_streams_work() {
    case("many_streams");
}

#[test]
fn events_time_what_runs() {
    case("timing");
}

#[test]
fn many_threads_may_launch_at_once() {
    case("threads");
}

#[test]
fn a_forked_child_runs_kernels_too() {
    case("forks");
}

#[test]
fn a_million_launches_leave_nothing_behind() {
    case_with("million", "2", "32", &built().join("object.so"));
}

#[test]
fn a_module_of_another_version_is_refused_with_a_remedy() {
    let output = case_with("scale", "1", "32", &built().join("future.so"));
    assert!(output.contains("build the program again"), "{output}");
    assert!(output.contains("not loaded: error 303"), "{output}");
}

#[test]
fn a_module_that_is_none_is_refused_with_a_remedy() {
    let path = built().join("none.so");
    std::fs::write(&path, "nothing of the kind").unwrap();
    let output = case_with("scale", "1", "32", &path);
    assert!(output.contains("`--offload-arch cpu`") && output.contains("not loaded: error 200"), "{output}");
    assert!(output.contains(&format!("hipify: `{}` cannot run on the CPU", path.display())), "{output}");
}

#[test]
fn devices_have_their_own_variables_and_streams() {
    let mut command = Command::new("timeout");
    command.arg("60").arg(built().join("program")).arg("devices").arg(built().join("object.so"));
    run(command.env("HIPIFY_DEVICE", "cpu").env("HIPIFY_DEVICE_COUNT", "2"));
}

#[test]
fn a_reset_gives_managed_variables_their_initial_values() {
    case("managed");
}

/// Offset of the compression's number in a compressed bundle: after the magic and the version. 1 is zstd.
const COMPRESSION: usize = 6;

#[test]
fn a_bundle_compressed_by_zstd_is_loaded() {
    let bundle = built().join("object.zstd.hipfb");
    let mut command = Command::new("/usr/lib/llvm-19/bin/clang-offload-bundler");
    command.args(["-type=o", "-compress", "-targets=host-x86_64-unknown-linux-gnu,hip-x86_64-pc-linux-gnu", "-input=/dev/null"]);
    command.arg(format!("-input={}", built().join("object.so").display()));
    run(command.arg(format!("-output={}", bundle.display())));
    assert_eq!(std::fs::read(&bundle).unwrap()[COMPRESSION], 1, "the bundler compresses by zstd");
    case_with("scale", "2", "32", &bundle);
}
