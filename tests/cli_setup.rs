//! `hipify-rs setup` without a network: what it says, and what it leaves alone.

#[path = "support/cli_command.rs"]
mod cli_command;

use cli_command::Place;

/// No server listens on port 9 of this machine.
const NO_MIRROR: &str = "--mirror http://127.0.0.1:9/debian";

#[test]
fn a_dry_run_names_the_folder_and_every_package_and_makes_nothing() {
    let place = Place::new(&[]);
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
    let place = Place::new(&[]);
    let said = place.run(&format!("setup --prefix hip {NO_MIRROR}"));
    assert_eq!(said.code, 2);
    assert!(said.err.contains("cannot read the package lists of Debian sid"), "{}", said.err);
    assert!(said.err.contains("help: check the network"), "{}", said.err);
    assert_eq!(place.files("").len(), 0, "neither the folder nor a part of it");
}

#[test]
fn a_folder_that_setup_did_not_make_is_left_alone_even_by_force() {
    let place = Place::new(&[("mine/notes.txt", "mine")]);
    for line in ["setup --prefix mine", "setup --prefix mine --force"] {
        let said = place.run(&format!("{line} {NO_MIRROR}"));
        assert_eq!(said.code, 2);
        assert!(said.err.contains("this was not made by `hipify-rs setup`"), "{}", said.err);
        assert_eq!(place.read("mine/notes.txt"), "mine");
    }
}

#[test]
fn a_place_that_cannot_be_written_is_an_error_with_the_option_that_moves_it() {
    let place = Place::new(&[("file", "")]);
    let said = place.run(&format!("setup --prefix file/hip {NO_MIRROR}"));
    assert_eq!(said.code, 2);
    assert!(said.err.contains("cannot be made") && said.err.contains("`--prefix`"), "{}", said.err);
}

#[test]
fn a_system_without_apt_is_told_what_to_do_instead() {
    let place = Place::new(&[]);
    let said = place.shell("PATH=/nowhere \"$hipify\" setup --prefix hip");
    assert_eq!(said.code, 2);
    assert!(said.err.contains("`apt-get` is not installed") && said.err.contains("`--rocm-path`"), "{}", said.err);
    assert!(!place.has("hip"));
}
