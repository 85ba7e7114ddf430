//! Loops of `!$cuf kernel do` in; kernels, launchers and calls out.

use crate::kernel::Device;
use crate::kernel::tests::device;
use crate::sema::DefaultKinds;

fn looped(declarations: &str, text: &str) -> Device {
    let text = format!(
        "program p\n  use cudafor\n  implicit none\n  integer :: i, j, n\n  real, device :: a(100), b(10,10)\n{declarations}\n{text}\nend program p\n"
    );
    device(&text, DefaultKinds::default())
}

fn translated(declarations: &str, text: &str) -> (String, String) {
    let device = looped(declarations, text);
    assert!(device.diagnostics.is_empty(), "{:?}", device.diagnostics);
    (device.text.unwrap(), device.loops[0].text.clone())
}

fn refused(declarations: &str, text: &str) -> String {
    let device = looped(declarations, text);
    assert_eq!(device.diagnostics.len(), 1, "{:?}", device.diagnostics);
    device.diagnostics[0].message.clone()
}

fn has(text: &str, wanted: &str) {
    assert!(text.contains(wanted), "no `{wanted}` in\n{text}");
}

#[test]
fn a_loop_becomes_a_call_with_the_arrays_and_bounds_it_needs() {
    let (cpp, call) = translated("real :: s", "!$cuf kernel do <<<*, 128>>>\ndo i = 1, n\n a(i) = s\nend do");
    assert_eq!(
        call,
        "call p_cuf1_launch(dim3(0, 0, 0), dim3(128, 1, 1), 0_c_int, c_null_ptr, a, int(lbound(a), c_int64_t), s, int(n, c_int64_t))"
    );
    has(&cpp, "__global__ void p_cuf1(gpufort::array<float, 1> a, float s, int64_t i_to, gpufort::loop_start start)");
    has(
        &cpp,
        "const int64_t i_trip1 = gpufort::first_x();\n  if (i_trip1 >= gpufort::trips(1, i_to, 1)) return;\n  int i = int(1 + i_trip1);\n  a(i) = s;",
    );
    has(&cpp, "gpufort::launch_loops(p_cuf1, *block, bytes, stream, {gpufort::trips(1, i_to, 1)},");
}

#[test]
fn the_innermost_of_two_loops_goes_along_x() {
    let (cpp, call) =
        translated("", "!$cuf kernel do(2) <<<(*,*), (32,4)>>>\ndo j = 1, 10\ndo i = 1, 10\n b(i,j) = i\nend do\nend do");
    has(&call, "call p_cuf1_launch(dim3(0, 0, 1), dim3(32, 4, 1), 0_c_int, c_null_ptr, b,");
    assert!(cpp.find("first_y").unwrap() < cpp.find("first_x").unwrap(), "{cpp}");
}

#[test]
fn scalars_that_are_combined_are_reduced_and_others_are_private() {
    let loops = "!$cuf kernel do <<<*,*>>>\ndo i = 1, n\n t = a(i)*2\n s = s + t\n m = max(m, t)\nend do";
    let (cpp, call) = translated("real :: s, t, m", loops);
    has(&cpp, "for (int64_t i_trip1 = gpufort::first_x(); i_trip1 < i_trips1; i_trip1 += gpufort::step_x()) {");
    has(&cpp, "float s = gpufort::plus::neutral<float>();");
    has(&cpp, "float m = gpufort::maximum::neutral<float>();");
    has(&cpp, "  float t;");
    has(&cpp, "gpufort::reduce_block<gpufort::plus>(s, s_partial);");
    has(&cpp, "s_partial.finish(*s, stream);");
    assert!(call.ends_with("int(n, c_int64_t), m, s)"), "{call}");
}

#[test]
fn a_maximum_by_if_is_a_reduction_too() {
    let (cpp, _) = translated("real :: m", "!$cuf kernel do <<<*,*>>>\ndo i = 1, n\n if (a(i) > m) m = a(i)\nend do");
    has(&cpp, "gpufort::reduce_block<gpufort::maximum>(m, m_partial);");
}

#[test]
fn a_stream_may_be_named_or_stand_fourth() {
    let declarations = "integer(cuda_stream_kind) :: q";
    for shape in ["<<<*, *, 0, q>>>", "<<<*, *, stream=q>>>"] {
        let (_, call) = translated(declarations, &format!("!$cuf kernel do {shape}\ndo i = 1, 100\n a(i) = 0\nend do"));
        assert!(call.contains(", q, a,"), "{call}");
    }
}

#[test]
fn a_value_handed_from_pass_to_pass_is_refused() {
    let message = refused("real :: s", "!$cuf kernel do <<<*,*>>>\ndo i = 1, n\n a(i) = s\n s = a(i) + 1\nend do");
    assert!(message.contains("`s`, which one pass of the loop hands to the next"), "{message}");
}

#[test]
fn host_arrays_and_exits_are_refused() {
    let message = refused("real :: h(100)", "!$cuf kernel do <<<*,*>>>\ndo i = 1, 100\n a(i) = h(i)\nend do");
    assert!(message.contains("`h`, an array in host memory"), "{message}");
    let message = refused("", "!$cuf kernel do <<<*,*>>>\ndo i = 1, 100\n if (i == 5) exit\n a(i) = 1\nend do");
    assert!(message.contains("an `exit` from a loop whose passes run in parallel"), "{message}");
}

#[test]
fn components_of_host_variables_are_taken_by_themselves() {
    let declarations = "type t\n integer :: n\n real, device, allocatable :: d(:)\nend type t\ntype(t) :: v";
    let (cpp, call) = translated(declarations, "!$cuf kernel do <<<*,*>>>\ndo i = 1, v%n\n v%d(i) = i\nend do");
    has(&call, "v%d, int(lbound(v%d), c_int64_t), int(v%n, c_int64_t))");
    has(&cpp, "v_d(i) = i;");
}

#[test]
fn a_cycle_ends_the_pass_of_its_thread() {
    let (cpp, _) = translated("", "!$cuf kernel do <<<*,*>>>\ndo i = 1, 100\n if (i == 5) cycle\n a(i) = 1\nend do");
    has(&cpp, "if (i == 5) return;");
}
