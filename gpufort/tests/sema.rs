//! Source text in; types, constants and called procedures out.

use gpufort::ast::{Expr, File, Form, StmtKind};
use gpufort::parse::{Defines, parse};
use gpufort::sema::{DefaultKinds, Index, Memory, Scope, SymbolKind, Type, Value};
use gpufort::walk::walk;

fn file(text: &str) -> File {
    let file = parse(text.as_bytes(), Form::Free, &Defines::default());
    assert_eq!(file.problems, []);
    file
}

/// Calls `ask` with the scope of the unit `name` of `text` and the value of the last assignment in it.
fn last_value<T>(text: &str, name: &str, ask: impl FnOnce(Scope<'_, '_>, &Expr) -> T) -> T {
    let file = file(text);
    let index = Index::new(vec![&file], DefaultKinds::default());
    let at = index.units(0).find(|at| index.unit(at).name.key == name).unwrap();
    let mut value = None;
    walk(&index.unit(&at).body, &mut |stmt| {
        if let StmtKind::Assign { value: last, .. } = &stmt.kind {
            value = Some(last);
        }
    });
    ask(index.scope(&at), value.unwrap())
}

fn typed(text: &str, name: &str) -> (Type, usize, Memory) {
    last_value(text, name, |scope, value| scope.type_of(value).map(|typed| (typed.ty, typed.rank, typed.memory))).unwrap()
}

fn constant(declarations: &str, value: &str) -> Option<Value> {
    let text = format!("program p\nuse iso_fortran_env\n{declarations}\nx = {value}\nend program\n");
    last_value(&text, "p", |scope, value| scope.constant(value))
}

/// The name of the procedure that the last assignment's function or the last call reaches.
fn called(text: &str, name: &str) -> Option<String> {
    let file = file(text);
    let index = Index::new(vec![&file], DefaultKinds::default());
    let at = index.units(0).find(|at| index.unit(at).name.key == name).unwrap();
    let mut last = None;
    walk(&index.unit(&at).body, &mut |stmt| {
        if let StmtKind::Call(call) = &stmt.kind {
            last = index.scope(&at).resolve_call(&call.callee, &call.args);
        }
    });
    last.map(|at| index.unit(&at).name.key.to_string())
}

#[test]
fn kinds_come_from_renamed_constants_of_other_modules() {
    let text = "module kinds\n integer, parameter :: dp = selected_real_kind(15, 307)\nend module\n\
                module m\n use kinds, only: wp => dp\n private\n public :: wp\nend module\n\
                program p\n use m\n real(wp) :: a(10, 3)\n real(wp) :: x\n x = a(1, 2) * 2\nend program\n";
    assert_eq!(typed(text, "p"), (Type::Real(8), 0, Memory::Host));
}

#[test]
fn private_names_of_a_module_are_not_seen() {
    let text = "module m\n private\n real(8) :: hidden\nend module\n\
                program p\n use m\n x = hidden\nend program\n";
    assert_eq!(typed(text, "p").0, Type::Real(4), "typed implicitly");
}

#[test]
fn sections_and_vector_subscripts_have_the_rank_of_what_they_select() {
    let head = "program p\n integer :: v(3)\n real, device :: a(4, 5, 6)\n";
    assert_eq!(typed(&format!("{head} x = a(:, 2, v)\nend\n"), "p"), (Type::Real(4), 2, Memory::Device));
    assert_eq!(typed(&format!("{head} x = a(1, 2, 3)\nend\n"), "p"), (Type::Real(4), 0, Memory::Device));
}

#[test]
fn components_have_their_own_memory_only_where_they_are_allocated_apart() {
    let text = |part: &str| {
        format!(
            "module m\n type inner\n  real(8) :: v(3)\n end type\n type t\n  type(inner) :: i\n  real, device, allocatable :: d(:)\n end type\n\
             end module\nprogram p\n use m\n type(t) :: h\n type(inner), managed :: g(5)\n x = {part}\nend program\n"
        )
    };
    assert_eq!(typed(&text("h%d"), "p"), (Type::Real(4), 1, Memory::Device));
    assert_eq!(typed(&text("h%i%v(2)"), "p"), (Type::Real(8), 0, Memory::Host));
    assert_eq!(typed(&text("g(2)%v"), "p"), (Type::Real(8), 1, Memory::Managed));
}

#[test]
fn streams_are_told_from_integers_whatever_the_kind_is_called() {
    let text = "module m\n use cudafor\n integer, parameter :: sk = cuda_stream_kind\nend module\n\
                program p\n use m\n integer(kind=sk) :: s(4)\n x = s(2)\nend program\n";
    assert_eq!(typed(text, "p").0, Type::Stream);
}

#[test]
fn coordinates_are_known_in_device_code_alone() {
    let kernel = "module m\ncontains\n attributes(global) subroutine k(a)\n real :: a(:)\n integer :: i\n i = threadIdx%x\n end subroutine\nend module\n";
    assert_eq!(typed(kernel, "k").0, Type::Integer(4));
    let host = "program p\n implicit none\n integer :: x\n x = threadidx\nend program\n";
    assert_eq!(last_value(host, "p", |scope, value| scope.type_of(value)), None);
}

#[test]
fn constants_fold_through_intrinsics_and_enumerators() {
    assert_eq!(constant("integer, parameter :: n = 3, m = max(n, 7) ** 2", "m / 2"), Some(Value::Integer(24)));
    assert_eq!(constant("", "int64 + kind(1.d0)"), Some(Value::Integer(16)));
    assert_eq!(constant("enum, bind(c)\nenumerator :: a = 5, b, c\nend enum", "c"), Some(Value::Integer(7)));
    assert_eq!(constant("real :: v(0:9, 4)", "size(v) + size(v, 1)"), Some(Value::Integer(50)));
    assert_eq!(constant("integer, parameter :: a = b, b = a", "a"), None, "a circle has no value");
    assert_eq!(constant("", "modulo(-7, 3) + mod(-7, 3)"), Some(Value::Integer(1)));
}

#[test]
fn a_generic_call_takes_the_specific_whose_memory_fits() {
    let text = |object: &str| {
        format!(
            "module m\n interface s\n  module procedure s_host, s_device, s_eight\n end interface\ncontains\n\
             subroutine s_host(x)\n  real :: x(:)\n end subroutine\n\
             subroutine s_device(x)\n  real, device :: x(:)\n end subroutine\n\
             subroutine s_eight(x)\n  real(8) :: x(:)\n end subroutine\nend module\n\
             program p\n use m\n real :: h(3)\n real, device :: d(3)\n real(8) :: e(3)\n real, managed, allocatable :: u(:)\n\
             call s({object})\nend program\n"
        )
    };
    for (object, specific) in [("h", "s_host"), ("d(1:2)", "s_device"), ("e", "s_eight"), ("u", "s_device")] {
        assert_eq!(called(&text(object), "p").as_deref(), Some(specific), "{object}");
    }
}

#[test]
fn bindings_reach_the_procedures_of_extended_types() {
    let text = "module m\n type a\n contains\n  procedure :: go => go_a\n end type\n type, extends(a) :: b\n end type\ncontains\n\
                subroutine go_a(self)\n  class(a) :: self\n end subroutine\nend module\n\
                program p\n use m\n type(b) :: x\n call x%go()\nend program\n";
    assert_eq!(called(text, "p").as_deref(), Some("go_a"));
}

#[test]
fn an_interface_body_stands_for_the_external_procedure_of_its_name() {
    let text = "program p\n interface\n  attributes(global) subroutine k(a)\n   real :: a(*)\n  end subroutine\n end interface\n\
                real, device :: d(3)\n call k<<<1, 3>>>(d)\nend program\n\
                attributes(global) subroutine k(a)\n real :: a(*)\nend subroutine\n";
    let file = file(text);
    let index = Index::new(vec![&file], DefaultKinds::default());
    let program = index.units(0).next().unwrap();
    let SymbolKind::Procedure(at) = index.scope(&program).lookup("k").unwrap().kind else { panic!("a procedure") };
    assert_eq!(at.interface, None);
}

#[test]
fn an_associate_name_has_the_shape_of_what_it_stands_for() {
    let text = "program p\n real(8), device :: a(4, 5)\n associate (row => a(2, :))\n x = row\n end associate\nend program\n";
    assert_eq!(typed(text, "p"), (Type::Real(8), 1, Memory::Device));
}

#[test]
fn default_kinds_follow_the_command_line() {
    let file = file("program p\n real :: a\n x = a * 1.0\nend program\n");
    let index = Index::new(vec![&file], DefaultKinds { real: 8, integer: 8 });
    let at = index.units(0).next().unwrap();
    let mut ty = None;
    walk(&index.unit(&at).body, &mut |stmt| {
        if let StmtKind::Assign { value, .. } = &stmt.kind {
            ty = index.scope(&at).type_of(value);
        }
    });
    assert_eq!(ty.unwrap().ty, Type::Real(8));
}

#[test]
fn declarations_that_need_themselves_end() {
    let circles = [
        "integer(a) :: a\n x = a",
        "integer(kind(a)), parameter :: a = 1\n x = a",
        "real(kind=b) :: a\n integer(kind(a)), parameter :: b = kind(a)\n x = a + b",
        "associate (one => two%v, two => one%v)\n x = one + two\n end associate",
    ];
    for circle in circles {
        last_value(&format!("program p\n {circle}\nend program\n"), "p", |scope, value| {
            scope.type_of(value);
            scope.constant(value);
        });
    }
    let text = "module m\n type t\n contains\n  generic :: a => b\n  generic :: b => a\n end type\nend module\n\
                program p\n use m\n type(t) :: x\n call x%a()\nend program\n";
    assert_eq!(called(text, "p"), None);
}

#[test]
fn modules_that_use_each_other_end() {
    let text = "module a\n use b\nend module\nmodule b\n use a\nend module\nprogram p\n use a\n implicit none\n x = missing\nend program\n";
    assert_eq!(last_value(text, "p", |scope, value| scope.type_of(value)), None);
}

#[test]
fn sizes_of_derived_types_include_what_alignment_adds() {
    let text = "program p\n type t\n  integer :: n\n  real(8) :: v(2)\n  logical(1) :: l\n end type\n type(t) :: x\n y = x\nend program\n";
    let size = last_value(text, "p", |scope, value| {
        let ty = scope.type_of(value).unwrap().ty;
        scope.index().size_of(&ty, &scope)
    });
    assert_eq!(size, Some(32));
}
