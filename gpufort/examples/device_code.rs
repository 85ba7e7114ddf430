//! Prints the HIP C++ that the device code of Fortran files becomes, and what could not be translated.

use gpufort::Source;
use gpufort::kernel::translate;
use gpufort::parse::{Defines, form_of, parse};
use gpufort::sema::{DefaultKinds, Index};
use std::path::Path;

fn main() -> std::io::Result<()> {
    let paths: Vec<_> = std::env::args().skip(1).collect();
    let bytes = paths.iter().map(std::fs::read).collect::<Result<Vec<_>, _>>()?;
    let files: Vec<_> =
        paths.iter().zip(&bytes).map(|(path, bytes)| parse(bytes, form_of(Path::new(path)), &Defines::default())).collect();
    let sources: Vec<_> = paths.iter().zip(&bytes).map(|(path, bytes)| Source { path, bytes }).collect();
    let index = Index::new(files.iter().collect(), DefaultKinds::default());
    for (file, path) in paths.iter().enumerate() {
        let device = translate(&index, &sources, file);
        println!("// {path}");
        print!("{}", device.text.unwrap_or_default());
        for diagnostic in &device.diagnostics {
            let line = bytes[file][..diagnostic.span.start].iter().filter(|&&byte| byte == b'\n').count() + 1;
            eprintln!("{path}:{line}: {}", diagnostic.message);
        }
        for one in &device.loops {
            println!("! {}", one.text);
        }
    }
    Ok(())
}
