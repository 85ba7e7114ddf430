program twin
  implicit none
  integer, parameter :: n = 100000
  real(8) :: a(n), b(n)
  integer :: i
  do i = 1, n
    a(i) = mod(i, 17) - 8
  end do
  b = 2.0d0*a + 1.0d0
  print *, 'first and last', int(b(1)), int(b(n))
  print *, 'total', nint(100.d0 + sum(a)), ' dot', nint(dot_product(a, b))
end program twin
