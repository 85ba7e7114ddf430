program twin
  implicit none
  integer, parameter :: n = 4, m = 3
  real(8) :: a(n,m), h(n)
  a = 1.5d0
  h = sum(a, 2)*2.0d0 + 2*n + sum(a, 2)*2.0d0
  print *, h
end program
