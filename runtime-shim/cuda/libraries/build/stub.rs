//! A library's name and symbols -> assembly, a version script, and the shared object that a C compiler makes of them.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The shim, which all symbols lead to.
const SHIM: &str = "libhipify_cuda.so";

/// Makes the file; `symbols` are names and the shim's names for their code.
pub(crate) fn build(out: &Path, soname: &str, node: &str, symbols: &[(String, String)]) -> PathBuf {
    let folder = out.join("stubs");
    fs::create_dir_all(&folder).expect("OUT_DIR is writable");
    let shim = shim_for_linking(&folder);
    let source = folder.join(format!("{soname}.s"));
    fs::write(&source, assembly(symbols)).expect("OUT_DIR is writable");
    let path = folder.join(soname);
    let mut command = compiler();
    // A shared object may leave symbols to others without a flag for that, which zig's linker would refuse.
    command.args(["-shared", "-nostdlib", "-Wl,--no-as-needed", "-Wl,--allow-shlib-undefined"]);
    command.args(["-Wl,-z,now", "-Wl,-z,noexecstack", "-Wl,--hash-style=gnu", "-Wl,--build-id=none", "-Wl,--enable-new-dtags"]);
    command.arg(format!("-Wl,-soname,{soname}")).arg("-Wl,-rpath,$ORIGIN").arg(&source).arg(&shim).arg("-o").arg(&path);
    if !node.is_empty() {
        let script = folder.join(format!("{soname}.map"));
        fs::write(&script, format!("{node} {{ global: *; }};\n")).expect("OUT_DIR is writable");
        command.arg(format!("-Wl,--version-script={}", script.display()));
    }
    run(command);
    path
}

/// A library of the shim's name without symbols: all that a link needs of it.
fn shim_for_linking(folder: &Path) -> PathBuf {
    let path = folder.join(SHIM);
    if !path.exists() {
        let source = folder.join("shim.s");
        fs::write(&source, ".section .note.GNU-stack,\"\",@progbits\n").expect("OUT_DIR is writable");
        let mut command = compiler();
        command.args(["-shared", "-nostdlib"]).arg(format!("-Wl,-soname,{SHIM}")).arg(&source).arg("-o").arg(&path);
        run(command);
    }
    path
}

fn compiler() -> Command {
    cc::Build::new().opt_level(0).debug(false).get_compiler().to_command()
}

fn run(mut command: Command) {
    let done = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(done.status.success(), "{command:?}: {}", String::from_utf8_lossy(&done.stderr));
}

/// A jump for each symbol. Programs may take a function's address, so that these are functions to the linker.
fn assembly(symbols: &[(String, String)]) -> String {
    let mut text = String::from(".intel_syntax noprefix\n.text\n");
    for (symbol, target) in symbols {
        let _ = writeln!(text, ".globl {symbol}\n.type {symbol}, @function\n{symbol}:");
        let _ = writeln!(text, "    jmp qword ptr [rip + \"hipify.{target}\"@GOTPCREL]\n.size {symbol}, . - {symbol}");
    }
    text.push_str(".section .note.GNU-stack,\"\",@progbits\n");
    text
}
