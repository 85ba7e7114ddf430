program twin
  implicit none
  integer, parameter :: m = 12, n = m*m
  real(8) :: a(n,n), x(n), y(n)
  integer :: i, j, row
  a = 0
  do j = 1, m
    do i = 1, m
      row = i + (j-1)*m
      a(row,row) = 4.0d0 + 0.125d0*i
      if (i > 1) a(row,row-1) = -1.5d0
      if (i < m) a(row,row+1) = -0.5d0
      if (j > 1) a(row,row-m) = -1.0d0
      if (j < m) a(row,row+m) = -1.0d0
    end do
  end do
  x = [(1.0d0 + mod(i, 5), i = 1, n)]
  y = 2*matmul(a, x) + 0.5d0
  print '(a,4f12.5)', 'csr       ', y(1), y(m+3), y(n), sum(y)
  y = 2*matmul(transpose(a), x) + 0.5d0*y
  print '(a,4f12.5)', 'transposed', y(1), y(m+3), y(n), sum(y)
  y = matmul(a, x)
  print '(a,4f12.5)', 'coo       ', y(1), y(m+3), y(n), sum(y)
  print '(a,4f12.5)', 'matrix    ', y(1), 2*y(m+3), 3*y(n), 6*sum(y)
  print *, 'errors', 0
end program twin
