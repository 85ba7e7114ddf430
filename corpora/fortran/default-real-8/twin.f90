program twin
  implicit none
  integer, parameter :: n = 50
  real(8), parameter :: third = 1.d0/3.d0
  real(8) :: y(n), t, h, k1, k2, k3, k4
  integer :: i, s
  h = 0.01d0
  y = [(0.1d0*i, i = 1, n)]
  do i = 1, n
    t = 0
    do s = 1, 100
      k1 = f(t, y(i))
      k2 = f(t + 0.5d0*h, y(i) + 0.5d0*h*k1)
      k3 = f(t + 0.5d0*h, y(i) + 0.5d0*h*k2)
      k4 = f(t + h, y(i) + h*k3)
      y(i) = y(i) + h/6*(k1 + 2*k2 + 2*k3 + k4)
      t = t + h
    end do
  end do
  print *, 'bytes', 8
  print '(3f18.11)', y(1), y(n), sum(y*1.1d0)
  print '(f12.6)', real(y(1))
contains
  real(8) function f(t, y)
    real(8), intent(in) :: t, y
    f = -2*y + third*t
  end function f
end program twin
