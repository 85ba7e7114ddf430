//! nvcc's options (CUDA 12.6 and 13.0, `nvcc --help`), what clang's HIP driver takes in their place, and what they are to a
//! driver that stands in for nvcc.

use super::{Action, Advice, CompilerOption, FlagScope, Meaning, Preprocessing, Query, Stage, Tool, Value};
use Action::{Become, ByValue, GpuArch, HostWords, Keep, LinkerWords, Prefix, Report, Same};
use FlagScope::{Both, Device, Host, HostAndLink, Link};
use Meaning::{DepfileFlag, DepfileWanted, Each, Flags, FlagsAs, Refused};
use Preprocessing::{File, Folder, Macro};
use Value::{Listed, None as No, Optional, Separate};

type Names = &'static [&'static str];

/// An option that no host compiler has.
const fn own(names: Names, value: Value, action: Action) -> CompilerOption {
    CompilerOption { action, only_nvcc: true, ..CompilerOption::new(&[Tool::Nvcc], names, value, Flags(Both)) }
}

/// An option whose name other compilers use as well.
const fn shared(names: Names, value: Value, action: Action) -> CompilerOption {
    CompilerOption { only_nvcc: false, ..own(names, value, action) }
}

/// An option that a build file keeps as it is.
const fn same(names: Names, value: Value, meaning: Meaning) -> CompilerOption {
    CompilerOption { meaning, ..shared(names, value, Same) }
}

/// clang has the option, with the same meaning.
const fn clangs(row: CompilerOption) -> CompilerOption {
    CompilerOption { tools: &[Tool::Nvcc, Tool::Clang], ..row }
}

const fn warn(row: CompilerOption, text: &'static str) -> CompilerOption {
    CompilerOption { advice: Some(Advice::Warning(text)), ..row }
}

const fn note(row: CompilerOption, text: &'static str) -> CompilerOption {
    CompilerOption { advice: Some(Advice::Note(text)), ..row }
}

/// The value may follow the name directly.
const fn joined(row: CompilerOption) -> CompilerOption {
    CompilerOption { joined: true, ..row }
}

impl CompilerOption {
    /// To a driver.
    const fn is(self, meaning: Meaning) -> Self {
        Self { meaning, ..self }
    }

    const fn stage(self, stage: Stage) -> Self {
        self.is(Meaning::Stage(stage))
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
const NVIDIA_IR: &str = "it is a form of NVIDIA's tools; `-ptx` and `-cubin` give AMDGPU code objects";
const HOST_SOURCE: &str = "the file holds host code as assembly, with its device code inside, for any compiler of C++";
const RELOCATABLE: &str = "make a library with `-lib`, or call `ld -r`";

/// Sources: `nvcc --help` and `nvcc --dryrun` of 13.0; clang's "HIP Support" and "Clang command line argument reference" pages;
/// all replacements were accepted by clang 19.
pub(super) const ROWS: &[CompilerOption] = &[
    // What is made.
    shared(&["compile"], No, Become(&["-c"])).stage(Stage::Compile),
    clangs(same(&["c"], No, Meaning::Stage(Stage::Compile))),
    shared(&["dc"], No, Become(&["-fgpu-rdc", "-c"])).stage(Stage::CompileRelocatable),
    own(&["device-c"], No, Become(&["-fgpu-rdc", "-c"])).stage(Stage::CompileRelocatable),
    shared(&["dw"], No, Become(&["-c"])).stage(Stage::Compile),
    own(&["device-w"], No, Become(&["-c"])).stage(Stage::Compile),
    warn(own(&["dlink", "device-link"], No, Report), DEVICE_LINK).stage(Stage::DeviceLink),
    warn(shared(&["lib"], No, Report), STATIC_LIB).stage(Stage::StaticLibrary),
    clangs(shared(&["shared"], No, Keep).stage(Stage::Shared)),
    shared(&["link"], No, DROP).stage(Stage::Executable),
    same(&["run"], No, Meaning::Stage(Stage::Run)),
    shared(&["preprocess"], No, Become(&["-E"])).stage(Stage::Preprocess),
    clangs(same(&["E"], No, Meaning::Stage(Stage::Preprocess))),
    own(&["generate-dependencies"], No, Become(&["-M"])).stage(Stage::Dependencies { user_only: false }),
    clangs(same(&["M"], No, Meaning::Stage(Stage::Dependencies { user_only: false }))),
    own(&["generate-nonsystem-dependencies"], No, Become(&["-MM"])).stage(Stage::Dependencies { user_only: true }),
    clangs(same(&["MM"], No, Meaning::Stage(Stage::Dependencies { user_only: true }))),
    note(own(&["ptx"], No, Become(&["--cuda-device-only"])), CODE_OBJECT).stage(Stage::PortableCode),
    note(own(&["cubin"], No, Become(&["--cuda-device-only"])), CODE_OBJECT).stage(Stage::CodeObject),
    note(own(&["fatbin"], No, Become(&["--cuda-device-only"])), CODE_OBJECT).stage(Stage::Bundle),
    same(&["ltoir", "optix-ir"], No, Refused(NVIDIA_IR)),
    note(own(&["cuda"], No, Report), HOST_SOURCE).stage(Stage::HostSource),
    same(&["r", "relocatable-link"], No, Refused(RELOCATABLE)),
    // Names of outputs.
    joined(shared(&["o"], Separate, Keep)).is(Meaning::Output),
    shared(&["output-file"], Separate, Prefix("-o")).is(Meaning::Output),
    warn(shared(&["odir", "output-directory"], Separate, DROP), FOLDER).is(Meaning::OutputFolder),
    own(&["generate-dependencies-with-compile"], No, Become(&["-MD"])).is(DepfileWanted { user_only: false }),
    clangs(same(&["MD"], No, DepfileWanted { user_only: false })),
    own(&["generate-nonsystem-dependencies-with-compile"], No, Become(&["-MMD"])).is(DepfileWanted { user_only: true }),
    clangs(same(&["MMD"], No, DepfileWanted { user_only: true })),
    own(&["dependency-output"], Separate, Prefix("-MF")).is(Meaning::DepfilePath),
    clangs(joined(shared(&["MF"], Separate, Keep)).is(Meaning::DepfilePath)),
    clangs(joined(shared(&["MT"], Separate, Keep)).is(DepfileFlag("-MT"))),
    clangs(joined(shared(&["MQ"], Separate, Keep)).is(DepfileFlag("-MQ"))),
    own(&["dependency-target-name"], Separate, Prefix("-MT")).is(DepfileFlag("-MT")),
    own(&["generate-dependency-targets"], No, Become(&["-MP"])).is(DepfileFlag("-MP")),
    clangs(same(&["MP"], No, DepfileFlag("-MP"))),
    // Architectures.
    own(&["arch", "gpu-architecture", "gencode", "generate-code", "code", "gpu-code"], Separate, GpuArch).is(Meaning::Arch),
    shared(&["machine"], Separate, Prefix("-m")).is(Meaning::Machine),
    same(&["m"], Separate, Meaning::Machine),
    same(&["m64"], No, Meaning::Nothing),
    same(&["m32"], No, Refused("AMD GPUs have 64-bit hosts alone")),
    // Preprocessing and language.
    clangs(joined(shared(&["I"], Separate, Keep)).is(Each(Both, "-I")).preprocessing(Folder)),
    clangs(joined(shared(&["D"], Separate, Keep)).is(Each(Both, "-D")).preprocessing(Macro)),
    clangs(joined(shared(&["U"], Separate, Keep)).is(Each(Both, "-U")).preprocessing(Macro)),
    clangs(shared(&["include"], Separate, Keep).is(Each(Both, "-include")).preprocessing(File)),
    clangs(shared(&["isystem"], Separate, Keep).is(Each(Both, "-isystem")).preprocessing(Folder)),
    shared(&["include-path"], Separate, Prefix("-I")).is(Each(Both, "-I")),
    shared(&["system-include"], Separate, Prefix("-isystem")).is(Each(Both, "-isystem")),
    shared(&["define-macro"], Separate, Prefix("-D")).is(Each(Both, "-D")),
    shared(&["undefine-macro"], Separate, Prefix("-U")).is(Each(Both, "-U")),
    shared(&["pre-include"], Separate, Prefix("-include")).is(Each(Both, "-include")),
    joined(shared(&["x", "language"], Listed, ByValue(&[("cu", &["-x", "hip"]), ("c++", &["-x", "c++"]), ("c", &["-x", "c"])])))
        .is(Meaning::Language),
    shared(&["std"], Separate, Prefix("-std=")),
    own(&["expt-extended-lambda", "extended-lambda", "expt-relaxed-constexpr"], No, DROP),
    own(&["default-stream"], Separate, ByValue(&[("per-thread", &["-fgpu-default-stream=per-thread"])])),
    same(&["no-exceptions", "noeh"], No, FlagsAs(Host, &["-fno-exceptions"])),
    same(&["ftemplate-depth"], Separate, Each(Both, "-ftemplate-depth=")),
    same(&["ftemplate-backtrace-limit"], Separate, Each(Both, "-ftemplate-backtrace-limit=")),
    // Host compiler and linker.
    own(&["Xcompiler", "compiler-options"], Separate, HostWords).is(Meaning::HostWords),
    clangs(shared(&["Xlinker", "linker-options"], Separate, LinkerWords).is(Meaning::LinkerWords)),
    note(own(&["ccbin", "compiler-bindir"], Separate, DROP), WARN_HOST),
    clangs(joined(same(&["L"], Separate, Each(Link, "-L")))),
    shared(&["library-path"], Separate, Prefix("-L")).is(Each(Link, "-L")),
    clangs(joined(same(&["l"], Separate, Each(Link, "-l")))),
    shared(&["library"], Separate, Prefix("-l")).is(Each(Link, "-l")),
    own(&["cudart"], Separate, DROP).is(Meaning::Runtime),
    own(&["cudadevrt"], Separate, DROP),
    // Code generation.
    clangs(joined(same(&["O"], Separate, Meaning::Optimize)).at_link()),
    shared(&["optimize"], Separate, Prefix("-O")).is(Meaning::Optimize),
    same(&["g"], No, Meaning::Debug),
    shared(&["debug"], No, Become(&["-g"])).is(Meaning::Debug),
    shared(&["G"], No, Become(&["-g", "-O0"])).is(Meaning::DeviceDebug),
    own(&["device-debug"], No, Become(&["-g", "-O0"])).is(Meaning::DeviceDebug),
    own(&["lineinfo", "generate-line-info"], No, Become(&["-gline-tables-only"])).is(Flags(Device)),
    shared(&["profile"], No, Become(&["-pg"])).is(Flags(HostAndLink)),
    own(&["rdc", "relocatable-device-code"], Separate, ByValue(&[("true", &["-fgpu-rdc"]), ("false", &["-fno-gpu-rdc"])]))
        .is(Meaning::Rdc),
    note(own(&["use_fast_math"], No, Become(&["-ffast-math"])), FAST_MATH).is(FlagsAs(Device, FAST)),
    own(&["ftz"], Separate, ByValue(&[("true", &["-fgpu-flush-denormals-to-zero"])])).is(Flags(Device)),
    own(&["prec-div", "prec-sqrt"], Separate, ByValue(&[("false", &["-fno-hip-fp32-correctly-rounded-divide-sqrt"])]))
        .is(Flags(Device)),
    own(&["fmad"], Separate, ByValue(&[("true", &["-ffp-contract=fast"]), ("false", &["-ffp-contract=off"])])).is(Flags(Device)),
    warn(own(&["maxrregcount"], Separate, DROP), REGISTERS),
    note(own(&["Xptxas", "ptxas-options"], Separate, DROP), RESOURCES).is(Meaning::Ptxas),
    note(own(&["resource-usage", "res-usage"], No, Become(&["-Rpass-analysis=kernel-resource-usage"])), RESOURCES)
        .is(Flags(Device)),
    own(&["Xcudafe", "Xnvlink", "nvlink-options", "Xarchive", "archive-options"], Separate, DROP),
    // The driver's bundles stay as they are, which every release of HIP loads.
    own(&["Xfatbin", "fatbin-options"], Separate, ByValue(&[("-compress-all", &["--offload-compress"])])).is(Meaning::Nothing),
    own(&["compress-mode"], Separate, Become(&["--offload-compress"])).is(Meaning::Nothing),
    // Relocatable AMDGPU code is bitcode, so that its link optimises in any case.
    own(&["dlto"], No, Become(&["-foffload-lto"])).is(Meaning::Nothing),
    own(&["lto", "gen-opt-lto", "ewp"], No, DROP),
    own(&["dopt", "dlcm"], Separate, DROP),
    own(&["source-in-ptx", "src-in-ptx", "restrict", "extra-device-vectorization", "noprof"], No, DROP),
    own(&["no-compress", "no-host-device-initializer-list", "no-exceptions-in-device"], No, DROP),
    own(&["no-host-device-move-forward", "nohdmoveforward", "nohdinitlist"], No, DROP),
    own(&["target-directory", "libdevice-directory", "nvvm-options", "Xnvvm"], Separate, DROP),
    same(&["target-dir", "ldir", "entries", "opt-info", "optimization-info", "Ofc", "Ofast-compile"], Separate, Meaning::Nothing),
    same(&["jump-table-density", "jtd", "relocatable-ptx", "reloc-ptx", "frandom-seed"], Separate, Meaning::Nothing),
    same(&["static-global-template-stub", "device-entity-has-hidden-visibility"], Separate, Meaning::Nothing),
    same(&["device-stack-protector", "qpp-config"], Separate, Meaning::Nothing),
    same(&["sanitize"], Separate, Meaning::Sanitize),
    same(&["keep-device-functions", "astoolspatch", "compile-as-tools-patch", "dont-use-profile"], No, Meaning::Nothing),
    same(&["nodlink", "no-device-link", "no-align-double", "extensible-whole-program"], No, Meaning::Nothing),
    same(&["dlink-time-opt"], No, Meaning::Nothing),
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
    own(&["diag-suppress", "diag_suppress", "diag-error", "diag_error", "diag-warn", "diag_warn"], Separate, DROP),
    own(&["display-error-number", "display_error_number", "no-display-error-number", "err-no"], No, DROP),
    same(&["no-err-no"], No, Meaning::Nothing),
    own(&["Wno-deprecated-gpu-targets", "Wext-lambda-captures-this", "Wmissing-launch-bounds"], No, DROP),
    same(&["Wdefault-stream-launch"], No, Meaning::Nothing),
    own(&["ftemplate-backtrace-limit-device"], Separate, DROP),
    own(&["brief-diagnostics", "brief-diag", "fdevice-time-trace", "fdevice-syntax-only"], Optional, DROP),
    // The run itself.
    own(&["threads"], Separate, DROP).is(Meaning::Jobs),
    own(&["split-compile", "split-compile-extended"], Separate, DROP),
    joined(shared(&["t"], Separate, DROP)).is(Meaning::Jobs),
    shared(&["keep", "save-temps"], No, Become(&["-save-temps"])).is(Meaning::Keep),
    own(&["keep-dir"], Separate, DROP).is(Meaning::KeepFolder),
    own(&["dryrun"], No, Become(&["-###"])).is(Meaning::DryRun),
    shared(&["verbose"], No, Keep).is(Meaning::Verbose),
    same(&["v"], No, Meaning::Verbose),
    shared(&["optf"], Separate, Prefix("@")).is(Meaning::OptionsFile),
    shared(&["options-file"], Separate, Prefix("@")).is(Meaning::OptionsFile),
    same(&["run-args"], Separate, Meaning::RunArguments),
    same(&["version", "V"], No, Meaning::Query(Query::Version)),
    same(&["help", "h"], No, Meaning::Query(Query::Help)),
    same(&["list-gpu-arch", "arch-ls"], No, Meaning::Query(Query::VirtualArchs)),
    same(&["list-gpu-code", "code-ls"], No, Meaning::Query(Query::Archs)),
    own(&["allow-unsupported-compiler", "forward-unknown-to-host-compiler", "forward-unknown-opts"], No, DROP),
    own(&["forward-unknown-to-host-linker", "forward-slash-prefix-opts", "disable-optimizer-constants"], No, DROP),
    own(&["use-local-env", "clean-targets"], No, DROP),
    same(&["clean", "objtemp", "objdir-as-tempdir", "force-cl-env-setup", "jobserver"], No, Meaning::Nothing),
    same(&["aug-hls", "augment-host-linker-script"], No, Meaning::Nothing),
    same(&["time", "hls", "host-linker-script", "arbin", "archiver-binary"], Separate, Meaning::Nothing),
    own(&["drive-prefix", "dependency-drive-prefix", "input-drive-prefix"], Separate, DROP),
    same(&["dp", "ddp", "idp"], Separate, Meaning::Nothing),
];
