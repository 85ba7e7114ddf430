//! `inspect --extract`: each piece of device code into a file of its own.

use super::read::{CodeObject, Image};
use hipify_error::Error;
use hipify_tree::say::say_line;
use hipify_tree::write;
use std::collections::HashSet;
use std::fs;
use std::path::Path;

/// Writes `NAME[.MEMBER].TARGET.co` and the like into `folder`, which may be new; refuses to replace a file that differs.
pub(super) fn extract(path: &Path, found: &[CodeObject], folder: &Path) -> Result<(), Error> {
    fs::create_dir_all(folder).map_err(Error::io("create", folder))?;
    let mut taken = HashSet::new();
    for object in found.iter().filter(|object| !object.bytes.is_empty()) {
        let stem = stem(path, object);
        let ending = ending(&object.image);
        let mut name = format!("{stem}.{ending}");
        for number in 2.. {
            if taken.insert(name.clone()) {
                break;
            }
            name = format!("{stem}.{number}.{ending}");
        }
        let to = folder.join(&name);
        if !write::create(&to, 0o644, &object.bytes)? && fs::read(&to).map_err(Error::io("read", &to))? != *object.bytes {
            return Err(Error::path(&to, "there is another file of that name", "name a new or empty folder for --extract"));
        }
        say_line(format_args!("wrote {}", to.display()));
    }
    Ok(())
}

fn stem(path: &Path, object: &CodeObject) -> String {
    let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let target = match (&object.image, object.target()) {
        (Image::Nvidia { sm, .. }, _) => format!("sm_{sm}"),
        (_, Some(target)) => target.to_string(),
        (_, None) => "unknown".to_owned(),
    };
    // A member of a thin archive is named with its path, a target's features with colons.
    let parts = [Some(file), object.place.member.clone(), Some(target)].into_iter().flatten();
    parts.map(|part| part.replace([':', '/', '\\', '\0'], "-")).collect::<Vec<_>>().join(".")
}

fn ending(image: &Image) -> &'static str {
    match image {
        Image::Amdgpu(amdgpu) if amdgpu.relocatable => "o",
        Image::Amdgpu(_) => "co",
        Image::Cpu(_) => "so",
        Image::Bitcode => "bc",
        Image::Spirv => "spv",
        Image::Nvidia { ptx: true, .. } => "ptx",
        Image::Nvidia { ptx: false, .. } => "cubin",
        Image::Empty | Image::Other => "bin",
    }
}
