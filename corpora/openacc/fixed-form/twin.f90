program twin
  implicit none
  integer, parameter :: n = 64
  real(8) :: x(n), y(n)
  integer :: i, j
  x = [(mod(i, 5), i = 1, n)]
  y = [(sum([(mod(i*j, 3)*x(j), j = 1, n)]), i = 1, n)]
  print '(3f10.1)', y(1), y(n), sum(y)
end program twin
