//! CUDA's device functions, called with the same arguments on an NVIDIA GPU and on other targets: programs that do so, what the
//! GPU gave (`data/reference.bin`), and how what others give differs from that.

mod allowed;
mod calls;
mod compare;
mod function;
mod measure;
mod number;
mod program;
#[cfg(feature = "read")]
mod read;
mod reference;
mod results;
mod rules;
mod table;
mod values;

pub use allowed::{Known, Outcome, known};
pub use calls::calls;
pub use compare::{Difference, all_cases, compare};
pub use function::{Function, Parameter, Passing};
pub use measure::{Error, Machine, measure};
pub use number::{Element, Number};
pub use program::program;
#[cfg(feature = "read")]
pub use read::functions;
pub use reference::{Reference, pack, reference};
pub use results::{Measured, ResultType, Results, read as read_results, write as write_results};
pub use rules::{Rules, rules};
pub use table::{Outcomes, idle, line, outcomes, table, unknown};
pub use values::{CASES, VALUES, cases, picks};
