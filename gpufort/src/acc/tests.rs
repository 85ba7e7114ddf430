//! Directives in, directives out.

use super::port;
use hipify_diagnostics::{Level, apply};

/// What a source in free form becomes.
fn ported(source: &str) -> String {
    text(source, false)
}

fn text(source: &str, fixed: bool) -> String {
    let ported = port(source, fixed);
    String::from_utf8(apply(source.as_bytes(), &ported.edits).unwrap()).unwrap()
}

/// The directive in front of a loop.
fn of_loop(directive: &str) -> String {
    let text = ported(&format!("!$acc {directive}\ndo i = 1, n\n  a(i) = 0\nend do\n"));
    text.lines().next().unwrap().to_owned()
}

#[test]
fn a_parallel_loop_is_spread_over_teams_and_threads() {
    let line = of_loop("parallel loop copyin(b(1:n), c) copy(a) num_gangs(8) vector_length(64)");
    let want = "!$omp target teams distribute parallel do map(to: b(1:n), c) map(tofrom: a) num_teams(8) thread_limit(64)";
    assert_eq!(line, want);
}

#[test]
fn loops_of_gangs_and_vectors_are_parted() {
    let source =
        "!$acc parallel loop gang\ndo j = 1, m\n!$acc loop vector reduction(+:s)\ndo i = 1, n\ns = s + a(i)\nend do\nend do\n";
    let text = ported(source);
    assert!(text.starts_with("!$omp target teams distribute private(i)\n"), "{text}");
    assert!(text.contains("\n!$omp parallel do reduction(+: s)\n"), "{text}");
}

#[test]
fn scalars_that_an_iteration_sets_are_its_own() {
    let source = "subroutine s\n!$acc parallel loop\ndo i = 1, n\nt = a(i)\nif (t > 0) u = t\nb(i) = t + v\nend do\nprint *, u\nend subroutine\n";
    assert!(ported(source).contains("parallel do private(t)\n"), "{}", ported(source));
}

#[test]
fn data_directives_are_maps() {
    assert_eq!(ported("!$acc enter data copyin(a) create(b)\n"), "!$omp target enter data map(to: a) map(alloc: b)\n");
    assert_eq!(ported("!$acc exit data copyout(a) delete(b)\n"), "!$omp target exit data map(from: a) map(release: b)\n");
    assert_eq!(ported("!$acc exit data delete(b) finalize\n"), "!$omp target exit data map(delete: b)\n");
    assert_eq!(ported("!$acc update host(a) device(b(2:3))\n"), "!$omp target update from(a) to(b(2:3))\n");
    assert_eq!(
        ported("!$acc data pcopyin(a) present(b)\nx = 1\n!$acc end data\n"),
        "!$omp target data map(to: a) map(alloc: b)\nx = 1\n!$omp end target data\n"
    );
}

#[test]
fn kernels_of_loops_are_a_region_of_data_around_them() {
    let source = "!$acc kernels copy(a)\n!$acc loop independent\ndo i = 1, n\na(i) = 1\nend do\n!$acc end kernels\n";
    let want =
        "!$omp target data map(tofrom: a)\n!$omp distribute parallel do\ndo i = 1, n\na(i) = 1\nend do\n!$omp end target data\n";
    assert_eq!(ported(source), want.replace("distribute parallel", "target teams distribute parallel"));
}

#[test]
fn kernels_of_other_statements_run_on_one_thread_and_that_is_told() {
    let source = "!$acc kernels\na(:) = 1\n!$acc end kernels\n";
    assert_eq!(ported(source), "!$omp target\na(:) = 1\n!$omp end target\n");
    assert_eq!(port(source, false).diagnostics[0].level, Level::Note);
}

#[test]
fn queues_are_dependences_on_elements_of_a_declared_array() {
    let source = "subroutine s\n  implicit none\n!$acc update host(a) async(2)\n!$acc wait(2)\nend subroutine\n";
    let text = ported(source);
    assert!(text.contains("implicit none\n  integer :: acc_queue_(0:63)\n  common /acc_queue_/ acc_queue_\n"), "{text}");
    assert!(text.contains("!$omp target update from(a) nowait depend(inout: acc_queue_(2))\n!$omp taskwait\n"), "{text}");
}

#[test]
fn long_directives_go_on_in_a_second_line_of_their_form() {
    let list = (1..30).map(|n| format!("array{n}")).collect::<Vec<_>>().join(", ");
    let free = ported(&format!("  !$acc enter data copyin({list})\n"));
    assert!(free.lines().count() > 1 && free.lines().all(|line| line.len() <= 132 && line.starts_with("  !$omp")), "{free}");
    assert!(free.lines().next().unwrap().ends_with('&'));
    let fixed = text(&format!("!$acc enter data\n!$acc&copyin({})\n", &list[..56]), true);
    assert!(fixed.lines().all(|line| line.len() <= 72) && fixed.lines().nth(1).unwrap().starts_with("!$omp&"), "{fixed}");
}

#[test]
fn what_is_wrong_is_reported_and_stays() {
    for source in
        ["!$acc parallel\nx = 1\n", "!$acc end data\n", "!$acc parallel loop\nx = 1\n", "!$acc nonsense\n", "!$acc data copy(a\n"]
    {
        let ported = port(source, false);
        assert_eq!(ported.edits, [], "{source}");
        assert_eq!(ported.diagnostics[0].level, Level::Error, "{source}");
        assert!(ported.diagnostics[0].help.is_some());
    }
}

#[test]
fn the_runtime_library_is_openmps() {
    let source = "program p\nuse openacc\n#ifdef _OPENACC\nn = acc_get_num_devices(acc_device_default)\n#endif\ncall acc_wait(1)\n!$acc wait\nend program\n";
    let want = "program p\nuse omp_lib\n#ifdef _OPENMP\nn = omp_get_num_devices()\n#endif\n!$omp taskwait\n!$omp taskwait\nend program\n";
    assert_eq!(ported(source), want);
}

#[test]
fn what_was_ported_is_left_alone() {
    let source =
        "!$acc routine seq\n!$acc cache(a)\n!$acc parallel loop async\ndo 10 i = 1, n\n10 a(i) = i\n!$acc end parallel loop\n";
    let once = ported(source);
    assert_eq!(ported(&once), once);
    assert!(!once.contains("!$acc"), "{once}");
}

#[test]
fn no_prefix_of_a_program_panics() {
    let source = "!$acc kernels loop collapse(2) &\n!$acc& copy(a(1:n,:)), async(q)\ndo j = 1, n; do i = 1, n\na(i,j) = 'it''s !' ; end do; end do\n!$acc end kernels loop\n";
    for cut in 0..source.len() {
        for fixed in [false, true] {
            text(&source[..cut], fixed);
        }
    }
}
