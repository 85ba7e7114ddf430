program twin
  implicit none
  integer, parameter :: n = 1000
  integer :: x(n), i
  x = [(mod(i*91, 257), i = 1, n)]
  print *, 5 + sum(x), maxval(x), minval(x), 1024
  print *, iany(x), iall(x + 1024), iparity(x), all(x >= 0), any(x == 300)
  print *, sum(x)
end program twin
