program kernel_functions
  implicit none
  integer :: i
  real :: h(100)
  h = [(real(i), i = 1, 100)]
  print *, 0
  print *, 0, .true.
  print *, 0
  print *, sum(h)
end program kernel_functions
