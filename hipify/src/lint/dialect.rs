//! Whether a file is written for HIP already.

use crate::lint::file::File;
use crate::token::Kind;

/// Whether the file includes one of HIP's headers: what a port would change silently is then left as it is.
pub(crate) fn is_hip(file: &File<'_>) -> bool {
    let code = &file.code;
    let headers = code.directives().map(|hash| hash + 2).filter(|&at| at < code.tokens.len());
    headers.into_iter().any(|at| code.kind(at) == Kind::HeaderName && file.text(at)[1..].starts_with("hip/"))
}
