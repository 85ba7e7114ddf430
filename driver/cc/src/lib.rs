//! The commands `cc` and `fc`, and the compilers that projects call in the place of their own: command lines of other compilers,
//! answered or built.
//!
//! | module | what it does |
//! |---|---|
//! | `run` | a parsed command line of nvcc or hipcc: inputs, targets, the build, the program's run |
//! | `answers` | `--version`, `--dryrun` and what else asks and builds nothing |
//! | `fc` | nvfortran's command lines |
//! | `host_compiler` | in the place of a host compiler: what uses CUDA is ported, the rest is that compiler's |
//! | `hip_compiler` | in the place of clang for CMake's language HIP: code for the CPU too |
//! | `real_compiler` | the compiler that these stand in front of |

#![warn(missing_docs)]

mod answers;
pub mod fc;
pub mod hip_compiler;
pub mod host_compiler;
mod real_compiler;
mod run;

pub use run::run;
