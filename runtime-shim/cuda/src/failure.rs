//! What an entry answers: HIP's status as CUDA's, and a status of its own where HIP has no counterpart.

use crate::answer::Answer;
use crate::entry::EntryPoint;
use crate::enumeration::Enumeration;
use crate::{last_error, target, trace};

/// `cudaErrorInvalidSymbol`.
const INVALID_SYMBOL: i32 = 13;

/// Nothing but CUDA's runtime asks the driver for tables; the shim's does not.
const STATIC_RUNTIME: &str = "nobody documents its tables, which CUDA's runtime wants where it is linked in, nvcc's default; link the \
                              program again with nvcc's `-cudart shared`";

impl EntryPoint {
    /// A status of HIP as CUDA's, noted as the thread's last error.
    #[inline]
    pub fn status(&self, table: &Enumeration, status: i32) -> i32 {
        if status == 0 { 0 } else { self.failed(table.to_cuda(status)) }
    }

    /// Notes a status of CUDA that is no success.
    #[cold]
    pub fn failed(&self, status: i32) -> i32 {
        if status == INVALID_SYMBOL && self.facts().has_last_error {
            crate::runtime::explain_symbol(self.name);
        }
        if self.facts().has_last_error {
            last_error::record(status);
        }
        status
    }

    /// The answer where the HIP runtime has no such function.
    #[cold]
    pub fn no_target<R: Answer>(&'static self) -> R {
        let what = self.name.to_string_lossy();
        if self.told.is_first() {
            match target::reason(self.facts().runtime) {
                Some(reason) => eprintln!("hipify: `{what}` cannot be served: {reason}"),
                None => eprintln!("hipify: `{what}` is not supported: the HIP runtime has no `{}`", self.hip.to_string_lossy()),
            }
        }
        trace::note_unsupported(self);
        R::of_status(self.failed(self.facts().not_supported))
    }

    /// The answer where an argument's value has no counterpart in HIP; `known` says whether CUDA has the value.
    #[cold]
    pub fn no_counterpart<R: Answer>(&'static self, argument: &str, known: bool) -> R {
        if !known {
            return R::of_status(self.failed(self.facts().invalid_value));
        }
        if self.told.is_first() {
            eprintln!("hipify: `{}`: the value of `{argument}` is not supported by HIP", self.name.to_string_lossy());
        }
        trace::note_unsupported(self);
        R::of_status(self.failed(self.facts().not_supported))
    }

    /// The answer of what HIP has no counterpart for.
    #[cold]
    pub fn unsupported<R: Answer>(&'static self) -> R {
        if self.told.is_first() {
            eprintln!("hipify: `{}` is not supported: {}", self.name.to_string_lossy(), self.why());
        }
        trace::note_unsupported(self);
        R::of_status(self.failed(self.facts().not_supported))
    }

    fn why(&self) -> &'static str {
        if self.name == c"cuGetExportTable" { STATIC_RUNTIME } else { "HIP has no counterpart" }
    }

    /// The answer of an annotation that no tool listens to.
    pub fn inert<R: Answer>(&self) -> R {
        R::of_status(0)
    }
}
