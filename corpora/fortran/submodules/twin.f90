program twin
  implicit none
  integer :: x(50), i
  x = [(2*i + 1, i = 1, 50)]
  print *, x(1), x(50), sum(x)
  x = x + 1
  print *, x(1), x(50), sum(x)
end program twin
