program twin
  implicit none
  integer, parameter :: N = 40000
  real :: x(N), y(N)
  x = 1.0; y = 2.0
  y = y + 2.0*x
  write(*,*) 'Max error: ', maxval(abs(y-4.0))
  write(*,'(a,f10.1)') 'sum: ', sum(y)
end program twin
