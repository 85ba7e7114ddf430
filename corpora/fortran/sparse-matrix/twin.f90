program twin
  implicit none
  integer, parameter :: n = 300
  real(8) :: a(n,n), x(n), y(n)
  integer :: i, it
  a = 0
  do i = 1, n
    if (i > 1) a(i,i-1) = -1
    a(i,i) = 2 + mod(i, 4)
    if (i + 7 <= n) a(i,i+7) = 0.5d0
  end do
  print *, n, count(a /= 0), count(a /= 0)
  x = 1
  do it = 1, 4
    y = matmul(a, x)
    x = y/maxval(abs(y))
    print '(f14.9)', maxval(abs(y))
  end do
  print '(2f14.9,i6)', x(1), x(n), maxloc(x)
end program twin
