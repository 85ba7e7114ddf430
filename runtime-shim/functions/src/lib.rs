//! CUDA's device functions, called with the same arguments on an NVIDIA GPU and on other targets: programs that do so, what the
//! GPU gave (`data/reference.bin`), and how what others give differs from that.

mod function;
mod number;
mod program;
#[cfg(feature = "read")]
mod read;
mod rules;
mod values;

pub use function::{Function, Parameter, Passing};
pub use number::{Element, Number};
pub use program::program;
#[cfg(feature = "read")]
pub use read::functions;
pub use rules::{Rules, rules};
pub use values::{CASES, VALUES, cases, picks, table};
