program twin
  implicit none
  integer :: i
  print *, 'device'
  print *, 100, 1, 99, 100 + sum([(i*(i-1), i = 2, 100)])
end program twin
