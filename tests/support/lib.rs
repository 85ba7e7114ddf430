//! What the end-to-end tests of the workspace share: the command and its programs, fixtures, and what clang and HIP are here.
//!
//! # File by file
//!
//! | file | holds |
//! |---|---|
//! | `cli_command.rs`, `build.rs` | the command under test in a temporary folder; builds and runs of programs |
//! | `programs.rs`, `project.rs` | programs of `corpora/run` and `corpora/wave`, built and run; ports of `corpora/projects` |
//! | `api_cases.rs` | statements about the runtime API in programs of `corpora/run/api`, by group of HIP's reference |
//! | `hip.rs`, `device_code.rs` | the clang and the HIP headers that tests compile with; kernels whose resources are known |
//! | `fixture.rs`, `lint_fixture.rs`, `quality.rs` | fixtures with expectations in comments; recall and precision of lints |
//! | `fortran.rs`, `chance.rs` | programs of `corpora/fortran`; pseudo-random numbers, the same in every run |
//! | `render.rs`, `schema.rs`, `text.rs` | ports as the text of snapshots; JSON schemas; source text read without the engine's lexer |

pub mod api_cases;
pub mod build;
pub mod chance;
pub mod cli_command;
pub mod device_code;
pub mod fixture;
pub mod fortran;
pub mod hip;
pub mod lint_fixture;
pub mod programs;
pub mod project;
pub mod quality;
pub mod render;
pub mod schema;
pub mod text;

use std::path::{Path, PathBuf};

/// The folder of the workspace.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The folder of the binaries that `make test`, or `cargo build --workspace`, has built beside this test.
pub fn built() -> PathBuf {
    let test = std::env::current_exe().expect("a running test has a path");
    test.ancestors().nth(2).expect("cargo runs tests in `deps` of the profile's folder").to_owned()
}

/// A binary of the workspace.
///
/// # Panics
///
/// Where it was not built.
pub fn executable(name: &str) -> PathBuf {
    let path = built().join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    assert!(path.is_file(), "{}: not there; run `cargo build --workspace` first, as `make test` does", path.display());
    path
}

/// Where tests leave files that later runs may use: `tmp` in the target folder.
pub fn temporary() -> PathBuf {
    let folder = built().parent().expect("the profile's folder is in the target folder").join("tmp");
    std::fs::create_dir_all(&folder).expect("the target folder can be written to");
    folder
}
