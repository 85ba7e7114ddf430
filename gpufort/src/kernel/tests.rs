//! Kernels in, C++ out.

use super::{Device, translate};
use crate::parse::{Defines, form_of, parse};
use crate::sema::{DefaultKinds, Index};
use crate::source::Source;
use std::path::Path;

/// The device code of a tree of one file.
pub(crate) fn device(text: &str, kinds: DefaultKinds) -> Device {
    let file = parse(text.as_bytes(), form_of(Path::new("x.cuf")), &Defines::default());
    assert!(file.problems.is_empty(), "{:?}", file.problems);
    translate(&Index::new(vec![&file], kinds), &[Source { path: "x.cuf", bytes: text.as_bytes() }], 0)
}

/// The C++ of a kernel with these declarations and statements, which must be translated.
fn kernel(declarations: &str, statements: &str) -> String {
    kernel_with(declarations, statements, "", DefaultKinds::default())
}

fn kernel_with(declarations: &str, statements: &str, procedures: &str, kinds: DefaultKinds) -> String {
    let text = format!(
        "module m\n  implicit none\ncontains\n  attributes(global) subroutine k(x, n)\n    integer, value :: n\n    real :: x(n)\n\
         {declarations}\n{statements}\n  end subroutine k\n{procedures}\nend module m\n"
    );
    let device = device(&text, kinds);
    assert!(device.diagnostics.is_empty(), "{:?}", device.diagnostics);
    device.text.unwrap()
}

fn has(text: &str, wanted: &str) {
    assert!(text.contains(wanted), "no `{wanted}` in\n{text}");
}

/// The message for a kernel that cannot be translated.
fn refusal(declarations: &str, statements: &str) -> (String, String) {
    let text = format!(
        "module m\ncontains\n  attributes(global) subroutine k(x, n)\n    integer, value :: n\n    real :: x(n)\n{declarations}\n{statements}\n\
         end subroutine k\nend module m\n"
    );
    let device = device(&text, DefaultKinds::default());
    assert_eq!(device.diagnostics.len(), 1, "{:?}", device.diagnostics);
    (device.diagnostics[0].message.clone(), device.text.unwrap())
}

#[test]
fn a_kernel_has_its_name_after_its_module_and_a_launcher() {
    let text = kernel("", "x(threadIdx%x) = n");
    has(&text, "// x.cuf:4\n__global__ void m_k(float *__restrict__ x_data, int n)\n");
    has(&text, "const gpufort::array<float, 1> x(x_data, n);");
    has(&text, "  x(threadidx.x) = n;");
    has(&text, "extern \"C\" void m_k_launch(const gpufort::dim3 *grid, const gpufort::dim3 *block, int bytes");
    has(&text, "gpufort::launch(m_k, false, *grid, *block, bytes, stream, x, n);");
}

#[test]
fn real_literals_without_a_kind_are_floats_unless_the_default_is_double() {
    has(&kernel("", "x(1) = 0.1*n"), "x(1) = 0.1f * n;");
    let text = kernel_with("", "x(1) = 0.1*n", "", DefaultKinds { real: 8, integer: 4 });
    has(&text, "x(1) = 0.1 * n;");
    has(&text, "double *__restrict__ x_data");
}

#[test]
fn a_loop_keeps_its_last_value_where_the_body_changes_it() {
    has(&kernel("integer :: i, j", "do i = 1, n\n x(i) = 0\nend do"), "for (i = 1; i <= n; ++i) {");
    has(
        &kernel("integer :: i, j", "j = n\ndo i = 1, j, 2\n j = 3\nend do"),
        "const int i_last1 = j;\n    for (i = 1; i <= i_last1; i += 2) {",
    );
}

#[test]
fn a_step_that_is_not_constant_counts_trips_once() {
    let text = kernel("integer :: i", "do i = n, 1, -n\n x(i) = 0\nend do");
    has(&text, "for (int64_t trips1 = gpufort::trips(i, 1, step1); trips1 > 0; --trips1, i += step1) {");
}

#[test]
fn a_named_loop_is_left_by_goto_and_the_innermost_by_break() {
    let text =
        kernel("integer :: i, j", "a: do i = 1, n\n do j = 1, n\n if (j == 3) exit a\n if (j == 2) exit\n end do\nend do a");
    has(&text, "if (j == 3) goto a_exit1;");
    has(&text, "if (j == 2) break;");
    has(&text, "a_exit1:;");
}

#[test]
fn select_case_is_a_chain_of_tests_with_the_default_last() {
    let text = kernel(
        "integer :: i",
        "select case (n)\ncase default\n i = 0\ncase (:3, 7)\n i = 1\ncase (8:9)\n i = 2\nend select\nx(1) = i",
    );
    has(&text, "if (n <= 3 || n == 7) {\n    i = 1;\n  } else if (n >= 8 && n <= 9) {\n    i = 2;\n  } else {\n    i = 0;\n  }");
}

#[test]
fn whole_arrays_are_loops_and_overlap_is_copied_first() {
    has(&kernel("real :: a(4)", "a = 1\nx(1:4) = a*2"), "for (int64_t k1 = 0; k1 < 4; ++k1)\n      x(1 + k1) = a.at(k1) * 2;");
    has(&kernel("real :: a(4)", "a(2:4) = a(1:3)\nx(1) = a(2)"), "gpufort::fixed<float, gpufort::bounds<1, 3>> copy1;");
}

#[test]
fn a_reduction_is_a_call_with_the_element_as_a_function() {
    let text = kernel("real :: a(4)", "a = 1\nx(1) = sum(a, mask = a > 0) + maxval(a)");
    has(
        &text,
        "gpufort::reduce<gpufort::plus, float>(int64_t(4), [&](int64_t k1) -> float { return a.at(k1) > 0 ? float(a.at(k1)) : gpufort::plus::neutral<float>(); })",
    );
    has(&text, "gpufort::reduce<gpufort::maximum, float>(int64_t(4), [&](int64_t k1) -> float { return a.at(k1); })");
}

#[test]
fn static_shared_arrays_own_their_elements_and_dynamic_ones_begin_at_the_same_byte() {
    let text = kernel("real, shared :: s(16,17), d(*)\ninteger, shared :: e(n)", "s(1,2) = n\nd(1) = s(1,2)\ne(1) = n");
    has(&text, "__shared__ gpufort::fixed<float, gpufort::bounds<1, 16>, gpufort::bounds<1, 17>> s;");
    has(&text, "extern __shared__ char gpufort_shared[];");
    has(&text, "const gpufort::array<float, 1> d(reinterpret_cast<float *>(gpufort_shared), gpufort::assumed());");
    has(&text, "const gpufort::array<int, 1> e(reinterpret_cast<int *>(gpufort_shared), n);");
}

#[test]
fn powers_multiply_divide_or_call() {
    let text = kernel("real :: r", "r = x(1)\nx(2) = r**2 + x(1)**3 + r**n + r**0.5 + 2**n");
    has(&text, "x(2) = r * r + gpufort::powi(x(1), 3) + gpufort::powi(r, n) + powf(r, 0.5f) + gpufort::powi(2, n);");
}

#[test]
fn device_procedures_take_references_and_get_temporaries_for_expressions() {
    let procedures =
        "attributes(device) subroutine twice(r, s)\n real :: r\n real, intent(in) :: s\n r = 2*s\nend subroutine twice";
    let text = kernel_with("", "call twice(x(1), x(2) + 1.0)\ncall twice((x(2)), x(1))", procedures, DefaultKinds::default());
    has(&text, "[[maybe_unused]] static __device__ void m_twice(float &r, const float &s)");
    has(&text, "m_twice(x(1), x(2) + 1.0f);");
    has(&text, "float value1 = x(2);\n    m_twice(value1, x(1));");
}

#[test]
fn shuffles_go_over_32_lanes_and_atomics_give_the_old_value() {
    let text = kernel("integer :: i\nreal :: v", "v = __shfl_down(x(1), 4)\ni = atomicadd(x(2), v)\ncall syncthreads()");
    has(&text, "v = gpufort::shuffle_down(x(1), 4);");
    has(&text, "i = int(gpufort::atomic_add(x(2), v));");
    has(&text, "__syncthreads();");
}

#[test]
fn comments_and_blank_lines_stay() {
    let text = kernel("integer :: i  ! counts", "! first\ni = 1\n\nx(i) = 2 ! second");
    has(&text, "int i;  // counts");
    has(&text, "  // first\n  i = 1;\n\n  x(i) = 2;  // second\n");
}

#[test]
fn words_of_cpp_are_not_names() {
    has(&kernel("real :: new, float", "new = 1\nfloat = new\nx(1) = float"), "float_ = new_;");
}

#[test]
fn what_cannot_be_said_is_an_error_and_the_launcher_says_so_too() {
    let (message, text) = refusal("real, pointer :: p", "x(1) = 1");
    assert!(message.starts_with("`k` is not translated: a pointer to a scalar"), "{message}");
    has(&text, "gpufort::unsupported(\"m_k\", \"a pointer to a scalar in device code\");");
    assert!(!text.contains("__global__"), "{text}");
}

#[test]
fn output_with_a_format_is_refused() {
    let (message, _) = refusal("", "print '(f8.3)', x(1)");
    assert!(message.contains("device code prints with `print *`"), "{message}");
}

#[test]
fn a_truncated_kernel_is_no_reason_to_panic() {
    let text = include_str!("../../../corpora/fortran/array-expressions/array-expressions.cuf");
    for end in (0..text.len()).step_by(97).filter(|end| text.is_char_boundary(*end)) {
        let bytes = &text.as_bytes()[..end];
        let file = parse(bytes, form_of(Path::new("x.cuf")), &Defines::default());
        translate(&Index::new(vec![&file], DefaultKinds::default()), &[Source { path: "x.cuf", bytes }], 0);
    }
}

#[test]
fn macros_of_the_file_are_expanded() {
    let text = "#define SQUARE(x) ((x)*(x))\n#define HALF 0.5\nmodule m\ncontains\nattributes(global) subroutine k(x)\n real :: x(8)\n \
                x(1) = SQUARE(x(2) + HALF)\nend subroutine k\nend module m\n";
    let file = parse(text.as_bytes(), crate::ast::Form::Free, &Defines::default());
    let index = Index::new(vec![&file], DefaultKinds::default());
    let device = translate(&index, &[Source { path: "x.CUF", bytes: text.as_bytes() }], 0);
    assert!(device.diagnostics.is_empty(), "{:?}", device.diagnostics);
    has(&device.text.unwrap(), "x(1) = ((x(2) + 0.5f) * (x(2) + 0.5f));");
}

#[test]
fn specific_names_are_functions_of_their_types() {
    for (call, wanted) in [
        ("z(1) = dconjg(z(2))", "conjg(z(2))"),
        ("z(1) = zsqrt(z(2)) + cdexp(z(3))", "sqrt(z(2)) + "),
        ("d(1) = dreal(z(1)) + dimag(z(2))", "z(1).re + z(2).im"),
        ("d(1) = derfc(d(2)) + dsqrt(d(3))", "erfc(d(2)) + sqrt(d(3))"),
        ("n = isign(n, -1) + lshift(n, 2)", "shiftl(n, 2)"),
    ] {
        has(&kernel("complex(8) :: z(8)\n real(8) :: d(8)", call), wanted);
    }
}
