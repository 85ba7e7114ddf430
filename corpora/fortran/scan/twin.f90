program twin
  implicit none
  integer :: x(1000), i
  x = [(mod(i*7, 10) - 2, i = 1, 1000)]
  print *, .true., x(1), sum(x(1:64)), sum(x(1:65)), sum(x)
end program twin
