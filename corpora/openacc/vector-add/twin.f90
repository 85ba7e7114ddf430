program twin
  implicit none
  integer, parameter :: n = 10000
  real :: c(n)
  integer :: i
  c = [(i*1.5, i = 1, n)]
  print *, c(1), c(n), nint(sum(c/n))
end program twin
