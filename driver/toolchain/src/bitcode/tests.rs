//! Generated control bitcode against the installed one, and many runs at once. They need the clang and the device libraries
//! that `make test` installs.

use super::*;
use crate::{ToolchainOptions, Wanted};
use hipify_tree::unfinished::{ABANDONED, MARK};
use std::fs;
use std::os::unix::fs::symlink;
use std::time::{Duration, SystemTime};
use tempfile::TempDir;

const CHILD_CACHE: &str = "HIPIFY_TEST_CHILD_CACHE";

/// This machine's toolchain with a cache of its own, and device libraries that lack the control bitcode of gfx90a at least.
fn toolchain(cache: &Path) -> Toolchain {
    toolchain_without(cache, "_isa_version_90a")
}

fn toolchain_without(cache: &Path, left_out: &str) -> Toolchain {
    let mut found =
        Toolchain::find(&ToolchainOptions::default(), Wanted::GPU).expect("`make setup` installs clang and device libraries");
    let bare = cache.join("bare");
    if !bare.exists() {
        fs::create_dir_all(&bare).unwrap();
        for name in
            library_files(&found.device_libraries.as_ref().unwrap().path).unwrap().keys().filter(|name| !name.contains(left_out))
        {
            symlink(found.device_libraries.as_ref().unwrap().path.join(name), bare.join(name)).unwrap();
        }
    }
    found.cache = cache.to_path_buf();
    found.device_libraries.as_mut().unwrap().path = bare;
    found.gfx6_device_libraries = None;
    found
}

fn any() -> TargetId {
    TargetId::parse("gfx90a").unwrap()
}

/// Lines of a bitcode file's text that define a constant.
fn definitions(found: &Toolchain, file: &Path) -> Vec<String> {
    let output = Command::new(found.tool("llvm-dis").unwrap()).args(["-o", "-"]).arg(file).output().unwrap();
    assert!(output.status.success(), "{}", file.display());
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().filter(|line| line.starts_with("@__oclc")).map(str::to_owned).collect()
}

#[test]
fn generated_control_bitcode_defines_what_the_installed_one_does() {
    let cache = TempDir::new().unwrap();
    let installed = Toolchain::find(&ToolchainOptions::default(), Wanted::GPU).unwrap().device_libraries.unwrap().path;
    let found = toolchain_without(cache.path(), "_isa_version_");
    let folder = found.device_library_folder(&any()).unwrap();
    let mut compared = 0;
    for name in library_files(&installed).unwrap().keys().filter(|name| name.contains("_isa_version_")) {
        let target = name.replace("oclc_isa_version_", "gfx").replace(".bc", "");
        if found.targets().contains(&target) {
            assert_eq!(definitions(&found, &folder.join(name)), definitions(&found, &installed.join(name)), "{target}");
            compared += 1;
        }
    }
    assert!(
        compared >= 34,
        "{compared}: Debian 12's device libraries have control bitcode for 34 targets, all known to clang 19"
    );
}

#[test]
fn the_folder_has_what_every_target_of_the_clang_asks_for() {
    let cache = TempDir::new().unwrap();
    let found = toolchain(cache.path());
    let folder = found.device_library_folder(&any()).unwrap();
    let files = library_files(&folder).unwrap();
    assert!(missing(found.targets(), &files).is_empty());
    assert!(files.keys().all(|name| folder.join(name).exists()), "no link dangles");
    if found.targets().iter().any(|target| target == "gfx11-generic") {
        let defined = definitions(&found, &folder.join("oclc_abi_version_600.bc"));
        assert!(defined[0].ends_with("constant i32 600, align 4"), "{defined:?}");
    }
}

#[test]
fn nothing_is_generated_when_nothing_is_missing() {
    let cache = TempDir::new().unwrap();
    let mut found = toolchain(cache.path());
    found.device_libraries.as_mut().unwrap().path = found.device_library_folder(&any()).unwrap();
    assert_eq!(found.device_library_folder(&any()).unwrap(), found.device_libraries.as_ref().unwrap().path);
}

#[test]
fn other_device_libraries_get_another_folder() {
    let cache = TempDir::new().unwrap();
    let found = toolchain(cache.path());
    let before = found.device_library_folder(&any()).unwrap();
    fs::write(found.device_libraries.as_ref().unwrap().path.join("more.bc"), "").unwrap();
    let after = found.device_library_folder(&any()).unwrap();
    assert_ne!(before, after);
    assert!(after.join("more.bc").exists());
}

/// What lies in the cache beside whole folders.
fn leftovers(cache: &Path) -> Vec<String> {
    let names = fs::read_dir(cache.join("device-libs")).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.filter(|name| name.starts_with(MARK)).collect()
}

#[test]
fn sixteen_threads_make_one_whole_folder() {
    let cache = TempDir::new().unwrap();
    let found = toolchain(cache.path());
    let folders: Vec<_> = std::thread::scope(|scope| {
        let runs: Vec<_> = (0..16)
            .map(|_| {
                scope.spawn(|| {
                    let folder = found.device_library_folder(&any()).unwrap();
                    assert!(missing(found.targets(), &library_files(&folder).unwrap()).is_empty());
                    folder
                })
            })
            .collect();
        runs.into_iter().map(|run| run.join().unwrap()).collect()
    });
    assert!(folders.iter().all(|folder| *folder == folders[0]));
    assert_eq!(leftovers(cache.path()), Vec::<String>::new());
}

#[test]
#[ignore = "a process of the test of several processes"]
fn one_process_of_several() {
    let cache = PathBuf::from(std::env::var_os(CHILD_CACHE).unwrap());
    let found = toolchain(&cache);
    let folder = found.device_library_folder(&any()).unwrap();
    assert!(missing(found.targets(), &library_files(&folder).unwrap()).is_empty());
}

#[test]
fn several_processes_and_a_killed_one_make_one_whole_folder() {
    let cache = TempDir::new().unwrap();
    let found = toolchain(cache.path());
    // What a killed run leaves: some of the links, none of the generated files.
    let killed = cache.path().join("device-libs/.making-killed");
    fs::create_dir_all(&killed).unwrap();
    symlink("/nowhere", killed.join("ocml.bc")).unwrap();
    let child = || {
        let mut test = Command::new(std::env::current_exe().unwrap());
        test.args(["--exact", "--ignored", "bitcode::tests::one_process_of_several"]);
        test.env(CHILD_CACHE, cache.path()).stdout(Stdio::piped()).spawn().unwrap()
    };
    let children: Vec<_> = (0..4).map(|_| child()).collect();
    for child in children {
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success() && said.contains("1 passed"), "{said}");
    }
    assert!(found.device_library_folder(&any()).unwrap().join("ocml.bc").exists());
    assert_eq!(leftovers(cache.path()), [".making-killed"], "it may be a live run's: it is left for an hour");
}

#[test]
fn an_abandoned_folder_is_removed_after_an_hour() {
    let cache = TempDir::new().unwrap();
    let found = toolchain(cache.path());
    let killed = cache.path().join("device-libs/.making-killed");
    fs::create_dir_all(&killed).unwrap();
    fs::File::open(&killed).unwrap().set_modified(SystemTime::now() - ABANDONED - Duration::from_secs(60)).unwrap();
    found.device_library_folder(&any()).unwrap();
    assert!(!killed.exists());
}

#[test]
fn a_cache_that_cannot_be_made_is_an_error_with_the_variable_that_moves_it() {
    let cache = TempDir::new().unwrap();
    let mut found = toolchain(cache.path());
    let file = cache.path().join("file");
    fs::write(&file, "").unwrap();
    found.cache = file;
    let error = found.device_library_folder(&any()).unwrap_err();
    assert!(error.to_string().contains("cannot make the device libraries of newer targets here"), "{error}");
    assert!(error.remedy().unwrap().contains("XDG_CACHE_HOME"));
}
