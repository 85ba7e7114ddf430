//! `hipify-rs setup` without a network: what it says, and what it leaves alone.

use hipify_tests::built;
use hipify_tests::cli_command::{Said, TestFolder, binary};
use std::os::unix::fs::PermissionsExt;

/// No server listens on port 9 of this machine.
const NO_MIRROR: &str = "--mirror http://127.0.0.1:9/debian";

#[test]
fn a_dry_run_names_the_folder_and_every_package_and_makes_nothing() {
    let place = TestFolder::new(&[]);
    let said = place.run("setup --dry-run --prefix hip");
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(said.err.contains(&format!("would unpack into `{}`", place.path("hip").display())), "{}", said.err);
    for name in ["libamdhip64-dev", "librocprim-dev", "libhipblas-dev", "rocm-device-libs-17"] {
        assert!(said.err.contains(name), "{name}: {}", said.err);
    }
    assert!(!said.err.contains("librccl1"), "a large library: {}", said.err);
    assert!(place.run("setup --dry-run --all --prefix hip").err.contains("librccl1"));
    assert!(!place.has("hip"));
}

#[test]
fn without_a_network_the_error_names_the_suite_and_nothing_is_left() {
    let place = TestFolder::new(&[]);
    let said = place.run(&format!("setup --prefix hip {NO_MIRROR}"));
    assert_eq!(said.code, 2);
    assert!(said.err.contains("cannot read the package lists of Debian sid"), "{}", said.err);
    assert!(said.err.contains("help: check the network"), "{}", said.err);
    assert_eq!(place.files("").len(), 0, "neither the folder nor a part of it");
}

#[test]
fn a_folder_that_setup_did_not_make_is_left_alone_even_by_force() {
    let place = TestFolder::new(&[("mine/notes.txt", "mine")]);
    for line in ["setup --prefix mine", "setup --prefix mine --force"] {
        let said = place.run(&format!("{line} {NO_MIRROR}"));
        assert_eq!(said.code, 2);
        assert!(said.err.contains("this was not made by `hipify-rs setup`"), "{}", said.err);
        assert_eq!(place.read("mine/notes.txt"), "mine");
    }
}

#[test]
fn a_place_that_cannot_be_written_is_an_error_with_the_option_that_moves_it() {
    let place = TestFolder::new(&[("file", "")]);
    let said = place.run(&format!("setup --prefix file/hip {NO_MIRROR}"));
    assert_eq!(said.code, 2);
    assert!(said.err.contains("cannot be made") && said.err.contains("`--prefix`"), "{}", said.err);
}

#[test]
fn a_system_without_apt_is_told_what_to_do_instead() {
    let place = TestFolder::new(&[]);
    let said = place.shell("PATH=/nowhere \"$hipify\" setup --prefix hip");
    assert_eq!(said.code, 2);
    assert!(said.err.contains("`apt-get` is not installed") && said.err.contains("`--rocm-path`"), "{}", said.err);
    assert!(!place.has("hip"));
}

/// Stand-ins for apt and dpkg: the suite has one version of every package, and a package holds a header.
const APT_GET: &str = "#!/bin/sh
case \"$*\" in
*indextargets*) echo http://mirror.invalid/debian ;;
*update*) ;;
*download*)
    for word in \"$@\"; do
        case $word in
        -* | *::* | Dir* | APT*) ;;
        *=*) echo \"${word%%=*}\" >\"${word%%=*}_1_amd64.deb\" ;;
        esac
    done ;;
esac
";
const APT_CACHE: &str = "#!/bin/sh
for name in \"$@\"; do
    case $name in
    -* | *=* | show) ;;
    *) printf 'Package: %s\\nVersion: %s\\nSHA256: %s\\n\\n' \"$name\" \"$VERSION\" \"$(echo \"$name\" | sha256sum | cut -d ' ' -f 1)\" ;;
    esac
done
";
const DPKG_DEB: &str = "#!/bin/sh
mkdir -p \"$3/usr/include/hip\" \"$3/usr/lib/x86_64-linux-gnu\" \"$3/usr/lib/llvm-19/bin\"
touch \"$3/usr/lib/llvm-19/bin/clang++\" \"$3/usr/lib/x86_64-linux-gnu/libz3.so.4\"
echo '#define HIP_VERSION_MAJOR 6' >\"$3/usr/include/hip/hip_version.h\"
cat \"$2\" >>\"$3/unpacked\"
";

/// Runs `setup` with the stand-ins; the suite has packages of `version`.
fn run_with_stand_ins(place: &TestFolder, version: &str, line: &str) -> Said {
    for (name, text) in [("apt-get", APT_GET), ("apt-cache", APT_CACHE), ("dpkg-deb", DPKG_DEB)] {
        place.write(&format!("bin/{name}"), text);
        std::fs::set_permissions(place.path(&format!("bin/{name}")), std::fs::Permissions::from_mode(0o755)).unwrap();
    }
    let path = place.path("bin");
    place.shell(&format!("PATH={}:$PATH VERSION={version} \"$hipify\" {line}", path.display()))
}

#[test]
fn what_was_unpacked_is_recorded_and_not_fetched_again() {
    let place = TestFolder::new(&[]);
    let said = run_with_stand_ins(&place, "99", "setup --prefix hip");
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(said.err.contains("note: libamdhip64-dev 6.4.3-5 is gone, taking 99"), "{}", said.err);
    assert!(place.has("hip/include/hip/hip_version.h") && place.has("hip/lib"));
    let record: serde_json::Value = serde_json::from_str(&place.read("hip/hipify-rs-setup.json")).unwrap();
    let first = &record["packages"][0];
    assert_eq!(
        (&first["name"], &first["asked"], &first["version"]),
        (&"libamdhip64-dev".into(), &"6.4.3-5".into(), &"99".into())
    );
    assert_eq!(record["packages"].as_array().unwrap().len(), place.read("hip/unpacked").lines().count());

    let again = run_with_stand_ins(&place, "99", "setup --prefix hip");
    assert!(again.code == 0 && again.err.contains("is complete: nothing to do"), "{}", again.err);
    let forced = run_with_stand_ins(&place, "100", "setup --prefix hip --force");
    assert!(forced.code == 0 && place.read("hip/hipify-rs-setup.json").contains("\"version\": \"100\""), "{}", forced.err);
    assert_eq!(std::fs::read_dir(place.path("")).unwrap().count(), 2, "the folder and the stand-ins: nothing unfinished");
}

#[test]
fn a_pinned_package_with_another_checksum_is_refused_and_the_folder_stays_as_it_was() {
    let place = TestFolder::new(&[]);
    assert_eq!(run_with_stand_ins(&place, "99", "setup --prefix hip").code, 0);
    let before = place.files("hip");
    let said = run_with_stand_ins(&place, "6.4.3-5", "setup --prefix hip --force");
    assert_eq!(said.code, 2);
    assert!(said.err.contains("the checksum is") && said.err.contains("libamdhip64-dev"), "{}", said.err);
    assert_eq!(place.files("hip"), before);
}

#[test]
fn clang_is_unpacked_where_its_programs_find_their_libraries() {
    let place = TestFolder::new(&[]);
    let planned = place.run("setup clang --dry-run --prefix llvm");
    for name in ["clang-19", "lld-19", "libllvm19", "libclang-common-19-dev"] {
        assert!(planned.err.contains(&format!("bookworm {name} ")), "{name}: {}", planned.err);
    }
    assert!(!planned.err.contains("libclang-rt-19-dev"), "a large package: {}", planned.err);
    let said = run_with_stand_ins(&place, "99", "setup clang --prefix llvm");
    assert_eq!(said.code, 0, "{}", said.err);
    let clang = place.path("llvm/usr/lib/llvm-19/bin/clang++");
    assert!(said.err.contains(&format!("name it with `--clang {}`", clang.display())), "{}", said.err);
    assert!(place.path("llvm/usr/lib/llvm-19/lib/libz3.so.4").is_file());
    let again = run_with_stand_ins(&place, "99", "setup clang --prefix llvm");
    assert!(again.code == 0 && again.err.contains("is complete: nothing to do"), "{}", again.err);
    let data = run_with_stand_ins(&place, "99", "setup clang hip --dry-run");
    assert!(data.err.contains("hipify-rs/clang-19`:") && data.err.contains("hipify-rs/hip-6.4.3`:"), "{}", data.err);
    assert!(place.run("setup clang hip --prefix both").err.contains("`--prefix` names the folder of one part"));
}

const DOUBLE: &str = "#include <cstdio>\n__global__ void twice(int *x) { *x *= 2; }\nint main() {\n  int *x, y = 21;\n  cudaMalloc(&x, 4);\n  \
    cudaMemcpy(x, &y, 4, cudaMemcpyHostToDevice);\n  twice<<<1, 1>>>(x);\n  cudaMemcpy(&y, x, 4, cudaMemcpyDeviceToHost);\n  printf(\"%d\\n\", y);\n}\n";

/// The command alone in a folder `root`, as `cargo install --root root` leaves it, and a home of its own.
fn installed_alone() -> TestFolder {
    let place = TestFolder::new(&[("double.cu", DOUBLE), ("root/.crates.toml", "[v1]\n"), ("root/bin/empty", "")]);
    let copy = place.path("root/bin/hipify-rs");
    // A link is of the same file system alone.
    if std::fs::hard_link(binary(), &copy).is_err() {
        std::fs::copy(binary(), &copy).unwrap();
    }
    place
}

fn alone(place: &TestFolder, line: &str) -> Said {
    place.shell(&format!("unset HIPIFY_RS_LIB; HOME=$PWD HIPIFY_CACHE_DIR=$PWD/cache root/bin/hipify-rs {line}"))
}

#[test]
fn a_command_without_its_runtime_says_so_at_once_and_setup_builds_it() {
    let place = installed_alone();
    let said = alone(&place, "build double.cu --offload-arch cpu -o double");
    assert_eq!(said.code, 2);
    assert!(said.err.contains("`hipify-lower` is not here") && said.err.contains("`hipify-rs setup runtime`"), "{}", said.err);
    let checkup = alone(&place, "doctor").out;
    assert!(checkup.contains("(`cargo install`)") && checkup.contains("  hipify-lower           missing\n"), "{checkup}");
    assert!(checkup.contains("help: `hipify-rs setup runtime`"), "{checkup}");

    // Stand-ins for the sources: what they would build has been built.
    let links =
        "install-runtime:\n\tmkdir -p $(PREFIX)/lib/hipify-rs\n\tln -sf BUILT/hipify-lower BUILT/*.so $(PREFIX)/lib/hipify-rs\n";
    place.write("sources/Makefile", links.replace("BUILT", &built().display().to_string()));
    let said = alone(&place, "setup runtime --source sources");
    assert!(said.code == 0 && said.err.contains(&format!("the runtime is in `{}`", place.path("root/lib/hipify-rs").display())));
    assert!(alone(&place, "setup runtime --source sources").err.contains("is complete: nothing to do"));
    let said = alone(&place, "build double.cu --quiet --offload-arch cpu -o double --run");
    assert_eq!((said.code, &*said.out), (0, "42\n"), "{}", said.err);
    assert!(alone(&place, "doctor").out.contains("/root/lib/hipify-rs/libhipify_hip.so (with the command)"));
}

#[test]
fn sources_that_are_not_there_or_of_another_version_are_an_error_with_the_option_that_names_others() {
    let place = installed_alone();
    let said = alone(&place, "setup runtime --source file:///nowhere");
    assert_eq!(said.code, 2);
    assert!(said.err.contains("no sources of `file:///nowhere`") && said.err.contains("`--source`"), "{}", said.err);
    let other = "install-runtime:\n\tmkdir -p $(PREFIX)/lib/hipify-rs\n\tprintf '#!/bin/sh\\necho hipify-lower 0.0.1\\n' > $(PREFIX)/lib/hipify-rs/hipify-lower\n\
                 \tchmod +x $(PREFIX)/lib/hipify-rs/hipify-lower\n";
    place.write("sources/Makefile", other);
    let said = alone(&place, "setup runtime --source sources --prefix made");
    assert!(said.code == 2 && said.err.contains("is not of version"), "{}", said.err);
    place.write("sources/Makefile", "install-runtime:\n\tfalse\n");
    let said = alone(&place, "setup runtime --source sources --prefix made --force");
    assert!(said.code == 2 && said.err.contains("the runtime could not be built"), "{}", said.err);
    let said = place.shell("PATH=/nowhere HOME=$PWD root/bin/hipify-rs setup runtime");
    assert!(said.code == 2 && said.err.contains("`cargo` is not installed") && said.err.contains("rustup.rs"), "{}", said.err);
    let said = alone(&place, "setup runtime --dry-run");
    assert!(said.err.contains("would build the runtime of `https://"), "{}", said.err);
}
