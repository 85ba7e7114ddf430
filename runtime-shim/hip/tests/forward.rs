//! Programs linked to this library beside a stand-in for AMD's: which of the two answers, and that arguments, errors and
//! layouts arrive.

use hipify_record::page::hash;
use hipify_record::reader::{Change, Reader};
use hipify_record::{Key, MemoryKind};
use std::path::{Path, PathBuf};
use std::process::Command;

/// This crate's shared library, which cargo builds before its tests.
fn runtime() -> PathBuf {
    let folder = std::env::current_exe().unwrap().parent().unwrap().to_owned();
    let library = folder.join("libhipify_hip.so");
    assert!(library.exists(), "`{}` is missing although cargo builds it before tests", library.display());
    library
}

fn run(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?} failed: {}\n{text}", output.status);
    text
}

struct Workplace {
    folder: tempfile::TempDir,
}

impl Workplace {
    fn new() -> Workplace {
        Workplace { folder: tempfile::tempdir().unwrap() }
    }

    fn compile(&self, source: &str, output: &str, words: &[&str]) {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut command = Command::new("cc");
        command.arg(here.join("tests/forward").join(source)).arg("-o").arg(self.folder.path().join(output));
        run(command.arg("-isystem").arg(here.join("../include")).args(words));
    }

    /// AMD's library of a version, showing some devices, in a folder of its own.
    fn stand_in(&self, version: u32, devices: u32) -> PathBuf {
        let folder = self.folder.path().join(format!("rocm{version}"));
        std::fs::create_dir(&folder).unwrap();
        let name = format!("libamdhip64.so.{version}");
        self.compile(
            "stand_in.c",
            &format!("rocm{version}/{name}"),
            &[
                "-shared",
                "-fPIC",
                &format!("-Wl,-soname,{name}"),
                &format!("-DVERSION={version}"),
                &format!("-DDEVICES={devices}"),
            ],
        );
        folder
    }

    fn program(&self) {
        let library = runtime();
        let folder = format!("-Wl,-rpath,{}", library.parent().unwrap().display());
        self.compile("program.c", "program", &[library.to_str().unwrap(), &folder]);
    }

    fn output(&self, device: &str, library_path: &Path) -> String {
        self.output_with(device, library_path, &[])
    }

    fn output_with(&self, device: &str, library_path: &Path, variables: &[(&str, &str)]) -> String {
        let mut command = Command::new(self.folder.path().join("program"));
        command.envs(variables.iter().copied());
        run(command.env("HIPIFY_DEVICE", device).env("LD_LIBRARY_PATH", library_path).env_remove("ROCM_PATH"))
    }
}

#[test]
fn calls_arrive_at_the_systems_runtime_with_all_their_arguments() {
    let place = Workplace::new();
    place.program();
    let text = place.output_with("gpu", &place.stand_in(6, 2), &[("REGISTER", "kernels")]);
    for line in [
        "stand-in: __hipRegisterFatBinary kernels",
        "devices: hipSuccess 2",
        "stand-in: hipMalloc 4096",
        "stand-in: hipMemcpy2DAsync 0x1000 1 0x1000 2 3 4 2 0x2",
        "hipMemcpy2DAsync: hipErrorInvalidPitchValue, last hipErrorInvalidPitchValue",
        "new layout: stand-in, warps of 64",
        "old layout: stand-in, 5368709120 bytes",
        "hipDeviceReset: hipErrorNotSupported",
    ] {
        assert!(text.contains(line), "`{line}` is not in:\n{text}");
    }
}

#[test]
fn a_runtime_of_version_5_serves_programs_of_version_6() {
    let place = Workplace::new();
    place.program();
    let text = place.output("gpu", &place.stand_in(5, 1));
    assert!(
        text.contains("new layout: stand-in, warps of 64") && text.contains("old layout: stand-in, 5368709120 bytes"),
        "{text}"
    );
}

#[test]
fn the_cpu_is_used_when_it_is_asked_for_or_no_kernel_driver_is_there() {
    let place = Workplace::new();
    place.program();
    let folder = place.stand_in(6, 1);
    for device in ["cpu", "auto"] {
        if device == "auto" && Path::new("/dev/kfd").exists() {
            continue;
        }
        let text = place.output(device, &folder);
        assert!(!text.contains("stand-in") && text.contains("devices: hipSuccess 1"), "{device}:\n{text}");
    }
}

#[test]
fn a_gpu_that_is_asked_for_and_not_there_is_an_error_with_a_reason() {
    let place = Workplace::new();
    place.program();
    let text = place.output("gpu", &place.stand_in(6, 0));
    assert!(text.contains("`HIPIFY_DEVICE=gpu` cannot be met: `") && text.contains("shows no device"), "{text}");
    assert!(text.contains("devices: hipErrorNoDevice") && text.contains("hipMalloc: hipErrorNoDevice"), "{text}");
}

#[test]
fn this_library_under_amds_name_does_not_find_itself() {
    let place = Workplace::new();
    place.program();
    let folder = place.folder.path().join("names");
    std::fs::create_dir(&folder).unwrap();
    std::os::unix::fs::symlink(runtime(), folder.join("libamdhip64.so.7")).unwrap();
    std::fs::copy(runtime(), folder.join("libamdhip64.so.6")).unwrap();
    let text = place.output("gpu", &folder);
    assert!(text.contains("cannot be met") && text.contains("devices: hipErrorNoDevice"), "{text}");
    let path = std::env::join_paths([folder, place.stand_in(5, 3)]).unwrap();
    let text = place.output("gpu", Path::new(&path));
    assert!(text.contains("devices: hipSuccess 3"), "{text}");
}

#[test]
fn a_library_of_its_own_for_hip_rtc_is_found_beside_the_runtime() {
    let place = Workplace::new();
    place.program();
    let folder = place.stand_in(7, 1);
    assert!(!place.output("gpu", &folder).contains("hiprtcVersion: 0"), "without the library there is no hipRTC");
    place.compile("stand_in_rtc.c", "rocm7/libhiprtc.so.7", &["-shared", "-fPIC"]);
    let text = place.output("gpu", &folder);
    assert!(text.contains("hiprtcVersion: 0, 70.7"), "{text}");
}

#[test]
fn launches_on_a_gpu_are_recorded_with_what_they_leave_in_its_memory() {
    let place = Workplace::new();
    let folder = place.folder.path().join("rocm6");
    std::fs::create_dir(&folder).unwrap();
    place.compile("gpu_of_memory.c", "rocm6/libamdhip64.so.6", &["-shared", "-fPIC", "-Wl,-soname,libamdhip64.so.6"]);
    let library = runtime();
    let rpath = format!("-Wl,-rpath,{}", library.parent().unwrap().display());
    place.compile("launches.c", "program", &[library.to_str().unwrap(), &rpath]);
    let file = place.folder.path().join("record");
    let text =
        place.output_with("gpu", &folder, &[("HIPIFY_RECORD", file.to_str().unwrap()), ("HIPIFY_RECORD_CONTENTS", "100000")]);
    assert_eq!(text, "b[3] is 4\n");

    let mut reader = Reader::new(std::fs::File::open(&file).unwrap()).unwrap();
    assert_eq!((reader.lanes, reader.device.as_str()), (64, "AMD GPU, waves of 64 lanes"));
    let first = reader.step().unwrap().unwrap();
    let key = |ordinal| Key { kind: MemoryKind::Device, ordinal };
    let born: Vec<_> = first.born.iter().map(|born| (born.key, born.size)).collect();
    assert_eq!(born, [(key(0), 5000), (key(1), 8192)]);
    assert_eq!((first.launch.kernel.as_str(), first.launch.grid), ("_Z4fillPf", [4, 1, 1]));
    // Memory is cleared when it is allocated.
    assert_eq!(first.before.unwrap(), []);
    let floats = |values: [f32; 4]| values.map(f32::to_le_bytes).concat();
    let mut page = floats([0.0, 1.0, 2.0, 3.0]);
    page.resize(4096, 0);
    let (_, contents) = &first.contents[0];
    assert_eq!(*contents, page);
    assert_eq!(first.after.unwrap(), [Change { key: key(0), page: 0, digest: hash(&page) }]);
    let second = reader.step().unwrap().unwrap();
    let changed: Vec<_> = second.after.unwrap().iter().map(|change| (change.key, change.page)).collect();
    assert_eq!((second.launch.number, second.launch.shared, changed), (2, 16, vec![(key(1), 0)]));
    assert_eq!(second.contents[0].1[..16], floats([1.0, 2.0, 3.0, 4.0]));
    assert!(reader.step().unwrap().is_none());
}
