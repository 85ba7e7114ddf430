//! One case an option at least: the words behind `hipify-rs cc a.cu`, and in what the result differs from that of `a.cu`
//! alone. A row of either table without a case fails.

use super::hipcc_table;
use super::{Parsed, Style, Variables, parse};
use crate::build::request::{LinkWord, Request};
use crate::error::Error;
use hipify::Level;
use hipify::nvcc;
use std::ffi::OsString;
use std::path::Path;

fn parsed(line: &str, style: Option<Style>) -> Result<Parsed, Error> {
    let read = |path: &Path| match path.to_str() {
        Some("r.txt") => Ok("-DR=\"a b\" -Iinc".to_owned()),
        _ => Err(std::io::Error::from(std::io::ErrorKind::NotFound)),
    };
    let args: Vec<OsString> = super::words::split(line).into_iter().map(OsString::from).collect();
    parse(&args, style, &Variables::new(), &read)
}

/// `name: words`, for each part that is not as in `base`.
fn differences(parsed: &Parsed, base: &Parsed) -> String {
    let (new, old) = (fields(parsed), fields(base));
    let changed = new.into_iter().zip(old).filter(|(new, old)| new != old).map(|(new, _)| new);
    changed.collect::<Vec<_>>().join("; ")
}

fn fields(parsed: &Parsed) -> Vec<String> {
    let request = &parsed.request;
    let path = |path: &Option<std::path::PathBuf>| path.as_ref().map_or("-".to_owned(), |path| path.display().to_string());
    let warnings: Vec<_> = parsed.notes.iter().filter(|n| n.level > Level::Note).map(|n| n.message.as_str()).collect();
    vec![
        format!("make {:?}", request.produce),
        format!("sources {}", sources(request)),
        format!("both {}", request.flags.join(" ")),
        format!("host {}", of_side(&request.host_flags)),
        format!("device {}", of_side(&request.device_flags)),
        format!("link {}", link(request)),
        format!("targets {}", request.targets.join(" ")),
        format!("rdc {}", request.rdc),
        format!("bare {}", request.bare_link),
        format!("depfile {:?} {:?} {}", request.depfile.wanted, request.depfile.user_only, path(&request.depfile.path)),
        format!("rules {}", request.depfile.flags.join(" ")),
        format!("output {}", path(&request.output)),
        format!("query {:?}", parsed.query),
        format!("dry {}", parsed.dry_run),
        format!("verbose {}", parsed.verbose),
        format!("clang {}", path(&parsed.clang)),
        format!("rocm {}", path(&parsed.rocm_path)),
        format!("bitcode {}", path(&parsed.device_libraries)),
        format!("jobs {:?}", parsed.jobs),
        format!("keep {}", path(&parsed.keep)),
        format!("launcher {}", parsed.launcher.as_deref().unwrap_or("-")),
        format!("run {:?}", parsed.run),
        format!("warned {}", warnings.join(", ")),
    ]
}

/// Without what stands there in any case.
fn of_side(flags: &[String]) -> String {
    let end = flags.iter().rposition(|flag| flag == "-Qunused-arguments").unwrap_or(flags.len());
    flags[..end].join(" ")
}

fn sources(request: &Request) -> String {
    let one = |source: &crate::build::request::Source| {
        let object = source.object.as_ref().map_or(String::new(), |object| format!("={}", object.display()));
        format!("{}:{:?}{object}", source.path.display(), source.language)
    };
    request.sources.iter().map(one).collect::<Vec<_>>().join(" ")
}

fn link(request: &Request) -> String {
    let one = |word: &LinkWord| match word {
        LinkWord::Source(number) => format!("#{number}"),
        LinkWord::File(path) => path.display().to_string(),
        LinkWord::Flag(flag) => flag.clone(),
    };
    request.link.iter().map(one).collect::<Vec<_>>().join(" ")
}

/// What an option makes of `a.cu`.
const CASES: &[(&str, &str)] = &[
    // What is made.
    ("-c", "make Objects; sources a.cu:Hip=a.o; output -"),
    ("--compile", "make Objects; sources a.cu:Hip=a.o; output -"),
    ("-dc", "make Objects; sources a.cu:Hip=a.o; rdc true; output -"),
    ("--device-c", "make Objects; sources a.cu:Hip=a.o; rdc true; output -"),
    ("-dw", "make Objects; sources a.cu:Hip=a.o; output -"),
    ("--device-w", "make Objects; sources a.cu:Hip=a.o; output -"),
    ("-dlink b.o", "make DeviceLink; link #0 b.o; output a_dlink.o"),
    ("--device-link", "make DeviceLink; output a_dlink.o"),
    ("-lib", "make StaticLibrary; output a.a"),
    ("--lib -o libx.a", "make StaticLibrary; output libx.a"),
    ("--emit-static-lib", "make StaticLibrary; output a.a"),
    ("-shared", "make SharedLibrary"),
    ("-link", ""),
    ("-run", "run Some([])"),
    ("--run -run-args=1,2", "run Some([\"1\", \"2\"])"),
    ("-E", "make Preprocessed; output -"),
    ("--preprocess", "make Preprocessed; output -"),
    ("-M", "make Dependencies; output -"),
    ("--generate-dependencies", "make Dependencies; output -"),
    ("-MM -o x.d", "make Dependencies; depfile false true -; output x.d"),
    ("--generate-nonsystem-dependencies", "make Dependencies; depfile false true -; output -"),
    ("-ptx", "make Device(Assembly); sources a.cu:Hip=a.ptx; output -"),
    ("-cubin", "make Device(CodeObject); sources a.cu:Hip=a.cubin; output -"),
    ("--fatbin", "make Device(Bundle); sources a.cu:Hip=a.fatbin; output -"),
    ("--cuda-device-only", "make Device(Bundle); sources a.cu:Hip=a.hipfb; output -"),
    ("--offload-device-only -S", "make Device(Assembly); sources a.cu:Hip=a.s; output -"),
    ("--cuda-device-only -S -emit-llvm", "make Device(Ir); sources a.cu:Hip=a.ll; output -"),
    ("--cuda-device-only -c -emit-llvm", "make Device(Bitcode); sources a.cu:Hip=a.bc; output -"),
    ("--cuda-host-only -M", "make Dependencies; output -"),
    ("--offload-host-only -E", "make Preprocessed; output -"),
    ("-fsyntax-only", "make Nothing; output -"),
    // Names of outputs.
    ("-o x", "output x"),
    ("-ox", "output x"),
    ("--output-file=x", "output x"),
    ("-odir out -c", "make Objects; sources a.cu:Hip=out/a.o; output -"),
    ("--output-directory=out -ptx", "make Device(Assembly); sources a.cu:Hip=out/a.ptx; output -"),
    ("-MD", "depfile true false -"),
    ("--generate-dependencies-with-compile", "depfile true false -"),
    ("-MMD -MF x.d", "depfile true true x.d"),
    ("--generate-nonsystem-dependencies-with-compile -MFx.d", "depfile true true x.d"),
    ("--dependency-output=x.d", "depfile false false x.d"),
    ("-MT x -MP", "rules -MT x -MP"),
    ("-MQ x --generate-dependency-targets", "rules -MQ x -MP"),
    ("--dependency-target-name x", "rules -MT x"),
    // Architectures.
    ("-arch sm_80 --gpu-architecture=sm_80 -code=sm_80,sm_90 --gpu-code compute_80", ""),
    ("-gencode arch=compute_80,code=sm_80 --generate-code=arch=compute_90,code=[sm_90,compute_90]", ""),
    ("-arch=native", ""),
    ("-arch=gfx90a", "targets gfx90a"),
    ("--offload-arch=gfx90a,gfx942:xnack- --offload-arch gfx1201", "targets gfx90a gfx942:xnack- gfx1201"),
    ("--cuda-gpu-arch=gfx90a", "targets gfx90a"),
    ("-m64 -m 64 --machine=64", ""),
    // Preprocessing and language.
    ("-Ia,b -I c --include-path=d", "both -Ia -Ib -Ic -Id"),
    ("-DA=1,B -D C --define-macro=D=x\\\\,y", "both -DA=1 -DB -DC -DD=x,y"),
    ("-DS=\\\\\\\"x\\\\\\\"", "both -DS=\"x\""),
    ("-UA -U B --undefine-macro=C", "both -UA -UB -UC"),
    ("-include a.h,b.h --pre-include c.h", "both -includea.h -includeb.h -includec.h"),
    ("-isystem a --system-include=b", "both -isystema -isystemb"),
    ("-x c++ b.cu -x cu b.cpp", "sources a.cu:Hip b.cu:Cxx b.cpp:Hip; link #0 #1 #2"),
    ("--language=c b.cpp -xnone c.cpp", "sources a.cu:Hip b.cpp:C c.cpp:Cxx; link #0 #1 #2"),
    ("-std=c++14 --std c++17", "both -std=c++14 -std=c++17"),
    ("-expt-extended-lambda --extended-lambda --expt-relaxed-constexpr", ""),
    ("-default-stream per-thread", "both -fgpu-default-stream=per-thread"),
    ("--default-stream=legacy", ""),
    ("--no-exceptions", "host -fno-exceptions"),
    ("-noeh", "host -fno-exceptions"),
    ("-ftemplate-depth 9", "both -ftemplate-depth=9"),
    ("-ftemplate-backtrace-limit=9", "both -ftemplate-backtrace-limit=9"),
    // Host compiler and linker.
    ("-Xcompiler -Wall,-fopenmp", "host -Wall -fopenmp; link #0 -fopenmp"),
    ("--compiler-options '-fPIC -DA'", "both -DA; host -fPIC"),
    ("-Xcompiler -Wl,-rpath,/x", "link #0 -Wl,-rpath,/x"),
    ("-Xcompiler -shared,-fPIC", "make SharedLibrary; host -fPIC"),
    ("-Xlinker -rpath,/x", "link #0 -Xlinker -rpath -Xlinker /x"),
    ("--linker-options=-z,now", "link #0 -Xlinker -z -Xlinker now"),
    ("-ccbin g++ --compiler-bindir=/usr/bin", ""),
    ("-La,b -L c --library-path=d", "link #0 -La -Lb -Lc -Ld"),
    ("-lfoo,bar b.o -l m", "link #0 b.o -lfoo -lbar -lm"),
    ("-lcublas -lcudart --library=cudadevrt", "link #0 -lhipblas -lamdhip64"),
    ("b.a -lm", "link -Wl,--start-group #0 b.a -lm -Wl,--end-group"),
    ("-cudart none", "bare true"),
    ("--cudart=shared --cudadevrt none", ""),
    // Code generation.
    ("-O2 -O 1 --optimize=0", "host -O2 -O1 -O0"),
    ("-Ofast", "both -Ofast; device "),
    ("-g --debug", "host -g -g"),
    ("-G", "device -g -O0"),
    ("--device-debug", "device -g -O0"),
    ("-lineinfo --generate-line-info", "device -O3 -gline-tables-only -gline-tables-only"),
    ("-pg", "host -pg; link #0 -pg"),
    ("--profile", "host -pg; link #0 -pg"),
    ("-rdc=true", "rdc true"),
    ("--relocatable-device-code true -rdc false", ""),
    ("-fgpu-rdc", "rdc true"),
    ("-dc -fno-gpu-rdc -c", "make Objects; sources a.cu:Hip=a.o; rdc true; output -"),
    (
        "--use_fast_math",
        "device -O3 -fgpu-flush-denormals-to-zero -fno-hip-fp32-correctly-rounded-divide-sqrt -fgpu-approx-transcendentals \
         -ffp-contract=fast",
    ),
    ("-ftz=true --ftz false", "device -O3 -fgpu-flush-denormals-to-zero"),
    ("-prec-div=false", "device -O3 -fno-hip-fp32-correctly-rounded-divide-sqrt"),
    ("--prec-sqrt true", ""),
    ("-fmad=false", "device -O3 -ffp-contract=off"),
    ("-maxrregcount=32", "warned `-maxrregcount` has no exact counterpart"),
    ("-Xptxas -v,-O1", "device -O1 -Rpass-analysis=kernel-resource-usage"),
    ("--ptxas-options=-dlcm=ca", ""),
    ("-res-usage --resource-usage", "device -O3 -Rpass-analysis=kernel-resource-usage -Rpass-analysis=kernel-resource-usage"),
    ("-- b.cu", "sources a.cu:Hip b.cu:Hip; link #0 #1"),
    // Dropped.
    ("-Xcudafe a -Xnvlink a --nvlink-options=a -Xarchive a --archive-options a -Xfatbin a --fatbin-options=a", ""),
    ("--compress-mode=size -dlto -lto -gen-opt-lto -ewp -dopt on -dlcm ca", ""),
    ("-source-in-ptx -src-in-ptx -restrict -extra-device-vectorization -noprof --no-compress", ""),
    (
        "--no-host-device-initializer-list -no-exceptions-in-device --no-host-device-move-forward -nohdmoveforward -nohdinitlist",
        "",
    ),
    ("--target-directory x --libdevice-directory x --nvvm-options x -Xnvvm x -target-dir x -ldir x --entries k", ""),
    ("--opt-info inline --optimization-info=inline -Ofc max --Ofast-compile=max --jump-table-density 1 -jtd 1", ""),
    ("--relocatable-ptx true -reloc-ptx true --frandom-seed=x --static-global-template-stub=true", ""),
    ("--device-entity-has-hidden-visibility=true --device-stack-protector true -sanitize memcheck --qpp-config x", ""),
    ("--keep-device-functions -astoolspatch --compile-as-tools-patch --dont-use-profile -nodlink --no-device-link", ""),
    ("--no-align-double --extensible-whole-program --dlink-time-opt", ""),
    ("--diag-suppress 1 -diag_suppress=1 -diag-error 1 -diag_error 1 -diag-warn 1 -diag_warn 1", ""),
    ("--display-error-number --display_error_number --no-display-error-number -err-no -no-err-no", ""),
    ("-Wno-deprecated-gpu-targets -Wext-lambda-captures-this -Wmissing-launch-bounds -Wdefault-stream-launch", ""),
    (
        "--ftemplate-backtrace-limit-device 1 --brief-diagnostics=true -brief-diag --fdevice-time-trace=x --fdevice-syntax-only",
        "",
    ),
    ("--split-compile=0 --split-compile-extended 0 --allow-unsupported-compiler --forward-unknown-to-host-compiler", ""),
    ("--forward-unknown-opts --forward-unknown-to-host-linker --forward-slash-prefix-opts --disable-optimizer-constants", ""),
    ("--use-local-env --clean-targets --clean -objtemp --objdir-as-tempdir -force-cl-env-setup --jobserver", ""),
    ("-aug-hls --augment-host-linker-script -time x --hls gen-lcs --host-linker-script=gen-lcs -arbin x --archiver-binary x", ""),
    ("-dp x -ddp x -idp x --drive-prefix x --dependency-drive-prefix x --input-drive-prefix x", ""),
    ("--hip-link --no-gpu-bundle-output --gpu-bundle-output --offload-new-driver", ""),
    // Warnings.
    ("-Werror all-warnings", "both -Werror"),
    ("-Werror=cross-execution-space-call,default-stream-launch", ""),
    ("-Werror -Werror=reorder", "both -Werror -Werror=reorder"),
    ("-w --disable-warnings", "both -w -w"),
    // The run itself.
    ("--threads 4", "jobs Some(4)"),
    ("-t4", "jobs Some(4)"),
    ("-t 0", ""),
    ("--jobs=3", "jobs Some(3)"),
    ("-keep", "keep ."),
    ("--save-temps --keep-dir k", "keep k"),
    ("-dryrun", "dry true"),
    ("-###", "dry true"),
    ("-v --verbose", "verbose true"),
    ("-optf r.txt", "both -DR=a b -Iinc"),
    ("--options-file=r.txt", "both -DR=a b -Iinc"),
    ("@r.txt", "both -DR=a b -Iinc"),
    ("--launcher ccache", "launcher ccache"),
    ("--clang=/x/clang++", "clang /x/clang++"),
    ("--rocm-path=/r", "rocm /r"),
    ("--hip-path /r", "rocm /r"),
    ("--rocm-device-lib-path=/r", "bitcode /r"),
    ("--hip-device-lib-path=/r", "bitcode /r"),
    // clang's own.
    ("-Xclang -a -mllvm -b -Xpreprocessor -c -Xassembler -d", "both -Xclang -a -mllvm -b -Xpreprocessor -c -Xassembler -d"),
    ("-Xarch_host -a -Xarch_device -b", "both -Xarch_host -a -Xarch_device -b"),
    ("-iquote a -idirafter b -imacros c -iprefix d", "both -iquote a -idirafter b -imacros c -iprefix d"),
    ("-isysroot a --sysroot=b -Xopenmp-target -c", "both -isysroot a --sysroot=b -Xopenmp-target -c"),
    ("--target=x", "host --target=x; link #0 --target=x"),
    ("-T x -u y -z now", "link #0 -T x -u y -z now"),
    ("-Wl,-z,now -fuse-ld=lld -static-libgcc --ld-path=x", "link #0 -Wl,-z,now -fuse-ld=lld -static-libgcc --ld-path=x"),
    ("--rtlib=x --unwindlib=x -static -static-pie -s", "link #0 --rtlib=x --unwindlib=x -static -static-pie -s"),
    ("-rdynamic -pie -no-pie -nopie", "link #0 -rdynamic -pie -no-pie -nopie"),
    ("-nostdlib -nodefaultlibs -nostartfiles -nolibc", "link #0 -nostdlib -nodefaultlibs -nostartfiles -nolibc"),
    ("-fopenmp -fsanitize=address", "host -fopenmp -fsanitize=address; link #0 -fopenmp -fsanitize=address"),
    (
        "-fprofile-generate -fcoverage-mapping",
        "host -fprofile-generate -fcoverage-mapping; link #0 -fprofile-generate -fcoverage-mapping",
    ),
    ("--coverage -flto", "host --coverage -flto; link #0 --coverage -flto"),
    ("-pthread -stdlib=libc++", "host -pthread -stdlib=libc++; link #0 -pthread -stdlib=libc++"),
    ("-gsplit-dwarf", "host -gsplit-dwarf; link #0 -gsplit-dwarf"),
    (
        "-mcode-object-version=5 -mwavefrontsize64 -mno-wavefrontsize64",
        "both -mcode-object-version=5 -mwavefrontsize64 -mno-wavefrontsize64",
    ),
    ("-mcumode -mno-cumode -mtgsplit -mprintf-kind=x", "both -mcumode -mno-cumode -mtgsplit -mprintf-kind=x"),
    ("-munsafe-fp-atomics -mno-unsafe-fp-atomics", "both -munsafe-fp-atomics -mno-unsafe-fp-atomics"),
    ("-march=native", "host -march=native"),
    ("-fPIC -Wall -ggdb -Rpass=inline -Qunused-arguments", "both -fPIC -Wall -ggdb -Rpass=inline -Qunused-arguments"),
    ("-ansi -pedantic -nostdinc -nobuiltininc -pipe", "both -ansi -pedantic -nostdinc -nobuiltininc -pipe"),
    ("--hipstdpar", "both --hipstdpar"),
    ("-C -P -CC -H -dM -dD -MG", "both -C -P -CC -H -dM -dD -MG"),
    ("-no-hip-rt -nogpulib -nogpuinc -nohipwrapperinc", "both -no-hip-rt -nogpulib -nogpuinc -nohipwrapperinc"),
    ("--frobnicate", "both --frobnicate; warned `--frobnicate` is no option of nvcc: clang gets it"),
];

/// What it makes of `a.cu` where hipcc was called.
const HIPCC_CASES: &[(&str, &str)] = &[
    ("b.cpp -lm c.o", "sources a.cu:Hip b.cpp:Hip; link #0 #1 -lm c.o"),
    ("--genco", "make Device(Bundle); sources a.cu:Hip=a.fatbin; output -"),
    ("--amdgpu-target=gfx90a,gfx908", "targets gfx90a gfx908"),
    ("--amdhsa-code-object-version=5", "both -O3 -mcode-object-version=5"),
    ("-O1 -g", "both -O1 -g"),
    ("-DF(a,b)=a -Ia,b", "both -O3 -DF(a,b)=a -Ia,b"),
    ("-use-staticlib -use-sharedlib --hipcc-func-supp --hipcc-no-func-supp", ""),
    ("-fgpu-rdc --frobnicate", "both -O3 --frobnicate; rdc true"),
    ("-Xcompiler -Wall -std=c++17", "both -O3 -std=c++17; host -Wall"),
];

/// What is refused, and a word of the reason.
const REFUSED: &[(&str, &str)] = &[
    ("-c b.cu -o x.o", "several sources"),
    ("-ptx --offload-arch=gfx90a,gfx942", "2 targets"),
    ("-S", "--cuda-device-only"),
    ("--cuda-host-only -c", "--cuda-device-only"),
    ("-emit-llvm -c", "--cuda-device-only"),
    ("-m32", "64-bit"),
    ("-m=32", "64-bit"),
    ("-ltoir", "NVIDIA"),
    ("--optix-ir", "NVIDIA"),
    ("-cuda", "clang compiles"),
    ("-r", "ld -r"),
    ("--relocatable-link", "ld -r"),
    ("b.ptx", "b.ptx"),
    ("b.cubin", "b.cubin"),
    ("-x fortran", "fortran"),
    ("-arch b.cu", "b.cu"),
    ("-rdc yes", "yes"),
    ("--threads many", "many"),
    ("-o", "needs a value"),
    ("-", "-x cu"),
    ("@none.txt", "none.txt"),
];

const QUERIES: &[(&str, nvcc::Query)] = &[
    ("--version", nvcc::Query::Version),
    ("-V", nvcc::Query::Version),
    ("--help", nvcc::Query::Help),
    ("-h", nvcc::Query::Help),
    ("--list-gpu-arch", nvcc::Query::VirtualArchs),
    ("-arch-ls", nvcc::Query::VirtualArchs),
    ("--list-gpu-code", nvcc::Query::Archs),
    ("-code-ls", nvcc::Query::Archs),
    ("--short-version", nvcc::Query::ShortVersion),
    ("--cxxflags", nvcc::Query::CompileFlags),
    ("--ldflags", nvcc::Query::LinkFlags),
];

#[test]
fn every_case_is_as_said() {
    let mut wrong = Vec::new();
    for (cases, style) in [(CASES, None), (HIPCC_CASES, Some(Style::Hipcc))] {
        let base = parsed("a.cu", style).unwrap();
        for (line, expected) in cases {
            let new = parsed(&format!("a.cu {line}"), style).unwrap_or_else(|error| panic!("{line}: {error}"));
            let differences = differences(&new, &base);
            if differences != *expected {
                wrong.push(format!("{line}\n   is: {differences}\n  not: {expected}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_cannot_be_done_is_refused_with_the_reason() {
    for (line, reason) in REFUSED {
        let error = parsed(&format!("a.cu {line}"), None).map(|_| ()).expect_err(line);
        let text = format!("{error} {}", error.remedy().unwrap_or(""));
        assert!(text.contains(reason), "{line}: {text}");
    }
}

#[test]
fn questions_are_recognised_without_any_input() {
    for (line, query) in QUERIES {
        assert_eq!(parsed(line, None).unwrap().query, Some(*query), "{line}");
    }
}

#[test]
fn every_row_has_a_case() {
    let lines = || CASES.iter().chain(HIPCC_CASES).chain(REFUSED).map(|case| case.0).chain(QUERIES.iter().map(|case| case.0));
    let words: Vec<&str> = lines().flat_map(str::split_whitespace).collect();
    let names: Vec<&str> = words.iter().filter_map(|w| w.strip_prefix("--").or(w.strip_prefix('-'))).collect();
    let has = |name: &str| names.iter().any(|word| word.split('=').next() == Some(name));
    let starts = |name: &str| names.iter().any(|word| word.starts_with(name));
    for row in nvcc::rows() {
        for name in row.names {
            assert!(has(name) || row.joined && starts(name), "no case for nvcc's `{name}`");
        }
    }
    for row in hipcc_table::ROWS {
        for name in row.names {
            let is_prefix = row.form == hipcc_table::Form::Prefix;
            assert!(has(name) || is_prefix && starts(name), "no case for `{name}`");
        }
    }
}

#[test]
fn an_option_of_hipcc_alone_tells_whose_command_line_it_is() {
    assert_eq!(parsed("a.cpp --genco", None).unwrap().style, Style::Hipcc);
    assert_eq!(parsed("a.cpp --offload-arch=gfx90a -arch=sm_80", None).unwrap().style, Style::Nvcc);
}

#[test]
fn ignored_results_of_calls_are_no_warning_as_in_cuda() {
    let ends = |line, style| {
        let request = parsed(line, style).unwrap().request;
        [request.host_flags, request.device_flags].map(|flags| flags.last().is_some_and(|flag| flag == "-Wno-unused-result"))
    };
    assert_eq!(ends("a.cu -Wall -Xcompiler -Wall", None), [true, true]);
    assert_eq!(ends("a.cu -Wunused-result", None), [false, false]);
    assert_eq!(ends("a.cu", Some(Style::Hipcc)), [false, false]);
}

#[test]
fn variables_of_the_environment_add_options_and_targets() {
    let with = |style, name: &str, value: &str| {
        let variables = Variables::from([(name.to_owned(), value.to_owned())]);
        let read = |_: &Path| Err(std::io::Error::from(std::io::ErrorKind::NotFound));
        parse(&["a.cu".into(), "-DB".into()], Some(style), &variables, &read)
    };
    let request = |style, name, value| with(style, name, value).unwrap().request;
    assert_eq!(request(Style::Nvcc, "NVCC_PREPEND_FLAGS", "-DA=\"x y\"").flags, ["-DA=\"x y\"", "-DB"]);
    assert_eq!(request(Style::Nvcc, "NVCC_APPEND_FLAGS", "-DC").flags, ["-DB", "-DC"]);
    assert_eq!(request(Style::Hipcc, "HIPCC_COMPILE_FLAGS_APPEND", "-DC").flags, ["-O3", "-DB", "-DC"]);
    assert_eq!(request(Style::Hipcc, "HIPCC_LINK_FLAGS_APPEND", "-lm").link.last(), Some(&LinkWord::Flag("-lm".into())));
    assert_eq!(request(Style::Nvcc, "HIP_ARCH", "gfx90a;gfx942").targets, ["gfx90a", "gfx942"]);
    assert!(with(Style::Hipcc, "HIP_PLATFORM", "nvidia").is_err());
    assert!(with(Style::Nvcc, "HIP_PLATFORM", "nvidia").is_ok());
}
