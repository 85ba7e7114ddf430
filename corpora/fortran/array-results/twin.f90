module vectors
  implicit none
  real(8), parameter :: slope = 1d0 / tan(10d0 * acos(-1d0) / 180d0)**2
contains
  function cross(a, b) result(c)
    real(8), intent(in) :: a(3), b(3)
    real(8) :: c(0:2)
    c(0) = a(2)*b(3) - a(3)*b(2)
    c(1) = a(3)*b(1) - a(1)*b(3)
    c(2) = a(1)*b(2) - a(2)*b(1)
  end function
  function unit3(k)
    integer, value :: k
    real(8), dimension(3) :: unit3
    unit3 = 0
    unit3(k) = 1
  end function
  subroutine scale(x, factor, shift, weights, seen)
    real(8), intent(inout) :: x(3)
    real(8), intent(in), optional :: factor, shift
    real(8), intent(in), optional :: weights(3)
    integer, intent(out), optional :: seen
    integer :: n
    n = 0
    if (present(factor)) then
      x = x * factor
      n = n + 1
    end if
    if (present(shift)) x = x + shift
    if (present(weights)) then
      x = x * weights
      n = n + 10
    end if
    if (.not. present(shift)) n = n + 100
    if (present(seen)) seen = n
  end subroutine
  subroutine outer(x, factor, list)
    real(8), intent(inout) :: x(3)
    real(8), optional, intent(in) :: factor
    real(8), optional, intent(in) :: list(:)
    call scale(x, factor)
    if (present(list)) x(1) = x(1) + sum(list)
  end subroutine
  subroutine k(a, b, r, seen, i)
    real(8) :: a(3,*), b(3,*), r(3,*)
    integer :: seen(*)
    integer :: i
    real(8) :: t(3)
    r(:,i) = cross(a(:,i), b(:,i)) + 2d0 * cross(unit3(1), unit3(2))
    t = cross(r(:,i), a(:,i))
    r(1,i) = r(1,i) + dot_product(cross(a(:,i), b(:,i)), t) + maxval(unit3(2))
    t = cross(t, t + 1d0)
    call scale(t, 2d0, seen=seen(i))
    if (mod(i,2) == 0) call scale(t, shift=1d0 + t(1), weights=unit3(3))
    call outer(t)
    call outer(t, 0.5d0)
    call outer(t, list=a(1:2,i))
    r(:,i) = r(:,i) + t + slope
    associate (c => cross(a(:,i), t))
      r(2,i) = r(2,i) + c(3)
    end associate
  end subroutine
end module vectors
program array_results
  use vectors
  implicit none
  integer, parameter :: n = 8
  real(8) :: a(3,n), b(3,n), r(3,n)
  real(8) :: ad(3,n), bd(3,n), rd(3,n)
  integer :: seen(n), i
  integer :: sd(n)
  do i = 1, n
    a(:,i) = [sin(dble(i)), cos(dble(i)), dble(i)]
    b(:,i) = [1d0, dble(i), -2d0]
  end do
  ad = a; bd = b
  do i = 1, n
    call k(ad, bd, rd, sd, i)
  end do
  r = rd; seen = sd
  print '(3f14.8)', r
  print '(8i5)', seen
end program array_results
