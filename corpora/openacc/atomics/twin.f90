program twin
  implicit none
  integer, parameter :: n = 5000
  integer :: i, k
  print '(10i6)', (count([(mod(i*i, 10) == k, i = 1, n)]), k = 0, 9)
  print *, n, n, n
end program twin
