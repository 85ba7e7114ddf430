program twin
  implicit none
  integer :: i
  real :: h(10)
  h = [(0.25*i + 1.5, i = 1, 10)]
  write(*, '(5f12.4)') h
end program
