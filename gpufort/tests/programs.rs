//! A folder of several programs: each is ported as if it were there alone.

use gpufort::{Options, Ported, Source, port};

const MAIN: &str = "program main\n  use cudafor\n  use kernels\n  implicit none\n  real, device :: x(8)\n  x = 1.0\n  \
                    call change<<<1, 8>>>(x)\nend program\n";

/// A module whose kernel takes elements of type `ty`.
fn kernels(ty: &str) -> String {
    format!(
        "module kernels\ncontains\n  attributes(global) subroutine change(x)\n    {ty} :: x(*)\n    \
         x(threadIdx%x) = 2*x(threadIdx%x)\n  end subroutine\nend module\n"
    )
}

fn of(files: &[(&str, &str)]) -> Vec<Ported> {
    let sources: Vec<Source<'_>> = files.iter().map(|(path, text)| Source { path, bytes: text.as_bytes() }).collect();
    port(&sources, &Options::default())
}

#[test]
fn a_module_of_the_same_folder_is_meant_where_several_have_its_name() {
    let (reals, doubles) = (kernels("real"), kernels("real(8)"));
    let (a, b) = ([("a/k.cuf", reals.as_str()), ("a/m.cuf", MAIN)], [("b/k.cuf", doubles.as_str()), ("b/m.cuf", MAIN)]);
    let together = of(&[a[0], b[0], a[1], b[1]]);
    let alone = [of(&a), of(&b)];
    for (got, want) in together.iter().zip([&alone[0][0], &alone[1][0], &alone[0][1], &alone[1][1]]) {
        assert_eq!((&got.edits, &got.generated, &got.diagnostics), (&want.edits, &want.generated, &want.diagnostics));
    }
    // The second program's argument is of another type than its kernel's dummy.
    assert_ne!(format!("{:?}", together[0].generated), format!("{:?}", together[1].generated).replace("b/", "a/"));
}

#[test]
fn files_that_use_each_other_in_a_ring_are_one_program() {
    let files = [
        ("a/k.cuf", "module k\n use l\nend module\n"),
        ("a/l.cuf", "module l\n use k\nend module\n"),
        ("b/k.cuf", "module k\nend module\n"),
        ("b/m.cuf", "program m\n use k\n use cudafor\n real, device :: x(2)\n x = 1\nend program\n"),
    ];
    let together = of(&files);
    assert_eq!(together.len(), 4);
    assert_eq!(together[3].edits, of(&files[2..])[1].edits);
}
