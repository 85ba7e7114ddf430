program twin
  implicit none
  integer, parameter :: n = 33
  real(8) :: a(n)
  integer(8) :: k
  integer :: i
  a = [(0.5d0*i + 1 + 3 + 1.d-3, i = 1, n)]
  k = 7*2 + 4294967296_8 + 1
  print '(3f12.4)', a(1), a(n), sum(a)
  print '(3i16)', k, k, k*n
end program twin
