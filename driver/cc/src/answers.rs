//! What is answered instead of building: versions, help, lists of architectures, flags.

use hipify_build::toolkit::{RELEASE as CUDA, Toolkit};
use hipify_command_line::Style;
use hipify_error::Error;
use hipify_rules::options::{Action, CompilerOption, Meaning, Query, Tool, described_by};
use hipify_toolchain::{Toolchain, ToolchainOptions, Wanted};
use hipify_tree::say::print;

const OURS: &str = env!("CARGO_PKG_VERSION");
/// What CUDA 12.9's nvcc lists. All of them are taken and dropped.
const ARCHS: &[&str] =
    &["50", "52", "53", "60", "61", "62", "70", "72", "75", "80", "86", "87", "89", "90", "100", "101", "103", "120", "121"];

/// Prints the answer.
pub(super) fn answer(query: Query, style: Style, named: &ToolchainOptions, wanted: Wanted) -> Result<u8, Error> {
    let text = match (query, style) {
        (Query::Help, _) => help(),
        (Query::Version, Style::Nvcc) => nvcc_version(),
        (Query::Version, Style::Hipcc) => hipcc_version(&Toolchain::find(named, wanted)?),
        (Query::ShortVersion, _) => format!("{}\n", hip_version(&Toolchain::find(named, wanted)?)),
        (Query::VirtualArchs, _) => ARCHS.iter().map(|number| format!("compute_{number}\n")).collect(),
        (Query::Archs, _) => ARCHS.iter().map(|number| format!("sm_{number}\n")).collect(),
        (Query::CompileFlags, _) => Toolchain::find(named, wanted)?.compile_flags().join(" ") + "\n",
        (Query::Toolkit, _) => format!("{}\n", Toolkit::of(&Toolchain::find(named, wanted)?)?.root().display()),
        (Query::LinkFlags, _) => Toolchain::find(named, wanted)?.link_flags().join(" ") + "\n",
    };
    print(text.as_bytes())?;
    Ok(0)
}

/// What nvcc says with `-v` before it does anything.
pub(super) fn settings(toolchain: &Toolchain) -> Result<String, Error> {
    Ok(Toolkit::of(toolchain)?.settings(ARCHS[0]))
}

/// Scripts look for `release X.Y,` and `VX.Y.Z`, CMake for the words up to `driver`; people shall see what this is.
fn nvcc_version() -> String {
    format!(
        "nvcc: NVIDIA (R) Cuda compiler driver's place is taken by hipify-rs {OURS}\n\
         Ports CUDA to HIP and compiles it for AMD GPUs with clang; no part of CUDA is in use\n\
         Cuda compilation tools, release {CUDA}, V{CUDA}.0\n"
    )
}

/// CMake's modules look for `HIP version: X.Y.Z`.
fn hipcc_version(toolchain: &Toolchain) -> String {
    format!(
        "HIP version: {}\nhipify-rs {OURS} in the place of hipcc\nclang version {}\nInstalledDir: {}\n",
        hip_version(toolchain),
        toolchain.clang.version,
        toolchain.clang.bin.display()
    )
}

fn hip_version(toolchain: &Toolchain) -> String {
    let version = &toolchain.hip.version;
    format!("{}.{}.{}", version.major, version.minor, version.patch)
}

const USAGE: &str = "\
Usage: hipify-rs cc [options] FILE...

Takes the command lines of nvcc and hipcc: CUDA sources are ported on the fly and compiled for AMD
GPUs. A link to the program named nvcc or hipcc does the same. `.cu`, `.cuh` and `.hip` are HIP;
`.cpp` and its like are host code as with nvcc, HIP where hipcc is meant (by the name, or by an
option that it alone has).

  --offload-arch=IDS   targets, as gfx942,gfx90a:xnack-,cpu; else HIPIFY_OFFLOAD_ARCH, HIP_ARCH or
                       HCC_AMDGPU_TARGET, else this machine's GPUs, else gfx90a. NVIDIA's
                       architectures are taken and dropped
  --clang=PATH         the clang++ to use
  --rocm-path=DIR      the ROCm or HIP to use
  --cpu-arch=LEVEL     the processors that code for the CPU (--offload-arch=cpu) is for: native,
                       x86-64, x86-64-v2, x86-64-v3 or x86-64-v4
  --runtime=RUNTIME    the HIP runtime to link with: system or bundled
  --toolkit            print a folder that build systems take for a CUDA toolkit: bin/nvcc, g++ and
                       its like that port what they compile, headers and libraries
  --bundle             put the bundled runtime beside what is made
  --sanitize=address   find invalid accesses of kernels on the CPU and of the host
  --mode=MODE          port: HIP's names take the place of CUDA's; compat: CUDA sources are compiled
                       as they are, with headers that give the names their meaning in HIP
  --launcher=COMMAND   what runs each compilation, as ccache
  --jobs=N, -t N       steps at a time; 0 means one a core
  -dryrun, -###        print the steps, run nothing
  -v                   say what is done, and what became of options

Device code is optimised with -O3 unless -G or -Xptxas -O is given; -O and -g are the host's, as
with nvcc. With hipcc's options they are for both, and -O3 is the default. --use_fast_math changes
device code alone and keeps NaN and infinity. @FILE and --options-file FILE hold further words, as
do NVCC_PREPEND_FLAGS and NVCC_APPEND_FLAGS, for hipcc HIPCC_COMPILE_FLAGS_APPEND and
HIPCC_LINK_FLAGS_APPEND.
";

fn help() -> String {
    let mut text = USAGE.to_owned();
    let dashed = |name: &str| if name.len() <= 3 { format!("-{name}") } else { format!("--{name}") };
    let list = |names: Vec<String>| wrapped(&names);
    let taken = described_by(Tool::Nvcc).filter(|row| !is_dropped(row));
    let dropped = described_by(Tool::Nvcc).filter(|row| is_dropped(row));
    let names = |row: &CompilerOption| row.names.iter().map(|name| dashed(name)).collect::<Vec<_>>();
    text.push_str("\nOptions of nvcc that have a meaning here:\n");
    text.push_str(&list(taken.flat_map(names).collect()));
    text.push_str("\nOptions of nvcc that are taken and dropped:\n");
    text.push_str(&list(dropped.flat_map(names).collect()));
    text.push_str("\nOptions of hipcc, and others that are more than passed on:\n");
    let others = [Tool::Hipify, Tool::Hipcc, Tool::Clang].into_iter().flat_map(described_by);
    let others = others.filter(|row| !matches!(row.meaning, Meaning::Flags(_) | Meaning::DepfileFlag(_)));
    text.push_str(&list(others.flat_map(|row| row.names).map(|name| dashed(name)).collect()));
    text.push_str("\nAll other options go to clang.\n");
    text.push_str(EXIT_CODES);
    text
}

const EXIT_CODES: &str = "
Exit codes:
  0  built, or answered
  2  a usage or I/O error
  3  the build failed: a compiler said no
  4  with -run: the program that was built failed
";

const FORTRAN_USAGE: &str = "\
Usage: hipify-rs fc [options] FILE...

Takes the command lines of nvfortran: CUDA Fortran is ported on the fly, its kernels are compiled for
AMD GPUs and the CPU, and the rest by the Fortran compiler found. A link to the program named
nvfortran does the same.

  --offload-arch=IDS   targets, as gfx942,cpu; else HIPIFY_OFFLOAD_ARCH, else this machine's GPUs
  --fc=COMPILER        gfortran or flang; else $FC, else the first found

Options of nvfortran that have a meaning here:
";

/// What `fc --help` prints.
pub(super) fn fortran_help() -> String {
    let names = described_by(Tool::Nvfortran).filter(|row| !is_dropped(row)).flat_map(|row| row.names);
    format!("{FORTRAN_USAGE}{}{EXIT_CODES}", wrapped(&names.map(|name| format!("-{name}")).collect::<Vec<_>>()))
}

fn is_dropped(row: &CompilerOption) -> bool {
    row.meaning == Meaning::Nothing || matches!(row.meaning, Meaning::Flags(_)) && row.action == Action::Become(&[])
}

/// Words in lines of at most 100 columns, indented.
fn wrapped(words: &[String]) -> String {
    let mut text = String::new();
    let mut column = 0;
    for word in words {
        if column == 0 || column + word.len() + 1 > 100 {
            text.push_str(if column == 0 { " " } else { "\n " });
            column = 1;
        }
        text.push(' ');
        text.push_str(word);
        column += word.len() + 1;
    }
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_find_the_release_in_the_version() {
        let text = nvcc_version();
        let release = text.split("release ").nth(1).and_then(|rest| rest.split(',').next());
        assert_eq!(release, Some(CUDA));
        // CMake's FindCUDAToolkit: V([0-9]+)\.([0-9]+)\.([0-9]+).
        let full = text.split(" V").nth(1).unwrap().trim();
        assert!(full.split('.').count() == 3 && full.split('.').all(|part| part.parse::<u32>().is_ok()), "{full}");
        assert!(text.contains("hipify-rs") && text.contains("AMD"));
    }

    #[test]
    fn the_help_names_every_option_once() {
        let help = help();
        let words: Vec<&str> = help.lines().skip_while(|line| !line.ends_with("here:")).flat_map(str::split_whitespace).collect();
        for name in ["-dc", "--use_fast_math", "--maxrregcount", "--genco", "--launcher", "--diag-suppress"] {
            assert_eq!(words.iter().filter(|word| **word == name).count(), 1, "{name}");
        }
        assert!(help.lines().all(|line| line.chars().count() <= 102));
    }
}
