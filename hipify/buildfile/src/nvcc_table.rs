//! nvcc's options (CUDA 12.6 and 13.0, `nvcc --help`), what clang's HIP driver takes in their place, and what they are to a
//! driver that stands in for nvcc, as facts.

use super::nvcc::{Action, Part, Place, Query, Row, Stage, Value};
use Action::{Become, ByValue, GpuArch, HostWords, Keep, LinkerWords, Prefix, Report, Same};
use Part::{DepfileFlag, DepfileWanted, Each, Flags, FlagsAs, Refused};
use Place::{Both, Device, Host, HostAndLink, Link};
use Value::{Attached, Listed, None as No, Required};
use hipify_diagnostics::Level;

type Names = &'static [&'static str];

/// An option that no host compiler has.
const fn own(names: Names, value: Value, action: Action) -> Row {
    Row { names, value, action, only_nvcc: true, note: None, part: Flags(Both), joined: false }
}

/// An option whose name other compilers use as well.
const fn shared(names: Names, value: Value, action: Action) -> Row {
    Row { only_nvcc: false, ..own(names, value, action) }
}

/// An option that a build file keeps as it is.
const fn same(names: Names, value: Value, part: Part) -> Row {
    Row { part, ..shared(names, value, Same) }
}

const fn warn(row: Row, text: &'static str) -> Row {
    Row { note: Some((Level::Warning, text)), ..row }
}

const fn note(row: Row, text: &'static str) -> Row {
    Row { note: Some((Level::Note, text)), ..row }
}

/// The value may follow the name directly.
const fn joined(row: Row) -> Row {
    Row { joined: true, ..row }
}

impl Row {
    /// To a driver.
    const fn is(self, part: Part) -> Self {
        Self { part, ..self }
    }

    const fn stage(self, stage: Stage) -> Self {
        self.is(Part::Stage(stage))
    }
}

const DROP: Action = Become(&[]);
const RESOURCES: &str = "-Rpass-analysis=kernel-resource-usage prints registers, LDS and occupancy of each kernel";
const FAST_MATH: &str = "-ffast-math also assumes that no NaN or infinity occurs, which nvcc's option does not; \
    -fgpu-flush-denormals-to-zero with -fno-hip-fp32-correctly-rounded-divide-sqrt is closer";
/// What nvcc's manual lists for `--use_fast_math`, for device code alone: flushed denormals, approximate division, square
/// root and transcendental functions, contraction.
const FAST: &[&str] = &[
    "-fgpu-flush-denormals-to-zero",
    "-fno-hip-fp32-correctly-rounded-divide-sqrt",
    "-fgpu-approx-transcendentals",
    "-ffp-contract=fast",
];
const REGISTERS: &str = "put __launch_bounds__ on the kernels instead, or __attribute__((amdgpu_waves_per_eu(N)))";
const CODE_OBJECT: &str = "the file holds an AMDGPU code object now, which hipModuleLoad takes";
const DEVICE_LINK: &str = "clang links device code in the link of the executable: drop the step and its object, and give \
    -fgpu-rdc --hip-link to the final link";
const STATIC_LIB: &str = "use ar, or clang++ -fgpu-rdc --hip-link --emit-static-lib for relocatable device code";
const WARN_HOST: &str = "HIP has one compiler for both sides, so that no separate host compiler is chosen";
const FOLDER: &str = "clang has no folder for outputs: name each object with -o";
const NVIDIA_IR: &str = "it is a form of NVIDIA's tools; `-ptx` gives AMDGPU assembly, `-cubin` a code object";
const NO_STUB: &str = "the host code that nvcc writes has no counterpart: clang compiles host code by itself; use `-E` or `-c`";
const RELOCATABLE: &str = "make a library with `-lib`, or call `ld -r`";

/// Sources: `nvcc --help` and `nvcc --dryrun` of 13.0; clang's "HIP Support" and "Clang command line argument reference" pages;
/// all replacements were accepted by clang 19.
pub(super) const ROWS: &[Row] = &[
    // What is made.
    shared(&["compile"], No, Become(&["-c"])).stage(Stage::Compile),
    same(&["c"], No, Part::Stage(Stage::Compile)),
    shared(&["dc"], No, Become(&["-fgpu-rdc", "-c"])).stage(Stage::CompileRelocatable),
    own(&["device-c"], No, Become(&["-fgpu-rdc", "-c"])).stage(Stage::CompileRelocatable),
    shared(&["dw"], No, Become(&["-c"])).stage(Stage::Compile),
    own(&["device-w"], No, Become(&["-c"])).stage(Stage::Compile),
    warn(own(&["dlink", "device-link"], No, Report), DEVICE_LINK).stage(Stage::DeviceLink),
    warn(shared(&["lib"], No, Report), STATIC_LIB).stage(Stage::StaticLibrary),
    shared(&["shared"], No, Keep).stage(Stage::Shared),
    shared(&["link"], No, DROP).stage(Stage::Executable),
    same(&["run"], No, Part::Stage(Stage::Run)),
    shared(&["preprocess"], No, Become(&["-E"])).stage(Stage::Preprocess),
    same(&["E"], No, Part::Stage(Stage::Preprocess)),
    own(&["generate-dependencies"], No, Become(&["-M"])).stage(Stage::Dependencies { user_only: false }),
    same(&["M"], No, Part::Stage(Stage::Dependencies { user_only: false })),
    own(&["generate-nonsystem-dependencies"], No, Become(&["-MM"])).stage(Stage::Dependencies { user_only: true }),
    same(&["MM"], No, Part::Stage(Stage::Dependencies { user_only: true })),
    warn(own(&["ptx"], No, Become(&["--cuda-device-only"])), CODE_OBJECT).stage(Stage::Assembly),
    warn(own(&["cubin"], No, Become(&["--cuda-device-only"])), CODE_OBJECT).stage(Stage::CodeObject),
    warn(own(&["fatbin"], No, Become(&["--cuda-device-only"])), CODE_OBJECT).stage(Stage::Bundle),
    same(&["ltoir", "optix-ir"], No, Refused(NVIDIA_IR)),
    same(&["cuda"], No, Refused(NO_STUB)),
    same(&["r", "relocatable-link"], No, Refused(RELOCATABLE)),
    // Names of outputs.
    joined(shared(&["o"], Required, Keep)).is(Part::Output),
    shared(&["output-file"], Required, Prefix("-o")).is(Part::Output),
    warn(shared(&["odir", "output-directory"], Required, DROP), FOLDER).is(Part::OutputFolder),
    own(&["generate-dependencies-with-compile"], No, Become(&["-MD"])).is(DepfileWanted { user_only: false }),
    same(&["MD"], No, DepfileWanted { user_only: false }),
    own(&["generate-nonsystem-dependencies-with-compile"], No, Become(&["-MMD"])).is(DepfileWanted { user_only: true }),
    same(&["MMD"], No, DepfileWanted { user_only: true }),
    own(&["dependency-output"], Required, Prefix("-MF")).is(Part::DepfilePath),
    joined(shared(&["MF"], Required, Keep)).is(Part::DepfilePath),
    joined(shared(&["MT"], Required, Keep)).is(DepfileFlag("-MT")),
    joined(shared(&["MQ"], Required, Keep)).is(DepfileFlag("-MQ")),
    own(&["dependency-target-name"], Required, Prefix("-MT")).is(DepfileFlag("-MT")),
    own(&["generate-dependency-targets"], No, Become(&["-MP"])).is(DepfileFlag("-MP")),
    same(&["MP"], No, DepfileFlag("-MP")),
    // Architectures.
    own(&["arch", "gpu-architecture", "gencode", "generate-code", "code", "gpu-code"], Required, GpuArch).is(Part::Arch),
    shared(&["machine"], Required, Prefix("-m")).is(Part::Machine),
    same(&["m"], Required, Part::Machine),
    same(&["m64"], No, Part::Nothing),
    same(&["m32"], No, Refused("AMD GPUs have 64-bit hosts alone")),
    // Preprocessing and language.
    joined(shared(&["I"], Required, Keep)).is(Each(Both, "-I")),
    joined(shared(&["D"], Required, Keep)).is(Each(Both, "-D")),
    joined(shared(&["U"], Required, Keep)).is(Each(Both, "-U")),
    shared(&["include"], Required, Keep).is(Each(Both, "-include")),
    shared(&["isystem"], Required, Keep).is(Each(Both, "-isystem")),
    shared(&["include-path"], Required, Prefix("-I")).is(Each(Both, "-I")),
    shared(&["system-include"], Required, Prefix("-isystem")).is(Each(Both, "-isystem")),
    shared(&["define-macro"], Required, Prefix("-D")).is(Each(Both, "-D")),
    shared(&["undefine-macro"], Required, Prefix("-U")).is(Each(Both, "-U")),
    shared(&["pre-include"], Required, Prefix("-include")).is(Each(Both, "-include")),
    joined(shared(&["x", "language"], Listed, ByValue(&[("cu", &["-x", "hip"]), ("c++", &["-x", "c++"]), ("c", &["-x", "c"])])))
        .is(Part::Language),
    shared(&["std"], Required, Prefix("-std=")),
    own(&["expt-extended-lambda", "extended-lambda", "expt-relaxed-constexpr"], No, DROP),
    own(&["default-stream"], Required, ByValue(&[("per-thread", &["-fgpu-default-stream=per-thread"])])),
    same(&["no-exceptions", "noeh"], No, FlagsAs(Host, &["-fno-exceptions"])),
    same(&["ftemplate-depth"], Required, Each(Both, "-ftemplate-depth=")),
    same(&["ftemplate-backtrace-limit"], Required, Each(Both, "-ftemplate-backtrace-limit=")),
    // Host compiler and linker.
    own(&["Xcompiler", "compiler-options"], Required, HostWords).is(Part::HostWords),
    shared(&["Xlinker", "linker-options"], Required, LinkerWords).is(Part::LinkerWords),
    note(own(&["ccbin", "compiler-bindir"], Required, DROP), WARN_HOST),
    joined(same(&["L"], Required, Each(Link, "-L"))),
    shared(&["library-path"], Required, Prefix("-L")).is(Each(Link, "-L")),
    joined(same(&["l"], Required, Each(Link, "-l"))),
    shared(&["library"], Required, Prefix("-l")).is(Each(Link, "-l")),
    own(&["cudart"], Required, DROP).is(Part::Runtime),
    own(&["cudadevrt"], Required, DROP),
    // Code generation.
    joined(same(&["O"], Required, Part::Optimize)),
    shared(&["optimize"], Required, Prefix("-O")).is(Part::Optimize),
    same(&["g"], No, Part::Debug),
    shared(&["debug"], No, Become(&["-g"])).is(Part::Debug),
    shared(&["G"], No, Become(&["-g", "-O0"])).is(Part::DeviceDebug),
    own(&["device-debug"], No, Become(&["-g", "-O0"])).is(Part::DeviceDebug),
    own(&["lineinfo", "generate-line-info"], No, Become(&["-gline-tables-only"])).is(Flags(Device)),
    shared(&["profile"], No, Become(&["-pg"])).is(Flags(HostAndLink)),
    own(&["rdc", "relocatable-device-code"], Required, ByValue(&[("true", &["-fgpu-rdc"]), ("false", &["-fno-gpu-rdc"])]))
        .is(Part::Rdc),
    note(own(&["use_fast_math"], No, Become(&["-ffast-math"])), FAST_MATH).is(FlagsAs(Device, FAST)),
    own(&["ftz"], Required, ByValue(&[("true", &["-fgpu-flush-denormals-to-zero"])])).is(Flags(Device)),
    own(&["prec-div", "prec-sqrt"], Required, ByValue(&[("false", &["-fno-hip-fp32-correctly-rounded-divide-sqrt"])]))
        .is(Flags(Device)),
    own(&["fmad"], Required, ByValue(&[("true", &["-ffp-contract=fast"]), ("false", &["-ffp-contract=off"])])).is(Flags(Device)),
    warn(own(&["maxrregcount"], Required, DROP), REGISTERS),
    note(own(&["Xptxas", "ptxas-options"], Required, DROP), RESOURCES).is(Part::Ptxas),
    note(own(&["resource-usage", "res-usage"], No, Become(&["-Rpass-analysis=kernel-resource-usage"])), RESOURCES)
        .is(Flags(Device)),
    own(&["Xcudafe", "Xnvlink", "nvlink-options", "Xarchive", "archive-options"], Required, DROP),
    // The driver's bundles stay as they are, which every release of HIP loads.
    own(&["Xfatbin", "fatbin-options"], Required, ByValue(&[("-compress-all", &["--offload-compress"])])).is(Part::Nothing),
    own(&["compress-mode"], Required, Become(&["--offload-compress"])).is(Part::Nothing),
    // Relocatable AMDGPU code is bitcode, so that its link optimises in any case.
    own(&["dlto"], No, Become(&["-foffload-lto"])).is(Part::Nothing),
    own(&["lto", "gen-opt-lto", "ewp"], No, DROP),
    own(&["dopt", "dlcm"], Required, DROP),
    own(&["source-in-ptx", "src-in-ptx", "restrict", "extra-device-vectorization", "noprof"], No, DROP),
    own(&["no-compress", "no-host-device-initializer-list", "no-exceptions-in-device"], No, DROP),
    own(&["no-host-device-move-forward", "nohdmoveforward", "nohdinitlist"], No, DROP),
    own(&["target-directory", "libdevice-directory", "nvvm-options", "Xnvvm"], Required, DROP),
    same(&["target-dir", "ldir", "entries", "opt-info", "optimization-info", "Ofc", "Ofast-compile"], Required, Part::Nothing),
    same(&["jump-table-density", "jtd", "relocatable-ptx", "reloc-ptx", "frandom-seed"], Required, Part::Nothing),
    same(&["static-global-template-stub", "device-entity-has-hidden-visibility"], Required, Part::Nothing),
    same(&["device-stack-protector", "qpp-config"], Required, Part::Nothing),
    same(&["sanitize"], Required, Part::Sanitize),
    same(&["keep-device-functions", "astoolspatch", "compile-as-tools-patch", "dont-use-profile"], No, Part::Nothing),
    same(&["nodlink", "no-device-link", "no-align-double", "extensible-whole-program"], No, Part::Nothing),
    same(&["dlink-time-opt"], No, Part::Nothing),
    // Warnings.
    shared(
        &["Werror"],
        Listed,
        ByValue(&[
            ("all-warnings", &["-Werror"]),
            ("cross-execution-space-call", &[]),
            ("default-stream-launch", &[]),
            ("missing-launch-bounds", &[]),
            ("ext-lambda-captures-this", &[]),
        ]),
    ),
    shared(&["disable-warnings"], No, Become(&["-w"])),
    same(&["w"], No, FlagsAs(Both, &["-w"])),
    own(&["diag-suppress", "diag_suppress", "diag-error", "diag_error", "diag-warn", "diag_warn"], Required, DROP),
    own(&["display-error-number", "display_error_number", "no-display-error-number", "err-no"], No, DROP),
    same(&["no-err-no"], No, Part::Nothing),
    own(&["Wno-deprecated-gpu-targets", "Wext-lambda-captures-this", "Wmissing-launch-bounds"], No, DROP),
    same(&["Wdefault-stream-launch"], No, Part::Nothing),
    own(&["ftemplate-backtrace-limit-device"], Required, DROP),
    own(&["brief-diagnostics", "brief-diag", "fdevice-time-trace", "fdevice-syntax-only"], Attached, DROP),
    // The run itself.
    own(&["threads"], Required, DROP).is(Part::Jobs),
    own(&["split-compile", "split-compile-extended"], Required, DROP),
    joined(shared(&["t"], Required, DROP)).is(Part::Jobs),
    shared(&["keep", "save-temps"], No, Become(&["-save-temps"])).is(Part::Keep),
    own(&["keep-dir"], Required, DROP).is(Part::KeepFolder),
    own(&["dryrun"], No, Become(&["-###"])).is(Part::DryRun),
    shared(&["verbose"], No, Keep).is(Part::Verbose),
    same(&["v"], No, Part::Verbose),
    shared(&["optf"], Required, Prefix("@")).is(Part::OptionsFile),
    shared(&["options-file"], Required, Prefix("@")).is(Part::OptionsFile),
    same(&["run-args"], Required, Part::RunArguments),
    same(&["version", "V"], No, Part::Query(Query::Version)),
    same(&["help", "h"], No, Part::Query(Query::Help)),
    same(&["list-gpu-arch", "arch-ls"], No, Part::Query(Query::VirtualArchs)),
    same(&["list-gpu-code", "code-ls"], No, Part::Query(Query::Archs)),
    own(&["allow-unsupported-compiler", "forward-unknown-to-host-compiler", "forward-unknown-opts"], No, DROP),
    own(&["forward-unknown-to-host-linker", "forward-slash-prefix-opts", "disable-optimizer-constants"], No, DROP),
    own(&["use-local-env", "clean-targets"], No, DROP),
    same(&["clean", "objtemp", "objdir-as-tempdir", "force-cl-env-setup", "jobserver"], No, Part::Nothing),
    same(&["aug-hls", "augment-host-linker-script"], No, Part::Nothing),
    same(&["time", "hls", "host-linker-script", "arbin", "archiver-binary"], Required, Part::Nothing),
    own(&["drive-prefix", "dependency-drive-prefix", "input-drive-prefix"], Required, DROP),
    same(&["dp", "ddp", "idp"], Required, Part::Nothing),
];
