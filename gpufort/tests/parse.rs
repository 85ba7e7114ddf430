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
