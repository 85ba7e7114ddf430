//! `cuda-libraries FOLDER SHIM`: writes CUDA's libraries into a folder, leading to a shim; `make install` calls it.

use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [folder, shim] = &words[..] else {
        eprintln!("usage: cuda-libraries FOLDER SHIM");
        return ExitCode::from(2);
    };
    let done = std::fs::create_dir_all(folder).and_then(|()| hipify_cuda_libraries::write(Path::new(folder), Path::new(shim)));
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: `{folder}`: {error}");
            ExitCode::from(2)
        }
    }
}
