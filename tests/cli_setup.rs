//! `hipify-rs setup` without a network: what it says, and what it leaves alone.

use hipify_tests::cli_command::{Said, TestFolder};
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
mkdir -p \"$3/usr/include/hip\" \"$3/usr/lib/x86_64-linux-gnu\"
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
