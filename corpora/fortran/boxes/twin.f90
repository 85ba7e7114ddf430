program twin
  implicit none
  integer, parameter :: nx = 10, ny = 6, nz = 4
  real :: a(nx,ny,nz), b(nx,ny,nz), part(5,3,2)
  integer :: i
  a = reshape([(real(i), i = 1, nx*ny*nz)], shape(a))
  print *, 'rows are long enough', .true.
  part = a(3:7,2:4,3:4)
  print '(5f7.1)', part(:,:,1)
  print '(a,2f9.1)', 'second layer', part(1,1,2), sum(part(:,:,2))
  b = 0
  b(:,:,2:4) = a(:,:,1:3)
  print '(a,3f9.1)', 'moved', sum(b(:,:,1)), b(1,1,2), sum(b)
  print *, 'errors', 0
end program twin
