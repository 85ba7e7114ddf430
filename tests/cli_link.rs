//! Links for which no target is named.

use hipify_tests::cli_command::{Said, TestFolder};

const MAIN: &str = "void add();\nint main() { add(); }\n";

const ADD: &str = r#"#include <cstdio>
__global__ void one(int *n) { atomicAdd(n, 1); }
void add() {
    int *n;
    cudaMallocManaged(&n, sizeof *n);
    *n = 0;
    one<<<2, 32>>>(n);
    cudaDeviceSynchronize();
    printf("%d\n", *n);
}
"#;

fn good(said: &Said) {
    assert!(said.code == 0, "{}{}", said.out, said.err);
}

#[test]
fn objects_and_libraries_for_the_cpu_are_linked_with_the_runtime_that_runs_them_there() {
    let place = TestFolder::new(&[("main.cpp", MAIN), ("add.cu", ADD)]);
    for words in [
        "cc --offload-arch=cpu -c add.cu -Xcompiler -fPIC",
        "cc -c main.cpp",
        "cc main.o add.o -o of-objects",
        "build -q add.o main.o -o by-build",
        "cc -lib add.o -o libadd.a",
        "cc main.cpp -L. -ladd -o of-a-library",
        "cc -shared add.o -o libshared.so",
        "cc main.o -L. -lshared -Xlinker -rpath,. -o of-a-shared-library",
    ] {
        good(&place.run(words));
    }
    for program in ["of-objects", "by-build", "of-a-library", "of-a-shared-library"] {
        let said = place.shell(&format!("HIPIFY_DEVICE=cpu ./{program}"));
        good(&said);
        assert_eq!(said.out, "64\n", "{program}");
    }
}
