program twin
  implicit none
  integer, parameter :: n = 500
  real(8) :: u(n), a(n), b(n), c(n)
  integer :: i
  u = [(real(mod(i, 9), 8), i = 1, n)]
  a = 1 + 0.5d0*u
  b = 2 + 0.5d0*u
  c = 3 + 0.5d0*u
  a = a + 2*c
  print '(3f10.2)', a(1), a(n), sum(a)
  print '(2f14.6)', sqrt(sum(b*b)), sqrt(sum(u*u))
  c(2:4) = a(1:3)
  print '(5f10.2)', c(1:5)
  print *, .false., .true., n
end program twin
