//! The text of `hipify-rs --version`: the release, the commit that it was built from, and the LLVM that builds use.

use hipify_toolchain::bundled;
use hipify_toolchain::environment::Environment;
use hipify_toolchain::{clang, hip};

/// One line for the program and one for each LLVM: those that lower code for the CPU, and that of the compiler found.
pub(crate) fn long() -> String {
    format!("{}\nCPU code: LLVM {}\ncompiler: {}", build(), bundled::releases(), compiler(&Environment::of_process()))
}

/// The release and the commit.
pub(crate) fn build() -> String {
    format!("{} (commit {})", env!("CARGO_PKG_VERSION"), env!("HIPIFY_COMMIT"))
}

/// The compiler that a build without `--clang` and `--rocm-path` takes.
fn compiler(environment: &Environment) -> String {
    let roots = hip::rocm_roots(environment, None).unwrap_or_default();
    match clang::find(environment, None, &roots) {
        Ok(found) => format!("LLVM {}, {}", found.version, found.path.display()),
        Err(_) => "none found; `hipify-rs doctor` says what to install".to_owned(),
    }
}
