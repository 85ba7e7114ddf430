program twin
  implicit none
  integer, parameter :: n = 256
  real :: a(n), b(n), old(n)
  integer :: i, it
  a = [(real(mod(i, 8)), i = 1, n)]
  do it = 1, 5
    b = a
    b(2:n-1) = (a(1:n-2) + 2*a(2:n-1) + a(3:n))*0.25
    old = a
    a = b
  end do
  print '(4f10.5)', a(1), a(2), a(100), sum(a)
  print *, .true., .true.
  print '(2f10.3)', 3.0, old(n/2+1)
  print '(4f10.5)', a(1), a(2), a(100), sum(a)
  print *, .false.
end program twin
