//! nvcc's options (CUDA 12.6, `nvcc --help`) and what clang's HIP driver takes in their place, as facts.

use super::nvcc::{Action, Row, Value};
use crate::diagnostic::Level;
use Action::{Become, ByValue, GpuArch, HostWords, Keep, LinkerWords, Prefix, Report};
use Value::{Attached, Listed, None as No, Required};

type Names = &'static [&'static str];

/// An option that no host compiler has.
const fn own(names: Names, value: Value, action: Action) -> Row {
    Row { names, value, action, only_nvcc: true, note: None }
}

/// An option whose name other compilers use as well.
const fn shared(names: Names, value: Value, action: Action) -> Row {
    Row { names, value, action, only_nvcc: false, note: None }
}

const fn warn(row: Row, text: &'static str) -> Row {
    Row { note: Some((Level::Warning, text)), ..row }
}

const fn note(row: Row, text: &'static str) -> Row {
    Row { note: Some((Level::Note, text)), ..row }
}

const DROP: Action = Become(&[]);
const RESOURCES: &str = "-Rpass-analysis=kernel-resource-usage prints registers, LDS and occupancy of each kernel";
const FAST_MATH: &str = "-ffast-math also assumes that no NaN or infinity occurs, which nvcc's option does not; \
    -fgpu-flush-denormals-to-zero with -fno-hip-fp32-correctly-rounded-divide-sqrt is closer";
const REGISTERS: &str = "put __launch_bounds__ on the kernels instead, or __attribute__((amdgpu_waves_per_eu(N)))";
const CODE_OBJECT: &str = "the file holds an AMDGPU code object now, which hipModuleLoad takes";
const DEVICE_LINK: &str = "clang links device code in the link of the executable: drop the step and its object, and give \
    -fgpu-rdc --hip-link to the final link";
const STATIC_LIB: &str = "use ar, or clang++ -fgpu-rdc --hip-link --emit-static-lib for relocatable device code";
const WARN_HOST: &str = "HIP has one compiler for both sides, so that no separate host compiler is chosen";

/// Sources: `nvcc --help`; clang's "HIP Support" and "Clang command line argument reference" pages; all replacements were
/// accepted by clang 19.
pub(super) const ROWS: &[Row] = &[
    own(&["arch", "gpu-architecture", "gencode", "generate-code", "code", "gpu-code"], Required, GpuArch),
    own(&["Xcompiler", "compiler-options"], Required, HostWords),
    shared(&["Xlinker", "linker-options"], Required, LinkerWords),
    note(own(&["Xptxas", "ptxas-options"], Required, DROP), RESOURCES),
    note(own(&["resource-usage", "res-usage"], No, Become(&["-Rpass-analysis=kernel-resource-usage"])), RESOURCES),
    own(&["Xcudafe", "Xnvlink", "nvlink-options", "Xarchive", "archive-options"], Required, DROP),
    own(&["Xfatbin", "fatbin-options"], Required, ByValue(&[("-compress-all", &["--offload-compress"])])),
    own(&["expt-extended-lambda", "extended-lambda", "expt-relaxed-constexpr"], No, DROP),
    note(own(&["use_fast_math"], No, Become(&["-ffast-math"])), FAST_MATH),
    warn(own(&["maxrregcount"], Required, DROP), REGISTERS),
    own(&["lineinfo", "generate-line-info"], No, Become(&["-gline-tables-only"])),
    shared(&["G"], No, Become(&["-g", "-O0"])),
    own(&["device-debug"], No, Become(&["-g", "-O0"])),
    own(&["dopt", "dlcm"], Required, DROP),
    own(&["rdc", "relocatable-device-code"], Required, ByValue(&[("true", &["-fgpu-rdc"]), ("false", &["-fno-gpu-rdc"])])),
    shared(&["dc"], No, Become(&["-fgpu-rdc", "-c"])),
    own(&["device-c"], No, Become(&["-fgpu-rdc", "-c"])),
    shared(&["dw"], No, Become(&["-c"])),
    own(&["device-w"], No, Become(&["-c"])),
    warn(own(&["dlink", "device-link"], No, Report), DEVICE_LINK),
    warn(shared(&["lib"], No, Report), STATIC_LIB),
    note(own(&["ccbin", "compiler-bindir"], Required, DROP), WARN_HOST),
    own(&["default-stream"], Required, ByValue(&[("per-thread", &["-fgpu-default-stream=per-thread"])])),
    own(&["ftz"], Required, ByValue(&[("true", &["-fgpu-flush-denormals-to-zero"])])),
    own(&["prec-div", "prec-sqrt"], Required, ByValue(&[("false", &["-fno-hip-fp32-correctly-rounded-divide-sqrt"])])),
    own(&["fmad"], Required, ByValue(&[("true", &["-ffp-contract=fast"]), ("false", &["-ffp-contract=off"])])),
    warn(own(&["cubin", "fatbin", "ptx"], No, Become(&["--cuda-device-only"])), CODE_OBJECT),
    own(&["cudart", "cudadevrt"], Required, DROP),
    own(&["threads", "split-compile", "split-compile-extended"], Required, DROP),
    shared(&["t"], Required, DROP),
    shared(&["x", "language"], Listed, ByValue(&[("cu", &["-x", "hip"]), ("c++", &["-x", "c++"]), ("c", &["-x", "c"])])),
    shared(&["std"], Required, Prefix("-std=")),
    shared(&["keep", "save-temps"], No, Become(&["-save-temps"])),
    own(&["keep-dir"], Required, DROP),
    own(&["dryrun"], No, Become(&["-###"])),
    own(&["source-in-ptx", "src-in-ptx", "restrict", "extra-device-vectorization", "noprof"], No, DROP),
    own(&["compress-mode"], Required, Become(&["--offload-compress"])),
    own(&["dlto"], No, Become(&["-foffload-lto"])),
    own(&["lto", "gen-opt-lto", "ewp"], No, DROP),
    own(&["diag-suppress", "diag_suppress", "diag-error", "diag_error", "diag-warn", "diag_warn"], Required, DROP),
    own(&["display-error-number", "display_error_number", "no-display-error-number", "err-no"], No, DROP),
    own(&["Wno-deprecated-gpu-targets", "Wext-lambda-captures-this", "Wmissing-launch-bounds"], No, DROP),
    own(&["allow-unsupported-compiler", "forward-unknown-to-host-compiler", "forward-unknown-opts"], No, DROP),
    own(&["forward-unknown-to-host-linker", "forward-slash-prefix-opts", "disable-optimizer-constants"], No, DROP),
    own(&["use-local-env", "clean-targets", "no-compress", "no-host-device-initializer-list"], No, DROP),
    own(&["no-host-device-move-forward", "nohdmoveforward", "nohdinitlist", "no-exceptions-in-device"], No, DROP),
    own(&["drive-prefix", "dependency-drive-prefix", "input-drive-prefix", "ftemplate-backtrace-limit-device"], Required, DROP),
    own(&["target-directory", "libdevice-directory", "nvvm-options", "Xnvvm"], Required, DROP),
    own(&["brief-diagnostics", "brief-diag", "fdevice-time-trace", "fdevice-syntax-only"], Attached, DROP),
    shared(&["disable-warnings"], No, Become(&["-w"])),
    shared(&["options-file"], Required, Prefix("@")),
    shared(&["optf"], Required, Prefix("@")),
    shared(&["odir", "output-directory"], Required, DROP),
    shared(&["Werror"], Listed, ByValue(&[("all-warnings", &["-Werror"]), ("cross-execution-space-call", &[])])),
    shared(&["compile"], No, Become(&["-c"])),
    shared(&["link"], No, DROP),
    shared(&["output-file"], Required, Prefix("-o")),
    shared(&["include-path"], Required, Prefix("-I")),
    shared(&["system-include"], Required, Prefix("-isystem")),
    shared(&["library-path"], Required, Prefix("-L")),
    shared(&["library"], Required, Prefix("-l")),
    shared(&["define-macro"], Required, Prefix("-D")),
    shared(&["undefine-macro"], Required, Prefix("-U")),
    shared(&["pre-include"], Required, Prefix("-include")),
    shared(&["optimize"], Required, Prefix("-O")),
    shared(&["machine"], Required, Prefix("-m")),
    shared(&["profile"], No, Become(&["-pg"])),
    shared(&["debug"], No, Become(&["-g"])),
    shared(&["preprocess"], No, Become(&["-E"])),
    own(&["generate-dependencies"], No, Become(&["-M"])),
    own(&["generate-nonsystem-dependencies"], No, Become(&["-MM"])),
    own(&["generate-dependencies-with-compile"], No, Become(&["-MD"])),
    own(&["generate-nonsystem-dependencies-with-compile"], No, Become(&["-MMD"])),
    own(&["dependency-output"], Required, Prefix("-MF")),
    shared(&["o", "I", "D", "U", "L", "include", "isystem", "MF", "MT", "MQ"], Required, Keep),
    shared(&["shared", "verbose"], No, Keep),
];
