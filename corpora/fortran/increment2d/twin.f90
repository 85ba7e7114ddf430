program twin
  implicit none
  integer, parameter :: nx = 107, ny = 53
  integer :: a(nx,ny), i, j
  do j = 1, ny
    do i = 1, nx
      a(i,j) = 1 + 3*i - j
    end do
  end do
  print '(4i8)', a(1,1), a(nx,1), a(1,ny), a(nx,ny)
  print '(i12)', sum(a)
end program twin
