program twin
  implicit none
  integer, parameter :: n = 500
  real(8) :: x(n), y(n), d(n)
  integer :: i
  x = [(real(mod(i, 13), 8), i = 1, n)]
  y = [(real(mod(i, 7), 8), i = 1, n)]
  d = sqrt(x*x + y*y)
  where (d > 0)
    x = x/d
    y = y/d
  end where
  print '(3f12.6)', x(1), y(n), sum(sqrt(x*x + y*y))
end program twin
