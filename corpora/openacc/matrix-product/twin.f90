program twin
  implicit none
  integer, parameter :: n = 48, m = 32, l = 40
  real(8) :: a(n,m), b(m,l), c(n,l)
  integer :: i, j
  a = reshape([((real(mod(i*j, 7), 8), i = 1, n), j = 1, m)], [n,m])
  b = reshape([((real(mod(i + 2*j, 5), 8), i = 1, m), j = 1, l)], [m,l])
  c = matmul(a, b)
  print '(3f12.1)', c(1,1), c(n,l), sum(c)
end program twin
