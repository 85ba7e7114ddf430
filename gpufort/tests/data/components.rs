//! Device components of derived types: pointers, freed with what holds them.

use super::{in_order, main_program, ported};

#[test]
fn components_and_arrays_of_derived_types_are_pointers_too() {
    main_program(
        "  type t\n    integer :: n\n    real, device, allocatable :: v(:)\n  end type t\n  type q\n    integer :: i\n  end type q\n  type(t) :: a(2)\n  type(q), device, allocatable :: d(:)\n  type(q) :: one",
        "  allocate(a(1)%v(4), d(0:2))\n  a(1)%v = 1.0\n  d(2)%i = 5\n  one = d(1)\n  deallocate(d)",
        &[
            "real, pointer, contiguous :: v(:) => null()",
            "type(q), pointer, contiguous :: d(:) => null()",
            "call hipCheck(hipMalloc(a(1)%v, 4))",
            "call c_f_pointer(gpufort_malloc(int(storage_size(d) / 8, c_size_t) * int(3, c_size_t)), d, [3])",
            "d(0:) => d",
            "call gpufort_fill(a(1)%v, 1.0)",
            "call gpufort_copy(d(2)%i, 5, hipMemcpyHostToDevice)",
            "call gpufort_copy(one, d(1), hipMemcpyDeviceToHost)",
            "call hipCheck(hipFree(c_loc(d)))",
        ],
    );
}

#[test]
fn device_components_of_own_variables_are_freed_where_the_procedure_returns() {
    let source = "module m
  type box
    integer :: n
    real, device, allocatable :: v(:)
  end type
  type shelf
    type(box) :: one
    type(box), allocatable :: more(:)
  end type
contains
  subroutine work(n)
    integer :: n
    type(box) :: b
    type(shelf) :: s(2)
    type(box), allocatable :: c(:)
    allocate(b%v(n))
    if (n > 3) return
    deallocate(c)
  end subroutine
end module
";
    let (text, messages) = ported(source);
    assert_eq!(messages, Vec::<String>::new(), "{text}");
    let each = [
        "if (associated(b%v)) call hipCheck(hipFree(b%v))",
        "block",
        "integer :: i1_",
        "do i1_ = lbound(s, 1), ubound(s, 1)",
        "if (associated(s(i1_)%one%v)) call hipCheck(hipFree(s(i1_)%one%v))",
        "if (allocated(s(i1_)%more)) then",
        "do i8_ = lbound(s(i1_)%more, 1), ubound(s(i1_)%more, 1)",
        "if (associated(s(i1_)%more(i8_)%v)) call hipCheck(hipFree(s(i1_)%more(i8_)%v))",
        "if (allocated(c)) then",
        "if (associated(c(i1_)%v)) call hipCheck(hipFree(c(i1_)%v))",
    ];
    let before_return = [&["if (n > 3) then"][..], &each, &["return", "end if"]].concat();
    let before_deallocation =
        ["block", "if (associated(c(i1_)%v)) call hipCheck(hipFree(c(i1_)%v))", "end block", "deallocate(c)"];
    in_order(&text, &[&before_return[..], &before_deallocation, &each].concat());
}

#[test]
fn device_components_that_two_variables_share_are_not_freed() {
    let source = "module m
  type box
    real, device, allocatable :: v(:)
  end type
contains
  subroutine work(a)
    type(box) :: a, b
    b = a
  end subroutine
end module
";
    let (text, messages) = ported(source);
    assert_eq!(messages, ["`b` shares the device data of `a` after this"]);
    assert!(!text.contains("hipFree"), "{text}");
}
