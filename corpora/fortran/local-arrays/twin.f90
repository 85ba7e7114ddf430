program twin
  implicit none
  real(8), parameter :: nodes(3) = [-0.5d0, 0.d0, 0.5d0]
  integer, parameter :: stencil(2,3) = reshape([1, 0, 0, 1, -1, -1], [2,3])
  integer, parameter :: n = 9
  real(8) :: x(n), r(9,n)
  integer :: i
  x = [(0.25d0*i - 0.5d0, i = 1, n)]
  do i = 1, n
    call local_work(i, x, r)
    print '(9f10.3)', r(:,i)
  end do
contains
  subroutine local_work(t, x, r)
    integer, intent(in) :: t
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: r(9,n)
    real(8) :: a(3,3), v(3), w(3), s
    integer :: i, j, k(4)
    v = nodes + x(t)
    w(:) = 2.d0*v(:) - 1.d0
    r(1,t) = sum(v*w)
    a = 0.d0
    do i = 1, 3
      a(i,i) = x(t)
      a(i,1) = a(i,1) + i
    end do
    a(2,:) = a(2,:) + v
    w = a(:,1)
    r(2,t) = sum(a) + w(3)
    r(3,t) = maxval(v) - minval(w)
    r(4,t) = dot_product(v, w)
    s = 0.d0
    do j = 1, 3
      do i = 1, 3
        s = s + a(i,j)*v(i)*w(j)
      end do
    end do
    r(5,t) = s
    k = (/ 4, 3, 2, 1 /)
    k(1:2) = k(3:4)
    r(6,t) = k(1)*1000 + k(2)*100 + k(3)*10 + k(4)
    r(7,t) = stencil(1,mod(t,3)+1) + 10*stencil(2,mod(t,3)+1)
    r(8,t) = product(v(1:2)) + count(v > 0.d0)
    if (any(v < 0.d0)) then
      r(9,t) = -1
    else if (all(v > 1.d0)) then
      r(9,t) = 1
    else
      r(9,t) = 0
    end if
  end subroutine local_work
end program twin
