//! The command itself: how it ends on inputs that are broken or deeply nested.

use std::path::Path;
use std::process::{Command, Output};

const KERNEL: &str = "define void @k(ptr %out) !kernel_arg_name !0 {\n  %v = load i32, ptr %out\n  %w = add i32 %v, 1\n  \
    store i32 %w, ptr %out\n  ret void\n}\n!0 = !{!\"out\"}\n";

fn lower(folder: &Path, input: &[u8], more: &[&str]) -> Output {
    std::fs::write(folder.join("k.bc"), input).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_hipify-lower"));
    command.current_dir(folder).args(["k.bc", "-o", "lowered", "--cpu", "x86-64"]).args(more).output().unwrap()
}

#[test]
fn broken_bitcode_never_ends_it_by_a_signal() {
    let folder = tempfile::tempdir().unwrap();
    assert!(lower(folder.path(), KERNEL.as_bytes(), &[]).status.success());
    let whole = std::fs::read(folder.path().join("lowered")).unwrap();
    // One bit of one byte in 12, where the functions are: some 70 files, five of which have LLVM 19 read through null pointers.
    for at in (64..whole.len()).step_by(12).filter(|at| at * 3 > whole.len() * 2) {
        let mut broken = whole.clone();
        broken[at] ^= 1 << (at / 12 % 8);
        let output = lower(folder.path(), &broken, &[]);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() || output.status.code() == Some(1), "byte {at}: {}: {said}", output.status);
        assert!(output.status.success() || said.contains("hipify-lower: error: ") && said.contains("k.bc"), "byte {at}: {said}");
    }
}

#[test]
fn types_may_be_nested_deeper_than_a_shell_gives_stack_for() {
    let folder = tempfile::tempdir().unwrap();
    // 60,000 overflow 8 MiB.
    let depth = 60_000;
    let ty = format!("{}i32{}", "[1 x ".repeat(depth), "]".repeat(depth));
    let text = format!("@deep = external global {ty}\n{KERNEL}");
    let output = lower(folder.path(), text.as_bytes(), &[]);
    assert!(output.status.success(), "{}: {}", output.status, String::from_utf8_lossy(&output.stderr));
}

#[test]
fn modules_that_break_the_rules_of_ir_are_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let broken = KERNEL.replace("%v = load i32, ptr %out\n  %w = add i32 %v, 1", "%w = add i32 %v, 1\n  %v = load i32, ptr %out");
    let output = lower(folder.path(), broken.as_bytes(), &[]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(1) && said.contains("`k.bc` is not LLVM IR") && said.contains("dominate"), "{said}");
}
