//! Builds that outgrow one run or one machine: through ninja, through compiler caches, and on two compile servers. What comes
//! out is what a direct build makes. Where a tool is missing, the test is an ignored one whose name says so.

use hipify_tests::build;
use hipify_tests::build::{has, project};
use hipify_tests::cli_command::{Said, TestFolder};
use libtest_mimic::{Arguments, Failed, Trial};
use std::os::unix::fs::PermissionsExt as _;
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

fn main() -> ExitCode {
    let trials = vec![
        trial("ninja_makes_what_a_direct_build_makes_and_no_more_than_changed", &["ninja"], incremental),
        trial("two_distcc_servers_make_what_a_direct_build_makes", &["ninja", "distcc", "distccd"], distcc),
        trial("ccache_answers_the_second_build", &["ninja", "ccache"], ccache),
        sccache_trial(),
    ];
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

fn trial(name: &str, tools: &[&str], check: fn()) -> Trial {
    let missing = tools.iter().find(|tool| !has(tool));
    let run = move || {
        check();
        Ok::<(), Failed>(())
    };
    let kind = missing.map(|tool| format!("needs {tool}")).unwrap_or_default();
    Trial::test(name, run).with_kind(kind).with_ignored_flag(missing.is_some())
}

/// The first sccache that takes `-x hip`.
const SCCACHE: (u32, u32) = (0, 5);

fn sccache_trial() -> Trial {
    let trial = trial("sccache_answers_the_second_build", &["ninja", "sccache"], sccache);
    let said = Command::new("sccache").arg("--version").output().map(|it| String::from_utf8_lossy(&it.stdout).into_owned());
    let said = said.unwrap_or_default();
    let mut numbers = said.split(|c: char| !c.is_ascii_digit()).filter_map(|part| part.parse().ok());
    match (numbers.next(), numbers.next()) {
        (Some(major), Some(minor)) if (major, minor) < SCCACHE => {
            trial.with_kind(format!("{} does not cache HIP", said.trim())).with_ignored_flag(true)
        }
        _ => trial,
    }
}

const SOURCES: &str = "forces.cu main.cu";
const TARGETS: &str = "gfx90a,gfx1100";

fn shell(place: &TestFolder, line: &str) -> Said {
    let said = place.shell(line);
    assert_eq!(said.code, 0, "{line}\n{}{}", said.out, said.err);
    said
}

/// The code objects in a file: their bytes.
fn code_objects(place: &TestFolder, file: &str) -> Vec<Vec<u8>> {
    let folder = format!("{file}.objects");
    shell(place, &format!("$hipify inspect --extract {folder} {file}"));
    let objects: Vec<_> = place.files(&folder).into_iter().map(|(_, bytes)| bytes).collect();
    // Each source has a bundle of its own.
    assert_eq!(objects.len(), TARGETS.split(',').count() * SOURCES.split(' ').count(), "{file}");
    objects
}

/// Both have the same kernels for the same targets, and the same bytes in each code object.
fn assert_same(place: &TestFolder, one: &str, other: &str) {
    assert_eq!(place.contents(one).len(), TARGETS.split(',').count());
    assert_eq!(place.contents(one), place.contents(other));
    assert!(code_objects(place, one) == code_objects(place, other), "{one} and {other} have different code objects");
}

fn incremental() {
    let kernel = |name: &str| format!("#include \"{name}.cuh\"\n__global__ void {name}(int *p) {{ *p = VALUE_{name}; }}\n");
    let place = TestFolder::new(&[
        ("a.cuh", "#pragma once\n#include <cuda_runtime.h>\n#define VALUE_a 1\n"),
        ("b.cuh", "#pragma once\n#include <cuda_runtime.h>\n#define VALUE_b 1\n"),
        ("a.cu", &(kernel("a") + "int main() { a<<<1, 1>>>(nullptr); return cudaDeviceSynchronize(); }\n")),
        ("b.cu", &kernel("b")),
    ]);
    place.build(&format!("--quiet --offload-arch {TARGETS} a.cu b.cu --emit ninja -o farm"));
    let ninja = || shell(&place, "ninja -C farm").out;
    let first = ninja();
    assert_eq!(steps(&first, "device", ""), 4, "{first}");
    place.build(&format!("--quiet --offload-arch {TARGETS} a.cu b.cu -o direct"));
    assert_same(&place, "direct", "farm/a.out");

    assert!(ninja().contains("no work to do"));

    // Ninja compares times of files.
    wait_for_the_clock();
    shell(&place, "touch a.cuh");
    let touched = ninja();
    assert_eq!(steps(&touched, "device", "") + steps(&touched, "host", ""), 0, "the ported text is the same: {touched}");

    wait_for_the_clock();
    place.write("a.cuh", "#pragma once\n#include <cuda_runtime.h>\n#define VALUE_a 2\n");
    let changed = ninja();
    assert_eq!(
        (steps(&changed, "device", "/a.cu"), steps(&changed, "device", "/b.cu"), steps(&changed, "link", "")),
        (2, 0, 1),
        "{changed}"
    );

    wait_for_the_clock();
    place.write("c.cuh", "#define VALUE_c 1\n__global__ void c(int *p) { *p = VALUE_c + __float2int_rn(1.5f); }\n");
    place.write("b.cu", kernel("b") + "#include \"c.cuh\"\nvoid f() { c<<<1, 1>>>(nullptr); cudaDeviceReset(); }\n");
    let added = ninja();
    assert_eq!((steps(&added, "device", "/a.cu"), steps(&added, "device", "/b.cu")), (0, 2), "{added}");
    assert!(place.contents("farm/a.out")["gfx90a"].contains("c"));

    wait_for_the_clock();
    place.write("c.cuh", "#define VALUE_c 2\n__global__ void c2(int *p) { *p = VALUE_c; }\n#define c c2\n");
    let changed = ninja();
    assert_eq!((steps(&changed, "device", "/a.cu"), steps(&changed, "device", "/b.cu")), (0, 2), "{changed}");
    assert!(place.contents("farm/a.out")["gfx90a"].contains("c2"));
    assert!(ninja().contains("no work to do"));
}

/// How many steps of that kind ninja names, about files whose path holds `file`.
fn steps(said: &str, kind: &str, file: &str) -> usize {
    let titles = said.lines().filter_map(|line| line.split_once("] ")?.1.split_once(' '));
    titles.filter(|(of, rest)| *of == kind && rest.contains(file)).count()
}

fn wait_for_the_clock() {
    std::thread::sleep(Duration::from_millis(20));
}

/// A compile server, ended with the value.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Server {
    /// A server on a free port of the loopback; it only listens to this machine and only runs the compilers of `list`.
    fn start(place: &TestFolder, name: &str, port: u16) -> Self {
        let folder = place.path(name);
        std::fs::create_dir(&folder).unwrap();
        place.write(&format!("{name}.log"), "");
        open_to_all(place, name);
        open_to_all(place, &format!("{name}.log"));
        let mut command = Command::new("distccd");
        command.args(["--no-detach", "--daemon", "--allow", "127.0.0.1", "--listen", "127.0.0.1", "--log-level", "info"]);
        command.arg("--port").arg(port.to_string()).arg("--log-file").arg(place.path(&format!("{name}.log")));
        // A server that is started by root gives its rights up.
        command.args(["--user", "nobody", "--jobs", "2"]).env("TMPDIR", &folder).env("DISTCC_CMDLIST", place.path("list"));
        let child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let server = Self(child);
        let began = Instant::now();
        while std::net::TcpStream::connect(("127.0.0.1", port)).is_err() {
            assert!(began.elapsed() < Duration::from_secs(20), "{}", place.read(&format!("{name}.log")));
            std::thread::sleep(Duration::from_millis(20));
        }
        server
    }
}

/// The server may run as another user.
fn open_to_all(place: &TestFolder, name: &str) {
    std::fs::set_permissions(place.path(name), std::fs::Permissions::from_mode(0o777)).unwrap();
}

fn free_port() -> u16 {
    std::net::TcpListener::bind(("127.0.0.1", 0)).unwrap().local_addr().unwrap().port()
}

fn distcc() {
    let place = project("nbody");
    open_to_all(&place, "");
    // The servers' user must be able to read the device libraries: the system's, and those made into a cache.
    let home = "XDG_DATA_HOME=$PWD/data XDG_CACHE_HOME=$PWD/cache";
    let options = format!("--quiet --offload-arch {TARGETS} {SOURCES}");
    shell(&place, &format!("{home} $hipify build {options} -o direct"));
    let plan = shell(&place, &format!("{home} $hipify build {options} -### -o direct")).out;
    let compiler = build::commands(&plan, "--cuda-device-only")[0][0].clone();
    place.write("list", compiler + "\n");

    let ports = [free_port(), free_port()];
    let servers = [Server::start(&place, "one", ports[0]), Server::start(&place, "two", ports[1])];
    let hosts = format!("127.0.0.1:{}/2 127.0.0.1:{}/2", ports[0], ports[1]);
    shell(&place, &format!("{home} $hipify build {options} --launcher distcc --emit ninja -o farm"));
    std::fs::create_dir(place.path("distcc")).unwrap();
    shell(&place, &format!("DISTCC_HOSTS='{hosts}' DISTCC_DIR=$PWD/distcc DISTCC_FALLBACK=0 ninja -j 4 -C farm"));
    drop(servers);

    let compiled = |name: &str| place.read(&format!("{name}.log")).matches("COMPILE_OK").count();
    let (one, two) = (compiled("one"), compiled("two"));
    // The host pass and two device passes of each source.
    assert!(one > 0 && two > 0 && one + two == 6, "{one} and {two} compiles");
    assert_same(&place, "direct", "farm/a.out");
}

fn cached(launcher: &str, variables: &str, hits: impl Fn(&TestFolder) -> (usize, usize)) {
    let place = project("nbody");
    place.build(&format!("--quiet --offload-arch {TARGETS} {SOURCES} -o direct"));
    let options = format!("--quiet --offload-arch {TARGETS} {SOURCES} --launcher {launcher}");
    shell(&place, &format!("{variables} $hipify build {options} -o first"));
    assert_eq!(hits(&place), (0, 6));
    shell(&place, &format!("{variables} $hipify build {options} -o second"));
    assert_eq!(hits(&place), (6, 6));
    shell(&place, &format!("{variables} $hipify build {options} --emit ninja -o farm && {variables} ninja -C farm"));
    // The farm compiles what is in its own folder: other paths, so nothing of the direct build is taken, and all of its own is.
    assert_eq!(hits(&place), (6, 12));
    shell(&place, &format!("{variables} ninja -C farm -t clean && {variables} ninja -C farm"));
    assert_eq!(hits(&place), (12, 12));
    for program in ["first", "second", "farm/a.out"] {
        assert_same(&place, "direct", program);
    }
}

fn ccache() {
    cached("ccache", "CCACHE_DIR=$PWD/cache", |place| {
        let said = shell(place, "CCACHE_DIR=$PWD/cache ccache --print-stats").out;
        let number = |name: &str| -> usize {
            let line = said.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix('\t'));
            line.map_or(0, |number| number.trim().parse().unwrap())
        };
        (number("direct_cache_hit") + number("preprocessed_cache_hit"), number("cache_miss"))
    });
}

fn sccache() {
    let port = free_port();
    let variables = format!("SCCACHE_DIR=$PWD/cache SCCACHE_SERVER_PORT={port} SCCACHE_IDLE_TIMEOUT=60");
    cached("sccache", &variables, |place| {
        let said = shell(place, &format!("{variables} sccache --show-stats")).out;
        let number = |name: &str| -> usize {
            let line = said.lines().find(|line| line.starts_with(name) && !line[name.len()..].trim_start().starts_with('('));
            line.and_then(|line| line.split_whitespace().last()).map_or(0, |number| number.parse().unwrap())
        };
        (number("Cache hits "), number("Cache misses "))
    });
    let _ = Command::new("sccache").arg("--stop-server").env("SCCACHE_SERVER_PORT", port.to_string()).output();
}
