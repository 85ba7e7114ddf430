program twin
  implicit none
  integer, parameter :: m = 7, n = 40
  real :: a(m,n)
  integer :: i, j
  do j = 1, n
    do i = 1, m
      a(i,j) = ((i + 0.25*j)*(i*2.0) - 1.0)*(i*0.5)
    end do
  end do
  print '(4f10.3)', a(1,1), a(m,1), a(1,n), sum(a)
  print *, 'errors', 0
end program twin
