//! A port with hand edits, brought up to ten commits of its upstream.

use hipify_tests::cli_command::TestFolder;
use std::path::Path;

const KERNELS: &str = "#include <cuda_runtime.h>\n\n__global__ void scale(float *x, float by, int n) {\n  int i = blockIdx.x * blockDim.x + threadIdx.x;\n\
    \x20 if (i < n) x[i] *= by;\n}\n\nint copy(float *to, const float *from, int n) {\n  return cudaMemcpy(to, from, n * 4, cudaMemcpyHostToDevice);\n}\n\n\
    __global__ void warp_sum(int *x) {\n  int value = x[threadIdx.x];\n  for (int i = 16; i; i /= 2) value += __shfl_down_sync(0xffffffff, value, i);\n\
    \x20 x[threadIdx.x] = value;\n}\n";

const MAIN: &str = "#include \"kernels.cuh\"\n\nint main(int argc, char **argv) {\n  int device = 0;\n  cudaSetDevice(device);\n\n  float *x;\n\
    \x20 cudaMalloc(&x, 1024);\n  scale<<<4, 64>>>(x, 2, 256);\n  cudaDeviceSynchronize();\n\n  cudaFree(x);\n  return 0;\n}\n";

const MAKEFILE: &str = "NVCC = nvcc\n\napp: main.cu kernels.cu\n\t$(NVCC) -O2 -o $@ $^\n\nclean:\n\trm -f app\n";

/// Hand edits of the port: file, text and what takes its place.
const BY_HAND: &[(&str, &str, &str)] = &[
    ("kernels.cu", "for (int i = 16; i; i /= 2)", "for (int i = warpSize / 2; i; i /= 2)"),
    ("main.cu", "  int device = 0;\n", "  int device = argc > 1 ? 1 : 0;\n"),
    ("Makefile", "clean:\n\trm -f app\n", "clean:\n\trm -f app *.o\n"),
    ("legacy.cu", "// nothing\n", "// nothing at all\n"),
];

/// What each commit of the upstream does, by file; nothing takes the file away.
type Commit = fn(&TestFolder);

fn change(place: &TestFolder, file: &str, from: &str, to: &str) {
    let name = format!("up/{file}");
    let text = place.read(&name);
    assert!(text.contains(from), "{file} has no `{from}`:\n{text}");
    place.write(&name, text.replacen(from, to, 1));
}

const COMMITS: [Commit; 10] = [
    |up| change(up, "kernels.cu", "if (i < n) x[i] *= by;", "if (i < n) {\n    x[i] *= by;\n  }"),
    |up| up.write("up/more/extra.cu", "#include <cuda.h>\nvoid extra(CUdevice *d) { cuDeviceGet(d, 0); }\n"),
    |up| change(up, "main.cu", "  cudaFree(x);\n", "  cudaFree(x);\n  cudaDeviceReset();\n"),
    |up| change(up, "Makefile", "-O2", "-O3 -arch=sm_80"),
    |up| std::fs::rename(up.path("up/kernels.cu"), up.path("up/more/kernels.cu")).unwrap(),
    |up| std::fs::remove_file(up.path("up/old.cu")).unwrap(),
    // As the port had it by hand.
    |up| change(up, "main.cu", "  int device = 0;\n", "  int device = argc > 1 ? 1 : 0;\n"),
    |up| change(up, "more/kernels.cu", "int copy(", "void fill(float *x) { cudaMemset(x, 0, 4); }\n\nint copy("),
    |up| up.write("up/kernels.cuh", "#pragma once\n__global__ void scale(float *, float, int);\nextern cudaStream_t stream;\n"),
    |up| change(up, "main.cu", "scale<<<4, 64>>>(", "scale<<<4, 64, 0, stream>>>("),
];

fn commit(place: &TestFolder, message: &str) -> String {
    let line = format!("cd up && git add -A && git commit -q -m '{message}' && git rev-parse HEAD");
    let said = place.shell(&format!("{GIT}{line}"));
    assert_eq!(said.code, 0, "{}", said.err);
    said.out.trim().to_owned()
}

const GIT: &str = "export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b; ";

/// An upstream with one commit, and its port with hand edits.
fn edited() -> (TestFolder, String) {
    let place = TestFolder::new(&[
        ("up/kernels.cu", KERNELS),
        ("up/kernels.cuh", "#pragma once\n__global__ void scale(float *, float, int);\n"),
        ("up/main.cu", MAIN),
        ("up/Makefile", MAKEFILE),
        ("up/old.cu", "void old() { cudaDeviceReset(); }\n"),
        ("up/legacy.cu", "// nothing\nvoid legacy() { cudaDeviceReset(); }\n"),
        ("up/.gitattributes", "* text=auto\n"),
    ]);
    assert_eq!(place.shell("git init -q up").code, 0);
    let base = commit(&place, "first");
    assert_eq!(place.run("port up -o port -q").code, 0);
    by_hand(&place, "port", BY_HAND);
    (place, base)
}

fn by_hand(place: &TestFolder, folder: &str, edits: &[(&str, &str, &str)]) {
    for (file, from, to) in edits {
        let name = format!("{folder}/{file}");
        let text = place.read(&name);
        assert!(text.contains(from), "{name} has no `{from}`:\n{text}");
        place.write(&name, text.replacen(from, to, 1));
    }
    place.write(&format!("{folder}/NOTES"), "ported by hand\n");
}

/// What hands make of the last commit: its port, and the edits again but for the one that upstream has.
fn by_hand_in_the_end(place: &TestFolder) {
    assert_eq!(place.run("port up -o wanted -q").code, 0);
    let edits = BY_HAND.iter().filter(|edit| edit.0 != "main.cu").copied();
    let edits: Vec<_> =
        edits.map(|(file, from, to)| (if file == "kernels.cu" { "more/kernels.cu" } else { file }, from, to)).collect();
    by_hand(place, "wanted", &edits);
}

fn files(place: &TestFolder, folder: &str) -> Vec<(String, Vec<u8>)> {
    let is_ours = |name: &str| Path::new(name).file_name().is_none_or(|name| name != ".hipify-rs.json");
    place.files(folder).into_iter().filter(|(name, _)| is_ours(name) && !name.starts_with(".git/")).collect()
}

#[track_caller]
fn assert_is_as_by_hand(place: &TestFolder) {
    let (merged, wanted) = (files(place, "port"), files(place, "wanted"));
    let names = |files: &[(String, Vec<u8>)]| files.iter().map(|file| file.0.clone()).collect::<Vec<_>>();
    assert_eq!(names(&merged), names(&wanted));
    for ((name, merged), (_, wanted)) in merged.iter().zip(&wanted) {
        assert_eq!(String::from_utf8_lossy(merged), String::from_utf8_lossy(wanted), "{name}");
    }
}

#[test]
fn ten_commits_one_after_the_other_end_as_by_hand() {
    let (place, mut base) = edited();
    let mut said = String::new();
    for (at, change) in COMMITS.iter().enumerate() {
        change(&place);
        let next = commit(&place, &format!("commit {at}"));
        let synced = place.run(&format!("sync up --base {base} --into port"));
        assert_eq!(synced.code, 0, "commit {at}: {}{}", synced.out, synced.err);
        assert!(synced.err.contains(&format!("--base {next}")), "{}", synced.err);
        said += &synced.out;
        base = next;
    }
    by_hand_in_the_end(&place);
    assert_is_as_by_hand(&place);
    let needless: Vec<&str> = said.lines().filter(|line| line.contains("upstream has")).collect();
    assert_eq!(needless, ["hand edits that upstream has made needless:", "  main.cu:5: upstream has these lines now"]);
    for line in ["  added    more/extra.cu", "  deleted  old.cu", "  changed  Makefile", "  deleted  kernels.cu"] {
        assert!(said.lines().any(|known| known == line), "{line}:\n{said}");
    }
}

#[test]
fn ten_commits_at_once_end_as_by_hand() {
    let (place, base) = edited();
    COMMITS.iter().for_each(|change| change(&place));
    commit(&place, "ten");
    // A tree that is kept in git is merged from what git knows of it, and what it ignores stays.
    place.write("port/.gitignore", "*.o\n");
    place.write("port/a.o", "object");
    let added = place.shell(&format!("{GIT}cd port && git init -q . && git add -A && git commit -q -m port"));
    assert_eq!(added.code, 0, "{}", added.err);
    let check = place.run(&format!("sync up --base {base} --into port --check"));
    assert_eq!((check.code, place.shell("cd port && git status --porcelain").out.as_str()), (0, ""), "{}", check.err);
    assert_eq!(place.run(&format!("sync up --base {base} --into port")).code, 0);
    by_hand_in_the_end(&place);
    place.write("wanted/.gitignore", "*.o\n");
    place.write("wanted/a.o", "object");
    assert_is_as_by_hand(&place);
    let again = place.run(&format!("sync up --base {base} --into port"));
    assert_eq!(again.code, 2, "{}", again.out);
    assert!(again.err.contains("not committed") && again.err.contains("git commit -a"), "{}", again.err);
}

#[test]
fn conflicts_are_marked_and_nothing_is_lost() {
    let (place, base) = edited();
    change(&place, "kernels.cu", "for (int i = 16; i; i /= 2)", "for (int i = 16; i > 0; i >>= 1)");
    std::fs::remove_file(place.path("up/legacy.cu")).unwrap();
    change(&place, "main.cu", "cudaMalloc(&x, 1024)", "cudaMalloc(&x, 2048)");
    commit(&place, "against the port");
    let said = place.run(&format!("sync up --base {base} --into port"));
    assert_eq!(said.code, 1, "{}{}", said.out, said.err);
    assert!(
        said.out.contains("  conflict kernels.cu: contents\n") && said.out.contains("  conflict legacy.cu: "),
        "{}",
        said.out
    );
    assert!(said.err.contains("2 of the files conflict") && said.err.contains("`<<<<<<<`"), "{}", said.err);
    let kernels = place.read("port/kernels.cu");
    for part in ["<<<<<<< port\n", "warpSize / 2", "=======\n", "i >>= 1", ">>>>>>> upstream\n"] {
        assert!(kernels.contains(part), "{part}:\n{kernels}");
    }
    assert!(place.read("port/legacy.cu").starts_with("// nothing at all\n"), "a hand edit of what upstream has deleted stays");
    let main = place.read("port/main.cu");
    assert!(main.contains("hipMalloc(&x, 2048)") && main.contains("argc > 1"), "{main}");
}

#[test]
fn a_tree_for_both_vendors_is_brought_up_too() {
    let (place, base) = edited();
    assert_eq!(place.run("port --mode compat up -o both -q").code, 0);
    place.write("both/main.cu", place.read("both/main.cu").replace("int device = 0", "int device = 1"));
    COMMITS[2](&place);
    commit(&place, "reset");
    let said = place.run(&format!("sync up --base {base} --into both --mode compat"));
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
    let (main, header) = (place.read("both/main.cu"), place.read("both/hipify_compat.h"));
    assert!(main.contains("cudaDeviceReset();") && main.contains("device = 1"), "{main}");
    assert!(header.contains("#define cudaDeviceReset hipDeviceReset\n"), "{header}");
}

#[test]
fn what_cannot_be_merged_is_said() {
    let (place, base) = edited();
    for (line, said) in [
        ("sync up --base no-such-revision --into port", "`up`: has no revision `no-such-revision`"),
        ("sync port --base HEAD", "`port`: is in no git repository"),
        ("sync nowhere --base HEAD", "`nowhere`: is no folder"),
        ("sync up --base HEAD --into nowhere", "`nowhere`: is no folder"),
    ] {
        let run = place.run(line);
        assert!(run.code == 2 && run.err.contains(said) && run.err.contains("help: "), "{line}: {}", run.err);
    }
    let same = place.run(&format!("sync up --base {base} --into port"));
    assert!(same.code == 0 && same.out.contains("nothing of the port changes"), "{}{}", same.out, same.err);
}
