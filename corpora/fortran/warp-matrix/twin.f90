program twin
  implicit none
  integer, parameter :: n = 37, m = 75
  real(8) :: a(m,n)
  integer :: i, j
  a = reshape([((real(mod(i*j + i, 12), 8), i = 1, m), j = 1, n)], [m,n])
  print '(3f10.1)', sum(a(:,1)), sum(a(:,n)), sum(a)
  print '(3f10.1)', maxval(a(:,1)), maxval(a(:,n)), sum(maxval(a, dim=1))
  print '(3i6)', count(a(:,1) > 5), count(a(:,n) > 5), count(a > 5)
end program twin
