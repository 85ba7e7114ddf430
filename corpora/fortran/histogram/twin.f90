program twin
  implicit none
  integer, parameter :: n = 30000
  integer :: v(n), i
  do i = 1, n
    v(i) = mod(i*i, 1009)
  end do
  print '(16i6)', (count(iand(v, 15) == i), i = 0, 15)
  print '(i8)', n
end program twin
