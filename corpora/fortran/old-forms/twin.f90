program twin
  implicit none
  integer, parameter :: n = 10, lda = 12
  real(8) :: x(n), y(n), a(lda,n), total, trace
  integer :: i, j, step
  x = [(dble(i)**3/3.25d0, i = 1, n)]
  y = 1.5d0
  do step = 1, 4
    y = y + merge(1.5d0, 0.5d0, mod(step, 2) == 0)*x
  end do
  print '(1x,a8,2x,a4,4f12.4)', 'RESULTS', 'M', y(1:n:3)
  a = 0
  do j = 1, n
    do i = 1, j
      a(i,j) = i + 100.d0*j
    end do
  end do
  total = sum(a(1,:))
  trace = sum([(a(i,i), i = 1, n)])
  print '(4f12.3)', trace, 2*a(3,3), total, a(2,2)
end program
