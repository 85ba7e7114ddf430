module owned_m
  implicit none
  type point
    integer :: id
    real(8) :: x(3)
  end type
  type, extends(point) :: tagged
    logical :: on
  end type
  type box
    type(point), allocatable :: p(:)
    real, allocatable :: m(:,:)
    real, allocatable :: h(:)
    real, pointer :: alias(:)
  end type
  real, allocatable, target :: pool(:)
  real, target :: fixed_pool(4) = [1.0, 2.0, 3.0, 4.0]
  complex(8) :: z
  integer, parameter :: big = selected_int_kind(15)
contains
  recursive integer function depth(n) result(d)
    integer, intent(in) :: n
    integer, allocatable :: t(:)
    integer :: h(2)
    allocate(t(2)); t = n
    h = t
    if (n == 0) then
      d = 0
      return
    end if
    d = h(1) + depth(n - 1)
  end function depth
  subroutine maybe(x, y, n)
    real, optional :: x(:)
    real, allocatable, optional, intent(out) :: y(:)
    integer, intent(out) :: n
    n = 0
    if (present(x)) n = size(x)
    if (present(y)) then
      allocate(y(0:3))
      y = 4.5
      n = n + 100
    end if
  end subroutine maybe
  subroutine counting(total)
    real, intent(out) :: total
    real, save :: acc = 10.0
    real :: kept(2) = [5.0, 6.0]
    real :: k(2)
    acc = acc + 1.0
    kept(1) = acc
    k = kept
    total = sum(k)
  end subroutine counting
  subroutine statement_form(a, n)
    integer n
    real a, b, c(n)
    dimension a(n)
    c = a
    b = c(1)
    c(n) = b
    a = c
  end subroutine statement_form
end module owned_m
program twin
  use owned_m
  implicit none
  type(point), allocatable :: pd(:)
  type(point) :: ph(3), one
  type(box), target :: bx, boxes(2)
  real, allocatable, target :: a(:), b(:), c(:,:), mixed(:)
  real, allocatable :: h(:), hs(:)
  real, pointer :: view(:)
  real, pointer :: tex(:)
  real :: s, host3(3), tot
  real :: d3(3), e1; logical :: flags(3)
  logical :: fl(3)
  integer(big) :: nn
  integer(1), allocatable :: bytes(:)
  integer(1) :: hb(4)
  integer :: i, n, stat
  character(60) :: msg
  complex(8) :: zd(2)
  complex :: zs(2)
  ph%id = [1, 2, 3]
  do i = 1, 3
    ph(i)%x = i
  end do
  allocate(pd(3), stat=stat)
  pd = ph
  pd(2)%x(1) = 20.5d0
  pd(1:2)%id = [7, 8]
  one = pd(2)
  print '(i4,3f6.1)', one%id, one%x
  i = pd(3)%id
  ph%id = pd%id
  print '(4i4)', i, ph%id
  s = pd(2)%x(1) + pd(3)%x(2)
  print '(f8.2)', s
  deallocate(pd)
  nn = 4
  if (nn > 3) allocate(a(nn), b(2*nn - 1), h(3), stat=stat, errmsg=msg)
  if (stat /= 0) stop 1
  a = [1.0, 2.0, 3.0, 4.0]; b = -1.0
  h = a(2:4)
  print '(3f6.1)', h
  if (a(1) > 0.5 .and. sum(a) > 9) print '(a)', 'yes'
  print '(4f6.1)', a
  s = a(1) * 2 + maxval(b) ; print '(f6.1)', s
  do i = int(a(1)), int(a(3))
    s = s + i
  end do
  print '(f6.1)', s
  call move_alloc(a, mixed)
  print '(2l3,i4)', allocated(a), allocated(mixed), size(mixed)
  allocate(hs, source=mixed)
  print '(4f6.1)', hs
  view => mixed(2:3)
  view = 9.0
  tex => mixed
  hs = tex
  print '(4f6.1)', hs
  allocate(bx%p(2), bx%m(0:1,2), bx%h(3), boxes(2)%p(1))
  bx%p = ph(1:2)
  bx%m = 2.5
  bx%m(0,2) = 7
  bx%h = [1., 2., 3.]
  boxes(2)%p(1) = bx%p(2)
  one = boxes(2)%p(1)
  print '(i4,3f6.1,2f6.1)', one%id, one%x, sum(bx%m), sum(bx%h)
  bx%alias => mixed
  s = bx%alias(4)
  print '(f6.1,2l3)', s, allocated(bx%p), allocated(boxes(1)%p)
  deallocate(bx%p, bx%m, bx%h, boxes(2)%p)
  z = (1.0d0, 2.0d0)
  print '(2f6.1)', z
  host3 = fixed_pool(1:3)
  print '(3f6.1)', host3
  allocate(pool(3)); pool = host3; pool(2:3) = pool(1:2)
  host3 = pool; print '(3f6.1)', host3
  call maybe(n=n); print '(i5)', n
  call maybe(pool, n=n); print '(i5)', n
  call maybe(x=pool(1:2), y=b, n=n); print '(3i5)', n, lbound(b), size(b)
  call counting(tot); call counting(tot); print '(f6.1)', tot
  d3 = [1., 2., 3.]
  call statement_form(d3, 3)
  host3 = d3; print '(3f6.1)', host3
  print '(i5)', depth(4)
  flags = [.true., .false., .true.]; fl = flags; print '(3l3)', fl
  flags(2) = host3(1) < 5; fl = flags; print '(3l3)', fl
  zd = (1.0, -1.0); zs = zd; print '(4f5.1)', zs
  zd(1) = 3; zs = 2*zd; print '(4f5.1)', zs
  allocate(bytes(4)); bytes = 7_1; bytes(2) = 300/100; hb = bytes; print '(4i4)', hb
  associate (w => pool(2:3))
    w = 11.0
  end associate
  s = pool(3); print '(f6.1)', s
  block
    real :: inner(3)
    inner = pool
    print '(3f6.1)', inner
  end block
  goto 10
  s = 0
10 s = pool(1)
  print '(f6.1)', s
  allocate(c(2,2), source=0.5)
20 if (.not. allocated(c)) stop 2
  c(:,1) = [3., 4.]
  print '(4f6.1)', c(1:2,1:2)
  deallocate(c, mixed)
  e1 = 2.5
  s = e1
  print '(f6.1)', s
end program twin
