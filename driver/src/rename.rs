//! Output names under `--rename`.

use std::path::{Path, PathBuf};

/// `a.cu` becomes `a.hip`, `a.cuh` becomes `a.hip.h`; `None` for other names.
pub(crate) fn renamed(path: &Path) -> Option<PathBuf> {
    match path.extension()?.to_str()? {
        "cu" => Some(path.with_extension("hip")),
        "cuh" => Some(path.with_extension("hip.h")),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_cuda_endings_change() {
        assert_eq!(renamed(Path::new("a/b.x.cu")), Some("a/b.x.hip".into()));
        assert_eq!(renamed(Path::new("b.cuh")), Some("b.hip.h".into()));
        assert_eq!(renamed(Path::new("b.cpp")), None);
        assert_eq!(renamed(Path::new("cu")), None);
    }
}
