program twin
  implicit none
  integer, parameter :: n = 64, m = 32, l = 48
  real :: a(n,m), b(m,l), c(n,l)
  real(8) :: q(n,n), w(n)
  integer :: i, j
  do j = 1, m
    do i = 1, n
      a(i,j) = mod(i + 2*j, 7) - 3
    end do
  end do
  do j = 1, l
    do i = 1, m
      b(i,j) = mod(3*i + j, 5) - 2
    end do
  end do
  c = matmul(a, b)
  print '(a,3f10.1)', 'kernel', c(1,1), c(n,l), sum(c*c)
  c = c + 2
  print '(a,3f10.1)', 'sgemm', c(1,1), c(n,l), sum(c*c)
  c = 0.5*(c - 2)
  print '(a,3f10.1)', 'handle', c(1,1), c(n,l), sum(c*c)
  do j = 1, n
    do i = 1, n
      q(i,j) = mod(i*j, 9)
    end do
  end do
  w = sum(q, dim=1)
  print '(a,3f10.1)', 'dgemv', w(1), w(n), sum(w)
end program twin
