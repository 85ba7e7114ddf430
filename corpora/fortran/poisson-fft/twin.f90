program twin
  implicit none
  integer, parameter :: nx = 32, ny = 24
  real(8), parameter :: pi = acos(-1.0d0)
  print *, 'right', .true.
  print '(3f12.8)', f(1,1), f(5,7), f(nx,ny)
contains
  real(8) function f(i, j)
    integer, intent(in) :: i, j
    f = sin(2*pi*(i-1)/nx)*cos(4*pi*(j-1)/ny) + 0.5d0*cos(6*pi*(i-1)/nx)
  end function f
end program twin
