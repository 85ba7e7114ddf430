//! Makes Debian's layout of unpacked packages one that works where it lies: like a ROCm, with `include`, `lib` and `amdgcn/bitcode` at the
//! top, or like an LLVM, whose programs find their libraries.

use super::search_path;
use hipify_tree::platform;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

const LIBRARIES: &str = "usr/lib/x86_64-linux-gnu";

/// Adds the links, removes links to libraries that were not fetched, and says which these are: their link, and their soname.
pub(crate) fn like_rocm(root: &Path) -> io::Result<Vec<(PathBuf, String)>> {
    platform::symlink(Path::new("usr/include"), &root.join("include"))?;
    platform::symlink(Path::new(LIBRARIES), &root.join("lib"))?;
    if let Some(bitcode) = device_libraries(root) {
        fs::create_dir(root.join("amdgcn"))?;
        platform::symlink(&Path::new("..").join(bitcode), &root.join("amdgcn/bitcode"))?;
    }
    let mut missing = Vec::new();
    for entry in fs::read_dir(root.join(LIBRARIES))? {
        let path = entry?.path();
        if path.is_symlink() && !path.exists() {
            let named = fs::read_link(&path)?;
            fs::remove_file(&path)?;
            missing.extend(soname(&named).map(|soname| (path, soname)));
        }
    }
    Ok(missing)
}

/// Lets clang and LLVM's tools find the libraries of their packages: programs look in `../lib`, seen from themselves, where links to all
/// of them are made; LLVM's library does so for those that it needs and for those that these need.
pub(crate) fn like_llvm(root: &Path, clang: &Path) -> io::Result<()> {
    let lib = clang.parent().and_then(Path::parent).unwrap_or(root).join("lib");
    fs::create_dir_all(&lib)?;
    for folder in [LIBRARIES, "lib/x86_64-linux-gnu"] {
        for entry in fs::read_dir(root.join(folder)).into_iter().flatten() {
            let (path, name) = entry.map(|entry| (entry.path(), entry.file_name()))?;
            let link = lib.join(&name);
            if path.is_file() && name.to_string_lossy().contains(".so") && !link.is_symlink() {
                // `usr/lib/llvm-19/lib` is four folders below the top.
                platform::symlink(&Path::new("../../../..").join(folder).join(&name), &link)?;
            }
            if !path.is_symlink() && name.to_string_lossy().starts_with("libLLVM") {
                search_path::inherit(&path)?;
            }
        }
    }
    Ok(())
}

/// `libx.so.1` of a link to `libx.so.1` or to `libx.so.1.2.3`.
fn soname(named: &Path) -> Option<String> {
    let name = named.file_name()?.to_str()?;
    let (library, version) = name.split_once(".so.")?;
    Some(format!("{library}.so.{}", version.split('.').next()?))
}

/// The unpacked folder of device libraries, below `root`.
fn device_libraries(root: &Path) -> Option<PathBuf> {
    let versions = fs::read_dir(root.join("usr/lib")).ok()?.flatten();
    let folders = versions.filter_map(|entry| {
        let name = entry.file_name().into_string().ok()?;
        let number = name.strip_prefix("llvm-")?;
        Some(PathBuf::from(format!("usr/lib/{name}/lib/clang/{number}/amdgcn/bitcode")))
    });
    folders.into_iter().find(|folder| root.join(folder).join("ocml.bc").is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_lead_to_headers_libraries_and_bitcode_and_none_dangles() {
        let root = tempfile::TempDir::new().unwrap();
        for file in [
            "usr/include/hip/hip_version.h",
            "usr/lib/llvm-17/lib/clang/17/amdgcn/bitcode/ocml.bc",
            "usr/lib/x86_64-linux-gnu/liba.so.1",
        ] {
            let file = root.path().join(file);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, "").unwrap();
        }
        let libraries = root.path().join(LIBRARIES);
        platform::symlink(Path::new("liba.so.1"), &libraries.join("liba.so")).unwrap();
        platform::symlink(Path::new("libb.so.1"), &libraries.join("libb.so")).unwrap();
        platform::symlink(Path::new("libc.so.2.0.1"), &libraries.join("libc.so")).unwrap();
        let mut missing = like_rocm(root.path()).unwrap();
        missing.sort();
        let expected = [("libb.so", "libb.so.1"), ("libc.so", "libc.so.2")];
        assert_eq!(missing, expected.map(|(link, soname)| (libraries.join(link), soname.to_owned())));
        for there in ["include/hip/hip_version.h", "lib/liba.so", "amdgcn/bitcode/ocml.bc"] {
            assert!(root.path().join(there).exists(), "{there}");
        }
        assert!(!root.path().join("lib/libb.so").is_symlink());
    }

    #[test]
    fn llvms_folder_has_a_link_to_each_library() {
        let root = tempfile::TempDir::new().unwrap();
        for file in ["usr/lib/x86_64-linux-gnu/libxml2.so.2", "lib/x86_64-linux-gnu/libz.so.1", "usr/lib/llvm-19/bin/clang++"] {
            let file = root.path().join(file);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, "").unwrap();
        }
        let moved = root.path().join("moved");
        for _ in 0..2 {
            like_llvm(root.path(), &root.path().join("usr/lib/llvm-19/bin/clang++")).unwrap();
        }
        fs::create_dir(&moved).unwrap();
        for folder in ["usr", "lib"] {
            fs::rename(root.path().join(folder), moved.join(folder)).unwrap();
        }
        for name in ["libxml2.so.2", "libz.so.1"] {
            assert!(moved.join("usr/lib/llvm-19/lib").join(name).is_file(), "{name}");
        }
    }
}
