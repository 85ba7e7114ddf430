program twin
  implicit none
  integer, parameter :: n = 30, m = 20
  real(8) :: p(0:n+1,0:m+1), rhs(n,m), new, res
  integer :: it, c, i, j
  p = 0
  p(0,:) = 1
  rhs = 0
  rhs(n/2,m/2) = -1
  do it = 1, 40
    res = 0
    do c = 0, 1
      do j = 1, m
        do i = 1, n
          if (mod(i + j, 2) /= c) cycle
          new = 0.25d0*(p(i-1,j) + p(i+1,j) + p(i,j-1) + p(i,j+1) - rhs(i,j))
          res = max(res, abs(new - p(i,j)))
          p(i,j) = p(i,j) + 1.2d0*(new - p(i,j))
        end do
      end do
    end do
  end do
  print '(4f12.7)', res, p(1,1), p(n/2,m/2), p(n,m/2)
end program twin
