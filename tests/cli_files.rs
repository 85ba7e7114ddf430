//! `hipify-rs port` on bad input and bad luck: a clear message with path and reason, and nothing lost.

use hipify_tests::cli_command::{PORTED, SOURCE, TestFolder};
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::time::Duration;

#[test]
fn bytes_outside_edits_are_untouched() {
    let place = TestFolder::new(&[]);
    let crlf = format!("\u{feff}{}", SOURCE.replace('\n', "\r\n"));
    place.write("t/crlf.cu", crlf.trim_end());
    place.write("t/latin1.cu", [b"// gr\xf6\xdfe\n".as_slice(), SOURCE.as_bytes()].concat());
    place.write("t/empty.cu", "");
    assert_eq!(place.run("port t -o out").code, 0);
    assert_eq!(place.read("out/crlf.cu"), format!("\u{feff}{}", PORTED.replace('\n', "\r\n")).trim_end());
    assert_eq!(place.bytes("out/latin1.cu"), [b"// gr\xf6\xdfe\n".as_slice(), PORTED.as_bytes()].concat());
    assert_eq!(place.read("out/empty.cu"), "");
}

#[test]
fn utf_16_and_binary_sources_are_copied_and_reported() {
    let place = TestFolder::new(&[("t/a.cu", SOURCE)]);
    let utf16: Vec<u8> = [0xff, 0xfe].into_iter().chain(SOURCE.bytes().flat_map(|byte| [byte, 0])).collect();
    place.write("t/wide.cu", &utf16);
    place.write("t/elf.cu", b"\x7fELF\0\0\0\x01\x02\x03");
    let said = place.run("port t -o out --output-format concise");
    assert_eq!((said.code, place.bytes("out/wide.cu"), place.read("out/a.cu")), (1, utf16, PORTED.to_owned()));
    assert!(
        said.out.contains("t/wide.cu:1:1: error[HIP9007]") && said.out.contains("t/elf.cu:1:1: error[HIP9007]"),
        "{}",
        said.out
    );
}

#[test]
fn modes_survive_in_a_mirror_and_in_place() {
    let place = TestFolder::new(&[("t/a.cu", SOURCE), ("t/run.sh", "#!/bin/sh\n"), ("t/group.cu", SOURCE)]);
    for (name, mode) in [("t/a.cu", 0o640), ("t/run.sh", 0o755), ("t/group.cu", 0o775)] {
        fs::set_permissions(place.path(name), fs::Permissions::from_mode(mode)).unwrap();
    }
    let mode = |name: &str| fs::metadata(place.path(name)).unwrap().permissions().mode() & 0o777;
    assert_eq!(place.run("port t -o out").code, 0);
    assert_eq!([mode("out/a.cu"), mode("out/run.sh"), mode("out/group.cu")], [0o640, 0o755, 0o775]);
    place.run("port t --in-place");
    assert_eq!([mode("t/a.cu"), mode("t/group.cu")], [0o640, 0o775]);
}

#[test]
fn links_stay_links_and_loops_end() {
    let place = TestFolder::new(&[("t/src/a.cu", SOURCE), ("outside.h", "int o;\n")]);
    symlink("a.cu", place.path("t/src/link.cu")).unwrap();
    symlink("..", place.path("t/src/loop")).unwrap();
    symlink("../../outside.h", place.path("t/src/out.h")).unwrap();
    symlink("nowhere", place.path("t/dangling.cu")).unwrap();
    let said = place.run("port t -o out");
    assert!(said.code == 0 && said.err.contains("`t/src/out.h` links to a source outside the tree"), "{}", said.err);
    assert!(!said.err.contains("link.cu") && !said.err.contains("loop"), "{}", said.err);
    let target = |name: &str| fs::read_link(place.path(name)).unwrap();
    assert_eq!(target("out/src/link.cu").to_str(), Some("a.cu"));
    assert_eq!(target("out/src/loop").to_str(), Some(".."));
    assert_eq!(place.read("out/src/out.h"), "int o;\n");
    assert_eq!(target("out/dangling.cu").to_str(), Some("nowhere"));

    assert_eq!(place.run("port t --in-place").code, 0);
    assert_eq!(target("t/src/link.cu").to_str(), Some("a.cu"));
    assert_eq!(place.read("t/src/a.cu"), PORTED);
}

#[test]
fn a_link_given_by_name_is_ported_where_it_leads() {
    let place = TestFolder::new(&[("real/a.cu", SOURCE)]);
    symlink("real/a.cu", place.path("link.cu")).unwrap();
    assert_eq!(place.run("port link.cu --in-place").code, 0);
    assert_eq!(place.read("real/a.cu"), PORTED);
    assert!(place.path("link.cu").is_symlink());
}

#[test]
fn an_output_inside_the_input_is_not_read_back() {
    let place = TestFolder::new(&[("t/a.cu", SOURCE), ("t/sub/b.cu", SOURCE)]);
    assert_eq!(place.run("port t -o t/sub/../out").code, 0);
    assert_eq!(place.run("port t/. -o t/out").code, 0);
    assert_eq!(place.files("t/out").len(), 3, "two sources and the manifest");
    // A second output sees the first, and leaves it out with a word.
    let said = place.run("port t -o t/other");
    assert!(!place.has("t/other/out") && said.err.contains("`t/out` is the output of an earlier run"), "{}", said.err);
    assert_eq!(place.run("port t -o t").code, 2);
}

#[test]
fn a_folder_of_somebody_else_is_not_written_to() {
    let place = TestFolder::new(&[("t/a.cu", SOURCE), ("home/a.cu", "precious")]);
    let said = place.run("port t -o home");
    assert_eq!((said.code, place.read("home/a.cu").as_str()), (2, "precious"));
    assert!(said.err.contains("--force"), "{}", said.err);
    assert_eq!(place.run("port t -o home --force").code, 0);
    assert_eq!(place.read("home/a.cu"), PORTED);
}

#[test]
fn one_bad_file_is_reported_and_the_rest_goes_on() {
    let place = TestFolder::new(&[("t/a.cu", SOURCE), ("t/b.cu", SOURCE)]);
    place.run("port t -o out");
    fs::remove_file(place.path("out/b.cu")).unwrap();
    place.write("out/b.cu/in_the_way", "x");
    place.write("t/b.cu", SOURCE.replace("4", "8"));
    place.write("t/a.cu", SOURCE.replace("4", "8"));
    let said = place.run("port t -o out");
    assert_eq!((said.code, place.read("out/a.cu")), (2, PORTED.replace("4", "8")));
    assert!(said.err.contains("out/b.cu") && said.err.contains("in the way"), "{}", said.err);
}

#[test]
fn read_only_files_are_left_alone_in_place() {
    let place = TestFolder::new(&[("t/a.cu", SOURCE), ("t/b.cu", SOURCE)]);
    fs::set_permissions(place.path("t/a.cu"), fs::Permissions::from_mode(0o444)).unwrap();
    let said = place.run("port t --in-place");
    assert_eq!((said.code, place.read("t/a.cu"), place.read("t/b.cu")), (2, SOURCE.to_owned(), PORTED.to_owned()));
    assert!(said.err.contains("t/a.cu") && said.err.contains("read-only"), "{}", said.err);
}

/// A file size limit stops the writing as a full disk does, without needing a disk to fill.
#[test]
fn a_full_disk_leaves_the_original_whole() {
    let long = format!("{SOURCE}{}", "// padding\n".repeat(2000));
    let place = TestFolder::new(&[("t/a.cu", &long), ("t/b.cu", SOURCE)]);
    let said = place.shell("trap '' XFSZ; ulimit -f 8; exec \"$hipify\" port t --in-place");
    assert_eq!((said.code, place.read("t/a.cu") == long, place.read("t/b.cu")), (2, true, PORTED.to_owned()), "{}", said.err);
    assert!(said.err.contains("t/a.cu") && said.err.contains("help:"), "{}", said.err);
    assert_eq!(place.files("t").len(), 2, "no temporary files are left");
}

#[test]
fn a_full_disk_on_standard_output_is_an_error_and_loses_no_original() {
    let left = format!("{SOURCE}int x = cudaFooBar;\n");
    let place = TestFolder::new(&[("a.cu", &left)]);
    for line in
        ["port a.cu --stdout", "port a.cu", "lint a.cu", "query cudaMalloc", "explain HIP1001", "--help", "lint --version", "man"]
    {
        let said = place.shell(&format!("exec \"$hipify\" {line} > /dev/full"));
        assert!(said.code == 2 && said.err.contains("No space left"), "{line}: {} {}", said.code, said.err);
    }
    assert_eq!(place.read("a.cu"), left);
    let said = place.shell("exec \"$hipify\" port a.cu --in-place > /dev/full");
    assert_eq!((said.code, place.read("a.cu")), (2, format!("{PORTED}int x = cudaFooBar;\n")), "{}", said.err);
}

#[test]
fn the_output_does_not_depend_on_the_number_of_threads() {
    let place = TestFolder::new(&[]);
    for number in 0..60 {
        place.write(
            &format!("t/d{}/f{number}.cu", number % 7),
            format!("{SOURCE}int x = cudaFoo{number};\n").repeat(1 + number % 5),
        );
    }
    let one = place.run("port t -o one -j 1 --output-format concise");
    let many = place.run("port t -o many -j 8 --output-format concise");
    assert_eq!(one.out, many.out);
    let ported = |folder: &str| place.files(folder).into_iter().filter(|(name, _)| name != ".hipify-rs.json").collect::<Vec<_>>();
    assert!(ported("one") == ported("many"));
    let diffs = ["port t --diff -j 1", "port t --diff -j 8"].map(|line| place.run(line).out);
    assert!(diffs[0] == diffs[1] && !diffs[0].is_empty());
}

#[test]
fn unchanged_inputs_are_skipped_and_still_reported() {
    let place = TestFolder::new(&[("t/a.cu", "int x = cudaFooBar;\n"), ("t/b.cu", SOURCE), ("t/c.txt", "text\n")]);
    let first = place.run("port t -o out --output-format concise");
    std::thread::sleep(Duration::from_millis(20));
    let modified = |name: &str| fs::metadata(place.path(name)).unwrap().modified().unwrap();
    let before = modified("out/b.cu");
    let second = place.run("port t -o out --output-format concise");
    assert_eq!((second.code, &second.out), (1, &first.out));
    assert!(second.err.contains("unchanged since the last run"), "{}", second.err);
    assert_eq!(modified("out/b.cu"), before);

    fs::remove_file(place.path("out/b.cu")).unwrap();
    place.write("t/a.cu", SOURCE);
    let third = place.run("port t -o out");
    assert_eq!((third.code, place.read("out/a.cu"), place.read("out/b.cu")), (0, PORTED.to_owned(), PORTED.to_owned()));

    fs::remove_file(place.path("t/c.txt")).unwrap();
    let fourth = place.run("port t -o out");
    assert!(fourth.err.contains("`c.txt` is no longer in the input") && place.has("out/c.txt"), "{}", fourth.err);
}

#[test]
fn other_options_port_anew() {
    let place = TestFolder::new(&[("t/a.cu", "__global__ void k(int);\nvoid f() { k<<<1, 2>>>(3); }\n")]);
    place.run("port t -o out");
    place.run("port t -o out --launch macro");
    assert!(place.read("out/a.cu").contains("hipLaunchKernelGGL"));
}

#[test]
fn outputs_edited_by_hand_are_kept() {
    let place = TestFolder::new(&[("t/a.cu", SOURCE)]);
    place.run("port t -o out");
    place.write("out/a.cu", "by hand\n");
    assert_eq!((place.run("port t -o out").code, place.read("out/a.cu").as_str()), (0, "by hand\n"));
    place.write("t/a.cu", SOURCE.replace("4", "8"));
    let said = place.run("port t -o out");
    assert_eq!((said.code, place.read("out/a.cu").as_str()), (2, "by hand\n"));
    assert!(said.err.contains("edited since"), "{}", said.err);
    assert_eq!(place.run("port t -o out --force").code, 0);
    assert_eq!(place.read("out/a.cu"), PORTED.replace("4", "8"));
}

#[test]
fn a_broken_manifest_is_ignored_with_a_note() {
    let place = TestFolder::new(&[("t/a.cu", SOURCE)]);
    place.run("port t -o out");
    place.write("out/.hipify-rs.json", "{\"schema_version\": 1, \"files\"");
    place.write("t/a.cu", SOURCE.replace("4", "8"));
    let said = place.run("port t -o out");
    assert_eq!((said.code, place.read("out/a.cu")), (0, PORTED.replace("4", "8")), "{}", said.err);
    assert!(said.err.contains("all is ported anew"), "{}", said.err);
}

#[test]
fn huge_lines_and_deep_nesting_complete() {
    let place = TestFolder::new(&[]);
    let mut line = b"int x[] = {cudaFooBar, ".to_vec();
    while line.len() < 100_000_000 {
        line.extend_from_slice(b"12345678, 12345678, /* cudaFree */ \"a fairly long string without any meaning at all\", ");
    }
    line.extend_from_slice(b"cudaSuccess};");
    place.write("long.cu", &line);
    drop(line);
    let said = place.run("port long.cu -o out");
    assert_eq!(said.code, 1, "{}", said.err);
    assert!(place.bytes("out/long.cu").ends_with(b"hipSuccess};"));
    assert!(said.out.len() < 10_000, "the line is cut");

    let deep = 10_000;
    let nested =
        format!("void f() {{ cudaFree({}0{}); {} }}\n", "(".repeat(deep), ")".repeat(deep), "{".repeat(deep) + &"}".repeat(deep));
    place.write("deep.cu", &nested);
    let launched = format!("void g() {{ k<<<{}1{}, 2>>>(cudaFree); }}\n", "(".repeat(deep), ")".repeat(deep));
    place.write("launch.cu", &launched);
    let said = place.run("port deep.cu launch.cu --launch macro -o out2");
    assert!(said.code <= 1, "{}", said.err);
    assert!(place.read("out2/deep.cu").contains("hipFree"));
}
