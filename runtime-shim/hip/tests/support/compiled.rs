//! How the tests' C and C++ programs are compiled and which library they are linked to: cargo's, or the instrumented one that
//! `scripts/test-tsan` names.

use std::path::PathBuf;
use std::process::Command;

/// The library that is tested: `HIPIFY_TSAN_RUNTIME`, else this crate's, which cargo builds before its tests.
pub(crate) fn runtime() -> PathBuf {
    let own = || std::env::current_exe().unwrap().with_file_name("libhipify_hip.so");
    let library = std::env::var_os("HIPIFY_TSAN_RUNTIME").map_or_else(own, PathBuf::from);
    assert!(library.exists(), "`{}` is missing", library.display());
    library
}

/// A compiler by the name of the system's; for the instrumented library clang, which has the sanitizer's runtime, and with it. What is linked
/// takes that library and not cargo's, to which `LD_LIBRARY_PATH` leads under `cargo test`: a run path of the older kind comes before that.
pub(crate) fn compiler(system: &str) -> Command {
    if std::env::var_os("HIPIFY_TSAN_RUNTIME").is_none() {
        return Command::new(system);
    }
    let mut command = Command::new(if system == "c++" { "clang++-19" } else { "clang-19" });
    command.args(["-fsanitize=thread", "-Wl,--disable-new-dtags"]);
    command
}
