program twin
  implicit none
  integer, parameter :: n = 20000
  real(8) :: a(n)
  integer :: k(n), i
  do i = 1, n
    a(i) = mod(i, 100) * 0.25d0
    k(i) = mod(i, 13) - 3
  end do
  print '(f14.2,i10)', sum(a), sum(k)
end program twin
