//! Device data of host procedures: CUDA Fortran in, the lines that changed out.

mod components;

use gpufort::{Options, Source, port};

/// Ports the text of one file `x.cuf`; the host text and the messages.
fn ported(source: &str) -> (String, Vec<String>) {
    let file = Source { path: "x.cuf", bytes: source.as_bytes() };
    let ported = port(&[file], &Options::default()).remove(0);
    let text = hipify_diagnostics::apply(source.as_bytes(), &ported.edits).unwrap();
    (String::from_utf8(text).unwrap(), ported.diagnostics.into_iter().map(|one| one.message).collect())
}

/// Ports `body` in a main program with `declarations`; each line of `expected` has to be there, in order.
fn main_program(declarations: &str, body: &str, expected: &[&str]) {
    let (text, messages) = ported(&format!("program p\n{declarations}\n{body}\nend program p\n"));
    assert_eq!(messages, Vec::<String>::new(), "{text}");
    in_order(&text, expected);
}

fn in_order(text: &str, expected: &[&str]) {
    let mut lines = text.lines().map(str::trim);
    for wanted in expected {
        assert!(lines.any(|line| line == *wanted), "no line `{wanted}` (in this order) in\n{text}");
    }
}

#[test]
fn an_allocatable_device_array_is_a_pointer_to_memory_of_hip() {
    main_program(
        "  real, device, allocatable, dimension(:,:) :: a, b\n  integer :: n",
        "  n = 4\n  allocate(a(n, 2*n), b(0:n, n))\n  if (allocated(a)) deallocate(a)",
        &[
            "real, pointer, contiguous, dimension(:,:) :: a => null(), b => null()",
            "call hipCheck(hipMalloc(a, n, 2*n))",
            "call hipCheck(hipMalloc(b, dims=[n + 1, n], lbounds=[0, 1]))",
            "if (associated(a)) then",
            "call hipCheck(hipFree(a))",
            "nullify(a)",
            "end if",
        ],
    );
}

#[test]
fn an_array_of_its_own_is_allocated_where_the_program_begins() {
    main_program(
        "  real, device :: a(3, -1:1), s",
        "  a = 1.0",
        &[
            "real, pointer, contiguous :: a(:, :) => null()",
            "real, pointer :: s => null()",
            "call hipCheck(hipMalloc(a, dims=[3, 3], lbounds=[1, -1]))",
            "call hipCheck(hipMalloc(s))",
            "call gpufort_fill(a, 1.0)",
        ],
    );
}

#[test]
fn assignments_between_host_and_device_are_copies_and_others_stay() {
    main_program(
        "  real, device :: d(4), e(4)\n  real :: h(4), s",
        "  d = h\n  h(1:2) = d(3:4)\n  e = d\n  d(2) = s + 1\n  s = (d(2))\n  h = h + 1",
        &[
            "call gpufort_copy(d, h, hipMemcpyHostToDevice)",
            "call gpufort_copy(h(1:2), d(3:4), hipMemcpyDeviceToHost)",
            "call gpufort_copy(e, d, hipMemcpyDeviceToDevice)",
            "call gpufort_copy(d(2), s + 1, hipMemcpyHostToDevice)",
            "call gpufort_copy(s, (d(2)), hipMemcpyDeviceToHost)",
            "h = h + 1",
        ],
    );
}

#[test]
fn device_data_in_an_expression_is_read_by_a_function() {
    main_program(
        "  real, device :: d(4)\n  integer, device :: k\n  real :: h(4)",
        "  h(k) = 2*d(1)\n  if (sum(d) > size(d)) print *, d(2:3)",
        &["h(gpufort_host(k)) = 2*gpufort_host(d(1))", "if (sum(gpufort_host(d)) > size(d)) print *, gpufort_host(d(2:3))"],
    );
}

#[test]
fn stat_holds_what_hip_says_and_stops_the_rest() {
    main_program(
        "  real, device, allocatable :: a(:), b(:)\n  real, allocatable :: h(:)\n  integer :: i",
        "  allocate(h(2), a(2), b(3), stat=i)\n  deallocate(a, stat=i)",
        &[
            "allocate(h(2), stat=i)",
            "if (i == 0) i = hipMalloc(a, 2)",
            "if (i == 0) i = hipMalloc(b, 3)",
            "i = hipFree(a)",
            "nullify(a)",
        ],
    );
}

#[test]
fn source_and_mold_give_shape_and_values() {
    main_program(
        "  real, device, allocatable :: a(:), b(:), c(:)\n  real :: h(5)\n  real, allocatable :: k(:)",
        "  allocate(a, source=h)\n  allocate(b, source=a)\n  allocate(c(3), source=0.0)\n  allocate(k, source=a)",
        &[
            "call hipCheck(hipMalloc(a, size(h, 1)))",
            "call gpufort_copy(a, h, hipMemcpyHostToDevice)",
            "call hipCheck(hipMalloc(b, dims=[size(a, 1)], lbounds=[lbound(a, 1)]))",
            "call gpufort_copy(b, a, hipMemcpyDeviceToDevice)",
            "call hipCheck(hipMalloc(c, 3))",
            "call gpufort_fill(c, 0.0)",
            "allocate(k, mold=a)",
            "call gpufort_copy(k, a, hipMemcpyDeviceToHost)",
        ],
    );
}

#[test]
fn managed_and_pinned_data_is_used_as_it_is() {
    main_program(
        "  real, managed, allocatable :: m(:)\n  real, pinned, allocatable :: h(:)\n  logical :: ok",
        "  allocate(m(3))\n  allocate(h(3), pinned=ok)\n  m = h\n  deallocate(h)",
        &[
            "call hipCheck(hipMallocManaged(m, 3, flags=hipMemAttachGlobal))",
            "call hipCheck(hipHostMalloc(h, 3, flags=hipHostMallocDefault))",
            "ok = .true.",
            "m = h",
            "call hipCheck(hipHostFree(h))",
        ],
    );
}

#[test]
fn a_procedure_frees_its_own_data_wherever_it_returns() {
    let (text, _) = ported(
        "subroutine s(n)\n  integer :: n\n  real, device, allocatable :: a(:)\n  real, device :: b(n)\n  allocate(a(n))\n  if (n > 3) return\n  b = 0\nend subroutine s\n",
    );
    in_order(
        &text,
        &[
            "real, pointer, contiguous :: a(:)",
            "nullify(a)",
            "call hipCheck(hipMalloc(b, n))",
            "if (n > 3) then",
            "if (associated(a)) call hipCheck(hipFree(a))",
            "call hipCheck(hipFree(b))",
            "return",
            "end if",
            "call gpufort_fill(b, 0)",
            "if (associated(a)) call hipCheck(hipFree(a))",
            "call hipCheck(hipFree(b))",
            "end subroutine s",
        ],
    );
}

#[test]
fn saved_data_is_allocated_once_and_never_freed() {
    let (text, _) = ported("subroutine s()\n  real, device, save :: a(2) = 1.0\n  a(1) = 2.0\nend subroutine s\n");
    in_order(
        &text,
        &[
            "real, pointer, contiguous, save :: a(:) => null()",
            "if (.not. associated(a)) then",
            "call hipCheck(hipMalloc(a, 2))",
            "call gpufort_fill(a, 1.0)",
            "end if",
        ],
    );
    assert!(!text.contains("hipFree"), "{text}");
}

#[test]
fn dummies_are_targets_and_allocatable_ones_pointers_that_begin_empty() {
    let (text, _) = ported(
        "subroutine s(x, y)\n  real, device, intent(in) :: x(:)\n  real, device, allocatable, intent(out) :: y(:)\n  allocate(y(size(x)))\n  y = x\nend subroutine s\n",
    );
    in_order(
        &text,
        &[
            "real, target, intent(in) :: x(:)",
            "real, pointer, contiguous, intent(inout) :: y(:)",
            "if (associated(y)) call hipCheck(hipFree(y))",
            "nullify(y)",
            "call gpufort_copy(y, x, hipMemcpyDeviceToDevice)",
        ],
    );
}

#[test]
fn module_data_is_allocated_by_whoever_names_it_first() {
    let (text, _) = ported(
        "module m\n  private\n  real, device, public :: a(2) = 3.0\nend module m\nsubroutine s()\n  use m\n  a(1) = 0\nend subroutine s\n",
    );
    in_order(
        &text,
        &[
            "real, pointer, contiguous, public :: a(:) => null()",
            "public :: m_gpufort_init",
            "contains",
            "subroutine m_gpufort_init()",
            "if (associated(a)) return",
            "call hipCheck(hipMalloc(a, 2))",
            "call gpufort_fill(a, 3.0)",
            "end subroutine m_gpufort_init",
            "use m, only: m_gpufort_init",
            "call m_gpufort_init()",
            "call gpufort_copy(a(1), 0, hipMemcpyHostToDevice)",
        ],
    );
}

#[test]
fn a_generic_keeps_the_host_and_device_procedures_are_called_by_name() {
    let (text, _) = ported(
        "module m\n  interface g\n    module procedure gh, gd\n  end interface g\ncontains\n  subroutine gh(x)\n    real :: x(:)\n  end subroutine\n  subroutine gd(x)\n    real, device :: x(:)\n  end subroutine\nend module m\nprogram p\n  use m\n  real :: h(2)\n  real, device :: d(2)\n  call g(h)\n  call g(d)\nend program p\n",
    );
    in_order(&text, &["module procedure gh", "call g(h)", "call gd(d)"]);
}

#[test]
fn move_alloc_hands_the_pointer_on() {
    main_program(
        "  real, device, allocatable :: a(:), b(:)",
        "  call move_alloc(a, b)",
        &["if (associated(b)) call hipCheck(hipFree(b))", "b => a", "nullify(a)"],
    );
}

#[test]
fn a_device_array_under_a_mask_is_refused() {
    let (text, messages) = ported("program p\n  real, device :: d(2)\n  real :: h(2)\n  where (h > 0) d = 1\nend program p\n");
    assert_eq!(messages, ["`d` is device data that is assigned to under a mask"], "{text}");
    in_order(&text, &["where (h > 0) d = 1"]);
}

#[test]
fn comments_and_continuations_stay_around_a_copy() {
    main_program(
        "  real, device :: d(4)\n  real :: h(4)",
        "  d(1:2) = & ! to the device = here\n      h(3:4) ! done",
        &["call gpufort_copy(d(1:2), & ! to the device = here", "h(3:4), hipMemcpyHostToDevice) ! done"],
    );
}

#[test]
fn a_label_stays_before_the_statement_that_takes_its_place() {
    main_program(
        "  real, device, allocatable :: a(:)\n  real, device :: d(2)",
        "10 allocate(a(2))\n20 d = a",
        &["10 call hipCheck(hipMalloc(a, 2))", "20 call gpufort_copy(d, a, hipMemcpyDeviceToDevice)"],
    );
}

#[test]
fn elements_picked_by_an_array_of_subscripts_are_refused_on_the_device_only() {
    let (text, messages) = ported(
        "program p\n  real, device :: d(4)\n  real :: h(4)\n  integer :: k(2)\n  d(k) = 1.0\n  h(k) = d(1:2)\n  d(1:2) = h(k)\nend program p\n",
    );
    assert_eq!(messages, ["`d(k)` picks elements of device data by an array of subscripts"], "{text}");
    in_order(&text, &["d(k) = 1.0", "h(k) = gpufort_host(d(1:2))", "call gpufort_copy(d(1:2), h(k), hipMemcpyHostToDevice)"]);
}

#[test]
fn a_section_with_gaps_is_refused_where_the_compiler_would_gather_it() {
    let program = |dims: &str| {
        format!(
            "subroutine s(x, n)\n  integer :: n\n  real, device :: x({dims})\nend subroutine s\nprogram p\n  real, device :: d(4, 4)\n  call s(d(2, :), 4)\nend program p\n"
        )
    };
    assert_eq!(ported(&program(":")).1, Vec::<String>::new());
    let messages = ported(&program("n")).1;
    assert_eq!(messages, ["`d(2, :)` does not lie together, and the dummy argument has an explicit shape"]);
}

#[test]
fn objects_that_come_to_share_device_data_are_warned_of() {
    let (_, messages) = ported(
        "program p\n  type t\n    real, device, allocatable :: v(:)\n  end type t\n  type(t) :: a, b\n  a = b\nend program p\n",
    );
    assert_eq!(messages, ["`a` shares the device data of `b` after this"]);
}

#[test]
fn a_statement_with_branches_inside_is_refused_and_kept() {
    let source = "program p\n  real, device, allocatable :: a(:), b(:)\n  allocate(a(2), &\n#ifdef X\n    b(2), &\n#endif\n    b(3))\nend program p\n";
    let (text, messages) = ported(source);
    assert!(text.contains("#ifdef X\n    b(2), &\n#endif"), "{text}");
    assert!(!messages.is_empty());
}

/// A program with data in many places.
const PROGRAM: &str = include_str!("../../../corpora/fortran/host-data/host-data.cuf");

#[test]
fn no_beginning_of_a_program_is_too_short() {
    for end in (0..PROGRAM.len()).step_by(61) {
        let (text, _) = ported(&PROGRAM[..end]);
        assert!(text.len() + 64 > end / 2, "much was lost of the first {end} bytes");
    }
}

#[test]
fn what_is_ported_has_nothing_left_to_port() {
    let (once, messages) = ported(PROGRAM);
    assert_eq!(messages, Vec::<String>::new());
    let file = Source { path: "x.f90", bytes: once.as_bytes() };
    let again = port(&[file], &Options::default()).remove(0);
    assert_eq!(again.edits, []);
}

#[test]
fn extents_keep_the_names_that_bounds_are_written_with() {
    main_program(
        "  integer, parameter :: n = 8, m = 4\n  real, device, allocatable :: a(:,:), b(:)",
        "  allocate(a(0:n-1, 2*m+1), b(-1:n+2))",
        &[
            "call hipCheck(hipMalloc(a, dims=[n, 2*m+1], lbounds=[0, 1]))",
            "call hipCheck(hipMalloc(b, dims=[n + 4], lbounds=[-1]))",
        ],
    );
}

#[test]
fn copies_of_boxes_keep_their_parameters_under_the_names_of_the_module_gpufort() {
    let declarations = "  use cudafor\n  real, device :: a(4,4,4)\n  type(cudaMemcpy3DParms) :: p\n  integer :: i";
    main_program(
        declarations,
        "  p%srcPtr%ptr = c_devloc(a)\n  p%extent = cudaExtent(16, 4, 4)\n  i = cudaMemcpy3D(p)",
        &[
            "use gpufort",
            "type(gpufort_memcpy3DParms) :: p",
            "p%srcPtr%ptr = c_loc(a)",
            "p%extent = gpufort_extent(16, 4, 4)",
            "i = gpufort_memcpy3D(p)",
        ],
    );
}

#[test]
fn a_kernel_in_cpp_gets_a_launcher_of_its_own() {
    let source = "module m
  use iso_c_binding
  interface
    attributes(global) subroutine k(a, n) bind(c, name='ck')
      import :: c_int, c_float
      real(c_float), device :: a(*)
      integer(c_int), value :: n
    end subroutine
  end interface
contains
  attributes(global) subroutine own(n) bind(c)
    integer, value :: n
  end subroutine
end module
";
    let file = Source { path: "x.cuf", bytes: source.as_bytes() };
    let ported = port(&[file], &Options::default()).remove(0);
    assert!(ported.diagnostics.is_empty(), "{:?}", ported.diagnostics);
    let text = String::from_utf8(hipify_diagnostics::apply(source.as_bytes(), &ported.edits).unwrap()).unwrap();
    in_order(
        &text,
        &[
            "subroutine k(grid, block, shared_bytes, stream, a, n) bind(c, name='ck_launch')",
            "subroutine own(grid, block, shared_bytes, stream, n)",
        ],
    );
    let device = ported.generated.iter().find(|file| file.path == "x.hip.cpp").unwrap();
    in_order(
        &device.text,
        &[
            "extern \"C\" __global__ void own(int n)",
            "gpufort::launch(own, false, *grid, *block, bytes, stream, n);",
            "extern \"C\" __global__ void ck(float *a, int n);",
            "gpufort::launch(ck, false, *grid, *block, *bytes, *stream, a, n);",
        ],
    );
}
