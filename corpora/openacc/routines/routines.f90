! Procedures that run on the device, named in their own specification part and by a name elsewhere.
module geometry
  implicit none
contains
  pure real(8) function distance(x, y)
    !$acc routine seq
    real(8), intent(in) :: x, y
    distance = sqrt(x*x + y*y)
  end function distance

  subroutine normalise(x, y)
    !$acc routine seq
    real(8), intent(inout) :: x, y
    real(8) :: d
    d = distance(x, y)
    if (d > 0) then
      x = x/d
      y = y/d
    end if
  end subroutine normalise
end module geometry

program routines
  use geometry
  implicit none
  integer, parameter :: n = 500
  real(8) :: x(n), y(n), total
  integer :: i
  x = [(real(mod(i, 13), 8), i = 1, n)]
  y = [(real(mod(i, 7), 8), i = 1, n)]
  total = 0
  !$acc parallel loop copy(x, y) reduction(+:total)
  do i = 1, n
    call normalise(x(i), y(i))
    total = total + distance(x(i), y(i))
  end do
  print '(3f12.6)', x(1), y(n), total
end program routines
