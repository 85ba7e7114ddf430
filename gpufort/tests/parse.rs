//! Source in, tree and problems out.

use gpufort::ast::{Form, StmtKind, UnitKind};
use gpufort::parse::{Defines, parse};

const SAXPY: &str = r#"
module m
  use cudafor
  implicit none
  integer, parameter :: n = 16
contains
  attributes(global) subroutine saxpy(n, a, x, y)
    integer, value :: n
    real, value :: a
    real, device :: x(n), y(n)
    integer :: i
    i = (blockidx%x - 1) * blockdim%x + threadidx%x
    if (i <= n) y(i) = a * x(i) + y(i)
  end subroutine saxpy
end module m

program main
  use m
  real, allocatable, device :: x_d(:), y_d(:)
  real :: x(n), y(n), total
  integer :: i
  allocate(x_d(n), y_d(0:n-1), stat=i)
  x_d = x; y_d = 1.0e0_4
  call saxpy<<<(n + 255) / 256, 256, 0, &
               stream>>>(n, 2.0, x_d, y_d)
  !$cuf kernel do(1) <<<*, (32, 4)>>> &
  !$cuf& reduce(+:total)
  do i = 1, n
    total = total + y_d(i)
  end do
  !@cuf call only_cuda()
  if (total > 1.eq.2) then
    print *, 'it''s', total
  else if (total .lt. 3) then
    stop 1
  else
    write (*, '(a)') "x"
  end if
end program main
"#;

#[test]
fn a_program_with_a_kernel_is_understood() {
    let file = parse(SAXPY.as_bytes(), Form::Free, &Defines::default());
    assert_eq!(file.problems, []);
    assert_eq!(file.units.len(), 2);
    assert!(file.units[0].procedures[0].is_kernel());
    let main = &file.units[1];
    assert_eq!(main.kind, UnitKind::Program);
    assert_eq!(main.spec.len(), 4);
    let kinds: Vec<&StmtKind> = main.body.iter().map(|stmt| &stmt.kind).collect();
    assert!(matches!(
        kinds[..],
        [
            StmtKind::Allocate(_),
            StmtKind::Assign { .. },
            StmtKind::Assign { .. },
            StmtKind::Call(_),
            StmtKind::CufKernel(_),
            StmtKind::Cuf { .. },
            StmtKind::If(_)
        ]
    ));
    let StmtKind::Call(call) = kinds[3] else { panic!() };
    let chevron = call.chevron.as_ref().unwrap();
    assert_eq!(chevron.args.len(), 4);
    assert!(chevron.span.of(SAXPY.as_bytes()).ends_with(b"stream>>>"));
    let StmtKind::CufKernel(kernel) = kinds[4] else { panic!() };
    assert!(kernel.body.is_some());
    assert_eq!(kernel.reduce[0].1[0].key, "total");
}

/// The kind of the only statement of a program, with what the tree says about it.
fn kind_of(statement: &str) -> String {
    let source = format!("program p\n{statement}\nend\n");
    let file = parse(source.as_bytes(), Form::Free, &Defines::default());
    assert_eq!(file.problems, [], "{statement}");
    let unit = &file.units[0];
    let mut statements = unit.spec.iter().chain(&unit.body);
    let first = statements.next().unwrap();
    assert_eq!(first.span.of(source.as_bytes()), statement.as_bytes(), "{statement}");
    assert!(statements.next().is_none(), "{statement} is one statement");
    format!("{:?}", first.kind)
}

#[test]
fn every_statement_has_its_kind() {
    for (statement, kind) in [
        ("use, intrinsic :: m, only: a => b, operator(+)", "Use("),
        ("implicit none", "Implicit { none: true"),
        ("implicit real(8) (a-h, o-z)", "Implicit { none: false"),
        ("real(kind=8), device, dimension(:), allocatable :: a, b(3), c(0:*)", "Declare("),
        ("character*8 c*4", "Declare("),
        ("character(len=*), parameter :: s = 'it''s'", "Declare("),
        ("integer, pointer :: p => null()", "Declare("),
        ("class(*), intent(in out) :: x(..)", "Declare("),
        ("procedure(f), pointer :: p", "Declare("),
        ("double precision x", "Declare("),
        ("attributes(device) :: a", "Attributes { attribute: Attribute { span: Span { start: 10, end: 28 }, kind: Device"),
        ("save", "Attributes"),
        ("dimension a(3), b(n, m)", "Attributes"),
        ("parameter (n = 3, m = n)", "Parameter("),
        ("type, bind(c), extends(p) :: t\n sequence\n real :: a\ncontains\n procedure :: f => g\nend type t", "DerivedType("),
        ("interface g\n module procedure a, b\nend interface", "Interface("),
        ("interface\n subroutine s(a)\n real a\n end subroutine\nend interface", "Interface("),
        ("enum, bind(c)\n enumerator :: a = 1, b\nend enum", "Enum("),
        ("a%b(1:n:2, i)%c = [real :: 1, 2] + (/ 3, 4 /)", "Assign"),
        ("p(0:) => t", "Point"),
        ("call o%m(1)%s", "Call("),
        ("call k<<<*, dim3(1, 2, 3), 0, stream=s>>>(a, *10, n=3)", "Call("),
        ("allocate(real(8) :: a(n)%b(0:m), stat=i, source=c)", "Allocate("),
        ("deallocate(a, b%c(1)%d, stat=i)", "Deallocate"),
        ("nullify(p, q)", "Nullify"),
        ("if (a) then\n b = 1\nelse if (c) then\nelse\nend if", "If("),
        ("if (a > b) goto 10", "IfOne"),
        ("do i = 1, n, 2\n x = 1\nend do", "Do("),
        ("outer: do\n exit outer\nend do outer", "Do("),
        ("do while (a)\nend do", "Do("),
        ("do concurrent (i = 1:n, j = 1:m:2, a(i) > 0)\nend do", "Do("),
        ("select case (i)\ncase (1, 3:, :0)\n x = 1\ncase default\nend select", "Select("),
        ("where (a > 0)\n a = 1\nelsewhere (b)\n a = 2\nelsewhere\n a = 3\nend where", "Where"),
        ("where (a > 0) a = 1", "Where"),
        ("associate (a => b%c, d => e + 1)\n a = d\nend associate", "Associate"),
        ("block\n integer :: i\n i = 1\nend block", "Block"),
        ("select type (a => b)\ntype is (integer)\n c = 1\nclass default\nend select", "Other"),
        ("forall (i = 1:n)\n a(i) = i\nend forall", "Forall"),
        ("forall (i = 1:n, j = 1:m:2, a(i) > 0) a(i) = i", "Forall"),
        ("cycle", "Cycle(None"),
        ("exit outer", "Exit(Some"),
        ("go to 10", "Goto(10"),
        ("go to (10, 20), k", "ComputedGoto { labels: [10, 20]"),
        ("if (a - b) 10, 20, 10", "ArithmeticIf"),
        ("continue", "Continue"),
        ("return", "Return"),
        ("stop 'bad'", "Stop { error: false"),
        ("error stop", "Stop { error: true"),
        ("print *, a, (b(i), i = 1, n)", "Io { keyword: \"print\""),
        ("write (unit=*, fmt='(a)', advance='no') a, b", "Io { keyword: \"write\""),
        ("read *, a", "Io { keyword: \"read\""),
        ("open (newunit=u, file='f')", "Io { keyword: \"open\""),
        ("!$cuf kernel do(2) <<<(*, 1), (32, 4), stream=s>>> reduce(+:a, b)\ndo i = 1, n\nend do", "CufKernel("),
        ("!@cuf call s", "Cuf"),
        ("CHECK(a, b)", "Opaque"),
        ("if (a) CHECK(b)", "IfOne"),
        ("data a /1, 2/", "Opaque"),
        ("common /c/ a(3), b, /d/ e // f", "Common("),
        (
            "implicit real*8 (a-h, o), character*4 (c), type(t) (q), integer(8) (x-z)",
            "Implicit { none: false, letters: [(TypeSpec",
        ),
        ("implicit double precision (a-h, o-z)", "Implicit { none: false, letters: [(TypeSpec"),
        ("include 'x.inc'", "Include(\"x.inc\""),
        ("namelist /n/ a", "Opaque"),
    ] {
        let found = kind_of(statement);
        assert!(found.starts_with(kind), "{statement}: {found}");
    }
}

#[test]
fn operators_bind_as_the_standard_says() {
    for (expression, same) in [
        ("-a ** 2 ** b", "-(a ** (2 ** b))"),
        ("-a * b + c", "(-(a * b)) + c"),
        ("a - b - c", "(a - b) - c"),
        ("a // b == c // d", "(a // b) == (c // d)"),
        (".not. a .and. b .or. c .eqv. d", "(((.not. a) .and. b) .or. c) .eqv. d"),
        ("a + b < c .and. 1.eq.2", "((a + b) < c) .and. (1 == 2)"),
        ("a .op. b + c", "a .op. (b + c)"),
        (".inv. a * b", "(.inv. a) * b"),
    ] {
        assert_eq!(shape(expression), shape(same), "{expression}");
    }
}

/// An expression's tree, without spans and parentheses.
fn shape(expression: &str) -> String {
    let source = format!("x = {expression}\nend\n");
    let file = parse(source.as_bytes(), Form::Free, &Defines::default());
    assert_eq!(file.problems, [], "{expression}");
    let StmtKind::Assign { value, .. } = &file.units[0].body[0].kind else { panic!("{expression}") };
    tree(value)
}

fn tree(expr: &gpufort::ast::Expr) -> String {
    use gpufort::ast::ExprKind;
    match &expr.kind {
        ExprKind::Binary { op, left, right } => format!("({} {op:?} {})", tree(left), tree(right)),
        ExprKind::Unary { op, operand } => format!("({op:?} {})", tree(operand)),
        ExprKind::Parens(inner) => tree(inner),
        ExprKind::Name(name) => name.to_string(),
        ExprKind::Integer { digits, .. } => digits.to_string(),
        other => format!("{other:?}"),
    }
}

#[test]
fn what_is_not_understood_is_named_and_the_rest_is_read() {
    for (source, problem, at) in [
        ("x = (1 + \ny = 2\nend\n", "the statement is not understood", "x = (1 +"),
        ("x = 'a\ny = 2\nend\n", "the string has no closing quote", "'a"),
        ("if (a) then\ny = 2\nend\n", "`end if` is missing", "if (a) then"),
        ("do i = 1, 2\n if (a) then\n end do\ny = 2\nend\n", "`end if` is missing", "if (a) then"),
        ("end do\ny = 2\nend\n", "the statement has no construct or unit that it belongs to", "end do"),
        ("y = 1\nend if\ny = 2\nend\n", "the statement has no construct that it belongs to", "end if"),
        ("!$cuf kernel do\ny = 2\nend\n", "no loop follows the directive", "!$cuf kernel do"),
        ("!$cuf kernel for\ny = 2\nend\n", "the `!$cuf` directive is not understood", "!$cuf kernel for"),
        ("y = 2\n", "the program has no `end`", ""),
        ("subroutine s\ny = 2\n", "`s` has no `end`", "subroutine s"),
        ("y = 2\nx = a + &\n", "nothing follows the continuation mark `&`", "&"),
    ] {
        let file = parse(source.as_bytes(), Form::Free, &Defines::default());
        let found: Vec<(&str, &str)> = file
            .problems
            .iter()
            .map(|p| (p.message.as_str(), std::str::from_utf8(p.span.of(source.as_bytes())).unwrap()))
            .collect();
        assert!(found.contains(&(problem, at)), "{source}: {found:?}");
        let rest =
            gpufort::ast::Span { start: source.find("y = 2").unwrap() as u32, end: source.find("y = 2").unwrap() as u32 + 5 };
        let kept = file
            .units
            .iter()
            .flat_map(|unit| unit.spec.iter().chain(&unit.body))
            .any(|stmt| stmt.span.start <= rest.start && stmt.span.end >= rest.end);
        assert!(kept, "{source}: the statement after it is lost");
    }
}
