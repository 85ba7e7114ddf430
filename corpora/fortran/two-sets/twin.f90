program twin
  implicit none
  real :: h(8)
  h = 1
  h = h + 2
  print *, h
end program
